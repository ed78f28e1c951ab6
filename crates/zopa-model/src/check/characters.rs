//! The characters of JSON strings as they are spelled, and the ASCII that stands in for others.

use any_ascii::any_ascii_char;

use crate::json::Span;

/// One character of a string, with the place of its spelling: itself or an escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spelled {
    pub(super) char: char,
    pub(super) span: Span,
}

/// The characters of the string literal at `span` (quotes included) of a JSON text.
pub(super) fn spelled(source: &str, span: &Span) -> Vec<Spelled> {
    let (mut at, end) = (span.start + 1, span.end.saturating_sub(1));
    let mut out = Vec::with_capacity(end.saturating_sub(at));
    while let Some(first) = source.get(at..end).and_then(|rest| rest.chars().next()) {
        let (char, length) = if first == '\\' {
            escape(&source[at..end])
        } else {
            (first, first.len_utf8())
        };
        let span = at..at + length;
        at = span.end;
        out.push(Spelled { char, span });
    }
    out
}

/// The character that an escape at the beginning of `text` stands for, and the escape's length. The JSON reader has
/// accepted it; a lone surrogate is U+FFFD there too.
fn escape(text: &str) -> (char, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let simple = match text.as_bytes().get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => {
            let Some(first) = unit(0) else {
                return (char::REPLACEMENT_CHARACTER, text.len().min(2));
            };
            let second = unit(6).filter(|second| (0xdc00..0xe000).contains(second));
            return match second {
                Some(second) if (0xd800..0xdc00).contains(&first) => {
                    let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                    (
                        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
                        12,
                    )
                }
                _ => (
                    char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER),
                    6,
                ),
            };
        }
        Some(&other) => char::from(other),
        None => return ('\\', 1),
    };
    (simple, 2)
}

/// May the character stand in a text of the scenario format?
pub(super) fn is_printable_ascii(c: char) -> bool {
    matches!(c, ' '..='~')
}

/// The printable ASCII text that stands in for a character which is not ASCII; empty for invisible ones. `None` where there is none.
pub(super) fn stand_in(c: char) -> Option<String> {
    if is_invisible(c) {
        return Some(String::new());
    }
    if c.is_ascii() || c == char::REPLACEMENT_CHARACTER {
        return None;
    }
    // no-break and other spaces, line and paragraph separators
    if c.is_whitespace() {
        return Some(" ".to_owned());
    }
    let text = any_ascii_char(c);
    (!text.is_empty() && text.chars().all(is_printable_ascii)).then(|| text.to_owned())
}

/// Marks that show nothing by themselves: combining accents, joiners, directions, variation selectors, byte-order marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0100}'..='\u{e01ef}')
}

/// A character for messages: its code point, with its name or itself.
pub(super) fn describe(c: char) -> String {
    let code = u32::from(c);
    let name = NAMES
        .iter()
        .find(|(known, _)| *known == c)
        .map(|(_, name)| *name);
    match name {
        Some(name) => format!("U+{code:04X} ({name})"),
        None if c.is_alphanumeric() => format!("U+{code:04X} (`{c}`)"),
        None if matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}') => {
            format!("U+{code:04X} (emoji `{c}`)")
        }
        None if c.is_control() || is_invisible(c) || c.is_whitespace() => format!("U+{code:04X}"),
        None => format!("U+{code:04X} (`{c}`)"),
    }
}

const NAMES: &[(char, &str)] = &[
    ('\t', "tab"),
    ('\n', "line break"),
    ('\r', "carriage return"),
    ('\0', "null"),
    ('\u{8}', "backspace"),
    ('\u{c}', "form feed"),
    ('\u{1b}', "escape"),
    ('\u{7f}', "delete"),
    ('\u{a0}', "no-break space"),
    ('\u{a3}', "pound sign"),
    ('\u{a7}', "section sign"),
    ('\u{ab}', "left double angle quotation mark"),
    ('\u{ad}', "soft hyphen"),
    ('\u{b0}', "degree sign"),
    ('\u{b4}', "acute accent"),
    ('\u{b7}', "middle dot"),
    ('\u{bb}', "right double angle quotation mark"),
    ('\u{d7}', "multiplication sign"),
    ('\u{2002}', "en space"),
    ('\u{2003}', "em space"),
    ('\u{2009}', "thin space"),
    ('\u{200b}', "zero-width space"),
    ('\u{200d}', "zero-width joiner"),
    ('\u{2010}', "hyphen"),
    ('\u{2011}', "non-breaking hyphen"),
    ('\u{2012}', "figure dash"),
    ('\u{2013}', "en dash"),
    ('\u{2014}', "em dash"),
    ('\u{2015}', "horizontal bar"),
    ('\u{2018}', "left single quotation mark"),
    ('\u{2019}', "right single quotation mark"),
    ('\u{201a}', "single low quotation mark"),
    ('\u{201c}', "left double quotation mark"),
    ('\u{201d}', "right double quotation mark"),
    ('\u{201e}', "double low quotation mark"),
    ('\u{2022}', "bullet"),
    ('\u{2026}', "horizontal ellipsis"),
    ('\u{2028}', "line separator"),
    ('\u{202f}', "narrow no-break space"),
    ('\u{2032}', "prime"),
    ('\u{20ac}', "euro sign"),
    ('\u{2122}', "trade mark sign"),
    ('\u{2192}', "rightwards arrow"),
    ('\u{2212}', "minus sign"),
    ('\u{feff}', "byte-order mark"),
    ('\u{fffd}', "replacement character"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, quote};
    use proptest::prelude::*;

    #[test]
    fn escapes_and_characters_keep_their_places() {
        let text = r#" "a\n\u00e9\ud83d\ude00é\"\ud83d" "#;
        let found: Vec<(char, &str)> = spelled(text, &(1..text.len() - 1))
            .into_iter()
            .map(|unit| (unit.char, &text[unit.span]))
            .collect();
        assert_eq!(
            found,
            [
                ('a', "a"),
                ('\n', r"\n"),
                ('\u{e9}', r"\u00e9"),
                ('\u{1f600}', r"\ud83d\ude00"),
                ('\u{e9}', "\u{e9}"),
                ('"', r#"\""#),
                ('\u{fffd}', r"\ud83d"),
            ]
        );
    }

    #[test]
    fn typographic_characters_have_plain_stand_ins() {
        for (c, wanted) in [
            ('\u{2019}', Some("'")),
            ('\u{201c}', Some("\"")),
            ('\u{2013}', Some("-")),
            ('\u{2014}', Some("-")),
            ('\u{2026}', Some("...")),
            ('\u{e9}', Some("e")),
            ('\u{df}', Some("ss")),
            ('\u{a0}', Some(" ")),
            ('\u{2028}', Some(" ")),
            ('\u{200b}', Some("")),
            ('\u{301}', Some("")),
            ('\u{e000}', None),
            ('\u{fffd}', None),
            ('\n', None),
        ] {
            assert_eq!(stand_in(c).as_deref(), wanted, "{}", describe(c));
        }
        assert!(stand_in('\u{1f600}').is_some_and(|text| text.is_ascii() && !text.is_empty()));
        assert_eq!(describe('\u{2019}'), "U+2019 (right single quotation mark)");
        assert_eq!(describe('\u{e9}'), "U+00E9 (`\u{e9}`)");
    }

    proptest! {
        #[test]
        fn spelled_characters_are_what_the_reader_reads(text in any::<String>()) {
            let quoted = quote(&text);
            let read: String = spelled(&quoted, &(0..quoted.len())).iter().map(|unit| unit.char).collect();
            prop_assert_eq!(&read, &text);
            prop_assert!(json::parse(&quoted).is_ok());
        }

        #[test]
        fn stand_ins_are_printable_ascii(c in any::<char>()) {
            prop_assert!(stand_in(c).is_none_or(|text| text.chars().all(is_printable_ascii)));
        }
    }
}
