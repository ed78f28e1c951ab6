//! The concave chain that the continuous issues form.

use zopa_model::Rational;

use crate::plan::Edge;

/// What B loses as A gains, cheapest first: a convex, rising, piecewise linear function on [0, total gain].
///
/// All numbers are scaled (see [`Plan`](crate::plan::Plan)).
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// A's gain and B's loss before each edge, and at the end; (0, 0) first.
    vertices: Vec<(Rational, Rational)>,
}

impl Chain {
    pub(crate) fn of(edges: &[Edge]) -> Self {
        let mut vertices = vec![(Rational::ZERO, Rational::ZERO)];
        for edge in edges {
            let (gain, loss) = &vertices[vertices.len() - 1];
            vertices.push((gain + &edge.gain, loss + &edge.loss));
        }
        Self { vertices }
    }

    /// Is there nothing continuous?
    pub(crate) fn is_empty(&self) -> bool {
        self.vertices.len() == 1
    }

    /// A's gain before this edge (the number of edges: at the end).
    pub(crate) fn gain_before(&self, edge: usize) -> &Rational {
        &self.vertices[edge].0
    }

    /// A's gain at the end.
    pub(crate) fn total_gain(&self) -> &Rational {
        &self.vertices[self.vertices.len() - 1].0
    }

    /// The edge on which A's gain is reached: the one that begins before it and does not end before it. 0 at the start.
    pub(crate) fn edge_at(&self, gain: &Rational) -> usize {
        let begun = self.vertices.partition_point(|vertex| vertex.0 < *gain);
        begun
            .saturating_sub(1)
            .min(self.vertices.len().saturating_sub(2))
    }

    /// B's loss when A gains this much; nothing at or below 0.
    pub(crate) fn loss(&self, gain: &Rational) -> Rational {
        if !gain.is_positive() {
            return Rational::ZERO;
        }
        let edge = self.edge_at(gain);
        let ((from, lost), (to, all)) = (&self.vertices[edge], &self.vertices[edge + 1]);
        if gain == to {
            return all.clone();
        }
        lost + &((gain - from) * (all - lost) / (to - from))
    }

    /// Where the chain of a state `p` falls to the chain of a state `q` that starts `ahead` > 0 further along A and
    /// `below` > 0 lower for B: A's gain from `p`'s start, the least at which the first is not above the second.
    ///
    /// `q`'s chain counts as extended to its left at its start's height. The difference of the two never rises (a chain
    /// is concave, and is compared with its own translate), so there is one crossing. `None` where the first is above
    /// the second up to its very end.
    ///
    /// O(log^2 m) for m edges.
    pub(crate) fn crossing(&self, ahead: &Rational, below: &Rational) -> Option<Rational> {
        let above = |gain: &Rational| below - self.loss(gain) + self.loss(&(gain - ahead));
        if above(self.total_gain()).is_positive() {
            return None;
        }
        // The first vertex of p's chain, then of q's, at which p is not above: in between, both are straight.
        let of_p = self
            .vertices
            .partition_point(|vertex| above(&vertex.0).is_positive());
        let (mut low, mut high) = (
            self.vertices[of_p - 1].0.clone(),
            self.vertices[of_p].0.clone(),
        );
        let of_q = self.vertices.partition_point(|vertex| {
            let gain = &vertex.0 + ahead;
            gain <= low || (gain < high && above(&gain).is_positive())
        });
        if let Some(vertex) = self.vertices.get(of_q) {
            high = high.min(&vertex.0 + ahead);
        }
        if of_q > 0 {
            low = low.max(&self.vertices[of_q - 1].0 + ahead);
        }
        let (at_low, at_high) = (above(&low), above(&high));
        let fall = &at_low - &at_high;
        Some(&low + &((high - &low) * at_low / fall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::{Game, Issue};
    use zopa_model::UtilityPoint;

    /// Edges (gain, loss), in any order.
    fn chain(edges: &[(i64, i64)]) -> Chain {
        let zero = || UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let issues = edges
            .iter()
            .map(|&(gain, loss)| {
                Issue::Segment([
                    UtilityPoint::new(gain.into(), Rational::from(-loss)),
                    zero(),
                ])
            })
            .collect();
        Chain::of(
            &Plan::of(&Game {
                base: zero(),
                issues,
            })
            .edges,
        )
    }

    #[test]
    fn losses_are_cheapest_first() {
        // ratios 1/2, 1, 3: vertices (0,0) (4,2) (6,4) (7,7)
        let chain = chain(&[(2, 2), (1, 3), (4, 2)]);
        for (gain, loss) in [
            ("-1", "0"),
            ("0", "0"),
            ("2", "1"),
            ("4", "2"),
            ("5", "3"),
            ("13/2", "11/2"),
            ("7", "7"),
        ] {
            let gain: Rational = gain.parse().expect("a number");
            assert_eq!(chain.loss(&gain).to_string(), loss, "at {gain}");
        }
        assert_eq!(chain.edge_at(&Rational::from(4)), 0);
        assert_eq!(chain.edge_at(&Rational::new(9, 2)), 1);
    }

    #[test]
    fn crossings_by_hand() {
        let chain = chain(&[(2, 2), (1, 3), (4, 2)]);
        let crossing = |ahead: i64, below: i64| {
            chain
                .crossing(&ahead.into(), &below.into())
                .map(|gain| gain.to_string())
        };
        // Flat part: p loses 1 at gain 2, where q (start at 3) has not begun.
        assert_eq!(crossing(3, 1).as_deref(), Some("2"));
        // On q's first edge: 3 - loss(t) + (t-1)/2 = 0: at t=6 it is 3-4+5/2 > 0, at 7: 3-7+(at gain 6) 4 = 0.
        assert_eq!(crossing(1, 3).as_deref(), Some("7"));
        // at t=6: 2-4+(5-4+2) = 1; at t=7: 2-7+4 = -1: halfway.
        assert_eq!(crossing(1, 2).as_deref(), Some("13/2"));
        // p's end is 7 below its start, q's gain there is 6 of its own: 4 - 7 + 4 > 0.
        assert_eq!(crossing(1, 4), None);
    }
}
