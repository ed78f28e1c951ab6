//! Reading pairs, for all tests.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "shared by several test programs, each of which uses a part"
)]

#[path = "../../../../tests/support/shared.rs"]
mod reference;
pub mod simulate;

use std::path::{Path, PathBuf};

pub(crate) use reference::shared;
use serde_json::{Value, json};
use zopa_calibrate::{Limits, PairReader, Record};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every record of a text.
pub fn records(bytes: &[u8], limits: &Limits) -> Vec<Record> {
    PairReader::new(bytes, limits.clone())
        .map(|record| record.expect("memory is always readable"))
        .collect()
}

/// `line rule severity pointer`, for each finding of a text.
pub fn found(bytes: &[u8], limits: &Limits) -> Vec<String> {
    let records = records(bytes, limits);
    let lines = records.iter().flat_map(|record| {
        record.findings.iter().map(|finding| {
            format!(
                "{} {} {} {}",
                record.line,
                finding.rule,
                finding.severity.as_str(),
                finding.at
            )
        })
    });
    lines.collect()
}

/// A pair without a fault. A is ahead by 3, 0, 1, 0, 1 points.
pub fn pair() -> Value {
    json!({
        "pair_id": "p1",
        "prompt_variety": "egyptian",
        "target_variety": "mirror_user",
        "messages": [{"role": "user", "content": "\u{641}\u{64a}\u{646} \u{627}\u{644}\u{645}\u{643}\u{62a}\u{628}\u{629}\u{61f}"}],
        "response_a": "\u{62c}\u{646}\u{628} \u{627}\u{644}\u{645}\u{62d}\u{637}\u{629}.",
        "response_b": "Next to the station.",
        "gates": {"a": {"safety": "pass", "accuracy": "pass"}, "b": {"safety": "pass", "accuracy": "pass"}},
        "criterion_scores": {
            "a": {"instruction_following": 4, "dialect_fit": 3, "register": 3, "cultural_fit": 2, "language_quality": 4},
            "b": {"instruction_following": 1, "dialect_fit": 3, "register": 2, "cultural_fit": 2, "language_quality": 3}
        },
        "gold": {"outcome": "A", "strength": "significantly_better", "reason_codes": ["wrong_language"]},
        "rationale_en": "B answers in another language.",
        "rubric_version": "1"
    })
}

/// A pair of which neither response is acceptable, without a fault.
pub fn rejected() -> Value {
    let mut pair = pair();
    pair["gold"] =
        json!({"outcome": "both_unacceptable", "strength": "none", "reason_codes": ["off_task"]});
    pair["gold_rewrite"] = json!(
        "\u{641}\u{64a} \u{634}\u{627}\u{631}\u{639} \u{627}\u{644}\u{645}\u{62d}\u{637}\u{629}."
    );
    pair
}

/// The pair with the value at a pointer replaced, or removed where it is `None`. What is not there yet is added.
pub fn with(mut pair: Value, at: &str, value: Option<Value>) -> Value {
    let (parent, key) = at.rsplit_once('/').expect("a pointer");
    let parent = pair.pointer_mut(parent).expect("a parent");
    match (parent, value) {
        (Value::Object(members), Some(value)) => {
            members.insert(key.to_owned(), value);
        }
        (Value::Object(members), None) => {
            members.shift_remove(key).expect("a member");
        }
        (Value::Array(items), Some(value)) => {
            items[key.parse::<usize>().expect("an index")] = value
        }
        (other, _) => panic!("{other} has no members"),
    }
    pair
}
