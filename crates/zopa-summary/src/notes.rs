//! What a reader of a report should know before believing it.

use crate::figures::MIN_NEGOTIATIONS;
use crate::lift::Lift;
use crate::report::Report;

/// Below so many clusters, drawing clusters says little about others.
const FEW_CLUSTERS: usize = 10;

/// Below so many replicates the ends of intervals are unsteady.
const FEW_REPLICATES: u32 = 1000;

pub(crate) fn of(report: &Report) -> Vec<String> {
    let mut notes = vec![basis(report)];
    let small = report.groups.iter();
    let small = small.filter(|group| group.counts.negotiations() < MIN_NEGOTIATIONS);
    match small.count() {
        0 => {}
        count => notes.push(format!(
            "{}: counts alone, since figures of so few would be chance.",
            groups_with(
                count,
                &format!("fewer than {MIN_NEGOTIATIONS} negotiations")
            )
        )),
    }
    if report.all.counts.all_invalid() > 0 {
        notes.push(
            "Invalid runs are counted as such and enter no other figure: a rate is over negotiations, which are the valid runs."
                .to_owned(),
        );
    }
    if report.all.figures.is_some() {
        notes.push(
            "A and B are the first and the second party of each scenario, whoever they are."
                .to_owned(),
        );
    }
    if let Some(plane) = &report.plane {
        let without: usize = plane.groups.iter().map(|cloud| cloud.without_place).sum();
        if without > 0 {
            notes.push(format!(
                "{without} negotiations are not on the plane: their scenarios have no ZOPA, so that there is no largest joint gain."
            ));
        }
    }
    notes.extend(comparison(report));
    notes.extend(composite(report));
    notes
}

/// `1 group has ...`, `2 groups have ...`
fn groups_with(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 group has {what}")
    } else {
        format!("{count} groups have {what}")
    }
}

/// `once`, `2 times`
fn times(count: u64) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{count} times")
    }
}

/// Where the intervals come from.
fn basis(report: &Report) -> String {
    let bootstrap = &report.bootstrap;
    let percent = 100.0 * bootstrap.level.get();
    if bootstrap.replicates == 0 {
        return match &report.cluster {
            Some(_) => "No intervals, since no replicates were asked for.".to_owned(),
            None => format!(
                "Intervals ({percent} %): Wilson for rates; none for the rest, since no replicates were asked for."
            ),
        };
    }
    let drawn = match &report.cluster {
        Some(field) => {
            format!("percentile bootstrap that draws whole clusters (`{field}`), rates included")
        }
        None => "Wilson for rates, percentile bootstrap that draws runs for the rest".to_owned(),
    };
    let mut text = format!(
        "Intervals ({percent} %): {drawn}; {} replicates, seed {}.",
        bootstrap.replicates, bootstrap.seed
    );
    if bootstrap.replicates < FEW_REPLICATES {
        text.push_str(&format!(
            " With fewer than {FEW_REPLICATES} replicates their ends are unsteady."
        ));
    }
    let shown = report.groups.iter().filter(|group| group.figures.is_some());
    let few = shown
        .filter_map(|group| group.clusters)
        .filter(|clusters| *clusters < FEW_CLUSTERS);
    match few.count() {
        0 => {}
        count => text.push_str(&format!(
            " {}: their intervals are likely to be too narrow.",
            groups_with(count, &format!("fewer than {FEW_CLUSTERS} clusters"))
        )),
    }
    text
}

/// What pairs are missing.
fn comparison(report: &Report) -> Vec<String> {
    let Some(comparison) = &report.comparison else {
        return Vec::new();
    };
    let paired = || {
        comparison
            .lifts
            .iter()
            .filter(|lift| lift.baseline.is_some())
    };
    let sum = |of: fn(&Lift) -> u64| paired().map(of).sum::<u64>();
    let mut notes = Vec::new();
    let fields = comparison.pair_by.join("` and `");
    let (here, there) = (sum(|lift| lift.only_group), sum(|lift| lift.only_baseline));
    if here + there > 0 {
        notes.push(format!(
            "Pairs are missing: {} a group has a valid run whose `{fields}` its baseline has not, {} the other way round. \
             They are left out of the lift.",
            times(here),
            times(there)
        ));
    }
    let averaged = sum(|lift| lift.averaged);
    if averaged > 0 {
        notes.push(format!(
            "A side of a pair has several runs with the same `{fields}` {}: their mean is compared.",
            times(averaged)
        ));
    }
    let unplaced = sum(|lift| lift.unplaced);
    if unplaced > 0 {
        notes.push(format!(
            "A valid run has no `{fields}`, so that it belongs to no pair, {}.",
            times(unplaced)
        ));
    }
    if comparison.lifts.iter().any(|lift| lift.baseline.is_none()) {
        notes.push(
            "A group without a baseline that agrees in the other fields has no lift.".to_owned(),
        );
    }
    if comparison.lifts.iter().any(|lift| lift.figures.is_none()) {
        notes.push(format!(
            "Of fewer than {MIN_NEGOTIATIONS} pairs only the counts are shown."
        ));
    }
    if report.cluster.is_some() && comparison.lifts.iter().any(|lift| lift.figures.is_some()) {
        notes.push(
            "The tests take pairs as independent; the intervals, which draw clusters, do not."
                .to_owned(),
        );
    }
    if comparison.lifts.len() > 1 {
        notes.push(
            "Each p-value is for its own comparison; they are not corrected for their number."
                .to_owned(),
        );
    }
    notes
}

fn composite(report: &Report) -> Vec<String> {
    let Some(composite) = &report.composite else {
        return Vec::new();
    };
    let mut notes = vec![
        "The composite is a what-if: today resources do not affect the published score. Value efficiency would take its \
         weight from the five categories in proportion."
            .to_owned(),
    ];
    let scored: u64 = composite.groups.iter().map(|group| group.n).sum();
    let missing = report.all.counts.negotiations() - scored;
    if missing > 0 {
        notes.push(format!(
            "{missing} of {} negotiations do not carry all five category scores (0 to 100): the composite leaves them out, \
             and its value efficiency is over the others.",
            report.all.counts.negotiations()
        ));
    }
    notes
}
