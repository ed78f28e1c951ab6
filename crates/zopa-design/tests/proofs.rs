//! What `tune` says to be proved is so: on grids of tenths every change is tried here, by other code. Whatever is proved smallest is the
//! smallest of them, whatever is proved impossible has none among them, and what can be proved by linear programs is.

mod common;

use common::{Made, made, ratio};
use zopa::{Analysis, Concept, Convention, Options, Rational, Scenario, analyze};
use zopa_design::{Lock, Target, TuneOptions, Tuned, Unreached, runner_up, total_variation, tune};

type Goal<'g> = &'g dyn Fn(&Analysis) -> bool;

fn options(convention: Convention) -> Options<'static> {
    Options {
        convention,
        ..Options::default()
    }
}

fn analysis(scenario: &Scenario, convention: Convention) -> Analysis {
    analyze(scenario, &options(convention))
        .expect("resources")
        .complete()
        .expect("a small game")
}

fn attempt(
    scenario: &Scenario,
    convention: Convention,
    target: &str,
    locks: &[&str],
    effort: usize,
) -> Result<Tuned, Unreached> {
    let wanted = TuneOptions {
        targets: vec![Target::parse(target, scenario).expect("a target")],
        locks: locks
            .iter()
            .map(|text| Lock::parse(text, scenario).expect("a lock"))
            .collect(),
        decimals: Some(1),
        effort,
        ..TuneOptions::default()
    };
    tune(scenario, &options(convention), &wanted)
}

fn tenths(value: &Rational) -> i64 {
    i64::try_from((value * &Rational::from(10)).numerator()).expect("small")
}

/// All ways to write a party's valuations of three resources in tenths: with their sum as it is, or, where valuations are `raw`,
/// any but nothing at all.
fn sides(scenario: &Scenario, party: usize, locked: bool) -> Vec<Vec<i64>> {
    let now: Vec<i64> = scenario
        .resources
        .iter()
        .map(|r| tenths(&r.valuation[party]))
        .collect();
    if locked {
        return vec![now];
    }
    let total: i64 = now.iter().sum();
    let mut all = Vec::new();
    for a in 0..=10 {
        for b in 0..=10 {
            for c in 0..=10 {
                let sum = a + b + c;
                if (scenario.raw && sum > 0) || (!scenario.raw && sum == total) {
                    all.push(vec![a, b, c]);
                }
            }
        }
    }
    all
}

/// The smallest total of changes that reach a goal, of all on the grid.
fn brute(
    scenario: &Scenario,
    convention: Convention,
    locked: [bool; 2],
    batnas: bool,
    goal: Goal<'_>,
) -> Option<Rational> {
    let d = scenario.disagreement_point();
    let levels = |party: usize| {
        let now = tenths(&d.0[party]);
        if batnas && !locked[party] {
            (0..=10).collect()
        } else {
            vec![now]
        }
    };
    let mut all = Vec::new();
    for a in sides(scenario, 0, locked[0]) {
        for b in sides(scenario, 1, locked[1]) {
            for &da in &levels(0) {
                for &db in &levels(1) {
                    let mut size = (da - tenths(&d.0[0])).abs() + (db - tenths(&d.0[1])).abs();
                    for (index, resource) in scenario.resources.iter().enumerate() {
                        size += (a[index] - tenths(&resource.valuation[0])).abs();
                        size += (b[index] - tenths(&resource.valuation[1])).abs();
                    }
                    all.push((size, a.clone(), b.clone(), [da, db]));
                }
            }
        }
    }
    all.sort();
    let found = all.into_iter().find(|(_, a, b, levels)| {
        let mut moved = scenario.clone();
        let sums: [i64; 2] = if scenario.raw {
            [a.iter().sum(), b.iter().sum()]
        } else {
            [10, 10]
        };
        for (index, resource) in moved.resources.iter_mut().enumerate() {
            resource.weight = [
                Rational::new(a[index].into(), sums[0].into()),
                Rational::new(b[index].into(), sums[1].into()),
            ];
        }
        for (party, &level) in moved.parties.iter_mut().zip(levels) {
            if let Some(batna) = &mut party.batna {
                batna.utility = Rational::new(level.into(), 10);
            }
        }
        goal(&analysis(&moved, convention))
    });
    found.map(|(size, ..)| Rational::new(size.into(), 10))
}

/// Compares with every change; says whether something was proved.
fn compare(
    scenario: &Scenario,
    convention: Convention,
    target: &str,
    locks: &[&str],
    goal: Goal<'_>,
) -> bool {
    let locked = [0, 1].map(|party: usize| locks.contains(&["Ann", "Bob"][party]));
    let batnas = !locks.contains(&"batna");
    let known = brute(scenario, convention, locked, batnas, goal);
    match attempt(scenario, convention, target, locks, 3000) {
        Ok(tuned) => {
            assert!(goal(&analysis(&tuned.scenario, convention)), "{target}");
            let known = known.expect("what was found is on the grid");
            assert!(tuned.size >= known, "{target} {locks:?}");
            if tuned.smallest {
                assert_eq!(tuned.size, known, "{target} {locks:?}");
            }
            tuned.smallest
        }
        Err(unreached) => {
            if unreached.proof.is_some() {
                assert_eq!(known, None, "{target} {locks:?} {:?}", unreached.proof);
            }
            unreached.proof.is_some()
        }
    }
}

fn is_nash(analysis: &Analysis, deal: &zopa::Allocation, lead: &Rational) -> bool {
    let utility = analysis.scenario.utility(deal, analysis.convention);
    let second = runner_up(analysis).map_or(Rational::ZERO, |second| second.ratio);
    analysis.solution(Concept::Nash).is_some_and(|nash| {
        nash.unique
            && nash.utility == utility
            && nash.product().is_positive()
            && Rational::ONE - second >= *lead
    })
}

fn deal_of(scenario: &Scenario, target: &str) -> zopa::Allocation {
    match Target::parse(target, scenario) {
        Ok(Target::NashAt(deal, _)) => deal,
        other => panic!("{other:?}"),
    }
}

const LOTS: [&str; 3] = [
    "a indivisible 0.5 0.4",
    "b indivisible 0.3 0.3",
    "c indivisible 0.2 0.3",
];
const MIXED: [&str; 3] = [
    "a divisible 0.5 0.4",
    "b indivisible 0.3 0.3",
    "c divisible- 0.2 0.3",
];
const SPLIT: [&str; 3] = [
    "a divisible 0.6 0.3",
    "b divisible 0.2 0.4",
    "c divisible 0.2 0.3",
];

fn raw(resources: &[&str], batnas: [&'static str; 2]) -> Scenario {
    Made {
        raw: true,
        ..made(resources, batnas)
    }
    .scenario()
}

/// One party's valuations, by linear programs: an empty ZOPA, with a gap or just so.
#[test]
fn an_empty_zopa_by_one_party_is_proved() {
    for resources in [&LOTS, &MIXED] {
        let scenario = made(resources, ["0.3", "0.3"]).scenario();
        for convention in [Convention::Signed, Convention::Avoided] {
            for (target, most, strict) in [
                ("no-zopa=0.1", "-0.1", false),
                ("no-zopa", "0", true),
                ("margin=..0.05", "0.05", false),
            ] {
                let goal = |there: &Analysis| {
                    let most = ratio(most);
                    there.zopa.margin < most || (!strict && there.zopa.margin == most)
                };
                for locks in [["Ann", "batna"], ["Bob", "batna"]] {
                    let proved = compare(&scenario, convention, target, &locks, &goal);
                    assert!(proved, "{target} {locks:?} {convention:?}");
                }
            }
        }
    }
}

/// Both parties' valuations, and BATNAs with them.
#[test]
fn an_empty_zopa_by_both_parties() {
    let scenario = made(&LOTS, ["0.3", "0.3"]).scenario();
    let goal = |there: &Analysis| there.zopa.margin <= ratio("-0.1");
    for locks in [&["batna"][..], &["valuations"]] {
        let both = locks == ["valuations"];
        if both {
            // BATNAs alone: the margin falls with their sum at most, by hand and by the search
            let found = attempt(&scenario, Convention::Signed, "no-zopa=0.1", locks, 3000);
            assert!(found.expect("reachable").smallest);
            continue;
        }
        assert!(compare(
            &scenario,
            Convention::Signed,
            "no-zopa=0.1",
            locks,
            &goal
        ));
    }
}

/// A deal as Nash solution: one party's valuations, with indivisible resources and without, and both parties'.
#[test]
fn a_deal_as_nash_solution_is_proved() {
    let cases = [
        (&LOTS, "nash=a:Bob,b:Ann,c:Ann", "0"),
        (&LOTS, "nash=a:Bob,b:Ann,c:Ann@0.2", "0.2"),
        (&SPLIT, "nash=a:Bob,b:Ann,c:Ann", "0"),
        (&SPLIT, "nash=a:Ann 0.5,b:Bob,c:Ann", "0"),
        (&MIXED, "nash=a:Ann 0.5,b:Bob,c:Ann", "0"),
    ];
    for (resources, target, lead) in cases {
        let scenario = made(resources, ["0.1", "0.1"]).scenario();
        let deal = deal_of(&scenario, target);
        let lead = ratio(lead);
        let goal = |there: &Analysis| is_nash(there, &deal, &lead);
        for locks in [&["Ann", "batna"][..], &["Bob", "batna"], &["batna"]] {
            let proved = compare(&scenario, Convention::Signed, target, locks, &goal);
            // with both parties' numbers a split is a condition that is not linear
            let linear = locks.len() > 1 || !target.contains("0.5");
            assert!(proved || !linear, "{target} {locks:?}");
        }
    }
}

/// Quotients of raw valuations, by one party.
#[test]
fn raw_valuations_are_proved() {
    let scenario = raw(&LOTS, ["0.3", "0.3"]);
    let empty = |there: &Analysis| there.zopa.margin <= ratio("-0.1");
    let target = "nash=a:Bob,b:Ann,c:Ann";
    let deal = deal_of(&scenario, target);
    let nash = |there: &Analysis| is_nash(there, &deal, &Rational::ZERO);
    for locks in [["Ann", "batna"], ["Bob", "batna"]] {
        for (target, goal) in [("no-zopa=0.1", &empty as Goal<'_>), (target, &nash)] {
            let proved = compare(&scenario, Convention::Signed, target, &locks, goal);
            assert!(proved, "{target} {locks:?}");
        }
    }
}

/// Weights that are to be nearer or further apart.
#[test]
fn distances_of_weights_are_proved() {
    let scenario = made(&LOTS, ["0.3", "0.3"]).scenario();
    for (target, low, high) in [("tv=..0", "0", "0"), ("tv=0.4..", "0.4", "1")] {
        let goal = |there: &Analysis| {
            let distance = total_variation(&there.scenario);
            distance >= ratio(low) && distance <= ratio(high)
        };
        for locks in [&["Ann", "batna"][..], &["batna"]] {
            assert!(compare(&scenario, Convention::Signed, target, locks, &goal));
        }
    }
}

/// What locks make impossible is proved so, with the bound by which it is, and with the lock that stands in the way.
#[test]
fn what_is_impossible_is_proved() {
    let scenario = made(&LOTS, ["0.8", "0.7"]).scenario();
    let impossible = |target: &str, locks: &[&str]| {
        let unreached = attempt(&scenario, Convention::Signed, target, locks, 2000);
        let unreached = unreached.expect_err("out of reach");
        let proof = unreached.proof.expect("proved");
        (proof.to_string(), unreached.binding.join("; "))
    };
    // 1 in all for each, and whoever has all of it leaves nothing: a ZOPA would take valuations that move
    let (proof, binding) = impossible("zopa", &["batna", "valuations"]);
    assert!(proof.contains("the margin cannot be above"), "{proof}");
    assert!(binding.contains("BATNAs"), "{binding}");
    // with Ann's BATNA above all that there is
    let scenario = made(&LOTS, ["1", "0.7"]).scenario();
    let unreached = attempt(&scenario, Convention::Signed, "zopa=0.1", &["batna"], 2000);
    let proof = unreached.expect_err("out of reach").proof.expect("proved");
    assert_eq!(proof.to_string(), "the margin cannot be above 0");
    // with BATNAs of 0 some deal gives each party at least that, whatever the weights are
    let scenario = made(&LOTS, ["0", "0"]).scenario();
    let unreached = attempt(&scenario, Convention::Signed, "no-zopa", &["batna"], 2000);
    let proof = unreached.expect_err("out of reach").proof.expect("proved");
    assert_eq!(proof.to_string(), "the margin cannot be below 0");
    // whoever gets nothing gains nothing, so all for one is no Nash solution
    for locks in [&["batna", "Ann"][..], &["batna"]] {
        let unreached = attempt(
            &scenario,
            Convention::Signed,
            "nash=a:Ann,b:Ann,c:Ann",
            locks,
            2000,
        );
        assert!(unreached.expect_err("out of reach").proof.is_some());
    }
}

/// Revelations: at most what the latent resource can be worth.
#[test]
fn what_revealing_adds_is_bounded() {
    let resources = [
        "a divisible 0.5 0.5",
        "b divisible 0.3 0.3",
        "c divisible? 0.2 0.2",
    ];
    let scenario = made(&resources, ["0.2", "0.2"]).scenario();
    let reached = attempt(
        &scenario,
        Convention::Signed,
        "latent=0.05",
        &["batna"],
        2000,
    );
    assert!(reached.expect("it is there already").changes.is_empty());
    let unreached = attempt(
        &scenario,
        Convention::Signed,
        "latent=0.3",
        &["c", "batna"],
        2000,
    );
    // 0.2 more for both are split between them; whatever a and b are
    let proof = unreached.expect_err("out of reach").proof;
    assert!(proof.is_some());
}

/// Small scenarios at random, each target with one party's numbers and with both.
#[test]
fn random_scenarios_agree_with_every_change() {
    let mut state = 20_260_101u64;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let kinds = [
        "divisible",
        "indivisible",
        "indivisible",
        "divisible-",
        "indivisible-",
        "both_benefit",
    ];
    let (mut proved, mut all) = (0, 0);
    for _ in 0..14 {
        let mut weights = [[0u64; 3]; 2];
        for side in &mut weights {
            side[0] = next(9);
            side[1] = next(10 - side[0]);
            side[2] = 10 - side[0] - side[1];
        }
        let resources: Vec<String> = (0..3)
            .map(|index| {
                let kind = kinds[usize::try_from(next(6)).expect("small")];
                let [a, b] = [weights[0][index], weights[1][index]]
                    .map(|t| format!("{}.{}", t / 10, t % 10));
                format!("{} {kind} {a} {b}", ["a", "b", "c"][index])
            })
            .collect();
        let resources: Vec<&str> = resources.iter().map(String::as_str).collect();
        let levels = ["0", "0.1", "0.2", "0.3", "0.4", "0.5"];
        let batnas = [0, 1].map(|_: usize| levels[usize::try_from(next(6)).expect("small")]);
        let scenario = made(&resources, batnas).scenario();
        let convention =
            [Convention::Signed, Convention::Avoided][usize::try_from(next(2)).expect("small")];
        let zopa = |there: &Analysis| there.zopa.margin >= ratio("0.1");
        let empty = |there: &Analysis| there.zopa.margin <= ratio("-0.1");
        let goals: [(&str, Goal<'_>); 2] = [("zopa=0.1", &zopa), ("no-zopa=0.1", &empty)];
        for (target, goal) in goals {
            for locks in [["Ann", "batna"], ["Bob", "batna"]] {
                all += 1;
                proved += usize::from(compare(&scenario, convention, target, &locks, goal));
            }
        }
    }
    assert!(proved * 10 >= all * 9, "{proved} of {all}");
}
