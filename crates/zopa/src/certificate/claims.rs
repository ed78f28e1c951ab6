//! What is claimed of an analysis.

use zopa_model::{Allocation, PARTIES, Rational, UtilityPoint};
use zopa_solve::concepts::Concept;
use zopa_solve::judge::locate;
use zopa_solve::{Solution, Spot};
use zopa_verify::format::{self, Claim, Deal, Exact, Lottery, Says, pair};
use zopa_verify::{Measure, Region};

use super::hull::Hull;
use super::second::second;
use super::{CertificateOptions, claim, priced, unproven};
use crate::analysis::Analysis;

/// Every claim.
pub(super) fn all(analysis: &Analysis, options: &CertificateOptions<'_>) -> Vec<Claim> {
    let maker = Maker {
        analysis,
        d: &analysis.disagreement,
        hull: Hull::of(&analysis.frontier),
    };
    let mut says = maker.zopa();
    let solved = Concept::ALL.into_iter().filter_map(|concept| {
        let solution = analysis.solution(concept)?;
        maker.solution(concept, solution)
    });
    says.extend(solved);
    says.push(maker.nash_lottery());
    if let Some(spot) = &analysis.closest_to_agreement {
        let deal = maker.deal(spot);
        says.push(Says::ClosestToAgreement { deal });
    }
    says.push(maker.frontier(options.max_pieces));
    says.extend(options.deals.iter().map(|deal| maker.agreed(deal)));
    let claims = says.into_iter().map(|says| maker.claim(says));
    let beside = options.unproven.iter();
    let beside = beside.map(|(about, reason)| unproven(about, reason));
    claims.chain(beside).collect()
}

struct Maker<'a> {
    analysis: &'a Analysis,
    d: &'a UtilityPoint,
    hull: Hull,
}

impl Maker<'_> {
    fn claim(&self, says: Says) -> Claim {
        let (scenario, convention) = (&self.analysis.scenario, self.analysis.convention);
        claim(scenario, convention, says, |_, region| self.weights(region))
    }

    /// The weights that leave least of a region to be searched.
    fn weights(&self, region: &Region) -> UtilityPoint {
        let gain = self
            .analysis
            .nash_lottery
            .as_ref()
            .map(|lottery| &lottery.gain);
        match (&region.measure, gain) {
            (Measure::Sum(line), _) => self.hull.largest(line, &region.corner),
            // The line that touches the hull where its product is largest leaves least below the curve of that product.
            (Measure::Product(_), Some(gain)) if region.level.is_positive() => {
                UtilityPoint::new(gain.b().clone(), gain.a().clone())
            }
            _ => self.hull.beyond(&region.corner),
        }
    }

    fn zopa(&self) -> Vec<Says> {
        let zopa = &self.analysis.zopa;
        let egalitarian = self.analysis.solution(Concept::Egalitarian);
        let closest = self.analysis.closest_to_agreement.as_ref();
        let balanced = egalitarian.map(|solution| &solution.spot).or(closest);
        let balanced = balanced.map(|spot| self.deal(spot));
        let deal = balanced.clone().filter(|_| zopa.exists);
        let margin = balanced.map(|deal| Says::Margin { deal });
        let ideal = self.best_of_each().map(|deals| Says::Ideal { deals });
        let all = [Some(Says::Zopa { deal }), margin, ideal];
        all.into_iter().flatten().collect()
    }

    fn solution(&self, concept: Concept, solution: &Solution) -> Option<Says> {
        let other = if solution.unique {
            None
        } else {
            self.other(concept, solution)
        };
        let said = format::Solution {
            deal: self.deal(&solution.spot),
            unique: solution.unique,
            other: other.map(|spot| self.deal(&spot)),
        };
        Some(match concept {
            Concept::Nash => Says::Nash(said),
            Concept::KalaiSmorodinsky => {
                let ideal = self.best_of_each()?;
                Says::KalaiSmorodinsky {
                    ideal,
                    solution: said,
                }
            }
            Concept::Egalitarian => Says::Egalitarian(said),
            Concept::Utilitarian => Says::Utilitarian(said),
        })
    }

    /// Another maximiser of a concept whose solution is not the only one.
    fn other(&self, concept: Concept, solution: &Solution) -> Option<Spot> {
        let (frontier, gain) = (&self.analysis.frontier, &solution.gain);
        let differs = |utility: &UtilityPoint| *utility != solution.utility;
        let one = UtilityPoint::new(Rational::ONE, Rational::ONE);
        match concept {
            Concept::Nash if solution.product().is_positive() => self.find(|utility| {
                differs(utility) && utility.minus(self.d).product() == solution.product()
            }),
            // One party gains nothing; in the other solution it is the other one.
            Concept::Nash => {
                let ideal = self.analysis.zopa.ideal.as_ref()?;
                let end = if gain.a().is_positive() {
                    UtilityPoint::new(self.d.a().clone(), ideal.b().clone())
                } else {
                    UtilityPoint::new(ideal.a().clone(), self.d.b().clone())
                };
                locate(frontier, &end)
            }
            Concept::KalaiSmorodinsky => locate(frontier, &self.mirror(gain, &self.span()?)),
            Concept::Egalitarian => locate(frontier, &self.mirror(gain, &one)),
            Concept::Utilitarian => {
                self.find(|utility| differs(utility) && utility.sum() == solution.utility.sum())
            }
        }
    }

    fn nash_lottery(&self) -> Says {
        let lottery = self.analysis.nash_lottery.as_ref().and_then(|lottery| {
            let (first, last) = (lottery.draws.first()?, lottery.draws.last()?);
            // one draw is a sure thing
            let sure = lottery.draws.len() == 1;
            let second = if sure { Rational::ZERO } else { last.0.clone() };
            Some(Lottery {
                utility: pair(&lottery.utility),
                probabilities: [first.0.clone(), second].map(Exact),
                deals: [self.deal(&first.1), self.deal(&last.1)],
            })
        });
        Says::NashLottery { lottery }
    }

    fn frontier(&self, max_pieces: usize) -> Says {
        let count = self.analysis.frontier.len();
        if count > max_pieces {
            let reason =
                format!("it has {count} pieces, more than the {max_pieces} that are written");
            return Says::Unproven {
                about: "frontier".to_owned(),
                reason,
            };
        }
        let pieces = self.analysis.pieces().map(|entry| {
            let piece = &entry.piece;
            let mut ends = vec![self.priced(&piece.from, &entry.from)];
            if !piece.is_point() {
                ends.push(self.priced(&piece.to, &entry.to));
            }
            ends
        });
        let analysis = self.analysis;
        let scale = analysis.frontier.common_denominator();
        Says::Frontier {
            pieces: pieces.collect(),
            second: second(&analysis.scenario, analysis.convention, &scale),
        }
    }

    /// A deal that was agreed on: dominated or efficient.
    fn agreed(&self, deal: &Allocation) -> Says {
        let score = self.analysis.score_allocation(deal);
        let deal = self.priced(&score.utility, deal);
        match score.dominated_by {
            Some(better) => {
                let better = self.priced(&better.utility, &better.allocation);
                Says::Dominated { deal, better }
            }
            None => Says::Efficient { deal },
        }
    }

    /// The first place in the ZOPA at an end of a piece, at a BATNA or at a peak of the product that will do.
    fn find(&self, will_do: impl Fn(&UtilityPoint) -> bool) -> Option<Spot> {
        let frontier = &self.analysis.frontier;
        frontier.pieces().enumerate().find_map(|(piece, ends)| {
            let (gain, step) = (ends.from.minus(self.d), ends.to.minus(&ends.from));
            let mut places = vec![Rational::ZERO, Rational::ONE];
            if !ends.is_point() {
                let slope = step.a() * gain.b() + step.b() * gain.a();
                places.push(-gain.a() / step.a());
                places.push(-gain.b() / step.b());
                places.push(slope / (step.product() * Rational::from(-2)));
            }
            places
                .into_iter()
                .map(|along| along.max(Rational::ZERO).min(Rational::ONE))
                .map(|along| Spot { piece, along })
                .find(|spot| {
                    let utility = ends.at(&spot.along);
                    utility.covers(self.d) && will_do(&utility)
                })
        })
    }

    /// The deals of the ZOPA that are the best for A and for B.
    fn best_of_each(&self) -> Option<[Deal; PARTIES]> {
        let ideal = self.analysis.zopa.ideal.as_ref()?;
        let best = |party: usize| {
            let spot = self.find(|utility| utility.0[party] == ideal.0[party])?;
            Some(self.deal(&spot))
        };
        Some([best(0)?, best(1)?])
    }

    /// What each party can gain at most within the ZOPA, where both can gain.
    fn span(&self) -> Option<UtilityPoint> {
        let ideal = self.analysis.zopa.ideal.as_ref()?;
        Some(ideal.minus(self.d)).filter(|span| !span.product().is_zero())
    }

    /// The pair at which the parties' ratios of gain to scale are exchanged.
    fn mirror(&self, gain: &UtilityPoint, scale: &UtilityPoint) -> UtilityPoint {
        let [a, b] = [gain.a() / scale.a(), gain.b() / scale.b()];
        self.d
            .plus(&UtilityPoint::new(b * scale.a(), a * scale.b()))
    }

    /// The deal at a place of the frontier.
    fn deal(&self, spot: &Spot) -> Deal {
        let utility = self.analysis.frontier.utility(spot);
        self.priced(&utility, &self.analysis.allocation(spot))
    }

    fn priced(&self, utility: &UtilityPoint, allocation: &Allocation) -> Deal {
        priced(&self.analysis.scenario, utility, allocation)
    }
}
