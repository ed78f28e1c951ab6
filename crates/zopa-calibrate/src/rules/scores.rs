//! Scores: whether they are there, and whether any weights could explain the outcome.

use super::Case;
use crate::{Criterion, Outcome, Rule, Side, Strength};

const OUTCOME: &str = "/gold/outcome";

pub(super) fn judge(case: &mut Case<'_, '_>) {
    presence(case);
    for &side in Side::ALL {
        level(case, side);
    }
    // where a gate decides, scores do not
    if Side::ALL.iter().any(|&side| case.fails(side)) {
        return;
    }
    let pair = case.pair;
    if let (Some(a), Some(b)) = (pair.a.scores.complete(), pair.b.scores.complete()) {
        compare(case, a, b);
    }
}

fn pointer(side: Side) -> String {
    format!("/criterion_scores/{}", side.as_str())
}

fn presence(case: &mut Case<'_, '_>) {
    let pair = case.pair;
    for &side in Side::ALL {
        let empty = pair.response(side).scores.is_empty();
        if case.fails(side) {
            if !empty {
                let message = format!(
                    "response {} fails a gate: its scores are not used",
                    side.letter()
                );
                case.add(
                    Rule::OnGatedResponse,
                    &pointer(side),
                    message,
                    "leave them, or write `null`",
                );
            }
        } else if empty && pair.gold.outcome.is_some() {
            let message = format!("response {} has no scores", side.letter());
            let help = "score it; the pair says nothing about weights without";
            case.add(Rule::ScoresMissing, &pointer(side), message, help);
        }
    }
    let gated = Side::ALL.iter().any(|&side| case.fails(side));
    if gated || pair.a.scores.is_empty() || pair.b.scores.is_empty() {
        return;
    }
    for (index, criterion) in Criterion::ALL.iter().enumerate() {
        let side = match (pair.a.scores.0[index], pair.b.scores.0[index]) {
            (None, Some(_)) => Side::A,
            (Some(_), None) => Side::B,
            _ => continue,
        };
        let name = criterion.as_str();
        let message = format!(
            "`{name}` is scored for response {} only",
            side.other().letter()
        );
        let at = format!("{}/{name}", pointer(side));
        let help = "score it on both sides or on neither; the pair is not used for weights";
        case.add(Rule::OneSidedNull, &at, message, help);
    }
}

/// Scores that speak against the outcome by their height alone.
fn level(case: &mut Case<'_, '_>, side: Side) {
    let Some(scores) = case.pair.response(side).scores.complete() else {
        return;
    };
    if case.fails(side) {
        return;
    }
    let (high, low) = (case.limits.high_score, case.limits.low_score);
    let letter = side.letter();
    if case.pair.gold.outcome == Some(Outcome::BothUnacceptable)
        && scores.iter().all(|&score| score >= high)
    {
        let message = format!(
            "response {letter} is unacceptable although it passes its gates and no score is below {high}"
        );
        let help = "was a gate forgotten, or is the outcome another one?";
        case.add(Rule::HighButUnacceptable, &pointer(side), message, help);
    }
    if case.winner() == Some(side) && scores.iter().all(|&score| score <= low) {
        let message = format!("response {letter} wins although no score is above {low}");
        let help = "are both unacceptable?";
        case.add(Rule::WinnerBelowAnyBar, &pointer(side), message, help);
    }
}

/// How far the scores of two responses are apart in all.
fn gap(a: [u8; 5], b: [u8; 5]) -> u8 {
    a.iter().zip(b).map(|(&a, b)| a.abs_diff(b)).sum()
}

fn nowhere_worse(one: [u8; 5], other: [u8; 5]) -> bool {
    one.iter().zip(other).all(|(&one, other)| one >= other)
}

/// What the two responses' scores say of the outcome and its strength.
fn compare(case: &mut Case<'_, '_>, a: [u8; 5], b: [u8; 5]) {
    match case.winner() {
        Some(Side::A) => compare_won(case, Side::A, a, b),
        Some(Side::B) => compare_won(case, Side::B, b, a),
        None => compare_tied(case, a, b),
    }
}

fn compare_tied(case: &mut Case<'_, '_>, a: [u8; 5], b: [u8; 5]) {
    let gap = gap(a, b);
    let ahead = if nowhere_worse(a, b) {
        Some(Side::A)
    } else {
        nowhere_worse(b, a).then_some(Side::B)
    };
    if let (Some(Outcome::Tie), Some(side)) = (case.pair.gold.outcome, ahead)
        && gap > 0
        && gap >= case.limits.tie_gap
    {
        let message = format!(
            "a tie although response {} is nowhere worse and {gap} points ahead in total",
            side.letter()
        );
        case.add(
            Rule::TieButDominated,
            OUTCOME,
            message,
            "correct the outcome or the scores",
        );
    }
}

fn compare_won(case: &mut Case<'_, '_>, winner: Side, won: [u8; 5], lost: [u8; 5]) {
    let gap = gap(won, lost);
    let letter = winner.letter();
    if gap == 0 {
        let message = format!("response {letter} wins although all scores are equal");
        case.add(
            Rule::EqualButDecisive,
            OUTCOME,
            message,
            "score what made the difference, or make it a tie",
        );
        return;
    }
    if nowhere_worse(lost, won) {
        let message = format!(
            "response {letter} wins although it is nowhere better and {gap} points behind in total"
        );
        case.add(
            Rule::DominatedWinner,
            OUTCOME,
            message,
            "are the letters swapped, in the outcome or in the scores?",
        );
        return;
    }
    let at = "/gold/strength";
    match case.pair.gold.strength {
        Some(Strength::Significantly) if gap <= case.limits.tiny_gap => {
            let message = format!(
                "response {letter} is significantly better although the scores differ by {gap} in all"
            );
            case.add(
                Rule::TinyGap,
                at,
                message,
                "correct the strength or the scores",
            );
        }
        Some(Strength::Slightly) => {
            let huge = case.limits.huge_gap;
            let ahead = won
                .iter()
                .zip(lost)
                .all(|(&won, lost)| won >= lost.saturating_add(huge));
            if ahead {
                let message = format!(
                    "response {letter} is slightly better although it is {huge} or more points ahead on every criterion"
                );
                case.add(
                    Rule::HugeGap,
                    at,
                    message,
                    "correct the strength or the scores",
                );
            }
        }
        _ => {}
    }
}
