//! The machine-readable results: one contract for every front end. A change to it changes [`SCHEMA_VERSION`].

use serde_json::{Map, Value, json};
use zopa_model::{
    Allocation, DomainIssue, IssueSpace, NearestFloat, Rational, RunError, Scenario, Term,
    UtilityPoint,
};
use zopa_solve::{Concept, Zopa};

use crate::analysis::{Analysis, Deal, FrontierPiece};
use crate::latent::{LatentValue, ResourceValue};
use crate::score::{Impasse, Score};

/// The version of the contract.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// How rational numbers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// The nearest `f64`.
    #[default]
    Nearest,
    /// The reduced fraction as a string: `"37/100"`, `"1"`.
    Exact,
}

impl Numbers {
    /// A number.
    #[must_use]
    pub fn of(self, value: &Rational) -> Value {
        match self {
            Self::Nearest => Value::from(value.to_f64()),
            Self::Exact => Value::from(value.to_string()),
        }
    }

    pub(crate) fn or_null(self, value: Option<&Rational>) -> Value {
        value.map_or(Value::Null, |value| self.of(value))
    }

    /// A pair of utilities as an array.
    #[must_use]
    pub fn pair(self, point: &UtilityPoint) -> Value {
        Value::Array(point.0.iter().map(|value| self.of(value)).collect())
    }

    /// An allocation as `zopa score` accepts it: by resource, then by party.
    #[must_use]
    pub fn allocation(self, scenario: &Scenario, allocation: &Allocation) -> Value {
        let shares = scenario
            .resources
            .iter()
            .zip(&allocation.shares)
            .map(|(resource, shares)| {
                let by_party = scenario
                    .parties
                    .iter()
                    .zip(shares)
                    .map(|(party, share)| (party.name.clone(), self.of(share)));
                (resource.id.clone(), Value::Object(by_party.collect()))
            });
        let terms = scenario
            .settled(allocation)
            .map(|(issue, term)| (issue.name.clone(), self.term(issue, term)));
        Value::Object(shares.chain(terms).collect())
    }

    /// The option's name, or the number.
    fn term(self, issue: &DomainIssue, term: &Term) -> Value {
        match (&issue.space, term) {
            (IssueSpace::Options(options), Term::Option(index)) => {
                options[*index].name.clone().into()
            }
            (_, Term::Value(value)) => self.of(value),
            (IssueSpace::Range(_), Term::Option(_)) => Value::Null,
        }
    }

    fn zopa(self, zopa: &Zopa) -> Value {
        json!({
            "exists": zopa.exists,
            "margin": self.of(&zopa.margin),
            "ideal": zopa.ideal.as_ref().map_or(Value::Null, |ideal| self.pair(ideal)),
            "area_share": self.of(&zopa.area_share),
        })
    }

    /// A deal: utilities, gains, allocation.
    #[must_use]
    pub fn deal(self, scenario: &Scenario, deal: &Deal) -> Value {
        json!({
            "utility": self.pair(&deal.utility),
            "gain": self.pair(&deal.gain),
            "allocation": self.allocation(scenario, &deal.allocation),
        })
    }

    /// A solution: the product for Nash alone. `unique` is null where it was not determined.
    pub(crate) fn solution(
        self,
        scenario: &Scenario,
        deal: &Deal,
        unique: Option<bool>,
        with_product: bool,
    ) -> Value {
        let mut fields = Map::new();
        fields.insert("utility".into(), self.pair(&deal.utility));
        fields.insert("gain".into(), self.pair(&deal.gain));
        if with_product {
            fields.insert("product".into(), self.of(&deal.gain.product()));
        }
        fields.insert("unique".into(), unique.into());
        fields.insert(
            "allocation".into(),
            self.allocation(scenario, &deal.allocation),
        );
        Value::Object(fields)
    }

    fn piece(
        self,
        scenario: &Scenario,
        FrontierPiece {
            piece,
            from,
            to,
            moving,
        }: &FrontierPiece,
    ) -> Value {
        if piece.is_point() {
            return json!({"point": self.pair(&piece.from), "allocation": self.allocation(scenario, from)});
        }
        let moving: Vec<&str> = scenario
            .subjects()
            .enumerate()
            .filter(|(index, _)| moving.contains(index))
            .map(|(_, name)| name)
            .collect();
        json!({
            "from": self.pair(&piece.from),
            "to": self.pair(&piece.to),
            "from_open": piece.from_open,
            "to_open": piece.to_open,
            "moving": moving,
            "from_allocation": self.allocation(scenario, from),
            "to_allocation": self.allocation(scenario, to),
        })
    }

    fn latent(self, scenario: &Scenario, value: &LatentValue) -> Value {
        let resource = |value: &ResourceValue| {
            let resource = &scenario.resources[value.resource];
            json!({
                "id": resource.id,
                "held_by": resource.held_by.map(|party| scenario.parties[party].name.as_str()),
                "revelation": {
                    "margin": self.of(&value.margin),
                    "nash_gain": value.nash_gain.as_ref().map_or(Value::Null, |gain| self.pair(gain)),
                },
                "shapley": {
                    "margin": self.of(&value.shapley_margin),
                    "utility_sum": self.of(&value.shapley_utility_sum),
                },
            })
        };
        let nash = value.known_only_nash.as_ref();
        json!({
            "known_only": {
                "zopa": self.zopa(&value.known_only_zopa),
                "nash": nash.map_or(Value::Null, |(deal, unique)| self.solution(scenario, deal, Some(*unique), true)),
            },
            "resources": value.resources.iter().map(resource).collect::<Vec<_>>(),
        })
    }
}

/// The analysis as `zopa analyze --format json` prints it.
#[must_use]
pub fn analysis_json(analysis: &Analysis, latent: Option<&LatentValue>, numbers: Numbers) -> Value {
    let piece = |piece| numbers.piece(&analysis.scenario, &piece);
    let frontier = analysis.pieces().map(piece).collect();
    with_frontier(analysis, latent, numbers, frontier)
}

/// The same with an empty `frontier`, whose pieces and allocations can be all but a little of it.
#[must_use]
pub fn overview_json(analysis: &Analysis, latent: Option<&LatentValue>, numbers: Numbers) -> Value {
    with_frontier(analysis, latent, numbers, Vec::new())
}

fn with_frontier(
    analysis: &Analysis,
    latent: Option<&LatentValue>,
    numbers: Numbers,
    frontier: Vec<Value>,
) -> Value {
    let scenario = &analysis.scenario;
    let mut solutions = Map::new();
    for concept in Concept::ALL {
        let solution = analysis.solution(concept).map_or(Value::Null, |solution| {
            let deal = analysis.deal(&solution.spot, &analysis.disagreement);
            numbers.solution(
                scenario,
                &deal,
                Some(solution.unique),
                concept == Concept::Nash,
            )
        });
        solutions.insert(concept.as_str().into(), solution);
    }
    let lottery = analysis
        .nash_lottery
        .as_ref()
        .map_or(Value::Null, |lottery| {
            let draws = analysis.lottery_draws().map(|draw| {
                json!({
                    "probability": numbers.of(&draw.probability),
                    "utility": numbers.pair(&draw.utility),
                    "allocation": numbers.allocation(scenario, &draw.allocation),
                })
            });
            json!({
                "utility": numbers.pair(&lottery.utility),
                "gain": numbers.pair(&lottery.gain),
                "product": numbers.of(&lottery.gain.product()),
                "lottery": draws.collect::<Vec<_>>(),
            })
        });
    solutions.insert("nash_lottery".into(), lottery);
    let closest = analysis.closest_to_agreement.as_ref();
    json!({
        "schema_version": SCHEMA_VERSION,
        "scenario": scenario.id,
        "parties": scenario.parties.each_ref().map(|party| party.name.as_str()),
        "convention": analysis.convention.as_str(),
        "disagreement": {
            "utility": numbers.pair(&analysis.disagreement),
            "assumed": scenario.parties.each_ref().map(|party| party.batna.is_none()),
        },
        "frontier": frontier,
        "zopa": numbers.zopa(&analysis.zopa),
        "solutions": solutions,
        "closest_to_agreement": closest.map_or(Value::Null, |spot| {
            numbers.deal(scenario, &analysis.deal(spot, &analysis.disagreement))
        }),
        "warnings": analysis.warning_codes(),
        "latent": latent.map_or(Value::Null, |value| numbers.latent(scenario, value)),
    })
}

/// An allocation as it stands in every output: `{resource: {party: share, party: share}}`, in a domain `{issue: option}`.
#[must_use]
pub fn allocation_json(scenario: &Scenario, allocation: &Allocation, numbers: Numbers) -> Value {
    numbers.allocation(scenario, allocation)
}

/// A score as it stands under `zopa` in the output of `zopa score`.
#[must_use]
pub fn score_json(scenario: &Scenario, score: &Score, numbers: Numbers) -> Value {
    let assumed: Map<String, Value> = score
        .assumed
        .iter()
        .map(|&(resource, party)| {
            (
                scenario.resources[resource].id.clone(),
                scenario.parties[party].name.clone().into(),
            )
        })
        .collect();
    let mut distance = Map::new();
    distance.insert("frontier".into(), score.distance.frontier.into());
    for (concept, off) in Concept::ALL.iter().zip(score.distance.solutions) {
        distance.insert(
            concept.as_str().into(),
            off.map_or(Value::Null, Value::from),
        );
    }
    json!({
        "convention": score.convention.as_str(),
        "status": score.status.as_str(),
        "assumed": if assumed.is_empty() { Value::Null } else { Value::Object(assumed) },
        "utility": numbers.pair(&score.utility),
        "gain": numbers.pair(&score.gain),
        "individually_rational": score.individually_rational,
        "pareto_efficient": score.pareto_efficient,
        "dominated_by": score.dominated_by.as_ref().map_or(Value::Null, |deal| numbers.deal(scenario, deal)),
        "pareto_gap": numbers.of(&score.pareto_gap),
        "left_on_table": score.left_on_table.each_ref().map(|left| numbers.of(left)),
        "nash_ratio": numbers.of(&score.nash_ratio),
        "value_efficiency": score.value_efficiency,
        "joint_gain_ratio": numbers.or_null(score.joint_gain_ratio.as_ref()),
        "distance": distance,
        "share_of_surplus": numbers.or_null(score.share_of_surplus.as_ref()),
        "impasse": score.impasse.map(Impasse::as_str),
    })
}

/// An invalid run's fault as it stands under `zopa`.
#[must_use]
pub fn invalid_json(error: &RunError) -> Value {
    json!({
        "status": "invalid",
        "error": {"code": error.code.as_str(), "at": error.at, "message": error.message},
    })
}
