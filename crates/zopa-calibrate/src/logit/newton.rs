//! The log-likelihood and Newton's method.
#![expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use nalgebra::{DMatrix, DVector};

use super::{Choices, Set};

/// A gradient below this, for each choice, is 0.
const FLAT: f64 = 1e-11;

/// A step below this is rounding.
const STILL: f64 = 1e-13;

/// Newton's method settles in some ten steps where there is an optimum.
const MOST_STEPS: usize = 60;

/// So often a step is halved.
const MOST_HALVINGS: usize = 50;

/// The log-likelihood at a point.
pub(super) struct Evaluation {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    /// The negative of the second derivatives, row by row.
    pub(super) information: Vec<f64>,
}

/// A maximum.
pub(super) struct Maximum {
    pub(super) theta: Vec<f64>,
    pub(super) at: Evaluation,
    pub(super) steps: usize,
}

/// Log-likelihood, gradient and information at `theta`.
pub(super) fn evaluate(
    choices: &Choices,
    weights: &[f64],
    theta: &[f64],
    ridge: f64,
) -> Evaluation {
    let p = choices.parameters;
    let mut value = 0.0;
    let mut gradient = vec![0.0; p];
    let mut information = vec![0.0; p * p];
    let mut shares = Vec::new();
    let mut mean = vec![0.0; p];
    for (set, &weight) in choices.sets.iter().zip(weights) {
        if weight == 0.0 {
            continue;
        }
        let rows = &choices.floats[set.start..set.start + set.alternatives * p];
        value += weight * shares_of(rows, theta, set, &mut shares);
        mean.fill(0.0);
        for (row, &share) in rows.chunks_exact(p).zip(&shares) {
            for (place, x) in mean.iter_mut().zip(row) {
                *place += share * x;
            }
        }
        let chosen = &rows[set.chosen * p..(set.chosen + 1) * p];
        for (place, (x, m)) in gradient.iter_mut().zip(chosen.iter().zip(&mean)) {
            *place += weight * (x - m);
        }
        for (row, &share) in rows.chunks_exact(p).zip(&shares) {
            let scale = weight * share;
            for i in 0..p {
                let x = scale * (row[i] - mean[i]);
                if x != 0.0 {
                    let line = &mut information[i * p..=i * p + i];
                    for (place, (y, m)) in line.iter_mut().zip(row.iter().zip(&mean)) {
                        *place += x * (y - m);
                    }
                }
            }
        }
    }
    for i in 0..p {
        value -= ridge / 2.0 * theta[i] * theta[i];
        gradient[i] -= ridge * theta[i];
        information[i * p + i] += ridge;
        for j in 0..i {
            information[j * p + i] = information[i * p + j];
        }
    }
    Evaluation {
        value,
        gradient,
        information,
    }
}

/// The probability of each alternative, and the logarithm of that of the chosen one.
fn shares_of(rows: &[f64], theta: &[f64], set: &Set, shares: &mut Vec<f64>) -> f64 {
    shares.clear();
    let indices = rows.chunks_exact(theta.len());
    shares.extend(indices.map(|row| row.iter().zip(theta).map(|(x, t)| x * t).sum::<f64>()));
    let top = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let chosen = shares[set.chosen] - top;
    let mut sum = 0.0;
    for share in shares.iter_mut() {
        *share = (*share - top).exp();
        sum += *share;
    }
    for share in shares.iter_mut() {
        *share /= sum;
    }
    chosen - sum.ln()
}

/// The log-likelihood alone.
fn value(choices: &Choices, weights: &[f64], theta: &[f64], ridge: f64) -> f64 {
    let p = choices.parameters;
    let mut shares = Vec::new();
    let mut value = 0.0;
    for (set, &weight) in choices.sets.iter().zip(weights) {
        if weight != 0.0 {
            let rows = &choices.floats[set.start..set.start + set.alternatives * p];
            value += weight * shares_of(rows, theta, set, &mut shares);
        }
    }
    value - ridge / 2.0 * theta.iter().map(|t| t * t).sum::<f64>()
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
