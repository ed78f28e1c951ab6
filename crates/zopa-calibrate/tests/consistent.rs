//! Statements taken at their word: the reference values, exactly, and what must hold of any ranges.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are floats by nature; helpers serve several tests"
)]

mod common;

use std::fs;

use common::{records, root};
use serde_json::Value;
use zopa_calibrate::consistent::{
    Consistency, Effort, Range, Ranges, Reading, Removal, consistency,
};
use zopa_calibrate::{Answer, Limits, Side, Statement, statement};
use zopa_model::Rational;

/// A file of the reference values, or a word on standard error that the test is skipped.
fn reference(name: &str) -> Option<Value> {
    let path = root().join("../shared/calibrate/reference").join(name);
    match fs::read_to_string(path) {
        Ok(text) => Some(serde_json::from_str(&text).expect("JSON")),
        Err(_) => {
            eprintln!(
                "SKIPPED: there is no ../shared/calibrate/reference/{name} beside the repository"
            );
            None
        }
    }
}

fn rational(num: i64, den: i64) -> Rational {
    Rational::new(num.into(), den.into())
}

/// `{"num": 1, "den": 3, ..}`.
fn fraction(value: &Value) -> Rational {
    rational(
        value["num"].as_i64().expect("a numerator"),
        value["den"].as_i64().expect("a denominator"),
    )
}

/// A JSON number, exactly as it is spelled.
fn decimal(value: &Value) -> Rational {
    value.to_string().parse().expect("a decimal")
}

fn option(value: &Value) -> Vec<Rational> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(decimal)
        .collect()
}

fn answered(a: Vec<Rational>, b: Vec<Rational>, answer: Answer) -> Statement {
    Statement {
        name: String::new(),
        line: 0,
        group: 0,
        a: Some(a),
        b: Some(b),
        answer,
        level: true,
    }
}

fn answer(word: &Value) -> Answer {
    match word.as_str().expect("a word") {
        "A" => Answer::Better(Side::A, None),
        "B" => Answer::Better(Side::B, None),
        "tie" => Answer::Tie,
        "none" => Answer::Neither,
        other => panic!("{other}"),
    }
}

fn ranges(criteria: usize, statements: &[Statement], reading: &Reading) -> Ranges {
    match consistency(criteria, statements, reading, Effort::default()).expect("proved") {
        Consistency::Consistent(ranges) => *ranges,
        Consistency::Contradictory(conflict) => panic!("{conflict:?}"),
    }
}

fn conflict(
    criteria: usize,
    statements: &[Statement],
    reading: &Reading,
) -> zopa_calibrate::consistent::Conflict {
    match consistency(criteria, statements, reading, Effort::default()).expect("proved") {
        Consistency::Contradictory(conflict) => *conflict,
        Consistency::Consistent(ranges) => panic!("{ranges:?}"),
    }
}

/// Every range after every answer of the trace, exactly.
#[test]
fn the_elicitation_trace() {
    let Some(reference) = reference("elicitation.json") else {
        return;
    };
    let reading = Reading {
        tie_most: rational(1, 20),
        ..Reading::default()
    };
    let mut statements = Vec::new();
    let mut ties = false;
    for step in reference["trace"].as_array().expect("a list") {
        let [a, b] = [0, 1].map(|index| option(&step["question"][index]));
        let said = answer(&step["answer"]);
        ties |= said == Answer::Tie;
        statements.push(answered(a, b, said));
        let ours = ranges(4, &statements, &reading);
        let wanted = |name: &str| {
            let range = &step["ranges_after"][name];
            (fraction(&range[0]), fraction(&range[1]))
        };
        let ends = |range: &Range| (range.low.clone(), range.high.clone());
        for (name, range) in ["house", "car", "savings", "piano"]
            .iter()
            .zip(&ours.weights)
        {
            assert_eq!(
                ends(range),
                wanted(name),
                "{name} after {}",
                statements.len()
            );
        }
        let threshold = ours.threshold.as_ref().expect("levels");
        assert_eq!(
            ends(threshold),
            wanted("batna"),
            "after {}",
            statements.len()
        );
        if ties {
            let limit = ours.tie_limit.as_ref().expect("a tie");
            assert_eq!(ends(limit), wanted("tie_width"));
        }
        let truth = [(2, 5), (3, 10), (1, 5), (1, 10)];
        for ((num, den), range) in truth.iter().zip(&ours.weights) {
            assert!(range.contains(&rational(*num, *den)));
        }
    }
}

/// A cycle of three answers among five: the cycle is the conflict, and one removal mends it.
#[test]
fn the_contradiction() {
    let Some(reference) = reference("elicitation.json") else {
        return;
    };
    let case = &reference["contradiction"];
    let statements: Vec<Statement> = case["answers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| answered(option(&one[0]), option(&one[1]), answer(&one[2])))
        .collect();
    let reading = Reading {
        tie_most: rational(1, 20),
        ..Reading::default()
    };
    let found = conflict(4, &statements, &reading);
    let list =
        |value: &Value| -> Vec<usize> { serde_json::from_value(value.clone()).expect("a list") };
    assert_eq!(
        found.minimal,
        list(&case["minimal_conflict_by_deletion_filter"])
    );
    let wanted = list(&case["smallest_removal_that_restores_consistency"]);
    assert_eq!(found.removal, Removal::Smallest(wanted));
}

/// A method of transport, scored by steps: the ranges of the criteria and of the differences, exactly.
#[test]
fn the_transport_example() {
    let Some(reference) = reference("utastar.json") else {
        return;
    };
    for case in reference["cases"].as_array().expect("a list") {
        let name = case["name"].as_str().expect("a name");
        if ![
            "transport_exact_fractions",
            "transport_coefficients_rounded_2dp_as_printed",
            "transport_pair_errors",
        ]
        .contains(&name)
        {
            continue;
        }
        let scores = |alternative: &Value| -> Vec<Rational> {
            let list = &case["coefficients"][alternative.as_str().expect("a name")];
            list.as_array()
                .expect("a list")
                .iter()
                .map(fraction)
                .collect()
        };
        let said = |word: &Value| match word.as_str() {
            Some("P") => Answer::Better(Side::A, None),
            _ => Answer::Tie,
        };
        let statements: Vec<Statement> = case["relations"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| answered(scores(&one[0]), scores(&one[2]), said(&one[1])))
            .collect();
        let reading = Reading {
            epsilon: decimal(&case["delta"]),
            tie_most: 0.into(),
            threshold: None,
            ..Reading::default()
        };
        let mut study = zopa_calibrate::consistent::Feasible::new(8, &statements, &reading)
            .expect("proved")
            .expect("consistent");
        // each criterion's weight is the sum of its steps
        for (criterion, steps) in [("price", 0..2), ("time", 2..5), ("comfort", 5..8)] {
            let mut objective = vec![Rational::from(0); 8];
            objective[steps].fill(1.into());
            let range = study.worth(&objective).expect("proved");
            let wanted = &case["weight_ranges_at_F_star"][criterion];
            assert_eq!(range.low, fraction(&wanted["min"]), "{name}: {criterion}");
            assert_eq!(range.high, fraction(&wanted["max"]), "{name}: {criterion}");
        }
        for (pair, wanted) in case["min_U_a_minus_U_b"].as_object().expect("an object") {
            let (a, b) = pair.split_once('|').expect("two names");
            let [a, b] = [a, b].map(|name| scores(&Value::from(name)));
            let range = study.difference(&a, &b).expect("proved");
            assert_eq!(range.low, fraction(wanted), "{name}: {pair}");
        }
    }
}

/// The statements of a file of pairs beside the repository.
fn statements(name: &str) -> Option<Vec<Statement>> {
    let Ok(bytes) = fs::read(root().join("../shared/calibrate/pairs").join(name)) else {
        eprintln!("SKIPPED: there is no ../shared/calibrate/pairs/{name} beside the repository");
        return None;
    };
    let records = records(&bytes, &Limits::default());
    let usable = records
        .iter()
        .filter_map(|record| record.usable().map(|pair| (record, pair)));
    Some(
        usable
            .filter_map(|(record, pair)| statement(pair, record.line, 0).ok())
            .collect(),
    )
}

/// 22 lines that no weights contradict, by a margin of 1/14; they leave much open.
#[test]
fn the_valid_pairs() {
    let Some(statements) = statements("valid.jsonl") else {
        return;
    };
    // the published ends are those of a margin of .01
    let reading = Reading {
        epsilon: rational(1, 100),
        ..Reading::default()
    };
    let found = ranges(5, &statements, &reading);
    assert_eq!(found.margin, rational(1, 14));
    let near = |value: &Rational, wanted: f64| {
        (zopa_model::NearestFloat::to_f64(value) - wanted).abs() <= 0.005
    };
    assert!(
        near(&found.weights[0].low, 0.04) && near(&found.weights[0].high, 0.57),
        "{:?}",
        found.weights[0]
    );
    assert!(
        near(&found.weights[3].low, 0.0) && near(&found.weights[3].high, 0.86),
        "{:?}",
        found.weights[3]
    );
}

/// Noiseless pairs of weights .30 .25 .15 .10 .20, threshold .5, limits .05 and .20: the truth lies in every range, and more
/// pairs narrow the ranges.
#[test]
fn the_truth_lies_in_the_ranges() {
    let mut before: Option<Ranges> = None;
    for name in ["synth_noiseless_30.jsonl", "synth_noiseless_60.jsonl"] {
        let Some(statements) = statements(name) else {
            return;
        };
        let found = ranges(5, &statements, &Reading::default());
        for (range, percent) in found.weights.iter().zip([30, 25, 15, 10, 20]) {
            assert!(range.contains(&rational(percent, 100)), "{name}: {range:?}");
        }
        assert!(
            found
                .threshold
                .as_ref()
                .expect("levels")
                .contains(&rational(1, 2)),
            "{name}"
        );
        assert!(
            found
                .tie_limit
                .as_ref()
                .expect("ties")
                .contains(&rational(1, 20)),
            "{name}"
        );
        assert!(
            found
                .strength_limit
                .as_ref()
                .expect("strengths")
                .contains(&rational(1, 5)),
            "{name}"
        );
        if let Some(before) = &before {
            let narrower = found
                .weights
                .iter()
                .zip(&before.weights)
                .filter(|(now, then)| now.width() < then.width());
            eprintln!("{} of 5 narrower", narrower.count());
        }
        before = Some(found);
    }
}
