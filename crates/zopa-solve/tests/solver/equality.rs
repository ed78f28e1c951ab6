//! Solver and oracle agree on everything, on thousands of games.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::concepts::{egalitarian, kalai_smorodinsky, nash, nash_lottery, utilitarian};
use zopa_solve::judge::{is_dominated, left_on_table, locate, pareto_gap, squared_distance};
use zopa_solve::{Choice, Frontier, Game, Solution, Spot, Zopa, closest_to_agreement, margin};

use crate::convert::{is_feasible, joined_pieces, priced, solve, strokes};
use crate::games::{self, Numbers};
use crate::oracle::Oracle;
use crate::oracle::solutions::Chosen;
use crate::random::Random;

/// Compares everything for `count` random games.
pub(crate) fn compare(numbers: Numbers, seed: u64, count: usize, issues: usize, strokes: usize) {
    let mut random = Random::seeded(seed);
    for number in 0..count {
        let game = games::game(&mut random, numbers, issues, strokes);
        let (oracle, frontier) = (Oracle::of(&game), solve(&game));
        let context = || format!("game {number} of seed {seed} ({numbers:?}): {game:?}");
        assert_eq!(joined_pieces(&frontier), oracle.frontier, "{}", context());
        check_form(&frontier, &context);
        check_agreements(&game, &frontier, &context);
        for d in games::disagreement_points(&mut random, numbers, &oracle) {
            check_solutions(&game, &oracle, &frontier, &d, &context);
            check_judgments(&oracle, &frontier, &d, &context);
        }
        let most = oracle
            .feasible
            .iter()
            .flat_map(|stroke| [stroke.from.sum(), stroke.to.sum()]);
        assert_eq!(Some(game.max_utility_sum()), most.max(), "{}", context());
    }
}

/// Pieces run by rising A and falling B; where two meet, the first has the vertex.
fn check_form(frontier: &Frontier, context: &dyn Fn() -> String) {
    let pieces = strokes(frontier);
    for piece in &pieces {
        let is_falling = piece.from.a() < piece.to.a() && piece.from.b() > piece.to.b();
        assert!(is_falling || piece.is_point(), "{piece:?} in {}", context());
        assert!(
            !piece.is_point() || !piece.from_open && !piece.to_open,
            "{piece:?} in {}",
            context()
        );
    }
    for pair in pieces.windows(2) {
        assert!(
            pair[0].to.a() <= pair[1].from.a(),
            "{pair:?} in {}",
            context()
        );
        assert!(
            pair[0].to.b() >= pair[1].from.b(),
            "{pair:?} in {}",
            context()
        );
        if pair[0].to == pair[1].from {
            assert!(
                !pair[0].to_open && pair[1].from_open,
                "{pair:?} in {}",
                context()
            );
        }
    }
    assert_eq!(pieces.len(), frontier.len());
}

/// Both ends and mixtures of them are worth what the piece says.
fn check_agreements(game: &Game, frontier: &Frontier, context: &dyn Fn() -> String) {
    for (index, piece) in strokes(frontier).iter().enumerate() {
        let at = |along: &Rational| {
            let agreement = frontier.agreement(&Spot {
                piece: index,
                along: along.clone(),
            });
            assert!(
                is_feasible(game, &agreement),
                "{agreement:?} in {}",
                context()
            );
            assert_eq!(
                priced(game, &agreement),
                piece.at(along),
                "{along} of {piece:?} in {}",
                context()
            );
            assert_eq!(
                game.utility(&agreement),
                piece.at(along),
                "{along} of {piece:?} in {}",
                context()
            );
            agreement
        };
        let (from, to) = (at(&Rational::ZERO), at(&Rational::ONE));
        for along in [Rational::new(1, 2), Rational::new(2, 7)] {
            at(&along);
            let mixture = mixed(&from, &to, &along);
            assert_eq!(
                priced(game, &mixture),
                piece.at(&along),
                "mixed in {}",
                context()
            );
        }
    }
}

/// Along a piece only shares of continuous issues move.
fn mixed(from: &[Choice], to: &[Choice], along: &Rational) -> Vec<Choice> {
    let mix = |pair: (&Choice, &Choice)| match pair {
        (Choice::Mix(from), Choice::Mix(to)) => Choice::Mix(from + &((to - from) * along)),
        (from, to) => {
            assert_eq!(from, to, "an option changes along a piece");
            from.clone()
        }
    };
    from.iter().zip(to).map(mix).collect()
}

fn check_solutions(
    game: &Game,
    oracle: &Oracle,
    frontier: &Frontier,
    d: &UtilityPoint,
    context: &dyn Fn() -> String,
) {
    let zopa = Zopa::of(frontier, d);
    let ideal = oracle.ideal(d);
    let where_ = || format!("d = {d:?}, {}", context());
    assert_eq!(zopa.exists, oracle.zopa_exists(d), "{}", where_());
    assert_eq!(zopa.ideal, ideal, "{}", where_());
    assert_eq!(zopa.margin, oracle.margin(d), "{}", where_());
    assert_eq!(margin(frontier, d), zopa.margin, "{}", where_());
    assert_eq!(zopa.area_share, oracle.area_share(d), "{}", where_());
    let found = [
        ("nash", nash(frontier, d), oracle.nash(d)),
        (
            "kalai_smorodinsky",
            kalai_smorodinsky(frontier, d),
            oracle.kalai_smorodinsky(d),
        ),
        (
            "egalitarian",
            egalitarian(frontier, d),
            oracle.egalitarian(d),
        ),
        (
            "utilitarian",
            utilitarian(frontier, d),
            oracle.utilitarian(d),
        ),
    ];
    for (name, solution, expected) in &found {
        let chosen = solution.as_ref().map(
            |Solution {
                 utility, unique, ..
             }| Chosen {
                utility: utility.clone(),
                unique: *unique,
            },
        );
        assert_eq!(chosen, *expected, "{name}, {}", where_());
        let Some(solution) = solution else { continue };
        assert_eq!(
            solution.gain,
            solution.utility.minus(d),
            "{name}, {}",
            where_()
        );
        let agreement = frontier.agreement(&solution.spot);
        assert!(is_feasible(game, &agreement), "{name}, {}", where_());
        assert_eq!(
            priced(game, &agreement),
            solution.utility,
            "{name}, {}",
            where_()
        );
    }
    check_lottery(game, oracle, frontier, d, &where_);
    let closest = closest_to_agreement(frontier, d);
    assert_eq!(
        frontier.utility(&closest),
        oracle.closest_to_agreement(d),
        "{}",
        where_()
    );
    assert_eq!(
        priced(game, &frontier.agreement(&closest)),
        frontier.utility(&closest)
    );
}

fn check_lottery(
    game: &Game,
    oracle: &Oracle,
    frontier: &Frontier,
    d: &UtilityPoint,
    where_: &dyn Fn() -> String,
) {
    let (lottery, expected) = (nash_lottery(frontier, d), oracle.nash_lottery(d));
    let found = lottery.as_ref().map(|lottery| &lottery.utility);
    assert_eq!(
        found,
        expected.as_ref().map(|drawn| &drawn.utility),
        "{}",
        where_()
    );
    let (Some(lottery), Some(expected)) = (lottery, expected) else {
        return;
    };
    assert_eq!(lottery.gain.product(), expected.product, "{}", where_());
    assert_eq!(lottery.gain, lottery.utility.minus(d), "{}", where_());
    let alone = oracle.is_efficient(&lottery.utility);
    assert_eq!(
        lottery.draws.len(),
        if alone { 1 } else { 2 },
        "{}",
        where_()
    );
    let (mut chances, mut mean) = (Rational::ZERO, [Rational::ZERO, Rational::ZERO]);
    for (chance, spot) in &lottery.draws {
        let utility = priced(game, &frontier.agreement(spot));
        assert_eq!(utility, frontier.utility(spot), "{}", where_());
        assert!(
            oracle.is_efficient(&utility),
            "{utility:?} is dominated, {}",
            where_()
        );
        assert!(chance.is_positive(), "{}", where_());
        chances += chance;
        for (mean, value) in mean.iter_mut().zip(&utility.0) {
            *mean += chance * value;
        }
    }
    assert_eq!(
        (chances, UtilityPoint(mean)),
        (Rational::ONE, lottery.utility),
        "{}",
        where_()
    );
    if let [(_, first), (_, second)] = lottery.draws.as_slice() {
        assert!(
            frontier.utility(first).a() < frontier.utility(second).a(),
            "{}",
            where_()
        );
    }
}

fn check_judgments(
    oracle: &Oracle,
    frontier: &Frontier,
    point: &UtilityPoint,
    context: &dyn Fn() -> String,
) {
    let where_ = || format!("point {point:?}, {}", context());
    assert_eq!(
        is_dominated(frontier, point),
        oracle.is_dominated(point),
        "{}",
        where_()
    );
    assert_eq!(
        pareto_gap(frontier, point),
        oracle.pareto_gap(point),
        "{}",
        where_()
    );
    assert_eq!(
        left_on_table(frontier, point),
        oracle.left_on_table(point),
        "{}",
        where_()
    );
    assert_eq!(
        squared_distance(frontier, point),
        oracle.squared_distance(point),
        "{}",
        where_()
    );
    let spot = locate(frontier, point);
    assert_eq!(spot.is_some(), oracle.is_efficient(point), "{}", where_());
    if let Some(spot) = spot {
        assert_eq!(frontier.utility(&spot), *point, "{}", where_());
    }
}

#[test]
fn coarse_games() {
    compare(Numbers::Coarse, 1, 1500, 3, 40);
    compare(Numbers::Coarse, 2, 300, 5, 150);
}

#[test]
fn signed_games() {
    compare(Numbers::Signed, 3, 1500, 3, 40);
    compare(Numbers::Signed, 4, 300, 5, 150);
}

#[test]
fn fractions() {
    compare(Numbers::Fractions, 5, 700, 4, 60);
}

#[test]
fn decimals_of_17_digits() {
    compare(Numbers::Long, 6, 120, 4, 60);
}

#[test]
fn whole_numbers_beyond_64_bits() {
    compare(Numbers::Wide, 7, 120, 4, 60);
}

#[test]
fn whole_numbers_beyond_128_bits() {
    compare(Numbers::Big, 8, 80, 4, 60);
}

#[test]
fn larger_games() {
    compare(Numbers::Signed, 9, 60, 7, 800);
    compare(Numbers::Coarse, 10, 60, 8, 800);
    compare(Numbers::Fractions, 11, 30, 7, 800);
}
