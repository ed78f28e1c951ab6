//! Finding places on a frontier. Everything here is in scaled numbers.
//!
//! Along a frontier A's utility rises and B's falls, so that every question "where does it first ..." is a binary search.
//! Pieces are taken with their ends, open ones too: an open end is feasible, and is either another piece's closed end or
//! dominated by an efficient pair that is strictly better in every objective asked for here.

use std::ops::Range;

use zopa_model::{PARTIES, Rational, UtilityPoint};

use crate::frontier::{Frontier, Piece, Spot};

/// The part of a piece that gives both parties at least what they are asked to get.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) piece: usize,
    /// The ends, by rising utility of A, and how far along the piece they lie.
    pub(crate) from: UtilityPoint,
    pub(crate) to: UtilityPoint,
    along: [Rational; 2],
    from_open: bool,
    to_open: bool,
}

impl Part {
    /// The whole piece.
    fn whole(
        piece: usize,
        Piece {
            from,
            to,
            from_open,
            to_open,
        }: Piece,
    ) -> Self {
        Self {
            piece,
            from,
            to,
            along: [Rational::ZERO, Rational::ONE],
            from_open,
            to_open,
        }
    }

    pub(crate) fn is_point(&self) -> bool {
        self.from == self.to
    }

    /// The place this far along the part, in [0, 1].
    pub(crate) fn spot(&self, along: &Rational) -> Spot {
        let [from, to] = &self.along;
        Spot {
            piece: self.piece,
            along: from + &((to - from) * along),
        }
    }

    pub(crate) fn at(&self, along: &Rational) -> UtilityPoint {
        crate::game::between(&self.from, &self.to, along)
    }

    /// Is its first end efficient by this piece's own account? (As another piece's end it may be all the same.)
    pub(crate) fn holds_from(&self) -> bool {
        !(self.from_open && self.along[0].is_zero()
            || self.to_open && self.along[0] == Rational::ONE)
    }

    /// How far along the gains over `d`, each divided by its scale, are equal; or the end nearest to that.
    pub(crate) fn balanced(&self, d: &UtilityPoint, scale: &UtilityPoint) -> Rational {
        if self.is_point() {
            return Rational::ZERO;
        }
        let gain =
            |point: &UtilityPoint, party: usize| (&point.0[party] - &d.0[party]) / &scale.0[party];
        let lead = |point: &UtilityPoint| gain(point, 1) - gain(point, 0);
        let (first, last) = (lead(&self.from), lead(&self.to));
        clamp(&first / &(&first - &last))
    }

    /// How far along the product of the gains over `d` is largest: a concave parabola's peak, or the end nearest to it.
    pub(crate) fn peak_of_product(&self, d: &UtilityPoint) -> Rational {
        if self.is_point() {
            return Rational::ZERO;
        }
        // ((a + t da)(b + t db))' = da b + db a + 2 t da db
        let (gain, step) = (self.from.minus(d), self.to.minus(&self.from));
        let slope = step.a() * gain.b() + step.b() * gain.a();
        clamp(slope / (step.product() * Rational::from(-2)))
    }
}

/// The nearest number in [0, 1].
pub(crate) fn clamp(value: Rational) -> Rational {
    value.max(Rational::ZERO).min(Rational::ONE)
}

impl Frontier {
    pub(crate) fn whole_part(&self, piece: usize) -> Part {
        Part::whole(piece, self.scaled_piece(piece))
    }

    /// The first piece of which `is_before` does not hold; it holds for none after that.
    pub(crate) fn first_piece(&self, is_before: impl Fn(&Piece) -> bool) -> usize {
        let mut range = 0..self.len();
        while !range.is_empty() {
            let middle = range.start + range.len() / 2;
            if is_before(&self.scaled_piece(middle)) {
                range.start = middle + 1;
            } else {
                range.end = middle;
            }
        }
        range.start
    }

    /// The pieces that reach what `d` gives A, and what it gives B. Unless there is one piece alone, each holds a point that
    /// does both.
    pub(crate) fn pieces_reaching(&self, d: &UtilityPoint) -> Range<usize> {
        let start = self.first_piece(|piece| piece.to.a() < d.a());
        let end = self.first_piece(|piece| piece.from.b() >= d.b());
        start..end.max(start)
    }

    /// The part of a piece that gives both parties at least `d`, if any.
    pub(crate) fn part_from(&self, piece: usize, d: &UtilityPoint) -> Option<Part> {
        clip(self.whole_part(piece), d)
    }

    /// The frontier cut to what gives both parties at least `d`.
    pub(crate) fn parts_from(&self, d: &UtilityPoint) -> impl Iterator<Item = Part> + use<'_> {
        let d = d.clone();
        self.pieces_reaching(&d)
            .filter_map(move |piece| self.part_from(piece, &d))
    }

    /// The parts of the pieces that give both parties at least `floor`, by rising utility of A, as their two ends. An end may
    /// be open: then it is feasible, but dominated or a neighbour's. None where the ZOPA of that floor is empty.
    pub fn within(
        &self,
        floor: &UtilityPoint,
    ) -> impl Iterator<Item = [UtilityPoint; 2]> + use<'_> {
        self.parts_from(&self.scale(floor))
            .map(|part| [self.unscale(&part.from), self.unscale(&part.to)])
    }

    /// The most that the other party can get when party `i` gets at least `floor`; `None` where it cannot get that.
    /// With the piece on which that lies.
    pub(crate) fn most_for_other(&self, i: usize, floor: &Rational) -> Option<(usize, Rational)> {
        let other = PARTIES - 1 - i;
        let piece_index = if i == 0 {
            self.first_piece(|piece| piece.to.0[0] < *floor)
        } else {
            self.first_piece(|piece| piece.from.0[1] >= *floor)
                .checked_sub(1)?
        };
        if piece_index == self.len() {
            return None;
        }
        let piece = self.scaled_piece(piece_index);
        let (near, far) = if i == 0 {
            (&piece.from, &piece.to)
        } else {
            (&piece.to, &piece.from)
        };
        if near.0[i] >= *floor {
            return Some((piece_index, near.0[other].clone()));
        }
        let along = (floor - &near.0[i]) / (&far.0[i] - &near.0[i]);
        Some((
            piece_index,
            &near.0[other] + &((&far.0[other] - &near.0[other]) * along),
        ))
    }

    /// Does some feasible pair give both parties at least as much?
    pub(crate) fn is_covered(&self, point: &UtilityPoint) -> bool {
        self.most_for_other(0, point.a())
            .is_some_and(|(_, most)| most >= *point.b())
    }

    /// The place of a pair, if it is efficient.
    pub(crate) fn locate_scaled(&self, point: &UtilityPoint) -> Option<Spot> {
        let first = self.first_piece(|piece| piece.to.a() < point.a());
        (first..self.len())
            .map(|index| (index, self.scaled_piece(index)))
            .take_while(|(_, piece)| piece.from.a() <= point.a())
            .find_map(|(index, piece)| {
                let along = if piece.is_point() {
                    Rational::ZERO
                } else {
                    (point.a() - piece.from.a()) / (piece.to.a() - piece.from.a())
                };
                let open =
                    piece.from_open && along.is_zero() || piece.to_open && along == Rational::ONE;
                (!open && piece.at(&along) == *point).then_some(Spot {
                    piece: index,
                    along,
                })
            })
    }
}

/// The part of a piece that is at least `d` for both, if any.
fn clip(part: Part, d: &UtilityPoint) -> Option<Part> {
    if part.is_point() {
        return part.from.covers(d).then_some(part);
    }
    let step = part.to.minus(&part.from);
    let from = clamp((d.a() - part.from.a()) / step.a());
    let to = clamp((d.b() - part.from.b()) / step.b());
    let (start, end) = (part.at(&from), part.at(&to));
    let inside = from <= to && start.a() >= d.a() && end.b() >= d.b();
    inside.then(|| Part {
        from: start,
        to: end,
        along: [from, to],
        ..part
    })
}
