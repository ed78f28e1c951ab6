//! JSON files of other programs, read with notes.

use zopa_model::Rational;
use zopa_model::json::{self, Node, SyntaxErrorKind, Value};

use super::join::few_values;
use super::outline::{Outline, OutlineIssue, Space, Worth, few_issues};
use crate::number::clip;
use crate::{Door, NoteCode, Notes, Source};

/// The file as JSON; else a note.
pub(super) fn json<'t>(source: &Source<'t>, notes: &mut Notes) -> Option<Node<'t>> {
    let start = if source.text.starts_with('\u{feff}') {
        3
    } else {
        0
    };
    match json::parse_from(source.text, start) {
        Ok(root) => Some(root),
        Err(error) => {
            let code = match error.kind {
                SyntaxErrorKind::TooDeep => NoteCode::TooDeep,
                _ => NoteCode::MalformedFile,
            };
            notes.add(code, source, error.span.start, error.message);
            None
        }
    }
}

/// The member of an object; else a note.
pub(super) fn member<'n, 's>(
    node: &'n Node<'s>,
    key: &str,
    door: &mut Door<'_, '_>,
) -> Option<&'n Node<'s>> {
    let found = node.get(key);
    if found.is_none() {
        let message = format!("there is no `{}`", clip(key));
        door.note(NoteCode::UnexpectedShape, node.span.start, message);
    }
    found
}

/// The number of a member; else a note.
pub(super) fn number_of(node: &Node<'_>, key: &str, door: &mut Door<'_, '_>) -> Option<Rational> {
    let found = member(node, key, door)?;
    number(found, &format!("`{}`", clip(key)), door)
}

/// A number, between quotes or not; else a note.
pub(super) fn number(node: &Node<'_>, what: &str, door: &mut Door<'_, '_>) -> Option<Rational> {
    match &node.value {
        Value::Number(text) => door.number(text, node.span.start, what),
        Value::String(text) => door.number(text, node.span.start, what),
        _ => {
            let message = format!("{what} is {}, a number is wanted", node.describe());
            door.note(NoteCode::NotANumber, node.span.start, message);
            None
        }
    }
}

/// A name that is written as a text or as another plain value, as spelled.
pub(super) fn text(node: &Node<'_>) -> String {
    match &node.value {
        Value::String(text) => text.to_string(),
        Value::Number(text) => (*text).to_owned(),
        Value::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}

/// The worth of each value of a list by the object that maps them, weighted. What it lacks counts as 0, with a note.
pub(super) fn table(
    map: &Node<'_>,
    values: &[String],
    issue: &str,
    weight: &Rational,
    door: &mut Door<'_, '_>,
) -> Option<Vec<Rational>> {
    few_values(
        values.len().max(map.members().len()),
        issue,
        map.span.start,
        door,
    )?;
    let is_known = |key: &str| values.iter().any(|value| value == key);
    if let Some(other) = map.members().iter().find(|member| !is_known(&member.key)) {
        let message = format!(
            "`{}` is no value of the issue `{}`",
            clip(&other.key),
            clip(issue)
        );
        door.note(NoteCode::ProfilesDiffer, other.key_span.start, message);
        return None;
    }
    let mut table = Vec::new();
    for value in values {
        match map.get(value) {
            Some(node) => table.push(&number(node, &format!("`{}`", clip(value)), door)? * weight),
            None => {
                let message = format!(
                    "the value `{}` of the issue `{}` has no utility, which counts as 0",
                    clip(value),
                    clip(issue)
                );
                door.note(NoteCode::MissingWorth, map.span.start, message);
                table.push(Rational::ZERO);
            }
        }
    }
    Some(table)
}

/// The worth of what an outcome has for an issue; else a note. `outcome` is what the outcome is called.
pub(super) fn worth_of(
    chosen: &Node<'_>,
    issue: &OutlineIssue,
    worth: &Worth,
    outcome: &str,
    door: &mut Door<'_, '_>,
) -> Option<Rational> {
    let found = match (&issue.space, worth) {
        (Space::Values(values), Worth::Table(table)) => {
            let name = text(chosen);
            let place = values.iter().position(|value| *value == name);
            place.and_then(|place| table.get(place)).cloned()
        }
        _ => worth.of_number(&number(chosen, &format!("a value of {outcome}"), door)?),
    };
    if found.is_none() {
        let message = format!(
            "{outcome} has a value of `{}` that the domain has not",
            clip(&issue.name)
        );
        door.note(NoteCode::ProfilesDiffer, chosen.span.start, message);
    }
    found
}

/// Notes an issue that the outline does not have; `None` then.
pub(super) fn no_others(map: &Node<'_>, outline: &Outline, door: &mut Door<'_, '_>) -> Option<()> {
    few_issues(map.members().len(), map.span.start, door)?;
    let known = |name: &str| outline.issues.iter().any(|issue| issue.name == name);
    let other = map.members().iter().find(|issue| !known(&issue.key));
    let Some(other) = other else { return Some(()) };
    let message = format!("`{}` is no issue of the domain", clip(&other.key));
    door.note(NoteCode::ProfilesDiffer, other.key_span.start, message);
    None
}
