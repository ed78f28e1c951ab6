//! Allocations as functions of a lever: one alone, or those that differ in how one divisible resource is split.

use zopa_model::{Allocation, IssueSpace, Rational, Scenario, Term};

use super::lever::{Lever, Line};
use super::probe::Ground;

/// One allocation: the gain of the lever's party is linear in the lever, the other's is constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Track {
    pub(crate) own: Line,
    pub(crate) other: Rational,
}

impl Track {
    pub(crate) fn of(ground: &Ground<'_>, lever: &Lever<'_>, allocation: &Allocation) -> Self {
        let utility = lever
            .moved(&lever.now)
            .utility(allocation, ground.convention);
        let other = 1 - lever.party;
        Self {
            own: lever.gain(allocation, ground.convention),
            other: &utility.0[other] - &lever.disagreement(&lever.now).0[other],
        }
    }

    /// The product of the gains.
    pub(crate) fn product(&self) -> Line {
        self.own.times(&self.other)
    }
}

/// The allocations in which one resource is split in any proportion, all else being the same: mixtures of two ends.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    from: Track,
    /// From the first end to the second: the gain of the lever's party.
    step: Line,
    /// And the other's.
    step_other: Rational,
}

/// What an allocation splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// A resource, by its index.
    Resource(usize),
    /// The range of an issue, by its index.
    Range(usize),
}

/// What an allocation splits between its ends; at most one resource or range is.
pub(crate) fn split(allocation: &Allocation, scenario: &Scenario) -> Option<Split> {
    let resource = allocation.shares.iter().position(|shares| {
        shares
            .iter()
            .all(|share| share.is_positive() && *share < Rational::ONE)
    });
    let mut settled = scenario.settled(allocation);
    let range = settled.position(|(issue, term)| match (&issue.space, term) {
        (IssueSpace::Range(range), Term::Value(value)) => !range.ends.contains(value),
        _ => false,
    });
    resource.map(Split::Resource).or(range.map(Split::Range))
}

impl Family {
    pub(crate) fn of(
        ground: &Ground<'_>,
        lever: &Lever<'_>,
        allocation: &Allocation,
        split: Split,
    ) -> Self {
        let end = |to_a: bool| {
            let mut allocation = allocation.clone();
            match split {
                Split::Resource(resource) => {
                    let share = |party: usize| Rational::from(i32::from(to_a == (party == 0)));
                    allocation.shares[resource] = [share(0), share(1)];
                }
                Split::Range(issue) => {
                    if let IssueSpace::Range(range) = &lever.scenario().issues[issue].space {
                        let end = range.ends[usize::from(to_a)].clone();
                        allocation.terms[issue] = Term::Value(end);
                    }
                }
            }
            Track::of(ground, lever, &allocation)
        };
        let (from, to) = (end(false), end(true));
        Self {
            step: to.own.minus(&from.own),
            step_other: &to.other - &from.other,
            from,
        }
    }

    /// The allocation at the first end.
    pub(crate) fn first(&self) -> Track {
        self.from.clone()
    }

    /// The allocation at the second end.
    pub(crate) fn second(&self) -> Track {
        Track {
            own: self.from.own.plus(&self.step),
            other: &self.from.other + &self.step_other,
        }
    }

    /// The slope of the product along the family at its first end, and at its second, as functions of the lever: where one of
    /// them is 0, the best split leaves the family.
    pub(crate) fn slopes(&self) -> [Line; 2] {
        let first = self
            .from
            .own
            .times(&self.step_other)
            .plus(&self.step.times(&self.from.other));
        // the second derivative is twice the product of both steps
        let bend = self.step.times(&(&self.step_other * &Rational::from(2)));
        [first.clone(), first.plus(&bend)]
    }

    /// Does the best split move with the lever? It is the quotient of the slope at the first end and the bend.
    pub(crate) fn moves(&self) -> bool {
        let [slope, second] = self.slopes();
        let bend = second.minus(&slope);
        &slope.start * &bend.slope != &slope.slope * &bend.start
    }

    /// Where both gains of the best split vanish, as a root.
    pub(crate) fn vanishing(&self) -> Line {
        self.from
            .own
            .times(&self.step_other)
            .minus(&self.step.times(&self.from.other))
    }

    /// The step of the lever's party, as a function of the lever.
    pub(crate) fn step(&self) -> &Line {
        &self.step
    }

    /// The largest product in the family.
    pub(crate) fn best(&self, t: &Rational) -> Rational {
        let (gain, step) = (self.from.own.at(t), self.step.at(t));
        let slope = &gain * &self.step_other + &step * &self.from.other;
        let bend = &step * &self.step_other * Rational::from(-2);
        let product = |share: Rational| {
            (&gain + &(&step * &share)) * (&self.from.other + &(&self.step_other * &share))
        };
        match slope.checked_div(&bend) {
            Some(share) => product(share.max(Rational::ZERO).min(Rational::ONE)),
            None => product(Rational::ZERO).max(product(Rational::ONE)),
        }
    }

    /// The derivatives of both gains at the best split by the lever, the lever's party first; `None` where the best split is not
    /// inside the family.
    ///
    /// At an inner best split the gains are `(g - h s / r) / 2` and `(h - g r / s) / 2`, where g, h are the gains at the first end
    /// and s, r the steps; g and s move with the lever.
    pub(crate) fn derivatives(&self, t: &Rational) -> Option<[Rational; 2]> {
        let (g, s) = (self.from.own.at(t), self.step.at(t));
        let (h, r) = (&self.from.other, &self.step_other);
        if s.is_zero() || r.is_zero() {
            return None;
        }
        let two = Rational::from(2);
        let own = (&self.from.own.slope - &(h * &self.step.slope / r.clone())) / two.clone();
        let moved = &self.from.own.slope * &s - &g * &self.step.slope;
        let other = -(r * &moved) / (s.square() * two);
        Some([own, other])
    }
}
