//! LAMEN (Davidson, Veselovsky, Josifoski, Peyrard, Bosselut, Kosinski, West, "Evaluating language model agency through negotiations",
//! ICLR 2024): JSON Lines of a rental agreement's issues, each with a payoff per option and party.
//!
//! Compatible issues are options like others: both parties like the same ones. A record tells what the deal paid to each, in shares of
//! 100, and not which options it was; so the deal is looked for among all, exactly, within the rounding of the file's payoffs.

use std::collections::BTreeMap;

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

use super::collect::{Collector, RunDraft};
use super::reason::Reason;
use super::record::{Fault, Record, each, field, list, malformed, number, text};
use super::spell::decimal;
use super::table::{Table, TableIssue, TableOption};
use super::{Unreadable, has_all};
use crate::Source;

/// Payoffs are shares of so many points.
const POINTS: i128 = 100;

/// Sums of payoffs that the file rounds to a thousandth each may be off by so much: five thousandths.
const ROUNDING: (i128, i128) = (5, 1000);

/// More distinct payoffs than these are not searched. Ten issues of eleven options have some thousands.
const MOST_PAYOFFS: usize = 200_000;

/// Fields that the runs keep as they are.
const CARRIED: &[&str] = &[
    "kind",
    "game",
    "game_type",
    "model_1",
    "model_2",
    "starts",
    "rounds",
    "completion",
    "payoff_1",
    "payoff_2",
];

/// Every pair of payoffs that a game has: the first deal with it, and how many there are.
type Payoffs = BTreeMap<[Rational; 2], (Vec<usize>, u64)>;

/// Does a file look like this?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    has_all(
        source.text,
        &["\"payoffs\"", "\"payoff_1\"", "\"payoff_2\""],
    )
}

pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), Unreadable> {
    let mut games: BTreeMap<String, Payoffs> = BTreeMap::new();
    each(text, collector, |collector, record| {
        take(collector, record, &mut games)
    })
}

fn take(
    collector: &mut Collector,
    record: &Record<'_>,
    games: &mut BTreeMap<String, Payoffs>,
) -> Result<(), Fault> {
    let node = record.node;
    let table = table(node)?;
    let draft = table.draft(true);
    let completed = number("completed", field(node, "completed")?)?;
    let deal = if completed == Rational::ONE {
        let paid = [
            number("payoff_1", field(node, "payoff_1")?)?,
            number("payoff_2", field(node, "payoff_2")?)?,
        ];
        let paid = paid.map(|share| share * Rational::from(POINTS));
        let id = collector.scenario(draft);
        if !games.contains_key(&id) {
            games.insert(id.clone(), payoffs(&table)?);
        }
        let found = nearest(&games[&id], &paid).ok_or_else(|| {
            let [a, b] = paid
                .each_ref()
                .map(|points| decimal(points).unwrap_or_default());
            let message = format!("no deal pays {a} and {b} points");
            (Reason::NoSuchPayoffs, message)
        })?;
        if found.1 > 1 {
            let message = format!("{} deals have these payoffs", found.1);
            collector.remark(Reason::SeveralDeals, record.line, message);
        }
        (id, Some(table.allocation(found.0)))
    } else {
        let how = text(node, "completion").unwrap_or("not completed");
        collector.remark(Reason::NotSettled, record.line, how);
        (collector.scenario(draft), None)
    };
    let name = node.get("run").and_then(Node::as_str).map(str::to_owned);
    let (id, allocation) = deal;
    collector.run(
        &id,
        RunDraft {
            name,
            line: record.line,
            allocation,
            fields: record.carried_all(CARRIED),
        },
    );
    Ok(())
}

fn table(node: &Node<'_>) -> Result<Table<'static>, Fault> {
    let mut issues = Vec::new();
    let mut kinds = Vec::new();
    for issue in list(node, "issues")? {
        let name = text(issue, "name")?;
        kinds.push(format!(
            "{name} ({})",
            text(issue, "type").unwrap_or("issue")
        ));
        let [of_a, of_b] = list(issue, "payoffs")? else {
            return Err(malformed(format!("`payoffs` of `{name}` are two lists")));
        };
        let (of_a, of_b) = (of_a.items(), of_b.items());
        if of_a.is_empty() || of_a.len() != of_b.len() {
            return Err(malformed(format!(
                "the payoffs of `{name}` differ in number, or there are none"
            )));
        }
        let mut options = Vec::new();
        for (index, (a, b)) in (1..).zip(of_a.iter().zip(of_b)) {
            options.push(TableOption {
                name: format!("option {index}"),
                utility: [number("payoffs", a)?, number("payoffs", b)?],
            });
        }
        issues.push(TableIssue {
            name: name.to_owned(),
            options,
        });
    }
    if issues.is_empty() {
        return Err(malformed("there are no issues"));
    }
    let game = match node.get("game").map(|game| &game.value) {
        Some(Value::String(game)) => game.to_string(),
        _ => "LAMEN".to_owned(),
    };
    Ok(Table {
        stem: "lamen",
        title: format!("{game}: {}", kinds.join(", ")),
        about: "A rental agreement. Utilities are the payoffs of the source, of at most 100 points in all; an option is named by its \
                place in the source's list."
            .to_owned(),
        parties: ["A", "B"],
        without_deal: [Rational::ZERO, Rational::ZERO],
        issues,
    })
}

/// Issue by issue; deals with equal payoffs are counted together.
fn payoffs(table: &Table<'_>) -> Result<Payoffs, Fault> {
    let mut sums = Payoffs::from([([Rational::ZERO, Rational::ZERO], (Vec::new(), 1))]);
    for issue in &table.issues {
        let mut next = Payoffs::new();
        for (pair, (options, count)) in &sums {
            for (index, option) in issue.options.iter().enumerate() {
                let sum = [&pair[0] + &option.utility[0], &pair[1] + &option.utility[1]];
                next.entry(sum)
                    .and_modify(|(_, known)| *known = known.saturating_add(*count))
                    .or_insert_with(|| ([&options[..], &[index]].concat(), *count));
            }
            if next.len() > MOST_PAYOFFS {
                let message = format!("the game has more than {MOST_PAYOFFS} distinct payoffs");
                return Err((Reason::NoSuchPayoffs, message));
            }
        }
        sums = next;
    }
    Ok(sums)
}

/// The deal whose payoffs lie nearest, within the rounding of the file; and how many lie within it.
fn nearest<'p>(payoffs: &'p Payoffs, paid: &[Rational; 2]) -> Option<(&'p [usize], u64)> {
    let rounding = Rational::new(ROUNDING.0, ROUNDING.1);
    let low = [&paid[0] - &rounding, &paid[1] - &rounding];
    let mut best: Option<(Rational, &[usize])> = None;
    let mut within = 0_u64;
    for (pair, (options, count)) in payoffs.range(low..) {
        let off = [0, 1].map(|party| (&pair[party] - &paid[party]).abs());
        if pair[0] > &paid[0] + &rounding {
            break;
        }
        if off[1] > rounding {
            continue;
        }
        within = within.saturating_add(*count);
        let [off_a, off_b] = off;
        let off = off_a + off_b;
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, options));
        }
    }
    best.map(|(_, options)| (options, within))
}
