//! A frontier in machine integers, and where a pair of utilities stands to it.
//!
//! Utilities are scaled to whole numbers. A place is two of them over a denominator, so that every comparison is one of products of
//! 64-bit integers in 128 bits, exact without a reduction or an allocation. The pieces lie by rising A and falling B: the box
//! around any run of neighbours is known from its two ends alone. So every question is a binary search, or one that
//! cuts the frontier in halves and leaves out those that cannot hold anything better ([`seek`](super::seek)).

use zopa::{Frontier, Rational, UtilityPoint};

/// Half of what an `i64` holds: sums of two such numbers fit.
const HALF: i128 = 1 << 62;

/// Denominators and directions stay below this, so that their products fit 62 bits.
const NARROW: i128 = 1 << 30;

/// A pair of utilities: `utility / den`, scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) utility: [i64; 2],
    pub(crate) den: i64,
}

/// A quotient of integers; the denominator is above 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction {
    pub(crate) num: i128,
    pub(crate) den: i128,
}

/// The line through a segment: `rise[0] * b + rise[1] * a = level` for its points (a, b). Both rises are above 0 and have no common divisor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) rise: [i64; 2],
    pub(crate) level: i64,
}

/// A piece of the frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The ends, by rising utility of A.
    pub(crate) from: Place,
    pub(crate) to: Place,
    pub(crate) from_open: bool,
    pub(crate) to_open: bool,
    /// `None` for a point.
    pub(crate) line: Option<Line>,
}

/// The frontier.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// What scaled utilities are to be divided by.
    pub(crate) scale: i64,
    pub(crate) spans: Vec<Span>,
    /// Per span, whole numbers around it: the least and most of A, the least and most of B.
    pub(crate) boxes: Vec<[i64; 4]>,
    /// The largest numerator, denominator, rise and level of all.
    largest: [i128; 4],
}

/// A place to be judged, with what is known of it for every question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) at: Place,
    /// The first span that reaches its utility of A; the number of spans where none does.
    pub(crate) first: usize,
    /// The first span that begins below its utility of B.
    pub(crate) end: usize,
}

pub(crate) fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

pub(crate) fn lcm(a: i64, b: i64) -> Option<i64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a.checked_div(x)?.checked_mul(b)
}

/// The parts of a number that fits 64 bits.
pub(crate) fn parts(value: &Rational) -> Option<(i64, i64)> {
    let (num, den) = value.small_parts()?;
    Some((num.try_into().ok()?, den.try_into().ok()?))
}

impl Place {
    /// A pair of utilities, times `scale`.
    pub(crate) fn of(point: &UtilityPoint, scale: i64) -> Option<Self> {
        let scale = Rational::from(scale);
        let (a, b) = (parts(&(point.a() * &scale))?, parts(&(point.b() * &scale))?);
        let den = lcm(a.1, b.1)?;
        let up = |(num, own): (i64, i64)| num.checked_mul(den / own);
        Some(Self {
            utility: [up(a)?, up(b)?],
            den,
        })
    }

    /// A party's utility here less that at another place, times both denominators.
    pub(crate) fn above(&self, other: &Self, party: usize) -> i128 {
        wide(self.utility[party], other.den) - wide(other.utility[party], self.den)
    }
}

impl Outline {
    /// The outline of a frontier, its utilities times `scale`; `None` where the numbers are too large.
    pub(crate) fn of(frontier: &Frontier, scale: i64) -> Option<Self> {
        let mut outline = Self {
            scale,
            spans: Vec::with_capacity(frontier.len()),
            boxes: Vec::with_capacity(frontier.len()),
            largest: [0; 4],
        };
        for piece in frontier.pieces() {
            let (from, to) = (Place::of(&piece.from, scale)?, Place::of(&piece.to, scale)?);
            outline.note(&from)?;
            outline.note(&to)?;
            let line = if piece.is_point() {
                None
            } else {
                Some(line(&from, &to)?)
            };
            if let Some(Line { rise, level }) = line {
                let most = i128::from(rise[0].max(rise[1]));
                outline.largest[2] = outline.largest[2].max(most);
                outline.largest[3] = outline.largest[3].max(i128::from(level).abs());
                if most >= NARROW {
                    return None;
                }
            }
            let floor = |place: &Place, party: usize| place.utility[party].div_euclid(place.den);
            let ceiling = |place: &Place, party: usize| {
                let down = floor(place, party);
                down + i64::from(wide(down, place.den) < i128::from(place.utility[party]))
            };
            outline.boxes.push([
                floor(&from, 0),
                ceiling(&to, 0),
                floor(&to, 1),
                ceiling(&from, 1),
            ]);
            outline.spans.push(Span {
                from,
                to,
                from_open: piece.from_open,
                to_open: piece.to_open,
                line,
            });
        }
        Some(outline)
    }

    fn note(&mut self, place: &Place) -> Option<()> {
        let size = |value: i64| i128::from(value).abs() + 1;
        let [num, den, ..] = &mut self.largest;
        *num = (*num).max(size(place.utility[0]).max(size(place.utility[1])));
        *den = (*den).max(i128::from(place.den));
        (*den < NARROW).then_some(())
    }

    /// Makes a place ready for questions; `None` where the numbers that they need may be too large for 62 bits.
    pub(crate) fn ask(&self, at: Place) -> Option<Asked> {
        let [num, den, rise, level] = self.largest;
        let own = i128::from(
            at.utility[0]
                .unsigned_abs()
                .max(at.utility[1].unsigned_abs()),
        );
        let q = i128::from(at.den);
        let most = [num * q + own * den, level * q + 2 * rise * own, den * q];
        if most.into_iter().any(|most| most >= HALF) || own >= HALF {
            return None;
        }
        Some(Asked {
            at,
            first: self.spans.partition_point(|span| span.to.above(&at, 0) < 0),
            end: self
                .spans
                .partition_point(|span| span.from.above(&at, 1) >= 0),
        })
    }
}

impl Line {
    /// How far a place lies below the line: `level - rise[0] * b - rise[1] * a`, times its denominator.
    pub(crate) fn clearance(&self, at: &Place) -> i128 {
        wide(self.level, at.den)
            - wide(self.rise[0], at.utility[1])
            - wide(self.rise[1], at.utility[0])
    }
}

/// The line through two places. Segments of a frontier start from sums of whole options, so that its level is a whole number.
fn line(from: &Place, to: &Place) -> Option<Line> {
    let den = wide(from.den, to.den);
    let rise = [to.above(from, 0), from.above(to, 1)];
    let direction = Rational::new(rise[0], den).checked_div(&Rational::new(rise[1], den))?;
    let (a, b) = parts(&direction)?;
    let level = wide(a, from.utility[1])
        .checked_add(wide(b, from.utility[0]))?
        .checked_div(i128::from(from.den))?;
    let line = Line {
        rise: [a, b],
        level: level.try_into().ok()?,
    };
    (line.clearance(from) == 0 && line.clearance(to) == 0).then_some(line)
}
