//! Agreement: what is undefined, and a published study. Published values are in `values/`.

mod common;

use std::fs;

use common::shared;
use zopa_calibrate::agreement::{Difference, Table, Undefined, Weighting, alpha};
use zopa_model::NearestFloat as _;

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

/// 999 pairs with three human labels each: the labels by majority, and the kappas of every two annotators as published
/// (PandaLM, arXiv:2306.05087).
#[test]
fn pandalm_as_published() {
    let Some(path) = shared("data/preferences/pandalm_labels.csv") else {
        return;
    };
    let text = fs::read_to_string(path).expect("a text");
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
