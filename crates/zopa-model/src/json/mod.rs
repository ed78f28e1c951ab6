//! A JSON reader (RFC 8259) that keeps what a judge of files needs: the place of every value, the spelling of every
//! number and string, the order of members, and keys that occur twice. [`edited`] changes single values and leaves the rest as it is
//! spelled.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::Range;

mod edit;
mod reader;

use reader::Reader;

pub use edit::{Edit, EditError, edited};

/// Arrays and objects nested deeper than this are refused, so that no file can exhaust the stack.
pub const MAX_DEPTH: usize = 128;

/// A half-open range of byte offsets in the source text.
pub type Span = Range<usize>;

/// A JSON value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'s> {
    /// Where the value stands.
    pub span: Span,
    /// What it is.
    pub value: Value<'s>,
}

/// What a JSON value is. Numbers stay as spelled; strings are unescaped (a lone surrogate becomes U+FFFD).
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'s> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as the text spells it.
    Number(&'s str),
    /// A string without its quotes and escapes.
    String(Cow<'s, str>),
    /// An array.
    Array(Vec<Node<'s>>),
    /// An object: its members in order, equal keys included.
    Object(Vec<Member<'s>>),
}

/// One member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member<'s> {
    /// The key, unescaped.
    pub key: Cow<'s, str>,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Node<'s>,
}

/// The first fault that makes a text no JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where reading stopped.
    pub span: Span,
    /// What was found and wanted.
    pub message: String,
    /// Was the text cut off, or nested too deeply, or otherwise malformed?
    pub kind: SyntaxErrorKind,
}

/// The kinds of [`SyntaxError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// Nothing but white space.
    Empty,
    /// The text ends within a value.
    CutOff,
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// Anything else.
    Malformed,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

impl<'s> Node<'s> {
    /// The first member with this key, if the value is an object that has one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members()
            .iter()
            .find(|member| member.key == key)
            .map(|member| &member.value)
    }

    /// The value at a JSON Pointer (RFC 6901), of equal keys the first; the empty one is this value itself.
    #[must_use]
    pub fn pointed(&self, pointer: &str) -> Option<&Self> {
        let mut tokens = pointer.split('/');
        // before the first slash there is nothing
        if !tokens.next()?.is_empty() {
            return None;
        }
        tokens.try_fold(self, |node, token| match &node.value {
            Value::Array(items) => items.get(token.parse::<usize>().ok()?),
            _ => node.get(&token.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// The members, if the value is an object; else none.
    #[must_use]
    pub fn members(&self) -> &[Member<'s>] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The items, if the value is an array; else none.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::Array(items) => items,
            _ => &[],
        }
    }

    /// The text, if the value is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// What the value is, with an article, for messages: `a number`, `an object`.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }

    /// Appends the value in one line, without white space; numbers and strings as the source spells them.
    pub fn write_compact(&self, source: &str, out: &mut String) {
        match &self.value {
            Value::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write_compact(source, out);
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    out.push_str(&source[member.key_span.clone()]);
                    out.push(':');
                    member.value.write_compact(source, out);
                }
                out.push('}');
            }
            _ => out.push_str(&source[self.span.clone()]),
        }
    }
}

/// A key as a token of a JSON Pointer (RFC 6901).
#[must_use]
pub fn pointer_token(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// `text` as a JSON string, quotes included.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => {
                // writing to a String never fails
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The most that the pointers of repeated keys may take in all: a long key around many short ones must not exhaust the memory.
const MOST_POINTERS: usize = 1 << 24;

/// Every key that repeats an earlier key of the same object, as (JSON Pointer, its place, the first one's place). The first is
/// always there; of others as many as fit 16 MiB of pointers.
#[must_use]
pub fn duplicate_keys(root: &Node<'_>) -> Vec<(String, Span, Span)> {
    let mut search = Duplicates {
        at: String::new(),
        found: Vec::new(),
        room: MOST_POINTERS,
    };
    search.walk(root);
    search.found
}

struct Duplicates {
    at: String,
    found: Vec<(String, Span, Span)>,
    room: usize,
}

impl Duplicates {
    fn walk(&mut self, node: &Node<'_>) {
        let length = self.at.len();
        match &node.value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    // writing to a String never fails
                    let _ = write!(self.at, "/{index}");
                    self.walk(item);
                    self.at.truncate(length);
                }
            }
            Value::Object(members) => {
                let mut seen = std::collections::BTreeMap::new();
                for member in members {
                    self.at.push('/');
                    self.at.push_str(&pointer_token(&member.key));
                    match seen.get(&member.key) {
                        Some(first) => self.add(&member.key_span, first),
                        None => {
                            seen.insert(&member.key, member.key_span.clone());
                        }
                    }
                    self.walk(&member.value);
                    self.at.truncate(length);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, here: &Span, first: &Span) {
        if self.found.is_empty() || self.room > 0 {
            self.room = self.room.saturating_sub(self.at.len());
            self.found
                .push((self.at.clone(), here.clone(), first.clone()));
        }
    }
}

/// Reads one JSON value; nothing but white space may follow it.
///
/// Linear in the length of the text.
///
/// # Errors
/// The first place at which the text is no JSON.
pub fn parse(text: &str) -> Result<Node<'_>, SyntaxError> {
    parse_from(text, 0)
}

/// Reads one JSON value as [`parse`] does, but from the byte offset `start` on; all places are in the whole text.
///
/// # Errors
/// The first place at which the rest of the text is no JSON.
pub fn parse_from(text: &str, start: usize) -> Result<Node<'_>, SyntaxError> {
    Reader::new(text, start).document()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Parts of JSON, good and bad.
    const TOKENS: [&str; 32] = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\\",
        "\"\\n\"",
        "\"\\u00e9\"",
        "\"\\u12g4\"",
        "\"\\x\"",
        "null",
        "nul",
        "true",
        "false",
        "True",
        "-",
        "-0",
        "0",
        "1",
        "01",
        ".5",
        "1.",
        "1.5",
        "e",
        "2E+2",
        " ",
        "\n",
        "\u{a0}",
        "\u{e9}",
    ];

    fn message(text: &str) -> String {
        parse(text).expect_err("no JSON").message
    }

    #[test]
    fn pointers_lead_to_values() {
        let root = parse(r#"{"a/b": [1, {"m~n": 2}], "": 3}"#).expect("JSON");
        let number = |pointer: &str| match root.pointed(pointer).map(|node| &node.value) {
            Some(Value::Number(text)) => text.parse().ok(),
            _ => None,
        };
        assert_eq!(root.pointed(""), Some(&root));
        assert_eq!(number("/a~1b/0"), Some(1));
        assert_eq!(number("/a~1b/1/m~0n"), Some(2));
        assert_eq!(number("/"), Some(3));
        for nowhere in ["/a", "/a~1b/2", "/a~1b/x", "a"] {
            assert_eq!(root.pointed(nowhere), None, "{nowhere}");
        }
    }

    #[test]
    fn values_keep_spelling_place_and_order() {
        let text = r#" {"b": 0.350, "a": ["x\u0041\n", null], "b": true} "#;
        let root = parse(text).expect("JSON");
        let keys: Vec<_> = root
            .members()
            .iter()
            .map(|member| member.key.as_ref())
            .collect();
        assert_eq!(keys, ["b", "a", "b"]);
        assert_eq!(
            root.get("b").map(|node| &text[node.span.clone()]),
            Some("0.350")
        );
        assert_eq!(
            root.get("a").map(|node| node.items()[0].as_str()),
            Some(Some("xA\n"))
        );
        let twice = duplicate_keys(&root);
        assert_eq!(twice.len(), 1);
        assert_eq!(
            (twice[0].0.as_str(), &text[twice[0].1.clone()]),
            ("/b", "\"b\"")
        );
    }

    #[test]
    fn equal_keys_are_found_however_they_are_escaped() {
        let root = parse(r#"{"x": {"a/b~c": 1, "\u0061/b~c": 2}}"#).expect("JSON");
        assert_eq!(duplicate_keys(&root)[0].0, "/x/a~1b~0c");
    }

    #[test]
    fn many_repeats_below_a_long_key_stay_within_bounds() {
        // 20,000 repeats, each with a pointer of 10,000 bytes, would be 200 MB.
        let long = "k".repeat(10_000);
        let text = format!("{{\"{long}\": {{\"a\": 0{}}}}}", ",\"a\": 0".repeat(20_000));
        let found = duplicate_keys(&parse(&text).expect("JSON"));
        assert_eq!(found[0].0, format!("/{long}/a"));
        assert!(found.len() > 1000 && found.len() < 2000, "{}", found.len());
    }

    #[test]
    fn surrogates_pair_up_and_lone_ones_are_replaced() {
        let text = r#"["\ud83d\ude00", "\ud83d", "\ud83dx", "\ud83d\u0041"]"#;
        let root = parse(text).expect("JSON");
        let strings: Vec<_> = root.items().iter().map(Node::as_str).collect();
        assert_eq!(
            strings,
            [
                Some("\u{1f600}"),
                Some("\u{fffd}"),
                Some("\u{fffd}x"),
                Some("\u{fffd}A")
            ]
        );
        let mut out = String::new();
        root.write_compact(text, &mut out);
        assert_eq!(out, r#"["\ud83d\ude00","\ud83d","\ud83dx","\ud83d\u0041"]"#);
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        for text in [
            "{\"run\": \"broken\"",
            "{} {}",
            "{\"run\": NaN}",
            "{\"run\": 01}",
            "{\"run\": \"a\",}",
            "{'run': 'a'}",
            "{run: 1}",
            "{\"run\": .5}",
            "{\"run\": \"\\x\"}",
            "[1,]",
            "\"a\nb\"",
            "",
            "  ",
            "-",
            "1.",
            "1e",
            "[\"\\u12g4\"]",
            "\u{feff}{}",
            "tru",
            "\"abc",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(message("[1, NaN]"), "`NaN` is not a JSON number");
        assert_eq!(
            message("{\"a\": 1"),
            "the text ends where `,` or `}` is wanted"
        );
        assert_eq!(parse("[1, x]").expect_err("no JSON").span, 4..5);
    }

    #[test]
    fn deep_nesting_is_refused_without_exhausting_the_stack() {
        let error = parse(&"[".repeat(10_000)).expect_err("too deep");
        assert_eq!(
            (error.kind, error.span.start),
            (SyntaxErrorKind::TooDeep, MAX_DEPTH)
        );
        let deepest = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert!(parse(&deepest).is_ok());
    }

    proptest! {
        #[test]
        fn quoting_and_reading_are_inverse(text in any::<String>()) {
            let quoted = quote(&text);
            let node = parse(&quoted);
            prop_assert_eq!(node.as_ref().ok().and_then(Node::as_str), Some(text.as_str()));
        }

        /// A fault of any text lies in it, and ends on characters.
        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>()) {
            if let Err(error) = parse(&text) {
                prop_assert!(text.get(error.span).is_some() && !error.message.is_empty());
            }
        }

        /// A good text with a few tokens changed is JSON exactly where serde_json takes it.
        #[test]
        fn what_is_json_is_what_serde_takes(
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..3, prop::sample::select(&TOKENS[..])), 0..4),
        ) {
            let mut tokens = vec!["{", "\"a\"", ":", "[", "1", ",", " ", "true", "]", ",", "\"b\"", ":", "{", "}", "}"];
            for (place, way, token) in changes {
                let at = place.index(tokens.len());
                match way {
                    0 => drop(tokens.remove(at)),
                    1 => tokens.insert(at, token),
                    _ => tokens[at] = token,
                }
            }
            let text = tokens.concat();
            let theirs = serde_json::from_str::<serde_json::Value>(&text);
            prop_assert_eq!(parse(&text).is_ok(), theirs.is_ok(), "{}", text);
        }
    }
}
