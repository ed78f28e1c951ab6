//! The frontier in a report.

use zopa::{Analysis, Rational, Spot};

use super::Choices;
use crate::render::count;
use crate::render::document::{Align, Block, Table};
use crate::render::figures::Figures;

/// A frontier of more pieces is shown from both ends, so many of each, unless all is asked for.
const SHOWN: usize = 6;

/// A table of the pieces, a long one shortened.
pub(super) fn section(analysis: &Analysis, choices: Choices) -> Vec<Block> {
    let frontier = &analysis.frontier;
    let total = frontier.len();
    let points = frontier.pieces().filter(zopa::Piece::is_point).count();
    let parts = [(points, "point"), (total - points, "segment")];
    let parts = parts.into_iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, noun)| count(number, noun)).collect();
    let heading = format!("Pareto frontier: {}", parts.join(", "));
    let whole = choices.full || total <= 2 * SHOWN;
    let (first, last) = if whole {
        (0..total, total..total)
    } else {
        (0..SHOWN, total - SHOWN..total)
    };
    let [a, b] = analysis
        .scenario
        .parties
        .each_ref()
        .map(|party| party.name.clone());
    let mut rows: Vec<Vec<String>> = first
        .map(|index| piece(analysis, index, choices.figures))
        .collect();
    if !last.is_empty() {
        let left_out = format!("({} more)", total - rows.len() - last.len());
        rows.push(vec![left_out, String::new(), String::new()]);
    }
    rows.extend(last.map(|index| piece(analysis, index, choices.figures)));
    let table = Table {
        header: vec![
            (a, Align::Left),
            (b, Align::Left),
            ("along it moves".to_owned(), Align::Left),
        ],
        rows,
    };
    let mut blocks = vec![Block::Heading(heading), Block::Table(table)];
    if !whole && choices.hint {
        blocks.push(Block::Paragraph("`--full` shows all.".to_owned()));
    }
    blocks
}

/// A row of the frontier's table. Brackets as for intervals: an end in a round one does not belong to the frontier.
fn piece(analysis: &Analysis, index: usize, figures: Figures) -> Vec<String> {
    let piece = analysis.frontier.piece(index);
    if piece.is_point() {
        return vec![
            figures.of(piece.from.a()),
            figures.of(piece.from.b()),
            String::new(),
        ];
    }
    let open = if piece.from_open { '(' } else { '[' };
    let close = if piece.to_open { ')' } else { ']' };
    let range = |from: &Rational, to: &Rational| {
        format!("{open}{} .. {}{close}", figures.of(from), figures.of(to))
    };
    let end = |along| {
        analysis.allocation(&Spot {
            piece: index,
            along,
        })
    };
    let (from, to) = (end(Rational::ZERO), end(Rational::ONE));
    let differences = from.differences(&to);
    let subjects = analysis.scenario.subjects().enumerate();
    let moving: Vec<&str> = subjects
        .filter(|(index, _)| differences.contains(index))
        .map(|(_, name)| name)
        .collect();
    vec![
        range(piece.from.a(), piece.to.a()),
        range(piece.from.b(), piece.to.b()),
        moving.join(", "),
    ]
}
