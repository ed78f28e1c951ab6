//! Rules of numbers: their ranges, and spellings that show something went wrong.

use dashu_int::IBig;

use super::Code;
use super::place::Place;
use super::report::{Report, clip};
use super::rule::{Range, Rule};
use crate::exact::{DecimalError, MAX_DIGITS, MAX_EXPONENT, Rational};
use crate::json::quote;

/// A float has 15 digits that can be trusted; a number with more was printed from one.
const DUSTY_DIGITS: usize = 16;

/// Judges a number as the text spells it.
pub(super) fn judge(place: &Place<'_, '_>, text: &str, range: Range, report: &mut Report<'_>) {
    let (at, span, label) = (&place.at, &place.node.span, place.label());
    let value = match Rational::from_json_number(text) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("{label}: {error}, found {}", clip(text));
            return report.add(Code::NumberLimits, at, span, message, limits_help(error));
        }
    };
    if !range.holds(&value) {
        let message = format!("{label} is {range}, found {}", clip(text));
        return report.add(
            Code::OutOfRange,
            at,
            span,
            message,
            range_help(place, range),
        );
    }
    if matches!(place.rule, Rule::Integer(_)) && !value.is_integer() {
        let message = format!("{label} is a whole number, found {}", clip(text));
        let help = format!("write {}", floor(&value));
        return report.add(Code::NotAnInteger, at, span, message, help);
    }
    if value.is_zero() && text.starts_with('-') {
        let message = format!("{label} is {text}: minus zero is read as 0");
        report.add(Code::NegativeZero, at, span, message, "write `0`");
    } else if is_dusty(text) {
        let message = format!(
            "{label} has {} significant digits: is it the print of a float?",
            significant(text)
        );
        let help = format!(
            "write the number that is meant, such as {}",
            rounded(&value)
        );
        report.add(Code::FloatDust, at, span, message, help);
    }
}

/// Judges a number that is written as a fraction between quotes.
pub(super) fn judge_fraction(place: &Place<'_, '_>, text: &str, report: &mut Report<'_>) {
    let (at, span, label) = (&place.at, &place.node.span, place.label());
    let help = match fraction(text) {
        Ok(_) => return,
        Err(DecimalError::NotANumber) if Rational::from_json_number(text.trim()).is_ok() => {
            format!("remove the quotes: {}", clip(text.trim()))
        }
        Err(DecimalError::NotANumber) => {
            "write a number such as 0.5, or a fraction such as \"1/3\"".to_owned()
        }
        Err(error) => {
            let message = format!("{label}: {error}, found {}", quote(&clip(text)));
            return report.add(Code::NumberLimits, at, span, message, limits_help(error));
        }
    };
    let message = format!("{label} is no fraction: {}", quote(&clip(text)));
    report.add(Code::WrongType, at, span, message, help);
}

/// A fraction as `3/4`; a whole number is written as a number.
pub(super) fn fraction(text: &str) -> Result<Rational, DecimalError> {
    if !text.contains('/') {
        return Err(DecimalError::NotANumber);
    }
    Rational::from_fraction(text)
}

/// Has the number so many digits that a float was printed?
pub(super) fn is_dusty(text: &str) -> bool {
    significant(text) >= DUSTY_DIGITS
}

/// The number of digits between the first and the last that is not 0.
fn significant(text: &str) -> usize {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

fn limits_help(error: DecimalError) -> String {
    match error {
        DecimalError::TooManyDigits => {
            format!("write at most {MAX_DIGITS} digits; a few are enough")
        }
        DecimalError::OutOfRange | DecimalError::NotANumber => {
            format!(
                "write a number whose power of ten is between -{MAX_EXPONENT} and {MAX_EXPONENT}"
            )
        }
    }
}

fn range_help(place: &Place<'_, '_>, range: Range) -> String {
    match (range, place.rule) {
        (Range::Between(0, 1), Rule::Number(_)) => {
            "write it as a share of the party's total, from 0 to 1".to_owned()
        }
        (Range::AtLeast(1), _) => "turns are counted from 1".to_owned(),
        _ => format!("write a number {range}"),
    }
}

/// The greatest whole number that is not above the positive `value`.
fn floor(value: &Rational) -> String {
    clip(&(value.numerator() / value.denominator()).to_string())
}

/// A positive number rounded to 12 places, in decimals.
fn rounded(value: &Rational) -> String {
    let half = Rational::new(1, 2_000_000_000_000);
    decimal_to(&(value + &half), 12).0
}

/// A number that is not negative, in decimals; `...` where they do not end within 30 places.
pub(super) fn decimal(value: &Rational) -> String {
    let (text, exact) = decimal_to(value, 30);
    if exact { text } else { format!("{text}...") }
}

/// The first `places` decimals of a number that is not negative, and whether that is all of it.
fn decimal_to(value: &Rational, places: usize) -> (String, bool) {
    let scaled = value.numerator() * IBig::from(10).pow(places);
    let whole = &scaled / value.denominator();
    let exact = &whole * value.denominator() == scaled;
    let digits = format!("{:0>width$}", whole.to_string(), width = places + 1);
    let (integer, fraction) = digits.split_at(digits.len() - places);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    (clip(&format!("{integer}{point}{fraction}")), exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_without_zeros_at_either_end() {
        for (text, count) in [
            ("0.30000000000000004", 17),
            ("0.3000000000000000", 1),
            ("0.0001", 1),
            ("120000", 2),
            ("-1.50e12", 2),
            ("0", 0),
        ] {
            assert_eq!(significant(text), count, "{text}");
        }
    }

    #[test]
    fn decimals_are_written_out() {
        assert_eq!(decimal(&Rational::new(9, 10)), "0.9");
        assert_eq!(decimal(&Rational::new(21, 2)), "10.5");
        assert_eq!(decimal(&Rational::ONE), "1");
        assert_eq!(
            decimal(&Rational::new(1, 3)),
            "0.333333333333333333333333333333..."
        );
        let dusty = Rational::from_json_number("0.30000000000000004").expect("a number");
        assert_eq!(rounded(&dusty), "0.3");
        assert_eq!(floor(&Rational::new(49, 2)), "24");
    }
}
