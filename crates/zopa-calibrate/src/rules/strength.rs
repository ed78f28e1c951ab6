//! Strength: by how much the winner is better, and that there is one.

use super::Case;
use crate::{Outcome, Rule, Strength};

const AT: &str = "/gold/strength";

pub(super) fn judge(case: &mut Case<'_, '_>) {
    let gold = &case.pair.gold;
    match (gold.outcome, gold.strength) {
        (Some(Outcome::A | Outcome::B), None | Some(Strength::None)) => case.add(
            Rule::StrengthMissing,
            AT,
            "there is a winner but no strength",
            "write `significantly_better` or `slightly_better`",
        ),
        (
            Some(outcome @ (Outcome::Tie | Outcome::BothUnacceptable)),
            Some(strength @ (Strength::Significantly | Strength::Slightly)),
        ) => {
            let message = format!(
                "the strength is `{}` although the outcome is `{}`",
                strength.as_str(),
                outcome.as_str()
            );
            case.add(
                Rule::StrengthNotDecisive,
                AT,
                message,
                "write `none`, or name the winner in the outcome",
            );
        }
        (None, Some(strength @ (Strength::Significantly | Strength::Slightly))) => {
            let message = format!(
                "the strength is `{}` although there is no outcome",
                strength.as_str()
            );
            case.add(
                Rule::StrengthWithoutOutcome,
                AT,
                message,
                "write the outcome, or `null` here",
            );
        }
        (Some(outcome @ (Outcome::Tie | Outcome::BothUnacceptable)), None) => {
            let message = format!(
                "the strength is null although the outcome is `{}`",
                outcome.as_str()
            );
            case.add(Rule::StrengthNull, AT, message, "write `none`");
        }
        (Some(_), Some(_)) | (None, None | Some(Strength::None)) => {}
    }
}
