//! The frontier by other methods.

use std::cell::RefCell;
use std::time::Duration;

use super::digits;
use crate::instances::{Family, SEED, SIZES, game, valuations};
use crate::kernels::solve;
use crate::rivals::{enumeration, epsilon, list, pairwise};
use crate::table::{Table, count, ratio, time};
use crate::timing::{Side, race};

/// Plain enumeration takes 2^n pairs.
const MOST_TO_ENUMERATE: u64 = 20;

/// The general solver is cut off after so many times the patience.
const CUT_OFF: u32 = 10;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "The same frontier by other methods",
        &[
            "n",
            "family",
            "digits",
            "points",
            "engine",
            "enumeration",
            "pairwise filter",
            "good_lp + microlp",
        ],
    );
    for n in [20, 50, 100] {
        for v in SIZES {
            for family in Family::ORDINARY {
                row(&mut table, (family, n, v), patience);
            }
        }
    }
    table.note(
        "Columns on the right: how many times the engine's time. Enumeration: all 2^n pairs, sorted and swept. Pairwise filter: pairs \
         of floats, lot by lot, each compared with each. good_lp + microlp: one mixed-integer program per point. \
         `*`: cut off, and prolonged from the points found by then to all of them. `wrong`: a proposal, priced exactly, \
         breaks the program's own constraint, or a point is missing.",
    );
    vec![table]
}

fn row(table: &mut Table, (family, n, v): (Family, u64, i64), patience: Duration) {
    let lots = valuations(family, n, v, SEED);
    let game = game(&lots, &[]);
    let points = solve(&game).len();
    let [engine, pairwise] = race(
        patience,
        [
            Side::new(|| solve(&game)),
            Side::new(|| pairwise::frontier(&lots)),
        ],
    );
    let enumeration = if n <= MOST_TO_ENUMERATE {
        let [engine, enumeration] = race(
            patience,
            [
                Side::new(|| solve(&game)),
                Side::new(|| enumeration::frontier(&lots)),
            ],
        );
        ratio(enumeration.least, engine.least)
    } else {
        "-".to_owned()
    };
    let programs = programs(&lots, &mut || solve(&game).len(), patience);
    table.row([
        n.to_string(),
        family.name().to_owned(),
        digits(v),
        count(points),
        time(engine.least),
        enumeration,
        ratio(pairwise.least, engine.least),
        programs,
    ]);
}

fn programs(lots: &[(i64, i64)], engine: &mut dyn FnMut() -> usize, patience: Duration) -> String {
    let found = RefCell::new(None);
    let [engine, programs] = race(
        patience,
        [
            Side::new(engine),
            Side::new(|| *found.borrow_mut() = Some(epsilon::frontier(lots, CUT_OFF * patience))),
        ],
    );
    let points = list::frontier(lots).points();
    match found.into_inner() {
        Some(Ok(found)) if found.complete && found.points == points => {
            ratio(programs.least, engine.least)
        }
        Some(Ok(found))
            if !found.complete && found.points.iter().all(|point| points.contains(point)) =>
        {
            let prolonged = programs.least * as_float(points.len()) / as_float(found.points.len());
            format!("{}*", ratio(prolonged, engine.least))
        }
        _ => "wrong".to_owned(),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of points are below 2^52"
)]
fn as_float(count: usize) -> f64 {
    count as f64
}
