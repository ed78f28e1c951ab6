//! Statistics of runs: how sure a rate or a mean is, and whether two groups differ.
//!
//! What a run is worth is exact; what runs say about the model that made them is an estimate. So this crate calculates in
//! floating point, and it is the only library that does. It knows nothing of negotiations: numbers in, numbers out.
//!
//! - [`wilson`]: the interval of a rate.
//! - [`Bootstrap`]: the interval of any statistic, by resampling rows or whole clusters of them.
//! - [`sign_test`], [`wilcoxon`], [`mcnemar`]: do pairs differ?
//! - [`kendall`]: do two rankings agree?
//! - [`quantile`], [`median`], [`mean`]: of numbers that are sorted.
//!
//! ```
//! use zopa_stats::{Bootstrap, Level, Units, mean, wilson};
//!
//! let rate = wilson(8, 10, Level::P95).expect("there are trials");
//! assert!(rate.low < 0.8 && 0.8 < rate.high);
//!
//! let values = [1.0, 2.0, 4.0, 8.0];
//! let bootstrap = Bootstrap { replicates: 200, seed: 1, level: Level::P95 };
//! let interval = bootstrap.run(&Units::rows(values.len()), |times| zopa_stats::mean_of(&values, times));
//! assert!(interval.expect("the mean is defined").low < mean(&values).expect("not empty"));
//! ```
//!
//! Pure: no I/O, no clock, no threads. The same arguments give the same results, random numbers included.
#![expect(clippy::float_arithmetic, reason = "statistics are estimates")]

mod bootstrap;
mod interval;
mod kendall;
mod pairs;
mod quantile;

pub use bootstrap::{Bootstrap, Units};
pub use interval::{Interval, Level, wilson};
pub use kendall::kendall;
pub use pairs::{Method, SignTest, Wilcoxon, mcnemar, sign_test, sign_test_of, wilcoxon};
pub use quantile::{mean, mean_of, median, median_of, quantile};
