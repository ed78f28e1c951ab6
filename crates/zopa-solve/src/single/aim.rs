//! What is sought, and what counts as better.

use zopa_model::PARTIES;

use super::number::{Number, Ring, Wide};
use super::problem::{Pair, wide_dot};
use super::region::{Line, Region};

/// What is sought among the gains of all agreements.
#[derive(Clone, Debug)]
pub(super) enum Aim<T: Number> {
    /// The largest product of two gains above 0; of equal ones the largest smaller gain, each divided by its scale; of these
    /// A's larger gain.
    Product { scale: Pair<T> },
    /// The largest smaller gain, each divided by its scale, both above 0.
    Ray { scale: Pair<T> },
    /// Among gains of at least 0 whose weighted sum is at least `level`: the largest smaller gain, each divided by its scale;
    /// of these A's larger gain.
    RayAbove {
        scale: Pair<T>,
        weights: Pair<T>,
        level: T::Wide,
    },
    /// The party's largest gain where the other's is at least 0.
    Most { party: usize },
    /// The largest weighted sum of gains of at least 0.
    Sum { weights: Pair<T> },
    /// Any pair of gains of at least 0, other than this one, whose weighted sum is at least `level`.
    Another {
        than: Pair<T>,
        weights: Pair<T>,
        level: T::Wide,
    },
}

/// The best pair so far.
#[derive(Clone, Debug)]
pub(super) struct Best<T> {
    pub(super) gains: Pair<T>,
    /// Is another pair as good, before ties are broken? Kept for products alone.
    pub(super) tied: bool,
}

/// What a pair is to the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No better.
    Worse,
    /// It shows that the best one is not alone.
    Tie,
    /// It replaces the best one.
    Better,
}

impl<T: Number> Aim<T> {
    /// Does the relaxed optimum, in which lots are divisible, lie further along an edge of this gain and loss, at or beyond
    /// which `gains` are reached? Along the concave chain of lots by falling ratio this turns from true to false once.
    pub(super) fn advances(&self, gains: &Pair<T>, (gain, loss): &(T, T)) -> bool {
        let [a, b] = gains;
        match self {
            Self::Product { .. } => {
                b.is_positive()
                    && (!a.is_positive() || gain.clone() * b.clone() > loss.clone() * a.clone())
            }
            Self::Ray { scale } | Self::RayAbove { scale, .. } => {
                a.times(&scale[1]) < b.times(&scale[0])
            }
            Self::Most { party: 0 } => b.is_positive(),
            Self::Most { .. } => *a < T::of(0),
            Self::Sum { weights } | Self::Another { weights, .. } => {
                b.is_positive()
                    && (*a < T::of(0) || weights[0].times(gain) > weights[1].times(loss))
            }
        }
    }

    /// A's gain, rounded down, at the best point of the line. The nearest attainable gains on either side of it, of which the
    /// lower may equal it, hold the best pair on the line (any pair, where one is as good as another).
    pub(super) fn peak(&self, line: &Line<T>) -> T {
        let [a, b] = &line.weights;
        let top = line.top.widen();
        let at = match self {
            Self::Product { .. } => top.div_floor(&(a.clone() + a.clone()).widen()),
            Self::Ray { scale } | Self::RayAbove { scale, .. } => {
                (top * scale[0].widen()).div_floor(&(a.times(&scale[0]) + b.times(&scale[1])))
            }
            Self::Most { party: 0 } => top.div_floor(&a.widen()),
            Self::Most { .. } => T::Wide::of(-1),
            Self::Sum { weights } | Self::Another { weights, .. } => {
                // The sum prefers one end of the stretch on which both gains are at least 0, or is level there.
                let (first, second) = (weights[0].times(b), weights[1].times(a));
                if first > second {
                    top.div_floor(&a.widen())
                } else if first < second {
                    T::Wide::of(-1)
                } else {
                    top.div_floor(&(a.clone() + a.clone()).widen())
                }
            }
        };
        let at = match self {
            // The level may cut off the peak: then the nearest end of the rest.
            Self::RayAbove { .. } => {
                let rest = self.region(None, &line.weights).stretch(line, &T::of(0));
                rest.map_or(at.clone(), |(low, high)| {
                    at.max(low - T::Wide::of(1)).min(high)
                })
            }
            _ => at,
        };
        T::narrow(&at).expect("a gain on the line fits")
    }

    /// The smaller gain, each multiplied by the other's scale: for comparisons.
    pub(super) fn smaller(scale: &Pair<T>, gains: &Pair<T>) -> T::Wide {
        gains[0].times(&scale[1]).min(gains[1].times(&scale[0]))
    }

    /// Compares a pair with the best one.
    pub(super) fn judge(&self, gains: &Pair<T>, best: Option<&Best<T>>) -> Verdict {
        let positive = gains[0].is_positive() && gains[1].is_positive();
        let allowed = gains.iter().all(|gain| *gain >= T::of(0));
        let better = match (self, best) {
            (Self::Product { .. }, _) if !positive => false,
            (Self::Product { scale }, Some(best)) => return product_verdict(scale, gains, best),
            (Self::Product { .. } | Self::Ray { .. }, None) => true,
            (Self::Ray { scale }, Some(best)) => {
                Self::smaller(scale, gains) > Self::smaller(scale, &best.gains)
            }
            (
                Self::RayAbove {
                    scale,
                    weights,
                    level,
                },
                best,
            ) => {
                let key = |gains: &Pair<T>| (Self::smaller(scale, gains), gains[0].clone());
                allowed
                    && wide_dot(weights, gains) >= *level
                    && best.is_none_or(|best| key(gains) > key(&best.gains))
            }
            (Self::Most { party }, best) => {
                gains[PARTIES - 1 - party] >= T::of(0)
                    && best.is_none_or(|best| gains[*party] > best.gains[*party])
            }
            (Self::Sum { weights }, best) => {
                allowed
                    && best.is_none_or(|best| {
                        wide_dot(weights, gains) > wide_dot(weights, &best.gains)
                    })
            }
            (
                Self::Another {
                    than,
                    weights,
                    level,
                },
                best,
            ) => best.is_none() && allowed && gains != than && wide_dot(weights, gains) >= *level,
        };
        if better {
            Verdict::Better
        } else {
            Verdict::Worse
        }
    }

    /// Where pairs lie that are better than the best one, or show that it is not alone. `lowest` bounds all gains.
    pub(super) fn region(&self, best: Option<&Best<T>>, lowest: &Pair<T>) -> Region<T> {
        let wedge = |floor, level| Region::Wedge { floor, level };
        let zero = || [T::of(0), T::of(0)];
        match (self, best) {
            (Self::Product { .. }, None) => wedge([T::of(1), T::of(1)], None),
            (Self::Product { .. }, Some(best)) => {
                Region::Product(best.gains[0].times(&best.gains[1]))
            }
            (Self::Ray { .. }, None) => wedge(lowest.clone(), None),
            (Self::Ray { scale }, Some(best)) => {
                wedge(ray_floor(scale, &best.gains, lowest, true), None)
            }
            (
                Self::RayAbove {
                    scale,
                    weights,
                    level,
                },
                best,
            ) => {
                let level = Some((weights.clone(), level.clone()));
                wedge(
                    best.map_or_else(zero, |best| ray_floor(scale, &best.gains, lowest, false)),
                    level,
                )
            }
            (Self::Most { party }, best) => {
                let mut floor = zero();
                floor[*party] = match best {
                    Some(best) => best.gains[*party].clone() + T::of(1),
                    None => lowest[*party].clone(),
                };
                wedge(floor, None)
            }
            (Self::Sum { weights }, best) => wedge(
                zero(),
                best.map(|best| {
                    (
                        weights.clone(),
                        wide_dot(weights, &best.gains) + T::Wide::of(1),
                    )
                }),
            ),
            (Self::Another { weights, level, .. }, None) => {
                wedge(zero(), Some((weights.clone(), level.clone())))
            }
            // One is enough.
            (Self::Another { .. }, Some(_)) => Region::Nothing,
        }
    }
}

/// The least gains at which the smaller one, each divided by its scale, is larger than that of `gains` (`strictly`), or as
/// large.
pub(super) fn ray_floor<T: Number>(
    scale: &Pair<T>,
    gains: &Pair<T>,
    lowest: &Pair<T>,
    strictly: bool,
) -> Pair<T> {
    let smaller = usize::from(gains[1].times(&scale[0]) < gains[0].times(&scale[1]));
    let floor = |party: usize| {
        let scaled = gains[smaller].times(&scale[party]);
        let unit = scale[smaller].widen();
        let least = if strictly {
            scaled.div_floor(&unit) + T::Wide::of(1)
        } else {
            scaled.div_ceil(&unit)
        };
        let least = least.max(lowest[party].widen());
        T::narrow(&least).expect("a floor lies between the lowest gain and the best one")
    };
    [floor(0), floor(1)]
}

/// Of products: the larger one; the larger smaller gain; A's larger gain.
fn product_verdict<T: Number>(scale: &Pair<T>, gains: &Pair<T>, best: &Best<T>) -> Verdict {
    let known = &best.gains;
    match gains[0].times(&gains[1]).cmp(&known[0].times(&known[1])) {
        std::cmp::Ordering::Less => Verdict::Worse,
        std::cmp::Ordering::Greater => Verdict::Better,
        std::cmp::Ordering::Equal if gains == known => Verdict::Worse,
        std::cmp::Ordering::Equal => {
            let key = |gains: &Pair<T>| (Aim::smaller(scale, gains), gains[0].clone());
            if key(gains) > key(known) {
                Verdict::Better
            } else if best.tied {
                Verdict::Worse
            } else {
                Verdict::Tie
            }
        }
    }
}
