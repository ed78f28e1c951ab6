//! The README shows what the program prints. `UPDATE_DOCS=1 cargo test -p zopa-cli --test readme` rewrites what has changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command of the README, and the text that is shown below it.
#[derive(Debug, PartialEq)]
struct Shown<'t> {
    command: &'t str,
    output: String,
}

/// The `console` blocks of a page: each is one command and its output. A line `...` stands for lines that are left out.
fn shown(page: &str) -> Vec<Shown<'_>> {
    let blocks = page.split("```console\n$ ").skip(1);
    let shown = blocks.filter_map(|block| {
        let (command, rest) = block.split_once('\n')?;
        let (output, _) = rest.split_once("```")?;
        Some(Shown {
            command,
            output: output.to_owned(),
        })
    });
    shown.collect()
}

/// Is this what is shown? Between the lines `...` the parts follow each other; the first one begins the output, and the last one
/// ends it.
fn is_shown(shown: &str, printed: &str) -> bool {
    let parts: Vec<&str> = shown.split("...\n").collect();
    let [first, middle @ .., last] = parts.as_slice() else {
        return shown == printed;
    };
    let Some(mut rest) = printed.strip_prefix(first) else {
        return false;
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// What a command prints on standard output.
fn run(command: &str) -> String {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("zopa"), "a command of another program");
    let output = Command::new(env!("CARGO_BIN_EXE_zopa"))
        .args(words)
        .current_dir(root())
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_readme_shows_what_is_printed() {
    let path = root().join("README.md");
    let mut page = fs::read_to_string(&path).expect("the README");
    let old = page.clone();
    let all = shown(&old);
    assert!(all.len() >= 3, "the README shows {} commands", all.len());
    for Shown { command, output } in &all {
        let printed = run(command);
        if is_shown(output, &printed) {
            continue;
        }
        assert!(
            std::env::var_os("UPDATE_DOCS").is_some(),
            "`{command}` is shown with\n{output}\nbut prints\n{printed}"
        );
        let block = |output: &str| format!("```console\n$ {command}\n{output}```");
        page = page.replace(&block(output), &block(&printed));
    }
    if page != old {
        fs::write(&path, page).expect("the README is written");
    }
}

#[test]
fn the_picture_is_what_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = folder.path().join("cofounder.svg");
    let status = Command::new(env!("CARGO_BIN_EXE_zopa"))
        .args([
            "analyze",
            "data/scenarios/cofounder_windup_ip.json",
            "--svg",
        ])
        .arg(&drawn)
        .current_dir(root())
        .output()
        .expect("the program runs")
        .status;
    assert!(status.success());
    let drawn = fs::read_to_string(&drawn).expect("a picture");
    let path = root().join("docs/img/cofounder.svg");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(root().join("docs/img")).expect("a folder");
        fs::write(&path, &drawn).expect("the picture is written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == drawn,
        "docs/img/cofounder.svg is stale: UPDATE_DOCS=1 redraws it"
    );
}

#[test]
fn blocks_are_read_and_compared() {
    let page = "# x\n```console\n$ zopa a\none\n...\ntwo\n```\n```\n$ zopa b\n```\n";
    let all = shown(page);
    assert_eq!(all.len(), 1);
    assert_eq!(
        (all[0].command, all[0].output.as_str()),
        ("zopa a", "one\n...\ntwo\n")
    );
    for (shown, printed, same) in [
        ("a\nb\n", "a\nb\n", true),
        ("a\nb\n", "a\nb\nc\n", false),
        ("a\n...\nc\n", "a\nb\nc\n", true),
        ("a\n...\nc\n", "a\nb\nc\nd\n", false),
        ("...\nc\n", "a\nc\n", true),
        ("a\n...\n", "a\nb\n", true),
        ("a\n...\nx\n...\nc\n", "a\nb\nc\n", false),
        ("a\n...\nb\n...\nd\n", "a\nb\nc\nd\n", true),
    ] {
        assert_eq!(is_shown(shown, printed), same, "{shown:?} {printed:?}");
    }
}
