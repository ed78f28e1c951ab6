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
//! `k` lots of two options with equal steps are merged as lots of 1, 2, 4, ... and the rest of them: the same sums are
//! attainable, in log2(k) merges instead of k.

use std::collections::BTreeMap;

use dashu_int::ops::{Abs, Gcd};
use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational, UtilityPoint};

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
    /// Issues that are decided together.
    groups: Vec<Group>,
    /// The most that A can gain and B can lose by the lots, in units.
    pub(crate) bounds: Pair,
    /// What is to be merged, smallest first.
    pub(crate) lots: Vec<Lot>,
    /// The continuous issues by rising ratio of B's loss to A's gain; equal ratios are one edge.
    pub(crate) edges: Vec<Edge>,
}

/// Finite issues that add the same steps.
#[derive(Clone, Debug)]
struct Group {
    members: Vec<Member>,
}

/// A finite issue with several undominated options.
#[derive(Clone, Debug)]
struct Member {
    /// Its index in the game.
    issue: usize,
    /// Its undominated options, by rising utility of A.
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
    /// A's scaled gain when all of it passes to A, and B's scaled loss; both above 0.
    pub(crate) steps: Pair,
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
        let mut by_steps: BTreeMap<Vec<Pair>, Vec<Member>> = BTreeMap::new();
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
                    if steps.is_empty() {
                        fixed[index] = Some(Choice::Option(kept[0]));
                    } else {
                        let member = Member {
                            issue: index,
                            options: kept,
                        };
                        by_steps.entry(steps).or_default().push(member);
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
        let (groups, lots, unit) = make_lots(by_steps);
        let rational = |pair: Pair| UtilityPoint(pair.map(Rational::from));
        Self {
            scale: Rational::from(scale),
            base: rational(base),
            unit: rational(unit),
            fixed,
            groups,
            bounds: bounds(&lots),
            lots,
            edges: make_edges(segments),
        }
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
            let alone = group.members.len() == 1;
            for (place, member) in group.members.iter().enumerate() {
                let step = if alone {
                    moved
                } else {
                    usize::from(place < moved)
                };
                choices[member.issue] = Some(Choice::Option(member.options[step]));
            }
        }
        for (index, this) in self.edges.iter().enumerate() {
            let mut left = match index.cmp(&edge) {
                std::cmp::Ordering::Less => Rational::from(this.steps[0].clone()),
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
        for value in pair.0.iter().filter(|value| !value.is_integer()) {
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
    pair.0.each_ref().map(|value| match value.is_integer() {
        true if *scale == Integer::ONE => value.numerator(),
        true => value.numerator() * scale,
        false => value.numerator() * (scale / value.denominator()),
    })
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

/// The members of equal steps, to groups, lots in units by rising size, and the units.
fn make_lots(by_steps: BTreeMap<Vec<Pair>, Vec<Member>>) -> (Vec<Group>, Vec<Lot>, Pair) {
    let (mut groups, mut lots) = (Vec::new(), Vec::new());
    for (steps, members) in by_steps {
        if steps.len() > 1 {
            // Sums of several such options are no multiples of one step: each member is a lot of its own.
            for member in members {
                lots.push(Lot {
                    group: groups.len(),
                    size: 1,
                    steps: steps.clone(),
                });
                groups.push(Group {
                    members: vec![member],
                });
            }
            continue;
        }
        let mut left = members.len();
        let mut size = 1;
        while left > 0 {
            let taken = size.min(left);
            let factor = Integer::from(taken);
            let step = steps[0].each_ref().map(|value| value * &factor);
            lots.push(Lot {
                group: groups.len(),
                size: taken,
                steps: vec![step],
            });
            left -= taken;
            size *= 2;
        }
        groups.push(Group { members });
    }
    let mut unit = [Integer::ONE, Integer::ONE];
    for (party, unit) in unit.iter_mut().enumerate() {
        let values = lots
            .iter()
            .flat_map(|lot: &Lot| lot.steps.iter().map(|step| &step[party]));
        let mut divisor = Integer::ZERO;
        for value in values {
            if divisor == Integer::ONE {
                break;
            }
            divisor = if divisor == Integer::ZERO {
                value.clone().abs()
            } else {
                Integer::from((&divisor).gcd(value))
            };
        }
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

/// The sum of every lot's largest step, per party.
fn bounds(lots: &[Lot]) -> Pair {
    std::array::from_fn(|party| {
        let most = |lot: &Lot| lot.steps.iter().map(|step| step[party].clone().abs()).max();
        lots.iter()
            .filter_map(most)
            .fold(Integer::ZERO, |sum, step| sum + step)
    })
}

/// (gain, loss, issue, rising) of each segment, to edges by rising loss/gain.
fn make_edges(mut segments: Vec<(Integer, Integer, usize, bool)>) -> Vec<Edge> {
    segments.sort_by(|x, y| (&x.1 * &y.0).cmp(&(&y.1 * &x.0)));
    let mut edges: Vec<Edge> = Vec::new();
    for (gain, loss, issue, rising) in segments {
        let member = EdgeMember {
            issue,
            gain: Rational::from(gain.clone()),
            rising,
        };
        match edges
            .last_mut()
            .filter(|edge| &edge.steps[1] * &gain == &loss * &edge.steps[0])
        {
            Some(edge) => {
                edge.steps = plus(&edge.steps, &[gain, loss]);
                edge.members.push(member);
            }
            None => edges.push(Edge {
                steps: [gain, loss],
                members: vec![member],
            }),
        }
    }
    edges
}
