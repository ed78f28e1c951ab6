//! Rules of the sample turns and the limits on turns.

use super::Code;
use super::number::decimal;
use super::parties::{MODERATOR, Roll};
use super::place::Place;
use super::report::{Report, clip};

/// Judges the order of the sample turns, and the limits.
pub(super) fn judge(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let turns = root.list("sample_turns");
    judge_order(&turns, report);
    judge_alternation(root, &turns, report);
    judge_limits(root, report);
}

/// One finding at the first turn that is out of order.
fn judge_order(turns: &[Place<'_, '_>], report: &mut Report<'_>) {
    let mut previous = None;
    for (index, turn) in turns.iter().enumerate() {
        let Some(place) = turn.get("turn_number") else {
            continue;
        };
        let Some(number) = place.number() else {
            continue;
        };
        let (found, help) = (decimal(&number), format!("write {}", index + 1));
        let message = match &previous {
            None if index == 0 && number != crate::Rational::ONE => {
                format!("the first sample turn has number 1, found {found}")
            }
            Some(before) if number <= *before => {
                format!("turn numbers rise, found {found} after {}", decimal(before))
            }
            _ => {
                previous = Some(number);
                continue;
            }
        };
        return report.about(Code::TurnOrder, &place, message, help);
    }
}

fn judge_alternation(root: &Place<'_, '_>, turns: &[Place<'_, '_>], report: &mut Report<'_>) {
    let Some(roll) = Roll::read(root) else { return };
    for pair in turns.windows(2) {
        let (Some(before), Some(place)) = (pair[0].text_of("speaker"), pair[1].get("speaker"))
        else {
            continue;
        };
        if place.text() == Some(before) && (before == MODERATOR || roll.has(before)) {
            let message = format!("`{}` speaks twice in a row", clip(before));
            let help = "sample turns alternate: join the two messages, or correct the speaker";
            report.about(Code::SpeakerRepeats, &place, message, help);
        }
    }
}

fn judge_limits(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let Some(criteria) = root.get("evaluation_criteria") else {
        return;
    };
    let Some(place) = criteria.get("min_turns") else {
        return;
    };
    let (Some(min), Some(max)) = (place.number(), criteria.number_of("max_turns")) else {
        return;
    };
    if min > max {
        let (min, max) = (decimal(&min), decimal(&max));
        let message = format!("`min_turns` is {min}, more than `max_turns`, which is {max}");
        let help = format!("write a number from 1 to {max}, or raise `max_turns`");
        report.about(Code::TurnLimits, &place, message, help);
    }
}
