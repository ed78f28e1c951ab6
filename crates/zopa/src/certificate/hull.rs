//! The convex hull of the feasible pairs, which tells the weights that leave least to search.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::Frontier;

/// The efficient corners of the hull by rising utility of A.
pub(super) struct Hull(Vec<UtilityPoint>);

impl Hull {
    pub(super) fn of(frontier: &Frontier) -> Self {
        Self(frontier.hull())
    }

    /// The weights that leave least above a corner: those of the edge that lies in the direction of the hull's diagonal.
    pub(super) fn beyond(&self, corner: &UtilityPoint) -> UtilityPoint {
        let (first, last) = (&self.0[0], &self.0[self.0.len() - 1]);
        let width = |span: Rational| if span.is_zero() { Rational::ONE } else { span };
        let (width, height) = (width(last.a() - first.a()), width(first.b() - last.b()));
        self.edge_before(|point| {
            let over = point.minus(corner);
            over.a() * &height < over.b() * &width
        })
    }

    /// The weights for the largest value of a line above a corner: its own, unless all that is largest lies beside the corner.
    pub(super) fn largest(&self, line: &UtilityPoint, corner: &UtilityPoint) -> UtilityPoint {
        let value = |point: &UtilityPoint| line.a() * point.a() + line.b() * point.b();
        let most = self.0.iter().map(value).max();
        let mut best = self.0.iter().filter(|point| Some(value(point)) == most);
        let first = best.next();
        let last = best.next_back().or(first);
        if last.is_some_and(|last| last.a() < corner.a()) {
            self.edge_before(|point| point.a() < corner.a())
        } else if first.is_some_and(|first| first.b() < corner.b()) {
            self.edge_before(|point| point.b() >= corner.b())
        } else {
            line.clone()
        }
    }

    /// The weights of the edge that ends where `before` ceases to hold; beyond the ends one party counts almost alone.
    fn edge_before(&self, before: impl Fn(&UtilityPoint) -> bool) -> UtilityPoint {
        let much = Rational::from(1_000_000);
        let at = self.0.partition_point(before);
        if at == 0 {
            UtilityPoint::new(Rational::ONE, much)
        } else if at == self.0.len() {
            UtilityPoint::new(much, Rational::ONE)
        } else {
            normal(&self.0[at - 1], &self.0[at])
        }
    }
}

/// The weights by which two points, the second one better for A and worse for B, count the same.
fn normal(from: &UtilityPoint, to: &UtilityPoint) -> UtilityPoint {
    UtilityPoint::new(from.b() - to.b(), to.a() - from.a())
}
