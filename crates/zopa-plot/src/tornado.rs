//! How much an answer moves with each input: the largest bar on top.

use std::fmt::Write as _;

use crate::look::Look;
use crate::rows::{About, Rows, Sample};
use crate::words::number;

/// How much an answer moves with each of its inputs.
#[derive(Clone, Debug)]
pub struct Tornado {
    /// What is shown.
    pub title: String,
    /// What the horizontal axis counts: the answer.
    pub axis: String,
    /// What the two ends of each input are called, such as `valuation 0.05 lower` and `0.05 higher`.
    pub ends: [String; 2],
    /// The rows; they are drawn by falling length, those of equal length in this order.
    pub rows: Vec<TornadoRow>,
}

/// An input.
#[derive(Clone, Debug, PartialEq)]
pub struct TornadoRow {
    /// Its name.
    pub label: String,
    /// The answer at the input's lower end; a value that is not finite is not drawn.
    pub low: f64,
    /// The answer as things are.
    pub base: f64,
    /// The answer at its upper end.
    pub high: f64,
}

impl TornadoRow {
    /// How far the answer moves.
    fn swing(&self) -> f64 {
        let ends = [self.low, self.high, self.base]
            .into_iter()
            .filter(|end| end.is_finite());
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        (high - low).max(0.0)
    }
}

impl Tornado {
    /// The picture.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        let mut sorted: Vec<&TornadoRow> = self.rows.iter().collect();
        sorted.sort_by(|a, b| b.swing().total_cmp(&a.swing()));
        let about = About {
            title: &self.title,
            description: &self.description(&sorted),
            axis: &self.axis,
            labels: sorted.iter().map(|row| row.label.as_str()).collect(),
            notes: 0,
            below: 22.0,
        };
        let values = self
            .rows
            .iter()
            .flat_map(|row| [row.low, row.base, row.high]);
        let mut rows = Rows::new(look, &about, values);
        for (index, row) in sorted.iter().enumerate() {
            let (y, base) = (rows.y(index), rows.x(row.base));
            // both ends may lie on one side of the base: then the nearer one is drawn on top
            let mut bars = [("low", row.low), ("high", row.high)];
            if (row.low - row.base).abs() < (row.high - row.base).abs() {
                bars.reverse();
            }
            for (class, end) in bars {
                if end.is_finite() && row.base.is_finite() {
                    let end = rows.x(end);
                    let height = if class == "low" { 8.0 } else { 5.0 };
                    rows.canvas
                        .rect(class, (base, y - height), (end, y + height));
                }
            }
            if row.base.is_finite() {
                let path = format!("M{base:.1} {:.1}v20", y - 10.0);
                rows.canvas.path("reference", &path);
            }
        }
        let [low, high] = &self.ends;
        rows.legend(&[(Sample::Bar("low"), low), (Sample::Bar("high"), high)]);
        rows.canvas.finish()
    }

    fn description(&self, sorted: &[&TornadoRow]) -> String {
        let [low, high] = &self.ends;
        let mut text = format!("{}, by input: {low}, as it is, {high}.", self.axis);
        for row in sorted {
            let [low, base, high] = [row.low, row.base, row.high].map(number);
            // writing to a String never fails
            let _ = write!(text, " {}: {low}, {base}, {high}.", row.label);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_is_on_top() {
        let row = |label: &str, low, high| TornadoRow {
            label: label.to_owned(),
            low,
            base: 0.0,
            high,
        };
        let chart = Tornado {
            title: "Margin".to_owned(),
            axis: "margin".to_owned(),
            ends: ["lower".to_owned(), "higher".to_owned()],
            rows: vec![
                row("small", -0.1, 0.1),
                row("large", 1.0, -1.0),
                row("none", f64::NAN, 0.05),
            ],
        };
        let svg = chart.svg(Look::FILE);
        let place = |label: &str| svg.find(&format!(">{label}</text>")).expect("a label");
        assert!(place("large") < place("small") && place("small") < place("none"));
        assert!(!svg.contains("\"NaN"), "{svg}");
    }
}
