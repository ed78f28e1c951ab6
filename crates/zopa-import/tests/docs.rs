//! The lists of notes and reasons in the documentation are made from their tables; `UPDATE_DOCS=1` rewrites them.

use std::fmt::Write as _;
use std::path::Path;

use zopa_import::outcomes::Reason;
use zopa_import::{Format, NoteCode};

/// The page with the list of this name replaced.
fn with_list(page: &str, name: &str, rows: impl Iterator<Item = [&'static str; 4]>) -> String {
    let start = format!(
        "<!-- {name}: generated, `UPDATE_DOCS=1 cargo test -p zopa-import` rewrites them. -->\n"
    );
    let end = format!("<!-- The end of {}. -->\n", name.to_lowercase());
    let (before, rest) = page.split_once(&start).expect("the start of the list");
    let (_, after) = rest.split_once(&end).expect("the end of the list");
    let mut list = String::from("\n| code | | what | |\n|---|---|---|---|\n");
    for [code, severity, title, explanation] in rows {
        writeln!(list, "| `{code}` | {severity} | {title} | {explanation} |").expect("a String");
    }
    list.push('\n');
    format!("{before}{start}{list}{end}{after}")
}

#[test]
fn the_page_lists_every_note_reason_and_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/import.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let notes = NoteCode::ALL.iter();
    let notes = notes.map(|code| {
        [
            code.as_str(),
            code.severity().as_str(),
            code.title(),
            code.explanation(),
        ]
    });
    let reasons = Reason::ALL.iter();
    let reasons = reasons.map(|code| {
        [
            code.as_str(),
            code.severity().as_str(),
            code.title(),
            code.explanation(),
        ]
    });
    let wanted = with_list(&page, "The notes", notes);
    let wanted = with_list(&wanted, "The reasons", reasons);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &wanted).expect("the page is written");
    } else {
        assert!(
            page == wanted,
            "docs/import.md is stale: UPDATE_DOCS=1 rewrites it"
        );
    }
    for format in Format::ALL {
        let row = format!("| `{}` |", format.as_str());
        assert!(page.contains(&row), "docs/import.md has no row {row}");
    }
}
