//! The rewrite: there where both responses are unacceptable, and only there.

use super::Case;
use crate::text::{folded, is_blank};
use crate::{Outcome, Rule, Side};

const AT: &str = "/gold_rewrite";

pub(super) fn judge(case: &mut Case<'_, '_>) {
    let rewrite = case
        .pair
        .gold_rewrite
        .as_deref()
        .filter(|text| !is_blank(text));
    match (case.pair.gold.outcome, rewrite) {
        (Some(Outcome::BothUnacceptable), None) => {
            let message = match case.pair.gold_rewrite {
                None => "both responses are unacceptable, and there is no `gold_rewrite`",
                Some(_) => "both responses are unacceptable, and `gold_rewrite` is blank",
            };
            case.add(
                Rule::RewriteMissing,
                AT,
                message,
                "write a corrected response",
            );
        }
        (Some(Outcome::BothUnacceptable), Some(text)) => {
            let text = folded(text);
            let copied = Side::ALL
                .iter()
                .find(|&&side| folded(&case.pair.response(side).text) == text);
            if let Some(side) = copied {
                let message = format!(
                    "`gold_rewrite` repeats response {}, which is unacceptable",
                    side.letter()
                );
                case.add(
                    Rule::RewriteCopies,
                    AT,
                    message,
                    "write a corrected response, or correct the outcome",
                );
            }
        }
        (_, Some(_)) => case.add(
            Rule::RewriteUnexpected,
            AT,
            "there is a `gold_rewrite` although the outcome is not `both_unacceptable`",
            "remove it, or correct the outcome",
        ),
        (_, None) => {}
    }
}
