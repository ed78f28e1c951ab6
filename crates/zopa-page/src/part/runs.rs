//! Runs beside what was possible.

use std::collections::BTreeSet;

use maud::{Markup, html};
use zopa::{Analysis, Score, Status};
use zopa_plot::{count, number};

use crate::figures::Figures;
use crate::overlay::{OverlaidRun, Overlay};

/// At most so many runs are listed.
const MOST: usize = 300;

/// What the runs come to, then a row for each.
pub(crate) fn runs(analysis: &Analysis, overlay: &Overlay, figures: Figures) -> Markup {
    let parties = &analysis.scenario.parties;
    html! {
        p { (summary(&overlay.runs)) "." (elsewhere(overlay)) }
        @if overlay.groups().len() > 1 { (groups(overlay)) }
        @if !overlay.runs.is_empty() {
            div.scroll tabindex="0" role="group" aria-label="Runs" {
                table {
                    thead { tr {
                        th scope="col" { "Run" }
                        th scope="col" { "Outcome" }
                        @for party in parties { th.number scope="col" { "Utility of " (party.name) } }
                        th.number scope="col" { "Value efficiency" }
                        th scope="col" { "Judgment" }
                    } }
                    tbody {
                        @for run in overlay.runs.iter().take(MOST) {
                            tr {
                                th scope="row" {
                                    @match &run.name { Some(name) => (name), None => { "line " (run.line) } }
                                    @if let Some(group) = &run.group { " " span.soft { (group) } }
                                }
                                @match &run.score {
                                    Ok(score) => {
                                        td { (outcome(score)) }
                                        @for value in &score.utility.0 { td.number { (figures.of(value)) } }
                                        td.number { (format!("{:.1}", score.value_efficiency)) }
                                        td { (judgment(score)) }
                                    },
                                    Err(error) => {
                                        td { "invalid" }
                                        td.number { "-" } td.number { "-" } td.number { "-" }
                                        td { (error.to_string()) }
                                    },
                                }
                            }
                        }
                    }
                }
            }
        }
        @if overlay.runs.len() > MOST {
            p.soft { (overlay.runs.len() - MOST) " more are drawn but not listed; " code { "zopa score" } " prints them all." }
        }
        @if let Some((line, error)) = overlay.unread.first() {
            p.soft {
                (count(overlay.unread.len(), "line")) " could not be read, the first on line " (line) ": " (error.message) "."
            }
        }
    }
}

/// What the runs of each group come to.
fn groups(overlay: &Overlay) -> Markup {
    html! {
        ul.run-groups {
            @for name in named(overlay) {
                @let of_group = overlay.runs.iter().filter(|run| run.group_name() == name);
                li { strong { (name) } ": " (summary(of_group)) }
            }
        }
    }
}

/// The groups by name.
fn named(overlay: &Overlay) -> BTreeSet<&str> {
    overlay.runs.iter().map(OverlaidRun::group_name).collect()
}

fn summary<'r>(runs: impl IntoIterator<Item = &'r OverlaidRun>) -> String {
    let runs: Vec<&OverlaidRun> = runs.into_iter().collect();
    let scores = runs.iter().filter_map(|run| run.score.as_ref().ok());
    let scores: Vec<&Score> = scores.collect();
    let of_status = |status| scores.iter().filter(|score| score.status == status).count();
    let mut text = count(runs.len(), "run");
    if !runs.is_empty() {
        let efficient = scores.iter().filter(|score| score.pareto_efficient);
        text.push_str(&format!(
            ", {} with a deal, {} without, {} invalid; {} efficient",
            of_status(Status::Deal),
            of_status(Status::NoDeal),
            runs.len() - scores.len(),
            efficient.count()
        ));
        if let Some(mean) = mean(&scores) {
            text.push_str(&format!("; mean value efficiency {}", number(mean)));
        }
    }
    text
}

fn elsewhere(overlay: &Overlay) -> String {
    if overlay.elsewhere == 0 {
        return String::new();
    }
    let others = count(overlay.elsewhere, "run");
    format!(" Left out: {others} of other scenarios.")
}

#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a mean for people, of what are floats already"
)]
fn mean(scores: &[&Score]) -> Option<f64> {
    let sum: f64 = scores.iter().map(|score| score.value_efficiency).sum();
    (!scores.is_empty()).then(|| sum / scores.len() as f64)
}

fn outcome(score: &Score) -> &'static str {
    match score.status {
        Status::Deal => "deal",
        Status::NoDeal => "no deal",
    }
}

fn judgment(score: &Score) -> &'static str {
    if let Some(impasse) = score.impasse {
        return match impasse {
            zopa::Impasse::Justified => "justified: no deal was better for both",
            zopa::Impasse::Missed => "missed: a deal was better for both",
        };
    }
    match (score.individually_rational, score.pareto_efficient) {
        (true, true) => "efficient, in the ZOPA",
        (true, false) => "in the ZOPA, but both could have more",
        (false, true) => "efficient, but below a BATNA",
        (false, false) => "below a BATNA, and both could have more",
    }
}
