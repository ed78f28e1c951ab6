//! Rules about a file of pairs: its text, its limits, and what its pairs say together.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use zopa_calibrate::{Limits, MAX_LINE};

use crate::common::{found, pair, records, with};

/// What no change of one value can show: rules of the text, of limits, and between pairs.
#[test]
fn the_text_is_judged_too() {
    let good = pair().to_string();
    let twice = good.replacen("\"pair_id\":", "\"pair_id\":\"p0\",\"pair_id\":", 1);
    let long = good.replacen("B answers", &"x".repeat(MAX_LINE), 1);
    let garbled = [b"{\"pair_id\": \"", &[0xe7, 0xe1][..], b"\"}"].concat();
    let many: String = (0..150).map(|n| format!("\"x{n:04}\":0,")).collect();
    let many = good.replacen('{', &format!("{{{many}"), 1);
    for (text, wanted) in [
        (b"{\"pair_id\": }".to_vec(), vec!["1 json.syntax error "]),
        (b"{".to_vec(), vec!["1 json.syntax error "]),
        (
            twice.into_bytes(),
            vec!["1 json.duplicate_key error /pair_id"],
        ),
        (garbled, vec!["1 jsonl.not_utf8 error "]),
        (long.into_bytes(), vec!["1 jsonl.line_too_long error "]),
        (
            format!("\u{feff}{good}").into_bytes(),
            vec!["1 jsonl.bom warning "],
        ),
        (
            format!("{good}\r\n \t\r\n").into_bytes(),
            vec!["2 jsonl.blank_line info "],
        ),
        (b"".to_vec(), vec!["1 jsonl.empty warning "]),
        (
            b"\n".to_vec(),
            vec!["1 jsonl.blank_line info ", "1 jsonl.empty warning "],
        ),
    ] {
        assert_eq!(found(&text, &Limits::default()), wanted);
    }
    let found = found(many.as_bytes(), &Limits::default());
    assert_eq!(found.len(), 101);
    assert_eq!(found[100], "1 jsonl.too_many_findings warning ");
    let records = records(many.as_bytes(), &Limits::default());
    assert!(records[0].findings[100].message.contains("50 further"));
    assert!(records[0].usable().is_some());
}

#[test]
fn pairs_are_judged_together() {
    let other = |id: &str, text: &str| {
        with(
            with(pair(), "/pair_id", Some(json!(id))),
            "/response_b",
            Some(json!(text)),
        )
    };
    let swapped = |outcome: &str| {
        let mut swapped = with(pair(), "/pair_id", Some(json!("p2")));
        swapped["response_a"] = pair()["response_b"].clone();
        swapped["response_b"] = json!(format!(
            "{}  ",
            pair()["response_a"].as_str().expect("a text")
        ));
        swapped["criterion_scores"] = json!({"a": null, "b": null});
        swapped["gold"]["outcome"] = json!(outcome);
        swapped
    };
    // without scores, so that the letter alone is in question
    let judge = |pairs: &[Value]| {
        let text: Vec<String> = pairs.iter().map(Value::to_string).collect();
        let mut found = found(text.join("\n").as_bytes(), &Limits::default());
        found.retain(|line| !line.contains("scores.missing"));
        found
    };
    assert_eq!(judge(&[pair(), other("p2", "Far.")]), [""; 0]);
    assert_eq!(
        judge(&[pair(), other("p1", "Far.")]),
        ["2 pair_id.duplicate error /pair_id"]
    );
    assert_eq!(
        judge(&[pair(), swapped("B")]),
        ["2 content.duplicate warning "]
    );
    assert_eq!(
        judge(&[pair(), swapped("A")]),
        ["2 content.conflicting_gold error /gold/outcome"]
    );
    // one that is not judged contradicts nothing, and the next one that is judged is held against those that are
    let unjudged = with(
        swapped("A"),
        "/gold",
        Some(json!({"outcome": null, "strength": null, "reason_codes": []})),
    );
    let third = with(swapped("A"), "/pair_id", Some(json!("p3")));
    assert_eq!(
        judge(&[unjudged, pair(), third]),
        [
            "2 content.duplicate warning ",
            "3 content.conflicting_gold error /gold/outcome"
        ]
    );
    // another register is another task
    assert_eq!(
        judge(&[
            pair(),
            with(swapped("A"), "/target_variety", Some(json!("msa")))
        ]),
        [""; 0]
    );
    let rubric =
        |id: &str, version: &str| with(other(id, id), "/rubric_version", Some(json!(version)));
    assert_eq!(
        judge(&[
            pair(),
            rubric("p2", "2"),
            rubric("p3", "2"),
            rubric("p4", "3")
        ]),
        [
            "2 rubric_version.mixed warning /rubric_version",
            "4 rubric_version.mixed warning /rubric_version"
        ]
    );
}

#[test]
fn limits_can_be_chosen() {
    let judge = |pair: &Value, limits: &Limits| found(pair.to_string().as_bytes(), limits);
    let limits = Limits {
        tiny_gap: 5,
        reason_codes: Some(BTreeSet::from(["wrong_language".to_owned()])),
        ..Limits::default()
    };
    // the scores of the good pair differ by 3 + 1 + 1 = 5
    assert_eq!(
        judge(&pair(), &limits),
        ["1 strength.tiny_gap warning /gold/strength"]
    );
    let misspelt = with(pair(), "/gold/reason_codes", Some(json!(["wrong_langage"])));
    let limits = Limits {
        tiny_gap: 0,
        ..limits
    };
    assert_eq!(
        judge(&misspelt, &limits),
        ["1 reason_codes.unknown warning /gold/reason_codes/0"]
    );
    let tie = with(
        pair(),
        "/gold",
        Some(json!({"outcome": "tie", "strength": "none", "reason_codes": ["x"]})),
    );
    let of = |tie_gap| {
        let limits = Limits {
            tie_gap,
            ..Limits::default()
        };
        judge(&tie, &limits)
    };
    assert_eq!(of(5), ["1 scores.tie_but_dominated warning /gold/outcome"]);
    assert_eq!(of(6), [""; 0]);
}
