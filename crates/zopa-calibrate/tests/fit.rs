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
    Estimates, FitOptions, Likelihood, Link, Parameter, Resampling, fit, fit_json, likelihood,
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

/// With the cumulative link too, letters do not matter; ordered logit finds nearly the same weights, since both see the same differences.
#[test]
fn grades_have_no_letters() {
    let options = FitOptions {
        link: Link::Cumulative,
        ..plain()
    };
    let judged = study(&Truth::default(), 2000, 11);
    let mut swapped = judged.clone();
    for statement in &mut swapped.statements {
        std::mem::swap(&mut statement.a, &mut statement.b);
        if let Answer::Better(side, strength) = statement.answer {
            statement.answer = Answer::Better(side.other(), strength);
        }
    }
    let (one, other) = (
        likelihood(&judged, &options),
        likelihood(&swapped, &options),
    );
    let first_slot = |found: &Likelihood| estimates(found).1.first_slot.expect("winners").value;
    close(first_slot(&one), -first_slot(&other), 1e-8, "first slot");
    for (x, y) in weights(&one).iter().zip(weights(&other)) {
        close(*x, y, 1e-8, "weight");
    }
    let reading = estimates(&one).1;
    for (weight, wanted) in reading.weights.iter().zip(&Truth::default().weights) {
        let weight = weight.expect("identified");
        close(weight.value, *wanted, 4.0 * weight.standard_error, "weight");
    }
    // acceptance has no place in it
    assert!(reading.threshold.is_none());
    let compared = judged.statements.iter().filter(|one| one.compares());
    assert_eq!(one.choices, compared.count());
    let limits = [reading.tie_limit, reading.strength_limit];
    let [tie, much] = limits.map(|limit| limit.expect("ties and strengths").value);
    assert!(0.0 < tie && tie < much && much < 1.0, "{tie} {much}");
}

/// Single responses worth 1/4, 1/2 and 3/4, of which 2, 6 and 8 of 10 are accepted: at both ends of the profile interval the best
/// sensitivity leaves the log-likelihood half a quantile of chi-squared below its maximum.
#[test]
fn the_profile_has_the_deviance_that_it_promises() {
    let accepted = [(1, 2), (2, 6), (3, 8)];
    let single = |worth: i64, answer: Answer| Statement {
        name: String::new(),
        line: 0,
        group: 0,
        a: Some(vec![Rational::new(worth.into(), 4)]),
        b: None,
        answer,
        level: true,
    };
    let mut statements = Vec::new();
    for (worth, times) in accepted {
        let yes = single(worth, Answer::Better(Side::A, None));
        let no = single(worth, Answer::Neither);
        statements.extend(std::iter::repeat_n(yes, times));
        statements.extend(std::iter::repeat_n(no, 10 - times));
    }
    let study = Study {
        criteria: vec!["worth".to_owned()],
        statements,
        ..Study::default()
    };
    let found = likelihood(&study, &plain());
    let (estimate, reading) = estimates(&found);
    // the best of all sensitivities, by thirds: the log-likelihood is concave in it
    let best = |threshold: f64| -> f64 {
        let value = |beta: f64| -> f64 {
            let of = |&(worth, times): &(i64, usize)| {
                let margin = beta * (worth as f64 / 4.0 - threshold);
                let log_chance = |x: f64| -(-x).exp().ln_1p();
                times as f64 * log_chance(margin) + (10 - times) as f64 * log_chance(-margin)
            };
            accepted.iter().map(of).sum()
        };
        let (mut low, mut high) = (0.0, 200.0);
        for _ in 0..300 {
            let (x, y) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if value(x) < value(y) {
                low = x;
            } else {
                high = y;
            }
        }
        value(low)
    };
    let threshold = reading.threshold.expect("levels").value;
    close(best(threshold), estimate.log_likelihood, 1e-9, "maximum");
    let profile = found.profile.expect("the sensitivity is known badly");
    for end in [profile.low, profile.high].into_iter().flatten() {
        let deviance = 2.0 * (estimate.log_likelihood - best(end));
        close(deviance, 3.841_458_820_694_124, 1e-5, "deviance");
    }
    let reach = |end: Option<f64>| (end.expect("an end") - threshold).abs();
    assert!(reach(profile.low) > 0.0 && reach(profile.high) > 0.0);
}
