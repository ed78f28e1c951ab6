//! A matrix of counts, the more the darker.

use crate::canvas::{Canvas, Head};
use crate::look::Look;
use crate::rows::length;
use crate::words::shorten;

/// A matrix of counts.
#[derive(Clone, Debug)]
pub struct Heat {
    /// What is shown.
    pub title: String,
    /// What the rows are, and what the columns are.
    pub names: [String; 2],
    /// The labels of the rows.
    pub rows: Vec<String>,
    /// The labels of the columns.
    pub columns: Vec<String>,
    /// The counts by row, then by column; missing ones are 0.
    pub counts: Vec<Vec<u64>>,
}

/// The longest label of a row and of a column.
const LABEL_CHARACTERS: (usize, usize) = (28, 14);
const LETTER: f64 = 7.4;
const CELL: (f64, f64) = (96.0, 38.0);

impl Heat {
    /// The picture.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        let lengths = self.rows.iter().map(|row| row.chars().count());
        let longest = lengths.max().unwrap_or(0).min(LABEL_CHARACTERS.0);
        let left = 60.0 + length(longest) * LETTER;
        let top = if look.embedded { 56.0 } else { 100.0 };
        let right = left + CELL.0 * length(self.columns.len());
        let bottom = top + CELL.1 * length(self.rows.len());
        let width = (right + 24.0).max(480.0);
        let mut canvas = Canvas::new(
            look,
            &Head {
                size: (width, bottom + 24.0),
                cut: 0.0,
                title: &self.title,
                description: &self.description(),
                attributes: "",
            },
        );
        if !look.embedded {
            canvas.text((20.0, 34.0), " class=\"title\"", &shorten(&self.title, 60));
        }
        let [row_name, column_name] = &self.names;
        let middle = f64::midpoint(left, right);
        let centred = " class=\"soft\" text-anchor=\"middle\"";
        canvas.text((middle, top - 34.0), centred, column_name);
        let middle = f64::midpoint(top, bottom);
        let turned = format!("{centred} transform=\"rotate(-90 24 {middle:.1})\"");
        canvas.text((24.0, middle), &turned, row_name);
        for (column, label) in self.columns.iter().enumerate() {
            let x = left + CELL.0 * (length(column) + 0.5);
            let label = shorten(label, LABEL_CHARACTERS.1);
            canvas.text((x, top - 10.0), " text-anchor=\"middle\"", &label);
        }
        let most = self.counts.iter().flatten().copied().max().unwrap_or(0);
        for (row, label) in self.rows.iter().enumerate() {
            let y = top + CELL.1 * length(row);
            let label = shorten(label, LABEL_CHARACTERS.0);
            let at = (left - 12.0, y + CELL.1 / 2.0 + 4.5);
            canvas.text(at, " text-anchor=\"end\"", &label);
            for column in 0..self.columns.len() {
                let count = self.count(row, column);
                let share = share(count, most);
                let x = left + CELL.0 * length(column);
                canvas.line(&format!(
                    "<rect class=\"heat\" fill-opacity=\"{:.2}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                    opacity(share),
                    CELL.0 - 2.0,
                    CELL.1 - 2.0
                ));
                // no text stands on a middling blue
                let class = if share > DARK { "on-heat" } else { "strong" };
                let attributes = format!(" class=\"{class}\" text-anchor=\"middle\"");
                let at = (x + CELL.0 / 2.0 - 1.0, y + CELL.1 / 2.0 + 3.5);
                canvas.text(at, &attributes, &count.to_string());
            }
        }
        canvas.finish()
    }

    fn count(&self, row: usize, column: usize) -> u64 {
        let found = self.counts.get(row).and_then(|row| row.get(column));
        found.copied().unwrap_or(0)
    }

    fn description(&self) -> String {
        let [row_name, column_name] = &self.names;
        let mut text = format!("Counts by {row_name} and {column_name}.");
        for (row, label) in self.rows.iter().enumerate() {
            let counts = self
                .columns
                .iter()
                .enumerate()
                .map(|(column, name)| format!("{name} {}", self.count(row, column)));
            let counts: Vec<String> = counts.collect();
            text.push_str(&format!(" {label}: {}.", counts.join(", ")));
        }
        text
    }
}

/// Above this share of the largest count a cell is dark.
const DARK: f64 = 0.5;

/// Light cells stay light enough for dark text, dark ones dark enough for light text.
fn opacity(share: f64) -> f64 {
    if share > DARK {
        0.9 + 0.1 * share
    } else {
        0.04 + 0.6 * share
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a colour needs few digits of a count"
)]
fn share(count: u64, most: u64) -> f64 {
    if most == 0 {
        0.0
    } else {
        count as f64 / most as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_counts_are_none() {
        let heat = Heat {
            title: "Votes".to_owned(),
            names: ["person".to_owned(), "formula".to_owned()],
            rows: vec!["A".to_owned(), "B".to_owned()],
            columns: vec!["A".to_owned(), "B".to_owned()],
            counts: vec![vec![7, 2]],
        };
        let svg = heat.svg(Look::FILE);
        assert!(svg.contains("A: A 7, B 2. B: A 0, B 0."), "{svg}");
        assert_eq!(svg.matches("class=\"heat\"").count(), 4);
        assert_eq!(svg.matches(">0</text>").count(), 2);
    }
}
