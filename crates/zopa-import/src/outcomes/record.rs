//! Records of JSON: one a line, or the items of an array, and reading their fields.

use zopa_model::json::{Node, Value, duplicate_keys, parse};
use zopa_model::{Position, Rational};

use super::collect::Collector;
use super::reason::Reason;
use super::{Unreadable, whole as whole_text};

/// Why a record makes no run.
pub(crate) type Fault = (Reason, String);

/// A record that cannot be read.
pub(crate) fn malformed(message: impl Into<String>) -> Fault {
    (Reason::Malformed, message.into())
}

/// One record with its place.
pub(crate) struct Record<'t> {
    /// The line that it begins on, from 1.
    pub(crate) line: usize,
    /// The text that its places are in.
    pub(crate) source: &'t str,
    /// The value.
    pub(crate) node: &'t Node<'t>,
}

impl Record<'_> {
    /// A field as it stands, for the run's own fields; `None` where it is absent.
    pub(crate) fn carried(&self, key: &str) -> Option<(String, String)> {
        let mut out = String::new();
        self.node.get(key)?.write_compact(self.source, &mut out);
        Some((key.to_owned(), out))
    }

    /// Those of the fields that are there, as they stand.
    pub(crate) fn carried_all(&self, keys: &[&str]) -> Vec<(String, String)> {
        keys.iter().filter_map(|key| self.carried(key)).collect()
    }
}

/// Takes every record of the text, be it JSON Lines or one array; one that is faulty is counted and left out.
///
/// # Errors
/// Where the text is an array that is no JSON, or too large.
pub(crate) fn each(
    text: &str,
    collector: &mut Collector,
    mut take: impl FnMut(&mut Collector, &Record<'_>) -> Result<(), Fault>,
) -> Result<(), Unreadable> {
    let mut judge = |collector: &mut Collector, line, source: &str, node: &Node<'_>| {
        collector.record();
        let record = Record { line, source, node };
        let taken = match duplicate_keys(node).first() {
            Some((pointer, ..)) => {
                let message = format!("`{pointer}` is there twice");
                Err((Reason::DuplicateKey, message))
            }
            None if node.members().is_empty() => Err(malformed(format!(
                "an object is wanted, found {}",
                node.describe()
            ))),
            None => take(collector, &record),
        };
        if let Err((reason, message)) = taken {
            collector.remark(reason, line, message);
        }
    };
    if text.trim_start().starts_with('[') {
        let root = whole_text(text)?;
        let (mut line, mut counted) = (1, 0);
        for item in root.items() {
            let newlines = text.as_bytes()[counted..item.span.start].iter();
            line += newlines.filter(|&&byte| byte == b'\n').count();
            counted = item.span.start;
            judge(collector, line, text, item);
        }
        return Ok(());
    }
    for (line, source) in (1..).zip(text.lines()) {
        if source.trim().is_empty() {
            continue;
        }
        match parse(source) {
            Ok(node) => judge(collector, line, source, &node),
            Err(error) => {
                collector.record();
                let at = Position::of(source, error.span.start).column;
                let message = format!("no JSON at column {at}: {error}");
                collector.remark(Reason::Malformed, line, message);
            }
        }
    }
    Ok(())
}

/// A field that must be there.
pub(crate) fn field<'n>(node: &'n Node<'n>, key: &str) -> Result<&'n Node<'n>, Fault> {
    node.get(key)
        .ok_or_else(|| malformed(format!("`{key}` is missing")))
}

/// The items of a field that is an array.
pub(crate) fn list<'n>(node: &'n Node<'n>, key: &str) -> Result<&'n [Node<'n>], Fault> {
    let found = field(node, key)?;
    match &found.value {
        Value::Array(items) => Ok(items),
        _ => Err(wanted(key, "an array", found)),
    }
}

/// The text of a field.
pub(crate) fn text<'n>(node: &'n Node<'n>, key: &str) -> Result<&'n str, Fault> {
    let found = field(node, key)?;
    found.as_str().ok_or_else(|| wanted(key, "a text", found))
}

/// What a field is to be, and what it is.
pub(crate) fn wanted(key: &str, what: &str, found: &Node<'_>) -> Fault {
    malformed(format!("`{key}` is {what}, found {}", found.describe()))
}

/// A number, also one that is written as a text.
pub(crate) fn number(what: &str, node: &Node<'_>) -> Result<Rational, Fault> {
    let spelled = match &node.value {
        Value::Number(spelled) => spelled,
        Value::String(text) => text.trim(),
        _ => return Err(wanted(what, "a number", node)),
    };
    Rational::from_json_number(spelled)
        .map_err(|error| malformed(format!("`{what}` is a number, found `{spelled}`: {error}")))
}

/// A whole number from 0, also one that is written as a text or as `2.0`.
pub(crate) fn whole(what: &str, node: &Node<'_>) -> Result<u64, Fault> {
    let value = number(what, node)?;
    as_whole(&value)
        .ok_or_else(|| malformed(format!("`{what}` is a whole number from 0, found {value}")))
}

/// The number, if it is whole and not negative.
pub(crate) fn as_whole(value: &Rational) -> Option<u64> {
    let (numerator, denominator) = value.small_parts()?;
    (denominator == 1).then(|| u64::try_from(numerator).ok())?
}

/// A field with a list of numbers.
pub(crate) fn numbers(node: &Node<'_>, key: &str) -> Result<Vec<Rational>, Fault> {
    let items = list(node, key)?.iter();
    items.map(|item| number(key, item)).collect()
}

/// A field with a list of texts.
pub(crate) fn texts(node: &Node<'_>, key: &str) -> Result<Vec<String>, Fault> {
    let items = list(node, key)?.iter();
    let texts = items.map(|item| {
        let text = item.as_str().map(str::to_owned);
        text.ok_or_else(|| wanted(key, "a list of texts", item))
    });
    texts.collect()
}
