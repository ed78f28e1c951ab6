//! One solution, found without the frontier, as a report for people.

use zopa::{Deal, Only, OnlyAnswer, StopReason, UtilityPoint};

use super::super::document::Block;
use super::super::figures::Figures;
use super::allocation_lines;

/// The report.
pub(crate) fn only_report(only: &Only, figures: Figures) -> Vec<Block> {
    let scenario = &only.scenario;
    let title = only.concept.title();
    let mut blocks = vec![Block::Title(format!("{} ({})", scenario.name, scenario.id))];
    let worth = |point: &UtilityPoint| {
        let [a, b] = &scenario.parties;
        format!(
            "{} {}, {} {}",
            a.name,
            figures.of(point.a()),
            b.name,
            figures.of(point.b())
        )
    };
    let mut show = |heading: String, verdict: String, deal: Option<&Deal>| {
        blocks.push(Block::Heading(heading));
        blocks.push(Block::Paragraph(verdict));
        if let Some(deal) = deal {
            blocks.push(Block::Paragraph(format!(
                "Utilities: {}. Gains over the BATNAs: {}.",
                worth(&deal.utility),
                figures.gains(&deal.gain)
            )));
            blocks.push(Block::List(allocation_lines(
                scenario,
                &deal.allocation,
                figures,
            )));
        }
    };
    match &only.answer {
        OnlyAnswer::Solved { deal, unique, .. } => {
            let unique = match unique {
                Some(true) => " It is the only pair of utilities that is as good.",
                Some(false) => " Other pairs of utilities are as good.",
                None => "",
            };
            show(
                format!("The {title} solution"),
                format!("Proved: no deal is better by this measure.{unique}"),
                Some(deal),
            );
        }
        OnlyAnswer::Empty { closest, .. } => show(
            "There is no ZOPA".to_owned(),
            "Proved: no deal gives both their BATNA. The deal that comes closest:".to_owned(),
            Some(closest),
        ),
        OnlyAnswer::BestFound {
            deal,
            bound,
            reason,
            ..
        } => {
            let limit = match reason {
                StopReason::Points => "--max-points",
                StopReason::Stop => "--time-limit",
            };
            let bound = bound.as_ref().map_or_else(
                || "nothing is proved about better ones".to_owned(),
                |bound| {
                    format!(
                        "what is maximised is proved to be at most {}",
                        figures.of(bound)
                    )
                },
            );
            let found = if deal.is_some() {
                "This is the best deal found"
            } else {
                "No deal was found"
            };
            show(
                format!("The {title} solution: not proved"),
                format!("The search met its limit ({limit}). {found}; {bound}."),
                deal.as_ref(),
            );
        }
    }
    blocks
}
