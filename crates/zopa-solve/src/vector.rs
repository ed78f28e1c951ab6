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

use std::hint::select_unpredictable;

use pulp::core_arch::x86::{Avx, Avx2};
use pulp::x86::V3;

use crate::sum::VectorMerge;
use crate::trace::{Word, ones};

/// Two vector registers of four sums each.
type Eight = [std::arch::x86_64::__m256i; 2];
type Register = std::arch::x86_64::__m256i;

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

/// The mark of the second stream, and all of A's half but this mark.
const MARK: u64 = 1;
const GAIN: i32 = -2;

/// Merges two streams of packed sums, of which the first member of the first stream comes first, into `out`: how many were kept,
/// and the bits of every step but the first. `None` on machines without the registers.
pub(crate) fn merge(
    streams: VectorMerge<'_, u64>,
    out: &mut Vec<u64>,
) -> Option<(usize, Vec<Word>)> {
    let registers = V3::try_new()?;
    let blocks = streams.steps.div_ceil(BLOCK);
    let room = 1 + blocks * BLOCK + ROOM;
    if out.len() < room {
        out.resize(room + room / 2, 0);
    }
    let mut words = vec![Word::default(); if streams.traced { blocks } else { 0 }];
    let walk = Walk {
        registers,
        streams,
        out,
        words: &mut words,
    };
    let kept = if walk.streams.traced {
        registers.vectorize(Traced(walk))
    } else {
        registers.vectorize(Untraced(walk))
    };
    Some((kept, words))
}

/// A merge, compiled for the registers.
struct Walk<'w> {
    registers: V3,
    streams: VectorMerge<'w, u64>,
    out: &'w mut [u64],
    words: &'w mut [Word],
}

struct Traced<'w>(Walk<'w>);
struct Untraced<'w>(Walk<'w>);

impl pulp::NullaryFnOnce for Traced<'_> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        self.0.run::<true>()
    }
}

impl pulp::NullaryFnOnce for Untraced<'_> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        self.0.run::<false>()
    }
}

impl Walk<'_> {
    #[inline(always)]
    fn run<const TRACED: bool>(self) -> usize {
        let VectorMerge {
            kept,
            list,
            step,
            steps,
            ..
        } = self.streams;
        let (out, words) = (self.out, self.words);
        let lanes = Lanes {
            avx: self.registers.avx,
            avx2: self.registers.avx2,
        };
        out[0] = kept[0];
        let mut heads = [1, 0];
        let mut length = 1;
        let mut state = State {
            from_first: 0,
            length: 0,
            carried: lanes.splat_eight(0),
            most: lanes.splat(low_in_both(kept[0])),
            word: Word::default(),
        };
        // The first eight are those of the stream that begins with more.
        let second = list[0].wrapping_add(*step) > kept[1];
        let (from, moved) = if second {
            (list, step.wrapping_add(MARK))
        } else {
            (&kept[1..], 0)
        };
        state.carried = lanes.load(first_of(from), lanes.splat(moved));
        heads[usize::from(second)] += LANES;
        let mut left = steps.div_ceil(LANES);
        let mut words = words.iter_mut();
        while left > 0 {
            let windows = [first_of(&kept[heads[0]..]), first_of(&list[heads[1]..])];
            let room: &mut [u64; ROOM] = first_of_mut(&mut out[length..]);
            let here = left.min(BLOCK / LANES);
            for place in 0..here {
                state.advance::<TRACED>(lanes, windows, *step, place * LANES, room);
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
    /// The most that A had so far, in every 32 bits.
    most: Register,
    word: Word,
}

impl State {
    /// Eight steps, from this one of the block on.
    #[inline(always)]
    fn advance<const TRACED: bool>(
        &mut self,
        lanes: Lanes,
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
        let taken = select_unpredictable(from_second, second, first);
        // A branch, on purpose: what follows need not wait for the comparison where it is guessed right.
        let moved = if from_second {
            lanes.splat(step.wrapping_add(MARK))
        } else {
            lanes.splat(0)
        };
        self.from_first = self
            .from_first
            .wrapping_add(LANES * usize::from(!from_second));
        let (next, carried) = lanes.merge(self.carried, lanes.load(taken, moved));
        self.carried = carried;
        let Filtered { kept, marked, most } = lanes.filter(next, self.most);
        self.most = most;
        let half = LANES / 2;
        let at = self.length % BLOCK;
        lanes.write(next[0], kept, first_of_mut(&mut out[at..at + half]));
        let at = at + ones(u64::from(kept) & 0xF);
        lanes.write(next[1], kept >> half, first_of_mut(&mut out[at..at + half]));
        self.length = self.length.wrapping_add(ones(kept.into()));
        if TRACED {
            self.word.second |= u64::from(marked) << (place % BLOCK);
            self.word.kept |= u64::from(kept) << (place % BLOCK);
        }
    }
}

/// Of eight sums: which are kept, which bear the mark, and the most that A had in them and before.
struct Filtered {
    kept: u8,
    marked: u8,
    most: Register,
}

/// Operations on registers. Sums are below 2^63, so that comparisons may take them for signed numbers.
#[derive(Clone, Copy)]
struct Lanes {
    avx: Avx,
    avx2: Avx2,
}

impl Lanes {
    #[inline(always)]
    fn splat(self, value: u64) -> Register {
        pulp::cast([value; LANES / 2])
    }

    #[inline(always)]
    fn splat_eight(self, value: u64) -> Eight {
        [self.splat(value); 2]
    }

    /// These sums, moved.
    #[inline(always)]
    fn load(self, sums: &[u64; LANES], step: Register) -> Eight {
        let [a, b, c, d, e, f, g, h] = *sums;
        [[a, b, c, d], [e, f, g, h]].map(|half| self.avx2._mm256_add_epi64(pulp::cast(half), step))
    }

    /// Of each two the larger and the smaller one.
    #[inline(always)]
    fn compare(self, x: Register, y: Register) -> Eight {
        let larger = self.avx2._mm256_cmpgt_epi64(x, y);
        [
            self.avx2._mm256_blendv_epi8(y, x, larger),
            self.avx2._mm256_blendv_epi8(x, y, larger),
        ]
    }

    /// The eight largest of two falling eights, and the eight smallest, both falling.
    #[inline(always)]
    fn merge(self, x: Eight, y: Eight) -> (Eight, Eight) {
        // One falling and one rising: a bitonic sixteen.
        let [y0, y1] = y.map(|half| self.avx2._mm256_permute4x64_epi64::<0b00_01_10_11>(half));
        let [large0, small0] = self.compare(x[0], y1);
        let [large1, small1] = self.compare(x[1], y0);
        let [large0, large1] = self.compare(large0, large1);
        let [small0, small1] = self.compare(small0, small1);
        (self.sort(large0, large1), self.sort(small0, small1))
    }

    /// Two bitonic fours, all of the first above all of the second, to falling ones.
    #[inline(always)]
    fn sort(self, x: Register, y: Register) -> Eight {
        let vectors = self.avx2;
        let halves = |x, y| {
            (
                vectors._mm256_permute2x128_si256::<0x20>(x, y),
                vectors._mm256_permute2x128_si256::<0x31>(x, y),
            )
        };
        let alternate = |[x, y]: Eight| {
            (
                vectors._mm256_unpacklo_epi64(x, y),
                vectors._mm256_unpackhi_epi64(x, y),
            )
        };
        let (low, high) = halves(x, y);
        let (even, odd) = alternate(self.compare(low, high));
        let (first, second) = alternate(self.compare(even, odd));
        let (x, y) = halves(first, second);
        [x, y]
    }

    /// Which of these sums, in the merged order, give A more than all before.
    #[inline(always)]
    fn filter(self, sums: Eight, most: Register) -> Filtered {
        let Self { avx, avx2 } = self;
        // A's halves of all eight in one register.
        let lows = avx._mm256_shuffle_ps::<0b10_00_10_00>(pulp::cast(sums[0]), pulp::cast(sums[1]));
        let lows = avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(pulp::cast(lows));
        let marked = avx._mm256_movemask_ps(pulp::cast(avx2._mm256_slli_epi32::<31>(lows)));
        let gains = avx2._mm256_and_si256(lows, avx._mm256_set1_epi32(GAIN));
        // The most of all before, first within each 128 bits, then across.
        let one = avx2._mm256_bslli_epi128::<4>(gains);
        let two = avx2._mm256_max_epu32(one, avx2._mm256_bslli_epi128::<8>(gains));
        let before = avx2._mm256_max_epu32(two, avx2._mm256_bslli_epi128::<8>(two));
        let through = avx2._mm256_max_epu32(before, gains);
        let fourth = avx2._mm256_permutevar8x32_epi32(through, pulp::cast([3; LANES]));
        let upper = avx2._mm256_and_si256(fourth, pulp::cast([0, 0, 0, 0, -1, -1, -1, -1]));
        let before = avx2._mm256_max_epu32(before, upper);
        let kept = avx2._mm256_cmpgt_epi32(gains, avx2._mm256_max_epu32(before, most));
        let through = avx2._mm256_max_epu32(before, gains);
        let eighth = avx2._mm256_permutevar8x32_epi32(through, pulp::cast([7; LANES]));
        Filtered {
            kept: low_byte(avx._mm256_movemask_ps(pulp::cast(kept))),
            marked: low_byte(marked),
            most: avx2._mm256_max_epu32(most, eighth),
        }
    }

    /// Writes those of four sums whose bits are set, without their mark, and something behind them.
    #[inline(always)]
    fn write(self, sums: Register, kept: u8, out: &mut [u64; LANES / 2]) {
        let order = pulp::cast(ORDERS[usize::from(kept % 16)]);
        let packed = self.avx2._mm256_permutevar8x32_epi32(sums, order);
        *out = pulp::cast(self.avx2._mm256_andnot_si256(self.splat(MARK), packed));
    }
}

/// For each set of four sums, where the halves of its members are, in their order.
const ORDERS: [[i32; LANES]; 16] = {
    let mut orders = [[0; LANES]; 16];
    let mut set = 0;
    while set < orders.len() {
        let (mut member, mut written) = (0, 0);
        while member < 4 {
            if set >> member & 1 == 1 {
                orders[set][written] = 2 * member;
                orders[set][written + 1] = 2 * member + 1;
                written += 2;
            }
            member += 1;
        }
        set += 1;
    }
    orders
};

/// The first members of a slice that has as many.
#[inline(always)]
fn first_of<const N: usize>(slice: &[u64]) -> &[u64; N] {
    slice.first_chunk().expect("lists are padded")
}

#[inline(always)]
fn first_of_mut<const N: usize>(slice: &mut [u64]) -> &mut [u64; N] {
    slice.first_chunk_mut().expect("room for a register")
}

/// A's half of a sum, in both halves.
fn low_in_both(sum: u64) -> u64 {
    sum << 32 | sum & (u64::MAX >> 32)
}

#[inline(always)]
fn low_byte(bits: i32) -> u8 {
    bits.to_le_bytes()[0]
}
