//! The log-likelihood of choices and grades, with its first and second derivatives.
#![expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use super::{Choices, Kind};

/// The log-likelihood at a point.
pub(super) struct Evaluation {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    /// The negative of the second derivatives, row by row.
    pub(super) information: Vec<f64>,
}

/// Log-likelihood, gradient and information at `theta`.
pub(super) fn evaluate(
    choices: &Choices,
    weights: &[f64],
    theta: &[f64],
    ridge: f64,
) -> Evaluation {
    let p = choices.parameters;
    let mut at = Evaluation {
        value: 0.0,
        gradient: vec![0.0; p],
        information: vec![0.0; p * p],
    };
    let mut shares = Vec::new();
    // of the rows, and a row less it
    let mut mean = [vec![0.0; p], vec![0.0; p]];
    for (set, &weight) in choices.sets.iter().zip(weights) {
        if weight == 0.0 {
            continue;
        }
        let rows = &choices.floats[set.start..set.start + set.count * p];
        match set.kind {
            Kind::Chosen(chosen) => {
                at.value += weight * shares_of(rows, theta, chosen, &mut shares);
                at.add_choice(rows, chosen, weight, &shares, &mut mean);
            }
            kind => at.add_grade(rows, kind, weight, theta),
        }
    }
    for (i, t) in theta.iter().enumerate() {
        at.value -= ridge / 2.0 * t * t;
        at.gradient[i] -= ridge * t;
        at.information[i * p + i] += ridge;
        for j in 0..i {
            at.information[j * p + i] = at.information[i * p + j];
        }
    }
    at
}

impl Evaluation {
    /// `z_chosen` less the mean of all rows, and their covariance.
    fn add_choice(
        &mut self,
        rows: &[f64],
        chosen: usize,
        weight: f64,
        shares: &[f64],
        [mean, centred]: &mut [Vec<f64>; 2],
    ) {
        let p = mean.len();
        mean.fill(0.0);
        for (row, &share) in rows.chunks_exact(p).zip(shares) {
            for (place, x) in mean.iter_mut().zip(row) {
                *place += share * x;
            }
        }
        let chosen = &rows[chosen * p..(chosen + 1) * p];
        for (place, (x, m)) in self.gradient.iter_mut().zip(chosen.iter().zip(&*mean)) {
            *place += weight * (x - m);
        }
        for (row, &share) in rows.chunks_exact(p).zip(shares) {
            for (place, (x, m)) in centred.iter_mut().zip(row.iter().zip(&*mean)) {
                *place = x - m;
            }
            self.add_square(weight * share, centred);
        }
    }

    /// A grade between cuts `u` and `l` has the probability `F(u) (1 - F(l)) (1 - e^(l - u))`: the logarithm of each factor is concave.
    fn add_grade(&mut self, rows: &[f64], kind: Kind, weight: f64, theta: &[f64]) {
        let p = theta.len();
        let (high, low) = cuts(rows, kind, p);
        let of = |row: &[f64]| row.iter().zip(theta).map(|(x, t)| x * t).sum::<f64>();
        self.value += weight * grade(high.map(of), low.map(of));
        let gap = match (high.map(of), low.map(of)) {
            (Some(u), Some(l)) => 1.0 / (u - l).exp_m1(),
            _ => 0.0,
        };
        for (row, sign) in high
            .map(|row| (row, 1.0))
            .into_iter()
            .chain(low.map(|row| (row, -1.0)))
        {
            let share = logistic(sign * of(row));
            for (place, x) in self.gradient.iter_mut().zip(row) {
                *place += weight * sign * (1.0 - share + gap) * x;
            }
            self.add_square(weight * share * (1.0 - share), row);
        }
        if let (Some(high), Some(low)) = (high, low) {
            let between: Vec<f64> = high.iter().zip(low).map(|(x, y)| x - y).collect();
            self.add_square(weight * gap * (1.0 + gap), &between);
        }
    }

    /// `scale x row x row'`, below and on the diagonal.
    fn add_square(&mut self, scale: f64, row: &[f64]) {
        let p = row.len();
        for (i, x) in row.iter().enumerate() {
            let x = scale * x;
            if x != 0.0 {
                let line = &mut self.information[i * p..=i * p + i];
                for (place, y) in line.iter_mut().zip(row) {
                    *place += x * y;
                }
            }
        }
    }
}

/// The upper and the lower cut of a grade.
fn cuts(rows: &[f64], kind: Kind, p: usize) -> (Option<&[f64]>, Option<&[f64]>) {
    match kind {
        Kind::Above => (None, Some(rows)),
        Kind::Between => (Some(&rows[..p]), Some(&rows[p..])),
        Kind::Below | Kind::Chosen(_) => (Some(rows), None),
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `ln(1 / (1 + e^-x))`.
fn log_logistic(x: f64) -> f64 {
    if x > 0.0 {
        -(-x).exp().ln_1p()
    } else {
        x - x.exp().ln_1p()
    }
}

/// The logarithm of a grade's probability; minus infinity where its cuts are not in their order.
fn grade(high: Option<f64>, low: Option<f64>) -> f64 {
    let sides = high.map_or(0.0, log_logistic) + low.map_or(0.0, |low| log_logistic(-low));
    match (high, low) {
        (Some(u), Some(l)) if u <= l => f64::NEG_INFINITY,
        (Some(u), Some(l)) => sides + (-(l - u).exp_m1()).ln(),
        _ => sides,
    }
}

/// The probability of each alternative, and the logarithm of that of the chosen one.
fn shares_of(rows: &[f64], theta: &[f64], chosen: usize, shares: &mut Vec<f64>) -> f64 {
    shares.clear();
    let indices = rows.chunks_exact(theta.len());
    shares.extend(indices.map(|row| row.iter().zip(theta).map(|(x, t)| x * t).sum::<f64>()));
    let top = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let chosen = shares[chosen] - top;
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
pub(super) fn value(choices: &Choices, weights: &[f64], theta: &[f64], ridge: f64) -> f64 {
    let p = choices.parameters;
    let mut shares = Vec::new();
    let mut value = 0.0;
    for (set, &weight) in choices.sets.iter().zip(weights) {
        if weight == 0.0 {
            continue;
        }
        let rows = &choices.floats[set.start..set.start + set.count * p];
        value += weight
            * match set.kind {
                Kind::Chosen(chosen) => shares_of(rows, theta, chosen, &mut shares),
                kind => {
                    let (high, low) = cuts(rows, kind, p);
                    let of = |row: &[f64]| row.iter().zip(theta).map(|(x, t)| x * t).sum::<f64>();
                    grade(high.map(of), low.map(of))
                }
            };
    }
    value - ridge / 2.0 * theta.iter().map(|t| t * t).sum::<f64>()
}
