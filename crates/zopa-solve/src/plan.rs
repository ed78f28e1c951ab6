//! A game brought into its simplest form: a constant, indivisible lots, and one concave chain.
//!
//! Each issue's dominated options are dropped first. An option dominated within its issue never belongs to an efficient
//! agreement that the dominating option would not improve, since issues add up. What is left of an issue is
//! - one option: it adds to the constant;
//! - several options, by rising utility of A (so falling utility of B): a [`Lot`];
//! - a segment along which A gains and B loses: part of an [`Edge`] of the chain.
//!
//! The constant holds B's best option of every issue, so that all that remains to decide is what passes to A.
//!
//! `k` identical lots of two options are merged as lots of 1, 2, 4, ... and the rest of them: the same sums are
//! attainable, in log2(k) merges instead of k.

use std::collections::BTreeMap;

use dashu_int::ops::{Abs, Gcd};
use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational, UtilityPoint};

use crate::coordinate::Width;
use crate::game::{Choice, Game, Issue};

/// A pair of integers, A's first.
pub(crate) type Pair = [Integer; PARTIES];

/// The game in its simplest form. "Scaled" numbers are utilities times [`Plan::scale`].
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The common denominator of every utility in the game.
    pub(crate) scale: Rational,
    /// The scaled sum of every issue's option that is best for B.
    pub(crate) base: UtilityPoint,
    /// Per party, the greatest common divisor of the lots' scaled steps; lots count in these units.
    pub(crate) unit: UtilityPoint,
    /// The choice on issues that have one undominated option.
    fixed: Vec<Option<Choice>>,
    /// Identical issues, decided together.
    groups: Vec<Group>,
    /// What is to be merged, smallest first.
    pub(crate) lots: Vec<Lot>,
    /// The continuous issues by rising ratio of B's loss to A's gain; equal ratios are one edge.
    pub(crate) edges: Vec<Edge>,
}

/// Identical finite issues.
#[derive(Clone, Debug)]
struct Group {
    /// Their indices in the game.
    members: Vec<usize>,
    /// The undominated options, by rising utility of A.
    options: Vec<usize>,
}

/// A decision that cannot be divided.
#[derive(Clone, Debug)]
pub(crate) struct Lot {
    group: usize,
    /// How many members of the group it moves together.
    size: usize,
    /// What each option but the first adds to the first, in units: A's gain (above 0) and B's (below 0), rising.
    pub(crate) steps: Vec<Pair>,
}

/// Continuous issues of equal ratio.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// A's scaled gain when all of it passes to A, above 0.
    pub(crate) gain: Rational,
    /// B's scaled loss then, above 0.
    pub(crate) loss: Rational,
    members: Vec<EdgeMember>,
}

#[derive(Clone, Debug)]
struct EdgeMember {
    issue: usize,
    gain: Rational,
    /// Is the segment's second end the one that is best for A?
    rising: bool,
}

impl Plan {
    pub(crate) fn of(game: &Game) -> Self {
        let scale = common_denominator(game);
        let mut base = scaled(&game.base, &scale);
        let mut fixed = vec![None; game.issues.len()];
        let mut lots: BTreeMap<Vec<Pair>, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        let mut several = Vec::new();
        let mut segments = Vec::new();
        for (index, issue) in game.issues.iter().enumerate() {
            match issue {
                Issue::Options(options) => {
                    let kept = undominated(options);
                    let pairs: Vec<Pair> = kept
                        .iter()
                        .map(|&option| scaled(&options[option], &scale))
                        .collect();
                    base = plus(&base, &pairs[0]);
                    let steps: Vec<Pair> = pairs[1..]
                        .iter()
                        .map(|pair| minus(pair, &pairs[0]))
                        .collect();
                    match steps.len() {
                        0 => fixed[index] = Some(Choice::Option(kept[0])),
                        1 => {
                            // Equal steps may come from differently ordered options: these stay apart.
                            let group = lots
                                .entry(steps)
                                .or_insert_with(|| (Vec::new(), kept.clone()));
                            if group.1 == kept {
                                group.0.push(index);
                            } else {
                                let steps = minus(&pairs[1], &pairs[0]);
                                several.push((vec![steps], vec![index], kept));
                            }
                        }
                        _ => several.push((steps, vec![index], kept)),
                    }
                }
                Issue::Segment([from, to]) => {
                    let (from, to) = (scaled(from, &scale), scaled(to, &scale));
                    if covers(&from, &to) {
                        base = plus(&base, &from);
                        fixed[index] = Some(Choice::Mix(Rational::ZERO));
                    } else if covers(&to, &from) {
                        base = plus(&base, &to);
                        fixed[index] = Some(Choice::Mix(Rational::ONE));
                    } else {
                        let rising = from[0] < to[0];
                        let (start, end) = if rising { (from, to) } else { (to, from) };
                        let [gain, loss] = minus(&end, &start).map(Abs::abs);
                        base = plus(&base, &start);
                        segments.push((gain, loss, index, rising));
                    }
                }
            }
        }
        let all = lots
            .into_iter()
            .map(|(steps, (members, options))| (steps, members, options))
            .chain(several);
        let (groups, lots, unit) = make_lots(all);
        let rational = |pair: Pair| UtilityPoint(pair.map(Rational::from));
        Self {
            scale: Rational::from(scale),
            base: rational(base),
            unit: rational(unit),
            fixed,
            groups,
            lots,
            edges: make_edges(segments),
        }
    }

    /// The width that the lots' sums need.
    pub(crate) fn width(&self) -> Width {
        let mut bound = Integer::ZERO;
        for party in 0..PARTIES {
            let most = |lot: &Lot| lot.steps.iter().map(|step| step[party].clone().abs()).max();
            let sum = self
                .lots
                .iter()
                .filter_map(most)
                .fold(Integer::ZERO, |sum, step| sum + step);
            bound = bound.max(sum);
        }
        Width::for_bound(&bound)
    }

    /// The agreement that takes these steps (0 for a lot's first option; in the order of [`Plan::lots`]), moves the edges
    /// before `edge` to A whole, and of that edge as much as gains A the scaled amount `gain`.
    pub(crate) fn agreement(&self, steps: &[usize], edge: usize, gain: &Rational) -> Vec<Choice> {
        let mut choices = self.fixed.clone();
        let mut moved = vec![0; self.groups.len()];
        for (lot, &step) in self.lots.iter().zip(steps) {
            moved[lot.group] += lot.size * step;
        }
        for (group, &moved) in self.groups.iter().zip(&moved) {
            for (place, &member) in group.members.iter().enumerate() {
                let step = if group.members.len() == 1 {
                    moved
                } else {
                    usize::from(place < moved)
                };
                choices[member] = Some(Choice::Option(group.options[step]));
            }
        }
        for (index, this) in self.edges.iter().enumerate() {
            let mut left = match index.cmp(&edge) {
                std::cmp::Ordering::Less => this.gain.clone(),
                std::cmp::Ordering::Equal => gain.clone(),
                std::cmp::Ordering::Greater => Rational::ZERO,
            };
            // One member after the other, so that at most one issue of the whole agreement is split.
            for member in &this.members {
                let part = (&left).min(&member.gain).clone();
                left = left - &part;
                let share = part / &member.gain;
                let share = if member.rising {
                    share
                } else {
                    Rational::ONE - share
                };
                choices[member.issue] = Some(Choice::Mix(share));
            }
        }
        choices
            .into_iter()
            .map(|choice| choice.expect("every issue is fixed, in a group or on an edge"))
            .collect()
    }
}

/// The least common multiple of the denominators of all utilities.
fn common_denominator(game: &Game) -> Integer {
    let mut common = Integer::ONE;
    let mut include = |pair: &UtilityPoint| {
        for value in &pair.0 {
            let denominator = value.denominator();
            if &common % &denominator != Integer::ZERO {
                let divisor = Integer::from((&common).gcd(&denominator));
                common = &common / divisor * denominator;
            }
        }
    };
    include(&game.base);
    for issue in &game.issues {
        match issue {
            Issue::Options(options) => options.iter().for_each(&mut include),
            Issue::Segment(ends) => ends.iter().for_each(&mut include),
        }
    }
    common
}

fn scaled(pair: &UtilityPoint, scale: &Integer) -> Pair {
    pair.0
        .each_ref()
        .map(|value| value.numerator() * (scale / value.denominator()))
}

fn plus(a: &Pair, b: &Pair) -> Pair {
    [&a[0] + &b[0], &a[1] + &b[1]]
}

fn minus(a: &Pair, b: &Pair) -> Pair {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

fn covers(a: &Pair, b: &Pair) -> bool {
    a[0] >= b[0] && a[1] >= b[1]
}

/// The indices of the undominated options by rising utility of A; of equal ones the first.
///
/// # Panics
/// If there is no option.
fn undominated(options: &[UtilityPoint]) -> Vec<usize> {
    assert!(!options.is_empty(), "an issue has an option");
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by(|&i, &j| options[j].cmp(&options[i]));
    let mut kept: Vec<usize> = Vec::new();
    for index in order {
        if kept
            .last()
            .is_none_or(|&last| options[index].b() > options[last].b())
        {
            kept.push(index);
        }
    }
    kept.reverse();
    kept
}

/// (steps, members, options) of each group, to groups, lots in units by rising size, and the units.
fn make_lots(
    all: impl Iterator<Item = (Vec<Pair>, Vec<usize>, Vec<usize>)>,
) -> (Vec<Group>, Vec<Lot>, Pair) {
    let (mut groups, mut lots) = (Vec::new(), Vec::new());
    for (steps, members, options) in all {
        let mut left = members.len();
        let mut size = 1;
        while left > 0 {
            let taken = size.min(left);
            let factor = Integer::from(taken);
            let steps = steps
                .iter()
                .map(|step| step.each_ref().map(|value| value * &factor))
                .collect();
            lots.push(Lot {
                group: groups.len(),
                size: taken,
                steps,
            });
            left -= taken;
            size *= 2;
        }
        groups.push(Group { members, options });
    }
    let mut unit = [Integer::ONE, Integer::ONE];
    for (party, unit) in unit.iter_mut().enumerate() {
        let values = lots
            .iter()
            .flat_map(|lot: &Lot| lot.steps.iter().map(|step| &step[party]));
        let divisor = values.fold(Integer::ZERO, |divisor, value| {
            if divisor == Integer::ZERO {
                value.clone().abs()
            } else {
                Integer::from(divisor.gcd(value))
            }
        });
        if divisor != Integer::ZERO {
            *unit = divisor;
        }
    }
    for lot in &mut lots {
        for step in &mut lot.steps {
            for (value, unit) in step.iter_mut().zip(&unit) {
                *value = &*value / unit;
            }
        }
    }
    // Small lots first keeps the lists short for longest.
    lots.sort_by_cached_key(|lot| lot.steps.last().map(|step| &step[0] - &step[1]));
    (groups, lots, unit)
}

/// (gain, loss, issue, rising) of each segment, to edges by rising loss/gain.
fn make_edges(mut segments: Vec<(Integer, Integer, usize, bool)>) -> Vec<Edge> {
    segments.sort_by(|x, y| (&x.1 * &y.0).cmp(&(&y.1 * &x.0)));
    let mut edges: Vec<Edge> = Vec::new();
    for (gain, loss, issue, rising) in segments {
        let (gain, loss) = (Rational::from(gain), Rational::from(loss));
        let member = EdgeMember {
            issue,
            gain: gain.clone(),
            rising,
        };
        match edges
            .last_mut()
            .filter(|edge| &edge.loss * &gain == &loss * &edge.gain)
        {
            Some(edge) => {
                edge.gain += gain;
                edge.loss += loss;
                edge.members.push(member);
            }
            None => edges.push(Edge {
                gain,
                loss,
                members: vec![member],
            }),
        }
    }
    edges
}
