//! Analysing a scenario.

use std::fmt;

use zopa_model::{Allocation, Convention, Rational, Scenario, UtilityPoint};
use zopa_solve::concepts::{
    Concept, egalitarian, kalai_smorodinsky, nash, nash_lottery, utilitarian,
};
use zopa_solve::{
    Budget, Completeness, Frontier, Lottery, Piece, Solution, Spot, Zopa, closest_to_agreement,
    margin,
};

use crate::latent::MAX_LATENT;
use crate::lower::{certified_allocation, game};

/// How to analyse.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// How burdens count.
    pub convention: Convention,
    /// What the analysis may cost.
    pub budget: Budget<'a>,
}

impl<'a> Options<'a> {
    /// The default budget, and an end when `stop` says so.
    #[must_use]
    pub fn until(convention: Convention, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            convention,
            budget: Budget {
                stop: Some(stop),
                ..Budget::default()
            },
        }
    }
}

/// Why a scenario free of errors is not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalyzeError {
    /// The scenario has neither resources nor issues.
    NothingToAnalyze,
    /// More latent resources than the exact value of revelation is computed for.
    TooManyLatent(usize),
}

impl fmt::Display for AnalyzeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToAnalyze => {
                write!(
                    f,
                    "the scenario has no `resources`: it is purely relational, and there is nothing to analyse"
                )
            }
            Self::TooManyLatent(found) => write!(
                f,
                "the scenario has {found} latent resources; their exact values run over all subsets, at most {MAX_LATENT} are possible"
            ),
        }
    }
}

impl std::error::Error for AnalyzeError {}

/// A scenario with its frontier, its ZOPA and its solutions.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The scenario.
    pub scenario: Scenario,
    /// How burdens count in every utility here.
    pub convention: Convention,
    /// The BATNAs.
    pub disagreement: UtilityPoint,
    /// Every efficient utility pair.
    pub frontier: Frontier,
    /// The zone of possible agreement.
    pub zopa: Zopa,
    /// Do the two conventions disagree on whether a ZOPA exists?
    pub convention_decides_zopa: bool,
    /// By [`Concept::ALL`].
    solutions: [Option<Solution>; 4],
    /// The Nash bargaining solution over lotteries.
    pub nash_lottery: Option<Lottery>,
    /// Where the ZOPA is empty: the efficient place where the smaller gain is largest.
    pub closest_to_agreement: Option<Spot>,
    /// The latent resources (by index) that are pinned where they are while nobody speaks of them.
    pub hidden: Vec<usize>,
}

/// An efficient allocation with its utilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Its utilities.
    pub utility: UtilityPoint,
    /// Its utilities less those that it is compared with.
    pub gain: UtilityPoint,
    /// Who gets what.
    pub allocation: Allocation,
}

/// A piece of the frontier with the allocations at its ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontierPiece {
    /// Where it lies.
    pub piece: Piece,
    /// The allocation at its first end.
    pub from: Allocation,
    /// The allocation at its other end; the same for a point.
    pub to: Allocation,
    /// What differs between the two, by index: the resources whose shares do, and, counted on from them, the issues whose terms
    /// do.
    pub moving: Vec<usize>,
}

/// One outcome of a lottery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotteryDraw {
    /// Its probability, in (0, 1].
    pub probability: Rational,
    /// Its utilities.
    pub utility: UtilityPoint,
    /// Who gets what.
    pub allocation: Allocation,
}

/// Analyses a scenario.
///
/// # Errors
/// Where the scenario has neither resources nor issues.
pub fn analyze(
    scenario: &Scenario,
    options: &Options<'_>,
) -> Result<Completeness<Analysis>, AnalyzeError> {
    analyze_hiding(scenario, options, &[])
}

/// Analyses a scenario while some of its latent resources (by index) are hidden: an asset is then on nobody's side, a burden stays
/// with its holder. Resources that are not latent are on the table in any case.
///
/// # Errors
/// Where the scenario has no resources.
pub fn analyze_hiding(
    scenario: &Scenario,
    options: &Options<'_>,
    hidden: &[usize],
) -> Result<Completeness<Analysis>, AnalyzeError> {
    if scenario.is_relational() {
        return Err(AnalyzeError::NothingToAnalyze);
    }
    let game = game(scenario, options.convention, |index| {
        !hidden.contains(&index)
    });
    let frontier = match Frontier::of(&game, &options.budget) {
        Completeness::Complete(frontier) => frontier,
        Completeness::Stopped(stopped) => return Ok(Completeness::Stopped(stopped)),
    };
    let disagreement = scenario.disagreement_point();
    let d = &disagreement;
    let zopa = Zopa::of(&frontier, d);
    let solutions = [
        nash(&frontier, d),
        kalai_smorodinsky(&frontier, d),
        egalitarian(&frontier, d),
        utilitarian(&frontier, d),
    ];
    Ok(Completeness::Complete(Analysis {
        scenario: scenario.clone(),
        convention: options.convention,
        convention_decides_zopa: convention_decides_zopa(
            scenario,
            options.convention,
            &frontier,
            &zopa,
        ),
        solutions,
        nash_lottery: nash_lottery(&frontier, d),
        closest_to_agreement: (!zopa.exists).then(|| closest_to_agreement(&frontier, d)),
        zopa,
        frontier,
        disagreement,
        hidden: hidden.to_vec(),
    }))
}

/// The conventions differ by a shift: a ZOPA exists in the other one where it exists for BATNAs shifted the other way.
fn convention_decides_zopa(
    scenario: &Scenario,
    convention: Convention,
    frontier: &Frontier,
    zopa: &Zopa,
) -> bool {
    let burdens = scenario.shift(Convention::Avoided);
    let d = scenario.disagreement_point();
    let shifted = match convention {
        Convention::Signed => d.minus(&burdens),
        Convention::Avoided => d.plus(&burdens),
    };
    zopa.exists == margin(frontier, &shifted).is_negative()
}

impl Analysis {
    /// What a concept chooses; `None` exactly where the ZOPA is empty.
    #[must_use]
    pub fn solution(&self, concept: Concept) -> Option<&Solution> {
        let index = Concept::ALL.iter().position(|&known| known == concept)?;
        self.solutions[index].as_ref()
    }

    /// The allocation at a place of the frontier, re-priced.
    #[must_use]
    pub fn allocation(&self, spot: &Spot) -> Allocation {
        let (agreement, utility) = (self.frontier.agreement(spot), self.frontier.utility(spot));
        certified_allocation(
            &self.scenario,
            self.convention,
            |index| !self.hidden.contains(&index),
            &agreement,
            &utility,
        )
    }

    /// The deal at a place of the frontier, its gains over `compared`.
    #[must_use]
    pub fn deal(&self, spot: &Spot, compared: &UtilityPoint) -> Deal {
        let utility = self.frontier.utility(spot);
        Deal {
            gain: utility.minus(compared),
            utility,
            allocation: self.allocation(spot),
        }
    }

    /// The frontier's pieces by rising utility of A, with the allocations at their ends.
    pub fn pieces(&self) -> impl Iterator<Item = FrontierPiece> + '_ {
        self.frontier.pieces().enumerate().map(|(index, piece)| {
            let end = |along| {
                self.allocation(&Spot {
                    piece: index,
                    along,
                })
            };
            let from = end(Rational::ZERO);
            let to = if piece.is_point() {
                from.clone()
            } else {
                end(Rational::ONE)
            };
            let moving = from.differences(&to);
            FrontierPiece {
                piece,
                from,
                to,
                moving,
            }
        })
    }

    /// The outcomes of the Nash lottery, by rising utility of A; none where it is `None`.
    pub fn lottery_draws(&self) -> impl Iterator<Item = LotteryDraw> + '_ {
        self.nash_lottery
            .iter()
            .flat_map(|lottery| &lottery.draws)
            .map(|(probability, spot)| LotteryDraw {
                probability: probability.clone(),
                utility: self.frontier.utility(spot),
                allocation: self.allocation(spot),
            })
    }

    /// The codes of the scenario's warnings, `convention-decides-zopa` among them where it is so; each once, sorted.
    #[must_use]
    pub fn warning_codes(&self) -> Vec<&'static str> {
        let mut codes: Vec<_> = self
            .scenario
            .warnings
            .iter()
            .map(|warning| warning.code.as_str())
            .collect();
        if self.convention_decides_zopa {
            codes.push("convention-decides-zopa");
        }
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
