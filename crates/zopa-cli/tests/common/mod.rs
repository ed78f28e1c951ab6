//! Running the program, for all tests.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    clippy::unwrap_used,
    reason = "shared by several test programs, each of which uses a part"
)]

#[path = "../../../../tests/support/shared.rs"]
mod reference;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assert_cmd::Command;
pub(crate) use reference::shared;

/// So long is waited for what must come: a machine with much else to do takes its time, and a test that passes does not.
const PATIENCE: Duration = Duration::from_secs(600);

/// What a run of the program left behind.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Exit code and both streams, for a snapshot.
    pub fn snapshot(&self) -> String {
        let mut out = format!("exit code: {}\n", self.code);
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                out.push_str(&format!("--- {name}\n{text}"));
            }
        }
        out
    }

    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("standard output is JSON")
    }

    /// Standard output as lines of JSON.
    pub fn json_lines(&self) -> Vec<serde_json::Value> {
        let lines = self.stdout.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect()
    }
}

/// The folder of fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, to be run in a folder, in an environment that says nothing about colours and has 100 columns.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zopa"));
    command.current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("COLUMNS", "100");
    command
}

/// Runs a prepared command.
pub fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("the program runs");
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// Runs the program among the fixtures.
pub fn zopa(args: &[&str]) -> Ran {
    ran(command(&fixtures()).args(args))
}

/// Runs the program among the fixtures with something on standard input.
pub fn zopa_with(args: &[&str], stdin: &str) -> Ran {
    ran(command(&fixtures()).args(args).write_stdin(stdin))
}

/// Sends a signal to a program that has not been waited for. (Every shell can; a program `kill` is not everywhere.)
pub fn signal(name: &str, child: &std::process::Child) {
    let script = format!("kill -s {name} {}", child.id());
    let mut shell = std::process::Command::new("sh");
    let sent = shell.args(["-c", &script]).status();
    assert!(sent.expect("a shell").success(), "{name} is sent");
}

/// Waits until something holds.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "it never came that {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The path of a name in a folder, as an argument.
pub fn path_in(folder: &tempfile::TempDir, name: &str) -> String {
    let path = folder.path().join(name);
    path.to_str().expect("a path").to_owned()
}

/// A fixture's text.
pub fn fixture(name: &str) -> String {
    std::fs::read_to_string(fixtures().join(name)).expect("the fixture is there")
}
