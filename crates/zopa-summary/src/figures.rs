//! What a group of runs shows: rates, means and the median, each with an interval.

use rayon::prelude::*;
use zopa_stats::{Bootstrap, Interval, Units, mean, median, median_of, wilson};

use crate::row::Row;

/// A group with fewer negotiations has counts alone: its figures would be chance.
pub const MIN_NEGOTIATIONS: u64 = 10;

/// A figure of a group of runs. All but the median are means over the runs for which it is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Deals among negotiations.
    AgreementRate,
    /// Pareto-efficient deals among deals.
    ParetoRateOfDeals,
    /// Pareto-efficient outcomes, an impasse that is justified being one, among negotiations.
    ParetoRateOfNegotiations,
    /// Deals at the Nash solution among deals.
    AtNbsRateOfDeals,
    /// Deals at the Nash solution among negotiations.
    AtNbsRateOfNegotiations,
    /// As Lewis et al. 2017 count: Pareto-efficient deals among deals, of runs scored with these measures.
    LewisParetoRate,
    /// As Hua et al. 2024 count: Pareto-efficient deals among negotiations, of runs scored with these measures.
    HuaParetoRate,
    /// As Hua et al. 2024 count: envy-free deals among negotiations.
    HuaEnvyFreeRate,
    /// As Hua et al. 2024 count: deals that are both, among negotiations.
    HuaParetoAndEnvyFreeRate,
    /// Mean value efficiency, 0 to 100, of negotiations.
    ValueEfficiencyMean,
    /// Median value efficiency of negotiations.
    ValueEfficiencyMedian,
    /// Mean sum of both gains over the BATNAs, of negotiations.
    JointGain,
    /// Mean joint gain relative to the largest one, of negotiations where that is defined.
    JointGainRatio,
    /// Mean part of the first party in both gains, of deals where that is defined.
    SurplusShareA,
    /// Mean part of the second party.
    SurplusShareB,
    /// Mean part of whoever has the smaller one: 0.5 is an even split.
    SmallerSurplusShare,
    /// Mean that the first party could have had in addition, of negotiations.
    LeftOnTableA,
    /// Mean that the second party could have had in addition.
    LeftOnTableB,
    /// Mean that both could have had in addition.
    ParetoGap,
}

impl Figure {
    /// All, in the order of output.
    pub const ALL: [Self; 19] = [
        Self::AgreementRate,
        Self::ParetoRateOfDeals,
        Self::ParetoRateOfNegotiations,
        Self::AtNbsRateOfDeals,
        Self::AtNbsRateOfNegotiations,
        Self::LewisParetoRate,
        Self::HuaParetoRate,
        Self::HuaEnvyFreeRate,
        Self::HuaParetoAndEnvyFreeRate,
        Self::ValueEfficiencyMean,
        Self::ValueEfficiencyMedian,
        Self::JointGain,
        Self::JointGainRatio,
        Self::SurplusShareA,
        Self::SurplusShareB,
        Self::SmallerSurplusShare,
        Self::LeftOnTableA,
        Self::LeftOnTableB,
        Self::ParetoGap,
    ];

    /// Its name in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AgreementRate => "agreement_rate",
            Self::ParetoRateOfDeals => "pareto_rate_of_deals",
            Self::ParetoRateOfNegotiations => "pareto_rate_of_negotiations",
            Self::AtNbsRateOfDeals => "at_nbs_rate_of_deals",
            Self::AtNbsRateOfNegotiations => "at_nbs_rate_of_negotiations",
            Self::LewisParetoRate => "lewis_pareto_rate",
            Self::HuaParetoRate => "hua_pareto_rate",
            Self::HuaEnvyFreeRate => "hua_envy_free_rate",
            Self::HuaParetoAndEnvyFreeRate => "hua_pareto_and_envy_free_rate",
            Self::ValueEfficiencyMean => "value_efficiency_mean",
            Self::ValueEfficiencyMedian => "value_efficiency_median",
            Self::JointGain => "joint_gain",
            Self::JointGainRatio => "joint_gain_ratio",
            Self::SurplusShareA => "surplus_share_a",
            Self::SurplusShareB => "surplus_share_b",
            Self::SmallerSurplusShare => "smaller_surplus_share",
            Self::LeftOnTableA => "left_on_table_a",
            Self::LeftOnTableB => "left_on_table_b",
            Self::ParetoGap => "pareto_gap",
        }
    }

    /// Is it a part of runs, between 0 and 1?
    pub(crate) fn is_rate(self) -> bool {
        self <= Self::HuaParetoAndEnvyFreeRate
    }

    /// What a run contributes; `None` where the figure says nothing of it.
    fn of(self, row: &Row) -> Option<f64> {
        let yes = |yes: bool| if yes { 1.0 } else { 0.0 };
        let share = row.share_of_surplus;
        match self {
            Self::AgreementRate => Some(yes(row.deal)),
            Self::ParetoRateOfDeals => row.deal.then(|| yes(row.efficient)),
            Self::ParetoRateOfNegotiations => Some(yes(row.efficient)),
            Self::AtNbsRateOfDeals => row.deal.then(|| yes(row.at_nbs)),
            Self::AtNbsRateOfNegotiations => Some(yes(row.at_nbs)),
            Self::LewisParetoRate => row.of_papers.lewis_pareto.map(yes),
            Self::HuaParetoRate => row.of_papers.hua_pareto.map(yes),
            Self::HuaEnvyFreeRate => row.of_papers.hua_envy_free.map(yes),
            Self::HuaParetoAndEnvyFreeRate => row.of_papers.hua_both.map(yes),
            Self::ValueEfficiencyMean | Self::ValueEfficiencyMedian => Some(row.value_efficiency),
            Self::JointGain => Some(row.gain[0] + row.gain[1]),
            Self::JointGainRatio => row.joint_gain_ratio,
            Self::SurplusShareA => share,
            Self::SurplusShareB => share.map(|share| 1.0 - share),
            Self::SmallerSurplusShare => share.map(|share| share.min(1.0 - share)),
            Self::LeftOnTableA => Some(row.left_on_table[0]),
            Self::LeftOnTableB => Some(row.left_on_table[1]),
            Self::ParetoGap => Some(row.pareto_gap),
        }
    }
}

/// A figure's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Where the value may be; `None` without replicates.
    pub interval: Option<Interval>,
    /// Over so many runs.
    pub n: u64,
}

/// The figures of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures([Option<Estimate>; Figure::ALL.len()]);

impl Figures {
    /// A figure; `None` if it is defined for no run.
    #[must_use]
    pub fn get(&self, figure: Figure) -> Option<Estimate> {
        self.0[figure as usize]
    }

    /// The figures of rows in their order. With `clustered`, rows of the same cluster are drawn together, and rates have
    /// intervals of the bootstrap as well; otherwise they have Wilson intervals.
    pub(crate) fn of(rows: &[&Row], clustered: bool, bootstrap: &Bootstrap) -> Self {
        let mut found = Figure::ALL.map(|figure| {
            let values: Vec<f64> = rows.iter().filter_map(|row| figure.of(row)).collect();
            let value = match figure {
                Figure::ValueEfficiencyMedian => median(&values),
                _ => mean(&values),
            }?;
            let n = values.len() as u64;
            let successes = values.iter().filter(|value| **value > 0.0).count() as u64;
            let interval = (figure.is_rate() && !clustered)
                .then(|| wilson(successes, n, bootstrap.level))
                .flatten();
            Some(Estimate { value, interval, n })
        });
        if bootstrap.replicates > 0 && !rows.is_empty() {
            let resampled: Vec<Figure> = Figure::ALL
                .into_iter()
                .filter(|figure| clustered || !figure.is_rate())
                .collect();
            let intervals = intervals(rows, clustered, &resampled, bootstrap);
            for (figure, interval) in resampled.into_iter().zip(intervals) {
                if let Some(estimate) = &mut found[figure as usize] {
                    estimate.interval = interval;
                }
            }
        }
        Self(found)
    }
}

/// The units of rows: each by itself, or its cluster, numbered from 0 in order.
pub(crate) fn units_of(rows: &[&Row]) -> Vec<usize> {
    let mut clusters: Vec<u32> = rows.iter().map(|row| row.cluster).collect();
    clusters.sort_unstable();
    clusters.dedup();
    let place = |row: &&Row| clusters.partition_point(|cluster| *cluster < row.cluster);
    rows.iter().map(place).collect()
}

/// The sums of a figure by unit, and the numbers of runs in them.
struct Sums {
    sums: Vec<f64>,
    counts: Vec<f64>,
}

impl Sums {
    fn of(figure: Figure, rows: &[&Row], unit: &[usize], units: usize) -> Self {
        let mut sums = vec![0.0; units];
        let mut counts = vec![0.0; units];
        for (row, &unit) in rows.iter().zip(unit) {
            if let Some(value) = figure.of(row) {
                sums[unit] += value;
                counts[unit] += 1.0;
            }
        }
        Self { sums, counts }
    }

    fn mean(&self, times: &[u32]) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        for ((&times, part), parts) in times.iter().zip(&self.sums).zip(&self.counts) {
            sum += f64::from(times) * part;
            count += f64::from(times) * parts;
        }
        (count > 0.0).then(|| sum / count)
    }
}

/// The intervals of figures. All of them see the same samples.
fn intervals(
    rows: &[&Row],
    clustered: bool,
    figures: &[Figure],
    bootstrap: &Bootstrap,
) -> Vec<Option<Interval>> {
    let unit: Vec<usize> = if clustered {
        units_of(rows)
    } else {
        (0..rows.len()).collect()
    };
    let units = unit.iter().max().map_or(0, |last| last + 1);
    let sums: Vec<Option<Sums>> = figures
        .iter()
        .map(|figure| match figure {
            Figure::ValueEfficiencyMedian => None,
            figure => Some(Sums::of(*figure, rows, &unit, units)),
        })
        .collect();
    // in rising order, as rows are
    let efficiencies: Vec<f64> = rows.iter().map(|row| row.value_efficiency).collect();
    let drawn = Units::rows(units);
    let replicates: Vec<Vec<Option<f64>>> = (0..bootstrap.replicates)
        .into_par_iter()
        .map(|number| {
            bootstrap.replicate(number, &drawn, |times| {
                let of_figure = sums.iter().map(|sums| match sums {
                    Some(sums) => sums.mean(times),
                    None if !clustered => median_of(&efficiencies, times),
                    None => {
                        let of_rows: Vec<u32> = unit.iter().map(|unit| times[*unit]).collect();
                        median_of(&efficiencies, &of_rows)
                    }
                });
                of_figure.collect()
            })
        })
        .collect();
    (0..figures.len())
        .map(|at| bootstrap.interval(replicates.iter().map(|replicate| replicate[at])))
        .collect()
}
