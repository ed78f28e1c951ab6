//! The integers of the search: a narrow one for gains, a wide one for products of two of them.
//!
//! Three pairs of widths are used: (64, 128) bits, (128 bits, any), (any, any). Which one a problem needs is decided
//! beforehand from a bound on everything that can occur ([`Problem::new`](super::problem::Problem::new)), so that no
//! operation overflows; the workspace's overflow checks would turn a mistake there into a panic, never into a wrong answer (but in
//! `passes.rs`).

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::ops::{DivEuclid, SquareRoot};
use zopa_model::Rational;
use zopa_model::exact::Integer;

use super::passes;
use super::problem::{Extent, Pair};
use super::split::Parts;

/// What both integers can do, and the fractions that segments make of gains.
pub(super) trait Ring:
    Clone
    + Ord
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    /// A small constant.
    fn of(value: i64) -> Self;

    /// Is this above 0?
    fn is_positive(&self) -> bool {
        *self > Self::of(0)
    }

    /// The distance from 0.
    fn magnitude(&self) -> Self {
        if *self < Self::of(0) {
            -self.clone()
        } else {
            self.clone()
        }
    }
}

/// An integer that holds the product of two gains, or of two weighted sums of gains.
pub(super) trait Wide: Ring {
    /// The largest integer whose square is at most this one, which is not negative.
    fn root(&self) -> Self;
    /// The largest integer at most the quotient; the divisor is above 0.
    fn div_floor(&self, divisor: &Self) -> Self;
    /// The same number.
    fn integer(&self) -> Integer;

    /// The smallest integer at least the quotient; the divisor is above 0.
    fn div_ceil(&self, divisor: &Self) -> Self {
        -(-self.clone()).div_floor(divisor)
    }

    /// The remainder in [0, divisor); the divisor is above 0.
    fn modulo(&self, divisor: &Self) -> Self {
        self.clone() - self.div_floor(divisor) * divisor.clone()
    }

    /// The greatest common divisor, not negative (Euclid).
    fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.magnitude(), other.magnitude());
        while b.is_positive() {
            let rest = a.modulo(&b);
            a = b;
            b = rest;
        }
        a
    }
}

/// An integer that holds a gain, and a sum of the parties' gains weighted by two numbers no larger than a lot.
pub(super) trait Number: Ring {
    /// Holds the product of two.
    type Wide: Wide;
    /// Sums and weighted sums stay below 2 to this power; `None`: any size is held.
    const BITS: Option<usize>;

    /// The same number.
    fn widen(&self) -> Self::Wide;
    /// The same number, if it fits.
    fn narrow(wide: &Self::Wide) -> Option<Self>;
    /// The same number, if it fits.
    fn from_integer(value: &Integer) -> Option<Self>;
    /// The same number, if it fits.
    fn from_machine(value: i128) -> Option<Self>;

    /// The product.
    fn times(&self, other: &Self) -> Self::Wide {
        self.widen() * other.widen()
    }

    /// The same number.
    fn integer(&self) -> Integer {
        self.widen().integer()
    }

    /// [`Extent::of`].
    fn extent(lots: &[(Self, Self)]) -> Extent<Self> {
        let first = lots.first().map_or(Self::of(0), |lot| lot.0.clone());
        let (mut least, mut most) = (first.clone(), first);
        let mut total = [Self::Wide::of(0), Self::Wide::of(0)];
        for (a, b) in lots {
            least = least.min(a.clone()).min(b.clone());
            most = most.max(a.clone()).max(b.clone());
            total = [total[0].clone() + a.widen(), total[1].clone() + b.widen()];
        }
        Extent { least, most, total }
    }

    /// Which lots are worth more to A, in the weights of a line; the sums of these; and are any worth as much to either?
    fn divide(lots: &[(Self, Self)], weights: &Pair<Self>) -> (Vec<bool>, (Self, Self), bool) {
        let mut level = false;
        let to_a = lots.iter().map(|lot| {
            let more = more(weights, lot);
            level |= more == Self::of(0);
            more.is_positive()
        });
        let to_a: Vec<bool> = to_a.collect();
        let sum = Self::sum(lots, &to_a);
        (to_a, sum, level)
    }

    /// The sums of the lots that pass to A.
    fn sum(lots: &[(Self, Self)], to_a: &[bool]) -> (Self, Self) {
        let passing = lots.iter().zip(to_a).filter(|(_, to_a)| **to_a);
        passing.fold((Self::of(0), Self::of(0)), |sum, (lot, _)| add(&sum, lot))
    }

    /// The lots that lose at most `slack` on a line of these weights when they change hands.
    fn near(lots: &[(Self, Self)], weights: &Pair<Self>, slack: &Self) -> Vec<u32> {
        let near = (0..)
            .zip(lots)
            .filter(|(_, lot)| more(weights, lot).magnitude() <= *slack);
        near.map(|(issue, _)| issue).collect()
    }

    /// The sums of the edges whose ratio of gain to loss is above that of this one.
    fn above(pool: &[(Self, Self)], edge: &(Self, Self)) -> (Self, Self) {
        let weights = [edge.1.clone(), edge.0.clone()];
        let above = pool
            .iter()
            .filter(|other| more(&weights, other).is_positive());
        above.fold((Self::of(0), Self::of(0)), |sum, edge| add(&sum, edge))
    }

    /// [`Parts::of`].
    fn parts(pool: &[(Self, Self)], high: &(Self, Self), low: &(Self, Self)) -> Parts<Self> {
        let mut parts = Parts::nothing();
        let [high, low] = [high, low].map(|edge| [edge.1.clone(), edge.0.clone()]);
        for edge in pool {
            let (over, under) = (more(&high, edge), more(&low, edge));
            let zero = Self::of(0);
            let sum = if over > zero {
                &mut parts.above
            } else if over == zero {
                &mut parts.high
            } else if under > zero {
                parts.within.push(edge.clone());
                &mut parts.between
            } else if under == zero {
                &mut parts.low
            } else {
                continue;
            };
            *sum = add(sum, edge);
        }
        parts
    }
}

fn add<T: Ring>(sum: &(T, T), lot: &(T, T)) -> (T, T) {
    (sum.0.clone() + lot.0.clone(), sum.1.clone() + lot.1.clone())
}

/// How much more a lot is worth to A, in the weights of a line.
fn more<T: Ring>([a, b]: &Pair<T>, lot: &(T, T)) -> T {
    a.clone() * lot.0.clone() - b.clone() * lot.1.clone()
}

impl Ring for i64 {
    fn of(value: i64) -> Self {
        value
    }

    fn magnitude(&self) -> Self {
        self.abs()
    }
}

impl Number for i64 {
    type Wide = i128;
    const BITS: Option<usize> = Some(61);

    fn widen(&self) -> i128 {
        i128::from(*self)
    }

    fn narrow(wide: &i128) -> Option<Self> {
        Self::try_from(*wide).ok()
    }

    fn from_integer(value: &Integer) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn from_machine(value: i128) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn extent(lots: &[(i64, i64)]) -> Extent<i64> {
        passes::extent(lots)
    }

    fn divide(lots: &[(i64, i64)], weights: &Pair<i64>) -> (Vec<bool>, (i64, i64), bool) {
        passes::divide(lots, weights)
    }

    fn sum(lots: &[(i64, i64)], to_a: &[bool]) -> (i64, i64) {
        passes::sum(lots, to_a)
    }

    fn near(lots: &[(i64, i64)], weights: &Pair<i64>, slack: &i64) -> Vec<u32> {
        passes::near(lots, weights, *slack)
    }

    fn above(pool: &[(i64, i64)], edge: &(i64, i64)) -> (i64, i64) {
        passes::above(pool, edge)
    }

    fn parts(pool: &[(i64, i64)], high: &(i64, i64), low: &(i64, i64)) -> Parts<i64> {
        passes::parts(pool, high, low)
    }
}

impl Ring for i128 {
    fn of(value: i64) -> Self {
        Self::from(value)
    }

    fn magnitude(&self) -> Self {
        self.abs()
    }
}

impl Wide for i128 {
    fn root(&self) -> Self {
        self.isqrt()
    }

    fn div_floor(&self, divisor: &Self) -> Self {
        self.div_euclid(*divisor)
    }

    fn integer(&self) -> Integer {
        Integer::from(*self)
    }
}

impl Number for i128 {
    type Wide = Integer;
    const BITS: Option<usize> = Some(124);

    fn widen(&self) -> Integer {
        Integer::from(*self)
    }

    fn narrow(wide: &Integer) -> Option<Self> {
        Self::try_from(wide).ok()
    }

    fn from_integer(value: &Integer) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn from_machine(value: i128) -> Option<Self> {
        Some(value)
    }
}

impl Ring for Rational {
    fn of(value: i64) -> Self {
        value.into()
    }
}

impl Ring for Integer {
    fn of(value: i64) -> Self {
        Self::from(value)
    }
}

impl Wide for Integer {
    fn root(&self) -> Self {
        Self::from(self.sqrt())
    }

    fn div_floor(&self, divisor: &Self) -> Self {
        self.div_euclid(divisor)
    }

    fn integer(&self) -> Integer {
        self.clone()
    }
}

impl Number for Integer {
    type Wide = Self;
    const BITS: Option<usize> = None;

    fn widen(&self) -> Self {
        self.clone()
    }

    fn narrow(wide: &Self) -> Option<Self> {
        Some(wide.clone())
    }

    fn from_integer(value: &Integer) -> Option<Self> {
        Some(value.clone())
    }

    fn from_machine(value: i128) -> Option<Self> {
        Some(Self::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_down_and_up_on_either_side_of_zero() {
        for (value, floor, ceil) in [(7, 2, 3), (-7, -3, -2), (6, 2, 2), (-6, -2, -2)] {
            let (value, three) = (i128::from(value), 3_i128);
            assert_eq!(Wide::div_floor(&value, &three), floor);
            assert_eq!(Wide::div_ceil(&value, &three), ceil);
            let (value, three) = (Integer::from(value), Integer::from(3));
            assert_eq!(Wide::div_floor(&value, &three), Integer::from(floor));
            assert_eq!(Wide::div_ceil(&value, &three), Integer::from(ceil));
        }
        assert_eq!(Wide::gcd(&12_i128, &-18), 6);
        assert_eq!(Wide::root(&24_i128), 4);
        assert_eq!(Wide::root(&Integer::from(25)), Integer::from(5));
    }
}
