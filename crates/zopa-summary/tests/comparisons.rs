//! Paired lifts and the composite, on runs whose answers are worked out by hand.
#![allow(
    clippy::float_arithmetic,
    clippy::float_cmp,
    clippy::unwrap_used,
    reason = "statistics are floats"
)]

mod common;

use common::{deal, invalid, report, settings};
use zopa_stats::Method;
use zopa_summary::{
    Baseline, Composite, CompositeSettings, LiftFigures, PairTest, Report, Settings,
};

fn close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
}

fn compared(test: PairTest) -> Settings {
    Settings {
        by: vec!["model".to_owned(), "mediator".to_owned()],
        baseline: Some(Baseline {
            field: "mediator".to_owned(),
            value: "none".to_owned(),
        }),
        test,
        ..settings()
    }
}

fn own(model: &str, mediator: &str, seed: u32) -> String {
    format!(r#""model": "{model}", "mediator": "{mediator}", "scenario": "s", "seed": {seed}"#)
}

/// Twelve pairs of `m`: eleven differences 1, 2, ..., 11 and one of -12. Beside them a run of the baseline alone, two of the
/// group alone (one since its counterpart is invalid), a run without a seed, and a second run of one pair: 50 and 54 on the
/// one side have the mean 52. Of `n` there is no baseline.
fn pairs() -> Vec<String> {
    let mut lines = Vec::new();
    for seed in 1..=12 {
        let difference = if seed == 12 { -12.0 } else { f64::from(seed) };
        lines.push(deal(&own("m", "none", seed), 50.0));
        if seed == 2 {
            lines.push(deal(&own("m", "some", seed), 50.0));
            lines.push(deal(&own("m", "some", seed), 54.0));
        } else {
            lines.push(deal(&own("m", "some", seed), 50.0 + difference));
        }
        lines.push(deal(&own("n", "some", seed), 1.0));
    }
    lines.push(deal(&own("m", "none", 13), 0.0));
    lines.push(deal(&own("m", "some", 14), 0.0));
    lines.push(deal(&own("m", "some", 15), 0.0));
    lines.push(invalid(&own("m", "none", 15), "not-a-share"));
    lines.push(deal(
        r#""model": "m", "mediator": "some", "scenario": "s""#,
        0.0,
    ));
    lines
}

fn figures(report: &Report) -> LiftFigures {
    report.comparison.as_ref().unwrap().lifts[0]
        .figures
        .unwrap()
}

/// The mean is (66 - 12) / 12 = 4.5, the median (5 + 6) / 2 = 5.5.
#[test]
fn lifts_are_over_pairs() {
    let report = report(compared(PairTest::Wilcoxon), &pairs());
    let lifts = &report.comparison.as_ref().unwrap().lifts;
    assert_eq!(lifts.len(), 2, "the baseline is not compared with itself");
    let lift = &lifts[0];
    assert_eq!(report.groups[lift.group].key[1].as_deref(), Some("some"));
    assert_eq!(
        (lift.pairs, lift.only_group, lift.only_baseline),
        (12, 2, 1)
    );
    assert_eq!((lift.unplaced, lift.averaged), (1, 1));
    let found = figures(&report);
    close(found.mean, 4.5);
    close(found.median, 5.5);
    assert_eq!((found.higher, found.lower, found.equal), (11, 1, 0));
    let interval = found.interval.unwrap();
    assert!(interval.low < 4.5 && 4.5 < interval.high, "{interval:?}");
    assert_eq!((lifts[1].baseline, lifts[1].pairs), (None, 0));
    assert!(lifts[1].figures.is_none());
    for wanted in [
        "Pairs are missing: 2 times",
        "has not, once the other",
        "several runs with the same `scenario` and `seed` once",
        "belongs to no pair, once",
    ] {
        assert!(
            report.notes.iter().any(|note| note.contains(wanted)),
            "{wanted}: {:?}",
            report.notes
        );
    }
}

/// The negative rank sum is 12. The sets of ranks 1 to 12 whose sum is at most 12 number 70: the partitions of 0, 1, ..., 12 into
/// distinct parts, 1 + 1 + 1 + 2 + 2 + 3 + 4 + 5 + 6 + 8 + 10 + 12 + 15. So the p-value is 2 * 70 / 2^12. That of
/// the signs, 1 of 12, is 2 (1 + 12) / 2^12.
#[test]
fn differences_are_tested_exactly() {
    let found = figures(&report(compared(PairTest::Wilcoxon), &pairs()));
    assert_eq!(
        (found.test, found.method),
        (PairTest::Wilcoxon, Method::Exact)
    );
    close(found.p_value, 140.0 / 4096.0);
    let found = figures(&report(compared(PairTest::Sign), &pairs()));
    close(found.p_value, 26.0 / 4096.0);
}

#[test]
fn few_pairs_have_counts_alone() {
    let lines: Vec<String> = pairs().into_iter().take(27).collect();
    let report = report(compared(PairTest::Sign), &lines);
    let lift = &report.comparison.as_ref().unwrap().lifts[0];
    assert_eq!(lift.pairs, 9);
    assert!(lift.figures.is_none());
}

/// A difference of floats that is equal but for rounding is a tie: 0.3 - 0.2 and 0.1 - 0.
#[test]
fn rounding_breaks_no_tie() {
    let mut lines = Vec::new();
    for seed in 1..=10 {
        let (low, high) = if seed % 2 == 0 {
            (0.2, 0.3)
        } else {
            (0.0, 0.1)
        };
        let (none, some) = if seed <= 5 { (low, high) } else { (high, low) };
        lines.push(deal(&own("m", "none", seed), none));
        lines.push(deal(&own("m", "some", seed), some));
    }
    let found = figures(&report(compared(PairTest::Wilcoxon), &lines));
    close(found.mean, 0.0);
    close(found.p_value, 1.0);
}

/// Today: a 60 (30 of cooperative alone would be 7.5; here all five are equal), b 70, c 80. Value efficiency: a 90, b 40, c 60.
fn composite(weight: Option<f64>) -> Composite {
    let mut lines = Vec::new();
    for (model, score, efficiency) in [("a", 60, 90.0), ("b", 70, 40.0), ("c", 80, 60.0)] {
        for _ in 0..10 {
            let scores = format!(
                r#""model": "{model}", "scores": {{"cooperative": {score}, "resolution": {score}, "hidden_revelations": {score},
                "commitment_symmetry": {score}, "mediator_quality": {score}}}"#
            );
            lines.push(deal(&scores, efficiency));
        }
        // without scores, with one missing, and with one out of range
        lines.push(deal(&format!(r#""model": "{model}""#), 0.0));
        lines.push(deal(
            &format!(r#""model": "{model}", "scores": {{"cooperative": 1}}"#),
            0.0,
        ));
    }
    lines.push(deal(
        r#""model": "d", "scores": {"cooperative": 101, "resolution": 1, "hidden_revelations": 1, "commitment_symmetry": 1, "mediator_quality": 1}"#,
        0.0,
    ));
    let settings = Settings {
        composite: Some(CompositeSettings {
            value_efficiency_weight: weight,
        }),
        ..settings()
    };
    report(settings, &lines).composite.unwrap()
}

#[test]
fn todays_composite_is_the_weighted_mean() {
    // 25 + .25 * 80 ... by hand: (25 * 100 + 25 * 80 + 20 * 60 + 15 * 40 + 15 * 20) / 100 = 66
    close(
        zopa_summary::composite(&[100.0, 80.0, 60.0, 40.0, 20.0]),
        66.0,
    );
    let composite = composite(None);
    let found: Vec<_> = composite
        .groups
        .iter()
        .map(|group| (group.n, group.means.map(|m| m.today)))
        .collect();
    assert_eq!(
        found,
        [
            (10, Some(60.0)),
            (10, Some(70.0)),
            (10, Some(80.0)),
            (0, None)
        ]
    );
    assert_eq!(composite.reweighted, None);
}

/// At 0.4: a .6 * 60 + .4 * 90 = 72, b 58, c 72. So a and c share the first rank. Of the three pairs (a, b) has turned round,
/// (b, c) has not, and (a, c) is tied: tau-b = (1 - 1) / sqrt(3 * 2) = 0.
#[test]
fn the_composite_is_reweighted() {
    let composite = composite(Some(0.4));
    let then = composite.reweighted.unwrap();
    let composites: Vec<f64> = then.composites.iter().flatten().copied().collect();
    for (found, wanted) in composites.iter().zip([72.0, 58.0, 72.0]) {
        close(*found, wanted);
    }
    assert_eq!(then.ranks, [Some(1), Some(3), Some(1), None]);
    assert_eq!(then.moved, 2, "c stays first");
    close(then.tau.unwrap(), 0.0);
}

/// Lines cross at: a and b, 10 (1 - w) = 50 w, w = 1/6; a and c, 20 (1 - w) = 30 w, w = 0.4; b and c never. From today's order
/// (c, b, a) to the last (a, c, b) two of three pairs turn round: tau = (1 - 2) / 3.
#[test]
fn weights_are_swept() {
    let composite = composite(None);
    close(composite.first_change.unwrap(), 1.0 / 6.0);
    let taus: Vec<f64> = composite.sweep.iter().map(|one| one.tau.unwrap()).collect();
    assert_eq!(composite.sweep.len(), 11);
    close(taus[0], 1.0);
    close(taus[1], 1.0);
    close(taus[2], 1.0 / 3.0);
    close(taus[10], -1.0 / 3.0);
    assert_eq!(composite.sweep[0].moved, 0);
}
