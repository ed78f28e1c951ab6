//! Operations on vector registers: of machines without masks (AVX2), and of those that have them (AVX-512 on 256 bits, which are
//! quicker to come to a result than the full width).
//!
//! Sums are below 2^63 and gains below 2^31, so that comparisons may take them for signed numbers.

use std::arch::x86_64::__m256i;

use pulp::x86::{V3, V4};

use super::{LANES, MARK};
use crate::trace::ones;

/// Four sums, or eight gains.
pub(super) type Register = __m256i;

/// Eight sums.
pub(super) type Eight = [Register; 2];

/// Sums of a register.
const HALF: usize = LANES / 2;

/// Of eight sums: which are kept, which bear the mark, and the most that A had in them and before, in all places.
pub(super) struct Filtered {
    pub(super) kept: u8,
    pub(super) marked: u8,
    pub(super) most: Register,
}

/// What a merge needs of registers.
pub(super) trait Lanes: pulp::Simd {
    /// The registers without masks, which all such machines have.
    fn plain(self) -> V3;

    /// Of each two the larger and the smaller one.
    fn compare(self, x: Register, y: Register) -> Eight;

    /// Which of these sums, in the merged order, give A more than all before.
    fn filter(self, sums: Eight, most: Register) -> Filtered;

    /// Writes those of the sums whose bits are set, without their marks, and something behind them.
    fn write(self, sums: Eight, kept: u8, out: &mut [u64; LANES]);

    /// These sums, moved.
    #[inline(always)]
    fn load(self, sums: &[u64; LANES], step: u64) -> Eight {
        let (halves, _) = sums.as_chunks::<HALF>();
        let step = pulp::cast([step; HALF]);
        [halves[0], halves[1]]
            .map(|half| self.plain().avx2._mm256_add_epi64(pulp::cast(half), step))
    }

    /// The eight largest of two falling eights, and the eight smallest, both falling.
    #[inline(always)]
    fn merge(self, x: Eight, y: Eight) -> (Eight, Eight) {
        // One falling and one rising: a bitonic sixteen.
        let [y0, y1] = y.map(|half| {
            self.plain()
                .avx2
                ._mm256_permute4x64_epi64::<0b00_01_10_11>(half)
        });
        let [large0, small0] = self.compare(x[0], y1);
        let [large1, small1] = self.compare(x[1], y0);
        let large = self.compare(large0, large1);
        let small = self.compare(small0, small1);
        (self.sort(large), self.sort(small))
    }

    /// Two bitonic fours, all of the first above all of the second, to falling ones.
    #[inline(always)]
    fn sort(self, [x, y]: Eight) -> Eight {
        let avx2 = self.plain().avx2;
        let halves = |x, y| {
            [
                avx2._mm256_permute2x128_si256::<0x20>(x, y),
                avx2._mm256_permute2x128_si256::<0x31>(x, y),
            ]
        };
        let alternate = |[x, y]: Eight| {
            [
                avx2._mm256_unpacklo_epi64(x, y),
                avx2._mm256_unpackhi_epi64(x, y),
            ]
        };
        let [low, high] = halves(x, y);
        let [even, odd] = alternate(self.compare(low, high));
        let [first, second] = alternate(self.compare(even, odd));
        halves(first, second)
    }

    /// A's gain in a sum, in all places.
    #[inline(always)]
    fn gain_of(self, sum: u64) -> Register {
        let [a, b, c, d, ..] = sum.to_le_bytes();
        pulp::cast([[a, b, c, d]; LANES])
    }

    /// A's halves of eight sums in their order, marks included.
    #[inline(always)]
    fn lows(self, sums: Eight) -> Register {
        let [x, y] = sums.map(pulp::cast);
        let pairs = self.plain().avx._mm256_shuffle_ps::<0b10_00_10_00>(x, y);
        self.plain()
            .avx2
            ._mm256_permute4x64_epi64::<0b11_01_10_00>(pulp::cast(pairs))
    }

    /// A's gains without the marks.
    #[inline(always)]
    fn clear(self, lows: Register) -> Register {
        self.plain().avx2._mm256_andnot_si256(marks(), lows)
    }

    /// The most of all gains before each within its 128 bits, and with it.
    #[inline(always)]
    fn most_by_halves(self, gains: Register) -> [Register; 2] {
        let avx2 = self.plain().avx2;
        let one = avx2._mm256_bslli_epi128::<4>(gains);
        let two = avx2._mm256_max_epu32(one, avx2._mm256_bslli_epi128::<8>(gains));
        let before = avx2._mm256_max_epu32(two, avx2._mm256_bslli_epi128::<8>(two));
        [before, avx2._mm256_max_epu32(before, gains)]
    }

    /// The gain in this place, in all places.
    #[inline(always)]
    fn spread(self, gains: Register, place: i32) -> Register {
        self.plain()
            .avx2
            ._mm256_permutevar8x32_epi32(gains, pulp::cast([place; LANES]))
    }
}

impl Lanes for V3 {
    #[inline(always)]
    fn plain(self) -> V3 {
        self
    }

    #[inline(always)]
    fn compare(self, x: Register, y: Register) -> Eight {
        let larger = self.avx2._mm256_cmpgt_epi64(x, y);
        [
            self.avx2._mm256_blendv_epi8(y, x, larger),
            self.avx2._mm256_blendv_epi8(x, y, larger),
        ]
    }

    #[inline(always)]
    fn filter(self, sums: Eight, most: Register) -> Filtered {
        let Self { avx, avx2, .. } = self;
        let bits = |signs| low_byte(avx._mm256_movemask_ps(pulp::cast(signs)));
        let lows = self.lows(sums);
        let gains = self.clear(lows);
        let [before, through] = self.most_by_halves(gains);
        let upper = pulp::cast([0, 0, 0, 0, -1, -1, -1, -1]);
        let fourth = avx2._mm256_and_si256(self.spread(through, 3), upper);
        let before = avx2._mm256_max_epu32(before, fourth);
        let through = avx2._mm256_max_epu32(before, gains);
        Filtered {
            kept: bits(avx2._mm256_cmpgt_epi32(gains, avx2._mm256_max_epu32(before, most))),
            marked: bits(avx2._mm256_slli_epi32::<31>(lows)),
            most: avx2._mm256_max_epu32(most, self.spread(through, 7)),
        }
    }

    #[inline(always)]
    fn write(self, sums: Eight, kept: u8, out: &mut [u64; LANES]) {
        let marks = pulp::cast([MARK; HALF]);
        let pack = |sums, kept: u8| -> [u64; HALF] {
            let order = pulp::cast(ORDERS[usize::from(kept % 16)]);
            let packed = self.avx2._mm256_permutevar8x32_epi32(sums, order);
            pulp::cast(self.avx2._mm256_andnot_si256(marks, packed))
        };
        let first = ones(u64::from(kept % 16));
        out[..HALF].copy_from_slice(&pack(sums[0], kept));
        out[first..][..HALF].copy_from_slice(&pack(sums[1], kept / 16));
    }
}

impl Lanes for V4 {
    #[inline(always)]
    fn plain(self) -> V3 {
        *self
    }

    #[inline(always)]
    fn compare(self, x: Register, y: Register) -> Eight {
        [
            self.avx512f._mm256_max_epu64(x, y),
            self.avx512f._mm256_min_epu64(x, y),
        ]
    }

    #[inline(always)]
    fn filter(self, sums: Eight, most: Register) -> Filtered {
        let Self { avx2, avx512f, .. } = self;
        let lows = self.lows(sums);
        let gains = self.clear(lows);
        let [before, through] = self.most_by_halves(gains);
        let third = pulp::cast([3; LANES]);
        let fourth = avx512f._mm256_maskz_permutexvar_epi32(0xF0, third, through);
        let before = avx2._mm256_max_epu32(before, fourth);
        let through = avx2._mm256_max_epu32(before, gains);
        Filtered {
            kept: avx512f._mm256_cmpgt_epu32_mask(gains, avx2._mm256_max_epu32(before, most)),
            marked: avx512f._mm256_test_epi32_mask(lows, marks()),
            most: avx2._mm256_max_epu32(most, self.spread(through, 7)),
        }
    }

    #[inline(always)]
    fn write(self, sums: Eight, kept: u8, out: &mut [u64; LANES]) {
        let avx512f = self.avx512f;
        let first = avx512f._mm512_castsi256_si512(sums[0]);
        let both = avx512f._mm512_inserti64x4::<1>(first, sums[1]);
        let packed = avx512f._mm512_maskz_compress_epi64(kept, both);
        let marks = pulp::cast([MARK; LANES]);
        *out = pulp::cast(avx512f._mm512_andnot_si512(marks, packed));
    }
}

/// The mark in each of eight halves.
#[inline(always)]
fn marks() -> Register {
    pulp::cast([1; LANES])
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

#[inline(always)]
fn low_byte(bits: i32) -> u8 {
    bits.to_le_bytes()[0]
}
