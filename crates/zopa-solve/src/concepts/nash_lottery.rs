//! The Nash bargaining solution over lotteries.

use zopa_model::{Rational, UtilityPoint};

use super::Lottery;
use crate::frontier::{Frontier, Spot};
use crate::game::between;
use crate::search::clamp;

/// A vertex of the hull's efficient part, in scaled numbers.
struct Vertex {
    point: UtilityPoint,
    spot: Spot,
}

/// The Nash bargaining solution over lotteries: the convex hull of the feasible pairs, cut to what gives both at least their
/// BATNA after it is formed. `None` where no lottery does.
///
/// The product of gains peaks on one edge of the hull; its two vertices are efficient pairs, and the solution mixes them, or is
/// an efficient pair itself. (Nash's axioms assume the convex set: J. F. Nash, "The bargaining problem", Econometrica 18,
/// 1950.) Linear in the number of pieces.
#[must_use]
pub fn nash_lottery(frontier: &Frontier, disagreement: &UtilityPoint) -> Option<Lottery> {
    let d = frontier.scale(disagreement);
    let hull = hull(frontier);
    let mut best: Option<((Rational, Rational, Rational), usize, Rational)> = None;
    for edge in 0..hull.len().saturating_sub(1).max(1) {
        let (from, to) = (
            &hull[edge].point,
            &hull[(edge + 1).min(hull.len() - 1)].point,
        );
        let Some(along) = peak_within(from, to, &d) else {
            continue;
        };
        let point = between(from, to, &along);
        let gain = point.minus(&d);
        let key = (gain.product(), gain.smaller().clone(), point.a().clone());
        if best.as_ref().is_none_or(|(known, ..)| key > *known) {
            best = Some((key, edge, along));
        }
    }
    let (_, edge, along) = best?;
    let next = (edge + 1).min(hull.len() - 1);
    let point = between(&hull[edge].point, &hull[next].point, &along);
    let draws = match frontier.locate_scaled(&point) {
        Some(spot) => vec![(Rational::ONE, spot)],
        None => vec![
            (Rational::ONE - &along, hull[edge].spot.clone()),
            (along, hull[next].spot.clone()),
        ],
    };
    let utility = frontier.unscale(&point);
    let gain = utility.minus(disagreement);
    Some(Lottery {
        draws,
        utility,
        gain,
    })
}

/// How far along the edge, inside what gives both at least `d`, the product of gains is largest.
fn peak_within(from: &UtilityPoint, to: &UtilityPoint, d: &UtilityPoint) -> Option<Rational> {
    if from == to {
        return from.covers(d).then_some(Rational::ZERO);
    }
    let (gain, step) = (from.minus(d), to.minus(from));
    let first = clamp(-gain.a() / step.a());
    let last = clamp(-gain.b() / step.b());
    let reaches = |along: &Rational| between(from, to, along).covers(d);
    if first > last || !reaches(&first) || !reaches(&last) {
        return None;
    }
    let slope = step.a() * gain.b() + step.b() * gain.a();
    Some(
        (slope / (step.product() * Rational::from(-2)))
            .max(first)
            .min(last),
    )
}

/// The vertices of the efficient part of the convex hull by rising utility of A (A. M. Andrew's monotone chain, 1979).
fn hull(frontier: &Frontier) -> Vec<Vertex> {
    let mut hull: Vec<Vertex> = Vec::new();
    for piece in 0..frontier.len() {
        let ends = frontier.scaled_piece(piece);
        let point = ends.is_point();
        push(
            &mut hull,
            ends.from,
            Spot {
                piece,
                along: Rational::ZERO,
            },
        );
        if !point {
            push(
                &mut hull,
                ends.to,
                Spot {
                    piece,
                    along: Rational::ONE,
                },
            );
        }
    }
    hull
}

fn push(hull: &mut Vec<Vertex>, point: UtilityPoint, spot: Spot) {
    // An open end has a dominating neighbour: of equal utility of A the higher, of equal utility of B the further one stays.
    if hull.last().is_some_and(|last| last.point.covers(&point)) {
        return;
    }
    while let Some(last) = hull.last() {
        let dominated = point.covers(&last.point);
        let below = hull.len() >= 2 && {
            let before = &hull[hull.len() - 2].point;
            let (step, whole) = (last.point.minus(before), point.minus(before));
            step.a() * whole.b() >= whole.a() * step.b()
        };
        if !dominated && !below {
            break;
        }
        hull.pop();
    }
    hull.push(Vertex { point, spot });
}
