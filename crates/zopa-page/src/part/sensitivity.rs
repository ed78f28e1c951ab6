//! What moves the verdict, and how far each number may move before it does.

use maud::{Markup, PreEscaped, html};
use zopa::NearestFloat as _;
use zopa_design::{Interval, LeverReport, Quantity, Sensitivity};
use zopa_plot::{Look, Tornado, TornadoRow, number};

use super::sentence_of;
use crate::figures::Figures;
use crate::shortfall::smallest_edit_line;

/// At most so many bars are drawn; the table has all.
const MOST_BARS: usize = 16;

/// The highest BATNAs, a picture of what moves the margin, and the intervals over which answers hold. `id` is unique in the page.
pub(crate) fn sensitivity(found: &Sensitivity, figures: Figures, id: &str) -> Markup {
    let scenario = &found.analysis.scenario;
    let step = number(found.options.step.to_f64());
    html! {
        ul {
            @for (party, threshold) in scenario.parties.iter().zip(&found.thresholds) {
                li {
                    @match threshold {
                        Some(threshold) => {
                            "With a BATNA of " (party.name) " up to " strong { (figures.of(threshold)) }
                            " there is a ZOPA, the other one being as it is."
                        },
                        None => { "No BATNA of " (party.name) " alone would make a ZOPA." },
                    }
                }
            }
            @if !found.analysis.zopa.exists {
                li { (sentence_of(&smallest_edit_line(scenario, found.smallest_edit().as_ref(), figures))) }
            }
        }
        p { "How the margin moves with each number " (step) " lower and higher:" }
        div.tornado { (PreEscaped(tornado(found).svg(Look::embedded(id)))) }
        details {
            summary { "How far each number may move" }
            div.scroll tabindex="0" role="group" aria-label="How far each number may move" {
                table {
                    thead { tr {
                        th scope="col" { "Number" }
                        th.number scope="col" { "Now" }
                        th scope="col" { "The verdict holds" }
                        th scope="col" { "The Nash allocation holds" }
                    } }
                    tbody {
                        @for lever in &found.levers {
                            tr {
                                th scope="row" { (name(found, lever)) }
                                td.number { (figures.of(&lever.now)) }
                                td { (held(&lever.verdict, figures)) }
                                td { (lever.nash_allocation.as_ref().map_or("-".to_owned(), |held_in| held(held_in, figures))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// `from 0.1 to 0.35`
fn held(interval: &Interval, figures: Figures) -> String {
    let (low, high) = (
        figures.of(&interval.low.value),
        figures.of(&interval.high.value),
    );
    match (interval.low.unlimited, interval.high.unlimited) {
        (true, true) => "everywhere".to_owned(),
        _ if low == high => format!("at {low}"),
        _ => format!("from {low} to {high}"),
    }
}

fn name(found: &Sensitivity, lever: &LeverReport) -> String {
    let scenario = &found.analysis.scenario;
    let party = &scenario.parties[lever.party].name;
    match lever.quantity {
        Quantity::Valuation(index) => {
            let resource = scenario.resources.get(index);
            let name = resource.map(|resource| resource.name.as_str());
            let name = name.or_else(|| scenario.subjects().nth(index));
            format!("{}, {party}", name.unwrap_or_default())
        }
        Quantity::Batna => format!("BATNA of {party}"),
    }
}

/// The swings of the margin as a picture.
fn tornado(found: &Sensitivity) -> Tornado {
    let mut levers: Vec<&LeverReport> = found.levers.iter().collect();
    levers.sort_by_key(|lever| std::cmp::Reverse(lever.swing.width()));
    let step = number(found.options.step.to_f64());
    let rows = levers.into_iter().take(MOST_BARS).map(|lever| TornadoRow {
        label: name(found, lever),
        low: lever.swing.down.margin.to_f64(),
        base: found.analysis.zopa.margin.to_f64(),
        high: lever.swing.up.margin.to_f64(),
    });
    Tornado {
        title: "What moves the margin of the ZOPA".to_owned(),
        axis: "margin of the ZOPA".to_owned(),
        ends: [format!("{step} lower"), format!("{step} higher")],
        rows: rows.collect(),
    }
}
