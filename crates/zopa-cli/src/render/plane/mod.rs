//! The utility plane: what is drawn of an analysis, in the terminal and as a picture.
#![expect(clippy::float_arithmetic, reason = "a drawing is approximate")]

pub(crate) mod labels;
pub(crate) mod svg;
pub(crate) mod text;

/// A place in the plane: A's utility, B's utility.
pub(crate) type Place = [f64; 2];

/// Everything that is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    /// The scenario's title.
    pub(crate) title: String,
    /// One sentence below the title.
    pub(crate) verdict: String,
    /// The parties' names, of the horizontal axis first.
    pub(crate) parties: [String; 2],
    /// The frontier by rising u_A.
    pub(crate) pieces: Vec<Piece>,
    /// The BATNAs.
    pub(crate) disagreement: Place,
    /// The solutions.
    pub(crate) marks: Vec<Mark>,
}

/// A piece of the frontier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    /// An isolated point.
    Point(Place),
    /// A line; an open end is not part of it.
    Segment {
        from: Place,
        to: Place,
        from_open: bool,
        to_open: bool,
    },
}

/// A solution with its place.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// The letter that marks it.
    pub(crate) letter: char,
    /// Its name in the legend.
    pub(crate) name: &'static str,
    /// Where it is.
    pub(crate) at: Place,
}

/// Segments that follow each other without a gap, drawn as one line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// Its corners; a single one is an isolated point.
    pub(crate) corners: Vec<Place>,
    /// Is the first corner missing from the frontier?
    pub(crate) from_open: bool,
    /// Is the last?
    pub(crate) to_open: bool,
}

/// The part of one axis that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    /// Where it starts.
    pub(crate) low: f64,
    /// Where it ends.
    pub(crate) high: f64,
    first_tick: f64,
    step: f64,
    ticks: u32,
    /// Decimal places that its ticks need.
    pub(crate) decimals: usize,
}

/// An axis is cut into about so many steps.
const STEPS: f64 = 5.0;

/// The share of an axis that is left free at each end.
const MARGIN: f64 = 0.04;

impl Axis {
    /// An axis that shows all values, with round numbers at its ticks.
    pub(crate) fn over(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let rough = (high - low) / STEPS;
        let power = rough.log10().floor();
        let unit = 10f64.powf(power);
        let factor = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .find(|factor| factor * unit >= rough * (1.0 - 1e-9))
            .unwrap_or(10.0);
        let step = factor * unit;
        // what is less than a thousandth of a step beyond a tick does not need another step
        let first = (low / step + 1e-3).floor();
        let last = (high / step - 1e-3).ceil().max(first + 1.0);
        let margin = (last - first) * step * MARGIN;
        let power = if factor > 5.0 { power + 1.0 } else { power };
        Self {
            low: first * step - margin,
            high: last * step + margin,
            first_tick: first * step,
            step,
            ticks: whole(last - first) + 1,
            decimals: usize::try_from(whole((-power).max(0.0))).unwrap_or(0),
        }
    }

    /// The round numbers on it.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = f64> {
        let Self {
            first_tick, step, ..
        } = *self;
        (0..self.ticks).map(move |index| {
            let tick = first_tick + step * f64::from(index);
            if tick.abs() < step * 1e-6 { 0.0 } else { tick }
        })
    }

    /// Where a value is: 0 at the start of the axis, 1 at its end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

/// A small whole number that a float holds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and callers pass small whole numbers"
)]
fn whole(value: f64) -> u32 {
    value.round() as u32
}

impl Plane {
    /// Both axes, wide enough for everything that is drawn.
    pub(crate) fn axes(&self) -> [Axis; 2] {
        [0, 1].map(|party: usize| {
            let pieces = self.pieces.iter().flat_map(|piece| match *piece {
                Piece::Point(at) => [at, at],
                Piece::Segment { from, to, .. } => [from, to],
            });
            let marks = self.marks.iter().map(|mark| mark.at);
            let places = pieces.chain(marks).chain([self.disagreement]);
            Axis::over(places.map(|place| place[party]))
        })
    }

    /// The frontier as lines without gaps.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for piece in &self.pieces {
            let (from, to, from_open, to_open) = match *piece {
                Piece::Point(at) => (at, None, false, false),
                Piece::Segment {
                    from,
                    to,
                    from_open,
                    to_open,
                } => (from, Some(to), from_open, to_open),
            };
            let joined = lines.last_mut().filter(|line| {
                line.corners.last().is_some_and(|last| same(*last, from))
                    && !(line.to_open && from_open)
            });
            match joined {
                Some(line) => {
                    line.corners.extend(to);
                    line.to_open = to_open && to.is_some();
                }
                None => lines.push(Line {
                    corners: std::iter::once(from).chain(to).collect(),
                    from_open,
                    to_open,
                }),
            }
        }
        lines
    }

    /// The region that is at least as good as the BATNAs for both and not better than what is feasible: its corners, or
    /// none where it is empty. A ZOPA can be there although its region has no area.
    pub(crate) fn region(&self) -> Vec<Place> {
        let [d_a, d_b] = self.disagreement;
        let inside = self.pieces.iter().filter_map(|piece| match *piece {
            Piece::Point(at) => (at[0] >= d_a && at[1] >= d_b).then_some((at, at)),
            Piece::Segment { from, to, .. } => clip(from, to, self.disagreement),
        });
        let mut corners = Vec::new();
        let mut reached = d_a;
        for (from, to) in inside {
            corners.push([reached, from[1]]);
            corners.push(from);
            corners.push(to);
            reached = to[0];
        }
        if !corners.is_empty() {
            corners.push([reached, d_b]);
            corners.push([d_a, d_b]);
        }
        corners.dedup();
        corners
    }

    /// The marks by place: those that coincide stand together.
    pub(crate) fn groups(&self) -> Vec<(Place, Vec<&Mark>)> {
        let mut groups: Vec<(Place, Vec<&Mark>)> = Vec::new();
        for mark in &self.marks {
            match groups.iter_mut().find(|(at, _)| same(*at, mark.at)) {
                Some((_, marks)) => marks.push(mark),
                None => groups.push((mark.at, vec![mark])),
            }
        }
        groups
    }
}

/// Do two places look the same?
fn same(a: Place, b: Place) -> bool {
    (a[0] - b[0]).abs() < 1e-9 && (a[1] - b[1]).abs() < 1e-9
}

/// The part of a falling segment that is at least `low` on both axes.
fn clip(from: Place, to: Place, low: Place) -> Option<(Place, Place)> {
    let along = |t: f64| {
        [
            from[0] + (to[0] - from[0]) * t,
            from[1] + (to[1] - from[1]) * t,
        ]
    };
    // u_A rises along the segment and u_B falls
    let start = if from[0] < low[0] {
        (low[0] - from[0]) / (to[0] - from[0])
    } else {
        0.0
    };
    let end = if to[1] < low[1] {
        (from[1] - low[1]) / (from[1] - to[1])
    } else {
        1.0
    };
    (start <= end && (0.0..=1.0).contains(&start) && (0.0..=1.0).contains(&end))
        .then(|| (along(start), along(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(pieces: Vec<Piece>, disagreement: Place) -> Plane {
        Plane {
            title: String::new(),
            verdict: String::new(),
            parties: [String::new(), String::new()],
            pieces,
            disagreement,
            marks: Vec::new(),
        }
    }

    fn segment(from: Place, to: Place, from_open: bool, to_open: bool) -> Piece {
        Piece::Segment {
            from,
            to,
            from_open,
            to_open,
        }
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let axis = Axis::over([0.0, 1.0].into_iter());
        let ticks: Vec<String> = axis.ticks().map(|tick| format!("{tick:.1}")).collect();
        assert_eq!(ticks, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(axis.decimals, 1);
        let axis = Axis::over([-0.31, 0.12].into_iter());
        assert!(axis.low < -0.31 && axis.high > 0.12);
        let ticks: Vec<String> = axis.ticks().map(|tick| format!("{tick:.1}")).collect();
        assert_eq!(ticks, ["-0.4", "-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2"]);
    }

    #[test]
    fn one_value_has_an_axis_too() {
        let axis = Axis::over([0.4].into_iter());
        assert!(axis.low < 0.4 && axis.high > 0.4);
    }

    #[test]
    fn segments_that_meet_are_one_line_and_gaps_are_kept() {
        let pieces = vec![
            segment([0.0, 1.0], [0.5, 0.8], false, false),
            segment([0.5, 0.8], [0.7, 0.3], true, true),
            segment([0.7, 0.3], [0.8, 0.2], true, false),
            Piece::Point([0.9, 0.1]),
        ];
        let lines = plane(pieces, [0.0, 0.0]).lines();
        let corners: Vec<usize> = lines.iter().map(|line| line.corners.len()).collect();
        assert_eq!(corners, [3, 2, 1]);
        assert!(!lines[0].from_open && lines[0].to_open && lines[1].from_open);
    }

    /// The square under (1, 1) from (0.25, 0.5), by hand.
    #[test]
    fn the_region_of_one_point_is_a_rectangle() {
        let region = plane(vec![Piece::Point([1.0, 1.0])], [0.25, 0.5]).region();
        assert_eq!(region, [[0.25, 1.0], [1.0, 1.0], [1.0, 0.5], [0.25, 0.5]]);
    }

    /// The line from (0, 1) to (1, 0), with BATNAs of a quarter: the triangle with the right angle at (1/4, 1/4).
    #[test]
    fn the_region_under_a_segment_is_cut_at_the_batnas() {
        let piece = segment([0.0, 1.0], [1.0, 0.0], false, false);
        let region = plane(vec![piece], [0.25, 0.25]).region();
        assert_eq!(region, [[0.25, 0.75], [0.75, 0.25], [0.25, 0.25]]);
        assert!(plane(vec![piece], [0.6, 0.6]).region().is_empty());
    }
}
