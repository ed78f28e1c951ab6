//! Intervals over which an answer stays the same.

use zopa_model::Rational;

/// An end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Where it lies.
    pub value: Rational,
    /// Does the answer already differ there?
    pub open: bool,
    /// Is the end of the range met, so that the answer does not change on this side?
    pub unlimited: bool,
    /// `None` for an exact end. Else the true end (which is no fraction) is at most this far from `value`, as checked exactly.
    pub within: Option<Rational>,
}

/// The interval around today's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub low: End,
    /// The upper end.
    pub high: End,
}

impl End {
    pub(crate) fn exact(value: Rational) -> Self {
        Self {
            value,
            open: false,
            unlimited: false,
            within: None,
        }
    }

    pub(crate) fn unlimited(value: Rational) -> Self {
        Self {
            unlimited: true,
            ..Self::exact(value)
        }
    }

    pub(crate) fn open(value: Rational) -> Self {
        Self {
            open: true,
            ..Self::exact(value)
        }
    }
}

impl Interval {
    /// Is it a single value?
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.low.value == self.high.value
    }

    /// The same with each end's value turned into another by a rising function.
    pub(crate) fn map(self, by: impl Fn(&Rational) -> Rational) -> Self {
        let end = |end: End| End {
            within: end
                .within
                .map(|within| (by(&end.value) - by(&(&end.value - &within))).abs()),
            value: by(&end.value),
            ..end
        };
        Self {
            low: end(self.low),
            high: end(self.high),
        }
    }
}
