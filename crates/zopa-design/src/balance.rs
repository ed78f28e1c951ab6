//! Quantities of the weights alone: no frontier is needed.

use zopa_model::{DomainIssue, PARTIES, Rational, Resource, ResourceKind, Scenario};

/// Is what one party gets of it lost to the other? All but assets that benefit both.
pub(crate) fn is_rival(resource: &Resource) -> bool {
    resource.kind != ResourceKind::BothBenefit
}

/// Can it be split in any proportion between the parties?
pub(crate) fn is_split(resource: &Resource) -> bool {
    is_rival(resource) && !resource.kind.is_whole()
}

/// What an issue of a domain weighs for each party: the difference between the most and the least that it can be worth.
pub(crate) fn issue_weights(issue: &DomainIssue) -> [Rational; PARTIES] {
    let corners = issue.corners();
    std::array::from_fn(|party| {
        let values = || corners.iter().map(|pair| &pair.0[party]);
        match (values().max(), values().min()) {
            (Some(most), Some(least)) => most - least,
            _ => Rational::ZERO,
        }
    })
}

/// What each resource weighs for each party, then what each issue does.
pub(crate) fn weights(scenario: &Scenario) -> Vec<[Rational; PARTIES]> {
    let resources = scenario
        .resources
        .iter()
        .map(|resource| resource.weight.clone());
    resources
        .chain(scenario.issues.iter().map(issue_weights))
        .collect()
}

/// Each resource's and then each issue's weights divided by the party's sum, by party. A party whose weights are all 0 keeps
/// them. An issue's weight is the difference between the most and the least that it can be worth.
#[must_use]
pub fn normalized_weights(scenario: &Scenario) -> Vec<[Rational; PARTIES]> {
    let weights = weights(scenario);
    let sums: [Rational; PARTIES] =
        std::array::from_fn(|party| weights.iter().map(|weight| &weight[party]).sum());
    let share = |weight: &[Rational; PARTIES]| {
        std::array::from_fn(|party| {
            let share = weight[party].checked_div(&sums[party]);
            share.unwrap_or(Rational::ZERO)
        })
    };
    weights.iter().map(share).collect()
}

/// The corners of an issue that A and B like best, by their places; of what a party likes equally, what the other likes better.
pub(crate) fn favourites(issue: &DomainIssue) -> [usize; PARTIES] {
    let corners = issue.corners();
    std::array::from_fn(|party| {
        let liking = |place: usize| (&corners[place].0[party], &corners[place].0[1 - party]);
        let mut best = 0;
        for place in 1..corners.len() {
            if liking(place) > liking(best) {
                best = place;
            }
        }
        best
    })
}

/// What an issue adds at best to the sum of utilities, over half-way: the mean of both parties' favourites.
fn issue_potential(issue: &DomainIssue) -> Rational {
    let corners = issue.corners();
    let most = corners.iter().map(|pair| pair.sum()).max();
    let [a, b] = favourites(issue).map(|place| corners.get(place).map(|pair| pair.sum()));
    match (most, a, b) {
        (Some(most), Some(a), Some(b)) => most - (a + b) / Rational::from(2),
        _ => Rational::ZERO,
    }
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
/// for each party. It is half the sum of the absolute differences of the rival resources' weights, at least 0. On an issue of a
/// domain, the mean of both parties' favourites takes the place of halves.
#[must_use]
pub fn integrative_potential(scenario: &Scenario) -> Rational {
    let rival = scenario
        .resources
        .iter()
        .filter(|resource| is_rival(resource));
    let differences = rival.map(|resource| (&resource.weight[0] - &resource.weight[1]).abs());
    let issues = scenario.issues.iter().map(issue_potential);
    differences.sum::<Rational>() / Rational::from(2) + issues.sum::<Rational>()
}
