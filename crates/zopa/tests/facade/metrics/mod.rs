//! The measures that others report.

mod by_hand;
mod corpora;
mod negmas;
mod properties;

use zopa::metrics::{Metrics, Namespace, Yardsticks};
use zopa::{Agreement, Analysis, Rational};

/// Every measure of a run.
fn measure(analysis: &Analysis, agreement: &Agreement) -> Metrics {
    let yardsticks = Yardsticks::of(analysis, &Namespace::ALL);
    analysis.metrics(&yardsticks, agreement, &analysis.score(agreement))
}

fn rational(num: i128, den: i128) -> Rational {
    Rational::new(num, den)
}
