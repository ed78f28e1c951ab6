//! Moves proposed by linear and integer programs. A float solver proposes; the exact analysis of the moved scenario decides.

use good_lp::{
    Expression, ProblemVariables, Solution as _, SolverModel as _, Variable, constraint, microlp,
    variable,
};
use zopa::{Analysis, Concept, Spot};
use zopa_model::{Allocation, Convention, NearestFloat as _, PARTIES, Rational, Scenario};

use super::search::Search;
use super::space::{Move, Space};
use super::target::{Target, View};
use crate::balance::is_rival;
use crate::difficulty::{Difficulty, DifficultyLimits};
use crate::sensitivity::Quantity;

/// So many efficient deals are tried as the one that both are to accept.
const DEALS: usize = 12;

/// Deals that remain acceptable are excluded one by one, at most so many.
const EXCLUSIONS: usize = 40;

/// More than any utility.
const BIG: i64 = 8;

/// A gap that is there, in a solver's floats.
const SOME: f64 = 1e-6;

/// The moves that are proposed for the targets that are linear.
pub(crate) fn proposals(search: &mut Search<'_>, convention: Convention) -> Vec<Move> {
    if search.space.scenario.raw {
        // weights are quotients of what moves
        return Vec::new();
    }
    let mut found = Vec::new();
    for target in search.targets {
        match target {
            Target::Zopa(margin) => found.extend(accepted(search, convention, margin)),
            Target::Margin([low, _]) => found.extend(accepted(search, convention, low)),
            Target::Difficulty(Difficulty::Intermediate) => {
                let weak = DifficultyLimits::default().weak_margin;
                found.extend(accepted(search, convention, &weak));
            }
            Target::NoZopa(gap) => found.extend(excluded(search, convention, gap)),
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
                out += worth_of_one(scenario, convention, allocation, resource, party) * change;
            }
        }
    }
    out
}

/// By how much the party's utility rises with its weight of a resource.
fn worth_of_one(
    scenario: &Scenario,
    convention: Convention,
    allocation: &Allocation,
    resource: usize,
    party: usize,
) -> f64 {
    let share = &allocation.shares[resource][party];
    let worth = match (scenario.resources[resource].kind.is_burden(), convention) {
        (false, _) => share.clone(),
        (true, Convention::Signed) => -share,
        (true, Convention::Avoided) => Rational::ONE - share,
    };
    worth.to_f64()
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

/// The smallest move that leaves no deal, of those found so far, acceptable to both by more than minus `gap`; deals are found one by
/// one as those that are still acceptable.
fn excluded(search: &mut Search<'_>, convention: Convention, gap: &Rational) -> Vec<Move> {
    let mut deals: Vec<Allocation> = Vec::new();
    let mut by = search.still();
    for _ in 0..EXCLUSIONS {
        let Some(now) = analysis(search, &by) else {
            return Vec::new();
        };
        if !now.zopa.exists && -&now.zopa.margin >= *gap {
            return vec![by];
        }
        let spot = match (
            &now.closest_to_agreement,
            now.solution(Concept::Egalitarian),
        ) {
            (Some(spot), _) => spot.clone(),
            (None, Some(solution)) => solution.spot.clone(),
            (None, None) => return Vec::new(),
        };
        let deal = now.allocation(&spot);
        if deals.contains(&deal) {
            // the solver's floats do not see the difference
            return vec![by];
        }
        deals.push(deal);
        let mut program = Program::new(&search.space);
        let sides: Vec<Variable> = deals
            .iter()
            .map(|_| program.variables.add(variable().binary()))
            .collect();
        let short = (-gap).to_f64();
        let either = (Rational::from(BIG) - gap).to_f64();
        let big = Rational::from(BIG).to_f64();
        let mut constraints = Vec::new();
        for (deal, &side) in deals.iter().zip(&sides) {
            let [a, b] = [0, 1].map(|party| gain(&program, &search.space, convention, deal, party));
            constraints.push(constraint!(a - big * side + SOME <= short));
            constraints.push(constraint!(b + big * side + SOME <= either));
        }
        match program.solve(&search.space, constraints) {
            Some(next) => by = next,
            None => return Vec::new(),
        }
    }
    vec![by]
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
