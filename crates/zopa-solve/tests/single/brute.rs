//! Against enumeration, by the definitions of `docs/semantics.md`.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::single::{Concept, LotsNash, Outcome, nash_of_lots, solve_one};
use zopa_solve::{Budget, Game, Issue};

use crate::games::{FAMILIES, all_pairs, finite_game, valuations, whole};
use crate::random::Random;

pub(crate) const CONCEPTS: [Concept; 4] = [
    Concept::Nash,
    Concept::KalaiSmorodinsky,
    Concept::Egalitarian,
    Concept::Utilitarian,
];

/// The gains that a concept chooses among efficient pairs of gains of at least 0, and whether they are alone by the
/// definition of `unique`.
fn chosen(gains: &[UtilityPoint], concept: Concept) -> (UtilityPoint, bool) {
    let most = |party: usize| {
        gains
            .iter()
            .map(|gain| &gain.0[party])
            .max()
            .expect("a pair")
            .clone()
    };
    let ideal = [most(0), most(1)];
    let shares = |gain: &UtilityPoint| {
        let mut shares: Vec<Rational> = (0..2)
            .filter(|&party| !ideal[party].is_zero())
            .map(|party| &gain.0[party] / &ideal[party])
            .collect();
        shares.sort();
        shares
    };
    let sorted = |gain: &UtilityPoint| {
        let mut sorted = gain.0.to_vec();
        sorted.sort();
        sorted
    };
    let smaller = |gain: &UtilityPoint| gain.smaller().clone();
    let objective = |gain: &UtilityPoint| match concept {
        Concept::Nash => vec![gain.product()],
        Concept::KalaiSmorodinsky => shares(gain),
        Concept::Egalitarian => sorted(gain),
        Concept::Utilitarian => vec![gain.sum()],
    };
    let zero = concept == Concept::Nash && gains.iter().all(|gain| gain.product().is_zero());
    let ties = |gain: &UtilityPoint| match concept {
        Concept::Nash if zero => vec![smaller(gain), gain.sum(), gain.a().clone()],
        Concept::Nash | Concept::Utilitarian => vec![smaller(gain), gain.a().clone()],
        _ => vec![gain.a().clone()],
    };
    let best = gains
        .iter()
        .max_by_key(|gain| (objective(gain), ties(gain)))
        .expect("a pair");
    let rivals = gains
        .iter()
        .filter(|gain| objective(gain) == objective(best));
    (best.clone(), rivals.count() == 1)
}

/// Compares an outcome with the truth about a game, of which `pairs` are all utilities.
pub(crate) fn check(
    game: &Game,
    pairs: &[UtilityPoint],
    concept: Concept,
    d: &UtilityPoint,
) -> Outcome {
    let outcome = solve_one(game, concept, d, &Budget::default());
    let efficient = |pair: &&UtilityPoint| !pairs.iter().any(|other| other.dominates(pair));
    let gains: Vec<UtilityPoint> = pairs
        .iter()
        .filter(efficient)
        .map(|pair| pair.minus(d))
        .collect();
    let inside: Vec<UtilityPoint> = gains
        .iter()
        .filter(|gain| gain.is_nonnegative())
        .cloned()
        .collect();
    match &outcome {
        Outcome::Solved {
            deal,
            unique,
            ideal,
            ..
        } => {
            assert!(
                !inside.is_empty(),
                "{concept:?} of an empty ZOPA: {deal:?} in {game:?}, {d:?}"
            );
            let (gain, alone) = chosen(&inside, concept);
            assert_eq!(deal.gain, gain, "{concept:?} of {game:?} over {d:?}");
            assert_eq!(game.utility(&deal.agreement), deal.utility);
            assert_eq!(deal.utility.minus(d), gain);
            assert!(
                unique.is_none_or(|unique| unique == alone),
                "{concept:?} of {game:?} over {d:?}"
            );
            assert!(unique.is_some() || concept == Concept::Nash && gain.product().is_zero());
            let most = |party: usize| inside.iter().map(|gain| gain.0[party].clone()).max();
            let expected =
                UtilityPoint::new(most(0).expect("a pair"), most(1).expect("a pair")).plus(d);
            match concept {
                Concept::KalaiSmorodinsky => assert_eq!(ideal.as_ref(), Some(&expected)),
                _ => assert_eq!(*ideal, None),
            }
        }
        Outcome::Empty { closest, .. } => {
            assert!(inside.is_empty(), "{concept:?} of {game:?} over {d:?}");
            let (gain, _) = chosen_closest(&gains);
            assert_eq!(closest.gain, gain);
            assert_eq!(game.utility(&closest.agreement), closest.utility);
        }
        other => panic!("{concept:?} of {game:?} over {d:?}: {other:?}"),
    }
    outcome
}

/// The largest smaller gain, then the larger sum, then A's larger gain.
fn chosen_closest(gains: &[UtilityPoint]) -> (UtilityPoint, Rational) {
    let key = |gain: &UtilityPoint| (gain.smaller().clone(), gain.sum(), gain.a().clone());
    let best = gains.iter().max_by_key(|gain| key(gain)).expect("a pair");
    (best.clone(), best.smaller().clone())
}

/// A BATNA pair near what can happen: anywhere, on a vertex, or just beyond one.
fn disagreement(pairs: &[UtilityPoint], random: &mut Random) -> UtilityPoint {
    let mut any = || {
        let last = i64::try_from(pairs.len()).expect("few pairs") - 1;
        pairs[usize::try_from(random.range(0, last)).expect("not negative")].clone()
    };
    let (first, second, third) = (any(), any(), any());
    match random.range(0, 4) {
        0 => first,
        1 => UtilityPoint::new(first.a().clone(), second.b().clone()),
        2 => UtilityPoint::new(
            first.a().min(second.a()).clone(),
            first.b().min(second.b()).clone(),
        ),
        3 => first.minus(&UtilityPoint::new(
            Rational::new(1, 3),
            Rational::new(-1, 2),
        )),
        _ => {
            let low = |party: usize| {
                first.0[party]
                    .clone()
                    .min(second.0[party].clone())
                    .min(third.0[party].clone())
            };
            UtilityPoint::new(low(0), low(1))
        }
    }
}

#[test]
fn every_concept_agrees_with_enumeration() {
    let mut random = Random::seeded(1);
    let mut counts = [0, 0];
    for _ in 0..4000 {
        let game = finite_game(&mut random);
        let pairs = all_pairs(&game);
        for _ in 0..2 {
            let d = disagreement(&pairs, &mut random);
            for concept in CONCEPTS {
                match check(&game, &pairs, concept, &d) {
                    Outcome::Solved { .. } => counts[0] += 1,
                    _ => counts[1] += 1,
                }
            }
        }
    }
    assert!(
        counts.iter().all(|&count| count > 3000),
        "both outcomes occur: {counts:?}"
    );
}

#[test]
fn lots_agree_with_enumeration() {
    let mut random = Random::seeded(2);
    for round in 0..3000 {
        let n = usize::try_from(random.range(0, 9)).expect("not negative");
        let v = [4, 50, 999_999][round % 3];
        let mut lots = valuations(FAMILIES[round % FAMILIES.len()], n, v, &mut random);
        if round % 5 == 0 {
            // Lots that nobody, or one party only, wants.
            lots.extend([(0, 3), (2, 0), (0, 0)]);
        }
        let all: Vec<(i64, i64)> = (0..1_usize << lots.len())
            .map(|mask| {
                lots.iter().enumerate().fold((0, 0), |(a, b), (i, lot)| {
                    if mask >> i & 1 == 1 {
                        (a + lot.0, b)
                    } else {
                        (a, b + lot.1)
                    }
                })
            })
            .collect();
        let any = all[usize::try_from(random.range(0, i64::try_from(all.len()).expect("few") - 1))
            .expect("few")];
        let d = match round % 4 {
            0 => (0, 0),
            1 => any,
            2 => (any.0 / 2, any.1 / 2),
            _ => (any.0 - random.range(0, v), any.1 - random.range(-2, v)),
        };
        let inside = || {
            all.iter()
                .map(|pair| (pair.0 - d.0, pair.1 - d.1))
                .filter(|gain| gain.0 >= 0 && gain.1 >= 0)
        };
        let key = |gain: &(i64, i64)| {
            let product = i128::from(gain.0) * i128::from(gain.1);
            (
                product,
                gain.0.min(gain.1),
                if product == 0 { gain.0 + gain.1 } else { 0 },
                gain.0,
            )
        };
        let best = inside().max_by_key(key);
        match (nash_of_lots(&lots, d, &Budget::default()), best) {
            (LotsNash::Empty, None) => {}
            (
                LotsNash::Solved {
                    gain, to_a, unique, ..
                },
                Some(best),
            ) => {
                assert_eq!(gain, (best.0.into(), best.1.into()), "{lots:?} over {d:?}");
                let priced = lots
                    .iter()
                    .zip(&to_a)
                    .fold((-d.0, -d.1), |(a, b), (lot, &to_a)| {
                        if to_a { (a + lot.0, b) } else { (a, b + lot.1) }
                    });
                assert_eq!(priced, best);
                if let Some(unique) = unique {
                    let rivals =
                        inside().filter(|gain| key(gain).0 == key(&best).0 && *gain != best);
                    assert_eq!(unique, rivals.count() == 0, "{lots:?} over {d:?}");
                }
            }
            (outcome, best) => panic!("{lots:?} over {d:?}: {outcome:?}, not {best:?}"),
        }
    }
}

/// The same games in numbers that need 128 bits, or more; the parties' scales differ, so that these are other games.
#[test]
fn numbers_of_any_size_are_exact() {
    let mut random = Random::seeded(12);
    for round in 0..400 {
        let mut game = finite_game(&mut random);
        let [by_a, by_b] = [[9, 14], [17, 22], [19, 19], [40, 31]][round % 4].map(|digits: u32| {
            (0..digits).fold(Rational::ONE, |power, _| power * Rational::from(10))
        });
        let wider = |pair: &mut UtilityPoint| {
            *pair = UtilityPoint::new(
                pair.a() * &by_a + Rational::ONE,
                pair.b() * &by_b - Rational::ONE,
            );
        };
        wider(&mut game.base);
        for issue in &mut game.issues {
            match issue {
                Issue::Options(options) => options.iter_mut().for_each(wider),
                Issue::Segment(ends) => ends.iter_mut().for_each(wider),
            }
        }
        let pairs = all_pairs(&game);
        let d = disagreement(&pairs, &mut random);
        for concept in CONCEPTS {
            check(&game, &pairs, concept, &d);
        }
    }
}

#[test]
fn lots_of_any_size_are_exact() {
    let mut random = Random::seeded(13);
    let digits = [1_000_000_000_000, 1_000_000_000_000_000, i64::MAX / 32];
    for round in 0..300 {
        let lots = valuations(
            ["pos", "unc", "eq"][round / 3 % 3],
            8,
            digits[round % 3],
            &mut random,
        );
        let best = (0..1_usize << lots.len())
            .map(|mask| {
                lots.iter().enumerate().fold((0, 0), |(a, b), (i, lot)| {
                    if mask >> i & 1 == 1 {
                        (a + i128::from(lot.0), b)
                    } else {
                        (a, b + i128::from(lot.1))
                    }
                })
            })
            .max_by_key(|&(a, b)| (Rational::from(a) * Rational::from(b), a.min(b), a))
            .expect("an assignment");
        match nash_of_lots(&lots, (0, 0), &Budget::default()) {
            LotsNash::Solved { gain, .. } => assert_eq!(gain, best, "{lots:?}"),
            other => panic!("{lots:?}: {other:?}"),
        }
    }
}

#[test]
fn a_game_without_issues_is_its_base() {
    let game = Game {
        base: whole(3, 4),
        issues: Vec::new(),
    };
    for concept in CONCEPTS {
        check(&game, &[whole(3, 4)], concept, &whole(1, 1));
        check(&game, &[whole(3, 4)], concept, &whole(3, 4));
        check(&game, &[whole(3, 4)], concept, &whole(4, 4));
    }
}
