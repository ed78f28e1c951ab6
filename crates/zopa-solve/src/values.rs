//! The efficient utility pairs alone.

use crate::budget::{Budget, Completeness};
use crate::frontier::{Frontier, Piece};
use crate::game::Game;
use crate::sum::Width;
use crate::trace::Effort;

/// The pieces of a game's [`Frontier`] without the agreements that attain them.
///
/// For those who want to draw or count what is possible and to agree on nothing. It takes a little less time than the frontier,
/// and the memory of two lists of sums: 16 bytes a point where sums are packed, where the record of how sums came about takes
/// two bits more for every merged element.
#[derive(Clone, Debug)]
pub struct Values(Frontier);

impl Values {
    /// The efficient pairs of a game; for the method and its cost see [`Frontier::of`].
    ///
    /// # Panics
    /// If an issue has no option.
    #[must_use]
    pub fn of(game: &Game, budget: &Budget<'_>) -> Completeness<Self> {
        match Frontier::with_width(game, budget, Width::Packed, false) {
            Completeness::Complete(frontier) => Completeness::Complete(Self(frontier)),
            Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
        }
    }

    /// The number of pieces, at least 1.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never: every game has an efficient pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The piece with this index, by rising utility of A.
    #[must_use]
    pub fn piece(&self, index: usize) -> Piece {
        self.0.piece(index)
    }

    /// All pieces by rising utility of A.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.0.pieces()
    }

    /// What it cost.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.0.effort()
    }

    /// The integers in which sums of lots were held.
    #[must_use]
    pub fn width(&self) -> Width {
        self.0.width()
    }
}
