//! The scenarios that the project ships, against the oracle where that is small enough.

use std::path::Path;

use serde_json::Value;
use zopa::{Convention, UtilityPoint};

use crate::made::game;
use crate::oracle::{Oracle, size};
use crate::printed::check_analysis;
use crate::scenarios::{Item, KINDS, analyze, read};

/// A resource of a scenario file, by its fields alone.
fn item(resource: &Value, names: &[&str]) -> Item {
    let text = |key: &str| resource[key].as_str().unwrap_or("");
    let kind = match (text("divisibility"), text("shared_mode"), text("polarity")) {
        ("shared", mode, _) => mode.to_owned(),
        (plain, _, "liability") => format!("-{plain}"),
        (plain, ..) => plain.to_owned(),
    };
    let holder = names.iter().position(|name| *name == text("held_by"));
    Item {
        id: text("id").to_owned(),
        kind: KINDS
            .into_iter()
            .find(|known| *known == kind)
            .expect("a kind"),
        worth: std::array::from_fn(|party| resource["valuations"][names[party]].to_string()),
        latent: if text("visibility") == "latent" {
            holder
        } else {
            None
        },
        usd: None,
        raw: text("valuation_basis") == "raw",
    }
}

#[test]
fn shipped_scenarios_are_the_oracles() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/scenarios");
    let (mut files, mut compared) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the scenarios") {
        let text =
            std::fs::read_to_string(entry.expect("an entry").path()).expect("a readable scenario");
        files += 1;
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let participants = json["participants"].as_array().expect("participants");
        let names: Vec<&str> = participants
            .iter()
            .map(|party| party["name"].as_str().expect("a name"))
            .collect();
        let Some(resources) = json["resources"].as_array() else {
            continue;
        };
        let items: Vec<Item> = resources
            .iter()
            .map(|resource| item(resource, &names))
            .collect();
        if size(&game(&items, Convention::Signed, &|_| false)) > 20_000 {
            continue;
        }
        compared += 1;
        let scenario = read(&text);
        let d: UtilityPoint = scenario.disagreement_point();
        for convention in [Convention::Signed, Convention::Avoided] {
            let oracle = Oracle::of(&game(&items, convention, &|_| false));
            check_analysis(&analyze(&scenario, convention), &oracle, &d);
        }
    }
    assert!(
        files >= 16 && compared >= 10,
        "{files} files, {compared} compared"
    );
}
