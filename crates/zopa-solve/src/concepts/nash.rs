//! The Nash bargaining solution.

use zopa_model::{Rational, UtilityPoint};

use super::{Best, Solution};
use crate::frontier::Frontier;

/// The Nash bargaining solution: the largest product of both gains, then the largest smaller gain. Where the largest product
/// is 0, the egalitarian rule decides: the largest smaller gain, then the larger sum.
///
/// Source: J. F. Nash, "The bargaining problem", Econometrica 18 (1950); over a set that is not convex, the maximiser of the
/// Nash product (M. Kaneko, "An extension of the Nash bargaining problem and the Nash social welfare function", Theory and
/// Decision 12, 1980). `unique` speaks of the product alone. Linear in the number of pieces inside the ZOPA.
#[must_use]
pub fn nash(frontier: &Frontier, disagreement: &UtilityPoint) -> Option<Solution> {
    let d = frontier.scale(disagreement);
    let (mut by_product, mut by_product_then_gain) = (None, None);
    for part in frontier.parts_from(&d) {
        let along = part.peak_of_product(&d);
        let gain = part.at(&along).minus(&d);
        Best::offer(&mut by_product, gain.product(), &part, &along);
        Best::offer(
            &mut by_product_then_gain,
            (gain.product(), gain.smaller().clone()),
            &part,
            &along,
        );
    }
    let by_product = by_product?;
    let best = if by_product.key.is_positive() {
        (by_product_then_gain?.spot, by_product.unique)
    } else {
        smallest_first(frontier, &d)?
    };
    Some(Solution::at(frontier, best.0, disagreement, best.1))
}

/// The rule where every product is 0. Then each part of the frontier inside the ZOPA is one point (within a segment both
/// would gain), and only those that are efficient count.
fn smallest_first(frontier: &Frontier, d: &UtilityPoint) -> Option<(crate::Spot, bool)> {
    let (mut any, mut best) = (None, None);
    for part in frontier
        .parts_from(d)
        .filter(|part| part.is_point() && part.holds_from())
    {
        let gain = part.from.minus(d);
        Best::offer(&mut any, (), &part, &Rational::ZERO);
        Best::offer(
            &mut best,
            (gain.smaller().clone(), gain.sum()),
            &part,
            &Rational::ZERO,
        );
    }
    Some((best?.spot, any?.unique))
}
