//! Analyses and scores of random scenarios, against the oracle on a game written down from the table of feasible splits.

use zopa::{Agreement, Convention, Numbers, Rational, UtilityPoint};

use crate::expected_score::expected_score;
use crate::made::{game, is_burden, random_batnas, random_items, rational, spelled, weights};
use crate::oracle::{Oracle, size};
use crate::printed::{agreement, check_analysis};
use crate::random::Random;
use crate::scenarios::{Item, NAMES, analyze, item, scenario};

/// Any allocation: parts of divisible assets may be left on the table.
fn random_shares(random: &mut Random, items: &[Item]) -> Vec<[Rational; 2]> {
    let share = |item: &Item| {
        let mut quarter = || Rational::new(random.between(0, 4), 4);
        match item.kind {
            "divisible" => {
                let (a, b) = (quarter(), quarter());
                let sum = (&a + &b).max(Rational::ONE);
                [a / &sum, b / &sum]
            }
            "both_benefit" => [quarter(), quarter()],
            "-divisible" | "joint_obligation" => {
                let a = quarter();
                [a.clone(), Rational::ONE - a]
            }
            kind => {
                let ways = if kind == "indivisible" { 3 } else { 2 };
                let one = |is_so: bool| if is_so { Rational::ONE } else { Rational::ZERO };
                let way = random.below(ways);
                [one(way == 0), one(way == 1)]
            }
        }
    };
    items.iter().map(share).collect()
}

fn line(items: &[Item], shares: &[[Rational; 2]]) -> String {
    let resource = |(item, [a, b]): (&Item, &[Rational; 2])| {
        format!(
            r#""{}": {{"{}": "{a}", "{}": "{b}"}}"#,
            item.id, NAMES[0], NAMES[1]
        )
    };
    let resources: Vec<String> = items.iter().zip(shares).map(resource).collect();
    format!(
        r#"{{"scenario": "made_in_code", "allocation": {{{}}}}}"#,
        resources.join(", ")
    )
}

#[test]
fn analyses_and_scores_are_the_oracles() {
    let mut random = Random::seeded(201);
    let mut compared = 0;
    for _ in 0..700 {
        let items = random_items(&mut random, false);
        let batnas = random_batnas(&mut random);
        let convention = [Convention::Signed, Convention::Avoided][random.below(2)];
        let expected = game(&items, convention, &|_| false);
        if size(&expected) > 200 {
            continue;
        }
        compared += 1;
        let oracle = Oracle::of(&expected);
        let scenario = scenario(&items, spelled(&batnas));
        let analysis = analyze(&scenario, convention);
        let d =
            UtilityPoint(batnas.map(|batna| batna.map_or(Rational::ZERO, |text| rational(&text))));
        check_analysis(&analysis, &oracle, &d);
        let no_deal = analysis.score(&agreement(
            &scenario,
            r#"{"scenario": "made_in_code", "allocation": null}"#,
        ));
        assert_eq!(
            no_deal,
            expected_score(&analysis, &oracle, &d, None),
            "{items:?}"
        );
        for _ in 0..8 {
            let shares = random_shares(&mut random, &items);
            let line = line(&items, &shares);
            let Agreement::Deal {
                allocation,
                assumed,
            } = agreement(&scenario, &line)
            else {
                panic!("a deal")
            };
            assert_eq!((&allocation.shares, assumed.len()), (&shares, 0), "{line}");
            let score = analysis.score_allocation(&allocation);
            let utility = utility(&items, convention, &shares);
            assert_eq!(
                score,
                expected_score(&analysis, &oracle, &d, Some(utility)),
                "{line}"
            );
        }
    }
    assert!(compared > 300, "only {compared} scenarios were compared");
}

fn utility(items: &[Item], convention: Convention, shares: &[[Rational; 2]]) -> UtilityPoint {
    let total = |party: usize| {
        let worth = |((item, weight), share): ((&Item, [Rational; 2]), &[Rational; 2])| {
            let (whole, part) = (weight[party].clone(), &weight[party] * &share[party]);
            match (is_burden(item.kind), convention) {
                (false, _) => part,
                (true, Convention::Signed) => -part,
                // what is escaped
                (true, Convention::Avoided) => whole - part,
            }
        };
        items
            .iter()
            .zip(weights(items))
            .zip(shares)
            .map(worth)
            .sum()
    };
    UtilityPoint::new(total(0), total(1))
}

/// Numbers in the output are the nearest floats of the exact ones.
#[test]
fn nearest_floats() {
    let items = [
        item("x", "divisible", "0.7", "0.4"),
        item("y", "divisible", "0.3", "0.6"),
    ];
    let analysis = analyze(
        &scenario(&items, [Some("0.2"), Some("0.2")]),
        Convention::Signed,
    );
    let json = zopa::analysis_json(&analysis, None, Numbers::Nearest);
    // golden case g01: 61/95 and 421/665, by Python
    let found = &json["solutions"]["kalai_smorodinsky"]["utility"];
    assert_eq!(found.to_string(), "[0.6421052631578947,0.6330827067669172]");
}
