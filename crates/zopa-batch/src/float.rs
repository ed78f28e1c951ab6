//! The way out for machine integers: the `f64` nearest to a quotient, or to its square root.
//!
//! A value is found as a sum of two floats with a proven bound on its error (about 100 bits). Where everything within that bound
//! rounds to one float, that float is the answer; else the exact arithmetic of `zopa-model` decides. So the result is
//! always the nearest float, as [`NearestFloat`](zopa_model::NearestFloat) finds it, in a few nanoseconds instead of hundreds.
//!
//! Source of the sums and products without error: T. J. Dekker, "A floating-point technique for extending the available
//! precision", Numerische Mathematik 18 (1971); of the test: A. Ziv, "Fast evaluation of elementary mathematical functions with
//! correctly rounded last bit", ACM TOMS 17 (1991).
#![expect(
    clippy::float_arithmetic,
    clippy::float_cmp,
    reason = "numbers leave the exact world here"
)]

use zopa_model::{NearestFloat, Rational};

/// Every integer up to here is a float.
const WHOLE: u128 = 1 << 53;

/// An integer below this is the sum of two floats with a relative error below 2^-106.
const TWO_FLOATS: u128 = 1 << 126;

/// Bits of the lower half of an integer, and the integers of which both halves are floats.
const HALF: u32 = 52;
const TWO_HALVES: u128 = 1 << 104;

/// Bounds on relative errors, with room to spare: the sums below are off by less than 2^-99 and 2^-97.
const QUOTIENT_ERROR: f64 = 1.0 / (1u128 << 97) as f64;
const ROOT_ERROR: f64 = 1.0 / (1u128 << 94) as f64;

/// The float nearest to `num / den`; `den` is above 0.
pub(crate) fn quotient(num: i128, den: i128) -> f64 {
    let size = num.unsigned_abs();
    if size <= WHOLE && den.unsigned_abs() <= WHOLE {
        // Both are floats, and the division of floats rounds to the nearest.
        return float(num) / float(den);
    }
    two_floats(num, den)
        .and_then(|value| decided(value, QUOTIENT_ERROR))
        .unwrap_or_else(|| Rational::new(num, den).to_f64())
}

/// The float nearest to the square root of `num / den`; `num` is at least 0 and `den` above 0.
pub(crate) fn root(num: i128, den: i128) -> f64 {
    if num == 0 {
        return 0.0;
    }
    two_floats(num, den)
        .map(|(high, low)| {
            let root = high.sqrt();
            let (square, rest) = product(root, root);
            (root, ((high - square) - rest + low) / (2.0 * root))
        })
        .and_then(|value| decided(value, ROOT_ERROR))
        .unwrap_or_else(|| Rational::new(num, den).sqrt_to_f64())
}

/// The one float to which everything within the error rounds.
fn decided((high, low): (f64, f64), error: f64) -> Option<f64> {
    let error = high.abs() * error;
    let nearest = high + (low + error);
    (nearest == high + (low - error)).then_some(nearest)
}

/// `num / den` as the sum of two floats.
fn two_floats(num: i128, den: i128) -> Option<(f64, f64)> {
    if num.unsigned_abs() >= TWO_FLOATS || den.unsigned_abs() >= TWO_FLOATS {
        return None;
    }
    let ((num, num_rest), (den, den_rest)) = (split(num), split(den));
    let first = num / den;
    let (taken, taken_rest) = product(first, den);
    let left = (num - taken) - taken_rest + num_rest - first * den_rest;
    Some((first, left / den))
}

/// An integer of at most 53 bits and a sign as a float, which it is.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "callers look at the size"
)]
#[inline]
fn float(value: i128) -> f64 {
    value as i64 as f64
}

/// An integer below [`TWO_FLOATS`] as the sum of two floats.
#[inline]
fn split(value: i128) -> (f64, f64) {
    let size = value.unsigned_abs();
    if size <= WHOLE {
        return (float(value), 0.0);
    }
    if size < TWO_HALVES {
        // Both halves are floats, and the sum of two floats of which the first is the larger leaves a float (Dekker).
        let high = float(value >> HALF) * float(1 << HALF);
        let low = float(value & ((1 << HALF) - 1));
        let sum = high + low;
        return (sum, low - (sum - high));
    }
    split_wide(value)
}

/// [`split`] by conversions of 128 bits. Apart, since a compiler may take such a conversion for cheap enough to be done in vain.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the float is a whole number of at most 126 bits, and the rest is kept"
)]
#[inline(never)]
fn split_wide(value: i128) -> (f64, f64) {
    let high = value as f64;
    (high, (value - high as i128) as f64)
}

/// A product of two floats as the sum of two floats, without error (Dekker).
fn product(x: f64, y: f64) -> (f64, f64) {
    let halves = |value: f64| {
        let shifted = value * 134_217_729.0; // 2^27 + 1
        let high = shifted - (shifted - value);
        (high, value - high)
    };
    let high = x * y;
    let ((x1, x2), (y1, y2)) = (halves(x), halves(y));
    (high, ((x1 * y1 - high) + x1 * y2 + x2 * y1) + x2 * y2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_and_exact_values_are_right() {
        // 2^53 + 1 lies in the middle between two floats: to even.
        assert_eq!(quotient((1 << 53) + 1, 1), 9_007_199_254_740_992.0);
        assert_eq!(quotient((1 << 54) + 2, 2), 9_007_199_254_740_992.0);
        assert_eq!(quotient(-(1 << 60), 1 << 61), -0.5);
        assert_eq!(root(1 << 60, 1 << 62), 0.5);
        assert_eq!(root(2, 1), std::f64::consts::SQRT_2);
        assert_eq!(root(0, 7), 0.0);
    }

    fn any_size() -> impl Strategy<Value = i128> {
        (any::<i128>(), 0u32..126).prop_map(|(value, shift)| value >> shift)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn quotients_are_those_of_exact_arithmetic(num in any_size(), den in any_size()) {
            let den = den.checked_abs().unwrap_or(1).max(1);
            prop_assert_eq!(quotient(num, den), Rational::new(num, den).to_f64());
        }

        #[test]
        fn roots_are_those_of_exact_arithmetic(num in any_size(), den in any_size()) {
            let (num, den) = (num.checked_abs().unwrap_or(1), den.checked_abs().unwrap_or(1).max(1));
            prop_assert_eq!(root(num, den), Rational::new(num, den).sqrt_to_f64());
        }

        /// Values just beside the middle between two floats, where rounding is hardest.
        #[test]
        fn near_ties_are_those_of_exact_arithmetic(mantissa in 1i128 << 52..1 << 53, off in -1i128..2, scale in 1i128 << 20..1 << 30) {
            let (num, den) = ((2 * mantissa + 1) * scale + off, scale);
            prop_assert_eq!(quotient(num, den), Rational::new(num, den).to_f64());
        }
    }
}
