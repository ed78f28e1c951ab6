//! Sets of utility pairs that a certificate says nothing feasible lies in.
//!
//! Every claim comes down to such sets, and every set is *upward closed*: whatever is at least as good for both as one of its
//! pairs belongs to it. That is why non-negative weights can rule it out.

use std::cmp::Ordering;

use zopa_model::{Rational, UtilityPoint};

/// Two weights, A's first: at least 0, not both 0.
pub(crate) type Weights = UtilityPoint;

/// `weights.0[0] * point.a + weights.0[1] * point.b`
pub(crate) fn weigh(weights: &Weights, point: &UtilityPoint) -> Rational {
    weights.a() * point.a() + weights.b() * point.b()
}

/// The pairs that are at least the corner in both coordinates and reach the goal.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) corner: UtilityPoint,
    /// Must a pair be above the corner in this coordinate? Never so for both a goal with ties and a coordinate.
    pub(crate) above: [bool; 2],
    pub(crate) goal: Goal,
}

/// What else makes a pair belong to a [`Region`].
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// Nothing.
    Corner,
    /// A weighted sum of its coordinates above this level.
    Line(Weights, Rational, Ties),
    /// A product of its gains over the corner above this level, which is above 0.
    Product(Rational, Ties),
}

/// Which pairs exactly at the goal's level belong to the region.
#[derive(Clone, Debug)]
pub(crate) enum Ties {
    /// None.
    Out,
    /// All but this one.
    AllBut(UtilityPoint),
    /// Those with a larger smaller gain than this one, or with an equal one and a larger utility of A.
    Better(UtilityPoint),
}

impl Region {
    pub(crate) fn corner(corner: &UtilityPoint, above: [bool; 2]) -> Self {
        Self {
            corner: corner.clone(),
            above,
            goal: Goal::Corner,
        }
    }

    /// May the region hold a pair of this weighted sum? If not, it holds none of a smaller one either.
    pub(crate) fn admits(&self, weights: &Weights, sum: &Rational) -> bool {
        let over = sum - &weigh(weights, &self.corner);
        let counts = |party: usize| self.above[party] && weights.0[party].is_positive();
        let (order, open) = match &self.goal {
            Goal::Corner => (over.signum(), counts(0) || counts(1)),
            Goal::Line(line, level, ties) => {
                // weights = share * line + (something non-negative): the pairs are above the line and at least the corner
                let ratio = |party: usize| weights.0[party].checked_div(&line.0[party]);
                let share = ratio(0)
                    .into_iter()
                    .chain(ratio(1))
                    .min()
                    .unwrap_or(Rational::ZERO);
                let rise = level - &weigh(line, &self.corner);
                let open = share.is_positive() && !rise.is_negative() && matches!(ties, Ties::Out);
                let least = share * rise.max(Rational::ZERO);
                (over.cmp(&least), open || counts(0) || counts(1))
            }
            // The weighted sum of two gains is at least twice the root of the product of the weighted gains.
            Goal::Product(_, _) if over.is_negative() => (Ordering::Less, false),
            Goal::Product(level, ties) => {
                let least = weights.product() * level * Rational::from(4);
                (over.square().cmp(&least), matches!(ties, Ties::Out))
            }
        };
        order.is_gt() || order.is_eq() && !open
    }

    /// Is this pair, at least the corner, beyond the goal?
    fn beyond(&self, point: &UtilityPoint) -> bool {
        let (value, level, ties) = match &self.goal {
            Goal::Corner => return true,
            Goal::Line(line, level, ties) => (weigh(line, point), level, ties),
            Goal::Product(level, ties) => (point.minus(&self.corner).product(), level, ties),
        };
        let key = |point: &UtilityPoint| {
            let gain = point.minus(&self.corner);
            (gain.smaller().clone(), point.a().clone())
        };
        value > *level
            || value == *level
                && match ties {
                    Ties::Out => false,
                    Ties::AllBut(known) => point != known,
                    Ties::Better(known) => key(point) > key(known),
                }
    }

    /// Might the region hold a pair that is at most this one?
    pub(crate) fn within_reach(&self, most: &UtilityPoint) -> bool {
        most.covers(&self.corner)
            && match &self.goal {
                Goal::Corner => true,
                Goal::Line(line, level, _) => weigh(line, most) >= *level,
                Goal::Product(level, _) => most.minus(&self.corner).product() >= *level,
            }
    }

    fn holds(&self, point: &UtilityPoint) -> bool {
        let inside = |party: usize| match point.0[party].cmp(&self.corner.0[party]) {
            Ordering::Less => false,
            Ordering::Equal => !self.above[party],
            Ordering::Greater => true,
        };
        inside(0) && inside(1) && self.beyond(point)
    }

    /// Does the region hold a point of the stretch from `from` by `step`, along which A gains and B loses (or a point alone)?
    pub(crate) fn meets(&self, from: &UtilityPoint, step: &UtilityPoint) -> bool {
        if step.a().is_zero() {
            return self.holds(from);
        }
        let first = self.entry(from, step).max(Rational::ZERO);
        let last = self.exit(from, step).min(Rational::ONE);
        if first >= last {
            return first == last && self.holds(&along(from, step, &first));
        }
        // Inside the stretch both coordinates are above the corner; a goal passed at an end is passed next to it too.
        let peak = self.peak(from, step).max(first.clone()).min(last.clone());
        [first, last, peak]
            .iter()
            .any(|t| self.beyond(&along(from, step, t)))
    }

    /// Does the region hold a point `from + t * step` for any whole number t?
    pub(crate) fn meets_lattice(&self, from: &UtilityPoint, step: &UtilityPoint) -> bool {
        let (entry, exit) = (self.entry(from, step), self.exit(from, step));
        // a bound that is met exactly, but must not be, is left out
        let off = |met: bool| if met { Rational::ONE } else { Rational::ZERO };
        let first = -floor(&-&entry) + off(self.above[0] && entry.is_integer());
        let last = floor(&exit) - off(self.above[1] && exit.is_integer());
        let peak = floor(&self.peak(from, step));
        let after = &peak + &Rational::ONE;
        let clamp = |t: Rational| t.max(first.clone()).min(last.clone());
        first <= last
            && [first.clone(), last.clone(), clamp(peak), clamp(after)]
                .iter()
                .any(|t| self.beyond(&along(from, step, t)))
    }

    /// Where A reaches the corner.
    fn entry(&self, from: &UtilityPoint, step: &UtilityPoint) -> Rational {
        (self.corner.a() - from.a()) / step.a()
    }

    /// Where B leaves it.
    fn exit(&self, from: &UtilityPoint, step: &UtilityPoint) -> Rational {
        (self.corner.b() - from.b()) / step.b()
    }

    /// Where the product of both gains is largest; with equal steps also the place of equal gains.
    fn peak(&self, from: &UtilityPoint, step: &UtilityPoint) -> Rational {
        let gain = from.minus(&self.corner);
        (gain.a() * step.b() + gain.b() * step.a()) / (step.product() * Rational::from(-2))
    }
}

fn along(from: &UtilityPoint, step: &UtilityPoint, t: &Rational) -> UtilityPoint {
    UtilityPoint::new(from.a() + &(step.a() * t), from.b() + &(step.b() * t))
}

/// The largest whole number that is at most `value`.
pub(crate) fn floor(value: &Rational) -> Rational {
    let toward_zero = Rational::from(value.numerator() / value.denominator());
    if toward_zero > *value {
        toward_zero - Rational::ONE
    } else {
        toward_zero
    }
}
