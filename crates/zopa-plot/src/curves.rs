//! Curves between two axes, which may be logarithmic.

use crate::canvas::{Canvas, Head};
use crate::look::Look;
use crate::plane::Place;
use crate::words::{count, shorten};

/// Curves between two axes.
#[derive(Clone, Debug)]
pub struct Curves {
    /// What is shown.
    pub title: String,
    /// What runs to the right.
    pub x: Measure,
    /// What runs upwards.
    pub y: Measure,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// What runs along an axis.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// How numbers lie on it.
    pub scale: Scale,
}

/// How numbers lie on an axis, and how they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Whole numbers at equal distances.
    Linear,
    /// Counts, each power of ten at the same distance from the next.
    Log,
    /// Seconds, likewise, written in the unit that suits them.
    LogSeconds,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// Its colour and shape, by number.
    pub group: usize,
    /// Is it broken?
    pub broken: bool,
    /// Its points by rising x; positive where an axis is logarithmic.
    pub points: Vec<Place>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;

/// Names of lines keep this distance from each other.
const NAME_HEIGHT: f64 = 14.0;

/// The longest name of a curve, in characters, that fits.
const NAME_CHARACTERS: usize = 22;

impl Measure {
    /// A measure.
    #[must_use]
    pub fn new(name: &str, scale: Scale) -> Self {
        Self {
            name: name.to_owned(),
            scale,
        }
    }

    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log | Scale::LogSeconds => value.log10(),
        }
    }

    /// A number on the axis.
    fn label(&self, value: f64) -> String {
        let units = match self.scale {
            Scale::Linear | Scale::Log => [(1e6, "M"), (1e3, "k"), (1.0, "")],
            Scale::LogSeconds => [(1.0, " s"), (1e-3, " ms"), (1e-6, " us")],
        };
        // A power of ten below 1 carries the error of its making.
        let fits = |unit: &&(f64, &str)| value >= unit.0 * (1.0 - 1e-9);
        let (unit, name) = units.iter().find(fits).unwrap_or(&units[2]);
        format!("{}{name}", (value / unit * 1e6).round() / 1e6)
    }

    /// Numbers to print: 1, 2 and 5 times each power of ten where there is room, else the powers; whole numbers on a linear axis.
    fn ticks(&self, (low, high): (f64, f64)) -> Vec<f64> {
        if self.scale == Scale::Linear {
            let step = ((high - low) / 10.0).ceil().max(1.0);
            let first = (low / step).ceil();
            let marks = (0..=20).map(|mark| (first + f64::from(mark)) * step);
            return marks.filter(|&mark| mark <= high).collect();
        }
        let factors: &[f64] = if high - low < 3.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let powers = (-12..=18).map(|power| 10f64.powi(power));
        let all = powers.flat_map(|power| factors.iter().map(move |factor| factor * power));
        // A tick on the edge may miss it by the error of a logarithm.
        all.filter(|tick| (low - 1e-9..=high + 1e-9).contains(&tick.log10()))
            .collect()
    }
}

/// A mapping from places on the axes to the picture.
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    fn of(chart: &Curves) -> Self {
        let range = |places: &mut dyn Iterator<Item = f64>| {
            let (low, high) = places
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
                    (low.min(place), high.max(place))
                });
            let room = if high > low { 0.03 * (high - low) } else { 0.5 };
            (low - room, high + room)
        };
        let points = || chart.curves.iter().flat_map(|curve| &curve.points);
        Self {
            x: range(&mut points().map(|point| chart.x.place(point[0]))),
            y: range(&mut points().map(|point| chart.y.place(point[1]))),
        }
    }

    fn x(&self, place: f64) -> f64 {
        LEFT + (place - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, place: f64) -> f64 {
        HEIGHT - BOTTOM - (place - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }
}

impl Curves {
    /// The picture.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        let frame = Frame::of(self);
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let head = Head {
            size: (WIDTH, HEIGHT),
            cut: 0.0,
            title: &self.title,
            description: &self.description(),
            attributes: "",
        };
        let mut canvas = Canvas::new(look, &head);
        canvas.text((LEFT, 26.0), " class=\"strong\"", &self.title);
        let centred = " text-anchor=\"middle\"";
        for tick in self.x.ticks(frame.x) {
            let x = frame.x(self.x.place(tick));
            canvas.path("grid", &format!("M{x:.1} {TOP:.1}V{bottom:.1}"));
            canvas.text((x, bottom + 18.0), centred, &self.x.label(tick));
        }
        for tick in self.y.ticks(frame.y) {
            let y = frame.y(self.y.place(tick));
            canvas.path("grid", &format!("M{LEFT:.1} {y:.1}H{right:.1}"));
            let label = self.y.label(tick);
            canvas.text((LEFT - 8.0, y + 4.0), " text-anchor=\"end\"", &label);
        }
        canvas.rect("frame", (LEFT, TOP), (right, bottom));
        let middle = (LEFT + right) / 2.0;
        canvas.text((middle, HEIGHT - 14.0), centred, &self.x.name);
        let (x, y) = (18.0, (TOP + bottom) / 2.0);
        let turned = format!("{centred} transform=\"rotate(-90 {x:.1} {y:.1})\"");
        canvas.text((x, y), &turned, &self.y.name);
        for curve in &self.curves {
            self.draw(&mut canvas, &frame, curve);
        }
        for (y, curve) in self.names(&frame) {
            canvas.dot(curve.group, (right + 14.0, y - 4.0), 3.5);
            let name = shorten(&curve.name, NAME_CHARACTERS);
            canvas.text((right + 24.0, y), "", &name);
        }
        canvas.finish()
    }

    fn draw(&self, canvas: &mut Canvas, frame: &Frame, curve: &Curve) {
        let place = |point: &Place| {
            (
                frame.x(self.x.place(point[0])),
                frame.y(self.y.place(point[1])),
            )
        };
        let points: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
        let corners: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        let dashes = if curve.broken {
            " stroke-dasharray=\"6 4\""
        } else {
            ""
        };
        let group = curve.group % crate::look::GROUPS;
        canvas.line(&format!(
            "<path class=\"group-{group} whisker\"{dashes} d=\"M{}\"/>",
            corners.join("L")
        ));
        for point in points {
            canvas.dot(curve.group, point, 2.6);
        }
    }

    fn description(&self) -> String {
        let curves = self.curves.iter().map(|curve| {
            let ends = [curve.points.first(), curve.points.last()].map(|end| {
                end.map_or_else(String::new, |[x, y]| {
                    format!("{} at {}", self.y.label(*y), self.x.label(*x))
                })
            });
            format!(
                " {}: {}, from {} to {}.",
                curve.name,
                count(curve.points.len(), "point"),
                ends[0],
                ends[1]
            )
        });
        format!(
            "{} runs to the right, {} upwards.{}",
            self.x.name,
            self.y.name,
            curves.collect::<String>()
        )
    }

    /// The curves with the heights of their names, beside their ends as far as they do not overlap.
    fn names(&self, frame: &Frame) -> Vec<(f64, &Curve)> {
        let end = |curve: &Curve| Some(frame.y(self.y.place(curve.points.last()?[1])) + 4.0);
        let mut names: Vec<(f64, &Curve)> = self
            .curves
            .iter()
            .filter_map(|curve| Some((end(curve)?, curve)))
            .collect();
        names.sort_by(|p, q| p.0.total_cmp(&q.0));
        for place in 1..names.len() {
            names[place].0 = names[place].0.max(names[place - 1].0 + NAME_HEIGHT);
        }
        // Those that were pushed off the picture move back up.
        let mut lowest = HEIGHT - BOTTOM + 4.0;
        for (y, _) in names.iter_mut().rev() {
            *y = y.min(lowest);
            lowest = *y - NAME_HEIGHT;
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Curves {
        let curve = |name: &str, y| Curve {
            name: name.to_owned(),
            group: 0,
            broken: false,
            points: vec![[1.0, 1.0], [10.0, 10.0], [100.0, y]],
        };
        Curves {
            title: "a < b".to_owned(),
            x: Measure::new("n", Scale::Log),
            y: Measure::new("t", Scale::LogSeconds),
            curves: vec![curve("one", 100.0), curve("two", 99.0)],
        }
    }

    #[test]
    fn ten_is_half_way_from_one_to_a_hundred() {
        let svg = chart().svg(Look::FILE);
        // The frame runs from 74 to 570 and from 368 up to 44.
        assert!(svg.contains("cx=\"322.0\" cy=\"206.0\""), "{svg}");
        assert!(svg.contains("a &lt; b</title>"), "{svg}");
        assert!(
            svg.contains("one: 3 points, from 1 s at 1 to 100 s at 100."),
            "{svg}"
        );
    }

    #[test]
    fn names_do_not_overlap() {
        let chart = chart();
        let names = chart.names(&Frame::of(&chart));
        assert!(names[1].0 - names[0].0 >= NAME_HEIGHT - 1e-9, "{names:?}");
    }

    #[test]
    fn ticks_are_round() {
        let [log, linear, time] =
            [Scale::Log, Scale::Linear, Scale::LogSeconds].map(|scale| Measure::new("", scale));
        assert_eq!(log.ticks((0.0, 1.0)), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(linear.ticks((0.5, 3.2)), [1.0, 2.0, 3.0]);
        assert_eq!(log.label(20_000.0), "20k");
        assert_eq!(linear.label(7.0), "7");
        assert_eq!(time.label(0.05), "50 ms");
        assert_eq!(time.label(10f64.powi(-3)), "1 ms");
        assert_eq!(time.label(2e-7), "0.2 us");
    }
}
