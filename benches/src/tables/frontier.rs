//! The frontier of indivisible resources.

use std::time::Duration;

use zopa_solve::{Budget, Completeness, Frontier, StopReason};

use super::digits;
use crate::instances::{Family, SEED, SIZES, game, valuations};
use crate::kernels::solve;
use crate::rivals::list;
use crate::table::{Table, count, ratio, three_digits, time};
use crate::timing::{Side, race};

const LOTS: u64 = 100;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Frontier of 100 indivisible resources",
        &[
            "family",
            "digits",
            "points",
            "merged elements",
            "lots on an array",
            "time",
            "ns per element",
            "textbook list",
            "its ns per element",
        ],
    );
    let instances = SIZES
        .into_iter()
        .flat_map(|v| Family::ALL.map(|family| (family, v)));
    for (family, v) in instances {
        let lots = valuations(family, LOTS, v, SEED);
        let game = game(&lots, &[]);
        if let Completeness::Stopped(stopped) = Frontier::of(&game, &Budget::default()) {
            assert_eq!(stopped.reason, StopReason::Points, "nobody else stops it");
            let mut row = vec![family.name().to_owned(), digits(v)];
            row.push(format!("> {}", count(Budget::DEFAULT_MAX_POINTS)));
            row.resize(9, "-".to_owned());
            table.row(row);
            continue;
        }
        let effort = solve(&game).effort();
        let elements = list::frontier(&lots).elements;
        let [engine, textbook] = race(
            patience,
            [
                Side::new(|| solve(&game)),
                Side::new(|| list::frontier(&lots)),
            ],
        );
        let nanoseconds =
            |seconds: f64, elements: usize| three_digits(seconds * 1e9 / as_float(elements));
        let per_element = match effort.dense_lots {
            0 => nanoseconds(engine.least, effort.merged),
            _ => "-".to_owned(),
        };
        table.row([
            family.name().to_owned(),
            digits(v),
            count(solve(&game).len()),
            count(effort.merged),
            count(effort.dense_lots),
            time(engine.least),
            per_element,
            ratio(textbook.least, engine.least),
            nanoseconds(textbook.least, elements),
        ]);
    }
    table.note(
        "Time is that of `Frontier::of`, from a game of exact fractions to all points and a record from which each point's agreement \
         can be read. A merged element is a member of one of the two streams of a merge of lists (`Frontier::effort`). Where \
         values are small the engine goes over from lists to an array, and time per element has no meaning. The textbook list finds \
         the values alone, from plain integers. Where the default budget of points is exceeded, the engine says so and stops.",
    );
    vec![table]
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of elements are below 2^52"
)]
fn as_float(count: usize) -> f64 {
    count as f64
}
