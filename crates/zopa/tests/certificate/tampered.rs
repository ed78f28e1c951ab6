//! Whatever is changed in a certificate, it is rejected, or still claims what is true and proves it.

use proptest::prelude::*;
use serde_json::{Value, json};
use zopa::{Convention, Rational};
use zopa_verify::{Claim, Verdict, verify};

use super::{certificate, sealed, shipped, text_of};

/// The JSON Pointers of all values of a certificate but the seal, objects and arrays included.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    if at != "/seal" {
        found.push(at.to_owned());
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let token = key.replace('~', "~0").replace('/', "~1");
                places(member, &format!("{at}/{token}"), found);
            }
        }
        _ => {}
    }
}

/// Other values, of the same type where that has any.
fn changes(value: &Value) -> Vec<Value> {
    let mut changes = match value {
        Value::Null => vec![json!("0"), json!(["1", "1"])],
        Value::Bool(flag) => vec![json!(!flag)],
        Value::Number(number) => vec![json!(number.as_u64().expect("a count") + 1)],
        Value::String(text) => match Rational::from_fraction(text) {
            Ok(number) => [Rational::ONE, Rational::new(-1, 1000), -(&number + &number)]
                .map(|change| json!((&number + &change).to_string()))
                .to_vec(),
            Err(_) => vec![json!(format!("{text}x")), json!("")],
        },
        Value::Array(_) | Value::Object(_) => vec![json!([]), json!({}), Value::Null],
    };
    changes.retain(|change| change != value);
    changes
}

fn with(certificate: &Value, at: &str, value: Value) -> Value {
    let mut changed = certificate.clone();
    *changed.pointer_mut(at).expect("a place") = value;
    changed
}

/// What is claimed, proved or not.
fn statements(verdict: &Verdict) -> Vec<&str> {
    let mut all: Vec<_> = verdict.proved.iter().chain(&verdict.unproven).collect();
    all.sort_by_key(|claim| claim.index);
    all.into_iter()
        .map(|claim| claim.statement.as_str())
        .collect()
}

#[test]
fn every_change_breaks_the_seal() {
    for id in shipped() {
        let text = text_of(&id);
        let honest = certificate(&text, Convention::Signed, &[]);
        let mut all = Vec::new();
        places(&honest, "", &mut all);
        for at in &all {
            let value = honest.pointer(at).expect("a place");
            if !value.is_array() && !value.is_object() {
                let changed = with(&honest, at, changes(value).swap_remove(0));
                let verdict = verify(&changed.to_string(), &text);
                assert!(
                    verdict.rejected.is_some() && verdict.proved.is_empty(),
                    "{id} {at}"
                );
            }
        }
    }
}

/// With a new seal only the weights and the steps can be changed, which are part of the proof and not of the claim.
#[test]
fn every_change_under_a_new_seal_is_found() {
    for id in ["cofounder_windup_ip", "duplex_foundation_repair"] {
        let text = text_of(id);
        let honest = certificate(&text, Convention::Signed, &[]);
        let before = verify(&honest.to_string(), &text);
        let mut all = Vec::new();
        places(&honest, "", &mut all);
        for at in all.iter().filter(|at| !at.is_empty()) {
            for value in changes(honest.pointer(at).expect("a place")) {
                let is_claim = at.starts_with("/claims/") && !at.contains("/weights")
                    || !at.starts_with("/claims") && at != "/steps";
                let verdict = verify(&sealed(with(&honest, at, value.clone())), &text);
                if at.ends_with("/unique") && verdict.rejected.is_none() {
                    // Nothing is said then of whether it is the only one.
                    assert_eq!(value, json!(false));
                    let said = |all: &[Claim]| {
                        all.iter()
                            .filter(|it| it.statement.contains("the only one"))
                            .count()
                    };
                    assert!(said(&verdict.proved) < said(&before.proved), "{id} {at}");
                } else if is_claim {
                    assert!(verdict.rejected.is_some(), "{id} {at} {value}: {verdict:?}");
                } else if verdict.rejected.is_none() && at != "/claims" {
                    assert_eq!(
                        statements(&verdict),
                        statements(&before),
                        "{id} {at} {value}"
                    );
                }
            }
        }
    }
}

/// Numbers as floats, other spellings, further or repeated fields.
#[test]
fn only_one_way_of_writing_is_read() {
    let text = text_of("duplex_foundation_repair");
    let honest = certificate(&text, Convention::Signed, &[]);
    let mut all = Vec::new();
    places(&honest, "", &mut all);
    for at in &all {
        let value = honest.pointer(at).expect("a place");
        let others: Vec<Value> = match value {
            Value::String(number) if Rational::from_fraction(number).is_ok() => {
                let doubled = match number.split_once('/') {
                    Some(_) => format!("0{number}"),
                    None => format!("{number}/1"),
                };
                vec![
                    json!(0.5),
                    json!(1),
                    json!(doubled),
                    json!("0.5"),
                    json!("1e3"),
                    json!("1/0"),
                    json!(""),
                ]
            }
            Value::Object(members) => {
                let mut more = members.clone();
                more.insert("note".to_owned(), "trust me".into());
                let mut turned: Vec<(String, Value)> = members.clone().into_iter().collect();
                turned.reverse();
                let mut less = turned.clone();
                less.pop();
                vec![
                    Value::Object(more),
                    turned.into_iter().collect(),
                    less.into_iter().collect(),
                ]
            }
            Value::Array(items) => {
                let more = [
                    items.as_slice(),
                    &items[..items.len().min(1)],
                    &[Value::Null],
                ]
                .concat();
                vec![Value::Array(more)]
            }
            _ => vec![],
        };
        for other in others {
            let changed = if at.is_empty() {
                other
            } else {
                with(&honest, at, other)
            };
            let verdict = verify(&sealed(changed.clone()), &text);
            assert!(verdict.rejected.is_some(), "{at}: {changed}");
        }
    }
    let twice = honest
        .to_string()
        .replacen("\"steps\":", "\"steps\":7,\"steps\":", 1);
    assert!(verify(&twice, &text).rejected.is_some());
}

#[test]
fn another_scenario_or_convention_is_rejected() {
    let text = text_of("duplex_foundation_repair");
    let honest = certificate(&text, Convention::Signed, &[]);
    let reason =
        |certificate: &str, text: &str| verify(certificate, text).rejected.expect("a reason");
    let spaced = format!("{text} ");
    let other_hash = "the certificate is for another scenario: its hash does not fit";
    assert_eq!(reason(&honest.to_string(), &spaced), other_hash);
    assert_eq!(
        reason(&honest.to_string(), &text_of("cofounder_windup_ip")),
        other_hash
    );
    assert_eq!(
        reason(
            &sealed(with(&honest, "/sha256", zopa_verify::sha256("{}").into())),
            "{}"
        ),
        "the scenario has errors"
    );
    // a BATNA changed in the scenario, with a hash and a seal that fit
    let mut scenario: Value = serde_json::from_str(&text).expect("JSON");
    scenario["participants"][0]["batna_config"]["utility"] = json!(0.125);
    let changed = scenario.to_string();
    let forged = sealed(with(
        &honest,
        "/sha256",
        zopa_verify::sha256(&changed).into(),
    ));
    assert_eq!(reason(&forged, &changed), "the BATNAs are others");
    // burdens count otherwise, so that every utility is another one
    let forged = sealed(with(&honest, "/convention", "avoided".into()));
    assert!(verify(&forged, &text).rejected.is_some());
}

/// Texts made to exhaust the reader's stack, memory or time.
#[test]
fn hostile_texts_end_quickly() {
    let text = text_of("cofounder_windup_ip");
    let honest = certificate(&text, Convention::Signed, &[]);
    let long = "9".repeat(100_000);
    let deep = "[".repeat(100_000);
    let place = "/claims/0/deal/allocation";
    for hostile in [
        deep.clone(),
        format!("{{\"claims\": {deep}"),
        String::new(),
        "null".to_owned(),
        sealed(with(&honest, "/steps", json!(u64::MAX))).replace("18446744073709551615", &long),
        sealed(with(&honest, "/disagreement/0", long.clone().into())),
        sealed(with(&honest, "/disagreement/0", format!("1/{long}").into())),
        sealed(with(&honest, place, long.into())),
    ] {
        assert!(verify(&hostile, &text).rejected.is_some());
    }
    let all_steps = verify(&sealed(with(&honest, "/steps", json!(u64::MAX))), &text);
    assert_eq!(all_steps.unproven, []);
    let no_steps = verify(&sealed(with(&honest, "/steps", json!(0))), &text);
    assert!(no_steps.rejected.is_none() && !no_steps.unproven.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Cut off or with some bytes replaced, a certificate is rejected and nothing panics.
    #[test]
    fn damaged_texts_are_rejected(
        cut in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&b"{}[]\",:0129-/etx"[..])), 1..4),
    ) {
        let text = text_of("lake_cabin_estate");
        let honest = certificate(&text, Convention::Signed, &[]).to_string();
        prop_assert!(verify(&honest[..cut.index(honest.len())], &text).rejected.is_some());
        let mut bytes = honest.clone().into_bytes();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let damaged = String::from_utf8(bytes).expect("ASCII");
        prop_assert!(damaged == honest || verify(&damaged, &text).rejected.is_some(), "{damaged}");
        // and with a seal that fits it
        let seal = honest.rsplit('"').nth(1).expect("the seal");
        let resealed = damaged.replace(seal, &zopa_verify::seal(&damaged));
        let _ = verify(&resealed, &text);
    }
}
