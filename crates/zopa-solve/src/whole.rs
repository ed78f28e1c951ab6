//! Whole numbers for the geometry of chains: 128 bits where a bound computed beforehand allows, else of any size.

use std::cmp::Ordering;
use std::fmt::Debug;

use zopa_model::Rational;
use zopa_model::exact::Integer;

/// A whole number.
///
/// The workspace's overflow checks would turn a wrong bound into a panic, never into a wrong answer.
pub(crate) trait Whole: Clone + Ord + Debug {
    /// The value; fits, since the type was chosen so.
    fn of(value: &Integer) -> Self;
    fn from_machine(value: i128) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
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
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn sign(&self) -> Ordering {
        self.cmp(&Self::ZERO)
    }
    fn to_integer(&self) -> Integer {
        self.clone()
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
