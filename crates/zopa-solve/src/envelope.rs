//! The upper envelope of one concave chain, moved to every undominated sum of the lots.
//!
//! Let `E(x)` be the most that B can have when A has at least `x`. Each state (a sum of lots) contributes its own chain,
//! extended to the left at its start's height. Of two states the one further left wins at the left, the other at the
//! right, and they change places once ([`Chain::crossing`]); so each state owns at most one interval of the envelope, and a
//! stack finds them all, as in the sweep for the lower envelope of lines. The efficient pairs are the points of the envelope
//! from which it falls at once to the right.

use zopa_model::Rational;

use crate::chain::Chain;

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

struct Owner {
    state: usize,
    /// Where it takes over from the owner before it; `None` for the first.
    left: Option<Rational>,
}

/// The efficient spans by rising utility of A. `start(i)` is where state `i`'s chain starts, by rising A and falling B.
///
/// O(n log^2 m) for n states and m edges.
pub(crate) fn envelope(
    chain: &Chain,
    states: usize,
    start: impl Fn(usize) -> (Rational, Rational),
) -> Vec<Span> {
    let mut owners: Vec<Owner> = Vec::new();
    for state in 0..states {
        let (a, b) = start(state);
        let left = loop {
            let Some(top) = owners.last() else { break None };
            let (top_a, top_b) = start(top.state);
            let gain = chain.crossing(&(&a - &top_a), &(top_b - &b));
            let at = top_a + gain.as_ref().unwrap_or_else(|| chain.total_gain());
            if top.left.as_ref().is_some_and(|left| at <= *left) {
                owners.pop();
            } else {
                break Some(at);
            }
        };
        owners.push(Owner { state, left });
    }
    let mut spans = Vec::new();
    for (place, owner) in owners.iter().enumerate() {
        let (a, b) = start(owner.state);
        // Where the owner before it reaches this chain's start or passes it, the start belongs to that owner or is dominated.
        let taken = owner.left.as_ref().filter(|left| **left >= a);
        let from = taken.map_or(Rational::ZERO, |left| left - &a);
        let (to, to_open) = match owners.get(place + 1) {
            Some(next) => {
                let right = next
                    .left
                    .as_ref()
                    .expect("only the first owner has none before it");
                let (next_a, next_b) = start(next.state);
                let to = right - &a;
                // It ends on the height at which the next one starts, left of that start: dominated by it.
                let open = *right < next_a && &b - &chain.loss(&to) == next_b;
                (to, open)
            }
            None => (chain.total_gain().clone(), false),
        };
        cut_at_vertices(
            chain,
            owner.state,
            (from, taken.is_some()),
            (to, to_open),
            &mut spans,
        );
    }
    spans
}

/// One span per edge; a vertex within belongs to the first of the two.
fn cut_at_vertices(
    chain: &Chain,
    state: usize,
    (mut from, mut from_open): (Rational, bool),
    (to, to_open): (Rational, bool),
    spans: &mut Vec<Span>,
) {
    let last = chain.edge_at(&to);
    let first = (0..=last)
        .find(|&edge| from < *chain.gain_before(edge + 1))
        .unwrap_or(last);
    for edge in first..last {
        let vertex = chain.gain_before(edge + 1).clone();
        spans.push(Span {
            state,
            edge,
            from,
            to: vertex.clone(),
            from_open,
            to_open: false,
        });
        (from, from_open) = (vertex, true);
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
