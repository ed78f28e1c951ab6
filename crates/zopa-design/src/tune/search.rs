//! Finding small moves that reach targets: descent, trimming, and a proof by trying everything that is smaller.

use std::collections::BTreeMap;

use zopa::Options;
use zopa_model::Rational;

use super::space::{Move, Space};
use super::target::{Target, View};

/// So many of the most promising directions are followed further.
const FOLLOWED: usize = 6;

/// Descents end after so many moves; each brings the scenario nearer.
const MOVES: usize = 60;

pub(crate) struct Search<'s> {
    pub(crate) space: Space<'s>,
    pub(crate) targets: &'s [Target],
    pub(crate) options: &'s Options<'s>,
    known: BTreeMap<Move, Option<Rational>>,
    /// The analyses that may still be made.
    pub(crate) left: usize,
    /// The nearest that any move came, and that move.
    pub(crate) nearest: Option<(Rational, Move)>,
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        space: Space<'s>,
        targets: &'s [Target],
        options: &'s Options<'s>,
        effort: usize,
    ) -> Self {
        Self {
            space,
            targets,
            options,
            known: BTreeMap::new(),
            left: effort,
            nearest: None,
        }
    }

    /// Is the effort spent, or the time over?
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0 || self.is_late()
    }

    /// Is the time over?
    pub(crate) fn is_late(&self) -> bool {
        self.options.budget.stop.is_some_and(|stop| stop())
    }

    pub(crate) fn still(&self) -> Move {
        vec![0; self.space.numbers.len()]
    }

    /// How far a move leaves the scenario from all targets; `None` where it cannot be analysed, or the effort is spent.
    pub(crate) fn distance(&mut self, by: &Move) -> Option<Rational> {
        if let Some(known) = self.known.get(by) {
            return known.clone();
        }
        if self.is_spent() {
            return None;
        }
        self.left -= 1;
        let scenario = self.space.moved(by);
        let worthless = scenario.raw
            && (0..2).any(|party: usize| {
                let mut weights = scenario.resources.iter();
                weights.all(|resource| resource.weight[party].is_zero())
            });
        let view = if worthless {
            None
        } else {
            View::of(&scenario, self.options, self.targets)
        };
        if view.is_none() && self.is_late() {
            return None;
        }
        let distance = view.map(|view| {
            let each = self.targets.iter().map(|target| target.distance(&view));
            each.sum::<Rational>()
        });
        if let Some(distance) = &distance
            && self
                .nearest
                .as_ref()
                .is_none_or(|(known, _)| distance < known)
        {
            self.nearest = Some((distance.clone(), by.clone()));
        }
        self.known.insert(by.clone(), distance.clone());
        distance
    }

    fn reaches(&mut self, by: &Move) -> bool {
        self.distance(by).is_some_and(|distance| distance.is_zero())
    }

    /// From a move to one that reaches the targets, by the steepest directions.
    pub(crate) fn descend(&mut self, from: Move) -> Option<Move> {
        let directions = self.space.directions();
        let mut at = from;
        for _ in 0..MOVES {
            let distance = self.distance(&at)?;
            if distance.is_zero() {
                return Some(at);
            }
            let mut promising = Vec::new();
            for stride in [1, 3, 10, 30] {
                for direction in &directions {
                    if let Some(rate) = self.rate(&at, &distance, direction, stride) {
                        promising.push((rate, direction, stride));
                    }
                }
                if !promising.is_empty() {
                    break;
                }
            }
            // the steepest first; of equal ones the earlier
            promising.sort_by(|one, other| other.0.cmp(&one.0));
            let mut best: Option<(bool, Rational, Move)> = None;
            for (_, direction, stride) in promising.into_iter().take(FOLLOWED) {
                let Some((found, met)) = self.follow(&at, direction, stride) else {
                    continue;
                };
                let gained = &distance - &self.distance(&found)?;
                let rate = gained / Rational::from(self.paid(&at, &found));
                let better = best
                    .as_ref()
                    .is_none_or(|(known_met, known, _)| (met, &rate) > (*known_met, known));
                if better {
                    best = Some((met, rate, found));
                }
            }
            at = best?.2;
        }
        None
    }

    /// The cost that a further move adds; at least 1, since undoing is as good as free.
    fn paid(&self, from: &Move, to: &Move) -> i64 {
        (Space::cost(to) - Space::cost(from)).max(1)
    }

    fn along(&self, at: &Move, direction: &[(usize, i64)], steps: i64) -> Option<Move> {
        let mut moved = at.clone();
        for &(number, sign) in direction {
            moved[number] += sign * steps;
        }
        self.space.allows(&moved).then_some(moved)
    }

    /// What a direction gains for its cost, if anything.
    fn rate(
        &mut self,
        at: &Move,
        distance: &Rational,
        direction: &[(usize, i64)],
        stride: i64,
    ) -> Option<Rational> {
        let moved = self.along(at, direction, stride)?;
        let gained = distance - &self.distance(&moved)?;
        gained
            .is_positive()
            .then(|| gained / Rational::from(self.paid(at, &moved)))
    }

    /// As far in a direction as it helps, and no further than the targets.
    fn follow(
        &mut self,
        at: &Move,
        direction: &[(usize, i64)],
        stride: i64,
    ) -> Option<(Move, bool)> {
        let mut steps = stride;
        let mut near = self.along(at, direction, steps)?;
        let mut distance = self.distance(&near)?;
        while distance.is_positive() {
            let Some(further) = self.along(at, direction, steps * 2) else {
                break;
            };
            let Some(there) = self.distance(&further) else {
                break;
            };
            if there >= distance {
                break;
            }
            (near, distance, steps) = (further, there, steps * 2);
        }
        if distance.is_positive() {
            return Some((near, false));
        }
        // the fewest steps that are enough
        let mut few = 0;
        while steps - few > 1 {
            let middle = few + (steps - few) / 2;
            match self.along(at, direction, middle) {
                Some(moved) if self.reaches(&moved) => {
                    steps = middle;
                    near = moved;
                }
                _ => few = middle,
            }
        }
        Some((near, true))
    }

    /// A move that reaches the targets, made smaller as long as it goes on reaching them.
    pub(crate) fn trim(&mut self, from: Move) -> Move {
        let directions = self.space.directions();
        let mut at = from;
        loop {
            let mut smaller = None;
            for direction in &directions {
                let mut steps = 1;
                let mut found = None;
                while let Some(moved) = self.along(&at, direction, steps) {
                    if Space::cost(&moved) >= Space::cost(&at) || !self.reaches(&moved) {
                        break;
                    }
                    found = Some(moved);
                    steps += 1;
                }
                let best = smaller.as_ref().map(Space::cost);
                if let Some(moved) = found
                    && best.is_none_or(|best| Space::cost(&moved) < best)
                {
                    smaller = Some(moved);
                }
            }
            match smaller {
                Some(moved) => at = moved,
                None => return at,
            }
        }
    }

    /// Tries every smaller move by rising size, from `least` steps: fewer are known not to be enough. The smallest that reaches the targets, and whether all smaller ones were tried.
    pub(crate) fn prove(&mut self, known: Move, least: i64) -> (Move, bool) {
        let most = Space::cost(&known);
        for size in least..most {
            let mut found = None;
            let mut by = self.still();
            let done = self.each(0, size, &mut by, &mut found);
            if let Some(found) = found {
                return (found, true);
            }
            if !done {
                return (known, false);
            }
        }
        (known, true)
    }

    /// Tries every move of exactly this size that agrees with `by` on the numbers before `next`; `false` where the effort is spent.
    fn each(&mut self, next: usize, size: i64, by: &mut Move, found: &mut Option<Move>) -> bool {
        if found.is_some() {
            return true;
        }
        if next == by.len() {
            if size == 0 && self.space.allows(by) {
                if self.reaches(by) {
                    *found = Some(by.clone());
                } else if self.is_spent() {
                    return false;
                }
            }
            return true;
        }
        // What is out of balance must be made good by what is left.
        if self.space.imbalance(by, next) > size {
            return true;
        }
        let [low, high] = self.space.numbers[next].range;
        for steps in -size.min(-low)..=size.min(high) {
            by[next] = steps;
            if !self.each(next + 1, size - steps.abs(), by, found) {
                by[next] = 0;
                return false;
            }
        }
        by[next] = 0;
        true
    }
}
