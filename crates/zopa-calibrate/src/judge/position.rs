//! Does it matter which response is shown first?

use std::collections::BTreeMap;

use zopa_stats::{mcnemar, sign_test};

use super::figures::Proportion;
use super::{Case, JudgeOptions, Order, level};
use crate::fit::{FitOptions, Interval, likelihood};
use crate::{Answer, Outcome, Side, Statement, Strength, Study};

/// What is known of an annotator's taste for a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Verdicts whose order is known.
    pub ordered: u64,
    /// Of those that name a winner, the ones that name the first response.
    pub first: Proportion,
    /// Gold names the first, the verdict the second.
    pub lost_first: u64,
    /// Gold names the second, the verdict the first.
    pub lost_second: u64,
    /// McNemar's exact test of these two: how likely so uneven errors are if the place does not matter.
    pub mcnemar: f64,
    /// Pairs judged in both orders; none where there is no such pair.
    pub swap: Option<Swap>,
    /// The log-odds of the first response, with what scores explain taken out; none where it is not estimated.
    pub advantage: Option<Advantage>,
}

/// Verdicts on pairs that were judged in both orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// The mean of the accuracies of both orders: right verdicts of all.
    pub average: Proportion,
    /// Right in both orders.
    pub both: Proportion,
    /// Right in net: right in one order and not the opposite in the other, or right in both. Against a decisive gold a tie is neither.
    pub net: Proportion,
    /// The same outcome in both orders.
    pub consistent: Proportion,
    /// The first response named in both orders.
    pub toward_first: u64,
    /// The second response named in both orders.
    pub toward_second: u64,
    /// The exact sign test of these two.
    pub sign_test: f64,
}

/// The log-odds of the first of two equal responses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advantage {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The normal interval.
    pub interval: Interval,
}

/// What can be told from the cases; a reason where nothing can.
pub(super) fn of(cases: &[Case<'_>], options: JudgeOptions) -> Result<Position, &'static str> {
    let ordered: Vec<(&Case<'_>, Order)> = cases
        .iter()
        .filter_map(|case| Some((case, case.verdict.order?)))
        .collect();
    if ordered.is_empty() {
        return Err("no verdict says in which order the responses were shown (`order`)");
    }
    let (mut first, mut decisive) = (0, 0);
    let (mut lost_first, mut lost_second) = (0, 0);
    for &(case, order) in &ordered {
        let shown_first = |outcome: Option<Outcome>| {
            let winner = outcome?.winner()?;
            Some((winner == Side::A) == (order == Order::Ab))
        };
        let said = shown_first(case.verdict.outcome);
        decisive += u64::from(said.is_some());
        first += u64::from(said == Some(true));
        match (shown_first(case.gold.outcome), said) {
            (Some(true), Some(false)) => lost_first += 1,
            (Some(false), Some(true)) => lost_second += 1,
            _ => {}
        }
    }
    Ok(Position {
        ordered: u64::try_from(ordered.len()).unwrap_or(u64::MAX),
        first: Proportion::new(first, decisive, options),
        lost_first,
        lost_second,
        mcnemar: mcnemar(lost_first, lost_second),
        swap: swap(&ordered, options),
        advantage: advantage(&ordered, options),
    })
}

fn swap(ordered: &[(&Case<'_>, Order)], options: JudgeOptions) -> Option<Swap> {
    let mut pairs: BTreeMap<&str, [Option<&Case<'_>>; 2]> = BTreeMap::new();
    for &(case, order) in ordered {
        let place = usize::from(order == Order::Ba);
        pairs.entry(&case.verdict.pair_id).or_default()[place] = Some(case);
    }
    let both = pairs.values().filter_map(|[ab, ba]| Some([(*ab)?, (*ba)?]));
    let (mut count, mut right, mut right_twice, mut net_right, mut same) = (0, 0, 0, 0, 0);
    let (mut toward_first, mut toward_second) = (0, 0);
    for [ab, ba] in both {
        let gold = ab.gold.outcome;
        let said = [ab, ba].map(|case| case.verdict.outcome);
        let credit = said.map(|one| credit(gold, one));
        count += 1;
        right += credit.iter().filter(|&&one| one > 0).count();
        right_twice += u64::from(credit == [1, 1]);
        net_right += u64::from(credit[0] + credit[1] > 0);
        same += u64::from(said[0] == said[1]);
        let winners = said.map(|one| one.and_then(Outcome::winner));
        match winners {
            [Some(Side::A), Some(Side::B)] => toward_first += 1,
            [Some(Side::B), Some(Side::A)] => toward_second += 1,
            _ => {}
        }
    }
    (count > 0).then(|| Swap {
        average: Proportion::new(u64::try_from(right).unwrap_or(u64::MAX), 2 * count, options),
        both: Proportion::new(right_twice, count, options),
        net: Proportion::new(net_right, count, options),
        consistent: Proportion::new(same, count, options),
        toward_first,
        toward_second,
        sign_test: sign_test(toward_first, toward_second).p_value,
    })
}

/// 1 where the verdict is right, -1 where it is wrong, 0 where it withholds a judgment that gold makes.
fn credit(gold: Option<Outcome>, said: Option<Outcome>) -> i32 {
    let decisive = gold.and_then(Outcome::winner).is_some();
    if gold == said {
        1
    } else if decisive && said == Some(Outcome::Tie) {
        0
    } else {
        -1
    }
}

/// From the verdicts as choices between the responses as they were shown.
fn advantage(ordered: &[(&Case<'_>, Order)], options: JudgeOptions) -> Option<Advantage> {
    let shown = |&(case, order): &(&Case<'_>, Order)| -> Option<Statement> {
        let mut statement = case.gold.statement.clone()?;
        statement.both()?;
        let much = case.verdict.strength.filter(|&one| one != Strength::None);
        statement.answer = match case.verdict.outcome? {
            Outcome::Tie => Answer::Tie,
            Outcome::BothUnacceptable => Answer::Neither,
            outcome => Answer::Better(outcome.winner()?, much),
        };
        if order == Order::Ba {
            std::mem::swap(&mut statement.a, &mut statement.b);
            if let Answer::Better(side, much) = statement.answer {
                statement.answer = Answer::Better(side.other(), much);
            }
        }
        (statement.level || statement.answer != Answer::Neither).then_some(statement)
    };
    let study = Study {
        criteria: crate::Criterion::ALL
            .iter()
            .map(|one| one.as_str().to_owned())
            .collect(),
        statements: ordered.iter().filter_map(shown).collect(),
        ..Study::default()
    };
    let found = likelihood(
        &study,
        &FitOptions {
            resampling: None,
            ..FitOptions::default()
        },
    );
    let figure = found.estimate?.1.first_slot?;
    let reach = level(options).z();
    Some(Advantage {
        value: figure.value,
        standard_error: figure.standard_error,
        interval: figure.interval(reach),
    })
}
