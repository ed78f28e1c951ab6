//! Three computations whose cost is watched over time: by the clock (`cargo bench`) and by counted instructions
//! (`benches/instructions.sh`).

use zopa_solve::{Budget, Completeness, Frontier, Game, LotJudge};

use crate::instances::{Family, SEED, SplitMix64, game, valuations};

/// The computations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// The frontier of 100 lots of 6 digits.
    Lots,
    /// The frontier of 100 lots and 10 divisible resources of 6 digits.
    Mixed,
    /// Utilities, efficiency and gap of 10,000 agreements on 50 lots of 3 digits.
    Judge,
}

/// An agreement on up to 64 lots: a bit is set where A has the lot, from the lowest on.
pub type Agreement = [u64; 1];

/// What a kernel works on, made beforehand.
#[derive(Clone, Debug)]
pub enum Input {
    /// A game to solve.
    Game(Game),
    /// Agreements to judge.
    Agreements(LotJudge, Vec<Agreement>),
}

impl Kernel {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Lots, Self::Mixed, Self::Judge];

    /// Short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lots => "lots",
            Self::Mixed => "mixed",
            Self::Judge => "judge",
        }
    }

    /// Makes the input.
    #[must_use]
    pub fn input(self) -> Input {
        let six = |n| valuations(Family::Uncorrelated, n, 999_999, SEED);
        match self {
            Self::Lots => Input::Game(game(&six(100), &[])),
            Self::Mixed => Input::Game(game(&six(100), &six(10))),
            Self::Judge => {
                let game = game(&valuations(Family::Uncorrelated, 50, 999, SEED), &[]);
                let judge =
                    LotJudge::new(&game, &solve(&game)).expect("a game of lots of small numbers");
                Input::Agreements(judge, random_agreements(50, 10_000))
            }
        }
    }
}

/// Runs a kernel. The result is a number that depends on all that was computed.
#[inline(never)]
#[must_use]
pub fn run_kernel(input: &Input) -> usize {
    match input {
        Input::Game(game) => solve(game).len(),
        Input::Agreements(judge, agreements) => {
            let judged = agreements.iter().map(|agreement| judge.judge(agreement));
            judged
                .filter(|judged| judged.efficient || judged.pareto_gap > 100)
                .count()
        }
    }
}

/// The frontier.
///
/// # Panics
/// If the default budget does not suffice.
#[must_use]
pub fn solve(game: &Game) -> Frontier {
    match Frontier::of(game, &Budget::default()) {
        Completeness::Complete(frontier) => frontier,
        Completeness::Stopped(stopped) => {
            panic!("the default budget does not suffice: {stopped:?}")
        }
    }
}

/// Random agreements on at most 64 lots.
#[must_use]
pub fn random_agreements(lots: u64, count: u32) -> Vec<Agreement> {
    let mut random = SplitMix64::new(SEED);
    (0..count)
        .map(|_| [random.next_u64() >> (64 - lots)])
        .collect()
}

/// Does A have this lot?
#[must_use]
pub fn bit_is_set(agreement: &Agreement, lot: usize) -> bool {
    agreement[0] >> lot & 1 == 1
}
