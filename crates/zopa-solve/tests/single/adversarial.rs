//! Families made to be hard: the budget ends the search, and the gap is honest.

use std::sync::atomic::{AtomicUsize, Ordering};

use zopa_model::exact::Integer;
use zopa_model::{Rational, UtilityPoint};
use zopa_solve::single::{Concept, LotsNash, Outcome, nash_of_lots, solve_one};
use zopa_solve::{Budget, Game, Issue, StopReason};

use crate::brute::CONCEPTS;
use crate::games::{FAMILIES, asset_game, finite_game, segments, valuations, whole};
use crate::random::Random;

fn total(lots: &[(i64, i64)]) -> (i64, i64) {
    lots.iter()
        .fold((0, 0), |(a, b), lot| (a + lot.0, b + lot.1))
}

/// The largest product, by enumeration of all sums of two halves: for at most 24 lots.
fn best_product(lots: &[(i64, i64)], d: (i64, i64)) -> Option<i128> {
    (0..1_usize << lots.len())
        .filter_map(|mask| {
            let (a, b) = lots
                .iter()
                .enumerate()
                .fold((-d.0, -d.1), |(a, b), (i, lot)| {
                    if mask >> i & 1 == 1 {
                        (a + lot.0, b)
                    } else {
                        (a, b + lot.1)
                    }
                });
            (a >= 0 && b >= 0).then(|| i128::from(a) * i128::from(b))
        })
        .max()
}

#[test]
fn a_budget_that_runs_out_leaves_an_honest_gap() {
    let mut random = Random::seeded(6);
    let (mut open, mut found) = (0, 0);
    for round in 0..300 {
        let family = ["near", "permille", "eq", "pos"][round % 4];
        let lots = valuations(family, 12, 999_999_999, &mut random);
        let (a, b) = total(&lots);
        let d = (a / 7, b / 9);
        let budget = Budget {
            max_points: [1, 3, 20, 70][round / 4 % 4],
            ..Budget::default()
        };
        let truth = best_product(&lots, d).expect("a ZOPA");
        match nash_of_lots(&lots, d, &budget) {
            LotsNash::Solved { gain, .. } => assert_eq!(gain.0 * gain.1, truth),
            LotsNash::BestFound {
                best,
                weights,
                bound,
                reason,
            } => {
                open += 1;
                assert_eq!(reason, StopReason::Points);
                let most = lots
                    .iter()
                    .map(|lot| (weights.0 * i128::from(lot.0)).max(weights.1 * i128::from(lot.1)));
                let line: i128 =
                    most.sum::<i128>() - weights.0 * i128::from(d.0) - weights.1 * i128::from(d.1);
                assert_eq!(bound, Integer::from(line));
                // 4 w v product <= bound^2, in numbers of any size.
                let left = Rational::from(4 * weights.0 * weights.1) * Rational::from(truth);
                assert!(left <= Rational::from(bound).square());
                if let Some((gain, to_a)) = best {
                    found += 1;
                    assert!(gain.0 >= 0 && gain.1 >= 0 && gain.0 * gain.1 <= truth);
                    let priced = lots
                        .iter()
                        .zip(to_a)
                        .fold((-d.0, -d.1), |(a, b), (lot, to_a)| {
                            if to_a { (a + lot.0, b) } else { (a, b + lot.1) }
                        });
                    assert_eq!(gain, (priced.0.into(), priced.1.into()));
                }
            }
            LotsNash::Empty => panic!("there is a ZOPA"),
        }
    }
    assert!(
        open > 50 && found > 25,
        "{open} ended early, {found} with something"
    );
}

/// Lots alone, with tables, with segments, or with both, and a BATNA pair that is now and then out of reach.
fn any_game(round: usize, random: &mut Random) -> (Game, UtilityPoint) {
    let v = [50, 999_999_999][round % 2];
    let n = [6, 12][round / 2 % 2];
    let lots = valuations(FAMILIES[round % FAMILIES.len()], n, v, random);
    let mut game = asset_game(&lots, (1, 1), random);
    if round / 4 % 2 == 1 {
        game.issues.extend(finite_game(random).issues);
    }
    if round / 8 % 2 == 1 {
        game.issues.extend(segments(random.range(1, 4), v, random));
    }
    let (a, b) = total(&lots);
    let parts = [[5, 4], [2, 2], [1, 3]][round / 16 % 3];
    (game, whole(a / parts[0], b / parts[1]))
}

/// What is found under a limit is the answer, or a deal with a bound that the answer does not exceed.
#[test]
fn every_concept_has_an_honest_gap() {
    let mut random = Random::seeded(7);
    let mut counts = [0, 0, 0];
    for round in 0..240 {
        let (game, d) = any_game(round, &mut random);
        for concept in CONCEPTS {
            let answer = solve_one(&game, concept, &d, &Budget::default());
            let truth = match &answer {
                Outcome::Solved { deal, ideal, .. } => Some((&deal.gain, ideal)),
                Outcome::Empty { .. } => None,
                other => panic!("{other:?}"),
            };
            let value = |gain: &UtilityPoint| match (concept, truth) {
                (Concept::Nash, _) => gain.product(),
                (Concept::KalaiSmorodinsky, Some((_, Some(ideal)))) => {
                    let share = |party: usize| {
                        let span = &ideal.0[party] - &d.0[party];
                        (!span.is_zero()).then(|| &gain.0[party] / &span)
                    };
                    let shares = [share(0), share(1)].into_iter().flatten();
                    shares.min().unwrap_or(Rational::ZERO)
                }
                (Concept::Utilitarian, _) => gain.sum(),
                _ => gain.smaller().clone(),
            };
            let asked = AtomicUsize::new(0);
            let after = [0, 1, 2, 5][round % 4];
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= after;
            let limits = [0, 1, 2, 5, 20, 100].map(|max_points| Budget {
                max_points,
                ..Budget::default()
            });
            let stopped = Budget {
                stop: Some(&stop),
                ..Budget::default()
            };
            for (budget, limit) in limits
                .into_iter()
                .map(|budget| (budget, StopReason::Points))
                .chain([(stopped, StopReason::Stop)])
            {
                let found = solve_one(&game, concept, &d, &budget);
                match (&found, &answer) {
                    (
                        Outcome::Solved { deal, unique, .. },
                        Outcome::Solved {
                            deal: known,
                            unique: alone,
                            ..
                        },
                    ) => {
                        counts[0] += 1;
                        assert_eq!(deal.gain, known.gain, "{concept:?} of {game:?} over {d:?}");
                        let other = unique.zip(*alone).is_some_and(|(one, two)| one != two);
                        assert!(!other, "{concept:?} of {game:?} over {d:?}");
                    }
                    (Outcome::Empty { closest, .. }, Outcome::Empty { closest: known, .. }) => {
                        counts[1] += 1;
                        assert_eq!(closest.gain, known.gain);
                    }
                    (
                        Outcome::BestFound {
                            deal,
                            bound,
                            reason,
                            ..
                        },
                        _,
                    ) => {
                        counts[2] += 1;
                        assert_eq!(*reason, limit);
                        let Some((best, _)) = truth else {
                            assert_eq!(*deal, None);
                            continue;
                        };
                        let best = value(best);
                        let honest = bound.as_ref().is_none_or(|bound| *bound >= best);
                        assert!(honest, "{concept:?} of {game:?} over {d:?}: {found:?}");
                        if let Some(deal) = deal {
                            assert!(deal.gain.is_nonnegative() && value(&deal.gain) <= best);
                            assert_eq!(game.utility(&deal.agreement), deal.utility);
                        }
                    }
                    _ => panic!("{concept:?} of {game:?} over {d:?}: {found:?}, not {answer:?}"),
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn a_stop_ends_the_search() {
    let lots = valuations("near", 200, 999_999_999_999, &mut Random::seeded(8));
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
    let budget = Budget {
        stop: Some(&stop),
        ..Budget::default()
    };
    match nash_of_lots(&lots, (0, 0), &budget) {
        LotsNash::BestFound { reason, best, .. } => {
            assert_eq!(reason, StopReason::Stop);
            assert!(best.is_some(), "what was found before is kept");
        }
        other => panic!("{other:?}"),
    }
}

/// Twelve digits and equal valuations: a true subset-sum problem, beyond any budget. Its gap is tiny all the same.
#[test]
fn equal_valuations_of_twelve_digits_end_with_a_tiny_gap() {
    let lots = valuations("eq", 200, 999_999_999_999, &mut Random::seeded(9));
    let (a, b) = total(&lots);
    match nash_of_lots(
        &lots,
        (a / 5, b / 4),
        &Budget {
            max_points: 200_000,
            stop: None,
        },
    ) {
        LotsNash::BestFound {
            best,
            weights,
            bound,
            ..
        } => {
            let ((a, b), _) = best.expect("a ZOPA");
            assert_eq!(weights, (1, 1));
            // The product is at most (bound / 2)^2, and falls short of it by the square of half the difference.
            assert_eq!(Integer::from(a + b), bound);
            assert!(
                Integer::from((a - b).abs() * 1_000_000_000) < bound,
                "{a} and {b}"
            );
        }
        LotsNash::Solved { gain, .. } => {
            assert!((gain.0 - gain.1).abs() <= 1, "solved means hit exactly")
        }
        LotsNash::Empty => panic!("there is a ZOPA"),
    }
}

/// Every deal has the largest sum, and there are deals on either side: what is found on the way is not lost.
#[test]
fn what_is_found_before_the_budget_ends_is_kept() {
    let mut random = Random::seeded(16);
    let lots = valuations("eq", 200, 999_999_999_999, &mut random);
    let mut game = asset_game(&lots, (1, 1), &mut random);
    let (total, _) = total(&lots);
    let d = whole(total / 5, total / 4);
    let budget = Budget {
        max_points: 1000,
        ..Budget::default()
    };
    for with_a_segment in [false, true] {
        for concept in [Concept::Utilitarian, Concept::KalaiSmorodinsky] {
            match solve_one(&game, concept, &d, &budget) {
                Outcome::BestFound { deal, .. } => {
                    let deal = deal.expect("a deal");
                    assert!(deal.gain.is_nonnegative(), "{concept:?}");
                    assert_eq!(game.utility(&deal.agreement), deal.utility);
                    if !with_a_segment {
                        assert_eq!(deal.utility.sum(), Rational::from(total));
                    }
                }
                // a segment can fill up what lots leave
                Outcome::Solved { .. } if with_a_segment => {}
                other => panic!("{concept:?}: {other:?}"),
            }
        }
        game.issues.push(Issue::Segment([whole(1, 0), whole(0, 1)]));
    }
}

#[test]
fn hard_families_are_solved_within_the_budget() {
    for (family, n, v) in [
        ("near", 30, 999_999),
        ("near", 100, 999_999),
        ("near", 300, 999_999),
        ("permille", 100, 999_999),
        ("permille", 1000, 999_999),
        ("even", 1000, 999_999),
        ("eq", 10_000, 999_999),
        ("steps", 1000, 999_999),
    ] {
        let lots = valuations(family, n, v, &mut Random::seeded(10));
        let (a, b) = total(&lots);
        match nash_of_lots(&lots, (a / 5, (b / 4) | 1), &Budget::default()) {
            LotsNash::Solved { gain, .. } => {
                let split = |lots: &[(i64, i64)]| lots.iter().all(|lot| lot.0 == lot.1);
                if split(&lots) {
                    // The sum is given, and the product is largest where the difference is least.
                    let unit = if family == "even" { 2 } else { 1 };
                    assert!((gain.0 - gain.1).abs() <= unit, "{family} {n}: {gain:?}");
                }
            }
            other => panic!("{family} {n}: {other:?}"),
        }
    }
}
