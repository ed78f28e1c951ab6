//! Moves proposed by linear and integer programs. A float solver proposes; the exact analysis of the moved scenario decides.

use good_lp::{
    Expression, ProblemVariables, Solution as _, SolverModel as _, Variable, constraint, microlp,
    variable,
};
use zopa::{Analysis, Spot};
use zopa_model::{Allocation, Convention, NearestFloat as _, PARTIES, Rational};

use super::proof::{prove, worth_of_one};
use super::search::Search;
use super::space::{Move, Space};
use super::target::{Target, View};
use crate::balance::is_rival;
use crate::difficulty::{Difficulty, DifficultyLimits};
use crate::sensitivity::Quantity;

/// So many efficient deals are tried as the one that both are to accept.
const DEALS: usize = 12;

/// The effort that may go into the programs of a proof before there is any change.
const PROGRAMS: usize = 200;

/// The moves that are proposed for the targets that are linear.
pub(crate) fn proposals(search: &mut Search<'_>, convention: Convention) -> Vec<Move> {
    let mut found = Vec::new();
    let divided = |target: &Target| {
        matches!(
            target,
            Target::NoZopa(_) | Target::Margin(_) | Target::NashAt(..)
        )
    };
    if search.targets.iter().any(divided) {
        // the linear programs behind a proof lead to changes before they rule out others
        let kept = search.left.saturating_sub(PROGRAMS);
        search.left = search.left.min(PROGRAMS);
        let tried = prove(search, None, 0);
        search.left += kept;
        found.extend(tried.best.or(tried.near));
    }
    if search.space.scenario.raw {
        // weights are quotients of what moves
        return found;
    }
    for target in search.targets {
        match target {
            Target::Zopa(margin) => found.extend(accepted(search, convention, margin)),
            Target::Margin([low, _]) => found.extend(accepted(search, convention, low)),
            Target::Difficulty(Difficulty::Intermediate) => {
                let weak = DifficultyLimits::default().weak_margin;
                found.extend(accepted(search, convention, &weak));
            }
            Target::Tv(range) => found.extend(spread(search, range, true)),
            Target::Potential(range) => found.extend(spread(search, range, false)),
            _ => {}
        }
    }
    found
}

/// The program's variables: steps up and down of each number, with the sums of normalized valuations kept.
struct Program {
    variables: ProblemVariables,
    steps: Vec<[Variable; 2]>,
}

impl Program {
    fn new(space: &Space<'_>) -> Self {
        let mut variables = ProblemVariables::new();
        let most = |steps: i64| Rational::from(steps.abs()).to_f64();
        let steps = space.numbers.iter().map(|number| {
            number
                .range
                .map(|limit| variables.add(variable().integer().min(0).max(most(limit))))
        });
        let steps = steps.collect();
        Self { variables, steps }
    }

    /// By how much a number changes, in its own size.
    fn change(&self, number: usize, step: f64) -> Expression {
        let [down, up] = self.steps[number];
        step * up - step * down
    }

    /// The smallest move under the constraints; `None` where there is none.
    fn solve(self, space: &Space<'_>, constraints: Vec<good_lp::Constraint>) -> Option<Move> {
        let all: Expression = self.steps.iter().flatten().copied().sum();
        let mut model = self.variables.minimise(all).using(microlp);
        for party in 0..PARTIES {
            let valuations = space.numbers.iter().zip(&self.steps);
            let balance: Expression = valuations
                .filter(|(number, _)| number.party == party && number.quantity != Quantity::Batna)
                .map(|(_, [down, up])| *up - *down)
                .sum();
            model = model.with(constraint!(balance == 0));
        }
        for constraint in constraints {
            model = model.with(constraint);
        }
        let solution = model.solve().ok()?;
        let rounded = |variable: &Variable| nearest(solution.value(*variable));
        let by: Move = self
            .steps
            .iter()
            .map(|[down, up]| Some(rounded(up)? - rounded(down)?))
            .collect::<Option<_>>()?;
        space.allows(&by).then_some(by)
    }
}

/// The whole number nearest to a solver's float, if it is one of steps.
fn nearest(value: f64) -> Option<i64> {
    format!("{value:.0}").parse().ok()
}

/// What an allocation is worth to a party less its BATNA, as an expression of the steps.
fn gain(
    program: &Program,
    space: &Space<'_>,
    convention: Convention,
    allocation: &Allocation,
    party: usize,
) -> Expression {
    let scenario = space.scenario;
    let today = scenario.utility(allocation, convention).0[party].to_f64();
    let batna = scenario.disagreement_point().0[party].to_f64();
    let step = space.step.to_f64();
    let mut out = Expression::from(today) - batna;
    for (index, number) in space.numbers.iter().enumerate() {
        if number.party != party {
            continue;
        }
        let change = program.change(index, step);
        match number.quantity {
            Quantity::Batna => out -= change,
            Quantity::Valuation(resource) => {
                out += worth_of_one(scenario, convention, allocation, resource, party).to_f64()
                    * change;
            }
        }
    }
    out
}

fn analysis(search: &Search<'_>, by: &Move) -> Option<Analysis> {
    let view = View::of(&search.space.moved(by), search.options, &[])?;
    Some(view.study.analysis)
}

/// For some efficient deals, those that lack least first: the smallest move with which both gain at least `margin`.
fn accepted(search: &mut Search<'_>, convention: Convention, margin: &Rational) -> Vec<Move> {
    let Some(today) = analysis(search, &search.still()) else {
        return Vec::new();
    };
    let d = &today.disagreement;
    let lack = |point: &zopa::UtilityPoint| {
        let missing = d
            .minus(point)
            .0
            .map(|short| (short + margin).max(Rational::ZERO));
        &missing[0] + &missing[1]
    };
    let mut spots: Vec<(Rational, Spot)> = Vec::new();
    for (piece, ends) in today.frontier.pieces().enumerate() {
        let places = if ends.is_point() { 0 } else { 4 };
        for place in 0..=places {
            let along = Rational::new(place, i128::max(places, 1));
            spots.push((lack(&ends.at(&along)), Spot { piece, along }));
        }
    }
    spots.sort_by(|one, other| one.0.cmp(&other.0));
    let mut found = Vec::new();
    for (_, spot) in spots.into_iter().take(DEALS) {
        let deal = today.allocation(&spot);
        let program = Program::new(&search.space);
        let constraints = (0..PARTIES)
            .map(|party| {
                let gain = gain(&program, &search.space, convention, &deal, party);
                constraint!(gain >= margin.to_f64())
            })
            .collect();
        found.extend(program.solve(&search.space, constraints));
    }
    found
}

/// The smallest move that brings half the sum of the absolute differences of weights into a range: of normalized weights of all
/// resources, or of the rival ones' weights as they are. That the sum be small is linear; that it be large is linear where each
/// difference keeps its sign, which it does in a smallest move unless there is no other way.
fn spread(search: &Search<'_>, [low, high]: &[Rational; 2], normalized: bool) -> Option<Move> {
    let space = &search.space;
    let scenario = space.scenario;
    let mut program = Program::new(space);
    let step = space.step.to_f64();
    let scale: [f64; 2] = std::array::from_fn(|party| {
        let weights = scenario.resources.iter();
        let sum: Rational = weights.map(|resource| &resource.weight[party]).sum();
        let scale = if normalized {
            Rational::ONE.checked_div(&sum)
        } else {
            None
        };
        scale.unwrap_or(Rational::ONE).to_f64()
    });
    let (mut sizes, mut signed) = (Expression::default(), Expression::default());
    let mut constraints = Vec::new();
    for (index, resource) in scenario.resources.iter().enumerate() {
        if !normalized && !is_rival(resource) {
            continue;
        }
        let mut difference = Expression::default();
        for (party, &scale) in scale.iter().enumerate() {
            let mut weight = Expression::from(resource.weight[party].to_f64());
            let moves = space.numbers.iter().position(|number| {
                number.party == party && number.quantity == Quantity::Valuation(index)
            });
            if let Some(number) = moves {
                weight += program.change(number, step);
            }
            let weight = scale * weight;
            difference += if party == 0 { weight } else { -weight };
        }
        let size = program.variables.add(variable().min(0));
        constraints.push(constraint!(difference.clone() <= size));
        constraints.push(constraint!(-difference.clone() <= size));
        sizes += size;
        let ahead = resource.weight[0] >= resource.weight[1];
        signed += if ahead { difference } else { -difference };
    }
    let twice = |end: &Rational| (end * &Rational::from(2)).to_f64();
    constraints.push(constraint!(sizes <= twice(high)));
    constraints.push(constraint!(signed >= twice(low)));
    program.solve(space, constraints)
}
