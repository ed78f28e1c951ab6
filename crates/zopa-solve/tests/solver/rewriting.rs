//! The same game written differently has the same answers.

use zopa_model::{PARTIES, Rational, UtilityPoint};
use zopa_solve::concepts::nash_lottery;
use zopa_solve::{Game, Issue, Solution, Zopa};

use crate::axioms::{CONCEPTS, each_game, map_game, swapped};
use crate::convert::{joined_pieces, solve};
use crate::oracle::turned;

#[test]
fn exchanging_the_parties_mirrors_everything() {
    each_game(101, 400, |_, game, frontier, d| {
        let (mirrored, d2) = (solve(&map_game(game, swapped)), swapped(d));
        assert_eq!(
            joined_pieces(&mirrored),
            turned(&joined_pieces(frontier)),
            "{game:?}"
        );
        let (here, there) = (Zopa::of(frontier, d), Zopa::of(&mirrored, &d2));
        assert_eq!(here.ideal, there.ideal.as_ref().map(swapped));
        assert_eq!(
            (here.margin, here.area_share),
            (there.margin, there.area_share)
        );
        for (name, concept) in CONCEPTS {
            let (here, there) = (concept(frontier, d), concept(&mirrored, &d2));
            assert_eq!(
                here.is_some(),
                there.is_some(),
                "{name} of {game:?} from {d:?}"
            );
            let (Some(here), Some(there)) = (here, there) else {
                continue;
            };
            assert_eq!(here.unique, there.unique, "{name} of {game:?} from {d:?}");
            if here.unique {
                assert_eq!(
                    here.utility,
                    swapped(&there.utility),
                    "{name} of {game:?} from {d:?}"
                );
            }
        }
        let (here, there) = (nash_lottery(frontier, d), nash_lottery(&mirrored, &d2));
        assert_eq!(
            here.map(|here| here.utility),
            there.map(|there| swapped(&there.utility))
        );
    });
}

/// Nash and Kalai-Smorodinsky do not depend on anybody's unit or zero. (A tie for Nash is broken by comparing gains.)
#[test]
fn nash_and_kalai_smorodinsky_are_invariant_to_scale() {
    each_game(103, 400, |random, game, frontier, d| {
        let factor = [
            Rational::new(random.between(1, 9), 4),
            Rational::new(random.between(1, 9), 7),
        ];
        let shift = [
            Rational::new(random.between(-9, 9), 5),
            Rational::new(random.between(-9, 9), 2),
        ];
        let stretch = |point: &UtilityPoint| {
            UtilityPoint(std::array::from_fn(|party| {
                &point.0[party] * &factor[party]
            }))
        };
        let mut stretched = map_game(game, stretch);
        stretched.base = stretched.base.plus(&UtilityPoint(shift.clone()));
        let change = |point: &UtilityPoint| stretch(point).plus(&UtilityPoint(shift.clone()));
        let (other, d2) = (solve(&stretched), change(d));
        for (name, concept) in &CONCEPTS[..2] {
            let (here, there) = (concept(frontier, d), concept(&other, &d2));
            assert_eq!(
                here.is_some(),
                there.is_some(),
                "{name} of {game:?} from {d:?}"
            );
            let (Some(here), Some(there)) = (here, there) else {
                continue;
            };
            assert_eq!(here.unique, there.unique, "{name} of {game:?} from {d:?}");
            if here.unique || *name == "kalai_smorodinsky" {
                assert_eq!(
                    change(&here.utility),
                    there.utility,
                    "{name} of {game:?} from {d:?}"
                );
            }
        }
        let (here, there) = (nash_lottery(frontier, d), nash_lottery(&other, &d2));
        assert_eq!(
            here.map(|here| change(&here.utility)),
            there.map(|there| there.utility)
        );
        assert_eq!(
            Zopa::of(frontier, d).area_share,
            Zopa::of(&other, &d2).area_share
        );
    });
}

/// The order of the issues is of no account, nor is an issue with one option but for its worth, nor whether a segment is one
/// issue or two halves.
#[test]
fn the_same_game_written_differently() {
    each_game(109, 400, |random, game, frontier, d| {
        let mut other = game.clone();
        for _ in 0..4 {
            let (i, j) = (
                random.below(other.issues.len()),
                random.below(other.issues.len()),
            );
            other.issues.swap(i, j);
        }
        let (mut issues, mut constant) = (Vec::new(), game.base.clone());
        for issue in other.issues {
            match issue {
                Issue::Segment(ends) if random.once_in(2) => {
                    let part = Rational::new(random.between(1, 4), 5);
                    for part in [&Rational::ONE - &part, part] {
                        let scaled = |end: &UtilityPoint| {
                            UtilityPoint(end.0.each_ref().map(|value| value * &part))
                        };
                        let [from, to] = ends.each_ref().map(scaled);
                        issues.push(Issue::Segment(if random.once_in(2) {
                            [to, from]
                        } else {
                            [from, to]
                        }));
                    }
                }
                Issue::Options(mut options) => {
                    let place = random.below(options.len());
                    options.swap(0, place);
                    issues.push(Issue::Options(options));
                }
                issue => issues.push(issue),
            }
        }
        // the base as an issue without a choice
        issues.push(Issue::Options(vec![constant.clone()]));
        constant = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let other = Game {
            base: constant,
            issues,
        };
        let again = solve(&other);
        assert_eq!(
            joined_pieces(&again),
            joined_pieces(frontier),
            "{game:?} as {other:?}"
        );
        for (name, concept) in CONCEPTS {
            let (here, there) = (concept(frontier, d), concept(&again, d));
            let view = |solution: Option<Solution>| {
                solution.map(|solution| (solution.utility, solution.unique))
            };
            assert_eq!(view(here), view(there), "{name} of {game:?} as {other:?}");
        }
        let share = |frontier| nash_lottery(frontier, d).map(|lottery| lottery.utility);
        assert_eq!(share(frontier), share(&again));
    });
}

/// With BATNAs so low that they do not bind, the ideal is each party's best pair of the whole frontier.
#[test]
fn batnas_below_everything_bind_nowhere() {
    each_game(110, 200, |_, game, frontier, _| {
        let (first, last) = (frontier.piece(0), frontier.piece(frontier.len() - 1));
        let low = [
            first.from.a() - &Rational::ONE,
            last.to.b() - &Rational::ONE,
        ];
        let zopa = Zopa::of(frontier, &UtilityPoint(low));
        assert!(zopa.exists);
        assert_eq!(
            zopa.ideal,
            Some(UtilityPoint::new(
                last.to.a().clone(),
                first.from.b().clone()
            ))
        );
        // each party's best is the sum of its best of every issue
        let most = |party: usize| -> Rational {
            let best = |issue: &Issue| match issue {
                Issue::Options(options) => {
                    options.iter().map(|option| option.0[party].clone()).max()
                }
                Issue::Segment(ends) => ends.iter().map(|end| end.0[party].clone()).max(),
            };
            game.issues
                .iter()
                .filter_map(best)
                .fold(game.base.0[party].clone(), |sum, best| sum + best)
        };
        let best: [Rational; PARTIES] = std::array::from_fn(most);
        assert_eq!(zopa.ideal, Some(UtilityPoint(best)), "{game:?}");
    });
}
