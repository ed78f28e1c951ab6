//! Intervals by resampling: the same estimate from samples of the statements, drawn with replacement by prompt.
use rayon::prelude::*;
use zopa_stats::{Bootstrap, Level, Units};

use super::model::Model;
use super::weights::{self, Readable, Reading};
use crate::logit::Estimate;

/// A standard error above this belongs to a parameter on its way to infinity: the sample is separated.
const RUNAWAY: f64 = 100.0;

/// How to resample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampling {
    /// How many samples.
    pub replicates: u32,
    /// The start of the random numbers.
    pub seed: u64,
    /// The confidence level, above 0 and below 1.
    pub level: f64,
}

impl Default for Resampling {
    fn default() -> Self {
        Self {
            replicates: 1000,
            seed: 1,
            level: 0.95,
        }
    }
}

impl Resampling {
    /// The level in percent.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]
    pub fn percent(self) -> f64 {
        self.level * 100.0
    }

    pub(crate) fn bootstrap(self) -> Bootstrap {
        Bootstrap {
            replicates: self.replicates,
            seed: self.seed,
            level: Level::new(self.level).unwrap_or(Level::P95),
        }
    }
}

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Percentile intervals of what was estimated, at the level that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampled {
    /// How it was done.
    pub resampling: Resampling,
    /// How many groups were drawn from: prompts.
    pub groups: usize,
    /// Samples without an estimate of their own: separated, or with no signal. They are left out of the intervals.
    pub undefined: usize,
    /// Of the weights.
    pub weights: Vec<Option<Interval>>,
    /// Of the threshold.
    pub threshold: Option<Interval>,
    /// Of the log-odds of the first slot.
    pub first_slot: Option<Interval>,
    /// Of the sensitivity.
    pub sensitivity: Option<Interval>,
}

/// Estimates from every sample. Replicates are independent and come back in their order, so threads change nothing.
pub(super) fn run(
    model: &Model,
    readable: &Readable,
    free: &[bool],
    estimate: &Estimate,
    resampling: Resampling,
) -> Resampled {
    let bootstrap = resampling.bootstrap();
    let (units, groups) = units(&model.groups);
    let one = |number: u32| -> Option<Reading> {
        bootstrap.replicate(number, &units, |times| {
            let weights: Vec<f64> = times.iter().map(|&count| f64::from(count)).collect();
            let found = model.choices.estimate_weighted(&weights, free, estimate)?;
            let runs_away = |index: usize| found.standard_error(index) > RUNAWAY;
            if (0..found.theta.len()).any(runs_away) {
                return None;
            }
            Some(weights::read(model, readable, &found))
        })
    };
    let all: Vec<Option<Reading>> = (0..resampling.replicates)
        .into_par_iter()
        .map(one)
        .collect();
    let defined: Vec<&Reading> = all.iter().flatten().collect();
    let interval = |of: &dyn Fn(&Reading) -> Option<f64>| {
        let values = defined.iter().map(|reading| of(reading));
        let found = bootstrap.interval(values)?;
        Some(Interval {
            low: found.low,
            high: found.high,
        })
    };
    let criteria = defined.first().map_or(0, |reading| reading.weights.len());
    Resampled {
        resampling,
        groups,
        undefined: all.len() - defined.len(),
        weights: (0..criteria)
            .map(|index| interval(&|reading| reading.weights[index].map(|w| w.value)))
            .collect(),
        threshold: interval(&|reading| reading.threshold.map(|figure| figure.value)),
        first_slot: interval(&|reading| reading.first_slot.map(|figure| figure.value)),
        sensitivity: interval(&|reading| Some(reading.sensitivity.value)),
    }
}

/// What is drawn: choices, or groups of them where several are about the same prompt.
fn units(groups: &[usize]) -> (Units, usize) {
    let mut known: Vec<usize> = groups.to_vec();
    known.sort_unstable();
    known.dedup();
    if known.len() == groups.len() {
        return (Units::rows(groups.len()), known.len());
    }
    let place = |group: &usize| {
        let at = known.binary_search(group).unwrap_or_default();
        u32::try_from(at).unwrap_or(u32::MAX)
    };
    (
        Units::clusters(groups.iter().map(place).collect()),
        known.len(),
    )
}
