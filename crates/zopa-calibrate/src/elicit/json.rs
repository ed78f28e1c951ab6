//! What was elicited as JSON, and as a patch of the scenario.

use serde_json::{Value, json};
use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;
use zopa_model::json::pointer_token;

use super::{Elicitation, Knowledge, Question, answer_line};
use crate::consistent::Range;

/// The version of the contract.
const SCHEMA_VERSION: u32 = 1;

/// The object that `calibrate elicit --format json` prints. With `exact`, ranges are fractions as strings.
#[must_use]
pub fn elicit_json(
    elicitation: &Elicitation<'_>,
    known: &Knowledge,
    next: Option<&Question>,
    exact: bool,
) -> Value {
    let number = |value: &Rational| {
        if exact {
            json!(value.to_string())
        } else {
            json!(value.to_f64())
        }
    };
    let range = |range: &Range| json!({"low": number(&range.low), "high": number(&range.high)});
    let scenario = elicitation.scenario;
    let valuations = scenario
        .resources
        .iter()
        .zip(&known.valuations)
        .zip(&known.estimate);
    let valuations: Vec<Value> = valuations
        .map(|((resource, found), estimate)| {
            let mut one = range(found);
            one["resource"] = json!(resource.id);
            one["estimate"] = number(estimate);
            one
        })
        .collect();
    let mut batna = range(&known.batna);
    batna["estimate"] = number(&known.batna_estimate);
    json!({
        "schema_version": SCHEMA_VERSION,
        "scenario": scenario.id,
        "party": scenario.parties[elicitation.party].name,
        "convention": elicitation.convention().as_str(),
        "answers": elicitation.replies().len(),
        "complete": elicitation.is_complete(known),
        "valuations": valuations,
        "batna": batna,
        "next": next.map(|question| json!({
            "words": question.in_words(elicitation),
            "line": answer_line(scenario, question, None),
        })),
        "patch": patch(elicitation, known),
    })
}

/// A JSON Patch (RFC 6902) that writes the estimates into the scenario's file.
#[must_use]
pub fn patch(elicitation: &Elicitation<'_>, known: &Knowledge) -> Value {
    let scenario = elicitation.scenario;
    let party = &scenario.parties[elicitation.party];
    let resources = known.estimate.iter().enumerate().map(|(index, value)| {
        let path = format!(
            "/resources/{index}/valuations/{}",
            pointer_token(&party.name)
        );
        json!({"op": "replace", "path": path, "value": value.to_f64()})
    });
    let utility = json!(known.batna_estimate.to_f64());
    let at = format!("/participants/{}/batna_config", elicitation.party);
    let batna = match party.batna {
        Some(_) => json!({"op": "replace", "path": format!("{at}/utility"), "value": utility}),
        None => json!({"op": "add", "path": at, "value": {
            "utility": utility,
            "description": "What walking away is worth, from the party's answers.",
        }}),
    };
    Value::Array(resources.chain([batna]).collect())
}
