//! Divisible resources beside indivisible ones.

use std::time::Duration;

use crate::instances::{Family, SEED, game, valuations};
use crate::kernels::solve;
use crate::table::{Table, count, ratio, time};
use crate::timing::{Side, race};

const SIX_DIGITS: i64 = 999_999;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Divisible resources beside indivisible ones (6 digits)",
        &[
            "indivisible",
            "divisible",
            "family",
            "points without",
            "pieces with",
            "time without",
            "time with",
            "with to without",
        ],
    );
    for (n, m) in [(200, 10), (200, 100), (1_000, 10), (1_000, 100)] {
        for family in Family::ORDINARY {
            let lots = valuations(family, n, SIX_DIGITS, SEED);
            // Another seed: the same would repeat the lots' first values.
            let shares = valuations(family, m, SIX_DIGITS, SEED + 1);
            let (alone, with) = (game(&lots, &[]), game(&lots, &shares));
            let [without_time, with_time] = race(
                patience,
                [Side::new(|| solve(&alone)), Side::new(|| solve(&with))],
            );
            table.row([
                n.to_string(),
                m.to_string(),
                family.name().to_owned(),
                count(solve(&alone).len()),
                count(solve(&with).len()),
                time(without_time.least),
                time(with_time.least),
                ratio(with_time.least, without_time.least),
            ]);
        }
    }
    table.note(
        "A ratio below 1 means that divisible resources make the frontier cheaper: most combinations of lots are covered by \
         another one with something divided, and are dropped while lots are merged.",
    );
    vec![table]
}
