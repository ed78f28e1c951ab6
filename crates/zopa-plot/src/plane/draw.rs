//! The utility plane as an SVG picture, which needs nothing but a browser.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Line, Place, Plane};
use crate::axis::Axis;
use crate::canvas::{Canvas, Head};
use crate::labels::{Area, place};
use crate::look::{GROUPS, Look};
use crate::words::{count, number, shorten};

const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 560.0;
/// The frame of the plot.
pub(super) const FRAME: Area = Area {
    left: 84.0,
    top: 92.0,
    right: 544.0,
    bottom: 492.0,
};
/// What a picture in a page does without: the title is the page's.
const CUT: f64 = 62.0;
/// The longest title, in characters, that fits.
const TITLE_CHARACTERS: usize = 72;
/// The height of a label, and the width of one of its letters.
const LABEL_HEIGHT: f64 = 17.0;
const LETTER_WIDTH: f64 = 9.5;
/// Places along a line between which a label might slip unseen, in pixels.
const SPACING: f64 = 6.0;

/// With many groups the legend is longer than the plot.
fn height(plane: &Plane) -> f64 {
    let more = u32::try_from(plane.groups.len().saturating_sub(2)).unwrap_or(0);
    HEIGHT + f64::from(more) * 24.0
}

/// The picture.
pub(super) fn svg(plane: &Plane, look: Look<'_>) -> String {
    let (axes, lines) = (plane.axes(), plane.lines());
    let drawing = Drawing {
        plane,
        canvas: Canvas::new(
            look,
            &Head {
                size: (WIDTH, height(plane)),
                cut: if look.embedded { CUT } else { 0.0 },
                title: &plane.title,
                description: &description(plane, &lines),
                attributes: &attributes(&axes),
            },
        ),
        axes,
        lines,
    };
    drawing.draw(!look.embedded)
}

/// The frame and the axes as attributes, so that a page can tell utilities from places: left, top, right and bottom of
/// the frame, then the ends of both axes.
fn attributes(axes: &[Axis; 2]) -> String {
    let Area {
        left,
        top,
        right,
        bottom,
    } = FRAME;
    let [x, y] = axes;
    format!(
        " data-frame=\"{left} {top} {right} {bottom}\" data-axes=\"{} {} {} {}\"",
        x.low, x.high, y.low, y.high
    )
}

pub(super) struct Drawing<'p> {
    pub(super) plane: &'p Plane,
    pub(super) canvas: Canvas,
    axes: [Axis; 2],
    pub(super) lines: Vec<Line>,
}

impl Drawing<'_> {
    fn draw(mut self, titled: bool) -> String {
        if titled {
            self.head();
        }
        self.grid();
        self.region();
        self.batnas();
        self.frontier();
        self.runs();
        self.marks();
        self.legend();
        self.canvas.finish()
    }

    fn line(&mut self, text: &str) {
        self.canvas.line(text);
    }

    pub(super) fn text(&mut self, at: (f64, f64), attributes: &str, text: &str) {
        self.canvas.text(at, attributes, text);
    }

    fn at(&self, place: Place) -> (f64, f64) {
        (
            FRAME.left + self.axes[0].share(place[0]) * (FRAME.right - FRAME.left),
            FRAME.bottom - self.axes[1].share(place[1]) * (FRAME.bottom - FRAME.top),
        )
    }

    fn head(&mut self) {
        let title = shorten(&self.plane.title, TITLE_CHARACTERS);
        self.text((FRAME.left, 36.0), " class=\"title\"", &title);
        let plane = self.plane;
        self.text((FRAME.left, 58.0), " class=\"soft\"", &plane.verdict);
    }

    fn grid(&mut self) {
        let [horizontal, vertical] = self.axes;
        for tick in horizontal.ticks() {
            let (x, _) = self.at([tick, vertical.low]);
            self.line(&format!(
                "<path class=\"grid\" d=\"M{x:.1} {:.1}V{:.1}\"/>",
                FRAME.top, FRAME.bottom
            ));
            let label = format!("{tick:.*}", horizontal.decimals);
            self.text((x, FRAME.bottom + 19.0), " text-anchor=\"middle\"", &label);
        }
        for tick in vertical.ticks() {
            let (_, y) = self.at([horizontal.low, tick]);
            self.line(&format!(
                "<path class=\"grid\" d=\"M{:.1} {y:.1}H{:.1}\"/>",
                FRAME.left, FRAME.right
            ));
            let label = format!("{tick:.*}", vertical.decimals);
            self.text((FRAME.left - 9.0, y + 4.5), " text-anchor=\"end\"", &label);
        }
        self.line(&format!(
            "<rect class=\"frame\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            FRAME.left,
            FRAME.top,
            FRAME.right - FRAME.left,
            FRAME.bottom - FRAME.top
        ));
        let [a, b] = self
            .plane
            .parties
            .each_ref()
            .map(|name| format!("utility of {}", shorten(name, 40)));
        let middle = f64::midpoint(FRAME.left, FRAME.right);
        self.text((middle, FRAME.bottom + 44.0), " text-anchor=\"middle\"", &a);
        let middle = f64::midpoint(FRAME.top, FRAME.bottom);
        let turned = format!(" text-anchor=\"middle\" transform=\"rotate(-90 26 {middle:.1})\"");
        self.text((26.0, middle), &turned, &b);
    }

    fn region(&mut self) {
        let corners = self.plane.region();
        if corners.is_empty() {
            return;
        }
        let path = self.path(&corners);
        self.line(&format!("<path class=\"zopa\" d=\"{path}Z\"/>"));
        self.line(&format!("<path class=\"zopa-edge\" d=\"{path}Z\"/>"));
    }

    /// A path through the places, without steps too small to be seen.
    fn path(&self, places: &[Place]) -> String {
        let mut path = String::new();
        let mut last = String::new();
        for place in places {
            let (x, y) = self.at(*place);
            let next = format!("{x:.1} {y:.1}");
            if next != last {
                path.push(if path.is_empty() { 'M' } else { 'L' });
                path.push_str(&next);
                last = next;
            }
        }
        path
    }

    fn batnas(&mut self) {
        let (x, y) = self.at(self.plane.disagreement);
        let Area {
            left,
            top,
            right,
            bottom,
        } = FRAME;
        self.line(&format!(
            "<path class=\"batna\" d=\"M{x:.1} {bottom:.1}V{top:.1}\"/>"
        ));
        self.line(&format!(
            "<path class=\"batna\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"
        ));
        self.text(
            (x, top - 7.0),
            " class=\"soft\" text-anchor=\"middle\"",
            "BATNA",
        );
        self.text((right + 7.0, y + 4.5), " class=\"soft\"", "BATNA");
    }

    fn frontier(&mut self) {
        let radius = match self.lines.len() {
            0..=60 => 4.0,
            61..=300 => 3.0,
            _ => 2.2,
        };
        let lines = std::mem::take(&mut self.lines);
        for line in lines.iter().filter(|line| line.corners.len() > 1) {
            let path = self.path(&line.corners);
            self.line(&format!("<path class=\"line\" d=\"{path}\"/>"));
        }
        let mut drawn = BTreeSet::new();
        for line in &lines {
            for (corner, open) in [
                (line.corners.first(), line.from_open),
                (line.corners.last(), line.to_open),
            ] {
                let Some((x, y)) = corner.map(|corner| self.at(*corner)) else {
                    continue;
                };
                let class = if open { "open" } else { "dot" };
                let circle = format!(
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
                );
                if drawn.insert(circle.clone()) {
                    self.line(&circle);
                }
            }
        }
        self.lines = lines;
    }

    fn runs(&mut self) {
        let mut drawn = BTreeSet::new();
        for run in &self.plane.runs {
            let (x, y) = self.at(run.at);
            let group = (!self.plane.groups.is_empty()).then_some(run.group);
            let path = format!("M{x:.1} {y:.1}{}", run_shape(group));
            if drawn.insert((group, path.clone())) {
                self.canvas.path(&run_class(group), &path);
            }
        }
    }

    /// Places that a label had better not cover.
    fn dots(&self) -> Vec<(f64, f64)> {
        let mut dots = Vec::new();
        for line in &self.lines {
            dots.extend(line.corners.iter().map(|corner| self.at(*corner)));
            for pair in line.corners.windows(2) {
                self.along(pair[0], pair[1], &mut dots);
            }
        }
        let [d_a, d_b] = self.plane.disagreement;
        let [horizontal, vertical] = self.axes;
        self.along([d_a, vertical.low], [d_a, vertical.high], &mut dots);
        self.along([horizontal.low, d_b], [horizontal.high, d_b], &mut dots);
        dots
    }

    fn along(&self, from: Place, to: Place, dots: &mut Vec<(f64, f64)>) {
        let ((x0, y0), (x1, y1)) = (self.at(from), self.at(to));
        let length = (x1 - x0).hypot(y1 - y0);
        let mut passed = SPACING;
        while passed < length {
            let share = passed / length;
            dots.push((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share));
            passed += SPACING;
        }
    }

    fn marks(&mut self) {
        let groups: Vec<((f64, f64), String)> = self
            .plane
            .groups()
            .into_iter()
            .map(|(at, marks)| {
                let letters: Vec<String> =
                    marks.iter().map(|mark| mark.letter.to_string()).collect();
                (self.at(at), letters.join(" "))
            })
            .collect();
        let dots = self.dots();
        let mut taken: Vec<Area> = groups
            .iter()
            .map(|((x, y), _)| Area::around(*x, *y, 13.0, 13.0))
            .collect();
        let mut labels = Vec::new();
        for (at, letters) in &groups {
            let size = (letters_width(letters), LABEL_HEIGHT);
            let label = place(*at, size, &FRAME, &taken, &dots);
            taken.push(label);
            labels.push(label);
        }
        for (((x, y), _), label) in groups.iter().zip(&labels) {
            let near_x = x.clamp(label.left, label.right);
            let near_y = y.clamp(label.top, label.bottom);
            if (near_x - x).hypot(near_y - y) > 14.0 {
                self.line(&format!(
                    "<path class=\"leader\" d=\"M{x:.1} {y:.1}L{near_x:.1} {near_y:.1}\"/>"
                ));
            }
        }
        for (((x, y), letters), label) in groups.iter().zip(&labels) {
            self.line(&format!(
                "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"
            ));
            let middle = f64::midpoint(label.left, label.right);
            let attributes = " class=\"letters\" text-anchor=\"middle\"";
            self.text((middle, label.bottom - 4.0), attributes, letters);
        }
    }
}

/// `2 lines and 1 point`
fn drawn_as(lines: &[Line]) -> String {
    let points = lines.iter().filter(|line| line.corners.len() == 1).count();
    match (lines.len() - points, points) {
        (0, points) => count(points, "point"),
        (lines, 0) => count(lines, "line"),
        (lines, points) => format!("{} and {}", count(lines, "line"), count(points, "point")),
    }
}

/// The width of a label of letters, about.
fn letters_width(letters: &str) -> f64 {
    let letter_count = u32::try_from(letters.chars().count()).unwrap_or(u32::MAX);
    f64::from(letter_count) * LETTER_WIDTH
}

/// The shape of a run, drawn from its middle: a cross, and for each group one of its own.
pub(super) fn run_shape(group: Option<usize>) -> &'static str {
    match group.map(|group| group % GROUPS) {
        None | Some(0) => "m-3.5 -3.5l7 7m-7 0l7 -7",
        Some(1) => "m-5 0h10m-5 -5v10",
        Some(2) => "m0 -5l4.8 8.4h-9.6z",
        Some(3) => "m-4 -4h8v8h-8z",
        Some(4) => "m0 -5.4l5.4 5.4l-5.4 5.4l-5.4 -5.4z",
        Some(_) => "m0 5l4.8 -8.4h-9.6z",
    }
}

/// The style of a run.
pub(super) fn run_class(group: Option<usize>) -> String {
    group.map_or_else(
        || "run".to_owned(),
        |group| format!("run grouped group-{}", group % GROUPS),
    )
}

/// What the picture shows, for those who do not see it.
fn description(plane: &Plane, lines: &[Line]) -> String {
    let [a, b] = &plane.parties;
    let [d_a, d_b] = plane.disagreement;
    let mut text = format!(
        "The utility of {a} runs to the right, that of {b} upwards. {} The BATNAs are {} for {a} and {} for {b}. The Pareto frontier \
         is drawn as {}.",
        plane.verdict,
        number(d_a),
        number(d_b),
        drawn_as(lines)
    );
    for mark in &plane.marks {
        // writing to a String never fails
        let _ = write!(
            text,
            " {}: {} for {a}, {} for {b}.",
            mark.name,
            number(mark.at[0]),
            number(mark.at[1])
        );
    }
    if !plane.runs.is_empty() {
        let _ = write!(text, " {} are drawn", count(plane.runs.len(), "run"));
        let groups = plane.groups.iter().enumerate().map(|(group, name)| {
            let found = plane.runs.iter().filter(|run| run.group == group).count();
            format!("{name} {found}")
        });
        let groups: Vec<String> = groups.collect();
        if !groups.is_empty() {
            let _ = write!(text, ": {}", groups.join(", "));
        }
        text.push('.');
    }
    text
}
