//! Choices and grades: what must hold of any maximum. Published estimates are in `values/`.
#![allow(clippy::float_arithmetic, reason = "statistics are floats by nature")]

use zopa_calibrate::logit::{Choices, Separation};
use zopa_model::Rational;

fn row(values: &[i64]) -> Vec<Rational> {
    values.iter().map(|&value| value.into()).collect()
}

fn close(ours: f64, wanted: f64, within: f64, what: &str) {
    assert!(
        (ours - wanted).abs() <= within,
        "{what}: {ours}, wanted {wanted}"
    );
}

/// Second derivatives are those of differences of the first.
#[test]
fn derivatives_are_those_of_differences() {
    let mut choices = Choices::new(vec![false; 3]);
    choices.push(&[row(&[1, 0, 2]), row(&[0, 3, 1]), row(&[-1, 1, 0])], 1, 2);
    choices.push(&[row(&[2, 1, -1]), row(&[0, 0, 1])], 0, 1);
    // at theta the cuts are -0.1 below 0.6, and 0.4 below 0.8
    choices.push_grade(Some(&row(&[2, 0, 0])), Some(&row(&[1, 2, 0])), 3);
    choices.push_grade(Some(&row(&[1, 0, 1])), Some(&row(&[0, -2, 0])), 1);
    choices.push_grade(Some(&row(&[1, 1, 1])), None, 1);
    choices.push_grade(None, Some(&row(&[0, 1, 2])), 2);
    let theta = [0.3, -0.2, 0.5];
    let (value, gradient, hessian) = choices.derivatives(&theta);
    let h = 1e-5;
    for i in 0..3 {
        let mut up = theta;
        let mut down = theta;
        up[i] += h;
        down[i] -= h;
        let (above, g_above, _) = choices.derivatives(&up);
        let (below, g_below, _) = choices.derivatives(&down);
        close((above - below) / (2.0 * h), gradient[i], 1e-8, "gradient");
        assert!(above + below - 2.0 * value < 0.0, "it is concave");
        for j in 0..3 {
            close(
                (g_above[j] - g_below[j]) / (2.0 * h),
                hessian[3 * i + j],
                1e-7,
                "hessian",
            );
        }
    }
}

/// x beats y 3 to 1 on a criterion that counts against x: with weights that may not be negative, the weight is 0.
#[test]
fn a_weight_stays_at_its_bound() {
    let mut choices = Choices::new(vec![true, true]);
    // the first criterion is won by the worse, the second by the better: 3 to 1 and 1 to 3
    choices.push(&[row(&[0, 1]), row(&[1, 0])], 0, 3);
    choices.push(&[row(&[0, 1]), row(&[1, 0])], 1, 1);
    choices.push(&[row(&[1, 0]), row(&[0, 0])], 1, 3);
    choices.push(&[row(&[1, 0]), row(&[0, 0])], 0, 1);
    let found = choices.estimate(&[true, true]).expect("an estimate");
    assert_eq!(found.at_bound, [true, false]);
    // with the first weight at 0 the second alone explains 3 to 1: its log-odds are ln 3
    close(found.theta[1], 3.0_f64.ln(), 1e-9, "the other weight");
    assert!(found.gradient[0] < 0.0, "it would be negative");
    // two answers that contradict each other can be told apart freely, but not by weights
    let mut opposed = Choices::new(vec![true, true]);
    opposed.push(&[row(&[0, 0]), row(&[1, 1])], 0, 1);
    opposed.push(&[row(&[0, 0]), row(&[1, 0])], 0, 1);
    assert!(matches!(
        opposed.separation(false),
        Ok(Separation::Complete(_))
    ));
    assert_eq!(opposed.separation(true), Ok(Separation::Overlap));
}

/// Grades between cuts: three answers below, within and above. By hand, with `F(high) = 3/4` and `F(low) = 1/4`, the cuts are `+-ln 3`.
#[test]
fn cuts_are_those_of_the_shares() {
    let mut choices = Choices::new(vec![false; 2]);
    choices.begin_at(vec![0.0, 1.0]);
    let (low, high) = (row(&[1, 0]), row(&[0, 1]));
    choices.push_grade(Some(&low), None, 1);
    choices.push_grade(Some(&high), Some(&low), 2);
    choices.push_grade(None, Some(&high), 1);
    assert_eq!(choices.separation(false), Ok(Separation::Overlap));
    let found = choices.estimate(&[true, true]).expect("an estimate");
    close(found.theta[0], -(3.0_f64.ln()), 1e-9, "the lower cut");
    close(found.theta[1], 3.0_f64.ln(), 1e-9, "the upper cut");
    // 1/4, 1/2 and 1/4, of 1, 2 and 1 answers
    let wanted = 2.0 * 0.25_f64.ln() + 2.0 * 0.5_f64.ln();
    close(found.log_likelihood, wanted, 1e-9, "the log-likelihood");
    // without an answer above, the upper cut may be anything
    let mut open = Choices::new(vec![false; 2]);
    open.push_grade(Some(&low), None, 1);
    open.push_grade(Some(&high), Some(&low), 2);
    assert!(matches!(open.separation(false), Ok(Separation::Quasi(_))));
}
