//! Rates of real negotiations, against figures computed by enumeration of whole units. Where the data is not at hand the tests
//! say so and pass.

use zopa::{Agreement, Allocation, Convention, Rational};

use super::measure;
use crate::scenarios::{Item, analyze, item, scenario};
use crate::shared::shared;

fn table(name: &str) -> Option<String> {
    let path = shared(&format!("data/corpora/{name}"))?;
    Some(std::fs::read_to_string(path).expect("a text"))
}

fn numbers(cell: &str) -> Vec<i128> {
    let parts = cell.split('|').filter(|part| !part.is_empty());
    parts
        .map(|part| part.parse().expect("an integer"))
        .collect()
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    rows: usize,
    deals: usize,
    pareto: usize,
    envy_free: usize,
}

/// Goes over a table: one indivisible resource for each unit, a thousandth of utility for each point.
fn count(text: &str) -> Totals {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = |name: &str| {
        let found = header.iter().position(|known| *known == name);
        found.unwrap_or_else(|| panic!("no column {name}"))
    };
    let (counts, a, b) = (column("counts"), column("a"), column("b"));
    let (deal_a, pareto, envy_free) = (column("deal_A"), column("pareto"), column("envy_free"));
    let (mut found, mut expected) = (Totals::default(), Totals::default());
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let (counts, a, b) = (numbers(cells[counts]), numbers(cells[a]), numbers(cells[b]));
        let to_a = numbers(cells[deal_a]);
        let mut items: Vec<Item> = Vec::new();
        let mut shares = Vec::new();
        for kind in 0..counts.len() {
            for unit in 0..counts[kind] {
                let points = |points: i128| format!("0.{points:03}");
                let id = format!("r{kind}_{unit}");
                items.push(item(&id, "indivisible", &points(a[kind]), &points(b[kind])));
                let to_a = to_a.get(kind).is_some_and(|units| unit < *units);
                let share = |is_so: bool| if is_so { Rational::ONE } else { Rational::ZERO };
                shares.push([share(to_a), share(!to_a)]);
            }
        }
        let analysis = analyze(&scenario(&items, [None, None]), Convention::Signed);
        let agreement = if to_a.is_empty() {
            Agreement::NoDeal
        } else {
            Agreement::Deal {
                allocation: Allocation {
                    shares,
                    terms: Vec::new(),
                },
                assumed: Vec::new(),
            }
        };
        let metrics = measure(&analysis, &agreement);
        let (lewis, hua) = (
            metrics.lewis.expect("asked for"),
            metrics.hua.expect("asked for"),
        );
        assert_eq!(lewis.pareto_optimal.unwrap_or(false), hua.pareto_optimal);
        found.rows += 1;
        found.deals += usize::from(lewis.agreed);
        found.pareto += usize::from(hua.pareto_optimal);
        found.envy_free += usize::from(hua.envy_free == Some(true));
        expected.rows += 1;
        expected.deals += usize::from(!to_a.is_empty());
        let is_set = |column: usize| usize::from(cells[column] == "1");
        expected.pareto += is_set(pareto);
        expected.envy_free += is_set(envy_free);
        assert_eq!(found, expected, "{line}");
    }
    found
}

/// 5,409 negotiations, 4,363 of them with a deal: 3,385 are Pareto-efficient, 4,098 envy-free.
#[test]
fn deal_or_no_deal() {
    if let Some(text) = table("dnd_open.csv") {
        let totals = Totals {
            rows: 5409,
            deals: 4363,
            pareto: 3385,
            envy_free: 4098,
        };
        assert_eq!(count(&text), totals);
    }
}

/// 30 negotiations, all with a deal: 20 are Pareto-efficient, 15 envy-free.
#[test]
fn casino() {
    if let Some(text) = table("casino_valid.csv") {
        let totals = Totals {
            rows: 30,
            deals: 30,
            pareto: 20,
            envy_free: 15,
        };
        assert_eq!(count(&text), totals);
    }
}
