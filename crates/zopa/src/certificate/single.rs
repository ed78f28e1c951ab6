//! What is claimed of one solution that was found without the frontier.

use zopa_model::UtilityPoint;
use zopa_solve::Concept;
use zopa_verify::format::{Claim, Says, Solution};

use super::{claim, priced, unproven};
use crate::analysis::Deal;
use crate::only::{Only, OnlyAnswer};

/// The claims, whose regions the weights that the searches ended with are to rule out.
pub(super) fn all(only: &Only) -> Vec<Claim> {
    let deal = |deal: &Deal| priced(&only.scenario, &deal.utility, &deal.allocation);
    let claimed = |says: Says, weights: &[&UtilityPoint]| {
        let last = weights.len() - 1;
        let each = |index: usize, _: &_| weights[index.min(last)].clone();
        claim(&only.scenario, only.convention, says, each)
    };
    match &only.answer {
        OnlyAnswer::BestFound { .. } => {
            vec![unproven(only.concept.as_str(), "the search met its limit")]
        }
        OnlyAnswer::Empty { closest, proof } => {
            let margin = Says::Margin {
                deal: deal(closest),
            };
            [Says::Zopa { deal: None }, margin]
                .map(|says| claimed(says, &[&proof.weights]))
                .into()
        }
        OnlyAnswer::Solved {
            deal: best,
            unique,
            proof,
            best_of_each,
            other,
        } => {
            let solution = Solution {
                deal: deal(best),
                // Where that is not known, nothing is said of it.
                unique: *unique == Some(true),
                other: other.as_deref().map(deal),
            };
            let mut lines = vec![&proof.weights];
            let says = match (only.concept, best_of_each.as_deref()) {
                (Concept::Nash, _) => Says::Nash(solution),
                (Concept::Utilitarian, _) => Says::Utilitarian(solution),
                (Concept::Egalitarian, _) => Says::Egalitarian(solution),
                (Concept::KalaiSmorodinsky, Some([(for_a, a), (for_b, b)])) => {
                    lines.splice(0..0, [&a.weights, &b.weights]);
                    let ideal = [deal(for_a), deal(for_b)];
                    Says::KalaiSmorodinsky { ideal, solution }
                }
                (Concept::KalaiSmorodinsky, None) => {
                    return vec![unproven(only.concept.as_str(), "the ideal is not known")];
                }
            };
            vec![claimed(says, &lines)]
        }
    }
}
