//! A small seeded source of numbers, so that a failing case can be met again. Tests add the draws that they need.
#![allow(
    dead_code,
    reason = "included by several test programs, each of which uses a part"
)]

/// Sebastiano Vigna's splitmix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// An index below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("a small count");
        usize::try_from(self.next() % count).expect("a small index")
    }

    /// One of a list.
    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// From `low` to `high`, both included; the top of a product, so that the draws are those of the reference instances.
    pub(crate) fn range(&mut self, low: i64, high: i64) -> i64 {
        let width = u128::try_from(high - low + 1).expect("low <= high");
        low + i64::try_from((u128::from(self.next()) * width) >> 64).expect("below the width")
    }

    /// A whole number of any size from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: i128, high: i128) -> i128 {
        let count = u128::try_from(high - low + 1).expect("a range that is not empty");
        let drawn = (u128::from(self.next()) << 64 | u128::from(self.next())) % count;
        low + i128::try_from(drawn).expect("below the count")
    }
}

/// By the reference implementation in C, <https://prng.di.unimi.it/splitmix64.c>, from seed 1234567.
#[test]
fn splitmix64_is_the_published_one() {
    let mut random = Random::seeded(1_234_567);
    let first: [u64; 3] = std::array::from_fn(|_| random.next());
    assert_eq!(
        first,
        [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423
        ]
    );
}
