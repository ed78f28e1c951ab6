//! `zopa import` of recorded outcomes, through `check`, `score` and `summary`.

#[path = "../common/mod.rs"]
mod common;

mod reproduced;

use std::fs;
use std::path::PathBuf;

use common::{Ran, command, ran, root, shared};
use tempfile::TempDir;

/// A folder, and the program run in it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file in the folder");
    }

    fn zopa(&self, args: &[&str]) -> Ran {
        ran(command(self.0.path()).args(args))
    }
}

fn example(name: &str) -> String {
    let path: PathBuf = root().join("data/import/stall").join(name);
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// The example of the documentation, from the table to the summary.
#[test]
fn a_mapped_table_is_checked_and_scored() {
    let place = Place::new();
    let (table, mapping) = (example("deals.csv"), example("units.toml"));
    let imported = place.zopa(&["import", &table, "--map", &mapping, "-o", "out"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    assert!(imported.stdout.contains("6 records"), "{}", imported.stdout);
    assert!(
        imported
            .stdout
            .contains("3 deals and 1 negotiation without a deal, on 2 scenarios"),
        "{}",
        imported.stdout
    );
    assert!(
        imported.stderr.contains("skipped[other-deal]:"),
        "{}",
        imported.stderr
    );
    assert!(
        imported.stderr.contains("deals.csv:6: "),
        "{}",
        imported.stderr
    );
    let checked = place.zopa(&["check", "out/scenarios"]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    let scored = place.zopa(&[
        "score",
        "out/runs.jsonl",
        "--scenarios",
        "out/scenarios",
        "--metrics",
        "lewis,hua",
        "--exact",
    ]);
    assert_eq!(scored.code, 0, "{}", scored.stderr);
    let lines = scored.json_lines();
    // Left has 4 apples of 2 points, Right 3 jars of 3; a utility of 1 is 100 points
    assert_eq!(
        lines[0]["zopa"]["utility"],
        serde_json::json!(["2/25", "9/100"])
    );
    assert_eq!(lines[0]["zopa"]["pareto_efficient"], true);
    // 2 * 2 + 1 and 2 * 1 + 2 * 3: an apple more for a jar less makes both better off
    assert_eq!(lines[1]["zopa"]["pareto_efficient"], false);
    assert_eq!(lines[2]["zopa"]["impasse"], "missed");
}

/// A deal (worth .6 and .8), a row without its mirror, choices that take the book twice, no agreement.
#[test]
fn dialogues_are_recognised_paired_and_counted() {
    let place = Place::new();
    let path = root().join("data/import/book_swap/dialogues.txt");
    let path = path.to_str().expect("a name in UTF-8");
    let imported = place.zopa(&["import", path, "-o", "out", "--format", "json"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    let tally = imported.json();
    assert_eq!(
        [&tally["records"], &tally["deals"], &tally["no_deals"]],
        [4, 1, 2]
    );
    let codes: Vec<&str> = tally["reasons"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|reason| reason["code"].as_str())
        .collect();
    assert_eq!(codes, ["no-mirror", "no-agreement", "over-claim"]);
    let scored = place.zopa(&["score", "out/runs.jsonl", "--scenarios", "out/scenarios"]);
    let lines = scored.json_lines();
    assert_eq!(lines[0]["run"], "dialogues-1");
    assert_eq!(lines[0]["zopa"]["utility"], serde_json::json!([0.6, 0.8]));
    assert_eq!(lines[1]["zopa"]["impasse"], "missed");
}

#[test]
fn the_count_for_programs() {
    let place = Place::new();
    let (table, mapping) = (example("leases.jsonl"), example("options.toml"));
    let args = [
        "import", &table, "--map", &mapping, "-o", "out", "--format", "json",
    ];
    let imported = place.zopa(&args);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    let tally = imported.json();
    assert_eq!(
        [
            &tally["records"],
            &tally["deals"],
            &tally["no_deals"],
            &tally["skipped"],
            &tally["scenarios"]
        ],
        [4, 2, 1, 1, 1]
    );
    assert_eq!(tally["remarks"][1]["code"], "other-deal");
    assert_eq!(tally["remarks"][1]["line"], 4);
    // a record was skipped
    let strict = place.zopa(&[&args[..], &["--strict", "--force"]].concat());
    assert_eq!(strict.code, 1);
}

#[test]
fn nothing_is_overwritten_unasked() {
    let place = Place::new();
    let (table, mapping) = (example("leases.jsonl"), example("options.toml"));
    let args = ["import", &table, "--map", &mapping, "-o", "out"];
    assert_eq!(place.zopa(&args).code, 0);
    let again = place.zopa(&args);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("`--force`"), "{}", again.stderr);
    assert_eq!(place.zopa(&[&args[..], &["--force"]].concat()).code, 0);
}

#[test]
fn what_cannot_be_used_is_refused() {
    let place = Place::new();
    place.write("empty.txt", "");
    place.write(
        "cut.json",
        "[{\"chat_logs\": [], \"participant_info\": {\"value2issue\"",
    );
    place.write("odd.toml", "nmae = \"x\"");
    place.write("table.csv", "a,b\n1,2\n");
    place.write("bad.jsonl", "{\"items\": 1}\nno json\n");
    for (args, code, words) in [
        (
            vec!["import", "empty.txt", "--from", "dnd", "-o", "o"],
            3,
            "none of Deal or No Deal",
        ),
        (
            vec!["import", "cut.json", "--from", "casino", "-o", "o"],
            3,
            "cut.json:1:",
        ),
        (
            vec!["import", "table.csv", "--map", "odd.toml", "-o", "o"],
            3,
            "did you mean `name`",
        ),
        (
            vec!["import", "bad.jsonl", "--from", "bargain", "-o", "o"],
            3,
            "no record of",
        ),
        (
            vec!["import", "bad.jsonl", "--from", "bargain", "-o", "o"],
            3,
            "bad.jsonl:2: no JSON at column 1",
        ),
        (
            vec!["import", "bad.jsonl", "--from", "bargain"],
            2,
            "`-o FOLDER`",
        ),
        (
            vec![
                "import",
                "bad.jsonl",
                "--from",
                "bargain",
                "-o",
                "table.csv",
            ],
            2,
            "is a file",
        ),
        (
            vec!["import", "none.txt", "--from", "dnd", "-o", "o"],
            3,
            "none.txt",
        ),
        (
            vec![
                "import",
                "bad.jsonl",
                "--from",
                "bargain",
                "--steps",
                "4",
                "-o",
                "o",
            ],
            2,
            "for domains",
        ),
    ] {
        let refused = place.zopa(&args);
        assert_eq!(refused.code, code, "{args:?}: {}", refused.stderr);
        assert!(
            refused.stderr.contains(words),
            "{args:?}: {}",
            refused.stderr
        );
        assert!(!place.path("o").exists(), "{args:?} has written something");
    }
}

/// One value that must be read whole and has 100 MB is refused; the same as lines is read.
#[test]
fn large_files_are_refused_or_read() {
    let place = Place::new();
    let record = r#"{"id": "x", "items": ["Lamp", "Rug"], "values": [[60, 40], [30, 70]], "allocation": [[0], [1]]}"#;
    let padding = " ".repeat(100_000);
    let lines = format!("{record}{padding}\n").repeat(1000);
    place.write("lines.jsonl", &lines);
    let read = place.zopa(&["import", "lines.jsonl", "--from", "bargain", "-o", "out"]);
    assert_eq!(read.code, 0, "{}", read.stderr);
    assert!(read.stdout.contains("1000 deals"), "{}", read.stdout);
    place.write(
        "whole.json",
        &format!("[{}]", lines.trim_end().replace('\n', ",")),
    );
    let refused = place.zopa(&["import", "whole.json", "--from", "bargain", "-o", "other"]);
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("JSON Lines"), "{}", refused.stderr);
}

/// A file of the shared reference data; without it the test says so and passes.
fn corpus(name: &str) -> Option<String> {
    let path = shared(&format!("data/corpora/{name}"))?;
    path.to_str().map(str::to_owned)
}
