//! A summary as tables, as comma-separated values and as a picture.

mod cells;
mod comparison;
mod composite;
mod csv;
pub(crate) mod picture;

use std::collections::BTreeSet;

use zopa_summary::{Figure, Group, Report};

use self::cells::{decimal, estimate, keys, percent, points};
pub(crate) use self::csv::csv;
use super::count;
use super::document::{Align, Block, Table};

/// How a figure is headed and spelled in the tables.
type Column = (&'static str, Figure, fn(f64) -> String);

const RATES: [Column; 5] = [
    ("agreement", Figure::AgreementRate, percent),
    ("Pareto of deals", Figure::ParetoRateOfDeals, percent),
    ("Pareto of all", Figure::ParetoRateOfNegotiations, percent),
    ("at NBS of deals", Figure::AtNbsRateOfDeals, percent),
    ("at NBS of all", Figure::AtNbsRateOfNegotiations, percent),
];

/// As papers count them, for runs that were scored so.
const OF_PAPERS: [Column; 4] = [
    ("Pareto, Lewis 2017", Figure::LewisParetoRate, percent),
    ("Pareto, Hua 2024", Figure::HuaParetoRate, percent),
    ("envy-free, Hua 2024", Figure::HuaEnvyFreeRate, percent),
    ("both, Hua 2024", Figure::HuaParetoAndEnvyFreeRate, percent),
];

const VALUES: [Column; 4] = [
    ("efficiency, mean", Figure::ValueEfficiencyMean, points),
    ("efficiency, median", Figure::ValueEfficiencyMedian, points),
    ("joint gain", Figure::JointGain, decimal),
    ("joint gain ratio", Figure::JointGainRatio, percent),
];

const SHARES: [Column; 6] = [
    ("A's share", Figure::SurplusShareA, percent),
    ("B's share", Figure::SurplusShareB, percent),
    ("smaller share", Figure::SmallerSurplusShare, percent),
    ("A could add", Figure::LeftOnTableA, decimal),
    ("B could add", Figure::LeftOnTableB, decimal),
    ("both could add", Figure::ParetoGap, decimal),
];

/// The whole report.
pub(crate) fn blocks(report: &Report) -> Vec<Block> {
    let runs = usize::try_from(report.all.counts.runs).unwrap_or(usize::MAX);
    let mut title = format!("Summary of {}", count(runs, "scored run"));
    if !report.by.is_empty() {
        title.push_str(&format!(" in {}", count(report.groups.len(), "group")));
    }
    let mut blocks = vec![Block::Title(title)];
    if runs == 0 {
        return blocks;
    }
    let mut section = |heading: &str, table: Table| {
        blocks.push(Block::Heading(heading.to_owned()));
        blocks.push(Block::Table(table));
    };
    section("Runs", counts(report));
    section(
        "Rates, of deals and of all negotiations",
        figures(report, &RATES),
    );
    let is_known = |(_, figure, _): &Column| {
        let figures = report.all.figures.as_ref();
        figures.is_some_and(|figures| figures.get(*figure).is_some())
    };
    if OF_PAPERS.iter().any(is_known) {
        section(
            "Rates as papers count them: Lewis 2017 of deals, Hua 2024 of all negotiations",
            figures(report, &OF_PAPERS),
        );
    }
    section(
        "Value efficiency (0 to 100) and joint gain of negotiations",
        figures(report, &VALUES),
    );
    section(
        "Shares of the surplus of deals, and what was left on the table",
        figures(report, &SHARES),
    );
    if report.all.counts.all_invalid() > 0 {
        section("Invalid runs by code", invalid(report));
    }
    blocks.extend(comparison::blocks(report));
    blocks.extend(composite::blocks(report));
    blocks.push(Block::Heading("Notes".to_owned()));
    blocks.push(Block::List(report.notes.clone()));
    blocks
}

/// The groups, and after several of them all runs together.
fn groups_and_all(report: &Report) -> impl Iterator<Item = &Group> {
    let all = (report.groups.len() != 1).then_some(&report.all);
    report.groups.iter().chain(all)
}

/// A table with a row for each group: its key, and what `row` gives.
fn table(
    report: &Report,
    header: impl IntoIterator<Item = (String, Align)>,
    row: impl Fn(&Group) -> Vec<String>,
) -> Table {
    let mut all = keys::header(report);
    all.extend(header);
    Table {
        header: all,
        rows: groups_and_all(report)
            .map(|group| {
                let mut cells = keys::of(report, group);
                cells.extend(row(group));
                cells
            })
            .collect(),
    }
}

fn numeric(name: &str) -> (String, Align) {
    (name.to_owned(), Align::Right)
}

fn counts(report: &Report) -> Table {
    let header = [
        "runs",
        "negotiations",
        "deals",
        "missed impasses",
        "justified impasses",
        "invalid",
    ];
    table(report, header.map(numeric), |group| {
        let counts = &group.counts;
        let cells = [
            counts.runs,
            counts.negotiations(),
            counts.deals,
            counts.missed_impasses,
            counts.justified_impasses,
            counts.all_invalid(),
        ];
        cells.map(|count| count.to_string()).into()
    })
}

fn figures(report: &Report, columns: &[Column]) -> Table {
    let header = columns.iter().map(|(name, ..)| numeric(name));
    table(report, header, |group| {
        let cells = columns.iter().map(|(_, figure, spelled)| {
            let figures = group.figures.as_ref();
            figures.map_or_else(String::new, |figures| {
                estimate(figures.get(*figure), *spelled)
            })
        });
        cells.collect()
    })
}

fn invalid(report: &Report) -> Table {
    let codes: BTreeSet<&String> = report.all.counts.invalid.keys().collect();
    let header = codes.iter().map(|code| numeric(code));
    table(report, header, |group| {
        let count = |code: &&String| group.counts.invalid.get(*code).copied().unwrap_or(0);
        codes.iter().map(|code| count(code).to_string()).collect()
    })
}
