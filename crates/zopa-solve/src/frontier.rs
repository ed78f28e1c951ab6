//! The Pareto frontier.

use zopa_model::exact::Integer;
use zopa_model::{Rational, UtilityPoint};

use crate::budget::{Budget, Completeness};
use crate::chain::{AnyChain, Chain};
use crate::envelope::{Owner, Span, owners, spans};
use crate::game::{Choice, Game, between};
use crate::merge::merge_all;
use crate::plan::{Pair, Plan};
use crate::sum::{Sum, Width};
use crate::trace::{Effort, Trace};
use crate::whole::Whole;

/// The efficient utility pairs of a game: those that no feasible pair weakly dominates, each with an agreement that
/// attains it.
///
/// In two dimensions they form a sequence of isolated points and segments by rising utility of A (so falling utility of
/// B). Segments that meet are two pieces; the shared vertex belongs to the first. Along one piece only continuous issues
/// change, so that mixing its end agreements attains every point of it.
#[derive(Clone, Debug)]
pub struct Frontier {
    plan: Plan,
    chain: AnyChain,
    points: Points,
    trace: Trace,
    /// Empty where nothing is continuous: then every point is a piece.
    spans: Vec<Span>,
    width: Width,
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
    Packed(Vec<u64>),
    Narrow(Vec<(i64, i64)>),
    Wide(Vec<(i128, i128)>),
    Big(Vec<(Integer, Integer)>),
}

impl Points {
    fn len(&self) -> usize {
        match self {
            Self::Packed(list) => list.len(),
            Self::Narrow(list) => list.len(),
            Self::Wide(list) => list.len(),
            Self::Big(list) => list.len(),
        }
    }

    /// A's gain and B's (negative).
    fn gains(&self, index: usize, bounds: &Pair) -> [Rational; 2] {
        match self {
            Self::Packed(list) => list[index].gains(bounds),
            Self::Narrow(list) => list[index].gains(bounds),
            Self::Wide(list) => list[index].gains(bounds),
            Self::Big(list) => list[index].gains(bounds),
        }
    }
}

impl Frontier {
    /// The frontier of a game.
    ///
    /// Lots are merged by the method of Nemhauser and Ullmann ("Discrete dynamic programming and capital allocation", 1969),
    /// then the concave chain of the continuous issues is laid on every sum and the upper envelope is taken. No product of
    /// issues is ever enumerated.
    ///
    /// Cost: the sum of the lengths of all intermediate lists, plus O(n log^2 m) for n sums and m continuous issues.
    #[must_use]
    pub fn of(game: &Game, budget: &Budget<'_>) -> Completeness<Self> {
        Self::with_width(game, budget, Width::Packed, true)
    }

    /// As [`Self::of`], with integers at least this wide (for tests of the wide paths on small numbers), and with no record of how
    /// sums came about unless `traced`.
    pub(crate) fn with_width(
        game: &Game,
        budget: &Budget<'_>,
        at_least: Width,
        traced: bool,
    ) -> Completeness<Self> {
        let plan = Plan::of(game);
        let width = Width::for_bounds(&plan.bounds).max(at_least);
        let chain = AnyChain::of(&plan, width == Width::Big);
        let built = match width {
            Width::Packed => build(&plan, &chain, budget, traced, Points::Packed),
            Width::Narrow => build(&plan, &chain, budget, traced, Points::Narrow),
            Width::Wide => build(&plan, &chain, budget, traced, Points::Wide),
            Width::Big => build(&plan, &chain, budget, traced, Points::Big),
        };
        match built {
            Completeness::Complete((points, trace, spans)) => Completeness::Complete(Self {
                plan,
                chain,
                points,
                trace,
                spans,
                width,
            }),
            Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
        }
    }

    /// The common denominator of every utility in the game: times it, the utilities of whole options are whole numbers.
    #[must_use]
    pub fn common_denominator(&self) -> Rational {
        self.plan.scale.clone()
    }

    /// What it cost.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.trace.effort
    }

    /// The integers in which sums of lots were held.
    #[must_use]
    pub fn width(&self) -> Width {
        self.width
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
                .agreement(&self.trace.options(spot.piece), 0, &Rational::ZERO),
            Some(span) => {
                let gain = &span.from + &((&span.to - &span.from) * &spot.along);
                let on_edge = gain - &self.chain.gain_before(span.edge);
                self.plan
                    .agreement(&self.trace.options(span.state), span.edge, &on_edge)
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
                    UtilityPoint::new(
                        start.a() + gain,
                        start.b() - self.chain.loss_on(span.edge, gain),
                    )
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
        let gains = self.points.gains(index, &self.plan.bounds);
        UtilityPoint(std::array::from_fn(|party| {
            &self.plan.base.0[party] + &(&gains[party] * &self.plan.unit.0[party])
        }))
    }

    pub(crate) fn scale(&self, point: &UtilityPoint) -> UtilityPoint {
        UtilityPoint(point.0.each_ref().map(|value| value * &self.plan.scale))
    }

    pub(crate) fn unscale(&self, point: &UtilityPoint) -> UtilityPoint {
        UtilityPoint(point.0.each_ref().map(|value| value / &self.plan.scale))
    }

    pub(crate) fn scale_number(&self, value: &Rational) -> Rational {
        value * &self.plan.scale
    }

    pub(crate) fn unscale_number(&self, value: &Rational) -> Rational {
        value / &self.plan.scale
    }
}

/// The lots' sums that can matter, how each came about, and the spans of their chains that are efficient.
fn build<S: Sum>(
    plan: &Plan,
    chain: &AnyChain,
    budget: &Budget<'_>,
    traced: bool,
    wrap: impl Fn(Vec<S>) -> Points,
) -> Completeness<(Points, Trace, Vec<Span>)> {
    match chain {
        _ if chain.is_empty() => with_owners::<S, i128>(plan, None, budget, traced, wrap),
        AnyChain::Machine(chain) => with_owners(plan, Some(chain), budget, traced, wrap),
        AnyChain::Big(chain) => with_owners(plan, Some(chain), budget, traced, wrap),
    }
}

fn with_owners<S: Sum, W: Whole>(
    plan: &Plan,
    chain: Option<&Chain<W>>,
    budget: &Budget<'_>,
    traced: bool,
    wrap: impl Fn(Vec<S>) -> Points,
) -> Completeness<(Points, Trace, Vec<Span>)> {
    let owners_in = |chain: &Chain<W>, list: &[S]| -> Vec<Owner<W>> {
        // The chain's numbers were chosen with the units in mind; where there is no chain they may be of any size.
        let unit = plan.unit.0.each_ref().map(|unit| W::of(&unit.numerator()));
        let start = |sum: &S| {
            let [a, b] = sum.position::<W>();
            [a.times(&unit[0]), b.times(&unit[1])]
        };
        owners(chain, list.iter().map(start))
    };
    let prune = chain.map(|chain| {
        move |list: &[S]| -> Vec<u32> {
            let place = |owner: &Owner<W>| {
                u32::try_from(owner.state).expect("a list has fewer than 2^32 members")
            };
            owners_in(chain, list).iter().map(place).collect()
        }
    });
    match merge_all(&plan.lots, &plan.bounds, budget, traced, prune) {
        Completeness::Complete((list, trace)) => {
            let spans = chain.map_or_else(Vec::new, |chain| spans(chain, &owners_in(chain, &list)));
            Completeness::Complete((wrap(list), trace, spans))
        }
        Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Issue, Values};

    /// 150 lots of 1 to 97 for A and nearly as much for B (quadratic residues make them look random), and a large one of three options, which has no place on the array.
    fn game(three: bool) -> Game {
        let point = |a: i64, b: i64| UtilityPoint::new(a.into(), b.into());
        let lot = |k: i64| {
            let (a, b) = (1 + k * k % 97, 1 + k * k % 97 + k * k * k % 5);
            Issue::Options(vec![point(a, 0), point(0, b), point(0, 0)])
        };
        let mut issues: Vec<Issue> = (1..151).map(lot).collect();
        if three {
            issues.push(Issue::Options(vec![
                point(900, 0),
                point(500, 500),
                point(0, 900),
            ]));
        }
        Game {
            base: point(-3, 4),
            issues,
        }
    }

    /// The array takes over where the list is long, for two options in packed sums alone; all ways lead to the same frontier.
    #[test]
    fn every_width_and_the_array_agree() {
        for three in [false, true] {
            let game = game(three);
            let of = |width| {
                let frontier = Frontier::with_width(&game, &Budget::default(), width, true);
                frontier.complete().expect("a game within the budget")
            };
            let packed = of(Width::Packed);
            assert_eq!(
                packed.effort().dense_lots > 0,
                !three,
                "{:?}",
                packed.effort()
            );
            let pieces: Vec<Piece> = packed.pieces().collect();
            assert!(pieces.len() > 1000);
            let values = Values::of(&game, &Budget::default()).complete();
            let values = values.expect("a game within the budget");
            assert!(values.pieces().eq(pieces.iter().cloned()));
            assert_eq!(values.effort(), packed.effort());
            for width in [Width::Narrow, Width::Wide, Width::Big] {
                let other = of(width);
                assert_eq!((other.width(), other.effort().dense_lots), (width, 0));
                assert!(other.pieces().eq(pieces.iter().cloned()), "{width:?}");
            }
            for piece in (0..packed.len()).step_by(7) {
                let spot = Spot {
                    piece,
                    along: Rational::ZERO,
                };
                assert_eq!(
                    game.utility(&packed.agreement(&spot)),
                    packed.utility(&spot)
                );
            }
        }
    }
}
