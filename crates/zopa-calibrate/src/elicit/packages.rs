//! What questions are made of: packages of a party, and their words.

use zopa_model::{Rational, Resource, ResourceKind, Scenario};

/// No more packages than this are made of all levels at once.
const FULL: usize = 1024;

/// Packages that may stand in a question: all combinations of levels where they are few, else one or two resources alone, and all
/// assets but one or two.
pub(super) fn packages(scenario: &Scenario, chances: bool) -> Vec<Vec<Rational>> {
    let resources = scenario.resources.iter();
    let levels: Vec<Vec<Rational>> = resources.map(|one| levels(one, chances)).collect();
    let combinations = levels
        .iter()
        .try_fold(1_usize, |product, list| product.checked_mul(list.len()));
    if combinations.is_some_and(|count| count <= FULL) {
        let mut all = vec![Vec::new()];
        for list in &levels {
            all = all
                .iter()
                .flat_map(|start: &Vec<Rational>| {
                    list.iter().map(|level| {
                        let mut package = start.clone();
                        package.push(level.clone());
                        package
                    })
                })
                .collect();
        }
        return all;
    }
    let count = scenario.resources.len();
    let zero = || vec![Rational::from(0); count];
    let everything: Vec<Rational> = scenario
        .resources
        .iter()
        .map(|resource| Rational::from(i64::from(!resource.kind.is_burden())))
        .collect();
    let mut all = Vec::new();
    for first in 0..count {
        for level in levels[first].iter().filter(|level| !level.is_zero()) {
            let mut alone = zero();
            alone[first] = level.clone();
            all.push(alone);
            for second in 0..first {
                for other in levels[second].iter().filter(|level| !level.is_zero()) {
                    let mut two = zero();
                    two[first] = level.clone();
                    two[second] = other.clone();
                    all.push(two);
                }
            }
        }
        let mut without = everything.clone();
        without[first] = &Rational::from(1) - &everything[first];
        all.push(without.clone());
        for second in 0..first {
            let mut without = without.clone();
            without[second] = &Rational::from(1) - &everything[second];
            all.push(without);
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The shares of a resource that questions speak of; of what is whole, a share is a chance.
fn levels(resource: &Resource, chances: bool) -> Vec<Rational> {
    let parts = match resource.kind {
        ResourceKind::DivisibleAsset | ResourceKind::DivisibleBurden => 4,
        ResourceKind::IndivisibleAsset | ResourceKind::IndivisibleBurden if chances => 4,
        ResourceKind::IndivisibleAsset
        | ResourceKind::IndivisibleBurden
        | ResourceKind::BothBenefit => 1,
    };
    (0..=parts).map(|part| Rational::new(part, parts)).collect()
}

/// A package in plain words, in the resources' units.
pub(super) fn in_words(scenario: &Scenario, party: usize, package: &[Rational]) -> String {
    let one = Rational::from(1);
    let (mut gets, mut bears) = (Vec::new(), Vec::new());
    for (resource, share) in scenario.resources.iter().zip(package) {
        if share.is_zero() {
            continue;
        }
        let name = &resource.name;
        let shared = resource.kind == ResourceKind::BothBenefit;
        let text = if *share == one {
            match (shared, resource.quantity == one) {
                (true, _) => format!("use of {name}"),
                (false, true) => name.clone(),
                (false, false) => format!("all of {name} ({})", amount(resource, share)),
            }
        } else if resource.kind.is_whole() {
            format!("{name} with a chance of {share}")
        } else {
            format!("{share} of {name} ({})", amount(resource, share))
        };
        if resource.kind.is_burden() {
            bears.push(text);
        } else {
            gets.push(text);
        }
    }
    let name = &scenario.parties[party].name;
    let mut sentence = match gets[..] {
        [] => format!("{name} gets nothing"),
        _ => format!("{name} gets {}", gets.join(", ")),
    };
    if scenario
        .resources
        .iter()
        .any(|resource| resource.kind.is_burden())
    {
        sentence += &match bears[..] {
            [] => " and bears nothing".to_owned(),
            _ => format!(" and bears {}", bears.join(", ")),
        };
    }
    sentence
}

/// `60000 of 120000 usd`.
fn amount(resource: &Resource, share: &Rational) -> String {
    let part = &resource.quantity * share;
    if *share == Rational::from(1) {
        format!("{part} {}", resource.unit)
    } else {
        format!("{part} of {} {}", resource.quantity, resource.unit)
    }
}
