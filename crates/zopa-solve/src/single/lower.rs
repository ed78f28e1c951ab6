//! From a game to whole numbers, and back from an assignment to choices.

use dashu_int::ops::Gcd;
use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational, UtilityPoint};

use super::number::{Number, Ring};
use super::problem::{Assignment, Extent, Pair, Problem, Scale, minus};
use crate::game::{Choice, Game, Issue};
use crate::lower::undominated;

/// A game in whole numbers: each party's utilities times its scale.
#[derive(Clone, Debug)]
pub(super) struct Lowered<T> {
    /// Per party, the least common denominator of its utilities.
    pub(super) scale: Pair<Integer>,
    start: Pair<T>,
    lots: Vec<(T, T)>,
    tables: Vec<Vec<Pair<T>>>,
    /// Segments along which A gains and B loses: from the end that is best for B, what passes to A.
    pub(super) edges: Vec<(T, T)>,
    places: Vec<Place>,
}

/// What an issue became.
#[derive(Clone, Debug)]
enum Place {
    /// Boxed, like tables, so that the many lots stay small.
    Fixed(Box<Choice>),
    /// The options of a lot that stays with B and that passes to A.
    Lot([usize; 2]),
    /// The options of a table.
    Table(Box<[usize]>),
    /// A segment; is its second end the one that is best for A?
    Edge(bool),
}

/// Per party, the least common denominator of a game's utilities and a disagreement point's.
pub(super) fn scales(game: &Game, disagreement: &UtilityPoint) -> Pair<Integer> {
    let mut scale = [Integer::ONE, Integer::ONE];
    let mut include = |pair: &UtilityPoint| {
        for (value, scale) in pair.0.iter().zip(&mut scale) {
            if value.is_integer() {
                continue;
            }
            let denominator = value.denominator();
            if &*scale % &denominator != Integer::ZERO {
                let divisor = Integer::from((&*scale).gcd(&denominator));
                *scale = &*scale / divisor * denominator;
            }
        }
    };
    include(&game.base);
    include(disagreement);
    for issue in &game.issues {
        match issue {
            Issue::Options(options) => options.iter().for_each(&mut include),
            Issue::Segment(ends) => ends.iter().for_each(&mut include),
        }
    }
    scale
}

/// Multiplies a party's utilities by its scale.
struct Scaler {
    scale: Pair<Integer>,
    /// The scales, where they are small.
    small: Option<Pair<i128>>,
}

impl Scaler {
    fn pair<T: Number>(&self, pair: &UtilityPoint) -> Option<Pair<T>> {
        Some([self.value(pair, 0)?, self.value(pair, 1)?])
    }

    fn value<T: Number>(&self, pair: &UtilityPoint, party: usize) -> Option<T> {
        let value = &pair.0[party];
        let small = self
            .small
            .zip(value.small_parts())
            .and_then(|(scale, (num, den))| match den {
                _ if den == scale[party] => Some(num),
                1 => num.checked_mul(scale[party]),
                _ => num.checked_mul(scale[party] / den),
            });
        match small {
            Some(small) => T::from_machine(small),
            None => {
                let factor = &self.scale[party] / value.denominator();
                T::from_integer(&(value.numerator() * factor))
            }
        }
    }
}

impl<T: Number> Lowered<T> {
    /// The game with gains over the disagreement point; `None` if a number does not fit.
    ///
    /// # Panics
    /// If an issue has no option.
    pub(super) fn of(
        game: &Game,
        disagreement: &UtilityPoint,
        scale: &Pair<Integer>,
    ) -> Option<Self> {
        let small = || {
            Some([
                i128::try_from(&scale[0]).ok()?,
                i128::try_from(&scale[1]).ok()?,
            ])
        };
        let scaler = Scaler {
            scale: scale.clone(),
            small: small(),
        };
        let mut lowered = Self {
            scale: scale.clone(),
            start: scaler.pair(&game.base.minus(disagreement))?,
            lots: Vec::with_capacity(game.issues.len()),
            tables: Vec::new(),
            edges: Vec::new(),
            places: Vec::with_capacity(game.issues.len()),
        };
        let mut room = Room::default();
        for issue in &game.issues {
            let place = match issue {
                Issue::Options(options) => lowered.options(options, &scaler, &mut room)?,
                Issue::Segment(ends) => lowered.segment(ends, &scaler)?,
            };
            lowered.places.push(place);
        }
        Some(lowered)
    }

    /// Sums that could not be held are refused: `None`.
    fn add(&mut self, pair: &Pair<T>) -> Option<()> {
        for (start, value) in self.start.iter_mut().zip(pair) {
            *start = T::narrow(&(start.widen() + value.widen()))?;
        }
        Some(())
    }

    fn options(
        &mut self,
        options: &[UtilityPoint],
        scaler: &Scaler,
        room: &mut Room<T>,
    ) -> Option<Place> {
        assert!(!options.is_empty(), "an issue has an option");
        let Room { pairs, kept } = room;
        pairs.clear();
        for option in options {
            pairs.push(scaler.pair(option)?);
        }
        undominated(pairs, kept);
        let first = &pairs[kept[0]];
        self.add(first)?;
        // Differences of numbers that fit need not fit, nor does the negative of the least integer.
        let fits = |option: &usize| {
            (0..PARTIES).all(|party| {
                let difference = pairs[*option][party].widen() + -first[party].widen();
                T::narrow(&difference.magnitude()).is_some()
            })
        };
        if !kept.iter().all(fits) {
            return None;
        }
        Some(match *kept.as_slice() {
            [only] => Place::Fixed(Box::new(Choice::Option(only))),
            [stay, pass] => {
                let [gain, loss] = minus(&pairs[pass], first);
                self.lots.push((gain, -loss));
                Place::Lot([stay, pass])
            }
            _ => {
                let step = |&option: &usize| minus(&pairs[option], first);
                self.tables.push(kept.iter().map(step).collect());
                Place::Table(kept.as_slice().into())
            }
        })
    }

    fn segment(&mut self, ends: &[UtilityPoint; 2], scaler: &Scaler) -> Option<Place> {
        let pairs: [Pair<T>; 2] = [scaler.pair(&ends[0])?, scaler.pair(&ends[1])?];
        let mut kept = Vec::new();
        undominated(&pairs, &mut kept);
        self.add(&pairs[kept[0]])?;
        let [start, end] = *kept.as_slice() else {
            let share = Rational::from(i64::from(kept[0] == 1));
            return Some(Place::Fixed(Box::new(Choice::Mix(share))));
        };
        let widened = |party: usize| pairs[end][party].widen() + -pairs[start][party].widen();
        self.edges
            .push((T::narrow(&widened(0))?, T::narrow(&-widened(1))?));
        Some(Place::Edge(end == 1))
    }

    /// The problem, if everything fits (see [`Problem::new`]).
    pub(super) fn problem(&self, scale: &Scale) -> Option<Problem<'_, T>> {
        let extent = Extent::of(&self.lots);
        Problem::new(self.start.clone(), &self.lots, &self.tables, extent, scale)
    }

    /// The choices of an assignment, with these shares of the segments passed to A, in the order of [`Self::edges`].
    pub(super) fn agreement(&self, assignment: &Assignment, shares: &[Rational]) -> Vec<Choice> {
        let (mut lots, mut tables) = (assignment.to_a.iter(), assignment.options.iter());
        let mut shares = shares.iter().cloned();
        let choice = |place: &Place| match place {
            Place::Fixed(choice) => (**choice).clone(),
            Place::Lot(options) => {
                let passed = *lots.next().expect("one place per lot");
                Choice::Option(options[usize::from(passed)])
            }
            Place::Table(options) => {
                Choice::Option(options[*tables.next().expect("one place per table")])
            }
            Place::Edge(rising) => {
                let share = shares.next().expect("one share per segment");
                Choice::Mix(if *rising {
                    share
                } else {
                    Rational::ONE - share
                })
            }
        };
        self.places.iter().map(choice).collect()
    }
}

/// Vectors that are filled anew for each issue.
struct Room<T> {
    pairs: Vec<Pair<T>>,
    kept: Vec<usize>,
}

impl<T> Default for Room<T> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            kept: Vec::new(),
        }
    }
}
