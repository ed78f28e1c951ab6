//! Merging sums that are held in one word in vector registers.
//!
//! Eight members are taken at a time, from the stream whose head precedes the other's, and merged with the eight that are carried
//! along: a bitonic network (K. E. Batcher, "Sorting networks and their applications", 1968; in registers: J. Chhugani et al.,
//! "Efficient implementation of sorting on multi-core SIMD CPU architecture", 2008) brings the sixteen into order. The first eight
//! come next in the merged order, the others are carried on.
//!
//! *Why nothing that is still to be read precedes the eight:* let x be the head that was taken and y the other, x >= y. What is
//! carried was read before the heads, so that all eight are at least y; the eight just taken are at least what follows them. So
//! at least eight of the sixteen are at least as large as all that is to come.
//!
//! A member of the second stream is marked in its lowest bit, which is free in a packed sum, so that the network carries along
//! where each came from.

use pulp::x86::{V3, V4};

use crate::sum::VectorMerge;
use crate::trace::{Word, ones};

mod lanes;

use lanes::{Eight, Filtered, Lanes, Register};

/// Members that are handled together.
const LANES: usize = 8;

/// Steps in a word of the trace.
const BLOCK: usize = 64;

/// What can be read from a head on in a block, and more: indices below are remainders, which tells the compiler that they are
/// in bounds.
const WINDOW: usize = 2 * BLOCK + LANES;

/// Room for what a block keeps, and for what a register writes beyond that.
const ROOM: usize = BLOCK + LANES;

/// How far beyond its end a stream is taken from, in advance and to fill the last registers; and how far a window reaches.
pub(crate) const PADDING: [usize; 2] = [4 * LANES, 4 * LANES + WINDOW];

/// The mark of the second stream.
const MARK: u64 = 1;

/// Merges two streams of packed sums, of which the first member of the first stream comes first, into `out`: how many were kept,
/// and the bits of every step but the first. `None` on machines without the registers.
pub(crate) fn merge(
    streams: VectorMerge<'_, u64>,
    out: &mut Vec<u64>,
) -> Option<(usize, Vec<Word>)> {
    match V4::try_new() {
        Some(registers) => Some(merge_with(registers, streams, out)),
        None => V3::try_new().map(|registers| merge_with(registers, streams, out)),
    }
}

/// [`merge`] as on machines whose registers have no masks.
#[cfg(test)]
pub(crate) fn merge_without_masks(
    streams: VectorMerge<'_, u64>,
    out: &mut Vec<u64>,
) -> Option<(usize, Vec<Word>)> {
    V3::try_new().map(|registers| merge_with(registers, streams, out))
}

/// [`merge`] with these registers.
fn merge_with<L: Lanes>(
    registers: L,
    streams: VectorMerge<'_, u64>,
    out: &mut Vec<u64>,
) -> (usize, Vec<Word>) {
    let blocks = streams.steps.div_ceil(BLOCK);
    let room = 1 + blocks * BLOCK + ROOM;
    if out.len() < room {
        out.resize(room + room / 2, 0);
    }
    let mut words = vec![Word::default(); if streams.traced { blocks } else { 0 }];
    let walk = Walk {
        lanes: registers,
        streams,
        out,
        words: &mut words,
    };
    let kept = if walk.streams.traced {
        registers.vectorize(Traced(walk))
    } else {
        registers.vectorize(Untraced(walk))
    };
    (kept, words)
}

/// A merge, compiled for the registers.
struct Walk<'w, L> {
    lanes: L,
    streams: VectorMerge<'w, u64>,
    out: &'w mut [u64],
    words: &'w mut [Word],
}

struct Traced<'w, L>(Walk<'w, L>);
struct Untraced<'w, L>(Walk<'w, L>);

impl<L: Lanes> pulp::NullaryFnOnce for Traced<'_, L> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        self.0.run::<true>()
    }
}

impl<L: Lanes> pulp::NullaryFnOnce for Untraced<'_, L> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        self.0.run::<false>()
    }
}

impl<L: Lanes> Walk<'_, L> {
    #[inline(always)]
    fn run<const TRACED: bool>(self) -> usize {
        let VectorMerge {
            kept,
            list,
            step,
            steps,
            ..
        } = self.streams;
        let (lanes, out, words) = (self.lanes, self.out, self.words);
        out[0] = kept[0];
        let mut heads = [1, 0];
        let mut length = 1;
        // The first eight are those of the stream that begins with more.
        let second = list[0].wrapping_add(*step) > kept[1];
        let carried = if second {
            lanes.load(first_of(list), step.wrapping_add(MARK))
        } else {
            lanes.load(first_of(&kept[1..]), 0)
        };
        heads[usize::from(second)] += LANES;
        let mut state = State {
            from_first: 0,
            length: 0,
            carried,
            most: lanes.gain_of(kept[0]),
            word: Word::default(),
        };
        let mut left = steps.div_ceil(LANES);
        let mut words = words.iter_mut();
        while left > 0 {
            let windows = [first_of(&kept[heads[0]..]), first_of(&list[heads[1]..])];
            let room: &mut [u64; ROOM] = first_of_mut(&mut out[length..]);
            let here = left.min(BLOCK / LANES);
            for place in 0..here {
                state.advance::<L, TRACED>(lanes, windows, *step, place * LANES, room);
            }
            left -= here;
            heads[0] += state.from_first;
            heads[1] += here * LANES - state.from_first;
            length += state.length;
            if let Some(word) = words.next() {
                *word = state.word;
            }
            (state.from_first, state.length, state.word) = (0, 0, Word::default());
        }
        length
    }
}

/// Where a merge stands within a block.
struct State {
    /// Members taken of the first stream.
    from_first: usize,
    /// Sums kept.
    length: usize,
    /// Read, but not yet in the merged order.
    carried: Eight,
    /// The most that A had so far, in all places.
    most: Register,
    word: Word,
}

impl State {
    /// Eight steps, from this one of the block on.
    #[inline(always)]
    fn advance<L: Lanes, const TRACED: bool>(
        &mut self,
        lanes: L,
        windows: [&[u64; WINDOW]; 2],
        step: u64,
        place: usize,
        out: &mut [u64; ROOM],
    ) {
        let heads = [self.from_first, place.wrapping_sub(self.from_first)];
        let [first, second] = [0, 1].map(|stream| -> &[u64; LANES] {
            let head = heads[stream] % (2 * BLOCK);
            first_of(&windows[stream][head..head + LANES])
        });
        let from_second = second[0].wrapping_add(step) > first[0];
        // A branch, on purpose: what follows need not wait for the comparison where it is guessed right.
        let taken = if from_second {
            lanes.load(second, step.wrapping_add(MARK))
        } else {
            lanes.load(first, 0)
        };
        self.from_first = self
            .from_first
            .wrapping_add(LANES * usize::from(!from_second));
        let (next, carried) = lanes.merge(self.carried, taken);
        self.carried = carried;
        let Filtered { kept, marked, most } = lanes.filter(next, self.most);
        self.most = most;
        let at = self.length % BLOCK;
        lanes.write(next, kept, first_of_mut(&mut out[at..at + LANES]));
        self.length = self.length.wrapping_add(ones(kept.into()));
        if TRACED {
            self.word.second |= u64::from(marked) << (place % BLOCK);
            self.word.kept |= u64::from(kept) << (place % BLOCK);
        }
    }
}

/// The first members of a slice that has as many.
#[inline(always)]
fn first_of<const N: usize>(slice: &[u64]) -> &[u64; N] {
    slice.first_chunk().expect("lists are padded")
}

#[inline(always)]
fn first_of_mut<const N: usize>(slice: &mut [u64]) -> &mut [u64; N] {
    slice.first_chunk_mut().expect("room for a register")
}
