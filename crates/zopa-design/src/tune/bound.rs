//! Sizes below which no change can reach a target, by exact arithmetic alone.

use zopa::Options;
use zopa_model::{Convention, Rational};

use super::space::Space;
use super::target::{Target, View};
use crate::balance::{integrative_potential, total_variation};
use crate::empty::least_shortfall;
use crate::sensitivity::Quantity;

/// So many steps at least a change has that reaches all targets; 0 where nothing is known.
///
/// A change of size c moves the gain of a party from a fixed deal by at most c if it is the BATNA that moves, and by at most half of
/// c times the width of the shares' signs if valuations move while their sum stays: what one of them gains another loses. So it takes
/// the smallest sum of shortfalls over all deals, divided by that. The total variation distance and the integrative potential move by
/// at most half of c.
pub(crate) fn least_steps(space: &Space<'_>, options: &Options<'_>, targets: &[Target]) -> i64 {
    let scenario = space.scenario;
    if scenario.raw {
        return 0;
    }
    let Some(view) = View::of(scenario, options, targets) else {
        return 0;
    };
    let analysis = &view.study.analysis;
    let two = Rational::from(2);
    let off = |value: &Rational, [low, high]: &[Rational; 2]| {
        (low - value).max(value - high).max(Rational::ZERO) * &two
    };
    let size = |target: &Target| match target {
        Target::Zopa(margin) => {
            let lift = zopa::UtilityPoint::new(margin.clone(), margin.clone());
            let floor = analysis.disagreement.plus(&lift);
            least_shortfall(&analysis.frontier, &floor) / gain_of_one(space, options.convention)
        }
        Target::Tv(range) if sums_to_one(space) => off(&total_variation(scenario), range),
        Target::Potential(range) => off(&integrative_potential(scenario), range),
        _ => Rational::ZERO,
    };
    let largest = targets.iter().map(size).max();
    let steps = largest.unwrap_or(Rational::ZERO) / space.step.clone();
    let whole = steps.numerator() / steps.denominator();
    let whole = i64::try_from(whole).unwrap_or(0);
    whole + i64::from(!steps.is_integer())
}

/// The most that a change of size 1 adds to a party's gain from a fixed deal.
fn gain_of_one(space: &Space<'_>, convention: Convention) -> Rational {
    let half = Rational::new(1, 2);
    let burden = |burden: bool| {
        let mut resources = space.scenario.resources.iter();
        resources.any(|resource| resource.kind.is_burden() == burden)
    };
    let mixed = convention == Convention::Signed && burden(true) && burden(false);
    let batna = space
        .numbers
        .iter()
        .any(|number| number.quantity == Quantity::Batna);
    if mixed || batna { Rational::ONE } else { half }
}

fn sums_to_one(space: &Space<'_>) -> bool {
    (0..2).all(|party: usize| {
        let weights = space.scenario.resources.iter();
        weights
            .map(|resource| &resource.weight[party])
            .sum::<Rational>()
            == Rational::ONE
    })
}
