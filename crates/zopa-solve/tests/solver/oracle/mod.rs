//! A stupid oracle: every agreement that could matter is written down, and everything is asked of all of them.
//!
//! Every choice of options is combined with every choice of ends of the continuous issues, all but one, which moves along
//! its whole length (with no continuous issue, each combination is one point). What is efficient lies on these strokes:
//! mixtures of several issues at once lie inside the figure that the strokes draw, or on a straight line of them. A stroke along
//! which both parties gain is as good as its better end.
//!
//! Then every stroke has taken from it what another one dominates, and what is left of all is the frontier. Nothing is sorted
//! by ratios, merged, swept or searched; the solver's only code used is [`Rational`] and the data types.

mod frontier;
pub(crate) mod solutions;
mod stroke;

use zopa_model::UtilityPoint;
use zopa_solve::{Game, Issue};

pub(crate) use frontier::{joined, turned};
pub(crate) use stroke::Stroke;

/// Everything about one game.
pub(crate) struct Oracle {
    /// Feasible strokes; every feasible pair is covered by a point of one of them.
    pub(crate) feasible: Vec<Stroke>,
    /// The frontier, joined ([`joined`]).
    pub(crate) frontier: Vec<Stroke>,
}

impl Oracle {
    pub(crate) fn of(game: &Game) -> Self {
        let feasible = strokes(game);
        let frontier = joined(frontier::undominated(&feasible));
        Self { feasible, frontier }
    }
}

/// How many strokes [`Oracle::of`] would look at.
pub(crate) fn size(game: &Game) -> usize {
    let options = |issue: &Issue| match issue {
        Issue::Options(options) => options.len(),
        Issue::Segment(_) => 2,
    };
    let combinations: usize = game.issues.iter().map(options).product();
    let continuous = game
        .issues
        .iter()
        .filter(|issue| matches!(issue, Issue::Segment(_)))
        .count();
    combinations * continuous.max(1)
}

/// Every stroke of the game.
pub(crate) fn strokes(game: &Game) -> Vec<Stroke> {
    let moving: Vec<usize> = (0..game.issues.len())
        .filter(|&index| matches!(game.issues[index], Issue::Segment(_)))
        .collect();
    let mut strokes = Vec::new();
    if moving.is_empty() {
        for point in sums(game, None) {
            strokes.push(Stroke::point(point));
        }
    }
    for &index in &moving {
        let Issue::Segment([from, to]) = &game.issues[index] else {
            unreachable!("a segment")
        };
        for point in sums(game, Some(index)) {
            strokes.push(Stroke::between(point.plus(from), point.plus(to)));
        }
    }
    // The same stroke often comes about in many ways.
    strokes.sort_by(|x, y| (&x.from, &x.to).cmp(&(&y.from, &y.to)));
    strokes.dedup();
    strokes
}

/// The base plus one option of each issue but one; of a segment, an end.
fn sums(game: &Game, without: Option<usize>) -> Vec<UtilityPoint> {
    let mut sums = vec![game.base.clone()];
    for (index, issue) in game.issues.iter().enumerate() {
        if without == Some(index) {
            continue;
        }
        let options = match issue {
            Issue::Options(options) => options.as_slice(),
            Issue::Segment(ends) => ends.as_slice(),
        };
        sums = sums
            .iter()
            .flat_map(|sum| options.iter().map(|option| sum.plus(option)))
            .collect();
    }
    sums
}
