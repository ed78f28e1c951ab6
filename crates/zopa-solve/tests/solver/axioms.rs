//! Axioms of the concepts, on random games larger than the oracle's.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::concepts::{egalitarian, kalai_smorodinsky, nash, nash_lottery, utilitarian};
use zopa_solve::{Choice, Frontier, Game, Issue, Solution, Zopa, margin};

use crate::convert::{joined_pieces, solve};
use crate::games::{self, Numbers};
use crate::oracle::turned;
use crate::random::Random;

pub(crate) type Concept = fn(&Frontier, &UtilityPoint) -> Option<Solution>;

pub(crate) const CONCEPTS: [(&str, Concept); 4] = [
    ("nash", nash),
    ("kalai_smorodinsky", kalai_smorodinsky),
    ("egalitarian", egalitarian),
    ("utilitarian", utilitarian),
];

/// Calls back with random games, their frontiers and some disagreement points, most of them below the frontier.
pub(crate) fn each_game(
    seed: u64,
    count: usize,
    mut check: impl FnMut(&mut Random, &Game, &Frontier, &UtilityPoint),
) {
    let mut random = Random::seeded(seed);
    for number in 0..count {
        let numbers = Numbers::ALL[number % Numbers::ALL.len()];
        let game = games::game(&mut random, numbers, 8, usize::MAX);
        let frontier = solve(&game);
        for _ in 0..4 {
            let mut corner = |party: usize| {
                let piece = frontier.piece(random.below(frontier.len()));
                piece.at(&Rational::new(random.between(0, 3), 3)).0[party].clone()
            };
            let d = UtilityPoint::new(corner(0), corner(1));
            check(&mut random, &game, &frontier, &d);
        }
    }
}

pub(crate) fn map_game(game: &Game, change: impl Fn(&UtilityPoint) -> UtilityPoint) -> Game {
    let issue = |issue: &Issue| match issue {
        Issue::Options(options) => Issue::Options(options.iter().map(&change).collect()),
        Issue::Segment(ends) => Issue::Segment(ends.each_ref().map(&change)),
    };
    Game {
        base: change(&game.base),
        issues: game.issues.iter().map(issue).collect(),
    }
}

pub(crate) fn swapped(point: &UtilityPoint) -> UtilityPoint {
    UtilityPoint::new(point.b().clone(), point.a().clone())
}

/// Nash: what is not chosen may be taken away.
#[test]
fn nash_is_independent_of_irrelevant_alternatives() {
    let mut removed = 0;
    each_game(102, 600, |random, game, frontier, d| {
        let Some(solution) = nash(frontier, d) else {
            return;
        };
        let chosen = frontier.agreement(&solution.spot);
        let mut smaller = game.clone();
        for (issue, choice) in smaller.issues.iter_mut().zip(&chosen) {
            match (issue, choice) {
                (Issue::Options(options), Choice::Option(kept)) => {
                    let mut index = 0;
                    options.retain(|_| {
                        index += 1;
                        index - 1 == *kept || !random.once_in(3)
                    });
                    removed += index - options.len();
                }
                (Issue::Segment(ends), Choice::Mix(share)) if random.once_in(2) => {
                    // from anywhere before the chosen place to anywhere after it
                    let mix = |along: &Rational| {
                        UtilityPoint(std::array::from_fn(|party| {
                            let (from, to) = (&ends[0].0[party], &ends[1].0[party]);
                            from + &((to - from) * along)
                        }))
                    };
                    let before = share * &Rational::new(random.between(0, 2), 2);
                    let after = share
                        + &((&Rational::ONE - share) * Rational::new(random.between(0, 2), 2));
                    *ends = [mix(&before), mix(&after)];
                    removed += 1;
                }
                _ => {}
            }
        }
        let again = nash(&solve(&smaller), d).expect("the solution is still feasible");
        assert_eq!(
            again.utility, solution.utility,
            "{game:?} from {d:?} cut to {smaller:?}"
        );
    });
    assert!(removed > 1000, "only {removed} alternatives were removed");
}

/// Egalitarian: with more to agree on, nobody's smaller gain falls.
#[test]
fn the_egalitarian_solution_is_monotonic() {
    each_game(104, 500, |random, game, frontier, d| {
        let mut larger = game.clone();
        let which = random.below(larger.issues.len());
        let more = UtilityPoint(std::array::from_fn(|_| {
            Rational::new(random.between(-4, 20), 3)
        }));
        match &mut larger.issues[which] {
            Issue::Options(options) => options.push(more),
            Issue::Segment(ends) => {
                let gift = more.0.map(|value| value.abs());
                ends[0] = ends[0].plus(&UtilityPoint(gift));
            }
        }
        let after = solve(&larger);
        assert!(
            margin(&after, d) >= margin(frontier, d),
            "{game:?} grown to {larger:?}"
        );
        if let Some(before) = egalitarian(frontier, d) {
            let after = egalitarian(&after, d).expect("still feasible");
            assert!(
                after.gain.smaller() >= before.gain.smaller(),
                "{game:?} grown to {larger:?}"
            );
        }
    });
}

/// A solution is efficient: the frontier of the same game has nothing above it, and it is worth what its agreement is worth.
#[test]
fn every_solution_is_efficient_and_individually_rational() {
    each_game(105, 600, |_, game, frontier, d| {
        let exists = !margin(frontier, d).is_negative();
        for (name, concept) in CONCEPTS {
            let Some(solution) = concept(frontier, d) else {
                assert!(!exists, "{name} is missing: {game:?} from {d:?}");
                continue;
            };
            assert!(
                exists && solution.gain.is_nonnegative(),
                "{name} of {game:?} from {d:?}"
            );
            let better = |piece: &zopa_solve::Piece| {
                [&piece.from, &piece.to]
                    .iter()
                    .any(|end| end.dominates(&solution.utility))
            };
            assert!(
                !frontier.pieces().any(|piece| better(&piece)),
                "{name} of {game:?} from {d:?}"
            );
            assert_eq!(
                game.utility(&frontier.agreement(&solution.spot)),
                solution.utility
            );
        }
    });
}

/// Who plays the same part gets the same, where the solution is one pair.
#[test]
fn symmetric_games_have_symmetric_solutions() {
    let mut unique = [0; CONCEPTS.len()];
    each_game(106, 150, |random, half, _, _| {
        let mirrored = map_game(half, swapped);
        let mut game = half.clone();
        game.base = game.base.plus(&mirrored.base);
        game.issues.extend(mirrored.issues);
        let frontier = solve(&game);
        assert_eq!(
            turned(&joined_pieces(&frontier)),
            joined_pieces(&frontier),
            "{game:?}"
        );
        // What both can have at once, less something: the same for both.
        let zero = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let level = margin(&frontier, &zero) - Rational::new(random.between(-1, 12), 4);
        let d = UtilityPoint::new(level.clone(), level);
        for ((name, concept), unique) in CONCEPTS.iter().zip(&mut unique) {
            if let Some(solution) = concept(&frontier, &d).filter(|solution| solution.unique) {
                *unique += 1;
                assert_eq!(
                    solution.utility.a(),
                    solution.utility.b(),
                    "{name} of {game:?} from {d:?}"
                );
            }
        }
        if let Some(lottery) = nash_lottery(&frontier, &d) {
            assert_eq!(
                lottery.utility.a(),
                lottery.utility.b(),
                "{game:?} from {d:?}"
            );
        }
    });
    assert!(unique.iter().all(|&count| count > 50), "{unique:?}");
}

/// A lottery does at least as well as any pure agreement, and exactly as well where the frontier is one concave line.
#[test]
fn a_lottery_is_at_least_as_good() {
    let (mut better, mut equal) = (0, 0);
    each_game(107, 500, |_, game, frontier, d| {
        let lottery = nash_lottery(frontier, d);
        if let Some(pure) = nash(frontier, d) {
            let lottery = lottery.expect("a pure agreement is a lottery");
            assert!(
                lottery.gain.product() >= pure.product(),
                "{game:?} from {d:?}"
            );
            better += usize::from(lottery.gain.product() > pure.product());
            let continuous = game
                .issues
                .iter()
                .all(|issue| matches!(issue, Issue::Segment(_)));
            if continuous {
                equal += 1;
                assert_eq!(lottery.utility, pure.utility, "{game:?} from {d:?}");
                assert_eq!(
                    lottery.draws,
                    [(Rational::ONE, pure.spot)],
                    "{game:?} from {d:?}"
                );
            }
        }
    });
    assert!(better > 100 && equal > 50, "{better} better, {equal} equal");
}

/// Without gaps the four concepts are the classic ones: equal gains, equal ratios.
#[test]
fn on_a_line_without_gaps_gains_and_ratios_are_equal() {
    let mut random = Random::seeded(108);
    for _ in 0..300 {
        let numbers = Numbers::Coarse;
        let issues = (0..=random.below(5)).map(|_| {
            let mut worth = || numbers.draw(&mut random) + Rational::ONE;
            let (a, b) = (worth(), worth());
            Issue::Segment([
                UtilityPoint::new(a, Rational::ZERO),
                UtilityPoint::new(Rational::ZERO, b),
            ])
        });
        let zero = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let game = Game {
            base: zero.clone(),
            issues: issues.collect(),
        };
        let frontier = solve(&game);
        let ideal = Zopa::of(&frontier, &zero)
            .ideal
            .expect("0 is below everything");
        let fair = egalitarian(&frontier, &zero).expect("a ZOPA");
        assert_eq!(fair.gain.a(), fair.gain.b(), "{game:?}");
        let equal_ratios = kalai_smorodinsky(&frontier, &zero).expect("a ZOPA");
        assert_eq!(
            equal_ratios.gain.a() / ideal.a(),
            equal_ratios.gain.b() / ideal.b(),
            "{game:?}"
        );
        assert!(
            fair.unique && equal_ratios.unique && nash(&frontier, &zero).expect("a ZOPA").unique
        );
    }
}
