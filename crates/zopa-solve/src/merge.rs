//! The undominated sums of lots: Nemhauser and Ullmann's merge.
//!
//! G. L. Nemhauser, Z. Ullmann, "Discrete dynamic programming and capital allocation", Management Science 15 (1969).
//! Lots are added one after the other; after each, only undominated sums are kept. A dominated partial sum never becomes
//! efficient later: if q >= p and q != p, then q + s >= p + s and q + s != p + s for every s that the other lots add.
//!
//! Cost: linear in the lengths of all lists together. The lists can grow exponentially in the worst case; for random lots
//! their expected length is polynomial (R. Beier, B. Voecking, "Random knapsack in expected polynomial time", JCSS 69, 2004).

use zopa_model::exact::Integer;

use crate::budget::{Budget, Completeness, StopReason, Stopped};
use crate::coordinate::Coordinate;
use crate::plan::Lot;

/// Undominated sums by rising utility of A (so falling utility of B).
pub(crate) type List<T> = Vec<(T, T)>;

/// How every sum of the last list came about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    levels: Vec<Level>,
}

/// One lot's merge: for each sum kept, the place of the partial sum that it extends, times the number of options, plus the
/// option taken.
#[derive(Clone, Debug)]
struct Level {
    options: u32,
    codes: Vec<u32>,
}

impl Trace {
    /// The option taken of each lot, in the order of the lots, for the sum at this place of the last list.
    pub(crate) fn steps(&self, place: usize) -> Vec<usize> {
        let mut place = place;
        let mut steps: Vec<usize> = self
            .levels
            .iter()
            .rev()
            .map(|level| {
                let code = level.codes[place];
                place = widen(code / level.options);
                widen(code % level.options)
            })
            .collect();
        steps.reverse();
        steps
    }
}

/// Places fit a `usize` on every machine that holds the list.
fn widen(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// The undominated sums of all lots, none of which is narrower than `T` needs (see [`Coordinate`]).
///
/// # Panics
/// If a step does not fit `T`.
pub(crate) fn merge_all<T: Coordinate>(
    lots: &[Lot],
    budget: &Budget<'_>,
) -> Completeness<(List<T>, Trace)> {
    let integer =
        |value: &Integer| T::from_integer(value).expect("the width was chosen for these sums");
    let zero = integer(&Integer::ZERO);
    let mut list = vec![(zero.clone(), zero)];
    let mut trace = Trace::default();
    for (merged, lot) in lots.iter().enumerate() {
        let stopped = |reason, points| {
            Completeness::Stopped(Stopped {
                reason,
                merged,
                groups: lots.len(),
                points,
            })
        };
        if budget.stop.is_some_and(|stop| stop()) {
            return stopped(StopReason::Stop, list.len());
        }
        let steps: Vec<(T, T)> = lot
            .steps
            .iter()
            .map(|step| (integer(&step[0]), integer(&step[1])))
            .collect();
        let (next, level) = add_lot(&list, &steps);
        if next.len() > budget.max_points.min(MOST_POINTS) {
            return stopped(StopReason::Points, next.len());
        }
        list = next;
        trace.levels.push(level);
    }
    Completeness::Complete((list, trace))
}

/// Places times options fit a `u32` up to here: a list longer than this would not fit any memory worth waiting for.
const MOST_POINTS: usize = 1 << 28;

/// The undominated sums of a list's members and a lot's options (the first adds nothing, the others a step each).
fn add_lot<T: Coordinate>(list: &[(T, T)], steps: &[(T, T)]) -> (List<T>, Level) {
    let options = u32::try_from(steps.len() + 1).expect("an issue has fewer than 2^32 options");
    let mut sums: List<T> = list.to_vec();
    let mut codes: Vec<u32> = (0..).step_by(steps.len() + 1).take(list.len()).collect();
    for (option, step) in (1..).zip(steps) {
        (sums, codes) = merge(&sums, &codes, list, step, |place| place * options + option);
    }
    (sums, Level { options, codes })
}

/// The undominated members of `kept` and of `list` moved by `step`. Both run by falling B; of the heads the one with the
/// larger B comes next (of equal ones the larger A), and is undominated if its A is above all before it.
fn merge<T: Coordinate>(
    kept: &[(T, T)],
    codes: &[u32],
    list: &[(T, T)],
    step: &(T, T),
    code_of: impl Fn(u32) -> u32,
) -> (List<T>, Vec<u32>) {
    let mut sums: List<T> = Vec::with_capacity(kept.len() + list.len());
    let mut out_codes = Vec::with_capacity(kept.len() + list.len());
    let moved = |place: usize| {
        list.get(place)
            .map(|sum| (sum.0.plus(&step.0), sum.1.plus(&step.1)))
    };
    let (mut i, mut j) = (0, 0);
    let mut place: u32 = 0;
    let mut head = moved(0);
    loop {
        let take_moved = match (kept.get(i), &head) {
            (None, None) => return (sums, out_codes),
            (Some(_), None) => false,
            (None, Some(_)) => true,
            (Some(x), Some(y)) => (&y.1, &y.0) > (&x.1, &x.0),
        };
        let (sum, code) = if take_moved {
            let sum = head.take().expect("a head that was compared");
            let code = code_of(place);
            j += 1;
            place += 1;
            head = moved(j);
            (sum, code)
        } else {
            i += 1;
            (kept[i - 1].clone(), codes[i - 1])
        };
        if sums.last().is_none_or(|last| sum.0 > last.0) {
            sums.push(sum);
            out_codes.push(code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_lots_by_hand() {
        // Lots (gain of A, loss of B): (3, 2), (2, 3), (7, 7) from B's best (0, 12).
        // Of the eight sums (0,0) (3,-2) (2,-3) (5,-5) (7,-7) (10,-9) (9,-10) (12,-12), (2,-3) and (9,-10) are dominated.
        let list = vec![(0i64, 0i64)];
        let (list, first) = add_lot(&list, &[(3, -2)]);
        let (list, second) = add_lot(&list, &[(2, -3)]);
        let (list, third) = add_lot(&list, &[(7, -7)]);
        assert_eq!(
            list,
            [(0, 0), (3, -2), (5, -5), (7, -7), (10, -9), (12, -12)]
        );
        let trace = Trace {
            levels: vec![first, second, third],
        };
        assert_eq!(trace.steps(2), [1, 1, 0]);
        assert_eq!(trace.steps(4), [1, 0, 1]);
    }

    #[test]
    fn a_lot_of_three_options() {
        let (list, level) = add_lot(&[(0i64, 0i64), (4, -1)], &[(1, -3), (5, -4)]);
        // sums: (0,0) (4,-1); (1,-3) (5,-4); (5,-4) (9,-5): (1,-3) is dominated by (4,-1); (5,-4) occurs twice.
        assert_eq!(list, [(0, 0), (4, -1), (5, -4), (9, -5)]);
        let trace = Trace {
            levels: vec![level],
        };
        assert_eq!([trace.steps(0), trace.steps(3)], [[0], [2]]);
    }
}
