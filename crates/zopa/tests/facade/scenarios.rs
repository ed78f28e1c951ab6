//! Scenarios made in code, through the same door as files.

#[path = "../../../../tests/support/scenario.rs"]
mod text;

use serde_json::Value;
use zopa::{Analysis, Convention, Numbers, Options, Scenario, analysis_json};

use text::scenario_text;

/// A resource: `kind` is the file's divisibility, with `both_benefit` and `joint_obligation` for the shared ones and a minus for
/// liabilities.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// As spelled in the file, A's first.
    pub(crate) worth: [String; 2],
    /// The holder (by index) of a latent resource.
    pub(crate) latent: Option<usize>,
    pub(crate) usd: Option<String>,
    pub(crate) raw: bool,
}

pub(crate) const KINDS: [&str; 6] = [
    "divisible",
    "indivisible",
    "both_benefit",
    "-divisible",
    "-indivisible",
    "joint_obligation",
];

pub(crate) const NAMES: [&str; 2] = ["Ann", "Bob"];

pub(crate) fn item(id: &str, kind: &'static str, a: &str, b: &str) -> Item {
    Item {
        id: id.to_owned(),
        kind,
        worth: [a.to_owned(), b.to_owned()],
        latent: None,
        usd: None,
        raw: false,
    }
}

impl Item {
    fn to_json(&self) -> String {
        let mut fields = vec![
            format!(
                r#""id": "{}", "name": "The {}", "unit": "count", "quantity": 1"#,
                self.id, self.id
            ),
            format!(
                r#""valuations": {{"{}": {}, "{}": {}}}"#,
                NAMES[0], self.worth[0], NAMES[1], self.worth[1]
            ),
        ];
        match self.kind.trim_start_matches('-') {
            shared @ ("both_benefit" | "joint_obligation") => {
                fields.push(format!(
                    r#""divisibility": "shared", "shared_mode": "{shared}""#
                ));
            }
            plain => fields.push(format!(r#""divisibility": "{plain}""#)),
        }
        if self.kind.starts_with('-') {
            fields.push(r#""polarity": "liability""#.to_owned());
        }
        match self.latent {
            Some(holder) => {
                fields.push(format!(
                    r#""visibility": "latent", "held_by": "{}""#,
                    NAMES[holder]
                ));
            }
            None => fields.push(r#""visibility": "known""#.to_owned()),
        }
        if let Some(usd) = &self.usd {
            fields.push(format!(r#""external_value_usd": {usd}"#));
        }
        if self.raw {
            fields.push(r#""valuation_basis": "raw""#.to_owned());
        }
        format!("{{{}}}", fields.join(", "))
    }
}

/// The text of a scenario file.
pub(crate) fn text(items: &[Item], batnas: [Option<&str>; 2]) -> String {
    let resources: Vec<String> = items.iter().map(Item::to_json).collect();
    scenario_text("made_in_code", "intermediate", batnas, &resources)
}

pub(crate) fn read(text: &str) -> Scenario {
    let checked = zopa::check(text);
    checked
        .scenario
        .unwrap_or_else(|| panic!("{:?} in {text}", checked.diagnostics))
}

pub(crate) fn scenario(items: &[Item], batnas: [Option<&str>; 2]) -> Scenario {
    read(&text(items, batnas))
}

pub(crate) fn analyze(scenario: &Scenario, convention: Convention) -> Analysis {
    let options = Options {
        convention,
        ..Options::default()
    };
    let analysis = zopa::analyze(scenario, &options).expect("there are resources");
    analysis.complete().expect("a small frontier")
}

pub(crate) fn exact(analysis: &Analysis) -> Value {
    analysis_json(analysis, None, Numbers::Exact)
}
