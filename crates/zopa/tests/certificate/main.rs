//! Certificates: what is true is proved, and nothing else is.

mod forged;
mod infeasible;
mod long;
mod near;
mod random;
mod scores;
mod second;
mod shipped;
mod single;
mod tampered;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zopa::{Allocation, Analysis, CertificateOptions, Convention, Options, Scenario};

/// The folder of the shipped data.
fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(folder)
}

fn text_of(id: &str) -> String {
    fs::read_to_string(data("scenarios").join(format!("{id}.json"))).expect("a shipped scenario")
}

/// The ids of the shipped scenarios that have resources.
fn shipped() -> Vec<String> {
    let mut ids: Vec<String> = fs::read_dir(data("scenarios"))
        .expect("the shipped scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|id| !read(&text_of(id)).resources.is_empty())
        .collect();
    ids.sort();
    ids
}

fn read(text: &str) -> Scenario {
    let checked = zopa::check(text);
    checked
        .scenario
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

fn analysis(text: &str, convention: Convention) -> Analysis {
    let options = Options {
        convention,
        ..Options::default()
    };
    let analysis = zopa::analyze(&read(text), &options).expect("something to analyse");
    analysis.complete().expect("within the budget")
}

fn certificate(text: &str, convention: Convention, deals: &[Allocation]) -> Value {
    let options = CertificateOptions {
        deals,
        ..CertificateOptions::new(text)
    };
    zopa::certificate(&analysis(text, convention), &options).expect("a certificate")
}

/// The certificate with a seal that fits: what a forger would do.
fn sealed(mut certificate: Value) -> String {
    certificate["seal"] = zopa_verify::seal(&certificate.to_string()).into();
    certificate.to_string()
}

/// A certificate for the scenario of this text that makes these claims alone.
fn claiming(text: &str, convention: Convention, claims: &[Value]) -> String {
    let scenario = read(text);
    let exact = |value: &zopa::Rational| value.to_string();
    sealed(json!({
        "certificate": 2,
        "scenario": scenario.id,
        "sha256": zopa_verify::sha256(text),
        "parties": scenario.parties.each_ref().map(|party| party.name.as_str()),
        "convention": convention.as_str(),
        "disagreement": scenario.disagreement_point().0.each_ref().map(exact),
        "steps": 100_000,
        "claims": claims,
        "seal": "",
    }))
}

/// The claim with weights for each of its regions, these in turn, whatever it says.
fn weighed(text: &str, convention: Convention, mut claim: Value, weights: &[Value]) -> Value {
    let says = serde_json::from_value(claim.clone()).expect("the form of a claim");
    let regions = zopa_verify::regions(&read(text), convention, &says);
    let count = regions.map_or(0, |regions| regions.len());
    claim["weights"] = weights.iter().cycle().take(count).cloned().collect();
    claim
}

/// Weights that count both parties alike.
fn alike() -> [Value; 1] {
    [json!(["1", "1"])]
}

/// The text of a scenario with these resources, as (kind, A's valuation, B's), valuations and BATNAs in hundredths.
fn scenario_text(resources: &[(&str, i64, i64)], batnas: [i64; 2]) -> String {
    let mut scenario: Value = serde_json::from_str(&text_of("season_tickets_split")).expect("JSON");
    let names = [0, 1].map(|party| {
        let name = scenario["participants"][party]["name"]
            .as_str()
            .expect("a name");
        name.to_owned()
    });
    for (party, batna) in batnas.into_iter().enumerate() {
        scenario["participants"][party]["batna_config"] =
            json!({"utility": hundredths(batna), "description": "The next best thing."});
    }
    let resources = resources.iter().enumerate().map(|(index, (kind, a, b))| {
        let mut resource = json!({
            "id": format!("thing_{index}"),
            "name": format!("Thing {index}"),
            "unit": "count",
            "quantity": 1,
            "valuations": {&names[0]: hundredths(*a), &names[1]: hundredths(*b)},
            "visibility": "known",
        });
        let (divisibility, further) = match *kind {
            "divisible" => ("divisible", None),
            "lot" => ("indivisible", None),
            "divisible burden" => ("divisible", Some(("polarity", "liability"))),
            "whole burden" => ("indivisible", Some(("polarity", "liability"))),
            "joint burden" => ("shared", Some(("shared_mode", "joint_obligation"))),
            "shared" => ("shared", Some(("shared_mode", "both_benefit"))),
            other => panic!("unknown kind {other}"),
        };
        resource["divisibility"] = divisibility.into();
        if let Some((field, value)) = further {
            resource[field] = value.into();
        }
        resource
    });
    scenario["resources"] = resources.collect();
    scenario.to_string()
}

fn hundredths(value: i64) -> Value {
    let text = format!("{}.{:02}", value / 100, value % 100);
    serde_json::from_str(&text).expect("a number")
}
