//! A general solver as a second engine: it proposes, exact arithmetic re-prices, and what results must be the native frontier,
//! on hundreds of random games.

use std::time::Duration;

use zopa_benches::instances::{SplitMix64, game};
use zopa_benches::kernels::solve;
use zopa_benches::rivals::epsilon;
use zopa_model::{Rational, UtilityPoint};
use zopa_solve::judge;

/// Up to `most` resources with values from `least` to `v`.
fn resources(random: &mut SplitMix64, most: i64, [least, v]: [i64; 2]) -> Vec<(i64, i64)> {
    let count = random.range(0, most);
    (0..count)
        .map(|_| (random.range(least, v), random.range(least, v)))
        .collect()
}

/// Values small enough for many ties, and others too large for any.
const SIZES: [i64; 4] = [4, 30, 999, 99_999];

fn point((a, b): (i64, i64)) -> UtilityPoint {
    UtilityPoint::new(Rational::from(a), Rational::from(b))
}

#[test]
fn frontiers_of_lots() {
    let mut random = SplitMix64::new(11);
    for number in 0..300 {
        let lots = resources(&mut random, 12, [0, SIZES[number % SIZES.len()]]);
        let found = epsilon::frontier(&lots, Duration::MAX).expect("a faithful proposal");
        assert!(found.complete);
        let native: Vec<UtilityPoint> = solve(&game(&lots, &[]))
            .pieces()
            .map(|piece| piece.from)
            .collect();
        let proposed: Vec<UtilityPoint> = found.points.into_iter().map(point).collect();
        assert_eq!(proposed, native, "{lots:?}");
    }
}

#[test]
fn frontiers_of_divisible_resources() {
    let mut random = SplitMix64::new(12);
    for number in 0..300 {
        let divisible = resources(&mut random, 12, [1, SIZES[number % SIZES.len()]]);
        let frontier = solve(&game(&[], &divisible));
        let mut native: Vec<UtilityPoint> = frontier.pieces().map(|piece| piece.from).collect();
        native.extend(
            frontier
                .pieces()
                .last()
                .filter(|last| !last.is_point())
                .map(|last| last.to),
        );
        let proposed: Vec<UtilityPoint> =
            epsilon::chain(&divisible).into_iter().map(point).collect();
        assert_eq!(proposed, native, "{divisible:?}");
    }
}

/// What B can have when A asks for so much, at many places of the frontier, gaps and both ends included; and whether A could
/// have more with that, so that the pair is dominated.
#[test]
fn mixed_frontiers() {
    let mut random = SplitMix64::new(13);
    let [mut split, mut dominated, mut efficient] = [0; 3];
    for number in 0..300 {
        let v = SIZES[number % SIZES.len()];
        let lots = resources(&mut random, 8, [0, v]);
        let divisible = resources(&mut random, 6, [1, v]);
        let [swapped_lots, swapped_divisible] =
            [&lots, &divisible].map(|list| list.iter().map(|&(a, b)| (b, a)).collect::<Vec<_>>());
        let frontier = solve(&game(&lots, &divisible));
        let both = || lots.iter().chain(&divisible);
        let all: i64 = both().map(|resource| resource.0).sum();
        let mut queries = vec![0, all];
        queries.extend((0..3).map(|_| random.range(0, all)));
        // Where a piece is open, the pair at its end is dominated or another piece's.
        let open = frontier.pieces().flat_map(|piece| {
            let from = piece.from_open.then_some(piece.from);
            from.into_iter().chain(piece.to_open.then_some(piece.to))
        });
        queries.extend(open.filter_map(|end| whole(end.a())).take(5));
        for asked in queries {
            let context = || format!("{asked} for A of {lots:?} {divisible:?}");
            let proposed = epsilon::mixed(&lots, &divisible, asked).expect("at most one is split");
            let least = Rational::from(asked);
            assert!(*proposed.a() >= least, "{}", context());
            split += usize::from(!proposed.b().is_integer());
            let most = UtilityPoint::new(least, proposed.b().clone());
            let [_, more_for_b] = judge::left_on_table(&frontier, &most);
            assert!(more_for_b.is_zero(), "{}", context());
            // And no more than the frontier has: with anything more for B the pair is covered by nothing.
            let little = Rational::new(1, 1_000_000_000_000);
            let above = UtilityPoint::new(most.a().clone(), most.b() + &little);
            assert!(!judge::is_dominated(&frontier, &above), "{}", context());
            // The parties' roles changed: the most for A when B keeps what it has.
            let Some(kept) = whole(most.b()) else {
                continue;
            };
            let other = epsilon::mixed(&swapped_lots, &swapped_divisible, kept)
                .expect("at most one is split");
            let more_for_a = other.b() > most.a();
            *if more_for_a {
                &mut dominated
            } else {
                &mut efficient
            } += 1;
            assert_eq!(
                judge::is_dominated(&frontier, &most),
                more_for_a,
                "{}",
                context()
            );
            let best = UtilityPoint::new(other.b().clone(), most.b().clone());
            assert!(judge::locate(&frontier, &best).is_some(), "{}", context());
        }
        assert_eq!(
            epsilon::mixed(&lots, &divisible, all + 1),
            None,
            "more than there is"
        );
    }
    let seen = [split, dominated, efficient];
    assert!(
        seen.into_iter().min() > Some(100),
        "one kind of pairs is rare: {seen:?}"
    );
}

fn whole(value: &Rational) -> Option<i64> {
    let (number, _) = value.small_parts().filter(|parts| parts.1 == 1)?;
    i64::try_from(number).ok()
}
