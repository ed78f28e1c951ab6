//! What only proposes: the floating-point solver behind `good_lp`. Nothing from here is believed unchecked.
#![expect(
    clippy::float_arithmetic,
    reason = "a float solver proposes; `proof` decides"
)]

use good_lp::solvers::microlp::microlp;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution as _, SolverModel as _, Variable,
    variable,
};

use super::{Failure, Program};

/// Enough for any multiplier that matters: coefficients are near 1.
const MOST: f64 = 1e9;

/// A vertex at which `costs . x` is smallest over the working rows.
pub(super) fn vertex(program: &Program, costs: &[f64]) -> Result<Vec<f64>, Failure> {
    let mut unknowns = ProblemVariables::new();
    let columns: Vec<Variable> = program
        .float_bounds
        .iter()
        .map(|&(low, high)| unknowns.add(variable().min(low).max(high)))
        .collect();
    let objective: Expression = sum(&columns, costs);
    let mut model = unknowns.minimise(objective).using(microlp);
    for &index in &program.working {
        let (coefficients, bound) = &program.float_rows[index];
        let expression = sum(&columns, coefficients);
        model.add_constraint(if program.rows[index].equal {
            expression.eq(*bound)
        } else {
            expression.geq(*bound)
        });
    }
    let solution = model.solve().map_err(|error| failure(&error))?;
    let point: Vec<f64> = columns.iter().map(|&c| solution.value(c)).collect();
    if point.iter().all(|value| value.is_finite()) {
        Ok(point)
    } else {
        Err(Failure::Unproved)
    }
}

/// Multipliers with which the columns add up to `costs` as nearly as they can; those of free columns have any sign.
pub(super) fn multipliers(
    columns: &[(Vec<f64>, bool)],
    costs: &[f64],
) -> Result<Vec<f64>, Failure> {
    let mut unknowns = ProblemVariables::new();
    let weights: Vec<Variable> = columns
        .iter()
        .map(|(_, free)| unknowns.add(variable().min(if *free { -MOST } else { 0.0 }).max(MOST)))
        .collect();
    let slack = |unknowns: &mut ProblemVariables| -> Vec<Variable> {
        let definition = variable().min(0.0);
        costs
            .iter()
            .map(|_| unknowns.add(definition.clone()))
            .collect()
    };
    let (over, under) = (slack(&mut unknowns), slack(&mut unknowns));
    let mut objective = Expression::with_capacity(2 * costs.len());
    for &column in over.iter().chain(&under) {
        objective += column;
    }
    let mut model = unknowns.minimise(objective).using(microlp);
    for (index, &cost) in costs.iter().enumerate() {
        let mut expression = Expression::with_capacity(columns.len() + 2);
        for ((column, _), &weight) in columns.iter().zip(&weights) {
            if column[index] != 0.0 {
                expression += column[index] * weight;
            }
        }
        expression += over[index];
        expression -= under[index];
        model.add_constraint(expression.eq(cost));
    }
    let solution = model.solve().map_err(|error| failure(&error))?;
    Ok(weights.iter().map(|&w| solution.value(w)).collect())
}

/// By how much a row lacks at a point; negative where it has some to spare.
pub(super) fn lack(program: &Program, row: usize, point: &[f64]) -> f64 {
    let (coefficients, bound) = &program.float_rows[row];
    let value: f64 = coefficients.iter().zip(point).map(|(a, x)| a * x).sum();
    bound - value
}

/// How far an unknown is from its bounds.
pub(super) fn distances(program: &Program, index: usize, point: &[f64]) -> (f64, f64) {
    let (low, high) = program.float_bounds[index];
    let value = point[index];
    ((value - low).abs(), (high - value).abs())
}

fn sum(columns: &[Variable], coefficients: &[f64]) -> Expression {
    let mut expression = Expression::with_capacity(columns.len());
    for (&column, &coefficient) in columns.iter().zip(coefficients) {
        if coefficient != 0.0 {
            expression += coefficient * column;
        }
    }
    expression
}

fn failure(error: &ResolutionError) -> Failure {
    match error {
        ResolutionError::Infeasible => Failure::Infeasible,
        _ => Failure::Unproved,
    }
}
