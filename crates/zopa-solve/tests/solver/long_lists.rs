//! Games with thousands of efficient pairs, on which the oracle is too slow: all sums are written down and sorted instead.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Frontier, Game, Issue, Spot, Width};

use crate::convert::{priced, solve, strokes};
use crate::oracle::{self, Oracle};
use crate::random::Random;

/// Things to assign, worth up to `whole` to A and nearly as much to B: the less `noise`, the more sums are efficient.
fn contested(
    random: &mut Random,
    count: usize,
    whole: &Rational,
    noise: i128,
    options: usize,
) -> Vec<Issue> {
    let thing = |_| {
        let (parts, off) = (random.between(1, 1 << 20), random.between(-noise, noise));
        let worth = |parts: i128| whole * &Rational::new(parts, 1 << 20);
        // A little more, so that the worths have no large common divisor, which would make small numbers of them.
        let to_a = worth(parts) + Rational::from(random.between(0, 3));
        let to_b = worth(parts + off);
        let steps = i128::try_from(options - 1).expect("few options");
        let option = |step: i128| {
            UtilityPoint::new(
                &to_a * &Rational::from(step),
                &to_b * &Rational::from(steps - step),
            )
        };
        Issue::Options((0..=steps).map(option).collect())
    };
    (0..count).map(thing).collect()
}

fn zero() -> UtilityPoint {
    UtilityPoint::new(Rational::ZERO, Rational::ZERO)
}

/// All sums, of which each is kept that gives A more than all that give B as much.
fn brute_force(game: &Game) -> Vec<UtilityPoint> {
    let mut sums = vec![game.base.clone()];
    for issue in &game.issues {
        let Issue::Options(options) = issue else {
            panic!("nothing continuous here")
        };
        sums = sums
            .iter()
            .flat_map(|sum| options.iter().map(|option| sum.plus(option)))
            .collect();
    }
    sums.sort_by(|x, y| (y.b(), y.a()).cmp(&(x.b(), x.a())));
    let mut kept: Vec<UtilityPoint> = Vec::new();
    for sum in sums {
        if kept.last().is_none_or(|last| sum.a() > last.a()) {
            kept.push(sum);
        }
    }
    kept
}

fn check_points(game: &Game) -> Frontier {
    let frontier = solve(game);
    let found: Vec<_> = strokes(&frontier)
        .into_iter()
        .map(|stroke| stroke.from)
        .collect();
    let expected = brute_force(game);
    assert!(
        found == expected,
        "{} points, not {}, in {game:?}",
        found.len(),
        expected.len()
    );
    for (piece, point) in expected.iter().enumerate() {
        let agreement = frontier.agreement(&Spot {
            piece,
            along: Rational::ZERO,
        });
        assert_eq!(
            &priced(game, &agreement),
            point,
            "point {piece} of {game:?}"
        );
    }
    frontier
}

/// Lists from a hundred to some ten thousand pairs, in every width.
#[test]
fn long_lists_in_every_width() {
    let mut random = Random::seeded(501);
    let ten = |digits: i32| (0..digits).fold(Rational::ONE, |power, _| power * Rational::from(10));
    let mut longest = 0;
    for (whole, expected) in [
        (Rational::from(1 << 20), Width::Packed),
        (ten(12), Width::Narrow),
        (ten(25), Width::Wide),
        (ten(45), Width::Big),
    ] {
        for noise in [0, 1 << 4, 1 << 12, 1 << 20] {
            for (count, options) in [(13, 2), (8, 3), (6, 4)] {
                let issues = contested(&mut random, count, &whole, noise, options);
                let frontier = check_points(&Game {
                    base: zero(),
                    issues,
                });
                assert!(frontier.width() >= expected, "{:?}", frontier.width());
                longest = longest.max(frontier.len());
            }
        }
    }
    assert!(longest > 5000, "the longest list had {longest} members");
}

/// Many identical things beside others: grouped, and taken apart again.
#[test]
fn long_lists_of_identical_things() {
    let mut random = Random::seeded(502);
    for _ in 0..12 {
        let mut issues = Vec::new();
        for _ in 0..6 {
            let kind = contested(&mut random, 1, &Rational::from(1 << 20), 1 << 20, 2).remove(0);
            issues.extend(vec![kind; 1 + random.below(4)]);
        }
        for place in (1..issues.len()).rev() {
            issues.swap(place, random.below(place + 1));
        }
        check_points(&Game {
            base: zero(),
            issues,
        });
    }
}

/// Lots beside a chain: at ends, within pieces and within gaps, B has exactly the most that any feasible stroke gives.
#[test]
fn long_lists_beside_a_chain() {
    let mut random = Random::seeded(503);
    let mut longest = 0;
    for number in 0..16 {
        let noise = [1 << 6, 1 << 14, 1 << 18, 1 << 20][number % 4];
        let mut issues = contested(&mut random, 8, &Rational::from(1 << 20), noise, 2);
        for _ in 0..1 + number % 3 {
            let mut worth =
                || Rational::from(random.between(1, 1 << if number % 2 == 0 { 16 } else { 21 }));
            let ends = [(worth(), Rational::ZERO), (Rational::ZERO, worth())];
            issues.push(Issue::Segment(ends.map(|(a, b)| UtilityPoint::new(a, b))));
        }
        let game = Game {
            base: zero(),
            issues,
        };
        let frontier = solve(&game);
        let oracle = Oracle {
            feasible: oracle::strokes(&game),
            frontier: Vec::new(),
        };
        let most = |x: &Rational| oracle.most_for_b(x);
        let pieces = strokes(&frontier);
        longest = longest.max(pieces.len());
        for (index, piece) in pieces.iter().enumerate() {
            for along in [
                Rational::new(1, 7),
                Rational::new(1, 2),
                Rational::new(6, 7),
            ] {
                let point = piece.at(&along);
                assert_eq!(
                    most(point.a()).as_ref(),
                    Some(point.b()),
                    "{piece:?} in {game:?}"
                );
                let agreement = frontier.agreement(&Spot {
                    piece: index,
                    along,
                });
                assert_eq!(priced(&game, &agreement), point, "{piece:?} in {game:?}");
            }
            if !piece.to_open {
                assert_eq!(
                    most(piece.to.a()).as_ref(),
                    Some(piece.to.b()),
                    "{piece:?} in {game:?}"
                );
            }
            let Some(next) = pieces.get(index + 1) else {
                assert_eq!(
                    most(&(piece.to.a() + &Rational::new(1, 1000))),
                    None,
                    "{piece:?} in {game:?}"
                );
                continue;
            };
            // An end is open where the same is to be had with more for the other, or where its neighbour has it.
            let gap = piece.to.a() < next.from.a();
            assert_eq!(
                piece.to_open,
                gap && piece.to.b() == next.from.b(),
                "{piece:?} {next:?} in {game:?}"
            );
            assert_eq!(next.from_open, !gap, "{piece:?} {next:?} in {game:?}");
            if gap {
                let middle = (piece.to.a() + next.from.a()) / Rational::from(2);
                assert_eq!(
                    most(&middle).as_ref(),
                    Some(next.from.b()),
                    "{piece:?} {next:?} in {game:?}"
                );
            }
        }
        assert_eq!(
            most(pieces[0].from.a()).as_ref(),
            Some(pieces[0].from.b()),
            "{game:?}"
        );
        assert_eq!(
            most(&(pieces[0].from.a() - &Rational::ONE)).as_ref(),
            Some(pieces[0].from.b()),
            "{game:?}"
        );
    }
    assert!(longest > 150, "the longest frontier had {longest} pieces");
}

/// Totals at the border of what is packed into one word, for either party or both, with lists that vectors merge.
#[test]
fn long_lists_at_the_border_of_the_packed_width() {
    let mut random = Random::seeded(505);
    let border = 1_i128 << 30;
    for (totals, expected) in [
        ([border - 1, border - 1], Width::Packed),
        ([border - 1, 1 << 20], Width::Packed),
        ([1 << 20, border - 1], Width::Packed),
        ([border, border - 1], Width::Narrow),
        ([border - 1, border], Width::Narrow),
    ] {
        for count in [10, 13] {
            // Parts of the totals, alike for both but for a little; the last lot makes up the rest.
            let mut left = totals;
            let mut lots: Vec<[i128; 2]> = Vec::new();
            for _ in 1..count {
                let (share, off) = (random.between(1, 1 << 16), random.between(-300, 300));
                let part = |total: i128, share: i128| 1 + total / count / (1 << 16) * share;
                let lot = [
                    part(totals[0], share),
                    part(totals[1], (share + off).max(1)),
                ];
                left = [left[0] - lot[0], left[1] - lot[1]];
                lots.push(lot);
            }
            lots.push(left);
            let exact = |value: i128| Rational::from(value);
            let asset = |[a, b]: [i128; 2]| {
                let to_b = UtilityPoint::new(exact(0), exact(b));
                Issue::Options(vec![UtilityPoint::new(exact(a), exact(0)), to_b])
            };
            let game = Game {
                base: zero(),
                issues: lots.into_iter().map(asset).collect(),
            };
            assert_eq!(check_points(&game).width(), expected, "{totals:?}");
        }
    }
}
