//! Weights and threshold from noisy judgments: what is true is found, and what must not matter does not.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are floats by nature; helpers serve several tests"
)]

mod common;

use common::simulate::{Truth, study};
use zopa_calibrate::consistent::Consistency;
use zopa_calibrate::fit::{
    Estimates, FitOptions, Likelihood, Parameter, Resampling, fit, fit_json, likelihood,
};
use zopa_calibrate::logit::{Estimate, Separation};
use zopa_calibrate::{Answer, Side, Statement, Study};
use zopa_model::Rational;

fn plain() -> FitOptions {
    FitOptions {
        resampling: None,
        ..FitOptions::default()
    }
}

fn estimates(found: &Likelihood) -> (&Estimate, &Estimates) {
    let (estimate, reading) = found.estimate.as_ref().expect("an estimate");
    (estimate, reading)
}

fn weights(found: &Likelihood) -> Vec<f64> {
    let all = estimates(found).1.weights.iter();
    all.map(|weight| weight.expect("identified").value)
        .collect()
}

fn close(ours: f64, wanted: f64, within: f64, what: &str) {
    assert!(
        (ours - wanted).abs() <= within,
        "{what}: {ours}, wanted {wanted}"
    );
}

/// With 2000 judgments everything is within four standard errors, and the standard errors are small.
#[test]
fn the_truth_is_found() {
    let truth = Truth::default();
    let found = likelihood(&study(&truth, 2000, 7), &plain());
    let (estimate, reading) = estimates(&found);
    for pull in &estimate.gradient {
        assert!(pull.abs() < 1e-6, "{pull}");
    }
    for (weight, wanted) in reading.weights.iter().zip(&truth.weights) {
        let weight = weight.expect("identified");
        close(weight.value, *wanted, 4.0 * weight.standard_error, "weight");
        assert!((0.003..0.02).contains(&weight.standard_error), "{weight:?}");
    }
    for (figure, wanted) in [
        (reading.threshold, truth.threshold),
        (Some(reading.sensitivity), truth.sensitivity),
        (reading.first_slot, truth.first_slot),
        (reading.tie, truth.tie),
        (reading.much, truth.much),
    ] {
        let figure = figure.expect("estimated");
        close(figure.value, wanted, 4.0 * figure.standard_error, "figure");
    }
    // tau - ln(2 + nu + 2 e^lambda_2) / kappa
    let chances = (2.0
        + reading.tie.expect("ties").value.exp()
        + 2.0 * reading.much.expect("strengths").value.exp())
    .ln();
    let of_two =
        reading.threshold.expect("a threshold").value - chances / reading.sensitivity.value;
    close(
        reading.threshold_of_two.expect("a threshold"),
        of_two,
        1e-12,
        "of two",
    );
}

/// Responses that change places change nothing but the sign of the first slot's advantage.
#[test]
fn changing_places_changes_the_sign() {
    let before = study(&Truth::default(), 300, 3);
    let mut after = before.clone();
    for statement in &mut after.statements {
        std::mem::swap(&mut statement.a, &mut statement.b);
        if let Answer::Better(side, strength) = statement.answer {
            statement.answer = Answer::Better(side.other(), strength);
        }
    }
    let (before, after) = (likelihood(&before, &plain()), likelihood(&after, &plain()));
    for (x, y) in weights(&before).iter().zip(weights(&after)) {
        close(*x, y, 1e-9, "weight");
    }
    let (x, y) = (estimates(&before).1, estimates(&after).1);
    close(
        x.first_slot.expect("there").value,
        -y.first_slot.expect("there").value,
        1e-8,
        "first slot",
    );
    close(
        x.sensitivity.value,
        y.sensitivity.value,
        1e-7,
        "sensitivity",
    );
}

#[test]
fn the_order_of_criteria_does_not_matter() {
    let before = study(&Truth::default(), 300, 4);
    let mut after = before.clone();
    for statement in &mut after.statements {
        for option in [&mut statement.a, &mut statement.b].into_iter().flatten() {
            option.reverse();
        }
    }
    let mut reversed = weights(&likelihood(&after, &plain()));
    reversed.reverse();
    for (x, y) in weights(&likelihood(&before, &plain())).iter().zip(reversed) {
        close(*x, y, 1e-9, "weight");
    }
}

/// Everything twice: the same estimate, half the variance.
#[test]
fn repetition_halves_the_variance() {
    let once = study(&Truth::default(), 250, 5);
    let mut twice = once.clone();
    twice.statements.extend(once.statements.clone());
    let (once, twice) = (likelihood(&once, &plain()), likelihood(&twice, &plain()));
    let (x, y) = (estimates(&once).0, estimates(&twice).0);
    for index in 0..x.theta.len() {
        close(x.theta[index], y.theta[index], 1e-7, "parameter");
        let ratio = x.standard_error(index) / y.standard_error(index);
        close(ratio, 2.0_f64.sqrt(), 1e-6, "standard errors");
    }
}

/// A criterion that never varies adds nothing but a weight that is not there.
#[test]
fn a_constant_criterion_has_no_weight() {
    let before = study(&Truth::default(), 300, 6);
    let mut after = before.clone();
    after.criteria.push("constant".to_owned());
    for statement in &mut after.statements {
        for option in [&mut statement.a, &mut statement.b].into_iter().flatten() {
            option.push(Rational::new(3, 4));
        }
    }
    let (before, after) = (likelihood(&before, &plain()), likelihood(&after, &plain()));
    let (x, y) = (estimates(&before).1, estimates(&after).1);
    assert_eq!(y.weights[5], None);
    for index in 0..5 {
        close(
            x.weights[index].expect("there").value,
            y.weights[index].expect("there").value,
            1e-8,
            "weight",
        );
    }
    // it may lie in the threshold as well as in itself
    assert_eq!(y.threshold, None);
    assert_eq!(after.unidentified.len(), 1);
    assert_eq!(after.unidentified[0].constant(), Some(5));
}

/// Two criteria that always agree: only their sum is identified, and all else is as if they were one.
#[test]
fn of_two_equal_criteria_the_sum_is_identified() {
    let before = study(&Truth::default(), 300, 8);
    let mut after = before.clone();
    after.criteria.push("echo".to_owned());
    for statement in &mut after.statements {
        for option in [&mut statement.a, &mut statement.b].into_iter().flatten() {
            option.push(option[0].clone());
        }
    }
    let (before, after) = (likelihood(&before, &plain()), likelihood(&after, &plain()));
    let (x, y) = (estimates(&before).1, estimates(&after).1);
    assert_eq!((y.weights[0], y.weights[5]), (None, None));
    assert!(after.unidentified[0].sum_stays);
    assert_eq!(after.unidentified[0].criteria, [0, 5]);
    for index in 1..5 {
        close(
            x.weights[index].expect("there").value,
            y.weights[index].expect("there").value,
            1e-8,
            "weight",
        );
    }
    close(
        x.threshold.expect("there").value,
        y.threshold.expect("there").value,
        1e-8,
        "threshold",
    );
}

fn said(a: [i64; 2], b: [i64; 2], answer: Answer) -> Statement {
    let option = |x: [i64; 2]| Some(x.map(|x| Rational::new(x.into(), 4)).to_vec());
    Statement {
        name: format!("{a:?} {b:?}"),
        line: 1,
        group: 0,
        a: option(a),
        b: option(b),
        answer,
        level: true,
    }
}

fn two(statements: Vec<Statement>) -> Study {
    Study {
        criteria: vec!["x".to_owned(), "y".to_owned()],
        statements,
        ..Study::default()
    }
}

/// Consistent answers have ranges and no estimate; with a prior there is one, and it is said so.
#[test]
fn separated_answers_have_ranges_and_no_estimate() {
    let a = Answer::Better(Side::A, None);
    let b = Answer::Better(Side::B, None);
    let study = two(vec![
        said([4, 0], [0, 4], a),
        said([0, 4], [1, 0], a),
        said([2, 0], [0, 4], b),
    ]);
    let found = fit(&study, &plain());
    let Ok(Consistency::Consistent(ranges)) = &found.consistency else {
        panic!("{found:?}")
    };
    // by hand, with t1 = 0 and margin e: w_x >= w_y + e, w_y >= w_x / 4 + e, w_y >= w_x / 2 + e
    let e = Rational::new(1, 1000);
    let low = &(&Rational::from(1) + &e) * &Rational::new(1, 2);
    let high = &(&Rational::from(1) - &e) * &Rational::new(2, 3);
    assert_eq!(
        (&ranges.weights[0].low, &ranges.weights[0].high),
        (&low, &high)
    );
    assert!(matches!(
        found.likelihood.separation,
        Ok(Separation::Complete(_))
    ));
    assert!(found.likelihood.estimate.is_none());
    let with_prior = fit(
        &study,
        &FitOptions {
            ridge: Some(1.0),
            ..plain()
        },
    );
    let json = fit_json(&study, &with_prior, true);
    assert_eq!(json["likelihood"]["estimate"]["prior"]["ridge"], 1.0);
    assert_eq!(json["ranges"]["weights"][0]["low"], "1001/2000");
}

#[test]
fn what_is_absent_is_said() {
    let a = Answer::Better(Side::A, None);
    let study = two(vec![said([4, 0], [0, 4], a), said([0, 4], [4, 0], a)]);
    let found = likelihood(&study, &plain());
    let names: Vec<Parameter> = found.absent.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [Parameter::Tie, Parameter::Much, Parameter::Threshold]
    );
    let empty = fit(&two(Vec::new()), &plain());
    assert!(empty.likelihood.estimate.is_none());
    assert!(matches!(empty.consistency, Ok(Consistency::Consistent(_))));
}

/// The same bytes for one thread and for four.
#[test]
fn threads_change_nothing() {
    let study = study(&Truth::default(), 120, 9);
    let options = FitOptions {
        resampling: Some(Resampling {
            replicates: 40,
            ..Resampling::default()
        }),
        ..FitOptions::default()
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| fit_json(&study, &fit(&study, &options), false).to_string())
    };
    assert_eq!(on(1), on(4));
}
