//! Estimates with their intervals, a row each.

use std::fmt::Write as _;

use crate::look::Look;
use crate::rows::{About, Rows, Sample};
use crate::words::{number, shorten};

/// Estimates with their intervals.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// What is shown.
    pub title: String,
    /// What the horizontal axis counts, with its unit.
    pub axis: String,
    /// A value to compare with, drawn as a line through all rows.
    pub reference: Option<f64>,
    /// The rows from above.
    pub rows: Vec<IntervalRow>,
}

/// An estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    /// Of what.
    pub label: String,
    /// The estimate; a value that is not finite leaves the row empty.
    pub point: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The group that gives colour and shape; rows without one belong together.
    pub group: Option<String>,
    /// What stands at the right of the row, such as a number of runs.
    pub note: Option<String>,
}

impl IntervalRow {
    /// A row without group and note.
    #[must_use]
    pub fn new(label: &str, point: f64, low: f64, high: f64) -> Self {
        Self {
            label: label.to_owned(),
            point,
            low,
            high,
            group: None,
            note: None,
        }
    }
}

/// The longest note and the longest name of a group, in characters.
const NOTE_CHARACTERS: usize = 24;

impl Intervals {
    /// The picture.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        let groups = self.groups();
        let notes = self.rows.iter().filter_map(|row| row.note.as_ref());
        let longest = notes.map(|note| note.chars().count()).max();
        let about = About {
            title: &self.title,
            description: &self.description(),
            axis: &self.axis,
            labels: self.rows.iter().map(|row| row.label.as_str()).collect(),
            notes: longest.map_or(0, |longest| longest.min(NOTE_CHARACTERS) + 2),
            below: if groups.len() > 1 { 22.0 } else { 0.0 },
        };
        let values = self
            .rows
            .iter()
            .flat_map(|row| [row.point, row.low, row.high]);
        let mut rows = Rows::new(look, &about, values.chain(self.reference));
        if let Some(reference) = self.reference {
            rows.upright("reference", reference);
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = rows.y(index);
            let group = groups
                .iter()
                .position(|group| *group == row.group.as_deref());
            let group = group.unwrap_or(0);
            if row.low.is_finite() && row.high.is_finite() {
                let (from, to) = (rows.x(row.low), rows.x(row.high));
                let class = format!("group-{} whisker", group % crate::look::GROUPS);
                let path = format!(
                    "M{from:.1} {y:.1}H{to:.1}M{from:.1} {:.1}v10M{to:.1} {:.1}v10",
                    y - 5.0,
                    y - 5.0
                );
                rows.canvas.path(&class, &path);
            }
            if row.point.is_finite() {
                let x = rows.x(row.point);
                rows.canvas.dot(group, (x, y), 4.5);
            }
            if let Some(note) = &row.note {
                let at = (rows.notes(), y + 4.5);
                let note = shorten(note, NOTE_CHARACTERS);
                rows.canvas.text(at, " class=\"soft\"", &note);
            }
        }
        if groups.len() > 1 {
            let names = groups.iter().enumerate();
            let names = names.map(|(index, name)| (Sample::Dot(index), name.unwrap_or("others")));
            rows.legend(&names.collect::<Vec<_>>());
        }
        rows.canvas.finish()
    }

    /// The groups in the order of their first rows.
    fn groups(&self) -> Vec<Option<&str>> {
        let mut groups = Vec::new();
        for row in &self.rows {
            let group = row.group.as_deref();
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    fn description(&self) -> String {
        let mut text = format!("{}. A row for each estimate, with its interval.", self.axis);
        for row in &self.rows {
            // writing to a String never fails
            let _ = write!(
                text,
                " {}: {} ({} to {}).",
                row.label,
                number(row.point),
                number(row.low),
                number(row.high)
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Intervals {
        let mut second = IntervalRow::new("b & c", 1.0, 0.5, 2.0);
        second.group = Some("other".to_owned());
        second.note = Some("12 runs".to_owned());
        Intervals {
            title: "Means".to_owned(),
            axis: "points".to_owned(),
            reference: Some(0.0),
            rows: vec![IntervalRow::new("a", 0.0, -2.0, 1.0), second],
        }
    }

    /// The axis of -2 to 2 has its middle in the middle of the frame, which starts at 28 + 5 * 7.4 = 65 and ends at
    /// 880 - 24 - 9 * 7.4 = 789.4.
    #[test]
    fn a_point_stands_at_its_value() {
        let svg = chart().svg(Look::FILE);
        assert!(
            svg.contains("<circle class=\"group-0\" cx=\"427.2\" cy=\"78.0\""),
            "{svg}"
        );
        assert!(svg.contains(">b &amp; c</text>") && svg.contains(">12 runs</text>"));
        assert!(svg.contains("b &amp; c: 1 (0.5 to 2)."), "{svg}");
    }

    #[test]
    fn what_is_not_a_number_is_not_drawn() {
        let mut chart = chart();
        chart.rows[1].point = f64::NAN;
        chart.rows[1].low = f64::NAN;
        let svg = chart.svg(Look::embedded("means"));
        assert!(!svg.contains("\"NaN") && !svg.contains("MNaN"), "{svg}");
        assert!(!svg.contains("<style"), "{svg}");
    }

    #[test]
    fn a_chart_without_rows_is_a_picture() {
        let mut chart = chart();
        chart.rows.clear();
        assert!(chart.svg(Look::FILE).ends_with("</svg>\n"));
    }
}
