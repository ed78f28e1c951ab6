//! Linear programs with few unknowns and many constraints, solved in floats and proved in exact numbers.
//!
//! `good_lp` proposes a vertex and multipliers; [`proof`] takes from them which constraints decide, solves those exactly, and
//! checks that the point obeys every constraint and that the multipliers bound the objective by the point's value (weak
//! duality, so no residual and no gap is left). Constraints enter the floating-point program only when a point breaks them, which
//! keeps it small: with K unknowns some tens of constraints decide, however many there are.

pub(crate) mod linear;
mod proof;
mod solver;

use std::collections::BTreeSet;

use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;

use linear::dot;

/// How many constraints that a point breaks are added at once: more make the program larger, fewer make more of them.
const ADDED_AT_ONCE: usize = 12;

/// A point that breaks a constraint by no more than this is left to the exact check.
const TOLERANCE: f64 = 1e-9;

/// A row that lacks less than this, so has that much to spare, certainly holds.
const NEAR: f64 = -TOLERANCE;

/// `coefficients . x >= bound`, or `=` where it is an equation.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<Rational>,
    pub(crate) bound: Rational,
    pub(crate) equal: bool,
    /// The statement that it comes from; none for what holds of itself.
    pub(crate) owner: Option<usize>,
}

impl Row {
    fn slack(&self, point: &[Rational]) -> Rational {
        &dot(&self.coefficients, point) - &self.bound
    }

    fn holds(&self, point: &[Rational]) -> bool {
        let slack = self.slack(point);
        slack.is_zero() || !self.equal && slack.is_positive()
    }
}

/// A linear program without its objective: every unknown lies between two bounds, and every row holds.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    bounds: Vec<(Rational, Rational)>,
    rows: Vec<Row>,
    /// The same in floats, for what only proposes.
    float_bounds: Vec<(f64, f64)>,
    float_rows: Vec<(Vec<f64>, f64)>,
    /// The rows that have mattered so far.
    working: BTreeSet<usize>,
    /// Rows that are left out for now.
    absent: Vec<bool>,
}

/// A proved optimum.
#[derive(Clone, Debug)]
pub(crate) struct Optimum {
    /// The best value of the objective.
    pub(crate) value: Rational,
    /// A vertex that has it.
    pub(crate) point: Vec<Rational>,
    /// The rows that prove it: no point that obeys these and the bounds is better.
    pub(crate) support: Vec<usize>,
}

/// What came of an attempt to prove a vertex.
enum Proof {
    /// It is the best of all points that obey every row.
    Stands(Optimum),
    /// It breaks these rows, which were not yet part of the floating-point program.
    Lacks(Vec<usize>),
}

/// Why there is no proved optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The solver says that no point obeys all rows. (Not proved.)
    Infeasible,
    /// The solver gave up, or its answer did not stand the exact check.
    Unproved,
}

impl Program {
    /// A program with bounds alone.
    pub(crate) fn new(bounds: Vec<(Rational, Rational)>) -> Self {
        let float = |(low, high): &(Rational, Rational)| (low.to_f64(), high.to_f64());
        Self {
            float_bounds: bounds.iter().map(float).collect(),
            bounds,
            rows: Vec::new(),
            float_rows: Vec::new(),
            working: BTreeSet::new(),
            absent: Vec::new(),
        }
    }

    /// The number of unknowns.
    pub(crate) fn unknowns(&self) -> usize {
        self.bounds.len()
    }

    /// Between which values each unknown lies.
    pub(crate) fn bounds(&self) -> &[(Rational, Rational)] {
        &self.bounds
    }

    /// The rows so far.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Replaces the bounds of an unknown.
    pub(crate) fn set_bounds(&mut self, index: usize, low: Rational, high: Rational) {
        self.float_bounds[index] = (low.to_f64(), high.to_f64());
        self.bounds[index] = (low, high);
    }

    /// Adds a row. Equations are always part of the floating-point program.
    pub(crate) fn push(&mut self, row: Row) {
        if row.equal {
            self.working.insert(self.rows.len());
        }
        let coefficients = row.coefficients.iter().map(|value| value.to_f64());
        self.float_rows
            .push((coefficients.collect(), row.bound.to_f64()));
        self.rows.push(row);
        self.absent.push(false);
    }

    /// Leaves out the rows of the statements that `keep` does not keep, and takes all others in again.
    pub(crate) fn restrict(&mut self, keep: impl Fn(usize) -> bool) {
        for (absent, row) in self.absent.iter_mut().zip(&self.rows) {
            *absent = row.owner.is_some_and(|owner| !keep(owner));
        }
        let absent = &self.absent;
        self.working.retain(|&index| !absent[index]);
    }

    /// The largest value of `objective . x`.
    pub(crate) fn maximise(&mut self, objective: &[Rational]) -> Result<Optimum, Failure> {
        let negated: Vec<Rational> = objective.iter().map(|value| -value.clone()).collect();
        let optimum = self.minimise(&negated)?;
        Ok(Optimum {
            value: -optimum.value,
            ..optimum
        })
    }

    /// The smallest value of `objective . x`.
    ///
    /// Each round adds rows, so it ends; the rows that were added stay for the next objective.
    pub(crate) fn minimise(&mut self, objective: &[Rational]) -> Result<Optimum, Failure> {
        let costs: Vec<f64> = objective.iter().map(|value| value.to_f64()).collect();
        loop {
            let proposed = solver::vertex(self, &costs)?;
            if self.add_broken(|program, row| solver::lack(program, row, &proposed)) {
                continue;
            }
            match self.proved(objective, &proposed)? {
                Proof::Stands(point) => return Ok(point),
                Proof::Lacks(rows) => self.working.extend(rows),
            }
        }
    }

    /// The exact vertex near a proposed one. Where rows that only seem tight lead to a wrong vertex, fewer are taken to be tight.
    fn proved(&self, objective: &[Rational], proposed: &[f64]) -> Result<Proof, Failure> {
        for tight in proof::TIGHT {
            let Ok(point) = proof::vertex(self, objective, proposed, tight) else {
                continue;
            };
            let floats: Vec<f64> = point.point.iter().map(|value| value.to_f64()).collect();
            // only where floats cannot tell is the exact product needed
            let doubtful = |&index: &usize| solver::lack(self, index, &floats) > NEAR;
            let beyond: Vec<usize> = (0..self.rows.len())
                .filter(|&index| !self.absent[index])
                .filter(|index| self.rows[*index].equal || doubtful(index))
                .filter(|&index| !self.rows[index].holds(&point.point))
                .take(ADDED_AT_ONCE)
                .collect();
            if beyond.is_empty() {
                return Ok(Proof::Stands(point));
            }
            if beyond.iter().any(|index| !self.working.contains(index)) {
                return Ok(Proof::Lacks(beyond));
            }
        }
        Err(Failure::Unproved)
    }

    /// Adds the rows that lack most, and says whether there were any.
    fn add_broken(&mut self, lack: impl Fn(&Self, usize) -> f64) -> bool {
        let others = (0..self.rows.len()).filter(|&index| !self.absent[index]);
        let others = others.filter(|index| !self.working.contains(index));
        let mut broken: Vec<(f64, usize)> = others
            .map(|index| (lack(self, index), index))
            .filter(|(lack, _)| *lack > TOLERANCE)
            .collect();
        broken.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
        broken.truncate(ADDED_AT_ONCE);
        self.working.extend(broken.iter().map(|(_, index)| index));
        !broken.is_empty()
    }
}

#[cfg(test)]
mod tests;
