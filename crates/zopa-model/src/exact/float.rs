//! The way out: the `f64` nearest to an exact value. The only file of this crate that computes with floats.
#![expect(
    clippy::float_arithmetic,
    reason = "numbers leave the exact world here"
)]

use std::cmp::Ordering;

use dashu_int::IBig;

use super::Rational;

/// Rounding to the nearest `f64` (ties to even).
pub trait NearestFloat {
    /// The nearest `f64`.
    fn to_f64(&self) -> f64;
    /// The `f64` nearest to the square root.
    ///
    /// # Panics
    /// If the number is negative.
    fn sqrt_to_f64(&self) -> f64;
}

/// Every integer up to here is an `f64`.
const EXACT: i128 = 1 << 53;

impl NearestFloat for Rational {
    fn to_f64(&self) -> f64 {
        match self.small_parts() {
            // Both operands are exact, and IEEE division rounds correctly.
            Some((num, den)) if num.abs() <= EXACT && den <= EXACT => as_float(num) / as_float(den),
            _ => self.to_big().to_f64().value(),
        }
    }

    fn sqrt_to_f64(&self) -> f64 {
        assert!(!self.is_negative(), "the square root of a negative number");
        if self.is_zero() {
            return 0.0;
        }
        // The root of the rounded value is off by an ulp at most; the exact midpoints decide.
        let mut root = self.to_f64().sqrt();
        loop {
            let (down, up) = (root.next_down(), root.next_up());
            if midpoint_squared_cmp(root, up, self) == Ordering::Less {
                root = up;
            } else if midpoint_squared_cmp(down, root, self) == Ordering::Greater {
                root = down;
            } else {
                return root;
            }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "callers have checked that the value is below 2^53"
)]
fn as_float(value: i128) -> f64 {
    value as f64
}

/// How the square of the midpoint of two floats compares with `value`.
fn midpoint_squared_cmp(low: f64, high: f64, value: &Rational) -> Ordering {
    let midpoint = (exact(low) + exact(high)) / Rational::from(2);
    midpoint.square().cmp(value)
}

/// A finite float's exact value.
fn exact(value: f64) -> Rational {
    let bits = value.to_bits();
    let exponent = i64::try_from((bits >> 52) & 0x7ff).unwrap_or(0);
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = if exponent == 0 {
        (fraction, -1074)
    } else {
        (fraction | (1 << 52), exponent - 1075)
    };
    let power = IBig::from(2).pow(usize::try_from(exponent.unsigned_abs()).unwrap_or(0));
    let magnitude = IBig::from(mantissa);
    let signed = if value.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    };
    if exponent < 0 {
        Rational::from_integers(signed, power)
    } else {
        Rational::from(signed * power)
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the nearest float is one float")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    #[test]
    fn values_round_to_nearest() {
        assert_eq!(Rational::new(1, 3).to_f64(), 1.0 / 3.0);
        // 2^53 + 1 is a tie between 2^53 and 2^53 + 2: to even.
        assert_eq!(
            Rational::new(9_007_199_254_740_993, 1).to_f64(),
            9_007_199_254_740_992.0
        );
        assert_eq!(
            value("9007199254740993.0000000001").to_f64(),
            9_007_199_254_740_994.0
        );
        assert_eq!(value("-0.1").to_f64(), -0.1);
    }

    #[test]
    fn roots_round_to_nearest() {
        assert_eq!(value("0.25").sqrt_to_f64(), 0.5);
        assert_eq!(value("2").sqrt_to_f64(), std::f64::consts::SQRT_2);
        assert_eq!(value("0").sqrt_to_f64(), 0.0);
        assert_eq!(value("1e-300").sqrt_to_f64(), 1e-150);
    }

    proptest! {
        /// A decimal read exactly and rounded is what the standard library reads from the same text.
        #[test]
        fn rounding_agrees_with_the_standard_library(digits in "[1-9][0-9]{0,30}", exponent in -40i32..20) {
            let text = format!("{digits}e{exponent}");
            prop_assert_eq!(value(&text).to_f64(), text.parse::<f64>().expect("a float"));
        }

        #[test]
        fn a_float_squared_has_that_float_as_root(root in 1e-100f64..1e100) {
            prop_assert_eq!(exact(root).square().sqrt_to_f64(), root);
        }
    }
}
