//! Rates as two papers count them: over deals, or over all negotiations. A rate is the mean of a field over the runs where it
//! is not `None`.

use zopa_model::{Agreement, Rational, UtilityPoint};

use crate::analysis::Analysis;
use crate::metrics::fairness::envy;
use crate::score::{Score, Status};

/// What Lewis et al. count: Pareto optimality and the agreed score over deals alone.
///
/// Source: M. Lewis, D. Yarats, Y. Dauphin, D. Parikh, D. Batra, "Deal or no deal? End-to-end learning of negotiation
/// dialogues", EMNLP 2017, section 6 and table 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lewis {
    /// Was there a deal? (Their "% agreed".)
    pub agreed: bool,
    /// Is the deal dominated by nothing feasible? `None` without a deal: not counted. (Their "% Pareto optimal".)
    pub pareto_optimal: Option<bool>,
    /// Both parties' utilities, without a deal the disagreement point. (Their "score (all)".)
    pub score_all: UtilityPoint,
    /// Both parties' utilities; `None` without a deal. (Their "score (agreed)".)
    pub score_agreed: Option<UtilityPoint>,
}

impl Lewis {
    pub(super) fn of(score: &Score) -> Self {
        let agreed = score.status == Status::Deal;
        Self {
            agreed,
            pareto_optimal: agreed.then_some(score.pareto_efficient),
            score_all: score.utility.clone(),
            score_agreed: agreed.then(|| score.utility.clone()),
        }
    }
}

/// What Hua et al. count: over all negotiations, where one without a deal is neither Pareto optimal nor envy-free.
///
/// Source: W. Hua et al., "Game-theoretic LLM: agent workflow for negotiation games", arXiv:2411.05990 (2024), section 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hua {
    /// Was there a deal?
    pub agreed: bool,
    /// Was there a deal that nothing feasible dominates?
    pub pareto_optimal: bool,
    /// Was there a deal in which nobody would rather have the other party's share? `None` where shares cannot be compared.
    pub envy_free: Option<bool>,
    /// Both.
    pub pareto_optimal_and_envy_free: Option<bool>,
    /// The sum of both utilities, without a deal of the disagreement point's.
    pub total_reward: Rational,
}

impl Hua {
    pub(super) fn of(analysis: &Analysis, agreement: &Agreement, score: &Score) -> Self {
        let (agreed, envy_free) = match agreement {
            Agreement::NoDeal => (false, Some(false)),
            Agreement::Deal { allocation, .. } => (
                true,
                envy(&analysis.scenario, allocation)
                    .map(|envy| envy.iter().all(|amount| !amount.is_positive())),
            ),
        };
        let pareto_optimal = agreed && score.pareto_efficient;
        Self {
            agreed,
            pareto_optimal,
            envy_free,
            pareto_optimal_and_envy_free: envy_free.map(|envy_free| envy_free && pareto_optimal),
            total_reward: score.utility.sum(),
        }
    }
}
