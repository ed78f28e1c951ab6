//! A straight stroke of utility pairs, and what of it another one dominates.

use zopa_model::{Rational, UtilityPoint};

/// A point, or a straight line along which A gains and B loses. Ends may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) from: UtilityPoint,
    pub(crate) to: UtilityPoint,
    pub(crate) from_open: bool,
    pub(crate) to_open: bool,
}

/// Part of a stroke, in proportions of its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: Rational,
    pub(crate) high: Rational,
    pub(crate) low_open: bool,
    pub(crate) high_open: bool,
}

impl Interval {
    pub(crate) fn whole() -> Self {
        Self {
            low: Rational::ZERO,
            high: Rational::ONE,
            low_open: false,
            high_open: false,
        }
    }

    fn is_empty(&self) -> bool {
        self.low > self.high || self.low == self.high && (self.low_open || self.high_open)
    }

    /// What is left without another interval: at most two.
    pub(crate) fn without(&self, other: &Self) -> Vec<Self> {
        if other.low > self.high || other.high < self.low {
            return vec![self.clone()];
        }
        // Where the cut falls on an end, that end stays only if it was there and is not cut off.
        let below = Self {
            high: other.low.clone(),
            high_open: !other.low_open || self.high_open && other.low == self.high,
            ..self.clone()
        };
        let above = Self {
            low: other.high.clone(),
            low_open: !other.high_open || self.low_open && other.high == self.low,
            ..self.clone()
        };
        [below, above]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect()
    }
}

impl Stroke {
    pub(crate) fn point(at: UtilityPoint) -> Self {
        Self {
            from: at.clone(),
            to: at,
            from_open: false,
            to_open: false,
        }
    }

    /// Between two pairs; the better one alone, if one is at least as good for both.
    pub(crate) fn between(from: UtilityPoint, to: UtilityPoint) -> Self {
        if from.covers(&to) {
            Self::point(from)
        } else if to.covers(&from) {
            Self::point(to)
        } else {
            let (from, to) = if from.a() < to.a() {
                (from, to)
            } else {
                (to, from)
            };
            Self {
                from,
                to,
                from_open: false,
                to_open: false,
            }
        }
    }

    pub(crate) fn is_point(&self) -> bool {
        self.from == self.to
    }

    /// The pair in this proportion of the way.
    pub(crate) fn at(&self, along: &Rational) -> UtilityPoint {
        let mix = |party: usize| {
            &self.from.0[party] * &(&Rational::ONE - along) + &self.to.0[party] * along
        };
        UtilityPoint::new(mix(0), mix(1))
    }

    /// The part of it, as a stroke.
    pub(crate) fn part(&self, interval: &Interval) -> Self {
        if self.is_point() {
            return self.clone();
        }
        Self {
            from: self.at(&interval.low),
            to: self.at(&interval.high),
            from_open: interval.low_open,
            to_open: interval.high_open,
        }
    }

    /// Does the pair lie on it?
    pub(crate) fn holds(&self, point: &UtilityPoint) -> bool {
        let (to_point, along) = (point.minus(&self.from), self.to.minus(&self.from));
        let on_line = cross(&along, &to_point).is_zero();
        let between = *point.a() >= *self.from.a()
            && point.a() <= self.to.a()
            && point.b() <= self.from.b()
            && point.b() >= self.to.b();
        on_line
            && between
            && !(self.from_open && *point == self.from)
            && !(self.to_open && *point == self.to)
    }

    /// The part of `self` that `other` (both ends included) dominates.
    ///
    /// A pair is covered by some point of `other` if it is not right of its right end, not above its left end, and not above
    /// its line: three linear inequalities. It is dominated unless it is that point itself.
    pub(crate) fn dominated_by(&self, other: &Self) -> Option<Interval> {
        if self.is_point() && other.holds(&self.from) {
            return None;
        }
        let mut interval = Interval::whole();
        let along = other.to.minus(&other.from);
        // Each is "at most 0" as a linear function of the proportion, by its values at both ends.
        let right = |point: &UtilityPoint| point.a() - other.to.a();
        let above = |point: &UtilityPoint| point.b() - other.from.b();
        let over = |point: &UtilityPoint| cross(&along, &point.minus(&other.from));
        for value in [&right as &dyn Fn(&UtilityPoint) -> Rational, &above, &over] {
            let (first, last) = (value(&self.from), value(&self.to));
            if first.is_positive() && last.is_positive() {
                return None;
            }
            if first.is_positive() {
                interval.low = interval.low.max(&first / &(&first - &last));
            } else if last.is_positive() {
                interval.high = interval.high.min(&first / &(&first - &last));
            }
        }
        if interval.low > interval.high {
            return None;
        }
        if self.is_point() {
            return Some(interval);
        }
        // On its own line a stroke dominates nothing.
        if !other.is_point() && over(&self.from).is_zero() && over(&self.to).is_zero() {
            return None;
        }
        interval.low_open = other.holds(&self.at(&interval.low));
        interval.high_open = other.holds(&self.at(&interval.high));
        (!interval.is_empty()).then_some(interval)
    }
}

/// Above 0 if `v` turns left of `u`.
pub(crate) fn cross(u: &UtilityPoint, v: &UtilityPoint) -> Rational {
    u.a() * v.b() - u.b() * v.a()
}
