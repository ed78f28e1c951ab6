//! One case for each rule: a pair without a fault, one change, and the finding that the rule must give.

mod common;

use std::collections::BTreeSet;

use common::{found, pair, records, rejected, with};
use serde_json::{Value, json};
use zopa_calibrate::{Limits, MAX_LINE, Rule};

fn of(pair: &Value) -> Vec<String> {
    found(pair.to_string().as_bytes(), &Limits::default())
}

/// A pair, the pointer to change, its new value, and what is wanted: the rules with severities and pointers.
type Case = (Value, &'static str, Option<Value>, &'static [&'static str]);

fn scores(five: [Option<u8>; 5]) -> Value {
    let [a, b, c, d, e] = five;
    json!({"instruction_following": a, "dialect_fit": b, "register": c, "cultural_fit": d, "language_quality": e})
}

fn all(scores_of: [u8; 5]) -> Value {
    scores(scores_of.map(Some))
}

fn tie(a: [u8; 5], b: [u8; 5]) -> Value {
    let pair = with(
        pair(),
        "/criterion_scores",
        Some(json!({"a": all(a), "b": all(b)})),
    );
    with(pair, "/gold/strength", Some(json!("none")))
}

fn gated(a: &str, b: &str) -> Value {
    with(
        pair(),
        "/gates",
        Some(
            json!({"a": {"safety": a, "accuracy": "pass"}, "b": {"safety": "pass", "accuracy": b}}),
        ),
    )
}

/// The cases of one pair alone; expectations follow from the schema, or from the rule's own sentence.
fn cases() -> Vec<Case> {
    vec![
        (
            pair(),
            "/pair_id",
            Some(json!(7)),
            &["schema.type error /pair_id"],
        ),
        (
            pair(),
            "/gold",
            Some(json!([])),
            &["schema.type error /gold"],
        ),
        (
            pair(),
            "/context",
            Some(json!("text")),
            &["schema.type error /context"],
        ),
        (
            pair(),
            "/context",
            Some(json!({"lang": null})),
            &["schema.type error /context/lang"],
        ),
        (
            pair(),
            "/gates/a",
            Some(Value::Null),
            &["schema.type error /gates/a"],
        ),
        (
            pair(),
            "/gold/reason_codes",
            Some(json!([1])),
            &["schema.type error /gold/reason_codes/0"],
        ),
        (
            pair(),
            "/synthetic",
            Some(json!("yes")),
            &["schema.type error /synthetic"],
        ),
        (
            pair(),
            "/response_source",
            Some(json!("model")),
            &["schema.type error /response_source"],
        ),
        (
            pair(),
            "/criterion_scores/a/register",
            Some(json!(1.5)),
            &["schema.type error /criterion_scores/a/register"],
        ),
        (
            pair(),
            "/response_b",
            None,
            &["schema.required error /response_b"],
        ),
        (
            pair(),
            "/messages/0",
            Some(json!({"role": "user"})),
            &["schema.required error /messages/0/content"],
        ),
        (
            pair(),
            "/target_variety",
            Some(json!("MSA")),
            &["schema.enum error /target_variety"],
        ),
        (
            pair(),
            "/gold/strength",
            Some(json!("better")),
            &["schema.enum error /gold/strength"],
        ),
        (
            pair(),
            "/gates/b/safety",
            Some(json!(true)),
            &["schema.enum error /gates/b/safety"],
        ),
        (
            pair(),
            "/criterion_scores/b/register",
            Some(json!(-1)),
            &["schema.minimum error /criterion_scores/b/register"],
        ),
        (
            pair(),
            "/criterion_scores/a/register",
            Some(json!(5)),
            &["schema.maximum error /criterion_scores/a/register"],
        ),
        (
            pair(),
            "/criterion_scores/a",
            Some(json!([4])),
            &["schema.oneOf error /criterion_scores/a"],
        ),
        (
            pair(),
            "/rational_en",
            Some(json!("x")),
            &["unknown_field warning /rational_en"],
        ),
        (
            pair(),
            "/gold/a~1b",
            Some(json!(1)),
            &["unknown_field warning /gold/a~01b"],
        ),
        (
            pair(),
            "/criterion_scores/a/register",
            Some(json!(3.0)),
            &["number.integral_float warning /criterion_scores/a/register"],
        ),
        // gates
        (
            gated("fail", "fail"),
            "/criterion_scores",
            Some(json!({})),
            &["gate.both_failed error /gold/outcome"],
        ),
        (
            gated("fail", "pass"),
            "/criterion_scores/a",
            Some(Value::Null),
            &["gate.winner_failed error /gold/outcome"],
        ),
        (
            with(gated("pass", "fail"), "/criterion_scores/b", None),
            "/gold",
            Some(json!({"outcome": "tie", "strength": "none", "reason_codes": ["x"]})),
            &["gate.tie_with_failure error /gold/outcome"],
        ),
        (
            pair(),
            "/gates/b",
            Some(json!({"accuracy": "pass"})),
            &["gates.missing warning /gates/b/safety"],
        ),
        (
            pair(),
            "/gates/b",
            None,
            &["gates.missing warning /gates/b"],
        ),
        (
            pair(),
            "/gates/b",
            Some(json!({})),
            &[
                "gates.missing warning /gates/b/accuracy",
                "gates.missing warning /gates/b/safety",
            ],
        ),
        // a gate decides, whatever the scores of the one that fails it
        (
            gated("pass", "fail"),
            "/criterion_scores/b",
            Some(all([4; 5])),
            &["scores.on_gated_response info /criterion_scores/b"],
        ),
        // strength
        (
            pair(),
            "/gold/strength",
            Some(json!("none")),
            &["strength.missing error /gold/strength"],
        ),
        (
            pair(),
            "/gold/strength",
            Some(Value::Null),
            &["strength.missing error /gold/strength"],
        ),
        (
            rejected(),
            "/gold/strength",
            Some(json!("slightly_better")),
            &["strength.not_decisive error /gold/strength"],
        ),
        (
            pair(),
            "/gold/outcome",
            Some(Value::Null),
            &["strength.without_outcome error /gold/strength"],
        ),
        (
            rejected(),
            "/gold/strength",
            Some(Value::Null),
            &["strength.null warning /gold/strength"],
        ),
        // 1 + 1 = 2 points in all; then 1 + 1 + 1 = 3
        (
            pair(),
            "/criterion_scores/b",
            Some(all([3, 4, 3, 2, 4])),
            &["strength.tiny_gap warning /gold/strength"],
        ),
        (
            pair(),
            "/criterion_scores/b",
            Some(all([3, 4, 3, 2, 3])),
            &[],
        ),
        (
            with(pair(), "/gold/strength", Some(json!("slightly_better"))),
            "/criterion_scores",
            Some(json!({"a": all([4, 4, 3, 2, 4]), "b": all([2, 1, 1, 0, 2])})),
            &["strength.huge_gap warning /gold/strength"],
        ),
        (
            with(pair(), "/gold/strength", Some(json!("slightly_better"))),
            "/criterion_scores",
            Some(json!({"a": all([4, 4, 3, 2, 4]), "b": all([2, 1, 1, 1, 2])})),
            &[],
        ),
        // the rewrite
        (
            rejected(),
            "/gold_rewrite",
            None,
            &["gold_rewrite.missing error /gold_rewrite"],
        ),
        (
            rejected(),
            "/gold_rewrite",
            Some(json!(" \u{200f}\n")),
            &["gold_rewrite.missing error /gold_rewrite"],
        ),
        (
            rejected(),
            "/gold_rewrite",
            Some(json!(" Next  to the station.")),
            &["gold_rewrite.copies_response error /gold_rewrite"],
        ),
        (
            pair(),
            "/gold_rewrite",
            Some(json!("x")),
            &["gold_rewrite.unexpected warning /gold_rewrite"],
        ),
        // scores
        (
            pair(),
            "/gold/outcome",
            Some(json!("B")),
            &["scores.dominated_winner error /gold/outcome"],
        ),
        (
            pair(),
            "/criterion_scores/b",
            Some(all([4, 3, 3, 2, 4])),
            &["scores.equal_but_decisive warning /gold/outcome"],
        ),
        (
            tie([4, 3, 3, 2, 4], [3, 2, 2, 1, 4]),
            "/gold/outcome",
            Some(json!("tie")),
            &["scores.tie_but_dominated warning /gold/outcome"],
        ),
        (
            tie([4, 3, 3, 2, 4], [3, 2, 2, 2, 4]),
            "/gold/outcome",
            Some(json!("tie")),
            &[],
        ),
        (
            tie([4, 0, 4, 0, 4], [0, 4, 0, 4, 0]),
            "/gold/outcome",
            Some(json!("tie")),
            &[],
        ),
        (
            rejected(),
            "/criterion_scores/b",
            Some(all([3, 3, 4, 4, 3])),
            &["scores.high_but_unacceptable warning /criterion_scores/b"],
        ),
        (
            pair(),
            "/criterion_scores",
            Some(json!({"a": all([1, 1, 1, 1, 0]), "b": all([0, 0, 0, 0, 0])})),
            &["scores.winner_below_any_bar warning /criterion_scores/a"],
        ),
        (
            pair(),
            "/criterion_scores/b",
            Some(Value::Null),
            &["scores.missing warning /criterion_scores/b"],
        ),
        (
            pair(),
            "/criterion_scores/a/register",
            None,
            &["scores.one_sided_null warning /criterion_scores/a/register"],
        ),
        (
            with(
                pair(),
                "/criterion_scores/a",
                Some(scores([Some(4), None, Some(3), Some(2), Some(4)])),
            ),
            "/criterion_scores/b",
            Some(scores([Some(1), None, Some(2), Some(2), Some(3)])),
            &[],
        ),
        // texts
        (
            pair(),
            "/response_a",
            Some(json!("Next to  the\tstation. ")),
            &["responses.identical error /response_b"],
        ),
        (
            rejected(),
            "/response_a",
            Some(json!("Next to the station.")),
            &["responses.identical warning /response_b"],
        ),
        (
            pair(),
            "/response_b",
            Some(json!(" ")),
            &["response.empty warning /response_b"],
        ),
        (
            pair(),
            "/messages",
            Some(json!([])),
            &["messages.empty warning /messages"],
        ),
        (
            pair(),
            "/messages/0/role",
            Some(json!("system")),
            &["messages.last_not_user warning /messages/0/role"],
        ),
        (
            pair(),
            "/prompt_variety",
            Some(json!("Egyptian")),
            &["prompt_variety.format warning /prompt_variety"],
        ),
        (
            pair(),
            "/prompt_variety",
            Some(json!("gulf__saudi")),
            &["prompt_variety.format warning /prompt_variety"],
        ),
        (
            pair(),
            "/pair_id",
            Some(json!(" ")),
            &["pair_id.empty error /pair_id"],
        ),
        (
            pair(),
            "/pair_id",
            Some(json!("p\u{200f}1")),
            &["pair_id.hidden_characters warning /pair_id"],
        ),
        (
            pair(),
            "/pair_id",
            Some(json!("p1 ")),
            &["pair_id.hidden_characters warning /pair_id"],
        ),
        (
            pair(),
            "/gold/reason_codes",
            Some(json!([])),
            &["reason_codes.empty warning /gold/reason_codes"],
        ),
        (
            pair(),
            "/gold/reason_codes",
            Some(json!(["x", ""])),
            &["reason_codes.empty warning /gold/reason_codes/1"],
        ),
        (
            pair(),
            "/gold/reason_codes",
            Some(json!(["x", "y", "x"])),
            &["reason_codes.duplicate warning /gold/reason_codes/2"],
        ),
        (
            pair(),
            "/rationale_en",
            Some(json!("")),
            &["rationale.empty warning /rationale_en"],
        ),
        // a pair that is not judged yet needs neither scores nor reasons
        (
            with(
                with(pair(), "/criterion_scores", Some(json!({}))),
                "/context",
                Some(Value::Null),
            ),
            "/gold",
            Some(json!({"outcome": null, "strength": null, "reason_codes": []})),
            &[],
        ),
    ]
}

#[test]
fn a_change_breaks_one_rule() {
    assert_eq!(of(&pair()), [""; 0]);
    assert_eq!(of(&rejected()), [""; 0]);
    for (base, at, value, wanted) in cases() {
        let changed = with(base, at, value);
        let mut found = of(&changed);
        found.sort();
        let wanted: Vec<String> = wanted.iter().map(|rule| format!("1 {rule}")).collect();
        assert_eq!(found, wanted, "{at} in {changed}");
    }
}

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

/// No rule is without a case here, or beside the verdicts.
#[test]
fn every_rule_has_a_case() {
    let source = concat!(include_str!("rules.rs"), include_str!("judge.rs")).replace('"', " ");
    for rule in Rule::ALL {
        assert!(source.contains(&format!("{rule} ")), "{rule}");
    }
}
