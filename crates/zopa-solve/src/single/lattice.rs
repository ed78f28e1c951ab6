//! A stop without search: no integer pair of the right kind is left in the region.
//!
//! All pairs that differ from the root by changes of core issues lie on the root plus the lattice that these changes
//! generate. In the coordinates (loss, A's gain) that lattice has a basis (step, shift), (0, period): losses are multiples of
//! `step`, and for each of them A's gains are one residue modulo `period`. If, level by level of loss, no such pair in the
//! region is an improvement, there is none at all. (Hermite's normal form; the levels are few when gains are small numbers or
//! the best pair is nearly on the line.)

use super::number::{Number, Wide};
use super::problem::Pair;
use super::region::Line;
use super::search::Search;

/// At most this many levels of loss are looked at.
const MAX_LEVELS: i64 = 512;
/// At most this many pairs are looked at on one level.
const MAX_PAIRS: usize = 8;

/// The lattice of the pairs that core changes attain, in the coordinates (loss, A's gain).
#[derive(Clone, Debug)]
pub(super) struct Lattice<W> {
    /// Losses are multiples of this; 0: there is no loss but 0.
    step: W,
    /// What A's gain grows by with one step of loss.
    shift: W,
    /// On one level, A's gains differ by multiples of this; 0: there is one.
    period: W,
}

impl<W: Wide> Lattice<W> {
    /// The root alone.
    pub(super) fn new() -> Self {
        Self {
            step: W::of(0),
            shift: W::of(0),
            period: W::of(0),
        }
    }

    /// Adds a change with this loss and this change of A's gain.
    pub(super) fn add(&mut self, loss: W, gain: W) {
        let (mut loss, mut gain) = (loss, gain);
        while loss.is_positive() {
            let times = self.step.div_floor(&loss);
            let rest = self.step.clone() - times.clone() * loss.clone();
            let left = self.wrap(self.shift.clone() - times * gain.clone());
            (self.step, self.shift) = (loss, gain);
            (loss, gain) = (rest, left);
        }
        self.period = self.period.gcd(&gain);
        self.shift = self.wrap(self.shift.clone());
    }

    fn wrap(&self, gain: W) -> W {
        if self.period.is_positive() {
            gain.modulo(&self.period)
        } else {
            gain
        }
    }

    /// Is it shown that no pair of the lattice through `root` (of loss 0) is an improvement?
    pub(super) fn excludes<T: Number<Wide = W>>(
        &self,
        search: &Search<T>,
        line: &Line<T>,
        root: &Pair<T>,
    ) -> bool {
        let Some(most) = search.region.most_loss(line) else {
            return true;
        };
        let levels = if self.step.is_positive() {
            most.widen().div_floor(&self.step)
        } else {
            W::of(0)
        };
        if levels > W::of(MAX_LEVELS) {
            return false;
        }
        let mut loss = W::of(0);
        let mut gain = root[0].widen();
        let mut level = W::of(0);
        while level <= levels {
            let narrow = T::narrow(&loss).expect("no more than the largest loss");
            if !self.level_excluded(search, line, &narrow, &gain) {
                return false;
            }
            loss = loss + self.step.clone();
            gain = self.wrap(gain + self.shift.clone());
            level = level + W::of(1);
        }
        true
    }

    /// As [`Self::excludes`], for pairs without loss alone.
    pub(super) fn level_excludes<T: Number<Wide = W>>(
        &self,
        search: &Search<T>,
        line: &Line<T>,
        root: &Pair<T>,
    ) -> bool {
        self.level_excluded(search, line, &T::of(0), &root[0].widen())
    }

    fn level_excluded<T: Number<Wide = W>>(
        &self,
        search: &Search<T>,
        line: &Line<T>,
        loss: &T,
        gain: &W,
    ) -> bool {
        let Some((low, high)) = search.region.stretch(line, loss) else {
            return true;
        };
        let (mut at, step) = if self.period.is_positive() {
            let first = low.clone() + (gain.clone() - low).modulo(&self.period);
            (first, self.period.clone())
        } else if *gain < low {
            return true;
        } else {
            (gain.clone(), high.clone() - low + W::of(1))
        };
        let mut seen = 0;
        while at <= high {
            let pair = T::narrow(&at).and_then(|gain| line.point(loss, &gain));
            if seen == MAX_PAIRS || pair.is_none_or(|pair| search.wants(&pair)) {
                return false;
            }
            seen += 1;
            at = at + step.clone();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_by_hand() {
        let basis = |changes: &[(i128, i128)]| {
            let mut lattice = Lattice::new();
            for &(loss, gain) in changes {
                lattice.add(loss, gain);
            }
            (lattice.step, lattice.shift, lattice.period)
        };
        assert_eq!(basis(&[(0, 6), (0, -10)]), (0, 0, 2));
        // 3 (4, 1) - 2 (6, 3) = (0, -3); (6, 3) - (4, 1) = (2, 2).
        assert_eq!(basis(&[(4, 1), (6, 3)]), (2, 2, 3));
        assert_eq!(basis(&[(5, 7)]), (5, 7, 0));
    }
}
