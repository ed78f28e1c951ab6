//! The designer's commands as programs.

mod common;

use common::{command, ran, root, zopa, zopa_with};

fn shipped(args: &[&str]) -> common::Ran {
    ran(command(&root()).args(args))
}

#[test]
fn lints_show_their_line_and_numbers() {
    let ran = zopa(&["lint", "split_cash_van.json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    // two resources, three options and a continuum: 0.6 of each party's total is one resource
    assert!(
        ran.stdout
            .contains("warning[one-resource-decides]: `cash` is 0.6 of all that counts for `Ana`")
    );
    assert!(
        ran.stdout.contains("threshold `--max-weight 0.5`"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("split_cash_van.json:81:16"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with("notes\n") || ran.stdout.ends_with("note\n"));
    let strict = zopa(&["lint", "split_cash_van.json", "--strict"]);
    assert_eq!((strict.code, strict.stdout), (1, ran.stdout));
    let looser = zopa(&["lint", "split_cash_van.json", "--max-weight", "0.6"]);
    assert!(!looser.stdout.contains("one-resource-decides"));
    let without = zopa(&[
        "lint",
        "split_cash_van.json",
        "--allow",
        "one-resource-decides",
    ]);
    assert!(!without.stdout.contains("one-resource-decides"));
}

#[test]
fn lints_are_data() {
    let ran = zopa(&["lint", "split_cash_van.json", "--format", "json", "--exact"]);
    let json = ran.json();
    let findings = json["scenarios"][0]["findings"]
        .as_array()
        .expect("findings");
    let decides = findings
        .iter()
        .find(|finding| finding["code"] == "one-resource-decides")
        .expect("found");
    assert_eq!(decides["numbers"]["weight"], "3/5");
    assert_eq!(decides["at"], "/resources/0/valuations/Ana");
    assert_eq!(
        (&decides["line"], &decides["column"]),
        (&81.into(), &16.into())
    );
    let from_check = zopa(&["check", "split_cash_van.json", "--lint", "--format", "json"]);
    assert_eq!(from_check.code, 0);
    let codes = |value: &serde_json::Value| -> Vec<String> {
        let findings = value["findings"].as_array().expect("findings");
        findings
            .iter()
            .map(|finding| finding["code"].to_string())
            .collect()
    };
    assert_eq!(
        codes(&from_check.json()["lints"][0]),
        codes(&json["scenarios"][0])
    );
    assert!(
        zopa(&["check", "split_cash_van.json", "--lint"])
            .stdout
            .contains("[one-resource-decides]")
    );
    assert!(
        !zopa(&["check", "split_cash_van.json"])
            .stdout
            .contains("[one-resource-decides]")
    );
}

#[test]
fn a_wrong_lint_is_guessed() {
    let ran = zopa(&["lint", "split_cash_van.json", "--allow", "zopa-emtpy"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("`zopa-empty`"), "{}", ran.stderr);
    let ran = zopa(&["lint", "split_cash_van.json", "--min-tv", "-1"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn faulty_and_relational_files_stop_nothing() {
    let ran = zopa(&[
        "profile",
        "faulty.json",
        "relational.json",
        "split_cash_van.json",
        "--format",
        "csv",
    ]);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("`faulty.json` has errors"));
    assert!(ran.stderr.contains("`relational.json` has no `resources`"));
    assert_eq!(ran.stdout.lines().count(), 2);
    assert!(
        ran.stdout
            .lines()
            .nth(1)
            .expect("a row")
            .starts_with("split_cash_van,true,")
    );
}

/// cash 0.6/0.4 divisible, van 0.4/0.6 indivisible, BATNAs 0.3. With the van at Ben, Ana needs half of the cash: any share from
/// 1/2 up leaves Ben 0.6. With the van at Ana (0.4), Ben needs 3/4 of the cash. So (1/2 + 1/4) / 2.
#[test]
fn profiles_are_measured() {
    let ran = zopa(&[
        "profile",
        "split_cash_van.json",
        "--format",
        "json",
        "--exact",
    ]);
    let profile = &ran.json()["profiles"][0];
    assert_eq!(profile["random_deals"]["rate"], "3/8");
    assert_eq!(profile["random_deals"]["exact"], true);
    assert_eq!(profile["total_variation"], "1/5");
    assert_eq!(profile["integrative_potential"], "1/5");
    let text = zopa_with(&["profile", "-"], &common::fixture("split_cash_van.json")).stdout;
    assert!(text.contains("37.5% (exact)"), "{text}");
}

#[test]
fn a_folder_is_the_same_for_any_number_of_threads() {
    let one = shipped(&[
        "profile",
        "data/scenarios",
        "--threads",
        "1",
        "--format",
        "md",
    ]);
    let four = shipped(&[
        "profile",
        "data/scenarios",
        "--threads",
        "4",
        "--format",
        "md",
    ]);
    assert_eq!(one.code, 0);
    assert_eq!(one.stdout, four.stdout);
    // fourteen scenarios have resources, below two lines of header
    let rows = one
        .stdout
        .lines()
        .filter(|line| line.starts_with('|'))
        .count();
    assert_eq!(rows, 16);
}

/// cash 0.6/0.4 divisible, van 0.4/0.6 indivisible, BATNAs 0.3: with the van at Ben, Ana can have all the cash, 0.6, and Ben 0.6; with
/// the van at Ana (0.4) Ben needs 3/4 of the cash and she keeps 0.55. Ben can have 0.6 + 0.4 / 2.
#[test]
fn sensitivity_says_how_far_answers_hold() {
    let ran = zopa(&[
        "sensitivity",
        "split_cash_van.json",
        "--format",
        "json",
        "--exact",
        "--interval",
        "0",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let json = ran.json();
    assert_eq!(json["threshold_batnas"], serde_json::json!(["3/5", "4/5"]));
    assert_eq!(json["no_zopa"], serde_json::Value::Null);
    // nothing is uncertain: best and worst are the margin itself
    assert_eq!(json["uncertain"]["best_margin"], json["zopa"]["margin"]);
    assert_eq!(json["uncertain"]["necessary"], true);
    let csv = zopa(&[
        "sensitivity",
        "split_cash_van.json",
        "--format",
        "csv",
        "--exact",
    ])
    .stdout;
    // four valuations and two BATNAs
    assert_eq!(csv.lines().count(), 7);
    let batna = csv
        .lines()
        .find(|line| line.starts_with("batna,Ana,"))
        .expect("a row");
    assert!(batna.starts_with("batna,Ana,,3/10,0,3/5,"), "{batna}");
}

#[test]
fn what_is_missing_is_said() {
    let ran = zopa(&["sensitivity", "no_zopa.json", "--plot"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in [
        "proof: no deal and no lottery has more than",
        "both BATNAs would have to fall by",
        "the smallest cut in all is",
        "smallest larger shortfall",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert!(ran.stdout.contains("| now "), "{}", ran.stdout);
}

#[test]
fn intervals_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.json");
    let with = |text: &str| {
        std::fs::write(&path, text).expect("written");
        zopa(&[
            "sensitivity",
            "split_cash_van.json",
            "--format",
            "json",
            "--exact",
            "--interval",
            path.to_str().expect("a path"),
        ])
    };
    let ran = with(r#"{"batnas": {"Ben": [0.3, 0.85]}}"#);
    let uncertain = &ran.json()["uncertain"];
    assert_eq!(
        (&uncertain["possible"], &uncertain["necessary"]),
        (&true.into(), &false.into())
    );
    for (text, part) in [
        (
            r#"{"batnas": {"Bean": [0.3, 0.85]}}"#,
            "line 1: there is no party `Bean`",
        ),
        (
            "{\n\"valuations\": {\"cash\": {\"Ben\": [0.4]}}}",
            "line 2: the interval of `",
        ),
        (r#"{"valuation": {}}"#, "did you mean `valuations`"),
    ] {
        let ran = with(text);
        assert_eq!(ran.code, 3);
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
}

#[test]
fn swings_are_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tornado.svg");
    let ran = zopa(&[
        "sensitivity",
        "split_cash_van.json",
        "--svg",
        path.to_str().expect("a path"),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let picture = std::fs::read_to_string(&path).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("BATNA (Ben)"));
}

#[test]
fn a_scenario_is_tuned_and_nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no_zopa.json");
    let before = common::fixture("no_zopa.json");
    std::fs::write(&path, &before).expect("written");
    let file = path.to_str().expect("a path");
    let ran = zopa(&["tune", file, "--target", "zopa=0.05"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with("--- ")
            && ran.stdout.contains("\n+++ ")
            && ran.stdout.contains("\n@@ -")
    );
    assert!(
        ran.stderr
            .contains("reached: a ZOPA with a margin of at least 0.05"),
        "{}",
        ran.stderr
    );
    assert_eq!(std::fs::read_to_string(&path).expect("read"), before);
    let changed = zopa(&["tune", file, "--target", "zopa=0.05", "--format", "file"]).stdout;
    let margin =
        zopa_with(&["analyze", "-", "--format", "json"], &changed).json()["zopa"]["margin"].clone();
    assert!(margin.as_f64().expect("a number") >= 0.05, "{margin}");
    assert_eq!(
        zopa(&["tune", file, "--target", "zopa=0.05", "--write"]).code,
        0
    );
    assert_eq!(std::fs::read_to_string(&path).expect("read"), changed);
}

#[test]
fn what_cannot_be_tuned_is_explained() {
    let ran = zopa(&[
        "tune",
        "no_zopa.json",
        "--target",
        "zopa",
        "--lock",
        "batna",
        "--lock",
        "valuations",
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["reached"], false);
    assert!(
        ran.stderr.contains("it can be reached without the lock on"),
        "{}",
        ran.stderr
    );
    let ran = zopa(&["tune", "no_zopa.json"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("`tune` wants a `--target`"));
    let ran = zopa(&["tune", "no_zopa.json", "--target", "zoap"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("did you mean `zopa`"), "{}", ran.stderr);
}

#[test]
fn families_are_valid_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let into = folder.path().join("family");
    let into = into.to_str().expect("a path");
    let args = [
        "generate",
        "--like",
        "split_cash_van.json",
        "--n",
        "4",
        "--seed",
        "3",
        "--target",
        "zopa=0.1",
    ];
    let ran = zopa(&[&args[..], &["--into", into]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let checked = zopa(&["check", into]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    assert!(
        checked.stdout.contains("4 files, 0 errors"),
        "{}",
        checked.stdout
    );
    // nothing is overwritten
    assert_eq!(zopa(&[&args[..], &["--into", into]].concat()).code, 2);
    let lines = zopa(&args);
    assert_eq!(lines.json_lines().len(), 4);
    assert_eq!(zopa(&args).stdout, lines.stdout);
}
