//! What revealing latent resources adds, in a report.

use zopa::{LatentValue, Scenario};

use crate::render::document::{Align, Block, Table};
use crate::render::figures::Figures;

/// The state before, and a table of what each resource adds.
pub(super) fn section(scenario: &Scenario, latent: &LatentValue, figures: Figures) -> Vec<Block> {
    let [a, b] = scenario.parties.each_ref().map(|party| party.name.clone());
    let hidden = match &latent.known_only_nash {
        Some((deal, _)) => format!(
            "While it is hidden a ZOPA exists with a margin of {}; the Nash solution is {}.",
            figures.of(&latent.known_only_zopa.margin),
            figures.pair(&deal.utility)
        ),
        None => format!(
            "While it is hidden there is no ZOPA (margin {}).",
            figures.of(&latent.known_only_zopa.margin)
        ),
    };
    let hidden = if latent.resources.len() == 1 {
        hidden
    } else {
        hidden.replace("it is", "all of them are")
    };
    let row = |value: &zopa::ResourceValue| {
        let resource = &scenario.resources[value.resource];
        let holder = resource
            .held_by
            .map(|party| scenario.parties[party].name.clone());
        let nash = value.nash_gain.as_ref();
        let nash =
            |party: usize| nash.map_or("-".to_owned(), |gain| figures.signed(&gain.0[party]));
        vec![
            resource.id.clone(),
            holder.unwrap_or_default(),
            figures.signed(&value.margin),
            nash(0),
            nash(1),
            figures.signed(&value.shapley_margin),
            figures.signed(&value.shapley_utility_sum),
        ]
    };
    let table = Table {
        header: vec![
            ("latent".to_owned(), Align::Left),
            ("held by".to_owned(), Align::Left),
            ("margin".to_owned(), Align::Right),
            (format!("Nash {a}"), Align::Right),
            (format!("Nash {b}"), Align::Right),
            ("Shapley margin".to_owned(), Align::Right),
            ("Shapley sum".to_owned(), Align::Right),
        ],
        rows: latent.resources.iter().map(row).collect(),
    };
    vec![
        Block::Heading("What revealing latent resources adds".to_owned()),
        Block::Paragraph(hidden),
        Block::Table(table),
    ]
}
