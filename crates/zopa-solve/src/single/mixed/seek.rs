//! The best point of all chains so far.

use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational};

use super::super::aim::{Aim, Verdict};
use super::super::number::{Ring, Wide};
use super::super::problem::Pair;
use super::super::region::{Line, Region};
use super::super::search::Seeker;
use super::chain::Chain;

/// What is sought among the points of all chains.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// The largest product of two gains above 0; then the largest smaller gain, each divided by its scale; then A's.
    Product { scale: Pair<Integer> },
    /// The largest smaller gain, each divided by its scale; then the larger other one; then A's.
    Leximin { scale: Pair<Integer> },
    /// The party's largest gain where the other's is at least 0.
    Most { party: usize },
    /// The largest weighted sum of gains of at least 0; then the largest smaller gain, each divided by its scale; then A's.
    Sum {
        weights: Pair<Integer>,
        scale: Pair<Integer>,
    },
}

/// A point of a chain.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) gains: Pair<Rational>,
    /// What is sought, then the rules for ties.
    key: [Rational; 3],
    /// Where it lies on its chain.
    pub(super) edge: usize,
    pub(super) along: Rational,
    /// Is another point as good, before ties are broken?
    pub(super) tied: bool,
}

impl Target {
    /// The aim that has the same relaxed optimum.
    pub(super) fn aim(&self) -> Aim<Integer> {
        match self {
            Self::Product { scale } => Aim::Product {
                scale: scale.clone(),
            },
            Self::Leximin { scale } => Aim::Ray {
                scale: scale.clone(),
            },
            Self::Most { party } => Aim::Most { party: *party },
            Self::Sum { weights, .. } => Aim::Sum {
                weights: weights.clone(),
            },
        }
    }

    /// How good a point is; `None` if it is not allowed.
    fn key(&self, gains: &Pair<Rational>) -> Option<[Rational; 3]> {
        let allowed = |least: &dyn Fn(&Rational) -> bool| gains.iter().all(least).then_some(());
        let shares = |scale: &Pair<Integer>| {
            let mut shares =
                [0, 1].map(|party: usize| &gains[party] / &Rational::from(scale[party].clone()));
            shares.sort();
            shares
        };
        let [a, b] = gains;
        Some(match self {
            Self::Product { scale } => {
                allowed(&Rational::is_positive)?;
                let [smaller, _] = shares(scale);
                [a * b, smaller, a.clone()]
            }
            Self::Leximin { scale } => {
                let [smaller, other] = shares(scale);
                [smaller, other, a.clone()]
            }
            Self::Most { party } => {
                if gains[PARTIES - 1 - party].is_negative() {
                    return None;
                }
                [gains[*party].clone(), Rational::ZERO, Rational::ZERO]
            }
            Self::Sum { weights, scale } => {
                allowed(&|gain| !gain.is_negative())?;
                let [smaller, _] = shares(scale);
                [weighted(weights, gains), smaller, a.clone()]
            }
        })
    }

    /// How much of a key decides whether two points are as good.
    fn objective<'k>(&self, key: &'k [Rational; 3]) -> &'k [Rational] {
        match self {
            Self::Leximin { .. } => &key[..2],
            _ => &key[..1],
        }
    }

    /// Where on an edge from (x, y) the best point can lie besides its ends.
    fn candidates(
        &self,
        [x, y]: &Pair<Rational>,
        gain: &Rational,
        loss: &Rational,
    ) -> Vec<Rational> {
        let balanced = |scale: &Pair<Integer>| {
            let [by_a, by_b] = scale.each_ref().map(|scale| Rational::from(scale.clone()));
            (y * &by_a - x * &by_b) / (gain * &by_b + loss * &by_a)
        };
        let (a_reaches_zero, b_reaches_zero) = (-x / gain, y / loss);
        match self {
            Self::Product { .. } => {
                vec![(gain * y - loss * x) / (gain * loss * Rational::from(2))]
            }
            Self::Leximin { scale } => vec![balanced(scale)],
            Self::Most { party: 0 } => vec![b_reaches_zero],
            Self::Most { .. } => vec![a_reaches_zero],
            Self::Sum { scale, .. } => vec![a_reaches_zero, b_reaches_zero, balanced(scale)],
        }
    }
}

fn weighted(weights: &Pair<Integer>, gains: &Pair<Rational>) -> Rational {
    let [a, b] = weights
        .each_ref()
        .map(|weight| Rational::from(weight.clone()));
    a * &gains[0] + b * &gains[1]
}

fn floor(value: &Rational) -> Integer {
    Wide::div_floor(&value.numerator(), &value.denominator())
}

/// The search's best point, and the region of better ones.
#[derive(Clone, Debug)]
pub(super) struct Seek<'c> {
    target: Target,
    aim: Aim<Integer>,
    chain: &'c Chain,
    lowest: Pair<Integer>,
    region: Region<Integer>,
    pub(super) best: Option<Point>,
}

impl<'c> Seek<'c> {
    /// `lowest` bounds all gains from below.
    pub(super) fn new(target: Target, chain: &'c Chain, lowest: Pair<Integer>) -> Self {
        let mut seek = Self {
            aim: target.aim(),
            target,
            chain,
            region: Region::Nothing,
            lowest,
            best: None,
        };
        seek.region = seek.better();
        seek
    }

    /// Is the best point the relaxed optimum: on the line, where the aim is best on it?
    pub(super) fn at_bound(&self, line: &Line<Integer>) -> bool {
        let Some(Point { gains, .. }) = &self.best else {
            return false;
        };
        let [a, b] = line
            .weights
            .each_ref()
            .map(|weight| Rational::from(weight.clone()));
        let parts = [&a * &gains[0], &b * &gains[1]];
        &parts[0] + &parts[1] == Rational::from(line.top.clone())
            && match &self.target {
                Target::Product { .. } => parts[0] == parts[1],
                Target::Leximin { scale } => {
                    let [by_a, by_b] = scale.each_ref().map(|scale| Rational::from(scale.clone()));
                    &gains[0] * &by_b == &gains[1] * &by_a
                }
                Target::Most { party } => gains[PARTIES - 1 - party].is_zero(),
                // Others may have the same sum.
                Target::Sum { .. } => false,
            }
    }

    /// The best point of the chain on a state.
    fn best_on_chain(&self, state: &Pair<Integer>) -> Option<Point> {
        let edges = &self.chain.edges;
        // The point is best on the last edge along which it is worth advancing, or (for a level sum) on the next one.
        let (mut low, mut high) = (0, edges.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let edge = (edges[middle].gain.clone(), edges[middle].loss.clone());
            if self.aim.advances(&self.chain.before(state, middle), &edge) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut best: Option<Point> = None;
        for edge in [low.checked_sub(1), Some(low)]
            .into_iter()
            .flatten()
            .filter(|&edge| edge < edges.len())
        {
            let start = self.chain.before(state, edge).map(Rational::from);
            let (gain, loss) = (
                Rational::from(edges[edge].gain.clone()),
                Rational::from(edges[edge].loss.clone()),
            );
            let inner = self.target.candidates(&start, &gain, &loss);
            for along in [Rational::ZERO, Rational::ONE].into_iter().chain(inner) {
                if along.is_negative() || along > Rational::ONE {
                    continue;
                }
                let gains = [&start[0] + &gain * &along, &start[1] - &loss * &along];
                let Some(key) = self.target.key(&gains) else {
                    continue;
                };
                if best.as_ref().is_none_or(|best| key > best.key) {
                    best = Some(Point {
                        gains,
                        key,
                        edge,
                        along,
                        tied: false,
                    });
                }
            }
        }
        best
    }

    /// Where better points lie, or as good ones, rounded outwards.
    fn better(&self) -> Region<Integer> {
        let zero = || [Integer::ZERO, Integer::ZERO];
        let wedge = |floor, level| Region::Wedge { floor, level };
        match (&self.target, &self.best) {
            (Target::Product { .. }, best) => {
                let product = best
                    .as_ref()
                    .map_or(Integer::ZERO, |best| floor(&best.key[0]));
                if product.is_positive() {
                    Region::Product(product)
                } else {
                    wedge(zero(), None)
                }
            }
            (Target::Leximin { .. } | Target::Most { .. }, None) => {
                let mut least = self.lowest.clone();
                if let Target::Most { party } = &self.target {
                    least[PARTIES - 1 - party] = Integer::ZERO;
                }
                wedge(least, None)
            }
            (Target::Leximin { scale }, Some(best)) => {
                let least = |party: usize| {
                    let least = floor(&(&best.key[0] * &Rational::from(scale[party].clone())));
                    least.max(self.lowest[party].clone())
                };
                wedge([least(0), least(1)], None)
            }
            (Target::Most { party }, Some(best)) => {
                let mut least = zero();
                least[*party] = floor(&best.key[0]);
                wedge(least, None)
            }
            (Target::Sum { weights, .. }, best) => {
                let level = best
                    .as_ref()
                    .map(|best| (weights.clone(), floor(&best.key[0])));
                wedge(zero(), level)
            }
        }
    }
}

impl Seeker<Integer> for Seek<'_> {
    fn region(&self) -> &Region<Integer> {
        &self.region
    }

    fn offer(&mut self, gains: &Pair<Integer>) -> Verdict {
        let Some(mut point) = self.best_on_chain(gains) else {
            return Verdict::Worse;
        };
        if let Some(best) = &mut self.best {
            let as_good = self.target.objective(&point.key) == self.target.objective(&best.key);
            let another = as_good && point.gains != best.gains;
            if point.key <= best.key {
                best.tied |= another;
                return Verdict::Worse;
            }
            point.tied = another;
        }
        self.best = Some(point);
        self.region = self.better();
        Verdict::Better
    }
}
