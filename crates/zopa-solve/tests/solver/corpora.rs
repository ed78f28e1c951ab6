//! Real negotiations over whole units, with figures found by brute force over all allocations. Skipped where the files are absent.
//!
//! A row tells the units of each type, what one is worth to each party, the disagreement points, who got what, and the figures.

use std::collections::BTreeMap;

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::concepts::nash;
use zopa_solve::judge::is_dominated;
use zopa_solve::{Frontier, Game, Issue, margin};

use crate::convert::solve;
use crate::shared::shared;

struct Row(BTreeMap<String, String>);

impl Row {
    fn text(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    fn number(&self, column: &str) -> Rational {
        self.text(column).parse().expect("a number")
    }

    fn flag(&self, column: &str) -> bool {
        self.text(column) == "1"
    }

    fn list(&self, column: &str) -> Vec<i64> {
        self.text(column)
            .split('|')
            .map(|value| value.parse().expect("a whole number"))
            .collect()
    }

    /// What the deal is worth, from who got what.
    fn deal(&self) -> UtilityPoint {
        let (counts, a, b) = (self.list("counts"), self.list("a"), self.list("b"));
        let of_a = self.list("deal_A");
        let worth_a: i64 = of_a.iter().zip(&a).map(|(units, each)| units * each).sum();
        let left = counts.iter().zip(&of_a).map(|(all, units)| all - units);
        let worth_b: i64 = left.zip(&b).map(|(units, each)| units * each).sum();
        UtilityPoint::new(Rational::from(worth_a), Rational::from(worth_b))
    }

    /// Each unit an issue of its own, or each type one continuous issue.
    fn game(&self, in_units: bool) -> Game {
        let mut issues = Vec::new();
        for ((count, a), b) in self
            .list("counts")
            .into_iter()
            .zip(self.list("a"))
            .zip(self.list("b"))
        {
            let pair = |a: i64, b: i64| UtilityPoint::new(Rational::from(a), Rational::from(b));
            if in_units {
                issues.extend((0..count).map(|_| Issue::Options(vec![pair(a, 0), pair(0, b)])));
            } else {
                issues.push(Issue::Segment([pair(count * a, 0), pair(0, count * b)]));
            }
        }
        Game {
            base: UtilityPoint::new(Rational::ZERO, Rational::ZERO),
            issues,
        }
    }
}

fn rows(file: &str) -> Option<Vec<Row>> {
    let path = shared("data/corpora")?.join(file);
    let mut reader = csv::Reader::from_path(path).expect("a readable file");
    let rows = reader
        .deserialize()
        .map(|row| Row(row.expect("a row of the header's length")));
    Some(rows.collect())
}

/// The most that the product of gains is, and nothing where nobody can gain.
fn largest_product(frontier: &Frontier, d: &UtilityPoint) -> Option<Rational> {
    nash(frontier, d).map(|solution| solution.product())
}

#[derive(Debug, PartialEq, Eq, Default)]
struct Totals {
    rows: usize,
    deals: usize,
    efficient: usize,
    at_nash: usize,
}

fn check(file: &str, expected: Totals) {
    let Some(rows) = rows(file) else { return };
    let mut totals = Totals {
        rows: rows.len(),
        ..Totals::default()
    };
    for row in rows {
        let id = row.text("id");
        let d = UtilityPoint::new(row.number("dA"), row.number("dB"));
        let game = row.game(true);
        let frontier = solve(&game);
        assert_eq!(frontier.len().to_string(), row.text("n_frontier"), "{id}");
        assert_eq!(game.max_utility_sum(), row.number("max_joint"), "{id}");
        assert_eq!(margin(&frontier, &d), row.number("egal_min"), "{id}");
        let most = largest_product(&frontier, &d);
        assert_eq!(most, Some(row.number("max_nash")), "{id}");
        let divided = solve(&row.game(false));
        assert_eq!(
            largest_product(&divided, &d),
            Some(row.number("cont_max_nash")),
            "{id}"
        );
        if row.text("deal_A").is_empty() {
            continue;
        }
        let utility = row.deal();
        assert_eq!(
            utility,
            UtilityPoint::new(row.number("uA"), row.number("uB")),
            "{id}"
        );
        let efficient = !is_dominated(&frontier, &utility);
        assert_eq!(efficient, row.flag("pareto"), "{id}");
        assert_eq!(
            !is_dominated(&divided, &utility),
            row.flag("cont_pareto"),
            "{id}"
        );
        let product = utility.minus(&d).product();
        let at_nash = utility.covers(&d) && Some(&product) == most.as_ref();
        assert_eq!(at_nash, row.flag("at_nbs"), "{id}");
        if let Some(ratio) = most.as_ref().and_then(|most| product.checked_div(most)) {
            assert_eq!(ratio, row.number("nash_ratio"), "{id}");
        }
        totals.deals += 1;
        totals.efficient += usize::from(efficient);
        totals.at_nash += usize::from(at_nash);
    }
    assert_eq!(totals, expected, "{file}");
}

#[test]
fn deal_or_no_deal_if_present() {
    check(
        "dnd_open.csv",
        Totals {
            rows: 5409,
            deals: 4363,
            efficient: 3385,
            at_nash: 2444,
        },
    );
}

#[test]
fn casino_train_if_present() {
    check(
        "casino_train.csv",
        Totals {
            rows: 900,
            deals: 876,
            efficient: 588,
            at_nash: 178,
        },
    );
}

#[test]
fn casino_valid_if_present() {
    check(
        "casino_valid.csv",
        Totals {
            rows: 30,
            deals: 30,
            efficient: 20,
            at_nash: 10,
        },
    );
}

#[test]
fn language_models_bargaining_if_present() {
    check(
        "bargain_llm.csv",
        Totals {
            rows: 106,
            deals: 106,
            efficient: 96,
            at_nash: 32,
        },
    );
}
