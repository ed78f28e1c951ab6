//! What the benchmark's composite would be if it counted value efficiency.
//!
//! Today it does not: resources do not affect the published score. The five category scores keep their proportions, and
//! value efficiency gets a weight `w`: `(1 - w) today + w value efficiency`.

use zopa_stats::{kendall, mean};

use crate::figures::MIN_NEGOTIATIONS;
use crate::row::Row;
use crate::settings::CompositeSettings;

/// Composites are compared after rounding to so many parts of a point, so that rounding of floats breaks no tie.
const PARTS: f64 = 1e9;

/// The weights of a sweep, in tenths.
const TENTHS: u32 = 10;

/// The composites of groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Composite {
    /// For each group of the report, in order.
    pub groups: Vec<GroupComposite>,
    /// What a given weight of value efficiency would change.
    pub reweighted: Option<Reweighted>,
    /// The same for the weights 0, 0.1, ..., 1.
    pub sweep: Vec<Reweighted>,
    /// The smallest weight above which two groups have changed places; `None` if none do.
    pub first_change: Option<f64>,
}

/// The composite of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupComposite {
    /// So many negotiations carry all category scores.
    pub n: u64,
    /// Their means; `None` where there are too few.
    pub means: Option<Means>,
}

/// Means over the negotiations of a group that carry category scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Today's composite, 0 to 100.
    pub today: f64,
    /// Value efficiency, 0 to 100.
    pub value_efficiency: f64,
}

impl Means {
    /// The composite in which value efficiency has the weight `weight`.
    #[must_use]
    pub fn reweighted(&self, weight: f64) -> f64 {
        (1.0 - weight) * self.today + weight * self.value_efficiency
    }
}

/// What a weight of value efficiency would change.
#[derive(Clone, Debug, PartialEq)]
pub struct Reweighted {
    /// The weight, 0 to 1.
    pub weight: f64,
    /// The composite of each group; `None` as today's.
    pub composites: Vec<Option<f64>>,
    /// The rank of each group, from 1; equal composites share the better rank.
    pub ranks: Vec<Option<usize>>,
    /// How many groups have another rank than today.
    pub moved: usize,
    /// Kendall's tau-b between today's order and this one; `None` where one of them ties all groups.
    pub tau: Option<f64>,
}

/// The composites of groups; `rows` are in their order.
pub(crate) fn composites(rows: &[Row], groups: usize, settings: CompositeSettings) -> Composite {
    let mut sides = vec![(Vec::new(), Vec::new()); groups];
    for row in rows {
        if let Some(today) = row.composite {
            let (composites, efficiencies) = &mut sides[row.group as usize];
            composites.push(today);
            efficiencies.push(row.value_efficiency);
        }
    }
    let groups: Vec<GroupComposite> = sides
        .iter()
        .map(|(composites, efficiencies)| {
            let n = composites.len() as u64;
            let means = (n >= MIN_NEGOTIATIONS).then(|| {
                Some(Means {
                    today: mean(composites)?,
                    value_efficiency: mean(efficiencies)?,
                })
            });
            GroupComposite {
                n,
                means: means.flatten(),
            }
        })
        .collect();
    let sweep = (0..=TENTHS).map(|tenth| reweigh(&groups, f64::from(tenth) / f64::from(TENTHS)));
    Composite {
        reweighted: settings
            .value_efficiency_weight
            .map(|weight| reweigh(&groups, weight)),
        sweep: sweep.collect(),
        first_change: first_change(&groups),
        groups,
    }
}

fn rounded(value: f64) -> f64 {
    (PARTS * value).round() / PARTS
}

fn reweigh(groups: &[GroupComposite], weight: f64) -> Reweighted {
    let at = |weight: f64| -> Vec<Option<f64>> {
        let of_group = |group: &GroupComposite| Some(group.means?.reweighted(weight));
        groups.iter().map(of_group).collect()
    };
    let (today, composites) = (at(0.0), at(weight));
    let (before, ranks) = (ranks(&today), ranks(&composites));
    let known = |values: &[Option<f64>]| -> Vec<f64> {
        values
            .iter()
            .flatten()
            .map(|value| rounded(*value))
            .collect()
    };
    Reweighted {
        weight,
        moved: before.iter().zip(&ranks).filter(|(a, b)| a != b).count(),
        tau: kendall(&known(&today), &known(&composites)),
        composites,
        ranks,
    }
}

fn ranks(composites: &[Option<f64>]) -> Vec<Option<usize>> {
    let known: Vec<f64> = composites
        .iter()
        .flatten()
        .map(|value| rounded(*value))
        .collect();
    let rank = |value: f64| {
        1 + known
            .iter()
            .filter(|other| **other > rounded(value))
            .count()
    };
    composites.iter().map(|value| value.map(rank)).collect()
}

/// Composites are straight lines over the weight. Two of them change places where they cross, between 0 and 1.
fn first_change(groups: &[GroupComposite]) -> Option<f64> {
    let known: Vec<Means> = groups.iter().filter_map(|group| group.means).collect();
    let mut first: Option<f64> = None;
    for (at, one) in known.iter().enumerate() {
        for other in &known[..at] {
            let before = rounded(one.today - other.today);
            let after = rounded(one.value_efficiency - other.value_efficiency);
            // equal today: they part at once; equal at the end: they never cross
            let crossing = if before == 0.0 && after != 0.0 {
                0.0
            } else if before * after < 0.0 {
                before / (before - after)
            } else {
                continue;
            };
            if first.is_none_or(|first| crossing < first) {
                first = Some(crossing);
            }
        }
    }
    first
}
