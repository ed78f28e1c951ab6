//! Gates: a response that fails one cannot be accepted.

use super::{Case, add_related};
use crate::finding::Related;
use crate::{GateName, Outcome, Rule, Side};

pub(super) fn judge(case: &mut Case<'_, '_>, line: usize) {
    for &side in Side::ALL {
        missing(case, side);
    }
    let failures: Vec<Side> = Side::ALL
        .iter()
        .copied()
        .filter(|&side| case.fails(side))
        .collect();
    let Some(outcome) = case.pair.gold.outcome else {
        return;
    };
    let (rule, message, help) = match (failures.as_slice(), outcome) {
        ([], _) | (_, Outcome::BothUnacceptable) => return,
        ([_, _], _) => (
            Rule::BothFailed,
            format!(
                "the outcome is `{}` although both responses fail a gate",
                outcome.as_str()
            ),
            "write `both_unacceptable`, or correct the gates",
        ),
        ([side], Outcome::Tie) => (
            Rule::TieWithFailure,
            format!(
                "the outcome is `tie` although response {} fails {}",
                side.letter(),
                names(case, *side)
            ),
            "the other response wins, or neither is acceptable; else correct the gate",
        ),
        ([side], _) if outcome.winner() == Some(*side) => (
            Rule::WinnerFailed,
            format!(
                "response {} wins although it fails {}",
                side.letter(),
                names(case, *side)
            ),
            "correct the outcome or the gate",
        ),
        _ => return,
    };
    let related = failures
        .iter()
        .flat_map(|&side| {
            case.pair
                .response(side)
                .gates
                .failed()
                .map(move |gate| (side, gate))
        })
        .map(|(side, gate)| Related {
            line,
            at: pointer(side, gate),
        })
        .collect();
    add_related(
        case.report,
        case.root,
        (rule, "/gold/outcome"),
        message,
        help,
        related,
    );
}

/// Gates without a verdict: of a response that has none at all, one finding.
fn missing(case: &mut Case<'_, '_>, side: Side) {
    let gates = case.root.get("gates");
    let help = "write `pass` or `fail`; without a verdict it counts as not failed";
    if gates.and_then(|gates| gates.get(side.as_str())).is_none() {
        let message = format!("response {} has no gates", side.letter());
        let help = "write `safety` and `accuracy`, each `pass` or `fail`; without a verdict they count as not failed";
        case.add(
            Rule::GatesMissing,
            &format!("/gates/{}", side.as_str()),
            message,
            help,
        );
        return;
    }
    for &gate in GateName::ALL {
        if case.pair.response(side).gates.get(gate).is_none() {
            let message = format!(
                "response {} has no verdict on `{}`",
                side.letter(),
                gate.as_str()
            );
            case.add(Rule::GatesMissing, &pointer(side, gate), message, help);
        }
    }
}

fn pointer(side: Side, gate: GateName) -> String {
    format!("/gates/{}/{}", side.as_str(), gate.as_str())
}

fn names(case: &Case<'_, '_>, side: Side) -> String {
    let failed = case.pair.response(side).gates.failed();
    zopa_model::names::enumeration(failed.map(GateName::as_str))
}
