//! Numbers at the borders of the integer widths, and the largest that plain integers can be.

use zopa_model::exact::Integer;
use zopa_model::{Rational, UtilityPoint};
use zopa_solve::single::{LotsNash, nash_of_lots};
use zopa_solve::{Budget, Frontier, Game, Issue, LotJudge};

use crate::brute::{CONCEPTS, check};
use crate::games::{all_pairs, point, whole};
use crate::random::Random;

/// A power of two, or a few more or less; or anything from 1 to there.
fn near_power(bits: usize, random: &mut Random) -> Rational {
    let power = Integer::ONE << bits;
    let off = Integer::from(random.range(0, 3));
    Rational::from(match random.range(0, 3) {
        0 => power - off,
        1 => power + off,
        _ => {
            let far = Integer::from(random.range(1, i64::MAX)) * random.range(1, i64::MAX);
            ((power * far) >> 126) + Integer::ONE
        }
    })
}

fn zero() -> Rational {
    Rational::ZERO
}

/// A burden, an asset, or one that can be halved, at a loss.
fn issue(bits: usize, random: &mut Random) -> Issue {
    let (a, b) = (near_power(bits, random), near_power(bits, random));
    let asset = |a: Rational, b: Rational| (point(a, zero()), point(zero(), b));
    Issue::Options(match random.range(0, 3) {
        0 => {
            let (to_b, to_a) = asset(-a, -b);
            vec![to_b, to_a]
        }
        1 => {
            let part = |of: &Rational, parts: i64| of / &Rational::from(parts);
            let halves = point(part(&a, 2), part(&b, 3));
            let (to_a, to_b) = asset(a, b);
            vec![to_a, halves, to_b]
        }
        _ => {
            let (to_a, to_b) = asset(a, b);
            vec![to_a, to_b]
        }
    })
}

#[test]
fn games_at_the_borders_of_the_widths() {
    let mut random = Random::seeded(14);
    let widths = [
        14, 15, 16, 20, 29, 30, 31, 32, 60, 61, 62, 63, 64, 90, 123, 124, 125, 126,
    ];
    let mut judged = 0;
    for round in 0..540 {
        let count = random.range(1, 5);
        let game = Game {
            base: whole(random.range(-1, 1), random.range(-1, 1)),
            issues: (0..count)
                .map(|_| issue(widths[round % widths.len()], &mut random))
                .collect(),
        };
        let pairs = all_pairs(&game);
        let last = i64::try_from(pairs.len()).expect("few pairs") - 1;
        let mut any = || pairs[usize::try_from(random.range(0, last)).expect("an index")].clone();
        let (one, other) = (any(), any());
        let below = |party: usize| (&one.0[party]).min(&other.0[party]).clone();
        for d in [
            whole(0, 0),
            point(below(0), below(1)),
            one.plus(&whole(1, 0)),
            one.plus(&whole(-1, -1)),
        ] {
            for concept in CONCEPTS {
                check(&game, &pairs, concept, &d);
            }
        }
        let efficient = |pair: &&UtilityPoint| !pairs.iter().any(|other| other.dominates(pair));
        let efficient: Vec<UtilityPoint> = pairs.iter().filter(efficient).cloned().collect();
        let frontier = Frontier::of(&game, &Budget::default())
            .complete()
            .expect("a short frontier");
        let found = frontier.pieces().map(|piece| piece.from);
        assert!(found.eq(efficient.iter().cloned()), "{game:?}");
        let Some(judge) = LotJudge::new(&game, &frontier) else {
            continue;
        };
        for bits in 0..1_u64 << game.issues.len() {
            let options = game.issues.iter().enumerate().map(|(place, issue)| {
                let Issue::Options(options) = issue else {
                    panic!("a finite game")
                };
                &options[usize::from(bits >> place & 1 == 0)]
            });
            let utility = options.fold(game.base.clone(), |sum, option| sum.plus(option));
            let found = judge.judge(&[bits]);
            let unscaled = |value: i64| Rational::from(value) / judge.scale();
            assert_eq!(UtilityPoint(found.utility.map(unscaled)), utility);
            assert_eq!(found.efficient, efficient.contains(&utility));
            let gaps = efficient
                .iter()
                .map(|pair| pair.minus(&utility).smaller().clone());
            assert_eq!(Some(unscaled(found.pareto_gap)), gaps.max(), "{game:?}");
            judged += 1;
        }
    }
    assert!(judged > 3000, "{judged} agreements judged");
}

/// The least integer of a width is there, its negative is not.
#[test]
fn losses_of_the_least_integer() {
    for bits in [63, 127] {
        let least = Rational::from(-(Integer::ONE << bits));
        let half = &least / &Rational::from(2);
        for options in [
            vec![whole(-1, 0), point(zero(), least.clone())],
            vec![point(zero(), -&half), point(Rational::ONE, half)],
            vec![whole(-2, 0), whole(-1, -5), point(zero(), least)],
        ] {
            let game = Game {
                base: whole(0, 0),
                issues: vec![Issue::Options(options)],
            };
            for concept in CONCEPTS {
                check(&game, &all_pairs(&game), concept, &whole(-3, -3));
            }
        }
    }
}

#[test]
fn lots_as_large_as_integers_are() {
    let mut random = Random::seeded(15);
    let most = i64::MAX;
    for round in 0..200 {
        let count = 1 + round % 8;
        let mut value = || most - random.range(0, 1000);
        let lots: Vec<(i64, i64)> = (0..count).map(|_| (value(), value())).collect();
        let d = [(0, 0), (i64::MIN, i64::MIN), (most, most), (most, i64::MIN)][round / 8 % 4];
        let [less_a, less_b] = [d.0, d.1].map(i128::from);
        let gains = (0..1_usize << count).map(|mask| {
            let add = |(a, b), (place, lot): (usize, &(i64, i64))| match mask >> place & 1 {
                1 => (a + i128::from(lot.0), b),
                _ => (a, b + i128::from(lot.1)),
            };
            lots.iter().enumerate().fold((-less_a, -less_b), add)
        });
        let best = gains
            .filter(|&(a, b)| a >= 0 && b >= 0)
            .max_by_key(|&(a, b)| (Integer::from(a) * b, a.min(b), a + b, a));
        match (nash_of_lots(&lots, d, &Budget::default()), best) {
            (
                LotsNash::Solved {
                    gain,
                    weights,
                    bound,
                    ..
                },
                Some(best),
            ) => {
                assert_eq!(gain, best, "{lots:?} over {d:?}");
                let line = Integer::from(weights.0) * gain.0 + Integer::from(weights.1) * gain.1;
                assert!(line <= bound, "{lots:?} over {d:?}");
            }
            (LotsNash::Empty, None) => {}
            (found, best) => panic!("{found:?}, not {best:?}, of {lots:?} over {d:?}"),
        }
    }
}
