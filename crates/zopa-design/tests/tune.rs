//! Changes that are offered reach their targets by an analysis of the changed file, and on small grids no smaller one does: all are
//! tried here, by other code.

mod common;

use common::{made, ratio, shipped};
use zopa::{Concept, Options, Rational, Scenario, analyze};
use zopa_design::{
    GenerateOptions, Lock, Target, TuneOptions, Tuned, edited, generate, integrative_potential,
    runner_up, total_variation, tune,
};

fn wanted(scenario: &Scenario, targets: &[&str], locks: &[&str]) -> TuneOptions {
    TuneOptions {
        targets: targets
            .iter()
            .map(|text| Target::parse(text, scenario).expect("a target"))
            .collect(),
        locks: locks
            .iter()
            .map(|text| Lock::parse(text, scenario).expect("a lock"))
            .collect(),
        ..TuneOptions::default()
    }
}

fn tuned(scenario: &Scenario, targets: &[&str], locks: &[&str]) -> Tuned {
    tune(
        scenario,
        &Options::default(),
        &wanted(scenario, targets, locks),
    )
    .expect("reachable")
}

fn analysis(scenario: &Scenario) -> zopa::Analysis {
    analyze(scenario, &Options::default())
        .expect("resources")
        .complete()
        .expect("a small game")
}

/// The changed file, read anew.
fn reread(text: &str, scenario: &Scenario, tuned: &Tuned) -> Scenario {
    let changed = edited(text, scenario, &tuned.changes).expect("the scenario's text");
    let checked = zopa::check(&changed);
    checked.scenario.expect("no errors")
}

/// The smallest total of changes that reach a goal, of all on a grid of tenths: two parties' valuations of three resources and both
/// BATNAs, sums kept.
fn brute(scenario: &Scenario, batnas: bool, goal: impl Fn(&Scenario) -> bool) -> Option<Rational> {
    let tenths = |value: &Rational| {
        let scaled = value * &Rational::from(10);
        i64::try_from(scaled.numerator()).expect("small")
    };
    let sides: Vec<Vec<[i64; 3]>> = (0..2)
        .map(|party: usize| {
            let total: i64 = scenario
                .resources
                .iter()
                .map(|r| tenths(&r.valuation[party]))
                .sum();
            let mut all = Vec::new();
            for a in 0..=total {
                for b in 0..=total - a {
                    all.push([a, b, total - a - b]);
                }
            }
            all
        })
        .collect();
    let d = scenario.disagreement_point();
    let levels = |party: usize| {
        if batnas {
            0..=10
        } else {
            tenths(&d.0[party])..=tenths(&d.0[party])
        }
    };
    let mut best: Option<i64> = None;
    for a in &sides[0] {
        for b in &sides[1] {
            for da in levels(0) {
                for db in levels(1) {
                    let mut size = (da - tenths(&d.0[0])).abs() + (db - tenths(&d.0[1])).abs();
                    for (index, resource) in scenario.resources.iter().enumerate() {
                        size += (a[index] - tenths(&resource.valuation[0])).abs();
                        size += (b[index] - tenths(&resource.valuation[1])).abs();
                    }
                    if best.is_some_and(|best| size >= best) {
                        continue;
                    }
                    let mut moved = scenario.clone();
                    for (index, resource) in moved.resources.iter_mut().enumerate() {
                        resource.weight = [a[index], b[index]].map(|t| Rational::new(t.into(), 10));
                    }
                    for (party, level) in moved.parties.iter_mut().zip([da, db]) {
                        if let Some(batna) = &mut party.batna {
                            batna.utility = Rational::new(level.into(), 10);
                        }
                    }
                    if goal(&moved) {
                        best = Some(size);
                    }
                }
            }
        }
    }
    best.map(|size| Rational::new(size.into(), 10))
}

fn on_tenths(scenario: &Scenario, target: &str, locks: &[&str]) -> Option<Tuned> {
    let mut options = wanted(scenario, &[target], locks);
    options.decimals = Some(1);
    options.effort = 20_000;
    tune(scenario, &Options::default(), &options).ok()
}

/// Every kind of target on a small grid, with BATNAs free and locked.
#[test]
fn changes_are_smallest_on_small_grids() {
    let scenario = made(
        &[
            "a divisible 0.5 0.4",
            "b indivisible 0.3 0.3",
            "c indivisible 0.2 0.3",
        ],
        ["0.6", "0.7"],
    )
    .scenario();
    type Goal = fn(&Scenario) -> bool;
    let goals: [(&str, Goal); 7] = [
        ("zopa=0.1", |s| {
            analysis(s).zopa.margin >= Rational::new(1, 10)
        }),
        ("no-zopa=0.2", |s| {
            analysis(s).zopa.margin <= Rational::new(-1, 5)
        }),
        ("tv=0.3..", |s| total_variation(s) >= Rational::new(3, 10)),
        ("potential=..0", |s| integrative_potential(s).is_zero()),
        ("unique-nash", |s| {
            analysis(s)
                .solution(Concept::Nash)
                .is_some_and(|n| n.unique)
        }),
        ("nash-lead=0.1", |s| {
            let analysis = analysis(s);
            let ratio = runner_up(&analysis).map_or(Rational::ZERO, |second| second.ratio);
            analysis.zopa.exists && Rational::ONE - ratio >= Rational::new(1, 10)
        }),
        ("equal-gains=0", |s| {
            analysis(s)
                .solution(Concept::Nash)
                .is_some_and(|nash| nash.gain.a() == nash.gain.b())
        }),
    ];
    for (target, goal) in goals {
        for (locks, free) in [(&[][..], true), (&["batna"][..], false)] {
            if free && (target.starts_with("tv") || target.starts_with("potential")) {
                continue;
            }
            let known = brute(&scenario, free, goal);
            let found = on_tenths(&scenario, target, locks);
            let size = found.as_ref().map(|found| found.size.clone());
            assert!(
                found.as_ref().is_none_or(|found| goal(&found.scenario)),
                "{target}"
            );
            assert_eq!(size.is_some(), known.is_some(), "{target} {locks:?}");
            if found.is_some_and(|found| found.smallest) {
                assert_eq!(size, known, "{target} {locks:?}");
            } else {
                assert!(size >= known, "{target} {locks:?}");
            }
        }
    }
}

/// A pie of 1 with BATNAs of 0.6 and 0.7 is 0.3 short; a margin of 0.05 for both takes 0.1 more. What BATNAs can do, valuations of
/// what is given away cannot.
#[test]
fn a_pie_by_hand() {
    let made = made(&["a divisible 1 1", "b divisible 0 0"], ["0.6", "0.7"]);
    let scenario = made.scenario();
    let found = tuned(&scenario, &["zopa=0.05"], &[]);
    assert_eq!((&found.size, found.smallest), (&ratio("0.4"), true));
    let changed = reread(&made.text(), &scenario, &found);
    assert!(analysis(&changed).zopa.margin >= ratio("0.05"));
    // By valuations alone: let b be worth t to Ann, and a the rest. With 0.3 of a, which leaves Bob his 0.7, and b she has
    // 0.3 (1 - t) + t, at least 0.6 from t = 3/7 up: 0.43, moved twice. For Bob it would take 1/2.
    let found = tuned(&scenario, &["zopa"], &["batna"]);
    assert_eq!((&found.size, found.smallest), (&ratio("0.86"), true));
}

/// In shipped scenarios: the changed file is a scenario, has the property, keeps what is locked and each party's sum.
#[test]
fn shipped_scenarios_are_tuned() {
    let (text, scenario) = shipped("wound_clinic_noncompete");
    let found = tuned(&scenario, &["zopa=0.02"], &["batna", "final_bonus"]);
    let changed = reread(&text, &scenario, &found);
    assert!(analysis(&changed).zopa.margin >= ratio("0.02"));
    assert_eq!(changed.disagreement_point(), scenario.disagreement_point());
    let bonus = scenario.resource_index("final_bonus").expect("it is there");
    assert_eq!(
        changed.resources[bonus].weight,
        scenario.resources[bonus].weight
    );
    for party in 0..2 {
        let sum: Rational = changed.resources.iter().map(|r| &r.weight[party]).sum();
        assert_eq!(sum, Rational::ONE);
    }
    let (text, scenario) = shipped("season_tickets_split");
    let found = tuned(&scenario, &["no-zopa=0.01"], &["valuations"]);
    let changed = reread(&text, &scenario, &found);
    assert!(analysis(&changed).zopa.margin <= ratio("-0.01"));
    let (text, scenario) = shipped("bakery_loan_workout");
    let found = tuned(&scenario, &["latent=0.1"], &["batna"]);
    let changed = reread(&text, &scenario, &found);
    let study = common::study(&changed);
    assert!(study.latent_worth().expect("latent resources") >= ratio("0.1"));
}

/// The deal that is asked for is the Nash solution then, ahead as asked.
#[test]
fn a_deal_becomes_the_nash_solution() {
    let scenario = made(
        &[
            "a indivisible 0.6 0.3",
            "b indivisible 0.2 0.4",
            "c indivisible 0.2 0.3",
        ],
        ["0.1", "0.1"],
    )
    .scenario();
    let found = tuned(&scenario, &["nash=a:Bob,b:Ann,c:Ann@0.05"], &["batna"]);
    let there = analysis(&found.scenario);
    let nash = there.solution(Concept::Nash).expect("a ZOPA");
    let deal = there.allocation(&nash.spot);
    assert_eq!(deal.shares[0], [Rational::ZERO, Rational::ONE]);
    assert_eq!(deal.shares[1], [Rational::ONE, Rational::ZERO]);
    let second = runner_up(&there).map_or(Rational::ZERO, |second| second.ratio);
    assert!(nash.unique && second <= ratio("0.95"));
}

#[test]
fn what_stands_in_the_way_is_named() {
    let scenario = made(&["a divisible 1 1", "b divisible 0 0"], ["0.6", "0.7"]).scenario();
    let options = wanted(&scenario, &["zopa"], &["batna", "valuations"]);
    let unreached = tune(&scenario, &Options::default(), &options).expect_err("all is locked");
    assert_eq!(unreached.distances, [ratio("0.15")]);
    assert_eq!(unreached.binding.len(), 2, "{:?}", unreached.binding);
    assert!(unreached.binding[0].contains("BATNAs"));
    // nothing is found where a target is reached already
    let found = tuned(&scenario, &["no-zopa=0.1"], &[]);
    assert!(found.changes.is_empty() && found.smallest);
}

#[test]
fn targets_and_locks_are_read_or_refused() {
    let scenario = made(
        &["a divisible 0.5 0.5", "b divisible 0.5 0.5"],
        ["0.3", "0.3"],
    )
    .scenario();
    for (text, part) in [
        ("zoap=1", "did you mean `zopa`"),
        ("tv", "a range is wanted"),
        ("tv=0.3..0.1", "first end is above"),
        ("zopa=x", "is no number"),
        ("nash=a:Ann,q:Bob", "`q`"),
        ("latent=0.1", "no latent resource"),
        ("difficulty=hard", "`novice`"),
    ] {
        let error = Target::parse(text, &scenario).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(
        Lock::parse("batna:Bub", &scenario)
            .expect_err("no such party")
            .contains("`Bob`")
    );
    assert!(Lock::parse("c", &scenario).is_err());
}

/// Families of each kind: valid files, all different and none the one that they are made after, each with the property, by an analysis of
/// the file; and the first ones of a larger family are the smaller one.
#[test]
fn families_of_each_kind() {
    let analysed = |text: &str| {
        let found = zopa::check(text).scenario.expect("valid");
        common::study(&found)
    };
    type Goal = fn(&zopa_design::Study) -> bool;
    let goals: [(&str, &str, Goal); 5] = [
        ("season_tickets_split", "no-zopa=0.02", |s| {
            s.analysis.zopa.margin <= ratio("-0.02")
        }),
        ("season_tickets_split", "nash-lead=0.05", |s| {
            let second = runner_up(&s.analysis).map_or(Rational::ZERO, |second| second.ratio);
            s.analysis.zopa.exists && second <= ratio("0.95")
        }),
        ("bakery_loan_workout", "latent=0.05", |s| {
            s.latent_worth().is_some_and(|worth| worth >= ratio("0.05"))
        }),
        ("bakery_loan_workout", "zopa=0.1", |s| {
            s.analysis.zopa.margin >= ratio("0.1")
        }),
        ("wound_clinic_noncompete", "potential=0.2..0.3", |s| {
            let potential = integrative_potential(&s.analysis.scenario);
            potential >= ratio("0.2") && potential <= ratio("0.3")
        }),
    ];
    for (id, target, goal) in goals {
        let (text, scenario) = shipped(id);
        let make = |count, seed| {
            let options = GenerateOptions {
                count,
                seed,
                targets: vec![Target::parse(target, &scenario).expect("a target")],
                locks: Vec::new(),
                bounds: [ratio("0.01"), Rational::ONE],
                decimals: None,
                add_batnas: false,
            };
            generate(&text, &scenario, &Options::default(), &options).expect("a family")
        };
        let family = make(6, 3);
        let mut numbers = std::collections::BTreeSet::from([spelled_numbers(&scenario)]);
        for member in &family {
            assert!(goal(&analysed(&member.text)), "{target}");
            assert!(
                numbers.insert(spelled_numbers(&member.scenario)),
                "{target}"
            );
        }
        let texts = |family: &[zopa_design::Generated]| -> Vec<String> {
            family.iter().map(|member| member.text.clone()).collect()
        };
        assert_eq!(texts(&make(2, 3)), texts(&family)[..2], "{target}");
        assert_ne!(texts(&make(2, 4)), texts(&family)[..2], "{target}");
    }
}

fn spelled_numbers(scenario: &Scenario) -> Vec<String> {
    let weights = scenario.resources.iter().flat_map(|r| r.valuation.iter());
    let d = scenario.disagreement_point();
    weights.chain(&d.0).map(Rational::to_string).collect()
}

/// Where the file has no BATNA for a party one is added if that is allowed: written with the file's other members, and read again.
#[test]
fn batnas_are_added() {
    let made = made(&["a divisible 0.6 0.4", "b divisible 0.4 0.6"], ["", "0.2"]);
    let scenario = made.scenario();
    let mut options = wanted(&scenario, &["no-zopa=0.02"], &["valuations", "batna:Bob"]);
    let unreached = tune(&scenario, &Options::default(), &options).expect_err("nothing moves");
    assert!(unreached.proof.is_some());
    options.add_batnas = true;
    let found = tune(&scenario, &Options::default(), &options).expect("reachable");
    // Bob lacks less than 0.02 with more than 0.18, which is 0.3 of b; what is left is worth 0.6 + 0.4 * 0.7 = 0.88 to Ann, and she must
    // lack 0.02 of her BATNA there.
    let [change] = &found.changes[..] else {
        panic!("{:?}", found.changes);
    };
    assert!(change.added && found.smallest);
    assert_eq!((change.party, &change.to), (0, &ratio("0.9")));
    let changed = reread(&made.text(), &scenario, &found);
    assert_eq!(analysis(&changed).zopa.margin, ratio("-0.02"));
    // with more than 0.1 for Bob there is 0.9333 for Ann, and no BATNA is 0.1 more than that
    let options = TuneOptions {
        targets: vec![Target::parse("no-zopa=0.1", &scenario).expect("a target")],
        ..options
    };
    let unreached = tune(&scenario, &Options::default(), &options).expect_err("out of reach");
    assert!(unreached.proof.is_some());
}

/// Families: valid files, all different, with the property, the same for the same seed.
#[test]
fn families_have_the_property() {
    let (text, scenario) = shipped("season_tickets_split");
    let options = GenerateOptions {
        count: 12,
        seed: 5,
        targets: vec![
            Target::parse("margin=0..0.05", &scenario).expect("a target"),
            Target::parse("tv=0.2..", &scenario).expect("a target"),
        ],
        locks: Vec::new(),
        bounds: [ratio("0.01"), Rational::ONE],
        decimals: None,
        add_batnas: false,
    };
    let make = |count| {
        let options = GenerateOptions {
            count,
            ..options.clone()
        };
        generate(&text, &scenario, &Options::default(), &options).expect("a family")
    };
    let family = make(12);
    assert_eq!(family.len(), 12);
    for (index, member) in family.iter().enumerate() {
        let checked = zopa::check(&member.text);
        let found = checked.scenario.expect("valid");
        assert_eq!(found.id, format!("season_tickets_split_{:03}", index + 1));
        let margin = analysis(&found).zopa.margin;
        assert!(!margin.is_negative() && margin <= ratio("0.05"), "{margin}");
        assert!(total_variation(&found) >= ratio("0.2"));
        for party in 0..2 {
            let sum: Rational = found.resources.iter().map(|r| &r.weight[party]).sum();
            assert_eq!(sum, Rational::ONE);
        }
        assert!(
            family[..index]
                .iter()
                .all(|other| other.text != member.text)
        );
    }
    let again = make(5);
    assert!(
        again
            .iter()
            .zip(&family)
            .all(|(one, other)| one.text == other.text)
    );
}
