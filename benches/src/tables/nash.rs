//! One Nash solution, proved, without the frontier.

use std::hint::black_box;
use std::time::Duration;

use zopa_model::{NearestFloat, Rational, UtilityPoint};
use zopa_solve::Budget;
use zopa_solve::single::{Concept, LotsNash, Outcome, nash_of_lots, solve_one};

use super::digits;
use crate::instances::{Family, SEED, SIZES, SplitMix64, game, valuations};
use crate::table::{Table, count, ratio, three_digits, time};
use crate::timing::{Side, race};

type Lots = Vec<(i64, i64)>;

const SIX_DIGITS: i64 = 999_999;

/// In the hundreds of rows here, each has a part of the usual patience.
const ROWS_IN_ONE: u32 = 3;

const COLUMNS: [&str; 7] = [
    "family", "digits", "n", "search", "sort", "to sort", "outcome",
];

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let patience = patience / ROWS_IN_ONE;
    vec![ordinary(patience), hard(patience), of_games(patience)]
}

fn ordinary(patience: Duration) -> Table {
    let mut table = Table::new("One Nash solution, proved, against sorting", &COLUMNS);
    for n in [100, 1_000, 10_000, 100_000] {
        for v in SIZES {
            for family in Family::ALL {
                let lots = valuations(family, n, v, SEED);
                row(&mut table, (family.name(), v), &lots, &lots, patience);
                if family == Family::Equal {
                    let others = valuations(Family::Uncorrelated, n, v, SEED);
                    row(&mut table, ("equal : unc", v), &lots, &others, patience);
                }
            }
        }
    }
    table.note(
        "Search: `single::nash_of_lots`, with the assignment and a proof that no other has a larger product. Sort: `sort_unstable_by` \
         of the same lots by exact cross-multiplied ratio, on a fresh copy, less the time of copying. Equal ratios are nearly \
         free to sort, so the equal family is also measured against sorting uncorrelated lots (`equal : unc`).",
    );
    table
}

fn hard(patience: Duration) -> Table {
    let mut table = Table::new("The same for lots made to be hard", &COLUMNS);
    for n in [30, 100, 1_000, 10_000, 100_000] {
        for v in SIZES {
            for family in ["near", "permille", "even"] {
                let lots = hard_lots(family, n, v);
                row(&mut table, (family, v), &lots, &lots, patience);
            }
        }
    }
    table.note(
        "Near: B values every lot as A does, but for up to 3 units. Permille: but for up to a thousandth. Even: all values even and \
         equal, with an odd sum to miss. A gap says by how much the product found can be below the best, as a share.",
    );
    table
}

fn of_games(patience: Duration) -> Table {
    let title = "One solution of a game of 100,000 lots in exact fractions";
    let mut table = Table::new(title, &["concept", "divisible", "time", "outcome"]);
    let lots = valuations(Family::Uncorrelated, 100_000, SIX_DIGITS, SEED);
    let (a, b) = thresholds(&lots);
    let d = UtilityPoint::new(Rational::from(a), Rational::from(b));
    for divisible in [0, 10] {
        let shares = valuations(Family::Uncorrelated, divisible, SIX_DIGITS, SEED + 1);
        let game = game(&lots, &shares);
        for (concept, name) in [
            (Concept::Nash, "Nash"),
            (Concept::KalaiSmorodinsky, "Kalai-Smorodinsky"),
            (Concept::Egalitarian, "egalitarian"),
            (Concept::Utilitarian, "utilitarian"),
        ] {
            let solve = || solve_one(black_box(&game), concept, &d, &Budget::default());
            let [taken] = race(patience, [Side::new(solve)]);
            let proved = matches!(solve(), Outcome::Solved { .. });
            table.row([
                name.to_owned(),
                divisible.to_string(),
                time(taken.least),
                if proved { "proved" } else { "not proved" }.to_owned(),
            ]);
        }
    }
    table.note("`single::solve_one`, from exact fractions to an agreement with a choice for each of the issues.");
    table
}

/// Families made to be hard: nearly equal valuations, and sums that miss the target by parity.
fn hard_lots(family: &str, n: i64, v: i64) -> Lots {
    let mut random = SplitMix64::new((n * 31 + v).unsigned_abs());
    (0..n)
        .map(|_| {
            let a = random.range(1, v);
            match family {
                "near" => (a, (a + random.range(-3, 3)).max(1)),
                "permille" => (a, (a + random.range(-a / 1000, a / 1000)).max(1)),
                _ => (2 * a, 2 * a),
            }
        })
        .collect()
}

/// Disagreement points of a fifth and a quarter of the totals, B's an odd number.
#[must_use]
pub fn thresholds(lots: &[(i64, i64)]) -> (i64, i64) {
    let total = lots
        .iter()
        .fold((0, 0), |(a, b), lot| (a + lot.0, b + lot.1));
    (total.0 / 5, (total.1 / 4) | 1)
}

/// Times a search against sorting, of the same lots or of others.
fn row(table: &mut Table, (name, v): (&str, i64), lots: &Lots, sorted: &Lots, patience: Duration) {
    let d = thresholds(lots);
    let solve = || nash_of_lots(black_box(lots), d, &Budget::default());
    let [mut to_sort, mut to_copy] = [sorted.clone(), sorted.clone()];
    let sort = || {
        to_sort.copy_from_slice(black_box(sorted));
        to_sort.sort_unstable_by(|x, y| (y.0 * x.1).cmp(&(x.0 * y.1)));
    };
    let copy = || to_copy.copy_from_slice(black_box(sorted));
    let [search, sort, copy] = race(
        patience,
        [Side::new(solve), Side::new(sort), Side::new(copy)],
    );
    let sort = sort.least - copy.least;
    table.row([
        name.to_owned(),
        digits(v),
        count(lots.len()),
        time(search.least),
        time(sort),
        ratio(search.least, sort),
        outcome(solve()),
    ]);
}

fn outcome(found: LotsNash) -> String {
    match found {
        LotsNash::Solved { .. } => "proved".to_owned(),
        LotsNash::Empty => "empty".to_owned(),
        LotsNash::BestFound { best: None, .. } => "nothing found".to_owned(),
        LotsNash::BestFound {
            best: Some((gain, _)),
            weights,
            bound,
            ..
        } => format!("gap {}", gap(gain, weights, &Rational::from(bound))),
    }
}

/// How far a product may be below the bound that a line sets, as a share of it.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn gap(gain: (i128, i128), weights: (i128, i128), bound: &Rational) -> String {
    let most = bound.to_f64().powi(2) / (4.0 * weights.0 as f64 * weights.1 as f64);
    let share = 1.0 - gain.0 as f64 * gain.1 as f64 / most;
    if share < 1e-4 {
        format!("{share:.1e}")
    } else {
        three_digits(share)
    }
}
