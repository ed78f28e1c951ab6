//! What an importer noted: a line each, with its place.

use std::fmt::Write as _;

use zopa_import::{Note, NoteCode, Notes, Severity};

use super::{ERROR, HELP, Style, WARNING, count, printable};

/// The notes that are kept, and how many more there are of each code.
pub(crate) fn notes(notes: &Notes, style: Style) -> String {
    let mut out = String::new();
    for note in notes.kept() {
        let Note {
            file,
            position,
            message,
            ..
        } = note;
        let head = head(note.code, style);
        // writing to a String never fails
        let _ = writeln!(
            out,
            "{head} {}:{}:{}: {}",
            printable(file),
            position.line,
            position.column,
            printable(message)
        );
    }
    for (code, all) in notes.counts() {
        if let Some(more) = all.checked_sub(Notes::KEPT).filter(|more| *more > 0) {
            let more = count(more, "more note");
            let _ = writeln!(out, "{} and {more} of this kind", head(code, style));
        }
    }
    out
}

/// `warning[float-dust]:`
fn head(code: NoteCode, style: Style) -> String {
    let severity = code.severity();
    let ansi = match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Info => HELP,
    };
    style.paint(ansi, &format!("{}[{code}]:", severity.as_str()))
}
