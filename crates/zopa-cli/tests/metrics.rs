//! `zopa score --metrics`. `split_cash_van`: cash (divisible; 0.6, 0.4) and a van (0.4, 0.6), both BATNAs 0.3. All the cash to
//! Ana and the van to Ben is worth (0.6, 0.6), the best of everything: efficient, even, and the largest joint utility.

mod common;

use std::fs;

use common::{zopa, zopa_with};

const RUNS: &str = r#"{"run": "best", "scenario": "split_cash_van", "allocation": {"cash": "Ana", "van": "Ben"}}
{"run": "none", "scenario": "split_cash_van", "allocation": null}
{"run": "odd", "scenario": "split_cash_van", "allocation": {"boat": "Ana"}}
"#;

fn score(arguments: &[&str]) -> common::Ran {
    let start = ["score", "-", "--scenarios", "split_cash_van.json"];
    zopa_with(&[&start, arguments].concat(), RUNS)
}

#[test]
fn measures_stand_beside_the_score() {
    let ran = score(&["--metrics", "all", "--exact"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let lines = ran.json_lines();
    let best = &lines[0]["zopa"]["metrics"];
    let names: Vec<&String> = best.as_object().expect("an object").keys().collect();
    assert_eq!(
        names,
        [
            "negmas",
            "lewis",
            "hua",
            "fairness",
            "integrative",
            "efficiency"
        ]
    );
    assert_eq!(
        best["negmas"].to_string(),
        r#"{"pareto_optimality":1.0,"nash_optimality":1.0,"kalai_optimality":1.0,"modified_kalai_optimality":1.0,"ks_optimality":1.0,"modified_ks_optimality":1.0,"max_welfare_optimality":"1","fairness":1.0}"#
    );
    assert_eq!(best["hua"]["pareto_optimal_and_envy_free"], true);
    // .6 against a half of 1
    assert_eq!(
        best["fairness"]["proportional_surplus"].to_string(),
        r#"["1/10","1/10"]"#
    );
    assert_eq!(
        best["integrative"].to_string(),
        r#"{"created":"3/5","claimed":["1/2","1/2"],"contract_balance":"0","logrolling_index":"1"}"#
    );
    assert_eq!(
        best["efficiency"].to_string(),
        r#"{"radial":"1","tripp_sondak":"1"}"#
    );
    let none = &lines[1]["zopa"]["metrics"];
    assert!(none["lewis"]["pareto_optimal"].is_null());
    assert_eq!(none["hua"]["pareto_optimal"], false);
    assert!(lines[2]["zopa"].get("metrics").is_none());
    // without the option nothing changes
    let plain = score(&["--exact"]).json_lines();
    assert!(plain[0]["zopa"].get("metrics").is_none());
    assert_eq!(
        plain[0]["zopa"]["nash_ratio"],
        lines[0]["zopa"]["nash_ratio"]
    );
}

#[test]
fn some_namespaces_in_their_order_and_as_columns() {
    let lines = score(&["--metrics", "efficiency,lewis"]).json_lines();
    assert_eq!(
        lines[0]["zopa"]["metrics"].to_string(),
        r#"{"lewis":{"agreed":true,"pareto_optimal":true,"score_all":[0.6,0.6],"score_agreed":[0.6,0.6]},"efficiency":{"radial":1.0,"tripp_sondak":1.0}}"#
    );
    let sheet = score(&["--metrics", "efficiency,lewis", "--format", "csv"]).stdout;
    let mut rows = sheet.lines();
    let header = rows.next().expect("a header");
    assert!(
        header.ends_with("impasse,lewis.agreed,lewis.pareto_optimal,lewis.score_all,lewis.score_agreed,efficiency.radial,efficiency.tripp_sondak"),
        "{header}"
    );
    let best = rows.next().expect("a row");
    assert!(
        best.ends_with(r#",true,true,"[0.6,0.6]","[0.6,0.6]",1,1"#),
        "{best}"
    );
    let odd = rows.last().expect("a row");
    assert!(odd.ends_with(",,,,,,"), "{odd}");
}

#[test]
fn what_has_no_room_for_measures_says_so() {
    let ran = score(&["--metrics", "hua", "--format", "table"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("no room for `--metrics`"),
        "{}",
        ran.stderr
    );
    assert_eq!(score(&["--metrics", "hua", "--explain"]).code, 2);
    let unknown = score(&["--metrics", "huo"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("negmas"), "{}", unknown.stderr);
}

/// The same bytes for any number of threads.
#[test]
fn threads_change_nothing() {
    let runs: String = (0..500).map(|_| RUNS).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("runs.jsonl");
    fs::write(&path, runs).expect("a file");
    let with = |threads: &str| {
        let name = path.to_str().expect("a path");
        let ran = zopa(&[
            "score",
            name,
            "--scenarios",
            "split_cash_van.json",
            "--metrics",
            "all",
            "--threads",
            threads,
        ]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout
    };
    assert_eq!(with("1"), with("3"));
}
