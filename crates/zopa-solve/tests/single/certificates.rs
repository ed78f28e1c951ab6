//! Certificates are rechecked from the game alone, and are sharp enough to be of use.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::single::{Certificate, Concept, Outcome, solve_one};
use zopa_solve::{Budget, Game, Issue};

use crate::brute::CONCEPTS;
use crate::games::{FAMILIES, asset_game, finite_game, point, segments, valuations, whole};
use crate::random::Random;

fn weigh(weights: &UtilityPoint, pair: &UtilityPoint) -> Rational {
    weights.a() * pair.a() + weights.b() * pair.b()
}

/// Each issue's options with what they lose on the line.
fn losses(game: &Game, weights: &UtilityPoint) -> Vec<Vec<Rational>> {
    let of = |issue: &Issue| {
        let Issue::Options(options) = issue else {
            panic!("a finite game");
        };
        let worth: Vec<Rational> = options
            .iter()
            .map(|option| weigh(weights, option))
            .collect();
        let best = worth.iter().max().expect("an option").clone();
        worth.iter().map(|worth| &best - worth).collect()
    };
    game.issues.iter().map(of).collect()
}

/// The largest weighted sum of gains, issue by issue.
fn bound(game: &Game, d: &UtilityPoint, weights: &UtilityPoint) -> Rational {
    let best = |issue: &Issue| match issue {
        Issue::Options(options) => options
            .iter()
            .map(|option| weigh(weights, option))
            .max()
            .expect("an option"),
        Issue::Segment(ends) => ends
            .iter()
            .map(|end| weigh(weights, end))
            .max()
            .expect("two ends"),
    };
    weigh(weights, &game.base.minus(d)) + game.issues.iter().map(best).sum::<Rational>()
}

/// All gains that lose at most `slack`: those of the few issues that are not fixed by it.
fn within(
    game: &Game,
    d: &UtilityPoint,
    certificate: &Certificate,
    slack: &Rational,
) -> Vec<UtilityPoint> {
    let mut found = vec![(game.base.minus(d), Rational::ZERO)];
    for (issue, losses) in game.issues.iter().zip(losses(game, &certificate.weights)) {
        let Issue::Options(options) = issue else {
            panic!("a finite game");
        };
        found = found
            .iter()
            .flat_map(|(gain, lost)| {
                let next = options
                    .iter()
                    .zip(&losses)
                    .map(move |(option, loss)| (gain.plus(option), lost + loss));
                next.filter(|(_, lost)| lost <= slack)
            })
            .collect();
        found.sort();
        found.dedup();
        assert!(
            found.len() < 100_000,
            "a certificate leaves little to search"
        );
    }
    found.into_iter().map(|(gain, _)| gain).collect()
}

fn recheck(game: &Game, d: &UtilityPoint, concept: Concept) -> bool {
    let (gain, certificate, ideal) = match solve_one(game, concept, d, &Budget::default()) {
        Outcome::Solved {
            deal,
            certificate,
            ideal,
            ..
        } => (deal.gain, certificate, ideal),
        Outcome::Empty {
            closest,
            certificate,
        } => (closest.gain, certificate, None),
        other => panic!("{concept:?} of {game:?}: {other:?}"),
    };
    assert!(certificate.weights.0.iter().all(Rational::is_positive));
    assert_eq!(certificate.bound, bound(game, d, &certificate.weights));
    let ideal = ideal.map(|ideal| ideal.minus(d));
    let objective = |gain: &UtilityPoint| match (concept, &ideal) {
        _ if !gain.is_nonnegative() => None,
        (Concept::Nash, _) => Some(gain.product()),
        (Concept::KalaiSmorodinsky, Some(ideal)) if ideal.product().is_positive() => {
            Some((gain.a() / ideal.a()).min(gain.b() / ideal.b()))
        }
        (Concept::KalaiSmorodinsky, _) => None,
        (Concept::Egalitarian, _) => Some(gain.smaller().clone()),
        (Concept::Utilitarian, _) => Some(gain.sum()),
    };
    let Some(best) = objective(&gain) else {
        return false;
    };
    if concept == Concept::Nash && best.is_zero() {
        return false;
    }
    // Whatever is as good loses no more than the slack; and nothing within the slack is better.
    let slack = certificate.slack.clone().unwrap_or(Rational::from(-1));
    let lost = &certificate.bound - &weigh(&certificate.weights, &gain);
    if concept == Concept::Nash {
        assert!(lost <= slack, "{gain:?} itself is within the slack");
    }
    let rivals = within(game, d, &certificate, &slack);
    assert!(
        rivals
            .iter()
            .all(|rival| objective(rival).is_none_or(|value| value <= best))
    );
    // And the slack is no less than the mathematics says: the best product at a larger loss is smaller.
    if concept == Concept::Nash {
        let next = &certificate.bound - &slack - Rational::ONE;
        let product = next.square() / (certificate.weights.product() * Rational::from(4));
        assert!(
            next.is_negative() || product < best,
            "a product beyond the slack"
        );
    }
    true
}

#[test]
fn certificates_hold() {
    let mut random = Random::seeded(5);
    let mut checked = 0;
    for round in 0..400 {
        let (game, d) = if round % 2 == 0 {
            let v = [9, 999, 999_999][round % 3];
            let n = usize::try_from(random.range(1, 14)).expect("positive");
            let lots = valuations(FAMILIES[round % FAMILIES.len()], n, v, &mut random);
            let (a, b) = lots
                .iter()
                .fold((0, 0), |(a, b), lot| (a + lot.0, b + lot.1));
            (asset_game(&lots, (1, 1), &mut random), whole(a / 4, b / 5))
        } else {
            (
                finite_game(&mut random),
                whole(random.range(-20, 5), random.range(-20, 5)),
            )
        };
        checked += CONCEPTS
            .iter()
            .filter(|&&concept| recheck(&game, &d, concept))
            .count();
    }
    assert!(checked > 800, "{checked} certificates");
}

/// With segments too, the line is one that nothing lies above.
#[test]
fn certificates_of_mixed_games_bound_the_objective() {
    let mut random = Random::seeded(14);
    for _ in 0..200 {
        let mut game = finite_game(&mut random);
        let more = random.range(1, 4);
        game.issues.extend(segments(more, 60, &mut random));
        let d = whole(random.range(-90, 5), random.range(-90, 5));
        for concept in CONCEPTS {
            let (gain, certificate, empty) = match solve_one(&game, concept, &d, &Budget::default())
            {
                Outcome::Solved {
                    deal, certificate, ..
                } => (deal.gain, certificate, false),
                Outcome::Empty {
                    closest,
                    certificate,
                } => (closest.gain, certificate, true),
                other => panic!("{concept:?} of {game:?}: {other:?}"),
            };
            let Certificate {
                weights,
                bound: line,
                ..
            } = &certificate;
            assert_eq!(*line, bound(&game, &d, weights));
            assert!(weigh(weights, &gain) <= *line);
            if concept == Concept::Nash && !empty {
                let most = line.square() / (weights.product() * Rational::from(4));
                assert!(gain.product() <= most);
            }
        }
    }
}

#[test]
fn a_certificate_by_hand() {
    // Lots (6, 2), (3, 3), (2, 6): the second is split by the relaxation, along weights (1, 1). All for whom they are worth
    // more: 6 + 3 + 6 = 15, the product is at most 15^2/4; (9, 6) and (6, 9) have 54, as has nothing better with a sum of 14
    // or less: 49. So the slack is 15 - 2 sqrt(54) = 0.3, as a whole number 0.
    let lots = [(6, 2), (3, 3), (2, 6)];
    let game = asset_game(&lots, (1, 1), &mut Random::seeded(1));
    match solve_one(&game, Concept::Nash, &whole(0, 0), &Budget::default()) {
        Outcome::Solved {
            deal,
            unique,
            certificate,
            ideal,
            ..
        } => {
            assert_eq!(
                deal.gain,
                whole(9, 6),
                "of equal products and smaller gains, A's larger one"
            );
            assert_eq!((unique, ideal), (Some(false), None));
            assert_eq!(certificate.weights, whole(1, 1));
            assert_eq!(certificate.bound, Rational::from(15));
            assert_eq!(certificate.slack, Some(Rational::ZERO));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_empty_zopa_is_proved_by_its_line() {
    // Two lots of (1, 1): sums are 2, so that no pair reaches (2, 1).
    let game = asset_game(&[(1, 1), (1, 1)], (1, 1), &mut Random::seeded(1));
    for concept in CONCEPTS {
        match solve_one(&game, concept, &whole(2, 1), &Budget::default()) {
            Outcome::Empty {
                closest,
                certificate,
            } => {
                assert_eq!(certificate.weights, whole(1, 1));
                assert_eq!(certificate.bound, Rational::from(-1));
                // (2, 0) and (1, 1) are both 1 short for one party and exact for the other.
                assert_eq!(closest.gain, point(Rational::ZERO, Rational::from(-1)));
            }
            other => panic!("{concept:?}: {other:?}"),
        }
    }
}
