//! Line plots in SVG with logarithmic axes.

use std::fmt::Write;

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What is shown.
    pub title: String,
    /// What runs to the right.
    pub x: Axis,
    /// What runs upwards.
    pub y: Axis,
    /// The lines.
    pub lines: Vec<Line>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
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

/// A line of a plot.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Its colour, by number.
    pub colour: usize,
    /// Is it broken?
    pub broken: bool,
    /// Its points by rising x; positive where an axis is logarithmic.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;

/// Names of lines keep this distance from each other.
const NAME_HEIGHT: f64 = 14.0;

/// Colours that can be told apart with any kind of sight (M. Okabe, K. Ito, "Color universal design", 2008).
const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#555555",
];

impl Axis {
    /// An axis.
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
    fn of(plot: &Plot) -> Self {
        let range = |places: &mut dyn Iterator<Item = f64>| {
            let (low, high) = places
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
                    (low.min(place), high.max(place))
                });
            let room = if high > low { 0.03 * (high - low) } else { 0.5 };
            (low - room, high + room)
        };
        let points = || plot.lines.iter().flat_map(|line| &line.points);
        Self {
            x: range(&mut points().map(|point| plot.x.place(point.0))),
            y: range(&mut points().map(|point| plot.y.place(point.1))),
        }
    }

    fn x(&self, place: f64) -> f64 {
        LEFT + (place - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, place: f64) -> f64 {
        HEIGHT - BOTTOM - (place - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }
}

impl Plot {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut svg);
        svg
    }

    fn write(&self, svg: &mut String) -> std::fmt::Result {
        let frame = Frame::of(self);
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">"#
        )?;
        let title = escaped(&self.title);
        writeln!(svg, r#"<title>{title}</title>"#)?;
        writeln!(
            svg,
            r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>"##
        )?;
        writeln!(
            svg,
            r##"<text x="{LEFT}" y="24" font-size="15" fill="#222222">{title}</text>"##
        )?;
        for tick in self.x.ticks(frame.x) {
            let x = frame.x(self.x.place(tick));
            writeln!(
                svg,
                r##"<path d="M{x:.1} {TOP}V{bottom}" stroke="#dddddd"/>"##
            )?;
            let y = bottom + 18.0;
            let label = self.x.label(tick);
            writeln!(
                svg,
                r##"<text x="{x:.1}" y="{y}" text-anchor="middle" fill="#444444">{label}</text>"##
            )?;
        }
        for tick in self.y.ticks(frame.y) {
            let y = frame.y(self.y.place(tick));
            writeln!(
                svg,
                r##"<path d="M{LEFT} {y:.1}H{right}" stroke="#dddddd"/>"##
            )?;
            let (x, y) = (LEFT - 8.0, y + 4.0);
            let label = self.y.label(tick);
            writeln!(
                svg,
                r##"<text x="{x}" y="{y:.1}" text-anchor="end" fill="#444444">{label}</text>"##
            )?;
        }
        let (x, y) = ((LEFT + right) / 2.0, HEIGHT - 14.0);
        let name = escaped(&self.x.name);
        writeln!(
            svg,
            r##"<text x="{x}" y="{y}" text-anchor="middle" fill="#222222">{name}</text>"##
        )?;
        let (y, name) = ((TOP + bottom) / 2.0, escaped(&self.y.name));
        writeln!(
            svg,
            r##"<text transform="translate(16 {y}) rotate(-90)" text-anchor="middle" fill="#222222">{name}</text>"##
        )?;
        for line in &self.lines {
            self.write_line(svg, &frame, line)?;
        }
        for (y, line) in self.names(&frame) {
            let (x, colour) = (right + 8.0, COLOURS[line.colour % COLOURS.len()]);
            let name = escaped(&line.name);
            writeln!(
                svg,
                r#"<text x="{x}" y="{y:.1}" fill="{colour}">{name}</text>"#
            )?;
        }
        writeln!(svg, "</svg>")
    }

    fn write_line(&self, svg: &mut String, frame: &Frame, line: &Line) -> std::fmt::Result {
        let colour = COLOURS[line.colour % COLOURS.len()];
        let place = |&(x, y): &(f64, f64)| (frame.x(self.x.place(x)), frame.y(self.y.place(y)));
        let points: Vec<(f64, f64)> = line.points.iter().map(place).collect();
        let broken = if line.broken {
            r#" stroke-dasharray="6 4""#
        } else {
            ""
        };
        write!(
            svg,
            r#"<polyline fill="none" stroke="{colour}" stroke-width="2"{broken} points=""#
        )?;
        for (x, y) in &points {
            write!(svg, "{x:.1},{y:.1} ")?;
        }
        writeln!(svg, r#""/>"#)?;
        for (x, y) in &points {
            writeln!(
                svg,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="2.6" fill="{colour}"/>"#
            )?;
        }
        Ok(())
    }

    /// The lines with the heights of their names, beside their ends as far as they do not overlap.
    fn names(&self, frame: &Frame) -> Vec<(f64, &Line)> {
        let end = |line: &Line| Some(frame.y(self.y.place(line.points.last()?.1)) + 4.0);
        let mut names: Vec<(f64, &Line)> = self
            .lines
            .iter()
            .filter_map(|line| Some((end(line)?, line)))
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot {
        let line = |name: &str, y| Line {
            name: name.to_owned(),
            colour: 0,
            broken: false,
            points: vec![(1.0, 1.0), (10.0, 10.0), (100.0, y)],
        };
        Plot {
            title: "a < b".to_owned(),
            x: Axis::new("n", Scale::Log),
            y: Axis::new("t", Scale::LogSeconds),
            lines: vec![line("one", 100.0), line("two", 99.0)],
        }
    }

    #[test]
    fn ten_is_half_way_from_one_to_a_hundred() {
        let svg = plot().svg();
        // The frame runs from 74 to 570 and from 368 up to 44.
        assert!(svg.contains(r#"<circle cx="322.0" cy="206.0""#), "{svg}");
        assert!(svg.contains("<title>a &lt; b</title>"), "{svg}");
    }

    #[test]
    fn names_do_not_overlap() {
        let plot = plot();
        let names = plot.names(&Frame::of(&plot));
        assert!(names[1].0 - names[0].0 >= NAME_HEIGHT - 1e-9, "{names:?}");
    }

    #[test]
    fn ticks_are_round() {
        let [log, linear, time] =
            [Scale::Log, Scale::Linear, Scale::LogSeconds].map(|scale| Axis::new("", scale));
        assert_eq!(log.ticks((0.0, 1.0)), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(linear.ticks((0.5, 3.2)), [1.0, 2.0, 3.0]);
        assert_eq!(log.label(20_000.0), "20k");
        assert_eq!(linear.label(7.0), "7");
        assert_eq!(time.label(0.05), "50 ms");
        assert_eq!(time.label(10f64.powi(-3)), "1 ms");
        assert_eq!(time.label(2e-7), "0.2 us");
    }
}
