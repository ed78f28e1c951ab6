//! Lints of single deals: the Nash solution, even splits, envy, and the level of difficulty.

use zopa::{Concept, Rational};
use zopa_model::UtilityPoint;
use zopa_solve::margin;

use super::{Collector, Finding, Lint, subjects_at};
use crate::balance::is_rival;
use crate::difficulty::Difficulty;
use crate::figure::figure;
use crate::outcomes::efficient_even_split;
use crate::runner_up::runner_up;

pub(super) fn judge(report: &mut Collector<'_>) {
    nash(report);
    even_split(report);
    envy(report);
    level(report);
}

fn nash(report: &mut Collector<'_>) {
    let analysis = &report.study.analysis;
    let Some(nash) = analysis.solution(Concept::Nash) else {
        return;
    };
    let at = subjects_at(report.scenario());
    if !nash.unique {
        let message = format!(
            "several pairs of utilities have the largest product of gains, {}",
            figure(&nash.product())
        );
        let help = "change a valuation a little; `zopa tune FILE --target unique-nash`";
        let finding = Finding::new(Lint::NashTie, at, message, help)
            .number("product", &nash.product())
            .number("utility_a", nash.utility.a())
            .number("utility_b", nash.utility.b());
        report.add(finding);
        return;
    }
    let near = &report.limits.near_tie;
    let Some(second) = runner_up(analysis) else {
        return;
    };
    let behind = Rational::ONE - &second.ratio;
    if behind >= *near {
        return;
    }
    let other = analysis.frontier.utility(&second.spot);
    let message = format!(
        "the best deal that {} otherwise ({}, {}) has a product only {}% smaller than the Nash solution's ({}, {})",
        if report.scenario().issues.is_empty() {
            "assigns the indivisible resources"
        } else {
            "settles the issues"
        },
        figure(other.a()),
        figure(other.b()),
        figure(&(&behind * &Rational::from(100))),
        figure(nash.utility.a()),
        figure(nash.utility.b())
    );
    let help = "nothing, or widen the distance: `zopa tune FILE --target nash-lead=0.05`";
    let finding = Finding::new(Lint::NashNearTie, at, message, help)
        .number("ratio", &second.ratio)
        .number("utility_a", other.a())
        .number("utility_b", other.b())
        .threshold("near-tie", near);
    report.add(finding);
}

fn even_split(report: &mut Collector<'_>) {
    let Some((_, utility)) = efficient_even_split(report.study) else {
        return;
    };
    let message = format!(
        "an even split is efficient and in the ZOPA: it is worth {}, {}",
        figure(utility.a()),
        figure(utility.b())
    );
    let help = "let the valuations differ more, so that trading beats splitting";
    let at = subjects_at(report.scenario());
    let finding = Finding::new(Lint::EvenSplitSolves, at, message, help)
        .number("utility_a", utility.a())
        .number("utility_b", utility.b());
    report.add(finding);
}

/// Where everything is given out, a party envies the other exactly where it has less than half of what the rival resources are
/// worth to it.
fn envy(report: &mut Collector<'_>) {
    let (scenario, analysis) = (report.scenario(), &report.study.analysis);
    // nobody has anything of an option that the other could envy
    if !analysis.zopa.exists || scenario.resources.is_empty() {
        return;
    }
    let half = [Rational::new(1, 2), Rational::new(1, 2)];
    let whole = [Rational::ONE, Rational::ONE];
    let fair =
        scenario
            .resources
            .iter()
            .fold(scenario.shift(analysis.convention), |total, resource| {
                let shares = if is_rival(resource) { &half } else { &whole };
                total.plus(&resource.worth(shares))
            });
    let d = &analysis.disagreement;
    let floor = UtilityPoint(std::array::from_fn(|party: usize| {
        fair.0[party].clone().max(d.0[party].clone())
    }));
    let margin = margin(&analysis.frontier, &floor);
    if !margin.is_negative() {
        return;
    }
    let message = format!(
        "no acceptable deal is free of envy: both at least their BATNA and their half ({}, {}) is out of reach by {}",
        figure(fair.a()),
        figure(fair.b()),
        figure(&margin.abs())
    );
    let help = "nothing if it is meant; else bring the BATNAs nearer to each other";
    let finding = Finding::new(
        Lint::NoEnvyFreeDeal,
        "/participants".to_owned(),
        message,
        help,
    )
    .number("half_a", fair.a())
    .number("half_b", fair.b())
    .number("margin", &margin);
    report.add(finding);
}

fn level(report: &mut Collector<'_>) {
    let profile = report.profile;
    let declared = profile.declared.as_deref();
    let Some(declared) = declared.and_then(Difficulty::declared) else {
        return;
    };
    let computed = &profile.computed;
    if computed.level == declared {
        return;
    }
    let message = format!(
        "the scenario calls itself `{declared}`, its numbers speak for `{}`: {}",
        computed.level,
        computed.reasons.join("; ")
    );
    let help = match declared {
        Difficulty::Expert => {
            "write the computed level, or weaken the ZOPA: raise a BATNA or make the wishes collide"
        }
        _ => "write the computed level, or change BATNAs and valuations; `zopa profile` measures",
    };
    let limits = &report.limits.difficulty;
    let finding = Finding::new(
        Lint::DifficultyMismatch,
        "/difficulty".to_owned(),
        message,
        help,
    )
    .number("margin", &profile.margin)
    .number("random_deals", &profile.random.value())
    .number("even_split_deals", &profile.even_split.value())
    .threshold("weak-margin", &limits.weak_margin);
    report.add(finding);
}
