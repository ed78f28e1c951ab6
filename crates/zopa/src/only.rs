//! One solution without the frontier, for scenarios too large for one.

use serde_json::{Map, Value, json};
use zopa_model::{Convention, PARTIES, Rational, Scenario, UtilityPoint};
use zopa_solve::single::{self, Certificate, Outcome, solve_one};
use zopa_solve::{Concept, StopReason};

use crate::analysis::{AnalyzeError, Deal, Options};
use crate::json::{Numbers, SCHEMA_VERSION};
use crate::lower::{certified_allocation, game};

/// One concept's solution of a scenario.
#[derive(Clone, Debug)]
pub struct Only {
    /// The scenario.
    pub scenario: Scenario,
    /// How burdens count.
    pub convention: Convention,
    /// The BATNAs.
    pub disagreement: UtilityPoint,
    /// The concept.
    pub concept: Concept,
    /// What was found.
    pub answer: OnlyAnswer,
}

/// What was found of one concept.
#[derive(Clone, Debug)]
pub enum OnlyAnswer {
    /// The solution, proved.
    Solved {
        /// The solution.
        deal: Deal,
        /// Is the maximiser one utility pair? `None` where that was not determined.
        unique: Option<bool>,
        /// A line that shows that nothing is better.
        proof: Certificate,
        /// What is best for A and for B inside the ZOPA, each with its line, where the concept is Kalai-Smorodinsky.
        best_of_each: Option<Box<[(Deal, Certificate); PARTIES]>>,
        /// Another deal that does as well, where one is known.
        other: Option<Box<Deal>>,
    },
    /// There is no ZOPA: proved.
    Empty {
        /// The efficient allocation where the smaller gain is largest.
        closest: Deal,
        /// A line that shows that no smaller gain is larger.
        proof: Certificate,
    },
    /// The budget ran out.
    BestFound {
        /// The best deal so far inside the ZOPA, if one was found.
        deal: Option<Deal>,
        /// What the concept maximises is proved to be at most this; `None` where nothing is.
        bound: Option<Rational>,
        /// The line that gives the bound.
        proof: Option<Certificate>,
        /// Which limit was met.
        reason: StopReason,
    },
}

/// Finds one concept's solution, proved, without the frontier: for scenarios of up to hundreds of thousands of resources.
///
/// # Errors
/// Where the scenario has neither resources nor issues.
pub fn solve_only(
    scenario: &Scenario,
    concept: Concept,
    options: &Options<'_>,
) -> Result<Only, AnalyzeError> {
    if scenario.is_relational() {
        return Err(AnalyzeError::NothingToAnalyze);
    }
    let game = game(scenario, options.convention, |_| true);
    let disagreement = scenario.disagreement_point();
    let priced = |deal: single::Deal| Deal {
        allocation: certified_allocation(
            scenario,
            options.convention,
            |_| true,
            &deal.agreement,
            &deal.utility,
        ),
        utility: deal.utility,
        gain: deal.gain,
    };
    let answer = match solve_one(&game, concept, &disagreement, &options.budget) {
        Outcome::Solved {
            deal,
            unique,
            certificate,
            best_of_each,
            other,
            ..
        } => OnlyAnswer::Solved {
            deal: priced(deal),
            unique,
            proof: certificate,
            best_of_each: best_of_each
                .map(|best| Box::new(best.map(|(deal, proof)| (priced(deal), proof)))),
            other: other.map(|deal| Box::new(priced(*deal))),
        },
        Outcome::Empty {
            closest,
            certificate,
        } => OnlyAnswer::Empty {
            closest: priced(closest),
            proof: certificate,
        },
        Outcome::BestFound {
            deal,
            bound,
            certificate,
            reason,
        } => OnlyAnswer::BestFound {
            deal: deal.map(priced),
            bound,
            proof: certificate,
            reason,
        },
    };
    Ok(Only {
        scenario: scenario.clone(),
        convention: options.convention,
        disagreement,
        concept,
        answer,
    })
}

/// The answer as `zopa analyze --only CONCEPT --format json` prints it.
#[must_use]
pub fn only_json(only: &Only, numbers: Numbers) -> Value {
    let scenario = &only.scenario;
    let with_product = only.concept == Concept::Nash;
    let mut fields = Map::new();
    fields.insert("schema_version".into(), SCHEMA_VERSION.into());
    fields.insert("scenario".into(), scenario.id.clone().into());
    fields.insert(
        "parties".into(),
        json!(scenario.parties.each_ref().map(|party| party.name.as_str())),
    );
    fields.insert("convention".into(), only.convention.as_str().into());
    fields.insert(
        "disagreement".into(),
        json!({
            "utility": numbers.pair(&only.disagreement),
            "assumed": scenario.parties.each_ref().map(|party| party.batna.is_none()),
        }),
    );
    fields.insert("only".into(), only.concept.as_str().into());
    let (complete, bound, exists) = match &only.answer {
        OnlyAnswer::Solved { .. } => (true, Value::Null, Value::from(true)),
        OnlyAnswer::Empty { .. } => (true, Value::Null, Value::from(false)),
        OnlyAnswer::BestFound { deal, bound, .. } => {
            // A deal that both can accept shows that a ZOPA exists; without one nothing is known.
            let exists = if deal.is_some() {
                Value::from(true)
            } else {
                Value::Null
            };
            (false, numbers.or_null(bound.as_ref()), exists)
        }
    };
    fields.insert("complete".into(), complete.into());
    fields.insert("bound".into(), bound);
    fields.insert("zopa_exists".into(), exists);
    let solution = match &only.answer {
        OnlyAnswer::Solved { deal, unique, .. } => {
            numbers.solution(scenario, deal, *unique, with_product)
        }
        OnlyAnswer::BestFound {
            deal: Some(deal), ..
        } => numbers.solution(scenario, deal, None, with_product),
        OnlyAnswer::BestFound { deal: None, .. } | OnlyAnswer::Empty { .. } => Value::Null,
    };
    fields.insert("solution".into(), solution);
    let closest = match &only.answer {
        OnlyAnswer::Empty { closest, .. } => numbers.deal(scenario, closest),
        _ => Value::Null,
    };
    fields.insert("closest_to_agreement".into(), closest);
    let line = match &only.answer {
        OnlyAnswer::Solved { proof, .. } | OnlyAnswer::Empty { proof, .. } => Some(proof),
        OnlyAnswer::BestFound { proof, .. } => proof.as_ref(),
    };
    let line = line.map_or(Value::Null, |proof| {
        json!({
            "weights": numbers.pair(&proof.weights),
            "bound": numbers.of(&proof.bound),
            "slack": numbers.or_null(proof.slack.as_ref()),
        })
    });
    fields.insert("proof".into(), line);
    Value::Object(fields)
}
