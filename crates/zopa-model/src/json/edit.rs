//! Changing single values of a JSON text while everything else stays as it is spelled.

use std::fmt;

use super::{Member, Span, Value, parse, parse_from, quote};

/// A change to a JSON text. Places are JSON Pointers (RFC 6901), values are JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a value in the place of another, or adds a member to an object that lacks it.
    Set {
        /// The place.
        at: String,
        /// The new value.
        value: String,
    },
    /// Takes a member or an item away.
    Remove {
        /// The place.
        at: String,
    },
    /// Adds an item at the end of an array.
    Append {
        /// The array.
        at: String,
        /// The item.
        value: String,
    },
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The text is no JSON.
    NoJson(String),
    /// The new value is no JSON.
    NoValue(String),
    /// There is no such place, or it cannot be changed so.
    NoPlace(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJson(why) => write!(f, "the text is no JSON: {why}"),
            Self::NoValue(value) => write!(f, "`{value}` is no JSON value"),
            Self::NoPlace(at) => write!(f, "there is no place `{at}` for this change"),
        }
    }
}

impl std::error::Error for EditError {}

/// Makes changes, one after the other. Linear in the text for each.
///
/// # Errors
/// The first change that cannot be made.
pub fn edited(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let mut text = text.to_owned();
    for edit in edits {
        let (span, new) = change(&text, edit)?;
        text.replace_range(span, &new);
    }
    Ok(text)
}

/// What is replaced by what.
fn change(text: &str, edit: &Edit) -> Result<(Span, String), EditError> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let root = parse_from(text, start).map_err(|error| EditError::NoJson(error.message))?;
    let (Edit::Set { at, .. } | Edit::Remove { at } | Edit::Append { at, .. }) = edit;
    let nowhere = || EditError::NoPlace(at.clone());
    match edit {
        Edit::Append { value, .. } => {
            let array = root.pointed(at).ok_or_else(nowhere)?;
            let Value::Array(items) = &array.value else {
                return Err(nowhere());
            };
            let places = items.iter().map(|item| item.span.clone());
            Ok(added(text, &array.span, places.collect(), "", value)?)
        }
        Edit::Set { value, .. } => {
            if let Some(node) = root.pointed(at) {
                return Ok((node.span.clone(), checked(value)?.to_owned()));
            }
            let (parent, token) = at.rsplit_once('/').ok_or_else(nowhere)?;
            let object = root.pointed(parent).ok_or_else(nowhere)?;
            let Value::Object(members) = &object.value else {
                return Err(nowhere());
            };
            let key = format!("{}: ", quote(&unescaped(token)));
            let places = members.iter().map(member_span);
            Ok(added(text, &object.span, places.collect(), &key, value)?)
        }
        Edit::Remove { .. } => {
            let (parent, token) = at.rsplit_once('/').ok_or_else(nowhere)?;
            let parent = root.pointed(parent).ok_or_else(nowhere)?;
            let token = unescaped(token);
            let (places, index): (Vec<Span>, Option<usize>) = match &parent.value {
                Value::Object(members) => (
                    members.iter().map(member_span).collect(),
                    members.iter().position(|member| member.key == token),
                ),
                Value::Array(items) => (
                    items.iter().map(|item| item.span.clone()).collect(),
                    token.parse().ok().filter(|&index| index < items.len()),
                ),
                _ => return Err(nowhere()),
            };
            let index = index.ok_or_else(nowhere)?;
            let span = match (index.checked_sub(1), places.get(index + 1)) {
                (Some(before), _) => places[before].end..places[index].end,
                (None, Some(next)) => places[index].start..next.start,
                (None, None) => parent.span.start + 1..parent.span.end - 1,
            };
            Ok((span, String::new()))
        }
    }
}

fn member_span(member: &Member<'_>) -> Span {
    member.key_span.start..member.value.span.end
}

/// A value that is JSON.
fn checked(value: &str) -> Result<&str, EditError> {
    let value = value.trim();
    match parse(value) {
        Ok(_) => Ok(value),
        Err(_) => Err(EditError::NoValue(value.to_owned())),
    }
}

/// A new item after the others, laid out as they are.
fn added(
    text: &str,
    whole: &Span,
    others: Vec<Span>,
    key: &str,
    value: &str,
) -> Result<(Span, String), EditError> {
    let value = checked(value)?;
    let (Some(first), Some(last)) = (others.first(), others.last()) else {
        return Ok((whole.clone(), {
            let brackets = (
                &text[whole.start..=whole.start],
                &text[whole.end - 1..whole.end],
            );
            format!("{}{key}{value}{}", brackets.0, brackets.1)
        }));
    };
    // what stands before the first one stands before the new one too: a line break with its indent, or a space
    let before = &text[whole.start + 1..first.start];
    let space = if before.contains('\n') { before } else { " " };
    let value = if before.contains('\n') {
        let indent = before.rsplit('\n').next().unwrap_or_default();
        value.replace('\n', &format!("\n{indent}"))
    } else {
        value.to_owned()
    };
    Ok((last.end..last.end, format!(",{space}{key}{value}")))
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(at: &str, value: &str) -> Edit {
        Edit::Set {
            at: at.to_owned(),
            value: value.to_owned(),
        }
    }

    fn remove(at: &str) -> Edit {
        Edit::Remove { at: at.to_owned() }
    }

    fn append(at: &str, value: &str) -> Edit {
        Edit::Append {
            at: at.to_owned(),
            value: value.to_owned(),
        }
    }

    const TEXT: &str =
        "{\n  \"a\": 0.350,\n  \"b\": [\n    { \"x/y\": 1 },\n    { \"x/y\": 2 }\n  ]\n}\n";

    #[test]
    fn other_values_stay_as_they_are_spelled() {
        let changed = edited(TEXT, &[set("/b/1/x~1y", "0.2")]).expect("a change");
        assert_eq!(changed, TEXT.replace(": 2", ": 0.2"));
    }

    #[test]
    fn a_missing_member_is_added_with_the_layout_of_the_others() {
        let changed = edited(TEXT, &[set("/c", "true"), set("/b/0/z", "3")]).expect("changes");
        let wanted = TEXT
            .replace("  ]\n}", "  ],\n  \"c\": true\n}")
            .replace("\"x/y\": 1 }", "\"x/y\": 1, \"z\": 3 }");
        assert_eq!(changed, wanted);
    }

    #[test]
    fn items_come_and_go() {
        let more = edited(TEXT, &[append("/b", "{\n  \"x/y\": 3\n}")]).expect("a change");
        assert!(
            more.contains("2 },\n    {\n      \"x/y\": 3\n    }\n  ]"),
            "{more}"
        );
        assert_eq!(edited(&more, &[remove("/b/2")]).as_deref(), Ok(TEXT));
        let fewer = edited(TEXT, &[remove("/b/0")]).expect("a change");
        assert_eq!(fewer, TEXT.replace("{ \"x/y\": 1 },\n    ", ""));
        let none = edited(&fewer, &[remove("/b/0"), remove("/a")]).expect("changes");
        assert_eq!(none, "{\n  \"b\": []\n}\n");
        assert_eq!(
            edited(&none, &[append("/b", "1")]).expect("a change"),
            "{\n  \"b\": [1]\n}\n"
        );
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let error = |edit| edited(TEXT, &[edit]).expect_err("no change");
        assert_eq!(error(remove("/b/2")), EditError::NoPlace("/b/2".to_owned()));
        assert_eq!(
            error(set("/a/x", "1")),
            EditError::NoPlace("/a/x".to_owned())
        );
        assert_eq!(
            error(append("/a", "1")),
            EditError::NoPlace("/a".to_owned())
        );
        assert_eq!(
            error(set("/a", "1, 2")),
            EditError::NoValue("1, 2".to_owned())
        );
        assert!(matches!(
            edited("{", &[remove("/a")]),
            Err(EditError::NoJson(_))
        ));
    }
}
