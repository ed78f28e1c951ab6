//! Lots that lose nothing on the supporting line: a subset-sum problem.
//!
//! The lots whose ratio is the split's can go to either party without leaving the line. What is best on the line is one of the
//! two attainable gains of A next to the peak ([`Aim::peak`](super::aim::Aim::peak)), one on either side. They are sought by filling up greedily, then by
//! changing a few lots: of up to 2 h lots, all combinations of h are sorted, and one sweep over both lists finds the nearest
//! sums (meet in the middle: E. Horowitz, S. Sahni, "Computing partitions with applications to the knapsack problem", JACM 21,
//! 1974). Where there are more lots, other random ones are tried, until the lattice says that nothing better can exist.

use super::aim::{Aim, Verdict};
use super::lattice::Lattice;
use super::number::{Number, Ring, Wide};
use super::problem::{Pair, minus, plus};
use super::region::Line;
use super::search::{Meter, Search};

/// The sizes of the halves that are tried, one after the other.
const HALVES: [usize; 10] = [6, 10, 11, 12, 13, 14, 15, 16, 17, 18];

/// The lots on the line.
pub(super) struct OnLine<'a, T> {
    pub(super) lots: &'a [(T, T)],
    pub(super) members: &'a [u32],
    pub(super) line: &'a Line<T>,
}

/// What became of them.
pub(super) struct Settled<T> {
    /// The gains at the arrangement that was left in place.
    pub(super) gains: Pair<T>,
    /// Is it known that no arrangement of these lots alone is better than the best pair?
    pub(super) closed: bool,
}

/// A sum of changes of A's gain, and which lots they are.
type Change<T> = (T, u32);

/// A sum of two changes, and which lots of either half they are.
type Near<T> = (T, (u32, u32));

impl<T: Number> OnLine<'_, T> {
    fn lot(&self, member: u32) -> &(T, T) {
        &self.lots[index(member)]
    }

    /// Arranges the lots, all of which are with B and worth `gains` together with everything else, and offers what it finds.
    pub(super) fn settle(
        &self,
        search: &mut Search<T>,
        gains: Pair<T>,
        to_a: &mut [bool],
        meter: &mut Meter<'_>,
    ) -> Settled<T> {
        let peak = search.aim.peak(self.line);
        let mut gains = self.fill(gains, &peak, to_a);
        search.offer(&gains);
        if self.members.is_empty() {
            return Settled {
                gains,
                closed: true,
            };
        }
        let lattice = self.lattice();
        let mut seed = 0x9E37_79B9_7F4A_7C15;
        for half in HALVES {
            if search.region.stretch(self.line, &T::of(0)).is_none()
                || lattice.level_excludes(search, self.line, &gains)
            {
                return Settled {
                    gains,
                    closed: true,
                };
            }
            let all = self.members.len() <= 2 * half;
            let kept = 1 << half.min(self.members.len());
            if kept > meter.max_points() || !meter.allows(kept, 2 * kept) {
                break;
            }
            let sample = if all {
                self.members.to_vec()
            } else {
                self.sample(2 * half, &mut seed)
            };
            gains = self.improve(search, gains, &peak, &sample, to_a);
            if all {
                // Where any other pair is sought, it need not be next to the peak.
                let closed = !matches!(search.aim, Aim::Another { .. });
                return Settled { gains, closed };
            }
        }
        let closed = lattice.level_excludes(search, self.line, &gains);
        Settled { gains, closed }
    }

    /// Gives lots to A while A's gain does not exceed the peak.
    fn fill(&self, gains: Pair<T>, peak: &T, to_a: &mut [bool]) -> Pair<T> {
        let [mut a, mut b] = gains;
        for &member in self.members {
            let lot = self.lot(member);
            let more = a.clone() + lot.0.clone();
            if more <= *peak {
                a = more;
                b = b - lot.1.clone();
                to_a[index(member)] = true;
            }
        }
        [a, b]
    }

    /// The lattice of the lots' gains; it stops where the finest possible one is reached.
    fn lattice(&self) -> Lattice<T::Wide> {
        let finest = self.line.weights[1].widen();
        let mut period = T::Wide::of(0);
        for &member in self.members {
            period = period.gcd(&self.lot(member).0.widen());
            if period == finest {
                break;
            }
        }
        let mut lattice = Lattice::new();
        lattice.add(T::Wide::of(0), period);
        lattice
    }

    /// Different random members (Vigna's splitmix64; the first place of a partial shuffle is fixed by the seed).
    fn sample(&self, size: usize, seed: &mut u64) -> Vec<u32> {
        let mut chosen = Vec::with_capacity(size);
        while chosen.len() < size {
            *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = *seed;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^= z >> 31;
            let count = u64::try_from(self.members.len()).unwrap_or(u64::MAX);
            let member = self.members[usize::try_from(z % count).unwrap_or(0)];
            if !chosen.contains(&member) {
                chosen.push(member);
            }
        }
        chosen
    }

    /// Changes lots of the sample so that A's gain comes nearest to the peak from either side; what is better is put in place.
    fn improve(
        &self,
        search: &mut Search<T>,
        gains: Pair<T>,
        peak: &T,
        sample: &[u32],
        to_a: &mut [bool],
    ) -> Pair<T> {
        let (left, right) = sample.split_at(sample.len() / 2);
        let change = |&member: &u32| {
            let gain = self.lot(member).0.clone();
            if to_a[index(member)] { -gain } else { gain }
        };
        let first = sums(left.iter().map(change));
        let second = sums(right.iter().map(change));
        let wanted = peak.clone() - gains[0].clone();
        let nearest = nearest(&first, &second, &wanted);
        let mut best = None;
        for (_, masks) in nearest.into_iter().flatten() {
            let pair = self.changed(&gains, left, masks.0, to_a);
            let pair = self.changed(&pair, right, masks.1, to_a);
            if search.offer(&pair) == Verdict::Better {
                best = Some((pair, masks));
            }
        }
        let Some((pair, masks)) = best else {
            return gains;
        };
        for (members, mask) in [(left, masks.0), (right, masks.1)] {
            for member in flagged(members, mask) {
                to_a[index(member)] = !to_a[index(member)];
            }
        }
        pair
    }

    fn changed(&self, gains: &Pair<T>, members: &[u32], mask: u32, to_a: &[bool]) -> Pair<T> {
        flagged(members, mask).fold(gains.clone(), |gains, member| {
            let (a, b) = self.lot(member);
            let lot = [a.clone(), -b.clone()];
            if to_a[index(member)] {
                minus(&gains, &lot)
            } else {
                plus(&gains, &lot)
            }
        })
    }
}

/// Indices of lots fit 32 bits: a search refuses more.
pub(super) fn index(member: u32) -> usize {
    usize::try_from(member).unwrap_or(usize::MAX)
}

fn flagged(members: &[u32], mask: u32) -> impl Iterator<Item = u32> + '_ {
    members
        .iter()
        .enumerate()
        .filter(move |(place, _)| mask >> place & 1 == 1)
        .map(|(_, &member)| member)
}

/// All sums of subsets, rising, each once.
fn sums<T: Number>(changes: impl Iterator<Item = T>) -> Vec<Change<T>> {
    let mut list = vec![(T::of(0), 0)];
    for (place, change) in changes.enumerate() {
        let with: Vec<Change<T>> = list
            .iter()
            .map(|(sum, mask)| (sum.clone() + change.clone(), mask | 1 << place))
            .collect();
        let mut merged: Vec<Change<T>> = Vec::with_capacity(2 * list.len());
        let (mut i, mut j) = (0, 0);
        while i < list.len() || j < with.len() {
            let old = j == with.len() || i < list.len() && list[i].0 <= with[j].0;
            let next = if old { &list[i] } else { &with[j] };
            if merged.last().is_none_or(|last| last.0 != next.0) {
                merged.push(next.clone());
            }
            (i, j) = if old { (i + 1, j) } else { (i, j + 1) };
        }
        list = merged;
    }
    list
}

/// The largest sum of one of each list that is at most `wanted`, and the smallest above it, with their subsets.
fn nearest<T: Number>(
    first: &[Change<T>],
    second: &[Change<T>],
    wanted: &T,
) -> [Option<Near<T>>; 2] {
    let (mut below, mut above): (Option<Near<T>>, Option<Near<T>>) = (None, None);
    // How many of the second list fit below: it falls as the first sum rises.
    let mut fitting = second.len();
    for (sum, mask) in first {
        let rest = wanted.clone() - sum.clone();
        while fitting > 0 && second[fitting - 1].0 > rest {
            fitting -= 1;
        }
        if let Some((other, flags)) = fitting.checked_sub(1).map(|place| &second[place]) {
            let total = sum.clone() + other.clone();
            if below.as_ref().is_none_or(|known| total > known.0) {
                below = Some((total, (*mask, *flags)));
            }
        }
        if let Some((other, flags)) = second.get(fitting) {
            let total = sum.clone() + other.clone();
            if above.as_ref().is_none_or(|known| total < known.0) {
                above = Some((total, (*mask, *flags)));
            }
        }
    }
    [below, above]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_sums_by_hand() {
        let first = sums([5_i64, -3].into_iter());
        assert_eq!(first, [(-3, 2), (0, 0), (2, 3), (5, 1)]);
        let second = sums([10_i64, 10].into_iter());
        assert_eq!(second, [(0, 0), (10, 1), (20, 3)]);
        let [below, above] = nearest(&first, &second, &11);
        assert_eq!(below, Some((10, (0, 1))));
        assert_eq!(above, Some((12, (3, 1))));
        assert_eq!(nearest(&first, &second, &-4)[0], None);
        assert_eq!(nearest(&first, &second, &25)[1], None);
    }
}
