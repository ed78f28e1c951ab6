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
        let found = epsilon::frontier(&lots, Duration::from_secs(60)).expect("a faithful proposal");
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

/// What B can have when A asks for so much, at many places of the frontier, gaps and both ends included.
#[test]
fn mixed_frontiers() {
    let mut random = SplitMix64::new(13);
    let mut split = 0;
    for number in 0..300 {
        let v = SIZES[number % SIZES.len()];
        let (lots, divisible) = (
            resources(&mut random, 8, [0, v]),
            resources(&mut random, 6, [1, v]),
        );
        let frontier = solve(&game(&lots, &divisible));
        let all: i64 = lots
            .iter()
            .chain(&divisible)
            .map(|resource| resource.0)
            .sum();
        for asked in [
            0,
            all,
            random.range(0, all),
            random.range(0, all),
            random.range(0, all),
        ] {
            let proposed =
                epsilon::mixed(&lots, &divisible, asked).expect("no more than one is split");
            let least = Rational::from(asked);
            assert!(
                *proposed.a() >= least,
                "{proposed:?} for {asked}: {lots:?} {divisible:?}"
            );
            split += usize::from(!proposed.b().is_integer());
            let most = UtilityPoint::new(least, proposed.b().clone());
            let [_, more_for_b] = judge::left_on_table(&frontier, &most);
            assert!(
                more_for_b.is_zero(),
                "{proposed:?} for {asked}: {lots:?} {divisible:?}"
            );
            // And no more than the frontier has: the same pair with anything more for B is covered by nothing.
            let above = UtilityPoint::new(
                most.a().clone(),
                most.b() + &Rational::new(1, 1_000_000_000_000),
            );
            assert!(
                !judge::is_dominated(&frontier, &above),
                "{proposed:?} for {asked}"
            );
        }
        assert_eq!(
            epsilon::mixed(&lots, &divisible, all + 1),
            None,
            "more than there is"
        );
    }
    assert!(split > 100, "few proposals split a resource: {split}");
}
