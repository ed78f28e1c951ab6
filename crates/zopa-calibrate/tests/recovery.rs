//! Recovery: do intervals contain the truth as often as they say?
//!
//! `cargo test --release -p zopa-calibrate --test recovery -- --ignored --nocapture` prints the table of `docs/calibrate.md`.
#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::disallowed_macros,
    reason = "statistics are floats by nature; one test prints a table"
)]

mod common;

use common::simulate::{Truth, study};
use zopa_calibrate::fit::{FitOptions, Resampling, likelihood};

/// The names and true values of what is looked at.
fn truths(truth: &Truth) -> Vec<(String, f64)> {
    let weights = truth.weights.iter().enumerate();
    let mut all: Vec<(String, f64)> = weights
        .map(|(k, w)| (format!("weight {}", k + 1), *w))
        .collect();
    all.push(("threshold".to_owned(), truth.threshold));
    all.push(("first slot".to_owned(), truth.first_slot));
    all
}

/// Mean, and how many of the normal and of the resampled intervals contain the truth, of each; and the number of estimates.
struct Coverage {
    means: Vec<f64>,
    errors: Vec<f64>,
    normal: Vec<u32>,
    resampled: Vec<u32>,
    estimates: u32,
}

fn coverage(truth: &Truth, count: usize, simulations: u64, replicates: u32) -> Coverage {
    let names = truths(truth);
    let mut found = Coverage {
        means: vec![0.0; names.len()],
        errors: vec![0.0; names.len()],
        normal: vec![0; names.len()],
        resampled: vec![0; names.len()],
        estimates: 0,
    };
    let options = FitOptions {
        resampling: (replicates > 0).then(|| Resampling {
            replicates,
            ..Resampling::default()
        }),
        ..FitOptions::default()
    };
    for seed in 0..simulations {
        let result = likelihood(&study(truth, count, 1000 + seed), &options);
        let Some((_, reading)) = &result.estimate else {
            continue;
        };
        found.estimates += 1;
        let mut figures: Vec<_> = reading
            .weights
            .iter()
            .map(|w| w.expect("identified"))
            .collect();
        figures.extend([
            reading.threshold.expect("levels"),
            reading.first_slot.expect("winners"),
        ]);
        for (index, (figure, (_, wanted))) in figures.iter().zip(&names).enumerate() {
            found.means[index] += figure.value;
            found.errors[index] += figure.standard_error;
            let interval = figure.interval(1.959_963_984_540_054);
            found.normal[index] += u32::from(interval.low <= *wanted && *wanted <= interval.high);
        }
        if let Some(resampled) = &result.resampled {
            let mut intervals = resampled.weights.clone();
            intervals.extend([resampled.threshold, resampled.first_slot]);
            for (index, (interval, (_, wanted))) in intervals.iter().zip(&names).enumerate() {
                let interval = interval.expect("an interval");
                found.resampled[index] +=
                    u32::from(interval.low <= *wanted && *wanted <= interval.high);
            }
        }
    }
    for value in found.means.iter_mut().chain(&mut found.errors) {
        *value /= f64::from(found.estimates.max(1));
    }
    found
}

/// Of 200 normal intervals of 95 %, 90 to 99 % contain the truth, and the mean estimate is near it.
#[test]
fn intervals_keep_their_promise() {
    let truth = Truth::default();
    let found = coverage(&truth, 400, 200, 0);
    assert_eq!(found.estimates, 200);
    for (index, (name, wanted)) in truths(&truth).iter().enumerate() {
        let share = f64::from(found.normal[index]) / 200.0;
        assert!((0.90..=0.99).contains(&share), "{name}: {share}");
        // four standard errors of a mean of 200, and a bias of a quarter of one
        let near = found.errors[index] * (4.0 / 200.0_f64.sqrt() + 0.25);
        assert!(
            (found.means[index] - wanted).abs() < near,
            "{name}: {}",
            found.means[index]
        );
    }
}

/// Prints the table of the documentation.
#[test]
#[ignore = "takes a minute with optimisation: prints the table of docs/calibrate.md"]
fn table_of_coverage() {
    let truth = Truth::default();
    for (count, replicates) in [(200, 0), (400, 300), (2000, 0)] {
        let found = coverage(&truth, count, 200, replicates);
        println!("{count} judgments, {} estimates of 200", found.estimates);
        println!(
            "| | truth | mean | standard error | normal | resampled |\n|---|---:|---:|---:|---:|---:|"
        );
        for (index, (name, wanted)) in truths(&truth).iter().enumerate() {
            let share = |hits: u32| {
                format!(
                    "{:.1} %",
                    100.0 * f64::from(hits) / f64::from(found.estimates)
                )
            };
            let resampled = if replicates > 0 {
                share(found.resampled[index])
            } else {
                String::new()
            };
            println!(
                "| {name} | {wanted:.2} | {:.4} | {:.4} | {} | {resampled} |",
                found.means[index],
                found.errors[index],
                share(found.normal[index])
            );
        }
    }
}
