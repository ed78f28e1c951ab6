//! The state of a search: the best pair so far, where better ones can lie, and what it may still cost.

use super::aim::{Aim, Best, Verdict};
use super::number::Number;
use super::problem::{Assignment, Pair};
use super::region::Region;
use crate::budget::{Budget, StopReason};

/// How many partial sums may be looked at for each that may be kept at once.
pub(super) const WORK_PER_POINT: usize = 32;

/// The best pair so far and the region of better ones.
#[derive(Clone, Debug)]
pub(super) struct Search<T: Number> {
    pub(super) aim: Aim<T>,
    pub(super) best: Option<Best<T>>,
    pub(super) region: Region<T>,
    lowest: Pair<T>,
}

impl<T: Number> Search<T> {
    /// A search that begins with this best pair, if any. `lowest` bounds all gains from below.
    pub(super) fn new(aim: Aim<T>, best: Option<Best<T>>, lowest: Pair<T>) -> Self {
        let region = aim.region(best.as_ref(), &lowest);
        Self {
            aim,
            best,
            region,
            lowest,
        }
    }

    /// Would this pair change anything?
    pub(super) fn wants(&self, gains: &Pair<T>) -> bool {
        self.aim.judge(gains, self.best.as_ref()) != Verdict::Worse
    }

    /// Takes in an attainable pair.
    pub(super) fn offer(&mut self, gains: &Pair<T>) -> Verdict {
        let verdict = self.aim.judge(gains, self.best.as_ref());
        match verdict {
            Verdict::Worse => return verdict,
            Verdict::Tie => {
                if let Some(best) = &mut self.best {
                    best.tied = true;
                }
            }
            Verdict::Better => {
                // A better pair whose product is no larger is better by a rule for ties.
                let tied = self.best.as_ref().is_some_and(|best| {
                    matches!(self.aim, Aim::Product { .. })
                        && best.gains[0].times(&best.gains[1]) == gains[0].times(&gains[1])
                });
                self.best = Some(Best {
                    gains: gains.clone(),
                    tied,
                });
            }
        }
        self.region = self.aim.region(self.best.as_ref(), &self.lowest);
        verdict
    }
}

/// What a search of the core asks of whoever keeps the best pair.
pub(super) trait Seeker<T: Number> {
    /// Where better pairs can lie.
    fn region(&self) -> &Region<T>;
    /// Takes in an attainable pair.
    fn offer(&mut self, gains: &Pair<T>) -> Verdict;
}

impl<T: Number> Seeker<T> for Search<T> {
    fn region(&self) -> &Region<T> {
        &self.region
    }

    fn offer(&mut self, gains: &Pair<T>) -> Verdict {
        Search::offer(self, gains)
    }
}

/// How a best pair comes about.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// It was known before.
    Given(Assignment),
    /// The root's assignment with these changes.
    Root(Vec<Change>),
}

/// A change of one issue's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The lot, or the number of lots plus the table.
    pub(super) issue: u32,
    /// The new option; of a lot, 1 if it is with A.
    pub(super) option: u32,
}

/// What a search may still cost.
#[derive(Clone, Debug)]
pub(super) struct Meter<'a> {
    budget: &'a Budget<'a>,
    work: usize,
    /// Which limit was met, if any.
    pub(super) stopped: Option<StopReason>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &'a Budget<'a>) -> Self {
        Self {
            budget,
            work: budget.most_points().saturating_mul(WORK_PER_POINT),
            stopped: None,
        }
    }

    /// The most partial sums that may be kept at once.
    pub(super) fn max_points(&self) -> usize {
        self.budget.most_points()
    }

    /// May `kept` partial sums be kept, after `looked` more were looked at? False once a limit is met.
    pub(super) fn allows(&mut self, kept: usize, looked: usize) -> bool {
        self.work = self.work.saturating_sub(looked);
        if kept > self.budget.most_points() || self.work == 0 {
            self.stopped = Some(StopReason::Points);
        } else if self.budget.stop.is_some_and(|stop| stop()) {
            self.stopped = Some(StopReason::Stop);
        }
        self.stopped.is_none()
    }
}
