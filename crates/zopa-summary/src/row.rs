//! What is kept of each valid run, and what is counted of all.

use std::collections::BTreeMap;

use crate::scored::{Measures, OfPapers};

/// What a run belongs to, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub(crate) group: u32,
    pub(crate) cluster: u32,
    pub(crate) cell: Option<u32>,
    pub(crate) scenario: Option<u32>,
}

/// A valid run. Some 100 bytes, the only memory that grows with the number of runs.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The number of its group.
    pub(crate) group: u32,
    /// The number of its cluster.
    pub(crate) cluster: u32,
    /// The number of what it shares with those that it may be paired with; `None` where a field of these is missing.
    pub(crate) cell: Option<u32>,
    /// The number of its scenario, where that is asked for.
    pub(crate) scenario: Option<u32>,
    pub(crate) deal: bool,
    pub(crate) justified: bool,
    pub(crate) efficient: bool,
    pub(crate) at_nbs: bool,
    pub(crate) value_efficiency: f64,
    pub(crate) gain: [f64; 2],
    pub(crate) left_on_table: [f64; 2],
    pub(crate) pareto_gap: f64,
    pub(crate) joint_gain_ratio: Option<f64>,
    pub(crate) share_of_surplus: Option<f64>,
    pub(crate) of_papers: OfPapers,
    /// Today's composite, where the run carries its category scores.
    pub(crate) composite: Option<f64>,
}

impl Row {
    pub(crate) fn new(
        numbers: Numbers,
        measures: &Measures,
        composite: Option<f64>,
        nbs_distance: f64,
    ) -> Self {
        let near = |distance: f64| distance <= nbs_distance;
        // Of tied Nash solutions one is named, and the deal may be another one: the largest product is what they have in common. A largest
        // product of 0 is that of too many deals to say anything.
        let gains = measures.gain.iter().all(|&gain| gain > 0.0);
        let tied = gains && measures.value_efficiency >= 100.0;
        Self {
            group: numbers.group,
            cluster: numbers.cluster,
            cell: numbers.cell,
            scenario: numbers.scenario,
            deal: measures.deal,
            justified: !measures.deal && measures.justified,
            efficient: measures.pareto_efficient,
            at_nbs: measures.deal && (tied || measures.nash_distance.is_some_and(near)),
            value_efficiency: measures.value_efficiency,
            gain: measures.gain,
            left_on_table: measures.left_on_table,
            pareto_gap: measures.pareto_gap,
            joint_gain_ratio: measures.joint_gain_ratio,
            share_of_surplus: measures.share_of_surplus,
            of_papers: measures.of_papers,
            composite,
        }
    }

    /// All that distinguishes it, to sort by. Rows that are equal in this are interchangeable.
    pub(crate) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let bits = |row: &Self| (row.deal, row.justified, row.efficient, row.at_nbs);
        let numbers = |row: &Self| {
            let nothing = f64::NAN;
            [
                row.value_efficiency,
                row.gain[0],
                row.gain[1],
                row.left_on_table[0],
                row.left_on_table[1],
                row.pareto_gap,
                row.joint_gain_ratio.unwrap_or(nothing),
                row.share_of_surplus.unwrap_or(nothing),
                row.composite.unwrap_or(nothing),
            ]
        };
        let (a, b) = (numbers(self), numbers(other));
        let by_number = a.iter().zip(&b).map(|(a, b)| a.total_cmp(b));
        by_number
            .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            .then(self.cluster.cmp(&other.cluster))
            .then(self.group.cmp(&other.group))
            .then_with(|| bits(self).cmp(&bits(other)))
            .then(self.of_papers.cmp(&other.of_papers))
            .then(self.cell.cmp(&other.cell))
            .then(self.scenario.cmp(&other.scenario))
    }
}

/// Plain counts of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All runs: negotiations and invalid ones.
    pub runs: u64,
    /// Runs with a deal.
    pub deals: u64,
    /// Runs without a deal where one was there to be made.
    pub missed_impasses: u64,
    /// Runs without a deal where none would have been better.
    pub justified_impasses: u64,
    /// Runs that could not be scored, by the code of the reason.
    pub invalid: BTreeMap<String, u64>,
}

impl Counts {
    /// Valid runs: with a deal or without one.
    #[must_use]
    pub fn negotiations(&self) -> u64 {
        self.deals + self.missed_impasses + self.justified_impasses
    }

    /// Invalid runs.
    #[must_use]
    pub fn all_invalid(&self) -> u64 {
        self.invalid.values().sum()
    }

    pub(crate) fn count(&mut self, measures: &Measures) {
        self.runs += 1;
        if measures.deal {
            self.deals += 1;
        } else if measures.justified {
            self.justified_impasses += 1;
        } else {
            self.missed_impasses += 1;
        }
    }

    pub(crate) fn count_invalid(&mut self, code: &str) {
        self.runs += 1;
        *self.invalid.entry(code.to_owned()).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.deals += other.deals;
        self.missed_impasses += other.missed_impasses;
        self.justified_impasses += other.justified_impasses;
        for (code, count) in &other.invalid {
            *self.invalid.entry(code.clone()).or_default() += count;
        }
    }
}
