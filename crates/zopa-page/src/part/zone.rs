//! The verdict, and the figures behind it.

use maud::{Markup, html};
use zopa::{Analysis, Convention};
use zopa_design::shortfall;

use super::sentence_of;
use crate::figures::Figures;
use crate::shortfall::shortfall_lines;
use crate::words::verdict;

/// How an analysis looks from afar: `zopa`, `thin` (nobody can gain together) or `none`.
pub(crate) fn mood(analysis: &Analysis) -> &'static str {
    match (analysis.zopa.exists, analysis.zopa.margin.is_positive()) {
        (true, true) => "zopa",
        (true, false) => "thin",
        _ => "none",
    }
}

/// The same in a word or two.
pub(crate) fn mood_word(analysis: &Analysis) -> &'static str {
    match mood(analysis) {
        "zopa" => "ZOPA",
        "thin" => "Thin ZOPA",
        _ => "No ZOPA",
    }
}

/// The verdict in a sentence.
pub(crate) fn sentence(analysis: &Analysis, figures: Figures) -> Markup {
    html! {
        p.verdict data-mood=(mood(analysis)) {
            strong.tag { (mood_word(analysis)) } " "
            span { (verdict(analysis, figures)) }
        }
    }
}

/// Margin, BATNAs and ideal outcomes; where there is no ZOPA, what is missing.
pub(crate) fn zone(analysis: &Analysis, figures: Figures) -> Markup {
    let zopa = &analysis.zopa;
    let burdens = analysis
        .scenario
        .resources
        .iter()
        .any(|r| r.kind.is_burden());
    html! {
        div.scroll tabindex="0" role="group" aria-label="Figures of the ZOPA" {
            table.facts {
                thead { tr {
                    th scope="col" { "Party" }
                    th.number scope="col" { "BATNA" }
                    th.number scope="col" { "Best in the ZOPA" }
                    th.number scope="col" { "Width" }
                } }
                tbody {
                    @for (index, party) in analysis.scenario.parties.iter().enumerate() {
                        @let batna = &analysis.disagreement.0[index];
                        tr {
                            th scope="row" { span class={ "party party-" (index) } { (party.name) } }
                            td.number {
                                (figures.of(batna))
                                @if party.batna.is_none() { " " span.soft { "(assumed)" } }
                            }
                            @match &zopa.ideal {
                                Some(ideal) => {
                                    td.number { (figures.of(&ideal.0[index])) }
                                    td.number { (figures.of(&(&ideal.0[index] - batna))) }
                                },
                                None => { td.number { "-" } td.number { "-" } },
                            }
                        }
                    }
                }
            }
        }
        p.soft {
            "Margin " (figures.of(&zopa.margin)) "; share of the area " (figures.of(&zopa.area_share)) "."
            @if burdens {
                " " @match analysis.convention {
                    Convention::Signed => "Burdens count negative (signed convention).",
                    Convention::Avoided => "Escaping a burden counts as a gain (avoided convention).",
                }
            }
        }
        @if let Some(shortfall) = shortfall(analysis) {
            p { "What is missing:" }
            ul.missing {
                @for line in shortfall_lines(analysis, &shortfall, figures) { li { (sentence_of(&line)) } }
            }
        }
    }
}
