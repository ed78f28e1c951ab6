//! Domains: the rules between the parts of one, and the scenario that a sound one describes.

use std::collections::BTreeSet;

use super::Code;
use super::parties::{Roll, judge_keys};
use super::place::Place;
use super::report::{Report, clip};
use crate::diagnostic::Diagnostic;
use crate::domain::{DomainIssue, IssueOption, IssueRange, IssueSpace};
use crate::json::quote;
use crate::scenario::{Batna, PARTIES, Party, Scenario, UtilityPoint};

/// Judges the issues.
pub(super) fn judge(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let roll = Roll::read(root);
    let issues = root.list("issues");
    judge_names(&issues, "issue", report);
    for issue in &issues {
        judge_form(issue, report);
        let options = issue.list("options");
        judge_names(&options, "option", report);
        let of_options = options.iter().map(|option| option.get("utilities"));
        let range = issue.get("range");
        let of_range = range.iter().flat_map(|range| {
            judge_ends(range, report);
            [range.get("utilities_from"), range.get("utilities_to")]
        });
        let utilities: Vec<Place<'_, '_>> = of_options.chain(of_range).flatten().collect();
        for utilities in utilities {
            judge_keys(&utilities, roll.as_ref(), "party", report);
        }
    }
}

/// No two of a list have the same name.
fn judge_names(list: &[Place<'_, '_>], noun: &str, report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for place in list.iter().filter_map(|item| item.get("name")) {
        let Some(name) = place.text() else { continue };
        if !seen.insert(name) {
            let message = format!("another {noun} is named {} too", quote(&clip(name)));
            let help = "give it a name of its own, or leave one of them out";
            report.about(Code::DuplicateId, &place, message, help);
        }
    }
}

/// An issue has either options or a range.
fn judge_form(issue: &Place<'_, '_>, report: &mut Report<'_>) {
    let found = match (issue.get("options"), issue.get("range")) {
        (None, None) => "neither `options` nor a `range`",
        (Some(_), Some(_)) => "both `options` and a `range`",
        _ => return,
    };
    let whose = issue
        .text_of("name")
        .map_or_else(String::new, |name| format!(" {}", quote(&clip(name))));
    let message = format!("the issue{whose} has {found}");
    let help = "list its `options`, or give a `range` over which utilities are linear";
    report.add(
        Code::OptionsOrRange,
        &issue.at,
        &issue.opening(),
        message,
        help,
    );
}

/// A range rises.
fn judge_ends(range: &Place<'_, '_>, report: &mut Report<'_>) {
    let (Some(from), Some(to)) = (range.number_of("from"), range.number_of("to")) else {
        return;
    };
    if from < to {
        return;
    }
    let message = format!("the range does not rise: it goes from {from} to {to}");
    let help = if from == to {
        "write a single number as an option"
    } else {
        "exchange both ends, and their utilities"
    };
    report.add(Code::EmptyRange, &range.at, &range.opening(), message, help);
}

/// The scenario; `None` where a value is faulty, which [`check`](super::check()) has reported then.
pub(super) fn build(root: &Place<'_, '_>, warnings: &[Diagnostic]) -> Option<Scenario> {
    let names = Roll::read(root)?.both()?;
    let parties = root.list("parties");
    let [a, b] = parties.as_slice() else {
        return None;
    };
    let issues = root.list("issues");
    let issues = issues.iter().map(|place| issue(place, names));
    let text = |name| root.text_of(name).map(str::to_owned);
    let id = text("id")?;
    Some(Scenario {
        name: text("name").unwrap_or_else(|| id.clone()),
        id,
        description: text("description").unwrap_or_default(),
        conflict_type: String::new(),
        difficulty: String::new(),
        parties: [party(a)?, party(b)?],
        resources: Vec::new(),
        raw: false,
        issues: issues.collect::<Option<_>>()?,
        warnings: warnings.to_vec(),
    })
}

fn party(place: &Place<'_, '_>) -> Option<Party> {
    let batna = place.number_of("batna").map(|utility| Batna {
        utility,
        description: String::new(),
    });
    let name = place.text_of("name")?.to_owned();
    Some(Party { name, batna })
}

fn issue(place: &Place<'_, '_>, names: [&str; PARTIES]) -> Option<DomainIssue> {
    let space = match place.get("range") {
        Some(range) => IssueSpace::Range(Box::new(IssueRange {
            ends: [range.number_of("from")?, range.number_of("to")?],
            unit: range.text_of("unit").map(str::to_owned),
            utility: [
                utilities(&range, "utilities_from", names)?,
                utilities(&range, "utilities_to", names)?,
            ],
        })),
        None => {
            let option = |option: &Place<'_, '_>| {
                Some(IssueOption {
                    name: option.text_of("name")?.to_owned(),
                    utility: utilities(option, "utilities", names)?,
                })
            };
            let options = place.list("options");
            IssueSpace::Options(options.iter().map(option).collect::<Option<_>>()?)
        }
    };
    let name = place.text_of("name")?.to_owned();
    Some(DomainIssue { name, space })
}

fn utilities(place: &Place<'_, '_>, field: &str, names: [&str; PARTIES]) -> Option<UtilityPoint> {
    let entries = place.get(field)?.per_party();
    let value = |name: &str| {
        let entry = entries.iter().find(|(member, _)| member.key == name);
        entry.and_then(|(_, value)| value.clone())
    };
    Some(UtilityPoint::new(value(names[0])?, value(names[1])?))
}
