//! The utilitarian solution.

use zopa_model::{Rational, UtilityPoint};

use super::{Best, Solution};
use crate::frontier::Frontier;

/// The utilitarian solution inside the ZOPA: the largest sum of utilities, then the largest smaller gain.
///
/// Source: J. C. Harsanyi, "Cardinal welfare, individualistic ethics, and interpersonal comparisons of utility", JPE 63
/// (1955). `unique` speaks of the sum alone. Linear in the number of pieces inside the ZOPA.
#[must_use]
pub fn utilitarian(frontier: &Frontier, disagreement: &UtilityPoint) -> Option<Solution> {
    let d = frontier.scale(disagreement);
    let equal_scale = UtilityPoint::new(Rational::ONE, Rational::ONE);
    let (mut by_sum, mut by_sum_then_gain) = (None, None);
    for part in frontier.parts_from(&d) {
        let level = part.from.sum() == part.to.sum();
        let mut candidates = vec![Rational::ZERO, Rational::ONE];
        if level {
            candidates.push(part.balanced(&d, &equal_scale));
        }
        for along in candidates {
            let point = part.at(&along);
            Best::offer(&mut by_sum, point.sum(), &part, &along);
            let smaller = point.minus(&d).smaller().clone();
            Best::offer(&mut by_sum_then_gain, (point.sum(), smaller), &part, &along);
        }
    }
    let unique = by_sum?.unique;
    by_sum_then_gain.map(|best| Solution::at(frontier, best.spot, disagreement, unique))
}
