//! What NegMAS 0.16 answers on small games (`negmas.json`, made by `ask_negmas.py`), and a frontier with a segment by hand.

use serde_json::Value;
use zopa::metrics::metrics_json;
use zopa::{Agreement, Allocation, Convention, Numbers, Rational};
use zopa_model::Batna;

use super::measure;
use crate::printed::agreement;
use crate::scenarios::{Item, KINDS, analyze, item, scenario};

/// NegMAS computes in floats, and prints twelve decimals here.
const WITHIN: f64 = 1e-9;

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn items(resources: &Value) -> Vec<Item> {
    let one = |(index, resource): (usize, &Value)| {
        let kind = KINDS.into_iter().find(|kind| *kind == text(&resource[0]));
        let kind = kind.expect("a kind");
        item(
            &format!("r{index}"),
            kind,
            text(&resource[1]),
            text(&resource[2]),
        )
    };
    list(resources).iter().enumerate().map(one).collect()
}

/// `A`, `B`, `-` or `AB` for each resource.
fn deal(deal: &Value) -> Agreement {
    let Some(options) = deal.as_array() else {
        return Agreement::NoDeal;
    };
    let share = |option: &Value, party: &str| {
        if text(option).contains(party) {
            Rational::ONE
        } else {
            Rational::ZERO
        }
    };
    let shares = options
        .iter()
        .map(|option| [share(option, "A"), share(option, "B")]);
    Agreement::Deal {
        allocation: Allocation {
            shares: shares.collect(),
            terms: Vec::new(),
        },
        assumed: Vec::new(),
    }
}

#[test]
fn measures_are_those_of_negmas() {
    let games: Value = serde_json::from_str(include_str!("negmas.json")).expect("JSON");
    let (mut compared, mut nulls) = (0, 0);
    for game in list(&games) {
        let mut scenario = scenario(&items(&game["resources"]), [None, None]);
        for (party, batna) in scenario.parties.iter_mut().zip(list(&game["batnas"])) {
            // NegMAS takes any BATNA; a scenario file holds one in [0, 1].
            party.batna = Some(Batna {
                utility: text(batna).parse().expect("a decimal"),
                description: String::new(),
            });
        }
        let analysis = analyze(&scenario, Convention::Signed);
        for answer in list(&game["answers"]) {
            let metrics = measure(&analysis, &deal(&answer["deal"]));
            let found = metrics_json(&metrics, Numbers::Nearest);
            let expected = answer["measures"].as_object().expect("an object");
            assert_eq!(expected.len(), 8);
            for (name, expected) in expected {
                let found = &found["negmas"][name];
                match (found.as_f64(), expected.as_f64()) {
                    (Some(found), Some(expected)) => {
                        assert!(
                            (found - expected).abs() <= WITHIN,
                            "{name}: {found}, NegMAS {expected} in {game}"
                        );
                        compared += 1;
                    }
                    (None, None) => nulls += 1,
                    _ => panic!("{name}: {found}, NegMAS {expected} in {game}"),
                }
            }
        }
    }
    assert!(compared > 900 && nulls > 40, "{compared} and {nulls}");
}

/// The frontier is the line from (0, 1) to (1, 0), cut to u_A >= .6. Nash and Kalai lie where gains over (.6, 0) are equal,
/// (.8, .2). KS lies where they are equal parts of the gains at the highest utilities of all, .4 and 1 (not of the ideal, which
/// inside the ZOPA is .4 and .4): (5/7, 2/7). By utilities the cut's end is best, (.6, .4). The deal (.3, .4) is .3 from that
/// end; the diagonal is sqrt 2.
#[test]
fn on_a_line_distances_are_to_the_line() {
    let line = [
        item("x", "divisible", "0.5", "0.5"),
        item("y", "divisible", "0.5", "0.5"),
    ];
    let scenario = scenario(&line, [Some("0.6"), None]);
    let analysis = analyze(&scenario, Convention::Signed);
    let run =
        r#"{"scenario": "made_in_code", "allocation": {"x": {"Ann": 0.6}, "y": {"Bob": 0.8}}}"#;
    let metrics = measure(&analysis, &agreement(&scenario, run));
    let found = &metrics_json(&metrics, Numbers::Exact)["negmas"];
    // 1 - .3 / sqrt 2, 1 - sqrt(.29 / 2) and 1 - sqrt((.29^2 + .08^2) / .98) by a pocket calculator, the last with sevenths
    for (name, expected) in [
        ("pareto_optimality", "0.787868"),
        ("nash_optimality", "0.619211"),
        ("kalai_optimality", "0.619211"),
        ("modified_kalai_optimality", "0.787868"),
        ("ks_optimality", "0.696114"),
        ("modified_ks_optimality", "0.787868"),
        ("fairness", "0.696114"),
    ] {
        let found = found[name].as_f64().expect("a number");
        assert_eq!(format!("{found:.6}"), expected, "{name}");
    }
    assert_eq!(found["max_welfare_optimality"], "7/10");
}
