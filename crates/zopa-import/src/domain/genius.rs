//! GENIUS: an XML file for the domain and one for each party. Utility is the sum over issues of weight times evaluation, an
//! evaluation being divided by the issue's largest (R. Lin et al., Genius, Computational Intelligence 30, 2014; classes
//! `AdditiveUtilitySpace` and `Evaluator*` of version 10.4).

use std::collections::BTreeSet;

use super::evaluator;
use super::join::few_values;
use super::outline::{Outline, OutlineIssue, Pieces, Profile, Space, Worth, few_issues, two};
use crate::number::clip;
use crate::xml::{self, Element};
use crate::{Door, NoteCode, Notes, Options, Source};
use zopa_model::Rational;

/// Does a file look like a domain or a profile of GENIUS?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    let text = source.text.trim_start_matches('\u{feff}');
    text.trim_start().starts_with('<')
        && (text.contains("<utility_space") || text.contains("<negotiation_template"))
}

/// An issue as the domain has it.
#[derive(Debug)]
pub(super) struct IssueElement<'e> {
    pub(super) index: String,
    pub(super) kind: Kind,
    pub(super) element: &'e Element,
}

/// The kinds of issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Discrete,
    Integer,
    Real,
}

pub(super) fn read<'t>(
    sources: &[Source<'t>],
    options: &Options,
    notes: &mut Notes,
) -> Option<Pieces<'t>> {
    let mut domain = None;
    let mut spaces = Vec::new();
    for source in sources {
        let root = xml::read(source, notes)?;
        if is_domain(&root) {
            domain = Some((*source, root));
        } else {
            spaces.push((*source, root));
        }
    }
    let spaces = two(spaces, sources, notes)?;
    let (source, root) = domain.as_ref().unwrap_or(&spaces[0]);
    let mut door = Door::new(*source, options, notes);
    let issues = issues(root, &mut door)?;
    judge_tree(root, &issues, &mut door);
    let outline = outline(root, &issues, &mut door)?;
    let mut profiles = Vec::new();
    for (source, space) in &spaces {
        let mut door = Door::new(*source, options, notes);
        let name = agent(root, source);
        profiles.push(profile(space, name, &issues, &outline, &mut door)?);
    }
    Some((outline, two(profiles, sources, notes)?))
}

/// Is it a domain's file? A profile has weights or evaluations.
fn is_domain(root: &Element) -> bool {
    let says_worth = |element: &&Element| {
        matches!(element.name.as_str(), "weight" | "evaluator")
            || element.get("evaluation").is_some()
    };
    root.name == "negotiation_template" || !root.descend().iter().any(says_worth)
}

/// The party that a domain's file gives this profile.
fn agent(root: &Element, source: &Source<'_>) -> Option<String> {
    let base = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let file = base(source.name);
    let all = root.descend();
    let mut agents = all.iter().filter(|element| element.name == "agent");
    let found = agents.find(|agent| {
        agent
            .get("utility_space")
            .is_some_and(|path| base(path) == file)
    });
    found?.get("name").map(str::to_owned)
}

/// The issues of a tree in the order of the file.
fn issues<'e>(root: &'e Element, door: &mut Door<'_, '_>) -> Option<Vec<IssueElement<'e>>> {
    let mut found: Vec<IssueElement<'e>> = Vec::new();
    for element in root.descend() {
        if element.name != "issue" {
            continue;
        }
        let name = element.get("name").unwrap_or_default();
        let word = element
            .get("type")
            .or(element.get("vtype"))
            .unwrap_or("discrete");
        let kind = match word.to_ascii_lowercase().as_str() {
            "discrete" => Kind::Discrete,
            "integer" => Kind::Integer,
            "real" => Kind::Real,
            _ => {
                let message = format!(
                    "the issue `{}` is of type `{}`; discrete, integer and real are known",
                    clip(name),
                    clip(word)
                );
                door.note(NoteCode::UnexpectedShape, element.at, message);
                return None;
            }
        };
        let index = element.get("index").unwrap_or_default().trim().to_owned();
        few_issues(found.len(), element.at, door)?;
        if found.iter().any(|issue| issue.index == index) {
            let message = format!("two issues have the index `{}`", clip(&index));
            door.note(NoteCode::UnexpectedShape, element.at, message);
            return None;
        }
        found.push(IssueElement {
            index,
            kind,
            element,
        });
    }
    Some(found)
}

/// Notes what is odd about the tree.
fn judge_tree(root: &Element, issues: &[IssueElement<'_>], door: &mut Door<'_, '_>) {
    let all = root.descend();
    let objectives = all.iter().filter(|element| element.name == "objective");
    let count = objectives.clone().count();
    if count == 0 {
        let message = "the issues stand outside of an objective";
        door.note(NoteCode::NoObjective, root.at, message);
    }
    if let Some(inner) = objectives
        .clone()
        .find_map(|objective| objective.first("objective"))
    {
        let message = "objectives are nested: each issue counts with its own weight, those of objectives are not used";
        door.note(NoteCode::Hierarchy, inner.at, message);
    }
    let numbers: Vec<&str> = issues.iter().map(|issue| issue.index.as_str()).collect();
    let wanted: Vec<String> = (1..=issues.len()).map(|index| index.to_string()).collect();
    if count <= 1 && numbers != wanted {
        let message = format!(
            "issues are numbered `{}`, not from 1; they belong together by these numbers",
            clip(&numbers.join(", "))
        );
        door.note(NoteCode::IssueNumbers, root.at, message);
    }
}

fn outline(
    root: &Element,
    issues: &[IssueElement<'_>],
    door: &mut Door<'_, '_>,
) -> Option<Outline> {
    let mut outlines = Vec::new();
    for issue in issues {
        let element = issue.element;
        let space = match issue.kind {
            Kind::Discrete => Space::Values(values(element, door)?),
            Kind::Integer | Kind::Real => {
                let ends = bounds(element, door)?;
                let step = (issue.kind == Kind::Integer).then_some(Rational::ONE);
                Space::Numbers { ends, step }
            }
        };
        outlines.push(OutlineIssue {
            name: element.get("name").unwrap_or_default().to_owned(),
            space,
            at: element.at,
        });
    }
    let all = root.descend();
    let title = all
        .iter()
        .find(|element| element.name == "objective")
        .and_then(|root| root.get("name"));
    Some(Outline {
        name: title.filter(|title| !is_default(title)).map(str::to_owned),
        issues: outlines,
    })
}

/// Names that the editor gives when nobody does.
fn is_default(title: &str) -> bool {
    matches!(
        title.trim().to_ascii_lowercase().as_str(),
        "root" | "root objective" | "any"
    )
}

/// The values of a discrete issue, each once.
fn values(element: &Element, door: &mut Door<'_, '_>) -> Option<Vec<String>> {
    few_values(
        element.all("item").count(),
        element.get("name").unwrap_or_default(),
        element.at,
        door,
    )?;
    let mut seen = BTreeSet::new();
    let mut found: Vec<String> = Vec::new();
    for item in element.all("item") {
        let value = item.get("value").unwrap_or_default();
        if seen.insert(value.trim()) {
            found.push(value.to_owned());
        } else {
            let message = format!("the value `{}` stands twice, and is one", clip(value));
            door.note(NoteCode::DuplicateValue, item.at, message);
        }
    }
    let direct = element.all("item").count();
    let all = element.descend();
    let stray = all.iter().filter(|inner| inner.name == "item").count() - direct;
    if stray > 0 {
        let name = element.get("name").unwrap_or_default();
        let message = format!(
            "{stray} `item` within other elements of the issue `{}` are no values",
            clip(name)
        );
        door.note(NoteCode::StrayItem, element.at, message);
    }
    Some(found)
}

/// The lower and the upper bound, of the issue or of the `range` in it.
fn bounds(element: &Element, door: &mut Door<'_, '_>) -> Option<[Rational; 2]> {
    let name = clip(element.get("name").unwrap_or_default());
    let range = element.first("range").unwrap_or(element);
    let mut bound = |key: &str| {
        let Some(text) = range.get(key).or(element.get(key)) else {
            let message = format!("the issue `{name}` has no `{key}`");
            door.note(NoteCode::UnexpectedShape, element.at, message);
            return None;
        };
        door.number(text, range.at, &format!("`{key}` of the issue `{name}`"))
    };
    let ends = [bound("lowerbound")?, bound("upperbound")?];
    if ends[0] > ends[1] || ends[0] == ends[1] && element.get("type") == Some("real") {
        let message = format!("the range of the issue `{name}` does not rise");
        door.note(NoteCode::UnexpectedShape, element.at, message);
        return None;
    }
    Some(ends)
}

fn profile<'t>(
    root: &Element,
    name: Option<String>,
    issues: &[IssueElement<'_>],
    outline: &Outline,
    door: &mut Door<'_, 't>,
) -> Option<Profile<'t>> {
    let all = root.descend();
    let foreign = all
        .iter()
        .find(|element| matches!(element.name.as_str(), "ufun" | "utility_space_type"));
    let is_nonlinear = root
        .get("type")
        .is_some_and(|kind| kind.eq_ignore_ascii_case("nonlinear"));
    if is_nonlinear || foreign.is_some() {
        let at = foreign.map_or(root.at, |element| element.at);
        let message =
            "the utility space is nonlinear: constraints between issues are no sum over issues";
        door.note(NoteCode::NotAdditive, at, message);
        return None;
    }
    let own = issues_of(root);
    few_issues(own.len(), root.at, door)?;
    let mut weights = Vec::new();
    let mut worths = Vec::new();
    for (issue, known) in outline.issues.iter().zip(issues) {
        let found = own
            .iter()
            .find(|(_, element)| element.get("index").map(str::trim) == Some(&known.index));
        let found = found.or_else(|| {
            own.iter()
                .find(|(_, element)| element.get("name") == Some(&issue.name))
        });
        let Some((parent, element)) = found else {
            let message = format!(
                "the issue `{}` is not in the profile, and counts as 0",
                clip(&issue.name)
            );
            door.note(NoteCode::MissingWorth, root.at, message);
            worths.push(evaluator::nothing(&issue.space));
            continue;
        };
        let called = element.get("name").unwrap_or_default();
        if called.trim() != issue.name.trim() {
            let message = format!(
                "issue {} is `{}` here and `{}` in the domain",
                known.index,
                clip(called),
                clip(&issue.name)
            );
            door.note(NoteCode::NamesDiffer, element.at, message);
        }
        let weight = weight(parent, &known.index, &issue.name, door)?;
        worths.push(evaluator::worth(element, known.kind, issue, &weight, door)?);
        weights.push(weight);
    }
    door.judge_sum(&weights, root.at);
    judge_height(&worths, root.at, door);
    Some(Profile {
        source: door.source,
        name,
        batna: reservation(&all, door)?,
        worths,
    })
}

/// The issues of a profile, each below the element that holds its weight.
fn issues_of(root: &Element) -> Vec<(&Element, &Element)> {
    let parents = root.descend().into_iter();
    let children = parents.flat_map(|parent| parent.all("issue").map(move |issue| (parent, issue)));
    children.collect()
}

/// The weight that an issue's parent gives it.
fn weight(parent: &Element, index: &str, name: &str, door: &mut Door<'_, '_>) -> Option<Rational> {
    let what = format!("the weight of the issue `{}`", clip(name));
    let mut all = parent.all("weight");
    let found = all.find(|weight| weight.get("index").map(str::trim) == Some(index));
    let Some(weight) = found else {
        let message = format!("{what} is missing, and counts as 0");
        door.note(NoteCode::WeightMissing, parent.at, message);
        return Some(Rational::ZERO);
    };
    door.number(weight.get("value").unwrap_or_default(), weight.at, &what)
}

/// Notes utilities that can exceed 1.
fn judge_height(worths: &[Worth], at: usize, door: &mut Door<'_, '_>) {
    let highest: Rational = worths.iter().filter_map(Worth::highest).sum();
    if highest > Rational::ONE {
        let highest = crate::number::told(&highest);
        let message =
            format!("utilities go up to {highest}; GENIUS would count what exceeds 1 as 1");
        door.note(NoteCode::WorthAboveOne, at, message);
    }
}

/// The reservation value, and what there is to say of it and of the discount.
fn reservation(all: &[&Element], door: &mut Door<'_, '_>) -> Option<Option<Rational>> {
    let first = |name: &str| all.iter().find(|element| element.name == name);
    if let Some(discount) = first("discount_factor") {
        let text = discount.get("value").unwrap_or_default().trim();
        match text.parse::<Rational>() {
            // 0 is how GENIUS writes that there is none
            Ok(value) if value == Rational::ONE || value.is_zero() => {}
            Ok(_) => {
                let message = format!("the discount factor {} is not used", clip(text));
                door.note(NoteCode::DiscountIgnored, discount.at, message);
            }
            Err(_) => {
                let message = format!(
                    "the discount factor `{}` is no number, and is not used",
                    clip(text)
                );
                door.note(NoteCode::UnreadableDiscount, discount.at, message);
            }
        }
    }
    let Some(element) = first("reservation") else {
        return Some(None);
    };
    let Some(text) = element.get("value").filter(|text| !text.trim().is_empty()) else {
        return Some(None);
    };
    let value = door.number(text, element.at, "the reservation value")?;
    if value > Rational::ONE {
        let message = format!("the reservation value {} is above 1", clip(text));
        door.note(NoteCode::HighReservation, element.at, message);
    }
    Some(Some(value))
}
