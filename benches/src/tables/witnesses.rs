//! What it costs to know an agreement for every point.

use std::time::Duration;

use zopa_model::Rational;
use zopa_solve::{Budget, Completeness, Frontier, Game, Spot, Values};

use super::digits;
use crate::instances::{Family, SEED, SIZES, game, valuations};
use crate::kernels::solve;
use crate::rivals::list;
use crate::table::{Table, count, ratio, time};
use crate::timing::{Side, race};

/// So many agreements are read for a figure.
const READ: usize = 200;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Values and witnesses",
        &[
            "n",
            "family",
            "digits",
            "points",
            "values alone",
            "with witnesses",
            "ratio",
            "textbook list",
            "one pair",
            "one agreement",
        ],
    );
    for (n, v, family) in [
        (20, SIZES[0], Family::Uncorrelated),
        (100, SIZES[0], Family::Uncorrelated),
        (100, SIZES[1], Family::Uncorrelated),
        (100, SIZES[1], Family::Positive),
        (500, SIZES[1], Family::Uncorrelated),
    ] {
        let lots = valuations(family, n, v, SEED);
        let game = game(&lots, &[]);
        let frontier = solve(&game);
        let step = (frontier.len() / READ).max(1);
        let places = || (0..frontier.len()).step_by(step);
        let read = f64::from(u32::try_from(places().count()).unwrap_or(u32::MAX));
        let [values, witnesses, textbook, pairs, agreements] = race(
            patience,
            [
                Side::new(|| values_of(&game)),
                Side::new(|| solve(&game)),
                Side::new(|| list::frontier(&lots)),
                Side::new(|| {
                    places()
                        .filter(|&place| frontier.piece(place).is_point())
                        .count()
                }),
                Side::new(|| {
                    places()
                        .map(|place| agreement(&frontier, place).len())
                        .sum::<usize>()
                }),
            ],
        );
        table.row([
            n.to_string(),
            family.name().to_owned(),
            digits(v),
            count(frontier.len()),
            time(values.least),
            time(witnesses.least),
            ratio(witnesses.least, values.least),
            time(textbook.least),
            time(pairs.least / read),
            time(agreements.least / read),
        ]);
    }
    table.note(
        "Values alone: `Values::of`; with witnesses: `Frontier::of`, both from exact fractions. Witnesses are two bits for each merged \
         element, from which agreements are read on demand, in the time of the last column each. The textbook list finds values \
         alone, from plain integers. One pair: the utilities of one point as exact fractions.",
    );
    vec![table]
}

/// The values alone.
///
/// # Panics
/// If the default budget does not suffice, which it does for the frontier.
fn values_of(game: &Game) -> Values {
    match Values::of(game, &Budget::default()) {
        Completeness::Complete(values) => values,
        Completeness::Stopped(stopped) => {
            panic!("the default budget does not suffice: {stopped:?}")
        }
    }
}

fn agreement(frontier: &Frontier, piece: usize) -> Vec<zopa_solve::Choice> {
    let spot = Spot {
        piece,
        along: Rational::ZERO,
    };
    frontier.agreement(&spot)
}
