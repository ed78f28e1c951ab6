//! The solutions in a report, and the deals that attain them.

use zopa::{Allocation, Analysis, Concept, Scenario, UtilityPoint};

use crate::render::document::{Align, Block, Table};
use crate::render::figures::Figures;

/// A solution with what is printed of it.
pub(super) struct Row {
    pub(super) letter: char,
    pub(super) name: &'static str,
    pub(super) utility: UtilityPoint,
    gain: UtilityPoint,
    remark: &'static str,
    /// Its deals: of a lottery several, each with what is said of it.
    deals: Vec<(String, Allocation)>,
}

/// The letter and the name that mark a concept.
fn label(concept: Concept) -> (char, &'static str) {
    match concept {
        Concept::Nash => ('N', "Nash"),
        Concept::KalaiSmorodinsky => ('K', "Kalai-Smorodinsky"),
        Concept::Egalitarian => ('E', "egalitarian"),
        Concept::Utilitarian => ('U', "utilitarian"),
    }
}

const LOTTERY: (char, &str) = ('L', "Nash lottery");
const CLOSEST: (char, &str) = ('C', "closest to agreement");

/// What the analysis found, in the order of the report.
pub(super) fn rows(analysis: &Analysis, figures: Figures) -> Vec<Row> {
    let mut rows = Vec::new();
    for concept in Concept::ALL {
        let Some(solution) = analysis.solution(concept) else {
            continue;
        };
        let (letter, name) = label(concept);
        rows.push(Row {
            letter,
            name,
            utility: solution.utility.clone(),
            gain: solution.gain.clone(),
            remark: if solution.unique { "" } else { "tied" },
            deals: vec![(String::new(), analysis.allocation(&solution.spot))],
        });
    }
    if let Some(spot) = &analysis.closest_to_agreement {
        let deal = analysis.deal(spot, &analysis.disagreement);
        rows.push(Row {
            letter: CLOSEST.0,
            name: CLOSEST.1,
            utility: deal.utility,
            gain: deal.gain,
            remark: "",
            deals: vec![(String::new(), deal.allocation)],
        });
    }
    if let Some(lottery) = &analysis.nash_lottery {
        let draws: Vec<_> = analysis.lottery_draws().collect();
        let certain = draws.len() == 1;
        let deals = draws.into_iter().map(|draw| {
            let chance = if certain {
                String::new()
            } else {
                format!(" with probability {}", figures.of(&draw.probability))
            };
            (chance, draw.allocation)
        });
        rows.push(Row {
            letter: LOTTERY.0,
            name: LOTTERY.1,
            utility: lottery.utility.clone(),
            gain: lottery.gain.clone(),
            remark: if certain { "certain" } else { "average" },
            deals: deals.collect(),
        });
    }
    rows
}

/// A table of the solutions, then their deals.
pub(super) fn section(analysis: &Analysis, figures: Figures) -> Vec<Block> {
    let scenario = &analysis.scenario;
    let rows = rows(analysis, figures);
    if rows.is_empty() {
        return Vec::new();
    }
    let [a, b] = scenario.parties.each_ref().map(|party| party.name.clone());
    let table = Table {
        header: vec![
            (String::new(), Align::Left),
            ("solution".to_owned(), Align::Left),
            (a.clone(), Align::Right),
            (b.clone(), Align::Right),
            (format!("gain of {a}"), Align::Right),
            (format!("gain of {b}"), Align::Right),
            (String::new(), Align::Left),
        ],
        rows: rows
            .iter()
            .map(|row| {
                vec![
                    row.letter.to_string(),
                    row.name.to_owned(),
                    figures.of(row.utility.a()),
                    figures.of(row.utility.b()),
                    figures.signed(row.gain.a()),
                    figures.signed(row.gain.b()),
                    row.remark.to_owned(),
                ]
            })
            .collect(),
    };
    let mut blocks = vec![Block::Heading("Solutions".to_owned()), Block::Table(table)];
    let deals = deals(rows);
    let reference = deals
        .first()
        .map(|(_, allocation)| allocation_lines(scenario, allocation, figures));
    let reference = reference.unwrap_or_default();
    for (index, (names, allocation)) in deals.iter().enumerate() {
        let lines = allocation_lines(scenario, allocation, figures);
        let known = reference.iter().zip(&lines).filter(|(a, b)| a == b).count();
        // a deal that is much like the first is told by what differs
        let (remark, lines) = if index > 0 && 2 * known > lines.len() {
            let differing = lines
                .into_iter()
                .zip(&reference)
                .filter(|(line, first)| line != *first);
            (
                " (as the first, but)",
                differing.map(|(line, _)| line).collect(),
            )
        } else {
            ("", lines)
        };
        blocks.push(Block::Heading(format!("Deal: {names}{remark}")));
        blocks.push(Block::List(lines));
    }
    blocks
}

/// Each deal once, with the names of the solutions that choose it.
fn deals(rows: Vec<Row>) -> Vec<(String, Allocation)> {
    let mut deals: Vec<(String, Allocation)> = Vec::new();
    for row in rows {
        for (chance, allocation) in row.deals {
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
    deals
}

/// `cash: Ana 72,000 usd, Ben 24,000 usd`, a line each.
pub(crate) fn allocation_lines(
    scenario: &Scenario,
    allocation: &Allocation,
    figures: Figures,
) -> Vec<String> {
    let resources = scenario.resources.iter().zip(&allocation.shares);
    resources
        .map(|(resource, shares)| {
            let burden = if resource.kind.is_burden() {
                " (burden)"
            } else {
                ""
            };
            format!(
                "{}{burden}: {}",
                resource.id,
                figures.shares(scenario, resource, shares)
            )
        })
        .collect()
}
