//! Lints of latent resources.

use zopa_model::Rational;

use super::{Collector, Finding, Lint, subject_at};
use crate::figure::figure;

pub(super) fn judge(report: &mut Collector<'_>) {
    let (scenario, study) = (report.scenario(), report.study);
    let Some(latent) = &study.latent else {
        return;
    };
    if study.needs_revelation() {
        let hidden = &latent.known_only_zopa.margin;
        let message = format!(
            "there is no ZOPA until latent resources are revealed: the margin is {} before and {} after",
            figure(hidden),
            figure(&study.analysis.zopa.margin)
        );
        let help = "nothing if that is the test; else make a latent resource `known`";
        let at = "/resources".to_owned();
        let finding = Finding::new(Lint::ZopaIfRevealed, at, message, help)
            .number("margin_hidden", hidden)
            .number("margin", &study.analysis.zopa.margin);
        report.add(finding);
    }
    for value in &latent.resources {
        let moves_nash = value
            .nash_gain
            .as_ref()
            .is_some_and(|gain| !gain.0.iter().all(Rational::is_zero));
        if moves_nash || !value.margin.is_zero() || !value.shapley_margin.is_zero() {
            continue;
        }
        let message = format!(
            "revealing `{}` changes neither the ZOPA's margin nor the Nash utilities",
            scenario.resources[value.resource].id
        );
        let help = "raise its valuations, or make it `known`";
        let at = subject_at(scenario, value.resource);
        let finding = Finding::new(Lint::LatentChangesNothing, at, message, help)
            .number("margin", &value.margin)
            .number("shapley_margin", &value.shapley_margin)
            .number("shapley_utility_sum", &value.shapley_utility_sum);
        report.add(finding);
    }
}
