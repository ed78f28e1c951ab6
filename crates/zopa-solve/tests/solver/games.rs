//! Random games of every kind, small enough for the oracle.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Game, Issue};

use crate::oracle::{Oracle, size};
use crate::random::Random;

/// What numbers a game is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Numbers {
    /// Whole numbers from 0 to 4: many ties, zeros and straight lines.
    Coarse,
    /// Whole numbers from -6 to 9.
    Signed,
    /// Tenths and thirds.
    Fractions,
    /// Decimals of 17 digits.
    Long,
    /// Whole numbers of about 22 digits: sums beyond 64 bits.
    Wide,
    /// Whole numbers of about 45 digits: sums beyond 128 bits.
    Big,
}

impl Numbers {
    pub(crate) const ALL: [Self; 6] = [
        Self::Coarse,
        Self::Signed,
        Self::Fractions,
        Self::Long,
        Self::Wide,
        Self::Big,
    ];

    pub(crate) fn draw(self, random: &mut Random) -> Rational {
        let ten = |power: u32| 10_i128.pow(power);
        match self {
            Self::Coarse => Rational::from(random.between(0, 4)),
            Self::Signed => Rational::from(random.between(-6, 9)),
            Self::Fractions => {
                let below = if random.once_in(2) { 10 } else { 3 };
                Rational::new(random.between(-below, 2 * below), below)
            }
            Self::Long => Rational::new(random.between(0, ten(17)), ten(17)),
            Self::Wide => Rational::from(random.between(-ten(21), ten(22))),
            Self::Big => {
                let high = Rational::from(random.between(-ten(12), ten(13)));
                high * Rational::from(ten(32)) + Rational::from(random.between(0, ten(32)))
            }
        }
    }

    fn pair(self, random: &mut Random) -> UtilityPoint {
        UtilityPoint::new(self.draw(random), self.draw(random))
    }
}

/// A game of at most `issues` issues, for which the oracle looks at no more than `strokes` strokes.
pub(crate) fn game(random: &mut Random, numbers: Numbers, issues: usize, strokes: usize) -> Game {
    let zero = || UtilityPoint::new(Rational::ZERO, Rational::ZERO);
    let base = if random.once_in(3) {
        numbers.pair(random)
    } else {
        zero()
    };
    if random.once_in(3) {
        return crossing(random, numbers, base, strokes);
    }
    let mut game = Game {
        base,
        issues: Vec::new(),
    };
    // Mostly as many as allowed: small games have few gaps and crossings.
    let count = if random.once_in(4) {
        1 + random.below(issues)
    } else {
        issues
    };
    for _ in 0..count {
        let issue = match game.issues.last() {
            // Identical issues are grouped: make many.
            Some(last) if random.once_in(4) => last.clone(),
            Some(Issue::Segment([from, to])) if random.once_in(4) => parallel(random, from, to),
            _ => issue(random, numbers),
        };
        game.issues.push(issue);
        if size(&game) > strokes {
            game.issues.pop();
        }
    }
    game
}

/// Two or three things to divide and one or two to assign, of like worth: their lines often cross.
fn crossing(random: &mut Random, numbers: Numbers, base: UtilityPoint, strokes: usize) -> Game {
    let mut contested = || {
        let [a, b] = numbers.pair(random).0.map(|value| value.abs());
        [
            UtilityPoint::new(a, Rational::ZERO),
            UtilityPoint::new(Rational::ZERO, b),
        ]
    };
    let mut issues = vec![
        Issue::Segment(contested()),
        Issue::Options(contested().to_vec()),
    ];
    issues.extend([
        Issue::Segment(contested()),
        Issue::Options(contested().to_vec()),
    ]);
    issues.push(Issue::Segment(contested()));
    let mut game = Game { base, issues };
    while size(&game) > strokes {
        game.issues.pop();
    }
    game
}

fn issue(random: &mut Random, numbers: Numbers) -> Issue {
    let zero = || UtilityPoint::new(Rational::ZERO, Rational::ZERO);
    // What is worth something to both goes to one of them.
    let mut contested = || {
        let [a, b] = numbers.pair(random).0.map(|value| value.abs());
        [
            UtilityPoint::new(a, Rational::ZERO),
            UtilityPoint::new(Rational::ZERO, b),
        ]
    };
    let [to_a, to_b] = contested();
    match random.below(12) {
        0..=3 => Issue::Options(vec![to_a, to_b, zero()]),
        // The ends are written either way round.
        4..=6 => Issue::Segment(if random.once_in(2) {
            [to_a, to_b]
        } else {
            [to_b, to_a]
        }),
        // A burden.
        7 => Issue::Segment([to_a, to_b].map(|point| UtilityPoint(point.0.map(|value| -value)))),
        8 => opposed(random, numbers),
        9 => {
            let count = 1 + random.below(4);
            let mut options: Vec<_> = (0..count).map(|_| numbers.pair(random)).collect();
            if random.once_in(4) {
                options.push(options[0].clone());
            }
            Issue::Options(options)
        }
        10 => Issue::Segment([numbers.pair(random), numbers.pair(random)]),
        // A segment along which one party or none is concerned.
        _ => {
            let point = numbers.pair(random);
            let other = if random.once_in(2) {
                point.clone()
            } else {
                UtilityPoint::new(point.a().clone(), numbers.draw(random))
            };
            Issue::Segment([point, other])
        }
    }
}

/// Up to four options, the better for A the worse for B.
fn opposed(random: &mut Random, numbers: Numbers) -> Issue {
    let count = 2 + random.below(3);
    let [mut of_a, mut of_b]: [Vec<Rational>; 2] =
        std::array::from_fn(|_| (0..count).map(|_| numbers.draw(random)).collect());
    of_a.sort();
    of_b.sort();
    let options = of_a.into_iter().zip(of_b.into_iter().rev());
    Issue::Options(options.map(|(a, b)| UtilityPoint::new(a, b)).collect())
}

/// A segment of the same ratio.
fn parallel(random: &mut Random, from: &UtilityPoint, to: &UtilityPoint) -> Issue {
    let factor = Rational::new(random.between(1, 5), 2);
    let scaled =
        |point: &UtilityPoint| UtilityPoint(point.0.each_ref().map(|value| value * &factor));
    let ends = [scaled(from), scaled(to)];
    Issue::Segment(if random.once_in(2) {
        ends
    } else {
        [ends[1].clone(), ends[0].clone()]
    })
}

/// Disagreement points of every kind, most of them at delicate places.
pub(crate) fn disagreement_points(
    random: &mut Random,
    numbers: Numbers,
    oracle: &Oracle,
) -> Vec<UtilityPoint> {
    let frontier = &oracle.frontier;
    let piece = &frontier[random.below(frontier.len())];
    let other = &frontier[random.below(frontier.len())];
    let on_piece = piece.at(&Rational::new(random.between(0, 4), 4));
    let one = Rational::ONE;
    vec![
        UtilityPoint::new(Rational::ZERO, Rational::ZERO),
        numbers.pair(random),
        // the ZOPA is one point, or begins at an end
        piece.from.clone(),
        piece.to.clone(),
        on_piece.clone(),
        // A meets its BATNA at one end, B at another
        UtilityPoint::new(piece.from.a().clone(), other.to.b().clone()),
        UtilityPoint::new(piece.to.a().clone(), other.from.b().clone()),
        // just too much
        UtilityPoint::new(on_piece.a().clone(), on_piece.b() + &Rational::new(1, 1000)),
        // nobody's ideal, and below everything
        UtilityPoint::new(
            frontier[frontier.len() - 1].to.a() + &one,
            frontier[0].from.b() + &one,
        ),
        UtilityPoint::new(
            frontier[0].from.a() - &one,
            frontier[frontier.len() - 1].to.b() - &one,
        ),
        // between two: often below the frontier, in a gap
        UtilityPoint(
            piece
                .from
                .plus(&other.to)
                .0
                .map(|value| value / Rational::from(2)),
        ),
    ]
}
