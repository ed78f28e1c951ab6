//! The upper envelope of one concave chain, moved to every undominated sum of the lots.
//!
//! Let `E(x)` be the most that B can have when A has at least `x`. Each state (a sum of lots) contributes its own chain,
//! extended to the left at its start's height. Of two states the one further left wins at the left, the other at the
//! right, and they change places once ([`Chain::crossing`]); so each state owns at most one interval of the envelope, and a
//! stack finds them all, as in the sweep for the lower envelope of lines. The efficient pairs are the points of the envelope
//! from which it falls at once to the right.
//!
//! A state that owns nothing is covered by the others' chains. Lots that are still to be merged move all chains alike, so that
//! it owns nothing then either: it may be dropped at once.

use std::cmp::Ordering;

use zopa_model::Rational;

use crate::chain::Chain;
use crate::whole::{Fraction, Whole};

/// Part of one state's chain that is efficient, within one edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The state's place in the list.
    pub(crate) state: usize,
    /// The chain's edge.
    pub(crate) edge: usize,
    /// A's scaled gain from the state's start, at both ends.
    pub(crate) from: Rational,
    pub(crate) to: Rational,
    pub(crate) from_open: bool,
    pub(crate) to_open: bool,
}

/// A state that owns an interval of the envelope.
pub(crate) struct Owner<W> {
    pub(crate) state: usize,
    /// Where its chain starts.
    start: [W; 2],
    /// Where along A it takes over from the owner before it; `None` for the first.
    left: Option<Fraction<W>>,
}

/// The owners from left to right. The states' starts come by rising A and falling B.
///
/// O(n log^2 m) for n states and m edges.
pub(crate) fn owners<W: Whole>(
    chain: &Chain<W>,
    starts: impl Iterator<Item = [W; 2]>,
) -> Vec<Owner<W>> {
    let mut owners: Vec<Owner<W>> = Vec::new();
    for (state, start) in starts.enumerate() {
        let left = loop {
            let Some(top) = owners.last() else { break None };
            let [ahead, below] = [start[0].minus(&top.start[0]), top.start[1].minus(&start[1])];
            let at = match chain.crossing(&ahead, &below) {
                Some(gain) => gain.plus(&top.start[0]),
                None => end_of(chain, top),
            };
            if top
                .left
                .as_ref()
                .is_some_and(|left| at.cmp(left) != Ordering::Greater)
            {
                owners.pop();
            } else {
                break Some(at);
            }
        };
        owners.push(Owner { state, start, left });
    }
    owners
}

/// Where along A an owner's chain ends.
fn end_of<W: Whole>(chain: &Chain<W>, owner: &Owner<W>) -> Fraction<W> {
    Fraction {
        num: owner.start[0].plus(chain.total_gain()),
        den: W::of(&zopa_model::exact::Integer::ONE),
    }
}

/// The efficient spans by rising utility of A.
pub(crate) fn spans<W: Whole>(chain: &Chain<W>, owners: &[Owner<W>]) -> Vec<Span> {
    let mut spans = Vec::new();
    for (place, owner) in owners.iter().enumerate() {
        let start = Rational::from(owner.start[0].to_integer());
        // Where the owner before it reaches this chain's start or passes it, the start belongs to that owner or is dominated.
        let taken = owner
            .left
            .as_ref()
            .filter(|left| left.cmp_whole(&owner.start[0]) != Ordering::Less);
        let from = taken.map_or(Rational::ZERO, |left| left.to_rational() - &start);
        let next = owners
            .get(place + 1)
            .and_then(|next| next.left.as_ref().map(|right| (next, right)));
        let (right, open) = match next {
            // It ends left of the next one's start without having reached its own end, and so on the height at which the next
            // one starts: dominated by it.
            Some((next, right)) => (
                right.clone(),
                right.cmp_whole(&next.start[0]) == Ordering::Less && falls_to(chain, owner, next),
            ),
            None => (end_of(chain, owner), false),
        };
        let to = right.to_rational() - &start;
        cut_at_vertices(
            chain,
            owner.state,
            (from, taken.is_some()),
            (to, open),
            &mut spans,
        );
    }
    spans
}

/// Does an owner's chain fall to the height at which the next one starts, or below it?
fn falls_to<W: Whole>(chain: &Chain<W>, owner: &Owner<W>, next: &Owner<W>) -> bool {
    owner.start[1].minus(chain.loss_before(chain.edges())) <= next.start[1]
}

/// One span per edge; a vertex within belongs to the first of the two.
fn cut_at_vertices<W: Whole>(
    chain: &Chain<W>,
    state: usize,
    (mut from, mut from_open): (Rational, bool),
    (to, to_open): (Rational, bool),
    spans: &mut Vec<Span>,
) {
    let vertex = |edge: usize| Rational::from(chain.gain_before(edge).to_integer());
    let first = chain.edge_at(|begin| Rational::from(begin.to_integer()) <= from);
    let last = chain.edge_at(|begin| Rational::from(begin.to_integer()) < to);
    for edge in first..last {
        let end = vertex(edge + 1);
        spans.push(Span {
            state,
            edge,
            from,
            to: end.clone(),
            from_open,
            to_open: false,
        });
        (from, from_open) = (end, true);
    }
    spans.push(Span {
        state,
        edge: last,
        from,
        to,
        from_open,
        to_open,
    });
}
