//! Tests of pairs and rank correlation, against published values, SciPy 1.17.1 and enumeration.
#![allow(
    clippy::approx_constant,
    clippy::float_arithmetic,
    clippy::float_cmp,
    clippy::unwrap_used,
    reason = "statistics are floats"
)]

use proptest::prelude::*;
use zopa_stats::{Method, kendall, mcnemar, sign_test, sign_test_of, wilcoxon};

fn close(found: f64, wanted: f64) {
    assert!(
        (found - wanted).abs() <= 1e-9 * wanted.abs(),
        "{found} is not {wanted}"
    );
}

/// `scipy.stats.binomtest(a, a + b).pvalue`. By hand: 5 of 5 is 2 / 2^5; 12 of 13 is 2 (1 + 13) / 2^13.
#[test]
fn counts_of_signs_are_judged_exactly() {
    for (a, b, p) in [
        (10, 2, 0.038_574_218_75),
        (0, 5, 0.0625),
        (7, 7, 1.0),
        (3, 3, 1.0),
        (30, 10, 0.002_221_433_773_229_364_3),
        (1, 12, 0.003_417_968_75),
        (400, 500, 0.000_956_444_136_918_937_3),
        (0, 0, 1.0),
    ] {
        close(sign_test(a, b).p_value, p);
        close(mcnemar(b, a), p);
    }
}

#[test]
fn signs_are_counted() {
    let test = sign_test_of(&[1.0, -2.0, 0.0, 3.0, -0.0]).unwrap();
    assert_eq!((test.positive, test.negative, test.zero), (2, 1, 2));
    close(test.p_value, 1.0);
    assert_eq!(sign_test_of(&[f64::NAN]), None);
}

/// Hollander and Wolfe, "Nonparametric Statistical Methods", table 3.1 (depression scores of nine patients): the sum of
/// the positive ranks is 40; `scipy.stats.wilcoxon(x - y, method='exact')` gives p = 0.0390625, that is 10 / 256.
#[test]
fn wilcoxon_of_the_depression_scores() {
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    let differences: Vec<f64> = before.iter().zip(after).map(|(x, y)| x - y).collect();
    let test = wilcoxon(&differences).unwrap();
    assert_eq!((test.positive, test.negative), (40.0, 5.0));
    assert_eq!((test.differences, test.method), (9, Method::Exact));
    close(test.p_value, 0.039_062_5);
}

/// Darwin's maize, in eighths of an inch (as in R. A. Fisher, "The Design of Experiments", chapter III). The two sizes 49
/// and -48 are no tie. `scipy.stats.wilcoxon(x, method='exact')`: statistic 24, p = 0.041259765625.
#[test]
fn wilcoxon_of_darwins_maize() {
    let maize = [
        6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0,
    ];
    let test = wilcoxon(&maize).unwrap();
    assert_eq!(test.negative, 24.0);
    close(test.p_value, 0.041_259_765_625);
}

/// Three numbers by hand: 1, 1, -2 have the ranks 1.5, 1.5, 3. The sums of positive ranks over the eight choices of signs
/// are 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6; five are at most 3, so the p-value is min(1, 10/8) = 1. Of 1, 1, 2 it is 2/8.
#[test]
fn wilcoxon_with_ties_by_hand() {
    let test = wilcoxon(&[1.0, 1.0, -2.0, 0.0]).unwrap();
    assert_eq!((test.positive, test.negative, test.zero), (3.0, 3.0, 1));
    close(test.p_value, 1.0);
    close(wilcoxon(&[1.0, 1.0, 2.0]).unwrap().p_value, 0.25);
    close(wilcoxon(&[0.0]).unwrap().p_value, 1.0);
    assert_eq!(wilcoxon(&[f64::INFINITY]), None);
}

/// `scipy.stats.wilcoxon(d, method='asymptotic', correction=True)` for `d = ((7919 i) mod 1009 - 400) / 10` and, with ties
/// and zeros, `d = (37 i) mod 23 - 9`, i from 0 to 249.
#[test]
fn many_differences_are_judged_by_the_normal_distribution() {
    let plain: Vec<f64> = (0..250)
        .map(|i| f64::from((i * 7919) % 1009 - 400) / 10.0)
        .collect();
    let test = wilcoxon(&plain).unwrap();
    assert_eq!((test.method, test.negative), (Method::Normal, 10_019.5));
    close(test.p_value, 7.349_294_448_518_602e-7);
    let tied: Vec<f64> = (0..250).map(|i| f64::from((i * 37) % 23 - 9)).collect();
    let test = wilcoxon(&tied).unwrap();
    assert_eq!(
        (test.differences, test.zero, test.negative),
        (240, 10, 9_696.5)
    );
    close(test.p_value, 9.522_218_964_125_27e-6);
}

/// `scipy.stats.kendalltau(x, y).statistic`. The first is the example of its documentation, -0.4714.
#[test]
fn kendall_is_as_in_scipy() {
    let x = [12.0, 2.0, 1.0, 12.0, 2.0];
    let y = [1.0, 4.0, 7.0, 1.0, 0.0];
    close(kendall(&x, &y).unwrap(), -0.471_404_520_791_031_6);
    let x = [1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0, 7.0, 9.0];
    let y = [2.0, 1.0, 3.0, 3.0, 3.0, 6.0, 5.0, 8.0, 7.0, 7.0];
    close(kendall(&x, &y).unwrap(), 0.756_097_560_975_609_8);
}

#[test]
fn kendall_needs_two_orders() {
    assert_eq!(kendall(&[1.0, 2.0], &[5.0, 5.0]), None);
    assert_eq!(kendall(&[1.0], &[5.0]), None);
    assert_eq!(kendall(&[], &[]), None);
    assert_eq!(kendall(&[1.0, 2.0], &[1.0]), None);
    assert_eq!(kendall(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    assert_eq!(kendall(&[1.0, 2.0, 3.0], &[1.0, 2.0, 4.0]), Some(1.0));
    assert_eq!(kendall(&[0.0, -0.0, 3.0], &[1.0, 1.0, 0.0]), Some(-1.0));
}

/// Wilcoxon's p-value over all choices of signs, one by one.
fn by_enumeration(differences: &[f64]) -> f64 {
    let sizes: Vec<f64> = differences
        .iter()
        .map(|d| d.abs())
        .filter(|d| *d > 0.0)
        .collect();
    let signed: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let rank = |size: &f64| {
        let below = sizes.iter().filter(|other| *other < size).count() as f64;
        let same = sizes.iter().filter(|other| *other == size).count() as f64;
        below + (same + 1.0) / 2.0
    };
    let ranks: Vec<f64> = sizes.iter().map(rank).collect();
    let sum = |positive: &dyn Fn(usize) -> bool| -> f64 {
        (0..ranks.len())
            .filter(|i| positive(*i))
            .map(|i| ranks[i])
            .sum()
    };
    let found = sum(&|i| signed[i] > 0.0);
    let least = found.min(sum(&|i| signed[i] < 0.0));
    let choices = 1_u32 << ranks.len();
    let as_far = (0..choices)
        .filter(|choice| sum(&|i| choice >> i & 1 == 1) <= least)
        .count();
    (2.0 * as_far as f64 / f64::from(choices)).min(1.0)
}

/// Tau-b over all pairs, one by one.
fn tau_by_pairs(x: &[f64], y: &[f64]) -> Option<f64> {
    let (mut sum, mut in_x, mut in_y) = (0.0, 0.0, 0.0);
    for i in 0..x.len() {
        for j in 0..i {
            let sign = |v: &[f64]| (v[i] > v[j]) as i32 - (v[i] < v[j]) as i32;
            sum += f64::from(sign(x) * sign(y));
            in_x += f64::from(sign(x).abs());
            in_y += f64::from(sign(y).abs());
        }
    }
    (in_x > 0.0 && in_y > 0.0).then(|| sum / (in_x * in_y).sqrt())
}

proptest! {
    #[test]
    fn wilcoxon_is_what_enumeration_finds(differences in prop::collection::vec(-6_i32..7, 0..11)) {
        let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
        let found = wilcoxon(&differences).unwrap().p_value;
        prop_assert!((found - by_enumeration(&differences)).abs() < 1e-12);
    }

    #[test]
    fn kendall_is_what_all_pairs_say(things in prop::collection::vec((-4_i32..5, -4_i32..5), 0..25)) {
        let x: Vec<f64> = things.iter().map(|thing| f64::from(thing.0)).collect();
        let y: Vec<f64> = things.iter().map(|thing| f64::from(thing.1)).collect();
        match (kendall(&x, &y), tau_by_pairs(&x, &y)) {
            (Some(found), Some(wanted)) => prop_assert!((found - wanted).abs() < 1e-12),
            (found, wanted) => prop_assert_eq!(found, wanted),
        }
    }
}
