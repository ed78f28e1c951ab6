//! Grades between cuts: the ordered logit.

use zopa_calibrate::fit::{FitOptions, Link, likelihood};
use zopa_calibrate::logit::{Choices, Separation};
use zopa_calibrate::{Answer, Side, Statement, Study};
use zopa_model::Rational;

use crate::book::{At, Book};

/// 400 students and how likely they are to apply to graduate school, by whether a parent has a degree, their school is public, and their
/// grades: the data set `ologit` of UCLA's statistical consulting group, as packed in statsmodels (BSD-3-Clause), counted.
const STUDENTS: &str = include_str!("../fixtures/graduate_school.csv");

#[test]
fn ordered_logit() {
    let Some(book) = Book::open("ordered_logit.json") else {
        return;
    };
    students(&book.top().get("ucla"));
    rao_kupper(&book.top().get("rao_kupper_single_pair"));
    book.close(&[
        ("/versions", "the programs that recomputed the values"),
        ("/model", "in words"),
        ("/ucla/source", "in words"),
        ("/rao_kupper_single_pair/note", "in words"),
    ]);
}

fn students(case: &At<'_>) {
    // three slopes, then two cuts
    let mut choices = Choices::new(vec![false; 5]);
    choices.begin_at(vec![0.0, 0.0, 0.0, 0.0, 1.0]);
    for line in STUDENTS.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let cut = |place: usize| {
            let slopes = fields[..3].iter();
            let mut row: Vec<Rational> = slopes
                .map(|x| -x.parse::<Rational>().expect("a number"))
                .collect();
            row.extend([0, 1].map(|at| Rational::from(i64::from(at == place))));
            row
        };
        let (low, high) = (cut(0), cut(1));
        let grades = [
            (Some(&low), None),
            (Some(&high), Some(&low)),
            (None, Some(&high)),
        ];
        for ((above, below), count) in grades.into_iter().zip(&fields[3..]) {
            let times: u32 = count.parse().expect("a count");
            if times > 0 {
                choices.push_grade(above, below, times);
            }
        }
    }
    assert_eq!(choices.len(), case.get("n").index());
    assert_eq!(choices.separation(false), Ok(Separation::Overlap));
    let found = choices.estimate(&[true; 5]).expect("an estimate");
    case.get("beta").all_close_to(&found.theta[..3], 1e-6);
    case.get("cuts").all_close_to(&found.theta[3..], 1e-6);
    let errors: Vec<f64> = (0..5).map(|index| found.standard_error(index)).collect();
    case.get("se").all_close_to(&errors, 1e-6);
    case.get("loglik").close_to(found.log_likelihood, 1e-8);
    let published = case.get("published");
    published.get("beta").all_close_to(&found.theta[..3], 5e-4);
    published.get("cuts").all_close_to(&found.theta[3..], 1e-3);
    published.get("loglik").close_to(found.log_likelihood, 1e-5);
}

/// One pair, so the model is saturated: fitted chances are those observed. By hand, with `F(eta - t) = 9/19` and `F(-eta - t) = 4/19`.
fn rao_kupper(case: &At<'_>) {
    let statement = |answer: Answer| Statement {
        name: String::new(),
        line: 0,
        group: 0,
        a: Some(vec![1.into()]),
        b: Some(vec![0.into()]),
        answer,
        level: true,
    };
    let mut statements = Vec::new();
    for (name, answer) in [
        ("first", Answer::Better(Side::A, None)),
        ("second", Answer::Better(Side::B, None)),
        ("ties", Answer::Tie),
    ] {
        let times = case.get(name).index();
        statements.extend(std::iter::repeat_n(statement(answer), times));
    }
    let study = Study {
        criteria: vec!["worth".to_owned()],
        statements,
        ..Study::default()
    };
    let options = FitOptions {
        link: Link::Cumulative,
        first_slot: false,
        resampling: None,
        ..FitOptions::default()
    };
    let (estimate, reading) = likelihood(&study, &options).estimate.expect("an estimate");
    case.get("eta").close_to(estimate.theta[0], 1e-9);
    let cut = reading.tie.expect("ties").value;
    case.get("t").close_to(cut, 1e-9);
    case.get("theta_RK").close_to(cut.exp(), 1e-9);
    let logit = |share: f64| (share / (1.0 - share)).ln();
    let (first, second) = (logit(9.0 / 19.0), logit(4.0 / 19.0));
    assert!((estimate.theta[0] - (first - second) / 2.0).abs() < 1e-9);
    assert!((cut + (first + second) / 2.0).abs() < 1e-9);
}
