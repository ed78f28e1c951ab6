//! What may stand in sources.

use super::{
    CRATES, File, PURE, assert_none, code_of, faults_by_line, has_word, made_up, sources_of,
};

/// Longer files are to be thought about, and cut.
const MOST_LINES: usize = 500;

/// Modules of the standard library that a pure crate does not touch.
const IMPURE: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];

/// Macros that print.
const PRINTING: [&str; 5] = ["print!", "println!", "eprint!", "eprintln!", "dbg!"];

/// Crates whose types do not show in a public signature of a pure crate.
const HIDDEN: [&str; 3] = ["good_lp", "nalgebra", "rayon"];

fn too_long(file: &File) -> Option<String> {
    let lines = file.text.lines().count();
    (lines > MOST_LINES).then(|| format!("{}: {lines} lines, at most {MOST_LINES}", file.path))
}

fn unfinished(file: &File) -> Vec<String> {
    // put together here, so that this file may be looked at too
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|parts| parts.concat());
    let macros = [["todo", "!"], ["unimplemented", "!"]].map(|parts| parts.concat());
    faults_by_line(file, |line| {
        let mark = marks.iter().find(|mark| has_word(line, mark));
        let found = mark.or_else(|| macros.iter().find(|name| line.contains(name.as_str())));
        found.map(|found| format!("`{found}`: nothing is left unfinished"))
    })
}

/// The modules of the standard library that a line of code names, in a path or in braces.
fn std_modules(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, start) in code.match_indices("std::") {
        let rest = &code[at + start.len()..];
        let heads = match rest.strip_prefix('{') {
            Some(group) => group.split(',').collect(),
            None => vec![rest],
        };
        for head in heads {
            let head = head.trim_start();
            let end = head
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(head.len());
            found.push(&head[..end]);
        }
    }
    found
}

fn impure(file: &File) -> Vec<String> {
    faults_by_line(file, |line| {
        let code = code_of(line);
        let module = std_modules(code)
            .into_iter()
            .find(|module| IMPURE.contains(module));
        module.map(|module| format!("`std::{module}`: this crate is a function of its arguments"))
    })
}

fn printing(file: &File) -> Vec<String> {
    faults_by_line(file, |line| {
        let code = code_of(line);
        let found = PRINTING.iter().find(|name| {
            code.match_indices(*name)
                .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        found.map(|found| format!("`{found}`: printing is for `io` in zopa-cli alone"))
    })
}

fn floats(file: &File) -> Vec<String> {
    faults_by_line(file, |line| {
        let code = code_of(line);
        let found = ["f32", "f64"].into_iter().find(|name| has_word(code, name));
        found.map(|found| {
            format!("`{found}`: numbers are exact, they become floats in `exact/float.rs` alone")
        })
    })
}

/// The declarations of public items and fields, each with its line: up to a brace, a semicolon, or the line's comma.
fn public_declarations(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let code = code_of(line).trim();
        if open.is_none() && code.starts_with("pub ") {
            open = Some((number, String::new()));
        }
        let Some((_, declaration)) = &mut open else {
            continue;
        };
        declaration.push_str(code);
        declaration.push(' ');
        let is_field =
            declaration.contains(':') && !declaration.contains('(') && code.ends_with(',');
        let is_use = declaration.starts_with("pub use");
        if code.ends_with(';') || is_field || !is_use && code.contains(['{', ';']) {
            found.extend(open.take());
        }
    }
    found.extend(open);
    found
}

/// The names that `use` brings in from a crate.
fn imported<'t>(text: &'t str, from: &str) -> Vec<&'t str> {
    let mut names = Vec::new();
    for statement in text.split(';') {
        let Some((_, path)) = statement.split_once(&format!("use {from}::")) else {
            continue;
        };
        let parts = path.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(parts.filter(|part| part.starts_with(char::is_uppercase)));
    }
    names
}

fn foreign_in_public(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for hidden in HIDDEN {
        let mut names = imported(&file.text, hidden);
        names.push(hidden);
        for (line, declaration) in public_declarations(&file.text) {
            if names.iter().any(|name| has_word(&declaration, name)) {
                faults.push(format!(
                    "{}:{line}: `{hidden}` shows in a public signature",
                    file.path
                ));
            }
        }
    }
    faults
}

#[test]
fn files_are_short_and_finished() {
    let mut files = super::files_below("crates", &[".rs"]);
    files.extend(super::files_below("benches", &[".rs"]));
    let mut faults: Vec<String> = files.iter().filter_map(too_long).collect();
    faults.extend(files.iter().flat_map(unfinished));
    assert_none(&faults);
}

#[test]
fn libraries_are_pure() {
    let files: Vec<File> = PURE.iter().flat_map(|name| sources_of(name)).collect();
    assert_none(&files.iter().flat_map(impure).collect::<Vec<_>>());
}

/// What has to be trusted of the checker of certificates is short enough to be read: lines of code, without comments and blank
/// lines. Its document tells the figures.
#[test]
fn the_kernel_of_the_checker_is_small() {
    let kernel = ["game.rs", "region.rs", "search.rs", "claims.rs"];
    let files = sources_of("zopa-verify").into_iter();
    let of_code = |line: &&str| !code_of(line).trim().is_empty();
    let lines = |file: &File| file.text.lines().filter(of_code).count();
    let counts: Vec<(&str, usize)> = files
        .filter_map(|file| {
            let name = kernel.into_iter().find(|name| file.path.ends_with(name))?;
            Some((name, lines(&file)))
        })
        .collect();
    assert_eq!(counts.len(), kernel.len(), "{counts:?}");
    let all: usize = counts.iter().map(|(_, lines)| lines).sum();
    assert!(all < 400, "{all} lines: {counts:?}");
    let document = super::root().join("docs/certificates.md");
    let document = std::fs::read_to_string(document).expect("the document");
    for (name, lines) in counts {
        assert!(
            document.contains(&format!("| `{name}` | {lines} |")),
            "{name}: {lines} lines"
        );
    }
}

#[test]
fn nothing_prints_past_the_output() {
    let files: Vec<File> = CRATES
        .iter()
        .flat_map(|(name, _)| sources_of(name))
        .collect();
    assert_none(&files.iter().flat_map(printing).collect::<Vec<_>>());
}

#[test]
fn floats_stay_at_the_door() {
    let files: Vec<File> = ["zopa-model", "zopa-solve"]
        .iter()
        .flat_map(|name| sources_of(name))
        .collect();
    let door = "crates/zopa-model/src/exact/float.rs";
    assert!(
        files
            .iter()
            .any(|file| file.path == door && !floats(file).is_empty()),
        "`{door}` has moved"
    );
    let elsewhere = files.iter().filter(|file| file.path != door);
    assert_none(&elsewhere.flat_map(floats).collect::<Vec<_>>());
}

#[test]
fn public_signatures_are_our_own() {
    let files: Vec<File> = PURE.iter().flat_map(|name| sources_of(name)).collect();
    assert_none(&files.iter().flat_map(foreign_in_public).collect::<Vec<_>>());
}

#[test]
fn long_and_unfinished_files_are_found() {
    assert_eq!(too_long(&made_up("f", &"x\n".repeat(MOST_LINES))), None);
    assert_eq!(
        too_long(&made_up("f", &"x\n".repeat(MOST_LINES + 1))).as_deref(),
        Some("f: 501 lines, at most 500")
    );
    for text in [
        ["to", "do!()"],
        ["unimpl", "emented!(\"x\")"],
        ["// TO", "DO: later"],
        ["// X", "XX"],
    ] {
        assert_eq!(
            unfinished(&made_up("f", &text.concat())).len(),
            1,
            "{text:?}"
        );
    }
    assert_eq!(
        unfinished(&made_up("f", "let method = 1; // to do it, see the method")),
        [""; 0]
    );
}

#[test]
fn impure_code_is_found() {
    for text in [
        "use std::fs;",
        "let x = std::env::var(\"X\");",
        "use std::{fmt, time::Instant};",
        "std::thread::spawn(f)",
    ] {
        assert_eq!(impure(&made_up("f", text)).len(), 1, "{text}");
    }
    for text in [
        "use std::fmt;",
        "// std::fs",
        "use std::collections::BTreeMap;",
        "a.process(b)",
    ] {
        assert_eq!(impure(&made_up("f", text)), [""; 0], "{text}");
    }
    for text in ["println!(\"x\");", "  eprint!(\"x\")", "dbg!(x)"] {
        assert_eq!(printing(&made_up("f", text)).len(), 1, "{text}");
    }
    assert_eq!(
        printing(&made_up("f", "writeln!(out, \"x\"); // println!")),
        [""; 0]
    );
}

#[test]
fn floats_are_found() {
    for text in ["fn f(x: f64)", "x as f32", "Vec<f64>", "parse::<f64>()"] {
        assert_eq!(floats(&made_up("f", text)).len(), 1, "{text}");
    }
    for text in ["x.to_f64()", "/// the nearest `f64`", "NearestFloat"] {
        assert_eq!(floats(&made_up("f", text)), [""; 0], "{text}");
    }
}

#[test]
fn foreign_types_are_found() {
    let text = "use nalgebra::{DMatrix, DVector as Vector};\nfn inner(m: &DMatrix) {}\npub(crate) fn also(m: &DMatrix) {}\n\
                pub fn outer(\n    x: u8,\n    m: &DMatrix,\n) -> u8 {\n    let m: DMatrix = 1;\n}\n\
                pub struct S {\n    pub pool: rayon::ThreadPool,\n    own: DMatrix,\n}\npub use good_lp::{\n    Solver,\n};\n";
    let faults = foreign_in_public(&made_up("f", text));
    assert_eq!(
        faults,
        [
            "f:14: `good_lp` shows in a public signature",
            "f:4: `nalgebra` shows in a public signature",
            "f:11: `rayon` shows in a public signature",
        ]
    );
}
