//! What revealing latent resources adds.

use maud::{Markup, html};
use zopa::{LatentValue, Scenario};

use crate::figures::Figures;

/// The state while all are hidden, then what each adds.
pub(crate) fn latent(scenario: &Scenario, value: &LatentValue, figures: Figures) -> Markup {
    let margin = figures.of(&value.known_only_zopa.margin);
    html! {
        p {
            "While " (if value.resources.len() == 1 { "it is" } else { "all of them are" }) " hidden "
            @match &value.known_only_nash {
                Some((deal, _)) => {
                    "a ZOPA exists with a margin of " (margin) "; the Nash solution is "
                    (figures.pair(&deal.utility)) "."
                },
                None => { "there is no ZOPA (margin " (margin) ")." },
            }
        }
        div.scroll tabindex="0" role="group" aria-label="Value of latent resources" {
            table {
                thead { tr {
                    th scope="col" { "Latent resource" }
                    th scope="col" { "Held by" }
                    th.number scope="col" { "Adds to the margin" }
                    @for party in &scenario.parties { th.number scope="col" { "Nash gain of " (party.name) } }
                    th.number scope="col" { "Shapley, margin" }
                    th.number scope="col" { "Shapley, sum" }
                } }
                tbody {
                    @for row in &value.resources {
                        @let resource = &scenario.resources[row.resource];
                        tr {
                            th scope="row" { (resource.name) }
                            td { (resource.held_by.map_or("", |party| scenario.parties[party].name.as_str())) }
                            td.number { (figures.signed(&row.margin)) }
                            @for party in 0..scenario.parties.len() {
                                td.number {
                                    (row.nash_gain.as_ref().map_or("-".to_owned(), |gain| figures.signed(&gain.0[party])))
                                }
                            }
                            td.number { (figures.signed(&row.shapley_margin)) }
                            td.number { (figures.signed(&row.shapley_utility_sum)) }
                        }
                    }
                }
            }
        }
    }
}
