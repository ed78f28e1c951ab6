//! The least total error with which contradictory statements can be explained.
//!
//! Each constraint may be missed, and what it is missed by is its error; the sum of the errors is least. It describes, it does not measure:
//! a cycle of three preferences costs three times the smallest margin, and weights at the least error look certain where data conflict.
//!
//! The total is a convex function of few unknowns, piecewise linear, so it is found by its tangents (Kelley 1960): at the best point of
//! those so far, the constraints that are missed add up to another tangent. Each set of constraints gives one tangent, so it ends, at a
//! point where the tangents reach the function itself; exact arithmetic says when.

use std::collections::BTreeSet;

use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;

use super::{Reading, Unproved, rows};
use crate::program::linear::dot;
use crate::program::{Optimum, Program, Row};
use crate::statement::Statement;

/// A constraint that lacks less than this, so has that much to spare, is certainly kept; the others are looked at exactly.
const KEPT: f64 = -1e-9;

/// So many tangents are tried: some tens suffice for hundreds of statements.
const MOST_TANGENTS: usize = 2000;

/// A point with the least total error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastError {
    /// The sum of the errors of all constraints.
    pub total: Rational,
    /// The weights there; others may have the same error.
    pub weights: Vec<Rational>,
    /// The threshold there.
    pub threshold: Rational,
    /// The statements that are not explained there.
    pub missed: Vec<usize>,
}

/// Statements whose constraints may be missed, and the tangents of their total error.
#[derive(Clone, Debug)]
pub struct Lenient {
    criteria: usize,
    /// What always holds, and the tangents. The last unknown is the total error.
    program: Program,
    rows: Vec<Row>,
    floats: Vec<Vec<f64>>,
}

impl Lenient {
    /// Of some statements.
    #[must_use]
    pub fn new(criteria: usize, statements: &[Statement], reading: &Reading) -> Self {
        let frame = rows::frame(criteria, reading);
        let rows: Vec<Row> = statements
            .iter()
            .enumerate()
            .flat_map(|(index, statement)| rows::of(statement, index, criteria, reading))
            .collect();
        let mut bounds = frame.bounds().to_vec();
        bounds[rows::margin(criteria)] = (reading.epsilon.clone(), reading.epsilon.clone());
        // no constraint is missed by more than the best option, a limit and a margin together
        let most = 4 * i64::try_from(rows.len()).unwrap_or(i64::MAX / 4);
        bounds.push((Rational::from(0), Rational::from(most)));
        let mut program = Program::new(bounds);
        for row in frame.rows() {
            let mut row = row.clone();
            row.coefficients.push(Rational::from(0));
            program.push(row);
        }
        let float = |row: &Row| row.coefficients.iter().map(|x| x.to_f64()).collect();
        Self {
            criteria,
            program,
            floats: rows.iter().map(float).collect(),
            rows,
        }
    }

    /// A point with the least total error.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check, or the tangents do not settle.
    pub fn least(&mut self) -> Result<LeastError, Unproved> {
        let mut objective = vec![Rational::from(0); self.program.unknowns()];
        if let Some(total) = objective.last_mut() {
            *total = Rational::from(1);
        }
        let found = self.minimise(&objective)?;
        let (_, missed) = self.error(&found.point);
        let missed: BTreeSet<usize> = missed
            .iter()
            .filter_map(|&row| self.rows[row].owner)
            .collect();
        Ok(LeastError {
            total: found.value,
            weights: found.point[..self.criteria].to_vec(),
            threshold: found.point[rows::threshold(self.criteria)].clone(),
            missed: missed.into_iter().collect(),
        })
    }

    /// The smallest and the largest value of a sum of weights among all points whose total error is no more than `total`. No interval of
    /// confidence: the more data conflict, the smaller it is.
    ///
    /// # Errors
    /// As [`least`](Self::least).
    pub fn range(
        &mut self,
        weights: &[Rational],
        total: &Rational,
    ) -> Result<[Rational; 2], Unproved> {
        let last = self.program.unknowns() - 1;
        self.program
            .set_bounds(last, Rational::from(0), total.clone());
        let mut objective = vec![Rational::from(0); last + 1];
        objective[..weights.len()].clone_from_slice(weights);
        let low = self.minimise(&objective)?.value;
        for place in &mut objective {
            *place = -place.clone();
        }
        let high = -self.minimise(&objective)?.value;
        Ok([low, high])
    }

    /// The best point at which the last unknown is no less than the total error.
    fn minimise(&mut self, objective: &[Rational]) -> Result<Optimum, Unproved> {
        for _ in 0..MOST_TANGENTS {
            let found = self.program.minimise(objective)?;
            let (total, missed) = self.error(&found.point);
            if found.point.last().is_some_and(|bound| total <= *bound) {
                return Ok(found);
            }
            self.program.push(self.tangent(&missed));
        }
        Err(Unproved)
    }

    /// The total error at a point, and the constraints that are missed.
    fn error(&self, point: &[Rational]) -> (Rational, Vec<usize>) {
        let near: Vec<f64> = point.iter().map(|x| x.to_f64()).collect();
        let mut missed = Vec::new();
        let mut total = Rational::from(0);
        for (index, row) in self.rows.iter().enumerate() {
            // a float says that it is kept; whatever else is exact
            if lack(&self.floats[index], row, &near) < KEPT {
                continue;
            }
            let lack = &row.bound - &dot(&row.coefficients, point);
            if lack.is_positive() {
                total = &total + &lack;
                missed.push(index);
            }
        }
        (total, missed)
    }

    /// The total error is at least what these constraints are missed by together. Divided by their number: near 1 the solver is at its best.
    fn tangent(&self, missed: &[usize]) -> Row {
        let share = Rational::new(1, i128::try_from(missed.len().max(1)).unwrap_or(1));
        let mut coefficients = vec![Rational::from(0); self.program.unknowns()];
        let mut bound = Rational::from(0);
        for &index in missed {
            let row = &self.rows[index];
            for (place, x) in coefficients.iter_mut().zip(&row.coefficients) {
                if !x.is_zero() {
                    *place = &*place + x;
                }
            }
            bound = &bound + &row.bound;
        }
        for place in &mut coefficients {
            *place = &*place * &share;
        }
        if let Some(total) = coefficients.last_mut() {
            *total = share.clone();
        }
        Row {
            coefficients,
            bound: &bound * &share,
            equal: false,
            owner: None,
        }
    }
}

#[expect(
    clippy::float_arithmetic,
    reason = "only tells which constraints need no exact look"
)]
fn lack(row: &[f64], exact: &Row, point: &[f64]) -> f64 {
    let value: f64 = row.iter().zip(point).map(|(a, x)| a * x).sum();
    exact.bound.to_f64() - value
}
