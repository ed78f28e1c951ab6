//! How well some verdicts agree with gold.

use zopa_model::exact::NearestFloat as _;
use zopa_stats::wilson;

use super::{Case, JudgeOptions, intervals, level};
use crate::agreement::{Coefficient, Table, Weighting};
use crate::fit::Interval;
use crate::{Criterion, Gate, GateName, Outcome, Side, Strength};

/// A rate: so many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Proportion {
    /// How many.
    pub hits: u64,
    /// Of how many.
    pub of: u64,
    /// Wilson's interval; none where there is nothing to count.
    pub interval: Option<Interval>,
}

impl Proportion {
    pub(super) fn new(hits: u64, of: u64, options: JudgeOptions) -> Self {
        let interval = wilson(hits, of, level(options)).map(|found| Interval {
            low: found.low,
            high: found.high,
        });
        Self { hits, of, interval }
    }

    /// The rate; none where there is nothing to count.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        let fraction = |of: u64| zopa_model::Rational::new(self.hits.into(), of.into());
        (self.of > 0).then(|| fraction(self.of).to_f64())
    }
}

/// A coefficient with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its value, or why there is none.
    pub value: Coefficient,
    /// From resampling.
    pub interval: Option<Interval>,
    /// Samples in which it is not defined.
    pub undefined: usize,
}

/// Agreement on how much better the winner is, on the scale A by much, A by little, tie, B by little, B by much.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthFigures {
    /// Gold by verdict.
    pub table: Table,
    /// Any disagreement is as bad.
    pub nominal: Measured,
    /// By the distance.
    pub linear: Measured,
    /// By its square.
    pub quadratic: Measured,
}

/// How well failures of a gate are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateFigures {
    /// Which gate.
    pub gate: GateName,
    /// Of the failures in gold, those that the verdicts found.
    pub recall: Proportion,
    /// Of the failures in the verdicts, those that gold has.
    pub precision: Proportion,
}

/// Agreement on the scores of a criterion.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreFigures {
    /// Which criterion.
    pub criterion: Criterion,
    /// Gold by verdict, from 0 to 4.
    pub table: Table,
    /// By the distance.
    pub linear: Coefficient,
    /// By its square.
    pub quadratic: Coefficient,
}

/// How well verdicts agree with gold.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Gold by verdict: A, B, tie, both unacceptable.
    pub outcomes: Table,
    /// Are there enough for more than counts?
    pub enough: bool,
    /// The same outcome as gold.
    pub accuracy: Proportion,
    /// Cohen's kappa over the four outcomes.
    pub kappa: Measured,
    /// Gwet's AC1.
    pub ac1: Measured,
    /// Kappa with all outcomes equally likely.
    pub pabak: Measured,
    /// Where both gold and verdict name a winner, the same one.
    pub decisive: Proportion,
    /// Ties in gold.
    pub gold_ties: Proportion,
    /// Ties in the verdicts.
    pub ties: Proportion,
    /// Of the pairs that gold finds both unacceptable, those that the verdicts do.
    pub unacceptable_recall: Proportion,
    /// Of those that the verdicts find both unacceptable, those that gold does.
    pub unacceptable_precision: Proportion,
    /// Agreement on strengths.
    pub strength: StrengthFigures,
    /// Of each gate; empty where the verdicts have none.
    pub gates: Vec<GateFigures>,
    /// Of each criterion; empty where the verdicts have no scores.
    pub scores: Vec<ScoreFigures>,
}

/// The counts that coefficients are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tallies {
    outcomes: Table,
    strengths: Table,
}

impl Default for Tallies {
    fn default() -> Self {
        Self {
            outcomes: Table::new(Outcome::ALL.len()),
            strengths: Table::new(5),
        }
    }
}

impl Tallies {
    pub(super) fn add(&mut self, case: &Case<'_>, times: u64) {
        if let (Some(gold), Some(said)) = (case.gold.outcome, case.verdict.outcome) {
            self.outcomes.add(place(gold), place(said), times);
            let levels = (
                strength_level(gold, case.gold.strength),
                strength_level(said, case.verdict.strength),
            );
            if let (Some(gold), Some(said)) = levels {
                self.strengths.add(gold, said, times);
            }
        }
    }
}

/// Where an outcome stands in a table.
pub(super) fn place(outcome: Outcome) -> usize {
    let known = Outcome::ALL.iter().position(|&one| one == outcome);
    known.unwrap_or_default()
}

/// Where a judgment stands on the scale of strengths; nowhere without a strength, and where neither is acceptable.
fn strength_level(outcome: Outcome, strength: Option<Strength>) -> Option<usize> {
    let much = match strength {
        Some(Strength::Significantly) => true,
        Some(Strength::Slightly) => false,
        _ if outcome == Outcome::Tie => return Some(2),
        _ => return None,
    };
    match (outcome.winner()?, much) {
        (Side::A, true) => Some(0),
        (Side::A, false) => Some(1),
        (Side::B, false) => Some(3),
        (Side::B, true) => Some(4),
    }
}

/// The figures of some cases; `samples` are the same cases in each sample.
pub(super) fn of<'c, 'g: 'c>(
    cases: impl Iterator<Item = &'c Case<'g>> + Clone,
    samples: impl Iterator<Item = &'c Tallies> + Clone,
    options: JudgeOptions,
) -> Figures {
    let mut all = Tallies::default();
    for case in cases.clone() {
        all.add(case, 1);
    }
    let measured = |of: &dyn Fn(&Tallies) -> Coefficient| {
        let values: Vec<Option<f64>> = samples
            .clone()
            .map(|sample| of(sample).ok().map(|value| value.to_f64()))
            .collect();
        let undefined = values.iter().filter(|value| value.is_none()).count();
        let interval = intervals(options).interval(values).map(|found| Interval {
            low: found.low,
            high: found.high,
        });
        Measured {
            value: of(&all),
            interval,
            undefined,
        }
    };
    let rate = |hits: u64, of: u64| Proportion::new(hits, of, options);
    let counts = all.outcomes.counts();
    let [a, b, tie, neither] = [
        Outcome::A,
        Outcome::B,
        Outcome::Tie,
        Outcome::BothUnacceptable,
    ]
    .map(place);
    let total = all.outcomes.total();
    let right = counts[a][a] + counts[b][b];
    Figures {
        enough: total >= options.smallest_slice,
        accuracy: rate(all.outcomes.agreed(), total),
        kappa: measured(&|tallies| tallies.outcomes.kappa(&Weighting::Nominal)),
        ac1: measured(&|tallies| tallies.outcomes.ac1()),
        pabak: measured(&|tallies| tallies.outcomes.pabak()),
        decisive: rate(right, right + counts[a][b] + counts[b][a]),
        gold_ties: rate(all.outcomes.row(tie), total),
        ties: rate(all.outcomes.column(tie), total),
        unacceptable_recall: rate(counts[neither][neither], all.outcomes.row(neither)),
        unacceptable_precision: rate(counts[neither][neither], all.outcomes.column(neither)),
        strength: StrengthFigures {
            nominal: measured(&|tallies| tallies.strengths.kappa(&Weighting::Nominal)),
            linear: measured(&|tallies| tallies.strengths.kappa(&Weighting::Linear)),
            quadratic: measured(&|tallies| tallies.strengths.kappa(&Weighting::Quadratic)),
            table: all.strengths,
        },
        gates: gates(cases.clone(), options),
        scores: scores(cases),
        outcomes: all.outcomes,
    }
}

fn gates<'c, 'g: 'c>(
    cases: impl Iterator<Item = &'c Case<'g>> + Clone,
    options: JudgeOptions,
) -> Vec<GateFigures> {
    let judged = cases.filter_map(|case| Some((case.gold.gates, case.verdict.gates?)));
    if judged.clone().next().is_none() {
        return Vec::new();
    }
    let figures = |&gate: &GateName| {
        let (mut both, mut gold_only, mut verdict_only) = (0, 0, 0);
        for (gold, said) in judged.clone() {
            for (gold, said) in gold.iter().zip(said) {
                let failed = [gold.get(gate), said.get(gate)].map(|one| one == Some(Gate::Fail));
                match failed {
                    [true, true] => both += 1,
                    [true, false] => gold_only += 1,
                    [false, true] => verdict_only += 1,
                    [false, false] => {}
                }
            }
        }
        GateFigures {
            gate,
            recall: Proportion::new(both, both + gold_only, options),
            precision: Proportion::new(both, both + verdict_only, options),
        }
    };
    GateName::ALL.iter().map(figures).collect()
}

fn scores<'c, 'g: 'c>(cases: impl Iterator<Item = &'c Case<'g>> + Clone) -> Vec<ScoreFigures> {
    let scored = cases.filter_map(|case| Some((case.gold.scores, case.verdict.scores?)));
    if scored.clone().next().is_none() {
        return Vec::new();
    }
    let figures = |(index, &criterion): (usize, &Criterion)| {
        let mut table = Table::new(5);
        for (gold, said) in scored.clone() {
            for (gold, said) in gold.iter().zip(said) {
                if let (Some(gold), Some(said)) = (gold.0[index], said.0[index]) {
                    table.add(gold.into(), said.into(), 1);
                }
            }
        }
        ScoreFigures {
            criterion,
            linear: table.kappa(&Weighting::Linear),
            quadratic: table.kappa(&Weighting::Quadratic),
            table,
        }
    };
    Criterion::ALL.iter().enumerate().map(figures).collect()
}
