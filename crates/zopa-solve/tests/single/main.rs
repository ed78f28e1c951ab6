//! The engine for one solution without the frontier, against everything that knows the answer otherwise.

mod adversarial;
mod brute;
mod certificates;
mod frontier;
mod games;
mod instances;
#[path = "../../../../tests/support/random.rs"]
mod random;
#[path = "../../../../tests/support/shared.rs"]
mod shared;
mod widths;
