//! A game brought into its simplest form: a constant, indivisible lots, and one concave chain.
//!
//! Each issue's dominated options are dropped first. An option dominated within its issue never belongs to an efficient
//! agreement that the dominating option would not improve, since issues add up. What is left of an issue is
//! - one option: it adds to the constant;
//! - several options, by rising utility of A (so falling utility of B): a [`Lot`];
//! - a segment along which A gains and B loses: part of an [`Edge`] of the chain.
//!
//! The constant holds B's best option of every issue, so that all that remains to decide is what passes to A.
//!
//! `k` lots of two options with equal steps are merged as lots of 1, 2, 4, ... and the rest of them: the same sums are
//! attainable, in log2(k) merges instead of k.

use std::ops::Range;

use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational, UtilityPoint};

use crate::game::Choice;

/// A pair of integers, A's first.
pub(crate) type Pair = [Integer; PARTIES];

/// The game in its simplest form. "Scaled" numbers are utilities times [`Plan::scale`].
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The common denominator of every utility in the game.
    pub(crate) scale: Rational,
    /// The scaled sum of every issue's option that is best for B.
    pub(crate) base: UtilityPoint,
    /// Per party, the greatest common divisor of the lots' scaled steps; lots count in these units.
    pub(crate) unit: UtilityPoint,
    /// The choice on issues that have one undominated option.
    pub(crate) fixed: Vec<Option<Choice>>,
    /// Finite issues with several undominated options; those of a group stand together.
    pub(crate) members: Vec<Member>,
    /// The undominated options of one member after the other.
    pub(crate) options: Vec<usize>,
    /// Members that add the same steps and are decided together.
    pub(crate) groups: Vec<Range<usize>>,
    /// The most that A can gain and B can lose by the lots, in units.
    pub(crate) bounds: Pair,
    /// What is to be merged, smallest first.
    pub(crate) lots: Vec<Lot>,
    /// The continuous issues by rising ratio of B's loss to A's gain; equal ratios are one edge.
    pub(crate) edges: Vec<Edge>,
}

/// A finite issue with several undominated options.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Its index in the game.
    pub(crate) issue: usize,
    /// Where its undominated options stand in [`Plan::options`], by rising utility of A.
    pub(crate) options: Range<usize>,
}

/// A decision that cannot be divided.
#[derive(Clone, Debug)]
pub(crate) struct Lot {
    pub(crate) group: usize,
    /// How many members of the group it moves together.
    pub(crate) size: usize,
    /// What each option but the first adds to the first, in units: A's gain (above 0) and B's (below 0), rising.
    pub(crate) steps: Steps,
}

/// At least one step. Most lots have one, which then needs no memory of its own.
#[derive(Clone, Debug)]
pub(crate) enum Steps {
    One(Pair),
    Several(Vec<Pair>),
}

impl std::ops::Deref for Steps {
    type Target = [Pair];

    fn deref(&self) -> &[Pair] {
        match self {
            Self::One(step) => std::slice::from_ref(step),
            Self::Several(steps) => steps,
        }
    }
}

/// Continuous issues of equal ratio.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// A's scaled gain when all of it passes to A, and B's scaled loss; both above 0.
    pub(crate) steps: Pair,
    pub(crate) members: Vec<EdgeMember>,
}

/// A segment along which A gains and B loses.
#[derive(Clone, Debug)]
pub(crate) struct EdgeMember {
    pub(crate) issue: usize,
    pub(crate) gain: Rational,
    /// Is the segment's second end the one that is best for A?
    pub(crate) rising: bool,
}

impl Plan {
    /// The agreement that takes these steps (0 for a lot's first option; in the order of [`Plan::lots`]), moves the edges
    /// before `edge` to A whole, and of that edge as much as gains A the scaled amount `gain`.
    pub(crate) fn agreement(&self, steps: &[usize], edge: usize, gain: &Rational) -> Vec<Choice> {
        let mut choices = self.fixed.clone();
        let mut moved = vec![0; self.groups.len()];
        for (lot, &step) in self.lots.iter().zip(steps) {
            moved[lot.group] += lot.size * step;
        }
        for (group, &moved) in self.groups.iter().zip(&moved) {
            let alone = group.len() == 1;
            for (place, member) in self.members[group.clone()].iter().enumerate() {
                let step = if alone {
                    moved
                } else {
                    usize::from(place < moved)
                };
                let option = self.options[member.options.start + step];
                choices[member.issue] = Some(Choice::Option(option));
            }
        }
        for (index, this) in self.edges.iter().enumerate() {
            let mut left = match index.cmp(&edge) {
                std::cmp::Ordering::Less => Rational::from(this.steps[0].clone()),
                std::cmp::Ordering::Equal => gain.clone(),
                std::cmp::Ordering::Greater => Rational::ZERO,
            };
            // One member after the other, so that at most one issue of the whole agreement is split.
            for member in &this.members {
                let part = (&left).min(&member.gain).clone();
                left = left - &part;
                let share = part / &member.gain;
                let share = if member.rising {
                    share
                } else {
                    Rational::ONE - share
                };
                choices[member.issue] = Some(Choice::Mix(share));
            }
        }
        choices
            .into_iter()
            .map(|choice| choice.expect("every issue is fixed, in a group or on an edge"))
            .collect()
    }
}
