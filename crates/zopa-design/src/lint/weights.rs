//! Lints of the valuations alone.

use zopa_model::{Rational, Resource, Scenario};

use super::{Collector, Finding, Lint, subject, subject_at, subjects_at, valuation_at};
use crate::balance::{favourites, is_rival, is_split, normalized_weights};
use crate::figure::figure;

pub(super) fn judge(report: &mut Collector<'_>) {
    trade_space(report);
    deciding(report);
    each_resource(report);
    outcomes(report);
    ratios(report);
    dust(report);
}

fn trade_space(report: &mut Collector<'_>) {
    let (tv, min) = (&report.profile.total_variation, &report.limits.min_tv);
    if tv >= min {
        return;
    }
    let message = format!(
        "the parties' weights differ by a total variation distance of {}, less than {}",
        figure(tv),
        figure(min)
    );
    let help = "let each party value something that matters less to the other one";
    let potential = &report.profile.integrative_potential;
    let at = subjects_at(report.scenario());
    let finding = Finding::new(Lint::NoTradeSpace, at, message, help)
        .number("total_variation", tv)
        .number("integrative_potential", potential)
        .threshold("min-tv", min);
    report.add(finding);
}

fn deciding(report: &mut Collector<'_>) {
    let scenario = report.scenario();
    let max = &report.limits.max_weight;
    for (index, weights) in normalized_weights(scenario).iter().enumerate() {
        for (party, weight) in weights.iter().enumerate() {
            if weight <= max {
                continue;
            }
            let message = format!(
                "`{}` is {} of all that counts for `{}`, more than {}",
                subject(scenario, index),
                figure(weight),
                scenario.parties[party].name,
                figure(max)
            );
            let help = if index < scenario.resources.len() {
                "lower this valuation, or divide the resource into several"
            } else {
                "bring the utilities of its options nearer to each other"
            };
            let at = valuation_at(scenario, index, party);
            let finding = Finding::new(Lint::OneResourceDecides, at, message, help)
                .number("weight", weight)
                .threshold("max-weight", max);
            report.add(finding);
        }
    }
}

/// Dummy, compatible and shared resources: of each resource at most one of these is said.
fn each_resource(report: &mut Collector<'_>) {
    let scenario = report.scenario();
    let limits = report.limits;
    for (index, weights) in normalized_weights(scenario).iter().enumerate() {
        let resource = scenario.resources.get(index);
        let (id, at) = (subject(scenario, index), subject_at(scenario, index));
        let [a, b] = weights;
        let finding = if a.max(b) <= &limits.dummy_weight {
            let message = format!(
                "`{id}` is worth {} and {} of the parties' totals: almost nothing to either",
                figure(a),
                figure(b)
            );
            let help = match resource {
                Some(_) => "raise a valuation, or remove the resource",
                None => "let its options differ more, or remove the issue",
            };
            Finding::new(Lint::DummyResource, at, message, help)
                .threshold("dummy-weight", &limits.dummy_weight)
        } else if resource.is_some_and(|resource| !is_rival(resource)) {
            let message = format!(
                "`{id}` benefits both at once: both having it whole is best for each, and it enters no trade"
            );
            let help = "nothing if it is meant as common ground; else make it `divisible`";
            Finding::new(Lint::SharedNotNegotiable, at, message, help)
        } else if a.min(b) <= &limits.compatible_weight {
            let indifferent = usize::from(b < a);
            let message = format!(
                "there is no conflict over `{id}`: `{}` does not mind {}",
                scenario.parties[indifferent].name,
                match resource {
                    Some(resource) if resource.kind.is_burden() => "who bears it",
                    Some(_) => "who gets it",
                    None => "how it is settled",
                }
            );
            let help = "nothing if it is meant; else raise the smaller valuation";
            Finding::new(Lint::CompatibleResource, at, message, help)
                .threshold("compatible-weight", &limits.compatible_weight)
        } else if is_agreed(scenario, index) {
            let message = format!("there is no conflict over `{id}`: both like the same best");
            let help = "nothing if it is meant as common ground; else let their favourites differ";
            Finding::new(Lint::CompatibleResource, at, message, help)
        } else {
            continue;
        };
        report.add(finding.number("weight_a", a).number("weight_b", b));
    }
}

/// Do both parties like the same best on this issue?
fn is_agreed(scenario: &Scenario, index: usize) -> bool {
    let issue = index.checked_sub(scenario.resources.len());
    let issue = issue.and_then(|issue| scenario.issues.get(issue));
    issue.is_some_and(|issue| {
        let [a, b] = favourites(issue);
        a == b
    })
}

fn outcomes(report: &mut Collector<'_>) {
    let min = report.limits.min_outcomes;
    let Some(count) = report.profile.outcomes.filter(|count| *count < min) else {
        return;
    };
    let is_domain = !report.scenario().issues.is_empty();
    let (what, help) = if is_domain {
        ("issues can be settled", "add issues or options")
    } else {
        (
            "resources can be given out",
            "add resources, or make one `divisible`",
        )
    };
    let message = format!(
        "the {what} in {count} ways, fewer than {min}, and nothing can be divided that both want"
    );
    let number = |count: u64| Rational::from(i128::from(count));
    let at = subjects_at(report.scenario());
    let finding = Finding::new(Lint::TooFewOutcomes, at, message, help)
        .number("outcomes", &number(count))
        .threshold("min-outcomes", &number(min));
    report.add(finding);
}

/// Divisible resources by their ratio of weights; of those with the same ratio, each after the first is reported.
fn ratios(report: &mut Collector<'_>) {
    let scenario = report.scenario();
    let divisible: Vec<(usize, &Resource)> = scenario
        .resources
        .iter()
        .enumerate()
        .filter(|(_, resource)| is_split(resource))
        .filter(|(_, resource)| resource.weight.iter().all(Rational::is_positive))
        .collect();
    for (place, (index, later)) in divisible.iter().enumerate() {
        let same = |earlier: &Resource| {
            &later.weight[0] * &earlier.weight[1] == &earlier.weight[0] * &later.weight[1]
        };
        let twin = divisible[..place].iter().find(|(_, earlier)| same(earlier));
        let Some((_, earlier)) = twin else {
            continue;
        };
        let ratio = &later.weight[0] / &later.weight[1];
        let message = format!(
            "`{}` and `{}` have the same ratio of weights, {}: a deal can exchange them freely",
            earlier.id,
            later.id,
            figure(&ratio)
        );
        let help = "nothing if it is meant; else change one valuation a little";
        let at = subject_at(scenario, *index);
        let finding = Finding::new(Lint::EqualRatios, at, message, help).number("ratio", &ratio);
        report.add(finding);
    }
}

fn dust(report: &mut Collector<'_>) {
    let scenario: &Scenario = report.scenario();
    let most = report.limits.max_decimals;
    for (index, resource) in scenario.resources.iter().enumerate() {
        for (party, valuation) in resource.valuation.iter().enumerate() {
            let places = decimal_places(valuation);
            if places <= most {
                continue;
            }
            let message = format!(
                "the valuation of `{}` by `{}` has {places} decimal places, more than {most}",
                resource.id, scenario.parties[party].name
            );
            let help = "round it, so that the party's valuations still sum to what they should";
            let at = valuation_at(scenario, index, party);
            let number = |count: u32| Rational::from(i128::from(count));
            let finding = Finding::new(Lint::DustyValuation, at, message, help)
                .number("decimal_places", &number(places))
                .threshold("max-decimals", &number(most));
            report.add(finding);
        }
    }
}

/// The decimal places of a number; what is no decimal has more than any that is read.
pub(crate) fn decimal_places(value: &Rational) -> u32 {
    const MOST: u32 = 400;
    let (mut scaled, mut places) = (value.clone(), 0);
    while !scaled.is_integer() && places < MOST {
        scaled = scaled * Rational::from(10);
        places += 1;
    }
    places
}
