//! A scorer made for one frontier of packed whole numbers: what the machine could do if it had nothing else to support.

use super::Point;
use super::list::{Halves, unpacked};

/// A frontier of points.
#[derive(Clone, Debug)]
pub struct Scorer {
    points: Vec<Point>,
}

/// A judgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Does nothing dominate the pair?
    pub efficient: bool,
    /// The most that both could have in addition.
    pub gap: i64,
}

impl Scorer {
    /// Takes pairs by rising utility of A.
    #[must_use]
    pub fn new(packed: &[u64]) -> Self {
        debug_assert!(packed.is_sorted_by(|p, q| p.low() < q.low() && p.high() > q.high()));
        Self {
            points: packed.iter().map(|&pair| unpacked(pair)).collect(),
        }
    }

    /// Judges a feasible pair.
    ///
    /// # Panics
    /// If it lies above the frontier.
    #[must_use]
    pub fn judge(&self, (a, b): Point) -> Judged {
        let first = self.points.partition_point(|point| point.0 < a);
        let efficient = self.points.get(first) == Some(&(a, b));
        // The gap at a point is the smaller of both gains. A's rises along the frontier and B's falls: the best is next to where
        // they cross.
        let cross = self
            .points
            .partition_point(|point| point.0 - a < point.1 - b);
        let gain = |place: usize| {
            let point = self.points.get(place)?;
            Some((point.0 - a).min(point.1 - b))
        };
        let before = cross.checked_sub(1).and_then(gain);
        let gap = before.max(gain(cross)).expect("a frontier has a point");
        assert!(gap >= 0, "a feasible pair does not lie above the frontier");
        Judged { efficient, gap }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judged_by_hand() {
        let pack = |(a, b): (u64, u64)| a | b << 32;
        let scorer = Scorer::new(&[(0, 9), (4, 7), (6, 2)].map(pack));
        let judged = |a, b| {
            let judged = scorer.judge((a, b));
            (judged.efficient, judged.gap)
        };
        assert_eq!(judged(4, 7), (true, 0));
        assert_eq!(judged(0, 0), (false, 4));
        assert_eq!(judged(4, 2), (false, 0));
        assert_eq!(judged(1, 1), (false, 3));
    }
}
