//! The Pareto frontier.

use zopa_model::exact::Integer;
use zopa_model::{Rational, UtilityPoint};

use crate::budget::{Budget, Completeness};
use crate::chain::Chain;
use crate::coordinate::{Coordinate, Width};
use crate::envelope::{Span, envelope};
use crate::game::{Choice, Game, between};
use crate::merge::{List, Trace, merge_all};
use crate::plan::Plan;

/// The efficient utility pairs of a game: those that no feasible pair weakly dominates, each with an agreement that
/// attains it.
///
/// In two dimensions they form a sequence of isolated points and segments by rising utility of A (so falling utility of
/// B). Segments that meet are two pieces; the shared vertex belongs to the first. Along one piece only continuous issues
/// change, so that mixing its end agreements attains every point of it.
#[derive(Clone, Debug)]
pub struct Frontier {
    plan: Plan,
    chain: Chain,
    points: Points,
    trace: Trace,
    /// Empty where nothing is continuous: then every point is a piece.
    spans: Vec<Span>,
}

/// A point or a segment of a frontier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The end with the lower utility of A.
    pub from: UtilityPoint,
    /// The other end; the same for a point.
    pub to: UtilityPoint,
    /// Is `from` dominated, or another piece's?
    pub from_open: bool,
    /// Is `to` dominated?
    pub to_open: bool,
}

/// A place on a frontier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The piece's index.
    pub piece: usize,
    /// How far along it, in [0, 1].
    pub along: Rational,
}

impl Piece {
    /// Is this an isolated point?
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.from == self.to
    }

    /// The point this far along, in [0, 1].
    #[must_use]
    pub fn at(&self, along: &Rational) -> UtilityPoint {
        between(&self.from, &self.to, along)
    }
}

/// The lots' undominated sums, in units, in the narrowest integers that hold them.
#[derive(Clone, Debug)]
enum Points {
    Narrow(List<i64>),
    Wide(List<i128>),
    Big(List<Integer>),
}

impl Points {
    fn len(&self) -> usize {
        match self {
            Self::Narrow(list) => list.len(),
            Self::Wide(list) => list.len(),
            Self::Big(list) => list.len(),
        }
    }

    fn get(&self, index: usize) -> UtilityPoint {
        fn pair<T: Coordinate>(list: &List<T>, index: usize) -> UtilityPoint {
            UtilityPoint::new(list[index].0.to_rational(), list[index].1.to_rational())
        }
        match self {
            Self::Narrow(list) => pair(list, index),
            Self::Wide(list) => pair(list, index),
            Self::Big(list) => pair(list, index),
        }
    }
}

impl Frontier {
    /// The frontier of a game.
    ///
    /// Lots are merged by [Nemhauser and Ullmann's method](crate::merge) (with their names, `crates/zopa-solve/src/merge.rs`),
    /// then the concave chain of the continuous issues is laid on every sum and the upper envelope is taken. No product of
    /// issues is ever enumerated.
    ///
    /// Cost: the sum of the lengths of all intermediate lists, plus O(n log^2 m) for n sums and m continuous issues.
    #[must_use]
    pub fn of(game: &Game, budget: &Budget<'_>) -> Completeness<Self> {
        Self::with_width(game, budget, Width::Narrow)
    }

    /// As [`Self::of`], with integers at least this wide: for tests of the wide paths on small numbers.
    pub(crate) fn with_width(
        game: &Game,
        budget: &Budget<'_>,
        at_least: Width,
    ) -> Completeness<Self> {
        let plan = Plan::of(game);
        let merged = match plan.width().max(at_least) {
            Width::Narrow => run(&plan, budget, Points::Narrow),
            Width::Wide => run(&plan, budget, Points::Wide),
            Width::Big => run(&plan, budget, Points::Big),
        };
        let (points, trace) = match merged {
            Completeness::Complete(merged) => merged,
            Completeness::Stopped(stopped) => return Completeness::Stopped(stopped),
        };
        let chain = Chain::of(&plan.edges);
        let mut frontier = Self {
            plan,
            chain,
            points,
            trace,
            spans: Vec::new(),
        };
        if !frontier.chain.is_empty() {
            let start = |state| {
                let UtilityPoint([a, b]) = frontier.state(state);
                (a, b)
            };
            frontier.spans = envelope(&frontier.chain, frontier.points.len(), start);
        }
        Completeness::Complete(frontier)
    }

    /// The number of pieces, at least 1.
    #[must_use]
    pub fn len(&self) -> usize {
        if self.chain.is_empty() {
            self.points.len()
        } else {
            self.spans.len()
        }
    }

    /// Never: every game has an efficient pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The piece with this index, by rising utility of A.
    #[must_use]
    pub fn piece(&self, index: usize) -> Piece {
        let piece = self.scaled_piece(index);
        Piece {
            from: self.unscale(&piece.from),
            to: self.unscale(&piece.to),
            ..piece
        }
    }

    /// All pieces by rising utility of A.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        (0..self.len()).map(|index| self.piece(index))
    }

    /// The utility pair at a place.
    #[must_use]
    pub fn utility(&self, spot: &Spot) -> UtilityPoint {
        self.unscale(&self.scaled_utility(spot))
    }

    /// An agreement that attains the pair at a place: a choice for each issue of the game. At most one continuous issue is
    /// split.
    #[must_use]
    pub fn agreement(&self, spot: &Spot) -> Vec<Choice> {
        match self.spans.get(spot.piece) {
            None => self
                .plan
                .agreement(&self.trace.steps(spot.piece), 0, &Rational::ZERO),
            Some(span) => {
                let gain = &span.from + &((&span.to - &span.from) * &spot.along);
                let on_edge = gain - self.chain.gain_before(span.edge);
                self.plan
                    .agreement(&self.trace.steps(span.state), span.edge, &on_edge)
            }
        }
    }

    pub(crate) fn scaled_utility(&self, spot: &Spot) -> UtilityPoint {
        self.scaled_piece(spot.piece).at(&spot.along)
    }

    /// A piece in scaled numbers: whole numbers wherever the point is a sum of lots.
    pub(crate) fn scaled_piece(&self, index: usize) -> Piece {
        match self.spans.get(index) {
            None => {
                let point = self.state(index);
                Piece {
                    from: point.clone(),
                    to: point,
                    from_open: false,
                    to_open: false,
                }
            }
            Some(span) => {
                let start = self.state(span.state);
                let end = |gain: &Rational| {
                    UtilityPoint::new(start.a() + gain, start.b() - self.chain.loss(gain))
                };
                Piece {
                    from: end(&span.from),
                    to: end(&span.to),
                    from_open: span.from_open,
                    to_open: span.to_open,
                }
            }
        }
    }

    /// The scaled utilities of a sum of lots, with nothing continuous passed to A.
    fn state(&self, index: usize) -> UtilityPoint {
        let point = self.points.get(index);
        let coordinate =
            |party: usize| &self.plan.base.0[party] + &(&point.0[party] * &self.plan.unit.0[party]);
        UtilityPoint::new(coordinate(0), coordinate(1))
    }

    pub(crate) fn scale(&self, point: &UtilityPoint) -> UtilityPoint {
        UtilityPoint(point.0.each_ref().map(|value| value * &self.plan.scale))
    }

    pub(crate) fn unscale(&self, point: &UtilityPoint) -> UtilityPoint {
        UtilityPoint(point.0.each_ref().map(|value| value / &self.plan.scale))
    }

    pub(crate) fn unscale_number(&self, value: &Rational) -> Rational {
        value / &self.plan.scale
    }
}

fn run<T: Coordinate>(
    plan: &Plan,
    budget: &Budget<'_>,
    wrap: impl Fn(List<T>) -> Points,
) -> Completeness<(Points, Trace)> {
    match merge_all(&plan.lots, budget) {
        Completeness::Complete((list, trace)) => Completeness::Complete((wrap(list), trace)),
        Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
    }
}
