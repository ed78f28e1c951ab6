//! From a game to its [`Plan`]: dominated options are dropped, and all numbers become whole ones.
//!
//! Whole numbers are machine integers where the sum of all utilities, scaled, is below 2^62, so that every sum and every product
//! of two sums fits 128 bits; else they are of any size.

use std::ops::Range;

use dashu_int::ops::Gcd;
use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational, UtilityPoint};

use crate::game::{Choice, Game, Issue};
use crate::plan::{Edge, EdgeMember, Lot, Member, Plan, Steps};
use crate::whole::Whole;

/// All scaled utilities of a game that is brought into machine integers sum to less.
const MOST: u128 = 1 << 62;

impl Plan {
    /// The game in its simplest form.
    ///
    /// # Panics
    /// If an issue has no option.
    pub(crate) fn of(game: &Game) -> Self {
        match machine_scale(game) {
            Some(scale) => Lowering::<i128>::of(game, scale),
            None => Lowering::<Integer>::of(game, common_denominator(game)),
        }
    }
}

/// Every utility of a game.
fn utilities(game: &Game) -> impl Iterator<Item = &Rational> {
    let pairs = game.issues.iter().flat_map(|issue| match issue {
        Issue::Options(options) => options.as_slice(),
        Issue::Segment(ends) => ends.as_slice(),
    });
    std::iter::once(&game.base)
        .chain(pairs)
        .flat_map(|pair| &pair.0)
}

/// The least common multiple of the denominators of all utilities, if machine integers hold the game times it.
fn machine_scale(game: &Game) -> Option<i128> {
    let (mut scale, mut total) = (1u64, 0u128);
    for value in utilities(game) {
        let (numerator, denominator) = value.small_parts()?;
        total = total.checked_add(numerator.unsigned_abs())?;
        if denominator != 1 {
            let denominator = u64::try_from(denominator).ok()?;
            if scale % denominator != 0 {
                scale = scale.checked_mul(denominator / scale.gcd(denominator))?;
            }
        }
    }
    (total.checked_mul(scale.into())? < MOST).then_some(scale.into())
}

/// The least common multiple of the denominators of all utilities.
fn common_denominator(game: &Game) -> Integer {
    let mut common = Integer::ONE;
    for value in utilities(game).filter(|value| !value.is_integer()) {
        let denominator = value.denominator();
        if &common % &denominator != Integer::ZERO {
            common = &common / Whole::gcd(&common, &denominator) * denominator;
        }
    }
    common
}

/// A game on its way.
struct Lowering<W> {
    scale: W,
    base: [W; PARTIES],
    fixed: Vec<Option<Choice>>,
    finite: Vec<Finite<W>>,
    /// The undominated options of one finite issue after the other.
    options: Vec<usize>,
    /// What each of them but an issue's first adds to that.
    steps: Vec<[W; PARTIES]>,
    segments: Vec<Segment<W>>,
}

/// A finite issue with several undominated options.
struct Finite<W> {
    issue: usize,
    options: Range<usize>,
    /// One fewer than options.
    steps: Range<usize>,
    /// A's gain and B's loss by the last option, in units, once those are known.
    size: W,
}

/// A segment along which A gains and B loses.
struct Segment<W> {
    gain: W,
    loss: W,
    issue: usize,
    rising: bool,
}

impl<W: Whole> Lowering<W> {
    fn of(game: &Game, scale: W) -> Plan {
        let mut lowering = Self {
            base: [
                W::scaled(game.base.a(), &scale),
                W::scaled(game.base.b(), &scale),
            ],
            scale,
            fixed: vec![None; game.issues.len()],
            finite: Vec::with_capacity(game.issues.len()),
            options: Vec::with_capacity(2 * game.issues.len()),
            steps: Vec::with_capacity(game.issues.len()),
            segments: Vec::new(),
        };
        let (mut pairs, mut order) = (Vec::new(), Vec::new());
        for (index, issue) in game.issues.iter().enumerate() {
            match issue {
                Issue::Options(options) => {
                    lowering.add_options(index, options, &mut pairs, &mut order);
                }
                Issue::Segment(ends) => lowering.add_segment(index, ends),
            }
        }
        lowering.plan()
    }

    fn scaled(&self, pair: &UtilityPoint) -> [W; PARTIES] {
        [
            W::scaled(pair.a(), &self.scale),
            W::scaled(pair.b(), &self.scale),
        ]
    }

    fn add_to_base(&mut self, pair: &[W; PARTIES]) {
        for (base, value) in self.base.iter_mut().zip(pair) {
            *base = base.plus(value);
        }
    }

    /// The vectors are room for what is needed on the way.
    fn add_options(
        &mut self,
        issue: usize,
        options: &[UtilityPoint],
        pairs: &mut Vec<[W; PARTIES]>,
        kept: &mut Vec<usize>,
    ) {
        pairs.clear();
        pairs.extend(options.iter().map(|option| self.scaled(option)));
        undominated(pairs, kept);
        let first = pairs[kept[0]].clone();
        self.add_to_base(&first);
        if kept.len() == 1 {
            self.fixed[issue] = Some(Choice::Option(kept[0]));
            return;
        }
        let (before, steps_before) = (self.options.len(), self.steps.len());
        self.options.extend_from_slice(kept);
        let steps = kept[1..]
            .iter()
            .map(|&option| minus(&pairs[option], &first));
        self.steps.extend(steps);
        self.finite.push(Finite {
            issue,
            options: before..self.options.len(),
            steps: steps_before..self.steps.len(),
            size: W::from_machine(0),
        });
    }

    fn add_segment(&mut self, issue: usize, [from, to]: &[UtilityPoint; 2]) {
        let (from, to) = (self.scaled(from), self.scaled(to));
        let covers = |x: &[W; PARTIES], y: &[W; PARTIES]| x[0] >= y[0] && x[1] >= y[1];
        if covers(&from, &to) {
            self.add_to_base(&from);
            self.fixed[issue] = Some(Choice::Mix(Rational::ZERO));
        } else if covers(&to, &from) {
            self.add_to_base(&to);
            self.fixed[issue] = Some(Choice::Mix(Rational::ONE));
        } else {
            let rising = from[0] < to[0];
            let (start, end) = if rising { (from, to) } else { (to, from) };
            self.add_to_base(&start);
            self.segments.push(Segment {
                gain: end[0].minus(&start[0]),
                loss: start[1].minus(&end[1]),
                issue,
                rising,
            });
        }
    }

    fn plan(mut self) -> Plan {
        let unit = [0, 1].map(|party| self.divide_by_unit(party));
        let mut bounds = [0, 0].map(W::from_machine);
        for finite in &mut self.finite {
            let [gain, loss] = &self.steps[finite.steps.end - 1];
            finite.size = gain.minus(loss);
            bounds = [bounds[0].plus(gain), bounds[1].minus(loss)];
        }
        // Small lots first keeps the lists short for longest. Those of equal steps come together, in the game's order.
        let steps = &self.steps;
        self.finite.sort_unstable_by(|x, y| {
            let by_steps = || steps[x.steps.clone()].cmp(&steps[y.steps.clone()]);
            let by_size = x.size.cmp(&y.size);
            by_size.then_with(by_steps).then(x.issue.cmp(&y.issue))
        });
        let mut groups: Vec<Range<usize>> = Vec::with_capacity(self.finite.len());
        let mut lots: Vec<(W, Lot)> = Vec::with_capacity(self.finite.len());
        let mut start = 0;
        while start < self.finite.len() {
            let first = &self.finite[start];
            let same = |finite: &&Finite<W>| {
                // Sums of several steps of which one is chosen are no multiples of one step: such an issue is a lot of its own.
                let [step, other] = [first, finite].map(|finite| &steps[finite.steps.clone()]);
                step.len() == 1 && step == other
            };
            let count = 1 + self.finite[start + 1..].iter().take_while(same).count();
            let (mut left, mut size) = (count, 1);
            while left > 0 {
                let taken = size.min(left);
                let lot = self.lot(first, groups.len(), taken);
                lots.push(lot);
                left -= taken;
                size *= 2;
            }
            groups.push(start..start + count);
            start += count;
        }
        if lots.len() > groups.len() {
            lots.sort_by(|x, y| x.0.cmp(&y.0));
        }
        let point =
            |pair: [W; PARTIES]| UtilityPoint(pair.map(|value| Rational::from(value.to_integer())));
        let member = |finite: Finite<W>| Member {
            issue: finite.issue,
            options: finite.options,
        };
        Plan {
            scale: Rational::from(self.scale.to_integer()),
            base: point(self.base),
            unit: point(unit),
            fixed: self.fixed,
            members: self.finite.into_iter().map(member).collect(),
            options: self.options,
            groups,
            bounds: bounds.map(|bound| bound.to_integer()),
            lots: lots.into_iter().map(|(_, lot)| lot).collect(),
            edges: edges(self.segments),
        }
    }

    /// So many issues with the steps of this one, as a lot, with its size.
    fn lot(&self, finite: &Finite<W>, group: usize, taken: usize) -> (W, Lot) {
        let factor = i128::try_from(taken).expect("a number of issues");
        let factor = W::from_machine(factor);
        let times = |step: &[W; PARTIES]| {
            step.each_ref()
                .map(|value| value.times(&factor).to_integer())
        };
        let lot = Lot {
            group,
            size: taken,
            steps: match &self.steps[finite.steps.clone()] {
                [step] => Steps::One(times(step)),
                steps => Steps::Several(steps.iter().map(times).collect()),
            },
        };
        (finite.size.times(&factor), lot)
    }

    /// Divides a party's part of all steps by their greatest common divisor, 1 where there is none.
    fn divide_by_unit(&mut self, party: usize) -> W {
        let one = W::from_machine(1);
        let mut unit = W::from_machine(0);
        for step in &self.steps {
            unit = unit.gcd(&step[party]);
            if unit == one {
                return unit;
            }
        }
        if self.steps.is_empty() {
            return one;
        }
        for step in &mut self.steps {
            step[party] = step[party].over(&unit);
        }
        unit
    }
}

fn minus<W: Whole>(x: &[W; PARTIES], y: &[W; PARTIES]) -> [W; PARTIES] {
    [x[0].minus(&y[0]), x[1].minus(&y[1])]
}

/// Writes the indices of the undominated pairs by rising utility of A; of equal ones the first.
///
/// # Panics
/// If there is no pair.
pub(crate) fn undominated<T: Ord>(pairs: &[[T; PARTIES]], kept: &mut Vec<usize>) {
    assert!(!pairs.is_empty(), "an issue has an option");
    kept.clear();
    kept.extend(0..pairs.len());
    kept.sort_by(|&i, &j| pairs[j].cmp(&pairs[i]));
    let mut most: Option<&T> = None;
    kept.retain(|&index| {
        let better = most.is_none_or(|most| pairs[index][1] > *most);
        if better {
            most = Some(&pairs[index][1]);
        }
        better
    });
    kept.reverse();
}

/// Segments, to edges by rising loss/gain.
fn edges<W: Whole>(mut segments: Vec<Segment<W>>) -> Vec<Edge> {
    segments.sort_by(|x, y| x.loss.times(&y.gain).cmp(&y.loss.times(&x.gain)));
    let mut edges: Vec<([W; PARTIES], Vec<EdgeMember>)> = Vec::new();
    for Segment {
        gain,
        loss,
        issue,
        rising,
    } in segments
    {
        let member = EdgeMember {
            issue,
            gain: Rational::from(gain.to_integer()),
            rising,
        };
        let last = edges.last_mut();
        match last.filter(|(steps, _)| steps[1].times(&gain) == loss.times(&steps[0])) {
            Some((steps, members)) => {
                *steps = [steps[0].plus(&gain), steps[1].plus(&loss)];
                members.push(member);
            }
            None => edges.push(([gain, loss], vec![member])),
        }
    }
    let edge = |(steps, members): ([W; PARTIES], _)| Edge {
        steps: steps.map(|step| step.to_integer()),
        members,
    };
    edges.into_iter().map(edge).collect()
}
