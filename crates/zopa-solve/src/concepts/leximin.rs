//! Leximin along a frontier: the largest smaller gain, then the largest other one.

use zopa_model::UtilityPoint;

use super::Best;
use crate::frontier::{Frontier, Spot};

/// The place where the smaller of both gains over `d`, each divided by its scale (above 0), is largest, then the larger one;
/// and whether that is one utility pair.
///
/// A's gain rises along the frontier and B's falls. The smaller one is A's up to the place where they meet and B's from
/// there on, so that only the piece on which they meet, or the two pieces at whose gap they change places, can hold the
/// maximum; and the piece after that, where they meet at an open end, which that piece's start dominates. O(log n).
pub(crate) fn leximin(frontier: &Frontier, d: &UtilityPoint, scale: &UtilityPoint) -> (Spot, bool) {
    let gains = |point: &UtilityPoint| {
        let gain = point.minus(d);
        [gain.a() / scale.a(), gain.b() / scale.b()]
    };
    let meet = frontier.first_piece(|piece| {
        let [a, b] = gains(&piece.to);
        a < b
    });
    let mut best = None;
    let last = (meet + 1).min(frontier.len() - 1);
    for piece in meet.saturating_sub(1)..=last {
        let part = frontier.whole_part(piece);
        let along = part.balanced(d, scale);
        let mut key = gains(&part.at(&along));
        key.sort();
        Best::offer(&mut best, key, &part, &along);
    }
    let best = best.expect("a frontier has a piece");
    (best.spot, best.unique)
}
