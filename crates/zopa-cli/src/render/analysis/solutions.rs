//! The solutions in a report, and the deals that attain them.

use zopa::{Allocation, Analysis};
use zopa_page::{Marked, allocation_lines, solutions};

use crate::render::document::{Align, Block, Table};
use crate::render::figures::Figures;

/// A table of the solutions, then their deals.
pub(super) fn section(analysis: &Analysis, figures: Figures) -> Vec<Block> {
    let scenario = &analysis.scenario;
    let rows = solutions(analysis, figures);
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
fn deals(rows: Vec<Marked>) -> Vec<(String, Allocation)> {
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
