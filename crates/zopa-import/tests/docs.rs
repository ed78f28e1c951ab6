//! The list of notes in the documentation is made from the table; `UPDATE_DOCS=1` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use zopa_import::{Format, NoteCode};

const START: &str =
    "<!-- The notes: generated, `UPDATE_DOCS=1 cargo test -p zopa-import` rewrites them. -->\n";
const END: &str = "<!-- The end of the notes. -->\n";

#[test]
fn the_page_lists_every_note_and_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/import.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(START).expect("the start of the list");
    let (_, after) = rest.split_once(END).expect("the end of the list");
    let mut list = String::from("\n| code | | what | |\n|---|---|---|---|\n");
    for code in NoteCode::ALL {
        let severity = code.severity().as_str();
        let (title, explanation) = (code.title(), code.explanation());
        writeln!(list, "| `{code}` | {severity} | {title} | {explanation} |").expect("a String");
    }
    list.push('\n');
    let wanted = format!("{before}{START}{list}{END}{after}");
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
