//! The solutions, and their deals in words and units.

use maud::{Markup, html};
use zopa::{Allocation, Analysis, Scenario};

use crate::figures::Figures;
use crate::words::{self, Marked};

/// A table of the solutions, then each deal once.
pub(crate) fn solutions(analysis: &Analysis, figures: Figures, level: u8) -> Markup {
    let scenario = &analysis.scenario;
    let rows = words::solutions(analysis, figures);
    let deals = deals(&rows);
    html! {
        div.scroll tabindex="0" role="group" aria-label="Solutions" {
            table {
                thead { tr {
                    th scope="col" { "Solution" }
                    @for party in &scenario.parties { th.number scope="col" { "Utility of " (party.name) } }
                    @for party in &scenario.parties { th.number scope="col" { "Gain of " (party.name) } }
                    th scope="col" { "Remark" }
                } }
                tbody {
                    @for row in &rows {
                        tr {
                            th scope="row" { span.letter { (row.letter) } " " (row.name) }
                            @for value in &row.utility.0 { td.number { (figures.of(value)) } }
                            @for value in &row.gain.0 { td.number { (figures.signed(value)) } }
                            td { (remark(row)) }
                        }
                    }
                }
            }
        }
        div.deals {
            @for (names, allocation) in &deals {
                article.deal {
                    (heading(level, names))
                    (deal(scenario, allocation, figures))
                }
            }
        }
    }
}

fn heading(level: u8, names: &str) -> Markup {
    html! {
        @match level {
            3 => { h3 { (names) } },
            _ => { h4 { (names) } },
        }
    }
}

fn remark(row: &Marked) -> &'static str {
    match row.remark {
        "tied" => "another deal is as good",
        "average" => "on average over the draws",
        "certain" => "no chance is needed",
        other => other,
    }
}

/// Each deal once, with the names of the solutions that choose it.
fn deals(rows: &[Marked]) -> Vec<(String, &Allocation)> {
    let mut deals: Vec<(String, &Allocation)> = Vec::new();
    for row in rows {
        for (chance, allocation) in &row.deals {
            let name = format!("{}{chance}", row.name);
            match deals.iter_mut().find(|(_, known)| *known == allocation) {
                Some((names, _)) => {
                    names.push_str(", ");
                    names.push_str(&name);
                }
                None => deals.push((name, allocation)),
            }
        }
    }
    for (names, _) in &mut deals {
        if let Some(first) = names.get(..1).map(str::to_ascii_uppercase) {
            names.replace_range(..1, &first);
        }
    }
    deals
}

/// Who gets what, a line for each resource; or what is settled, a line for each issue.
pub(super) fn deal(scenario: &Scenario, allocation: &Allocation, figures: Figures) -> Markup {
    html! {
        dl.allocation {
            @for (resource, shares) in scenario.resources.iter().zip(&allocation.shares) {
                div {
                    dt {
                        (resource.name)
                        @if resource.kind.is_burden() { " " span.soft { "(burden)" } }
                    }
                    dd { (figures.shares(scenario, resource, shares)) }
                }
            }
            @for (issue, term) in scenario.settled(allocation) {
                div {
                    dt { (issue.name) }
                    dd { (figures.term(issue, term)) }
                }
            }
        }
    }
}
