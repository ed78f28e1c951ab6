//! The gains that would be an improvement: a convex region that holds with a pair every better one.

use zopa_model::PARTIES;

use super::number::{Number, Ring, Wide};
use super::problem::{Pair, dot, wide_dot};

/// A closed region. It may be a little larger than the set of improvements, never smaller.
#[derive(Clone, Debug)]
pub(super) enum Region<T: Number> {
    /// Nothing is an improvement.
    Nothing,
    /// Both gains are above 0 and their product is at least this, which is above 0.
    Product(T::Wide),
    /// Each gain is at least its floor, and the weighted sum of both is at least a level.
    Wedge {
        floor: Pair<T>,
        level: Option<(Pair<T>, T::Wide)>,
    },
}

/// Where gains can still move: one party gains at the other's expense, at best in this proportion.
#[derive(Clone, Debug)]
pub(super) struct Slope<T> {
    /// What the party gains.
    pub(super) gain: T,
    /// What the other loses.
    pub(super) loss: T,
    /// How much the party can gain altogether.
    pub(super) reach: T,
}

/// How gains can still move: to A's side, to B's side.
pub(super) type Slopes<T> = [Option<Slope<T>>; PARTIES];

/// A supporting line of everything feasible: no agreement's weighted gains exceed `top`.
#[derive(Clone, Debug)]
pub(super) struct Line<T> {
    pub(super) weights: Pair<T>,
    pub(super) top: T,
}

impl<T: Number> Region<T> {
    /// Does this pair belong to it?
    fn holds(&self, point: &Pair<T>) -> bool {
        match self {
            Self::Nothing => false,
            Self::Product(product) => {
                point[0].is_positive()
                    && point[1].is_positive()
                    && point[0].times(&point[1]) >= *product
            }
            Self::Wedge { floor, level } => {
                point[0] >= floor[0]
                    && point[1] >= floor[1]
                    && level
                        .as_ref()
                        .is_none_or(|(weights, least)| wide_dot(weights, point) >= *least)
            }
        }
    }

    /// Can a pair be moved into it? Movements combine `slopes`, A's first; by convexity one of them alone is enough.
    pub(super) fn meets(&self, point: &Pair<T>, slopes: &Slopes<T>) -> bool {
        self.holds(point)
            || (0..PARTIES).any(|party| {
                slopes[party]
                    .as_ref()
                    .is_some_and(|slope| self.meets_ray(point, party, slope))
            })
    }

    /// Does it meet the segment on which `party` gains from `point` along the slope?
    fn meets_ray(&self, point: &Pair<T>, party: usize, slope: &Slope<T>) -> bool {
        let (own, other) = (&point[party], &point[PARTIES - 1 - party]);
        let Slope { gain, loss, reach } = slope;
        match self {
            Self::Nothing => false,
            Self::Product(product) => {
                if !other.is_positive() {
                    return false;
                }
                let line = loss.clone() * own.clone() + gain.clone() * other.clone();
                let end = own.clone() + reach.clone();
                if !line.is_positive() || !end.is_positive() {
                    return false;
                }
                let twice = loss.clone() * (own.clone() + own.clone());
                if twice >= line {
                    // The product falls from here on.
                    return false;
                }
                let at_end = loss.clone() * end.clone();
                if at_end.clone() + at_end.clone() >= line {
                    // The peak lies on the segment: the line's square over four times its weights.
                    let peak = line.times(&line);
                    peak >= T::Wide::of(4) * gain.times(loss) * product.clone()
                } else {
                    end.times(&(line - at_end)) >= gain.widen() * product.clone()
                }
            }
            Self::Wedge { floor, level } => {
                let (own_floor, other_floor) = (&floor[party], &floor[PARTIES - 1 - party]);
                let slack = other.clone() - other_floor.clone();
                let need = (own_floor.clone() - own.clone()).max(T::of(0));
                if slack < T::of(0)
                    || need > *reach
                    || loss.clone() * need.clone() > gain.clone() * slack.clone()
                {
                    return false;
                }
                let Some((weights, least)) = level else {
                    return true;
                };
                // The weighted sum is linear along the segment: look at the end where it is larger.
                let change = weights[party].times(gain) - weights[PARTIES - 1 - party].times(loss);
                let excess = wide_dot(weights, point) - least.clone();
                let enough = |step: &T, unit: &T| {
                    excess.clone() * unit.widen() + step.widen() * change.clone() >= T::Wide::of(0)
                };
                if change.is_positive() {
                    enough(reach, gain) && enough(&slack, loss)
                } else {
                    enough(&need, gain)
                }
            }
        }
    }

    /// The largest loss, in the line's weights, that a pair of the region can have; `None` if the line passes below it.
    pub(super) fn most_loss(&self, line: &Line<T>) -> Option<T> {
        let [a, b] = &line.weights;
        let least = match self {
            Self::Nothing => return None,
            Self::Product(product) => {
                let square = T::Wide::of(4) * a.times(b) * product.clone();
                let root = square.root();
                if root.clone() * root.clone() < square {
                    root + T::Wide::of(1)
                } else {
                    root
                }
            }
            Self::Wedge { floor, level } => {
                let corner = dot(&line.weights, floor).widen();
                match level {
                    Some((weights, least)) if wide_dot(weights, floor) < *least => {
                        // The lowest corner lies where the level meets one of the floors.
                        let corner_at = |party: usize| {
                            let other = PARTIES - 1 - party;
                            let rest = least.clone() - weights[other].times(&floor[other]);
                            let own = (line.weights[party].widen() * rest)
                                .div_ceil(&weights[party].widen());
                            line.weights[other].times(&floor[other]) + own
                        };
                        corner_at(0).min(corner_at(1))
                    }
                    _ => corner,
                }
            }
        };
        let loss = line.top.widen() - least;
        if loss < T::Wide::of(0) {
            return None;
        }
        Some(T::narrow(&loss).expect("no loss exceeds the range of the weighted gains, which fits"))
    }

    /// A's gains, from and to, of the pairs on the line with this loss that can belong to the region. It may be wider by a
    /// few units; `None` if there are none.
    pub(super) fn stretch(&self, line: &Line<T>, loss: &T) -> Option<(T::Wide, T::Wide)> {
        let [a, b] = line.weights.each_ref().map(Number::widen);
        let top = (line.top.clone() - loss.clone()).widen();
        let (mut low, mut high) = match self {
            Self::Nothing => return None,
            Self::Product(product) => {
                let square = top.clone() * top.clone()
                    - T::Wide::of(4) * a.clone() * b.clone() * product.clone();
                if square < T::Wide::of(0) {
                    return None;
                }
                let root = square.root() + T::Wide::of(1);
                let twice = a.clone() + a.clone();
                (
                    (top.clone() - root.clone()).div_floor(&twice),
                    (top.clone() + root).div_ceil(&twice),
                )
            }
            Self::Wedge { floor, .. } => (
                floor[0].widen(),
                (top.clone() - b.clone() * floor[1].widen()).div_floor(&a),
            ),
        };
        if let Self::Wedge {
            level: Some((weights, least)),
            ..
        } = self
        {
            let [v, u] = weights.each_ref().map(Number::widen);
            let change = v * b.clone() - u.clone() * a;
            let need = least.clone() * b - u * top;
            if change.is_positive() {
                low = low.max(need.div_ceil(&change));
            } else if change < T::Wide::of(0) {
                high = high.min((-need).div_floor(&-change));
            } else if need.is_positive() {
                return None;
            }
        }
        (low <= high).then_some((low, high))
    }
}

impl<T: Number> Line<T> {
    /// The line through a pair.
    pub(super) fn through(weights: Pair<T>, point: &Pair<T>) -> Self {
        let top = dot(&weights, point);
        Self { weights, top }
    }

    /// The other party's gain on the line with this loss, where A's gain is this; the division is exact for feasible pairs.
    pub(super) fn point(&self, loss: &T, a: &T) -> Option<Pair<T>> {
        let rest = self.top.clone() - loss.clone() - self.weights[0].clone() * a.clone();
        let b = T::narrow(&rest.widen().div_floor(&self.weights[1].widen()))?;
        Some([a.clone(), b])
    }
}
