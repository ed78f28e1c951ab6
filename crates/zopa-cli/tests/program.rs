//! What holds for every command: help, documentation, output files, streams, colours.

mod common;

use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{command, eventually, fixture, fixtures, ran, root, shared, signal, zopa, zopa_with};
use insta::assert_snapshot;

const COMMANDS: &[&str] = &[
    "analyze",
    "report",
    "score",
    "summary",
    "serve",
    "check",
    "lint",
    "profile",
    "sensitivity",
    "tune",
    "generate",
    "calibrate",
    "import",
    "export",
    "explain",
    "schema",
    "completions",
    "man",
];

#[test]
fn short_help_fits_a_screen() {
    for name in COMMANDS {
        let ran = zopa(&[name, "-h"]);
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.lines().count() <= 30, "{name}: {}", ran.stdout);
        assert_snapshot!(format!("help_{name}"), ran.snapshot());
    }
    assert_snapshot!("help", zopa(&["-h"]).snapshot());
}

/// The committed page is what the program prints; `UPDATE_DOCS=1` rewrites it. (It holds every long help.)
#[test]
fn the_documentation_is_up_to_date() {
    let path = root().join("docs/cli.md");
    let page = zopa(&["docs"]).stdout;
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).expect("written");
    }
    let committed = fs::read_to_string(&path).expect("docs/cli.md is there");
    assert!(
        committed == page,
        "docs/cli.md is stale: UPDATE_DOCS=1 rewrites it"
    );
    for name in COMMANDS {
        assert!(page.contains(&format!("\n## zopa {name}\n")), "{name}");
    }
}

/// Every example of the long help runs at the root of the repository. (The one that needs a file of runs gets one.)
#[test]
#[cfg(unix)]
fn the_examples_of_the_help_run() {
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(
        root().join("data").canonicalize().expect("the data"),
        folder.path().join("data"),
    )
    .expect("linked");
    let run = "{\"scenario\": \"cofounder_windup_ip\", \"allocation\": null}\n";
    fs::write(folder.path().join("runs.jsonl"), run).expect("written");
    fs::create_dir(folder.path().join("runs")).expect("made");
    fs::write(folder.path().join("runs/a.jsonl"), run).expect("written");
    let table = "scenario,cash.Ana,cash.Ben\ncofounder_windup_ip,,\n";
    fs::write(folder.path().join("runs.csv"), table).expect("written");
    let program = Path::new(env!("CARGO_BIN_EXE_zopa"));
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let mut examples = 0;
    for name in COMMANDS {
        let help = zopa(&[name, "--help"]).stdout;
        let (_, examples_text) = help.split_once("Examples:\n").expect("examples");
        let mut lines = examples_text
            .lines()
            .filter(|line| line.starts_with("      "));
        while let Some(line) = lines.next() {
            let mut script = line.to_owned();
            while script.ends_with('|') {
                script.push_str(lines.next().expect("the rest of a pipe"));
            }
            let output = Command::new("sh")
                .args(["-c", &script])
                .env("PATH", &path)
                .current_dir(folder.path())
                .output()
                .expect("a shell");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{script}: {stderr}");
            examples += 1;
        }
    }
    assert!(examples >= 14, "{examples}");
}

#[test]
fn wrong_usage_ends_with_2() {
    for args in [
        &["frobnicate"][..],
        &["check"],
        &["analyze", "split_cash_van.json", "--format", "xml"],
        &["score", "runs.jsonl"],
        &["explain", "duplicate-keys"],
        &["man", "analyse"],
    ] {
        let ran = zopa(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!ran.stderr.is_empty());
    }
    assert!(
        zopa(&["explain", "duplicate-keys"])
            .stderr
            .contains("`zopa explain duplicate-key`")
    );
}

#[test]
fn codes_are_listed_and_explained() {
    let list = zopa(&["explain"]).stdout;
    for line in list.lines() {
        let code = line.split(' ').next().expect("a code");
        let ran = zopa(&["explain", code]);
        assert_eq!(ran.code, 0, "{code}");
        assert!(
            ran.stdout.starts_with(&format!("{code} (")),
            "{}",
            ran.stdout
        );
    }
    assert!(list.lines().count() > 40, "{list}");
    // a scenario's code, and a run's of the same name
    let both = zopa(&["explain", "duplicate-key"]).stdout;
    assert!(both.contains("duplicate-key (error)") && both.contains("duplicate-key (invalid run)"));
}

#[test]
fn the_schema_is_the_one_in_the_repository() {
    let committed = fs::read_to_string(root().join("data/benchmark-scenario.schema.json"));
    assert_eq!(zopa(&["schema"]).stdout, committed.expect("the schema"));
    let committed = fs::read_to_string(root().join("data/preference-pair.schema.json"));
    let pair = zopa(&["schema", "pair"]).stdout;
    assert_eq!(pair, committed.expect("the schema of pairs"));
}

#[test]
fn shells_and_manuals_are_served() {
    assert!(zopa(&["completions", "bash"]).stdout.contains("_zopa()"));
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        assert!(
            zopa(&["completions", shell]).stdout.contains("analyze"),
            "{shell}"
        );
    }
    assert!(zopa(&["man"]).stdout.contains(".TH zopa 1"));
    assert!(zopa(&["man", "score"]).stdout.contains("\\-\\-scenarios"));
}

#[test]
fn an_output_file_is_whole_and_never_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| ran(command(folder.path()).args(args));
    let target = folder.path().join("out.json");
    assert_eq!(run(&["schema", "-o", "out.json"]).code, 0);
    let schema = zopa(&["schema"]).stdout;
    assert_eq!(fs::read_to_string(&target).expect("written"), schema);
    fs::write(&target, "mine").expect("written");
    let refused = run(&["schema", "-o", "out.json"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(
        refused.stderr.contains("`--force` overwrites it"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read_to_string(&target).expect("there"), "mine");
    assert_eq!(run(&["schema", "-o", "out.json", "--force"]).code, 0);
    assert_eq!(fs::read_to_string(&target).expect("written"), schema);
    // a command that fails leaves the old file, and nothing beside it
    let missing = run(&["analyze", "missing.json", "-o", "out.json", "--force"]);
    assert_eq!(missing.code, 3);
    assert_eq!(fs::read_to_string(&target).expect("there"), schema);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
#[cfg(unix)]
fn links_and_devices_stay_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (
        folder.path().join("file.json"),
        folder.path().join("link.json"),
    );
    fs::write(&file, "old").expect("written");
    std::os::unix::fs::symlink(&file, &link).expect("linked");
    let run = |args: &[&str]| ran(command(folder.path()).args(args)).code;
    assert_eq!(run(&["schema", "-o", "link.json", "--force"]), 0);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert!(fs::read_to_string(&file).expect("readable").len() > 1000);
    assert_eq!(run(&["schema", "-o", "/dev/null", "--force"]), 0);
    assert!(!fs::metadata("/dev/null").expect("there").is_file());
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let runs = fixture("runs.jsonl").repeat(3000);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("runs.jsonl"), runs).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_zopa"))
        .args(["score", "runs.jsonl", "--scenarios"])
        .arg(fixtures())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut first = [0; 10];
    stdout.read_exact(&mut first).expect("some output");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Nobody reads what is printed, which is more than a buffer holds, and no file that was asked for beside it is lost by that:
/// pictures, certificates, the change.
#[test]
fn files_beside_the_print_do_not_need_its_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let tuned = folder.path().join("no_zopa.json");
    fs::write(&tuned, fixture("no_zopa.json")).expect("written");
    let (scenario, pairs) = (
        root().join("data/scenarios/street_food_market_split.json"),
        root().join("data/pairs/library_desk.jsonl"),
    );
    let unread = |args: &[&str], file: &Path| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zopa"))
            .args(args)
            .arg(file)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{args:?}");
    };
    unread(
        &[
            "analyze",
            "--format",
            "json",
            "--svg",
            "a.svg",
            "--certificate",
            "a.json",
        ],
        &scenario,
    );
    unread(
        &["analyze", "--only", "nash", "--certificate", "b.json"],
        &scenario,
    );
    unread(
        &[
            "sensitivity",
            "--format",
            "json",
            "--svg",
            "b.svg",
            "--certificate",
            "c.json",
        ],
        &scenario,
    );
    unread(&["calibrate", "fit", "--plot", "c.svg"], &pairs);
    let tune = [
        "tune",
        "--target",
        "zopa",
        "--certificate",
        "d.json",
        "--write",
    ];
    unread(&tune, &tuned);
    for name in [
        "a.svg", "a.json", "b.json", "b.svg", "c.json", "c.svg", "d.json",
    ] {
        let length = fs::metadata(folder.path().join(name)).map(|file| file.len());
        assert!(length.is_ok_and(|length| length > 100), "{name}");
    }
    assert_ne!(
        fs::read_to_string(&tuned).expect("read"),
        fixture("no_zopa.json")
    );
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_no_partial_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_zopa"))
        .args(["score", "-", "-o", "out.jsonl", "--scenarios"])
        .arg(fixtures())
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    // `wait` would close it, and so end the input before the interrupt is heard
    let stdin = child.stdin.take();
    let entries = || fs::read_dir(folder.path()).expect("a folder").count();
    // it waits for its standard input, with the temporary file made
    eventually("a temporary file appears", || entries() >= 1);
    signal("INT", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(stdin);
    assert_eq!(entries(), 0);
}

#[test]
fn colours_follow_what_was_asked_for() {
    let colored = |name: &str, value: &str, args: &[&str]| {
        let mut command = command(&fixtures());
        command.env(name, value);
        ran(command.args(["check", "faulty.json"]).args(args))
            .stdout
            .contains('\u{1b}')
    };
    assert!(!colored("UNRELATED", "1", &[]), "a pipe has no colours");
    assert!(colored("UNRELATED", "1", &["--color", "always"]));
    assert!(colored("CLICOLOR_FORCE", "1", &[]));
    assert!(!colored("CLICOLOR_FORCE", "1", &["--color", "never"]));
    assert!(!colored("NO_COLOR", "1", &[]));
    assert!(colored("NO_COLOR", "1", &["--color", "always"]));
}

#[test]
fn results_and_messages_do_not_mix() {
    let ran = zopa_with(&["score", "-", "--scenarios", "missing"], "{}");
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    assert!(
        ran.stderr.starts_with("error: cannot read `missing`"),
        "{}",
        ran.stderr
    );
}

/// An implementation of the contract that shares no code with this one, where it is at hand.
#[test]
fn an_independent_implementation_agrees() {
    let Some(oracle) = shared("oracle/verify.py") else {
        return;
    };
    // it takes a command as a shell does
    let command = format!("'{}'", env!("CARGO_BIN_EXE_zopa"));
    let mut python = Command::new("python3");
    python.arg(&oracle).args([&command, "-n", "20"]);
    python.args(["--seed", "7", "--timeout", "900"]);
    let output = match python.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: there is no python3");
            return;
        }
        output => output.expect("python3 runs"),
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let agrees = output.status.success() && stdout.trim_end().ends_with(" 0 differ");
    assert!(agrees, "{stdout}{stderr}");
}
