//! Rules between the fields of a resource, and between resources; those of their weights are in `weights.rs`.

use std::collections::BTreeSet;

use super::Code;
use super::place::Place;
use super::report::{Report, clip};

/// Judges the resources.
pub(super) fn judge(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for resource in root.list("resources") {
        judge_sharing(&resource, report);
        judge_unit(&resource, report);
        let Some(place) = resource.get("id") else {
            continue;
        };
        let Some(id) = place.text() else { continue };
        if !seen.insert(id) {
            let message = format!("another resource has the id `{}` too", clip(id));
            let help = format!("give it an id of its own, such as \"{}_2\"", clip(id));
            report.about(Code::DuplicateId, &place, message, help);
        }
    }
}

/// A good is no burden, and a joint obligation is one.
fn judge_sharing(resource: &Place<'_, '_>, report: &mut Report<'_>) {
    if resource.text_of("divisibility") != Some("shared") {
        return;
    }
    let Some(polarity) = resource.get("polarity") else {
        return;
    };
    let (code, message, help) = match (resource.text_of("shared_mode"), polarity.text()) {
        (Some("both_benefit"), Some("liability")) => (
            Code::BothBenefitLiability,
            "a `liability` is a burden, and a `both_benefit` resource is a good that both enjoy",
            "for a burden that is split write \"shared_mode\": \"joint_obligation\"; a good has no `polarity`",
        ),
        (Some("joint_obligation"), Some("asset")) => (
            Code::JointObligationAsset,
            "a `joint_obligation` is a burden, and is treated as one though `polarity` says `asset`",
            "write \"liability\", or leave `polarity` out",
        ),
        _ => return,
    };
    report.about(code, &polarity, message, help);
}

fn judge_unit(resource: &Place<'_, '_>, report: &mut Report<'_>) {
    let Some(unit) = resource.get("unit") else {
        return;
    };
    if unit.text() == Some("percent") && resource.get("description").is_none() {
        let message = "the unit is `percent`, but no `description` says of what";
        let help = "add a `description` that says of what, or use another unit";
        report.about(Code::PercentOfWhat, &unit, message, help);
    }
}
