//! One search: relaxation, root, core, states.

use super::aim::{Aim, Best};
use super::core::{Item, lot_items, near_lots, order, refine, table_items};
use super::lattice::Lattice;
use super::line::{OnLine, index};
use super::number::Number;
use super::problem::{Assignment, Pair, Problem, dot, minus, plus, reduced};
use super::region::{Line, Slope};
use super::search::{Change, Meter, Origin, Search};
use super::split::split;
use super::states::explore;
use crate::budget::Budget;

/// Cores up to this size are searched at once; of larger ones first this many items, for a better pair to cut off by.
pub(super) const PROBE: usize = 24;
/// The states that this first search may keep.
pub(super) const PROBE_POINTS: usize = 1 << 14;

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Found<T> {
    /// The best pair, with who has what.
    pub(super) best: Option<(Best<T>, Assignment)>,
    /// A supporting line of everything feasible.
    pub(super) line: Line<T>,
    /// The largest loss on it that a pair as good as the best one, or better, can have; `None`: there is no such pair.
    pub(super) slack: Option<T>,
    /// Is it proven that nothing better exists?
    pub(super) closed: bool,
}

/// A pair that is known before the search, and the line of an earlier one.
#[derive(Clone, Debug)]
pub(super) struct Known<T> {
    pub(super) best: Option<(Best<T>, Assignment)>,
    pub(super) weights: Option<Pair<T>>,
}

impl<T> Known<T> {
    /// Nothing.
    pub(super) fn nothing() -> Self {
        Self {
            best: None,
            weights: None,
        }
    }
}

/// Finds the best pair for an aim.
///
/// Expected time O(n) for the relaxation and the core, plus the search of the core: a handful of items where ratios are spread
/// out; in the worst case exponential, up to the budget.
pub(super) fn run<T: Number>(
    problem: &Problem<'_, T>,
    aim: Aim<T>,
    known: Known<T>,
    meter: &mut Meter<'_>,
) -> Found<T> {
    let weights = known
        .weights
        .or_else(|| level_weights(problem, &aim))
        .unwrap_or_else(|| split_weights(problem, &aim));
    let (mut root, mut gains, level) = root(problem, &weights);
    let line = Line::through(weights, &gains);
    let (best, mut origin) = match known.best {
        Some((best, assignment)) => (Some(best), Some(Origin::Given(assignment))),
        None => (None, None),
    };
    let mut search = Search::new(aim, best, problem.lowest());
    let on_line = OnLine {
        lots: problem.lots,
        members: &level,
        line: &line,
    };
    let before = search.best.as_ref().map(|best| best.gains.clone());
    let settled = on_line.settle(&mut search, gains, &mut root.to_a, meter);
    gains = settled.gains;
    if search
        .best
        .as_ref()
        .is_some_and(|best| Some(&best.gains) != before.as_ref())
    {
        origin = Some(Origin::Root(Vec::new()));
    }
    let mut walk = Walk {
        problem,
        line: &line,
        root: &root,
        gains: &gains,
        level: &level,
        level_closed: settled.closed,
        search: &mut search,
        meter,
        found: None,
    };
    let closed = walk.close();
    if let Some(changes) = walk.found.take() {
        origin = Some(Origin::Root(changes));
    }
    let slack = search.region.most_loss(&line);
    let assignment = |origin| match origin {
        Origin::Given(assignment) => assignment,
        Origin::Root(changes) => changed(root, &changes, problem.lots.len()),
    };
    Found {
        best: search.best.zip(origin.map(assignment)),
        slack,
        line,
        closed,
    }
}

/// The weights of a sum, where its own optimum leaves both a gain of at least 0.
fn level_weights<T: Number>(problem: &Problem<'_, T>, aim: &Aim<T>) -> Option<Pair<T>> {
    let Aim::Sum { weights } = aim else {
        return None;
    };
    let (_, mut gains, level) = root(problem, weights);
    let least_a = gains.clone();
    for &member in &level {
        let (gain, loss) = &problem.lots[index(member)];
        gains = [
            gains[0].clone() + gain.clone(),
            gains[1].clone() - loss.clone(),
        ];
    }
    // From everything level with B to everything level with A: do both gains reach 0 in between?
    (gains[0] >= T::of(0) && least_a[1] >= T::of(0)).then(|| weights.clone())
}

/// The weights of the line along the edge that the relaxed optimum divides.
fn split_weights<T: Number>(problem: &Problem<'_, T>, aim: &Aim<T>) -> Pair<T> {
    let advances = |gains: &Pair<T>, edge: &(T, T)| aim.advances(gains, edge);
    let edge = if problem.tables.is_empty() {
        split(problem.lots, &problem.start, advances)
    } else {
        let mut edges = problem.lots.to_vec();
        problem
            .tables
            .iter()
            .for_each(|table| hull_edges(table, &mut edges));
        split(&edges, &problem.start, advances)
    };
    match edge {
        Some((gain, loss)) => reduced(&[loss, gain]),
        None => [T::of(1), T::of(1)],
    }
}

/// The edges of the concave hull of a table's options (A. M. Andrew's monotone chain, 1979).
pub(super) fn hull_edges<T: Number>(table: &[Pair<T>], edges: &mut Vec<(T, T)>) {
    let mut hull: Vec<&Pair<T>> = Vec::new();
    for option in table {
        while let [.., before, last] = hull.as_slice() {
            let (first, second) = (minus(last, before), minus(option, last));
            // Both steps rise for A and fall for B: a later one that loses no more for its gain makes the corner useless.
            if first[1].clone() * second[0].clone() > second[1].clone() * first[0].clone() {
                break;
            }
            hull.pop();
        }
        hull.push(option);
    }
    for pair in hull.windows(2) {
        let [gain, loss] = minus(pair[1], pair[0]);
        edges.push((gain, -loss));
    }
}

/// The best assignment for the weights, its gains, and the lots that it leaves with B though A may have them as well.
pub(super) fn root<T: Number>(
    problem: &Problem<'_, T>,
    weights: &Pair<T>,
) -> (Assignment, Pair<T>, Vec<u32>) {
    let (to_a, (gain, loss), any_level) = T::divide(problem.lots, weights);
    let level = if any_level {
        T::near(problem.lots, weights, &T::of(0))
    } else {
        Vec::new()
    };
    let mut gains = [
        problem.start[0].clone() + gain,
        problem.start[1].clone() - loss,
    ];
    let mut options = Vec::with_capacity(problem.tables.len());
    for table in problem.tables {
        let mut best = 0;
        for option in 1..table.len() {
            if dot(weights, &table[option]) > dot(weights, &table[best]) {
                best = option;
            }
        }
        gains = plus(&gains, &table[best]);
        options.push(best);
    }
    (Assignment { to_a, options }, gains, level)
}

pub(super) fn changed(root: Assignment, changes: &[Change], lots: usize) -> Assignment {
    let mut assignment = root;
    for change in changes {
        let (issue, option) = (index(change.issue), index(change.option));
        match issue.checked_sub(lots) {
            None => assignment.to_a[issue] = option == 1,
            Some(table) => assignment.options[table] = option,
        }
    }
    assignment
}

/// The search of the core from a root.
struct Walk<'w, 'p, 'm, T: Number> {
    problem: &'w Problem<'p, T>,
    line: &'w Line<T>,
    root: &'w Assignment,
    gains: &'w Pair<T>,
    level: &'w [u32],
    level_closed: bool,
    search: &'w mut Search<T>,
    meter: &'w mut Meter<'m>,
    found: Option<Vec<Change>>,
}

impl<T: Number> Walk<'_, '_, '_, T> {
    /// Searches for better pairs; is it proven at the end that there is none?
    fn close(&mut self) -> bool {
        let Some(slack) = self.search.region.most_loss(self.line) else {
            return true;
        };
        if !self.root_meets() {
            return true;
        }
        let near = near_lots(self.problem.lots, self.line, &slack);
        let mut items = table_items(self.problem, self.root, self.line, &slack);
        if self.level_closed && near.is_empty() && items.is_empty() {
            return true;
        }
        for lots in [self.level, &near] {
            items.extend(lot_items(self.problem, self.root, self.line, lots));
        }
        let lattice = lattice(&items);
        if lattice.excludes(self.search, self.line, self.gains) {
            return true;
        }
        if items.len() > PROBE {
            order(&mut items, PROBE, self.line);
            self.probe(&items[..PROBE]);
            let Some(slack) = self.search.region.most_loss(self.line) else {
                return true;
            };
            refine(&mut items, &slack);
            if self.only_level(&items) || lattice.excludes(self.search, self.line, self.gains) {
                return true;
            }
        }
        let all = items.len();
        order(&mut items, all, self.line);
        self.meter.stopped.is_none() && self.explore(&items, &lattice)
    }

    /// Can the line reach a better pair at all, as far as the parties' extremes allow?
    fn root_meets(&self) -> bool {
        let reach = self.problem.reach(self.gains);
        let [a, b] = &self.line.weights;
        let slopes = [
            Some(Slope {
                gain: b.clone(),
                loss: a.clone(),
                reach: reach[0].clone(),
            }),
            Some(Slope {
                gain: a.clone(),
                loss: b.clone(),
                reach: reach[1].clone(),
            }),
        ];
        self.search.region.meets(self.gains, &slopes)
    }

    /// Is nothing left but lots on the line, of which no arrangement is better?
    fn only_level(&self, items: &[Item<T>]) -> bool {
        items.is_empty()
            || self.level_closed && items.len() == self.level.len() && {
                let on_line = |item: &Item<T>| {
                    let change = &item.moves[0];
                    change.loss == T::of(0) && index(change.change.issue) < self.problem.lots.len()
                };
                items.iter().all(on_line)
            }
    }

    /// Searches a few items with few states, for a better pair.
    fn probe(&mut self, items: &[Item<T>]) {
        let budget = Budget {
            max_points: PROBE_POINTS.min(self.meter.max_points()),
            stop: None,
        };
        let mut meter = Meter::new(&budget);
        let ended = explore(
            items,
            self.gains,
            &[None, None],
            |_| false,
            self.search,
            &mut meter,
        );
        self.found = ended.changes.or(self.found.take());
    }

    fn explore(&mut self, items: &[Item<T>], lattice: &Lattice<T::Wide>) -> bool {
        let done = |search: &Search<T>| lattice.excludes(search, self.line, self.gains);
        let ended = explore(
            items,
            self.gains,
            &[None, None],
            done,
            self.search,
            self.meter,
        );
        self.found = ended.changes.or(self.found.take());
        ended.closed
    }
}

fn lattice<T: Number>(items: &[Item<T>]) -> Lattice<T::Wide> {
    let mut lattice = Lattice::new();
    for change in items.iter().flat_map(|item| &item.moves) {
        lattice.add(change.loss.widen(), change.step[0].widen());
    }
    lattice
}
