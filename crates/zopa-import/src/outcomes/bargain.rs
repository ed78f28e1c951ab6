//! Two language models that bargain over single items: JSON Lines with `items`, `values` of both, and `allocation`, the indices of the
//! items that each got.

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

use super::collect::{Collector, RunDraft};
use super::reason::Reason;
use super::record::{Fault, Record, each, field, malformed, number, numbers, texts, wanted, whole};
use super::spell::decimal;
use super::units::{Claim, Kind, Split, Units};
use super::{Unreadable, has_all};
use crate::Source;

/// Fields that the runs keep as they are.
const CARRIED: &[&str] = &[
    "models",
    "agents",
    "competition",
    "final_round",
    "consensus",
    "reported",
];

/// Does a file look like this?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    has_all(source.text, &["\"items\"", "\"values\"", "\"allocation\""])
}

pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), Unreadable> {
    each(text, collector, take)
}

fn take(collector: &mut Collector, record: &Record<'_>) -> Result<(), Fault> {
    let items = texts(record.node, "items")?;
    let values = field(record.node, "values")?;
    if values.value == Value::Null {
        return Err((Reason::NoValues, "`values` is null".to_owned()));
    }
    let units = units(&items, values)?;
    if let Some(fault) = units.fault() {
        return Err(fault);
    }
    let given = field(record.node, "allocation")?;
    let split = match given.value {
        Value::Null => None,
        _ => Some(split(given, items.len())?),
    };
    let id = collector.scenario(units.draft());
    let allocation = match &split {
        None => {
            collector.remark(Reason::NoAgreement, record.line, "`allocation` is null");
            None
        }
        Some(split) => {
            match Claim::of(&units.kinds, split) {
                None => {}
                Some(Claim::Under) => {
                    let message = "an item is given to nobody";
                    collector.remark(Reason::UnitsLeft, record.line, message);
                }
                Some(Claim::Over | Claim::Mixed) => {
                    return Err((Reason::OtherDeal, "an item is given twice".to_owned()));
                }
            }
            Some(units.allocation(split))
        }
    };
    if let Some(split) = &split {
        compare(collector, record, &units.points(split));
    }
    let name = record
        .node
        .get("id")
        .and_then(Node::as_str)
        .map(str::to_owned);
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

fn units(items: &[String], values: &Node<'_>) -> Result<Units<'static>, Fault> {
    let Value::Array(both) = &values.value else {
        return Err(wanted("values", "a list for each party", values));
    };
    let [a, b] = &both[..] else {
        return Err(malformed(format!(
            "`values` has two lists, found {}",
            both.len()
        )));
    };
    let read = |list: &Node<'_>| -> Result<Vec<Rational>, Fault> {
        let values = list.items().iter().map(|value| number("values", value));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        if values.len() == items.len() {
            Ok(values)
        } else {
            let (found, wanted) = (values.len(), items.len());
            Err(malformed(format!("{found} values for {wanted} items")))
        }
    };
    let (a, b) = (read(a)?, read(b)?);
    let kinds = items.iter().zip(a.into_iter().zip(b));
    Ok(Units {
        stem: "bargain",
        title: "Bargaining over items",
        parties: ["A", "B"],
        kinds: kinds
            .map(|(name, (a, b))| Kind {
                name: name.clone(),
                count: 1,
                points: [a, b],
            })
            .collect(),
        without_deal: [Rational::ZERO, Rational::ZERO],
    })
}

fn split(given: &Node<'_>, items: usize) -> Result<Split, Fault> {
    let Value::Array(both) = &given.value else {
        return Err(wanted("allocation", "a list for each party", given));
    };
    if both.len() != 2 {
        return Err(malformed(format!(
            "`allocation` has two lists, found {}",
            both.len()
        )));
    }
    let mut split: Split = [vec![0; items], vec![0; items]];
    for (party, list) in both.iter().enumerate() {
        for index in list.items() {
            let index = whole("allocation", index)?;
            let index = usize::try_from(index).ok().filter(|&index| index < items);
            let Some(index) = index else {
                return Err((Reason::OtherDeal, "an index is beyond the items".to_owned()));
            };
            split[party][index] += 1;
        }
    }
    Ok(split)
}

/// Recorded utilities that are not those of the deal are told: the source takes a tenth off for each round.
fn compare(collector: &mut Collector, record: &Record<'_>, points: &[Rational; 2]) {
    let Ok(reported) = numbers(record.node, "reported") else {
        return;
    };
    if reported[..] != points[..] {
        let spell = |values: &[Rational]| {
            let texts = values
                .iter()
                .map(|value| decimal(value).unwrap_or_default());
            texts.collect::<Vec<_>>().join(" and ")
        };
        let message = format!(
            "{} are recorded, the deal is worth {}",
            spell(&reported),
            spell(points)
        );
        collector.remark(Reason::OtherPoints, record.line, message);
    }
}
