//! The threshold's interval by the likelihood itself.
//!
//! The threshold is a quotient, `alpha / kappa`. Where `kappa` is known badly, its estimate is far from normal and intervals by standard
//! errors promise too much. The profile keeps all thresholds at which the other parameters can still be chosen so that the
//! log-likelihood is within half a quantile of chi-squared of its maximum (Venzon & Moolgavkar 1988). The points of so high a likelihood
//! are a convex set, and a quotient maps it onto an interval, which has no end on a side where `kappa` may be 0.
#![expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use zopa_stats::Level;

use super::model::{Model, Parameter};
use super::weights::Reading;
use crate::logit::Estimate;

/// From this share of the sensitivity on, its standard error makes the threshold's estimate far from normal.
const BADLY_KNOWN: f64 = 0.1;

/// So often the reach of the search is doubled before a side is taken to have no end.
const MOST_DOUBLINGS: usize = 12;

/// So many steps narrow the place of an end: each at least halves it in the long run, most do much more.
const MOST_STEPS: usize = 60;

/// An end is found within this much.
const NEAR: f64 = 1e-9;

/// The threshold's profile interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Its confidence level.
    pub level: f64,
    /// Its lower end; none where any low threshold is as likely.
    pub low: Option<f64>,
    /// Its upper end; none where any high threshold is as likely.
    pub high: Option<f64>,
}

impl Profile {
    /// The level in percent.
    #[must_use]
    pub fn percent(self) -> f64 {
        self.level * 100.0
    }
}

/// The interval, where there is a threshold and the sensitivity is known badly.
///
/// Cost: some ten estimates with one parameter less for each end.
pub(super) fn of(
    model: &Model,
    free: &[bool],
    estimate: &Estimate,
    reading: &Reading,
    level: f64,
) -> Option<Profile> {
    let threshold = reading.threshold?;
    let kappa = reading.sensitivity;
    if kappa.standard_error <= BADLY_KNOWN * kappa.value {
        return None;
    }
    let wanted = Level::new(level)?.z();
    let search = Search {
        model,
        free,
        estimate,
        threshold: threshold.value,
        wanted,
    };
    let reach = (wanted * threshold.standard_error).max(NEAR);
    Some(Profile {
        level,
        low: search.end(-reach),
        high: search.end(reach),
    })
}

struct Search<'s> {
    model: &'s Model,
    free: &'s [bool],
    estimate: &'s Estimate,
    threshold: f64,
    wanted: f64,
}

impl Search<'_> {
    /// How many standard errors of a normal variable a threshold is away from the estimate, less those that are wanted.
    fn beyond(&self, threshold: f64) -> Option<f64> {
        let at = self.model.place(Parameter::Threshold)?;
        let criteria = self.model.parameters.iter();
        let criteria = criteria.take_while(|one| matches!(one, Parameter::Criterion(_)));
        let choices = self.model.choices.folded(at, criteria.count(), threshold);
        let mut free = self.free.to_vec();
        free[at] = false;
        let found = choices.estimate_from(&free, self.estimate)?;
        let lost = 2.0 * (self.estimate.log_likelihood - found.log_likelihood);
        Some(lost.max(0.0).sqrt() - self.wanted)
    }

    /// Where the threshold becomes too unlikely, in the direction of `reach`: a bracket by doubling, then false position with the Illinois
    /// rule (Dowell & Jarratt 1971).
    fn end(&self, reach: f64) -> Option<f64> {
        let mut inside = (self.threshold, -self.wanted);
        let mut step = reach;
        let mut outside = None;
        for _ in 0..MOST_DOUBLINGS {
            let at = self.threshold + step;
            match self.beyond(at)? {
                value if value >= 0.0 => {
                    outside = Some((at, value));
                    break;
                }
                value => inside = (at, value),
            }
            step *= 2.0;
        }
        let mut outside = outside?;
        let mut kept = None;
        for _ in 0..MOST_STEPS {
            let at = outside.0 - outside.1 * (outside.0 - inside.0) / (outside.1 - inside.1);
            if (outside.0 - inside.0).abs() <= NEAR {
                return Some(at);
            }
            let value = self.beyond(at)?;
            if value.abs() <= NEAR {
                return Some(at);
            }
            let is_outside = value >= 0.0;
            if is_outside {
                outside = (at, value);
                if kept == Some(true) {
                    inside.1 /= 2.0;
                }
            } else {
                inside = (at, value);
                if kept == Some(false) {
                    outside.1 /= 2.0;
                }
            }
            kept = Some(is_outside);
        }
        Some(outside.0)
    }
}
