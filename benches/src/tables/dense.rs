//! Adding lots on an array instead of merging lists.

use std::time::Duration;

use zopa_solve::{Budget, Completeness, Frontier, Game};

use super::digits;
use crate::instances::{Family, SEED, SIZES, game, valuations};
use crate::kernels::solve;
use crate::rivals::list;
use crate::table::{Table, count, ratio, time};
use crate::timing::{Side, race};

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Small valuations: lots on an array against lists",
        &[
            "family",
            "digits",
            "n",
            "points",
            "lots on an array",
            "time",
            "lists",
            "textbook list",
        ],
    );
    for (family, n) in [
        (Family::Uncorrelated, 1_000),
        (Family::Positive, 500),
        (Family::Positive, 2_000),
    ] {
        let lots = valuations(family, n, SIZES[0], SEED);
        let game = game(&lots, &[]);
        let frontier = solve(&game);
        let lists = lists_alone(&lots);
        let [array, by_lists, textbook] = race(
            patience,
            [
                Side::new(|| solve(&game)),
                Side::new(|| by_lists_alone(&game, &lists)),
                Side::new(|| list::frontier(&lots)),
            ],
        );
        table.row([
            family.name().to_owned(),
            digits(SIZES[0]),
            count(lots.len()),
            count(frontier.len()),
            count(frontier.effort().dense_lots),
            time(array.least),
            ratio(by_lists.least, array.least),
            ratio(textbook.least, array.least),
        ]);
    }
    table.note(
        "Time is that of `Frontier::of`, which chooses. Lists: the engine under a budget of no more points than A's values sum to, \
         which forbids the array and suffices for lists. Textbook list: values alone, from plain integers. The last two columns: \
         how many times the engine's time.",
    );
    vec![table]
}

/// A budget under which the array, which has as many entries as A's values sum to, is not used.
fn lists_alone(lots: &[(i64, i64)]) -> Budget<'static> {
    let sum: i64 = lots.iter().map(|lot| lot.0).sum();
    Budget {
        max_points: usize::try_from(sum).expect("a sum of values above 0"),
        ..Budget::default()
    }
}

fn by_lists_alone(game: &Game, budget: &Budget<'_>) -> Frontier {
    match Frontier::of(game, budget) {
        Completeness::Complete(frontier) if frontier.effort().dense_lots == 0 => frontier,
        other => panic!("the budget is for lists: {other:?}"),
    }
}
