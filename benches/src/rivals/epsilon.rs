//! A general solver as an engine: `good_lp` with `microlp` proposes, exact arithmetic re-prices.
//!
//! Frontiers of lots by the epsilon-constraint method (Y. Y. Haimes, L. S. Lasdon, D. A. Wismer, "On a bicriterion formulation
//! of the problems of integrated system identification and system optimization", IEEE Transactions on Systems, Man, and
//! Cybernetics 1, 1971): one mixed-integer program for each point, with B's utility first and A's second in one objective. The
//! solver computes with floats, so only which lots it gives to whom is taken from its answer.

use std::time::{Duration, Instant};

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, microlp, variable};
use zopa_model::{Rational, UtilityPoint};

use super::{Point, price, undominated};

/// How far the method came.
#[derive(Clone, Debug)]
pub struct Found {
    /// The undominated ones of the pairs found, by rising utility of A.
    pub points: Vec<Point>,
    /// Was the last program without a solution, so that there are no more?
    pub complete: bool,
    /// Programs solved.
    pub programs: usize,
}

/// An answer that does not satisfy what was asked: too large an error of floats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfaithful {
    /// What A was to have at least.
    pub asked: i64,
    /// What the proposal is worth.
    pub worth: Point,
}

/// The frontier of lots, or as much as patience lasts for.
///
/// # Errors
/// If a proposal, priced exactly, breaks the constraint.
pub fn frontier(lots: &[(i64, i64)], patience: Duration) -> Result<Found, Unfaithful> {
    let begin = Instant::now();
    let (mut points, mut complete) = (Vec::new(), false);
    let mut asked = 0;
    let mut programs = 0;
    while !complete && (programs == 0 || begin.elapsed() < patience) {
        programs += 1;
        match most_for_b(lots, asked) {
            None => complete = true,
            Some(worth) if worth.0 < asked => return Err(Unfaithful { asked, worth }),
            Some(worth) => {
                points.push(worth);
                asked = worth.0 + 1;
            }
        }
    }
    Ok(Found {
        points: undominated(points),
        complete,
        programs,
    })
}

/// The proposal in which A has at least `asked` and B the most, then A the most.
fn most_for_b(lots: &[(i64, i64)], asked: i64) -> Option<Point> {
    let mut program = ProblemVariables::new();
    let to_a: Vec<Variable> = lots
        .iter()
        .map(|_| program.add(variable().binary()))
        .collect();
    // One of B's units outweighs all that A can have.
    let weight = 1 + lots.iter().map(|lot| lot.0).sum::<i64>();
    let objective = weighted(&to_a, lots.iter().map(|lot| lot.0 - weight * lot.1));
    let for_a = weighted(&to_a, lots.iter().map(|lot| lot.0));
    let solved = program
        .maximise(objective)
        .using(microlp)
        .with(for_a.geq(float(asked)))
        .solve()
        .ok()?;
    Some(price(lots, |lot| solved.value(to_a[lot]) > 0.5))
}

/// The vertices of the frontier of divisible resources by rising utility of A, from linear programs alone.
///
/// Between two known vertices the normal of their line is the objective; what lies above the line is a new vertex (Y. P. Aneja,
/// K. P. K. Nair, "Bicriteria transportation problem", Management Science 25, 1979).
#[must_use]
pub fn chain(resources: &[(i64, i64)]) -> Vec<Point> {
    let least = best_vertex(resources, (0, 1));
    let most = best_vertex(resources, (1, 0));
    let mut vertices = vec![least];
    let mut open = vec![most];
    while let (Some(&from), Some(&to)) = (vertices.last(), open.last()) {
        let normal = (from.1 - to.1, to.0 - from.0);
        let height = |point: Point| normal.0 * point.0 + normal.1 * point.1;
        let new = best_vertex(resources, normal);
        if from != to && height(new) > height(from) {
            open.push(new);
        } else {
            open.pop();
            if from != to {
                vertices.push(to);
            }
        }
    }
    vertices
}

/// The vertex with the most of `weights` times utilities; of several that with the most for B.
fn best_vertex(resources: &[(i64, i64)], weights: Point) -> Point {
    let mut program = ProblemVariables::new();
    let shares = continuous(&mut program, resources);
    // Doubled, so that one unit less decides ties and nothing else.
    let gains = resources
        .iter()
        .map(|&(a, b)| 2 * (weights.0 * a - weights.1 * b) - 1);
    let solved = program
        .maximise(weighted(&shares, gains))
        .using(microlp)
        .solve()
        .expect("a program with bounds alone has a solution");
    price(resources, |resource| solved.value(shares[resource]) > 0.5)
}

/// Utilities with the most for B among those that give A at least `asked`, if any do.
///
/// From the solver's answer only the lots' receivers are taken, and which resources are whole. At most one is split; its share is
/// computed exactly from what A asks for. `None` too if the solver splits more.
#[must_use]
pub fn mixed(lots: &[(i64, i64)], divisible: &[(i64, i64)], asked: i64) -> Option<UtilityPoint> {
    let mut program = ProblemVariables::new();
    let mut all: Vec<Variable> = lots
        .iter()
        .map(|_| program.add(variable().binary()))
        .collect();
    all.extend(continuous(&mut program, divisible));
    let values: Vec<(i64, i64)> = lots.iter().chain(divisible).copied().collect();
    let solved = program
        .maximise(weighted(&all, values.iter().map(|value| -value.1)))
        .using(microlp)
        .with(weighted(&all, values.iter().map(|value| value.0)).geq(float(asked)))
        .solve()
        .ok()?;
    let share = |place: usize| solved.value(all[place]);
    let mut split = (lots.len()..all.len()).filter(|&place| {
        let share = share(place);
        (WHOLE..=1.0 - WHOLE).contains(&share)
    });
    let (one, none) = (split.next(), split.next());
    if none.is_some() {
        return None;
    }
    let whole = price(&values, |place| share(place) > 0.5 && Some(place) != one);
    let whole = UtilityPoint::new(Rational::from(whole.0), Rational::from(whole.1));
    let Some(place) = one else { return Some(whole) };
    let (a, b) = values[place];
    let passed = (Rational::from(asked) - whole.a()) / Rational::from(a);
    Some(UtilityPoint::new(
        whole.a() + &(&passed * &Rational::from(a)),
        whole.b() - &(&passed * &Rational::from(b)),
    ))
}

/// Shares this near to 0 or 1 are those.
const WHOLE: f64 = 1e-7;

fn continuous(program: &mut ProblemVariables, resources: &[(i64, i64)]) -> Vec<Variable> {
    let resources = resources.iter();
    resources
        .map(|_| program.add(variable().min(0.0).max(1.0)))
        .collect()
}

fn weighted(variables: &[Variable], values: impl Iterator<Item = i64>) -> Expression {
    let terms = variables.iter().zip(values);
    terms
        .map(|(&variable, value)| float(value) * variable)
        .sum()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the solver computes with floats; its answers are priced exactly"
)]
fn float(value: i64) -> f64 {
    value as f64
}
