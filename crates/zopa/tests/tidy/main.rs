//! Rules of the house that no compiler holds, see `docs/ARCHITECTURE.md`. Sources and documents are read as text.
//!
//! Each rule is a function from text to faults, with a self-test on text that breaks it.

mod data;
mod manifests;
mod prose;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

/// The crates of `crates/`, from the lowest to the highest, each with those of the workspace that it may use.
const CRATES: &[(&str, &[&str])] = &[
    ("zopa-plot", &[]),
    ("zopa-model", &[]),
    ("zopa-stats", &[]),
    ("zopa-summary", &["zopa-model", "zopa-stats"]),
    ("zopa-solve", &["zopa-model"]),
    // It checks what the engine claims, so it shares nothing with it but numbers and scenarios.
    ("zopa-verify", &["zopa-model"]),
    ("zopa-calibrate", &["zopa-model", "zopa-stats"]),
    ("zopa-import", &["zopa-model"]),
    ("zopa", &["zopa-model", "zopa-solve", "zopa-verify"]),
    ("zopa-batch", &["zopa-model", "zopa"]),
    ("zopa-py", &["zopa-model", "zopa", "zopa-batch"]),
    (
        "zopa-design",
        &["zopa-model", "zopa-solve", "zopa-stats", "zopa"],
    ),
    (
        "zopa-page",
        &["zopa-model", "zopa", "zopa-design", "zopa-plot"],
    ),
    (
        "zopa-cli",
        &[
            "zopa-page",
            "zopa-model",
            "zopa",
            "zopa-verify",
            "zopa-calibrate",
            "zopa-import",
            "zopa-stats",
            "zopa-plot",
            "zopa-batch",
            "zopa-design",
            "zopa-summary",
        ],
    ),
];

/// The crates that are functions of their arguments: no I/O, no clock, no globals.
const PURE: &[&str] = &[
    "zopa-plot",
    "zopa-model",
    "zopa-stats",
    "zopa-summary",
    "zopa-solve",
    "zopa-verify",
    "zopa-calibrate",
    "zopa-import",
    "zopa",
    "zopa-design",
];

/// A text file of the repository.
struct File {
    /// Its path from the repository's root, with `/`.
    path: String,
    text: String,
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository's root")
}

/// The files whose names end in one of `endings` below a folder of the repository, by path. Hidden and built ones are left out.
fn files_below(folder: &str, endings: &[&str]) -> Vec<File> {
    fn walk(root: &Path, folder: &Path, endings: &[&str], found: &mut Vec<File>) {
        for entry in fs::read_dir(folder).expect("a folder of the repository") {
            let path = entry.expect("an entry of a folder").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("a name in UTF-8");
            if name.starts_with('.') || name == "target" || name == "node_modules" {
                continue;
            }
            if path.is_dir() {
                walk(root, &path, endings, found);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let below = path.strip_prefix(root).expect("a path below the root");
                found.push(File {
                    path: below.to_str().expect("a name in UTF-8").replace('\\', "/"),
                    text: String::from_utf8_lossy(&fs::read(&path).expect("a readable file"))
                        .into_owned(),
                });
            }
        }
    }
    let root = root();
    let mut found = Vec::new();
    walk(&root, &root.join(folder), endings, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(
        !found.is_empty(),
        "nothing to look at in `{folder}`: has the folder moved?"
    );
    found
}

/// The sources of a crate, without its tests.
fn sources_of(name: &str) -> Vec<File> {
    let files = files_below(&format!("crates/{name}/src"), &[".rs"]).into_iter();
    files.filter(|file| !is_test(&file.path)).collect()
}

/// Is it a file of tests? Those of private items stand beside them, in `tests.rs`; what crates share, in `tests/` of the root.
fn is_test(path: &str) -> bool {
    path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")
}

/// Fails with all faults, a line each.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// `path:line: what`, for every line in which `find` finds something.
fn faults_by_line(file: &File, find: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let lines = (1..).zip(file.text.lines());
    let faults = lines.filter_map(|(number, line)| {
        let what = find(line)?;
        Some(format!("{}:{number}: {what}", file.path))
    });
    faults.collect()
}

/// The part of a line of Rust that is not a comment. (A `//` in a string counts as one: less is looked at then, never more.)
fn code_of(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Does `word` occur in `text` as a whole word?
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// A made-up file for a self-test.
fn made_up(path: &str, text: &str) -> File {
    File {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

#[test]
fn words_are_whole_words() {
    assert!(has_word("a f64, b", "f64") && has_word("f64", "f64"));
    assert!(!has_word("to_f64()", "f64") && !has_word("f640", "f64"));
    assert_eq!(code_of("let x = 1; // f64"), "let x = 1; ");
}

#[test]
fn every_crate_is_known() {
    let mut found: Vec<String> = fs::read_dir(root().join("crates"))
        .expect("the folder of crates")
        .map(|entry| entry.expect("an entry"))
        // a folder that lost its crate, on another branch say, may still have files that nobody keeps
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().into_string().expect("a name in UTF-8"))
        .collect();
    let mut known: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    found.sort();
    known.sort_unstable();
    assert_eq!(
        found, known,
        "a crate is new or gone: tell `CRATES` and docs/ARCHITECTURE.md"
    );
}
