//! Judging one utility pair against a frontier. The pair need not be feasible: "no deal" is judged as the BATNAs.

use std::ops::Range;

use zopa_model::{PARTIES, Rational, UtilityPoint};

use crate::concepts::leximin::leximin;
use crate::frontier::{Frontier, Piece, Spot};
use crate::search::clamp;
use crate::zopa::{area_above, scaled_margin};

/// Where the pair lies on the frontier, if it is efficient. O(log n).
#[must_use]
pub fn locate(frontier: &Frontier, point: &UtilityPoint) -> Option<Spot> {
    frontier.locate_scaled(&frontier.scale(point))
}

/// Does some feasible pair dominate this one: at least as good for both, better for one? O(log n).
#[must_use]
pub fn is_dominated(frontier: &Frontier, point: &UtilityPoint) -> bool {
    let point = frontier.scale(point);
    // Whatever covers the pair is covered by an efficient pair; that one dominates it unless it is the pair itself.
    frontier.is_covered(&point) && frontier.locate_scaled(&point).is_none()
}

/// The largest t such that some feasible pair gives both parties t more, or 0 if that is negative. O(log n).
#[must_use]
pub fn pareto_gap(frontier: &Frontier, point: &UtilityPoint) -> Rational {
    let gap = scaled_margin(frontier, &frontier.scale(point));
    frontier.unscale_number(&gap).max(Rational::ZERO)
}

/// Per party, the most that it could add with the other one getting at least what it has; 0 where the other cannot get that.
/// O(log n).
#[must_use]
pub fn left_on_table(frontier: &Frontier, point: &UtilityPoint) -> [Rational; PARTIES] {
    let point = frontier.scale(point);
    std::array::from_fn(|party| {
        let other = PARTIES - 1 - party;
        match frontier.most_for_other(other, &point.0[other]) {
            Some((_, most)) => frontier
                .unscale_number(&(most - &point.0[party]))
                .max(Rational::ZERO),
            None => Rational::ZERO,
        }
    })
}

/// The place that is best for a party among those that give the other one at least `floor`; `None` where nothing feasible
/// does. Its utility there is the highest BATNA with which the party still has something to agree on. O(log n).
#[must_use]
pub fn best_for(frontier: &Frontier, party: usize, floor: &Rational) -> Option<Spot> {
    let other = PARTIES - 1 - party;
    let floor = frontier.scale_number(floor);
    let (piece, _) = frontier.most_for_other(other, &floor)?;
    let Piece { from, to, .. } = frontier.scaled_piece(piece);
    let (near, far) = if other == 0 { (from, to) } else { (to, from) };
    // how far from the end that is best for the party
    let off = if near.0[other] >= floor {
        Rational::ZERO
    } else {
        (floor - &near.0[other]) / (&far.0[other] - &near.0[other])
    };
    let along = if other == 0 { off } else { Rational::ONE - off };
    Some(Spot { piece, along })
}

/// The square of the Euclidean distance to the frontier, an infimum: 0 at an open end too.
///
/// Pieces are looked at from the pair's own place outwards, until the next one is further off in A's utility alone than
/// the nearest so far: in practice a few pieces, at worst all.
#[must_use]
pub fn squared_distance(frontier: &Frontier, point: &UtilityPoint) -> Rational {
    let nearest = nearest_piece(frontier, 0..frontier.len(), point, |index| {
        let piece = frontier.scaled_piece(index);
        Some([piece.from, piece.to])
    });
    nearest.expect("a frontier has a piece")
}

/// As [`squared_distance`], to the part of the frontier that gives both parties at least `floor`; `None` where there is none.
#[must_use]
pub fn squared_distance_within(
    frontier: &Frontier,
    floor: &UtilityPoint,
    point: &UtilityPoint,
) -> Option<Rational> {
    let floor = frontier.scale(floor);
    nearest_piece(frontier, frontier.pieces_reaching(&floor), point, |index| {
        frontier
            .part_from(index, &floor)
            .map(|part| [part.from, part.to])
    })
}

/// The square of the distance to the nearest of these pieces, given by their scaled ends.
fn nearest_piece(
    frontier: &Frontier,
    pieces: Range<usize>,
    point: &UtilityPoint,
    ends: impl Fn(usize) -> Option<[UtilityPoint; 2]>,
) -> Option<Rational> {
    let scaled = frontier.scale(point);
    let middle = frontier
        .first_piece(|piece| piece.to.a() < scaled.a())
        .clamp(pieces.start, pieces.end);
    let mut nearest: Option<Rational> = None;
    let mut visit = |index: usize| {
        let Some([from, to]) = ends(index) else {
            return true;
        };
        let off = (from.a() - scaled.a()).max(scaled.a() - to.a());
        if nearest
            .as_ref()
            .is_some_and(|known| off.is_positive() && off.square() >= *known)
        {
            return false;
        }
        let distance = squared_distance_to_segment([&from, &to], &scaled);
        if nearest.as_ref().is_none_or(|known| distance < *known) {
            nearest = Some(distance);
        }
        true
    };
    for index in middle..pieces.end {
        if !visit(index) {
            break;
        }
    }
    for index in (pieces.start..middle).rev() {
        if !visit(index) {
            break;
        }
    }
    nearest.map(|nearest| frontier.unscale_number(&frontier.unscale_number(&nearest)))
}

/// The square of the Euclidean distance from a pair to the line between two others, or to the one that they both are.
#[must_use]
pub fn squared_distance_to_segment(
    [from, to]: [&UtilityPoint; 2],
    point: &UtilityPoint,
) -> Rational {
    let off = point.minus(from);
    let step = to.minus(from);
    let length = step.a().square() + step.b().square();
    let along = if length.is_zero() {
        Rational::ZERO
    } else {
        clamp((off.a() * step.a() + off.b() * step.b()) / length)
    };
    let near = point.minus(&crate::game::between(from, to, &along));
    near.a().square() + near.b().square()
}

/// The largest factor by which the gains of `point` over `floor` can be stretched, both alike, so that some feasible pair still
/// gives both parties as much. `None` unless the gains are at least 0 and one is above 0. At least 1 for a feasible pair, and 1
/// where no feasible pair is better for both (or for the one party that gains). O(log n).
///
/// Source: M. J. Farrell, "The measurement of productive efficiency", Journal of the Royal Statistical Society A 120 (1957),
/// read for outputs: its inverse is the radial efficiency.
#[must_use]
pub fn radial_stretch(
    frontier: &Frontier,
    floor: &UtilityPoint,
    point: &UtilityPoint,
) -> Option<Rational> {
    let gain = point.minus(floor);
    if !gain.is_nonnegative() {
        return None;
    }
    let (floor, gain) = (frontier.scale(floor), frontier.scale(&gain));
    match [gain.a().is_zero(), gain.b().is_zero()] {
        [true, true] => None,
        [false, false] => {
            let (spot, _) = leximin(frontier, &floor, &gain);
            let reached = frontier.scaled_utility(&spot).minus(&floor);
            Some((reached.a() / gain.a()).min(reached.b() / gain.b()))
        }
        [first_stays, _] => {
            let (stays, gains) = if first_stays { (0, 1) } else { (1, 0) };
            let (_, most) = frontier.most_for_other(stays, &floor.0[stays])?;
            Some((most - &floor.0[gains]) / &gain.0[gains])
        }
    }
}

/// The area of the pairs at least as good as `point` for both parties that some feasible pair covers. Linear in the number of
/// pieces that cover it.
#[must_use]
pub fn area_of_improvement(frontier: &Frontier, point: &UtilityPoint) -> Rational {
    let area = area_above(frontier, &frontier.scale(point));
    frontier.unscale_number(&frontier.unscale_number(&area))
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Game, Issue};

    /// One thing worth (4, 1), one worth (1, 4), and 2 of money to divide.
    #[test]
    fn the_best_for_a_party_keeps_the_floor() {
        let point = |a: i64, b: i64| UtilityPoint::new(a.into(), b.into());
        let game = Game {
            base: point(0, 0),
            issues: vec![
                Issue::Options(vec![point(4, 0), point(0, 1)]),
                Issue::Options(vec![point(1, 0), point(0, 4)]),
                Issue::Segment([point(0, 2), point(2, 0)]),
            ],
        };
        let frontier = Frontier::of(&game, &Budget::default());
        let frontier = frontier.complete().expect("a small game");
        let best = |party: usize, floor: Rational| {
            let spot = best_for(&frontier, party, &floor)?;
            let utility = frontier.utility(&spot);
            assert_eq!(game.utility(&frontier.agreement(&spot)), utility);
            assert!(utility.0[1 - party] >= floor);
            Some(utility.0[party].clone())
        };
        // all to A; the money shared; each its own; what B gets cannot be more than 7
        for (floor, most) in [(0, 7), (4, 6), (5, 5), (6, 4)] {
            assert_eq!(best(0, floor.into()), Some(most.into()), "{floor}");
            assert_eq!(best(1, floor.into()), Some(most.into()), "{floor}");
        }
        assert_eq!(best(0, Rational::new(11, 2)), Some(Rational::new(9, 2)));
        assert_eq!(best(0, 8.into()), None);
        assert_eq!(best(1, 8.into()), None);
    }
}
