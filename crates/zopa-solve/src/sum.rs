//! The integers in which sums of lots are held while they are merged.

use std::fmt::Debug;

use zopa_model::Rational;
use zopa_model::exact::Integer;

use crate::budget::Budget;
use crate::dense::{Dense, MOST_LOSS};
use crate::plan::{Lot, Pair};
use crate::trace::{Level, Word};
use crate::whole::Whole;

/// What [`Sum::merge_in_vectors`] merges: two streams with their padding, the second to be moved by the step.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "there are no such registers to read it")
)]
pub(crate) struct VectorMerge<'m, S: Sum> {
    pub(crate) kept: &'m [S],
    pub(crate) list: &'m [S],
    pub(crate) step: &'m S::Step,
    /// Members of both, but for the first of `kept`, which comes before all others.
    pub(crate) steps: usize,
    /// Are the bits of the steps wanted?
    pub(crate) traced: bool,
}

/// A sum of lots: what A has gained and B has lost, in units.
///
/// The width is chosen beforehand from bounds on all sums of a game ([`Width::for_bounds`]), so that nothing overflows; the
/// workspace's overflow checks would turn a mistake there into a panic, never into a wrong answer.
pub(crate) trait Sum: Clone + Debug {
    /// What a lot's option adds.
    type Step: Clone;

    /// How many sums that come [last](Self::last) follow each list, and how many there are of any kind.
    const PADDING: [usize; 2] = [0, 0];

    /// No lot has passed to A, who could gain `bounds[0]` in all and B lose `bounds[1]`. Fits, since the width was chosen so.
    fn start(bounds: &Pair) -> Self;
    /// Comes after every sum of a game with these bounds, moved by a step or not, and has no more for A.
    fn last(bounds: &Pair) -> Self {
        Self::start(bounds)
    }
    /// The step of an option: A's gain, and B's (negative).
    fn step(pair: &Pair) -> Self::Step;
    /// The sum after that step.
    fn moved(&self, step: &Self::Step) -> Self;
    /// Does this come before `other` in a merge: more for B, or as much and more for A?
    fn precedes(&self, other: &Self) -> bool;
    /// Has A more than in `other`?
    fn gains_more(&self, other: &Self) -> bool;
    /// A's gain and B's (negative), given the bounds that it started from.
    fn gains(&self, bounds: &Pair) -> [Rational; 2];
    /// A's gain, and B's utility but for a constant: where chains start, in units.
    fn position<W: Whole>(&self) -> [W; 2];
    /// Adds all these lots on an array, if that is possible and costs less than merging them one by one; the number of lots
    /// added where the budget's `stop` ends it.
    fn add_densely(
        _list: &[Self],
        _lots: &[Lot],
        _bounds: &Pair,
        _budget: &Budget<'_>,
    ) -> Option<Result<(Vec<Self>, Level), usize>> {
        None
    }
    /// Merges into `out` if the machine has the registers for it: how many sums were kept, and the bits of the steps, if wanted.
    fn merge_in_vectors(
        _streams: VectorMerge<'_, Self>,
        _out: &mut Vec<Self>,
    ) -> Option<(usize, Vec<Word>)> {
        None
    }
    /// Moves the members from `from` on to `to` <= `from`; what they leave behind is unspecified.
    fn close_gap(sums: &mut [Self], from: std::ops::Range<usize>, to: usize) {
        for (target, source) in (to..).zip(from) {
            sums.swap(target, source);
        }
    }
}

/// What is left to B in the high half, A's gain twice in the low one, both below 2^31: one comparison orders both, and the lowest
/// bit is free to mark a stream.
///
/// B starts with more than she could lose, so that a sum with just that much left to B comes after all others, moved or not.
impl Sum for u64 {
    type Step = Self;

    #[cfg(target_arch = "x86_64")]
    const PADDING: [usize; 2] = crate::vector::PADDING;

    fn start(bounds: &Pair) -> Self {
        left_at_start(bounds) << 32
    }

    fn last(bounds: &Pair) -> Self {
        half(&bounds[1]) << 32
    }

    fn step(pair: &Pair) -> Self {
        (half(&pair[0]) << 1).wrapping_sub(half(&-&pair[1]) << 32)
    }

    fn moved(&self, step: &Self) -> Self {
        self.wrapping_add(*step)
    }

    fn precedes(&self, other: &Self) -> bool {
        self > other
    }

    fn gains_more(&self, other: &Self) -> bool {
        self & LOW > other & LOW
    }

    fn gains(&self, bounds: &Pair) -> [Rational; 2] {
        let lost = i128::from(left_at_start(bounds) - (self >> 32));
        [gain(*self).into(), -lost].map(|value: i128| Rational::from(value))
    }

    fn position<W: Whole>(&self) -> [W; 2] {
        [
            W::from_machine(gain(*self).into()),
            W::from_machine((self >> 32).into()),
        ]
    }

    #[cfg(target_arch = "x86_64")]
    fn merge_in_vectors(
        streams: VectorMerge<'_, Self>,
        out: &mut Vec<Self>,
    ) -> Option<(usize, Vec<Word>)> {
        crate::vector::merge(streams, out)
    }

    fn add_densely(
        list: &[Self],
        lots: &[Lot],
        bounds: &Pair,
        budget: &Budget<'_>,
    ) -> Option<Result<(Vec<Self>, Level), usize>> {
        let reach = usize::try_from(gain(*list.last()?)).ok()?;
        let first = usize::try_from(&lots.first()?.steps.first()?[0]).ok()?;
        let dear = list.len() < DENSE_FROM || reach + first > GAINS_PER_MEMBER * list.len();
        let losses_fit = i64::try_from(&bounds[1]).is_ok_and(|loss| loss <= MOST_LOSS);
        if dear || !losses_fit || lots.iter().any(|lot| lot.steps.len() > 1) {
            return None;
        }
        let most = usize::try_from(&bounds[0]).ok()?;
        // The array never holds more pairs than it has entries, so that the budget's points suffice beforehand.
        if most >= budget.most_points() || lots.len().saturating_mul(most) / 8 > MOST_DENSE_BYTES {
            return None;
        }
        let left_at_start = left_at_start(bounds);
        let gain = |sum: &Self| gain(*sum);
        let loss = |sum: &Self| i32::try_from(left_at_start - (sum >> 32)).expect("losses fit");
        let pairs = list
            .iter()
            .map(|sum| (usize::try_from(gain(sum)).unwrap_or(usize::MAX), loss(sum)));
        let mut dense = Dense::of(pairs, most);
        for (merged, lot) in lots.iter().enumerate() {
            if budget.stop.is_some_and(|stop| stop()) {
                return Some(Err(merged));
            }
            let [a, b] = &lot.steps[0];
            dense.add(usize::try_from(a).ok()?, i32::try_from(&-b).ok()?);
        }
        let (pairs, taken) = dense.finish();
        let pack = |&(gain, loss): &(usize, i32)| {
            let left = left_at_start - u64::try_from(loss).expect("a loss is not negative");
            left << 32 | u64::try_from(gain).expect("gains fit 31 bits") << 1
        };
        let sums: Vec<Self> = pairs.iter().map(pack).collect();
        let gains = |sums: &[Self]| sums.iter().map(gain).collect();
        let level = Level::Dense {
            before: gains(list),
            after: gains(&sums),
            lots: taken,
        };
        Some(Ok((sums, level)))
    }

    fn close_gap(sums: &mut [Self], from: std::ops::Range<usize>, to: usize) {
        sums.copy_within(from, to);
    }
}

/// A merge costs about as much a member as the array does for this many gains (measured).
const GAINS_PER_MEMBER: usize = 10;

/// The most that the array's bits may take.
const MOST_DENSE_BYTES: usize = 1 << 29;

/// Shorter lists are not worth an array.
const DENSE_FROM: usize = 512;

const LOW: u64 = (1 << 32) - 1;

/// A's gain in a packed sum.
fn gain(sum: u64) -> u32 {
    u32::try_from((sum & LOW) >> 1).expect("the low half")
}

/// What a packed sum leaves to B at first.
fn left_at_start(bounds: &Pair) -> u64 {
    2 * half(&bounds[1]) + 1
}

/// Both parties' bounds are below this where sums are packed.
const PACKED: u32 = 1 << 30;

/// # Panics
/// If the value does not fit 32 bits, which the choice of the width excludes.
fn half(value: &Integer) -> u64 {
    u64::from(u32::try_from(value).expect("the width was chosen for these sums"))
}

macro_rules! machine_sum {
    ($type:ty) => {
        impl Sum for ($type, $type) {
            type Step = Self;

            fn start(_: &Pair) -> Self {
                (0, 0)
            }

            fn step(pair: &Pair) -> Self {
                let fit =
                    |value| <$type>::try_from(value).expect("the width was chosen for these sums");
                (fit(&pair[0]), fit(&pair[1]))
            }

            fn moved(&self, step: &Self) -> Self {
                (self.0 + step.0, self.1 + step.1)
            }

            fn precedes(&self, other: &Self) -> bool {
                (self.1, self.0) > (other.1, other.0)
            }

            fn gains_more(&self, other: &Self) -> bool {
                self.0 > other.0
            }

            fn gains(&self, _: &Pair) -> [Rational; 2] {
                [Rational::from(self.0), Rational::from(self.1)]
            }

            fn position<W: Whole>(&self) -> [W; 2] {
                [
                    W::from_machine(self.0.into()),
                    W::from_machine(self.1.into()),
                ]
            }

            fn close_gap(sums: &mut [Self], from: std::ops::Range<usize>, to: usize) {
                sums.copy_within(from, to);
            }
        }
    };
}

machine_sum!(i64);
machine_sum!(i128);

impl Sum for (Integer, Integer) {
    type Step = Self;

    fn start(_: &Pair) -> Self {
        (Integer::ZERO, Integer::ZERO)
    }

    fn step(pair: &Pair) -> Self {
        (pair[0].clone(), pair[1].clone())
    }

    fn moved(&self, step: &Self) -> Self {
        (&self.0 + &step.0, &self.1 + &step.1)
    }

    fn precedes(&self, other: &Self) -> bool {
        (&self.1, &self.0) > (&other.1, &other.0)
    }

    fn gains_more(&self, other: &Self) -> bool {
        self.0 > other.0
    }

    fn position<W: Whole>(&self) -> [W; 2] {
        [W::of(&self.0), W::of(&self.1)]
    }

    fn gains(&self, _: &Pair) -> [Rational; 2] {
        [
            Rational::from(self.0.clone()),
            Rational::from(self.1.clone()),
        ]
    }
}

/// The widths in which sums are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Both gains in one 64-bit word.
    Packed,
    /// 64 bits each.
    Narrow,
    /// 128 bits each.
    Wide,
    /// Integers of any size.
    Big,
}

impl Width {
    /// Its name, for statistics: `2x32`, `64`, `128` or `big`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Packed => "2x32",
            Self::Narrow => "64",
            Self::Wide => "128",
            Self::Big => "big",
        }
    }

    /// The narrowest width in which every sum of absolute value up to these bounds fits.
    pub(crate) fn for_bounds(bounds: &Pair) -> Self {
        let bound = (&bounds[0]).max(&bounds[1]);
        if u32::try_from(bound).is_ok_and(|bound| bound < PACKED) {
            Self::Packed
        } else if i64::try_from(bound).is_ok() {
            Self::Narrow
        } else if i128::try_from(bound).is_ok() {
            Self::Wide
        } else {
            Self::Big
        }
    }
}
