//! Texts in any script: when two are the same, what is not seen, and how they are shown safely on a terminal.
//!
//! Nothing here changes a text that is kept: pairs hold their texts as they were written.

use std::fmt::Write as _;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The text in Unicode's composed form (NFC), each run of white space one space, none at the ends: the form in which texts
/// are compared.
pub(crate) fn folded(text: &str) -> String {
    let composed: String = text.nfc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Is there nothing but white space and characters that are not seen?
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_hidden(c))
}

/// Is the character one that is not seen: a control, a joiner, a direction mark, a byte-order mark, a filler?
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Does the character run from right to left (Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin)?
pub(crate) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The columns that a character takes on a terminal: none for marks and what is not seen, two for wide East Asian ones and emoji.
#[must_use]
pub fn columns(c: char) -> usize {
    if is_hidden(c) || is_combining_mark(c) && !is_spacing_mark(c) {
        return 0;
    }
    let wide = matches!(c, '\u{1100}'..='\u{115e}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}' | '\u{1f900}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}');
    if wide { 2 } else { 1 }
}

/// Marks that take a column of their own, of the scripts of India.
fn is_spacing_mark(c: char) -> bool {
    matches!(c, '\u{903}' | '\u{93b}' | '\u{93e}'..='\u{940}' | '\u{949}'..='\u{94c}')
}

/// The text as it may be sent to a terminal: what is not seen is spelled out, and each stretch that runs from right to left is
/// isolated (U+2068, U+2069), so that it can neither reorder what stands beside it nor steer the terminal.
///
/// White space is a space. Without such stretches the text stays as it is.
#[must_use]
pub fn isolated(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    // the end of the open isolate's last right-to-left character, in `out`
    let mut open: Option<usize> = None;
    for c in text.chars() {
        if is_right_to_left(c) && !is_hidden(c) {
            if open.is_none() {
                out.push('\u{2068}');
            }
            out.push(c);
            open = Some(out.len());
            continue;
        }
        // quotes, digits and letters of other scripts end the stretch; spaces, points and marks may stand within
        if is_combining_mark(c) {
            out.push(c);
            open = open.map(|_| out.len());
            continue;
        }
        let within = matches!(c, ' ' | '.' | ',' | ':' | ';' | '!' | '-');
        if let (Some(end), false) = (open, within) {
            out.insert(end, '\u{2069}');
            open = None;
        }
        push_visible(c, &mut out);
    }
    if let Some(end) = open {
        out.insert(end, '\u{2069}');
    }
    out
}

/// Appends the character, or its spelling where it is not seen.
pub fn push_visible(c: char, out: &mut String) {
    if is_hidden(c) {
        // writing to a String never fails
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else if c.is_whitespace() {
        out.push(' ');
    } else {
        out.push(c);
    }
}

/// Text for a message, cut where it is long.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// U+0622 is the composed form of U+0627 U+0653; a joiner is no white space.
    #[test]
    fn texts_are_compared_composed_and_folded() {
        assert_eq!(folded("\u{627}\u{653}  b\u{a0}\n"), "\u{622} b");
        assert_ne!(folded("a\u{200d}b"), folded("ab"));
        assert!(is_blank(" \u{200f}\t") && is_blank("") && !is_blank("\u{627}"));
    }

    #[test]
    fn stretches_from_right_to_left_are_isolated() {
        assert_eq!(isolated("plain, \u{e9}"), "plain, \u{e9}");
        // two words are one stretch; the quote, the colon and the number after it stay outside
        assert_eq!(
            isolated("\"\u{627}\u{628} \u{62c}\": 5"),
            "\"\u{2068}\u{627}\u{628} \u{62c}\u{2069}\": 5"
        );
        assert_eq!(isolated("\u{627}. x"), "\u{2068}\u{627}\u{2069}. x");
        // overrides are spelled out, and escape sequences
        assert_eq!(isolated("a\u{202e}b\u{1b}[1m"), "a\\u{202e}b\\u{1b}[1m");
        // a mark belongs to its letter
        assert_eq!(isolated("\u{628}\u{64e}"), "\u{2068}\u{628}\u{64e}\u{2069}");
    }

    #[test]
    fn columns_are_those_of_terminals() {
        let wanted = [
            ('a', 1),
            ('\u{628}', 1),
            ('\u{64e}', 0),
            ('\u{4e2d}', 2),
            ('\u{1f600}', 2),
            ('\u{200f}', 0),
        ];
        for (c, width) in wanted {
            assert_eq!(columns(c), width, "{}", c.escape_unicode());
        }
    }
}
