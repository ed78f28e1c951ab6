//! Numbers at the door: exact, whatever the file's way of spelling them.

use zopa_model::Rational;

use crate::{NoteCode, Notes, Options, Source};

/// A float has 15 digits that can be trusted; a number with more was printed from one.
const DUSTY_DIGITS: usize = 16;

/// Where the numbers of a file come in.
#[derive(Debug)]
pub(crate) struct Door<'n, 't> {
    /// The file.
    pub(crate) source: Source<'t>,
    /// How to read.
    pub(crate) options: &'n Options,
    /// Where notes go.
    pub(crate) notes: &'n mut Notes,
}

impl<'n, 't> Door<'n, 't> {
    /// The door of a file.
    pub(crate) fn new(source: Source<'t>, options: &'n Options, notes: &'n mut Notes) -> Self {
        Self {
            source,
            options,
            notes,
        }
    }

    /// Adds a note about a place of the file.
    pub(crate) fn note(&mut self, code: NoteCode, offset: usize, message: impl Into<String>) {
        self.notes.add(code, &self.source, offset, message);
    }

    /// The exact number that a text spells, rounded if that was asked for; `None`, with a note, where it is none. `what` names it in
    /// messages.
    pub(crate) fn number(&mut self, text: &str, offset: usize, what: &str) -> Option<Rational> {
        let (value, usual) = match read(text) {
            Some(read) => read,
            None => {
                let message = format!("{what} is no number: `{}`", clip(text));
                self.note(NoteCode::NotANumber, offset, message);
                return None;
            }
        };
        if !usual {
            let message = format!("{what} is spelled `{}` and read as {value}", clip(text));
            self.note(NoteCode::NumberSpelling, offset, message);
        }
        let Some(places) = self.options.round_decimals else {
            if is_dusty(text) {
                let message = format!(
                    "{what} is {}: a float's dust? it is read as written",
                    clip(text)
                );
                self.note(NoteCode::FloatDust, offset, message);
            }
            return Some(value);
        };
        Some(rounded(&value, places))
    }

    /// Notes weights that do not sum to 1.
    pub(crate) fn judge_sum(&mut self, weights: &[Rational], offset: usize) {
        let sum: Rational = weights.iter().sum();
        if sum != Rational::ONE {
            let sum = told(&sum);
            let message = format!("the weights sum to {sum}, not 1; they are used as written");
            self.note(NoteCode::WeightsSum, offset, message);
        }
    }
}

/// The number that a text spells, and whether it is spelled as JSON does.
fn read(text: &str) -> Option<(Rational, bool)> {
    if let Ok(value) = Rational::from_json_number(text) {
        return Some((value, true));
    }
    let trimmed = text.trim();
    let unsigned = trimmed.strip_prefix(['-', '+']).unwrap_or(trimmed);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => unsigned.split_at(at),
        None => (unsigned, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    let sign = if trimmed.starts_with('-') { "-" } else { "" };
    let usual = format!("{sign}{whole}.{fraction}{exponent}");
    let value = Rational::from_json_number(&usual).ok()?;
    Some((value, false))
}

/// Has the number so many digits that a float was printed?
fn is_dusty(text: &str) -> bool {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len() >= DUSTY_DIGITS
}

/// 10 to this power.
fn power_of_ten(places: u32) -> Rational {
    let ten = Rational::from(10);
    (0..places).fold(Rational::ONE, |power, _| &power * &ten)
}

/// Rounded to so many decimal places, half away from zero.
fn rounded(value: &Rational, places: u32) -> Rational {
    let scale = power_of_ten(places);
    let half = Rational::new(1, 2);
    let magnitude = &(&value.abs() * &scale) + &half;
    let whole = Rational::from(magnitude.numerator() / magnitude.denominator());
    let rounded = whole.checked_div(&scale).unwrap_or(Rational::ZERO);
    if value.is_negative() {
        -rounded
    } else {
        rounded
    }
}

/// The number as a decimal of at most 15 digits where that is exact, else as a fraction.
#[must_use]
pub(crate) fn spelled(value: &Rational) -> String {
    decimal(value).unwrap_or_else(|| value.to_string())
}

/// The number for a message: a decimal, if it has an end, however long.
pub(crate) fn told(value: &Rational) -> String {
    decimal_of(value, 40).unwrap_or_else(|| value.to_string())
}

/// The number as a decimal, where that takes at most 15 digits.
#[must_use]
pub(crate) fn decimal(value: &Rational) -> Option<String> {
    decimal_of(value, DUSTY_DIGITS - 1)
}

/// The number as a decimal, where that takes at most so many digits, and so many places.
#[must_use]
pub(crate) fn decimal_of(value: &Rational, most: usize) -> Option<String> {
    let ten = Rational::from(10);
    let mut scaled = value.abs();
    let mut places = 0;
    while !scaled.is_integer() {
        places += 1;
        if places > most {
            return None;
        }
        scaled = &scaled * &ten;
    }
    let digits = scaled.to_string();
    if digits.trim_end_matches('0').len() > most {
        return None;
    }
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let sign = if value.is_negative() { "-" } else { "" };
    let point = if places == 0 { "" } else { "." };
    Some(format!("{sign}{whole}{point}{fraction}"))
}

/// A text of a file as messages show it: not too long.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST - 3).collect();
    format!("{start}...")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_spellings_mean_what_they_mean() {
        for (text, value) in [
            ("0.2", Some(("1/5", true))),
            (".2", Some(("1/5", false))),
            ("2.", Some(("2", false))),
            ("+2", Some(("2", false))),
            (" -02.50 ", Some(("-5/2", false))),
            ("1E-3", Some(("1/1000", true))),
            ("s", None),
            ("", None),
            (".", None),
            ("--2", None),
            ("NaN", None),
            ("Infinity", None),
            ("1,5", None),
        ] {
            let found = read(text).map(|(value, usual)| (value.to_string(), usual));
            let found = found
                .as_ref()
                .map(|(value, usual)| (value.as_str(), *usual));
            assert_eq!(found, value, "{text}");
        }
    }

    #[test]
    fn rounding_goes_away_from_zero() {
        let round = |text: &str, places| {
            let value = Rational::from_json_number(text).expect("a number");
            spelled(&rounded(&value, places))
        };
        assert_eq!(round("0.39999999999999997", 6), "0.4");
        assert_eq!(round("0.125", 2), "0.13");
        assert_eq!(round("-0.125", 2), "-0.13");
        assert_eq!(round("1234.5678", 0), "1235");
    }

    #[test]
    fn numbers_are_spelled_exactly() {
        for (value, text) in [
            (Rational::new(7, 20), "0.35"),
            (Rational::new(-1, 8), "-0.125"),
            (Rational::new(100, 1), "100"),
            (Rational::new(1, 3), "1/3"),
            (Rational::ZERO, "0"),
        ] {
            assert_eq!(spelled(&value), text);
        }
        // 17 digits look like a float's dust
        let long = Rational::from_json_number("0.12345678901234567").expect("a number");
        assert_eq!(spelled(&long), "12345678901234567/100000000000000000");
    }
}
