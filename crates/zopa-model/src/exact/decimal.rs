//! Decimal and fraction spellings, read exactly.

use std::fmt;
use std::str::FromStr;

use dashu_int::IBig;

use super::Rational;

/// The most significant digits that a number may have. No valuation, share or amount needs more, and a
/// bound keeps one number from costing unbounded time.
pub const MAX_DIGITS: usize = 100;

/// The largest power of ten, up or down, that a number may be scaled by; the range of `f64` is about the same.
pub const MAX_EXPONENT: i64 = 300;

/// Why a spelling is not read as an exact number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalError {
    /// The text is not a JSON number.
    NotANumber,
    /// More than [`MAX_DIGITS`] digits.
    TooManyDigits,
    /// Scaled by more than [`MAX_EXPONENT`] powers of ten.
    OutOfRange,
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => write!(f, "not a number"),
            Self::TooManyDigits => {
                write!(f, "a number has at most {MAX_DIGITS} significant digits")
            }
            Self::OutOfRange => {
                write!(
                    f,
                    "a number's power of ten is between -{MAX_EXPONENT} and {MAX_EXPONENT}"
                )
            }
        }
    }
}

impl std::error::Error for DecimalError {}

impl Rational {
    /// The exact value of a JSON number as it is spelled (RFC 8259): `0.35` is 7/20, `1e-3` is 1/1000, `-0.0` is 0.
    ///
    /// # Errors
    /// Where the text is no JSON number, or longer than [`MAX_DIGITS`] or scaled beyond [`MAX_EXPONENT`].
    pub fn from_json_number(text: &str) -> Result<Self, DecimalError> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], parse_exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let (negative, unsigned) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((_, "")) => return Err(DecimalError::NotANumber),
            Some(parts) => parts,
            None => (unsigned, ""),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let leading_zero = whole.len() > 1 && whole.starts_with('0');
        if whole.is_empty() || leading_zero || !digits(whole) || !digits(fraction) {
            return Err(DecimalError::NotANumber);
        }
        let fraction = fraction.trim_end_matches('0');
        let joined = format!("{whole}{fraction}");
        let significant = joined.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Self::ZERO);
        }
        let trimmed = significant.trim_end_matches('0');
        if trimmed.len() > MAX_DIGITS {
            return Err(DecimalError::TooManyDigits);
        }
        let dropped = significant.len() - trimmed.len();
        let scale = exponent
            .saturating_sub(length(fraction.len()))
            .saturating_add(length(dropped));
        if scale.abs() > MAX_EXPONENT {
            return Err(DecimalError::OutOfRange);
        }
        let magnitude: IBig = trimmed.parse().map_err(|_| DecimalError::NotANumber)?;
        let number = if negative { -magnitude } else { magnitude };
        let power = IBig::from(10).pow(usize::try_from(scale.unsigned_abs()).unwrap_or(0));
        Ok(if scale < 0 {
            Self::from_integers(number, power)
        } else {
            Self::from(number * power)
        })
    }

    /// An exact fraction `p/q` or `p` of decimal digits with an optional leading minus; `q` is not 0.
    ///
    /// # Errors
    /// As for [`Self::from_json_number`].
    pub fn from_fraction(text: &str) -> Result<Self, DecimalError> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let digits =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(num.strip_prefix('-').unwrap_or(num)) || !digits(den) {
            return Err(DecimalError::NotANumber);
        }
        if num.len().max(den.len()) > MAX_DIGITS {
            return Err(DecimalError::TooManyDigits);
        }
        let parse = |part: &str| part.parse::<IBig>().map_err(|_| DecimalError::NotANumber);
        let (num, den) = (parse(num)?, parse(den)?);
        if den == IBig::ZERO {
            return Err(DecimalError::NotANumber);
        }
        Ok(Self::from_integers(num, den))
    }
}

/// Lengths of texts in memory fit an `i64`.
fn length(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

/// The digits after `e`; an exponent too long for `i64` saturates, and is then out of range.
fn parse_exponent(text: &str) -> Result<i64, DecimalError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    let magnitude: i64 = digits.parse().unwrap_or(i64::MAX);
    Ok(if negative { -magnitude } else { magnitude })
}

/// A JSON number or a fraction `p/q`.
impl FromStr for Rational {
    type Err = DecimalError;
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        if text.contains('/') {
            Self::from_fraction(text)
        } else {
            Self::from_json_number(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<String, DecimalError> {
        Rational::from_json_number(text).map(|value| value.to_string())
    }

    #[test]
    fn decimals_are_read_as_spelled() {
        for (text, value) in [
            ("0.35", "7/20"),
            ("1", "1"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("0e999999999999999999999", "0"),
            ("12.50", "25/2"),
            ("1e-3", "1/1000"),
            ("2.5E+02", "250"),
            ("350E-03", "7/20"),
            (
                "0.1000000000000000055511151231257827",
                "1000000000000000055511151231257827/10000000000000000000000000000000000",
            ),
            ("1e2", "100"),
        ] {
            assert_eq!(number(text).as_deref(), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_number_is_refused() {
        for text in [
            "", "-", "01", ".5", "1.", "+1", "1e", "1e+", "NaN", "Infinity", "0x1", "1 ", "1.5.2",
            "--1", "1e1.5",
        ] {
            assert_eq!(number(text), Err(DecimalError::NotANumber), "{text}");
        }
    }

    #[test]
    fn size_is_bounded() {
        assert_eq!(number("1e400"), Err(DecimalError::OutOfRange));
        assert_eq!(
            number("1e-99999999999999999999"),
            Err(DecimalError::OutOfRange)
        );
        assert_eq!(
            number(&format!("0.{}", "7".repeat(400))),
            Err(DecimalError::TooManyDigits)
        );
        // zeros are no significant digits
        assert_eq!(
            number(&format!("0.5{}", "0".repeat(400))).as_deref(),
            Ok("1/2")
        );
        assert_eq!(
            number(&format!("1{}", "0".repeat(200))).map(|digits| digits.len()),
            Ok(201)
        );
    }

    #[test]
    fn fractions_are_digits_over_digits() {
        assert_eq!(Rational::from_fraction("2/4"), Ok(Rational::new(1, 2)));
        assert_eq!(Rational::from_fraction("-1/4"), Ok(Rational::new(-1, 4)));
        for text in [
            "", "/", "1/", "/2", "1/0", "1/2/3", "0.5", "1/-2", "50%", "0x1",
        ] {
            assert!(Rational::from_fraction(text).is_err(), "{text}");
        }
    }
}
