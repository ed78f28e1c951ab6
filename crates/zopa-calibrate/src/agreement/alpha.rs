//! Krippendorff's alpha: agreement of any number of raters, any of whom may be missing.

use std::collections::BTreeMap;

use zopa_model::Rational;

use super::{Coefficient, Undefined};

/// How far two values are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Equal or not.
    Nominal,
    /// By the number of values between them, as often as they were used.
    Ordinal,
    /// By their difference.
    Interval,
    /// By their difference over their sum.
    Ratio,
}

/// Krippendorff's alpha (2011): one less the ratio of disagreement within units to that among all values.
///
/// Each unit holds the values that raters gave it. Units with fewer than two have nothing to compare and drop out. Each unit counts
/// `times[unit]` times, once where there is no such number.
///
/// Cost: (units) x (values)^2.
///
/// # Errors
/// Without a unit to compare, and where all values are the same.
pub fn alpha(units: &[Vec<u32>], times: Option<&[u32]>, difference: Difference) -> Coefficient {
    let often = |unit: usize| times.map_or(1, |times| i128::from(times[unit]));
    let mut totals: BTreeMap<u32, i128> = BTreeMap::new();
    let mut counted = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let often = often(index);
        if unit.len() < 2 || often == 0 {
            continue;
        }
        let mut counts: BTreeMap<u32, i128> = BTreeMap::new();
        for &value in unit {
            *counts.entry(value).or_default() += 1;
            *totals.entry(value).or_default() += often;
        }
        counted.push((often, unit.len(), counts));
    }
    let total: i128 = totals.values().sum();
    if total < 2 {
        return Err(Undefined::TooFew);
    }
    let values: Vec<u32> = totals.keys().copied().collect();
    let mut distances = BTreeMap::new();
    for &x in &values {
        for &y in &values {
            distances.insert((x, y), distance(x, y, &totals, difference));
        }
    }
    // units of the same size have the same denominator: fractions are added once for each size
    let mut within: BTreeMap<usize, Rational> = BTreeMap::new();
    for (often, size, counts) in &counted {
        let place = within.entry(*size).or_insert_with(|| Rational::from(0));
        for (x, n) in counts {
            for (y, m) in counts.range(x + 1..) {
                *place = &*place + &(&distances[&(*x, *y)] * &Rational::from(2 * often * n * m));
            }
        }
    }
    let seen: Rational = within
        .into_iter()
        .map(|(size, sum)| {
            let others = i128::try_from(size - 1).unwrap_or(i128::MAX);
            &sum / &Rational::from(others)
        })
        .sum();
    let mut expected = Rational::from(0);
    for (x, n) in &totals {
        for (y, m) in totals.range(x + 1..) {
            expected = &expected + &(&distances[&(*x, *y)] * &Rational::from(2 * n * m));
        }
    }
    let ratio = (&seen * &Rational::from(total - 1)).checked_div(&expected);
    ratio
        .map(|ratio| &Rational::from(1) - &ratio)
        .ok_or(Undefined::NoVariation)
}

/// The squared difference.
fn distance(x: u32, y: u32, totals: &BTreeMap<u32, i128>, difference: Difference) -> Rational {
    let (low, high) = (x.min(y), x.max(y));
    if low == high {
        return Rational::from(0);
    }
    let by = i128::from(high) - i128::from(low);
    match difference {
        Difference::Nominal => Rational::from(1),
        Difference::Ordinal => {
            let between: i128 = totals.range(low..=high).map(|(_, n)| n).sum();
            Rational::new(2 * between - totals[&low] - totals[&high], 2).square()
        }
        Difference::Interval => Rational::from(by * by),
        Difference::Ratio => Rational::new(by, i128::from(low) + i128::from(high)).square(),
    }
}
