//! `zopa analyze --only`, `--stats` and `--certificate`, and `zopa verify`. Values of `split_cash_van` are those worked out by
//! hand in `analyze.rs`.

mod common;

use std::fs;

use common::{path_in, zopa, zopa_with};
use serde_json::{Value, json};

#[test]
fn one_solution_without_the_frontier() {
    let only = |concept: &str| {
        zopa(&[
            "analyze",
            "split_cash_van.json",
            "--only",
            concept,
            "--format",
            "json",
            "--exact",
        ])
        .json()
    };
    let nash = only("nash");
    assert_eq!(nash["solution"]["utility"], json!(["3/5", "3/5"]));
    assert_eq!(nash["solution"]["product"], "9/100");
    assert_eq!(
        (&nash["complete"], &nash["zopa_exists"], &nash["bound"]),
        (&json!(true), &json!(true), &Value::Null)
    );
    assert_eq!(
        nash["solution"]["allocation"]["van"],
        json!({"Ana": "0", "Ben": "1"})
    );
    // Kalai-Smorodinsky: x = 18/35, and y = 1 - 2x/3 = 23/35
    assert_eq!(
        only("kalai-smorodinsky")["solution"]["utility"],
        json!(["18/35", "23/35"])
    );
    assert_eq!(
        only("egalitarian")["solution"]["utility"],
        json!(["3/5", "3/5"])
    );
    // The sum 1 + x/3 is largest at (0.6, 0.6).
    assert_eq!(
        only("utilitarian")["solution"]["utility"],
        json!(["3/5", "3/5"])
    );
}

#[test]
fn one_solution_of_an_empty_zopa() {
    let only = zopa(&[
        "analyze",
        "no_zopa.json",
        "--only",
        "nash",
        "--format",
        "json",
        "--exact",
    ])
    .json();
    let whole = zopa(&["analyze", "no_zopa.json", "--format", "json", "--exact"]).json();
    assert_eq!(
        (&only["zopa_exists"], &only["solution"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(
        only["closest_to_agreement"]["utility"],
        whole["closest_to_agreement"]["utility"]
    );
    let ran = zopa(&["analyze", "no_zopa.json", "--only", "nash"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("There is no ZOPA"),
        "{}",
        ran.snapshot()
    );
}

#[test]
fn what_only_finds_cannot_be_drawn() {
    let ran = zopa(&["analyze", "split_cash_van.json", "--only", "nash", "--plot"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn statistics_stand_on_standard_error() {
    let plain = zopa(&["analyze", "split_cash_van.json"]);
    let ran = zopa(&["analyze", "split_cash_van.json", "--stats"]);
    assert_eq!(ran.stdout, plain.stdout);
    // The cash is no lot; the van is one, merged into a list of one sum in two steps.
    let told = "from 1 lots";
    assert!(
        ran.stderr.contains(told) && ran.stderr.contains("2 steps of merging"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_certificate_is_checked_and_a_changed_one_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.json");
    let proof = path.to_str().expect("a path");
    let ran = zopa(&["analyze", "split_cash_van.json", "--certificate", proof]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let verdict = zopa(&["verify", proof, "split_cash_van.json", "--format", "json"]);
    assert_eq!(verdict.code, 0, "{}", verdict.snapshot());
    let verdict = verdict.json();
    let claims = verdict["proved"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|claim| claim["claim"].as_str());
    let claims: Vec<Option<&str>> = claims.collect();
    for claim in [
        "nash",
        "kalai_smorodinsky",
        "egalitarian",
        "utilitarian",
        "nash_lottery",
        "frontier",
    ] {
        assert!(claims.contains(&Some(claim)), "{claim} in {claims:?}");
    }
    assert_eq!(
        (&verdict["unproven"], &verdict["rejected"]),
        (&json!([]), &Value::Null)
    );

    let other = zopa(&["verify", proof, "no_zopa.json"]);
    assert!(
        other.code == 1 && other.stdout.starts_with("Rejected"),
        "{}",
        other.snapshot()
    );

    let text = fs::read_to_string(&path).expect("the proof");
    let changed = text
        .replacen("\"9/100\"", "\"10/100\"", 1)
        .replacen("\"3/5\"", "\"4/5\"", 1);
    assert_ne!(changed, text);
    let ran = zopa_with(&["verify", "-", "split_cash_van.json"], &changed);
    assert!(
        ran.code == 1 && ran.stdout.starts_with("Rejected"),
        "{}",
        ran.snapshot()
    );

    let again = zopa(&["analyze", "split_cash_van.json", "--certificate", proof]);
    assert_eq!(
        again.code,
        2,
        "an existing file is not overwritten: {}",
        again.snapshot()
    );
}

/// Cash is worth 0.6 and 0.4, the van 0.4 and 0.6: the wrong way round the parties have 0.4 each, the right way 0.6 each.
#[test]
fn deals_are_proved_efficient_or_dominated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| path_in(&folder, name);
    let (runs, proof) = (path("runs.jsonl"), path("proof.json"));
    let text = r#"{"scenario": "split_cash_van", "allocation": {"cash": "Ben", "van": "Ana"}}
{"scenario": "split_cash_van", "allocation": {"cash": "Ana", "van": "Ben"}}
{"scenario": "split_cash_van", "allocation": null}
{"scenario": "another", "allocation": {"cash": "Ben"}}
{"scenario": "split_cash_van", "allocation": {"cash": {"Ana": 2}, "van": "Ben"}}
"#;
    fs::write(&runs, text).expect("a file");
    let scenario = "split_cash_van.json";
    let analyze = [
        "analyze",
        scenario,
        "--certificate",
        &proof,
        "--deals",
        &runs,
    ];
    let ran = zopa(&analyze);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let told = "1 invalid run passed over, the first in line 5";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    let verdict = zopa(&["verify", &proof, scenario]).stdout;
    let last: Vec<&str> = verdict.lines().rev().take(2).collect();
    assert_eq!(
        last,
        [
            "- efficient: the deal worth (3/5, 3/5) is efficient",
            "- dominated: the deal worth (2/5, 2/5) is dominated by one worth (3/5, 3/5)",
        ]
    );

    fs::write(&runs, text.lines().nth(2).expect("a line")).expect("a file");
    let ran = zopa(&[&analyze[..], &["--force"]].concat());
    assert_eq!(ran.code, 3, "{}", ran.snapshot());
    assert!(ran.stderr.contains("no deal"), "{}", ran.stderr);

    let twice = ["analyze", "-", "--certificate", &proof, "--deals", "-"];
    let ran = zopa(&[&twice[..], &["--force"]].concat());
    assert_eq!(ran.code, 2, "{}", ran.snapshot());
}

/// A scenario without a ZOPA, and what is made of it.
#[test]
fn sensitivity_and_tuning_have_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| path_in(&folder, name);
    let (proof, changed) = (path("proof.json"), path("changed.json"));
    let verdict = |scenario: &str| zopa(&["verify", &proof, scenario]).stdout;
    let (old, force) = ("no_zopa.json", "--force");
    let ran = zopa(&["sensitivity", old, "--certificate", &proof]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let found = verdict(old);
    assert!(found.contains("- zopa: the ZOPA is empty"), "{found}");
    assert!(found.contains("- unproven: what a change does"), "{found}");

    let tune = ["tune", old, "--certificate", &proof, force, "--target"];
    let into = ["--format", "file", "-o", &changed];
    let ran = zopa(&[&tune[..], &["zopa=0.05"], &into].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let found = verdict(&changed);
    assert!(found.contains("- zopa: a ZOPA exists"), "{found}");
    assert!(
        found.contains("- unproven: that no smaller change is enough"),
        "{found}"
    );
    assert!(verdict(old).starts_with("Rejected"));

    fs::remove_file(&proof).expect("the proof");
    let ran = zopa(&[&tune[..], &["zopa=2"]].concat());
    assert_eq!(ran.code, 1, "{}", ran.snapshot());
    assert!(!fs::exists(&proof).expect("an answer"));
}

/// At the Nash solution (0.6, 0.6) alone, and where there is no ZOPA.
#[test]
fn one_solution_has_a_certificate_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let proved = |scenario: &str, concept: &str| {
        let path = folder.path().join(format!("{scenario}-{concept}"));
        let proof = path.to_str().expect("a path");
        let ran = zopa(&[
            "analyze",
            scenario,
            "--only",
            concept,
            "--certificate",
            proof,
        ]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let verdict = zopa(&["verify", proof, scenario, "--format", "json"]).json();
        assert_eq!(verdict["rejected"], Value::Null, "{verdict}");
        let claims = |list: &Value| {
            let list = list.as_array().expect("a list").iter();
            list.map(|claim| claim["claim"].as_str().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        };
        (claims(&verdict["proved"]), claims(&verdict["unproven"]))
    };
    for (concept, claim) in [
        ("nash", "nash"),
        ("egalitarian", "egalitarian"),
        ("kalai-smorodinsky", "kalai_smorodinsky"),
    ] {
        assert_eq!(
            proved("split_cash_van.json", concept),
            (vec![claim.to_owned()], vec![])
        );
    }
    assert_eq!(
        proved("no_zopa.json", "nash"),
        (vec!["zopa".to_owned(), "margin".to_owned()], vec![])
    );
}
