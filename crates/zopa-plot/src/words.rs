//! Numbers and names in few characters.

use std::borrow::Cow;

/// `1 file`, `2 files`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A number for people: at most four decimal places, none that are 0 at the end.
#[must_use]
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// `text`, or its beginning and an ellipsis: at most `most` characters.
#[must_use]
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}\u{2026}", beginning.trim_end())
}

/// `text` with its control characters spelled out, so that no file's content can steer the terminal.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shorten("abcdef", 4), "abc\u{2026}");
        assert_eq!(shorten("abcd", 4), "abcd");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(-0.000_01), "0");
        assert_eq!(number(2.0 / 3.0), "0.6667");
        assert_eq!(number(100.0), "100");
    }

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(printable("a\u{1b}[31m\n"), "a\\u{1b}[31m\\n");
        assert_eq!(printable("caf\u{e9}"), "caf\u{e9}");
    }
}
