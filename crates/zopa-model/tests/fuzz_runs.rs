//! Random damage to runs: nothing panics, and what is promised of any line holds.

mod common;

use common::Random;
use zopa_model::json::{self, Node};
use zopa_model::{Agreement, Run, Scenario, check};

/// A scenario with resources of every kind, a latent one among them.
fn scenario() -> Scenario {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/scenarios/cofounder_windup_ip.json"
    );
    let text = std::fs::read_to_string(path).expect("a shipped scenario");
    check(&text).scenario.expect("a scenario without errors")
}

const RUN: &str = r#"{"run": "r-1", "scenario": "cofounder_windup_ip", "seed": 18446744073709551616, "zopa": {"old": 1.50},
    "allocation": {"cash": {"Ana": 0.25, "Ben": "3/4"}, "patent": "Ana", "brand": "shared", "equipment": {"Ana": {"amount": 42000}},
    "van": {"Ben": 1}, "lease_debt": {"Ana": 0.3333333, "Ben": 0.6666667}, "port_contract": null}, "tags": ["a", "b\u00e9"]}"#;

const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\ud83d",
    "null",
    "true",
    "-0.0",
    "-1",
    "1e400",
    "0.999999",
    "1.0000011",
    "1e-7",
    "NaN",
    "\"1/3\"",
    "\"1/0\"",
    "\"-1/2\"",
    "\"shared\"",
    "\"Ana\"",
    "\"ana\"",
    "\"Ben\"",
    "\"van\"",
    "\"lease_debt\"",
    "{\"amount\": 1}",
    "\"allocation\": null,",
    "\"scenario\": 5,",
    "\u{e9}",
    "\u{1f600}",
    "\u{feff}",
    "\r\n",
    "2",
    "0.5",
];

fn damaged(random: &mut Random) -> String {
    let mut text = RUN.to_owned();
    for _ in 0..=random.below(4) {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let at = random.below(places.len());
        let end = (at + random.below(12)).min(places.len() - 1);
        let token = TOKENS[random.below(TOKENS.len())];
        match random.below(4) {
            0 => text.insert_str(places[at], token),
            1 => text.replace_range(places[at]..places[end], token),
            2 => text.replace_range(places[at]..places[end], ""),
            _ => text.truncate(places[at]),
        }
    }
    text
}

#[test]
fn any_damage_is_survived() {
    let scenario = scenario();
    let mut random = Random::seeded(20_261_130);
    let (mut deals, mut invalid, mut malformed) = (0, 0, 0);
    for _ in 0..20_000 {
        let text = damaged(&mut random);
        let run = match Run::parse(&text) {
            Ok(run) => run,
            Err(error) => {
                assert!(!error.message.is_empty());
                malformed += 1;
                continue;
            }
        };
        // The run's own fields come back as they were, but for an earlier score.
        let carried = format!("{{{}}}", run.own_fields());
        let again = json::parse(&carried).expect("own fields are JSON");
        let whole = json::parse(&text).expect("a run is JSON");
        let kept = whole.members().iter().filter(|member| member.key != "zopa");
        let spelled = |node: &Node<'_>, source: &str| {
            let mut out = String::new();
            node.write_compact(source, &mut out);
            out
        };
        let before: Vec<_> = kept
            .map(|member| (member.key.clone(), spelled(&member.value, &text)))
            .collect();
        let after = again
            .members()
            .iter()
            .map(|member| (member.key.clone(), spelled(&member.value, &carried)));
        assert_eq!(before, after.collect::<Vec<_>>());
        match run.agreement(&scenario) {
            Ok(Agreement::NoDeal) => {}
            Ok(Agreement::Deal { allocation, .. }) => {
                deals += 1;
                for (resource, shares) in scenario.resources.iter().zip(&allocation.shares) {
                    assert!(
                        resource.is_feasible(shares),
                        "{}: {shares:?} in {text}",
                        resource.id
                    );
                }
            }
            Err(error) => {
                invalid += 1;
                assert!(error.at.starts_with("/allocation"), "{error:?} in {text}");
            }
        }
    }
    // The damage reaches every outcome often.
    assert!(
        deals > 500 && invalid > 500 && malformed > 500,
        "{deals} {invalid} {malformed}"
    );
}
