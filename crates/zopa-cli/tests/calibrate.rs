//! `zopa calibrate`: findings about preference pairs, exit codes, what a terminal gets.

mod common;

use std::fs;

use common::{fixture, path_in, ran, root, zopa, zopa_with};
use insta::assert_snapshot;
use serde_json::json;

#[test]
fn good_pairs_have_no_findings() {
    let pairs = root().join("data/pairs/library_desk.jsonl");
    let ran = zopa(&["calibrate", "check", pairs.to_str().expect("a path")]);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, "1 file, 16 pairs, 0 errors, 0 warnings\n", "")
    );
}

#[test]
fn findings_show_their_part_of_the_line() {
    assert_snapshot!(zopa(&["calibrate", "check", "pairs.jsonl"]).snapshot());
}

/// The object of the contract. The fixture's lines are a pair without a fault, the pair again with its responses and letter as they
/// were but swapped texts, a blank line, and a line with a score of 5; columns were counted there.
#[test]
fn json_is_the_contract() {
    let ran = zopa(&["calibrate", "check", "pairs.jsonl", "--format", "json"]);
    assert_eq!(ran.code, 1);
    let mut found = ran.json();
    for diagnostic in found["diagnostics"].as_array_mut().expect("a list") {
        let fields = diagnostic.as_object_mut().expect("an object");
        let names: Vec<&str> = fields.keys().map(String::as_str).collect();
        let wanted = [
            "file", "line", "column", "at", "severity", "code", "message", "help",
        ];
        assert_eq!(names[..8], wanted);
        // the words are the validator's own matter
        assert!(fields["message"].is_string() && fields["help"].is_string());
        fields.remove("message");
        fields.remove("help");
    }
    let text = fixture("pairs.jsonl");
    let column = |line: usize, what: &str| {
        let line = text.lines().nth(line - 1).expect("a line");
        let at = line.find(what).expect("it is there");
        line[..at].chars().count() + 1
    };
    let wanted = json!({
        "files": 1,
        "pairs": 2,
        "errors": 2,
        "warnings": 0,
        "infos": 1,
        "diagnostics": [
            {"file": "pairs.jsonl", "line": 2, "column": column(2, "\"A\", \"strength"), "at": "/gold/outcome", "severity": "error",
             "code": "content.conflicting_gold", "related": [{"line": 1, "at": "/gold/outcome"}]},
            {"file": "pairs.jsonl", "line": 3, "column": 1, "at": "", "severity": "info", "code": "jsonl.blank_line"},
            {"file": "pairs.jsonl", "line": 4, "column": column(4, "5, \"dialect"), "at": "/criterion_scores/a/instruction_following",
             "severity": "error", "code": "schema.maximum"},
        ],
    });
    assert_eq!(found, wanted);
}

#[test]
fn exit_codes_are_those_of_check() {
    assert_eq!(zopa(&["calibrate", "check", "pairs.jsonl"]).code, 1);
    assert_eq!(zopa(&["calibrate", "check", "none.jsonl"]).code, 3);
    assert_eq!(zopa(&["calibrate", "check"]).code, 2);
    assert_eq!(
        zopa(&["calibrate", "check", "-", "--tie-gap", "21"]).code,
        2
    );
    let folder = zopa(&["calibrate", "check", "."]);
    assert_eq!((folder.code, folder.stdout.as_str()), (3, ""));
    // a file that cannot be read stops no other one
    let both = zopa(&["calibrate", "check", "none.jsonl", "pairs.jsonl"]);
    assert_eq!(both.code, 3);
    assert!(both.stdout.contains("[schema.maximum]") && both.stderr.contains("none.jsonl"));
    // a warning is no error
    let empty = zopa_with(&["calibrate", "check", "-"], "");
    assert_eq!(empty.code, 0);
    assert!(
        empty.stdout.starts_with("warning[jsonl.empty]: "),
        "{}",
        empty.stdout
    );
    let quiet = zopa_with(&["calibrate", "check", "-", "--quiet"], "");
    assert_eq!((quiet.code, quiet.stdout.as_str()), (0, ""));
}

/// Limits reach the rules: one point ahead in all is a tie by default, and too much by choice.
#[test]
fn limits_are_options() {
    let pairs =
        fs::read_to_string(root().join("data/pairs/library_desk.jsonl")).expect("the pairs");
    let check =
        |extra: &[&str]| zopa_with(&[&["calibrate", "check", "-"][..], extra].concat(), &pairs);
    assert!(check(&[]).stdout.ends_with("0 errors, 0 warnings\n"));
    // desk-03 is a tie of equal scores, desk-06 one in which neither response is nowhere worse
    assert!(
        check(&["--tie-gap", "0"])
            .stdout
            .ends_with("0 errors, 0 warnings\n")
    );
    // desk-01 is ahead by 2, 1, 3, 0, 2: eight points
    let found = check(&["--tiny-gap", "8"]).stdout;
    assert!(
        found.contains("significantly better although the scores differ by 8 in all"),
        "{found}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let codes = folder.path().join("codes.txt");
    fs::write(&codes, "too_shrt\ndialect_mismatch\n").expect("written");
    let found = check(&["--reason-codes", codes.to_str().expect("a path")]).stdout;
    assert!(found.contains("did you mean `too_shrt`?"), "{found}");
    fs::write(&codes, "\n").expect("written");
    assert_eq!(
        check(&["--reason-codes", codes.to_str().expect("a path")]).code,
        3
    );
}

/// Neither overrides nor escape sequences of a file reach the terminal; right-to-left text is isolated.
#[test]
fn no_text_steers_the_terminal() {
    let line = "{\"pair_id\": \"\u{202e}\u{641}\u{64a}\u{646}\u{9f}\", \"\u{645}\u{202e}\": 1}\n";
    let shown = zopa_with(&["calibrate", "check", "-", "--color", "never"], line).stdout;
    for (at, c) in shown.char_indices() {
        let steers = c.is_control() && c != '\n'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}' | '\u{2067}');
        assert!(!steers, "{} in {shown}", c.escape_unicode());
        if c == '\u{2068}' {
            let rest = &shown[at..];
            let end = rest.find('\u{2069}').expect("an isolate ends");
            assert!(!rest[..end].contains('\n'), "an isolate ends on its line");
        }
    }
    assert!(
        shown.contains("\u{2068}\u{641}\u{64a}\u{646}\u{2069}"),
        "{shown}"
    );
}

#[test]
fn rules_are_explained() {
    let ran = zopa(&["explain", "schema.oneOf"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stdout.starts_with("schema.oneOf (error): "),
        "{}",
        ran.stdout
    );
    assert!(zopa(&["explain"]).stdout.contains("\ngate.both_failed "));
}

/// The examples of the help run at the root of the repository.
#[test]
#[cfg(unix)]
fn the_examples_run() {
    for command in ["check", "fit", "judge", "elicit"] {
        run_examples(command);
    }
}

#[cfg(unix)]
fn run_examples(command: &str) {
    let help = zopa(&["calibrate", command, "--help"]).stdout;
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    // a line that ends in a backslash goes on in the next, as in a shell
    let examples = examples.replace("\\\n", " ");
    let scratch = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for example in examples
        .lines()
        .filter(|line| line.trim().starts_with("zopa "))
    {
        let program = env!("CARGO_BIN_EXE_zopa");
        let scratch = scratch.path().display().to_string();
        // what examples write goes elsewhere, and nobody is at the terminal
        let script = example.trim().replacen("zopa", &format!("'{program}'"), 1);
        let script = script.replace("--save ", &format!("--save '{scratch}'/"));
        let script = script.replace("--patched ", &format!("--patched '{scratch}'/"));
        let mut shell = assert_cmd::Command::new("sh");
        shell.current_dir(root()).args(["-c", &script]);
        assert_eq!(ran(&mut shell).code, 0, "{example}");
        count += 1;
    }
    assert!(count >= 2, "{command}");
}

/// Standard output may be closed before everything is written.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_fault() {
    let program = env!("CARGO_BIN_EXE_zopa");
    let script = format!("yes '{{' | head -n 20000 | '{program}' calibrate check - | head -n 1");
    let mut shell = assert_cmd::Command::new("sh");
    shell.args(["-c", &script]);
    let ran = ran(&mut shell);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

/// Sixteen pairs say little: ranges that hold every weight, and no estimate, as the report says.
#[test]
fn a_fit_is_read_by_people_and_programs() {
    let pairs = root().join("data/pairs/library_desk.jsonl");
    let pairs = pairs.to_str().expect("a path");
    let fit = |extra: &[&str]| zopa(&[&["calibrate", "fit", pairs][..], extra].concat());
    let table = fit(&[]);
    assert_eq!((table.code, table.stderr.as_str()), (0, ""));
    assert!(table.stdout.contains("Taken at their word: consistent"));
    assert!(table.stdout.contains("Taken as choices: no estimate"));
    let json = fit(&["--format", "json", "--exact"]).json();
    assert_eq!(json["consistent"], true);
    assert_eq!(json["pairs"]["used"], 14);
    assert_eq!(json["pairs"]["unused"]["not_judged"], 1);
    assert_eq!(json["likelihood"]["separation"]["kind"], "complete");
    assert!(json["likelihood"]["estimate"].is_null());
    let markdown = fit(&["--format", "md", "--prior", "ridge:1"]).stdout;
    assert!(
        markdown.contains("held back by a prior, ridge 1"),
        "{markdown}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("weights.svg");
    let picture = picture.to_str().expect("a path");
    assert_eq!(fit(&["--plot", picture]).code, 0);
    assert!(
        fs::read_to_string(picture)
            .expect("a picture")
            .contains("dialect_fit")
    );
    // nothing is overwritten unasked
    assert_eq!(fit(&["--plot", picture]).code, 2);
}

#[test]
fn a_fit_says_what_it_cannot_use() {
    // the fixture's second and last line are in error; what is left is a single pair
    let fit = zopa(&["calibrate", "fit", "pairs.jsonl"]);
    assert_eq!(fit.code, 0);
    assert!(
        fit.stderr
            .starts_with("warning: 2 lines of `pairs.jsonl` left out: in error\n"),
        "{}",
        fit.stderr
    );
    let empty = zopa_with(&["calibrate", "fit", "-"], "");
    assert_eq!(empty.code, 3);
    assert!(
        empty.stderr.contains("no pair to learn from"),
        "{}",
        empty.stderr
    );
    for wrong in [["--epsilon", "0"], ["--prior", "lasso:1"], ["--level", "1"]] {
        assert_eq!(
            zopa_with(&[&["calibrate", "fit", "-"][..], &wrong].concat(), "").code,
            2
        );
    }
}

/// Verdicts on shipped pairs: figures that can be counted by hand in the file, and the refusal to speak of places without orders.
#[test]
fn a_judge_report_is_read_by_people_and_programs() {
    let [pairs, verdicts] =
        ["desk_study.jsonl", "verdicts.jsonl"].map(|name| root().join("data/pairs").join(name));
    let [pairs, verdicts] = [&pairs, &verdicts].map(|path| path.to_str().expect("a path"));
    let json = zopa(&[
        "calibrate",
        "judge",
        pairs,
        verdicts,
        "--format",
        "json",
        "--exact",
        "--replicates",
        "50",
    ]);
    assert_eq!((json.code, json.stderr.as_str()), (0, ""));
    let json = json.json();
    let names: Vec<&str> = json["annotators"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["annotator"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["judge-model", "noor", "sami"]);
    let text = fs::read_to_string(pairs).expect("the pairs");
    let gold: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let said = fs::read_to_string(verdicts).expect("the verdicts");
    let said: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let right = said
        .iter()
        .filter(|verdict| verdict["annotator"] == "noor")
        .filter(|verdict| {
            gold.iter().any(|pair| {
                pair["pair_id"] == verdict["pair_id"]
                    && pair["gold"]["outcome"] == verdict["outcome"]
            })
        })
        .count();
    assert_eq!(
        json["annotators"][1]["slices"][0]["accuracy"]["hits"],
        right
    );
    assert!(json["annotators"][1]["position"]["reason"].is_string());
    assert_eq!(
        json["annotators"][0]["position"]["both_orders"]["pairs"],
        150
    );
    // the same bytes for one thread and for two
    let on = |threads: &str| {
        zopa(&[
            "calibrate",
            "judge",
            pairs,
            verdicts,
            "--threads",
            threads,
            "--replicates",
            "50",
        ])
        .stdout
    };
    assert_eq!(on("1"), on("2"));
    let wrong = zopa_with(&["calibrate", "judge", pairs, "-"], "{}\n");
    assert_eq!(wrong.code, 3);
    assert!(
        wrong
            .stderr
            .contains("error[schema.required]: the verdict lacks `pair_id`"),
        "{}",
        wrong.stderr
    );
}

/// Questions at the terminal, answers kept, the same result from the file, and a scenario that passes the check.
#[test]
fn a_party_is_asked() {
    let scenario = root().join("data/scenarios/orphan_song_royalties.json");
    let scenario = scenario.to_str().expect("a path");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| path_in(&folder, name);
    let (answers, patched) = (at("answers.jsonl"), at("patched.json"));
    let party = ["calibrate", "elicit", scenario, "--party", "Delroy"];
    let ask = |extra: &[&str], stdin: &str| zopa_with(&[&party[..], extra].concat(), stdin);
    let asked = ask(
        &["--save", &answers, "--format", "json"],
        "what?\nneither\nquit\n",
    );
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    assert!(
        asked.stderr.contains("1. ") && asked.stderr.contains("after answer 1: "),
        "{}",
        asked.stderr
    );
    let read = ask(
        &[
            "--answers",
            &answers,
            "--format",
            "json",
            "--patched",
            &patched,
        ],
        "",
    );
    assert_eq!(read.json(), asked.json());
    assert_eq!(read.json()["answers"], 1);
    // the file's name is not the scenario's id, which is a finding about the file alone
    let checked = zopa(&["check", &patched, "--format", "json"]).json();
    let codes: Vec<&str> = checked["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["severity"] == "error")
        .map(|one| one["code"].as_str().expect("a code"))
        .collect();
    assert!(codes.iter().all(|code| code.contains("file")), "{codes:?}");
    // a kept file is not overwritten unasked; on from it, both answers are kept
    let again = ask(&["--answers", &answers, "--save", &answers], "quit\n");
    assert_eq!(again.code, 2, "{}", again.stderr);
    let on = ["--answers", &answers, "--save", &answers, "--force"];
    let on = ask(&[&on[..], &["--format", "json"]].concat(), "n\nquit\n");
    assert_eq!(on.json()["answers"], 2, "{}", on.stderr);
    let kept = fs::read_to_string(&answers).expect("kept");
    assert_eq!(kept.lines().count(), 2, "{kept}");
    let unknown = zopa(&["calibrate", "elicit", scenario, "--party", "Nobody"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("its parties are `Delroy`"),
        "{}",
        unknown.stderr
    );
}
