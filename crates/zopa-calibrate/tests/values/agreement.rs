//! Kappa and its kin, alpha, intervals and tests: fractions exactly, what was published as printed.

use zopa_calibrate::agreement::{Coefficient, Difference, Table, Weighting, alpha};
use zopa_model::{NearestFloat as _, Rational};
use zopa_stats::{Level, mcnemar, wilson};

use crate::book::{At, Book};

/// What is left out of every file.
const WORDS: [(&str, &str); 3] = [
    ("/versions", "the programs that recomputed the values"),
    ("/definition", "in words"),
    ("/cases/*/source", "in words"),
];

fn with_words(own: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    WORDS.iter().chain(own).copied().collect()
}

fn check(ours: Coefficient, wanted: &At<'_>) {
    assert_eq!(ours.ok(), wanted.fraction());
}

#[test]
fn kappa_and_its_kin() {
    let Some(book) = Book::open("cohen_kappa.json") else {
        return;
    };
    for case in book.top().get("cases").list() {
        let name = case.get("name").text();
        let rows = case.get("table_rows_rater1").list();
        let mut table = Table::new(rows.len());
        for (row, counts) in rows.iter().enumerate() {
            for (column, count) in counts.list().iter().enumerate() {
                table.add(row, column, count.count());
            }
        }
        assert_eq!(table.total(), case.get("n").count(), "{name}");
        let custom = case.find("custom_weights").map(|weights| {
            let lines = weights.list();
            Weighting::Custom(
                lines
                    .iter()
                    .map(|line| line.list().iter().map(|one| one.times().into()).collect())
                    .collect(),
            )
        });
        let weightings = [
            ("unweighted", Some(Weighting::Nominal)),
            ("linear", Some(Weighting::Linear)),
            ("quadratic", Some(Weighting::Quadratic)),
            ("custom", custom),
        ];
        for (which, weighting) in weightings {
            let Some(weighting) = weighting else { continue };
            check(table.kappa(&weighting), &case.get(which));
            let printed = case.find("published").and_then(|all| all.find(which));
            if let Some(printed) = printed {
                let ours = table.kappa(&weighting).expect("defined").to_f64();
                printed.as_printed(ours, 0.005);
            }
        }
        check(table.pabak(), &case.get("pabak"));
        check(table.ac1(), &case.get("gwet_ac1"));
        check(table.scott_pi(), &case.get("scott_pi"));
        assert_eq!(table.agreement(), case.get("percent_agreement").fraction());
    }
    book.close(&with_words(&[
        ("/cases/*/labels", "names of the rows and columns"),
        ("/cases/*/note", "in words"),
    ]));
}

#[test]
fn krippendorffs_alpha() {
    let Some(book) = Book::open("krippendorff.json") else {
        return;
    };
    for case in book.top().get("cases").list() {
        let raters: Vec<Vec<Option<u32>>> = case
            .get("raters_by_units")
            .list()
            .iter()
            .map(|rater| {
                let values = rater.list();
                let value = |one: &At<'_>| (!one.is_null()).then(|| one.times());
                values.iter().map(value).collect()
            })
            .collect();
        let units: Vec<Vec<u32>> = (0..raters[0].len())
            .map(|unit| raters.iter().filter_map(|rater| rater[unit]).collect())
            .collect();
        for (which, difference) in [
            ("nominal", Difference::Nominal),
            ("ordinal", Difference::Ordinal),
            ("interval", Difference::Interval),
            ("ratio", Difference::Ratio),
        ] {
            let ours = alpha(&units, None, difference);
            if let Some(wanted) = case.find(which) {
                check(ours.clone(), &wanted);
            }
            for (other, within) in [("krippendorff_pkg", 1e-12), ("published", 0.0005)] {
                let wanted = case.find(other).and_then(|all| all.find(which));
                match (wanted, &ours) {
                    (None, _) => {}
                    (Some(wanted), Ok(ours)) => wanted.close_to(ours.to_f64(), within),
                    // the other program refuses what has no value
                    (Some(wanted), Err(_)) => assert!(wanted.text().starts_with("error")),
                }
            }
            // twice every unit changes n - 1, weights do the same
            let twice: Vec<Vec<u32>> = units.iter().chain(&units).cloned().collect();
            let times = vec![2; units.len()];
            assert_eq!(
                alpha(&units, Some(&times), difference),
                alpha(&twice, None, difference)
            );
        }
    }
    book.close(&with_words(&[
        ("/cases/*/name", "in words"),
        ("/cases/*/note", "in words"),
    ]));
}

/// Wilson's interval, McNemar's test, and all 3,125 samples of five pairs: how often each accuracy comes up, how often kappa is
/// undefined, its mean and quantiles where it is not.
#[test]
fn intervals_and_tests() {
    let Some(book) = Book::open("intervals.json") else {
        return;
    };
    let top = book.top();
    top.get("z").close_to(Level::P95.z(), 1e-12);
    for case in top.get("wilson_95").list() {
        let (hits, of) = (case.get("successes").count(), case.get("n").count());
        let found = wilson(hits, of, Level::P95).expect("trials");
        case.get("low").close_to(found.low, 1e-12);
        case.get("high").close_to(found.high, 1e-12);
    }
    for case in top.get("mcnemar_exact").list() {
        let ours = mcnemar(case.get("b").count(), case.get("c").count());
        case.get("p_two_sided").close_to(ours, 1e-12);
    }
    let case = top.get("exact_bootstrap_5");
    let place = |word: &At<'_>| {
        let word = word.text();
        let mut outcomes = ["A", "B", "tie", "both_unacceptable"].iter();
        outcomes.position(|one| word == *one).expect("an outcome")
    };
    let pairs: Vec<(usize, usize)> = case
        .get("pairs_gold_judge")
        .list()
        .iter()
        .map(|pair| (place(&pair.list()[0]), place(&pair.list()[1])))
        .collect();
    let tabled = |of: &[usize]| {
        let mut table = Table::new(4);
        for &pair in of {
            table.add(pairs[pair].0, pairs[pair].1, 1);
        }
        table
    };
    let whole = tabled(&[0, 1, 2, 3, 4]);
    check(whole.kappa(&Weighting::Nominal), &case.get("kappa_point"));
    let mut right = [0_u64; 6];
    let (mut undefined, mut kappas) = (0, Vec::new());
    let samples = case.get("n_resamples").index();
    assert_eq!(samples, 5_usize.pow(5));
    for sample in 0..samples {
        let drawn: Vec<usize> = (0..5).map(|at| sample / 5_usize.pow(at) % 5).collect();
        let table = tabled(&drawn);
        right[usize::try_from(table.agreed()).expect("small")] += 1;
        match table.kappa(&Weighting::Nominal) {
            Ok(kappa) => kappas.push(kappa),
            Err(_) => undefined += 1,
        }
    }
    for (count, ours) in right.iter().enumerate() {
        let wanted = case.get("accuracy_counts").get(&count.to_string());
        assert_eq!(wanted.count(), *ours);
    }
    assert_eq!(case.get("kappa_undefined_resamples").index(), undefined);
    let hits: u64 = (0..).zip(right).map(|(hits, count)| hits * count).sum();
    let mean = hits as f64 / (5.0 * samples as f64);
    case.get("accuracy_mean").close_to(mean, 1e-12);
    let defined = i128::try_from(kappas.len()).expect("small");
    let sum: Rational = kappas.iter().sum();
    let mean = &sum / &Rational::from(defined);
    case.get("kappa_mean_over_defined")
        .close_to(mean.to_f64(), 1e-12);
    // the smallest value that so large a share of all does not exceed
    kappas.sort();
    for (name, permille) in [("kappa_p025_type1", 25), ("kappa_p975_type1", 975)] {
        let at = (kappas.len() * permille).div_ceil(1000).max(1) - 1;
        case.get(name).close_to(kappas[at].to_f64(), 1e-12);
    }
    book.close(&[WORDS[0], ("/exact_bootstrap_5/note", "in words")]);
}
