//! From the parameters of the likelihood to weights and a threshold, with their errors by the delta method.
#![expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use super::Interval;
use super::model::{Link, Model, Parameter};
use crate::logit::Estimate;

/// A sensitivity below this is none: weights are its shares, and would be noise.
const NO_SIGNAL: f64 = 1e-6;

/// A value with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The value.
    pub value: f64,
    /// Its standard error; 0 where the value is held at its bound.
    pub standard_error: f64,
}

impl Figure {
    /// The interval of so many standard errors on both sides.
    #[must_use]
    pub fn interval(&self, errors: f64) -> Interval {
        let reach = errors * self.standard_error;
        Interval {
            low: self.value - reach,
            high: self.value + reach,
        }
    }
}

/// What is worth reading of an estimate. Nothing that is not identified is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The sensitivity: the sum of the `beta_k`. The larger it is, the less chance there is in judgments.
    pub sensitivity: Figure,
    /// The weights; none where a criterion's is not identified, or where there is no signal at all.
    pub weights: Vec<Option<Figure>>,
    /// The threshold: where one response is as likely accepted as not.
    pub threshold: Option<Figure>,
    /// Where one of two equal responses is as likely accepted as neither: lower, since there are two chances.
    pub threshold_of_two: Option<f64>,
    /// With the cumulative link: the difference in worth from which the better response is as likely preferred as not.
    pub tie_limit: Option<Figure>,
    /// With the cumulative link: the difference in worth from which it is as likely found significantly better as not.
    pub strength_limit: Option<Figure>,
    /// The log-odds of the first of two equal responses.
    pub first_slot: Option<Figure>,
    /// The log of the odds of a tie against a slight preference, for equal responses; with the cumulative link the first cut.
    pub tie: Option<Figure>,
    /// The log of the odds of a significant preference against a slight one, for equal responses; with the cumulative link the second cut.
    pub much: Option<Figure>,
}

/// What may be read of a model: which parameters, and whether their sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Readable {
    /// Is the parameter identified?
    pub(super) identified: Vec<bool>,
    /// Does the criterion's parameter belong to the sum? (It may stand for that of several.)
    pub(super) summed: Vec<bool>,
    /// Is the sum identified?
    pub(super) sum: bool,
}

/// Reads an estimate.
pub(super) fn read(model: &Model, readable: &Readable, estimate: &Estimate) -> Reading {
    let p = model.parameters.len();
    let theta = &estimate.theta;
    let is_criterion = |index: usize| matches!(model.parameters[index], Parameter::Criterion(_));
    let summed: Vec<usize> = (0..p)
        .filter(|&index| is_criterion(index) && readable.summed[index])
        .collect();
    let spread = |gradient: &[f64]| {
        let mut sum = 0.0;
        for i in 0..p {
            for j in 0..p {
                sum += gradient[i] * estimate.covariance[i * p + j] * gradient[j];
            }
        }
        sum.max(0.0).sqrt()
    };
    let figure = |value: f64, gradient: &[f64]| Figure {
        value,
        standard_error: spread(gradient),
    };
    let ones: Vec<f64> = (0..p)
        .map(|index| if summed.contains(&index) { 1.0 } else { 0.0 })
        .collect();
    let kappa: f64 = summed.iter().map(|&index| theta[index]).sum();
    let shares = readable.sum && kappa > NO_SIGNAL;
    let ratio = |index: usize| {
        let value = theta[index] / kappa;
        let mut gradient: Vec<f64> = ones.iter().map(|one| -one * value / kappa).collect();
        gradient[index] += 1.0 / kappa;
        figure(value, &gradient)
    };
    let plain = |parameter: Parameter| {
        let index = model.place(parameter)?;
        readable.identified[index].then(|| {
            let mut gradient = vec![0.0; p];
            gradient[index] = 1.0;
            figure(theta[index], &gradient)
        })
    };
    let criteria = (0..p).filter(|&index| is_criterion(index));
    let tie = plain(Parameter::Tie);
    let much = plain(Parameter::Much);
    let share = |parameter: Parameter| {
        let index = model.place(parameter)?;
        (shares && readable.identified[index]).then(|| ratio(index))
    };
    let threshold = share(Parameter::Threshold);
    let cut = |parameter| match model.link {
        Link::Cumulative => share(parameter),
        Link::Adjacent => None,
    };
    let chances = 2.0
        + tie.map_or(0.0, |figure| figure.value.exp())
        + much.map_or(0.0, |figure| 2.0 * figure.value.exp());
    Reading {
        sensitivity: figure(kappa, &ones),
        weights: criteria
            .map(|index| (shares && readable.identified[index]).then(|| ratio(index)))
            .collect(),
        threshold_of_two: threshold.map(|figure| figure.value - chances.ln() / kappa),
        threshold,
        tie_limit: cut(Parameter::Tie),
        strength_limit: cut(Parameter::Much),
        first_slot: plain(Parameter::FirstSlot),
        tie,
        much,
    }
}
