//! Arbitrary-precision rational numbers with a fast path for small ones.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use dashu_int::IBig;
use dashu_ratio::RBig;

/// An exact rational number, always in lowest terms.
///
/// Numbers whose reduced numerator and denominator fit an `i128` are held inline; larger ones on the heap
/// by `dashu-ratio`. The representation is canonical, so equality and hashing are structural.
///
/// ```
/// use zopa_model::Rational;
/// let third = Rational::new(1, 3);
/// assert_eq!(&third + &third, Rational::new(2, 3));
/// assert_eq!((Rational::from(1) - third).to_string(), "2/3");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// `Big` only ever holds what does not fit `Small`; `den > 0` and `gcd(num, den) == 1`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { num: i128, den: i128 },
    Big(Box<RBig>),
}

use Repr::{Big, Small};

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Small { num: 0, den: 1 });
    /// One.
    pub const ONE: Self = Self(Small { num: 1, den: 1 });

    /// The fraction `num / den` in lowest terms.
    ///
    /// # Panics
    /// If `den` is 0.
    #[must_use]
    pub fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a fraction's denominator is not 0");
        reduce(num, den)
            .unwrap_or_else(|| Self::from_big(RBig::from_parts_signed(num.into(), den.into())))
    }

    /// The fraction `num / den` of big integers, in lowest terms.
    ///
    /// # Panics
    /// If `den` is 0.
    #[must_use]
    pub fn from_integers(num: IBig, den: IBig) -> Self {
        Self::from_big(RBig::from_parts_signed(num, den))
    }

    /// Numerator and denominator, if both fit an `i128`.
    #[must_use]
    pub fn small_parts(&self) -> Option<(i128, i128)> {
        match &self.0 {
            Small { num, den } => Some((*num, *den)),
            Big(_) => None,
        }
    }

    /// The numerator of the reduced fraction (its sign is the number's).
    #[must_use]
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Small { num, .. } => IBig::from(*num),
            Big(big) => big.numerator().clone(),
        }
    }

    /// The denominator of the reduced fraction, at least 1.
    #[must_use]
    pub fn denominator(&self) -> IBig {
        match &self.0 {
            Small { den, .. } => IBig::from(*den),
            Big(big) => big.denominator().clone().into(),
        }
    }

    /// Is this a whole number?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small { den, .. } => *den == 1,
            Big(big) => big.is_int(),
        }
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small { num: 0, .. })
    }

    /// Is this below 0?
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.signum() == Ordering::Less
    }

    /// Is this above 0?
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.signum() == Ordering::Greater
    }

    /// How this compares with 0.
    #[must_use]
    pub fn signum(&self) -> Ordering {
        match &self.0 {
            Small { num, .. } => num.cmp(&0),
            Big(big) => (**big).cmp(&RBig::ZERO),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// The largest whole number that is at most this.
    ///
    /// ```
    /// # use zopa_model::Rational;
    /// assert_eq!(Rational::new(-7, 2).floor(), Rational::from(-4));
    /// assert_eq!(Rational::new(7, 2).floor(), Rational::from(3));
    /// assert_eq!(Rational::from(-4).floor(), Rational::from(-4));
    /// ```
    #[must_use]
    pub fn floor(&self) -> Self {
        let toward_zero = Self::from(self.numerator() / self.denominator());
        if toward_zero > *self {
            toward_zero - Self::ONE
        } else {
            toward_zero
        }
    }

    /// The square.
    #[must_use]
    pub fn square(&self) -> Self {
        self * self
    }

    /// The quotient, or `None` where `divisor` is 0.
    #[must_use]
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        (!divisor.is_zero()).then(|| self / divisor)
    }

    pub(super) fn to_big(&self) -> RBig {
        match &self.0 {
            Small { num, den } => RBig::from_parts_signed(IBig::from(*num), IBig::from(*den)),
            Big(big) => (**big).clone(),
        }
    }

    fn from_big(big: RBig) -> Self {
        let parts = (
            i128::try_from(big.numerator()),
            i128::try_from(big.denominator()),
        );
        match parts {
            (Ok(num), Ok(den)) => Self(Small { num, den }),
            _ => Self(Big(Box::new(big))),
        }
    }
}

/// `num / den` in lowest terms; `None` if that does not fit (`den` or its negation overflows).
fn reduce(num: i128, den: i128) -> Option<Rational> {
    let (num, den) = if den < 0 {
        (num.checked_neg()?, den.checked_neg()?)
    } else {
        (num, den)
    };
    if den == 1 {
        return Some(Rational(Small { num, den }));
    }
    let divisor = i128::try_from(gcd(num.unsigned_abs(), den.unsigned_abs())).ok()?;
    Some(Rational(Small {
        num: num / divisor,
        den: den / divisor,
    }))
}

/// Greatest common divisor (Euclid); 64-bit arithmetic as soon as it suffices, since 128-bit division is slow.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd64(x, y));
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<i128> for Rational {
    fn from(value: i128) -> Self {
        Self(Small { num: value, den: 1 })
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::from(i128::from(value))
    }
}

impl From<i32> for Rational {
    fn from(value: i32) -> Self {
        Self::from(i128::from(value))
    }
}

impl From<IBig> for Rational {
    fn from(value: IBig) -> Self {
        Self::from_big(RBig::from(value))
    }
}

fn add_small(a: (i128, i128), b: (i128, i128)) -> Option<Rational> {
    if a.1 == b.1 {
        return reduce(a.0.checked_add(b.0)?, a.1);
    }
    let num = a.0.checked_mul(b.1)?.checked_add(b.0.checked_mul(a.1)?)?;
    reduce(num, a.1.checked_mul(b.1)?)
}

fn mul_small(a: (i128, i128), b: (i128, i128)) -> Option<Rational> {
    reduce(a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?)
}

/// `None` where a product overflows.
fn cmp_small(a: (i128, i128), b: (i128, i128)) -> Option<Ordering> {
    if a.1 == b.1 {
        return Some(a.0.cmp(&b.0));
    }
    Some(a.0.checked_mul(b.1)?.cmp(&b.0.checked_mul(a.1)?))
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        let small = match (&self.0, &other.0) {
            (Small { num: a, den: b }, Small { num: c, den: d }) => cmp_small((*a, *b), (*c, *d)),
            _ => None,
        };
        small.unwrap_or_else(|| self.to_big().cmp(&other.to_big()))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Small { num, den } if *num != i128::MIN => Rational(Small {
                num: -num,
                den: *den,
            }),
            _ => Rational::from_big(-self.to_big()),
        }
    }
}

impl Neg for Rational {
    type Output = Self;
    fn neg(self) -> Self {
        -&self
    }
}

/// The four operations: the `i128` path where nothing overflows, else big numbers.
macro_rules! operation {
    ($trait:ident, $method:ident, |$a:ident, $b:ident| $small:expr, |$x:ident, $y:ident| $big:expr) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                let small = match (&self.0, &other.0) {
                    (Small { num: n, den: d }, Small { num: m, den: e }) => {
                        let ($a, $b) = ((*n, *d), (*m, *e));
                        $small
                    }
                    _ => None,
                };
                small.unwrap_or_else(|| {
                    let ($x, $y) = (self.to_big(), other.to_big());
                    Rational::from_big($big)
                })
            }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                (&self).$method(other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }
    };
}

operation!(Add, add, |a, b| add_small(a, b), |x, y| x + y);
operation!(
    Sub,
    sub,
    |a, b| b
        .0
        .checked_neg()
        .and_then(|negated| add_small(a, (negated, b.1))),
    |x, y| x - y
);
operation!(Mul, mul, |a, b| mul_small(a, b), |x, y| x * y);
// A zero divisor reaches `RBig`, whose division panics: callers rule it out or use `checked_div`.
operation!(
    Div,
    div,
    |a, b| if b.0 == 0 {
        None
    } else {
        mul_small(a, (b.1, b.0))
    },
    |x, y| x / y
);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl AddAssign for Rational {
    fn add_assign(&mut self, other: Self) {
        *self += &other;
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, |total, term| total + term)
    }
}

impl<'a> Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, |total, term| total + term)
    }
}

/// The reduced fraction: `37/100`, whole numbers as `1`.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small { num, den: 1 } => write!(f, "{num}"),
            Small { num, den } => write!(f, "{num}/{den}"),
            Big(big) if big.is_int() => write!(f, "{}", big.numerator()),
            Big(big) => write!(f, "{}/{}", big.numerator(), big.denominator()),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn huge(text: &str) -> Rational {
        Rational::from(text.parse::<IBig>().expect("digits"))
    }

    #[test]
    fn fractions_are_reduced_and_signed_in_the_numerator() {
        assert_eq!(Rational::new(6, -4).to_string(), "-3/2");
        assert_eq!(Rational::new(0, -7), Rational::ZERO);
        assert_eq!(Rational::new(8, 4).to_string(), "2");
        assert_eq!(Rational::new(i128::MIN, -1), -Rational::from(i128::MIN));
    }

    #[test]
    fn results_beyond_i128_are_exact_and_come_back_when_small_again() {
        let big = Rational::from(i128::MAX) * Rational::from(i128::MAX);
        assert_eq!(
            big.to_string(),
            // (2^127 - 1)^2, by Python
            "28948022309329048855892746252171976962977213799489202546401021394546514198529"
        );
        let back = &big / &Rational::from(i128::MAX);
        assert_eq!(back.small_parts(), Some((i128::MAX, 1)));
        assert_eq!(&big - &big, Rational::ZERO);
        assert!(big > Rational::from(i128::MAX) && -big.clone() < Rational::from(i128::MIN));
        assert_eq!(
            huge("340282366920938463463374607431768211456").to_string(),
            "340282366920938463463374607431768211456"
        );
    }

    #[test]
    fn comparison_survives_overflowing_cross_products() {
        // (2^127-1)/(2^127-2) > (2^127-2)/(2^127-3) is false: 1 + 1/(k) falls as k rises.
        let k = i128::MAX;
        assert!(Rational::new(k, k - 1) < Rational::new(k - 1, k - 2));
    }

    proptest! {
        /// The inline path and the heap path agree.
        #[test]
        fn small_and_big_paths_agree(a in any::<i128>(), b in any::<i128>(), c in any::<i64>(), d in 1..i64::MAX) {
            prop_assume!(b != 0);
            let (x, y) = (Rational::new(a, b), Rational::new(c.into(), d.into()));
            let (p, q) = (x.to_big(), y.to_big());
            prop_assert_eq!(&x + &y, Rational::from_big(&p + &q));
            prop_assert_eq!(&x - &y, Rational::from_big(&p - &q));
            prop_assert_eq!(&x * &y, Rational::from_big(&p * &q));
            if c != 0 {
                prop_assert_eq!(&x / &y, Rational::from_big(&p / &q));
            }
            prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        }
    }
}
