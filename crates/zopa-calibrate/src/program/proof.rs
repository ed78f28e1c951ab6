//! From a floating-point vertex to an exact one with a proof that it is the best.
//!
//! Rows that are tight at the vertex are candidates. Multipliers for them are solved for exactly; those that are positive name the
//! rows which decide. The point is then solved for from these rows first, then from the other tight ones. By weak duality
//! `objective . x = sum of multiplier x bound` proves that `x` is the best of all points that obey the rows.

use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;

use super::linear::{Added, Echelon, dot};
use super::{Failure, Optimum, Program, solver};

/// A row within this of its bound is tight: the first is tried first. Rounding moves rows that are tight by less than the first; rows
/// that are nearly tight may lie within it too.
pub(super) const TIGHT: [f64; 3] = [1e-6, 1e-9, 1e-12];

/// A multiplier below this is 0.
const NONE: f64 = 1e-9;

/// A tight row, or a bound of an unknown, as `coefficients . x >= bound`.
struct Candidate {
    coefficients: Vec<Rational>,
    bound: Rational,
    equal: bool,
    /// The row, where it is none of the bounds.
    row: Option<usize>,
    /// How far it is from being tight.
    distance: f64,
}

/// The exact vertex near `proposed`, and its proof, where rows within `tight` of their bounds are tight. The caller checks the others.
pub(super) fn vertex(
    program: &Program,
    objective: &[Rational],
    proposed: &[f64],
    tight: f64,
) -> Result<Optimum, Failure> {
    let mut candidates = candidates(program, proposed, tight);
    candidates.sort_by(|x, y| (y.equal.cmp(&x.equal)).then(x.distance.total_cmp(&y.distance)));
    let multipliers = multipliers(&candidates, objective)?;
    let mut system = Echelon::new(program.unknowns());
    let deciding = |index: &usize| !multipliers[*index].is_zero();
    let order = (0..candidates.len())
        .filter(deciding)
        .chain((0..candidates.len()).filter(|index| !deciding(index)));
    for index in order {
        let candidate = &candidates[index];
        // a row that only seems tight may contradict those before it: it is left out, and checked with all others later
        let added = system.add(&candidate.coefficients, &candidate.bound);
        if added == Added::Contradicting && deciding(&index) {
            return Err(Failure::Unproved);
        }
        if system.is_complete() {
            break;
        }
    }
    if !system.is_complete() {
        return Err(Failure::Unproved);
    }
    let point = system.solution();
    let within = program.bounds.iter().zip(&point);
    let inside = within.clone().all(|((low, high), x)| low <= x && x <= high);
    let value = dot(objective, &point);
    let proved: Rational = candidates
        .iter()
        .zip(&multipliers)
        .map(|(candidate, multiplier)| multiplier * &candidate.bound)
        .sum();
    if !inside || value != proved {
        return Err(Failure::Unproved);
    }
    let support = candidates.iter().zip(&multipliers);
    let support = support.filter(|(_, multiplier)| !multiplier.is_zero());
    let mut support: Vec<usize> = support.filter_map(|(candidate, _)| candidate.row).collect();
    support.sort_unstable();
    Ok(Optimum {
        value,
        point,
        support,
    })
}

/// The rows and bounds that are within `tight`.
fn candidates(program: &Program, proposed: &[f64], tight: f64) -> Vec<Candidate> {
    let mut found = Vec::new();
    for &index in &program.working {
        let distance = solver::lack(program, index, proposed).abs();
        let row = &program.rows[index];
        if row.equal || distance <= tight {
            found.push(Candidate {
                coefficients: row.coefficients.clone(),
                bound: row.bound.clone(),
                equal: row.equal,
                row: Some(index),
                distance,
            });
        }
    }
    for (index, (low, high)) in program.bounds.iter().enumerate() {
        let mut unit = |sign: i64, bound: Rational, distance: f64, equal: bool| {
            if equal || distance <= tight {
                let mut coefficients = vec![Rational::from(0); program.unknowns()];
                coefficients[index] = Rational::from(sign);
                found.push(Candidate {
                    coefficients,
                    bound,
                    equal,
                    row: None,
                    distance,
                });
            }
        };
        let (from_low, from_high) = solver::distances(program, index, proposed);
        if low == high {
            unit(1, low.clone(), 0.0, true);
        } else {
            unit(1, low.clone(), from_low, false);
            unit(-1, -high.clone(), from_high, false);
        }
    }
    found
}

/// Exact multipliers: the candidates weighted by them add up to the objective, and only those of equations may be negative.
fn multipliers(candidates: &[Candidate], objective: &[Rational]) -> Result<Vec<Rational>, Failure> {
    let float = |values: &[Rational]| values.iter().map(|value| value.to_f64()).collect();
    let columns: Vec<(Vec<f64>, bool)> = candidates
        .iter()
        .map(|candidate| (float(&candidate.coefficients), candidate.equal))
        .collect();
    let costs: Vec<f64> = float(objective);
    let proposed = solver::multipliers(&columns, &costs)?;
    let used: Vec<usize> = (0..candidates.len())
        .filter(|&index| proposed[index].abs() > NONE)
        .collect();
    // one equation for each unknown of the program, one unknown for each multiplier
    let mut system = Echelon::new(used.len());
    for (index, cost) in objective.iter().enumerate() {
        let row: Vec<Rational> = used
            .iter()
            .map(|&at| candidates[at].coefficients[index].clone())
            .collect();
        if system.add(&row, cost) == Added::Contradicting {
            return Err(Failure::Unproved);
        }
    }
    let mut all = vec![Rational::from(0); candidates.len()];
    for (&at, value) in used.iter().zip(system.solution()) {
        if value.is_negative() && !candidates[at].equal {
            return Err(Failure::Unproved);
        }
        all[at] = value;
    }
    Ok(all)
}
