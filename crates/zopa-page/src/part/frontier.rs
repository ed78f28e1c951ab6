//! The frontier as a table, for those who do not see the plot.

use maud::{Markup, html};
use zopa::{Analysis, FrontierPiece};
use zopa_plot::count;

use crate::figures::Figures;

/// At most so many pieces are listed.
const MOST: usize = 200;

/// The pieces of the frontier by rising utility of A.
pub(crate) fn frontier(analysis: &Analysis, figures: Figures) -> Markup {
    let scenario = &analysis.scenario;
    let total = analysis.frontier.len();
    html! {
        details {
            summary { "The Pareto frontier: " (count(total, "piece")) }
            div.scroll tabindex="0" role="group" aria-label="Pieces of the frontier" {
                table {
                    thead { tr {
                        @for party in &scenario.parties { th.number scope="col" { "Utility of " (party.name) } }
                        th scope="col" { "Piece" }
                        th scope="col" { "Deal, or what moves along it" }
                    } }
                    tbody {
                        @for piece in analysis.pieces().take(MOST) {
                            tr {
                                @for party in 0..scenario.parties.len() {
                                    td.number { (span(&piece, party, figures)) }
                                }
                                td { (if piece.piece.is_point() { "point" } else { "segment" }) }
                                td { (told(analysis, &piece, figures)) }
                            }
                        }
                    }
                }
            }
            @if total > MOST {
                p.soft { (total - MOST) " more are not listed; " code { "zopa analyze --full" } " prints them all." }
            }
        }
    }
}

/// A utility, or from where to where it goes.
fn span(piece: &FrontierPiece, party: usize, figures: Figures) -> String {
    let (from, to) = (&piece.piece.from.0[party], &piece.piece.to.0[party]);
    if piece.piece.is_point() {
        return figures.of(from);
    }
    format!("{} to {}", figures.of(from), figures.of(to))
}

fn told(analysis: &Analysis, piece: &FrontierPiece, figures: Figures) -> String {
    let scenario = &analysis.scenario;
    let name = |index: usize| {
        let resource = &scenario.resources[index];
        let shares = figures.shares(scenario, resource, &piece.from.shares[index]);
        if piece.moving.contains(&index) {
            let to = figures.shares(scenario, resource, &piece.to.shares[index]);
            format!("{}: {shares} to {to}", resource.name)
        } else {
            format!("{}: {shares}", resource.name)
        }
    };
    let terms = scenario.settled(&piece.from).zip(&piece.to.terms);
    let terms = terms.map(|((issue, from), to)| {
        let term = figures.term(issue, from);
        if from == to {
            format!("{}: {term}", issue.name)
        } else {
            format!("{}: {term} to {}", issue.name, figures.term(issue, to))
        }
    });
    let resources = (0..scenario.resources.len()).map(name);
    let told: Vec<String> = resources.chain(terms).collect();
    told.join("; ")
}
