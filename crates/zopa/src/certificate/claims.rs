//! What is claimed of an analysis. The regions of each claim stand in `docs/certificates.md`, in the order of the weights here.

use serde_json::{Value, json};
use zopa_model::{Allocation, PARTIES, Rational, Scenario, UtilityPoint};
use zopa_solve::judge::locate;
use zopa_solve::{Solution, Spot};

use super::CertificateOptions;
use super::hull::{Hull, normal};
use zopa_solve::concepts::Concept;

use crate::analysis::Analysis;

/// Every claim. Where a number is longer than a reader takes, the claim is listed as unproven.
pub(super) fn all(analysis: &Analysis, options: &CertificateOptions<'_>) -> Vec<Value> {
    let maker = Maker {
        analysis,
        d: &analysis.disagreement,
        hull: Hull::of(&analysis.frontier),
    };
    let mut claims = maker.zopa();
    for concept in Concept::ALL {
        claims.extend(
            analysis
                .solution(concept)
                .map(|solution| maker.solution(concept, solution)),
        );
    }
    claims.push(maker.nash_lottery());
    claims.extend(maker.closest());
    claims.push(maker.frontier(options.max_pieces));
    claims.extend(options.deals.iter().map(|deal| maker.agreed(deal)));
    readable(&mut claims);
    claims
}

/// Lists as unproven what a reader would not take.
pub(super) fn readable(claims: &mut [Value]) {
    for claim in claims {
        if !is_readable(claim) {
            let about = claim["claim"].as_str().unwrap_or_default();
            *claim = unproven(about, "its numbers are longer than a certificate may hold");
        }
    }
}

/// A pair of utilities or weights.
pub(super) fn pair(point: &UtilityPoint) -> Value {
    Value::from_iter(point.0.each_ref().map(Rational::to_string))
}

pub(super) fn unproven(about: &str, reason: &str) -> Value {
    json!({"claim": "unproven", "about": about, "reason": reason, "weights": []})
}

/// Would every number be read back?
fn is_readable(value: &Value) -> bool {
    match value {
        // what is no number in a string is a name, of any length
        Value::String(text) => {
            let number = text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'/'));
            !number || Rational::from_fraction(text).is_ok()
        }
        Value::Array(items) => items.iter().all(is_readable),
        Value::Object(members) => members.values().all(is_readable),
        _ => true,
    }
}

struct Maker<'a> {
    analysis: &'a Analysis,
    d: &'a UtilityPoint,
    hull: Hull,
}

impl Maker<'_> {
    fn zopa(&self) -> Vec<Value> {
        let zopa = &self.analysis.zopa;
        let egalitarian = self.analysis.solution(Concept::Egalitarian);
        let closest = self.analysis.closest_to_agreement.as_ref();
        let balanced = egalitarian.map(|solution| &solution.spot).or(closest);
        let balanced = balanced.map(|spot| self.deal(spot));
        let exists = json!({
            "claim": "zopa",
            "deal": if zopa.exists { balanced.clone() } else { None },
            "weights": if zopa.exists { vec![] } else { vec![self.beyond(self.d)] },
        });
        let margin = UtilityPoint::new(zopa.margin.clone(), zopa.margin.clone());
        let margin = json!({
            "claim": "margin",
            "value": zopa.margin.to_string(),
            "deal": balanced,
            "weights": [self.beyond(&self.d.plus(&margin))],
        });
        let mut claims = vec![exists, margin];
        if let Some(ideal) = &zopa.ideal {
            claims.push(json!({
                "claim": "ideal",
                "deals": self.best_of_each(ideal),
                "weights": self.beyond_both(ideal),
            }));
        }
        claims
    }

    fn solution(&self, concept: Concept, solution: &Solution) -> Value {
        let other = if solution.unique {
            None
        } else {
            let other = self.other(concept, solution);
            if other.is_none() {
                return unproven(concept.as_str(), "no second maximiser was found");
            }
            other
        };
        let utility = &solution.utility;
        let one = UtilityPoint::new(Rational::ONE, Rational::ONE);
        let weights = match concept {
            Concept::Nash if solution.product().is_positive() => vec![self.at_the_lottery()],
            Concept::Nash => {
                let other = other
                    .as_ref()
                    .map(|spot| self.analysis.frontier.utility(spot));
                let larger = |other: &UtilityPoint, party: usize| {
                    utility.0[party].clone().max(other.0[party].clone())
                };
                let most = match &other {
                    Some(other) => UtilityPoint::new(larger(other, 0), larger(other, 1)),
                    None => utility.clone(),
                };
                let mut weights = self.beyond_both(&most);
                weights.extend(other.map(|_| self.beyond(self.d)));
                weights
            }
            Concept::KalaiSmorodinsky => {
                let ideal = self.analysis.zopa.ideal.iter();
                let mut weights: Vec<Value> =
                    ideal.flat_map(|ideal| self.beyond_both(ideal)).collect();
                if let Some(span) = self.span() {
                    weights.extend(self.beyond_balance(utility, &span));
                }
                weights
            }
            Concept::Egalitarian => self.beyond_balance(utility, &one),
            Concept::Utilitarian => vec![weights(&self.hull.largest_sum(self.d))],
        };
        let mut claim = json!({
            "claim": concept.as_str(),
            "deal": self.deal(&solution.spot),
            "other": other.map(|spot| self.deal(&spot)),
        });
        if concept == Concept::KalaiSmorodinsky {
            let ideal = self.analysis.zopa.ideal.as_ref();
            claim["ideal"] = ideal.map_or(Value::Null, |ideal| self.best_of_each(ideal));
        }
        claim["weights"] = weights.into();
        claim
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

    fn nash_lottery(&self) -> Value {
        let Some(lottery) = &self.analysis.nash_lottery else {
            return json!({
                "claim": "nash_lottery",
                "utility": null,
                "lottery": [],
                "weights": [self.beyond(self.d)],
            });
        };
        let product = lottery.gain.product();
        let draw = |(probability, spot): &(Rational, Spot)| json!({"probability": probability.to_string(), "deal": self.deal(spot)});
        json!({
            "claim": "nash_lottery",
            "utility": pair(&lottery.utility),
            "lottery": lottery.draws.iter().map(draw).collect::<Vec<_>>(),
            "weights": if product.is_positive() {
                vec![self.at_the_lottery()]
            } else {
                self.beyond_both(&lottery.utility)
            },
        })
    }

    fn closest(&self) -> Option<Value> {
        let spot = self.analysis.closest_to_agreement.as_ref()?;
        let utility = self.analysis.frontier.utility(spot);
        let one = UtilityPoint::new(Rational::ONE, Rational::ONE);
        Some(json!({
            "claim": "closest_to_agreement",
            "deal": self.deal(spot),
            "weights": self.beyond_balance(&utility, &one),
        }))
    }

    fn frontier(&self, max_pieces: usize) -> Value {
        let frontier = &self.analysis.frontier;
        let count = frontier.len();
        if count > max_pieces {
            let reason =
                format!("it has {count} pieces, more than the {max_pieces} that are written");
            return unproven("frontier", &reason);
        }
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        let mut pieces = Vec::with_capacity(count);
        let mut proof = vec![weights(&UtilityPoint::new(zero.clone(), one.clone()))];
        let mut before: Option<UtilityPoint> = None;
        for entry in self.analysis.pieces() {
            let piece = &entry.piece;
            if let Some(before) = before.filter(|before| before.a() < piece.from.a()) {
                let corner = UtilityPoint::new(before.a().clone(), piece.from.b().clone());
                proof.push(self.beyond(&corner));
            }
            before = Some(piece.to.clone());
            if piece.is_point() {
                pieces.push(json!({"point": self.priced(&piece.from, &entry.from)}));
                continue;
            }
            proof.push(weights(&normal(&piece.from, &piece.to)));
            pieces.push(json!({
                "from": self.priced(&piece.from, &entry.from),
                "to": self.priced(&piece.to, &entry.to),
                "from_open": piece.from_open,
                "to_open": piece.to_open,
            }));
        }
        proof.push(weights(&UtilityPoint::new(one, zero)));
        json!({"claim": "frontier", "pieces": pieces, "weights": proof})
    }

    /// A deal that was agreed on: dominated or efficient.
    fn agreed(&self, deal: &Allocation) -> Value {
        let score = self.analysis.score_allocation(deal);
        let priced = self.priced(&score.utility, deal);
        match score.dominated_by {
            Some(better) => json!({
                "claim": "dominated",
                "deal": priced,
                "better": self.priced(&better.utility, &better.allocation),
                "weights": [],
            }),
            None => {
                let beyond = self.beyond(&score.utility);
                json!({"claim": "efficient", "deal": priced, "weights": [beyond, beyond]})
            }
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
    fn best_of_each(&self, ideal: &UtilityPoint) -> Value {
        let best = |party: usize| {
            self.find(|utility| utility.0[party] == ideal.0[party])
                .map(|spot| self.deal(&spot))
        };
        json!([best(0), best(1)])
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

    fn beyond(&self, corner: &UtilityPoint) -> Value {
        weights(&self.hull.beyond(corner))
    }

    /// For what gives a party more than this, and the other one its BATNA.
    fn beyond_both(&self, most: &UtilityPoint) -> Vec<Value> {
        let a = UtilityPoint::new(most.a().clone(), self.d.b().clone());
        let b = UtilityPoint::new(self.d.a().clone(), most.b().clone());
        vec![self.beyond(&a), self.beyond(&b)]
    }

    /// For a larger smaller ratio, a larger other one, and the exchanged ones.
    fn beyond_balance(&self, utility: &UtilityPoint, scale: &UtilityPoint) -> Vec<Value> {
        let gain = utility.minus(self.d);
        let ratio = (gain.a() / scale.a()).min(gain.b() / scale.b());
        let equal = UtilityPoint::new(&ratio * scale.a(), &ratio * scale.b());
        let corners = [
            self.d.plus(&equal),
            utility.clone(),
            self.mirror(&gain, scale),
        ];
        corners.iter().map(|corner| self.beyond(corner)).collect()
    }

    /// The line that touches the hull where its product is largest leaves least below the curve of that product.
    fn at_the_lottery(&self) -> Value {
        let lottery = self.analysis.nash_lottery.as_ref();
        lottery.map_or(Value::Null, |lottery| {
            let [a, b] = &lottery.gain.0;
            weights(&UtilityPoint::new(b.clone(), a.clone()))
        })
    }

    /// The deal at a place of the frontier.
    fn deal(&self, spot: &Spot) -> Value {
        let utility = self.analysis.frontier.utility(spot);
        self.priced(&utility, &self.analysis.allocation(spot))
    }

    fn priced(&self, utility: &UtilityPoint, allocation: &Allocation) -> Value {
        priced(&self.analysis.scenario, utility, allocation)
    }
}

/// A deal: its utilities, and who gets what.
pub(super) fn priced(
    scenario: &Scenario,
    utility: &UtilityPoint,
    allocation: &Allocation,
) -> Value {
    let names = scenario.parties.each_ref().map(|party| &party.name);
    let both = |shares: &[Rational; PARTIES]| {
        let named = names.iter().zip(shares);
        Value::from_iter(named.map(|(name, share)| (name.as_str(), share.to_string())))
    };
    let each = scenario.resources.iter().zip(&allocation.shares);
    let shares = each.map(|(resource, shares)| (resource.id.as_str(), both(shares)));
    json!({"utility": pair(utility), "allocation": Value::from_iter(shares)})
}

/// Weights as whole numbers without a common divisor; only their ratio matters.
pub(super) fn weights(pair: &UtilityPoint) -> Value {
    let [a, b] = &pair.0;
    // a / b in lowest terms
    let whole = match a.checked_div(b) {
        Some(ratio) => [
            ratio.numerator().to_string(),
            ratio.denominator().to_string(),
        ],
        None => ["1".to_owned(), "0".to_owned()],
    };
    Value::from_iter(whole)
}
