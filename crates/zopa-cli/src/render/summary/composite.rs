//! The benchmark's composite, and what it would be.

use zopa_summary::{CATEGORIES, Composite, Report, Reweighted};

use super::cells::{keys, points};
use super::numeric;
use crate::render::document::{Align, Block, Table};
use crate::render::number;

pub(super) fn blocks(report: &Report) -> Vec<Block> {
    let Some(composite) = &report.composite else {
        return Vec::new();
    };
    let weights = CATEGORIES.map(|(name, weight)| format!("`{name}` {weight}"));
    let about = format!(
        "Today's composite is {}, in percent; value efficiency does not count. What follows is a what-if: today resources do \
         not affect the published score.",
        weights.join(", ")
    );
    let change = match composite.first_change {
        Some(weight) => format!(
            "Groups keep today's order up to a weight of value efficiency of {}.",
            number(weight)
        ),
        None => "Groups keep today's order at every weight of value efficiency.".to_owned(),
    };
    vec![
        Block::Heading("What-if: the composite with value efficiency".to_owned()),
        Block::Paragraph(about),
        Block::Table(by_group(report, composite)),
        Block::Table(sweep(composite)),
        Block::Paragraph(change),
    ]
}

fn rank(rank: Option<usize>) -> String {
    rank.map_or_else(String::new, |rank| rank.to_string())
}

/// `3 (up 2)`
fn moved(before: Option<usize>, after: Option<usize>) -> String {
    let (Some(before), Some(after)) = (before, after) else {
        return String::new();
    };
    match before.cmp(&after) {
        std::cmp::Ordering::Equal => after.to_string(),
        std::cmp::Ordering::Greater => format!("{after} (up {})", before - after),
        std::cmp::Ordering::Less => format!("{after} (down {})", after - before),
    }
}

fn by_group(report: &Report, composite: &Composite) -> Table {
    let mut header = keys::header(report);
    header.extend(["runs", "today", "rank", "value efficiency"].map(numeric));
    if let Some(reweighted) = &composite.reweighted {
        header.push(numeric(&format!("at {}", number(reweighted.weight))));
        header.push(numeric("rank then"));
    }
    // the weight 0 is today's
    let today = |group: usize| composite.sweep.first().and_then(|today| today.ranks[group]);
    let mut rows = Vec::new();
    for (index, (group, one)) in report.groups.iter().zip(&composite.groups).enumerate() {
        let mut row = keys::of(report, group);
        let mean = |value: Option<f64>| value.map_or_else(String::new, points);
        row.extend([
            one.n.to_string(),
            mean(one.means.map(|means| means.today)),
            rank(today(index)),
            mean(one.means.map(|means| means.value_efficiency)),
        ]);
        if let Some(reweighted) = &composite.reweighted {
            row.push(mean(reweighted.composites[index]));
            row.push(moved(today(index), reweighted.ranks[index]));
        }
        rows.push(row);
    }
    Table { header, rows }
}

/// What each weight would change.
fn sweep(composite: &Composite) -> Table {
    let row = |one: &Reweighted| {
        vec![
            number(one.weight),
            one.moved.to_string(),
            one.tau.map_or_else(|| "-".to_owned(), number),
        ]
    };
    Table {
        header: vec![
            ("weight of value efficiency".to_owned(), Align::Right),
            numeric("groups that change rank"),
            numeric("Kendall's tau with today"),
        ],
        rows: composite.sweep.iter().map(row).collect(),
    }
}
