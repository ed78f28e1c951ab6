//! Each rival agrees with the engine, and so each checks the other: they share no code.

use std::time::Duration;

use zopa_benches::instances::{Family, SIZES, game, valuations};
use zopa_benches::kernels::solve;
use zopa_benches::rivals::{Point, enumeration, epsilon, list, pairwise};
use zopa_model::Rational;

/// Small lots of every family and size, and some with many ties.
fn instances(most: u64) -> impl Iterator<Item = Vec<(i64, i64)>> {
    let sizes = [3, 20].into_iter().chain(SIZES);
    sizes.flat_map(move |v| {
        Family::ALL.into_iter().flat_map(move |family| {
            (1..=most)
                .flat_map(move |n| [1, 2].map(|seed| positive(valuations(family, n, v, seed))))
        })
    })
}

fn positive(lots: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    assert!(lots.iter().all(|lot| lot.0 > 0 && lot.1 > 0), "{lots:?}");
    lots
}

/// The engine's points, all of them whole numbers.
fn engine(lots: &[(i64, i64)]) -> Vec<Point> {
    let whole = |value: &Rational| {
        let (number, one) = value.small_parts().expect("a small number");
        assert_eq!(one, 1, "sums of whole numbers are whole");
        i64::try_from(number).expect("a small number")
    };
    let frontier = solve(&game(lots, &[]));
    let pieces = frontier.pieces();
    pieces
        .map(|piece| {
            assert!(piece.is_point());
            (whole(piece.from.a()), whole(piece.from.b()))
        })
        .collect()
}

#[test]
fn enumeration_agrees() {
    for lots in instances(12) {
        assert_eq!(enumeration::frontier(&lots), engine(&lots), "{lots:?}");
    }
}

#[test]
fn the_textbook_list_agrees() {
    for lots in instances(16) {
        assert_eq!(list::frontier(&lots).points(), engine(&lots), "{lots:?}");
    }
}

#[test]
fn the_pairwise_filter_agrees() {
    for lots in instances(12) {
        // Whole numbers below 2^53 are exact as floats.
        let floats: Vec<(f64, f64)> = engine(&lots)
            .into_iter()
            .map(|(a, b)| (float(a), float(b)))
            .collect();
        assert_eq!(pairwise::frontier(&lots), floats, "{lots:?}");
    }
}

fn float(value: i64) -> f64 {
    f64::from(i32::try_from(value).expect("a small number"))
}

#[test]
fn the_general_solver_agrees() {
    for lots in instances(10) {
        let found = epsilon::frontier(&lots, Duration::MAX).expect("a faithful proposal");
        assert!(found.complete);
        assert_eq!(found.points, engine(&lots), "{lots:?}");
    }
}
