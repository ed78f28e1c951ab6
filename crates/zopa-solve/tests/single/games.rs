//! Random games.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Game, Issue};

use crate::random::Random;

/// How the parties' valuations hang together.
pub(crate) const FAMILIES: [&str; 9] = [
    "neg", "unc", "pos", "strong", "eq", "near", "permille", "even", "steps",
];

/// Valuations of `n` lots in 1..=v or a little more.
pub(crate) fn valuations(family: &str, n: usize, v: i64, random: &mut Random) -> Vec<(i64, i64)> {
    let noise = v / 10;
    (0..n)
        .map(|_| {
            let a = random.range(1, v);
            match family {
                "neg" => (a, (v + 1 - a + random.range(-noise, noise)).clamp(1, v)),
                "unc" => (a, random.range(1, v)),
                "pos" => (a, (a + random.range(-noise, noise)).clamp(1, v)),
                "strong" => (a, a + noise),
                "eq" => (a, a),
                "near" => (a, (a + random.range(-3, 3)).max(1)),
                "permille" => (a, (a + random.range(-1, 1) * (a / 1000)).max(1)),
                "even" => (2 * a, 2 * a),
                // Few ratios, each often.
                "steps" => (a * 2, a * random.range(1, 3)),
                other => panic!("no family {other}"),
            }
        })
        .collect()
}

pub(crate) fn point(a: Rational, b: Rational) -> UtilityPoint {
    UtilityPoint::new(a, b)
}

pub(crate) fn whole(a: i64, b: i64) -> UtilityPoint {
    point(a.into(), b.into())
}

/// Indivisible assets, each option list in one of several forms.
pub(crate) fn asset_game(
    lots: &[(i64, i64)],
    denominators: (i64, i64),
    random: &mut Random,
) -> Game {
    let pair = |a: i64, b: i64| {
        point(
            Rational::new(a.into(), denominators.0.into()),
            Rational::new(b.into(), denominators.1.into()),
        )
    };
    let issues = lots
        .iter()
        .map(|&(a, b)| {
            Issue::Options(match random.range(0, 2) {
                0 => vec![pair(a, 0), pair(0, b)],
                1 => vec![pair(0, b), pair(a, 0)],
                _ => vec![pair(a, 0), pair(0, b), pair(0, 0)],
            })
        })
        .collect();
    Game {
        base: pair(0, 0),
        issues,
    }
}

/// Lots, burdens, constants, option tables: anything finite.
pub(crate) fn finite_game(random: &mut Random) -> Game {
    let most = *random.pick(&[3, 20, 999]);
    let den = *random.pick(&[1, 1, 7, 60]);
    let pair = |a: i64, b: i64| point(Rational::new(a.into(), den), Rational::from(b));
    let issues = (0..random.range(0, 7))
        .map(|_| {
            let (a, b) = (random.range(1, most), random.range(1, most));
            Issue::Options(match random.range(0, 4) {
                0 => vec![pair(a, 0), pair(0, b), pair(0, 0)],
                1 => vec![pair(-a, 0), pair(0, -b)],
                2 => vec![pair(a, b)],
                3 => vec![pair(a, 0), pair(-a, 0), pair(a, 0)],
                _ => (0..random.range(1, 5))
                    .map(|_| pair(random.range(-most, most), random.range(-most, most)))
                    .collect(),
            })
        })
        .collect();
    Game {
        base: pair(random.range(-3, 3), random.range(-3, 3)),
        issues,
    }
}

/// Divisible assets and burdens, some of equal ratio, some that both want to pass the same way.
pub(crate) fn segments(count: i64, v: i64, random: &mut Random) -> Vec<Issue> {
    (0..count)
        .map(|_| {
            let (a, b) = (random.range(1, v), random.range(1, v));
            Issue::Segment(match random.range(0, 4) {
                0 => [whole(0, b), whole(a, 0)],
                1 => [whole(a, 0), whole(0, b)],
                2 => [whole(0, -b), whole(-a, 0)],
                3 => [whole(a, 0), whole(0, a)],
                _ => [whole(random.range(-v, v), random.range(-v, v)), whole(a, b)],
            })
        })
        .collect()
}

/// All pairs that a finite game can come to.
pub(crate) fn all_pairs(game: &Game) -> Vec<UtilityPoint> {
    let mut pairs = vec![game.base.clone()];
    for issue in &game.issues {
        let Issue::Options(options) = issue else {
            panic!("a finite game");
        };
        pairs = pairs
            .iter()
            .flat_map(|pair| options.iter().map(move |option| pair.plus(option)))
            .collect();
        pairs.sort();
        pairs.dedup();
    }
    pairs
}
