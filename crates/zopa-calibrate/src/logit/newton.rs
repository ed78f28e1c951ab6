//! Newton's method on the log-likelihood.
#![expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use nalgebra::{DMatrix, DVector};

use super::Choices;
use super::likelihood::{Evaluation, evaluate, value};

/// A gradient below this, for each choice, is 0.
const FLAT: f64 = 1e-11;

/// A step below this is rounding.
const STILL: f64 = 1e-13;

/// Newton's method settles in some ten steps where there is an optimum.
const MOST_STEPS: usize = 60;

/// So often a step is halved.
const MOST_HALVINGS: usize = 50;

/// A maximum.
pub(super) struct Maximum {
    pub(super) theta: Vec<f64>,
    pub(super) at: Evaluation,
    pub(super) steps: usize,
}

/// The maximum over the parameters in `moving`, the others as they are in `start`.
///
/// It stops where the gradient is 0 up to rounding, or the step is. `None` if it does not.
pub(super) fn maximise(
    choices: &Choices,
    weights: &[f64],
    start: &[f64],
    moving: &[usize],
    ridge: f64,
) -> Option<Maximum> {
    let total = weights.iter().sum::<f64>().max(1.0);
    let mut theta = start.to_vec();
    let mut at = evaluate(choices, weights, &theta, ridge);
    for steps in 0..MOST_STEPS {
        let largest = moving.iter().map(|&i| at.gradient[i].abs());
        if largest.fold(0.0, f64::max) <= FLAT * total {
            return Some(Maximum { theta, at, steps });
        }
        let step = direction(&at, moving, choices.parameters)?;
        let slope: f64 = moving
            .iter()
            .zip(&step)
            .map(|(&i, s)| at.gradient[i] * s)
            .sum();
        let size = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
        let reach = theta.iter().map(|t| t.abs()).fold(1.0, f64::max);
        if !size.is_finite() {
            return None;
        }
        let mut length = 1.0;
        let mut moved = None;
        for _ in 0..MOST_HALVINGS {
            let mut next = theta.clone();
            for (&i, s) in moving.iter().zip(&step) {
                next[i] += length * s;
            }
            if value(choices, weights, &next, ridge) >= at.value + 1e-4 * length * slope {
                moved = Some(next);
                break;
            }
            length /= 2.0;
        }
        match moved {
            Some(next) => {
                theta = next;
                at = evaluate(choices, weights, &theta, ridge);
            }
            // rounding hides any gain: this is the maximum, as near as it can be told
            None if size <= 1e-6 * reach => return Some(Maximum { theta, at, steps }),
            None => return None,
        }
        if length * size <= STILL * reach {
            return Some(Maximum { theta, at, steps });
        }
    }
    None
}

/// Newton's step over the moving parameters.
fn direction(at: &Evaluation, moving: &[usize], p: usize) -> Option<Vec<f64>> {
    let n = moving.len();
    let information = DMatrix::from_fn(n, n, |i, j| at.information[moving[i] * p + moving[j]]);
    let gradient = DVector::from_fn(n, |i, _| at.gradient[moving[i]]);
    let step = information.cholesky()?.solve(&gradient);
    Some(step.iter().copied().collect())
}

/// The inverse of the information over the moving parameters, 0 for the others, row by row.
pub(super) fn covariance(information: &[f64], moving: &[usize], p: usize) -> Option<Vec<f64>> {
    let n = moving.len();
    let matrix = DMatrix::from_fn(n, n, |i, j| information[moving[i] * p + moving[j]]);
    let inverse = matrix.cholesky()?.inverse();
    let mut all = vec![0.0; p * p];
    for (i, &row) in moving.iter().enumerate() {
        for (j, &column) in moving.iter().enumerate() {
            all[row * p + column] = inverse[(i, j)];
        }
    }
    Some(all)
}
