//! One case for each measure, worked by hand.

use zopa::metrics::{Efficiency, Fairness, Integrative, Metrics, metrics_json};
use zopa::{Convention, Numbers, Rational, Scenario, UtilityPoint};

use super::{measure, rational};
use crate::printed::agreement;
use crate::scenarios::{analyze, item, scenario};

fn metrics(scenario: &Scenario, allocation: &str) -> Metrics {
    let line = format!(r#"{{"scenario": "made_in_code", "allocation": {allocation}}}"#);
    measure(
        &analyze(scenario, Convention::Signed),
        &agreement(scenario, &line),
    )
}

fn fairness(scenario: &Scenario, allocation: &str) -> Fairness {
    metrics(scenario, allocation).fairness.expect("asked for")
}

fn integrative(scenario: &Scenario, allocation: &str) -> Integrative {
    metrics(scenario, allocation)
        .integrative
        .expect("asked for")
}

fn efficiency(scenario: &Scenario, allocation: &str) -> Efficiency {
    metrics(scenario, allocation).efficiency.expect("asked for")
}

fn household() -> Scenario {
    let items = [
        item("house", "indivisible", "0.6", "0.3"),
        item("car", "indivisible", "0.2", "0.5"),
        item("debt", "-indivisible", "0.2", "0.2"),
    ];
    scenario(&items, [None, None])
}

/// Ann: house and debt, .6 - .2 = .4; Bob's car would be .2 to her, and half of everything (.6 + .2 - .2)/2 = .3. Bob: .5, hers
/// would be .3 - .2 = .1, half is .3. Both range from -.2 to .8: satisfied to .6 and .7.
#[test]
fn a_fair_deal() {
    assert_eq!(
        fairness(
            &household(),
            r#"{"house": "Ann", "car": "Bob", "debt": "Ann"}"#
        ),
        Fairness {
            envy: Some([Rational::ZERO, Rational::ZERO]),
            envy_free: Some(true),
            ef1: Some(true),
            proportional_surplus: Some([rational(1, 10), rational(1, 5)]),
            proportional: Some(true),
            satisfaction: Some(UtilityPoint::new(rational(3, 5), rational(7, 10))),
            equitability_gap: Some(rational(1, 10)),
            // 1.3^2 / (2 (.36 + .49)), and .1 / (2 * 1.3)
            jain: Some(rational(169, 170)),
            gini: Some(rational(1, 26)),
        }
    );
}

/// Bob bears the debt, Ann has the rest: .8 to him, he has -.2. Leaving out the car leaves him an envy of .5.
#[test]
fn an_unfair_deal() {
    let found = fairness(
        &household(),
        r#"{"house": "Ann", "car": "Ann", "debt": "Bob"}"#,
    );
    assert_eq!(found.envy, Some([Rational::ZERO, Rational::ONE]));
    assert_eq!((found.envy_free, found.ef1), (Some(false), Some(false)));
    assert_eq!(
        found.proportional_surplus,
        Some([rational(1, 2), rational(-1, 2)])
    );
    assert_eq!(found.proportional, Some(false));
    // satisfied to 1 and 0
    assert_eq!(found.equitability_gap, Some(Rational::ONE));
    assert_eq!(found.jain, Some(rational(1, 2)));
    assert_eq!(found.gini, Some(rational(1, 2)));
}

/// Envy up to one resource: an asset of the other's or a burden of one's own, if it is indivisible; nothing else excuses envy.
#[test]
fn envy_up_to_one_resource() {
    let envy = |kind, allocation| {
        let items = [
            item("x", kind, "0.5", "0.5"),
            item("y", "indivisible", "0.5", "0.5"),
        ];
        let found = fairness(&scenario(&items, [None, None]), allocation);
        (found.envy.map(|envy| envy[1].clone()), found.ef1)
    };
    let half = Some(rational(1, 2));
    assert_eq!(
        envy("indivisible", r#"{"x": "Ann"}"#),
        (half.clone(), Some(true))
    );
    assert_eq!(
        envy("-indivisible", r#"{"x": "Bob"}"#),
        (half.clone(), Some(true))
    );
    assert_eq!(
        envy("divisible", r#"{"x": "Ann"}"#),
        (half.clone(), Some(false))
    );
    assert_eq!(
        envy("joint_obligation", r#"{"x": "Bob"}"#),
        (half.clone(), Some(false))
    );
    assert_eq!(envy("both_benefit", r#"{"x": "Ann"}"#), (half, Some(false)));
    assert_eq!(
        envy("indivisible", r#"{"x": "Ann", "y": "Ann"}"#),
        (Some(Rational::ONE), Some(false))
    );
}

/// Both use the whole of a shared resource: nobody envies, and the proportional share is all of it and half of the rest.
#[test]
fn a_shared_resource_is_nobodys_envy() {
    let items = [
        item("brand", "both_benefit", "0.6", "0.8"),
        item("stock", "divisible", "0.4", "0.2"),
    ];
    let scenario = scenario(&items, [None, None]);
    let even = r#"{"brand": "shared", "stock": {"Ann": 0.5, "Bob": 0.5}}"#;
    let found = fairness(&scenario, even);
    assert_eq!(found.envy, Some([Rational::ZERO, Rational::ZERO]));
    assert_eq!(
        found.proportional_surplus,
        Some([Rational::ZERO, Rational::ZERO])
    );
    assert_eq!(
        integrative(&scenario, even).logrolling_index,
        Some(Rational::ZERO)
    );
    let alone = fairness(&scenario, r#"{"brand": "Ann", "stock": "Bob"}"#);
    assert_eq!(alone.envy, Some([Rational::ZERO, rational(3, 5)]));
    assert_eq!(
        alone.proportional_surplus,
        Some([rational(-1, 5), rational(-7, 10)])
    );
}

/// Without a deal there are no shares; where a party values nothing, no satisfaction.
#[test]
fn where_fairness_says_nothing() {
    let found = fairness(&household(), "null");
    assert_eq!(
        (found.envy_free, found.ef1, found.proportional, found.jain),
        (None, None, None, None)
    );
    let items = [
        item("x", "divisible", "0", "0.5"),
        item("y", "divisible", "0", "0.5"),
    ];
    let found = fairness(
        &scenario(&items, [None, None]),
        r#"{"x": "Bob", "y": "Bob"}"#,
    );
    assert_eq!(
        (found.envy_free, found.proportional),
        (Some(true), Some(true))
    );
    assert_eq!((found.satisfaction, found.gini), (None, None));
}

/// An even split is worth .5 + .5, the best joint utility is .6 + .7.
#[test]
fn created_claimed_and_logrolled() {
    let items = [
        item("house", "indivisible", "0.6", "0.3"),
        item("car", "indivisible", "0.4", "0.7"),
    ];
    let scenario = scenario(&items, [Some("0.1"), Some("0.2")]);
    let best = integrative(&scenario, r#"{"house": "Ann", "car": "Bob"}"#);
    assert_eq!(
        best,
        Integrative {
            created: Rational::ONE,
            claimed: Some([rational(1, 2), rational(1, 2)]),
            contract_balance: rational(1, 10),
            logrolling_index: Some(Rational::ONE),
        }
    );
    // (1, 0): gains of .9 and -.2
    let lopsided = integrative(&scenario, r#"{"house": "Ann", "car": "Ann"}"#);
    assert_eq!(lopsided.created, rational(7, 10));
    assert_eq!(lopsided.claimed, Some([rational(9, 7), rational(-2, 7)]));
    assert_eq!(lopsided.contract_balance, Rational::ONE);
    assert_eq!(lopsided.logrolling_index, Some(Rational::ZERO));
    // (.4, .3)
    let worst = integrative(&scenario, r#"{"house": "Bob", "car": "Ann"}"#);
    assert_eq!(worst.logrolling_index, Some(rational(-1, 1)));
    // nothing created, nothing claimed
    let none = integrative(&scenario, "null");
    assert_eq!((none.created, none.claimed), (Rational::ZERO, None));
    // (.1 + .2 - 1) / .3
    assert_eq!(none.logrolling_index, Some(rational(-7, 3)));
}

/// Equal weights: no trade can beat meeting half-way.
#[test]
fn nothing_to_logroll() {
    let items = [
        item("x", "divisible", "0.5", "0.5"),
        item("y", "divisible", "0.5", "0.5"),
    ];
    let scenario = scenario(&items, [None, None]);
    let found = integrative(&scenario, r#"{"x": "Ann", "y": "Bob"}"#);
    assert_eq!(found.logrolling_index, None);
}

/// The frontier is the line u_A + u_B = 1. From d = (.1, .1) through (.3, .2) it is met after 8/3 of the gains. Below lie .2
/// times .1, above a right triangle of side .5.
#[test]
fn radius_and_area_below_a_line() {
    let items = [
        item("x", "divisible", "0.5", "0.5"),
        item("y", "divisible", "0.5", "0.5"),
    ];
    let scenario = scenario(&items, [Some("0.1"), Some("0.1")]);
    assert_eq!(
        efficiency(&scenario, r#"{"x": {"Ann": 0.6, "Bob": 0.4}}"#),
        Efficiency {
            radial: Some(rational(3, 8)),
            tripp_sondak: Some(rational(4, 29)),
        }
    );
    // (.1, .4): A gains nothing. B could have .9 in place of .4.
    assert_eq!(
        efficiency(&scenario, r#"{"x": {"Ann": 0.2, "Bob": 0.8}}"#),
        Efficiency {
            radial: Some(rational(3, 8)),
            tripp_sondak: Some(Rational::ZERO),
        }
    );
    // on the line; below the BATNA; no deal
    let all = efficiency(&scenario, r#"{"x": "Ann", "y": "Bob"}"#);
    assert_eq!(all.radial.as_ref(), Some(&Rational::ONE));
    assert_eq!(all.tripp_sondak.as_ref(), Some(&Rational::ONE));
    let nothing = efficiency(&scenario, "{}");
    assert_eq!((nothing.radial, nothing.tripp_sondak), (None, None));
    // d itself: no direction, and everything above is better: 0 / (0 + .32)
    let none = efficiency(&scenario, "null");
    assert_eq!(
        (none.radial, none.tripp_sondak),
        (None, Some(Rational::ZERO))
    );
}

/// Efficient pairs (0, 1), (.3, .7), (.7, .3) and (1, 0), gains from 0. (.3, .3) is stretched to (.3, .3) * 1: the larger
/// second number does not help. Better are the rectangles (.3, .3)-(.3, .7), which has no area, and (.3, .3)-(.7, .3), nor has
/// that: nothing is better for both.
#[test]
fn radius_and_area_below_a_staircase() {
    let items = [
        item("x", "indivisible", "0.7", "0.7"),
        item("y", "indivisible", "0.3", "0.3"),
        item("z", "both_benefit", "0.4", "0.4"),
    ];
    let scenario = scenario(&items, [None, None]);
    // with z the pairs are (.4, 1.4), (.7, 1.1), (1.1, .7), (1.4, .4); this one is (.6, .3), with z in part
    let deal = r#"{"y": "Ann", "z": {"Ann": 0.75, "Bob": 0.75}}"#;
    let found = efficiency(&scenario, deal);
    // (.6, .3) grows to (1.1, .55) below (1.1, .7), or (.7, .35), or to B's .4 at (.8, .4) below (1.4, .4): 11/6
    assert_eq!(found.radial, Some(rational(6, 11)));
    // above: .7 * .1 + (.5 * .3) + (.1 * .4) in horizontal stripes of B from .3 to .4 (A to 1.4: .8), to .7 (to 1.1: .5), to
    // 1.1 (to .7: .1): .08 + .15 + .04 = .27; below .18
    assert_eq!(found.tripp_sondak, Some(rational(2, 5)));
}

/// Rates: without a deal Lewis et al. do not count Pareto optimality, Hua et al. count it as failed.
#[test]
fn no_deal_in_two_papers() {
    let scenario = scenario(
        &[
            item("x", "indivisible", "0.6", "0.3"),
            item("y", "indivisible", "0.4", "0.7"),
        ],
        [Some("0.1"), Some("0.2")],
    );
    let json = |allocation| metrics_json(&metrics(&scenario, allocation), Numbers::Exact);
    let none = json("null");
    assert_eq!(
        none["lewis"].to_string(),
        r#"{"agreed":false,"pareto_optimal":null,"score_all":["1/10","1/5"],"score_agreed":null}"#
    );
    assert_eq!(
        none["hua"].to_string(),
        r#"{"agreed":false,"pareto_optimal":false,"envy_free":false,"pareto_optimal_and_envy_free":false,"total_reward":"3/10"}"#
    );
    // Ann would rather have Bob's share
    let bad = json(r#"{"x": "Bob", "y": "Ann"}"#);
    assert_eq!(
        bad["lewis"].to_string(),
        r#"{"agreed":true,"pareto_optimal":false,"score_all":["2/5","3/10"],"score_agreed":["2/5","3/10"]}"#
    );
    assert_eq!(
        bad["hua"].to_string(),
        r#"{"agreed":true,"pareto_optimal":false,"envy_free":false,"pareto_optimal_and_envy_free":false,"total_reward":"7/10"}"#
    );
    let good = json(r#"{"x": "Ann", "y": "Bob"}"#);
    assert_eq!(
        good["hua"].to_string(),
        r#"{"agreed":true,"pareto_optimal":true,"envy_free":true,"pareto_optimal_and_envy_free":true,"total_reward":"13/10"}"#
    );
}
