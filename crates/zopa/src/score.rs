//! Scoring an agreed allocation, or no deal, against what was possible.

use zopa_model::{
    Agreement, Allocation, Convention, NearestFloat, PARTIES, Rational, UtilityPoint,
};
use zopa_solve::concepts::{Concept, nash};
use zopa_solve::judge::{is_dominated, left_on_table, pareto_gap, squared_distance};

use crate::analysis::{Analysis, Deal};

/// Did the parties agree?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// On an allocation.
    Deal,
    /// On nothing.
    NoDeal,
}

impl Status {
    /// `deal` or `no_deal`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Deal => "deal",
            Self::NoDeal => "no_deal",
        }
    }
}

/// What no deal is to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impasse {
    /// No feasible pair dominates the BATNAs.
    Justified,
    /// Both could have done at least as well as their BATNAs, and one better.
    Missed,
}

impl Impasse {
    /// `justified` or `missed`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Justified => "justified",
            Self::Missed => "missed",
        }
    }
}

/// Euclidean distances in utility space, as nearest floats; `None` where the solution does not exist.
#[derive(Clone, Debug, PartialEq)]
pub struct Distances {
    /// To the frontier (an infimum: 0 at an open end too).
    pub frontier: f64,
    /// To the solutions, by [`Concept::ALL`].
    pub solutions: [Option<f64>; 4],
}

/// How good an outcome is (`docs/semantics.md`, section 3).
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// How burdens count.
    pub convention: Convention,
    /// Deal or no deal.
    pub status: Status,
    /// Latent burdens that the run did not name, with the party (both by index) at which each stays.
    pub assumed: Vec<(usize, usize)>,
    /// The utilities; for no deal the BATNAs.
    pub utility: UtilityPoint,
    /// The utilities less the BATNAs.
    pub gain: UtilityPoint,
    /// Are both gains at least 0?
    pub individually_rational: bool,
    /// Does no feasible pair dominate it?
    pub pareto_efficient: bool,
    /// Where it is dominated: the Nash bargaining solution from here on (Raiffa's post-settlement settlement), gains over the
    /// utilities here. Source: H. Raiffa, "Post-settlement settlements", Negotiation Journal 1 (1985).
    pub dominated_by: Option<Deal>,
    /// The largest t such that some feasible pair gives both parties t more.
    pub pareto_gap: Rational,
    /// Per party, the most it could add with the other one getting at least what it has.
    pub left_on_table: [Rational; PARTIES],
    /// The product of the gains over the Nash bargaining solution's, in [0, 1].
    pub nash_ratio: Rational,
    /// 100 times the square root of [`Self::nash_ratio`], as the nearest float.
    pub value_efficiency: f64,
    /// The sum of the gains over the largest one in the ZOPA; `None` where that is 0 or the ZOPA is empty.
    pub joint_gain_ratio: Option<Rational>,
    /// Distances in utility space.
    pub distance: Distances,
    /// A's part of the sum of the gains; `None` unless both are at least 0 and their sum is above 0.
    pub share_of_surplus: Option<Rational>,
    /// For no deal, whether it was justified.
    pub impasse: Option<Impasse>,
}

impl Analysis {
    /// Scores what a run agreed on.
    #[must_use]
    pub fn score(&self, agreement: &Agreement) -> Score {
        match agreement {
            Agreement::NoDeal => {
                self.score_point(Status::NoDeal, self.disagreement.clone(), Vec::new())
            }
            Agreement::Deal {
                allocation,
                assumed,
            } => {
                let utility = self.scenario.utility(allocation, self.convention);
                self.score_point(Status::Deal, utility, assumed.clone())
            }
        }
    }

    /// Scores an allocation.
    #[must_use]
    pub fn score_allocation(&self, allocation: &Allocation) -> Score {
        self.score_point(
            Status::Deal,
            self.scenario.utility(allocation, self.convention),
            Vec::new(),
        )
    }

    fn score_point(
        &self,
        status: Status,
        utility: UtilityPoint,
        assumed: Vec<(usize, usize)>,
    ) -> Score {
        let frontier = &self.frontier;
        let gain = utility.minus(&self.disagreement);
        let individually_rational = gain.is_nonnegative();
        let pareto_efficient = !is_dominated(frontier, &utility);
        let dominated_by = if pareto_efficient {
            None
        } else {
            nash(frontier, &utility).map(|solution| self.deal(&solution.spot, &utility))
        };
        let nash_ratio = self.nash_ratio(status, &gain, pareto_efficient);
        let sum = gain.sum();
        Score {
            convention: self.convention,
            status,
            assumed,
            individually_rational,
            pareto_efficient,
            dominated_by,
            pareto_gap: pareto_gap(frontier, &utility),
            left_on_table: left_on_table(frontier, &utility),
            value_efficiency: (&nash_ratio * &Rational::from(10_000)).sqrt_to_f64(),
            nash_ratio,
            joint_gain_ratio: self
                .solution(Concept::Utilitarian)
                .and_then(|most| sum.checked_div(&most.gain.sum())),
            distance: self.distances(&utility),
            share_of_surplus: if individually_rational {
                gain.a().checked_div(&sum)
            } else {
                None
            },
            impasse: match status {
                Status::Deal => None,
                Status::NoDeal if pareto_efficient => Some(Impasse::Justified),
                Status::NoDeal => Some(Impasse::Missed),
            },
            utility,
            gain,
        }
    }

    fn nash_ratio(&self, status: Status, gain: &UtilityPoint, efficient: bool) -> Rational {
        let all_or_nothing = if efficient {
            Rational::ONE
        } else {
            Rational::ZERO
        };
        match (status, self.solution(Concept::Nash)) {
            (Status::NoDeal, _) => all_or_nothing,
            (Status::Deal, Some(nash)) if gain.is_nonnegative() => gain
                .product()
                .checked_div(&nash.product())
                .unwrap_or(all_or_nothing),
            // Somebody accepted less than the alternative.
            (Status::Deal, _) => Rational::ZERO,
        }
    }

    fn distances(&self, utility: &UtilityPoint) -> Distances {
        let to = |concept| {
            self.solution(concept).map(|solution| {
                let off = utility.minus(&solution.utility);
                (off.a().square() + off.b().square()).sqrt_to_f64()
            })
        };
        Distances {
            frontier: squared_distance(&self.frontier, utility).sqrt_to_f64(),
            solutions: Concept::ALL.map(to),
        }
    }
}
