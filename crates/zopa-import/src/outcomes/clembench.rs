//! clembench's Deal or No Deal games: one object with `experiments` of `game_instances`. They are games alone; no outcome is recorded.

use zopa_model::Rational;
use zopa_model::json::Node;

use super::collect::Collector;
use super::reason::Reason;
use super::record::{Fault, as_whole, malformed, numbers, texts};
use super::units::{Kind, Units};
use super::{Unreadable, has_all, whole};
use crate::Source;

/// Does a file look like this?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    has_all(
        source.text,
        &[
            "\"game_instances\"",
            "\"player_a_values\"",
            "\"player_b_values\"",
        ],
    )
}

pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), Unreadable> {
    let root = whole(text)?;
    let Some(experiments) = root.get("experiments") else {
        return Err(Unreadable::new(
            "the object has no `experiments`",
            "clembench's file of game instances is wanted (`instances.json` of the game `dond`)",
        ));
    };
    let (mut line, mut counted) = (1, 0);
    for experiment in experiments.items() {
        let instances = experiment
            .get("game_instances")
            .map_or(&[][..], Node::items);
        for instance in instances {
            let start = instance.span.start;
            let newlines = text.as_bytes()[counted..start].iter();
            line += newlines.filter(|&&byte| byte == b'\n').count();
            counted = start;
            collector.record();
            if let Err((reason, message)) = take(collector, line, instance) {
                collector.remark(reason, line, message);
            }
        }
    }
    Ok(())
}

fn take(collector: &mut Collector, line: usize, node: &Node<'_>) -> Result<(), Fault> {
    let names = texts(node, "item_types")?;
    let counts = numbers(node, "item_counts")?;
    let [a, b] = [
        numbers(node, "player_a_values")?,
        numbers(node, "player_b_values")?,
    ];
    if [counts.len(), a.len(), b.len()] != [names.len(); 3] {
        return Err(malformed("types, counts and values differ in number"));
    }
    let mut kinds = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let count = as_whole(&counts[index])
            .ok_or_else(|| malformed(format!("the count of `{name}` is no whole number")))?;
        kinds.push(Kind {
            name,
            count,
            points: [a[index].clone(), b[index].clone()],
        });
    }
    let units = Units {
        stem: "clembench",
        title: "Deal or No Deal of clembench",
        parties: ["A", "B"],
        kinds,
        without_deal: [Rational::ZERO, Rational::ZERO],
    };
    if let Some(fault) = units.fault() {
        return Err(fault);
    }
    collector.scenario(units.draft());
    collector.remark(Reason::NoRun, line, "a game without an outcome");
    Ok(())
}
