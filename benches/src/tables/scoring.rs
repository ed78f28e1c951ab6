//! Judging agreements against a known frontier.

use std::time::Duration;

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Choice, LotJudge, judge};

use super::digits;
use crate::instances::{Family, SEED, SIZES, game, valuations};
use crate::kernels::{bit_is_set, random_agreements, solve};
use crate::rivals::list;
use crate::rivals::scorer::{Judged, Scorer};
use crate::rivals::{Point, price};
use crate::table::{Table, ratio, three_digits};
use crate::timing::{Side, race};

const LOTS: u64 = 50;

/// Agreements judged for one figure.
const AGREEMENTS: u32 = 1_000;

/// Judgments a second that are aimed at.
const AIM: f64 = 15e6;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Judging agreements on 50 indivisible resources against a known frontier",
        &[
            "family",
            "digits",
            "bit sets, utilities /s",
            "bit sets, judged /s",
            "to the aim",
            "known utilities, judged /s",
            "exact fractions, judged /s",
            "bit sets to fractions",
        ],
    );
    for v in SIZES {
        for family in Family::ORDINARY {
            row(&mut table, family, v, patience);
        }
    }
    table.note(format!(
        "Random agreements, {AGREEMENTS} at a time; judged: is it efficient, and how much more could both have? Bit sets: \
         `LotJudge::utility` and `LotJudge::judge`, which makes utilities out of the agreement first. Known utilities: the \
         same answers by a plain scorer on machine integers that is given the utilities. Exact fractions: `judge::is_dominated` and \
         `judge::pareto_gap`, given the utilities, for games of any kind. All agree on every agreement. The aim is {} million a second.",
        AIM / 1e6
    ));
    vec![table]
}

fn row(table: &mut Table, family: Family, v: i64, patience: Duration) {
    let lots = valuations(family, LOTS, v, SEED);
    let game = game(&lots, &[]);
    let frontier = solve(&game);
    let scorer = Scorer::new(&list::frontier(&lots).packed);
    let bit_judge = LotJudge::new(&game, &frontier).expect("a game of lots of small numbers");
    let agreements = random_agreements(LOTS, AGREEMENTS);
    let points: Vec<Point> = agreements
        .iter()
        .map(|agreement| price(&lots, |lot| bit_is_set(agreement, lot)))
        .collect();
    let pairs: Vec<UtilityPoint> = points
        .iter()
        .map(|&(a, b)| UtilityPoint::new(Rational::from(a), Rational::from(b)))
        .collect();
    for ((agreement, pair), &(a, b)) in agreements.iter().zip(&pairs).zip(&points) {
        // The first option of a lot, which a set bit stands for, is the one in which A has it.
        let choices: Vec<Choice> = (0..lots.len())
            .map(|lot| Choice::Option(usize::from(!bit_is_set(agreement, lot))))
            .collect();
        assert_eq!(game.utility(&choices), *pair, "the two prices agree");
        let Judged { efficient, gap } = scorer.judge((a, b));
        assert_eq!(judge::is_dominated(&frontier, pair), !efficient, "{pair:?}");
        assert_eq!(
            judge::pareto_gap(&frontier, pair),
            Rational::from(gap),
            "{pair:?}"
        );
        let judged = bit_judge.judge(agreement);
        let of_bits = (judged.utility, judged.efficient, judged.pareto_gap);
        assert_eq!(of_bits, ([a, b], efficient, gap), "{pair:?}");
    }
    let [utilities, bits, known, fractions] = race(
        patience,
        [
            Side::new(|| {
                let sums = agreements
                    .iter()
                    .map(|agreement| bit_judge.utility(agreement));
                sums.map(|[a, b]| a ^ b).fold(0, |all, one| all ^ one)
            }),
            Side::new(|| {
                let judged = agreements
                    .iter()
                    .map(|agreement| bit_judge.judge(agreement));
                judged
                    .map(|judged| judged.pareto_gap + i64::from(judged.efficient))
                    .sum::<i64>()
            }),
            Side::new(|| {
                let judged = points.iter().map(|&point| scorer.judge(point));
                judged
                    .map(|judged| judged.gap + i64::from(judged.efficient))
                    .sum::<i64>()
            }),
            Side::new(|| {
                let judged = pairs.iter().map(|pair| {
                    let dominated = judge::is_dominated(&frontier, pair);
                    (dominated, judge::pareto_gap(&frontier, pair))
                });
                judged
                    .filter(|(dominated, gap)| *dominated && gap.is_zero())
                    .count()
            }),
        ],
    );
    let rate = |seconds: f64| f64::from(AGREEMENTS) / seconds;
    let millions = |seconds: f64| format!("{} M", three_digits(rate(seconds) / 1e6));
    table.row([
        family.name().to_owned(),
        digits(v),
        millions(utilities.least),
        millions(bits.least),
        ratio(rate(bits.least), AIM),
        millions(known.least),
        millions(fractions.least),
        ratio(rate(bits.least), rate(fractions.least)),
    ]);
}
