//! Value created and claimed, and how far the parties went beyond meeting half-way.

use zopa_model::{PARTIES, Rational};

use crate::analysis::Analysis;
use crate::lower::game;
use crate::metrics::fairness::even_split;
use crate::score::Score;

/// Value created and claimed. No deal is judged as the disagreement point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integrative {
    /// The sum of both gains over the BATNAs.
    ///
    /// Source: D. Lax, J. Sebenius, "The Manager as Negotiator", Free Press (1986), chapter 2.
    pub created: Rational,
    /// Each party's gain as a part of what was created; they add up to 1. `None` where nothing was created.
    pub claimed: Option<[Rational; PARTIES]>,
    /// The absolute difference of both utilities; 0 is balanced.
    ///
    /// Source: the research on negotiation support systems, as J. Delaney, A. Foroughi, W. Perkins, "An empirical study of the
    /// efficacy of a computerized negotiation support system", Decision Support Systems 20 (1997).
    pub contract_balance: Rational,
    /// The joint utility above that of an even split of every rival resource, as a part of the most that is possible above it:
    /// 0 for meeting half-way on everything, 1 for the largest joint utility, negative below the even split. `None` where no
    /// allocation has a larger joint utility than the even split.
    ///
    /// Source: after L. Froman, M. Cohen, "Compromise and logroll: comparing the efficiency of two bargaining processes",
    /// Behavioral Science 15 (1970).
    pub logrolling_index: Option<Rational>,
}

/// The joint utility of the even split, and the largest above it.
#[derive(Clone, Debug)]
pub(super) struct Baseline {
    even: Rational,
    most_above: Rational,
}

impl Baseline {
    pub(super) fn of(analysis: &Analysis) -> Self {
        let (scenario, convention) = (&analysis.scenario, analysis.convention);
        let even = even_split(scenario).plus(&scenario.shift(convention)).sum();
        Self {
            most_above: game(scenario, convention, |_| true).max_utility_sum() - &even,
            even,
        }
    }

    pub(super) fn measure(&self, score: &Score) -> Integrative {
        let created = score.gain.sum();
        let part = |gain: &Rational| gain / &created;
        Integrative {
            claimed: created
                .is_positive()
                .then(|| score.gain.0.each_ref().map(part)),
            contract_balance: (score.utility.a() - score.utility.b()).abs(),
            logrolling_index: if self.most_above.is_positive() {
                (score.utility.sum() - &self.even).checked_div(&self.most_above)
            } else {
                None
            },
            created,
        }
    }
}
