//! Passes over all lots in 64-bit integers, compiled for the widest registers of the machine.
//!
//! Registers have no checks for overflow. Nothing overflows: [`Problem::new`](super::problem::Problem::new) bounds every weighted sum of
//! gains, and so every part of one; the sums of the lots themselves, which that bound comes from, are wide wherever they could exceed 64
//! bits. Each pass is tested against the one in 128 bits, which has the checks.

use pulp::{Arch, NullaryFnOnce};

use super::problem::{Extent, Pair};
use super::split::Parts;

/// Lots that are looked at together.
const BLOCK: usize = 16;

/// A lot: what A gains, what B loses.
type Lot = (i64, i64);

/// How much more a lot is worth to A, in the weights of a line.
#[inline(always)]
fn more(weights: &Pair<i64>, lot: &Lot) -> i64 {
    let [a, b] = weights;
    a.wrapping_mul(lot.0).wrapping_sub(b.wrapping_mul(lot.1))
}

#[inline(always)]
fn add(sum: &mut Lot, lot: &Lot, condition: bool) {
    sum.0 = sum.0.wrapping_add(if condition { lot.0 } else { 0 });
    sum.1 = sum.1.wrapping_add(if condition { lot.1 } else { 0 });
}

/// [`Extent::of`].
pub(super) fn extent(lots: &[Lot]) -> Extent<i64> {
    let (least, most, sum) = Arch::new().dispatch(Extremes(lots));
    let count = i64::try_from(lots.len()).unwrap_or(i64::MAX);
    // Between these, no sum of the lots can leave 64 bits.
    let fits = [least, most].map(|value| value.checked_mul(count).is_some());
    let total = if fits == [true, true] {
        [sum.0.into(), sum.1.into()]
    } else {
        lots.iter().fold([0, 0], |[a, b], lot| {
            [a + i128::from(lot.0), b + i128::from(lot.1)]
        })
    };
    Extent { least, most, total }
}

struct Extremes<'l>(&'l [Lot]);

impl NullaryFnOnce for Extremes<'_> {
    type Output = (i64, i64, Lot);

    #[inline(always)]
    fn call(self) -> Self::Output {
        let first = self.0.first().map_or(0, |lot| lot.0);
        let (mut least, mut most, mut sum) = (first, first, (0, 0));
        for lot in self.0 {
            least = least.min(lot.0).min(lot.1);
            most = most.max(lot.0).max(lot.1);
            add(&mut sum, lot, true);
        }
        (least, most, sum)
    }
}

/// [`Number::divide`](super::number::Number::divide).
pub(super) fn divide(lots: &[Lot], weights: &Pair<i64>) -> (Vec<bool>, Lot, bool) {
    let mut to_a = vec![false; lots.len()];
    let (sum, level) = Arch::new().dispatch(Divide {
        lots,
        weights,
        to_a: &mut to_a,
    });
    (to_a, sum, level)
}

struct Divide<'l> {
    lots: &'l [Lot],
    weights: &'l Pair<i64>,
    to_a: &'l mut [bool],
}

impl NullaryFnOnce for Divide<'_> {
    type Output = (Lot, bool);

    #[inline(always)]
    fn call(self) -> Self::Output {
        let (mut sum, mut level) = ((0, 0), false);
        for (lot, to_a) in self.lots.iter().zip(self.to_a) {
            let more = more(self.weights, lot);
            *to_a = more > 0;
            add(&mut sum, lot, more > 0);
            level |= more == 0;
        }
        (sum, level)
    }
}

/// [`Number::sum`](super::number::Number::sum).
pub(super) fn sum(lots: &[Lot], to_a: &[bool]) -> Lot {
    Arch::new().dispatch(Sum { lots, to_a })
}

struct Sum<'l> {
    lots: &'l [Lot],
    to_a: &'l [bool],
}

impl NullaryFnOnce for Sum<'_> {
    type Output = Lot;

    #[inline(always)]
    fn call(self) -> Lot {
        let mut sum = (0, 0);
        for (lot, &to_a) in self.lots.iter().zip(self.to_a) {
            add(&mut sum, lot, to_a);
        }
        sum
    }
}

/// [`Number::near`](super::number::Number::near).
pub(super) fn near(lots: &[Lot], weights: &Pair<i64>, slack: i64) -> Vec<u32> {
    Arch::new().dispatch(Near {
        lots,
        weights,
        slack,
    })
}

struct Near<'l> {
    lots: &'l [Lot],
    weights: &'l Pair<i64>,
    slack: i64,
}

impl NullaryFnOnce for Near<'_> {
    type Output = Vec<u32>;

    #[inline(always)]
    fn call(self) -> Vec<u32> {
        let is_near = |lot: &Lot| more(self.weights, lot).wrapping_abs() <= self.slack;
        let mut near = Vec::new();
        for (block, issue) in self.lots.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            // Few blocks hold any.
            if block.iter().fold(false, |any, lot| any | is_near(lot)) {
                let members = (issue..).zip(block).filter(|(_, lot)| is_near(lot));
                near.extend(members.map(|(issue, _)| issue));
            }
        }
        near
    }
}

/// [`Number::above`](super::number::Number::above).
pub(super) fn above(pool: &[Lot], edge: &Lot) -> Lot {
    Arch::new().dispatch(Above { pool, edge })
}

struct Above<'p> {
    pool: &'p [Lot],
    edge: &'p Lot,
}

impl NullaryFnOnce for Above<'_> {
    type Output = Lot;

    #[inline(always)]
    fn call(self) -> Lot {
        let weights = [self.edge.1, self.edge.0];
        let mut sum = (0, 0);
        for edge in self.pool {
            add(&mut sum, edge, more(&weights, edge) > 0);
        }
        sum
    }
}

/// [`Parts::of`].
pub(super) fn parts(pool: &[Lot], high: &Lot, low: &Lot) -> Parts<i64> {
    Arch::new().dispatch(Partition { pool, high, low })
}

struct Partition<'p> {
    pool: &'p [Lot],
    high: &'p Lot,
    low: &'p Lot,
}

impl NullaryFnOnce for Partition<'_> {
    type Output = Parts<i64>;

    #[inline(always)]
    fn call(self) -> Parts<i64> {
        let [high, low] = [self.high, self.low].map(|edge| [edge.1, edge.0]);
        let [mut above, mut at_high, mut at_low, mut between] = [(0, 0); 4];
        let mut within = Vec::with_capacity(self.pool.len() / 4 + BLOCK);
        for block in self.pool.chunks(BLOCK) {
            let mut inside = [0_u8; BLOCK];
            for (edge, inside) in block.iter().zip(&mut inside) {
                let (over, under) = (more(&high, edge), more(&low, edge));
                add(&mut above, edge, over > 0);
                add(&mut at_high, edge, over == 0);
                add(&mut at_low, edge, (under == 0) & (over < 0));
                *inside = ((over < 0) & (under > 0)).into();
            }
            // A bit for each byte that is set.
            let mut inside = u128::from_le_bytes(inside);
            while inside != 0 {
                let edge = block[inside.trailing_zeros() as usize / 8];
                add(&mut between, &edge, true);
                within.push(edge);
                inside &= inside - 1;
            }
        }
        Parts {
            above,
            high: at_high,
            between,
            within,
            low: at_low,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::Number;
    use super::super::random::seeded;
    use super::*;

    /// Against the same passes in 128 bits, which are written plainly; with ties, and with blocks that are not full.
    #[test]
    fn passes_find_what_plain_ones_find() {
        let mut random = seeded(1);
        let wide = |(a, b): Lot| (i128::from(a), i128::from(b));
        for round in 0..400 {
            let most = [3, 40, 2_000_000_000][round % 3];
            let n = random(70) - 1;
            let lots: Vec<Lot> = (0..n).map(|_| (random(most), random(most))).collect();
            let plain: Vec<(i128, i128)> = lots.iter().copied().map(wide).collect();

            let (found, known) = (i64::extent(&lots), i128::extent(&plain));
            assert_eq!((wide((found.least, found.most)), found.total), {
                let total = known.total.map(|sum| i128::try_from(sum).expect("small"));
                ((known.least, known.most), total)
            });

            let weights = [random(most), random(most)];
            let wide_weights = weights.map(i128::from);
            let (to_a, sum, level) = i64::divide(&lots, &weights);
            let known = i128::divide(&plain, &wide_weights);
            assert_eq!((&to_a, wide(sum), level), (&known.0, known.1, known.2));
            assert_eq!(wide(i64::sum(&lots, &to_a)), known.1);

            let slack = random(most) * random(most) / 3;
            for slack in [0, slack, -1] {
                let near = i128::near(&plain, &wide_weights, &slack.into());
                assert_eq!(i64::near(&lots, &weights, &slack), near);
            }

            if let [first, .., last] = lots[..] {
                let (high, low) = if first.0 * last.1 >= last.0 * first.1 {
                    (first, last)
                } else {
                    (last, first)
                };
                let found = i64::parts(&lots, &high, &low);
                let known = i128::parts(&plain, &wide(high), &wide(low));
                let sums = [found.above, found.high, found.between, found.low].map(wide);
                assert_eq!(sums, [known.above, known.high, known.between, known.low]);
                let within: Vec<(i128, i128)> = found.within.into_iter().map(wide).collect();
                assert_eq!(within, known.within);
                assert_eq!(wide(i64::above(&lots, &high)), known.above);
            }
        }
    }

    #[test]
    fn sums_of_lots_beyond_64_bits_are_wide() {
        let lots = [(i64::MAX, 1), (i64::MAX, 2)];
        assert_eq!(extent(&lots).total, [2 * i128::from(i64::MAX), 3]);
    }
}
