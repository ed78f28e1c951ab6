//! The search of the core: undominated partial sums, cut off by what they can still become.
//!
//! Items are decided one after the other, those first that lose least for what they move (D. Pisinger, "A minimal algorithm
//! for the 0-1 knapsack problem", Operations Research 45, 1997). A state is the pair of gains when all later items stay as they
//! are at the root; so every state is an agreement, and is offered. Two rules keep the list short:
//! - a state that another one dominates is dropped (G. L. Nemhauser, Z. Ullmann, Management Science 15, 1969): whatever is
//!   changed later changes both alike, and every aim prefers the dominating pair, or holds both for equal;
//! - a state is dropped whose relaxation does not meet the region of improvements: later items can move it, at best, along
//!   the best ratio left on either side, and no further than all of them together.

use super::aim::Verdict;
use super::core::{Item, slopes};
use super::line::index;
use super::number::Number;
use super::problem::{Pair, plus};
use super::region::{Region, Slopes};
use super::search::{Change, Meter, Seeker};

/// A partial sum.
#[derive(Clone, Debug)]
struct State<T> {
    gains: Pair<T>,
    /// The node of its last change.
    node: u32,
    /// The change of the item at hand: its index plus 1; 0: none.
    fresh: u32,
}

/// A change and the changes before it.
#[derive(Clone, Copy, Debug)]
struct Node {
    before: u32,
    change: Change,
}

/// No change.
const ROOT: u32 = u32::MAX;
/// Nodes are cleared away when there are this many more than twice the states, or as many more as may be kept.
const LOOSE_NODES: usize = 1 << 20;

/// How the search ended.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// Is it proven that nothing better exists?
    pub(super) closed: bool,
    /// The changes that make the best pair, if this search found it.
    pub(super) changes: Option<Vec<Change>>,
}

/// Searches all combinations of changes of the items, from a root of loss 0. `beyond` is how gains can move apart from them.
/// Whenever something was found, `done` may say that nothing better exists.
pub(super) fn explore<T: Number, S: Seeker<T>>(
    items: &[Item<T>],
    root: &Pair<T>,
    beyond: &Slopes<T>,
    done: impl Fn(&S) -> bool,
    search: &mut S,
    meter: &mut Meter<'_>,
) -> Ended {
    let slopes = slopes(items, beyond);
    let mut nodes: Vec<Node> = Vec::new();
    let mut found = None;
    let mut states = vec![State {
        gains: root.clone(),
        node: ROOT,
        fresh: 0,
    }];
    states.retain(|state| search.region().meets(&state.gains, &slopes[0]));
    for (item, ahead) in items.iter().zip(&slopes[1..]) {
        if states.is_empty() {
            break;
        }
        let mut looked = 0;
        let mut grown = Vec::new();
        for (place, change) in item.moves.iter().enumerate() {
            let fresh = u32::try_from(place + 1).unwrap_or(u32::MAX);
            let moved = states.iter().map(|state| State {
                gains: plus(&state.gains, &change.step),
                node: state.node,
                fresh,
            });
            let list = if place == 0 { &states } else { &grown };
            looked += list.len() + states.len();
            grown = merged(list, moved, states.len());
        }
        let mut improved = false;
        for state in grown.iter().filter(|state| state.fresh > 0) {
            match search.offer(&state.gains) {
                Verdict::Worse => {}
                Verdict::Tie => improved = true,
                Verdict::Better => {
                    improved = true;
                    let mut changes = trail(&nodes, state.node);
                    changes.push(item.moves[index(state.fresh) - 1].change);
                    found = Some(changes);
                }
            }
        }
        if improved && done(search) {
            states.clear();
            break;
        }
        states = remaining(grown, item, ahead, search.region(), &mut nodes);
        if nodes.len() > 2 * states.len() + LOOSE_NODES.min(meter.max_points()) {
            clear_away(&mut nodes, &mut states);
        }
        if !meter.allows(states.len().max(nodes.len() / 4), looked) {
            return Ended {
                closed: false,
                changes: found,
            };
        }
    }
    Ended {
        // States that are left have no item ahead: they were offered.
        closed: true,
        changes: found,
    }
}

/// The undominated states of a list and of another one in the same order: by falling gain of A, so rising gain of B. Of equal
/// pairs the one of the list stays.
fn merged<T: Number>(
    list: &[State<T>],
    moved: impl Iterator<Item = State<T>>,
    more: usize,
) -> Vec<State<T>> {
    let mut out: Vec<State<T>> = Vec::with_capacity(list.len() + more);
    let mut push = |state: State<T>| {
        if out.last().is_none_or(|last| state.gains[1] > last.gains[1]) {
            out.push(state);
        }
    };
    let mut old = list.iter().peekable();
    for state in moved {
        while let Some(next) = old.next_if(|next| next.gains >= state.gains) {
            push(next.clone());
        }
        push(state);
    }
    old.cloned().for_each(push);
    out
}

/// The states that can still become better than the best pair, with nodes for their new changes.
fn remaining<T: Number>(
    grown: Vec<State<T>>,
    item: &Item<T>,
    ahead: &Slopes<T>,
    region: &Region<T>,
    nodes: &mut Vec<Node>,
) -> Vec<State<T>> {
    let mut states = grown;
    states.retain_mut(|state| {
        if !region.meets(&state.gains, ahead) {
            return false;
        }
        if state.fresh > 0 {
            let change = item.moves[index(state.fresh) - 1].change;
            nodes.push(Node {
                before: state.node,
                change,
            });
            state.node = u32::try_from(nodes.len() - 1).expect("a budget of nodes fits 32 bits");
            state.fresh = 0;
        }
        true
    });
    states
}

/// The changes up to a node.
fn trail(nodes: &[Node], node: u32) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut at = node;
    while at != ROOT {
        let node = &nodes[index(at)];
        changes.push(node.change);
        at = node.before;
    }
    changes
}

/// Drops the nodes that no state descends from. A node stands after the one before it.
fn clear_away<T>(nodes: &mut Vec<Node>, states: &mut [State<T>]) {
    let mut places = vec![ROOT; nodes.len()];
    let needed = 0;
    for state in states.iter().filter(|state| state.node != ROOT) {
        places[index(state.node)] = needed;
    }
    for at in (0..nodes.len()).rev() {
        if places[at] != ROOT && nodes[at].before != ROOT {
            places[index(nodes[at].before)] = needed;
        }
    }
    let mut kept: Vec<Node> = Vec::new();
    for (place, node) in places.iter_mut().zip(nodes.iter()) {
        if *place != ROOT {
            *place = u32::try_from(kept.len()).expect("fewer nodes than before");
            kept.push(*node);
        }
    }
    let moved = |node: u32| {
        if node == ROOT {
            ROOT
        } else {
            places[index(node)]
        }
    };
    for node in &mut kept {
        node.before = moved(node.before);
    }
    for state in states {
        state.node = moved(state.node);
    }
    *nodes = kept;
}
