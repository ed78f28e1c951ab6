//! Confidence levels, intervals, and the interval of a rate.

use statrs::distribution::{ContinuousCDF as _, Normal};

/// A confidence level, above 0 and below 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Level(f64);

impl Level {
    /// 95 %.
    pub const P95: Self = Self(0.95);

    /// A level; `None` unless it is above 0 and below 1.
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Self(level))
    }

    /// The level as a number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// The two tails that it leaves, half of the rest each: 0.025 for 95 %.
    pub fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }

    /// The quantile of the standard normal distribution that leaves [`tail`](Self::tail) above it: 1.96 for 95 %.
    pub fn z(self) -> f64 {
        Normal::standard().inverse_cdf(1.0 - self.tail())
    }
}

/// An interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end; never below the lower one.
    pub high: f64,
}

/// The Wilson score interval of a rate: `successes` of `trials`.
///
/// It contains the rates that a test based on the normal approximation would not reject. Unlike the textbook interval it
/// stays within 0 and 1, is of use for few trials, and has a width where nothing or everything succeeded.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212;
/// recommended for small samples by L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial
/// proportion", Statistical Science 16 (2001), 101-133. No continuity correction.
///
/// Returns `None` without trials, or with more successes than trials. Constant time.
pub fn wilson(successes: u64, trials: u64, level: Level) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    let (n, z) = (trials as f64, level.z());
    let rate = successes as f64 / n;
    let z2 = z * z / n;
    let centre = (rate + z2 / 2.0) / (1.0 + z2);
    let half = z / (1.0 + z2) * (rate * (1.0 - rate) / n + z2 / (4.0 * n)).sqrt();
    // at the ends the formula gives 0 and 1 but for rounding
    Some(Interval {
        low: if successes == 0 { 0.0 } else { centre - half },
        high: if successes == trials {
            1.0
        } else {
            centre + half
        },
    })
}
