//! A JSON reader (RFC 8259) that keeps what a judge of files needs: the place of every value, the spelling of every
//! number and string, the order of members, and keys that occur twice. [`edited`] changes single values and leaves the rest as it is
//! spelled.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::Range;

mod edit;
mod reader;
#[cfg(test)]
mod tests;

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
