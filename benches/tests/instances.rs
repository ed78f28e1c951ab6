//! The generator gives the instances that were published with their answers, and the engine those answers.
//!
//! Lots, sums, sizes and digests are facts of instances that other programs made and solved: numpy, CP-SAT and a checker in Python.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use zopa_benches::instances::{Family, SEED, SplitMix64, game, valuations};
use zopa_benches::kernels::solve;
use zopa_benches::rivals::list;

/// The first outputs of splitmix64 from state 0, in its author's reference implementation.
#[test]
fn the_generator_is_splitmix64() {
    let mut random = SplitMix64::new(0);
    assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
    assert_eq!(random.next_u64(), 0x6E78_9E6A_A1B9_65F4);
}

#[test]
fn small_instances_begin_as_published() {
    let first = |family, n, v| valuations(family, n, v, SEED)[..3].to_vec();
    assert_eq!(
        first(Family::Uncorrelated, 20, 999),
        [(767, 516), (398, 723), (919, 903)]
    );
    assert_eq!(
        first(Family::Positive, 100, 999),
        [(441, 531), (86, 57), (98, 2)]
    );
    assert_eq!(
        first(Family::Uncorrelated, 100, 999_999),
        [(924_198, 368_968), (120_703, 151_684), (577_851, 827_013)]
    );
}

/// The disagreement points of the large instances are a fifth and a quarter of all that A and B could have, rounded down: a
/// checksum of every lot.
#[test]
fn large_instances_add_up_as_published() {
    use Family::{Equal, Negative, Positive, Strong, Uncorrelated};
    for (family, n, v, expected) in [
        (Uncorrelated, 1_000, 999_999, (102_035_193, 125_256_701)),
        (Positive, 10_000, 999_999, (1_001_324_367, 1_252_292_089)),
        (
            Uncorrelated,
            100_000,
            999_999,
            (9_998_188_682, 12_480_017_147),
        ),
        (Negative, 100_000, 999_999, (9_998_188_682, 12_497_797_407)),
        (Strong, 100_000, 999_999, (9_981_456_988, 14_976_796_235)),
        (Positive, 100_000, 999, (10_025_603, 12_535_541)),
        (Equal, 10_000, 999_999, (1_005_636_244, 1_257_045_305)),
        (Equal, 100_000, 999_999, (9_981_456_988, 12_476_821_235)),
    ] {
        let lots = valuations(family, n, v, SEED);
        let sum = lots
            .iter()
            .fold((0, 0), |(a, b), lot| (a + lot.0, b + lot.1));
        assert_eq!(
            (sum.0 / 5, sum.1 / 4),
            expected,
            "{} {n} {v}",
            family.name()
        );
    }
}

/// The number of points, and the SHA-256 of the lines `uA uB` by rising A.
const FRONTIERS: [(Family, u64, i64, usize, &str); 3] = [
    (
        Family::Uncorrelated,
        20,
        999,
        175,
        "531d50fc10c4ebc410ba5ee7e954febfdfbbe8482a7940ba2cfdba7b260eeb53",
    ),
    (
        Family::Positive,
        100,
        999,
        7_990,
        "de258959dec3582081eda70a4f43e16eb043d424657db3583a7aa5833c0bc461",
    ),
    (
        Family::Uncorrelated,
        100,
        999_999,
        2_087,
        "8f1f8bbdc281402a0aee25734f18c29387340630e160685270e020c5e9dd4e48",
    ),
];

#[test]
fn frontiers_are_as_published() {
    for (family, n, v, points, digest) in FRONTIERS {
        let frontier = solve(&game(&valuations(family, n, v, SEED), &[]));
        let lines = frontier
            .pieces()
            .map(|piece| format!("{} {}\n", piece.from.a(), piece.from.b()));
        assert_eq!(frontier.len(), points);
        assert_eq!(hexadecimal(&lines.collect::<String>()), digest);
    }
}

#[test]
fn the_textbook_list_is_as_published() {
    for (family, n, v, points, digest) in FRONTIERS {
        let found = list::frontier(&valuations(family, n, v, SEED)).points();
        let lines = found.iter().map(|(a, b)| format!("{a} {b}\n"));
        assert_eq!(found.len(), points);
        assert_eq!(hexadecimal(&lines.collect::<String>()), digest);
    }
}

/// What the engine says it merged is what the textbook list merged: the lots' order by size leaves no choice here.
#[test]
fn merged_elements_are_counted_alike() {
    for (family, n, v, ..) in FRONTIERS {
        let lots = valuations(family, n, v, SEED);
        let effort = solve(&game(&lots, &[])).effort();
        if effort.dense_lots == 0 {
            assert_eq!(effort.merged, list::frontier(&lots).elements);
        }
    }
}

fn hexadecimal(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
