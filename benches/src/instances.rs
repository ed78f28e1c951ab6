//! Random instances from fixed seeds.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Game, Issue};

/// How the parties' valuations of a resource hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `b = V + 1 - a` plus noise.
    Negative,
    /// Independent.
    Uncorrelated,
    /// `b = a` plus noise.
    Positive,
    /// `b = a` plus a constant.
    Strong,
    /// `b = a`.
    Equal,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Negative,
        Self::Uncorrelated,
        Self::Positive,
        Self::Strong,
        Self::Equal,
    ];

    /// Those of ordinary negotiations: the other two have frontiers of nearly every sum.
    pub const ORDINARY: [Self; 3] = [Self::Negative, Self::Uncorrelated, Self::Positive];

    /// The family with this [name](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }

    /// Short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Negative => "neg",
            Self::Uncorrelated => "unc",
            Self::Positive => "pos",
            Self::Strong => "strong",
            Self::Equal => "equal",
        }
    }
}

/// Sebastiano Vigna's splitmix64.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this state.
    #[must_use]
    pub fn new(state: u64) -> Self {
        Self(state)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// An integer from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        let width = u128::try_from(high - low + 1).expect("low <= high");
        let scaled = (u128::from(self.next_u64()) * width) >> 64;
        low + i64::try_from(scaled).expect("below the width")
    }
}

/// Valuations of up to 3 and up to 6 digits.
pub const SIZES: [i64; 2] = [999, 999_999];

/// The seed of every instance but where an instance says otherwise.
pub const SEED: u64 = 1;

/// `n` pairs of valuations in 1..=V (of the family [`Family::Strong`] B's are larger by a tenth of V).
#[must_use]
pub fn valuations(family: Family, n: u64, v: i64, seed: u64) -> Vec<(i64, i64)> {
    with_noise(family, n, v, v / 10, seed)
}

/// As [`valuations`], with noise of up to so many units either way.
#[must_use]
pub fn with_noise(family: Family, n: u64, v: i64, noise: i64, seed: u64) -> Vec<(i64, i64)> {
    let state = seed
        .wrapping_mul(7919)
        .wrapping_add(n * 31)
        .wrapping_add(v.unsigned_abs());
    let mut random = SplitMix64::new(state);
    (0..n)
        .map(|_| {
            let a = random.range(1, v);
            let b = match family {
                Family::Uncorrelated => random.range(1, v),
                Family::Negative => (v + 1 - a + random.range(-noise, noise)).clamp(1, v),
                Family::Positive => (a + random.range(-noise, noise)).clamp(1, v),
                Family::Strong => a + noise,
                Family::Equal => a,
            };
            (a, b)
        })
        .collect()
}

/// A game of indivisible and divisible assets with these valuations.
#[must_use]
pub fn game(indivisible: &[(i64, i64)], divisible: &[(i64, i64)]) -> Game {
    let point = |a: i64, b: i64| UtilityPoint::new(Rational::from(a), Rational::from(b));
    let lots = indivisible
        .iter()
        .map(|&(a, b)| Issue::Options(vec![point(a, 0), point(0, b)]));
    let segments = divisible
        .iter()
        .map(|&(a, b)| Issue::Segment([point(0, b), point(a, 0)]));
    Game {
        base: point(0, 0),
        issues: lots.chain(segments).collect(),
    }
}
