//! Solution concepts of the bargaining problem, each over the frontier inside the ZOPA. One file per concept.
//!
//! Common to all: utilities are exact; ties are broken as each file says and, what is then still tied, by A's larger
//! utility; a concept is `None` exactly where the ZOPA is empty (the lottery: where no lottery reaches it).

mod egalitarian;
mod kalai_smorodinsky;
pub(crate) mod leximin;
mod nash;
mod nash_lottery;
mod utilitarian;

use zopa_model::{Rational, UtilityPoint};

use crate::frontier::{Frontier, Spot};
use crate::search::Part;

pub use egalitarian::egalitarian;
pub use kalai_smorodinsky::kalai_smorodinsky;
pub use nash::nash;
pub use nash_lottery::nash_lottery;
pub use utilitarian::utilitarian;

/// A solution concept that chooses one efficient agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Concept {
    /// The largest product of gains: [`nash`](fn@nash).
    Nash,
    /// Equal shares of the ideal gains: [`kalai_smorodinsky`](fn@kalai_smorodinsky).
    KalaiSmorodinsky,
    /// The largest smaller gain: [`egalitarian`](fn@egalitarian).
    Egalitarian,
    /// The largest sum: [`utilitarian`](fn@utilitarian).
    Utilitarian,
}

impl Concept {
    /// Every concept, in the order of the output.
    pub const ALL: [Self; 4] = [
        Self::Nash,
        Self::KalaiSmorodinsky,
        Self::Egalitarian,
        Self::Utilitarian,
    ];

    /// The name in the output: `kalai_smorodinsky`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nash => "nash",
            Self::KalaiSmorodinsky => "kalai_smorodinsky",
            Self::Egalitarian => "egalitarian",
            Self::Utilitarian => "utilitarian",
        }
    }

    /// The name in prose: `Kalai-Smorodinsky`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Nash => "Nash",
            Self::KalaiSmorodinsky => "Kalai-Smorodinsky",
            Self::Egalitarian => "egalitarian",
            Self::Utilitarian => "utilitarian",
        }
    }
}

/// What a concept chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Where it lies on the frontier.
    pub spot: Spot,
    /// Its utilities.
    pub utility: UtilityPoint,
    /// Its utilities less the disagreement point's.
    pub gain: UtilityPoint,
    /// Is the maximiser one utility pair?
    pub unique: bool,
}

impl Solution {
    /// The product of both gains.
    #[must_use]
    pub fn product(&self) -> Rational {
        self.gain.product()
    }

    fn at(frontier: &Frontier, spot: Spot, disagreement: &UtilityPoint, unique: bool) -> Self {
        let utility = frontier.utility(&spot);
        let gain = utility.minus(disagreement);
        Self {
            spot,
            utility,
            gain,
            unique,
        }
    }
}

/// What a bargaining solution over lotteries chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lottery {
    /// One or two efficient places by rising utility of A, with probabilities above 0 that sum to 1.
    pub draws: Vec<(Rational, Spot)>,
    /// The expected utilities.
    pub utility: UtilityPoint,
    /// The expected utilities less the disagreement point's.
    pub gain: UtilityPoint,
}

/// The best of a stream of candidates, and how many different pairs are as good.
struct Best<K> {
    key: K,
    spot: Spot,
    point: UtilityPoint,
    unique: bool,
}

impl<K: Ord> Best<K> {
    /// Takes in a candidate. Among equals the one with A's larger utility stays.
    fn offer(best: &mut Option<Self>, key: K, part: &Part, along: &Rational) {
        let point = part.at(along);
        let candidate = |key, unique| Self {
            key,
            spot: part.spot(along),
            point: point.clone(),
            unique,
        };
        match best {
            Some(known) if key < known.key => {}
            Some(known) if key == known.key => {
                if point != known.point {
                    if point.a() > known.point.a() {
                        *best = Some(candidate(key, false));
                    } else {
                        known.unique = false;
                    }
                }
            }
            _ => *best = Some(candidate(key, true)),
        }
    }
}
