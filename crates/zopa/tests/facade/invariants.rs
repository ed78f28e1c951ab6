//! What must not change an analysis, and what must change it in a known way.

use serde_json::Value;
use zopa::{Agreement, Concept, Convention, Rational, UtilityPoint};

use crate::compare::{number, point, strokes};
use crate::made::{random_batnas, random_items, spelled};
use crate::printed::agreement;
use crate::random::Random;
use crate::scenarios::{Item, NAMES, analyze, exact, scenario};

/// Random items and BATNAs.
fn each(seed: u64, mut check: impl FnMut(&mut Random, Vec<Item>, [Option<&str>; 2])) {
    let mut random = Random::seeded(seed);
    for _ in 0..150 {
        let items = random_items(&mut random, true);
        let batnas = random_batnas(&mut random);
        check(&mut random, items, spelled(&batnas));
    }
}

/// Everything but allocations: pieces (joined), ZOPA, utilities and `unique` of the solutions.
fn essence(json: &Value) -> Value {
    fn strip(value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.retain(|key, _| {
                !key.contains("allocation") && key != "moving" && key != "frontier"
            });
            fields.values_mut().for_each(strip);
        } else if let Value::Array(items) = value {
            items.iter_mut().for_each(strip);
        }
    }
    let mut essence = json.clone();
    strip(&mut essence);
    // Which of several equal lotteries is drawn may depend on how the pieces are cut.
    if let Some(lottery) = essence["solutions"]["nash_lottery"].as_object_mut() {
        lottery.remove("lottery");
    }
    essence
        .as_object_mut()
        .expect("an object")
        .remove("warnings");
    essence
}

fn assert_same(here: &Value, there: &Value, what: &str) {
    assert_eq!(essence(here), essence(there), "{what}");
    assert_eq!(
        strokes(&here["frontier"]),
        strokes(&there["frontier"]),
        "{what}"
    );
}

#[test]
fn the_market_value_enters_nothing() {
    each(301, |random, items, batnas| {
        let mut valued = items.clone();
        for item in &mut valued {
            item.usd = Some(random.between(0, 1_000_000).to_string());
        }
        let here = exact(&analyze(&scenario(&items, batnas), Convention::Signed));
        let there = exact(&analyze(&scenario(&valued, batnas), Convention::Signed));
        // to the last allocation
        let without = |json: &Value| {
            let mut json = json.clone();
            json.as_object_mut().expect("an object").remove("warnings");
            json
        };
        assert_eq!(without(&here), without(&there), "{items:?}");
    });
}

#[test]
fn the_order_of_the_resources_changes_no_utility() {
    each(302, |random, items, batnas| {
        let mut shuffled = items.clone();
        for place in (1..shuffled.len()).rev() {
            shuffled.swap(place, random.below(place + 1));
        }
        let here = exact(&analyze(&scenario(&items, batnas), Convention::Signed));
        let there = exact(&analyze(&scenario(&shuffled, batnas), Convention::Signed));
        assert_same(&here, &there, &format!("{items:?} as {shuffled:?}"));
    });
}

/// A divisible resource is the same as two of half the worth. (Halves of decimals are decimals.)
#[test]
fn a_divisible_resource_may_be_split_in_two() {
    let mut split = 0;
    each(303, |_, items, batnas| {
        let mut halved = Vec::new();
        for item in &items {
            if !matches!(item.kind, "divisible" | "-divisible" | "joint_obligation") {
                halved.push(item.clone());
                continue;
            }
            split += 1;
            let half = |text: &String| {
                let value = Rational::from_json_number(text).expect("a decimal");
                decimal(&(value / Rational::from(2)))
            };
            for part in ["a", "b"] {
                let id = format!("{}{part}", item.id);
                halved.push(Item {
                    id,
                    worth: item.worth.each_ref().map(half),
                    ..item.clone()
                });
            }
        }
        for convention in [Convention::Signed, Convention::Avoided] {
            let here = exact(&analyze(&scenario(&items, batnas), convention));
            let there = exact(&analyze(&scenario(&halved, batnas), convention));
            assert_same(&here, &there, &format!("{items:?} as {halved:?}"));
        }
    });
    assert!(split > 100, "only {split} were split");
}

/// A decimal from 0 to 1 with at most 18 digits, spelled.
fn decimal(value: &Rational) -> String {
    let (numerator, denominator) = value.small_parts().expect("a short decimal");
    if denominator == 1 {
        return numerator.to_string();
    }
    let digits = numerator * (10_i128.pow(18) / denominator);
    format!("0.{digits:018}")
}

#[test]
fn decimals_are_spelled_right() {
    assert_eq!(decimal(&Rational::new(7, 20)), "0.350000000000000000");
    assert_eq!(decimal(&Rational::ONE), "1");
}

/// Avoided utilities are the signed ones plus each party's weight of all burdens: on the frontier, and of every allocation. With
/// BATNAs raised by as much, the solutions are shifted too.
#[test]
fn the_conventions_differ_by_a_shift() {
    each(304, |_, items, batnas| {
        let scenario = scenario(&items, batnas);
        let (signed, avoided) = (
            analyze(&scenario, Convention::Signed),
            analyze(&scenario, Convention::Avoided),
        );
        let burdens = scenario
            .resources
            .iter()
            .filter(|resource| resource.kind.is_burden());
        let zero = || UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let shift = burdens.fold(zero(), |sum, resource| {
            sum.plus(&UtilityPoint(resource.weight.clone()))
        });
        let moved: Vec<_> = signed
            .frontier
            .pieces()
            .map(|piece| (piece.from.plus(&shift), piece.to.plus(&shift)))
            .collect();
        let found: Vec<_> = avoided
            .frontier
            .pieces()
            .map(|piece| (piece.from, piece.to))
            .collect();
        assert_eq!(moved, found, "{items:?}");
        for piece in signed.pieces() {
            let [here, there] =
                [&signed, &avoided].map(|analysis| analysis.score_allocation(&piece.from));
            assert_eq!(here.utility.plus(&shift), there.utility, "{items:?}");
            assert_eq!(here.pareto_efficient, there.pareto_efficient, "{items:?}");
            assert_eq!(here.pareto_gap, there.pareto_gap, "{items:?}");
            assert_eq!(here.left_on_table, there.left_on_table, "{items:?}");
        }
        let warns = signed.zopa.exists != avoided.zopa.exists;
        for analysis in [&signed, &avoided] {
            assert_eq!(
                analysis
                    .warning_codes()
                    .contains(&"convention-decides-zopa"),
                warns,
                "{items:?}"
            );
        }
    });
}

/// Exchanging the parties mirrors the analysis.
#[test]
fn exchanging_the_participants_mirrors_everything() {
    each(305, |_, items, [a, b]| {
        let mirrored: Vec<Item> = items
            .iter()
            .map(|item| Item {
                worth: [item.worth[1].clone(), item.worth[0].clone()],
                latent: item.latent.map(|holder| 1 - holder),
                ..item.clone()
            })
            .collect();
        let here = analyze(&scenario(&items, [a, b]), Convention::Signed);
        let there = analyze(&scenario(&mirrored, [b, a]), Convention::Signed);
        let turn = |point: &UtilityPoint| UtilityPoint::new(point.b().clone(), point.a().clone());
        assert_eq!(
            crate::oracle::turned(&strokes(&exact(&here)["frontier"])),
            strokes(&exact(&there)["frontier"])
        );
        for concept in Concept::ALL {
            let (here, there) = (here.solution(concept), there.solution(concept));
            assert_eq!(here.is_some(), there.is_some(), "{items:?}");
            let Some((here, there)) = here.zip(there) else {
                continue;
            };
            assert_eq!(here.unique, there.unique, "{items:?}");
            assert!(
                !here.unique || here.utility == turn(&there.utility),
                "{concept:?} of {items:?}"
            );
        }
    });
}

/// What one analysis prints is scored the same by itself: the Nash deal's ratio is 1, nothing is left on the table.
#[test]
fn the_nash_deal_scores_a_hundred() {
    let mut scored = 0;
    each(306, |_, items, batnas| {
        let scenario = scenario(&items, batnas);
        let analysis = analyze(&scenario, Convention::Avoided);
        let json = exact(&analysis);
        let nash = &json["solutions"]["nash"];
        if nash.is_null() {
            return;
        }
        scored += 1;
        let line = format!(
            r#"{{"scenario": "made_in_code", "allocation": {}}}"#,
            nash["allocation"]
        );
        let score = analysis.score(&agreement(&scenario, &line));
        assert_eq!(
            (score.nash_ratio, score.pareto_gap),
            (Rational::ONE, Rational::ZERO),
            "{line}"
        );
        assert_eq!(score.value_efficiency.to_string(), "100");
        assert_eq!(score.left_on_table, [Rational::ZERO, Rational::ZERO]);
        assert_eq!(score.gain, point(&nash["gain"]));
        assert_eq!(score.gain.product(), number(&nash["product"]));
        assert_eq!(score.distance.solutions[0], Some(0.0));
    });
    assert!(scored > 50, "only {scored} scenarios have a ZOPA");
}

/// A party's name alone is the whole of it; the other way to write it is the same agreement.
#[test]
fn spellings_of_the_same_agreement() {
    let items = [
        crate::scenarios::item("cash", "divisible", "0.5", "0.5"),
        crate::scenarios::item("van", "indivisible", "0.3", "0.2"),
        crate::scenarios::item("brand", "both_benefit", "0.2", "0.3"),
    ];
    let scenario = scenario(&items, [None, None]);
    let read = |allocation: &str| match agreement(
        &scenario,
        &format!(r#"{{"scenario": "made_in_code", "allocation": {allocation}}}"#),
    ) {
        Agreement::Deal { allocation, .. } => allocation,
        Agreement::NoDeal => panic!("a deal"),
    };
    let [a, b] = NAMES;
    let plain = read(&format!(
        r#"{{"cash": "{a}", "van": "{b}", "brand": "shared"}}"#
    ));
    let one = Rational::ONE;
    let zero = Rational::ZERO;
    let by_hand = vec![
        [one.clone(), zero.clone()],
        [zero, one.clone()],
        [one.clone(), one],
    ];
    assert_eq!(plain.shares, by_hand);
    for other in [
        format!(
            r#"{{"brand": {{"{a}": 1.0, "{b}": "3/3"}}, "van": {{"{b}": 1}}, "cash": {{"{a}": {{"amount": 1}}}}}}"#
        ),
        format!(
            r#"{{"cash": {{"{a}": 1e0, "{b}": 0}}, "van": {{"{a}": 0, "{b}": {{"amount": 1.0}}}}, "brand": "shared"}}"#
        ),
        format!(
            r#"{{"cash": {{"{a}": 0.9999990}}, "van": {{"{b}": 1.000001}}, "brand": {{"{a}": 1.000001, "{b}": 1}}}}"#
        ),
    ] {
        assert_eq!(read(&other), plain, "{other}");
    }
}
