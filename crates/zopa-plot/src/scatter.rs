//! Points by group on planes of the same axes, side by side.

use crate::axis::Axis;
use crate::canvas::{Canvas, Head};
use crate::look::Look;
use crate::plane::Place;
use crate::rows::length;
use crate::words::{count, shorten};

/// Points by group on planes of the same axes.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// What is shown.
    pub title: String,
    /// What runs to the right, and what upwards.
    pub axes: [String; 2],
    /// The groups, which give colour and shape.
    pub groups: Vec<String>,
    /// The planes.
    pub panels: Vec<Panel>,
}

/// A plane.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The points; those with a coordinate that is not finite are left out.
    pub dots: Vec<Dot>,
    /// Lines below the points, such as a frontier.
    pub lines: Vec<Vec<Place>>,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Where it is.
    pub at: Place,
    /// Its group, by number.
    pub group: usize,
}

/// The side of a panel, the room at its left and around it.
const SIDE: f64 = 300.0;
const LEFT: f64 = 68.0;
const GAP: (f64, f64) = (92.0, 112.0);
/// The most panels in a row.
const COLUMNS: usize = 3;

impl Scatter {
    /// The picture.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        let columns = self.panels.len().clamp(1, COLUMNS);
        let rows = self.panels.len().div_ceil(columns).max(1);
        let top = if look.embedded { 70.0 } else { 104.0 };
        let width = LEFT + length(columns) * (SIDE + GAP.0) - GAP.0 + 28.0;
        let height = top + length(rows) * (SIDE + GAP.1) - GAP.1 + 64.0;
        let mut canvas = Canvas::new(
            look,
            &Head {
                size: (width, height),
                cut: 0.0,
                title: &self.title,
                description: &self.description(),
                attributes: "",
            },
        );
        let mut legend = 30.0;
        if !look.embedded {
            let title = shorten(&self.title, 30 * columns);
            canvas.text((20.0, 34.0), " class=\"title\"", &title);
            legend = 62.0;
        }
        let mut x = LEFT;
        for (group, name) in self.groups.iter().enumerate() {
            canvas.dot(group, (x + 5.0, legend - 4.5), 4.0);
            let name = shorten(name, 24);
            canvas.text((x + 18.0, legend), "", &name);
            x += 42.0 + length(name.chars().count()) * 7.4;
        }
        let axes = [0, 1].map(|axis: usize| {
            let dots = self
                .panels
                .iter()
                .flat_map(|panel| &panel.dots)
                .map(|dot| dot.at);
            let corners = self.panels.iter().flat_map(|panel| &panel.lines).flatten();
            let values = dots.chain(corners.copied()).map(|place| place[axis]);
            Axis::over(values.filter(|value| value.is_finite()))
        });
        for (index, panel) in self.panels.iter().enumerate() {
            let left = LEFT + length(index % columns) * (SIDE + GAP.0);
            let top = top + length(index / columns) * (SIDE + GAP.1);
            self.panel(&mut canvas, panel, axes, (left, top));
        }
        canvas.finish()
    }

    fn panel(&self, canvas: &mut Canvas, panel: &Panel, axes: [Axis; 2], (left, top): (f64, f64)) {
        let [horizontal, vertical] = axes;
        let at = |place: Place| {
            (
                left + horizontal.share(place[0]) * SIDE,
                top + (1.0 - vertical.share(place[1])) * SIDE,
            )
        };
        let middle = left + SIDE / 2.0;
        let centred = " text-anchor=\"middle\"";
        let title = shorten(&panel.title, 38);
        canvas.text(
            (middle, top - 10.0),
            " class=\"strong\" text-anchor=\"middle\"",
            &title,
        );
        for tick in horizontal.ticks() {
            let (x, _) = at([tick, vertical.low]);
            canvas.path("grid", &format!("M{x:.1} {top:.1}v{SIDE:.1}"));
            let label = format!("{tick:.*}", horizontal.decimals);
            canvas.text((x, top + SIDE + 18.0), centred, &label);
        }
        for tick in vertical.ticks() {
            let (_, y) = at([horizontal.low, tick]);
            canvas.path("grid", &format!("M{left:.1} {y:.1}h{SIDE:.1}"));
            let label = format!("{tick:.*}", vertical.decimals);
            canvas.text((left - 8.0, y + 4.5), " text-anchor=\"end\"", &label);
        }
        canvas.rect("frame", (left, top), (left + SIDE, top + SIDE));
        let [x_name, y_name] = &self.axes;
        canvas.text((middle, top + SIDE + 42.0), centred, x_name);
        let (x, y) = (left - 50.0, top + SIDE / 2.0);
        let turned = format!("{centred} transform=\"rotate(-90 {x:.1} {y:.1})\"");
        canvas.text((x, y), &turned, y_name);
        for line in &panel.lines {
            let corners = line.iter().map(|corner| at(*corner));
            let corners: Vec<String> = corners.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            canvas.path("line", &format!("M{}", corners.join("L")));
        }
        let finite = panel
            .dots
            .iter()
            .filter(|dot| dot.at.iter().all(|value| value.is_finite()));
        for dot in finite {
            canvas.dot(dot.group, at(dot.at), 3.5);
        }
    }

    fn description(&self) -> String {
        let [x, y] = &self.axes;
        let panels = self.panels.iter().map(|panel| {
            let by_group = self.groups.iter().enumerate().map(|(group, name)| {
                let found = panel.dots.iter().filter(|dot| dot.group == group).count();
                format!("{name} {found}")
            });
            let by_group: Vec<String> = by_group.collect();
            format!(
                " {}: {}: {}.",
                panel.title,
                count(panel.dots.len(), "point"),
                by_group.join(", ")
            )
        });
        format!(
            "{x} runs to the right, {y} upwards.{}",
            panels.collect::<String>()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Axes from 0 to 1 have a margin of 4 hundredths of their steps' sum at each end, so the middle is the panel's.
    #[test]
    fn the_middle_is_in_the_middle() {
        let dot = |at, group| Dot { at, group };
        let panel = |title: &str, dots| Panel {
            title: title.to_owned(),
            dots,
            lines: vec![vec![[0.0, 1.0], [1.0, 0.0]]],
        };
        let scatter = Scatter {
            title: "Runs".to_owned(),
            axes: ["a".to_owned(), "b".to_owned()],
            groups: vec!["x".to_owned(), "y".to_owned()],
            panels: vec![
                panel("one", vec![dot([0.5, 0.5], 0), dot([f64::NAN, 0.0], 0)]),
                panel("two", vec![dot([0.0, 0.0], 1)]),
            ],
        };
        let svg = scatter.svg(Look::FILE);
        assert!(svg.contains("cx=\"218.0\" cy=\"254.0\""), "{svg}");
        assert!(
            svg.contains("one: 2 points: x 2, y 0.") && !svg.contains("\"NaN"),
            "{svg}"
        );
    }
}
