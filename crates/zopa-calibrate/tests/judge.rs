//! The judge report, on verdicts whose figures are known by hand.

mod common;

use common::{pair, records, rejected, with};
use serde_json::{Value, json};
use zopa_calibrate::agreement::Undefined;
use zopa_calibrate::fit::Resampling;
use zopa_calibrate::judge::{
    Gold, JudgeOptions, JudgeReport, Kind, Order, Unusable, Verdict, VerdictReader, VerdictRecord,
    judge, judge_json,
};
use zopa_calibrate::{Limits, Outcome};
use zopa_model::Rational;

/// Pairs `p0`, `p1`, ... with these outcomes, each about another prompt.
fn gold(outcomes: &[&str]) -> Gold {
    let mut text = String::new();
    for (index, outcome) in outcomes.iter().enumerate() {
        let base = if *outcome == "both_unacceptable" {
            rejected()
        } else {
            pair()
        };
        let mut one = with(base, "/pair_id", Some(json!(format!("p{index}"))));
        one = with(
            one,
            "/messages/0/content",
            Some(json!(format!("question {index}"))),
        );
        one["gold"]["outcome"] = json!(outcome);
        if *outcome == "tie" {
            one["gold"]["strength"] = json!("none");
        }
        if *outcome == "B" {
            let scores = one["criterion_scores"].clone();
            one["criterion_scores"] = json!({"a": scores["b"], "b": scores["a"]});
        }
        text += &format!("{one}\n");
    }
    let mut gold = Gold::default();
    for record in records(text.as_bytes(), &Limits::default()) {
        assert!(record.usable().is_some(), "{:?}", record.findings);
        gold.add(&record);
    }
    gold
}

fn said(pair: usize, annotator: &str, order: Option<Order>, outcome: Outcome) -> Verdict {
    Verdict {
        line: 1,
        pair_id: format!("p{pair}"),
        annotator: annotator.to_owned(),
        order,
        outcome: Some(outcome),
        strength: None,
        gates: None,
        scores: None,
    }
}

fn report(gold: &Gold, verdicts: &[Verdict], smallest_slice: u64) -> JudgeReport {
    let options = JudgeOptions {
        resampling: Some(Resampling {
            replicates: 200,
            ..Resampling::default()
        }),
        smallest_slice,
        ..JudgeOptions::default()
    };
    judge(gold, verdicts, options)
}

/// The five pairs of the reference's exact bootstrap: kappa 11/16, accuracy 4/5.
#[test]
fn kappa_of_five_by_hand() {
    let gold = gold(&["A", "A", "B", "tie", "B"]);
    let outcomes = [Outcome::A, Outcome::B, Outcome::B, Outcome::Tie, Outcome::B];
    let verdicts: Vec<Verdict> = outcomes
        .iter()
        .enumerate()
        .map(|(index, &one)| said(index, "ana", None, one))
        .collect();
    let found = report(&gold, &verdicts, 1);
    let figures = &found.annotators[0].slices[0].figures;
    assert_eq!(figures.kappa.value, Ok(Rational::new(11, 16)));
    assert_eq!((figures.accuracy.hits, figures.accuracy.of), (4, 5));
    // A or B on both sides: A-A, A-B, B-B, B-B
    assert_eq!((figures.decisive.hits, figures.decisive.of), (3, 4));
    // nothing is unacceptable: nothing to recall, and that is not 0
    assert_eq!(figures.unacceptable_recall.value(), None);
    // of 3125 samples 34 have no kappa: of 200 some two
    assert!(figures.kappa.undefined < 20);
    let interval = figures.kappa.interval.expect("an interval");
    assert!(
        (0.0..=0.6875).contains(&interval.low) && interval.high <= 1.0,
        "{interval:?}"
    );
    // without an order nothing is said of places
    assert!(found.annotators[0].position.is_err());
    let json = judge_json(&found, true);
    assert_eq!(
        json["annotators"][0]["slices"][0]["kappa"]["value"],
        "11/16"
    );
    assert_eq!(
        json["annotators"][0]["slices"][0]["both_unacceptable_recall"]["value"],
        Value::Null
    );
}

/// A judge that always names what is shown first is right half the time on average, and never in both orders.
#[test]
fn a_taste_for_the_first() {
    let gold = gold(&["A", "B", "A", "B"]);
    let mut verdicts = Vec::new();
    for index in 0..4 {
        verdicts.push(said(index, "first", Some(Order::Ab), Outcome::A));
        verdicts.push(said(index, "first", Some(Order::Ba), Outcome::B));
    }
    let found = report(&gold, &verdicts, 1);
    let position = found.annotators[0]
        .position
        .as_ref()
        .expect("orders are known");
    assert_eq!((position.first.hits, position.first.of), (8, 8));
    // wrong four times, each time in favour of the first
    assert_eq!((position.lost_first, position.lost_second), (0, 4));
    // two-sided: 2 x (1/2)^4
    assert!((position.mcnemar - 0.125).abs() < 1e-12);
    let swap = position.swap.as_ref().expect("both orders");
    assert_eq!((swap.average.hits, swap.average.of), (4, 8));
    assert_eq!(
        (swap.both.hits, swap.net.hits, swap.consistent.hits),
        (0, 0, 0)
    );
    assert_eq!((swap.toward_first, swap.toward_second), (4, 0));
    assert!((swap.sign_test - 0.125).abs() < 1e-12);
}

/// Right once and a tie once: right in net, not in both.
#[test]
fn the_three_accuracies_differ() {
    let gold = gold(&["A"]);
    let verdicts = [
        said(0, "x", Some(Order::Ab), Outcome::A),
        said(0, "x", Some(Order::Ba), Outcome::Tie),
    ];
    let found = report(&gold, &verdicts, 1);
    let position = found.annotators[0]
        .position
        .as_ref()
        .expect("orders are known");
    let swap = position.swap.as_ref().expect("both orders");
    assert_eq!((swap.average.hits, swap.average.of), (1, 2));
    assert_eq!((swap.both.hits, swap.net.hits), (0, 1));
}

#[test]
fn what_is_not_compared_is_counted() {
    let gold = gold(&["A", "B"]);
    let mut silent = said(0, "x", None, Outcome::A);
    silent.outcome = None;
    let verdicts = [
        said(0, "x", None, Outcome::A),
        said(0, "x", None, Outcome::B),
        said(7, "x", None, Outcome::A),
        silent,
    ];
    let found = report(&gold, &verdicts, 10);
    let one = &found.annotators[0];
    assert_eq!(one.verdicts, 4);
    for reason in [
        Unusable::Repeated,
        Unusable::UnknownPair,
        Unusable::NoOutcome,
    ] {
        assert_eq!(one.unusable[&reason], 1, "{reason:?}");
    }
    // one verdict is too few for anything but counts
    let all = &one.slices[0];
    assert_eq!((all.kind, all.figures.enough), (Kind::All, false));
    let json = judge_json(&found, false);
    assert!(json["annotators"][0]["slices"][0].get("kappa").is_none());
    // one annotator has nobody to agree with
    assert_eq!(found.between.outcomes.value, Err(Undefined::TooFew));
}

/// Two annotators and three: alpha of Krippendorff's (2011) nominal example, Ben and Gerry, with its five values mapped to the
/// four outcomes would change it; so two annotators who agree on all of A, B are 1, and a constant pair is undefined.
#[test]
fn annotators_among_themselves() {
    let gold = gold(&["A", "B"]);
    let both = |first: Outcome, second: Outcome| {
        [
            said(0, "x", None, first),
            said(1, "x", None, second),
            said(0, "y", None, first),
            said(1, "y", None, second),
        ]
    };
    let same = report(&gold, &both(Outcome::A, Outcome::B), 1);
    assert_eq!(same.between.outcomes.value, Ok(Rational::from(1)));
    assert_eq!(same.between.pairs[0].kappa, Ok(Rational::from(1)));
    let constant = report(&gold, &both(Outcome::A, Outcome::A), 1);
    assert_eq!(constant.between.outcomes.value, Err(Undefined::NoVariation));
}

fn read(text: &str) -> impl Iterator<Item = VerdictRecord> {
    VerdictReader::new(text.as_bytes()).map(|record| record.expect("readable"))
}

/// Columns are counted in characters of the line, from 0 as bytes here since all of it is ASCII.
#[test]
fn lines_of_verdicts() {
    let all: Vec<VerdictRecord> = read(
        "\n{\"pair_id\": \"p\", \"annotator\": \"x\", \"order\": \"ba\", \"outcome\": \"tie\", \"strength\": null, \"model\": 1, \
         \"gates\": {\"a\": {\"safety\": \"fail\"}, \"b\": {}}}\r\n",
    )
    .collect();
    assert!(all[0].verdict.is_none() && all[0].findings.is_empty());
    // fields that are not known are read over
    assert!(all[1].findings.is_empty());
    let good = all[1].verdict.as_ref().expect("a verdict");
    assert_eq!(
        (good.line, good.order, good.outcome, good.strength),
        (2, Some(Order::Ba), Some(Outcome::Tie), None)
    );
    assert!(good.gates.expect("gates")[0].fails());
    for (text, rule, at, start) in [
        ("{", "json.syntax", "", 1),
        ("[]", "schema.type", "", 0),
        (
            r#"{"annotator": "x", "outcome": "A"}"#,
            "schema.required",
            "/pair_id",
            0,
        ),
        (
            r#"{"pair_id": "p", "outcome": "A"}"#,
            "schema.required",
            "/annotator",
            0,
        ),
        (
            r#"{"pair_id": "p", "annotator": "x"}"#,
            "schema.required",
            "/outcome",
            0,
        ),
        (
            r#"{"pair_id": " ", "annotator": "x", "outcome": "A"}"#,
            "pair_id.empty",
            "/pair_id",
            12,
        ),
        (
            r#"{"pair_id": "p", "annotator": "", "outcome": "A"}"#,
            "annotator.empty",
            "/annotator",
            30,
        ),
        (
            r#"{"pair_id": "p", "annotator": "x", "outcome": "a"}"#,
            "schema.enum",
            "/outcome",
            46,
        ),
        (
            r#"{"pair_id": "p", "annotator": "x", "outcome": "A", "order": "AB"}"#,
            "schema.enum",
            "/order",
            60,
        ),
        (
            r#"{"pair_id": "p", "annotator": "x", "outcome": "A", "strenght": null}"#,
            "unknown_field",
            "/strenght",
            51,
        ),
    ] {
        let record = read(text).next().expect("a line");
        let [fault] = &record.findings[..] else {
            panic!("{text}: {:?}", record.findings);
        };
        let found = (fault.rule.as_str(), fault.at.as_str(), fault.span.start);
        assert_eq!(found, (rule, at, start), "{text}");
        assert_eq!(record.verdict.is_some(), rule == "unknown_field", "{text}");
        assert!(
            !fault.message.contains("pair ") || at == "/pair_id",
            "{}",
            fault.message
        );
    }
}
