//! The Nash bargaining solution of lots given as plain integers.

use zopa_model::exact::Integer;

use super::concepts::{Answer, Proof, Task};
use super::number::Number;
use super::problem::{Assignment, Extent, Pair, Problem, Scale};
use super::search::Meter;
use crate::budget::{Budget, StopReason};

/// What [`nash_of_lots`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LotsNash {
    /// The solution.
    Solved {
        /// The utilities less the thresholds.
        gain: (i128, i128),
        /// Does A get the lot?
        to_a: Vec<bool>,
        /// Is this the only pair of gains with the largest product? `None` where that product is 0.
        unique: Option<bool>,
        /// A line that no pair of gains lies above, for a proof: its weights, and the largest weighted sum.
        weights: (i128, i128),
        /// The largest weighted sum of any pair of gains.
        bound: Integer,
    },
    /// No assignment reaches both thresholds.
    Empty,
    /// The budget ran out.
    BestFound {
        /// The best gains so far, and who gets what, if any assignment was found that reaches both thresholds.
        best: Option<((i128, i128), Vec<bool>)>,
        /// As above: no product exceeds the square of `bound` over four times the product of the weights.
        weights: (i128, i128),
        /// The largest weighted sum of any pair of gains.
        bound: Integer,
        /// Which limit was met.
        reason: StopReason,
    },
}

/// The assignment of indivisible lots with the largest product of both parties' gains over their thresholds; of equal
/// products the one with the larger smaller gain, then A's larger gain.
///
/// A lot is (its value to A, its value to B), neither below 0. Of several assignments with the same gains one is returned, the
/// same one every time.
/// For the method, its proofs and its cost see [the module](super).
///
/// # Panics
/// If a value is below 0; or if there are 2^32 lots or more.
#[must_use]
pub fn nash_of_lots(lots: &[(i64, i64)], thresholds: (i64, i64), budget: &Budget<'_>) -> LotsNash {
    let extent = Extent::of(lots);
    if extent.least > 0 {
        let thresholds = [thresholds.0.into(), thresholds.1.into()];
        return contested(lots, extent, thresholds, budget);
    }
    // What is worth nothing to a party goes to the other one.
    let (mut places, mut kept) = (Vec::new(), Vec::new());
    let mut thresholds = [i128::from(thresholds.0), i128::from(thresholds.1)];
    for (place, lot) in lots.iter().enumerate() {
        assert!(lot.0 >= 0 && lot.1 >= 0, "the value of a lot is at least 0");
        if lot.0 == 0 {
            thresholds[1] -= i128::from(lot.1);
        } else if lot.1 == 0 {
            thresholds[0] -= i128::from(lot.0);
        } else {
            places.push(place);
            kept.push(*lot);
        }
    }
    let mut found = contested(&kept, Extent::of(&kept), thresholds, budget);
    if let LotsNash::Solved { to_a, .. }
    | LotsNash::BestFound {
        best: Some((_, to_a)),
        ..
    } = &mut found
    {
        let mut all: Vec<bool> = lots.iter().map(|lot| lot.1 == 0).collect();
        for (place, &passed) in places.iter().zip(to_a.iter()) {
            all[*place] = passed;
        }
        *to_a = all;
    }
    found
}

/// Lots that both want.
fn contested(
    lots: &[(i64, i64)],
    extent: Extent<i64>,
    thresholds: [i128; 2],
    budget: &Budget<'_>,
) -> LotsNash {
    assert!(u32::try_from(lots.len()).is_ok(), "fewer than 2^32 lots");
    let start = [-thresholds[0], extent.total[1] - thresholds[1]];
    let scale = Scale::Ray(Integer::ONE);
    if let [Ok(a), Ok(b)] = start.map(i64::try_from)
        && let Some(problem) = Problem::new([a, b], lots, &[], extent, &scale)
    {
        return solve(problem, budget);
    }
    let wide = converted::<i128>(lots);
    if let Some(problem) = Problem::new(start, &wide, &[], Extent::of(&wide), &scale) {
        return solve(problem, budget);
    }
    let big = converted::<Integer>(lots);
    let start = start.map(Integer::from);
    let problem = Problem::new(start, &big, &[], Extent::of(&big), &scale);
    solve(
        problem.expect("integers of any size hold everything"),
        budget,
    )
}

fn converted<T: From<i64>>(lots: &[(i64, i64)]) -> Vec<(T, T)> {
    lots.iter()
        .map(|lot| (lot.0.into(), lot.1.into()))
        .collect()
}

fn solve<T: Number>(problem: Problem<'_, T>, budget: &Budget<'_>) -> LotsNash {
    let mut task = Task {
        problem,
        scale: [T::of(1), T::of(1)],
        meter: Meter::new(budget),
    };
    let answer = task.nash();
    // Nothing enters an answer unchecked: the assignment is priced anew.
    if let Answer::Solved { place, .. }
    | Answer::Open {
        best: Some(place), ..
    } = &answer
    {
        assert!(
            priced(&task.problem, &place.assignment) == place.gains,
            "engine error: an assignment is not worth what was found"
        );
    }
    let reason = task.meter.stopped.unwrap_or(StopReason::Points);
    let small = |value: &T| i128::try_from(&value.integer()).expect("gains and lots fit 128 bits");
    let both = |pair: &Pair<T>| (small(&pair[0]), small(&pair[1]));
    // Weights are no larger than lots, but for a sum of what they weigh 128 bits need not do.
    let line = |proof: &Proof<T>| (both(&proof.line.weights), proof.line.top.integer());
    match answer {
        Answer::Solved {
            place,
            unique,
            proof,
            ..
        } => {
            let (weights, bound) = line(&proof);
            LotsNash::Solved {
                gain: both(&place.gains),
                to_a: place.assignment.to_a,
                unique,
                weights,
                bound,
            }
        }
        Answer::Empty { .. } => LotsNash::Empty,
        Answer::Open { best, proof, .. } => {
            let (weights, bound) = proof
                .as_ref()
                .map(line)
                .expect("this concept begins with its search");
            LotsNash::BestFound {
                best: best.map(|best| (both(&best.gains), best.assignment.to_a)),
                weights,
                bound,
                reason,
            }
        }
    }
}

fn priced<T: Number>(problem: &Problem<'_, T>, assignment: &Assignment) -> Pair<T> {
    let (gain, loss) = T::sum(problem.lots, &assignment.to_a);
    let [a, b] = problem.start.clone();
    [a + gain, b - loss]
}
