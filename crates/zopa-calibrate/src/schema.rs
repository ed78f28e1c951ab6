//! The schema as a table, and the walk that finds every breach of it.
//!
//! `oneOf` with null is resolved to the branch that is meant: of an object, the faults within it are reported.

use std::collections::BTreeSet;

use zopa_model::Rational;
use zopa_model::json::{Node, Span, Value, pointer_token};
use zopa_model::names::{alternatives, nearest};

use crate::Rule;
use crate::finding::{Report, opening};
use crate::text::clip;

/// What a value may be.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A text.
    Text,
    /// True or false.
    Flag,
    /// An object with any members.
    Anything,
    /// One of some words, or null too.
    Words(&'static [&'static str], bool),
    /// An object.
    Object(&'static [Field]),
    /// An object or null, by type.
    ObjectOrNull(&'static [Field]),
    /// An object or null, by `oneOf`.
    OneOf(&'static [Field]),
    /// A list.
    List(&'static Kind),
    /// A whole number from 0 to 4, or null.
    Score,
}

/// A member of an object.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
}

const fn required(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        required: true,
        kind,
    }
}

const fn optional(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        required: false,
        kind,
    }
}

const GATE: Kind = Kind::Words(&["pass", "fail"], false);

const GATES: &[Field] = &[optional("safety", GATE), optional("accuracy", GATE)];

const SCORES: &[Field] = &[
    optional("instruction_following", Kind::Score),
    optional("dialect_fit", Kind::Score),
    optional("register", Kind::Score),
    optional("cultural_fit", Kind::Score),
    optional("language_quality", Kind::Score),
];

const MESSAGE: Kind = Kind::Object(&[
    required("role", Kind::Words(&["user", "assistant", "system"], false)),
    required("content", Kind::Text),
]);

const OUTCOMES: &[&str] = &["A", "B", "tie", "both_unacceptable"];

const STRENGTHS: &[&str] = &["significantly_better", "slightly_better", "none"];

/// A pair's members.
pub(crate) const PAIR: &[Field] = &[
    required("pair_id", Kind::Text),
    required("prompt_variety", Kind::Text),
    required(
        "target_variety",
        Kind::Words(&["mirror_user", "msa"], false),
    ),
    optional("domain", Kind::Text),
    optional(
        "context",
        Kind::ObjectOrNull(&[optional("lang", Kind::Text), optional("text", Kind::Text)]),
    ),
    required("messages", Kind::List(&MESSAGE)),
    required("response_a", Kind::Text),
    required("response_b", Kind::Text),
    required("gates", Kind::Object(BOTH_GATES)),
    required("criterion_scores", Kind::Object(BOTH_SCORES)),
    required(
        "gold",
        Kind::Object(&[
            required("outcome", Kind::Words(OUTCOMES, true)),
            required("strength", Kind::Words(STRENGTHS, true)),
            required("reason_codes", Kind::List(&Kind::Text)),
        ]),
    ),
    optional("gold_rewrite", Kind::Text),
    required("rationale_en", Kind::Text),
    optional("tests", Kind::Text),
    optional("response_source", Kind::Anything),
    optional("kit", Kind::Text),
    optional("version", Kind::Text),
    required("rubric_version", Kind::Text),
    optional("synthetic", Kind::Flag),
];

const BOTH_GATES: &[Field] = &[
    optional("a", Kind::Object(GATES)),
    optional("b", Kind::Object(GATES)),
];

const BOTH_SCORES: &[Field] = &[
    optional("a", Kind::OneOf(SCORES)),
    optional("b", Kind::OneOf(SCORES)),
];

/// A verdict's members.
pub(crate) const VERDICT: &[Field] = &[
    required("pair_id", Kind::Text),
    required("annotator", Kind::Text),
    optional("order", Kind::Words(&["ab", "ba"], true)),
    required("outcome", Kind::Words(OUTCOMES, true)),
    optional("strength", Kind::Words(STRENGTHS, true)),
    optional("gates", Kind::ObjectOrNull(BOTH_GATES)),
    optional("criterion_scores", Kind::ObjectOrNull(BOTH_SCORES)),
];

/// Reports every breach of a table of members.
pub(crate) fn judge(root: &Node<'_>, fields: &'static [Field], report: &mut Report) {
    duplicate_keys(root, &mut String::new(), report);
    value(root, Kind::Object(fields), "", report);
}

/// Keys that repeat one of the same object, however deep. It stops where no more would be kept: pointers may be long.
fn duplicate_keys(node: &Node<'_>, at: &mut String, report: &mut Report) {
    let length = at.len();
    for (index, item) in node.items().iter().enumerate() {
        at.push_str(&format!("/{index}"));
        duplicate_keys(item, at, report);
        at.truncate(length);
    }
    let mut seen = BTreeSet::new();
    for member in node.members() {
        if report.is_full() && report.failed() {
            return;
        }
        at.push('/');
        at.push_str(&pointer_token(&member.key));
        if !seen.insert(&member.key) {
            let message = format!("`{}` stands twice in this object", clip(&member.key));
            report.add(
                Rule::DuplicateKey,
                &**at,
                member.key_span.clone(),
                message,
                "keep one of the two",
            );
        }
        duplicate_keys(&member.value, at, report);
        at.truncate(length);
    }
}

fn value(node: &Node<'_>, kind: Kind, at: &str, report: &mut Report) {
    match (kind, &node.value) {
        (Kind::Text, Value::String(_))
        | (Kind::Flag, Value::Bool(_))
        | (Kind::Anything, Value::Object(_))
        | (
            Kind::ObjectOrNull(_) | Kind::OneOf(_) | Kind::Score | Kind::Words(_, true),
            Value::Null,
        ) => {}
        (
            Kind::Object(fields) | Kind::ObjectOrNull(fields) | Kind::OneOf(fields),
            Value::Object(_),
        ) => {
            object(node, fields, at, report);
        }
        (Kind::List(item_kind), Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                value(item, *item_kind, &format!("{at}/{index}"), report);
            }
        }
        (Kind::Words(words, nullable), found) => {
            let known = matches!(found, Value::String(text) if words.contains(&&**text));
            if !known {
                not_a_word(node, words, nullable, at, report);
            }
        }
        (Kind::Score, Value::Number(text)) => score(node, text, at, report),
        (Kind::OneOf(_), _) => {
            let message = format!(
                "{} is an object or null, found {}",
                label(at, report.subject()),
                node.describe()
            );
            let help = "write an object of scores, or `null`";
            report.add(Rule::OneOf, at, marked(node), message, help);
        }
        (kind, _) => {
            let wanted = wanted(kind);
            let message = format!(
                "{} is {wanted}, found {}",
                label(at, report.subject()),
                node.describe()
            );
            report.add(
                Rule::Type,
                at,
                marked(node),
                message,
                format!("write {wanted}"),
            );
        }
    }
}

fn object(node: &Node<'_>, fields: &[Field], at: &str, report: &mut Report) {
    let known = || fields.iter().map(|field| field.name);
    for field in fields.iter().filter(|field| field.required) {
        if node.get(field.name).is_none() {
            let message = format!("{} lacks `{}`", label(at, report.subject()), field.name);
            let help = format!("add `{}`: {}", field.name, wanted(field.kind));
            let missing = format!("{at}/{}", field.name);
            report.add(Rule::Required, missing, opening(node), message, help);
        }
    }
    for member in node.members() {
        if let Some(field) = fields.iter().find(|field| field.name == member.key) {
            value(
                &member.value,
                field.kind,
                &format!("{at}/{}", field.name),
                report,
            );
            continue;
        }
        if report.is_full() {
            // to be counted; its nearest name is not looked for
            report.add(Rule::UnknownField, "", 0..0, "", "");
            continue;
        }
        let absent = known().filter(|name| node.get(name).is_none());
        let near = nearest(&member.key, absent).or_else(|| nearest(&member.key, known()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "remove it: it is read over".to_owned(),
        };
        let message = format!("the schema has no field `{}` here", clip(&member.key));
        let pointer = format!("{at}/{}", pointer_token(&member.key));
        report.add(
            Rule::UnknownField,
            pointer,
            member.key_span.clone(),
            message,
            help,
        );
    }
}

fn not_a_word(node: &Node<'_>, words: &[&str], nullable: bool, at: &str, report: &mut Report) {
    let or_null = if nullable { ", or null" } else { "" };
    let found = match node.as_str() {
        Some(text) => format!("`{}`", clip(text)),
        None => node.describe().to_owned(),
    };
    let wanted = alternatives(words.iter().copied());
    let message = format!(
        "{} is {wanted}{or_null}, found {found}",
        label(at, report.subject())
    );
    let help = match node
        .as_str()
        .and_then(|text| nearest(text, words.iter().copied()))
    {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write {wanted}{or_null}"),
    };
    report.add(Rule::Enum, at, marked(node), message, help);
}

fn score(node: &Node<'_>, text: &str, at: &str, report: &mut Report) {
    let name = label(at, report.subject());
    let found = clip(text);
    let mut add = |rule, message: String, help: &str| {
        report.add(rule, at, node.span.clone(), message, help);
    };
    let value = match Rational::from_json_number(text) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("{name}: {error}, found {found}");
            return add(
                Rule::Type,
                message,
                "write a whole number from 0 to 4, or `null`",
            );
        }
    };
    if !value.is_integer() {
        let message = format!("{name} is a whole number or null, found {found}");
        add(
            Rule::Type,
            message,
            "write a whole number from 0 to 4: there are no half points",
        );
    } else if value < Rational::ZERO {
        let message = format!("{name} is at least 0, found {found}");
        add(Rule::Minimum, message, "write a score from 0 to 4");
    } else if value > Rational::new(4, 1) {
        let message = format!("{name} is at most 4, found {found}");
        add(Rule::Maximum, message, "write a score from 0 to 4");
    } else if text.contains(['.', 'e', 'E']) {
        let message = format!("{name} is the whole number {value}, written as {found}");
        add(Rule::IntegralFloat, message, &format!("write {value}"));
    }
}

/// The value at a pointer in words: its name in backticks, or what the line holds.
fn label(at: &str, subject: &str) -> String {
    match at.rsplit_once('/') {
        None => format!("the {subject}"),
        Some((list, index)) if index.parse::<usize>().is_ok() => {
            format!(
                "item {index} of `{}`",
                list.rsplit('/').next().unwrap_or_default()
            )
        }
        Some((_, "a" | "b")) => format!("`{}`", at[1..].replace('/', ".")),
        Some((_, name)) => format!("`{name}`"),
    }
}

/// What is marked of a value: all of it, but of an object or a list, which may be long, the bracket.
fn marked(node: &Node<'_>) -> Span {
    match node.value {
        Value::Object(_) | Value::Array(_) => opening(node),
        _ => node.span.clone(),
    }
}

fn wanted(kind: Kind) -> String {
    match kind {
        Kind::Text => "a text".to_owned(),
        Kind::Flag => "`true` or `false`".to_owned(),
        Kind::Anything | Kind::Object(_) => "an object".to_owned(),
        Kind::ObjectOrNull(_) | Kind::OneOf(_) => "an object or null".to_owned(),
        Kind::List(Kind::Text) => "a list of texts".to_owned(),
        Kind::List(_) => "a list of objects".to_owned(),
        Kind::Score => "a whole number from 0 to 4, or null".to_owned(),
        Kind::Words(words, nullable) => {
            let or_null = if nullable { ", or null" } else { "" };
            format!("{}{or_null}", alternatives(words.iter().copied()))
        }
    }
}

#[cfg(test)]
mod tests;
