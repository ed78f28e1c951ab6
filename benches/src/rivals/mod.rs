//! Other ways to the same answers. None shares code with the engine.

pub mod enumeration;
pub mod epsilon;
pub mod list;
pub mod pairwise;
pub mod scorer;
pub mod typed;

/// A utility pair, A's first.
pub type Point = (i64, i64);

/// Sorts by rising utility of A and drops repetitions and what another pair dominates.
#[must_use]
pub fn undominated(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by(|p, q| q.cmp(p));
    let mut most_b = i64::MIN;
    points.retain(|&(_, b)| {
        let kept = b > most_b;
        most_b = most_b.max(b);
        kept
    });
    points.reverse();
    points
}

/// What an assignment is worth, each lot to A or to B.
#[must_use]
pub fn price(lots: &[(i64, i64)], to_a: impl Fn(usize) -> bool) -> Point {
    let lots = lots.iter().enumerate();
    lots.fold((0, 0), |(a, b), (place, lot)| {
        if to_a(place) {
            (a + lot.0, b)
        } else {
            (a, b + lot.1)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_five_pairs_two_are_undominated() {
        // (1, 5) loses to (2, 5), (2, 3) to both others, and (4, 1) stands twice.
        let points = vec![(4, 1), (1, 5), (2, 3), (2, 5), (4, 1)];
        assert_eq!(undominated(points), [(2, 5), (4, 1)]);
    }

    #[test]
    fn a_lot_counts_for_who_gets_it() {
        assert_eq!(price(&[(1, 2), (3, 4), (5, 6)], |lot| lot == 1), (3, 8));
    }
}
