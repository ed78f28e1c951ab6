//! The fast way against exact fractions, byte for byte, on random runs of every scenario at hand.

#[path = "../../../tests/support/random.rs"]
mod random;
#[path = "../../../tests/support/shared.rs"]
mod shared;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use zopa::{Convention, Numbers, ResourceKind, Scenario};

use self::random::Random;
use self::shared::shared;
use crate::scorers::{Place, Scorers, Scratch};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The scenarios in a folder that have resources.
fn scenarios(folder: &Path) -> Vec<Scenario> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| {
            entries
                .filter_map(|entry| Some(entry.ok()?.path()))
                .collect()
        })
        .unwrap_or_default();
    paths.sort();
    let texts = paths
        .iter()
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .filter_map(|path| std::fs::read_to_string(path).ok());
    // cases of tests have theirs under `scenario`
    let inner = |text: String| {
        let value: serde_json::Value = serde_json::from_str(&text).ok()?;
        Some(value.get("scenario")?.to_string())
    };
    texts
        .map(|text| inner(text.clone()).unwrap_or(text))
        .filter_map(|text| zopa::check(&text).scenario)
        .filter(|scenario| !scenario.resources.is_empty() && scenario.resources.len() <= 60)
        .collect()
}

/// How shares of something divisible are spelled.
fn split(random: &mut Random, names: [&str; 2], quantity: &str) -> String {
    let [a, b] = names;
    match random.below(9) {
        0 => format!("\"{}\"", names[usize::from(random.once_in(2))]),
        1 => {
            let q = 2 + random.below(60);
            let p = random.below(q + 1);
            format!("{{\"{a}\": \"{p}/{q}\", \"{b}\":\"{}/{q}\"}}", q - p)
        }
        2 => {
            let cents = random.below(101);
            format!(
                "{{\"{b}\": {}, \"{a}\": {}}}",
                hundredths(100 - cents),
                hundredths(cents)
            )
        }
        // rounded: the sum is a little off 1
        3 => format!("{{\"{a}\":0.3333333,\"{b}\":0.6666667}}"),
        4 => format!("{{\"{a}\":0.333333,\"{b}\":0.666667}}"),
        // and two such in one run are too much for machine integers
        5 if random.once_in(20) => format!("{{\"{a}\":0.428571,\"{b}\":0.57143}}"),
        6 => format!("{{\"{a}\": {{\"amount\": {quantity}}}}}"),
        7 => format!("{{\"{a}\": 1, \"{b}\": 0.0}}"),
        _ => {
            let digits = 1 + random.below(6);
            let most = 10usize.pow(u32::try_from(digits).unwrap_or(1));
            let share = random.below(most + 1);
            let decimal = |n: usize| format!("{}.{:0digits$}", n / most, n % most);
            format!(
                "{{\"{a}\": {}, \"{b}\": {}}}",
                decimal(share),
                decimal(most - share)
            )
        }
    }
}

fn hundredths(value: usize) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

fn allocation(random: &mut Random, scenario: &Scenario) -> String {
    let names = [0, 1].map(|party| scenario.parties[party].name.as_str());
    let [a, b] = names;
    let mut out = String::from("{");
    for resource in &scenario.resources {
        let either = names[usize::from(random.once_in(2))];
        let whole = if random.once_in(2) {
            format!("\"{either}\"")
        } else {
            format!("{{\"{either}\": 1}}")
        };
        let value = match resource.kind {
            _ if random.once_in(300) => match random.below(6) {
                0 => "\"Nobody\"".to_owned(),
                1 => "-1".to_owned(),
                2 => format!("{{\"{a}\": 0.7, \"{b}\": 0.7}}"),
                3 => format!("{{\"{a}\": -0.1, \"{b}\": 1.1}}"),
                4 => "\"shared\"".to_owned(),
                _ => format!("{{\"{a}\": 0.2, \"{b}\": 0.3}}"),
            },
            ResourceKind::IndivisibleAsset if random.once_in(9) => "null".to_owned(),
            ResourceKind::IndivisibleAsset | ResourceKind::IndivisibleBurden => whole,
            ResourceKind::BothBenefit => match random.below(4) {
                0 => format!("{{\"{a}\": 1, \"{b}\": 0.5}}"),
                1 => format!("{{\"{a}\": 1.0000004, \"{b}\": 1}}"),
                _ => "\"shared\"".to_owned(),
            },
            ResourceKind::DivisibleAsset if random.once_in(9) => {
                format!("{{\"{a}\": 0.25, \"{b}\": 0.625}}")
            }
            ResourceKind::DivisibleAsset | ResourceKind::DivisibleBurden => {
                split(random, names, &resource.quantity.to_string())
            }
        };
        if resource.latent && random.once_in(2) || random.once_in(200) {
            continue;
        }
        let comma = if out.len() > 1 { ", " } else { "" };
        let _ = write!(out, "{comma}\"{}\": {value}", resource.id);
    }
    out.push('}');
    out
}

fn run(random: &mut Random, scenario: &Scenario) -> String {
    let allocation = match random.below(40) {
        0 => "null".to_owned(),
        1 => "[1]".to_owned(),
        _ => allocation(random, scenario),
    };
    let seed = random.below(1000);
    let own = match random.below(6) {
        0 => format!(
            "\"allocation\": {allocation}, \"scenario\": \"{}\"",
            scenario.id
        ),
        1 => format!(
            "\"scenario\" : \"{}\",\"zopa\":{{\"old\":[1]}}, \"allocation\" :{allocation}, \"scores\": {{\"cooperative\": 1.50, \"x\": [1, {{}}]}}",
            scenario.id
        ),
        _ => format!(
            "\"run\": \"r\\u00e9-{seed}\", \"scenario\": \"{}\", \"seed\": {seed}, \"allocation\": {allocation}",
            scenario.id
        ),
    };
    match random.below(60) {
        0 => format!("{{{own}, \"run\": 1, \"run\": 2}}"),
        1 => format!("{{{own}"),
        _ => format!("{{{own}}}"),
    }
}

/// Scores runs both ways, and says how many there were and how many of the valid ones went the fast way.
fn compare(scenario: &Scenario, convention: Convention, runs: usize, seed: u64) -> [usize; 2] {
    let mut scorers = Scorers::new();
    scorers.add_scenario(scenario.clone(), convention);
    let mut random = Random::seeded(seed);
    let mut scratch = Scratch::default();
    let (mut valid, mut quick) = (0, 0);
    for line in 1..=runs {
        let place = Place { file: None, line };
        let text = run(&mut random, scenario);
        let (mut fast, mut exact) = (Vec::new(), Vec::new());
        let is_valid = scorers.answer(
            text.as_bytes(),
            place,
            Numbers::Nearest,
            &mut scratch,
            &mut fast,
        );
        assert_eq!(
            scorers.answer_exactly(&text, place, Numbers::Nearest, &mut exact),
            is_valid,
            "{text}"
        );
        let [fast, exact] = [fast, exact].map(|out| String::from_utf8(out).expect("text"));
        assert_eq!(fast, exact, "{text}");
        valid += usize::from(is_valid);
        let mut out = Vec::new();
        quick += usize::from(
            scorers
                .score_quickly(&text, &mut scratch, &mut out)
                .is_some(),
        );
    }
    [valid, quick]
}

#[test]
fn shipped_scenarios_are_scored_alike_both_ways() {
    let found = scenarios(&root().join("data/scenarios"));
    assert!(found.len() >= 14);
    for scenario in &found {
        for convention in [Convention::Signed, Convention::Avoided] {
            let [valid, quick] = compare(scenario, convention, 400, 7);
            assert!(valid >= 250, "{}: {valid} valid", scenario.id);
            assert!(
                quick * 100 >= valid * 99,
                "{}: {quick} of {valid} went the fast way",
                scenario.id
            );
        }
    }
}

#[test]
fn golden_scenarios_are_scored_alike_both_ways() {
    let found = scenarios(&root().join("data/golden"));
    assert!(found.len() >= 16);
    for scenario in &found {
        compare(scenario, Convention::Signed, 300, 11);
    }
}

#[test]
fn reference_instances_are_scored_alike_both_ways() {
    let Some(folder) = shared("instances") else {
        return;
    };
    for scenario in &scenarios(&folder) {
        compare(scenario, Convention::Signed, 200, 13);
    }
}
