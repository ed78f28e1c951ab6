//! Scoring files that are large, broken or cut off, by a program that is interrupted, killed and run again.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Ran, command, eventually, ran, root, signal};

/// How many times over the shipped runs are scored where the program must be caught at work: more, where it got its turn before
/// the test did.
const TIMES: [usize; 4] = [60, 240, 960, 3840];

/// A folder with runs over the shipped scenarios, so many times over, each with a name of its own.
fn folder(times: usize) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut lines = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("data/runs"))
        .expect("the shipped runs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(file).expect("runs");
        lines.extend(text.lines().map(str::to_owned));
    }
    let mut text = String::new();
    for time in 0..times {
        for line in &lines {
            text.push_str(&line.replacen("\"run\": \"", &format!("\"run\": \"{time}/"), 1));
            text.push('\n');
        }
    }
    fs::write(folder.path().join("runs.jsonl"), &text).expect("written");
    (folder, text)
}

fn scenarios() -> String {
    root().join("data/scenarios").display().to_string()
}

fn score(folder: &Path, args: &[&str]) -> Ran {
    let scenarios = scenarios();
    let mut all = vec!["score", "runs.jsonl", "--scenarios", &scenarios];
    all.extend(args);
    ran(command(folder).args(all))
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

/// The program at work.
fn spawn(folder: &Path, out: &str, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_zopa"))
        .current_dir(folder)
        .args([
            "score",
            "runs.jsonl",
            "--scenarios",
            &scenarios(),
            "-o",
            out,
        ])
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until some runs are scored. Is the program still at work then?
fn is_caught(folder: &Path, out: &str, child: &mut Child) -> bool {
    let partial = folder.join(format!("{out}.partial"));
    let mut ended = false;
    eventually("some runs are scored", || {
        ended = child.try_wait().expect("a child").is_some();
        ended || fs::metadata(&partial).is_ok_and(|meta| meta.len() > 0)
    });
    !ended
}

/// In every format that is written to a file.
#[test]
fn a_killed_program_goes_on_where_it_was() {
    for ending in ["jsonl", "csv", "parquet"] {
        let caught = TIMES.iter().any(|&times| is_killed(ending, times));
        assert!(caught, "the program was too fast to be killed");
    }
}

/// Kills the program again and again, until all is done. Was it at work when it was killed for the first time?
fn is_killed(ending: &str, times: usize) -> bool {
    let (folder, text) = folder(times);
    let folder = folder.path();
    let [whole, out] = ["whole", "out"].map(|name| format!("{name}.{ending}"));
    assert_eq!(score(folder, &["-o", &whole, "--threads", "1"]).code, 0);
    if ending == "jsonl" {
        let runs = text.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(read(folder, &whole).lines().count(), runs);
    }
    let whole = fs::read(folder.join(whole)).expect("a file");
    let [target, partial, described] =
        ["", ".partial", ".partial.json"].map(|rest| folder.join(format!("{out}{rest}")));
    let mut kills = 0;
    for attempt in 0..40 {
        let mut child = spawn(folder, &out, &["--resume", "--threads", "2"]);
        is_caught(folder, &out, &mut child);
        std::thread::sleep(Duration::from_millis(attempt * 3));
        child.kill().expect("killed");
        let status = child.wait().expect("ended");
        assert!(status.success() || status.code().is_none(), "{status}");
        // it may be killed when all is done
        if status.success() || target.exists() {
            break;
        }
        kills += 1;
    }
    let whole_at_once = !target.exists() || fs::read(&target).expect("a file") == whole;
    assert!(whole_at_once, "half of {out}");
    let complete = target.exists() && !partial.exists();
    let ran = score(folder, &["-o", &out, "--resume"]);
    assert_eq!(ran.code, if complete { 2 } else { 0 }, "{}", ran.stderr);
    let same = fs::read(&target).expect("a file") == whole;
    assert!(same, "the same bytes in {out}");
    assert!(!partial.exists() && !described.exists());
    kills > 0
}

/// Killed between its last steps, it leaves both the output and the lines from which that was made.
#[test]
fn a_program_that_is_killed_at_the_very_end_has_done_its_work() {
    let (folder, _) = folder(3);
    let folder = folder.path();
    for out in ["out.jsonl", "out.csv", "out.parquet"] {
        let [target, partial, described] =
            ["", ".partial", ".partial.json"].map(|rest| folder.join(format!("{out}{rest}")));
        assert_eq!(on_a_full_disk(folder, out).code, 3);
        let left = [&partial, &described].map(|path| fs::read(path).expect("a file"));
        assert_eq!(score(folder, &["-o", out, "--resume"]).code, 0);
        let whole = fs::read(&target).expect("a file");
        fs::write(&described, &left[1]).expect("written");
        if out == "out.jsonl" {
            // the lines themselves have become the output
            assert_eq!(score(folder, &["-o", out, "--resume"]).code, 2);
        } else {
            fs::write(&partial, &left[0]).expect("written");
            fs::write(&target, "mine").expect("written");
            let other = score(folder, &["-o", out, "--resume"]);
            assert_eq!(other.code, 2, "{}", other.stderr);
            assert!(other.stderr.contains(".partial`"), "{}", other.stderr);
            assert_eq!(fs::read(&target).expect("a file"), b"mine");
            fs::write(&target, &whole).expect("written");
            let same = score(folder, &["-o", out, "--resume"]);
            assert_eq!(same.code, 0, "{}", same.stderr);
        }
        assert!(fs::read(&target).expect("a file") == whole, "{out}");
        assert!(!partial.exists() && !described.exists(), "{out}");
    }
}

/// The program where no file may become larger than some KB: a disk that is full.
fn on_a_full_disk(folder: &Path, out: &str) -> Ran {
    let script = format!(
        "trap '' XFSZ; ulimit -f 64; exec '{}' score runs.jsonl --scenarios '{}' -o {out} --threads 2",
        env!("CARGO_BIN_EXE_zopa"),
        scenarios()
    );
    ran(assert_cmd::Command::new("sh")
        .current_dir(folder)
        .args(["-c", &script]))
}

#[test]
fn a_full_disk_keeps_what_is_scored() {
    let (folder, _) = folder(3);
    let folder = folder.path();
    assert_eq!(score(folder, &["-o", "whole.jsonl"]).code, 0);
    let whole = read(folder, "whole.jsonl");
    let full = on_a_full_disk(folder, "out.jsonl");
    assert_eq!(full.code, 3);
    for wanted in [
        "cannot write `",
        "out.jsonl.partial`",
        "runs scored and kept",
        "--resume",
    ] {
        assert!(full.stderr.contains(wanted), "{}", full.stderr);
    }
    assert!(!folder.join("out.jsonl").exists());
    // nothing is begun anew by mistake
    let again = score(folder, &["-o", "out.jsonl"]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let resumed = score(folder, &["-o", "out.jsonl", "--resume", "--strict"]);
    // invalid runs count, whenever they were scored
    assert_eq!(resumed.code, 1, "{}", resumed.stderr);
    assert!(read(folder, "out.jsonl") == whole);
}

#[test]
fn a_torn_line_is_scored_again_and_none_twice() {
    let (folder, _) = folder(3);
    let folder = folder.path();
    for (format, name) in [
        ("jsonl", "whole.jsonl"),
        ("csv", "whole.csv"),
        ("json", "whole.json"),
    ] {
        assert_eq!(score(folder, &["-o", name, "--format", format]).code, 0);
    }
    let whole = read(folder, "whole.jsonl");
    for cut in [0, 10, whole.len() / 2, whole.len() - 1, whole.len()] {
        assert_eq!(on_a_full_disk(folder, "out.jsonl").code, 3);
        fs::write(folder.join("out.jsonl.partial"), &whole[..cut]).expect("written");
        let ran = score(folder, &["-o", "out.jsonl", "--resume"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(read(folder, "out.jsonl") == whole, "cut at {cut}");
        fs::remove_file(folder.join("out.jsonl")).expect("removed");
    }
    let array: serde_json::Value =
        serde_json::from_str(&read(folder, "whole.json")).expect("an array");
    let lines = whole
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line"));
    assert_eq!(array, serde_json::Value::Array(lines.collect()));
    assert_eq!(
        csv::Reader::from_path(folder.join("whole.csv"))
            .expect("a sheet")
            .records()
            .count(),
        whole.lines().count()
    );
}

#[test]
fn what_changed_is_not_gone_on_with() {
    let (folder, text) = folder(3);
    let folder = folder.path();
    on_a_full_disk(folder, "out.jsonl");
    let exact = score(folder, &["-o", "out.jsonl", "--resume", "--exact"]);
    assert_eq!(exact.code, 2);
    assert!(
        exact.stderr.contains("`--exact` changed"),
        "{}",
        exact.stderr
    );
    fs::write(
        folder.join("runs.jsonl"),
        text.replacen("model-a", "model-z", 1),
    )
    .expect("written");
    let other = score(folder, &["-o", "out.jsonl", "--resume"]);
    assert_eq!(other.code, 2);
    assert!(
        other.stderr.contains("the file of runs changed"),
        "{}",
        other.stderr
    );
    assert_eq!(score(folder, &["-o", "out.jsonl", "--force"]).code, 0);
}

#[test]
fn resuming_nothing_begins() {
    let (folder, _) = folder(1);
    let folder = folder.path();
    assert_eq!(score(folder, &["-o", "out.jsonl", "--resume"]).code, 0);
    let again = score(folder, &["-o", "out.jsonl", "--resume"]);
    assert_eq!(again.code, 2);
    assert!(
        again.stderr.contains("nothing was interrupted"),
        "{}",
        again.stderr
    );
    let stdin = score(folder, &["-", "-o", "other.jsonl", "--resume"]);
    assert_eq!(stdin.code, 2, "{}", stdin.stderr);
}

#[test]
fn an_interrupt_ends_in_good_order() {
    for name in ["INT", "TERM"] {
        let caught = TIMES.iter().any(|&times| is_interrupted(name, times));
        assert!(caught, "the program was too fast to be interrupted");
    }
}

/// Interrupts the program, and goes on. Had it work left when it heard of the interrupt?
fn is_interrupted(name: &str, times: usize) -> bool {
    let (folder, _) = folder(times);
    let folder = folder.path();
    assert_eq!(score(folder, &["-o", "whole.jsonl"]).code, 0);
    let mut child = spawn(folder, "out.jsonl", &["--threads", "1"]);
    if is_caught(folder, "out.jsonl", &mut child) {
        signal(name, &child);
    }
    let ended = child.wait_with_output().expect("ended");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    let caught = !folder.join("out.jsonl").exists();
    if caught {
        assert_eq!(ended.status.code(), Some(130), "{told}");
        assert!(
            told.contains("interrupted") && told.contains("--resume"),
            "{told}"
        );
        assert_eq!(score(folder, &["-o", "out.jsonl", "--resume"]).code, 0);
    }
    assert!(read(folder, "out.jsonl") == read(folder, "whole.jsonl"));
    caught
}

#[test]
fn broken_lines_are_answered_and_harm_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = "{\"run\": 1, \"scenario\": \"cofounder_windup_ip\", \"allocation\": null}";
    let mut bytes = format!("{good}\r\n{good}\r{good}\n").into_bytes();
    bytes.extend_from_slice(b"{\"run\": \"\xff\xfe\"}\n");
    bytes.extend_from_slice(good.as_bytes());
    bytes.extend_from_slice(b"\n{\"run\": 2, \"scena");
    fs::write(folder.path().join("runs.jsonl"), bytes).expect("written");
    let ran = score(folder.path(), &[]);
    assert_eq!(ran.code, 0);
    let lines = ran.json_lines();
    let status: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["zopa"]["status"].as_str())
        .collect();
    let wanted = [
        "no_deal", "no_deal", "no_deal", "invalid", "no_deal", "invalid",
    ];
    assert_eq!(status, wanted);
    assert_eq!(
        (&lines[3]["line"], &lines[5]["line"]),
        (&4.into(), &6.into())
    );
}

/// A line of many MB is a run as any other.
#[test]
fn a_long_line_is_scored() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |note: &str| {
        format!(
            "{{\"scenario\": \"cofounder_windup_ip\", \"allocation\": null, \"note\": \"{note}\"}}\n"
        )
    };
    let long = "x".repeat(20_000_000);
    let text = run("a") + &run(&long) + &run("b");
    fs::write(folder.path().join("runs.jsonl"), text).expect("written");
    let ran = score(folder.path(), &["-o", "out.jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lengths: Vec<usize> = read(folder.path(), "out.jsonl")
        .lines()
        .map(str::len)
        .collect();
    assert_eq!(lengths[0], lengths[2]);
    assert_eq!(lengths[1] - lengths[0], long.len() - 1);
}

fn gzip(text: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("in memory");
    encoder.finish().expect("in memory")
}

#[test]
fn compressed_files_patterns_and_tables_are_read() {
    let (folder, text) = folder(1);
    let folder = folder.path();
    let plain = score(folder, &[]).stdout;
    let (first, second) =
        text.split_at(text.len() / 3 + text[text.len() / 3..].find('\n').map_or(0, |at| at + 1));
    fs::write(folder.join("part-1.jsonl.gz"), gzip(first.as_bytes())).expect("written");
    fs::write(folder.join("part-2.jsonl.gz"), gzip(second.as_bytes())).expect("written");
    let scenarios = scenarios();
    let parts = ran(command(folder).args(["score", "part-*.gz", "--scenarios", &scenarios]));
    assert_eq!(parts.code, 0, "{}", parts.stderr);
    let names = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line"));
        lines.map(|line| line["run"].to_string()).collect()
    };
    assert_eq!(names(&parts.stdout), names(&plain));
    let none = ran(command(folder).args(["score", "none-*.gz", "--scenarios", &scenarios]));
    assert_eq!(none.code, 3);

    // scored, as a sheet, and scored again from the sheet
    assert_eq!(
        score(folder, &["--format", "csv", "-o", "sheet.csv"]).code,
        0
    );
    let again = ran(command(folder).args([
        "score",
        "sheet.csv",
        "--scenarios",
        &scenarios,
        "--format",
        "csv",
    ]));
    assert_eq!(again.code, 0, "{}", again.stderr);
    let cells = |text: &str| -> Vec<(String, String)> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        let at = |name| {
            header
                .iter()
                .position(|column| column == name)
                .expect("a column")
        };
        let (run, efficiency) = (at("run"), at("value_efficiency"));
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| (row[run].to_owned(), row[efficiency].to_owned()))
            .filter(|(_, efficiency)| !efficiency.is_empty())
            .collect()
    };
    let first = cells(&read(folder, "sheet.csv"));
    assert!(first.len() > 100);
    assert_eq!(cells(&again.stdout), first);
}

#[test]
fn a_torn_file_is_told_after_what_it_holds() {
    let (folder, text) = folder(2);
    let folder = folder.path();
    let whole = gzip(text.as_bytes());
    fs::write(folder.join("torn.gz"), &whole[..whole.len() - 9]).expect("written");
    let scenarios = scenarios();
    let ran = ran(command(folder).args([
        "score",
        "torn.gz",
        "--scenarios",
        &scenarios,
        "-o",
        "out.jsonl",
    ]));
    assert_eq!(ran.code, 3);
    for wanted in [
        "cannot read `torn.gz`",
        "runs scored and kept in",
        "--resume",
    ] {
        assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
    }
    assert!(read(folder, "out.jsonl.partial").lines().count() > 100);
}

/// Scored into Parquet, and scored again from it.
#[test]
fn parquet_is_written_and_read() {
    let (folder, _) = folder(1);
    let folder = folder.path();
    let csv = score(folder, &["--format", "csv"]).stdout;
    let ran_first = score(folder, &["-o", "sheet.parquet"]);
    assert_eq!(ran_first.code, 0, "{}", ran_first.stderr);
    let again = ran(command(folder).args([
        "score",
        "sheet.parquet",
        "--scenarios",
        &scenarios(),
        "--format",
        "csv",
    ]));
    assert_eq!(again.code, 0, "{}", again.stderr);
    let cells = |text: &str| -> Vec<[String; 3]> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        let wanted = ["run", "pareto_gap", "value_efficiency"].map(|name| {
            let at = header.iter().position(|column| column == name);
            at.expect("a column")
        });
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| wanted.map(|at| row[at].to_owned()))
            .filter(|cells| !cells[2].is_empty())
            .collect()
    };
    assert!(cells(&csv).len() > 100);
    assert_eq!(cells(&again.stdout), cells(&csv));
}

/// A summary of Parquet is that of the same runs in JSON lines.
#[test]
fn parquet_is_summed_up() {
    let (folder, _) = folder(1);
    let folder = folder.path();
    let summary = |file: &str| {
        let ran_first = score(folder, &["-o", file, "--metrics", "all"]);
        assert_eq!(ran_first.code, 0, "{}", ran_first.stderr);
        let ran = ran(command(folder).args(["summary", file, "--by", "model", "--format", "csv"]));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout
    };
    let wanted = summary("scored.jsonl");
    assert!(wanted.lines().count() > 1, "{wanted}");
    assert_eq!(summary("scored.parquet"), wanted);
}
