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

/// `text` with its control characters spelled out, so that no file's content can steer the terminal. Those that turn the direction of
/// writing are among them: they would reorder what stands beside the text.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
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

    /// Letters of any writing stay, and so do the joiners that words need.
    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        for text in [
            "\u{633}\u{639}\u{631}",
            "\u{645}\u{6cc}\u{200c}\u{62e}",
            "caf\u{e9}",
        ] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        }
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
