//! The concave chain of the segments, from everything with B to everything with A.

use zopa_model::Rational;
use zopa_model::exact::Integer;

use super::super::problem::{Pair, dot};
use super::super::region::{Slope, Slopes};

/// Segments of one ratio.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// What A gains when all of it passes to A.
    pub(super) gain: Integer,
    /// What B loses then.
    pub(super) loss: Integer,
    /// The segments' places and gains.
    members: Vec<(usize, Integer)>,
}

/// The edges by falling ratio of gain to loss, of which a search's root gives some whole to A.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) edges: Vec<Edge>,
    /// What A has gained and B has lost before each edge, and at the end.
    vertices: Vec<Pair<Integer>>,
    /// How many edges are with A at the root.
    passed: usize,
    segments: usize,
}

impl Chain {
    /// The chain, with a root that is best for these weights; of edges on the line nothing has passed.
    pub(super) fn of(segments: &[(Integer, Integer)], weights: &Pair<Integer>) -> Self {
        let mut order: Vec<usize> = (0..segments.len()).collect();
        let ratio = |x: usize, y: usize| {
            (&segments[y].0 * &segments[x].1).cmp(&(&segments[x].0 * &segments[y].1))
        };
        order.sort_by(|&x, &y| ratio(x, y));
        let mut edges: Vec<Edge> = Vec::new();
        for place in order {
            let (gain, loss) = &segments[place];
            match edges.last_mut() {
                Some(last) if &last.gain * loss == gain * &last.loss => {
                    last.gain += gain;
                    last.loss += loss;
                    last.members.push((place, gain.clone()));
                }
                _ => edges.push(Edge {
                    gain: gain.clone(),
                    loss: loss.clone(),
                    members: vec![(place, gain.clone())],
                }),
            }
        }
        let mut vertices = vec![[Integer::ZERO, Integer::ZERO]];
        for edge in &edges {
            let [gain, loss] = &vertices[vertices.len() - 1];
            vertices.push([gain + &edge.gain, loss + &edge.loss]);
        }
        let worth = |edge: &Edge| dot(weights, &[edge.gain.clone(), -edge.loss.clone()]);
        Self {
            passed: edges.partition_point(|edge| worth(edge) > Integer::ZERO),
            edges,
            vertices,
            segments: segments.len(),
        }
    }

    /// What B loses when everything passes.
    pub(super) fn total_loss(&self) -> &Integer {
        &self.vertices[self.edges.len()][1]
    }

    /// Gains with nothing passed, to gains at the root.
    pub(super) fn at_root(&self, gains: &Pair<Integer>) -> Pair<Integer> {
        let [gain, loss] = &self.vertices[self.passed];
        [&gains[0] + gain, &gains[1] - loss]
    }

    /// Gains at the root, to gains before this edge.
    pub(super) fn before(&self, gains: &Pair<Integer>, edge: usize) -> Pair<Integer> {
        let ([gain, loss], [root_gain, root_loss]) =
            (&self.vertices[edge], &self.vertices[self.passed]);
        [
            &gains[0] + (gain - root_gain),
            &gains[1] - (loss - root_loss),
        ]
    }

    /// How gains can move from the root along the chain.
    pub(super) fn slopes(&self) -> Slopes<Integer> {
        let (root, end) = (
            &self.vertices[self.passed],
            &self.vertices[self.edges.len()],
        );
        let forward = self.edges.get(self.passed).map(|edge| Slope {
            gain: edge.gain.clone(),
            loss: edge.loss.clone(),
            reach: &end[0] - &root[0],
        });
        let back = self.passed.checked_sub(1).map(|edge| Slope {
            gain: self.edges[edge].loss.clone(),
            loss: self.edges[edge].gain.clone(),
            reach: root[1].clone(),
        });
        [forward, back]
    }

    /// What share of each segment has passed to A, this far along this edge: of one edge's segments one after the other, so
    /// that at most one is split.
    pub(super) fn shares(&self, edge: usize, along: &Rational) -> Vec<Rational> {
        let mut shares = vec![Rational::ZERO; self.segments];
        for (index, this) in self.edges.iter().enumerate() {
            let mut left = match index.cmp(&edge) {
                std::cmp::Ordering::Less => Rational::from(this.gain.clone()),
                std::cmp::Ordering::Equal => Rational::from(this.gain.clone()) * along,
                std::cmp::Ordering::Greater => Rational::ZERO,
            };
            for (place, gain) in &this.members {
                let gain = Rational::from(gain.clone());
                let part = (&left).min(&gain).clone();
                shares[*place] = &part / &gain;
                left = left - part;
            }
        }
        shares
    }
}
