//! Names of other programs, fit for a domain file: not empty, without control characters, each once.

use std::collections::BTreeSet;

use crate::number::clip;
use crate::{NoteCode, Notes, Source};

/// Characters that would change what a terminal shows: controls, line separators and marks of direction.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The name without white space around it, and with spaces for runs of hidden characters.
pub(crate) fn clean(name: &str) -> String {
    let parts = name.split(is_hidden).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// The cleaned name; if that changed it, with a note.
pub(crate) fn cleaned(
    name: &str,
    noun: &str,
    source: &Source<'_>,
    at: usize,
    notes: &mut Notes,
) -> String {
    let clean = clean(name);
    if clean != name {
        let message = format!(
            "the name of {noun} {:?} is read as `{}`",
            clip(name),
            clip(&clean)
        );
        notes.add(NoteCode::CleanedName, source, at, message);
    }
    clean
}

/// The names with a number where one is empty or stood before; `noun` is what an empty one is called.
pub(crate) fn distinct(
    names: Vec<String>,
    noun: &str,
    source: &Source<'_>,
    at: usize,
    notes: &mut Notes,
) -> Vec<String> {
    let given: BTreeSet<String> = names.iter().cloned().collect();
    let mut seen = BTreeSet::new();
    let mut fresh = |name: String, index: usize| {
        if !name.is_empty() && seen.insert(name.clone()) {
            return name;
        }
        let stem = if name.is_empty() { noun } else { &name };
        let mut number = if name.is_empty() { index + 1 } else { 2 };
        loop {
            let candidate = format!("{stem} {number}");
            if !given.contains(&candidate) && seen.insert(candidate.clone()) {
                let message = format!("{noun} {} is called `{}`", index + 1, clip(&candidate));
                notes.add(NoteCode::CleanedName, source, at, message);
                return candidate;
            }
            number += 1;
        }
    };
    let names = names.into_iter().enumerate();
    names.map(|(index, name)| fresh(name, index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_made_distinct() {
        assert_eq!(clean("  a\tb \u{202e}c\n"), "a b c");
        let source = Source {
            name: "f",
            text: "",
        };
        let mut notes = Notes::default();
        let names = ["x", "", "x", "x 2", "x"].map(str::to_owned).to_vec();
        assert_eq!(
            distinct(names, "value", &source, 0, &mut notes),
            ["x", "value 2", "x 3", "x 2", "x 4"]
        );
        assert_eq!(notes.count(NoteCode::CleanedName), 3);
    }
}
