//! How far annotators agree with one another, whatever gold says.

use std::collections::BTreeMap;

use rayon::prelude::*;
use zopa_model::exact::NearestFloat as _;
use zopa_stats::Units;

use super::figures::{Measured, place};
use super::{Gold, JudgeOptions, Order, Verdict, intervals};
use crate::Criterion;
use crate::agreement::{Coefficient, Difference, Table, Undefined, Weighting, alpha};
use crate::fit::Interval;

/// Two annotators on the pairs that both judged.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoAnnotators {
    /// Their names.
    pub names: [String; 2],
    /// The first by the second.
    pub table: Table,
    /// Cohen's kappa over the four outcomes.
    pub kappa: Coefficient,
}

/// Krippendorff's alpha of a criterion's scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// Which criterion.
    pub criterion: Criterion,
    /// Ordinal alpha over all scored responses.
    pub alpha: Coefficient,
}

/// Annotators among themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// Pairs that two annotators or more judged.
    pub units: usize,
    /// Nominal alpha over the four outcomes.
    pub outcomes: Measured,
    /// Of each criterion; empty where the verdicts have no scores.
    pub scores: Vec<Reliability>,
    /// Every two annotators.
    pub pairs: Vec<TwoAnnotators>,
}

/// One verdict of each annotator on each pair: the one with A first where there are two orders.
fn chosen<'v>(
    gold: &Gold,
    verdicts: &'v [Verdict],
) -> BTreeMap<&'v str, BTreeMap<&'v str, &'v Verdict>> {
    let mut pairs: BTreeMap<&str, BTreeMap<&str, &Verdict>> = BTreeMap::new();
    for verdict in verdicts {
        if verdict.outcome.is_none() || !gold.pairs.contains_key(&verdict.pair_id) {
            continue;
        }
        let annotators = pairs.entry(&verdict.pair_id).or_default();
        let known = annotators.entry(&verdict.annotator).or_insert(verdict);
        if known.order == Some(Order::Ba) && verdict.order == Some(Order::Ab) {
            *known = verdict;
        }
    }
    pairs
}

pub(super) fn of(gold: &Gold, verdicts: &[Verdict], options: JudgeOptions) -> Between {
    let pairs = chosen(gold, verdicts);
    let mut names: Vec<&str> = verdicts.iter().map(|v| v.annotator.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let value = |verdict: &&Verdict| u32::try_from(place(verdict.outcome?)).ok();
    let units: Vec<Vec<u32>> = pairs
        .values()
        .map(|annotators| annotators.values().filter_map(value).collect())
        .collect();
    let mut two = Vec::new();
    for (index, first) in names.iter().enumerate() {
        for second in &names[index + 1..] {
            let mut table = Table::new(4);
            for annotators in pairs.values() {
                let said = [first, second].map(|name| annotators.get(name).and_then(|v| v.outcome));
                if let [Some(x), Some(y)] = said {
                    table.add(place(x), place(y), 1);
                }
            }
            two.push(TwoAnnotators {
                names: [first, second].map(|name| (*name).to_owned()),
                kappa: table.kappa(&Weighting::Nominal),
                table,
            });
        }
    }
    Between {
        units: units.iter().filter(|unit| unit.len() > 1).count(),
        outcomes: outcomes(&units, options),
        scores: scores(&pairs),
        pairs: two,
    }
}

/// Alpha with its interval. Pairs are drawn; those with the same verdicts are counted together.
fn outcomes(units: &[Vec<u32>], options: JudgeOptions) -> Measured {
    let mut numbers: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    let of_units: Vec<usize> = units
        .iter()
        .map(|unit| {
            let mut sorted = unit.clone();
            sorted.sort_unstable();
            let next = numbers.len();
            *numbers.entry(sorted).or_insert(next)
        })
        .collect();
    let mut patterns = vec![Vec::new(); numbers.len()];
    for (pattern, index) in numbers {
        patterns[index] = pattern;
    }
    let counted = |times: &dyn Fn(usize) -> u32| {
        let mut counts = vec![0_u32; patterns.len()];
        for (unit, &pattern) in of_units.iter().enumerate() {
            counts[pattern] += times(unit);
        }
        alpha(&patterns, Some(&counts), Difference::Nominal)
    };
    let bootstrap = intervals(options);
    let rows = Units::rows(units.len());
    let values: Vec<Option<f64>> = (0..bootstrap.replicates)
        .into_par_iter()
        .map(|number| {
            bootstrap.replicate(number, &rows, |times| {
                counted(&|unit| times[unit])
                    .ok()
                    .map(|value| value.to_f64())
            })
        })
        .collect();
    let undefined = values.iter().filter(|value| value.is_none()).count();
    Measured {
        value: counted(&|_| 1),
        interval: bootstrap.interval(values).map(|found| Interval {
            low: found.low,
            high: found.high,
        }),
        undefined,
    }
}

fn scores(pairs: &BTreeMap<&str, BTreeMap<&str, &Verdict>>) -> Vec<Reliability> {
    let reliability = |(index, &criterion): (usize, &Criterion)| {
        let mut units = Vec::new();
        for annotators in pairs.values() {
            for side in 0..2 {
                let score = |verdict: &&Verdict| verdict.scores?[side].0[index].map(u32::from);
                units.push(annotators.values().filter_map(score).collect());
            }
        }
        Reliability {
            criterion,
            alpha: alpha(&units, None, Difference::Ordinal),
        }
    };
    let all: Vec<Reliability> = Criterion::ALL.iter().enumerate().map(reliability).collect();
    if all.iter().all(|one| one.alpha == Err(Undefined::TooFew)) {
        return Vec::new();
    }
    all
}
