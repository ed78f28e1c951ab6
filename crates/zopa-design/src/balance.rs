//! Quantities of the weights alone: no frontier is needed.

use zopa_model::{PARTIES, Rational, Resource, ResourceKind, Scenario};

/// Is what one party gets of it lost to the other? All but assets that benefit both.
pub(crate) fn is_rival(resource: &Resource) -> bool {
    resource.kind != ResourceKind::BothBenefit
}

/// Can it be split in any proportion between the parties?
pub(crate) fn is_split(resource: &Resource) -> bool {
    is_rival(resource) && !resource.kind.is_whole()
}

/// Each resource's weights divided by the party's sum, by resource and then by party. A party whose weights are all 0 keeps
/// them.
#[must_use]
pub fn normalized_weights(scenario: &Scenario) -> Vec<[Rational; PARTIES]> {
    let sums: [Rational; PARTIES] = std::array::from_fn(|party| {
        let weights = scenario.resources.iter();
        weights.map(|resource| &resource.weight[party]).sum()
    });
    let share = |resource: &Resource| {
        std::array::from_fn(|party| {
            let weight = &resource.weight[party];
            weight.checked_div(&sums[party]).unwrap_or(Rational::ZERO)
        })
    };
    scenario.resources.iter().map(share).collect()
}

/// The total variation distance between both parties' normalized weights: half the sum of their absolute differences, in
/// [0, 1]. 0 where both want the same to the same degree, 1 where nobody wants what the other wants.
///
/// Where every resource is a rival asset and each party's weights sum to 1, the largest sum of utilities is 1 plus this.
#[must_use]
pub fn total_variation(scenario: &Scenario) -> Rational {
    let weights = normalized_weights(scenario);
    let differences = weights.iter().map(|[a, b]| (a - b).abs());
    differences.sum::<Rational>() / Rational::from(2)
}

/// What trade can add: the largest sum of utilities over all feasible pairs, less the sum where each rival resource counts half
/// for each party. It is half the sum of the absolute differences of the rival resources' weights, at least 0.
#[must_use]
pub fn integrative_potential(scenario: &Scenario) -> Rational {
    let rival = scenario
        .resources
        .iter()
        .filter(|resource| is_rival(resource));
    let differences = rival.map(|resource| (&resource.weight[0] - &resource.weight[1]).abs());
    differences.sum::<Rational>() / Rational::from(2)
}
