//! The door: a game and a concept in, a checked answer out.

use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational, UtilityPoint};

use super::concepts::{Answer, Place, Proof, Task};
use super::lower::{Lowered, scales};
use super::mixed::Blend;
use super::number::Number;
use super::problem::{Pair, Scale};
use super::search::Meter;
use crate::budget::{Budget, StopReason};
use crate::concepts::Concept;
use crate::game::{Choice, Game, Issue};

/// An agreement with its worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Its utilities.
    pub utility: UtilityPoint,
    /// Its utilities less the disagreement point's.
    pub gain: UtilityPoint,
    /// A choice for each issue of the game.
    pub agreement: Vec<Choice>,
}

/// What makes a claim checkable: a line that no agreement's gains lie above.
///
/// For every agreement, the sum of both gains, each times its weight, is at most `bound`: to recompute it, give each issue the
/// option with the largest weighted sum. An agreement's *loss* is what it stays below that, the sum over its issues. An
/// agreement that is better than the solution loses at most `slack`, so that every issue is fixed whose other
/// options lose more; the few that are left can be searched by any means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The weights of A's and B's gains, above 0.
    pub weights: UtilityPoint,
    /// The largest weighted sum.
    pub bound: Rational,
    /// The largest loss of a better agreement; `None` where not even the line reaches one.
    pub slack: Option<Rational>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The solution, proved.
    Solved {
        /// The agreement. Its utilities are the concept's, with its rules for ties.
        deal: Deal,
        /// As [`Solution::unique`](crate::Solution::unique); `None` where that was not determined.
        unique: Option<bool>,
        /// Shows that no agreement has a better objective.
        certificate: Certificate,
        /// The most that each party can get inside the ZOPA, where the concept is Kalai-Smorodinsky.
        ideal: Option<UtilityPoint>,
        /// What gives it to A and to B, each with a line that shows that nothing gives more.
        best_of_each: Option<Box<[(Deal, Certificate); PARTIES]>>,
        /// Another agreement of the ZOPA, worth something else, that does as well by the concept's measure; `None` where none is
        /// known.
        other: Option<Box<Deal>>,
    },
    /// No agreement gives both parties at least their BATNA: proved.
    Empty {
        /// The agreement with the largest smaller gain, then the larger sum, then A's larger gain.
        closest: Deal,
        /// Shows that no agreement has a larger smaller gain.
        certificate: Certificate,
    },
    /// The budget ran out.
    BestFound {
        /// The best agreement so far that gives both at least their BATNA, if one was found.
        deal: Option<Deal>,
        /// What the concept maximises is at most this: the product of gains, the smaller share of the ideal gains, the smaller
        /// gain, the sum of *gains*. `None` where the search for it did not begin.
        bound: Option<Rational>,
        /// The line that gives the bound.
        certificate: Option<Certificate>,
        /// Which limit was met.
        reason: StopReason,
    },
}

/// Finds one concept's solution of a game without its frontier. See [the module](super) for the method.
///
/// # Panics
/// If an issue has no option, or if there are 2^32 issues or options of one.
#[must_use]
pub fn solve_one(
    game: &Game,
    concept: Concept,
    disagreement: &UtilityPoint,
    budget: &Budget<'_>,
) -> Outcome {
    assert!(
        u32::try_from(game.issues.len()).is_ok(),
        "fewer than 2^32 issues"
    );
    let scale = scales(game, disagreement);
    if is_continuous(game) {
        return blend(game, concept, disagreement, budget, &scale);
    }
    attempt::<i64>(game, concept, disagreement, budget, &scale)
        .or_else(|| attempt::<i128>(game, concept, disagreement, budget, &scale))
        .or_else(|| attempt::<Integer>(game, concept, disagreement, budget, &scale))
        .expect("integers of any size hold everything")
}

/// Is there a segment along which one party gains and the other loses?
fn is_continuous(game: &Game) -> bool {
    game.issues.iter().any(|issue| match issue {
        Issue::Options(_) => false,
        Issue::Segment([from, to]) => !from.covers(to) && !to.covers(from),
    })
}

/// Without continuous issues, in these integers, if they hold everything.
fn attempt<T: Number>(
    game: &Game,
    concept: Concept,
    disagreement: &UtilityPoint,
    budget: &Budget<'_>,
    scale: &Pair<Integer>,
) -> Option<Outcome> {
    let lowered = Lowered::<T>::of(game, disagreement, scale)?;
    let units = units::<T>(scale)?;
    let most = units[0].integer().max(units[1].integer());
    let brought = match concept {
        Concept::Utilitarian => Scale::Weights(most),
        _ => Scale::Ray(most),
    };
    let mut task = Task {
        problem: lowered.problem(&brought)?,
        scale: units,
        meter: Meter::new(budget),
    };
    let answer = match concept {
        Concept::Nash => task.nash(),
        Concept::KalaiSmorodinsky => task.kalai_smorodinsky(),
        Concept::Egalitarian => task.egalitarian(),
        Concept::Utilitarian => task.utilitarian(),
    };
    let reason = task.meter.stopped;
    let number = |gain: &T| Rational::from(gain.integer());
    Some(
        Report {
            game,
            disagreement,
            lowered: &lowered,
        }
        .outcome(answer, concept, reason, number),
    )
}

/// With continuous issues.
fn blend(
    game: &Game,
    concept: Concept,
    disagreement: &UtilityPoint,
    budget: &Budget<'_>,
    scale: &Pair<Integer>,
) -> Outcome {
    let lowered = Lowered::<Integer>::of(game, disagreement, scale);
    let lowered = lowered.expect("integers of any size hold everything");
    let problem = lowered.problem(&Scale::Ray(Integer::ONE));
    let mut task = Blend {
        problem: problem.expect("integers of any size hold everything"),
        edges: &lowered.edges,
        scale: units(scale).expect("integers of any size hold everything"),
        meter: Meter::new(budget),
    };
    let answer = match concept {
        Concept::Nash => task.nash(),
        Concept::KalaiSmorodinsky => task.kalai_smorodinsky(),
        Concept::Egalitarian => task.egalitarian(),
        Concept::Utilitarian => task.utilitarian(),
    };
    let reason = task.meter.stopped;
    let report = Report {
        game,
        disagreement,
        lowered: &lowered,
    };
    report.outcome(answer, concept, reason, Rational::clone)
}

/// The scales divided by their greatest common divisor, if they fit.
fn units<T: Number>(scale: &Pair<Integer>) -> Option<Pair<T>> {
    let divisor = super::number::Wide::gcd(&scale[0], &scale[1]);
    Some([
        T::from_integer(&(&scale[0] / &divisor))?,
        T::from_integer(&(&scale[1] / &divisor))?,
    ])
}

/// From whole numbers back to utilities.
struct Report<'a, T> {
    game: &'a Game,
    disagreement: &'a UtilityPoint,
    lowered: &'a Lowered<T>,
}

impl<T: Number> Report<'_, T> {
    /// `number` makes fractions of an answer's gains.
    fn outcome<G>(
        &self,
        answer: Answer<T, G>,
        concept: Concept,
        reason: Option<StopReason>,
        number: impl Fn(&G) -> Rational,
    ) -> Outcome {
        let unscaled = |gains: &Pair<G>| self.unscaled(gains.each_ref().map(&number));
        let deal = |place: &Place<G>| self.deal(unscaled(&place.gains), place);
        match answer {
            Answer::Solved {
                place,
                unique,
                proof,
                more,
            } => {
                let best = more.best_of_each.map(|best| {
                    Box::new(best.map(|(place, proof)| (deal(&place), self.certificate(&proof))))
                });
                let utility = |party: usize| {
                    best.as_ref()
                        .map(|best| best[party].0.utility.0[party].clone())
                };
                Outcome::Solved {
                    deal: deal(&place),
                    unique,
                    certificate: self.certificate(&proof),
                    ideal: utility(0)
                        .zip(utility(1))
                        .map(|(a, b)| UtilityPoint::new(a, b)),
                    best_of_each: best,
                    other: more.other.as_ref().map(|place| Box::new(deal(place))),
                }
            }
            Answer::Empty { closest, proof } => Outcome::Empty {
                closest: deal(&closest),
                certificate: self.certificate(&proof),
            },
            Answer::Open { best, proof, ideal } => {
                let certificate = proof.as_ref().map(|proof| self.certificate(proof));
                let ideal = ideal.as_ref().map(unscaled);
                Outcome::BestFound {
                    deal: best.as_ref().map(deal),
                    bound: certificate.as_ref().and_then(|certificate| {
                        objective_bound(certificate, concept, ideal.as_ref())
                    }),
                    certificate,
                    reason: reason.expect("only a limit ends a search early"),
                }
            }
        }
    }

    /// Nothing enters an answer unchecked: the agreement is priced anew.
    fn deal<G>(&self, gain: UtilityPoint, place: &Place<G>) -> Deal {
        let utility = gain.plus(self.disagreement);
        let agreement = self.lowered.agreement(&place.assignment, &place.shares);
        assert!(
            self.game.utility(&agreement) == utility,
            "engine error: an agreement is not worth what was found"
        );
        Deal {
            utility,
            gain,
            agreement,
        }
    }

    fn unscaled(&self, gains: Pair<Rational>) -> UtilityPoint {
        let [a, b] = gains;
        let [by_a, by_b] = self.lowered.scale.clone().map(Rational::from);
        UtilityPoint::new(a / by_a, b / by_b)
    }

    fn certificate(&self, proof: &Proof<T>) -> Certificate {
        let weight = |party: usize| {
            Rational::from(proof.line.weights[party].integer() * &self.lowered.scale[party])
        };
        Certificate {
            weights: UtilityPoint::new(weight(0), weight(1)),
            bound: Rational::from(proof.line.top.integer()),
            slack: proof
                .slack
                .as_ref()
                .map(|slack| Rational::from(slack.integer())),
        }
    }
}

/// The largest objective of gains on the line, at least 0 both; `None` for Kalai-Smorodinsky before its ideal point is known.
fn objective_bound(
    certificate: &Certificate,
    concept: Concept,
    ideal: Option<&UtilityPoint>,
) -> Option<Rational> {
    let Certificate { weights, bound, .. } = certificate;
    if bound.is_negative() && !matches!(concept, Concept::Egalitarian) {
        return Some(Rational::ZERO);
    }
    Some(match (concept, ideal) {
        (Concept::Nash, _) => bound.square() / (weights.product() * Rational::from(4)),
        (Concept::KalaiSmorodinsky, Some(ideal)) => {
            bound / (weights.a() * ideal.a() + weights.b() * ideal.b())
        }
        (Concept::KalaiSmorodinsky, None) => return None,
        (Concept::Egalitarian, _) => bound / weights.sum(),
        (Concept::Utilitarian, _) => bound / weights.smaller(),
    })
}
