//! Instances, clocks, rivals and tables for the benches.
//!
//! Every figure is a ratio of two times taken in turn inside one run: machines are shared and noisy. Floats occur for times
//! and inside of rivals alone; what a rival answers is compared exactly.
#![expect(
    clippy::float_arithmetic,
    reason = "times are floats, and so are the numbers of some rivals"
)]

pub mod instances;
pub mod kernels;
pub mod rivals;
pub mod runs;
pub mod table;
pub mod tables;
pub mod timing;
