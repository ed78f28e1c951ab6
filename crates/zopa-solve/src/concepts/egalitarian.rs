//! The egalitarian solution.

use zopa_model::UtilityPoint;

use super::Solution;
use crate::frontier::Frontier;
use crate::zopa::leximin_by_gain;

/// The egalitarian solution: the largest smaller gain, then the larger sum (leximin).
///
/// Source: E. Kalai, "Proportional solutions to bargaining situations", Econometrica 45 (1977); leximin makes it efficient
/// where the frontier has gaps. `unique` speaks of the whole lexicographic objective. O(log n).
#[must_use]
pub fn egalitarian(frontier: &Frontier, disagreement: &UtilityPoint) -> Option<Solution> {
    let (spot, unique) = leximin_by_gain(frontier, &frontier.scale(disagreement));
    let solution = Solution::at(frontier, spot, disagreement, unique);
    // The largest smaller gain over all feasible pairs is negative exactly where the ZOPA is empty.
    solution.gain.is_nonnegative().then_some(solution)
}
