//! `zopa report` as users run it.

mod common;

use std::fs;

use common::{command, fixtures, ran, root};

#[test]
fn a_folder_becomes_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = root().join("data/scenarios");
    let runs = root().join("data/runs/mixed.jsonl");
    let args = |threads: &str, output: &str| {
        let mut command = command(folder.path());
        command
            .arg("report")
            .arg(&scenarios)
            .arg("--runs")
            .arg(&runs);
        ran(command.args(["--threads", threads, "-o", output]))
    };
    assert_eq!(args("1", "one.html").code, 0);
    assert_eq!(args("3", "three.html").code, 0);
    let page = fs::read_to_string(folder.path().join("one.html")).expect("a page");
    // relational scenarios are in it too
    let files = fs::read_dir(&scenarios).expect("scenarios").count();
    assert_eq!(
        page.matches("<article class=\"one-of-many\"").count(),
        files
    );
    assert!(page.contains("purely relational"));
    let other = fs::read_to_string(folder.path().join("three.html")).expect("a page");
    assert!(page == other, "the page depends on the number of threads");
    let again = args("1", "one.html");
    assert_eq!(again.code, 2, "{}", again.stderr);
    assert!(again.stderr.contains("`--force` overwrites it"));
}

#[test]
fn errors_are_findings_in_the_page() {
    let ran = ran(command(&fixtures()).args(["report", "not_a_scenario.json"]));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("empty.json"), "{}").expect("written");
    let ran = common::ran(command(folder.path()).args(["report", "empty.json"]));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("1 file with errors, reported but not analysed: empty.json")
    );
    assert!(ran.stdout.contains("missing-field"));
}

#[test]
fn runs_must_be_readable() {
    let scenario = root().join("data/scenarios/cofounder_windup_ip.json");
    let mut command = command(&fixtures());
    let ran = ran(command
        .arg("report")
        .arg(scenario)
        .args(["--runs", "nowhere.jsonl"]));
    assert_eq!(ran.code, 3);
    assert!(
        ran.stderr.contains("cannot read `nowhere.jsonl`"),
        "{}",
        ran.stderr
    );
}
