//! `zopa summary`: forms of input and output, faults, and all figures of the shipped league against a plain count of its
//! scores.
#![allow(
    clippy::float_arithmetic,
    clippy::unwrap_used,
    reason = "statistics are floats"
)]

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::{command, fixtures, ran, root, zopa, zopa_with};
use serde_json::{Value, json};

/// The shipped runs that are there to be summarised, scored in a form.
fn league(format: &str) -> String {
    let args = [
        "score",
        "data/runs/league.jsonl",
        "--scenarios",
        "data/scenarios",
        "--format",
        format,
    ];
    ran(command(&root()).args(args)).stdout
}

fn summary(args: &[&str], scored: &str) -> common::Ran {
    zopa_with(&[&["summary", "-"], args].concat(), scored)
}

fn close(found: &Value, wanted: f64, what: &str) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{what}: {found}"));
    assert!(
        (found - wanted).abs() < 1e-9,
        "{what}: {found} is not {wanted}"
    );
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// Every count and every figure of each group, by going through the scores and adding up.
#[test]
fn figures_are_what_a_plain_count_finds() {
    let scored = league("jsonl");
    let args = [
        "--by",
        "model,mediator",
        "--format",
        "json",
        "--replicates",
        "100",
    ];
    let report = summary(&args, &scored).json();
    let mut groups: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
    for line in scored.lines() {
        let run: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| run[name].as_str().unwrap().to_owned();
        groups
            .entry((field("model"), field("mediator")))
            .or_default()
            .push(run["zopa"].clone());
    }
    assert_eq!(report["groups"].as_array().unwrap().len(), 9);
    for (found, ((model, mediator), scores)) in
        report["groups"].as_array().unwrap().iter().zip(&groups)
    {
        assert_eq!(found["key"], json!({"model": model, "mediator": mediator}));
        let valid: Vec<&Value> = scores
            .iter()
            .filter(|score| score["status"] != "invalid")
            .collect();
        let deals: Vec<&&Value> = valid
            .iter()
            .filter(|score| score["status"] == "deal")
            .collect();
        let count = |wanted: &str| {
            scores
                .iter()
                .filter(|score| score["impasse"] == wanted)
                .count()
        };
        assert_eq!(found["runs"], scores.len());
        assert_eq!(found["negotiations"], valid.len());
        assert_eq!(found["deals"], deals.len());
        assert_eq!(found["missed_impasses"], count("missed"));
        assert_eq!(found["justified_impasses"], count("justified"));
        assert_eq!(found["invalid"], scores.len() - valid.len());
        let codes = found["invalid_by_code"].as_object().unwrap();
        for (code, number) in codes {
            let same = scores
                .iter()
                .filter(|score| score["error"]["code"] == code.as_str());
            assert_eq!(number, same.count());
        }

        let part = |some: usize, all: usize| some as f64 / all as f64;
        let efficient = |score: &Value| score["pareto_efficient"] == true;
        let at_nbs = deals
            .iter()
            .filter(|deal| deal["distance"]["nash"] == 0.0)
            .count();
        let number = |score: &Value, at: &str| score.pointer(at).and_then(Value::as_f64);
        let of_valid = |at: &'static str| mean(valid.iter().filter_map(|score| number(score, at)));
        let shares = || {
            deals
                .iter()
                .filter_map(|deal| number(deal, "/share_of_surplus"))
        };
        let mut efficiencies: Vec<f64> = valid
            .iter()
            .filter_map(|score| number(score, "/value_efficiency"))
            .collect();
        efficiencies.sort_by(f64::total_cmp);
        let half = efficiencies.len() / 2;
        let median = if efficiencies.len() % 2 == 1 {
            efficiencies[half]
        } else {
            f64::midpoint(efficiencies[half - 1], efficiencies[half])
        };
        for (name, wanted) in [
            ("agreement_rate", part(deals.len(), valid.len())),
            (
                "pareto_rate_of_deals",
                part(
                    deals.iter().filter(|deal| efficient(deal)).count(),
                    deals.len(),
                ),
            ),
            (
                "pareto_rate_of_negotiations",
                part(
                    valid.iter().filter(|score| efficient(score)).count(),
                    valid.len(),
                ),
            ),
            ("at_nbs_rate_of_deals", part(at_nbs, deals.len())),
            ("at_nbs_rate_of_negotiations", part(at_nbs, valid.len())),
            ("value_efficiency_mean", of_valid("/value_efficiency")),
            ("value_efficiency_median", median),
            ("joint_gain", of_valid("/gain/0") + of_valid("/gain/1")),
            ("joint_gain_ratio", of_valid("/joint_gain_ratio")),
            ("surplus_share_a", mean(shares())),
            ("surplus_share_b", 1.0 - mean(shares())),
            (
                "smaller_surplus_share",
                mean(shares().map(|share| share.min(1.0 - share))),
            ),
            ("left_on_table_a", of_valid("/left_on_table/0")),
            ("left_on_table_b", of_valid("/left_on_table/1")),
            ("pareto_gap", of_valid("/pareto_gap")),
        ] {
            close(&found["figures"][name]["value"], wanted, name);
        }
    }
}

/// The lift of `model-a` under `facilitative`, by looking up each run's counterpart.
#[test]
fn lifts_are_what_looking_up_finds() {
    let scored = league("jsonl");
    let args = [
        "--by",
        "model,mediator",
        "--baseline",
        "mediator=none",
        "--format",
        "json",
        "--test",
        "sign",
    ];
    let report = summary(&args, &scored).json();
    let runs: Vec<Value> = scored
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |mediator: &str| -> BTreeMap<String, f64> {
        let mine = runs
            .iter()
            .filter(|run| run["model"] == "model-a" && run["mediator"] == mediator);
        let pairs = mine.filter_map(|run| {
            let place = format!("{} {}", run["scenario"], run["seed"]);
            Some((place, run["zopa"]["value_efficiency"].as_f64()?))
        });
        pairs.collect()
    };
    let (none, some) = (of("none"), of("facilitative"));
    let lifts: Vec<f64> = some
        .iter()
        .filter_map(|(place, value)| Some(value - none.get(place)?))
        .collect();
    let lift = &report["comparison"]["lifts"][1];
    assert_eq!(
        lift["key"],
        json!({"model": "model-a", "mediator": "facilitative"})
    );
    assert_eq!(
        lift["baseline"],
        json!({"model": "model-a", "mediator": "none"})
    );
    assert_eq!(lift["pairs"], lifts.len());
    assert_eq!(lift["only_group"], some.len() - lifts.len());
    assert_eq!(lift["only_baseline"], none.len() - lifts.len());
    close(
        &lift["figures"]["mean"],
        mean(lifts.iter().copied()),
        "mean lift",
    );
    assert_eq!(
        lift["figures"]["higher"],
        lifts.iter().filter(|lift| **lift > 1e-9).count()
    );
    assert_eq!(
        lift["figures"]["lower"],
        lifts.iter().filter(|lift| **lift < -1e-9).count()
    );
}

/// The same runs, in any form and order, with any number of threads, have the same summary to the last byte.
#[test]
fn forms_order_and_threads_change_nothing() {
    let scored = league("jsonl");
    let args = [
        "--by",
        "model",
        "--cluster",
        "scenario",
        "--format",
        "json",
        "--replicates",
        "200",
        "--composite",
    ];
    let wanted = summary(&args, &scored).stdout;
    let mut lines: Vec<&str> = scored.lines().collect();
    lines.reverse();
    let reversed = lines.join("\r\n");
    let one = summary(&[&args[..], &["--threads", "1"]].concat(), &scored).stdout;
    for (what, found) in [
        ("reversed", summary(&args, &reversed).stdout),
        ("one thread", one),
        ("an array", summary(&args, &league("json")).stdout),
        ("CSV", summary(&args, &league("csv")).stdout),
        (
            "a byte-order mark",
            summary(&args, &format!("\u{feff}{scored}")).stdout,
        ),
    ] {
        assert!(found == wanted, "{what}");
    }
    // in two files that a pattern names
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = scored.split_at(scored.find("\n").expect("lines") + 1);
    for (name, part) in [("a.jsonl", first), ("b.jsonl", second)] {
        fs::write(folder.path().join(name), part).expect("written");
    }
    let pattern = [&["summary", "*.jsonl"], &args[..]].concat();
    assert!(ran(command(folder.path()).args(&pattern)).stdout == wanted);
    let none = ran(command(folder.path()).args(["summary", "*.csv"]));
    assert_eq!(none.code, 3);
    assert!(
        none.stderr.contains("no file fits `*.csv`"),
        "{}",
        none.stderr
    );
    // every line of the report in words is there, whatever the form
    let table = summary(&["--by", "model"], &scored).stdout;
    let markdown = summary(&["--by", "model", "--format", "md"], &scored).stdout;
    assert!(
        table.starts_with("Summary of 373 scored runs in 3 groups\n"),
        "{table}"
    );
    assert!(
        markdown.starts_with("# Summary of 373 scored runs in 3 groups\n"),
        "{markdown}"
    );
    for model in ["model-a", "model-b", "model-c", "all"] {
        assert!(
            table.contains(&format!("\n  {model}")) && markdown.contains(&format!("| {model} |"))
        );
    }
}

#[test]
fn exact_scores_have_the_same_summary() {
    let exact = [
        "score",
        "data/runs/league.jsonl",
        "--scenarios",
        "data/scenarios",
        "--exact",
    ];
    let exact = ran(command(&root()).args(exact)).stdout;
    let args = ["--by", "mediator", "--format", "csv", "--replicates", "50"];
    assert_eq!(
        summary(&args, &exact).stdout,
        summary(&args, &league("jsonl")).stdout
    );
}

#[test]
fn a_row_of_csv_is_a_group() {
    let args = [
        "--by",
        "model,mediator",
        "--format",
        "csv",
        "--composite",
        "--baseline",
        "mediator=none",
    ];
    let ran = summary(&args, &league("jsonl"));
    let mut table = csv::Reader::from_reader(ran.stdout.as_bytes());
    let header = table.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 9);
    let cell = |row: &csv::StringRecord, name: &str| {
        let at = header.iter().position(|other| other == name).unwrap();
        row[at].to_owned()
    };
    assert_eq!(
        (
            cell(&rows[0], "model").as_str(),
            cell(&rows[0], "mediator").as_str()
        ),
        ("model-a", "evaluative")
    );
    assert_eq!(
        (
            cell(&rows[2], "mediator").as_str(),
            cell(&rows[2], "lift_pairs").as_str()
        ),
        ("none", "")
    );
    for row in &rows {
        let low: f64 = cell(row, "value_efficiency_mean_low").parse().unwrap();
        let high: f64 = cell(row, "value_efficiency_mean_high").parse().unwrap();
        assert!(low < high && !cell(row, "composite_today").is_empty());
    }
}

#[test]
fn the_composite_is_labelled() {
    let args = [
        "--by",
        "model,mediator",
        "--composite",
        "--value-efficiency-weight",
        "0.3",
    ];
    let text = summary(&args, &league("jsonl")).stdout;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("today resources do not affect the published score"),
        "{text}"
    );
    assert!(
        words.contains("Kendall's tau") && text.contains("(up 2)"),
        "{text}"
    );
}

#[test]
fn a_picture_shows_each_group() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("s.jsonl"), league("jsonl")).unwrap();
    let args = ["summary", "s.jsonl", "--by", "model", "--plot", "p.svg"];
    let ran = ran(command(folder.path()).args(args));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let svg = fs::read_to_string(folder.path().join("p.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for words in [
        "model-a (n = 122)",
        "Mean value efficiency",
        "dominated deal",
        "no deal",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(!svg.contains("NaN"));
}

#[test]
fn runs_without_scores_are_told_how_to_get_them() {
    let args = ["summary", "data/runs/league.jsonl", "--by", "model"];
    let ran = ran(command(&root()).args(args));
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    let wanted = "error: data/runs/league.jsonl:1: the run has no score\n\
                  help: score the runs first: `zopa score data/runs/league.jsonl --scenarios PATH -o scored.jsonl`, then `zopa \
                  summary scored.jsonl`\n";
    assert_eq!(ran.stderr, wanted);
    let table = summary(&[], "run,model\nr1,m\n");
    assert_eq!(table.code, 3);
    assert!(
        table
            .stderr
            .starts_with("error: <stdin>:1: the run has no score"),
        "{}",
        table.stderr
    );
}

#[test]
fn faults_name_their_place() {
    let scored = zopa(&["score", "runs.jsonl", "--scenarios", "."]).stdout;
    let cut = &scored[..scored.len() - 20];
    let ran = summary(&[], cut);
    let place = format!(
        "error: <stdin>:{}: EOF while parsing",
        scored.lines().count()
    );
    assert!(
        ran.code == 3 && ran.stderr.starts_with(&place),
        "{}",
        ran.stderr
    );
    let array = summary(
        &[],
        "[{\"zopa\": {\"status\": \"invalid\", \"error\": {\"code\": \"x\"}}}, {}]",
    );
    assert!(
        array
            .stderr
            .starts_with("error: <stdin>:run 2: the run has no score"),
        "{}",
        array.stderr
    );
    let csv = summary(&[], "model,status,convention\nm,deal,signed\n");
    assert!(
        csv.stderr
            .starts_with("error: <stdin>:2: the score has no `pareto_efficient`"),
        "{}",
        csv.stderr
    );
    let parquet = summary(&[], "PAR1 and so on");
    assert!(
        parquet.code == 3 && parquet.stderr.contains("cannot read `<stdin>`: "),
        "{}",
        parquet.stderr
    );
    let missing = zopa(&["summary", "nowhere.jsonl"]);
    assert!(missing.code == 3 && missing.stderr.contains("cannot read `nowhere.jsonl`"));
}

#[test]
fn what_cannot_be_asked_is_told() {
    let scored = league("jsonl");
    let unknown = summary(&["--by", "mdel"], &scored);
    assert_eq!(unknown.code, 3);
    assert!(
        unknown
            .stderr
            .contains("no run has a field `mdel`; did you mean `model`?"),
        "{}",
        unknown.stderr
    );
    let no_group = summary(&["--by", "model", "--baseline", "mediator=none"], &scored);
    assert_eq!(no_group.code, 2);
    assert!(
        no_group.stderr.contains("help: `--by model,mediator`"),
        "{}",
        no_group.stderr
    );
    for args in [
        &["--baseline", "mediator"][..],
        &["--level", "100"],
        &["--nbs-distance", "-1"],
        &["--value-efficiency-weight", "0.2"],
        &["--composite", "--value-efficiency-weight", "2"],
    ] {
        assert_eq!(summary(args, &scored).code, 2, "{args:?}");
    }
}

/// The seven runs of the fixture are too few for figures; nothing of them is lost.
#[test]
fn few_runs_have_counts_alone() {
    let scored = zopa(&["score", "runs.jsonl", "--scenarios", "."]).stdout;
    let report = summary(&["--format", "json"], &scored).json();
    assert_eq!(report["groups"][0]["runs"], scored.lines().count());
    assert_eq!(report["groups"][0]["figures"], Value::Null);
    assert_eq!(report["groups"][0]["invalid_by_code"]["malformed-json"], 1);
    let empty = summary(&["--by", "model"], "");
    assert_eq!(
        (empty.code, empty.stdout.as_str()),
        (0, "Summary of 0 scored runs in 0 groups\n")
    );
    assert!(fixtures().is_dir());
}
