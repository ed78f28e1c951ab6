//! Paired lifts: the difference that something makes where all else is the same.

use std::collections::BTreeMap;

use rayon::prelude::*;
use zopa_stats::{
    Bootstrap, Interval, Method, Units, mean, mean_of, median, sign_test_of, wilcoxon,
};

use crate::figures::MIN_NEGOTIATIONS;
use crate::key::Key;
use crate::row::Row;
use crate::settings::{Baseline, PairTest, Settings};

/// Differences are rounded to so many parts of a point, so that rounding of floats breaks no tie.
const PARTS: f64 = 1e9;

/// A group compared with its baseline, pair by pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Lift {
    /// The group, by its index in the report.
    pub group: usize,
    /// The group that it is compared with; `None` if there is no such group.
    pub baseline: Option<usize>,
    /// Pairs: both sides have a run. Several runs of one side are averaged first.
    pub pairs: u64,
    /// Only this group has a run.
    pub only_group: u64,
    /// Only the baseline has a run.
    pub only_baseline: u64,
    /// Runs of this group, and of its baseline, that lack a field by which pairs are made.
    pub unplaced: u64,
    /// Pairs in which a side has several runs.
    pub averaged: u64,
    /// What the pairs show; `None` where there are too few of them.
    pub figures: Option<LiftFigures>,
}

/// What pairs show. Differences are of value efficiency, group minus baseline, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiftFigures {
    /// The mean difference.
    pub mean: f64,
    /// Where it may be.
    pub interval: Option<Interval>,
    /// The median difference.
    pub median: f64,
    /// Pairs in which the group is higher, lower, and equal.
    pub higher: u64,
    /// See [`higher`](Self::higher).
    pub lower: u64,
    /// See [`higher`](Self::higher).
    pub equal: u64,
    /// The test of the differences.
    pub test: PairTest,
    /// How its p-value came about.
    pub method: Method,
    /// Its two-sided p-value.
    pub p_value: f64,
}

/// The group of each group's baseline: with the baseline's value in its field, and the same in the others.
fn baseline_of(keys: &[Vec<Key>], at: usize, baseline: &Baseline) -> Vec<Option<usize>> {
    let of_group = |key: &Vec<Key>| {
        let mut wanted = key.clone();
        wanted[at] = Key(Some(baseline.value.clone()));
        keys.binary_search(&wanted).ok()
    };
    keys.iter().map(of_group).collect()
}

/// The lift of every group that is no baseline itself. `rows` are in their order.
pub(crate) fn lifts(rows: &[Row], keys: &[Vec<Key>], settings: &Settings) -> Vec<Lift> {
    let Some(baseline) = &settings.baseline else {
        return Vec::new();
    };
    let Some(at) = settings.by.iter().position(|name| *name == baseline.field) else {
        return Vec::new();
    };
    let mut sides: Vec<Side> = keys.iter().map(|_| Side::default()).collect();
    for row in rows {
        sides[row.group as usize].add(row);
    }
    let found = baseline_of(keys, at, baseline);
    let compared = (0..keys.len()).filter(|group| found[*group] != Some(*group));
    let compared: Vec<usize> = compared.collect();
    compared
        .into_par_iter()
        .map(|group| match found[group] {
            Some(other) => compare(group, other, &sides, settings),
            None => Lift {
                group,
                baseline: None,
                pairs: 0,
                only_group: sides[group].cells.len() as u64,
                only_baseline: 0,
                unplaced: sides[group].unplaced,
                averaged: 0,
                figures: None,
            },
        })
        .collect()
}

/// The runs of a group by cell: value efficiencies in rising order, and the cluster of the first.
#[derive(Default)]
struct Side {
    cells: BTreeMap<u32, (Vec<f64>, u32)>,
    unplaced: u64,
}

impl Side {
    fn add(&mut self, row: &Row) {
        match row.cell {
            None => self.unplaced += 1,
            Some(cell) => {
                let (values, _) =
                    (self.cells.entry(cell)).or_insert_with(|| (Vec::new(), row.cluster));
                values.push(row.value_efficiency);
            }
        }
    }
}

fn compare(group: usize, other: usize, sides: &[Side], settings: &Settings) -> Lift {
    let (mine, theirs) = (&sides[group], &sides[other]);
    let mut pairs = Vec::new();
    let mut averaged = 0;
    for (cell, (values, cluster)) in &mine.cells {
        let Some((others, _)) = theirs.cells.get(cell) else {
            continue;
        };
        averaged += u64::from(values.len() > 1 || others.len() > 1);
        if let (Some(mine), Some(theirs)) = (mean(values), mean(others)) {
            pairs.push(((PARTS * (mine - theirs)).round() / PARTS, *cluster));
        }
    }
    // equal differences of one cluster are interchangeable, and the order is no longer that of cells
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let count = pairs.len() as u64;
    Lift {
        group,
        baseline: Some(other),
        pairs: count,
        only_group: mine.cells.len() as u64 - count,
        only_baseline: theirs.cells.len() as u64 - count,
        unplaced: mine.unplaced + theirs.unplaced,
        averaged,
        figures: (count >= MIN_NEGOTIATIONS)
            .then(|| figures(&pairs, settings))
            .flatten(),
    }
}

/// The figures of differences in rising order, each with its cluster.
fn figures(pairs: &[(f64, u32)], settings: &Settings) -> Option<LiftFigures> {
    let differences: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
    let signs = sign_test_of(&differences)?;
    let (method, p_value) = match settings.test {
        PairTest::Sign => (Method::Exact, signs.p_value),
        PairTest::Wilcoxon => {
            let test = wilcoxon(&differences)?;
            (test.method, test.p_value)
        }
    };
    Some(LiftFigures {
        mean: mean(&differences)?,
        interval: interval(pairs, &differences, settings),
        median: median(&differences)?,
        higher: signs.positive,
        lower: signs.negative,
        equal: signs.zero,
        test: settings.test,
        method,
        p_value,
    })
}

fn interval(pairs: &[(f64, u32)], differences: &[f64], settings: &Settings) -> Option<Interval> {
    let bootstrap: &Bootstrap = &settings.bootstrap;
    let units = if settings.cluster.is_some() {
        let mut clusters: Vec<u32> = pairs.iter().map(|pair| pair.1).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let place = |cluster| clusters.partition_point(|other| *other < cluster);
        let places = pairs
            .iter()
            .map(|pair| u32::try_from(place(pair.1)).unwrap_or(u32::MAX));
        Units::clusters(places.collect())
    } else {
        Units::rows(pairs.len())
    };
    let replicates: Vec<Option<f64>> = (0..bootstrap.replicates)
        .into_par_iter()
        .map(|number| bootstrap.replicate(number, &units, |times| mean_of(differences, times)))
        .collect();
    bootstrap.interval(replicates)
}
