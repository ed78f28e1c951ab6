//! The maximum where some parameters may not be negative.
#![expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use super::Choices;
use super::newton::{self, Maximum};

/// A gradient below this, for each choice, does not pull.
const PULL: f64 = 1e-9;

/// The most likely parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The parameters; 0 for those that are not estimated or held at their bound.
    pub theta: Vec<f64>,
    /// The parameters held at 0, since the likelihood would have them negative.
    pub at_bound: Vec<bool>,
    /// The inverse of the information over the parameters that move, row by row; 0 for the others.
    pub covariance: Vec<f64>,
    /// The log-likelihood.
    pub log_likelihood: f64,
    /// Its gradient: 0 up to rounding for those that move, not above 0 for those at their bound.
    pub gradient: Vec<f64>,
    /// Newton's steps.
    pub steps: usize,
}

impl Estimate {
    /// The standard error of a parameter: 0 for one that does not move.
    #[must_use]
    pub fn standard_error(&self, index: usize) -> f64 {
        self.covariance[index * self.theta.len() + index].sqrt()
    }
}

/// The maximum over the free parameters, with those that may not be negative at 0 or above.
///
/// If the unconstrained maximum obeys, it is the answer. Else parameters enter one at a time as in Lawson & Hanson's method for
/// least squares (1974), which ends since each set of moving parameters has one maximum and the likelihood rises from one to the next.
pub(super) fn estimate(
    choices: &Choices,
    weights: &[f64],
    free: &[bool],
    start: Option<&Estimate>,
    ridge: f64,
) -> Option<Estimate> {
    let p = choices.parameters;
    let origin = choices.start.clone();
    let search = Search {
        choices,
        weights,
        free,
        ridge,
        pull: PULL * weights.iter().sum::<f64>().max(1.0),
    };
    let bounded = |index: usize| free[index] && choices.nonnegative[index];
    // what moved before most likely moves again
    if let Some(known) = start {
        let moving: Vec<usize> = (0..p).filter(|&i| free[i] && !known.at_bound[i]).collect();
        if let Some(maximum) = search.maximise(&known.theta, &moving)
            && moving
                .iter()
                .all(|&i| !bounded(i) || maximum.theta[i] >= 0.0)
            && (0..p).all(|i| {
                !bounded(i) || moving.contains(&i) || maximum.at.gradient[i] <= search.pull
            })
        {
            return search.finish(maximum, &moving);
        }
    } else {
        let moving: Vec<usize> = (0..p).filter(|&i| free[i]).collect();
        if let Some(maximum) = search.maximise(&origin, &moving)
            && moving
                .iter()
                .all(|&i| !bounded(i) || maximum.theta[i] >= 0.0)
        {
            return search.finish(maximum, &moving);
        }
    }
    let mut moving: Vec<usize> = (0..p).filter(|&i| free[i] && !bounded(i)).collect();
    let mut maximum = search.maximise(&origin, &moving)?;
    loop {
        let held = (0..p).filter(|&i| bounded(i) && !moving.contains(&i));
        let strongest =
            held.max_by(|&i, &j| maximum.at.gradient[i].total_cmp(&maximum.at.gradient[j]));
        match strongest {
            Some(index) if maximum.at.gradient[index] > search.pull => moving.push(index),
            _ => return search.finish(maximum, &moving),
        }
        moving.sort_unstable();
        maximum = search.settle(maximum, &mut moving, &bounded)?;
    }
}

struct Search<'s> {
    choices: &'s Choices,
    weights: &'s [f64],
    free: &'s [bool],
    ridge: f64,
    pull: f64,
}

impl Search<'_> {
    fn maximise(&self, start: &[f64], moving: &[usize]) -> Option<Maximum> {
        newton::maximise(self.choices, self.weights, start, moving, self.ridge)
    }

    /// From a point that obeys, the maximum over the moving parameters, of which those that would be negative stop moving.
    fn settle(
        &self,
        from: Maximum,
        moving: &mut Vec<usize>,
        bounded: &impl Fn(usize) -> bool,
    ) -> Option<Maximum> {
        let mut point = from.theta;
        loop {
            let next = self.maximise(&point, moving)?;
            let negative = moving
                .iter()
                .filter(|&&i| bounded(i) && next.theta[i] < 0.0);
            let share = |&i: &usize| point[i] / (point[i] - next.theta[i]);
            let Some(length) = negative.map(share).min_by(f64::total_cmp) else {
                return Some(next);
            };
            for (x, y) in point.iter_mut().zip(&next.theta) {
                *x += length * (y - *x);
            }
            let stopped = |i: usize| bounded(i) && next.theta[i] < 0.0 && point[i] <= 1e-12;
            let halted: Vec<usize> = moving.iter().copied().filter(|&i| stopped(i)).collect();
            for &index in &halted {
                point[index] = 0.0;
            }
            if halted.is_empty() {
                return None;
            }
            moving.retain(|index| !halted.contains(index));
        }
    }

    fn finish(&self, maximum: Maximum, moving: &[usize]) -> Option<Estimate> {
        let p = self.choices.parameters;
        let covariance = newton::covariance(&maximum.at.information, moving, p)?;
        let held = |index: usize| self.free[index] && !moving.contains(&index);
        Some(Estimate {
            at_bound: (0..p).map(held).collect(),
            covariance,
            log_likelihood: maximum.at.value,
            gradient: maximum.at.gradient,
            steps: maximum.steps,
            theta: maximum.theta,
        })
    }
}
