//! Intervals and quantiles, against published values and values worked out by hand.
#![allow(
    clippy::float_arithmetic,
    clippy::float_cmp,
    clippy::unwrap_used,
    reason = "statistics are floats"
)]

use proptest::prelude::*;
use zopa_stats::{
    Bootstrap, Interval, Level, Units, mean, mean_of, median, median_of, quantile, wilson,
};

fn close(found: Interval, low: f64, high: f64, within: f64) {
    assert!(
        (found.low - low).abs() < within && (found.high - high).abs() < within,
        "{found:?} is not {low} to {high}"
    );
}

/// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), 857-872,
/// table I, method 3, which has four digits.
#[test]
fn wilson_is_as_published() {
    for (successes, trials, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let found = wilson(successes, trials, Level::P95).unwrap();
        close(found, low, high, 0.000_051);
    }
}

/// `scipy.stats.binomtest(k, n).proportion_ci(level, method='wilson')`, SciPy 1.17.1.
#[test]
fn wilson_is_as_in_scipy() {
    for (successes, trials, level, low, high) in [
        (
            8,
            10,
            0.95,
            0.490_162_471_536_641_8,
            0.943_317_848_545_624_8,
        ),
        (10, 10, 0.95, 0.722_467_200_137_110_9, 1.0),
        (
            1,
            3,
            0.95,
            0.061_491_944_720_396_26,
            0.792_340_399_197_952_3,
        ),
        (8, 10, 0.9, 0.540_792_805_687_487_9, 0.931_442_012_262_467_9),
    ] {
        let found = wilson(successes, trials, Level::new(level).unwrap()).unwrap();
        close(found, low, high, 1e-9);
    }
    assert_eq!(wilson(0, 10, Level::P95).unwrap().low, 0.0);
    assert_eq!(wilson(10, 10, Level::P95).unwrap().high, 1.0);
}

#[test]
fn wilson_needs_trials() {
    assert_eq!(wilson(0, 0, Level::P95), None);
    assert_eq!(wilson(2, 1, Level::P95), None);
}

#[test]
fn levels_lie_between_0_and_1() {
    assert!((Level::P95.z() - 1.959_963_984_540_054).abs() < 1e-9);
    for level in [0.0, 1.0, -1.0, f64::NAN] {
        assert_eq!(Level::new(level), None);
    }
}

/// The place of the quantile p among 1, 2, 4, 8, 16 is 4 p: at 0.1 it is 0.4, so 1 + 0.4 * 1.
#[test]
fn quantiles_are_interpolated() {
    let values = [1.0, 2.0, 4.0, 8.0, 16.0];
    for (p, wanted) in [
        (0.0, 1.0),
        (0.1, 1.4),
        (0.25, 2.0),
        (0.5, 4.0),
        (0.9, 12.8),
        (1.0, 16.0),
    ] {
        let found = quantile(&values, p).unwrap();
        assert!((found - wanted).abs() < 1e-12, "{p}: {found}");
    }
    assert_eq!(median(&[1.0, 2.0]), Some(1.5));
    assert_eq!((median(&[]), mean(&[])), (None, None));
    assert_eq!(mean(&values), Some(6.2));
}

/// Efron and Tibshirani (1993), table 2.1: survival of seven treated mice, and table 2.2: the standard errors of the
/// mean and of the median for infinitely many replicates, 23.36 and 37.83.
#[test]
fn standard_errors_are_as_published() {
    let mut mice = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
    mice.sort_by(f64::total_cmp);
    let bootstrap = Bootstrap {
        replicates: 20_000,
        seed: 7,
        level: Level::P95,
    };
    let units = Units::rows(mice.len());
    let error = |statistic: &dyn Fn(&[u32]) -> Option<f64>| {
        let values: Vec<f64> = (0..bootstrap.replicates)
            .filter_map(|number| bootstrap.replicate(number, &units, statistic))
            .collect();
        let middle = mean(&values).unwrap();
        let squares: Vec<f64> = values.iter().map(|v| (v - middle).powi(2)).collect();
        mean(&squares).unwrap().sqrt()
    };
    let of_mean = error(&|times| mean_of(&mice, times));
    let of_median = error(&|times| median_of(&mice, times));
    assert!((of_mean / 23.36 - 1.0).abs() < 0.02, "{of_mean}");
    assert!((of_median / 37.83 - 1.0).abs() < 0.02, "{of_median}");
}

/// Of two rows, 0 and 1, a sample has the mean 0, 1/2 or 1 with probability 1/4, 1/2, 1/4. Of two clusters, three rows
/// of 0 and one of 6, it has the mean 0, 3/2 or 6 with the same.
#[test]
fn samples_have_their_probabilities() {
    let bootstrap = Bootstrap {
        replicates: 40_000,
        seed: 1,
        level: Level::P95,
    };
    let rows = (Units::rows(2), vec![0.0, 1.0], [0.0, 0.5, 1.0]);
    let clusters = (
        Units::clusters(vec![0, 1, 0, 0]),
        vec![0.0, 6.0, 0.0, 0.0],
        [0.0, 1.5, 6.0],
    );
    for (units, values, means) in [rows, clusters] {
        assert_eq!(units.len(), 2);
        let mut counts = [0.0; 3];
        for number in 0..bootstrap.replicates {
            let found = bootstrap.replicate(number, &units, |times| mean_of(&values, times));
            let at = means.iter().position(|mean| Some(*mean) == found);
            counts[at.expect("one of the three means")] += 1.0;
        }
        for (count, share) in counts.iter().zip([0.25, 0.5, 0.25]) {
            let found = count / f64::from(bootstrap.replicates);
            // four standard errors
            assert!((found - share).abs() < 0.01, "{counts:?}");
        }
    }
}

/// The interval's ends are the quantiles of the replicates, whatever the order in which they are made.
#[test]
fn replicates_depend_on_their_number_alone() {
    let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
    let units = Units::rows(values.len());
    let bootstrap = Bootstrap {
        replicates: 500,
        seed: 42,
        level: Level::new(0.9).unwrap(),
    };
    let forwards = bootstrap.run(&units, |times| mean_of(&values, times));
    let backwards = (0..500).rev();
    let backwards = bootstrap.interval(
        backwards.map(|number| bootstrap.replicate(number, &units, |t| mean_of(&values, t))),
    );
    assert_eq!(forwards, backwards);
    let other = Bootstrap {
        seed: 43,
        ..bootstrap
    };
    assert_ne!(forwards, other.run(&units, |times| mean_of(&values, times)));
}

#[test]
fn undefined_statistics_are_left_out() {
    let bootstrap = Bootstrap {
        replicates: 100,
        seed: 0,
        level: Level::P95,
    };
    assert_eq!(bootstrap.run(&Units::rows(3), |_| None), None);
    assert_eq!(bootstrap.run(&Units::rows(0), |_| Some(1.0)), None);
    let first = bootstrap.run(&Units::rows(2), |times| (times[0] > 0).then_some(7.0));
    assert_eq!(
        first,
        Some(Interval {
            low: 7.0,
            high: 7.0
        })
    );
}

proptest! {
    /// A sample given by multiplicities has the mean and the median of the sample written out.
    #[test]
    fn multiplicities_stand_for_repetition(rows in prop::collection::vec((-50_i32..50, 0_u32..4), 0..20)) {
        let mut rows = rows;
        rows.sort_unstable();
        let values: Vec<f64> = rows.iter().map(|row| f64::from(row.0)).collect();
        let times: Vec<u32> = rows.iter().map(|row| row.1).collect();
        let written: Vec<f64> = rows.iter().flat_map(|row| (0..row.1).map(|_| f64::from(row.0))).collect();
        prop_assert_eq!(mean_of(&values, &times), mean(&written));
        prop_assert_eq!(median_of(&values, &times), median(&written));
    }

    /// A sample has as many units as there are, each row with those of its cluster.
    #[test]
    fn samples_are_as_large_as_the_original(clusters in prop::collection::vec(0_u32..5, 1..30), seed: u64) {
        let bootstrap = Bootstrap { replicates: 1, seed, level: Level::P95 };
        let rows = Units::rows(clusters.len());
        let drawn: u32 = bootstrap.replicate(0, &rows, |times| times.iter().sum());
        prop_assert_eq!(drawn as usize, clusters.len());
        let units = Units::clusters(clusters.clone());
        bootstrap.replicate(0, &units, |times| {
            for (i, j) in (0..clusters.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                assert!(clusters[i] != clusters[j] || times[i] == times[j]);
            }
        });
    }
}
