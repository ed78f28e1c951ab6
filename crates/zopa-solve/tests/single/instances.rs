//! Reference instances with exact answers that were found in other ways. Skipped where the folder is absent.

use serde_json::Value;
use zopa_model::exact::Integer;
use zopa_model::{Rational, UtilityPoint};
use zopa_solve::single::{Concept, LotsNash, Outcome, nash_of_lots, solve_one};
use zopa_solve::{Budget, Game, Issue};

use crate::games::{asset_game, point, whole};
use crate::random::Random;
use crate::shared::shared;

fn read(name: &str) -> Option<Value> {
    let text =
        std::fs::read_to_string(shared("instances")?.join(name)).expect("a readable instance");
    Some(serde_json::from_str(&text).expect("JSON"))
}

fn integer(value: &Value) -> i64 {
    value
        .as_str()
        .expect("a string")
        .parse()
        .expect("an integer")
}

fn pair(value: &Value) -> (i64, i64) {
    (integer(&value["A"]), integer(&value["B"]))
}

/// The generator that the instances' note describes.
fn generated(generator: &Value) -> Vec<(i64, i64)> {
    let number = |key: &str| generator[key].as_i64().expect("a number");
    let (n, v, seed) = (number("n"), number("V"), number("seed"));
    let mut random = Random::seeded(u64::try_from(seed * 7919 + n * 31 + v).expect("positive"));
    let noise = v / 10;
    (0..n)
        .map(|_| {
            let a = random.range(1, v);
            let b = match generator["kind"].as_str().expect("a kind") {
                "unc" => random.range(1, v),
                "neg" => (v + 1 - a + random.range(-noise, noise)).clamp(1, v),
                "pos" => (a + random.range(-noise, noise)).clamp(1, v),
                "strong" => a + noise,
                "eq" => a,
                other => panic!("an unknown kind {other}"),
            };
            (a, b)
        })
        .collect()
}

fn priced(lots: &[(i64, i64)], to_a: &[bool], d: (i64, i64)) -> (i128, i128) {
    let sum = lots
        .iter()
        .zip(to_a)
        .fold((-d.0, -d.1), |(a, b), (lot, &to_a)| {
            if to_a { (a + lot.0, b) } else { (a, b + lot.1) }
        });
    (sum.0.into(), sum.1.into())
}

#[test]
fn small_instances() {
    for name in [
        "17_n20_3digit.json",
        "18_n100_3digit_pos.json",
        "19_n100_6digit_unc.json",
    ] {
        let Some(instance) = read(name) else { return };
        let lots: Vec<(i64, i64)> = instance["resources"]
            .as_array()
            .expect("resources")
            .iter()
            .map(|r| pair(&r["value"]))
            .collect();
        let d = pair(&instance["batna"]);
        let expected = &instance["expected"]["nbs"];
        let product: i128 = expected["product"]
            .as_str()
            .expect("a string")
            .parse()
            .expect("an integer");
        let points: Vec<(i64, i64)> = expected["points"]
            .as_array()
            .expect("points")
            .iter()
            .map(|point| (integer(&point[0]), integer(&point[1])))
            .collect();
        match nash_of_lots(&lots, d, &Budget::default()) {
            LotsNash::Solved {
                gain, to_a, unique, ..
            } => {
                assert_eq!(gain.0 * gain.1, product, "{name}");
                assert_eq!(priced(&lots, &to_a, d), gain, "{name}");
                let utility =
                    |point: &(i64, i64)| (i128::from(point.0 - d.0), i128::from(point.1 - d.1));
                assert!(points.iter().any(|point| utility(point) == gain), "{name}");
                assert_eq!(unique, Some(points.len() == 1), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
        let game = asset_game(&lots, (1, 1), &mut Random::seeded(1));
        let d = point(d.0.into(), d.1.into());
        match solve_one(&game, Concept::Nash, &d, &Budget::default()) {
            Outcome::Solved { deal, .. } => {
                assert_eq!(deal.gain.product(), Rational::from(product), "{name}");
                assert_eq!(game.utility(&deal.agreement), deal.utility);
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn large_generated_instances() {
    let Some(instance) = read("22_large_generated_nbs.json") else {
        return;
    };
    let cases = instance["cases"].as_array().expect("cases");
    for case in cases {
        let lots = generated(&case["generator"]);
        let d = pair(&case["batna"]);
        let name = &case["generator"];
        match nash_of_lots(&lots, d, &Budget::default()) {
            LotsNash::Solved {
                gain,
                to_a,
                weights,
                bound,
                ..
            } => {
                let product: i128 = case["nbs"]["product"]
                    .as_str()
                    .expect("a string")
                    .parse()
                    .expect("an integer");
                assert_eq!(gain.0 * gain.1, product, "{name}");
                assert_eq!(priced(&lots, &to_a, d), gain, "{name}");
                let line: i128 = lots
                    .iter()
                    .map(|lot| (weights.0 * i128::from(lot.0)).max(weights.1 * i128::from(lot.1)))
                    .sum();
                assert_eq!(
                    bound,
                    Integer::from(line - weights.0 * i128::from(d.0) - weights.1 * i128::from(d.1)),
                    "{name}"
                );
                assert!(
                    Integer::from(4 * weights.0 * weights.1 * product) <= &bound * &bound,
                    "{name}"
                );
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert_eq!(cases.len(), 8);
}

#[test]
fn a_mixed_instance() {
    let Some(instance) = read("21_mixed_10div_40ind.json") else {
        return;
    };
    let rational = |value: &Value| {
        value
            .as_str()
            .expect("a string")
            .parse::<Rational>()
            .expect("a number")
    };
    let resources = instance["resources"].as_array().expect("resources");
    let issue = |resource: &Value| {
        let (a, b) = pair(&resource["value"]);
        let ends = [whole(0, b), whole(a, 0)];
        match resource["kind"].as_str().expect("a kind") {
            "divisible" => Issue::Segment(ends),
            "indivisible" => Issue::Options(ends.to_vec()),
            other => panic!("an unknown kind {other}"),
        }
    };
    let game = Game {
        base: whole(0, 0),
        issues: resources.iter().map(issue).collect(),
    };
    let (a, b) = pair(&instance["batna"]);
    let d = whole(a, b);
    for (concept, name) in [
        (Concept::Nash, "nbs"),
        (Concept::KalaiSmorodinsky, "kalai_smorodinsky"),
        (Concept::Egalitarian, "egalitarian"),
    ] {
        let expected = &instance["expected"]["deterministic"][name]["points"];
        let expected = point(rational(&expected[0][0]), rational(&expected[0][1]));
        match solve_one(&game, concept, &d, &Budget::default()) {
            Outcome::Solved { deal, ideal, .. } => {
                assert_eq!(deal.utility, expected, "{name}");
                assert_eq!(game.utility(&deal.agreement), expected, "{name}");
                if let Some(ideal) = ideal {
                    let most = &instance["expected"]["deterministic"]["ideal"];
                    assert_eq!(ideal, point(rational(&most[0]), rational(&most[1])));
                }
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    match solve_one(&game, Concept::Utilitarian, &d, &Budget::default()) {
        Outcome::Solved { deal, .. } => assert_eq!(deal.utility, whole(20679, 13143)),
        other => panic!("{other:?}"),
    }
}

/// The other concepts at 100,000 lots: no reference knows them, but a line bounds each, and the deal is close to it.
#[test]
fn other_concepts_of_a_large_game() {
    let Some(instance) = read("22_large_generated_nbs.json") else {
        return;
    };
    let case = instance["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .find(|case| case["generator"]["kind"] == "unc" && case["generator"]["n"] == 100_000)
        .expect("the case");
    let lots = generated(&case["generator"]);
    let (a, b) = pair(&case["batna"]);
    let game: Game = asset_game(&lots, (1, 1), &mut Random::seeded(1));
    let d = point(a.into(), b.into());
    for concept in [
        Concept::KalaiSmorodinsky,
        Concept::Egalitarian,
        Concept::Utilitarian,
    ] {
        match solve_one(&game, concept, &d, &Budget::default()) {
            Outcome::Solved {
                deal,
                certificate,
                ideal,
                ..
            } => {
                assert_eq!(game.utility(&deal.agreement), deal.utility);
                let weights = &certificate.weights;
                let weigh = |pair: &UtilityPoint| weights.a() * pair.a() + weights.b() * pair.b();
                let best = |issue: &Issue| match issue {
                    Issue::Options(options) => options.iter().map(weigh).max().expect("an option"),
                    Issue::Segment(_) => panic!("a finite game"),
                };
                let line = game.issues.iter().map(best).sum::<Rational>() - weigh(&d);
                assert_eq!(certificate.bound, line);
                let (value, bound) = match (concept, ideal) {
                    (Concept::Utilitarian, _) => (deal.gain.sum() * weights.a(), line),
                    (Concept::Egalitarian, _) => {
                        (deal.gain.smaller().clone(), line / weights.sum())
                    }
                    (_, Some(ideal)) => {
                        let ideal = ideal.minus(&d);
                        let share = (deal.gain.a() / ideal.a()).min(deal.gain.b() / ideal.b());
                        (share, line / weigh(&ideal))
                    }
                    _ => panic!("no ideal"),
                };
                // Within a hundred-millionth of what divisible lots would allow.
                assert!(value <= bound, "{concept:?}");
                assert!(
                    value * Rational::from(100_000_001) > bound * Rational::from(100_000_000),
                    "{concept:?}"
                );
            }
            other => panic!("{concept:?}: {other:?}"),
        }
    }
}
