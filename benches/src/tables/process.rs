//! The program from start to end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::table::{Table, ratio, time};
use crate::timing::{Side, race};

const SCENARIO: &str = "data/scenarios/street_food_market_split.json";

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "The program from start to end",
        &["command", "time", "to `check`"],
    );
    match release_program() {
        Ok(program) => {
            let run = |arguments: &'static [&'static str]| {
                let program = program.clone();
                Side::waiting(move || succeed(&program, arguments))
            };
            let [version, check, analyze, json] = race(
                patience,
                [
                    run(&["--version"]),
                    run(&["check", SCENARIO]),
                    run(&["analyze", SCENARIO]),
                    run(&["analyze", "--format", "json", SCENARIO]),
                ],
            );
            for (name, figure) in [
                ("`zopa --version`", version),
                ("`zopa check FILE`", check),
                ("`zopa analyze FILE`", analyze),
                ("`zopa analyze --format json FILE`", json),
            ] {
                table.row([
                    name.to_owned(),
                    time(figure.least),
                    ratio(figure.least, check.least),
                ]);
            }
            table.note(format!(
                "FILE is `{SCENARIO}`. Each figure holds the start of a process, which the first line measures; output goes nowhere."
            ));
        }
        Err(reason) => table.note(format!("SKIPPED: {reason}")),
    }
    vec![table]
}

/// The repository's root.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// Builds the program, so that it is never an old one, and finds it beside this one.
fn release_program() -> Result<PathBuf, String> {
    let cargo =
        std::env::var_os("CARGO").ok_or("without `cargo run` the program cannot be built")?;
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "-p", "zopa-cli"])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !built.success() {
        return Err("`cargo build --release -p zopa-cli` fails".to_owned());
    }
    let own =
        std::env::current_exe().map_err(|error| format!("no path of this program: {error}"))?;
    let folder = own
        .parent()
        .and_then(Path::parent)
        .ok_or("this program lies nowhere")?;
    let name = format!("zopa{}", std::env::consts::EXE_SUFFIX);
    Ok(folder.join("release").join(name))
}

fn succeed(program: &Path, arguments: &[&str]) {
    let status = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let success = status.is_ok_and(|status| status.success());
    assert!(success, "`zopa {}` fails", arguments.join(" "));
}
