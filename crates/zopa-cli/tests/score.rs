//! `zopa score`: forms of input and output, invalid runs, explanations. Values are computed by hand (see `analyze.rs`).
//!
//! `dominated`: van to Ana, cash to Ben is (0.4, 0.4). From there both can rise to (0.6, 0.6): the gap is 0.2, Ana can
//! add 0.2 and Ben 1/3 (at (0.4, 1 - 0.8/3)). Its product of gains is 0.01 of the Nash solution's 0.09.

mod common;

use std::fs;

use common::{command, fixture, fixtures, ran, zopa, zopa_with};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn scores() -> Vec<Value> {
    zopa(&["score", "runs.jsonl", "--scenarios", ".", "--exact"]).json_lines()
}

#[test]
fn each_run_is_answered_in_order() {
    let ran = zopa(&["score", "runs.jsonl", "--scenarios", "."]);
    assert_eq!(ran.code, 0);
    let lines = ran.json_lines();
    let names: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["run"].as_str())
        .collect();
    let wanted = [
        "efficient",
        "dominated",
        "lopsided",
        "walked",
        "stranger",
        "lost",
        "broken",
    ];
    assert_eq!(names, wanted);
    assert_eq!(lines[4]["line"], 6, "blank lines are counted");
    let codes: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["zopa"]["error"]["code"].as_str())
        .collect();
    let wanted = [
        "malformed-json",
        "unknown-party",
        "unknown-scenario",
        "unusable-scenario",
    ];
    assert_eq!(codes, wanted);
    let reason = lines[7]["zopa"]["error"]["message"]
        .as_str()
        .expect("a message");
    assert!(
        reason.contains("faulty.json:5:20") && reason.contains("2 errors"),
        "{reason}"
    );
}

#[test]
fn scores_have_the_values_worked_out_by_hand() {
    let scores = scores();
    let efficient = &scores[0]["zopa"];
    assert_eq!(efficient["utility"], json!(["3/5", "3/5"]));
    assert_eq!(efficient["pareto_efficient"], true);
    assert_eq!(efficient["value_efficiency"], json!(100.0));
    let dominated = &scores[1]["zopa"];
    assert_eq!(dominated["gain"], json!(["1/10", "1/10"]));
    assert_eq!(dominated["pareto_gap"], "1/5");
    assert_eq!(dominated["left_on_table"], json!(["1/5", "1/3"]));
    assert_eq!(dominated["nash_ratio"], "1/9");
    assert_eq!(dominated["dominated_by"]["utility"], json!(["3/5", "3/5"]));
    let lopsided = &scores[2]["zopa"];
    assert_eq!(lopsided["utility"], json!(["7/10", "1/5"]));
    assert_eq!(lopsided["individually_rational"], false);
    assert_eq!(lopsided["nash_ratio"], "0");
    assert_eq!(scores[3]["zopa"]["impasse"], "missed");
}

#[test]
fn own_fields_come_first_and_as_they_were() {
    let run = r#"{"z": 1.50, "run": "r", "zopa": {"old": 1}, "scenario": "split_cash_van", "allocation": null, "a": [1, {"b": 1e2}]}"#;
    let ran = zopa_with(&["score", "-", "--scenarios", "."], run);
    let start = r#"{"z":1.50,"run":"r","scenario":"split_cash_van","allocation":null,"a":[1,{"b":1e2}],"zopa":{"convention":"signed","#;
    assert!(ran.stdout.starts_with(start), "{}", ran.stdout);
}

#[test]
fn runs_come_as_an_object_an_array_or_lines() {
    let run = |name: &str| {
        format!("{{\"run\": \"{name}\",\n\"scenario\": \"split_cash_van\", \"allocation\": null}}")
    };
    let flat = |name: &str| run(name).replace('\n', "");
    let names = |text: &str| -> Vec<String> {
        let lines = zopa_with(&["score", "-", "--scenarios", "."], text).json_lines();
        lines
            .iter()
            .map(|line| line["run"].as_str().unwrap_or("?").to_owned())
            .collect()
    };
    assert_eq!(names(&run("one")), ["one"]);
    assert_eq!(
        names(&format!("[{},\n{}]", run("one"), run("two"))),
        ["one", "two"]
    );
    assert_eq!(
        names(&format!("{}\r\n\r\n{}\r\n", flat("one"), flat("two"))),
        ["one", "two"]
    );
    assert_eq!(names(&format!("\u{feff}{}", flat("one"))), ["one"]);
    assert_eq!(names(&format!("[1]\n{}\n", flat("one"))), ["?", "one"]);
    let broken = zopa_with(&["score", "-", "--scenarios", "."], "[{},\n{]");
    assert_eq!((broken.code, broken.stdout.as_str()), (3, ""));
    assert!(broken.stderr.contains("<stdin>:2:2"), "{}", broken.stderr);
}

#[test]
fn strict_ends_with_1_where_a_run_is_invalid() {
    let run = "{\"scenario\": \"split_cash_van\", \"allocation\": null}";
    assert_eq!(
        zopa_with(&["score", "-", "--scenarios", ".", "--strict"], run).code,
        0
    );
    assert_eq!(
        zopa(&["score", "runs.jsonl", "--scenarios", ".", "--strict"]).code,
        1
    );
}

#[test]
fn the_table_is_for_people() {
    assert_snapshot!(
        zopa(&[
            "score",
            "runs.jsonl",
            "--scenarios",
            ".",
            "--format",
            "table"
        ])
        .snapshot()
    );
}

#[test]
fn the_sheet_has_a_column_for_each_figure() {
    let ran = zopa(&[
        "score",
        "runs.jsonl",
        "--scenarios",
        ".",
        "--format",
        "csv",
        "--exact",
    ]);
    let mut reader = csv::Reader::from_reader(ran.stdout.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 8);
    let cell = |row: usize, name: &str| {
        let column = header
            .iter()
            .position(|column| column == name)
            .expect("a column");
        rows[row][column].to_owned()
    };
    assert_eq!(cell(1, "run"), "dominated");
    assert_eq!(cell(2, "model"), "m-2");
    assert_eq!(cell(3, "model"), "");
    assert_eq!(cell(1, "nash_ratio"), "1/9");
    assert_eq!(cell(1, "left_on_table_b"), "1/3");
    assert_eq!(cell(3, "impasse"), "missed");
    assert_eq!(cell(4, "line"), "6");
    assert_eq!(cell(4, "error_code"), "malformed-json");
}

#[test]
fn json_is_one_array() {
    let array = zopa(&[
        "score",
        "runs.jsonl",
        "--scenarios",
        ".",
        "--format",
        "json",
    ])
    .json();
    let lines = zopa(&["score", "runs.jsonl", "--scenarios", "."]).json_lines();
    assert_eq!(array, Value::Array(lines));
    let none = zopa_with(&["score", "-", "--scenarios", ".", "--format", "json"], "");
    assert_eq!(none.stdout, "[]\n");
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let runs = fixture("runs.jsonl").repeat(300);
    let with = |threads| {
        zopa_with(
            &["score", "-", "--scenarios", ".", "--threads", threads],
            &runs,
        )
        .stdout
    };
    let one = with("1");
    assert_eq!(one.lines().count(), 8 * 300);
    assert_eq!(one, with("5"));
}

#[test]
fn deals_are_explained_in_sentences() {
    let explain = |name| {
        zopa(&[
            "score",
            "runs.jsonl",
            "--scenarios",
            ".",
            "--explain",
            "--run",
            name,
        ])
        .snapshot()
    };
    assert_snapshot!("explain_dominated", explain("dominated"));
    assert_snapshot!("explain_lopsided", explain("lopsided"));
    assert_snapshot!("explain_walked", explain("walked"));
    assert_snapshot!("explain_stranger", explain("stranger"));
}

#[test]
fn the_trade_is_the_one_found_by_hand() {
    let ran = zopa(&[
        "score",
        "runs.jsonl",
        "--scenarios",
        ".",
        "--explain",
        "--run",
        "dominated",
    ]);
    assert!(
        ran.stdout
            .contains("Ben gives Ana all 120,000 usd of `cash`."),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("Ana gives Ben `van`."),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_deal_to_explain_must_be_clear() {
    let many = zopa(&["score", "runs.jsonl", "--scenarios", ".", "--explain"]);
    assert_eq!((many.code, many.stdout.as_str()), (2, ""));
    let none = zopa(&[
        "score",
        "runs.jsonl",
        "--scenarios",
        ".",
        "--explain",
        "--run",
        "eficient",
    ]);
    assert_eq!(none.code, 3);
    assert!(
        none.stderr.contains("did you mean `efficient`?"),
        "{}",
        none.stderr
    );
}

#[test]
fn two_files_with_one_id_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.json", "b.json"] {
        fs::copy(
            fixtures().join("split_cash_van.json"),
            folder.path().join(name),
        )
        .expect("copied");
    }
    let ran = ran(command(folder.path())
        .args(["score", "-", "--scenarios", "."])
        .write_stdin("{}"));
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    assert!(
        ran.stderr.contains("a.json") && ran.stderr.contains("b.json"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_file_that_is_no_scenario_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(
        fixtures().join("split_cash_van.json"),
        folder.path().join("split.json"),
    )
    .expect("copied");
    fs::write(folder.path().join("torn.json"), "{\"id\": ").expect("written");
    let run = "{\"scenario\": \"torn\", \"allocation\": null}";
    let ran = ran(command(folder.path())
        .args(["score", "-", "--scenarios", "."])
        .write_stdin(run));
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.starts_with("warning: ./torn.json:1:8"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        ran.json_lines()[0]["zopa"]["error"]["code"],
        "unusable-scenario"
    );
}

#[test]
fn standard_input_is_read_once() {
    assert_eq!(zopa_with(&["score", "-", "--scenarios", "-"], "{}").code, 2);
    let scenario = fixture("split_cash_van.json");
    let ran = zopa_with(&["score", "runs.jsonl", "--scenarios", "-"], &scenario);
    assert_eq!(
        ran.json_lines()[0]["zopa"]["value_efficiency"],
        json!(100.0)
    );
}
