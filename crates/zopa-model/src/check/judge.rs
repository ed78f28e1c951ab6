//! Judging a value by its rule: what the schema can say of one value alone.

use super::Code;
use super::place::Place;
use super::report::{Report, clip};
use super::rule::{Field, Known, List, Need, Object, Range, Rule};
use super::{number, text};
use crate::json::{Member, Value};
use crate::names::enumeration;

/// Fields that only the server may set; the schema leaves them out on purpose.
const SERVER_FIELDS: [&str; 2] = ["canary_string", "is_held_out"];

/// Judges a value and all that is in it.
pub(super) fn judge(place: &Place<'_, '_>, report: &mut Report<'_>) {
    match (place.rule, &place.node.value) {
        (Rule::Object(object), Value::Object(_)) => judge_object(place, object, report),
        (Rule::List(list), Value::Array(_)) => judge_list(place, list, report),
        (Rule::Text, Value::String(text)) => text::judge(place, text, report),
        (Rule::Name, Value::String(text)) => text::judge_name(place, text, report),
        (Rule::Id, Value::String(text)) => text::judge_id(place, text, report),
        (Rule::OneOf(words), Value::String(text)) => text::judge_word(place, text, words, report),
        (
            Rule::Number(range) | Rule::NumberOrNull(range) | Rule::Integer(range),
            Value::Number(text),
        ) => number::judge(place, text, *range, report),
        (Rule::Exact, Value::Number(text)) => number::judge(place, text, Range::Any, report),
        (Rule::Exact, Value::String(text)) => number::judge_fraction(place, text, report),
        (Rule::PerParty(rule), Value::Object(members)) => {
            for member in members {
                judge(&place.child(member, rule), report);
            }
        }
        (Rule::NumberOrNull(_), Value::Null) | (Rule::Bool, Value::Bool(_)) => {}
        _ => wrong_type(place, report),
    }
}

fn wrong_type(place: &Place<'_, '_>, report: &mut Report<'_>) {
    let wanted = place.rule.wanted();
    let found = match &place.node.value {
        Value::Bool(value) => value.to_string(),
        Value::Number(text) => format!("the number {}", clip(text)),
        _ => place.node.describe().to_owned(),
    };
    let message = format!("{} is {wanted}, found {found}", place.label());
    let help = match (place.rule, &place.node.value) {
        (Rule::Number(_) | Rule::NumberOrNull(_) | Rule::Integer(_), Value::String(text))
            if crate::Rational::from_json_number(text.trim()).is_ok() =>
        {
            format!("remove the quotes: {}", clip(text.trim()))
        }
        (Rule::Bool, Value::String(text)) if matches!(text.as_ref(), "true" | "false") => {
            format!("remove the quotes: {text}")
        }
        (Rule::Text | Rule::Name | Rule::Id | Rule::OneOf(_), Value::Number(text)) => {
            format!("put it in quotes: \"{}\"", clip(text))
        }
        (Rule::List(_), Value::String(_)) => "put it in brackets: [\"...\"]".to_owned(),
        (rule, Value::Null) => format!("write {}, or leave an optional field out", rule.example()),
        (rule, _) => format!("write {}", rule.example()),
    };
    report.about(Code::WrongType, place, message, help);
}

fn judge_list(place: &Place<'_, '_>, list: &List, report: &mut Report<'_>) {
    let count = place.node.items().len();
    let exact = list.max == Some(list.min);
    let many = list.max.is_some_and(|max| count > max);
    if count < list.min || many {
        let (code, wanted) = match list.max {
            Some(max) if exact => (Code::ParticipantCount, format!("exactly {max}")),
            Some(max) if many => (Code::TooManyItems, format!("at most {max}")),
            _ => (Code::TooFewItems, format!("at least {}", list.min)),
        };
        let items = if wanted.ends_with(" 1") {
            "item"
        } else {
            "items"
        };
        let message = format!("{} has {wanted} {items}, found {count}", place.label());
        let help = match list.help {
            "" if many => format!("remove {}", count - list.max.unwrap_or(count)),
            "" => format!("add {}", list.min - count),
            help => help.to_owned(),
        };
        // of a long list the brackets are too much to show
        let span = if count == 0 {
            place.node.span.clone()
        } else {
            place.key.clone()
        };
        report.add(code, &place.at, &span, message, help);
    }
    for item in place.items() {
        judge(&item, report);
    }
}

fn judge_object(place: &Place<'_, '_>, object: &Object, report: &mut Report<'_>) {
    let fields = place.fields();
    for (member, known) in &fields {
        match known.field() {
            Some(field) => {
                if matches!(known, Known::Misspelt(_)) {
                    unknown_field(place, object, member, Some(field), report);
                }
                let child = place.child(member, &field.rule);
                if let Need::OnlyWhere(other, value) = field.need {
                    judge_use(place, &child, other, value, report);
                }
                judge(&child, report);
            }
            None if SERVER_FIELDS.contains(&member.key.as_ref()) => {
                let message = format!(
                    "`{}` is set by the server and must never be published",
                    member.key
                );
                let at = place.child(member, place.rule).at;
                report.add(
                    Code::ServerField,
                    &at,
                    &member.key_span,
                    message,
                    "remove it",
                );
            }
            None => unknown_field(place, object, member, None, report),
        }
    }
    for field in object.fields {
        let is_there = fields
            .iter()
            .any(|(_, known)| known.field().is_some_and(|there| there.name == field.name));
        if !is_there {
            judge_absence(place, object, field, report);
        }
    }
}

fn unknown_field(
    place: &Place<'_, '_>,
    object: &Object,
    member: &Member<'_>,
    meant: Option<&Field>,
    report: &mut Report<'_>,
) {
    let (noun, key) = (object.noun, clip(&member.key));
    let message = format!("a {noun} has no field `{key}`");
    let help = match meant {
        Some(field) => format!("did you mean `{}`?", field.name),
        None => {
            let names = enumeration(object.fields.iter().map(|field| field.name));
            format!("remove it; the fields of a {noun} are {}", names)
        }
    };
    let at = place.child(member, place.rule).at;
    report.add(Code::UnknownField, &at, &member.key_span, message, help);
}

fn judge_absence(place: &Place<'_, '_>, object: &Object, field: &Field, report: &mut Report<'_>) {
    let because = match field.need {
        Need::Optional => return,
        Need::Required => String::new(),
        Need::RequiredWhere(other, value) | Need::OnlyWhere(other, value) => {
            if place.text_of(other) != Some(value) {
                return;
            }
            format!(", which is required where `{other}` is `{value}`")
        }
    };
    let whose = ["id", "name"]
        .iter()
        .filter(|_| !place.at.is_empty())
        .find_map(|key| place.text_of(key))
        .map_or_else(String::new, |name| format!(" `{}`", clip(name)));
    let message = format!(
        "the {}{whose} has no `{}`{because}",
        object.noun, field.name
    );
    let help = format!("add \"{}\": {}", field.name, field.rule.example());
    report.add(
        Code::MissingField,
        &place.at,
        &place.opening(),
        message,
        help,
    );
}

/// A field that has a meaning only where `other` is `value`.
fn judge_use(
    place: &Place<'_, '_>,
    field: &Place<'_, '_>,
    other: &'static str,
    value: &'static str,
    report: &mut Report<'_>,
) {
    let Some(found) = place.text_of(other).filter(|found| *found != value) else {
        return;
    };
    let message = format!(
        "{} has no meaning where `{other}` is `{found}`",
        field.label()
    );
    let help = format!("remove it, or write \"{other}\": \"{value}\"");
    report.add(Code::UnusedField, &field.at, &field.key, message, help);
}
