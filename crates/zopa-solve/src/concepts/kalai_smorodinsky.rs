//! The Kalai-Smorodinsky solution.

use zopa_model::UtilityPoint;

use super::leximin::leximin;
use super::{Best, Solution};
use crate::frontier::Frontier;
use crate::zopa::scaled_ideal;

/// The Kalai-Smorodinsky solution: the largest smaller ratio of a party's gain to its ideal gain, then the larger other
/// ratio. A party whose ideal gain is 0 is left out.
///
/// Source: E. Kalai, M. Smorodinsky, "Other solutions to Nash's bargaining problem", Econometrica 43 (1975). On a frontier
/// without gaps it is their solution; with gaps, the leximin extension. `unique` speaks of the whole lexicographic
/// objective. O(log n), or linear in the pieces inside the ZOPA where an ideal gain is 0 (there is one such pair then).
#[must_use]
pub fn kalai_smorodinsky(frontier: &Frontier, disagreement: &UtilityPoint) -> Option<Solution> {
    let d = frontier.scale(disagreement);
    let span = scaled_ideal(frontier, &d)?.minus(&d);
    if span.product().is_zero() {
        // A party can get no more than its BATNA, so that one efficient pair is left: the best one for the other party.
        let mut best = None;
        for part in frontier
            .parts_from(&d)
            .filter(|part| part.is_point() && part.holds_from())
        {
            let along = zopa_model::Rational::ZERO;
            Best::offer(&mut best, part.from.sum(), &part, &along);
        }
        let best = best.expect("a ZOPA holds an efficient pair");
        return Some(Solution::at(frontier, best.spot, disagreement, best.unique));
    }
    let (spot, unique) = leximin(frontier, &d, &span);
    Some(Solution::at(frontier, spot, disagreement, unique))
}
