//! NegoLog: a JSON file for each party, with `issueWeights`, the worth of each value of each of the `issues`, and a
//! `reservationValue`. Utility is the sum of weight times worth (A. Doğru et al., NegoLog, IJCAI 2024).

use zopa_model::json::{Node, Value};

use super::outline::{Outline, OutlineIssue, Pieces, Profile, Space, Worth, two};
use super::tree;
use crate::{Door, Notes, Options, Source};

/// Does a file look like a profile of NegoLog?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    let text = source.text;
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
        && text.contains("\"issueWeights\"")
        && text.contains("\"issues\"")
        && !text.contains("\"LinearAdditiveUtilitySpace\"")
}

pub(super) fn read<'t>(
    sources: &[Source<'t>],
    options: &Options,
    notes: &mut Notes,
) -> Option<Pieces<'t>> {
    let mut outline: Option<Outline> = None;
    let mut profiles = Vec::new();
    for source in sources {
        let root = tree::json(source, notes)?;
        let mut door = Door::new(*source, options, notes);
        let outline = outline.get_or_insert_with(|| outline_of(&root));
        profiles.push(profile(&root, outline, &mut door)?);
    }
    let profiles = two(profiles, sources, notes)?;
    Some((outline?, profiles))
}

/// The issues and values of a profile, in its order.
fn outline_of(root: &Node<'_>) -> Outline {
    let issues = root.get("issues").map(Node::members).unwrap_or_default();
    let issue = issues.iter().map(|issue| OutlineIssue {
        name: issue.key.to_string(),
        space: Space::Values(
            issue
                .value
                .members()
                .iter()
                .map(|value| value.key.to_string())
                .collect(),
        ),
        at: issue.key_span.start,
    });
    Outline {
        name: None,
        issues: issue.collect(),
    }
}

fn profile<'t>(root: &Node<'_>, outline: &Outline, door: &mut Door<'_, 't>) -> Option<Profile<'t>> {
    let weights = tree::member(root, "issueWeights", door)?;
    let issues = tree::member(root, "issues", door)?;
    tree::no_others(issues, outline, door)?;
    let mut all_weights = Vec::new();
    let mut worths = Vec::new();
    for issue in &outline.issues {
        let weight = tree::number_of(weights, &issue.name, door)?;
        let Space::Values(values) = &issue.space else {
            return None;
        };
        let table = tree::member(issues, &issue.name, door)?;
        worths.push(Worth::Table(tree::table(
            table,
            values,
            &issue.name,
            &weight,
            door,
        )?));
        all_weights.push(weight);
    }
    door.judge_sum(&all_weights, weights.span.start);
    let batna = match root.get("reservationValue") {
        None => None,
        Some(node) if node.value == Value::Null => None,
        Some(node) => Some(tree::number(node, "`reservationValue`", door)?),
    };
    Some(Profile {
        source: door.source,
        name: None,
        batna,
        worths,
    })
}
