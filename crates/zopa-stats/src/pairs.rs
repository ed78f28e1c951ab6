//! Tests of pairs: does one of two treatments of the same cases come out higher?

use statrs::distribution::{Binomial, ContinuousCDF as _, DiscreteCDF as _, Normal};

/// Up to so many differences that are not 0, [`wilcoxon`] is exact: the list of all rank sums stays small (20,101 numbers),
/// and beyond it the normal approximation is good to three digits.
const EXACT_UP_TO: usize = 200;

/// A test of signs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignTest {
    /// Differences above 0.
    pub positive: u64,
    /// Differences below 0.
    pub negative: u64,
    /// Differences of 0, which say nothing.
    pub zero: u64,
    /// The two-sided p-value: how likely at least so uneven a count is where both signs are equally likely. 1 where there
    /// is no difference.
    pub p_value: f64,
}

/// The exact sign test: the two-sided binomial test of `positive` among `positive + negative` at one half.
///
/// Source: W. J. Dixon and A. M. Mood, "The statistical sign test", JASA 41 (1946), 557-566. Pairs without a difference
/// are left out by the caller.
pub fn sign_test(positive: u64, negative: u64) -> SignTest {
    SignTest {
        positive,
        negative,
        zero: 0,
        p_value: binomial_half(positive, negative),
    }
}

/// The exact sign test of differences; `None` where one is not a number.
pub fn sign_test_of(differences: &[f64]) -> Option<SignTest> {
    if differences.iter().any(|difference| difference.is_nan()) {
        return None;
    }
    let count = |test: fn(&f64) -> bool| differences.iter().filter(|d| test(d)).count() as u64;
    let (positive, negative) = (count(|d| *d > 0.0), count(|d| *d < 0.0));
    Some(SignTest {
        zero: differences.len() as u64 - positive - negative,
        ..sign_test(positive, negative)
    })
}

/// McNemar's test, exact: the two-sided p-value of the cases in which only the first of two yes-or-no judgments is yes
/// (`first_only`), and those in which only the second is (`second_only`). Cases in which both agree say nothing.
///
/// Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
/// Psychometrika 12 (1947), 153-157, with the binomial distribution in the place of its approximation.
pub fn mcnemar(first_only: u64, second_only: u64) -> f64 {
    binomial_half(first_only, second_only)
}

/// Twice the lower tail of the smaller count, at most 1. The distribution is symmetric.
fn binomial_half(a: u64, b: u64) -> f64 {
    let trials = a + b;
    if trials == 0 {
        return 1.0;
    }
    Binomial::new(0.5, trials).map_or(1.0, |binomial| (2.0 * binomial.cdf(a.min(b))).min(1.0))
}

/// How a p-value came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Over all signs that the differences could have.
    Exact,
    /// By the normal distribution, corrected for ties and for continuity.
    Normal,
}

impl Method {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Normal => "normal",
        }
    }
}

/// A test of signed ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// How many differences are not 0; the others are left out.
    pub differences: usize,
    /// How many are 0.
    pub zero: usize,
    /// The sum of the ranks of the differences above 0.
    pub positive: f64,
    /// The sum of the ranks of the differences below 0.
    pub negative: f64,
    /// The two-sided p-value; 1 where there is no difference.
    pub p_value: f64,
    /// How the p-value came about.
    pub method: Method,
}

/// Wilcoxon's signed-rank test of the differences of pairs, two-sided.
///
/// Differences of 0 are left out (Wilcoxon's rule); equal sizes share the mean of their ranks. Up to 200 differences the
/// p-value is exact, also with ties: the share of all 2^n choices of signs whose rank sum is at least so far from the
/// middle. Beyond that it is that of the normal distribution, with the variance corrected for ties and half a rank towards
/// the middle.
///
/// Source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945), 80-83; the distribution
/// with ties as in M. Hollander, D. A. Wolfe and E. Chicken, "Nonparametric Statistical Methods" (2013), section 3.1.
///
/// `None` where a difference is not finite. Sizes are compared as they are: round first where rounding of floats must not
/// break a tie. Time `O(n^3)` for the exact method, else `O(n log n)`.
pub fn wilcoxon(differences: &[f64]) -> Option<Wilcoxon> {
    if !differences.iter().all(|difference| difference.is_finite()) {
        return None;
    }
    let mut sorted: Vec<f64> = differences
        .iter()
        .copied()
        .filter(|d| d.abs() > 0.0)
        .collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    // Ranks are doubled: then the mean of tied ones is a whole number.
    let mut doubled: Vec<usize> = Vec::with_capacity(sorted.len());
    let mut ties = 0.0;
    for same in sorted.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let first = doubled.len() + 1;
        let size = same.len() as f64;
        ties += size * size * size - size;
        doubled.extend(same.iter().map(|_| 2 * first + same.len() - 1));
    }
    let total: usize = doubled.iter().sum();
    let positive: usize = (sorted.iter().zip(&doubled))
        .filter(|(difference, _)| **difference > 0.0)
        .map(|(_, rank)| rank)
        .sum();
    let negative = total - positive;
    let (p_value, method) = if sorted.len() <= EXACT_UP_TO {
        (exact_tails(&doubled, positive.min(negative)), Method::Exact)
    } else {
        let gap = positive.abs_diff(negative) as f64 / 2.0;
        (normal_tails(sorted.len(), ties, gap), Method::Normal)
    };
    Some(Wilcoxon {
        differences: sorted.len(),
        zero: differences.len() - sorted.len(),
        positive: positive as f64 / 2.0,
        negative: negative as f64 / 2.0,
        p_value,
        method,
    })
}

/// Twice the share of the choices of signs whose (doubled) sum of positive ranks is at most `least`.
fn exact_tails(doubled: &[usize], least: usize) -> f64 {
    // `share[s]`: the share of the choices for the ranks so far whose sum is `s`; larger sums do not matter
    let mut share = vec![0.0; least + 1];
    share[0] = 1.0;
    for &rank in doubled {
        for sum in (0..=least).rev() {
            let with = sum.checked_sub(rank).map_or(0.0, |rest| share[rest]);
            share[sum] = (share[sum] + with) / 2.0;
        }
    }
    (2.0 * share.iter().sum::<f64>()).min(1.0)
}

/// The two tails of the normal distribution; `gap` is the difference of the two rank sums, twice the distance of either
/// from the middle.
fn normal_tails(differences: usize, ties: f64, gap: f64) -> f64 {
    let n = differences as f64;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let distance = (gap / 2.0 - 0.5).max(0.0);
    (2.0 * Normal::standard().cdf(-distance / variance.sqrt())).min(1.0)
}
