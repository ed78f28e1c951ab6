//! The integers that utilities are scaled to while issues are merged.

use std::fmt::Debug;

use zopa_model::Rational;
use zopa_model::exact::Integer;

/// An integer wide enough for every sum that can occur in one game.
///
/// The width is chosen beforehand from a bound on those sums ([`Width::for_bound`]), so that no addition overflows;
/// the workspace's overflow checks would turn a mistake there into a panic, never into a wrong answer.
pub(crate) trait Coordinate: Clone + Ord + Debug {
    /// The value, if it fits.
    fn from_integer(value: &Integer) -> Option<Self>;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The value as a rational.
    fn to_rational(&self) -> Rational;
}

macro_rules! machine_coordinate {
    ($type:ty) => {
        impl Coordinate for $type {
            fn from_integer(value: &Integer) -> Option<Self> {
                Self::try_from(value).ok()
            }
            fn plus(&self, other: &Self) -> Self {
                self + other
            }
            fn to_rational(&self) -> Rational {
                Rational::from(*self)
            }
        }
    };
}

machine_coordinate!(i64);
machine_coordinate!(i128);

impl Coordinate for Integer {
    fn from_integer(value: &Integer) -> Option<Self> {
        Some(value.clone())
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn to_rational(&self) -> Rational {
        Rational::from(self.clone())
    }
}

/// The widths of [`Coordinate`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Width {
    /// 64 bits.
    Narrow,
    /// 128 bits.
    Wide,
    /// Any size.
    Big,
}

impl Width {
    /// The narrowest width in which every sum of absolute value at most `bound` fits with a bit to spare.
    pub(crate) fn for_bound(bound: &Integer) -> Self {
        if i64::try_from(bound).is_ok_and(|bound| bound <= i64::MAX / 2) {
            Self::Narrow
        } else if i128::try_from(bound).is_ok_and(|bound| bound <= i128::MAX / 2) {
            Self::Wide
        } else {
            Self::Big
        }
    }
}
