//! Proving that nothing feasible lies in a region.
//!
//! Two non-negative weights w make every feasible pair's weighted sum at most W, the sum over all resources of the better
//! side. A lot on its worse side costs a known loss. A region holds only pairs of weighted sums above some bound, so that lots
//! with larger losses than what is left are where w wants them, and few remain. For these, all sums are listed, lot by lot;
//! of two sums of which one is nowhere better the other stays, since whatever is then added is added to both. Last, the chain
//! of the divisible things is laid on each sum, and it is computed exactly whether it meets the region.

use std::cmp::Reverse;

use zopa_model::{Rational, UtilityPoint};

use crate::game::Game;
use crate::region::{Region, Weights, floor, weigh};

#[cfg(test)]
mod tests;

/// Why a region is not ruled out.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Something feasible lies in it.
    Met,
    /// The steps ran out.
    OutOfSteps,
}

/// What the check may cost: a step is one resource looked at or one sum kept. With long numbers these count several times.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// For one region.
    pub(crate) each: usize,
    /// For all that are left.
    pub(crate) left: usize,
}

impl Steps {
    /// Begins a region.
    fn begin(&self) -> usize {
        self.each.min(self.left)
    }

    /// Takes steps from both `mine`, one region's, and the whole.
    fn take(&mut self, mine: &mut usize, steps: usize) -> Result<(), Failure> {
        let enough = steps <= *mine;
        *mine = mine.saturating_sub(steps);
        self.left = self.left.saturating_sub(steps);
        if enough {
            Ok(())
        } else {
            Err(Failure::OutOfSteps)
        }
    }
}

/// A game, and all its sums of lots once they have been asked for.
pub(crate) struct Prover {
    game: Game,
    sums: Option<Result<Vec<UtilityPoint>, Failure>>,
}

impl Prover {
    pub(crate) fn new(game: Game) -> Self {
        Self { game, sums: None }
    }

    /// Proves that nothing feasible lies in a region: by weights; without them, or where they do not do in the steps allowed,
    /// by all sums.
    pub(crate) fn rule_out(
        &mut self,
        region: &Region,
        weights: Option<&Weights>,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        if let Some(weights) = weights {
            let found = self.game.refute(region, weights, steps);
            if !matches!(found, Err(Failure::OutOfSteps)) {
                return found;
            }
        }
        let sums = self.sums.get_or_insert_with(|| self.game.all_sums(steps));
        let sums = sums.as_ref().map_err(Clone::clone)?;
        self.game
            .refute_sums(region, sums, &mut steps.begin(), steps)
    }
}

impl Game {
    /// Proves by weights that nothing feasible lies in a region.
    pub(crate) fn refute(
        &self,
        region: &Region,
        weights: &Weights,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        let mut mine = steps.begin();
        let price = price(&weigh(weights, &self.highest()));
        steps.take(
            &mut mine,
            price.saturating_mul(self.lots.len() + self.chain.len()),
        )?;
        // the most that the chain adds to a weighted sum is at one of its corners
        let bonus = self
            .chain
            .iter()
            .map(|corner| weigh(weights, corner))
            .max()
            .unwrap_or(Rational::ZERO);
        let sum = |point: &UtilityPoint| weigh(weights, point) + &bonus;
        let mut best = self.start.clone();
        let mut moves = Vec::with_capacity(self.lots.len());
        for lot in &self.lots {
            let lead = weigh(weights, lot);
            if lead.is_positive() {
                best = best.plus(lot);
                moves.push((lead, UtilityPoint::new(-lot.a(), -lot.b())));
            } else {
                moves.push((-lead, lot.clone()));
            }
        }
        let most = sum(&best);
        moves.retain(|(loss, _)| region.admits(weights, &(&most - loss)));
        moves.sort_by_cached_key(|(loss, step)| Reverse((loss.clone(), step.a().abs())));
        let ahead = self.gains_ahead(&moves);
        let mut sums = vec![best];
        let keep = |sums: &mut Vec<UtilityPoint>, ahead: &UtilityPoint| {
            sums.retain(|point| {
                region.admits(weights, &sum(point)) && region.within_reach(&point.plus(ahead))
            });
        };
        keep(&mut sums, &ahead[0]);
        let level = moves.partition_point(|(loss, _)| loss.is_positive());
        for (index, (_, step)) in moves.iter().enumerate() {
            if index == level && self.chain.len() == 1 {
                let grid = grid(&moves[level..]);
                sums.retain(|point| region.meets_lattice(point, &grid));
            }
            if sums.is_empty() {
                return Ok(());
            }
            add_lot(&mut sums, step);
            keep(&mut sums, &ahead[index + 1]);
            steps.take(&mut mine, price.saturating_mul(sums.len() + 1))?;
        }
        self.refute_sums(region, &sums, &mut mine, steps)
    }

    /// Proves without weights, from all sums of lots that no other sum is at least as good as, that nothing lies in a region.
    fn refute_sums(
        &self,
        region: &Region,
        sums: &[UtilityPoint],
        mine: &mut usize,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        let price = price(&self.highest().sum());
        for sum in sums {
            steps.take(mine, price.saturating_mul(self.chain.len()))?;
            let alone = self.chain.len() == 1;
            let stretches = self
                .chain
                .windows(2)
                .map(|ends| (sum.plus(&ends[0]), ends[1].minus(&ends[0])));
            let point = alone.then(|| (sum.clone(), sum.minus(sum)));
            if stretches
                .chain(point)
                .any(|(from, step)| region.meets(&from, &step))
            {
                return Err(Failure::Met);
            }
        }
        Ok(())
    }

    /// All sums of lots that no other sum is at least as good as.
    fn all_sums(&self, steps: &mut Steps) -> Result<Vec<UtilityPoint>, Failure> {
        let mut mine = steps.begin();
        let price = price(&self.highest().sum());
        let mut sums = vec![self.start.clone()];
        for lot in &self.lots {
            add_lot(&mut sums, lot);
            steps.take(&mut mine, price.saturating_mul(sums.len()))?;
        }
        Ok(sums)
    }

    /// By how many moves are behind: the most that the others and the chain can still add to each party's utility.
    fn gains_ahead(&self, moves: &[(Rational, UtilityPoint)]) -> Vec<UtilityPoint> {
        let gain = |step: &UtilityPoint| {
            UtilityPoint(
                step.0
                    .each_ref()
                    .map(|value| value.clone().max(Rational::ZERO)),
            )
        };
        let mut ahead = vec![gain(&self.chain[self.chain.len() - 1])];
        for (_, step) in moves.iter().rev() {
            ahead.push(ahead[ahead.len() - 1].plus(&gain(step)));
        }
        ahead.reverse();
        ahead
    }
}

/// How many steps of short numbers one with such numbers costs: arithmetic takes about the square of their length.
fn price(number: &Rational) -> usize {
    match number.small_parts() {
        Some(_) => 1,
        None => {
            let parts = [number.numerator(), number.denominator()];
            let digits: usize = parts.iter().map(|part| part.to_string().len()).sum();
            1 + (digits / 32).saturating_pow(2)
        }
    }
}

/// Lists each sum with the lot and without it, by falling utility of A, and drops those that another one is at least as good as.
fn add_lot(sums: &mut Vec<UtilityPoint>, step: &UtilityPoint) {
    let with: Vec<UtilityPoint> = sums.iter().map(|point| point.plus(step)).collect();
    sums.extend(with);
    sums.sort_by(|p, q| q.cmp(p));
    let mut highest: Option<Rational> = None;
    sums.retain(|point| {
        let kept = highest.as_ref().is_none_or(|highest| point.b() > highest);
        if kept {
            highest = Some(point.b().clone());
        }
        kept
    });
}

/// The smallest step of which every move without loss is a multiple: such moves all lie along one line.
fn grid(moves: &[(Rational, UtilityPoint)]) -> UtilityPoint {
    let mut unit = Rational::ZERO;
    for (_, step) in moves {
        let mut rest = step.a().abs();
        while !rest.is_zero() {
            let left = &unit - &(floor(&(&unit / &rest)) * &rest);
            unit = std::mem::replace(&mut rest, left);
        }
    }
    let (_, first) = &moves[0];
    let ratio = first.b() / first.a();
    UtilityPoint::new(unit.clone(), unit * ratio)
}
