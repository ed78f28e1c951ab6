//! `judge`: how well annotators, or models that judge, agree with gold and with one another.
//!
//! Coefficients are fractions of counts. Intervals of rates are Wilson's; those of coefficients come from resampling by prompt, and a
//! sample in which a coefficient is not defined is left out and counted.

mod between;
mod figures;
mod gold;
mod json;
mod position;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use zopa_stats::{Bootstrap, Level, Units};

pub use between::{Between, Reliability, TwoAnnotators};
pub use figures::{Figures, GateFigures, Measured, Proportion, ScoreFigures, StrengthFigures};
pub use gold::Gold;
pub use json::judge_json;
pub use position::{Advantage, Position, Swap};
pub use verdict::{Order, Verdict, VerdictReader, VerdictRecord};

use crate::fit::Resampling;
use figures::Tallies;
use gold::GoldPair;

/// What is asked of [`judge`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgeOptions {
    /// Resampling, for the intervals of coefficients.
    pub resampling: Option<Resampling>,
    /// The confidence level of all intervals, above 0 and below 1.
    pub level: f64,
    /// A slice with fewer verdicts has counts alone: rates of so few say nothing.
    pub smallest_slice: u64,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            resampling: Some(Resampling::default()),
            level: 0.95,
            smallest_slice: 10,
        }
    }
}

/// Why a verdict is not compared with gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unusable {
    /// It has no outcome.
    NoOutcome,
    /// There is no pair of this id that could be used.
    UnknownPair,
    /// The pair has no outcome.
    PairNotJudged,
    /// The annotator judged this pair in this order before.
    Repeated,
}

impl Unusable {
    /// All reasons, in the order in which they are looked for.
    pub const ALL: [Self; 4] = [
        Self::UnknownPair,
        Self::NoOutcome,
        Self::Repeated,
        Self::PairNotJudged,
    ];

    /// The word for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoOutcome => "no_outcome",
            Self::UnknownPair => "unknown_pair",
            Self::PairNotJudged => "pair_not_judged",
            Self::Repeated => "repeated",
        }
    }
}

/// Which verdicts a slice holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// All.
    All,
    /// Those on prompts of one variety.
    Variety,
    /// Those of one domain.
    Domain,
}

impl Kind {
    /// The word for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Variety => "variety",
            Self::Domain => "domain",
        }
    }
}

/// Some of an annotator's verdicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// What they have in common.
    pub kind: Kind,
    /// The variety or domain.
    pub name: String,
    /// How well they agree with gold.
    pub figures: Figures,
}

/// An annotator.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotator {
    /// Who it is.
    pub name: String,
    /// All verdicts.
    pub verdicts: usize,
    /// Verdicts that are not compared with gold, by reason.
    pub unusable: BTreeMap<Unusable, usize>,
    /// All verdicts together, then by variety, then by domain.
    pub slices: Vec<Slice>,
    /// Whether the place of a response matters; a reason where that cannot be told.
    pub position: Result<Position, &'static str>,
}

/// How well everyone agrees.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeReport {
    /// The pairs that verdicts are compared with.
    pub pairs: usize,
    /// What was asked.
    pub options: JudgeOptions,
    /// By name.
    pub annotators: Vec<Annotator>,
    /// With one another.
    pub between: Between,
}

/// A verdict beside the gold that it is compared with.
struct Case<'c> {
    verdict: &'c Verdict,
    gold: &'c GoldPair,
    slices: Vec<usize>,
}

/// Compares verdicts with gold and with one another.
///
/// Cost: linear in the verdicts, and again for each replicate. The same arguments give the same report on any number of threads.
#[must_use]
pub fn judge(gold: &Gold, verdicts: &[Verdict], options: JudgeOptions) -> JudgeReport {
    let names: BTreeSet<&str> = verdicts.iter().map(|v| v.annotator.as_str()).collect();
    let annotators = names
        .into_iter()
        .map(|name| annotator(name, gold, verdicts, options));
    JudgeReport {
        pairs: gold.len(),
        options,
        annotators: annotators.collect(),
        between: between::of(gold, verdicts, options),
    }
}

fn annotator(name: &str, gold: &Gold, verdicts: &[Verdict], options: JudgeOptions) -> Annotator {
    let own: Vec<&Verdict> = verdicts.iter().filter(|v| v.annotator == name).collect();
    let mut unusable: BTreeMap<Unusable, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut cases = Vec::new();
    let mut slices: BTreeMap<(Kind, String), Vec<usize>> = BTreeMap::new();
    slices.insert((Kind::All, "all".to_owned()), Vec::new());
    for &verdict in &own {
        let pair = gold.pairs.get(&verdict.pair_id);
        let reason = match pair {
            None => Some(Unusable::UnknownPair),
            Some(_) if verdict.outcome.is_none() => Some(Unusable::NoOutcome),
            Some(_) if !seen.insert((&verdict.pair_id, verdict.order)) => Some(Unusable::Repeated),
            Some(pair) if pair.outcome.is_none() => Some(Unusable::PairNotJudged),
            Some(_) => None,
        };
        if let Some(reason) = reason {
            *unusable.entry(reason).or_default() += 1;
        } else if let Some(pair) = pair {
            let at = cases.len();
            let mut belong = |kind: Kind, name: &str| {
                slices.entry((kind, name.to_owned())).or_default().push(at);
            };
            belong(Kind::All, "all");
            belong(Kind::Variety, &pair.variety);
            if let Some(domain) = &pair.domain {
                belong(Kind::Domain, domain);
            }
            cases.push(Case {
                verdict,
                gold: pair,
                slices: Vec::new(),
            });
        }
    }
    for (index, members) in slices.values().enumerate() {
        for &at in members {
            cases[at].slices.push(index);
        }
    }
    let samples = resampled(&cases, slices.len(), options);
    let slices = slices
        .iter()
        .enumerate()
        .map(|(index, ((kind, name), members))| Slice {
            kind: *kind,
            name: name.clone(),
            figures: figures::of(
                members.iter().map(|&at| &cases[at]),
                samples.iter().map(|sample| &sample[index]),
                options,
            ),
        });
    Annotator {
        name: name.to_owned(),
        verdicts: own.len(),
        unusable,
        slices: slices.collect(),
        position: position::of(&cases, options),
    }
}

/// The tallies of each slice in each sample, in the order of the samples.
fn resampled(cases: &[Case<'_>], slices: usize, options: JudgeOptions) -> Vec<Vec<Tallies>> {
    let Some(resampling) = options.resampling else {
        return Vec::new();
    };
    let bootstrap = resampling.bootstrap();
    let units = units(cases.iter().map(|case| case.gold.group));
    let one = |number: u32| {
        bootstrap.replicate(number, &units, |times| {
            let mut tallies = vec![Tallies::default(); slices];
            for (case, &times) in cases.iter().zip(times) {
                if times > 0 {
                    for &slice in &case.slices {
                        tallies[slice].add(case, times.into());
                    }
                }
            }
            tallies
        })
    };
    (0..resampling.replicates)
        .into_par_iter()
        .map(one)
        .collect()
}

/// What is drawn: prompts, each with all that is said about it.
fn units(groups: impl Iterator<Item = usize>) -> Units {
    let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
    let clusters = groups.map(|group| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(group).or_insert(next)
    });
    Units::clusters(clusters.collect())
}

/// The bootstrap of a report, at its level.
fn intervals(options: JudgeOptions) -> Bootstrap {
    Bootstrap {
        replicates: options.resampling.map_or(0, |one| one.replicates),
        seed: options.resampling.map_or(0, |one| one.seed),
        level: level(options),
    }
}

fn level(options: JudgeOptions) -> Level {
    Level::new(options.level).unwrap_or(Level::P95)
}
