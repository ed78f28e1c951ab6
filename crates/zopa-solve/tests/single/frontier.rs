//! Against the frontier and the concepts that read it, which are another algorithm.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::concepts::{egalitarian, kalai_smorodinsky, nash, utilitarian};
use zopa_solve::single::{Concept, Outcome, solve_one};
use zopa_solve::{Budget, Completeness, Frontier, Game, Solution, closest_to_agreement};

use crate::brute::CONCEPTS;
use crate::games::{FAMILIES, asset_game, finite_game, point, segments, valuations, whole};
use crate::random::Random;

fn solution(frontier: &Frontier, concept: Concept, d: &UtilityPoint) -> Option<Solution> {
    match concept {
        Concept::Nash => nash(frontier, d),
        Concept::KalaiSmorodinsky => kalai_smorodinsky(frontier, d),
        Concept::Egalitarian => egalitarian(frontier, d),
        Concept::Utilitarian => utilitarian(frontier, d),
    }
}

/// Compares all concepts; how many times was there a ZOPA?
fn compare(game: &Game, frontier: &Frontier, d: &UtilityPoint) -> usize {
    let mut exists = 0;
    for concept in CONCEPTS {
        let expected = solution(frontier, concept, d);
        match (solve_one(game, concept, d, &Budget::default()), expected) {
            (Outcome::Solved { deal, unique, .. }, Some(expected)) => {
                exists += 1;
                assert_eq!(
                    deal.utility, expected.utility,
                    "{concept:?} over {d:?} of {game:?}"
                );
                assert_eq!(game.utility(&deal.agreement), deal.utility);
                assert!(
                    unique.is_none_or(|unique| unique == expected.unique),
                    "{concept:?} over {d:?} of {game:?}"
                );
            }
            (Outcome::Empty { closest, .. }, None) => {
                let expected = frontier.utility(&closest_to_agreement(frontier, d));
                assert_eq!(closest.utility, expected, "closest to {d:?} in {game:?}");
                assert_eq!(game.utility(&closest.agreement), closest.utility);
            }
            (outcome, expected) => {
                panic!("{concept:?} over {d:?} of {game:?}: {outcome:?}, not {expected:?}")
            }
        }
    }
    exists
}

/// BATNAs anywhere in the rectangle of utilities and a little beyond, on a frontier point, and between neighbours.
fn disagreements(frontier: &Frontier, random: &mut Random) -> Vec<UtilityPoint> {
    let last = i64::try_from(frontier.len()).expect("not so many") - 1;
    let mut piece = |low: i64| {
        let index = random.range(low, last.max(low)).min(last);
        frontier
            .piece(usize::try_from(index).expect("not negative"))
            .from
    };
    let (first, second) = (piece(0), piece(0));
    let (after, before) = (piece(1), piece(0));
    let part = |x: &Rational, parts: i64| x * &Rational::new(parts.into(), 16);
    let (most_a, most_b) = (
        frontier.piece(frontier.len() - 1).from,
        frontier.piece(0).from,
    );
    vec![
        point(Rational::ZERO, Rational::ZERO),
        first.clone(),
        point(
            second.a().min(first.a()).clone(),
            second.b().min(first.b()).clone(),
        ),
        point(after.a().clone(), before.b().clone()),
        point(
            part(most_a.a(), random.range(0, 18)),
            part(most_b.b(), random.range(0, 18)),
        ),
        point(
            part(most_a.a(), random.range(3, 9)),
            part(most_b.b(), random.range(3, 9)),
        ),
    ]
}

#[test]
fn all_concepts_agree_with_the_frontier() {
    let mut random = Random::seeded(3);
    let (mut solved, mut games) = (0, 0);
    for round in 0..700 {
        let family = FAMILIES[round % FAMILIES.len()];
        let v = [9, 60, 999, 999_999][round / FAMILIES.len() % 4];
        let n = usize::try_from(random.range(1, 30)).expect("positive");
        let lots = valuations(family, n, v, &mut random);
        let denominators = [
            (1, 1),
            (1000, 1000),
            (random.range(1, 99), random.range(1, 99)),
        ][round % 3];
        let game = asset_game(&lots, denominators, &mut random);
        // The frontier of many equal sums is long; this engine does not mind, but the test does.
        let budget = Budget {
            max_points: 20_000,
            ..Budget::default()
        };
        let Completeness::Complete(frontier) = Frontier::of(&game, &budget) else {
            continue;
        };
        games += 1;
        for d in disagreements(&frontier, &mut random) {
            solved += compare(&game, &frontier, &d);
        }
    }
    assert!(
        games > 500 && solved > 6000,
        "{solved} solutions of {games} games"
    );
}

/// Hundreds of lots: the core is a small part of them.
#[test]
fn larger_games_agree_with_the_frontier() {
    let mut random = Random::seeded(4);
    for (family, n, v) in [
        ("neg", 150, 999_999),
        ("unc", 150, 999),
        ("unc", 100, 999_999),
        ("pos", 60, 999),
        ("strong", 60, 99),
        ("steps", 100, 99),
        ("eq", 80, 99),
        ("near", 100, 99),
    ] {
        let lots = valuations(family, n, v, &mut random);
        let game = asset_game(&lots, (1, 1), &mut random);
        let frontier = Frontier::of(&game, &Budget::default())
            .complete()
            .expect("a short frontier");
        for d in disagreements(&frontier, &mut random) {
            compare(&game, &frontier, &d);
        }
    }
}

/// Lots, tables and segments together, and segments alone.
#[test]
fn mixed_games_agree_with_the_frontier() {
    let mut random = Random::seeded(11);
    let mut solved = 0;
    for round in 0..600 {
        let v = [6, 50, 999][round % 3];
        let mut game = if round % 2 == 0 {
            finite_game(&mut random)
        } else {
            let n = usize::try_from(random.range(0, 12)).expect("not negative");
            let lots = valuations(FAMILIES[round % FAMILIES.len()], n, v, &mut random);
            asset_game(&lots, (1, 1), &mut random)
        };
        let more = random.range(1, 5);
        game.issues.extend(segments(more, v, &mut random));
        let frontier = Frontier::of(&game, &Budget::default())
            .complete()
            .expect("a short frontier");
        for d in disagreements(&frontier, &mut random) {
            solved += compare(&game, &frontier, &d);
        }
        // Between the ends of a piece, and beyond everything.
        let last = i64::try_from(frontier.len()).expect("not so many") - 1;
        let piece = frontier.piece(usize::try_from(random.range(0, last)).expect("not negative"));
        let middle = piece.at(&Rational::new(2, 5));
        solved += compare(&game, &frontier, &middle);
        solved += compare(&game, &frontier, &middle.plus(&whole(1, 1)));
    }
    assert!(solved > 5000, "{solved} solutions");
}
