//! Random mutations of a valid scenario, judged by us and by an independent implementation of JSON Schema.

mod common;

use boon::{Compiler, Schemas};
use common::{CLEAN, Random, assert_sound};
use serde_json::{Map, Value, json};
use zopa_model::{Code, Severity, check};

/// Errors of rules that the schema states in its descriptions, or of limits of ours: it has no keyword for them.
const BEYOND_THE_SCHEMA: &[Code] = &[
    Code::SameNames,
    Code::ReservedName,
    Code::UnknownParty,
    Code::UnknownSpeaker,
    Code::TurnOrder,
    Code::TurnLimits,
    Code::DuplicateId,
    Code::ValuationsKeys,
    Code::ZeroWeights,
    Code::BothBenefitLiability,
    Code::NumberLimits,
];

const MUTATIONS: usize = 4000;

#[test]
fn we_agree_with_the_schema() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/benchmark-scenario.schema.json"
    );
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = compiler
        .compile(path, &mut schemas)
        .expect("the schema compiles");
    let clean: Value = serde_json::from_str(CLEAN).expect("JSON");
    assert!(schemas.validate(&clean, schema).is_ok());
    let mut random = Random::seeded(1);
    let (mut valid, mut invalid) = (0, 0);
    for number in 0..MUTATIONS {
        let mut scenario = clean.clone();
        for _ in 0..1 + number % 3 {
            mutate(&mut scenario, &mut random);
        }
        let text = serde_json::to_string_pretty(&scenario).expect("JSON");
        let checked = check(&text);
        assert_sound(&text, &checked);
        let mut errors = checked
            .diagnostics
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        match schemas.validate(&scenario, schema) {
            Ok(()) => {
                valid += 1;
                let strange = errors.find(|finding| !BEYOND_THE_SCHEMA.contains(&finding.code));
                assert!(
                    strange.is_none(),
                    "the schema allows it: {strange:#?}\n{text}"
                );
            }
            Err(error) => {
                invalid += 1;
                assert!(
                    errors.next().is_some(),
                    "we find no error: {error:#}\n{text}"
                );
            }
        }
    }
    assert!(
        valid > 200 && invalid > 200,
        "{valid} valid, {invalid} invalid"
    );
}

/// Changes one value somewhere.
fn mutate(value: &mut Value, random: &mut Random) {
    // to go on, or to stop here
    let deeper = match value {
        Value::Array(items) => !items.is_empty() && random.below(8) > 0,
        Value::Object(members) => !members.is_empty() && random.below(8) > 0,
        _ => false,
    };
    match value {
        Value::Array(items) if deeper => {
            let index = random.below(items.len());
            mutate(&mut items[index], random);
        }
        Value::Object(members) if deeper => {
            let key = members
                .keys()
                .nth(random.below(members.len()))
                .expect("a key")
                .clone();
            mutate(&mut members[&key], random);
        }
        Value::Array(items) => mutate_array(items, random),
        Value::Object(members) => mutate_object(members, random),
        _ => *value = scalar(random),
    }
}

fn mutate_array(items: &mut Vec<Value>, random: &mut Random) {
    match random.below(4) {
        0 => items.truncate(items.len().saturating_sub(1)),
        1 => items.extend(items.last().cloned()),
        2 => items.push(scalar(random)),
        _ => items.clear(),
    }
}

fn mutate_object(members: &mut Map<String, Value>, random: &mut Random) {
    let key = |members: &Map<String, Value>, random: &mut Random| {
        members
            .keys()
            .nth(random.below(members.len().max(1)))
            .cloned()
            .unwrap_or_default()
    };
    match random.below(5) {
        0 => {
            let key = key(members, random);
            members.shift_remove(&key);
        }
        1 => {
            let words = [
                "unit_label",
                "shared_mode",
                "held_by",
                "polarity",
                "description",
                "hidden_emotions",
                "internal_thought",
            ];
            members.insert((*random.pick(&words)).to_owned(), scalar(random));
        }
        2 => {
            let words = ["canary_string", "nmae", "x", "Cem", "", "quantty"];
            members.insert((*random.pick(&words)).to_owned(), scalar(random));
        }
        3 => {
            // a key with a letter too few
            let key = key(members, random);
            if let Some(value) = members.shift_remove(&key) {
                members.insert(key.chars().skip(1).collect(), value);
            }
        }
        _ => {
            let key = key(members, random);
            members.insert(key, scalar(random));
        }
    }
}

fn scalar(random: &mut Random) -> Value {
    let values = [
        json!(0),
        json!(1),
        json!(2),
        json!(6),
        json!(6.0),
        json!(0.5),
        json!(1.5),
        json!(-1),
        json!(-0.0),
        json!(100),
        json!(101),
        json!(1e3),
        json!(0.300_000_000_000_000_04),
        json!(null),
        json!(true),
        json!(false),
        json!([]),
        json!({}),
        json!([1]),
        json!(""),
        json!(" "),
        json!("Ana"),
        json!("Ben"),
        json!("Cem"),
        json!("Moderator"),
        json!("shared"),
        json!("other"),
        json!("usd"),
        json!("percent"),
        json!("latent"),
        json!("known"),
        json!("divisible"),
        json!("indivisible"),
        json!("both_benefit"),
        json!("joint_obligation"),
        json!("liability"),
        json!("asset"),
        json!("raw"),
        json!("normalized_share"),
        json!("harvest"),
        json!("not an id"),
        json!("caf\u{e9}"),
        json!("a\nb"),
        json!("\u{7f}"),
        json!("~"),
        json!("expert"),
        json!("family"),
        json!("a_b"),
        json!("_a"),
    ];
    random.pick(&values).clone()
}
