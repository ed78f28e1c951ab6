//! The integers of the search: a narrow one for gains, a wide one for products of two of them.
//!
//! Three pairs of widths are used: (64, 128) bits, (128 bits, any), (any, any). Which one a problem needs is decided
//! beforehand from a bound on everything that can occur ([`Problem::new`](super::problem::Problem::new)), so that no
//! operation overflows; the workspace's overflow checks would turn a mistake there into a panic, never into a wrong answer.

use std::fmt::Debug;
use std::hint::select_unpredictable;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::ops::{DivEuclid, SquareRoot};
use zopa_model::exact::Integer;

/// What both integers can do.
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

    /// One of two numbers: without a branch where that is possible, for conditions that cannot be predicted.
    fn choose(condition: bool, yes: &Self, no: &Self) -> Self {
        if condition { yes.clone() } else { no.clone() }
    }

    /// The same number if the condition holds, else 0, as [`Self::choose`].
    fn when(&self, condition: bool) -> Self {
        Self::choose(condition, self, &Self::of(0))
    }

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
}

impl Ring for i64 {
    fn of(value: i64) -> Self {
        value
    }

    fn choose(condition: bool, yes: &Self, no: &Self) -> Self {
        select_unpredictable(condition, *yes, *no)
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
}

impl Ring for i128 {
    fn of(value: i64) -> Self {
        Self::from(value)
    }

    fn choose(condition: bool, yes: &Self, no: &Self) -> Self {
        select_unpredictable(condition, *yes, *no)
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
