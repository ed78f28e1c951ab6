//! A summary as comma-separated values, a row for each group.

use std::collections::BTreeSet;
use std::io::Write;

use zopa_stats::Interval;
use zopa_summary::{Composite, Figure, Lift, Report};

use crate::exit::Failure;

/// The row of each group (RFC 4180, but lines end with a line feed). Undefined figures are empty cells.
pub(crate) fn csv(report: &Report, output: &mut impl Write) -> Result<(), Failure> {
    let failed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => Failure::from(error),
        other => Failure::unusable(format!("cannot write the summary as CSV: {other:?}")),
    };
    let codes: BTreeSet<&String> = report.all.counts.invalid.keys().collect();
    let mut writer = csv::Writer::from_writer(output);
    writer
        .write_record(header(report, &codes))
        .map_err(failed)?;
    for index in 0..report.groups.len() {
        writer
            .write_record(row(report, &codes, index))
            .map_err(failed)?;
    }
    Ok(writer.flush()?)
}

/// The columns of a group compared with its baseline.
const LIFT: [&str; 14] = [
    "lift_pairs",
    "lift_only_group",
    "lift_only_baseline",
    "lift_unplaced",
    "lift_averaged",
    "lift_mean",
    "lift_low",
    "lift_high",
    "lift_median",
    "lift_higher",
    "lift_lower",
    "lift_equal",
    "lift_method",
    "lift_p_value",
];

fn header(report: &Report, codes: &BTreeSet<&String>) -> Vec<String> {
    let mut names = report.by.clone();
    let counts = [
        "runs",
        "negotiations",
        "deals",
        "missed_impasses",
        "justified_impasses",
        "invalid",
    ];
    names.extend(counts.map(str::to_owned));
    names.extend(codes.iter().map(|code| format!("invalid.{code}")));
    for figure in Figure::ALL {
        let name = figure.as_str();
        names.extend(["", "_low", "_high", "_n"].map(|end| format!("{name}{end}")));
    }
    if report.comparison.is_some() {
        names.extend(LIFT.map(str::to_owned));
    }
    if let Some(composite) = &report.composite {
        let columns = ["n", "today", "rank_today", "value_efficiency"];
        names.extend(columns.map(|name| format!("composite_{name}")));
        if composite.reweighted.is_some() {
            let columns = ["weight", "reweighted", "rank_reweighted"];
            names.extend(columns.map(|name| format!("composite_{name}")));
        }
    }
    names
}

fn row(report: &Report, codes: &BTreeSet<&String>, index: usize) -> Vec<String> {
    let group = &report.groups[index];
    let counts = &group.counts;
    let mut cells: Vec<String> = group
        .key
        .iter()
        .map(|value| value.clone().unwrap_or_default())
        .collect();
    let numbers = [
        counts.runs,
        counts.negotiations(),
        counts.deals,
        counts.missed_impasses,
        counts.justified_impasses,
        counts.all_invalid(),
    ];
    cells.extend(numbers.map(|count| count.to_string()));
    let of_code = |code: &&String| counts.invalid.get(*code).copied().unwrap_or(0);
    cells.extend(codes.iter().map(|code| of_code(code).to_string()));
    for figure in Figure::ALL {
        let figures = group.figures.as_ref();
        let estimate = figures.and_then(|figures| figures.get(figure));
        cells.push(number(estimate.map(|estimate| estimate.value)));
        cells.extend(ends(estimate.and_then(|estimate| estimate.interval)));
        cells.push(estimate.map_or_else(String::new, |estimate| estimate.n.to_string()));
    }
    if let Some(comparison) = &report.comparison {
        let lift = comparison.lifts.iter().find(|lift| lift.group == index);
        cells.extend(lift.map_or_else(|| LIFT.map(|_| String::new()), of_lift));
    }
    if let Some(composite) = &report.composite {
        cells.extend(of_composite(composite, index));
    }
    cells
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    [
        number(interval.map(|interval| interval.low)),
        number(interval.map(|interval| interval.high)),
    ]
}

fn of_lift(lift: &Lift) -> [String; LIFT.len()] {
    let figures = lift.figures.as_ref();
    let [low, high] = ends(figures.and_then(|figures| figures.interval));
    let count = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
    [
        lift.pairs.to_string(),
        lift.only_group.to_string(),
        lift.only_baseline.to_string(),
        lift.unplaced.to_string(),
        lift.averaged.to_string(),
        number(figures.map(|figures| figures.mean)),
        low,
        high,
        number(figures.map(|figures| figures.median)),
        count(figures.map(|figures| figures.higher)),
        count(figures.map(|figures| figures.lower)),
        count(figures.map(|figures| figures.equal)),
        figures
            .map_or("", |figures| figures.method.as_str())
            .to_owned(),
        number(figures.map(|figures| figures.p_value)),
    ]
}

fn of_composite(composite: &Composite, index: usize) -> Vec<String> {
    let one = &composite.groups[index];
    let rank = |rank: Option<usize>| rank.map_or_else(String::new, |rank| rank.to_string());
    // the weight 0 is today's
    let today = composite.sweep.first().and_then(|today| today.ranks[index]);
    let mut cells = vec![
        one.n.to_string(),
        number(one.means.map(|means| means.today)),
        rank(today),
        number(one.means.map(|means| means.value_efficiency)),
    ];
    if let Some(reweighted) = &composite.reweighted {
        cells.extend([
            reweighted.weight.to_string(),
            number(reweighted.composites[index]),
            rank(reweighted.ranks[index]),
        ]);
    }
    cells
}
