//! Utilities as other programs want them: not negative, at most 1 together, decimals. Each party's are shifted by constants, and all
//! are multiplied by one factor.

use zopa_model::{IssueOption, IssueSpace, Rational, UtilityPoint};

use crate::domain::Domain;
use crate::number::{decimal_of, spelled};
use crate::{NoteCode, Notes, Source};

/// More digits than this are not written.
pub(super) const MOST_DIGITS: usize = 60;

/// What a format wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wants {
    /// Utilities from 0 to 1.
    pub(super) unit: bool,
}

/// The domain as the format wants it; `None`, with a note, where that takes too many digits.
pub(super) fn fitted(
    domain: &Domain,
    wants: Wants,
    source: &Source<'_>,
    notes: &mut Notes,
) -> Option<Domain> {
    let mut domain = domain.clone();
    let mut told = Vec::new();
    if wants.unit {
        for party in 0..2 {
            let shift = shifted(&mut domain, party);
            if !shift.is_zero() {
                let name = &domain.parties[party].name;
                told.push(format!(
                    "those of `{name}` are raised by {}",
                    spelled(&shift)
                ));
            }
        }
    }
    let mut factor = Rational::ONE;
    for value in numbers(&domain) {
        factor = common(&factor, &odd_part(&value));
    }
    let ten = Rational::from(10);
    while factor > Rational::ONE {
        factor = factor.checked_div(&ten)?;
    }
    if wants.unit {
        let highest = (0..2).map(|party| height(&domain, party)).max();
        let mut highest = &highest.unwrap_or(Rational::ONE) * &factor;
        while highest > Rational::ONE {
            factor = factor.checked_div(&ten)?;
            highest = highest.checked_div(&ten)?;
        }
    }
    if factor != Rational::ONE {
        scale(&mut domain, &factor);
        told.push(format!("all are multiplied by {}", spelled(&factor)));
    }
    if !told.is_empty() {
        let message = format!(
            "utilities are not as in the file: {}; solutions stay the same deals",
            told.join(", ")
        );
        notes.add(NoteCode::Rescaled, source, 0, message);
    }
    if numbers(&domain)
        .iter()
        .any(|value| decimal_of(value, MOST_DIGITS).is_none())
    {
        let message = "the utilities have too many digits to be written as decimals";
        notes.add(NoteCode::NotExpressible, source, 0, message);
        return None;
    }
    Some(domain)
}

/// Multiplies every utility.
pub(super) fn scale(domain: &mut Domain, factor: &Rational) {
    change(domain, |_, value| value * factor);
    for party in &mut domain.parties {
        party.batna = party.batna.take().map(|batna| &batna * factor);
    }
}

/// Raises a party's utilities issue by issue, so that none is negative, and its BATNA with them. How much in all is told.
fn shifted(domain: &mut Domain, party: usize) -> Rational {
    let mut sum = Rational::ZERO;
    for issue in &mut domain.issues {
        let lowest = issue
            .corners()
            .into_iter()
            .map(|pair| pair.0[party].clone())
            .min();
        let Some(lowest) = lowest.filter(Rational::is_negative) else {
            continue;
        };
        sum = &sum - &lowest;
        change_space(&mut issue.space, |index, value| {
            if index == party {
                value - &lowest
            } else {
                value.clone()
            }
        });
    }
    let batna = domain.parties[party].batna.take();
    if batna.is_some() || !sum.is_zero() {
        domain.parties[party].batna = Some(&batna.unwrap_or(Rational::ZERO) + &sum);
    }
    sum
}

fn change(domain: &mut Domain, map: impl Fn(usize, &Rational) -> Rational) {
    for issue in &mut domain.issues {
        change_space(&mut issue.space, &map);
    }
}

fn change_space(space: &mut IssueSpace, map: impl Fn(usize, &Rational) -> Rational) {
    let changed = |pair: &UtilityPoint| UtilityPoint::new(map(0, pair.a()), map(1, pair.b()));
    match space {
        IssueSpace::Options(options) => {
            for option in options {
                option.utility = changed(&option.utility);
            }
        }
        IssueSpace::Range(range) => {
            for end in &mut range.utility {
                *end = changed(end);
            }
        }
    }
}

/// The largest of a party's utilities, or its BATNA if that is larger.
fn height(domain: &Domain, party: usize) -> Rational {
    let issues = domain.issues.iter();
    let sum: Rational = issues
        .filter_map(|issue| issue.corners().into_iter().map(|pair| &pair.0[party]).max())
        .sum();
    let batna = domain.parties[party].batna.clone();
    batna.unwrap_or(Rational::ZERO).max(sum)
}

/// Every number that is written: utilities, BATNAs, and of ranges slope and level.
fn numbers(domain: &Domain) -> Vec<Rational> {
    let mut all: Vec<Rational> = domain
        .parties
        .iter()
        .filter_map(|party| party.batna.clone())
        .collect();
    for issue in &domain.issues {
        all.extend(issue.corners().into_iter().flat_map(|pair| pair.0.clone()));
        if let IssueSpace::Range(range) = &issue.space {
            for party in 0..2 {
                let ends = range.utility.each_ref().map(|pair| &pair.0[party]);
                all.extend(line(&range.ends, ends));
            }
        }
    }
    all
}

/// What each option is worth to a party.
pub(super) fn worths(options: &[IssueOption], party: usize) -> Vec<Rational> {
    let own = |option: &IssueOption| option.utility.0[party].clone();
    options.iter().map(own).collect()
}

/// Slope and level of the line through two ends.
pub(super) fn line([from, to]: &[Rational; 2], [low, high]: [&Rational; 2]) -> [Rational; 2] {
    // the ends of a range differ
    let slope = (high - low)
        .checked_div(&(to - from))
        .unwrap_or(Rational::ZERO);
    let level = low - &(&slope * from);
    [slope, level]
}

/// The denominator without its factors 2 and 5: what keeps a fraction from being a decimal.
fn odd_part(value: &Rational) -> Rational {
    let mut rest = Rational::from(value.denominator());
    for prime in [2, 5] {
        let prime = Rational::from(prime);
        while let Some(smaller) = rest.checked_div(&prime).filter(Rational::is_integer) {
            rest = smaller;
        }
    }
    rest
}

/// The least common multiple of two positive whole numbers.
fn common(a: &Rational, b: &Rational) -> Rational {
    let ratio = a.checked_div(b).unwrap_or(Rational::ONE);
    a * &Rational::from(ratio.denominator())
}

/// The largest number of which all these are whole multiples; 0 where all are 0.
fn measure(values: &[Rational]) -> Rational {
    let mut least = Rational::ZERO;
    for value in values.iter().filter(|value| !value.is_zero()) {
        let (mut a, mut b) = (least, value.abs());
        // Euclid's algorithm, on fractions
        while !b.is_zero() {
            let quotient = a.checked_div(&b).unwrap_or(Rational::ZERO);
            let whole = Rational::from(quotient.numerator() / quotient.denominator());
            let rest = &a - &(&whole * &b);
            (a, b) = (b, rest);
        }
        least = a;
    }
    least
}

/// A weight of at least `most` by which all these divide to decimals: `most` itself where that does, else a power of ten times
/// their common measure.
pub(super) fn weight(values: &[Rational], most: &Rational) -> Rational {
    let divides = |weight: &Rational| {
        let mut parts = values.iter().map(|value| value.checked_div(weight));
        parts.all(|part| part.is_some_and(|part| decimal_of(&part, 15).is_some()))
    };
    if most.is_zero() || divides(most) {
        return most.clone();
    }
    let mut weight = measure(values);
    let ten = Rational::from(10);
    while weight < *most {
        weight = &weight * &ten;
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_divide_to_decimals() {
        let values = |parts: &[(i128, i128)]| -> Vec<Rational> {
            parts
                .iter()
                .map(|(num, den)| Rational::new(*num, *den))
                .collect()
        };
        let of = |parts: &[(i128, i128)], most: (i128, i128)| {
            weight(&values(parts), &Rational::new(most.0, most.1)).to_string()
        };
        assert_eq!(of(&[(3, 10), (15, 100), (0, 1)], (3, 10)), "3/10");
        // .3 and .1: thirds of .3 are no decimals, tenths of 1 are
        assert_eq!(of(&[(3, 10), (1, 10)], (3, 10)), "1");
        assert_eq!(of(&[(0, 1)], (0, 1)), "0");
        assert_eq!(
            common(&Rational::from(6), &Rational::from(4)).to_string(),
            "12"
        );
        assert_eq!(odd_part(&Rational::new(1, 60)).to_string(), "3");
        assert_eq!(measure(&values(&[(1, 2), (1, 3)])).to_string(), "1/6");
    }
}
