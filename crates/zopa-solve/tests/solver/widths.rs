//! Numbers at the borders of the integer widths in which sums are kept: 32 bits, 64 bits, 128 bits, any size.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Game, Issue};

use crate::convert::{joined_pieces, solve};
use crate::oracle::Oracle;

/// Two contested assets and a divisible one. The first two are `sum - 3` and 3 to A, `sum - 2` and 2 to B, so that nothing
/// but 1 divides them, and the sum of what can pass to A is `sum`.
fn game(sum: &Rational) -> Game {
    let zero = || Rational::ZERO;
    let asset =
        |a: Rational, b: Rational| [UtilityPoint::new(a, zero()), UtilityPoint::new(zero(), b)];
    let small = |value: i64| Rational::from(value);
    Game {
        base: UtilityPoint::new(zero(), zero()),
        issues: vec![
            Issue::Options(asset(sum - &small(3), sum - &small(2)).to_vec()),
            Issue::Options(asset(small(3), small(2)).to_vec()),
            Issue::Segment(asset(small(5), sum / &small(7))),
        ],
    }
}

#[test]
fn sums_at_the_borders_of_the_widths() {
    let one = Rational::ONE;
    let mut met = std::collections::BTreeSet::new();
    let borders = [
        Rational::from(i64::from(i32::MAX)),
        Rational::from(i64::from(u32::MAX)),
        Rational::from(i64::MAX) / Rational::from(2),
        Rational::from(i64::MAX),
        Rational::from(i128::from(i64::MAX) * 2 + 2),
        Rational::from(i128::MAX / 2),
        Rational::from(i128::MAX),
        Rational::from(i128::MAX) * Rational::from(2),
        Rational::from(i128::MAX) * Rational::from(i128::MAX),
    ];
    for border in borders {
        for sum in [
            &border - &one,
            border.clone(),
            &border + &one,
            &border + &Rational::from(2),
        ] {
            let mut game = game(&sum);
            assert_eq!(
                joined_pieces(&solve(&game)),
                Oracle::of(&game).frontier,
                "{sum}"
            );
            // and without the chain
            game.issues.truncate(2);
            let frontier = solve(&game);
            met.insert(frontier.width().as_str());
            assert_eq!(
                joined_pieces(&frontier),
                Oracle::of(&game).frontier,
                "{sum}"
            );
        }
    }
    assert_eq!(met.len(), 4, "{met:?}");
}

/// By hand, at any size K: to B both (0, K), the small one to A (3, K-2), the large one (K-3, 2), both (K, 0) where K > 6.
#[test]
fn four_points_at_any_size() {
    let small = |value: i64| Rational::from(value);
    for digits in [1, 17, 18, 19, 37, 38, 39, 90] {
        let mut sum = small(7);
        for _ in 0..digits {
            sum = sum * small(10);
        }
        let mut game = game(&sum);
        game.issues.truncate(2);
        let points = [
            (small(0), sum.clone()),
            (small(3), &sum - &small(2)),
            (&sum - &small(3), small(2)),
            (sum.clone(), small(0)),
        ];
        let found: Vec<_> = solve(&game).pieces().map(|piece| piece.from).collect();
        assert_eq!(
            found,
            points.map(|(a, b)| UtilityPoint::new(a, b)),
            "10^{digits}"
        );
    }
}

/// By hand: one thing that is worth 10^d to both, or 10^d and 1, goes to one of them.
#[test]
fn one_lot_of_any_size() {
    for digits in [0, 9, 18, 19, 37, 38, 39, 40, 90] {
        let sum = (0..digits).fold(Rational::ONE, |sum, _| sum * Rational::from(10));
        for of_b in [&sum, &Rational::ONE] {
            let zero = || Rational::ZERO;
            let (to_a, to_b) = (
                UtilityPoint::new(sum.clone(), zero()),
                UtilityPoint::new(zero(), of_b.clone()),
            );
            let game = Game {
                base: UtilityPoint::new(zero(), zero()),
                issues: vec![Issue::Options(vec![to_a.clone(), to_b.clone()])],
            };
            let found: Vec<_> = solve(&game).pieces().map(|piece| piece.from).collect();
            assert_eq!(found, [to_b, to_a], "10^{digits}");
        }
    }
}
