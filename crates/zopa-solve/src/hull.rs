//! The convex hull of the feasible pairs: what lotteries reach.

use zopa_model::{Rational, UtilityPoint};

use crate::frontier::{Frontier, Spot};

/// A vertex of the hull's efficient part, in scaled numbers.
pub(crate) struct Vertex {
    pub(crate) point: UtilityPoint,
    pub(crate) spot: Spot,
}

/// The vertices of the efficient part of the convex hull by rising utility of A (A. M. Andrew's monotone chain, 1979).
pub(crate) fn scaled_hull(frontier: &Frontier) -> Vec<Vertex> {
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

impl Frontier {
    /// The vertices of the efficient part of the convex hull of all feasible pairs, by rising utility of A: what lotteries over
    /// agreements can reach lies on and below the lines between them. Linear in the number of pieces.
    #[must_use]
    pub fn hull(&self) -> Vec<UtilityPoint> {
        scaled_hull(self)
            .iter()
            .map(|vertex| self.unscale(&vertex.point))
            .collect()
    }
}
