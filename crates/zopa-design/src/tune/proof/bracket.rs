//! What a ZOPA's margin can be at all while numbers move within ranges.

use zopa::{Completeness, Frontier, game};
use zopa_model::{Convention, PARTIES, Rational, Scenario, UtilityPoint};
use zopa_solve::margin;

use crate::sensitivity::Quantity;
use crate::tune::space::{Space, set_batna};

/// A party's weights and a constant, by which a fixed deal is worth at most or at least so much, whatever the numbers are.
struct Side {
    weights: Vec<Rational>,
    constant: Rational,
}

/// A number that the margin never exceeds (`highest`), or never falls below, while numbers move within `ranges` and `is_free` latent
/// resources are on the table; `None` where the search was stopped.
///
/// What a resource adds to a party's utility is its weight times a factor in [-1, 1], so it is bounded by the weight's ends. Since the
/// weights keep their sum W, the utility is also W plus the weights times (factor - 1), which is never above 0, and that is bounded by
/// the weights' ends as well. Each of the four combinations for two parties is a game whose margin is such a number; the best is taken.
pub(crate) fn margin_bound(
    space: &Space<'_>,
    ranges: &[[i64; 2]],
    options: &zopa::Options<'_>,
    is_free: &dyn Fn(usize) -> bool,
    highest: bool,
) -> Option<Rational> {
    let weights = weight_ranges(space, ranges);
    let sides: [Vec<Side>; PARTIES] = std::array::from_fn(|party| {
        sides(
            space.scenario,
            options.convention,
            party,
            &weights[party],
            highest,
        )
    });
    let mut best: Option<Rational> = None;
    for a in &sides[0] {
        for b in &sides[1] {
            let mut scenario = space.scenario.clone();
            for (party, side) in [a, b].into_iter().enumerate() {
                for (resource, weight) in scenario.resources.iter_mut().zip(&side.weights) {
                    resource.weight[party] = weight.clone();
                }
                let d = batna_end(space, ranges, party, highest);
                set_batna(&mut scenario, party, d - &side.constant);
            }
            let d: UtilityPoint = scenario.disagreement_point();
            let game = game(&scenario, options.convention, is_free);
            let Completeness::Complete(frontier) = Frontier::of(&game, &options.budget) else {
                return None;
            };
            let found = margin(&frontier, &d);
            let better = best.as_ref().is_none_or(|best| {
                if highest {
                    found < *best
                } else {
                    found > *best
                }
            });
            if better {
                best = Some(found);
            }
        }
    }
    best
}

/// The two bounds of a party's utilities; one, where its weights do not move.
fn sides(
    scenario: &Scenario,
    convention: Convention,
    party: usize,
    ranges: &[[Rational; 2]],
    highest: bool,
) -> Vec<Side> {
    let falls = |index: usize| {
        scenario.resources[index].kind.is_burden() && convention == Convention::Signed
    };
    let direct =
        (0..ranges.len()).map(|index| ranges[index][usize::from(highest != falls(index))].clone());
    let mut sides = vec![Side {
        weights: direct.collect(),
        constant: Rational::ZERO,
    }];
    if ranges.iter().any(|[low, high]| low != high) {
        let sum: Rational = scenario
            .resources
            .iter()
            .map(|resource| &resource.weight[party])
            .sum();
        let weights: Vec<Rational> = ranges
            .iter()
            .map(|ends| ends[usize::from(!highest)].clone())
            .collect();
        sides.push(Side {
            constant: sum - weights.iter().sum::<Rational>(),
            weights,
        });
    }
    sides
}

/// By party and resource: the lowest and the highest weight.
pub(crate) fn weight_ranges(
    space: &Space<'_>,
    ranges: &[[i64; 2]],
) -> [Vec<[Rational; 2]>; PARTIES] {
    let scenario = space.scenario;
    std::array::from_fn(|party| {
        let mut values: Vec<[Rational; 2]> = scenario
            .resources
            .iter()
            .map(|resource| {
                [
                    resource.valuation[party].clone(),
                    resource.valuation[party].clone(),
                ]
            })
            .collect();
        for (number, range) in space.numbers.iter().zip(ranges) {
            if let (true, Quantity::Valuation(index)) = (number.party == party, number.quantity) {
                values[index] = range.map(|steps| space.value(number, steps));
            }
        }
        if !scenario.raw {
            return values;
        }
        let sums: [Rational; 2] =
            std::array::from_fn(|end| values.iter().map(|ends| &ends[end]).sum());
        // a valuation beside the others at their other end
        let weight = |ends: &[Rational; 2], end: usize| {
            let all = &ends[end] + &(&sums[1 - end] - &ends[1 - end]);
            let limit = if end == 1 && !ends[1].is_zero() {
                Rational::ONE
            } else {
                Rational::ZERO
            };
            ends[end].checked_div(&all).unwrap_or(limit)
        };
        values
            .iter()
            .map(|ends| [weight(ends, 0), weight(ends, 1)])
            .collect()
    })
}

/// The party's lowest BATNA (for the highest margin) or its highest.
fn batna_end(space: &Space<'_>, ranges: &[[i64; 2]], party: usize, highest: bool) -> Rational {
    let mut numbers = space.numbers.iter().zip(ranges);
    let moved =
        numbers.find(|(number, _)| number.party == party && number.quantity == Quantity::Batna);
    moved.map_or_else(
        || space.scenario.disagreement_point().0[party].clone(),
        |(number, range)| space.value(number, range[usize::from(!highest)]),
    )
}
