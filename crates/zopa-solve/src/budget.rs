//! How much a computation may cost, and what it says when that is not enough.

/// Limits on a computation. Running out is an outcome ([`Completeness::Stopped`]), never an error and never silent.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most utility pairs that may be kept at once. One costs 8 bytes where sums fit 30 bits and 16 to 32 beyond, and half a byte
    /// more for every lot merged into a list that holds it. More than 2^28 (268 million) count as so many.
    pub max_points: usize,
    /// Asked now and then; `true` ends the computation. (This crate has no clock: the caller brings one.)
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Budget<'_> {
    /// The default of [`Self::max_points`]: the frontier of some 2,000 uncorrelated indivisible resources fits.
    pub const DEFAULT_MAX_POINTS: usize = 2_000_000;

    /// [`Self::max_points`], within what can be counted: places in lists have 32 bits, and a list grows several times as long before it
    /// is looked at.
    pub(crate) fn most_points(&self) -> usize {
        self.max_points.min(1 << 28)
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self {
            max_points: Self::DEFAULT_MAX_POINTS,
            stop: None,
        }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("max_points", &self.max_points)
            .field("stop", &self.stop.map(|_| "a function"))
            .finish()
    }
}

/// A result, or how far the computation came before its [`Budget`] ran out.
#[derive(Clone, Debug)]
pub enum Completeness<T> {
    /// The whole answer.
    Complete(T),
    /// The budget ran out.
    Stopped(Stopped),
}

impl<T> Completeness<T> {
    /// The whole answer, if there is one.
    #[must_use]
    pub fn complete(self) -> Option<T> {
        match self {
            Self::Complete(value) => Some(value),
            Self::Stopped(_) => None,
        }
    }
}

/// How far a computation came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Which limit was met.
    pub reason: StopReason,
    /// How many groups of issues had been merged.
    pub merged: usize,
    /// How many groups there are.
    pub groups: usize,
    /// How many utility pairs were kept when it stopped.
    pub points: usize,
}

/// Which limit of a [`Budget`] was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// [`Budget::max_points`].
    Points,
    /// [`Budget::stop`] said so.
    Stop,
}
