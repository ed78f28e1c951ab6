//! Statements taken at their word: what must hold of any ranges. Published values are in `values/`.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are floats by nature; helpers serve several tests"
)]

mod common;

use std::fs;

use common::{records, root, shared};
use zopa_calibrate::consistent::{Consistency, Effort, Lenient, Ranges, Reading, consistency};
use zopa_calibrate::{Answer, Limits, Side, Statement, statement};
use zopa_model::Rational;

fn rational(num: i64, den: i64) -> Rational {
    Rational::new(num.into(), den.into())
}

fn ranges(criteria: usize, statements: &[Statement], reading: &Reading) -> Ranges {
    match consistency(criteria, statements, reading, Effort::default()).expect("proved") {
        Consistency::Consistent(ranges) => *ranges,
        Consistency::Contradictory(conflict) => panic!("{conflict:?}"),
    }
}

/// The statements of a file of pairs beside the repository.
fn statements(name: &str) -> Option<Vec<Statement>> {
    let bytes = fs::read(shared(&format!("calibrate/pairs/{name}"))?).expect("readable");
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

/// The least error is 0 exactly where statements agree; noisy ones have one, and no weights do better.
#[test]
fn the_least_error_is_least() {
    let bytes = fs::read(root().join("data/pairs/desk_study.jsonl")).expect("shipped pairs");
    let records = records(&bytes, &Limits::default());
    let usable = records
        .iter()
        .filter_map(|record| statement(record.usable()?, record.line, 0).ok());
    let statements: Vec<Statement> = usable.collect();
    let reading = Reading::default();
    let least = Lenient::new(5, &statements[..60], &reading)
        .least()
        .expect("proved");
    assert!(least.total.is_positive());
    let agreeing: Vec<Statement> = (0..60)
        .filter(|index| !least.missed.contains(index))
        .map(|index| statements[index].clone())
        .collect();
    // what is explained at the least error agrees
    let without = Lenient::new(5, &agreeing, &reading)
        .least()
        .expect("proved");
    assert_eq!(without.total, rational(0, 1));
    ranges(5, &agreeing, &reading);
}

proptest::proptest! {
    /// Two criteria and preferences alone: the error of `w, 1 - w` is a sum of broken lines, so it is least at 0, at 1, or where one breaks.
    #[test]
    fn the_least_error_is_that_of_enumeration(
        scores in proptest::collection::vec(proptest::array::uniform4(0i64..=4), 1..9),
    ) {
        let reading = Reading { threshold: None, ..Reading::default() };
        let statements: Vec<Statement> = scores
            .iter()
            .map(|s| Statement {
                name: String::new(),
                line: 0,
                group: 0,
                a: Some(vec![rational(s[0], 4), rational(s[1], 4)]),
                b: Some(vec![rational(s[2], 4), rational(s[3], 4)]),
                answer: Answer::Better(Side::A, None),
                level: false,
            })
            .collect();
        // dU = slope x w + base
        let lines: Vec<(Rational, Rational)> = scores
            .iter()
            .map(|s| (rational(s[0] - s[2] - s[1] + s[3], 4), rational(s[1] - s[3], 4)))
            .collect();
        let error = |w: &Rational| -> Rational {
            let lacks = lines
                .iter()
                .map(|(slope, base)| &reading.epsilon - &(&(slope * w) + base));
            lacks.filter(Rational::is_positive).sum()
        };
        let breaks = lines
            .iter()
            .filter(|(slope, _)| !slope.is_zero())
            .map(|(slope, base)| &(&reading.epsilon - base) / slope);
        let within = |w: &Rational| !w.is_negative() && *w <= Rational::from(1);
        let least = breaks
            .filter(within)
            .chain([0.into(), 1.into()])
            .map(|w| error(&w))
            .min();
        let found = Lenient::new(2, &statements, &reading).least().expect("proved");
        proptest::prop_assert_eq!(Some(found.total.clone()), least);
        proptest::prop_assert_eq!(error(&found.weights[0]), found.total);
    }
}
