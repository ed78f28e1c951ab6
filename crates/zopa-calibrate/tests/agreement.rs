//! Agreement: every published value and every exact recomputation of the reference, as fractions.

mod common;

use std::fs;

use common::root;
use serde_json::Value;
use zopa_calibrate::agreement::{Coefficient, Difference, Table, Undefined, Weighting, alpha};
use zopa_model::{NearestFloat as _, Rational};

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

/// A fraction of the reference, or that there is none.
fn wanted(value: &Value) -> Option<Rational> {
    let part = |name: &str| value[name].as_i64().map(i128::from);
    Some(Rational::new(part("num")?, part("den")?))
}

fn check(ours: Coefficient, value: &Value, what: &str) {
    assert_eq!(ours.ok(), wanted(value), "{what}");
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[test]
fn kappa_and_its_kin() {
    let Some(reference) = reference("cohen_kappa.json") else {
        return;
    };
    for case in list(&reference["cases"]) {
        let name = case["name"].as_str().expect("a name");
        let rows = list(&case["table_rows_rater1"]);
        let mut table = Table::new(rows.len());
        for (row, counts) in rows.iter().enumerate() {
            for (column, count) in list(counts).iter().enumerate() {
                table.add(row, column, count.as_u64().expect("a count"));
            }
        }
        assert_eq!(table.total(), case["n"].as_u64().expect("a count"));
        check(table.kappa(&Weighting::Nominal), &case["unweighted"], name);
        check(table.kappa(&Weighting::Linear), &case["linear"], name);
        check(table.kappa(&Weighting::Quadratic), &case["quadratic"], name);
        check(table.pabak(), &case["pabak"], name);
        check(table.ac1(), &case["gwet_ac1"], name);
        check(table.scott_pi(), &case["scott_pi"], name);
        assert_eq!(
            table.agreement(),
            wanted(&case["percent_agreement"]),
            "{name}"
        );
        if !case["custom_weights"].is_null() {
            let weights = serde_json::from_value(case["custom_weights"].clone()).expect("weights");
            check(
                table.kappa(&Weighting::Custom(weights)),
                &case["custom"],
                name,
            );
        }
        for (which, value) in case["published"].as_object().into_iter().flatten() {
            let weighting = match which.as_str() {
                "unweighted" => Weighting::Nominal,
                "linear" => Weighting::Linear,
                "quadratic" => Weighting::Quadratic,
                _ => continue,
            };
            let ours = table.kappa(&weighting).expect("defined").to_f64();
            let printed = value.as_f64().expect("a number");
            // as many digits as were printed
            assert!((ours - printed).abs() <= 0.005, "{name}: {which} {ours}");
        }
    }
}

/// Nothing to compare, and nothing to tell apart, are two reasons.
#[test]
fn what_is_undefined_says_why() {
    assert_eq!(
        Table::new(2).kappa(&Weighting::Nominal),
        Err(Undefined::TooFew)
    );
    let mut same = Table::new(2);
    same.add(0, 0, 7);
    assert_eq!(same.kappa(&Weighting::Nominal), Err(Undefined::NoVariation));
    assert_eq!(
        alpha(&[vec![1]], None, Difference::Nominal),
        Err(Undefined::TooFew)
    );
    assert_eq!(
        alpha(&[vec![1, 1]], None, Difference::Ordinal),
        Err(Undefined::NoVariation)
    );
}

#[test]
fn krippendorffs_alpha() {
    let Some(reference) = reference("krippendorff.json") else {
        return;
    };
    for case in list(&reference["cases"]) {
        let name = case["name"].as_str().expect("a name");
        let raters = list(&case["raters_by_units"]);
        let units: Vec<Vec<u32>> = (0..list(&raters[0]).len())
            .map(|unit| {
                let values = raters.iter().filter_map(|rater| rater[unit].as_u64());
                values
                    .map(|value| u32::try_from(value).expect("small"))
                    .collect()
            })
            .collect();
        for (which, difference) in [
            ("nominal", Difference::Nominal),
            ("ordinal", Difference::Ordinal),
            ("interval", Difference::Interval),
            ("ratio", Difference::Ratio),
        ] {
            if let Some(value) = case.get(which) {
                check(
                    alpha(&units, None, difference),
                    value,
                    &format!("{name}: {which}"),
                );
                // twice every unit changes n - 1, weights do the same
                let twice: Vec<Vec<u32>> = units.iter().chain(&units).cloned().collect();
                let times = vec![2; units.len()];
                assert_eq!(
                    alpha(&units, Some(&times), difference),
                    alpha(&twice, None, difference),
                    "{name}"
                );
            }
        }
    }
}

/// All 3125 samples of five pairs: how often each accuracy comes up, how often kappa is undefined, and its mean where it is not.
#[test]
fn every_sample_of_five() {
    let Some(reference) = reference("intervals.json") else {
        return;
    };
    let case = &reference["exact_bootstrap_5"];
    let place = |word: &Value| {
        ["A", "B", "tie", "both_unacceptable"]
            .iter()
            .position(|one| *word == *one)
            .expect("an outcome")
    };
    let pairs: Vec<(usize, usize)> = list(&case["pairs_gold_judge"])
        .iter()
        .map(|pair| (place(&pair[0]), place(&pair[1])))
        .collect();
    let mut right = [0_u64; 6];
    let (mut undefined, mut sum) = (0_u32, 0.0);
    for sample in 0..3125_usize {
        let mut table = Table::new(4);
        let mut rest = sample;
        for _ in 0..5 {
            let (gold, said) = pairs[rest % 5];
            table.add(gold, said, 1);
            rest /= 5;
        }
        right[usize::try_from(table.agreed()).expect("small")] += 1;
        match table.kappa(&Weighting::Nominal) {
            Ok(kappa) => sum += kappa.to_f64(),
            Err(reason) => {
                assert_eq!(reason, Undefined::NoVariation);
                undefined += 1;
            }
        }
    }
    for (count, ours) in right.iter().enumerate() {
        assert_eq!(
            case["accuracy_counts"][count.to_string()].as_u64(),
            Some(*ours)
        );
    }
    assert_eq!(
        case["kappa_undefined_resamples"].as_u64(),
        Some(undefined.into())
    );
    let mean = sum / f64::from(3125 - undefined);
    let wanted = case["kappa_mean_over_defined"].as_f64().expect("a number");
    assert!((mean - wanted).abs() < 1e-12, "{mean}");
}

/// 999 pairs with three human labels each: the labels by majority, and the kappas of every two annotators as published
/// (PandaLM, arXiv:2306.05087).
#[test]
fn pandalm_as_published() {
    let Ok(text) = fs::read_to_string(root().join("../shared/data/preferences/pandalm_labels.csv"))
    else {
        eprintln!(
            "SKIPPED: there is no ../shared/data/preferences/pandalm_labels.csv beside the repository"
        );
        return;
    };
    // the three human labels: 0 is a tie
    let label = |field: &str| field.parse::<usize>().expect("a label");
    let rows: Vec<Vec<usize>> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').skip(1).take(3).map(label).collect())
        .collect();
    assert_eq!(rows.len(), 999);
    let kappa = |i: usize, j: usize| {
        let mut table = Table::new(3);
        for row in &rows {
            table.add(row[i], row[j], 1);
        }
        table.kappa(&Weighting::Nominal).expect("defined").to_f64()
    };
    let mut published = [kappa(0, 1), kappa(0, 2), kappa(1, 2)].map(|value| format!("{value:.2}"));
    published.sort();
    assert_eq!(published, ["0.85", "0.86", "0.88"]);
    let mut majority = [0; 3];
    for row in &rows {
        let label = (0..3)
            .max_by_key(|label| row.iter().filter(|one| *one == label).count())
            .expect("labels");
        majority[label] += 1;
    }
    assert_eq!(majority, [105, 422, 472]);
    // the judge PandaLM-7B agrees with the majority in 66.77 % of the pairs
    let judged = text.lines().skip(1).zip(&rows).filter(|(line, row)| {
        let said = line.rsplit(',').next().expect("a verdict");
        let best = (0..3).max_by_key(|label| row.iter().filter(|one| *one == label).count());
        best.map(|best| best.to_string()).as_deref() == Some(said)
    });
    assert_eq!(judged.count(), 667);
}
