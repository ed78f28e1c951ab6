//! Whole numbers for the geometry of chains: 128 bits where a bound computed beforehand allows, else of any size.

use std::cmp::Ordering;
use std::fmt::Debug;

use dashu_int::ops::Abs;
use zopa_model::Rational;
use zopa_model::exact::Integer;

/// A whole number.
///
/// The workspace's overflow checks would turn a wrong bound into a panic, never into a wrong answer.
pub(crate) trait Whole: Clone + Ord + Debug {
    /// The value; fits, since the type was chosen so.
    fn of(value: &Integer) -> Self;
    fn from_machine(value: i128) -> Self;
    /// A number times a multiple of its denominator.
    fn scaled(value: &Rational, scale: &Self) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// The greatest common divisor, not negative.
    fn gcd(&self, other: &Self) -> Self;
    /// What this is times the divisor.
    fn over(&self, divisor: &Self) -> Self;
    /// How it compares with 0.
    fn sign(&self) -> Ordering;
    fn to_integer(&self) -> Integer;
}

impl Whole for i128 {
    fn of(value: &Integer) -> Self {
        Self::try_from(value).expect("the type was chosen for these numbers")
    }
    fn from_machine(value: i128) -> Self {
        value
    }
    fn scaled(value: &Rational, scale: &Self) -> Self {
        let (numerator, denominator) = value
            .small_parts()
            .expect("the type was chosen for these numbers");
        match denominator {
            1 => numerator.times(scale),
            _ if denominator == *scale => numerator,
            _ => numerator.times(&scale.over(&denominator)),
        }
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        // 64-bit factors, by far the most frequent, multiply at a fraction of the cost.
        match (i64::try_from(*self), i64::try_from(*other)) {
            (Ok(x), Ok(y)) => Self::from(x) * Self::from(y),
            _ => self * other,
        }
    }
    fn gcd(&self, other: &Self) -> Self {
        let (mut x, mut y) = (self.unsigned_abs(), other.unsigned_abs());
        while y != 0 {
            (x, y) = (y, remainder(x, y));
        }
        Self::try_from(x).expect("the divisor of a number that fits")
    }
    fn over(&self, divisor: &Self) -> Self {
        match (i64::try_from(*self), i64::try_from(*divisor)) {
            (Ok(x), Ok(y)) if y != -1 => Self::from(x / y),
            _ => self / divisor,
        }
    }
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }
    fn to_integer(&self) -> Integer {
        Integer::from(*self)
    }
}

impl Whole for Integer {
    fn of(value: &Integer) -> Self {
        value.clone()
    }
    fn from_machine(value: i128) -> Self {
        Self::from(value)
    }
    fn scaled(value: &Rational, scale: &Self) -> Self {
        match value.is_integer() {
            true if *scale == Self::ONE => value.numerator(),
            true => value.numerator() * scale,
            false => value.numerator() * (scale / value.denominator()),
        }
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn gcd(&self, other: &Self) -> Self {
        match (self == &Self::ZERO, other == &Self::ZERO) {
            (true, _) => other.clone().abs(),
            (_, true) => self.clone().abs(),
            _ => Self::from(dashu_int::ops::Gcd::gcd(self, other)),
        }
    }
    fn over(&self, divisor: &Self) -> Self {
        self / divisor
    }
    fn sign(&self) -> Ordering {
        self.cmp(&Self::ZERO)
    }
    fn to_integer(&self) -> Integer {
        self.clone()
    }
}

/// In half the width where both fit, which is several times as fast.
fn remainder(x: u128, y: u128) -> u128 {
    match (u64::try_from(x), u64::try_from(y)) {
        (Ok(x), Ok(y)) => u128::from(x % y),
        _ => x % y,
    }
}

/// A fraction that need not be in lowest terms; the denominator is above 0.
#[derive(Clone, Debug)]
pub(crate) struct Fraction<W> {
    pub(crate) num: W,
    pub(crate) den: W,
}

impl<W: Whole> Fraction<W> {
    pub(crate) fn cmp(&self, other: &Self) -> Ordering {
        self.num.times(&other.den).cmp(&other.num.times(&self.den))
    }

    pub(crate) fn cmp_whole(&self, other: &W) -> Ordering {
        self.num.cmp(&other.times(&self.den))
    }

    /// The sum with a whole number.
    pub(crate) fn plus(&self, other: &W) -> Self {
        Self {
            num: self.num.plus(&other.times(&self.den)),
            den: self.den.clone(),
        }
    }

    pub(crate) fn to_rational(&self) -> Rational {
        Rational::from_integers(self.num.to_integer(), self.den.to_integer())
    }
}
