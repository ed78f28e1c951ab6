//! Scenarios made in code, through the same door as files.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "shared by several tests, each of which uses a part"
)]

#[path = "../../../../tests/support/scenario.rs"]
mod text;

use std::path::Path;

use serde_json::Value;
use zopa::{Options, Rational, Scenario};
use zopa_design::Study;

use text::scenario_text;

/// A scenario in the making. Resources are `id kind a b`, kinds as in the file format: `divisible`, `indivisible`, `both_benefit`,
/// `joint_obligation`, with a minus for liabilities and a question mark for latent ones (held by the first party).
#[derive(Clone)]
pub struct Made {
    pub resources: Vec<String>,
    pub batnas: [Option<&'static str>; 2],
    pub difficulty: &'static str,
    pub raw: bool,
}

pub fn made(resources: &[&str], batnas: [&'static str; 2]) -> Made {
    Made {
        resources: resources.iter().map(|text| (*text).to_owned()).collect(),
        batnas: batnas.map(|text| (!text.is_empty()).then_some(text)),
        difficulty: "intermediate",
        raw: false,
    }
}

fn resource(text: &str, raw: bool) -> String {
    let [id, kind, a, b] = text.split(' ').collect::<Vec<_>>()[..] else {
        panic!("`{text}` has not four parts");
    };
    let plain = kind.trim_matches(['-', '?']);
    let mut fields = vec![
        format!(r#""id": "{id}", "name": "The {id}", "unit": "count", "quantity": 1"#),
        format!(r#""valuations": {{"Ann": {a}, "Bob": {b}}}"#),
    ];
    fields.push(match plain {
        "both_benefit" | "joint_obligation" => {
            format!(r#""divisibility": "shared", "shared_mode": "{plain}""#)
        }
        plain => format!(r#""divisibility": "{plain}""#),
    });
    if kind.contains('-') {
        fields.push(r#""polarity": "liability""#.to_owned());
    }
    fields.push(if kind.contains('?') {
        r#""visibility": "latent", "held_by": "Ann""#.to_owned()
    } else {
        r#""visibility": "known""#.to_owned()
    });
    if raw {
        fields.push(r#""valuation_basis": "raw""#.to_owned());
    }
    format!("{{{}}}", fields.join(", "))
}

impl Made {
    pub fn text(&self) -> String {
        let resources = self.resources.iter().map(|text| resource(text, self.raw));
        let resources: Vec<String> = resources.collect();
        scenario_text("made", self.difficulty, self.batnas, &resources)
    }

    pub fn scenario(&self) -> Scenario {
        let checked = zopa::check(&self.text());
        checked
            .scenario
            .unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
    }

    pub fn study(&self) -> Study {
        study(&self.scenario())
    }
}

pub fn study(scenario: &Scenario) -> Study {
    Study::of(scenario, &Options::default())
        .expect("resources")
        .complete()
        .expect("a small game")
}

pub fn ratio(text: &str) -> Rational {
    text.parse().expect("a number")
}

/// A shipped scenario.
pub fn shipped(id: &str) -> (String, Scenario) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/scenarios/{id}.json"));
    let text = std::fs::read_to_string(path).expect("a shipped scenario");
    let scenario = zopa::check(&text).scenario.expect("no errors");
    (text, scenario)
}

pub fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
