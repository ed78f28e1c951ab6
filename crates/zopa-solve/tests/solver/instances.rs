//! Reference instances with exact answers that were found in other ways (brute force and dynamic programming over fractions, integer
//! programming). Skipped where the folder is absent.

use serde_json::Value;
use sha2::{Digest, Sha256};
use zopa_model::{Rational, UtilityPoint};
use zopa_solve::concepts::{egalitarian, kalai_smorodinsky, nash, nash_lottery, utilitarian};
use zopa_solve::{Budget, Frontier, Game, Issue, Solution, Zopa};

use crate::convert::{joined_pieces, solve};
use crate::oracle::{Stroke, joined};
use crate::random::Random;
use crate::shared::shared;

fn number(value: &Value) -> Rational {
    value
        .as_str()
        .expect("a number as a string")
        .parse()
        .expect("a number")
}

fn point(value: &Value) -> UtilityPoint {
    UtilityPoint::new(number(&value[0]), number(&value[1]))
}

fn points(value: &Value) -> Vec<UtilityPoint> {
    value
        .as_array()
        .expect("points")
        .iter()
        .map(point)
        .collect()
}

fn by_party(value: &Value) -> UtilityPoint {
    UtilityPoint::new(number(&value["A"]), number(&value["B"]))
}

fn read(name: &str) -> Option<Value> {
    let text =
        std::fs::read_to_string(shared("instances")?.join(name)).expect("a readable instance");
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// Worths in their instance's unit, or each party's as parts of what is worth 1 in sum.
fn game(instance: &Value) -> Game {
    let resources = instance["resources"].as_array().expect("resources");
    let worths: Vec<UtilityPoint> = resources
        .iter()
        .map(|resource| by_party(&resource["value"]))
        .collect();
    let one = UtilityPoint::new(Rational::ONE, Rational::ONE);
    let whole = if instance["normalise"] == true {
        worths.iter().fold(
            UtilityPoint::new(Rational::ZERO, Rational::ZERO),
            |sum, worth| sum.plus(worth),
        )
    } else {
        one
    };
    let mut issues = Vec::new();
    for (resource, worth) in resources.iter().zip(&worths) {
        let zero = || Rational::ZERO;
        let (a, b) = (worth.a() / whole.a(), worth.b() / whole.b());
        let gift = |a: &Rational, b: &Rational| {
            [
                UtilityPoint::new(a.clone(), zero()),
                UtilityPoint::new(zero(), b.clone()),
            ]
        };
        let nobody = UtilityPoint::new(zero(), zero());
        match resource["kind"].as_str().expect("a kind") {
            "divisible" => issues.push(Issue::Segment(gift(&a, &b))),
            "indivisible" => {
                let [to_a, to_b] = gift(&a, &b);
                issues.push(Issue::Options(vec![to_a, to_b, nobody]));
            }
            "integer" => {
                let units = resource["units"].as_i64().expect("units");
                let each = Rational::from(units);
                let [to_a, to_b] = gift(&(&a / &each), &(&b / &each));
                for _ in 0..units {
                    issues.push(Issue::Options(vec![
                        to_a.clone(),
                        to_b.clone(),
                        nobody.clone(),
                    ]));
                }
            }
            "shared" => issues.push(Issue::Options(vec![UtilityPoint::new(a, b)])),
            "liability" => issues.push(Issue::Segment(gift(&-a, &-b))),
            "liability_indivisible" => issues.push(Issue::Options(gift(&-a, &-b).to_vec())),
            other => panic!("an unknown kind {other}"),
        }
    }
    Game {
        base: UtilityPoint::new(Rational::ZERO, Rational::ZERO),
        issues,
    }
}

/// A corner is closed on both of its pieces there.
fn expected_frontier(pieces: &Value) -> Vec<Stroke> {
    let stroke = |piece: &Value| {
        let at = |x: &str, y: &str| UtilityPoint::new(number(&piece[x]), number(&piece[y]));
        if piece["type"] == "point" {
            return Stroke::point(at("x", "y"));
        }
        Stroke {
            from: at("x0", "y0"),
            to: at("x1", "y1"),
            from_open: piece["closed_left"] == false,
            to_open: piece["closed_right"] == false,
        }
    };
    joined(
        pieces
            .as_array()
            .expect("pieces")
            .iter()
            .map(stroke)
            .collect(),
    )
}

/// The solution is one of the tied ones; of these, of which `last` alone decides, that with the larger utility of A.
fn is_expected(found: Option<&Solution>, expected: &Value, name: &str) {
    let (found, tied) = (found.expect("a ZOPA"), points(&expected["points"]));
    assert!(
        tied.contains(&found.utility),
        "{name}: {found:?} is none of {tied:?}"
    );
    assert_eq!(found.unique, tied.len() == 1, "{name}: {tied:?}");
}

fn check(name: &str) {
    let Some(instance) = read(name) else { return };
    let game = game(&instance);
    let frontier = solve(&game);
    let d = by_party(&instance["batna"]);
    let expected = &instance["expected"];
    assert_eq!(
        joined_pieces(&frontier),
        expected_frontier(&expected["frontier"]),
        "{name}"
    );
    let pure = &expected["deterministic"];
    let zopa = Zopa::of(&frontier, &d);
    assert_eq!(zopa.exists, pure["zopa_empty"] == false, "{name}");
    let area = zopa.ideal.as_ref().map_or(Rational::ZERO, |ideal| {
        &zopa.area_share * &ideal.minus(&d).product()
    });
    assert_eq!(area, number(&pure["zopa_area_comprehensive"]), "{name}");
    if zopa.exists {
        assert_eq!(zopa.ideal, Some(point(&pure["ideal"])), "{name}");
        let found = nash(&frontier, &d);
        is_expected(found.as_ref(), &pure["nbs"], name);
        assert_eq!(
            found.expect("a ZOPA").product(),
            number(&pure["nbs"]["product"]),
            "{name}"
        );
        let found = egalitarian(&frontier, &d);
        is_expected(found.as_ref(), &pure["egalitarian"], name);
        let gain = found.expect("a ZOPA").gain;
        assert_eq!(
            gain.smaller(),
            &number(&pure["egalitarian"]["leximin_gain"][0]),
            "{name}"
        );
        assert_eq!(&zopa.margin, gain.smaller(), "{name}");
        if pure["kalai_smorodinsky"].is_object() {
            is_expected(
                kalai_smorodinsky(&frontier, &d).as_ref(),
                &pure["kalai_smorodinsky"],
                name,
            );
        }
        let most = utilitarian(&frontier, &d).expect("a ZOPA");
        assert_eq!(
            most.utility.sum(),
            number(&pure["utilitarian_ir"]["sum"]),
            "{name}"
        );
        let ends = points(&pure["utilitarian_ir"]["extreme_points"]);
        assert_eq!(most.unique, ends.len() == 1, "{name}");
    } else {
        assert!(
            nash(&frontier, &d).is_none() && egalitarian(&frontier, &d).is_none(),
            "{name}"
        );
        assert!(kalai_smorodinsky(&frontier, &d).is_none() && utilitarian(&frontier, &d).is_none());
    }
    let mixed = &expected["lottery"];
    let lottery = nash_lottery(&frontier, &d);
    assert_eq!(lottery.is_some(), mixed["zopa_empty"] == false, "{name}");
    if let Some(lottery) = lottery {
        assert_eq!(
            lottery.gain.product(),
            number(&mixed["nbs"]["product"]),
            "{name}"
        );
        assert_eq!(
            [lottery.utility].as_slice(),
            points(&mixed["nbs"]["points"]),
            "{name}"
        );
    }
}

/// Instances 1 to 16 and 21: the whole frontier and all solutions.
#[test]
fn reference_instances_if_present() {
    let names = [
        "01_one_divisible",
        "02_adjusted_winner",
        "03_three_indivisible",
        "04_half_open",
        "05_mixed_crossings",
        "06_zero_sum",
        "07_liabilities",
        "08_all_kinds",
        "09_empty_but_lottery",
        "10_degenerate_zopa",
        "11_integer_units",
        "12_ties",
        "13_raw_decimals",
        "14_nbs_tie",
        "15_unsupported_nbs",
        "16_float_trap",
        "21_mixed_10div_40ind",
    ];
    for name in names {
        check(&format!("{name}.json"));
    }
}

/// Instances 17 to 19: too many points to write down, hence a fingerprint of them.
#[test]
fn reference_instances_by_fingerprint_if_present() {
    for name in [
        "17_n20_3digit.json",
        "18_n100_3digit_pos.json",
        "19_n100_6digit_unc.json",
    ] {
        let Some(instance) = read(name) else { return };
        let frontier = solve(&game(&instance));
        let (d, expected) = (by_party(&instance["batna"]), &instance["expected"]);
        assert_eq!(
            u64::try_from(frontier.len()).ok(),
            expected["frontier_size"].as_u64(),
            "{name}"
        );
        let lines: String = frontier
            .pieces()
            .map(|piece| format!("{} {}\n", piece.from.a(), piece.from.b()))
            .collect();
        let digest: String = Sha256::digest(lines.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(
            digest, expected["frontier_sha256_of_lines_x_space_y_ascending"],
            "{name}"
        );
        assert_eq!(frontier.piece(0).from, point(&expected["first"]), "{name}");
        assert_eq!(
            frontier.piece(frontier.len() - 1).to,
            point(&expected["last"]),
            "{name}"
        );
        let agreeable = frontier
            .pieces()
            .filter(|piece| piece.from.covers(&d))
            .count();
        assert_eq!(
            u64::try_from(agreeable).ok(),
            expected["zopa_efficient_points"].as_u64(),
            "{name}"
        );
        let found = nash(&frontier, &d);
        is_expected(found.as_ref(), &expected["nbs"], name);
        assert_eq!(
            found.expect("a ZOPA").product(),
            number(&expected["nbs"]["product"]),
            "{name}"
        );
        let lottery = nash_lottery(&frontier, &d).expect("a ZOPA");
        assert_eq!(
            lottery.gain.product(),
            number(&expected["lottery_nbs"]["product"]),
            "{name}"
        );
        assert_eq!(
            [lottery.utility].as_slice(),
            points(&expected["lottery_nbs"]["points"]),
            "{name}"
        );
    }
}

/// Instance 22, its first case: a thousand items by a published generator. (The larger cases have frontiers that no memory holds.)
#[test]
fn reference_instance_of_a_thousand_items_if_present() {
    let Some(instance) = read("22_large_generated_nbs.json") else {
        return;
    };
    let case = &instance["cases"][0];
    let whole = |key: &str| case["generator"][key].as_u64().expect("a whole number");
    assert_eq!(case["generator"]["kind"], "unc");
    let (count, most) = (whole("n"), whole("V"));
    let mut random = Random::seeded(whole("seed") * 7919 + count * 31 + most);
    // 1 + the integer part of next * most / 2^64
    let mut worth = || Rational::from(i128::from(random.next()) * i128::from(most) / (1 << 64) + 1);
    let zero = || Rational::ZERO;
    let issues = (0..count).map(|_| {
        let (a, b) = (worth(), worth());
        Issue::Options(vec![
            UtilityPoint::new(a, zero()),
            UtilityPoint::new(zero(), b),
        ])
    });
    let game = Game {
        base: UtilityPoint::new(zero(), zero()),
        issues: issues.collect(),
    };
    let d = by_party(&case["batna"]);
    let frontier = Frontier::of(&game, &Budget::default())
        .complete()
        .expect("within the default budget");
    let found = nash(&frontier, &d).expect("a ZOPA");
    assert_eq!(found.gain, point(&case["nbs"]["gain"]));
    assert_eq!(found.product(), number(&case["nbs"]["product"]));
    assert_eq!(
        game.utility(&frontier.agreement(&found.spot)),
        found.utility
    );
}
