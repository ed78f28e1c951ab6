//! The utility plane in characters.
#![expect(clippy::float_arithmetic, reason = "a drawing is approximate")]

use std::fmt::Write as _;

use zopa_plot::{Axis, Line, Place, Plane, number};

use super::{HEADING, Style};

/// The plot's height in lines, unless the terminal is narrow.
const HEIGHT: usize = 22;
/// The least and the largest width of the plot in characters.
const WIDTHS: (usize, usize) = (24, 100);
/// A character is about so many times as high as wide.
const ASPECT: usize = 2;

const CLOSED: char = '\u{25cf}';
const OPEN: char = '\u{25cb}';
const SEGMENT: char = '\u{b7}';
const BATNA_A: char = '\u{2506}';
const BATNA_B: char = '\u{2504}';
const CROSSING: char = '+';

/// The drawing, its axes and its legend, in lines of at most `width` characters.
pub(crate) fn text(plane: &Plane, style: Style, width: usize) -> String {
    let axes = plane.axes();
    let labels = axis_labels(&axes[1]);
    let gutter = labels
        .iter()
        .map(|(_, label)| label.len())
        .max()
        .unwrap_or(0);
    let columns = width.saturating_sub(gutter + 3).clamp(WIDTHS.0, WIDTHS.1);
    let rows = HEIGHT.min(columns / ASPECT + 1);
    let mut canvas = Canvas::new(axes, columns, rows);
    canvas.batnas(plane.disagreement);
    for line in plane.lines() {
        canvas.line(&line);
    }
    for (at, marks) in plane.groups() {
        let letters: Vec<char> = marks.iter().map(|mark| mark.letter).collect();
        canvas.letters(at, &letters);
    }
    let mut out = String::new();
    // writing to a String never fails
    let _ = writeln!(out, "{:gutter$}  utility of {}", "", plane.parties[1]);
    for (row, cells) in canvas.cells.iter().enumerate() {
        let label = labels
            .iter()
            .find(|(tick, _)| canvas.row(*tick) == row)
            .map_or("", |(_, label)| label);
        let edge = if label.is_empty() {
            '\u{2502}'
        } else {
            '\u{2524}'
        };
        let _ = write!(out, "{label:>gutter$} {edge}");
        let text: String = cells.iter().collect();
        for c in text.trim_end().chars() {
            if c.is_ascii_uppercase() {
                out.push_str(&style.paint(HEADING, &c.to_string()));
            } else {
                out.push(c);
            }
        }
        out.push('\n');
    }
    horizontal_axis(&mut out, &canvas, gutter, &plane.parties[0]);
    legend(&mut out, plane, style);
    out
}

fn axis_labels(axis: &Axis) -> Vec<(f64, String)> {
    axis.ticks()
        .map(|tick| (tick, format!("{tick:.*}", axis.decimals)))
        .collect()
}

fn horizontal_axis(out: &mut String, canvas: &Canvas, gutter: usize, party: &str) {
    let columns = canvas.columns();
    let mut edge = vec!['\u{2500}'; columns];
    let mut line = String::new();
    for (tick, label) in axis_labels(&canvas.axes[0]) {
        let column = canvas.column(tick);
        edge[column] = '\u{252c}';
        let start = column.saturating_sub(label.len() / 2);
        let gap = start.saturating_sub(line.len());
        if line.is_empty() || gap > 0 {
            line.push_str(&" ".repeat(gap));
            line.push_str(&label);
        }
    }
    let edge: String = edge.into_iter().collect();
    let _ = writeln!(out, "{:gutter$} \u{2514}{edge}", "");
    let _ = writeln!(out, "{:gutter$}  {line}", "");
    let name = format!("utility of {party}");
    let start = columns.saturating_sub(name.chars().count());
    let _ = writeln!(out, "{:gutter$}  {:start$}{name}", "", "");
}

fn legend(out: &mut String, plane: &Plane, style: Style) {
    out.push('\n');
    let names = plane.marks.iter().map(|mark| mark.name.len());
    let widest = names.max().unwrap_or(0);
    for mark in &plane.marks {
        let letter = style.paint(HEADING, &mark.letter.to_string());
        let [a, b] = mark.at.map(number);
        let _ = writeln!(out, "  {letter}  {:widest$}  {a}, {b}", mark.name);
    }
    let _ = writeln!(
        out,
        "  {CLOSED}  point of the frontier, or end that belongs to it"
    );
    if plane
        .lines()
        .iter()
        .any(|line| line.from_open || line.to_open)
    {
        let _ = writeln!(out, "  {OPEN}  end that does not belong to it");
    }
    let [a, b] = plane.disagreement.map(number);
    let _ = writeln!(
        out,
        "  {BATNA_A}  BATNA of {}: {a}   {BATNA_B}  BATNA of {}: {b}",
        plane.parties[0], plane.parties[1]
    );
}

struct Canvas {
    axes: [Axis; 2],
    /// By row from the top, then by column.
    cells: Vec<Vec<char>>,
}

impl Canvas {
    fn new(axes: [Axis; 2], columns: usize, rows: usize) -> Self {
        Self {
            axes,
            cells: vec![vec![' '; columns]; rows],
        }
    }

    fn columns(&self) -> usize {
        self.cells.first().map_or(0, Vec::len)
    }

    fn column(&self, value: f64) -> usize {
        cell(self.axes[0].share(value), self.columns())
    }

    fn row(&self, value: f64) -> usize {
        cell(1.0 - self.axes[1].share(value), self.cells.len())
    }

    fn put(&mut self, place: Place, c: char) {
        let (row, column) = (self.row(place[1]), self.column(place[0]));
        self.cells[row][column] = c;
    }

    fn batnas(&mut self, [a, b]: Place) {
        let (column, row) = (self.column(a), self.row(b));
        for cells in &mut self.cells {
            cells[column] = BATNA_A;
        }
        self.cells[row].fill(BATNA_B);
        self.cells[row][column] = CROSSING;
    }

    fn line(&mut self, line: &Line) {
        for pair in line.corners.windows(2) {
            let steps = u32::try_from(self.columns() + self.cells.len()).unwrap_or(u32::MAX) * 2;
            for step in 0..=steps {
                let share = f64::from(step) / f64::from(steps);
                let along = |axis: usize| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * share;
                self.put([along(0), along(1)], SEGMENT);
            }
        }
        for (corner, open) in [
            (line.corners.first(), line.from_open),
            (line.corners.last(), line.to_open),
        ] {
            if let Some(corner) = corner {
                self.put(*corner, if open { OPEN } else { CLOSED });
            }
        }
    }

    /// The first letter on its place, further ones beside it.
    fn letters(&mut self, place: Place, letters: &[char]) {
        let row = self.row(place[1]);
        let last = self.columns().saturating_sub(letters.len());
        let start = self.column(place[0]).min(last);
        let cells = &mut self.cells[row];
        // what marks another solution stays
        let mut free = (start..cells.len()).filter(|&at| !cells[at].is_ascii_uppercase());
        let places: Vec<usize> = free.by_ref().take(letters.len()).collect();
        for (at, letter) in places.into_iter().zip(letters) {
            cells[at] = *letter;
        }
    }
}

/// The cell, of so many, in which a share of the axis is.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the cast saturates, and a canvas has few cells"
)]
fn cell(share: f64, cells: usize) -> usize {
    ((share * cells as f64) as usize).min(cells.saturating_sub(1))
}
