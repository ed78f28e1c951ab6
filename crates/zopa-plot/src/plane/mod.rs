//! The utility plane: what is drawn of an analysis, in the terminal and as a picture.

mod draw;
mod legend;

use crate::axis::Axis;
use crate::look::Look;
use crate::scatter::Dot;

/// A place in the plane: A's utility, B's utility.
pub type Place = [f64; 2];

/// Everything that is drawn of a scenario in the plane of both parties' utilities.
#[derive(Clone, Debug)]
pub struct Plane {
    /// The scenario's title.
    pub title: String,
    /// One sentence below the title.
    pub verdict: String,
    /// The parties' names, of the horizontal axis first.
    pub parties: [String; 2],
    /// The frontier by rising u_A.
    pub pieces: Vec<Piece>,
    /// The BATNAs.
    pub disagreement: Place,
    /// The solutions.
    pub marks: Vec<Mark>,
    /// What was agreed on in runs, each with its group.
    pub runs: Vec<Dot>,
    /// The groups of runs, which give colour and shape; none where runs are all alike.
    pub groups: Vec<String>,
    /// Places that are inside the axes although nothing is drawn there.
    pub shown: Vec<Place>,
}

/// A piece of the frontier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// An isolated point.
    Point(Place),
    /// A line; an open end is not part of it.
    Segment {
        /// Its end with the lower u_A.
        from: Place,
        /// Its other end.
        to: Place,
        /// Does `from` not belong to it?
        from_open: bool,
        /// Does `to` not belong to it?
        to_open: bool,
    },
}

/// A solution with its place.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The letter that marks it.
    pub letter: char,
    /// Its name in the legend.
    pub name: &'static str,
    /// Where it is.
    pub at: Place,
}

/// Segments that follow each other without a gap, drawn as one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its corners; a single one is an isolated point.
    pub corners: Vec<Place>,
    /// Is the first corner missing from the frontier?
    pub from_open: bool,
    /// Is the last?
    pub to_open: bool,
}

impl Plane {
    /// The picture. As a file it has its title in it; a page has one of its own.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        draw::svg(self, look)
    }

    /// Both axes, wide enough for everything that is drawn.
    #[must_use]
    pub fn axes(&self) -> [Axis; 2] {
        [0, 1].map(|party: usize| {
            let pieces = self.pieces.iter().flat_map(|piece| match *piece {
                Piece::Point(at) => [at, at],
                Piece::Segment { from, to, .. } => [from, to],
            });
            let marks = self.marks.iter().map(|mark| mark.at);
            let runs = self.runs.iter().map(|run| run.at);
            let others = runs.chain(self.shown.iter().copied());
            let places = pieces.chain(marks).chain(others).chain([self.disagreement]);
            Axis::over(places.map(|place| place[party]))
        })
    }

    /// The frontier as lines without gaps.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
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
    #[must_use]
    pub fn region(&self) -> Vec<Place> {
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
    #[must_use]
    pub fn groups(&self) -> Vec<(Place, Vec<&Mark>)> {
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
            runs: Vec::new(),
            groups: Vec::new(),
            shown: Vec::new(),
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
