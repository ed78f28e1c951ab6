//! `zopa check`: findings, exit codes, mending.

mod common;

use std::fs;

use common::{command, fixture, fixtures, ran, zopa, zopa_with};
use insta::assert_snapshot;
use serde_json::json;

#[test]
fn a_clean_file_has_no_findings() {
    let ran = zopa(&["check", "split_cash_van.json"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "1 file, 0 errors, 0 warnings\n")
    );
    assert_eq!(ran.stderr, "");
}

#[test]
fn findings_show_their_line() {
    assert_snapshot!(zopa(&["check", "faulty.json", "split_cash_van.json"]).snapshot());
}

/// The object of the contract, field by field: lines and columns counted in the fixture by hand.
#[test]
fn json_is_the_contract() {
    let ran = zopa(&[
        "check",
        "faulty.json",
        "split_cash_van.json",
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 1);
    let mut found = ran.json();
    for diagnostic in found["diagnostics"].as_array_mut().expect("a list") {
        let fields = diagnostic.as_object_mut().expect("an object");
        let names: Vec<String> = fields.keys().cloned().collect();
        let wanted = [
            "file", "line", "column", "at", "severity", "code", "message", "help",
        ];
        assert_eq!(names, wanted);
        // the words are the validator's own matter
        assert!(fields["message"].is_string() && fields["help"].is_string());
        fields.remove("message");
        fields.remove("help");
    }
    let at = |line: u32, column: u32, at: &str, code: &str| json!({"file": "faulty.json", "line": line, "column": column, "at": at, "severity": "error", "code": code});
    let wanted = json!({
        "files": 2,
        "errors": 3,
        "warnings": 0,
        "diagnostics": [
            at(5, 20, "/conflict_type", "unknown-value"),
            at(78, 19, "/resources/0/quantity", "out-of-range"),
            at(93, 9, "/resources/1/valuations", "valuations-keys"),
        ],
    });
    assert_eq!(found, wanted);
}

#[test]
fn files_are_judged_in_order_whatever_the_threads() {
    let one = zopa(&["check", ".", "--threads", "1"]);
    let many = zopa(&["check", ".", "--threads", "7"]);
    assert_eq!(one.stdout, many.stdout);
    let faulty = one
        .stdout
        .find("faulty.json")
        .expect("faulty.json is named");
    let mendable = one
        .stdout
        .find("mendable.json")
        .expect("mendable.json is named");
    assert!(faulty < mendable);
    assert!(
        one.stdout.ends_with("6 files, 4 errors, 0 warnings\n"),
        "{}",
        one.stdout
    );
}

#[test]
fn hidden_files_and_folders_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        (".hidden/a.json", "{"),
        ("deep/er/b.json", "{"),
        (".c.json", "{"),
        ("d.txt", "{"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        fs::write(path, text).expect("written");
    }
    let ran = ran(command(folder.path()).args(["check", ".", "--format", "json"]));
    let found = ran.json();
    assert_eq!(found["files"], 1);
    assert_eq!(found["diagnostics"][0]["file"], "./deep/er/b.json");
}

#[test]
fn a_missing_file_is_told_and_the_others_are_judged() {
    let ran = zopa(&["check", "missing.json", "split_cash_van.json"]);
    assert_eq!(ran.code, 3);
    assert_eq!(ran.stdout, "1 file, 0 errors, 0 warnings\n");
    assert!(
        ran.stderr
            .starts_with("error: cannot read `missing.json`: no such file"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_folder_without_scenarios_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = ran(command(folder.path()).args(["check", "."]));
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    assert!(
        ran.stderr.starts_with("error: there is no `*.json` in `.`"),
        "{}",
        ran.stderr
    );
}

#[test]
fn standard_input_has_no_name_to_be_judged() {
    let text = fixture("split_cash_van.json").replace("split_cash_van", "another_id");
    assert_eq!(zopa_with(&["check", "-"], &text).code, 0);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("split.json"), text).expect("written");
    let ran = ran(command(folder.path()).args(["check", ".", "--format", "json"]));
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["diagnostics"][0]["code"], "file-stem");
}

/// 200 MB of nothing: the size alone decides.
#[test]
fn a_huge_file_is_refused_unread() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = fs::File::create(folder.path().join("huge.json")).expect("made");
    file.set_len(200_000_000).expect("a sparse file");
    let ran = ran(command(folder.path()).args(["check", "huge.json", "--format", "json"]));
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["diagnostics"][0]["code"], "too-large");
}

#[test]
fn what_is_no_text_has_a_diagnostic() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases: [(&str, &[u8], &str); 4] = [
        ("wide.json", b"\xff\xfe{\0}\0", "not-utf8"),
        ("latin.json", b"{\"a\": \"caf\xe9\"}", "not-utf8"),
        ("empty.json", b"", "empty-file"),
        ("cut.json", b"{\"a\": [1,", "cut-off"),
    ];
    for (name, bytes, code) in cases {
        fs::write(folder.path().join(name), bytes).expect("written");
        for format in ["json", "human"] {
            let ran = ran(command(folder.path()).args(["check", name, "--format", format]));
            assert_eq!(ran.code, 1, "{name}");
            assert!(ran.stdout.contains(code), "{name}: {}", ran.stdout);
        }
    }
}

#[test]
fn what_a_file_holds_cannot_steer_the_terminal() {
    let ran = zopa_with(&["check", "-", "--color", "never"], "{\"\u{1b}[2J\": 1}");
    assert_eq!(ran.code, 1);
    assert!(!ran.stdout.contains('\u{1b}'), "{:?}", ran.stdout);
}

#[test]
fn quiet_shows_errors_alone() {
    let clean = zopa(&["check", "split_cash_van.json", "--quiet"]);
    assert_eq!((clean.code, clean.stdout.as_str()), (0, ""));
    let faulty = zopa(&["check", "faulty.json", "--quiet"]);
    assert_eq!(faulty.code, 1);
    assert_eq!(faulty.stdout.matches("error[").count(), 3);
    assert!(!faulty.stdout.contains("1 file"));
}

#[test]
fn mending_changes_the_file_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mendable.json");
    fs::copy(fixtures().join("mendable.json"), &path).expect("copied");
    let first = ran(command(folder.path()).args(["check", "--fix", "."]));
    assert_eq!(first.code, 0, "{}", first.stdout);
    assert!(
        first.stdout.starts_with("mended: ./mendable.json:4: "),
        "{}",
        first.stdout
    );
    let wanted = fixture("mendable.json")
        .replace('\u{2019}', "'")
        .replace('\u{2013}', "-");
    assert_eq!(fs::read_to_string(&path).expect("readable"), wanted);
    let entries = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(entries, 1, "no temporary file is left");
    let again = ran(command(folder.path()).args(["check", "--fix", "."]));
    assert_eq!(again.stdout, "1 file, 0 errors, 0 warnings\n");
}

#[test]
fn the_mended_text_can_be_had_without_touching_the_file() {
    let before = fixture("mendable.json");
    let ran = zopa(&["check", "mendable.json", "--fix", "--stdout"]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.stdout,
        before.replace('\u{2019}', "'").replace('\u{2013}', "-")
    );
    assert!(
        ran.stderr.starts_with("mended: mendable.json:4: "),
        "{}",
        ran.stderr
    );
    assert_eq!(fixture("mendable.json"), before);
    let piped = zopa_with(&["check", "-", "--fix", "--stdout"], &before);
    assert_eq!(piped.stdout, ran.stdout);
    assert_eq!(zopa_with(&["check", "-", "--fix"], &before).code, 2);
    assert_eq!(zopa(&["check", ".", "--fix", "--stdout"]).code, 2);
}
