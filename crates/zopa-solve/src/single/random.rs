//! Random numbers for tests.

/// A linear congruential generator (D. E. Knuth's MMIX constants): each call gives a number from 1 to `below`.
pub(super) fn seeded(seed: u64) -> impl FnMut(i64) -> i64 {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).expect("31 bits") % below + 1
    }
}
