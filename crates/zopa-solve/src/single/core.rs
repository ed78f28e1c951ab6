//! The core: the changes of the root that a better pair can contain.
//!
//! Every change of one issue loses something on the supporting line, or nothing. The losses of an agreement's changes add up,
//! and a better pair loses no more than [`Region::most_loss`](super::region::Region::most_loss): issues whose cheapest change
//! costs more are fixed. (E. Balas, E. Zemel, "An algorithm for large zero-one knapsack problems", Operations Research 28,
//! 1980. For the product of gains the core is smaller still, since the product is flat along the frontier at its maximum.)

use zopa_model::PARTIES;

use super::line::index;
use super::number::Number;
use super::problem::{Assignment, Pair, Problem, dot, minus};
use super::region::{Line, Slope, Slopes};
use super::search::Change;

/// One change of an issue.
#[derive(Clone, Debug)]
pub(super) struct Move<T> {
    /// What it adds to the gains.
    pub(super) step: Pair<T>,
    /// What it loses on the line, at least 0.
    pub(super) loss: T,
    pub(super) change: Change,
}

/// An issue with its changes, one of which can be made.
#[derive(Clone, Debug)]
pub(super) struct Item<T> {
    pub(super) moves: Vec<Move<T>>,
}

impl<T: Number> Item<T> {
    /// The change that loses least for what it moves, as (loss, what it moves).
    fn rate(&self, line: &Line<T>) -> (T, T) {
        let swing = |change: &Move<T>| {
            let [a, b] = &change.step;
            line.weights[0].clone() * a.magnitude() + line.weights[1].clone() * b.magnitude()
        };
        self.moves
            .iter()
            .map(|change| (change.loss.clone(), swing(change)))
            .min_by(|x, y| x.0.times(&y.1).cmp(&y.0.times(&x.1)))
            .expect("an item has a change")
    }
}

/// The lots off the line that lose at most `slack` when they change hands.
pub(super) fn near_lots<T: Number>(lots: &[(T, T)], line: &Line<T>, slack: &T) -> Vec<u32> {
    let [a, b] = &line.weights;
    let mut near = T::near(lots, &line.weights, slack);
    near.retain(|&issue| {
        let (gain, loss) = &lots[index(issue)];
        a.clone() * gain.clone() != b.clone() * loss.clone()
    });
    near
}

/// These lots' changes.
pub(super) fn lot_items<'a, T: Number>(
    problem: &'a Problem<'_, T>,
    root: &'a Assignment,
    line: &'a Line<T>,
    lots: &'a [u32],
) -> impl Iterator<Item = Item<T>> + 'a {
    lots.iter().map(move |&issue| {
        let (gain, loss) = &problem.lots[index(issue)];
        let to_a = !root.to_a[index(issue)];
        let step = if to_a {
            [gain.clone(), -loss.clone()]
        } else {
            [-gain.clone(), loss.clone()]
        };
        let option = u32::from(to_a);
        let moves = vec![Move {
            loss: dot(&line.weights, &step).magnitude(),
            step,
            change: Change { issue, option },
        }];
        Item { moves }
    })
}

/// The changes of tables that lose at most `slack`.
pub(super) fn table_items<T: Number>(
    problem: &Problem<'_, T>,
    root: &Assignment,
    line: &Line<T>,
    slack: &T,
) -> Vec<Item<T>> {
    let number = |number: usize| u32::try_from(number).expect("the number of issues was checked");
    let mut items = Vec::new();
    for (table, options) in problem.tables.iter().enumerate() {
        let now = &options[root.options[table]];
        let worth = dot(&line.weights, now);
        let others = (0..options.len()).filter(|&option| option != root.options[table]);
        let moves: Vec<Move<T>> = others
            .map(|option| Move {
                step: minus(&options[option], now),
                loss: worth.clone() - dot(&line.weights, &options[option]),
                change: Change {
                    issue: number(problem.lots.len() + table),
                    option: number(option),
                },
            })
            .filter(|change| change.loss <= *slack)
            .collect();
        if !moves.is_empty() {
            items.push(Item { moves });
        }
    }
    items
}

/// Drops what loses more than `slack`.
pub(super) fn refine<T: Number>(items: &mut Vec<Item<T>>, slack: &T) {
    for item in items.iter_mut() {
        item.moves.retain(|change| change.loss <= *slack);
    }
    items.retain(|item| !item.moves.is_empty());
}

/// Puts the `first` items that lose least for what they move to the front, in that order.
pub(super) fn order<T: Number>(items: &mut Vec<Item<T>>, first: usize, line: &Line<T>) {
    let mut rated: Vec<((T, T), Item<T>)> = items
        .drain(..)
        .map(|item| (item.rate(line), item))
        .collect();
    let by_rate = |x: &((T, T), Item<T>), y: &((T, T), Item<T>)| {
        let ((loss, swing), (other_loss, other_swing)) = (&x.0, &y.0);
        loss.times(other_swing)
            .cmp(&other_loss.times(swing))
            .then_with(|| x.1.moves[0].change.issue.cmp(&y.1.moves[0].change.issue))
    };
    if first < rated.len() {
        rated.select_nth_unstable_by(first, by_rate);
    }
    let end = first.min(rated.len());
    rated[..end].sort_unstable_by(by_rate);
    items.extend(rated.into_iter().map(|(_, item)| item));
}

/// For each place in the order: how the gains can still move when the items before it are decided. `beyond` is how they can
/// move when all are.
pub(super) fn slopes<T: Number>(items: &[Item<T>], beyond: &Slopes<T>) -> Vec<Slopes<T>> {
    let mut ahead = beyond.clone();
    let mut all = vec![ahead.clone()];
    for item in items.iter().rev() {
        for (party, slope) in ahead.iter_mut().enumerate() {
            let other = PARTIES - 1 - party;
            let mut most = T::of(0);
            for change in item
                .moves
                .iter()
                .filter(|change| change.step[party].is_positive())
            {
                let (gain, loss) = (change.step[party].clone(), -change.step[other].clone());
                most = most.max(gain.clone());
                match slope {
                    Some(known)
                        if known.gain.clone() * loss.clone()
                            >= gain.clone() * known.loss.clone() => {}
                    Some(known) => (known.gain, known.loss) = (gain, loss),
                    None => {
                        *slope = Some(Slope {
                            gain,
                            loss,
                            reach: T::of(0),
                        });
                    }
                }
            }
            if let Some(slope) = slope {
                slope.reach = slope.reach.clone() + most;
            }
        }
        all.push(ahead.clone());
    }
    all.reverse();
    all
}
