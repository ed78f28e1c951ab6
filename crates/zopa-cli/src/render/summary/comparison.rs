//! Groups compared with a baseline.

use zopa_summary::{Comparison, Lift, LiftFigures, PairTest, Report};

use super::cells::{keys, p_value, signed, with_interval};
use super::numeric;
use crate::render::document::{Block, Table};

pub(super) fn blocks(report: &Report) -> Vec<Block> {
    let Some(comparison) = &report.comparison else {
        return Vec::new();
    };
    let heading = format!(
        "Lift of value efficiency over `{}` = `{}`, paired by {}",
        comparison.baseline.field,
        comparison.baseline.value,
        comparison.pair_by.join(" and ")
    );
    vec![
        Block::Heading(heading),
        Block::Table(table(report, comparison)),
    ]
}

fn table(report: &Report, comparison: &Comparison) -> Table {
    let test = match comparison.test {
        PairTest::Wilcoxon => "p (Wilcoxon)",
        PairTest::Sign => "p (sign)",
    };
    let mut header = keys::header(report);
    header.extend(
        [
            "pairs",
            "only here",
            "only baseline",
            "mean lift",
            "median",
            "higher",
            "lower",
            "equal",
            test,
        ]
        .map(numeric),
    );
    let row = |lift: &Lift| {
        let mut cells = keys::of(report, &report.groups[lift.group]);
        cells.extend([lift.pairs, lift.only_group, lift.only_baseline].map(|n| n.to_string()));
        cells.extend(figures(lift.figures.as_ref()));
        cells
    };
    Table {
        header,
        rows: comparison.lifts.iter().map(row).collect(),
    }
}

fn figures(figures: Option<&LiftFigures>) -> [String; 6] {
    figures.map_or_else(Default::default, |figures| {
        [
            with_interval(figures.mean, figures.interval, signed),
            signed(figures.median),
            figures.higher.to_string(),
            figures.lower.to_string(),
            figures.equal.to_string(),
            format!("{} ({})", p_value(figures.p_value), figures.method.as_str()),
        ]
    })
}
