//! Judgments drawn from the model itself, with known weights: a seed gives the same ones everywhere.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are floats by nature; helpers serve several tests"
)]

#[path = "../../../../tests/support/random.rs"]
mod random;

use random::Random;
use zopa_calibrate::{Answer, Side, Statement, Strength, Study};
use zopa_model::{NearestFloat as _, Rational};

impl Random {
    /// From 0 up to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What is true.
#[derive(Clone)]
pub struct Truth {
    pub weights: Vec<f64>,
    pub sensitivity: f64,
    pub threshold: f64,
    pub first_slot: f64,
    pub tie: f64,
    pub much: f64,
}

impl Default for Truth {
    fn default() -> Self {
        Self {
            weights: vec![0.30, 0.25, 0.15, 0.10, 0.20],
            sensitivity: 20.0,
            threshold: 0.5,
            first_slot: 0.3,
            tie: 0.2,
            much: -0.4,
        }
    }
}

/// So many judgments of random scores from 0 to 4.
pub fn study(truth: &Truth, count: usize, seed: u64) -> Study {
    let mut random = Random::seeded(seed);
    let criteria = truth.weights.len();
    let statements = (0..count).map(|index| {
        let mut option = || -> Vec<Rational> {
            (0..criteria)
                .map(|_| Rational::new(i128::try_from(random.below(5)).expect("small"), 4))
                .collect()
        };
        let (a, b) = (option(), option());
        let worth = |x: &[Rational]| -> f64 {
            truth
                .weights
                .iter()
                .zip(x)
                .map(|(w, x)| w * x.to_f64())
                .sum::<f64>()
                * truth.sensitivity
        };
        let (u_a, u_b) = (worth(&a), worth(&b));
        let eta = u_a - u_b + truth.first_slot;
        let levels = [2.0, 1.0, 0.0, -1.0, -2.0].map(|j: f64| {
            let extra = match j.abs() {
                2.0 => truth.much,
                0.0 => truth.tie,
                _ => 0.0,
            };
            (f64::midpoint(u_a, u_b) + j / 2.0 * eta + extra).exp()
        });
        let none = (truth.threshold * truth.sensitivity).exp();
        let mut left = random.unit() * (levels.iter().sum::<f64>() + none);
        let drawn = levels.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        let answer = match drawn {
            Some(0) => Answer::Better(Side::A, Some(Strength::Significantly)),
            Some(1) => Answer::Better(Side::A, Some(Strength::Slightly)),
            Some(2) => Answer::Tie,
            Some(3) => Answer::Better(Side::B, Some(Strength::Slightly)),
            Some(_) => Answer::Better(Side::B, Some(Strength::Significantly)),
            None => Answer::Neither,
        };
        Statement {
            name: format!("s{index}"),
            line: index + 1,
            group: index,
            a: Some(a),
            b: Some(b),
            answer,
            level: true,
        }
    });
    Study {
        statements: statements.collect(),
        criteria: (0..criteria).map(|index| format!("c{index}")).collect(),
        prompts: count,
        ..Study::default()
    }
}
