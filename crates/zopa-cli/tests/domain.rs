//! Domains through the program, from the shipped files. `used_car`: its Nash deal is worked out by hand in the tests of `zopa`.

mod common;

use common::{command, ran, root, zopa};

fn at_root(arguments: &[&str]) -> common::Ran {
    ran(command(&root()).args(arguments))
}

#[test]
fn a_domain_is_analysed_as_a_scenario_is() {
    let ran = at_root(&[
        "analyze",
        "data/domains/used_car.json",
        "--format",
        "json",
        "--exact",
    ]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let json = ran.json();
    let nash = &json["solutions"]["nash"];
    assert_eq!(nash["utility"].to_string(), r#"["3/5","7/10"]"#);
    assert_eq!(
        nash["allocation"].to_string(),
        r#"{"price":"7000","warranty":"6 months","delivery":"30"}"#
    );
    let only = at_root(&[
        "analyze",
        "data/domains/used_car.json",
        "--only",
        "nash",
        "--format",
        "json",
        "--exact",
    ]);
    assert_eq!(
        only.json()["solution"]["allocation"],
        nash["allocation"],
        "{}",
        only.stdout
    );
    let report = at_root(&["analyze", "data/domains/used_car.json"]);
    for words in [
        "price",
        "4 options",
        "6500 (0.5)",
        "0 days to 30 days",
        "30 days (0.4)",
        "warranty: 6 months",
        "delivery: 30 days",
        "Buyer: BATNA 0.3",
    ] {
        assert!(
            report.stdout.contains(words),
            "{words} in {}",
            report.stdout
        );
    }
    let markdown = at_root(&["analyze", "data/domains/first_job.json", "--format", "md"]);
    assert!(
        markdown.stdout.contains("town: Elmford"),
        "{}",
        markdown.stdout
    );
}

#[test]
fn runs_on_a_domain_are_scored() {
    let runs = "data/domains/runs/used_car.jsonl";
    let ran = at_root(&["score", runs, "--scenarios", "data/domains", "--exact"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines = ran.json_lines();
    let zopa: Vec<_> = lines.iter().map(|line| &line["zopa"]).collect();
    // 7500, 6 months, day 15: .25 + .2 + .1 and .3 + .15 + .2
    assert_eq!(zopa[0]["utility"].to_string(), r#"["11/20","13/20"]"#);
    assert_eq!(zopa[0]["pareto_efficient"], false);
    // the Nash deal, with the price as a number
    assert_eq!(zopa[1]["nash_ratio"], "1");
    assert_eq!(zopa[3]["impasse"], "missed");
    assert_eq!(zopa[5]["error"]["code"], "not-an-option");
    assert_eq!(zopa[5]["error"]["at"], "/allocation/warranty");
    // floats, by the same way as for any other run
    let floats = at_root(&["score", runs, "--scenarios", "data/domains/used_car.json"]);
    assert_eq!(
        floats.json_lines()[0]["zopa"]["utility"].to_string(),
        "[0.55,0.65]"
    );
    let explained = at_root(&[
        "score",
        runs,
        "--scenarios",
        "data/domains",
        "--explain",
        "--run",
        "used_car-1",
    ]);
    for words in [
        "What is agreed",
        "warranty: 6 months",
        "By these changes",
        "`delivery`: ",
    ] {
        assert!(
            explained.stdout.contains(words),
            "{words} in {}",
            explained.stdout
        );
    }
}

#[test]
fn domains_are_checked_and_have_a_schema() {
    let ran = at_root(&["check", "data/domains"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "3 files, 0 errors, 0 warnings\n")
    );
    let schema = zopa(&["schema", "domain"]).json();
    assert_eq!(
        schema["required"].to_string(),
        r#"["id","parties","issues"]"#
    );
    let explained = zopa(&["explain", "options-or-range"]);
    assert!(
        explained.stdout.contains("`options` or a `range`"),
        "{}",
        explained.stdout
    );
}

/// What cannot be proved yet says so.
#[test]
fn a_certificate_of_a_domain_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.json");
    let path = proof.to_str().expect("a path");
    let ran = at_root(&[
        "analyze",
        "data/domains/used_car.json",
        "--certificate",
        path,
    ]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("domain"), "{}", ran.stderr);
    assert!(!proof.exists());
}

/// The designer's commands take domains: 288 deals of `first_job`, of which both accept 119 of 144 (by enumeration).
#[test]
fn domains_are_measured_and_judged() {
    let domain = "data/domains/first_job.json";
    let ran = at_root(&["profile", domain, "--format", "json", "--exact"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let json = ran.json();
    let profile = &json["profiles"][0];
    assert_eq!(profile["outcomes"], 288);
    assert_eq!(profile["random_deals"]["rate"], "119/144");
    // a domain declares no difficulty
    assert_eq!(profile["difficulty"]["declared"], serde_json::Value::Null);
    let ran = at_root(&["profile", domain]);
    assert!(!ran.stdout.contains("says ") && !ran.stdout.contains("declared"));
    let ran = at_root(&["lint", domain]);
    assert!(ran.stdout.contains("compatible-resource"), "{}", ran.stdout);
    let ran = at_root(&["sensitivity", domain, "--others", "fixed"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("salary (Graduate)"), "{}", ran.stdout);
    let ran = at_root(&["sensitivity", domain, "--interval", "0.1"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let ran = at_root(&["tune", domain, "--target", "zopa=1"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
}
