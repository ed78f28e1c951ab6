//! The resources with their weights, as bars for both parties.

use maud::{Markup, html};
use zopa::{DomainIssue, IssueSpace, NearestFloat as _, Rational, Scenario, Term, UtilityPoint};

use crate::figures::Figures;

/// A row for each resource: what it is, and its weight for each party.
pub(crate) fn resources(scenario: &Scenario, figures: Figures) -> Markup {
    let weights = scenario.resources.iter().flat_map(|r| &r.weight);
    let most = weights.max().cloned().unwrap_or(Rational::ONE);
    html! {
        div.scroll tabindex="0" role="group" aria-label="Resources" {
            table.resources {
                thead { tr {
                    th scope="col" { "Resource" }
                    th.number scope="col" { "Quantity" }
                    th scope="col" { "Kind" }
                    th scope="col" { "Weight for each party" }
                } }
                tbody {
                    @for resource in &scenario.resources {
                        tr {
                            th scope="row" {
                                (resource.name)
                                " " span.soft.mono { (resource.id) }
                            }
                            td.number { (figures.quantity(&resource.quantity, resource)) }
                            td {
                                (resource.kind.as_str())
                                @if resource.latent {
                                    " " span.tag {
                                        "latent"
                                        @if let Some(party) = resource.held_by { ", held by " (scenario.parties[party].name) }
                                    }
                                }
                            }
                            td.bars {
                                @for (index, party) in scenario.parties.iter().enumerate() {
                                    @let weight = &resource.weight[index];
                                    div.bar-row {
                                        span class={ "party party-" (index) } { (party.name) }
                                        (bar(index, weight, &most))
                                        span.number { (figures.of(weight)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A row for each issue of a domain: what it offers, and what each offer is worth to each party.
pub(crate) fn issues(scenario: &Scenario, figures: Figures) -> Markup {
    let [a, b] = scenario.parties.each_ref().map(|party| &party.name);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Issues" {
            table.resources {
                thead { tr {
                    th scope="col" { "Issue" }
                    th scope="col" { "Option" }
                    th.number scope="col" { (a) }
                    th.number scope="col" { (b) }
                } }
                tbody {
                    @for issue in &scenario.issues {
                        @for (index, (offer, worth)) in offers(issue, figures).iter().enumerate() {
                            tr {
                                th scope="row" { @if index == 0 { (issue.name) } }
                                td { (offer) }
                                td.number { (figures.of(worth.a())) }
                                td.number { (figures.of(worth.b())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// An issue's options, or the ends of its range, with their utilities.
fn offers(issue: &DomainIssue, figures: Figures) -> Vec<(String, UtilityPoint)> {
    let terms: Vec<Term> = match &issue.space {
        IssueSpace::Options(options) => (0..options.len()).map(Term::Option).collect(),
        IssueSpace::Range(range) => range.ends.iter().cloned().map(Term::Value).collect(),
    };
    let offer = |term: &Term| Some((figures.term(issue, term), issue.worth(term)?));
    terms.iter().filter_map(offer).collect()
}

/// A bar as long as `value` is against `most`. The number stands beside it, so it is hidden from readers aloud.
fn bar(party: usize, value: &Rational, most: &Rational) -> Markup {
    let share = value.checked_div(most).unwrap_or(Rational::ZERO);
    let length = (&share * &Rational::from(100)).to_f64();
    html! {
        svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.bar-room width="100" height="8" {}
            rect class={ "bar-" (party) } width=(format!("{length:.2}")) height="8" {}
        }
    }
}
