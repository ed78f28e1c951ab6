//! The optimality measures of the program NegMAS, release 0.16: 1 less the distance to a solution, as a part of the largest
//! distance.
//!
//! Its definitions, peculiarities included, on exact numbers and on frontiers with segments. Where they differ from this
//! project's own, `docs/semantics.md` (section 3) says how.
#![expect(
    clippy::float_arithmetic,
    reason = "distances are irrational; each is one root of an exact number"
)]

use zopa_model::{NearestFloat, Rational, UtilityPoint};
use zopa_solve::judge::{squared_distance_to_segment, squared_distance_within};

use crate::analysis::Analysis;
use crate::score::Score;

/// NegMAS's optimality measures, 1 at best. `None` where NegMAS answers NaN: where no efficient pair gives both parties their
/// BATNA, or every allocation is worth the same to both.
#[derive(Clone, Debug, PartialEq)]
pub struct Negmas {
    /// For the nearest efficient pair that gives both their BATNA, in [0, 1].
    pub pareto_optimality: Option<f64>,
    /// For the nearest pair of largest product of gains, in [0, 1].
    pub nash_optimality: Option<f64>,
    /// For the nearest pair of largest smaller gain (which this project calls egalitarian), in [0, 1].
    pub kalai_optimality: Option<f64>,
    /// The same of utilities rather than gains, in [0, 1].
    pub modified_kalai_optimality: Option<f64>,
    /// For the nearest pair of smallest difference of ratios, each party's gain over that at its highest utility of all, in
    /// [0, 1].
    pub ks_optimality: Option<f64>,
    /// The same of utilities rather than gains, in [0, 1].
    pub modified_ks_optimality: Option<f64>,
    /// The sum of utilities over the largest such sum that gives both their BATNA, at least 0; above 1 is possible.
    pub max_welfare_optimality: Option<Rational>,
    /// The largest of the Nash, Kalai and KS optimalities.
    pub fairness: Option<f64>,
}

/// A part of the frontier, by its ends.
type Stroke = [UtilityPoint; 2];

/// The places to which distances are measured.
#[derive(Clone, Debug)]
pub(super) struct Targets {
    /// The square of the largest distance: the diagonal of both parties' ranges.
    square_of_diagonal: Rational,
    /// Does every efficient pair count as every solution?
    all_are_solutions: bool,
    /// By [`Rule::ALL`].
    solutions: [Vec<Stroke>; 5],
    /// The largest sum of utilities; `None` where the ZOPA is empty.
    largest_sum: Option<Rational>,
}

/// What NegMAS optimises.
#[derive(Clone, Copy)]
enum Rule {
    Nash,
    Kalai,
    ModifiedKalai,
    Ks,
    ModifiedKs,
}

impl Rule {
    const ALL: [Self; 5] = [
        Self::Nash,
        Self::Kalai,
        Self::ModifiedKalai,
        Self::Ks,
        Self::ModifiedKs,
    ];
}

/// What gains and ratios are measured from and by.
struct Scale {
    /// The BATNAs, or a party's lowest utility where its BATNA is below that.
    origin: UtilityPoint,
    /// The highest utilities.
    highest: UtilityPoint,
}

impl Scale {
    /// Larger is better.
    fn value(&self, rule: Rule, point: &UtilityPoint) -> Rational {
        let gain = point.minus(&self.origin);
        match rule {
            Rule::Nash => gain.product(),
            Rule::Kalai => gain.smaller().clone(),
            Rule::ModifiedKalai => point.smaller().clone(),
            Rule::Ks | Rule::ModifiedKs => -self.lead(rule, point).abs(),
        }
    }

    /// By how much A's number is above B's, where a rule asks for that to be small.
    fn lead(&self, rule: Rule, point: &UtilityPoint) -> Rational {
        let (top, whole) = match rule {
            Rule::Ks => (point.minus(&self.origin), self.highest.minus(&self.origin)),
            Rule::ModifiedKs => (point.clone(), self.highest.clone()),
            Rule::Nash | Rule::Kalai => (point.minus(&self.origin), one_each()),
            Rule::ModifiedKalai => (point.clone(), one_each()),
        };
        let ratio = |party: usize| {
            let value = &top.0[party];
            value
                .checked_div(&whole.0[party])
                .unwrap_or_else(|| value.clone())
        };
        ratio(0) - ratio(1)
    }

    /// The best part of a stroke: a point, or all of it where it is all alike.
    fn best_of(&self, rule: Rule, stroke: &Stroke) -> (Rational, Stroke) {
        let [from, to] = stroke;
        let (at_from, at_to) = (self.value(rule, from), self.value(rule, to));
        if from == to {
            return (at_from, stroke.clone());
        }
        let along = match rule {
            // ((a + t da)(b + t db))' = a db + b da + 2 t da db, where da db is below 0
            Rule::Nash => {
                let (gain, step) = (from.minus(&self.origin), to.minus(from));
                let slope = gain.a() * step.b() + gain.b() * step.a();
                Some(slope / (step.product() * Rational::from(-2)))
            }
            // where the lead, linear along a stroke, changes its sign
            _ => {
                let (first, last) = (self.lead(rule, from), self.lead(rule, to));
                first.checked_div(&(&first - &last))
            }
        };
        let Some(along) = along else {
            return (at_from, stroke.clone());
        };
        let mut best = (at_from, from.clone());
        let inner = along.is_positive() && along < Rational::ONE;
        let inner = inner.then(|| mixture(from, to, &along));
        let inner = inner.map(|point| (self.value(rule, &point), point));
        for candidate in inner.into_iter().chain([(at_to, to.clone())]) {
            if candidate.0 > best.0 {
                best = candidate;
            }
        }
        let (value, point) = best;
        (value, [point.clone(), point])
    }
}

fn one_each() -> UtilityPoint {
    UtilityPoint::new(Rational::ONE, Rational::ONE)
}

fn mixture(from: &UtilityPoint, to: &UtilityPoint, along: &Rational) -> UtilityPoint {
    let step = to.minus(from);
    from.plus(&UtilityPoint::new(step.a() * along, step.b() * along))
}

impl Targets {
    pub(super) fn of(analysis: &Analysis) -> Self {
        let [lowest, highest] = analysis.scenario.utility_range(analysis.convention);
        let range = highest.minus(&lowest);
        let disagreement = &analysis.disagreement;
        let origin = UtilityPoint::new(
            disagreement.a().max(lowest.a()).clone(),
            disagreement.b().max(lowest.b()).clone(),
        );
        let room = highest.minus(&origin);
        let scale = Scale { origin, highest };
        let all_are_solutions = !room.a().is_positive() || !room.b().is_positive();
        let mut best: [Option<(Rational, Vec<Stroke>)>; 5] = Default::default();
        let mut largest_sum: Option<Rational> = None;
        for stroke in analysis.frontier.within(disagreement) {
            let sum = stroke[0].sum().max(stroke[1].sum());
            if largest_sum.as_ref().is_none_or(|known| sum > *known) {
                largest_sum = Some(sum);
            }
            if all_are_solutions {
                continue;
            }
            for (rule, known) in Rule::ALL.into_iter().zip(&mut best) {
                let (value, part) = scale.best_of(rule, &stroke);
                match known {
                    Some((most, _)) if value < *most => {}
                    Some((most, parts)) if value == *most => parts.push(part),
                    _ => *known = Some((value, vec![part])),
                }
            }
        }
        Self {
            square_of_diagonal: range.a().square() + range.b().square(),
            all_are_solutions,
            solutions: best.map(|known| known.map_or_else(Vec::new, |(_, parts)| parts)),
            largest_sum,
        }
    }

    pub(super) fn measure(&self, analysis: &Analysis, score: &Score) -> Negmas {
        let utility = &score.utility;
        let to_frontier =
            squared_distance_within(&analysis.frontier, &analysis.disagreement, utility);
        let pareto_optimality = self.optimality(to_frontier);
        let [nash, kalai, modified_kalai, ks, modified_ks] =
            self.solutions.each_ref().map(|strokes| {
                if self.all_are_solutions {
                    return pareto_optimality;
                }
                let to = |[from, to]: &Stroke| squared_distance_to_segment([from, to], utility);
                self.optimality(strokes.iter().map(to).min())
            });
        Negmas {
            pareto_optimality,
            nash_optimality: nash,
            kalai_optimality: kalai,
            modified_kalai_optimality: modified_kalai,
            ks_optimality: ks,
            modified_ks_optimality: modified_ks,
            max_welfare_optimality: self
                .largest_sum
                .as_ref()
                .and_then(|most| utility.sum().checked_div(most))
                .map(|ratio| ratio.max(Rational::ZERO)),
            fairness: [nash, kalai, ks].into_iter().flatten().reduce(f64::max),
        }
    }

    fn optimality(&self, squared_distance: Option<Rational>) -> Option<f64> {
        let part = squared_distance?.checked_div(&self.square_of_diagonal)?;
        Some((1.0 - part.sqrt_to_f64()).max(0.0))
    }
}
