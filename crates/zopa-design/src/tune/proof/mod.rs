//! Proofs that no change reaches targets, or none that is smaller: all changes are divided into cases, and each case is ruled out by
//! exact arithmetic.
//!
//! A case is ruled out by a bound of what the target speaks of (`limits`), or by a linear program of conditions that every change which
//! reaches the targets meets (`separate`, `cut`), whose multipliers make a lower bound of the cost (`relax`). Where neither does, the
//! conditions that the program's own answer breaks are added, or the case is divided: in two where either of two conditions holds, else
//! by a number's value. Changes that turn up and reach the targets are kept where they are the smallest.

mod bracket;
mod cut;
mod limits;
mod relax;
mod separate;

use zopa_model::{PARTIES, Rational};

use super::search::Search;
use super::space::{Move, Space};
use super::target::View;
use crate::sensitivity::Quantity;
use cut::{Cut, Row};
use limits::out_of_reach;
use relax::Relaxed;
use separate::{Alternatives, Outlook};

pub(crate) use cut::worth_of_one;

/// Conditions are added to a case at most so many times before it is divided.
const ROUNDS: usize = 60;

/// What came of it.
#[derive(Debug)]
pub(crate) struct Proof {
    /// The smallest change known.
    pub(crate) best: Option<Move>,
    /// Was every smaller change ruled out, or, where none is known, every change?
    pub(crate) complete: bool,
    /// What rules out all changes at once, in words.
    pub(crate) reason: Option<String>,
    /// The cases that were ruled out.
    pub(crate) cases: usize,
    /// Without a change that is known: whole steps near to what the last linear program proposed.
    pub(crate) near: Option<Move>,
}

/// Some of the changes.
struct Case {
    ranges: Vec<[i64; 2]>,
    cuts: Vec<Cut>,
    /// Do its ranges differ from those of the case that it is a part of?
    fresh: bool,
}

/// What is to be done with a case.
enum Next {
    RuledOut,
    Divided(Vec<Case>),
    /// The effort is spent.
    Spent,
}

/// Rules out changes that are smaller than `best`, or all where there is none. `least` steps are known to be needed.
pub(crate) fn prove(search: &mut Search<'_>, best: Option<Move>, least: i64) -> Proof {
    let ranges: Vec<[i64; 2]> = search
        .space
        .numbers
        .iter()
        .map(|number| number.range)
        .collect();
    let mut work = Work {
        least,
        shared: Vec::new(),
        best,
        reason: None,
        near: None,
    };
    for target in search.targets {
        work.shared.extend(work.outlook(search).always(target));
    }
    let mut open = vec![Case {
        ranges,
        cuts: Vec::new(),
        fresh: true,
    }];
    let mut cases = 0;
    let mut complete = true;
    while let Some(case) = open.pop() {
        let first = cases == 0 && open.is_empty();
        match work.judge(search, case, first) {
            Next::RuledOut => cases += 1,
            Next::Divided(parts) => open.extend(parts),
            Next::Spent => {
                complete = false;
                break;
            }
        }
    }
    Proof {
        best: work.best,
        complete,
        reason: work.reason,
        cases,
        near: work.near,
    }
}

struct Work {
    least: i64,
    /// Conditions that hold everywhere.
    shared: Vec<Cut>,
    best: Option<Move>,
    reason: Option<String>,
    near: Option<Move>,
}

impl Work {
    fn outlook<'s>(&self, search: &Search<'s>) -> Outlook<'s> {
        let free = |party: usize| {
            search
                .space
                .numbers
                .iter()
                .any(|number| number.party == party)
        };
        Outlook {
            scenario: search.space.scenario,
            convention: search.options.convention,
            free: [free(0), free(1)],
        }
    }

    /// The largest cost that is still of interest.
    fn most(&self) -> Option<i64> {
        self.best.as_ref().map(|best| Space::cost(best) - 1)
    }

    /// What becomes of a case. `whole` says that it is all there is.
    fn judge(&mut self, search: &mut Search<'_>, mut case: Case, whole: bool) -> Next {
        if search.is_spent() {
            return Next::Spent;
        }
        if self.most().is_some_and(|most| most < self.least)
            || !tighten(&search.space, &mut case.ranges, self.most())
        {
            return Next::RuledOut;
        }
        if case.fresh {
            for target in search.targets {
                let reason = out_of_reach(search, &case.ranges, target);
                if let Some(reason) = reason {
                    if whole && self.best.is_none() {
                        self.reason = Some(reason);
                    }
                    return Next::RuledOut;
                }
            }
        }
        for _ in 0..ROUNDS {
            if search.is_spent() {
                return Next::Spent;
            }
            search.left = search.left.saturating_sub(1);
            let cuts = self.shared.iter().chain(&case.cuts);
            let rows = cuts.map(|cut| cut.row(&search.space, &case.ranges));
            let rows = rows.chain(worth_something(&search.space)).collect();
            let relaxed = Relaxed::new(&search.space, &case.ranges, rows);
            let highest = case
                .ranges
                .iter()
                .map(|[low, high]| (-low).max(*high))
                .sum();
            let bound = steps_at_least(&search.space, &relaxed.bound());
            if bound > self.most().unwrap_or(highest) {
                return Next::RuledOut;
            }
            let Some(place) = relaxed.place() else {
                return self.divided(search, case, None);
            };
            let whole = place.iter().all(Rational::is_integer);
            let by = rounded(&search.space, &place);
            if search.space.allows(&by) {
                match search.distance(&by) {
                    None if whole => return Next::Spent,
                    Some(distance) if distance.is_zero() => {
                        if self.most().is_none_or(|most| Space::cost(&by) <= most) {
                            self.best = Some(by);
                            continue;
                        }
                    }
                    _ => self.near = Some(by),
                }
            }
            let Some(sets) = self.broken(search, &place) else {
                return self.divided(search, case, Some(&place));
            };
            let is_broken = |set: &Vec<Cut>| {
                set.iter().any(|cut| {
                    cut.row(&search.space, &case.ranges)
                        .excess(&place)
                        .is_positive()
                })
            };
            if !sets.iter().all(is_broken) {
                return self.divided(search, case, Some(&place));
            }
            match <[Vec<Cut>; 1]>::try_from(sets) {
                Ok([set]) => self.shared.extend(set),
                Err(sets) => return alternatives(&search.space, &case, sets, &place),
            }
        }
        self.divided(search, case, None)
    }

    /// What a place breaks of the first target that something is known of.
    fn broken(&self, search: &mut Search<'_>, place: &[Rational]) -> Option<Alternatives> {
        search.left = search.left.saturating_sub(1);
        let scenario = search.space.placed(place);
        let view = View::of(&scenario, search.options, search.targets)?;
        let outlook = self.outlook(search);
        search
            .targets
            .iter()
            .find_map(|target| outlook.broken(target, &view))
    }

    /// Parts of a case by the values of one number: the one of which the place has the largest part of a step, else the one with the
    /// widest range.
    fn divided(&self, search: &mut Search<'_>, case: Case, place: Option<&[Rational]>) -> Next {
        let part = |ranges: [i64; 2], number: usize| {
            let mut part = case.ranges.clone();
            part[number] = ranges;
            Case {
                ranges: part,
                cuts: case.cuts.clone(),
                fresh: true,
            }
        };
        let broken = place.and_then(|place| {
            let rests = place.iter().map(|steps| {
                let rest = steps - &Rational::from(below(steps));
                rest.clone().min(Rational::ONE - rest)
            });
            let (number, rest) = rests.enumerate().max_by(|one, other| one.1.cmp(&other.1))?;
            rest.is_positive().then(|| (number, below(&place[number])))
        });
        if let Some((number, below)) = broken {
            let [low, high] = case.ranges[number];
            if (low..high).contains(&below) {
                return Next::Divided(vec![
                    part([below + 1, high], number),
                    part([low, below], number),
                ]);
            }
        }
        let widths = case.ranges.iter().map(|[low, high]| high - low);
        let widest = widths.enumerate().max_by_key(|(_, width)| *width);
        match widest {
            Some((number, width)) if width > 0 => {
                let [low, high] = case.ranges[number];
                let middle = low + width / 2;
                Next::Divided(vec![
                    part([middle + 1, high], number),
                    part([low, middle], number),
                ])
            }
            _ => {
                let by: Move = case.ranges.iter().map(|[low, _]| *low).collect();
                match search.distance(&by) {
                    Some(distance) if distance.is_positive() => Next::RuledOut,
                    _ => Next::Spent,
                }
            }
        }
    }
}

/// Parts of a case by the sets of conditions of which one must hold. The set that the place breaks least comes last, and is looked at
/// first.
fn alternatives(
    space: &Space<'_>,
    case: &Case,
    mut sets: Alternatives,
    place: &[Rational],
) -> Next {
    sets.sort_by_key(|set| {
        let excess = |cut: &Cut| cut.row(space, &case.ranges).excess(place);
        std::cmp::Reverse(set.iter().map(excess).max())
    });
    let parts = sets.into_iter().map(|set| Case {
        ranges: case.ranges.clone(),
        cuts: case.cuts.iter().cloned().chain(set).collect(),
        fresh: false,
    });
    Next::Divided(parts.collect())
}

/// Raw valuations of a party are not all 0: together they are a step at least.
fn worth_something(space: &Space<'_>) -> Vec<Row> {
    let party = |party: usize| {
        let resources = space.scenario.resources.iter();
        let sum: Rational = resources.map(|resource| &resource.valuation[party]).sum();
        let moves = space.numbers.iter().map(|number| {
            let counts = number.party == party && number.quantity != Quantity::Batna;
            if counts {
                -Rational::ONE
            } else {
                Rational::ZERO
            }
        });
        Row {
            coefficients: moves.collect(),
            limit: sum / space.step.clone() - Rational::ONE,
        }
    };
    if space.scenario.raw {
        (0..PARTIES).map(party).collect()
    } else {
        Vec::new()
    }
}

/// Narrows ranges to what changes of at most `most` steps in all, with sums kept, can use; `false` where there is none.
fn tighten(space: &Space<'_>, ranges: &mut [[i64; 2]], most: Option<i64>) -> bool {
    let group = |place: usize| {
        let number = &space.numbers[place];
        (!space.scenario.raw && number.quantity != Quantity::Batna).then_some(number.party)
    };
    if let Some(most) = most {
        for (place, range) in ranges.iter_mut().enumerate() {
            // what one valuation gains others lose
            let most = if group(place).is_some() {
                most / 2
            } else {
                most
            };
            *range = [range[0].max(-most), range[1].min(most)];
        }
    }
    for _ in 0..2 {
        for party in 0..PARTIES {
            let members = || (0..ranges.len()).filter(move |&place| group(place) == Some(party));
            let sums: [i64; 2] = [0, 1].map(|end| members().map(|place| ranges[place][end]).sum());
            let narrowed: Vec<(usize, [i64; 2])> = members()
                .map(|place| {
                    let [low, high] = ranges[place];
                    (
                        place,
                        [low.max(high - sums[1]).max(low), high.min(low - sums[0])],
                    )
                })
                .collect();
            for (place, range) in narrowed {
                ranges[place] = range;
            }
        }
    }
    if ranges.iter().any(|[low, high]| low > high) {
        return false;
    }
    let least: i64 = ranges
        .iter()
        .map(|[low, high]| (*low).max(-high).max(0))
        .sum();
    most.is_none_or(|most| least <= most)
}

/// A bound of the cost as whole steps; an even number where only valuations move whose sums stay.
fn steps_at_least(space: &Space<'_>, bound: &Rational) -> i64 {
    let whole = -below(&-bound);
    let balanced = !space.scenario.raw
        && space
            .numbers
            .iter()
            .all(|number| number.quantity != Quantity::Batna);
    if balanced {
        whole + whole.rem_euclid(2)
    } else {
        whole
    }
}

/// The largest whole number that is not above; huge ones are cut.
fn below(value: &Rational) -> i64 {
    let quotient = value.numerator() / value.denominator();
    let fallback = if value.is_negative() {
        i64::MIN / 4
    } else {
        i64::MAX / 4
    };
    let whole = i64::try_from(quotient).unwrap_or(fallback);
    if Rational::from(whole) > *value {
        whole - 1
    } else {
        whole
    }
}

/// Whole steps near to others, which keep the sums: those with the largest rests go up.
fn rounded(space: &Space<'_>, place: &[Rational]) -> Move {
    let mut by: Move = place.iter().map(below).collect();
    let rest = |number: usize| &place[number] - &Rational::from(below(&place[number]));
    let half = Rational::new(1, 2);
    for party in 0..PARTIES {
        let own = (0..place.len()).filter(|&number| space.numbers[number].party == party);
        let (batnas, mut valuations): (Vec<usize>, Vec<usize>) =
            own.partition(|&number| space.numbers[number].quantity == Quantity::Batna);
        valuations.sort_by_key(|&number| std::cmp::Reverse(rest(number)));
        let mut short: i64 = -valuations.iter().map(|&number| by[number]).sum::<i64>();
        for number in valuations {
            let up = if space.scenario.raw {
                rest(number) >= half
            } else {
                short > 0
            };
            if up {
                by[number] += 1;
                short -= 1;
            }
        }
        for number in batnas {
            by[number] += i64::from(rest(number) >= half);
        }
    }
    by
}
