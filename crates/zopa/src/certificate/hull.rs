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

    /// The weights for the largest sum of utilities of at least `d`.
    pub(super) fn largest_sum(&self, d: &UtilityPoint) -> UtilityPoint {
        let most = self.0.iter().map(UtilityPoint::sum).max();
        let mut best = self.0.iter().filter(|point| Some(point.sum()) == most);
        let first = best.next();
        let last = best.next_back().or(first);
        if last.is_some_and(|last| last.a() < d.a()) {
            self.edge_before(|point| point.a() < d.a())
        } else if first.is_some_and(|first| first.b() < d.b()) {
            self.edge_before(|point| point.b() >= d.b())
        } else {
            UtilityPoint::new(Rational::ONE, Rational::ONE)
        }
    }

    /// The weights of the edge that ends where `before` ceases to hold; of one party alone beyond the ends.
    fn edge_before(&self, before: impl Fn(&UtilityPoint) -> bool) -> UtilityPoint {
        let at = self.0.partition_point(before);
        if at == 0 {
            UtilityPoint::new(Rational::ZERO, Rational::ONE)
        } else if at == self.0.len() {
            UtilityPoint::new(Rational::ONE, Rational::ZERO)
        } else {
            normal(&self.0[at - 1], &self.0[at])
        }
    }
}

/// The weights by which two points, the second one better for A and worse for B, count the same.
pub(super) fn normal(from: &UtilityPoint, to: &UtilityPoint) -> UtilityPoint {
    UtilityPoint::new(from.b() - to.b(), to.a() - from.a())
}
