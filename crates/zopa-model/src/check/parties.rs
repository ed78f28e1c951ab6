//! Rules of the participants' names, and of everything that refers to them.

use std::collections::BTreeSet;

use super::Code;
use super::place::Place;
use super::report::{Report, clip};
use crate::json::quote;
use crate::names::{alternatives, enumeration, nearest};

/// The neutral speaker of sample turns.
pub(super) const MODERATOR: &str = "Moderator";

/// Names that no participant may have: the neutral speaker, and what a run writes for a resource that both keep.
const RESERVED: [&str; 2] = [MODERATOR, "shared"];

/// The participants' names, in order.
pub(super) struct Roll<'n>(Vec<&'n str>);

impl<'n> Roll<'n> {
    /// The names, if they can be referred to: every participant has one, they differ, and there are two at least.
    pub(super) fn read(root: &Place<'n, '_>) -> Option<Self> {
        let names: Option<Vec<&str>> = parties(root)
            .iter()
            .map(|participant| participant.text_of("name"))
            .collect();
        let names = names.filter(|names| names.len() >= 2)?;
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        (distinct.len() == names.len()).then_some(Self(names))
    }

    /// The two names; `None` where there are more.
    pub(super) fn both(&self) -> Option<[&'n str; 2]> {
        self.0.as_slice().try_into().ok()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// "write `Ana`", or "write `Ana` or `Ben`".
    fn help(&self, written: &str, others: &[&'static str]) -> String {
        let known: Vec<&str> = self.0.iter().chain(others).copied().collect();
        match nearest(written.trim(), known.iter().copied()) {
            Some(name) => format!("write {}", quote(&clip(name))),
            None => format!("write {}", alternatives(known.into_iter().take(4))),
        }
    }
}

/// The participants, or the parties of a domain.
fn parties<'n, 's>(root: &Place<'n, 's>) -> Vec<Place<'n, 's>> {
    root.list(if root.is_domain() {
        "parties"
    } else {
        "participants"
    })
}

/// Judges the names themselves.
pub(super) fn judge_names(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let noun = if root.is_domain() {
        "party"
    } else {
        "participant"
    };
    let mut seen = BTreeSet::new();
    for participant in parties(root) {
        let Some(place) = participant.get("name") else {
            continue;
        };
        let Some(name) = place.text() else { continue };
        if RESERVED.contains(&name) && !root.is_domain() {
            let message = format!("no participant may be named `{name}`: the name is reserved");
            let help = "give the participant another name, wherever it is referred to";
            report.about(Code::ReservedName, &place, message, help);
        }
        if !seen.insert(name) {
            let message = format!("another {noun} is named `{}` too", clip(name));
            let help = "give them different names, and refer to them by these";
            report.about(Code::SameNames, &place, message, help);
        }
    }
}

/// Judges every reference to a participant: speakers, holders and valuations.
pub(super) fn judge_references(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let roll = Roll::read(root);
    for resource in root.list("resources") {
        if let Some(valuations) = resource.get("valuations") {
            judge_keys(&valuations, roll.as_ref(), "participant", report);
        }
    }
    let Some(roll) = roll else { return };
    for turn in root.list("sample_turns") {
        let Some(place) = turn.get("speaker") else {
            continue;
        };
        let Some(name) = place
            .text()
            .filter(|name| *name != MODERATOR && !roll.has(name))
        else {
            continue;
        };
        let message = format!("the speaker {} is no participant", quote(&clip(name)));
        let help = roll.help(name, &[MODERATOR]);
        report.about(Code::UnknownSpeaker, &place, message, help);
    }
    for resource in root.list("resources") {
        let Some(place) = resource.get("held_by") else {
            continue;
        };
        let Some(name) = place.text().filter(|name| !roll.has(name)) else {
            continue;
        };
        let message = format!("the holder {} is no participant", quote(&clip(name)));
        let help = roll.help(name, &[]);
        report.about(Code::UnknownParty, &place, message, help);
    }
}

/// The keys are exactly the two names; where these are not known, two keys are wanted.
pub(super) fn judge_keys(
    valuations: &Place<'_, '_>,
    roll: Option<&Roll<'_>>,
    noun: &str,
    report: &mut Report<'_>,
) {
    let label = valuations.label();
    let entries = valuations.per_party();
    if !matches!(valuations.node.value, crate::json::Value::Object(_)) {
        return;
    }
    // a key that occurs twice is a fault of its own
    let keys: BTreeSet<&str> = entries
        .iter()
        .map(|(member, _)| member.key.as_ref())
        .collect();
    let Some(roll) = roll else {
        if keys.len() != 2 {
            let message = format!(
                "{label} has a number for each {noun} of the two, found {}",
                keys.len()
            );
            let help = "write one member for each of them";
            report.add(
                Code::ValuationsKeys,
                &valuations.at,
                &valuations.opening(),
                message,
                help,
            );
        }
        return;
    };
    let missing: Vec<&str> = roll
        .0
        .iter()
        .copied()
        .filter(|name| !keys.contains(name))
        .collect();
    let foreign = entries
        .iter()
        .find(|(member, _)| !roll.has(&member.key))
        .map(|(member, _)| member);
    // of three participants or more it is open which two will stay
    let lacks_one = match roll.both() {
        Some(_) => !missing.is_empty(),
        None => keys.len() < 2,
    };
    let (message, span, help) = match (foreign, missing.as_slice()) {
        (Some(foreign), _) => {
            let key = clip(&foreign.key);
            let (message, help) = if missing.is_empty() {
                let message = format!("{label} has a key `{key}` that is no {noun}");
                (message, "remove it".to_owned())
            } else {
                let lacks = enumeration(missing.iter().copied());
                let message =
                    format!("{label} has a key `{key}` that is no {noun}, and none for {lacks}");
                let close = nearest(foreign.key.trim(), missing.iter().copied());
                let name = close.unwrap_or(missing[0]);
                (message, format!("write {} as the key", quote(&clip(name))))
            };
            (message, foreign.key_span.clone(), help)
        }
        (None, [first, ..]) if lacks_one => {
            let lacks = enumeration(missing.iter().copied());
            let message = format!("{label} has no number for {lacks}");
            let help = format!(
                "add {}: 0.5, or 0 if it means nothing to the party",
                quote(&clip(first))
            );
            (message, valuations.opening(), help)
        }
        _ => return,
    };
    report.add(Code::ValuationsKeys, &valuations.at, &span, message, help);
}
