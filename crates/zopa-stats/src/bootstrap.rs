//! The percentile bootstrap.

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use crate::interval::{Interval, Level};
use crate::quantile::quantile;

/// What is drawn with replacement: rows, or whole clusters of rows.
///
/// Runs of one scenario resemble each other. Where the question is what other scenarios would show, scenarios are drawn,
/// each with all its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The unit of each row, from 0; `None` where each row is a unit.
    of_rows: Option<Vec<u32>>,
    rows: usize,
    units: u32,
}

impl Units {
    /// Each of so many rows by itself; at most `u32::MAX` of them are drawn from.
    pub fn rows(rows: usize) -> Self {
        Self {
            of_rows: None,
            rows,
            units: u32::try_from(rows).unwrap_or(u32::MAX),
        }
    }

    /// Clusters: `cluster[i]` is the number of the cluster of row `i`, from 0. A number below the largest that no row has
    /// is a cluster without rows.
    pub fn clusters(cluster: Vec<u32>) -> Self {
        Self {
            rows: cluster.len(),
            units: cluster
                .iter()
                .max()
                .map_or(0, |most| most.saturating_add(1)),
            of_rows: Some(cluster),
        }
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.units as usize
    }

    /// Is there nothing to draw from?
    pub fn is_empty(&self) -> bool {
        self.units == 0
    }
}

/// The percentile bootstrap: the statistic of many samples drawn with replacement from the sample at hand.
///
/// Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), section 13.3; for clusters A. C. Davison
/// and D. V. Hinkley, "Bootstrap Methods and their Application" (1997), section 3.8 (strategy 1: whole clusters).
///
/// Replicate `r` has the random numbers of stream `r` of ChaCha8 with this seed, and of nothing else: replicates may be
/// made in any order and on any number of threads, and two statistics that use the same seed see the same samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// How many samples are drawn. Below 1000 the ends of a 95 % interval are unsteady.
    pub replicates: u32,
    /// The start of the random numbers.
    pub seed: u64,
    /// The confidence level.
    pub level: Level,
}

impl Bootstrap {
    /// Draws sample number `replicate` and gives its statistic. `statistic` is told how many times each row was drawn.
    ///
    /// Linear in the number of rows, beside the cost of the statistic.
    pub fn replicate<T>(
        &self,
        replicate: u32,
        units: &Units,
        statistic: impl FnOnce(&[u32]) -> T,
    ) -> T {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(replicate));
        let mut times = vec![0_u32; units.len()];
        for _ in 0..units.units {
            times[below(&mut random, units.units)] += 1;
        }
        match &units.of_rows {
            None => {
                times.resize(units.rows, 0);
                statistic(&times)
            }
            Some(of_rows) => {
                let rows: Vec<u32> = of_rows.iter().map(|&unit| times[unit as usize]).collect();
                statistic(&rows)
            }
        }
    }

    /// The interval between the quantiles (type 7) of the replicates' statistics; `None` if none is defined.
    ///
    /// A statistic may be undefined for a sample (the rate of something among nothing): such samples are left out.
    pub fn interval(&self, replicates: impl IntoIterator<Item = Option<f64>>) -> Option<Interval> {
        let mut values: Vec<f64> = replicates.into_iter().flatten().collect();
        values.sort_by(f64::total_cmp);
        let tail = self.level.tail();
        Some(Interval {
            low: quantile(&values, tail)?,
            high: quantile(&values, 1.0 - tail)?,
        })
    }

    /// The interval of one statistic, all replicates in turn.
    pub fn run(
        &self,
        units: &Units,
        statistic: impl Fn(&[u32]) -> Option<f64>,
    ) -> Option<Interval> {
        if units.is_empty() {
            return None;
        }
        let replicates = 0..self.replicates;
        self.interval(replicates.map(|number| self.replicate(number, units, &statistic)))
    }
}

/// A number below `bound` (at least 1), each as likely as the others.
///
/// Source: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019), algorithm 5. Written here so
/// that a seed gives the same samples whatever a library does in a later version.
fn below(random: &mut ChaCha8Rng, bound: u32) -> usize {
    let bound = u64::from(bound);
    let threshold = (1_u64 << 32) % bound;
    loop {
        let product = u64::from(random.next_u32()) * bound;
        if product & u64::from(u32::MAX) >= threshold {
            // the upper half of a product with a number below 2^32: it is below `bound`
            return (product >> 32) as usize;
        }
    }
}
