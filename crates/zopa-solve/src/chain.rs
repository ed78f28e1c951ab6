//! The concave chain that the continuous issues form.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, UnsignedAbs};
use zopa_model::Rational;
use zopa_model::exact::Integer;

use crate::plan::{Pair, Plan};
use crate::whole::{Fraction, Whole};

/// What B loses as A gains, cheapest first: a convex, rising, piecewise linear function on [0, total gain].
///
/// All numbers are scaled (see [`Plan`]), and so whole.
#[derive(Clone, Debug)]
pub(crate) struct Chain<W> {
    /// A's gain and B's loss before each edge, and at the end; (0, 0) first.
    vertices: Vec<[W; 2]>,
}

/// The chain of a game, in the numbers that its geometry needs.
#[derive(Clone, Debug)]
pub(crate) enum AnyChain {
    Machine(Chain<i128>),
    Big(Chain<Integer>),
}

impl AnyChain {
    /// The chain of a plan; in machine numbers unless `big`, or where they could overflow.
    pub(crate) fn of(plan: &Plan, big: bool) -> Self {
        if !big && fits_machine(plan) {
            Self::Machine(Chain::of(&plan.edges))
        } else {
            Self::Big(Chain::of(&plan.edges))
        }
    }

    /// Is there nothing continuous?
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Machine(chain) => chain.edges() == 0,
            Self::Big(chain) => chain.edges() == 0,
        }
    }

    /// A's gain before this edge (the number of edges: at the end).
    pub(crate) fn gain_before(&self, edge: usize) -> Rational {
        match self {
            Self::Machine(chain) => Rational::from(chain.vertices[edge][0]),
            Self::Big(chain) => Rational::from(chain.vertices[edge][0].clone()),
        }
    }

    /// B's loss when A gains this much, which lies on this edge.
    pub(crate) fn loss_on(&self, edge: usize, gain: &Rational) -> Rational {
        fn on<W: Whole>(chain: &Chain<W>, edge: usize, gain: &Rational) -> Rational {
            let rational = |vertex: usize| {
                chain.vertices[vertex]
                    .each_ref()
                    .map(|v| Rational::from(v.to_integer()))
            };
            let ([from, lost], [to, all]) = (rational(edge), rational(edge + 1));
            (gain - &from) * (all - &lost) / (to - from) + lost
        }
        match self {
            Self::Machine(chain) => on(chain, edge, gain),
            Self::Big(chain) => on(chain, edge, gain),
        }
    }
}

/// Does every number of [`Chain::crossing`] and of the comparison of two crossings fit 128 bits? With `M` a bound on all
/// positions and `V` on the gains and losses of edges, a crossing's numerator is at most 8 M V^2 and its denominator 2 V^2.
fn fits_machine(plan: &Plan) -> bool {
    let units: Pair = plan.unit.0.each_ref().map(Rational::numerator);
    let base: Pair = plan.base.0.each_ref().map(Rational::numerator);
    let bits = |value: &Integer| value.unsigned_abs().bit_len();
    let total = |party: usize| {
        let edges = plan.edges.iter().map(|edge| &edge.steps[party]);
        let lots = &plan.bounds[party] * &units[party];
        edges.fold(lots + (&base[party]).unsigned_abs(), |sum, step| sum + step)
    };
    let position = bits(&total(0)).max(bits(&total(1)));
    let edge = plan
        .edges
        .iter()
        .flat_map(|edge| &edge.steps)
        .map(bits)
        .max()
        .unwrap_or(0);
    (3 + position + 2 * edge) + (1 + 2 * edge) < 127
}

impl<W: Whole> Chain<W> {
    fn of(edges: &[crate::plan::Edge]) -> Self {
        let zero = W::of(&Integer::ZERO);
        let mut vertices = vec![[zero.clone(), zero]];
        for edge in edges {
            let [gain, loss] = &vertices[vertices.len() - 1];
            vertices.push([
                gain.plus(&W::of(&edge.steps[0])),
                loss.plus(&W::of(&edge.steps[1])),
            ]);
        }
        Self { vertices }
    }

    pub(crate) fn edges(&self) -> usize {
        self.vertices.len() - 1
    }

    /// A's gain before this edge (the number of edges: at the end).
    pub(crate) fn gain_before(&self, edge: usize) -> &W {
        &self.vertices[edge][0]
    }

    pub(crate) fn total_gain(&self) -> &W {
        self.gain_before(self.edges())
    }

    /// B's loss when all edges before this one have passed to A.
    pub(crate) fn loss_before(&self, edge: usize) -> &W {
        &self.vertices[edge][1]
    }

    /// A's gain and B's loss on this edge.
    fn step(&self, edge: usize) -> [W; 2] {
        let (from, to) = (&self.vertices[edge], &self.vertices[edge + 1]);
        [to[0].minus(&from[0]), to[1].minus(&from[1])]
    }

    /// The last edge that begins before this gain, or the first edge.
    pub(crate) fn edge_at(&self, is_before: impl Fn(&W) -> bool) -> usize {
        let begun = self
            .vertices
            .partition_point(|vertex| is_before(&vertex[0]));
        begun.saturating_sub(1).min(self.edges() - 1)
    }

    /// How `height` + loss(`gain`) compares with 0, for a whole gain. Nothing is lost at or below 0.
    fn sign_with_loss(&self, height: &W, gain: &W) -> Ordering {
        let Some((run, lost, beyond)) = self.parts_of_loss(gain) else {
            return height.sign();
        };
        height.plus(&lost).times(&run).plus(&beyond).sign()
    }

    /// How `height` - loss(`gain`) compares with 0.
    fn sign_without_loss(&self, height: &W, gain: &W) -> Ordering {
        let Some((run, lost, beyond)) = self.parts_of_loss(gain) else {
            return height.sign();
        };
        height.minus(&lost).times(&run).minus(&beyond).sign()
    }

    /// `run`, `lost` and `beyond` such that the loss is `lost + beyond / run`; `None` where nothing is lost.
    fn parts_of_loss(&self, gain: &W) -> Option<(W, W, W)> {
        if gain.sign() != Ordering::Greater {
            return None;
        }
        let edge = self.edge_at(|begin| begin < gain);
        let [run, fall] = self.step(edge);
        let beyond = gain.minus(self.gain_before(edge)).times(&fall);
        Some((run, self.loss_before(edge).clone(), beyond))
    }

    /// Where the chain of a state `p` falls to the chain of a state `q` that starts `ahead` > 0 further along A and
    /// `below` > 0 lower for B: A's gain from `p`'s start, the least at which the first is not above the second.
    ///
    /// `q`'s chain counts as extended to its left at its start's height. The difference of the two never rises (a chain
    /// is concave, and is compared with its own translate), so there is one crossing. `None` where the first is above
    /// the second up to its very end.
    ///
    /// O(log^2 m) for m edges.
    pub(crate) fn crossing(&self, ahead: &W, below: &W) -> Option<Fraction<W>> {
        let count = self.vertices.len();
        // Is p above q where p has reached this vertex; where q has?
        let above_at_p = |vertex: usize| {
            let height = below.minus(self.loss_before(vertex));
            self.sign_with_loss(&height, &self.gain_before(vertex).minus(ahead))
                == Ordering::Greater
        };
        let above_at_q = |vertex: usize| {
            let height = below.plus(self.loss_before(vertex));
            self.sign_without_loss(&height, &self.gain_before(vertex).plus(ahead))
                == Ordering::Greater
        };
        if above_at_p(count - 1) {
            return None;
        }
        // The first vertex of p's chain, then of q's, at which p is not above: in between, both are straight.
        let of_p = first(0..count, |vertex| !above_at_p(vertex));
        let edge_p = of_p - 1;
        let (low, high) = (self.gain_before(edge_p), self.gain_before(of_p));
        let of_q = first(0..count, |vertex| {
            let gain = self.gain_before(vertex).plus(ahead);
            gain > *low && (gain >= *high || !above_at_q(vertex))
        });
        let [run_p, fall_p] = self.step(edge_p);
        let lost_p = self.loss_before(edge_p);
        if of_q == 0 {
            // q has not begun: p falls to its start's height.
            // lost_p + (t - low) fall_p / run_p = below
            let num = below.minus(lost_p).times(&run_p).plus(&low.times(&fall_p));
            return Some(Fraction { num, den: fall_p });
        }
        let edge_q = of_q - 1;
        let [run_q, fall_q] = self.step(edge_q);
        // The difference falls within the stretch, so that p's slope is the steeper one.
        let den = fall_p.times(&run_q).minus(&fall_q.times(&run_p));
        // below - lost_p - (t - low) fall_p / run_p + lost_q + (t - ahead - low_q) fall_q / run_q = 0
        let height = below.minus(lost_p).plus(self.loss_before(edge_q));
        let begin_q = self.gain_before(edge_q).plus(ahead);
        let num = height
            .times(&run_p)
            .times(&run_q)
            .plus(&low.times(&fall_p).times(&run_q))
            .minus(&begin_q.times(&fall_q).times(&run_p));
        Some(Fraction { num, den })
    }
}

/// The first member of a range from which on `holds`, or its end.
fn first(range: std::ops::Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Issue};
    use zopa_model::UtilityPoint;

    /// Edges (gain, loss), in any order.
    fn plan(edges: &[(i64, i64)]) -> Plan {
        let zero = || UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let point = |gain: i64, loss: i64| UtilityPoint::new(gain.into(), Rational::from(-loss));
        let issues = edges
            .iter()
            .map(|&(gain, loss)| Issue::Segment([point(gain, loss), zero()]));
        Plan::of(&Game {
            base: zero(),
            issues: issues.collect(),
        })
    }

    /// Ratios 1/2, 1, 3: vertices (0,0) (4,2) (6,4) (7,7).
    const EDGES: [(i64, i64); 3] = [(2, 2), (1, 3), (4, 2)];

    #[test]
    fn losses_are_cheapest_first() {
        let chain = AnyChain::of(&plan(&EDGES), false);
        for (edge, gain, loss) in [
            (0, "0", "0"),
            (0, "2", "1"),
            (0, "4", "2"),
            (1, "5", "3"),
            (2, "13/2", "11/2"),
            (2, "7", "7"),
        ] {
            let gain: Rational = gain.parse().expect("a number");
            assert_eq!(chain.loss_on(edge, &gain).to_string(), loss, "at {gain}");
        }
    }

    #[test]
    fn crossings_by_hand_in_both_widths() {
        fn check<W: Whole>() {
            let chain = Chain::<W>::of(&plan(&EDGES).edges);
            let crossing = |ahead: i64, below: i64| {
                let [ahead, below] = [ahead, below].map(|value| W::of(&Integer::from(value)));
                chain
                    .crossing(&ahead, &below)
                    .map(|gain| gain.to_rational().to_string())
            };
            // Flat part: p loses 1 at gain 2, where q (start at 3) has not begun.
            assert_eq!(crossing(3, 1).as_deref(), Some("2"));
            // On q's first edge: 3 - loss(t) + loss(t-1) = 0: at t=6 it is 3-4+3 > 0, at 7: 3-7+(at gain 6) 4 = 0.
            assert_eq!(crossing(1, 3).as_deref(), Some("7"));
            // At t=6: 2-4+3 = 1; at t=7: 2-7+4 = -1: halfway.
            assert_eq!(crossing(1, 2).as_deref(), Some("13/2"));
            // p's end is 7 below its start, q has lost 4 there: 4 - 7 + 4 > 0.
            assert_eq!(crossing(1, 4), None);
        }
        check::<i128>();
        check::<Integer>();
    }
}
