//! GeniusWeb: a JSON file for each party, a `LinearAdditiveUtilitySpace`, and often one of the domain. Values are listed or numbers
//! of a range; utility is the sum of weight times the value's utility, and the reservation is that of a `reservationBid`
//! (W. Pasman, GeniusWeb, TU Delft: classes `LinearAdditiveUtilitySpace`, `DiscreteValueSetUtilities`, `NumberValueSetUtilities`).

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

use super::outline::{Form, Outline, OutlineIssue, Pieces, Profile, Space, Worth, few_issues};
use super::tree;
use crate::number::clip;
use crate::{Door, NoteCode, Notes, Options, Source};

/// The two spellings of a table of utilities, of a linear function, and of their wrappers in a domain.
const TABLES: [&str; 2] = ["discreteutils", "DiscreteValueSetUtilities"];
const LINES: [&str; 2] = ["numberutils", "NumberValueSetUtilities"];
const SETS: [&str; 2] = ["DiscreteValueSet", "NumberValueSet"];

/// Other kinds of profiles, which are no sums over issues with known numbers.
const OTHER_KINDS: [&str; 3] = [
    "DefaultPartialOrdering",
    "DefaultProfile",
    "SumOfGroupsUtilitySpace",
];

/// Does a file look like a domain or a profile of GeniusWeb?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    let text = source.text.trim_start_matches('\u{feff}');
    let has = |word: &str| text.contains(&format!("\"{word}\""));
    text.trim_start().starts_with('{')
        && (has("issuesValues")
            || has("LinearAdditiveUtilitySpace")
            || OTHER_KINDS.iter().any(|kind| has(kind)))
}

pub(super) fn read<'t>(
    sources: &[Source<'t>],
    options: &Options,
    notes: &mut Notes,
) -> Option<Pieces<'t>> {
    let mut outline = None;
    let mut spaces = Vec::new();
    for source in sources {
        let root = tree::json(source, notes)?;
        let mut door = Door::new(*source, options, notes);
        if root.get("issuesValues").is_some() {
            outline = Some(outline_of(&root, &mut door)?);
        } else if let Some(space) = root.get("LinearAdditiveUtilitySpace") {
            spaces.push((*source, space.clone()));
        } else {
            let kind = root
                .members()
                .first()
                .map_or("", |member| member.key.as_ref());
            let message = format!(
                "a profile of kind `{}` is no sum over issues with known utilities",
                clip(kind)
            );
            door.note(NoteCode::UnexpectedShape, root.span.start, message);
            return None;
        }
    }
    let form = Form {
        domain: "domain",
        outline: outline_of,
        profile,
    };
    form.pieces(outline, spaces, sources, options, notes)
}

fn outline_of(domain: &Node<'_>, door: &mut Door<'_, '_>) -> Option<Outline> {
    let values = tree::member(domain, "issuesValues", door)?;
    let mut issues = Vec::new();
    for member in values.members() {
        let mut set = &member.value;
        if let Some(inner) = SETS.iter().find_map(|key| set.get(key)) {
            set = inner;
        }
        let space = match set.get("range") {
            Some(range) => {
                let ends = [
                    tree::number_of(range, "low", door)?,
                    tree::number_of(range, "high", door)?,
                ];
                let step = tree::number_of(range, "step", door)?;
                if ends[0] > ends[1] || !step.is_positive() {
                    let message = format!("the range of `{}` does not rise", clip(&member.key));
                    door.note(NoteCode::UnexpectedShape, range.span.start, message);
                    return None;
                }
                Space::Numbers {
                    ends,
                    step: Some(step),
                }
            }
            None => {
                let list = tree::member(set, "values", door)?;
                let names = list.items().iter().map(|item| tree::text(item));
                Space::Values(names.collect())
            }
        };
        issues.push(OutlineIssue {
            name: member.key.to_string(),
            space,
            at: member.key_span.start,
        });
    }
    Some(Outline {
        name: domain.get("name").and_then(Node::as_str).map(str::to_owned),
        issues,
    })
}

fn profile<'t>(
    space: &Node<'_>,
    outline: &Outline,
    door: &mut Door<'_, 't>,
) -> Option<Profile<'t>> {
    let weights = tree::member(space, "issueWeights", door)?;
    let utilities = tree::member(space, "issueUtilities", door)?;
    few_issues(outline.issues.len(), space.span.start, door)?;
    tree::no_others(utilities, outline, door)?;
    let mut all = Vec::new();
    let mut worths = Vec::new();
    for issue in &outline.issues {
        let weight = tree::number_of(weights, &issue.name, door)?;
        let set = tree::member(utilities, &issue.name, door)?;
        worths.push(worth(set, issue, &weight, door)?);
        all.push(weight);
    }
    door.judge_sum(&all, weights.span.start);
    let batna = match space.get("reservationBid") {
        Some(bid) if bid.value != Value::Null => Some(reservation(bid, outline, &worths, door)?),
        _ => None,
    };
    let name = space.get("name").and_then(Node::as_str);
    Some(Profile {
        source: door.source,
        name: name.map(str::to_owned),
        batna,
        worths,
    })
}

/// What the values of an issue are worth, weighted.
fn worth(
    set: &Node<'_>,
    issue: &OutlineIssue,
    weight: &Rational,
    door: &mut Door<'_, '_>,
) -> Option<Worth> {
    let table = TABLES.iter().find_map(|key| set.get(key));
    let line = LINES.iter().find_map(|key| set.get(key));
    match (&issue.space, table, line) {
        (Space::Values(values), Some(table), _) => {
            let table = tree::member(table, "valueUtilities", door)?;
            Some(Worth::Table(tree::table(
                table,
                values,
                &issue.name,
                weight,
                door,
            )?))
        }
        (Space::Numbers { ends, .. }, _, Some(line)) => {
            let mut number = |key| tree::number_of(line, key, door);
            let low = [number("lowValue")?, &number("lowUtility")? * weight];
            let high = [number("highValue")?, &number("highUtility")? * weight];
            if low[0] != ends[0] || high[0] != ends[1] {
                let message = format!(
                    "the utilities of `{}` are not of the domain's range",
                    clip(&issue.name)
                );
                door.note(NoteCode::ProfilesDiffer, line.span.start, message);
                return None;
            }
            Some(Worth::Curve(if low[0] == high[0] {
                vec![low]
            } else {
                vec![low, high]
            }))
        }
        _ => {
            let message = format!(
                "the utilities of `{}` are not of the domain's kind of values",
                clip(&issue.name)
            );
            door.note(NoteCode::ProfilesDiffer, set.span.start, message);
            None
        }
    }
}

/// The utility of the bid that stands for no deal. What it leaves open is worth nothing.
fn reservation(
    bid: &Node<'_>,
    outline: &Outline,
    worths: &[Worth],
    door: &mut Door<'_, '_>,
) -> Option<Rational> {
    let chosen = bid.get("issuevalues").unwrap_or(bid);
    let mut sum = Rational::ZERO;
    for (issue, worth) in outline.issues.iter().zip(worths) {
        let Some(value) = chosen.get(&issue.name) else {
            let message = format!(
                "the reservation bid leaves `{}` open, which counts as 0",
                clip(&issue.name)
            );
            door.note(NoteCode::PartialBid, chosen.span.start, message);
            continue;
        };
        sum = &sum + &tree::worth_of(value, issue, worth, "the reservation bid", door)?;
    }
    Some(sum)
}
