//! The Nash bargaining solution over lotteries.

use zopa_model::{Rational, UtilityPoint};

use super::Lottery;
use crate::frontier::Frontier;
use crate::game::between;
use crate::hull::scaled_hull;
use crate::search::clamp;

/// The Nash bargaining solution over lotteries: the convex hull of the feasible pairs, cut to what gives both at least their
/// BATNA after it is formed. `None` where no lottery does.
///
/// The product of gains peaks on one edge of the hull; its two vertices are efficient pairs, and the solution mixes them, or is
/// an efficient pair itself. (Nash's axioms assume the convex set: J. F. Nash, "The bargaining problem", Econometrica 18,
/// 1950.) Linear in the number of pieces.
#[must_use]
pub fn nash_lottery(frontier: &Frontier, disagreement: &UtilityPoint) -> Option<Lottery> {
    let d = frontier.scale(disagreement);
    let hull = scaled_hull(frontier);
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
