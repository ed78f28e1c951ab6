//! What nobody writes on purpose: odd files, names that stand twice, options beyond reason. Nothing is lost, and each is answered.

mod common;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use common::{Ran, command, ran, root};

fn shipped(name: &str) -> String {
    root().join("data").join(name).display().to_string()
}

fn zopa(folder: &Path, args: &[&str]) -> Ran {
    ran(command(folder).args(args))
}

/// Carriage returns end no line where findings are placed, nor do they where the line is shown.
#[test]
fn a_carriage_return_alone_ends_no_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "{\r\"id\": \"old\",\r\n\"name\": 3\r}";
    fs::write(folder.path().join("old.json"), text).expect("written");
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.extend_from_within(..);
    fs::write(folder.path().join("bytes.json"), bytes).expect("written");
    for command in ["check", "analyze", "lint", "sensitivity"] {
        let ran = zopa(folder.path(), &[command, "old.json"]);
        assert!([1, 3].contains(&ran.code), "{}", ran.stderr);
        let told = ran.stdout + &ran.stderr;
        assert!(told.contains("old.json:2:9"), "{told}");
        let ran = zopa(folder.path(), &[command, "bytes.json"]);
        assert!([1, 3].contains(&ran.code), "{}", ran.stderr);
        // the second line begins after byte 10, byte 0x80 is its 118th
        assert!((ran.stdout + &ran.stderr).contains("bytes.json:2:118"));
    }
}

/// A row that was cut off says nothing of what was agreed; it is no impasse. Of several files the answer names the file.
#[test]
fn a_row_that_is_cut_off_is_no_impasse() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = "run,scenario,cash.Ana,cash.Ben,lease_debt.Ben\nr1,cofounder_windup_ip,1,0,1\nr2,cofounder_windup_ip";
    fs::write(folder.path().join("cut.csv"), rows).expect("written");
    fs::write(folder.path().join("b.jsonl"), "\n{\"run\": 1,\n").expect("written");
    let scenarios = shipped("scenarios");
    let mut args = vec!["score", "cut.csv", "--scenarios", &scenarios];
    args.extend(["--format", "jsonl"]);
    let one = zopa(folder.path(), &args);
    let lines = one.json_lines();
    assert_eq!(lines[0]["zopa"]["status"], "deal");
    assert_eq!(lines[1]["zopa"]["error"]["code"], "malformed-json");
    let message = lines[1]["zopa"]["error"]["message"].as_str();
    assert!(message.is_some_and(|text| text.contains("2 cells, there are 5 columns")));
    assert_eq!(lines[1]["line"], 3);
    assert!(lines[1].get("file").is_none());
    args.insert(2, "b.jsonl");
    let two = zopa(folder.path(), &args);
    let lines = two.json_lines();
    assert_eq!(lines[1]["file"], "cut.csv");
    let place = [("file", "b.jsonl".into()), ("line", 2.into())];
    for (key, value) in place {
        let value: serde_json::Value = value;
        assert_eq!(lines[2][key], value, "{}", lines[2]);
    }
    // what `summary` reads was written by a program: there a cut row is an error
    assert_eq!(
        zopa(
            folder.path(),
            &["score", "cut.csv", "--scenarios", &scenarios, "-o", "s.csv"]
        )
        .code,
        0
    );
    let whole = fs::read_to_string(folder.path().join("s.csv")).expect("scores");
    fs::write(folder.path().join("s.csv"), &whole[..whole.len() - 9]).expect("cut");
    let summary = zopa(folder.path(), &["summary", "s.csv"]);
    assert_eq!(summary.code, 3);
    assert!(
        summary.stderr.contains("s.csv:3: the row has"),
        "{}",
        summary.stderr
    );
}

/// `--force` overwrites what was there, never what the command reads or has just made.
#[test]
fn no_file_is_read_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let runs = "{\"run\": 1,\n{\"run\": 2}\n";
    fs::write(path("runs.jsonl"), runs).expect("written");
    let scenario = shipped("scenarios/season_tickets_split.json");
    fs::copy(&scenario, path("a.json")).expect("copied");
    let scenarios = shipped("scenarios");
    let same = [
        vec![
            "score",
            "runs.jsonl",
            "--scenarios",
            &scenarios,
            "-o",
            "./runs.jsonl",
        ],
        vec![
            "score",
            "runs.jsonl",
            "--scenarios",
            "a.json",
            "-o",
            "a.json",
        ],
        vec!["analyze", "a.json", "-o", "a.json"],
        vec!["analyze", "a.json", "-o", "x.svg", "--svg", "./x.svg"],
        vec!["sensitivity", "a.json", "-o", "x.svg", "--svg", "x.svg"],
        vec![
            "report",
            "a.json",
            "--runs",
            "runs.jsonl",
            "-o",
            "runs.jsonl",
        ],
    ];
    for args in same {
        let ran = ran(command(folder.path()).args(&args).arg("--force"));
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("by this command"), "{}", ran.stderr);
    }
    assert_eq!(fs::read_to_string(path("runs.jsonl")).expect("runs"), runs);
    assert_eq!(
        fs::read(path("a.json")).expect("a scenario"),
        fs::read(&scenario).expect("a scenario")
    );
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["a.json", "runs.jsonl"]);
}

/// A name with a slip in it is told before a day's work, not after it.
#[test]
fn what_is_not_there_is_told_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let (runs, scenarios) = (shipped("runs/mixed.jsonl"), shipped("scenarios"));
    let args = ["score", &runs, "nowhere.jsonl", "--scenarios", &scenarios];
    let ran = ran(command(folder.path()).args(args).args(["-o", "s.jsonl"]));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("cannot read `nowhere.jsonl`"),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// A page takes runs in every form that `score` reads, and a file that is no text is among its findings.
#[test]
fn a_page_takes_what_score_takes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (scenario, scenarios) = (
        shipped("scenarios/lake_cabin_estate.json"),
        shipped("scenarios"),
    );
    let runs = shipped("runs/lake_cabin_estate.jsonl");
    for name in ["runs.csv", "runs.parquet"] {
        let args = ["score", &runs, "--scenarios", &scenarios, "-o", name];
        assert_eq!(zopa(folder.path(), &args).code, 0);
    }
    let file = fs::File::create(path("runs.jsonl.gz")).expect("a file");
    let mut gzip = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    gzip.write_all(&fs::read(&runs).expect("runs"))
        .expect("written");
    gzip.finish().expect("written");
    let page = |runs: &str, by: &str| {
        zopa(
            folder.path(),
            &["report", &scenario, "--runs", runs, "--by", by],
        )
    };
    let wanted = page(&runs, "model").stdout;
    assert!(wanted.contains("model-a"));
    for name in ["runs.csv", "runs.parquet", "runs.jsonl.gz"] {
        let ran = page(name, "model");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        // rows of sheets are numbered otherwise; all else is the same
        let plain = |text: &str| text.matches("class=").count();
        assert_eq!(plain(&ran.stdout), plain(&wanted), "{name}");
        for word in ["model-a", "model-b"] {
            assert_eq!(
                ran.stdout.matches(word).count(),
                wanted.matches(word).count()
            );
        }
    }
    let ran = page(&runs, "colour");
    assert_eq!(ran.code, 3);
    assert!(
        ran.stderr.contains("no run has a field `colour`"),
        "{}",
        ran.stderr
    );

    fs::create_dir(path("some")).expect("a folder");
    fs::write(path("some/latin.json"), b"{\"id\": \"caf\xe9\"}").expect("written");
    fs::copy(&scenario, path("some/lake_cabin_estate.json")).expect("copied");
    let ran = zopa(folder.path(), &["report", "some"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("not-utf8") && ran.stdout.contains("Ingrid"));
}

/// A number of threads that no machine has is refused; a level is a percentage or a share, for every command.
#[test]
fn options_mean_the_same_everywhere() {
    let (pairs, scored) = (
        shipped("pairs/desk_study.jsonl"),
        shipped("runs/league.jsonl"),
    );
    let scenarios = shipped("scenarios");
    let folder = tempfile::tempdir().expect("a folder");
    let ran = zopa(folder.path(), &["lint", &scenarios, "--threads", "100000"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("from 0 to 1024"), "{}", ran.stderr);
    let args = ["score", &scored, "--scenarios", &scenarios, "-o", "s.jsonl"];
    assert_eq!(zopa(folder.path(), &args).code, 0);
    let commands = [
        vec!["summary", "s.jsonl", "--replicates", "20"],
        vec!["calibrate", "fit", &pairs, "--replicates", "20"],
    ];
    for args in commands {
        let at = |level: &str| {
            let ran = common::ran(command(folder.path()).args(&args).args(["--level", level]));
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            ran.stdout
        };
        assert_eq!(at("80"), at("0.8"));
        assert!(at("80") != at("95"));
        let ran = common::ran(command(folder.path()).args(&args).args(["--level", "0.3"]));
        assert_eq!(ran.code, 2);
    }
}

/// A family for experts says that it is for experts: its own lint finds nothing to say about that.
#[test]
fn a_family_declares_the_difficulty_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let like = shipped("scenarios/season_tickets_split.json");
    let args = ["generate", "--like", &like, "--n", "2", "--into", "family"];
    let ran = ran(command(folder.path())
        .args(args)
        .args(["--target", "difficulty=expert"]));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let profiles = zopa(folder.path(), &["profile", "family", "--format", "json"]).json();
    let profiles = profiles["profiles"].as_array().expect("profiles");
    assert_eq!(profiles.len(), 2);
    for profile in profiles {
        let levels = [
            &profile["difficulty"]["declared"],
            &profile["difficulty"]["computed"],
        ];
        assert_eq!(levels, ["expert", "expert"], "{profile:#}");
    }
}

/// A pattern and a name may mean the same file: its runs are counted once, and that is said.
#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (runs, scenarios) = (shipped("runs/mixed.jsonl"), shipped("scenarios"));
    let args = [
        "score",
        &runs,
        &runs,
        "--scenarios",
        &scenarios,
        "-o",
        "s.jsonl",
    ];
    assert_eq!(zopa(folder.path(), &args).code, 0);
    let scored = fs::read_to_string(folder.path().join("s.jsonl")).expect("scores");
    // as many as the file has lines
    assert_eq!(scored.lines().count(), 20);
    let args = ["summary", "*.jsonl", "./s.jsonl", "--format", "json"];
    let ran = zopa(folder.path(), &args);
    assert_eq!(ran.json()["all"]["runs"], 20);
    assert!(
        ran.stderr.contains("`./s.jsonl` is named twice"),
        "{}",
        ran.stderr
    );
}

/// Findings in pairs as a table of Markdown: a row for each finding of the JSON, whose cells end no column early.
#[test]
fn findings_in_pairs_have_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("odd.jsonl"), "{\"a|b\": 1}\n\n[1]\n").expect("written");
    let args = ["calibrate", "check", "odd.jsonl", "--format"];
    let at = |format| ran(command(folder.path()).args(args).arg(format));
    let (md, json) = (at("md"), at("json").json());
    assert_eq!(md.code, 1);
    let rows: Vec<&str> = md
        .stdout
        .lines()
        .filter(|line| line.starts_with("| odd"))
        .collect();
    assert_eq!(
        Some(rows.len()),
        json["diagnostics"].as_array().map(Vec::len)
    );
    for row in &rows {
        let bars = row.matches('|').count() - row.matches("\\|").count();
        assert_eq!(bars, 6, "{row}");
    }
    assert!(
        rows.iter()
            .any(|row| row.starts_with("| odd.jsonl:2:1 | info | `jsonl.blank_line` |"))
    );
    assert!(md.stdout.contains("\n1 file, 0 pairs, "), "{}", md.stdout);
    assert_eq!(at("table").stdout, at("human").stdout);
}

/// A page that met its time limit says which scenario is without an analysis, and what to do.
#[test]
fn a_page_that_met_its_limit_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = shipped("scenarios/season_tickets_split.json");
    let args = ["report", &scenario, "--time-limit", "0", "-o", "r.html"];
    let ran = zopa(folder.path(), &args);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.starts_with("warning: "), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("season_tickets_split.json` is in the page without an analysis")
    );
    assert!(
        ran.stderr
            .contains("with 1 point kept\nhelp: raise `--time-limit`"),
        "{}",
        ran.stderr
    );
    assert!(folder.path().join("r.html").is_file());
}

/// What comes through a pipe has no name that would tell its format.
#[test]
fn runs_without_a_name_are_told_by_their_first_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = shipped("scenarios");
    let rows =
        "run,scenario,allocation,config.model\r\n\r\nr1,cofounder_windup_ip,null,m-1\r\n\r\nr2\r\n";
    let args = ["score", "-", "--scenarios", &scenarios, "--format", "jsonl"];
    let piped = |bytes: &[u8]| ran(command(folder.path()).args(args).write_stdin(bytes));
    let lines = piped(rows.as_bytes()).json_lines();
    assert_eq!(lines[0]["zopa"]["status"], "no_deal");
    assert_eq!(lines[0]["config.model"], "m-1");
    assert_eq!(lines[1]["line"], 5);
    fs::write(folder.path().join("runs.csv"), rows).expect("written");
    let mut to_parquet = vec!["score", "runs.csv", "--scenarios", &scenarios];
    to_parquet.extend(["-o", "runs.parquet"]);
    assert_eq!(zopa(folder.path(), &to_parquet).code, 0);
    let bytes = fs::read(folder.path().join("runs.parquet")).expect("a sheet");
    assert_eq!(piped(&bytes).json_lines()[0]["config.model"], "m-1");
    // a line of JSON that holds the word is none of a table
    let ran = piped(b"[\"run\",\"scenario\",1]\n{}\n");
    assert_eq!(ran.json_lines().len(), 2);
    assert!(
        ran.stderr.contains("no run is valid (2 runs)"),
        "{}",
        ran.stderr
    );
}

/// Two commands that wrote to the same lines would mix them.
#[test]
fn one_command_at_a_time_writes_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = shipped("scenarios");
    let runs = shipped("runs/mixed.jsonl");
    let described = folder.path().join("out.jsonl.partial.json");
    let held = fs::File::create(&described).expect("a description");
    held.lock().expect("locked");
    fs::write(folder.path().join("out.jsonl.partial"), "kept\n").expect("lines");
    for more in [None, Some("--resume"), Some("--force")] {
        let mut args = vec!["score", &runs, "--scenarios", &scenarios, "-o", "out.jsonl"];
        args.extend(more);
        let refused = zopa(folder.path(), &args);
        assert_eq!(refused.code, 2, "{more:?}: {}", refused.stderr);
        assert!(
            refused
                .stderr
                .contains("another command is writing `out.jsonl`")
        );
    }
    let lines = fs::read_to_string(folder.path().join("out.jsonl.partial"));
    assert_eq!(lines.expect("lines"), "kept\n");
    drop(held);
    let args = [
        "score",
        &runs,
        "--scenarios",
        &scenarios,
        "-o",
        "out.jsonl",
        "--force",
    ];
    assert_eq!(zopa(folder.path(), &args).code, 0);
}

/// A message names the mend: of a folder that is not there, of one in the place of a file, of a number below 0.
#[test]
fn small_slips_are_told_with_their_mend() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = shipped("scenarios");
    let runs = shipped("runs");
    let file = shipped("runs/mixed.jsonl");
    let scenario = shipped("scenarios/season_tickets_split.json");
    let slips: [(&[&str], i32, &str); 7] = [
        (&["score", &runs, "--scenarios", &scenarios], 3, "*.jsonl'"),
        (&["summary", &runs], 3, "*.jsonl'"),
        (
            &[
                "score",
                &file,
                "--scenarios",
                &scenarios,
                "-o",
                "no/x.jsonl",
            ],
            3,
            "cannot write `no/x.jsonl`: no such file or directory\nhelp: the folder",
        ),
        (&["analyze", &scenario, "-o", "no/x"], 3, "help: the folder"),
        (&["verify", "-", "-"], 2, "standard input can be read once"),
        (
            &["summary", "x", "--replicates", "-1"],
            2,
            "'-1' for '--replicates",
        ),
        (
            &["sensitivity", &scenario, "--interval", "-0.1"],
            2,
            "a part from 0 to 1",
        ),
    ];
    for (args, code, wanted) in slips {
        let ran = zopa(folder.path(), args);
        assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(wanted), "{args:?}: {}", ran.stderr);
    }
}
