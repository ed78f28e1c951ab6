//! What is searched: lots that pass from B to A or stay, tables of more than two options, and the gains without any of it.

use zopa_model::PARTIES;
use zopa_model::exact::Integer;

use super::number::{Number, Ring, Wide};

/// A pair of numbers, A's first.
pub(super) type Pair<T> = [T; PARTIES];

/// A game of finite issues with whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Problem<'a, T> {
    /// The gains over the disagreement point when every issue has the outcome that is best for B.
    pub(super) start: Pair<T>,
    /// What A gains and what B loses when a lot passes to A, both above 0.
    pub(super) lots: &'a [(T, T)],
    /// What each option adds to the first, which is best for B: A's part rises from 0, B's falls from 0. At least 2 each.
    pub(super) tables: &'a [Vec<Pair<T>>],
    /// What A gains, and what B loses, when everything passes to A.
    pub(super) total: Pair<T>,
}

/// Who has what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// Has the lot passed to A?
    pub(super) to_a: Vec<bool>,
    /// The option of each table.
    pub(super) options: Vec<usize>,
}

impl<'a, T: Number> Problem<'a, T> {
    /// A problem, if everything that the search computes with its numbers fits `T`. `scale` is what the aim brings along.
    ///
    /// Gains are at most S in absolute value, lots and so the weights of a line at most V: weighted sums are at most S V, and
    /// two bits are left for sums of a few of them. A ray's direction meets such numbers in wide integers alone; the weights
    /// of a sum can become those of the line.
    pub(super) fn new(
        start: Pair<T>,
        lots: &'a [(T, T)],
        tables: &'a [Vec<Pair<T>>],
        extent: Extent<T>,
        scale: &Scale,
    ) -> Option<Self> {
        let mut size = extent.most.max(T::of(1));
        let mut total = extent.total;
        for table in tables {
            let [gain, loss] = &table[table.len() - 1];
            size = size.max(gain.clone()).max(-loss.clone());
            total = [
                total[0].clone() + gain.widen(),
                total[1].clone() - loss.widen(),
            ];
        }
        let size = size.integer();
        let parts = start.iter().map(Number::integer);
        let parts = parts.chain(total.iter().map(Wide::integer));
        let sum = parts.fold(Integer::ZERO, |sum, part| sum + part.magnitude());
        let limit = T::BITS.map(|bits| Integer::ONE << bits);
        let fits = limit.is_none_or(|limit| match scale {
            Scale::Ray(scale) => &sum * size < limit && *scale < limit,
            Scale::Weights(scale) => {
                let wide = &limit * &limit;
                &sum * (&size + scale) < limit && sum * size * scale < wide
            }
        });
        if !fits {
            return None;
        }
        let [gain, loss] = total.map(|total| T::narrow(&total));
        Some(Self {
            start,
            lots,
            tables,
            total: [gain?, loss?],
        })
    }

    /// The same with thresholds this much higher.
    pub(super) fn above(&self, floor: &Pair<T>) -> Self {
        Self {
            start: minus(&self.start, floor),
            total: self.total.clone(),
            ..*self
        }
    }

    /// The least gains that occur: each party's own, not of one agreement.
    pub(super) fn lowest(&self) -> Pair<T> {
        [
            self.start[0].clone(),
            self.start[1].clone() - self.total[1].clone(),
        ]
    }

    /// The most that each party can still gain from here.
    pub(super) fn reach(&self, gains: &Pair<T>) -> Pair<T> {
        [
            self.start[0].clone() + self.total[0].clone() - gains[0].clone(),
            self.start[1].clone() - gains[1].clone(),
        ]
    }
}

/// The smallest and the largest number of a list of lots, and its sums.
#[derive(Clone, Debug)]
pub(super) struct Extent<T: Number> {
    pub(super) least: T,
    pub(super) most: T,
    pub(super) total: Pair<T::Wide>,
}

impl<T: Number> Extent<T> {
    /// In one pass. Of no lots: all 0.
    pub(super) fn of(lots: &[(T, T)]) -> Self {
        T::extent(lots)
    }
}

/// The largest number that an aim brings along.
#[derive(Clone, Debug)]
pub(super) enum Scale {
    /// Of a ray's direction.
    Ray(Integer),
    /// Of a sum's weights.
    Weights(Integer),
}

/// The pair divided by its greatest common divisor; both are above 0.
pub(super) fn reduced<T: Number>(pair: &Pair<T>) -> Pair<T> {
    let divisor = pair[0].widen().gcd(&pair[1].widen());
    pair.each_ref().map(|value| {
        T::narrow(&value.widen().div_floor(&divisor))
            .expect("a quotient is no larger than the number")
    })
}

/// The weighted sum of a pair.
pub(super) fn dot<T: Number>(weights: &Pair<T>, pair: &Pair<T>) -> T {
    weights[0].clone() * pair[0].clone() + weights[1].clone() * pair[1].clone()
}

/// The weighted sum of a pair, where weights are as large as gains.
pub(super) fn wide_dot<T: Number>(weights: &Pair<T>, pair: &Pair<T>) -> T::Wide {
    weights[0].times(&pair[0]) + weights[1].times(&pair[1])
}

/// The sum of two pairs.
pub(super) fn plus<T: Ring>(a: &Pair<T>, b: &Pair<T>) -> Pair<T> {
    [a[0].clone() + b[0].clone(), a[1].clone() + b[1].clone()]
}

/// The difference of two pairs.
pub(super) fn minus<T: Ring>(a: &Pair<T>, b: &Pair<T>) -> Pair<T> {
    [a[0].clone() - b[0].clone(), a[1].clone() - b[1].clone()]
}
