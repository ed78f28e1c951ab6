//! Figures of a small file worked out by hand, and what holds for every file.
//!
//! `hand.jsonl` has twelve runs of `x`: six deals (value efficiency 100, 100, 80, 60, 50, 40; joint gains .4, .4, .4, .2, .2, .2;
//! the first party's shares .5, .5, .75, .5, 1 and none for the last, in which it loses), of which three are efficient and two
//! of these at the Nash solution; three missed impasses (0) and a justified one (100, in a scenario without a ZOPA); two
//! invalid runs. Of `y` there are nine deals, one too few for figures, and of nobody an invalid line.
#![allow(
    clippy::float_arithmetic,
    clippy::float_cmp,
    clippy::unwrap_used,
    reason = "statistics are floats"
)]

mod common;

use common::{deal, invalid, report, settings};
use proptest::prelude::*;
use zopa_summary::{Collector, Fault, Figure, Report, report_json};

const HAND: &str = include_str!("hand.jsonl");

fn hand() -> Report {
    report(settings(), &HAND.lines().collect::<Vec<_>>())
}

fn close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
}

#[test]
fn runs_are_counted() {
    let report = hand();
    let keys: Vec<Option<&str>> = report.groups.iter().map(|g| g.key[0].as_deref()).collect();
    assert_eq!(keys, [Some("x"), Some("y"), None]);
    let x = &report.groups[0].counts;
    assert_eq!((x.runs, x.negotiations(), x.deals), (12, 10, 6));
    assert_eq!((x.missed_impasses, x.justified_impasses), (3, 1));
    assert_eq!(
        (x.invalid["over-allocated"], x.invalid["unknown-scenario"]),
        (1, 1)
    );
    let nobody = &report.groups[2].counts;
    assert_eq!((nobody.runs, nobody.invalid["malformed-json"]), (1, 1));
    let all = &report.all.counts;
    assert_eq!((all.runs, all.deals, all.all_invalid()), (22, 15, 3));
    assert!(report.groups[1].figures.is_none(), "nine are too few");
}

/// Of two tied Nash solutions the analysis names one; a deal at the other is at the Nash solution too. A deal with the largest product
/// where that is 0 is not.
#[test]
fn tied_nash_solutions_count() {
    let mut lines = vec![deal(r#""model": "x""#, 50.0); 7];
    lines.extend(vec![deal(r#""model": "x""#, 100.0); 2]);
    lines.push(
        deal(r#""model": "x""#, 100.0).replace("[0.1, 0.1], \"pareto_e", "[0.1, 0], \"pareto_e"),
    );
    let report = report(settings(), &lines);
    let figures = report.groups[0].figures.as_ref().unwrap();
    close(figures.get(Figure::AtNbsRateOfDeals).unwrap().value, 0.2);
}

/// Twelve negotiations: eight deals, of which six are efficient, five envy-free, four both; one of them in a domain, where envy says
/// nothing. Lewis et al. divide by the deals, Hua et al. by all.
#[test]
fn papers_count_over_deals_or_over_all() {
    let scored = |pareto: bool, envy_free: Option<bool>| {
        let envy = envy_free.map_or("null".to_owned(), |free| free.to_string());
        let both = envy_free.map_or("null".to_owned(), |free| (free && pareto).to_string());
        let metrics = format!(
            r#""metrics": {{"lewis": {{"agreed": true, "pareto_optimal": {pareto}}}, "hua": {{"pareto_optimal": {pareto}, "envy_free": {envy},
            "pareto_optimal_and_envy_free": {both}}}}}, "impasse": null"#
        );
        deal(r#""model": "x""#, 50.0).replace(r#""impasse": null"#, &metrics)
    };
    let no_deal = scored(false, Some(false))
        .replace(r#""status": "deal""#, r#""status": "no_deal""#)
        .replace(
            r#""agreed": true, "pareto_optimal": false"#,
            r#""agreed": false, "pareto_optimal": null"#,
        )
        .replace(r#""impasse": null"#, r#""impasse": "missed""#);
    let mut lines = vec![no_deal; 4];
    lines.extend(vec![scored(true, Some(true)); 4]);
    lines.extend([scored(true, Some(false)), scored(true, None)]);
    lines.extend([scored(false, Some(true)), scored(false, Some(false))]);
    let report = report(settings(), &lines);
    let figures = report.groups[0].figures.as_ref().unwrap();
    for (figure, value, n) in [
        (Figure::LewisParetoRate, 6.0 / 8.0, 8),
        (Figure::HuaParetoRate, 6.0 / 12.0, 12),
        (Figure::HuaEnvyFreeRate, 5.0 / 11.0, 11),
        (Figure::HuaParetoAndEnvyFreeRate, 4.0 / 11.0, 11),
    ] {
        let found = figures.get(figure).unwrap();
        close(found.value, value);
        assert_eq!(found.n, n, "{}", figure.as_str());
    }
    // without these measures they are undefined, and nothing else changes
    let plain = self::report(settings(), &vec![deal(r#""model": "x""#, 50.0); 12]);
    let figures = plain.groups[0].figures.as_ref().unwrap();
    assert!(
        figures.get(Figure::LewisParetoRate).is_none()
            && figures.get(Figure::HuaEnvyFreeRate).is_none()
    );
}

#[test]
fn figures_are_those_worked_out_by_hand() {
    let report = hand();
    let figures = report.groups[0].figures.as_ref().unwrap();
    for (figure, value, n) in [
        (Figure::AgreementRate, 0.6, 10),
        (Figure::ParetoRateOfDeals, 0.5, 6),
        // three deals and the justified impasse
        (Figure::ParetoRateOfNegotiations, 0.4, 10),
        (Figure::AtNbsRateOfDeals, 2.0 / 6.0, 6),
        (Figure::AtNbsRateOfNegotiations, 0.2, 10),
        // 530 / 10
        (Figure::ValueEfficiencyMean, 53.0, 10),
        // 0 0 0 40 50 60 80 100 100 100
        (Figure::ValueEfficiencyMedian, 55.0, 10),
        // 1.8 / 10
        (Figure::JointGain, 0.18, 10),
        // 1 1 1 .5 .5 .5 0 0 0, and undefined without a ZOPA
        (Figure::JointGainRatio, 0.5, 9),
        // 3.25 / 5
        (Figure::SurplusShareA, 0.65, 5),
        (Figure::SurplusShareB, 0.35, 5),
        // .5 .5 .25 .5 0
        (Figure::SmallerSurplusShare, 0.35, 5),
        (Figure::LeftOnTableA, 0.1, 10),
        (Figure::LeftOnTableB, 0.11, 10),
        (Figure::ParetoGap, 0.085, 10),
    ] {
        let found = figures.get(figure).unwrap();
        close(found.value, value);
        assert_eq!(found.n, n, "{}", figure.as_str());
        let interval = found.interval.unwrap();
        assert!(interval.low <= found.value && found.value <= interval.high);
    }
}

/// `scipy.stats.binomtest(6, 10).proportion_ci(method='wilson')` and the same of 2 of 6, SciPy 1.17.1.
#[test]
fn rates_have_wilson_intervals() {
    let report = hand();
    let figures = report.groups[0].figures.as_ref().unwrap();
    let interval = |figure| figures.get(figure).unwrap().interval.unwrap();
    let agreement = interval(Figure::AgreementRate);
    close(agreement.low, 0.312_673_769_733_658_3);
    close(agreement.high, 0.831_819_670_293_763_9);
    let at_nbs = interval(Figure::AtNbsRateOfDeals);
    close(at_nbs.low, 0.096_771_411_105_780_47);
    close(at_nbs.high, 0.700_006_684_861_608);
}

/// Exactly at the Nash solution by default; from .02 on the third deal is near enough.
#[test]
fn nearness_to_the_nash_solution_can_be_chosen() {
    let at = |nbs_distance| {
        let settings = zopa_summary::Settings {
            nbs_distance,
            ..settings()
        };
        let report = report(settings, &HAND.lines().collect::<Vec<_>>());
        let figures = report.groups[0].figures.clone().unwrap();
        figures.get(Figure::AtNbsRateOfNegotiations).unwrap().value
    };
    close(at(0.019), 0.2);
    close(at(0.02), 0.3);
}

/// Two clusters, one of deals alone and one of impasses alone: a sample has 0, 1 or 2 of the first, so the interval of the
/// agreement rate is all of 0 to 1, while the rate's Wilson interval is much narrower.
#[test]
fn clusters_are_drawn_whole() {
    let lines: Vec<String> = (0..40)
        .map(|seed| {
            let scenario = if seed < 20 { "s" } else { "t" };
            let line = deal(
                &format!(r#""model": "m", "scenario": "{scenario}""#),
                f64::from(seed),
            );
            match scenario {
                "s" => line,
                _ => line
                    .replace("\"deal\"", "\"no_deal\"")
                    .replace("\"impasse\": null", "\"impasse\": \"missed\""),
            }
        })
        .collect();
    let clustered = zopa_summary::Settings {
        cluster: Some("scenario".to_owned()),
        ..settings()
    };
    let report = report(clustered, &lines);
    assert_eq!(report.groups[0].clusters, Some(2));
    let rate = report.groups[0]
        .figures
        .clone()
        .unwrap()
        .get(Figure::AgreementRate)
        .unwrap();
    let interval = rate.interval.unwrap();
    assert_eq!((interval.low, rate.value, interval.high), (0.0, 0.5, 1.0));
    assert!(
        report.notes[0].contains("fewer than 10 clusters"),
        "{:?}",
        report.notes
    );
}

/// The standard error of a mean is s / sqrt(n), and the bootstrap's interval is about 1.96 of them to each side.
#[test]
fn intervals_have_the_width_of_theory() {
    let lines: Vec<String> = (0..200)
        .map(|i| deal(r#""model": "m""#, f64::from((i * 37) % 101)))
        .collect();
    let values: Vec<f64> = (0..200).map(|i| f64::from((i * 37) % 101)).collect();
    let mean = values.iter().sum::<f64>() / 200.0;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 200.0;
    let half = 1.96 * (variance / 200.0).sqrt();
    let mut settings = settings();
    settings.bootstrap.replicates = 4000;
    let found = report(settings, &lines).groups[0].figures.clone().unwrap();
    let interval = found
        .get(Figure::ValueEfficiencyMean)
        .unwrap()
        .interval
        .unwrap();
    assert!(
        (interval.low - (mean - half)).abs() < 0.05 * half,
        "{interval:?}"
    );
    assert!(
        (interval.high - (mean + half)).abs() < 0.05 * half,
        "{interval:?}"
    );
}

#[test]
fn no_replicates_leave_rates_their_intervals() {
    let mut settings = settings();
    settings.bootstrap.replicates = 0;
    let report = report(settings, &HAND.lines().collect::<Vec<_>>());
    let figures = report.groups[0].figures.as_ref().unwrap();
    assert!(
        figures
            .get(Figure::AgreementRate)
            .unwrap()
            .interval
            .is_some()
    );
    assert!(figures.get(Figure::ParetoGap).unwrap().interval.is_none());
}

#[test]
fn fields_may_lie_within_others_and_have_any_type() {
    let mut settings = settings();
    settings.by = vec!["a.b".to_owned(), "n".to_owned()];
    let lines = [
        deal(r#""a": {"b": "x"}, "n": 10"#, 1.0),
        deal(r#""a": {"b": "x"}, "n": 9.0"#, 1.0),
        deal(r#""a.b": "direct", "a": {"b": "x"}, "n": true"#, 1.0),
        deal(r#""a": null, "n": null"#, 1.0),
    ];
    let report = report(settings, &lines);
    let keys: Vec<Vec<Option<&str>>> = report
        .groups
        .iter()
        .map(|group| group.key.iter().map(Option::as_deref).collect())
        .collect();
    let wanted = [
        vec![Some("direct"), Some("true")],
        vec![Some("x"), Some("9.0")],
        vec![Some("x"), Some("10")],
        vec![None, None],
    ];
    assert_eq!(keys, wanted);
}

#[test]
fn exact_numbers_are_numbers() {
    let exact = deal(r#""model": "m""#, 1.0)
        .replace("\"joint_gain_ratio\": 0.5", "\"joint_gain_ratio\": \"1/2\"")
        .replace("[0.1, 0.1]", "[\"1/10\", \"1/10\"]");
    let lines = |line: &String| vec![line.clone(); 10];
    let plain = deal(r#""model": "m""#, 1.0);
    assert_eq!(
        report(settings(), &lines(&exact)),
        report(settings(), &lines(&plain))
    );
}

#[test]
fn what_is_no_score_is_told() {
    let fault = |text: &str| Collector::new(settings()).add_json(text.as_bytes());
    assert_eq!(
        fault(r#"{"model": "m", "allocation": null}"#),
        Err(Fault::NotScored)
    );
    for (text, wanted) in [
        ("[1]", "a scored run, which is an object"),
        (r#"{"model": "m"#, "EOF"),
        (r#"{"zopa": {"status": "odd"}}"#, "`odd` is no status"),
        (
            r#"{"zopa": {"status": "deal", "gain": [0, 0]}}"#,
            "the score has no `convention`",
        ),
        (
            r#"{"zopa": {"status": "deal", "gain": ["1/0", 0]}}"#,
            "a fraction in a string",
        ),
    ] {
        match fault(text) {
            Err(Fault::Broken(message)) => assert!(message.contains(wanted), "{message}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn what_was_asked_for_must_be_there() {
    let unusable = |change: &dyn Fn(&mut zopa_summary::Settings), lines: &[String]| {
        let mut settings = settings();
        change(&mut settings);
        let mut collector = Collector::new(settings);
        for line in lines {
            collector.add_json(line.as_bytes()).unwrap();
        }
        collector.finish().unwrap_err().message
    };
    let runs = vec![deal(r#""model": "m", "mediator": "none""#, 1.0)];
    let by =
        |name: &'static str| move |s: &mut zopa_summary::Settings| s.by = vec![name.to_owned()];
    let message = unusable(&by("mdel"), &runs);
    assert_eq!(message, "no run has a field `mdel`; did you mean `model`?");
    let baseline = |settings: &mut zopa_summary::Settings| {
        settings.by = vec!["mediator".to_owned()];
        settings.pair_by = vec!["model".to_owned()];
        settings.baseline = Some(zopa_summary::Baseline {
            field: "mediator".to_owned(),
            value: "nome".to_owned(),
        });
    };
    let message = unusable(&baseline, &runs);
    assert_eq!(
        message,
        "no run has `nome` as its `mediator`; did you mean `none`?"
    );
    let mixed = vec![runs[0].clone(), runs[0].replace("signed", "avoided")];
    let message = unusable(&|_| {}, &mixed);
    assert!(message.contains("cannot be averaged"), "{message}");
}

#[test]
fn no_runs_are_a_report() {
    let report = report(settings(), &[""; 0]);
    assert_eq!((report.groups.len(), report.all.counts.runs), (0, 0));
}

/// A run of any kind, in one of a few groups and clusters.
fn any_line() -> impl Strategy<Value = String> {
    let own = (0..3, 0..4, 0..6).prop_map(|(model, scenario, seed)| {
        format!(r#""model": "m{model}", "scenario": "s{scenario}", "seed": {seed}"#)
    });
    (own, 0..8, 0..40_u32).prop_map(|(own, kind, value)| match kind {
        0 => invalid(&own, "not-a-share"),
        1 => invalid(&own, "unknown-party"),
        2 => deal(&own, 0.0)
            .replace("\"deal\"", "\"no_deal\"")
            .replace("\"impasse\": null", "\"impasse\": \"missed\""),
        _ => deal(&own, f64::from(value) * 1.7),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Neither the order of the runs nor the number of threads leaves a trace, in any figure, interval or test.
    #[test]
    fn order_and_threads_change_nothing(
        (lines, shuffled) in prop::collection::vec(any_line(), 1..120)
            .prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle())),
        clustered: bool,
    ) {
        let mut settings = settings();
        settings.by = vec!["model".to_owned()];
        settings.cluster = clustered.then(|| "scenario".to_owned());
        settings.points = true;
        settings.bootstrap.replicates = 50;
        let with_threads = |threads: usize, lines: &[String]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let settings = settings.clone();
            pool.install(|| report_json(&report(settings, lines)).to_string())
        };
        let one = with_threads(1, &lines);
        prop_assert_eq!(&one, &with_threads(3, &lines));
        prop_assert_eq!(&one, &with_threads(2, &shuffled));
    }

    /// Every run is counted once, in its group and in all.
    #[test]
    fn counts_add_up(lines in prop::collection::vec(any_line(), 0..60)) {
        let report = report(settings(), &lines);
        prop_assert_eq!(report.all.counts.runs, lines.len() as u64);
        let sum: u64 = report.groups.iter().map(|group| group.counts.runs).sum();
        prop_assert_eq!(sum, report.all.counts.runs);
        for group in report.groups.iter().chain([&report.all]) {
            let counts = &group.counts;
            prop_assert_eq!(counts.runs, counts.negotiations() + counts.all_invalid());
            prop_assert_eq!(group.figures.is_some(), counts.negotiations() >= 10);
        }
    }
}
