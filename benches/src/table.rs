//! Tables in Markdown, and how numbers look in them.

use std::fmt;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    title: String,
    notes: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    #[must_use]
    pub fn new(title: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            notes: Vec::new(),
            rows: vec![columns.iter().map(|&column| column.to_owned()).collect()],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Adds a sentence below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).fold(3, usize::max)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        writeln!(f, "### {}\n", self.title)?;
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "| {cell:width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let line = "-".repeat(width);
                    match column {
                        0 => write!(f, "| {line} |")?,
                        _ => write!(f, " {}: |", &line[1..])?,
                    }
                }
                writeln!(f)?;
            }
        }
        for note in &self.notes {
            writeln!(f, "\n{note}")?;
        }
        Ok(())
    }
}

/// Seconds in a unit that suits them.
#[must_use]
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{} ns", three_digits(s * 1e9)),
        s if s < 1e-3 => format!("{} us", three_digits(s * 1e6)),
        s if s < 1.0 => format!("{} ms", three_digits(s * 1e3)),
        s => format!("{} s", three_digits(s)),
    }
}

/// How many times one figure is the other.
#[must_use]
pub fn ratio(of: f64, to: f64) -> String {
    format!("x{}", three_digits(of / to))
}

/// A number with three significant digits, or all that stand before the point, in groups.
#[must_use]
pub fn three_digits(value: f64) -> String {
    match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => grouped(&format!("{v:.0}")),
    }
}

/// A count, in groups of three digits.
#[must_use]
pub fn count(value: usize) -> String {
    grouped(&value.to_string())
}

fn grouped(digits: &str) -> String {
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(three_digits(1.2345), "1.23");
        assert_eq!(three_digits(9.999), "10.0");
        assert_eq!(three_digits(99.96), "100");
        assert_eq!(three_digits(1_234_567.0), "1,234,567");
        assert_eq!(time(0.000_000_045), "45.0 ns");
        assert_eq!(time(0.25), "250 ms");
        assert_eq!(ratio(3.0, 2.0), "x1.50");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(999), "999");
    }

    #[test]
    fn a_table_is_markdown() {
        let mut table = Table::new("Two", &["name", "n"]);
        table.row(["long name".to_owned(), "1".to_owned()]);
        table.note("A note.");
        let expected =
            "### Two\n\n| name      |   n |\n| --------- | --: |\n| long name |   1 |\n\nA note.\n";
        assert_eq!(table.to_string(), expected);
    }
}
