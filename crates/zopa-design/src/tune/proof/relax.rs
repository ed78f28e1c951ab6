//! The smallest change under linear conditions, without whole numbers: a float solver proposes a change and multipliers, and exact
//! arithmetic makes a lower bound of the multipliers, whatever they are.

use good_lp::{
    Expression, ProblemVariables, Solution as _, SolverModel as _, Variable, constraint, microlp,
    variable,
};
use zopa_model::{NearestFloat as _, PARTIES, Rational};

use super::cut::Row;
use crate::sensitivity::Quantity;
use crate::tune::space::Space;

/// Enough for any multiplier that matters: coefficients are near 1, and costs are steps.
const MOST: f64 = 1e6;
const LEAST: f64 = -1e6;

/// Below any sum of them.
const LEAST_SUM: f64 = -1e12;

/// Numbers within ranges, of which those of one group must sum to 0, under rows.
pub(crate) struct Relaxed<'r> {
    ranges: &'r [[i64; 2]],
    groups: Vec<Option<usize>>,
    rows: Vec<Row>,
}

impl<'r> Relaxed<'r> {
    pub(crate) fn new(space: &Space<'_>, ranges: &'r [[i64; 2]], rows: Vec<Row>) -> Self {
        let group = |number: &crate::tune::space::Number| {
            let balanced = !space.scenario.raw && number.quantity != Quantity::Batna;
            balanced.then_some(number.party)
        };
        Self {
            ranges,
            groups: space.numbers.iter().map(group).collect(),
            rows,
        }
    }

    /// A change, in decimals, that is about the smallest; `None` where the solver finds none.
    pub(crate) fn place(&self) -> Option<Vec<Rational>> {
        let mut variables = ProblemVariables::new();
        let float = |steps: i64| Rational::from(steps).to_f64();
        let columns: Vec<[Variable; 2]> = self
            .ranges
            .iter()
            .map(|&[low, high]| {
                let side =
                    |low: i64, high: i64| variable().min(float(low.max(0))).max(float(high.max(0)));
                [
                    variables.add(side(-high, -low)),
                    variables.add(side(low, high)),
                ]
            })
            .collect();
        let all: Expression = columns.iter().flatten().copied().sum();
        let mut model = variables.minimise(all).using(microlp);
        for party in 0..PARTIES {
            let group = columns.iter().zip(&self.groups);
            let group = group.filter(|(_, group)| **group == Some(party));
            let sum: Expression = group.map(|([down, up], _)| *up - *down).sum();
            model = model.with(constraint!(sum == 0));
        }
        for row in &self.rows {
            let mut sum = Expression::default();
            for (coefficient, [down, up]) in row.coefficients.iter().zip(&columns) {
                let coefficient = coefficient.to_f64();
                sum += coefficient * *up - coefficient * *down;
            }
            model = model.with(constraint!(sum <= row.limit.to_f64()));
        }
        let solution = model.solve().ok()?;
        let at = columns
            .iter()
            .map(|&[down, up]| Some(decimal(solution.value(up))? - decimal(solution.value(down))?));
        at.collect()
    }

    /// A number that the cost of every such change reaches: for multipliers y of the rows, not negative, and z of the groups, the
    /// least of |x| + (y A + z) x over the ranges, summed up, less y b. It is found by the dual program, and holds for any y and z.
    pub(crate) fn bound(&self) -> Rational {
        let zero = || vec![Rational::ZERO; self.rows.len()];
        let (y, z) = self
            .multipliers()
            .unwrap_or_else(|| (zero(), [Rational::ZERO, Rational::ZERO]));
        let mut bound = Rational::ZERO;
        for (row, y) in self.rows.iter().zip(&y) {
            bound = bound - y * &row.limit;
        }
        for (place, &range) in self.ranges.iter().enumerate() {
            let mut slope = self.groups[place].map_or(Rational::ZERO, |party| z[party].clone());
            for (row, y) in self.rows.iter().zip(&y) {
                if !y.is_zero() && !row.coefficients[place].is_zero() {
                    slope += y * &row.coefficients[place];
                }
            }
            let least = corners(range)
                .map(|steps| Rational::from(steps.abs()) + &slope * &Rational::from(steps));
            bound += least.min().unwrap_or(Rational::ZERO);
        }
        bound
    }

    fn multipliers(&self) -> Option<(Vec<Rational>, [Rational; PARTIES])> {
        let mut variables = ProblemVariables::new();
        let y: Vec<Variable> = self
            .rows
            .iter()
            .map(|_| variables.add(variable().min(0.0).max(MOST)))
            .collect();
        let z = [0; PARTIES].map(|_| variables.add(variable().min(LEAST).max(MOST)));
        let least: Vec<Variable> = self
            .ranges
            .iter()
            .map(|_| variables.add(variable().min(LEAST_SUM)))
            .collect();
        let mut goal: Expression = least.iter().copied().sum();
        for (row, &y) in self.rows.iter().zip(&y) {
            goal += (-&row.limit).to_f64() * y;
        }
        let mut model = variables.maximise(goal).using(microlp);
        for (place, &range) in self.ranges.iter().enumerate() {
            let mut slope = Expression::default();
            if let Some(party) = self.groups[place] {
                slope += z[party];
            }
            for (row, &y) in self.rows.iter().zip(&y) {
                if !row.coefficients[place].is_zero() {
                    slope += row.coefficients[place].to_f64() * y;
                }
            }
            for steps in corners(range) {
                let (cost, steps) = (Rational::from(steps.abs()), Rational::from(steps));
                let most = cost.to_f64() + steps.to_f64() * slope.clone();
                model = model.with(constraint!(least[place] <= most));
            }
        }
        let solution = model.solve().ok()?;
        let of = |variable: &Variable| decimal(solution.value(*variable));
        let mut rows = Vec::new();
        for variable in &y {
            rows.push(of(variable)?.max(Rational::ZERO));
        }
        Some((rows, [of(&z[0])?, of(&z[1])?]))
    }
}

/// Where |x| + g x can be least in a range.
fn corners([low, high]: [i64; 2]) -> impl Iterator<Item = i64> {
    [low, high, 0.clamp(low, high)].into_iter()
}

/// A solver's float with six decimal places.
fn decimal(value: f64) -> Option<Rational> {
    format!("{value:.6}").parse().ok()
}
