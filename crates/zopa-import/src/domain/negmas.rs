//! NegMAS: YAML or JSON files, one of an outcome space with its issues and one for each party's utility function, which is linear
//! and additive here (Y. Mohammad et al., NegMAS, PRIMA 2021; forms as version 0.16 writes them). Names of classes, also
//! with their paths, are compared as texts; nothing is resolved.

use std::borrow::Cow;

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

use super::function::{Function, class};
use super::join::MAX_OPTIONS;
use super::outline::{Form, Outline, OutlineIssue, Pieces, Profile, Space, Worth};
use super::tree;
use crate::number::{clip, spelled};
use crate::{Door, NoteCode, Notes, Options, Source, yaml};

/// Does a file look like an outcome space or a utility function of NegMAS?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    let text = source.text;
    let is_markup = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<');
    let words = [
        "CartesianOutcomeSpace",
        "AdditiveUtilityFunction",
        "LinearUtilityFunction",
        "AffineUtilityFunction",
        "DiscountedUFun",
    ];
    let has_issues = text.contains("CategoricalIssue") || text.contains("ContiguousIssue");
    !is_markup && (has_issues || words.iter().any(|word| text.contains(word)))
}

pub(super) fn read<'t>(
    sources: &[Source<'t>],
    options: &Options,
    notes: &mut Notes,
) -> Option<Pieces<'t>> {
    let mut outline = None;
    let mut functions = Vec::new();
    // infinities are no JSON; of the same length, so that places stay
    let texts: Vec<Cow<'t, str>> = sources.iter().map(|source| finite(source.text)).collect();
    for (source, text) in sources.iter().zip(&texts) {
        let read = Source {
            name: source.name,
            text,
        };
        let root = if text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('{')
        {
            tree::json(&read, notes)?
        } else {
            yaml::read(&read, notes)?
        };
        let mut door = Door::new(*source, options, notes);
        if root.get("issues").is_some() && root.get("weights").is_none() {
            outline = Some(outline_of(&root, &mut door)?);
        } else {
            functions.push((*source, root));
        }
    }
    let form = Form {
        domain: "outcome_space",
        outline: outline_of,
        profile,
    };
    form.pieces(outline, functions, sources, options, notes)
}

/// The text with a word of the same length for `-Infinity`, which Python writes into JSON.
fn finite(text: &str) -> Cow<'_, str> {
    if text.contains("-Infinity") {
        Cow::Owned(text.replace("-Infinity", "\"-.inf\" "))
    } else {
        Cow::Borrowed(text)
    }
}

fn outline_of(space: &Node<'_>, door: &mut Door<'_, '_>) -> Option<Outline> {
    let mut issues = Vec::new();
    for (index, issue) in tree::member(space, "issues", door)?
        .items()
        .iter()
        .enumerate()
    {
        let name = issue.get("name").map(tree::text);
        let name = name.unwrap_or_else(|| format!("issue {}", index + 1));
        let values = tree::member(issue, "values", door)?;
        let space = match class(issue) {
            "ContiguousIssue" => contiguous(values, &name, door)?,
            "ContinuousIssue" => Space::Numbers {
                ends: ends(values, &name, door)?,
                step: None,
            },
            _ if matches!(values.value, Value::Number(_)) => contiguous(values, &name, door)?,
            _ => Space::Values(values.items().iter().map(tree::text).collect()),
        };
        issues.push(OutlineIssue {
            name,
            space,
            at: issue.span.start,
        });
    }
    let name = space.get("name").and_then(Node::as_str);
    Some(Outline {
        name: name.filter(|name| !name.is_empty()).map(str::to_owned),
        issues,
    })
}

/// Whole numbers from the first to the second, or from 0 so many.
fn contiguous(values: &Node<'_>, name: &str, door: &mut Door<'_, '_>) -> Option<Space> {
    let ends = match values.value {
        Value::Number(_) => {
            let count = tree::number(values, "the number of values", door)?;
            [Rational::ZERO, &count - &Rational::ONE]
        }
        _ => ends(values, name, door)?,
    };
    let count = &(&ends[1] - &ends[0]) + &Rational::ONE;
    if count > Rational::from(i64::try_from(MAX_OPTIONS).unwrap_or(i64::MAX)) {
        return Some(Space::Numbers {
            ends,
            step: Some(Rational::ONE),
        });
    }
    let mut list = Vec::new();
    let mut value = ends[0].clone();
    while value <= ends[1] {
        list.push(spelled(&value));
        value = &value + &Rational::ONE;
    }
    Some(Space::Values(list))
}

fn ends(values: &Node<'_>, name: &str, door: &mut Door<'_, '_>) -> Option<[Rational; 2]> {
    let what = format!("a bound of the issue `{}`", clip(name));
    let [from, to] = values.items() else {
        let message = format!("the issue `{}` has no two bounds", clip(name));
        door.note(NoteCode::UnexpectedShape, values.span.start, message);
        return None;
    };
    let ends = [
        tree::number(from, &what, door)?,
        tree::number(to, &what, door)?,
    ];
    if ends[0] > ends[1] {
        let message = format!("the range of the issue `{}` does not rise", clip(name));
        door.note(NoteCode::UnexpectedShape, values.span.start, message);
        return None;
    }
    Some(ends)
}

fn profile<'t>(root: &Node<'_>, outline: &Outline, door: &mut Door<'_, 't>) -> Option<Profile<'t>> {
    let mut function = root;
    while let Some(inner) = function.get("ufun") {
        let message = format!("the discounting of `{}` is not used", clip(class(function)));
        door.note(NoteCode::DiscountIgnored, function.span.start, message);
        function = inner;
    }
    let kind = class(function);
    let is_plain = matches!(kind, "LinearUtilityFunction" | "AffineUtilityFunction");
    if !is_plain
        && !matches!(
            kind,
            "LinearAdditiveUtilityFunction" | "UtilityFunction" | ""
        )
    {
        let message = format!(
            "the utility function is a `{}`; only `LinearAdditiveUtilityFunction`, `AffineUtilityFunction` and `LinearUtilityFunction` are sums over issues",
            clip(kind)
        );
        door.note(NoteCode::NotAdditive, function.span.start, message);
        return None;
    }
    let weights = tree::member(function, "weights", door)?;
    let values = if is_plain {
        None
    } else {
        Some(tree::member(function, "values", door)?)
    };
    let mut bias = match function.get("bias") {
        Some(node) => tree::number(node, "`bias`", door)?,
        None => Rational::ZERO,
    };
    let mut worths = Vec::new();
    for (index, issue) in outline.issues.iter().enumerate() {
        let weight = tree::number(part(weights, index, &issue.name, door)?, "a weight", door)?;
        let function = match values {
            None => Function::identity(),
            Some(values) => Function::read(part(values, index, &issue.name, door)?, door)?,
        };
        let item = values.and_then(|values| values.items().get(index));
        let place = item.map_or(root.span.start, |item| item.span.start);
        worths.push(function.worth(issue, &weight, &bias, place, door)?);
        // a constant counts once
        bias = Rational::ZERO;
    }
    let batna = reservation(root, outline, &worths, door)?;
    Some(Profile {
        source: door.source,
        name: root.get("name").and_then(Node::as_str).map(str::to_owned),
        batna,
        worths,
    })
}

/// What a list or a map holds for an issue.
fn part<'n, 's>(
    all: &'n Node<'s>,
    index: usize,
    name: &str,
    door: &mut Door<'_, '_>,
) -> Option<&'n Node<'s>> {
    let found = match &all.value {
        Value::Array(items) => items.get(index),
        _ => all.get(name),
    };
    if found.is_none() {
        let message = format!("there is nothing for the issue `{}`", clip(name));
        door.note(NoteCode::UnexpectedShape, all.span.start, message);
    }
    found
}

/// The utility without a deal: a value, or that of an outcome.
fn reservation(
    root: &Node<'_>,
    outline: &Outline,
    worths: &[Worth],
    door: &mut Door<'_, '_>,
) -> Option<Option<Rational>> {
    let present = |key: &str| root.get(key).filter(|node| node.value != Value::Null);
    if let Some(node) = present("reserved_value") {
        if matches!(
            tree::text(node).as_str(),
            "-.inf" | "-inf" | "-.Inf" | "-.INF"
        ) {
            let message = "the reserved value is minus infinity: the BATNA counts as 0";
            door.note(NoteCode::EndlessReservation, node.span.start, message);
            return Some(None);
        }
        return Some(Some(tree::number(node, "`reserved_value`", door)?));
    }
    let Some(outcome) = present("reserved_outcome") else {
        return Some(None);
    };
    let mut sum = Rational::ZERO;
    for (index, (issue, worth)) in outline.issues.iter().zip(worths).enumerate() {
        let node = part(outcome, index, &issue.name, door)?;
        sum = &sum + &tree::worth_of(node, issue, worth, "the reserved outcome", door)?;
    }
    Some(Some(sum))
}
