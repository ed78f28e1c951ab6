//! Whether anything feasible lies in a region.
//!
//! Two weights above 0 give each pair a weighted sum. No feasible pair has more than W: what there is when each thing is where
//! its weighted worth is larger. A lot on the other side costs a known loss, and the region holds no pair whose sum is too
//! small; so a lot whose loss alone makes it too small stays where it is, and few others remain. The sums of these are listed,
//! lot by lot. Of two sums of which one is nowhere better the other is kept, since whatever is added later is added to both,
//! and a sum is dropped that cannot reach the region any more. Last, the chain of the divisible things is laid on each sum.

use zopa_model::{Rational, UtilityPoint as Point};

use crate::game::Game;
use crate::region::{Region, each, weigh};

#[cfg(test)]
mod tests;

/// How many steps one counts for where numbers are too long for the processor.
const LONG: usize = 50;

impl Game {
    /// Does anything feasible lie in the region? `None` where the steps do not suffice to know: one is a resource looked at or
    /// a sum listed. The weights, both above 0, decide how many it takes, and nothing else.
    pub(crate) fn meets(&self, region: &Region, w: &Point, steps: &mut usize) -> Option<bool> {
        let long = |it: &Point| weigh(w, it).small_parts().is_none();
        let mut is_long = long(&self.start) || long(&region.corner) || self.chain.iter().any(long);
        let (mut best, mut moves) = (self.start.clone(), Vec::with_capacity(self.lots.len()));
        for lot in &self.lots {
            let lead = weigh(w, lot);
            is_long |= lead.small_parts().is_none();
            if lead.is_positive() {
                best = best.plus(lot);
                moves.push((lead, each(lot, |part| -part)));
            } else {
                moves.push((-lead, lot.clone()));
            }
        }
        let price = if is_long { LONG } else { 1 };
        let mut spend = |count: usize| {
            *steps = steps.checked_sub(count * price)?;
            Some(())
        };
        spend(self.lots.len() + self.chain.len())?;
        let bonus = self.chain.iter().map(|corner| weigh(w, corner)).max()?;
        let most = weigh(w, &best) + &bonus;
        moves.sort_by(|p, q| q.0.cmp(&p.0));
        let settled = moves.partition_point(|(loss, _)| !region.reaches(w, &(&most - loss)));
        let moves = &moves[settled..];

        // what the moves that remain, and the chain, can still add to each utility
        let gain = |step: &Point| each(step, |part| part.clone().max(Rational::ZERO));
        let all = moves.iter().map(|(_, step)| step).chain(self.chain.last());
        let mut ahead = all.fold(best.minus(&best), |sum, step| sum.plus(&gain(step)));
        let mut sums = vec![best];
        let level = moves.partition_point(|(loss, _)| loss.is_positive());
        for (index, (_, step)) in moves.iter().enumerate() {
            if index == level && self.chain.len() == 1 {
                // All moves that remain go along one line, by multiples of one step.
                let lengths = moves[index..].iter().map(|(_, step)| step.a().abs());
                let length = lengths.fold(Rational::ZERO, divisor) / step.a();
                let unit = each(step, |part| part * &length);
                sums.retain(|sum| region.meets_grid(sum, &unit));
            }
            sums.retain(|sum| region.holds(&sum.plus(&ahead)));
            sums.retain(|sum| region.reaches(w, &(weigh(w, sum) + &bonus)));
            if sums.is_empty() {
                return Some(false);
            }
            add_lot(&mut sums, step);
            spend(sums.len())?;
            ahead = ahead.minus(&gain(step));
        }
        spend(sums.len() * self.chain.len())?;
        // The chain's last corner is a stretch of one pair.
        let nexts = self.chain.iter().skip(1).chain(self.chain.last());
        let mut stretches = self.chain.iter().zip(nexts);
        let met = |sum: &Point, from, to| region.meets(&sum.plus(from), &sum.plus(to));
        Some(stretches.any(|(from, to)| sums.iter().any(|sum| met(sum, from, to))))
    }
}

/// Lists each sum with the lot and without it, and keeps those that no other one covers.
fn add_lot(sums: &mut Vec<Point>, step: &Point) {
    let with: Vec<Point> = sums.iter().map(|sum| sum.plus(step)).collect();
    sums.extend(with);
    sums.sort_by(|p, q| q.cmp(p));
    // By falling utility of A, so that one is covered that has no more for B than one before.
    let mut most: Option<Rational> = None;
    sums.retain(|sum| {
        let kept = most.as_ref() < Some(sum.b());
        if kept {
            most = Some(sum.b().clone());
        }
        kept
    });
}

/// The largest number of which both are multiples.
fn divisor(p: Rational, q: Rational) -> Rational {
    if q.is_zero() {
        return p;
    }
    let rest = &p - &((&p / &q).floor() * &q);
    divisor(q, rest)
}
