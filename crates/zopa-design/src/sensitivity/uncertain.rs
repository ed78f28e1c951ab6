//! Valuations that are known up to an interval: is there a ZOPA whatever they are, or for some?

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use zopa::{Completeness, Frontier, Stopped, certified_allocation, game};
use zopa_model::{Allocation, Convention, PARTIES, Rational, Scenario, UtilityPoint};
use zopa_solve::{closest_to_agreement, margin};

use super::probe::Ground;

/// A draw is a multiple of this part of its interval.
const STEPS: u64 = 1 << 32;

/// What is known of each number: weights by resource and party, and BATNAs. Each moves in its interval by itself; nothing is
/// renormalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// By resource, then by party: the lowest and the highest weight.
    pub weights: Vec<[[Rational; 2]; PARTIES]>,
    /// By party: the lowest and the highest BATNA.
    pub batnas: [[Rational; 2]; PARTIES],
}

/// The answers under uncertainty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncertain {
    /// The margin in the best case: there is a ZOPA for some values exactly where it is 0 or more.
    pub best: Rational,
    /// The margin in the worst case: there is a ZOPA for all values exactly where it is 0 or more.
    pub worst: Rational,
    /// Where there is one for all values: an allocation that both accept whatever the values are.
    pub robust: Option<Allocation>,
    /// The draws with a ZOPA, and all draws.
    pub hits: u64,
    /// All draws.
    pub draws: u64,
}

impl Uncertain {
    /// The 95% Wilson interval of the probability of a ZOPA; a single value where the exact answers leave no doubt.
    #[must_use]
    pub fn probability(&self) -> zopa_stats::Interval {
        let sure = |value| zopa_stats::Interval {
            low: value,
            high: value,
        };
        if !self.worst.is_negative() {
            return sure(1.0);
        }
        if self.best.is_negative() {
            return sure(0.0);
        }
        let interval = zopa_stats::wilson(self.hits, self.draws, zopa_stats::Level::P95);
        interval.unwrap_or(zopa_stats::Interval {
            low: 0.0,
            high: 1.0,
        })
    }
}

impl Intervals {
    /// Every weight known up to `part` of the party's sum on either side, never below 0; BATNAs as they are.
    #[must_use]
    pub fn around(scenario: &Scenario, part: &Rational) -> Self {
        let sums: [Rational; PARTIES] = std::array::from_fn(|party| {
            let weights = scenario.resources.iter();
            weights.map(|resource| &resource.weight[party]).sum()
        });
        let weights = scenario.resources.iter().map(|resource| {
            std::array::from_fn(|party| {
                let (weight, off) = (&resource.weight[party], &sums[party] * part);
                [(weight - &off).max(Rational::ZERO), weight + &off]
            })
        });
        let d = scenario.disagreement_point();
        Self {
            weights: weights.collect(),
            batnas: d.0.map(|batna| [batna.clone(), batna]),
        }
    }

    /// The scenario with the best or the worst values for agreement, and the disagreement point. An asset's worth rises with its
    /// weight; a burden's falls in the signed convention, and rises in the avoided one, where it counts what is escaped.
    fn extreme(
        &self,
        scenario: &Scenario,
        convention: Convention,
        best: bool,
    ) -> (Scenario, UtilityPoint) {
        let mut moved = scenario.clone();
        for (resource, intervals) in moved.resources.iter_mut().zip(&self.weights) {
            let falls = resource.kind.is_burden() && convention == Convention::Signed;
            let high = usize::from(best != falls);
            resource.weight = intervals.each_ref().map(|interval| interval[high].clone());
        }
        let batna = usize::from(!best);
        let d = self
            .batnas
            .each_ref()
            .map(|interval| interval[batna].clone());
        (moved, UtilityPoint(d))
    }
}

/// Necessary and possible ZOPA, and how probable one is if every number is drawn uniformly from its interval.
///
/// The utilities of any fixed allocation rise or fall with each weight, whatever the others are, so the best and the worst case are
/// corners: both are exact, and where the worst one has a ZOPA, its deals are acceptable in every case. The probability is that of
/// `draws` draws with `seed`.
pub(crate) fn uncertain(
    ground: &Ground<'_>,
    scenario: &Scenario,
    known: &Intervals,
    draws: u64,
    seed: u64,
) -> Result<Uncertain, Stopped> {
    let frontier = |scenario: &Scenario| {
        let game = game(scenario, ground.convention, |_| true);
        match Frontier::of(&game, &ground.budget) {
            Completeness::Complete(frontier) => Ok(frontier),
            Completeness::Stopped(stopped) => Err(stopped),
        }
    };
    let (best_case, d) = known.extreme(scenario, ground.convention, true);
    let best = margin(&frontier(&best_case)?, &d);
    let (worst_case, d) = known.extreme(scenario, ground.convention, false);
    let worst_frontier = frontier(&worst_case)?;
    let worst = margin(&worst_frontier, &d);
    let robust = (!worst.is_negative()).then(|| {
        let spot = closest_to_agreement(&worst_frontier, &d);
        certified_allocation(
            &worst_case,
            ground.convention,
            |_| true,
            &worst_frontier.agreement(&spot),
            &worst_frontier.utility(&spot),
        )
    });
    let hits = if !worst.is_negative() {
        draws
    } else if best.is_negative() {
        0
    } else {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut hits = 0;
        let mut moved = scenario.clone();
        for _ in 0..draws {
            for (resource, intervals) in moved.resources.iter_mut().zip(&known.weights) {
                for (weight, interval) in resource.weight.iter_mut().zip(intervals) {
                    *weight = drawn(&mut random, interval);
                }
            }
            let d = UtilityPoint(
                known
                    .batnas
                    .each_ref()
                    .map(|interval| drawn(&mut random, interval)),
            );
            hits += u64::from(!margin(&frontier(&moved)?, &d).is_negative());
        }
        hits
    };
    Ok(Uncertain {
        best,
        worst,
        robust,
        hits,
        draws,
    })
}

/// A value from an interval, uniformly. Of a single value nothing is drawn.
fn drawn(random: &mut ChaCha8Rng, [low, high]: &[Rational; 2]) -> Rational {
    if low == high {
        return low.clone();
    }
    let step = i128::from(u64::from(random.next_u32()));
    low + &((high - low) * Rational::new(step, i128::from(STEPS - 1)))
}
