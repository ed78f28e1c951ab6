//! Rules about one pair alone: a pair without a fault, one change, and the findings that the rules must give.

use serde_json::{Value, json};

use crate::common::{pair, rejected, with};
use crate::of;

/// A pair, the pointer to change, its new value, and what is wanted: the rules with severities and pointers.
type Case = (Value, &'static str, Option<Value>, &'static [&'static str]);

/// `pair, pointer = new value => findings;`, a case each. Without `= new value` what lies there is removed.
macro_rules! cases {
    ($($pair:expr, $at:literal $(= $value:tt)? => $wanted:tt;)*) => {
        vec![$(($pair, $at, None$(.or(Some(json!($value))))?, &$wanted)),*]
    };
}

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

fn slightly() -> Value {
    with(pair(), "/gold/strength", Some(json!("slightly_better")))
}

fn without_scores() -> Value {
    with(
        with(pair(), "/criterion_scores", Some(json!({}))),
        "/context",
        Some(Value::Null),
    )
}

/// Expectations follow from the schema, or from the rule's own sentence.
fn cases() -> Vec<Case> {
    cases! {
        pair(), "/pair_id" = 7 => ["schema.type error /pair_id"];
        pair(), "/gold" = [] => ["schema.type error /gold"];
        pair(), "/context" = "text" => ["schema.type error /context"];
        pair(), "/context" = {"lang": null} => ["schema.type error /context/lang"];
        pair(), "/gates/a" = null => ["schema.type error /gates/a"];
        pair(), "/gold/reason_codes" = [1] => ["schema.type error /gold/reason_codes/0"];
        pair(), "/synthetic" = "yes" => ["schema.type error /synthetic"];
        pair(), "/response_source" = "model" => ["schema.type error /response_source"];
        pair(), "/criterion_scores/a/register" = 1.5 => ["schema.type error /criterion_scores/a/register"];
        pair(), "/response_b" => ["schema.required error /response_b"];
        pair(), "/messages/0" = {"role": "user"} => ["schema.required error /messages/0/content"];
        pair(), "/target_variety" = "MSA" => ["schema.enum error /target_variety"];
        pair(), "/gold/strength" = "better" => ["schema.enum error /gold/strength"];
        pair(), "/gates/b/safety" = true => ["schema.enum error /gates/b/safety"];
        pair(), "/criterion_scores/b/register" = (-1) => ["schema.minimum error /criterion_scores/b/register"];
        pair(), "/criterion_scores/a/register" = 5 => ["schema.maximum error /criterion_scores/a/register"];
        pair(), "/criterion_scores/a" = [4] => ["schema.oneOf error /criterion_scores/a"];
        pair(), "/rational_en" = "x" => ["unknown_field warning /rational_en"];
        pair(), "/gold/a~1b" = 1 => ["unknown_field warning /gold/a~01b"];
        pair(), "/criterion_scores/a/register" = 3.0 => ["number.integral_float warning /criterion_scores/a/register"];

        // gates
        gated("fail", "fail"), "/criterion_scores" = {} => ["gate.both_failed error /gold/outcome"];
        gated("fail", "pass"), "/criterion_scores/a" = null => ["gate.winner_failed error /gold/outcome"];
        with(gated("pass", "fail"), "/criterion_scores/b", None), "/gold" = {"outcome": "tie", "strength": "none", "reason_codes": ["x"]}
            => ["gate.tie_with_failure error /gold/outcome"];
        pair(), "/gates/b" = {"accuracy": "pass"} => ["gates.missing warning /gates/b/safety"];
        pair(), "/gates/b" => ["gates.missing warning /gates/b"];
        pair(), "/gates/b" = {} =>
            ["gates.missing warning /gates/b/accuracy", "gates.missing warning /gates/b/safety"];
        // a gate decides, whatever the scores of the one that fails it
        gated("pass", "fail"), "/criterion_scores/b" = (all([4; 5])) => ["scores.on_gated_response info /criterion_scores/b"];

        // strength
        pair(), "/gold/strength" = "none" => ["strength.missing error /gold/strength"];
        pair(), "/gold/strength" = null => ["strength.missing error /gold/strength"];
        rejected(), "/gold/strength" = "slightly_better" => ["strength.not_decisive error /gold/strength"];
        pair(), "/gold/outcome" = null => ["strength.without_outcome error /gold/strength"];
        rejected(), "/gold/strength" = null => ["strength.null warning /gold/strength"];
        // 1 + 1 = 2 points in all; then 1 + 1 + 1 = 3
        pair(), "/criterion_scores/b" = (all([3, 4, 3, 2, 4])) => ["strength.tiny_gap warning /gold/strength"];
        pair(), "/criterion_scores/b" = (all([3, 4, 3, 2, 3])) => [];
        slightly(), "/criterion_scores" = {"a": all([4, 4, 3, 2, 4]), "b": all([2, 1, 1, 0, 2])}
            => ["strength.huge_gap warning /gold/strength"];
        slightly(), "/criterion_scores" = {"a": all([4, 4, 3, 2, 4]), "b": all([2, 1, 1, 1, 2])} => [];

        // the rewrite
        rejected(), "/gold_rewrite" => ["gold_rewrite.missing error /gold_rewrite"];
        rejected(), "/gold_rewrite" = " \u{200f}\n" => ["gold_rewrite.missing error /gold_rewrite"];
        rejected(), "/gold_rewrite" = " Next  to the station." => ["gold_rewrite.copies_response error /gold_rewrite"];
        pair(), "/gold_rewrite" = "x" => ["gold_rewrite.unexpected warning /gold_rewrite"];

        // scores
        pair(), "/gold/outcome" = "B" => ["scores.dominated_winner error /gold/outcome"];
        pair(), "/criterion_scores/b" = (all([4, 3, 3, 2, 4])) => ["scores.equal_but_decisive warning /gold/outcome"];
        tie([4, 3, 3, 2, 4], [3, 2, 2, 1, 4]), "/gold/outcome" = "tie" => ["scores.tie_but_dominated warning /gold/outcome"];
        tie([4, 3, 3, 2, 4], [3, 2, 2, 2, 4]), "/gold/outcome" = "tie" => [];
        tie([4, 0, 4, 0, 4], [0, 4, 0, 4, 0]), "/gold/outcome" = "tie" => [];
        rejected(), "/criterion_scores/b" = (all([3, 3, 4, 4, 3])) => ["scores.high_but_unacceptable warning /criterion_scores/b"];
        pair(), "/criterion_scores" = {"a": all([1, 1, 1, 1, 0]), "b": all([0, 0, 0, 0, 0])}
            => ["scores.winner_below_any_bar warning /criterion_scores/a"];
        pair(), "/criterion_scores/b" = null => ["scores.missing warning /criterion_scores/b"];
        pair(), "/criterion_scores/a/register" => ["scores.one_sided_null warning /criterion_scores/a/register"];
        with(pair(), "/criterion_scores/a", Some(scores([Some(4), None, Some(3), Some(2), Some(4)]))), "/criterion_scores/b" =
            (scores([Some(1), None, Some(2), Some(2), Some(3)])) => [];

        // texts
        pair(), "/response_a" = "Next to  the\tstation. " => ["responses.identical error /response_b"];
        rejected(), "/response_a" = "Next to the station." => ["responses.identical warning /response_b"];
        pair(), "/response_b" = " " => ["response.empty warning /response_b"];
        pair(), "/messages" = [] => ["messages.empty warning /messages"];
        pair(), "/messages/0/role" = "system" => ["messages.last_not_user warning /messages/0/role"];
        pair(), "/prompt_variety" = "Egyptian" => ["prompt_variety.format warning /prompt_variety"];
        pair(), "/prompt_variety" = "gulf__saudi" => ["prompt_variety.format warning /prompt_variety"];
        pair(), "/pair_id" = " " => ["pair_id.empty error /pair_id"];
        pair(), "/pair_id" = "p\u{200f}1" => ["pair_id.hidden_characters warning /pair_id"];
        pair(), "/pair_id" = "p1 " => ["pair_id.hidden_characters warning /pair_id"];
        pair(), "/gold/reason_codes" = [] => ["reason_codes.empty warning /gold/reason_codes"];
        pair(), "/gold/reason_codes" = ["x", ""] => ["reason_codes.empty warning /gold/reason_codes/1"];
        pair(), "/gold/reason_codes" = ["x", "y", "x"] => ["reason_codes.duplicate warning /gold/reason_codes/2"];
        pair(), "/rationale_en" = "" => ["rationale.empty warning /rationale_en"];
        // a pair that is not judged yet needs neither scores nor reasons
        without_scores(), "/gold" = {"outcome": null, "strength": null, "reason_codes": []} => [];
    }
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
