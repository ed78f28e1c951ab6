//! Judging one utility pair against a frontier. The pair need not be feasible: "no deal" is judged as the BATNAs.

use zopa_model::{PARTIES, Rational, UtilityPoint};

use crate::frontier::{Frontier, Spot};
use crate::search::clamp;
use crate::zopa::scaled_margin;

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

/// The square of the Euclidean distance to the frontier, an infimum: 0 at an open end too.
///
/// Pieces are looked at from the pair's own place outwards, until the next one is further off in A's utility alone than
/// the nearest so far: in practice a few pieces, at worst all.
#[must_use]
pub fn squared_distance(frontier: &Frontier, point: &UtilityPoint) -> Rational {
    let scaled = frontier.scale(point);
    let middle = frontier.first_piece(|piece| piece.to.a() < scaled.a());
    let mut nearest: Option<Rational> = None;
    let mut visit = |index: usize| {
        let piece = frontier.scaled_piece(index);
        let off = (piece.from.a() - scaled.a()).max(scaled.a() - piece.to.a());
        if nearest
            .as_ref()
            .is_some_and(|known| off.is_positive() && off.square() >= *known)
        {
            return false;
        }
        let distance = squared_distance_to_piece(&piece.from, &piece.to, &scaled);
        if nearest.as_ref().is_none_or(|known| distance < *known) {
            nearest = Some(distance);
        }
        true
    };
    for index in middle..frontier.len() {
        if !visit(index) {
            break;
        }
    }
    for index in (0..middle).rev() {
        if !visit(index) {
            break;
        }
    }
    let nearest = nearest.expect("a frontier has a piece");
    frontier.unscale_number(&frontier.unscale_number(&nearest))
}

fn squared_distance_to_piece(
    from: &UtilityPoint,
    to: &UtilityPoint,
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
