//! Statements as linear constraints.

use zopa_model::Rational;

use super::{Reading, TieAcceptance};
use crate::program::{Program, Row};
use crate::statement::{Answer, Statement};
use crate::{Side, Strength};

/// Where the threshold stands among the unknowns, after the weights.
pub(super) fn threshold(criteria: usize) -> usize {
    criteria
}

/// Where the tie limit stands.
pub(super) fn tie_limit(criteria: usize) -> usize {
    criteria + 1
}

/// Where the limit between little and much stands.
pub(super) fn strength_limit(criteria: usize) -> usize {
    criteria + 2
}

/// Where the margin of strict inequalities stands.
pub(super) fn margin(criteria: usize) -> usize {
    criteria + 3
}

/// What holds without any statement: weights are shares, limits lie between 0 and 1 and in their order.
///
/// The margin may be as low as -3, so that there always is a solution; it is what is maximised, or fixed.
pub(super) fn frame(criteria: usize, reading: &Reading) -> Program {
    let unit = || (Rational::from(0), Rational::from(1));
    let mut bounds: Vec<(Rational, Rational)> = (0..criteria).map(|_| unit()).collect();
    let none = || (Rational::from(0), Rational::from(0));
    bounds.push(reading.threshold.clone().unwrap_or_else(none));
    bounds.push((Rational::from(0), reading.tie_most.clone()));
    bounds.push(unit());
    bounds.push((Rational::from(-3), Rational::from(1)));
    let mut program = Program::new(bounds);
    let mut shares = Builder::new(criteria);
    for index in 0..criteria {
        shares.add(index, 1);
    }
    program.push(Row {
        equal: true,
        ..shares.at_least(Rational::from(1), None)
    });
    let mut order = Builder::new(criteria);
    order.add(strength_limit(criteria), 1);
    order.add(tie_limit(criteria), -1);
    order.add(margin(criteria), -1);
    program.push(order.at_least(Rational::from(0), None));
    program
}

/// The constraints of one statement.
pub(super) fn of(
    statement: &Statement,
    index: usize,
    criteria: usize,
    reading: &Reading,
) -> Vec<Row> {
    let mut rows = of_comparison(statement, index, criteria);
    if reading.threshold.is_some() && statement.level {
        rows.extend(of_level(statement, index, criteria, reading));
    }
    rows
}

/// What follows from the comparison of two options.
fn of_comparison(statement: &Statement, index: usize, criteria: usize) -> Vec<Row> {
    let Some((a, b)) = statement.both().filter(|_| statement.compares()) else {
        return Vec::new();
    };
    // sign * (U(a) - U(b)) + limits
    let difference = |sign: i64, limits: &[(usize, i64)]| {
        let mut row = Builder::new(criteria);
        row.option(a, sign, 1);
        row.option(b, -sign, 1);
        for &(limit, factor) in limits {
            row.add(limit, factor);
        }
        row.at_least(Rational::ZERO, Some(index))
    };
    let (t1, t2, by) = (
        tie_limit(criteria),
        strength_limit(criteria),
        margin(criteria),
    );
    match statement.answer {
        Answer::Better(side, strength) => {
            let sign = if side == Side::A { 1 } else { -1 };
            let limit = match strength {
                Some(Strength::Significantly) => t2,
                _ => t1,
            };
            let mut rows = vec![difference(sign, &[(limit, -1), (by, -1)])];
            if strength == Some(Strength::Slightly) {
                rows.push(difference(-sign, &[(t2, 1)]));
            }
            rows
        }
        Answer::Tie => [1, -1].map(|sign| difference(sign, &[(t1, 1)])).into(),
        Answer::Neither => Vec::new(),
    }
}

/// What follows of which options reach the threshold.
fn of_level(statement: &Statement, index: usize, criteria: usize, reading: &Reading) -> Vec<Row> {
    let owner = Some(index);
    // U(option) >= threshold, or <= threshold - margin
    let accepted = |option: &[Rational]| {
        let mut row = Builder::new(criteria);
        row.option(option, 1, 1);
        row.add(threshold(criteria), -1);
        row.at_least(Rational::ZERO, owner)
    };
    let rejected = |option: &[Rational]| {
        let mut row = Builder::new(criteria);
        row.option(option, -1, 1);
        row.add(threshold(criteria), 1);
        row.add(margin(criteria), -1);
        row.at_least(Rational::ZERO, owner)
    };
    match (statement.answer, statement.both()) {
        (Answer::Tie, Some((a, b))) if reading.tie_acceptance == TieAcceptance::NotBothBelow => {
            // at least one reaches the threshold, and they differ by no more than the tie limit
            let mut row = Builder::new(criteria);
            row.option(a, 1, 2);
            row.option(b, 1, 2);
            row.halved(tie_limit(criteria));
            row.add(threshold(criteria), -1);
            vec![row.at_least(Rational::ZERO, owner)]
        }
        (Answer::Tie, _) => statement.options().map(|option| accepted(option)).collect(),
        (Answer::Better(side, _), _) => {
            let winner = match side {
                Side::A => &statement.a,
                Side::B => &statement.b,
            };
            winner.as_deref().map(accepted).into_iter().collect()
        }
        (Answer::Neither, _) => statement.options().map(|option| rejected(option)).collect(),
    }
}

/// A constraint in the making.
struct Builder {
    coefficients: Vec<Rational>,
}

impl Builder {
    fn new(criteria: usize) -> Self {
        Self {
            coefficients: vec![Rational::from(0); margin(criteria) + 1],
        }
    }

    /// Adds `factor` times an unknown.
    fn add(&mut self, unknown: usize, factor: i64) {
        let sum = &self.coefficients[unknown] + &Rational::from(factor);
        self.coefficients[unknown] = sum;
    }

    fn halved(&mut self, unknown: usize) {
        self.coefficients[unknown] = Rational::new(1, 2);
    }

    /// Adds `factor / divisor` times the worth of an option.
    fn option(&mut self, option: &[Rational], factor: i64, divisor: i128) {
        let share = Rational::new(factor.into(), divisor);
        for (coefficient, score) in self.coefficients.iter_mut().zip(option) {
            *coefficient = &*coefficient + &(score * &share);
        }
    }

    fn at_least(self, bound: Rational, owner: Option<usize>) -> Row {
        Row {
            coefficients: self.coefficients,
            bound,
            equal: false,
            owner,
        }
    }
}
