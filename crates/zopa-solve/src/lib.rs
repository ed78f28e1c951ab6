//! What is *possible* and what is *fair* in a negotiation between two parties, exactly.
//!
//! The crate knows neither files nor names. A negotiation is a [`Game`]: a sum of independent [`Issue`]s, each a finite
//! set of utility pairs or a segment between two. [`Frontier::of`] finds every efficient pair, with an allocation that
//! attains it; [`Zopa`], [`nash`](fn@concepts::nash) and the other concepts, and the judgments of [`judge`] read it.
//!
//! Every comparison is exact; no float occurs in this crate.

pub mod budget;
mod chain;
pub mod concepts;
mod dense;
mod envelope;
mod frontier;
mod game;
mod hull;
pub mod judge;
mod lot_judge;
mod lower;
mod merge;
mod plan;
mod search;
pub mod single;
mod sum;
mod trace;
mod values;
#[cfg(target_arch = "x86_64")]
mod vector;
mod whole;
mod zopa;

pub use budget::{Budget, Completeness, StopReason, Stopped};
pub use concepts::{Concept, Lottery, Solution};
pub use frontier::{Frontier, Piece, Spot};
pub use game::{Choice, Game, Issue};
pub use lot_judge::{LotJudge, LotJudgment};
pub use sum::Width;
pub use trace::Effort;
pub use values::Values;
pub use zopa::{Zopa, closest_to_agreement, margin};
