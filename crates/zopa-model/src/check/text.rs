//! Rules of texts: printable ASCII, ids, lists of words.

use super::Code;
use super::characters::{Spelled, describe, is_printable_ascii, spelled, stand_in};
use super::place::Place;
use super::report::{Report, clip};
use crate::json::quote;
use crate::names::{alternatives, nearest};

/// Judges a text that shall be non-empty printable ASCII.
pub(super) fn judge(place: &Place<'_, '_>, text: &str, report: &mut Report<'_>) {
    let (at, span, label) = (&place.at, &place.node.span, place.label());
    if text.is_empty() {
        let help = "write what it is, or leave an optional field out";
        return report.add(
            Code::EmptyString,
            at,
            span,
            format!("{label} is empty"),
            help,
        );
    }
    if text.chars().all(is_printable_ascii) {
        if text.trim().is_empty() {
            let help = "write what it is, or leave an optional field out";
            let message = format!("{label} holds nothing but white space");
            report.add(Code::SurroundingSpace, at, span, message, help);
        } else if text.trim() != text {
            let message = format!("{label} begins or ends with white space");
            let help = format!("write {}", quote(&clip(text.trim())));
            report.add(Code::SurroundingSpace, at, span, message, help);
        }
        return;
    }
    let characters = spelled(report.source, span);
    let foreign = distinct(&characters, |c| !c.is_ascii());
    if let Some(first) = foreign.first() {
        let message = format!("{label} is not ASCII: found {}", listed(&foreign));
        let help = match foreign
            .iter()
            .map(|unit| mended(unit.char))
            .collect::<Option<Vec<_>>>()
        {
            Some(pairs) => pairs[..pairs.len().min(MOST_LISTED)].join(", "),
            None => "write it in ASCII characters".to_owned(),
        };
        report.add(Code::NonAscii, at, &first.span, message, help);
    }
    let control = distinct(&characters, |c| c.is_ascii() && !is_printable_ascii(c));
    if let Some(first) = control.first() {
        let message = format!(
            "{label} holds a control character: found {}",
            listed(&control)
        );
        report.add(
            Code::ControlCharacter,
            at,
            &first.span,
            message,
            "write a space instead",
        );
    }
}

/// Line breaks, control characters, and marks that turn the direction of the text around them.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Judges a name in any script: not empty, and without control characters.
pub(super) fn judge_name(place: &Place<'_, '_>, text: &str, report: &mut Report<'_>) {
    let (at, span, label) = (&place.at, &place.node.span, place.label());
    if text.trim().is_empty() {
        let help = "write what it is, or leave an optional field out";
        let message = format!("{label} is empty");
        return report.add(Code::EmptyString, at, span, message, help);
    }
    let characters = spelled(report.source, span);
    let control = distinct(&characters, is_hidden);
    if let Some(first) = control.first() {
        let message = format!(
            "{label} holds a control character: found {}",
            listed(&control)
        );
        let help = "write a space instead";
        report.add(Code::ControlCharacter, at, &first.span, message, help);
    } else if text.trim() != text {
        let message = format!("{label} begins or ends with white space");
        let help = format!("write {}", quote(&clip(text.trim())));
        report.add(Code::SurroundingSpace, at, span, message, help);
    }
}

/// A message lists at most this many characters.
const MOST_LISTED: usize = 5;

/// The first occurrences of the characters that are `wanted`.
fn distinct(characters: &[Spelled], wanted: impl Fn(char) -> bool) -> Vec<Spelled> {
    let mut seen = std::collections::BTreeSet::new();
    characters
        .iter()
        .filter(|unit| wanted(unit.char) && seen.insert(unit.char))
        .cloned()
        .collect()
}

fn listed(characters: &[Spelled]) -> String {
    let shown: Vec<String> = characters
        .iter()
        .take(MOST_LISTED)
        .map(|unit| describe(unit.char))
        .collect();
    let rest = match characters.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{rest}", shown.join(", "))
}

/// What to do about a character that is not ASCII.
fn mended(c: char) -> Option<String> {
    let code = u32::from(c);
    let text = stand_in(c)?;
    Some(match text.as_str() {
        "" => format!("remove U+{code:04X}"),
        " " => format!("write a space for U+{code:04X}"),
        "\"" => format!("write `\\\"` or `'` for U+{code:04X}"),
        _ => format!("write `{text}` for U+{code:04X}"),
    })
}

/// Lower-case ASCII letters and digits in words joined by single underscores.
pub(super) fn is_snake_case(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split('_').all(word)
}

/// The id nearest to `text` in spirit; empty where no letter or digit is left.
fn to_snake_case(text: &str) -> String {
    let ascii: String = text
        .chars()
        .map(|c| {
            if c.is_ascii() {
                c.to_string()
            } else {
                stand_in(c).unwrap_or_default()
            }
        })
        .collect();
    let words: Vec<String> = ascii
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("_")
}

/// Judges an id.
pub(super) fn judge_id(place: &Place<'_, '_>, text: &str, report: &mut Report<'_>) {
    let (at, span, label) = (&place.at, &place.node.span, place.label());
    if text.is_empty() {
        let help = "write lower-case words joined by single underscores";
        report.add(
            Code::EmptyString,
            at,
            span,
            format!("{label} is empty"),
            help,
        );
    } else if !is_snake_case(text) {
        let message = format!("{label} is in snake_case, found {}", quote(&clip(text)));
        let help = match to_snake_case(text).as_str() {
            "" => "write lower-case words joined by single underscores".to_owned(),
            id => format!("write \"{}\"", clip(id)),
        };
        report.add(Code::NotSnakeCase, at, span, message, help);
    }
}

/// Judges a text that shall be one of `words`.
pub(super) fn judge_word(
    place: &Place<'_, '_>,
    text: &str,
    words: &'static [&'static str],
    report: &mut Report<'_>,
) {
    if words.contains(&text) {
        return;
    }
    let known = alternatives(words.iter().copied());
    let message = format!("{} is {known}, found {}", place.label(), quote(&clip(text)));
    let help = match nearest(text.trim(), words.iter().copied()) {
        Some(word) => format!("write \"{word}\""),
        None => "use one of these words".to_owned(),
    };
    report.about(Code::UnknownValue, place, message, help);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_words_joined_by_single_underscores() {
        for id in ["a", "0", "shared_garden", "a1_2b"] {
            assert!(is_snake_case(id), "{id}");
        }
        for id in ["", "_", "a_", "_a", "a__b", "A", "a-b", "a b", "caf\u{e9}"] {
            assert!(!is_snake_case(id), "{id}");
        }
        assert_eq!(to_snake_case("The  Shared-Garden!"), "the_shared_garden");
        assert_eq!(to_snake_case("Caf\u{e9}_2"), "cafe_2");
        assert_eq!(to_snake_case("--"), "");
    }
}
