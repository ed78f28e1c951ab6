//! How many deals there are, and how many of them are acceptable: exact where they can be enumerated, else sampled.

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use zopa_model::{
    Allocation, DomainIssue, IssueSpace, PARTIES, Rational, Resource, ResourceKind, Scenario, Term,
    UtilityPoint,
};
use zopa_solve::judge::locate;

use crate::balance::{favourites, is_split, issue_weights};
use crate::study::Study;

/// Up to so many indivisible resources every assignment of them is looked at: 65,536.
const MOST_WHOLE: usize = 16;

/// Up to so many ways to settle what is not divisible each of them is looked at.
const MOST_DEALS: usize = 1 << MOST_WHOLE;

/// A random share is a multiple of 1 / 2^16.
const STEPS: u32 = 1 << 16;

/// The part of some deals that lies in the ZOPA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Counted, or measured.
    Exact(Rational),
    /// Among draws with a seed.
    Sampled {
        /// The draws in the ZOPA.
        hits: u32,
        /// All draws.
        draws: u32,
    },
}

impl Rate {
    /// The rate, in [0, 1].
    #[must_use]
    pub fn value(&self) -> Rational {
        match self {
            Self::Exact(rate) => rate.clone(),
            Self::Sampled { hits, draws } => {
                Rational::new(i128::from(*hits), i128::from((*draws).max(1)))
            }
        }
    }

    /// Is it no estimate?
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

/// The number of allocations that give everything out: 2 for each indivisible resource, and the number of options for each issue;
/// `None` (a continuum) where a divisible resource, or a range, is worth something to both parties. Saturates.
pub(crate) fn count_outcomes(scenario: &Scenario) -> Option<u64> {
    let matters = |weights: &[Rational; PARTIES]| weights.iter().all(|weight| !weight.is_zero());
    let is_range = |issue: &DomainIssue| matches!(issue.space, IssueSpace::Range(_));
    let mut resources = scenario.resources.iter();
    let mut issues = scenario.issues.iter();
    let continuous = resources.any(|resource| is_split(resource) && matters(&resource.weight))
        || issues.any(|issue| is_range(issue) && matters(&issue_weights(issue)));
    let whole = scenario.resources.iter();
    let whole = whole.filter(|resource| resource.kind.is_whole()).map(|_| 2);
    let issues = scenario.issues.iter().filter(|issue| !is_range(issue));
    let options = issues.map(|issue| u64::try_from(issue.corners().len()).unwrap_or(u64::MAX));
    (!continuous).then(|| whole.chain(options).fold(1, u64::saturating_mul))
}

/// The part of random deals that lies in the ZOPA. In a random deal everything is given out: each divisible resource in a
/// proportion drawn uniformly from [0, 1], each indivisible one to either party with probability 1/2; what benefits both is shared.
/// Each issue is settled on one of its options, or on a number of its range, drawn uniformly.
///
/// Exact with at most one divisible resource or range, and 65,536 ways to settle the rest; else of `draws` draws.
pub(crate) fn random_rate(study: &Study, draws: u32, seed: u64) -> Rate {
    let table = Table::of(study, Options::All);
    if let (Some(count), 0 | 1) = (table.count(), table.split.len()) {
        let mut inside = Rational::ZERO;
        table.assignments(&mut |rest| inside += table.measure(rest));
        let all = Rational::from(i64::try_from(count).unwrap_or(i64::MAX));
        return Rate::Exact(inside / all);
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let draw = |random: &mut ChaCha8Rng| {
        let mut total = table.base.clone();
        for ends in &table.split {
            let share = Rational::new(i128::from(random.next_u32() % STEPS), i128::from(STEPS - 1));
            let rest = Rational::ONE - &share;
            total = total
                .plus(&scaled(&ends[0], &share))
                .plus(&scaled(&ends[1], &rest));
        }
        for ends in &table.whole {
            total = total.plus(&ends[below(random, ends.len())]);
        }
        table.accepts(&total)
    };
    let hits = (0..draws).filter(|_| draw(&mut random)).count();
    sampled(hits, draws)
}

/// The part of even-split deals that lies in the ZOPA. In such a deal each divisible resource is halved, and of the indivisible
/// ones either party gets half of the number (with an odd number, one of them gets one more). Of the issues of a domain, each party has its
/// way, the option that it likes best, on half of the number; on a range they meet half-way between what they like best.
///
/// Exact with at most 16 indivisible resources; else of `draws` draws.
pub(crate) fn even_split_rate(study: &Study, draws: u32, seed: u64) -> Rate {
    let table = Table::of(study, Options::Favourites);
    let halved = table.halved();
    if table.whole.len() <= MOST_WHOLE {
        let (mut inside, mut all) = (0i128, 0i128);
        table.even_assignments(&mut |_, rest| {
            all += 1;
            inside += i128::from(table.accepts(&halved.plus(rest)));
        });
        return Rate::Exact(Rational::new(inside, all));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let draw = |random: &mut ChaCha8Rng| {
        let count = table.whole.len();
        let mut order: Vec<usize> = (0..count).collect();
        for place in (1..count).rev() {
            order.swap(place, below(random, place + 1));
        }
        let first = (count + below(random, 2)) / 2;
        let mut total = halved.clone();
        for (rank, &index) in order.iter().enumerate() {
            total = total.plus(&table.whole[index][usize::from(rank >= first)]);
        }
        table.accepts(&total)
    };
    let hits = (0..draws).filter(|_| draw(&mut random)).count();
    sampled(hits, draws)
}

/// An even-split deal that lies in the ZOPA and is efficient, with its utilities; `None` where there is none, or where there are
/// more than 16 indivisible resources.
#[must_use]
pub fn efficient_even_split(study: &Study) -> Option<(Allocation, UtilityPoint)> {
    let table = Table::of(study, Options::Favourites);
    if table.whole.len() > MOST_WHOLE {
        return None;
    }
    let (halved, frontier) = (table.halved(), &study.analysis.frontier);
    let mut found: Option<(u32, UtilityPoint)> = None;
    table.even_assignments(&mut |to_b, rest| {
        let total = halved.plus(rest);
        if found.is_none() && table.accepts(&total) && locate(frontier, &total).is_some() {
            found = Some((to_b, total));
        }
    });
    let (to_b, utility) = found?;
    let half = Rational::new(1, 2);
    let mut place = 0;
    let shares = study.analysis.scenario.resources.iter().map(|resource| {
        if resource.kind.is_whole() {
            let to_b = to_b >> place & 1 == 1;
            place += 1;
            shares(to_b)
        } else if resource.kind == ResourceKind::BothBenefit {
            [Rational::ONE, Rational::ONE]
        } else {
            [half.clone(), half.clone()]
        }
    });
    let shares = shares.collect();
    let terms = study.analysis.scenario.issues.iter().map(|issue| {
        let favourites = favourites(issue);
        match &issue.space {
            IssueSpace::Options(_) => {
                let to_b = to_b >> place & 1 == 1;
                place += 1;
                Term::Option(favourites[usize::from(to_b)])
            }
            IssueSpace::Range(range) => {
                let [a, b] = favourites.map(|end| &range.ends[end]);
                Term::Value(&(a + b) * &half)
            }
        }
    });
    let terms = terms.collect();
    let allocation = Allocation { shares, terms };
    Some((allocation, utility))
}

/// Which options of an issue count.
#[derive(Clone, Copy)]
enum Options {
    /// All of them.
    All,
    /// What A likes best, and what B likes best.
    Favourites,
}

/// What resources are worth given to A, and given to B; and what issues are worth.
struct Table {
    /// The convention's constant, and what benefits both.
    base: UtilityPoint,
    whole: Vec<Vec<UtilityPoint>>,
    split: Vec<[UtilityPoint; PARTIES]>,
    disagreement: UtilityPoint,
}

fn shares(to_b: bool) -> [Rational; PARTIES] {
    if to_b {
        [Rational::ZERO, Rational::ONE]
    } else {
        [Rational::ONE, Rational::ZERO]
    }
}

fn scaled(point: &UtilityPoint, by: &Rational) -> UtilityPoint {
    UtilityPoint(point.0.each_ref().map(|value| value * by))
}

/// A number below `bound`, which is small: the bias of the remainder is below 2^-26.
fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    let bound = u32::try_from(bound).unwrap_or(u32::MAX);
    usize::try_from(random.next_u32() % bound).unwrap_or(0)
}

fn sampled(hits: usize, draws: u32) -> Rate {
    let hits = u32::try_from(hits).unwrap_or(draws);
    Rate::Sampled { hits, draws }
}

impl Table {
    fn of(study: &Study, options: Options) -> Self {
        let analysis = &study.analysis;
        let mut table = Self {
            base: analysis.scenario.shift(analysis.convention),
            whole: Vec::new(),
            split: Vec::new(),
            disagreement: analysis.disagreement.clone(),
        };
        let ends = |resource: &Resource| [false, true].map(|to_b| resource.worth(&shares(to_b)));
        for resource in &analysis.scenario.resources {
            if resource.kind == ResourceKind::BothBenefit {
                let shared = resource.worth(&[Rational::ONE, Rational::ONE]);
                table.base = table.base.plus(&shared);
            } else if resource.kind.is_whole() {
                table.whole.push(ends(resource).to_vec());
            } else {
                table.split.push(ends(resource));
            }
        }
        for issue in &analysis.scenario.issues {
            let corners = issue.corners();
            let favourites = || favourites(issue).map(|place| corners[place].clone());
            match (&issue.space, options) {
                (IssueSpace::Options(_), Options::All) => {
                    table.whole.push(corners.into_iter().cloned().collect());
                }
                (IssueSpace::Options(_), Options::Favourites) => {
                    table.whole.push(favourites().to_vec());
                }
                (IssueSpace::Range(range), Options::All) => {
                    table.split.push(range.utility.clone());
                }
                (IssueSpace::Range(_), Options::Favourites) => table.split.push(favourites()),
            }
        }
        table
    }

    /// How many ways there are to settle what is not divisible; `None` where they are too many to look at each.
    fn count(&self) -> Option<usize> {
        let mut lengths = self.whole.iter().map(Vec::len);
        let all = lengths.try_fold(1, usize::checked_mul)?;
        (all <= MOST_DEALS).then_some(all)
    }

    fn accepts(&self, total: &UtilityPoint) -> bool {
        total.covers(&self.disagreement)
    }

    /// The base with every divisible resource halved.
    fn halved(&self) -> UtilityPoint {
        let half = Rational::new(1, 2);
        self.split.iter().fold(self.base.clone(), |total, [a, b]| {
            total.plus(&scaled(&a.plus(b), &half))
        })
    }

    /// The base and each assignment of the indivisible resources.
    fn assignments(&self, visit: &mut impl FnMut(&UtilityPoint)) {
        self.below_assignment(0, &self.base, visit);
    }

    fn below_assignment(
        &self,
        next: usize,
        total: &UtilityPoint,
        visit: &mut impl FnMut(&UtilityPoint),
    ) {
        match self.whole.get(next) {
            None => visit(total),
            Some(ends) => {
                for end in ends {
                    self.below_assignment(next + 1, &total.plus(end), visit);
                }
            }
        }
    }

    /// The worth of each even assignment of the indivisible resources, with those that go to B as a bit set.
    fn even_assignments(&self, visit: &mut impl FnMut(u32, &UtilityPoint)) {
        let count = self.whole.len();
        let zero = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        for to_b in 0u32..1 << count {
            let ones = usize::try_from(to_b.count_ones()).unwrap_or(0);
            if ones.abs_diff(count - ones) > 1 {
                continue;
            }
            let ends = self.whole.iter().enumerate();
            let worth = ends.fold(zero.clone(), |total, (place, ends)| {
                total.plus(&ends[usize::from(to_b >> place & 1 == 1)])
            });
            visit(to_b, &worth);
        }
    }

    /// The length of the shares of the one divisible resource with which a deal is acceptable, all else being `rest`; without
    /// such a resource 1 or 0.
    fn measure(&self, rest: &UtilityPoint) -> Rational {
        let [Some(to_a), Some(to_b)] = [0, 1].map(|end| self.split.first().map(|ends| &ends[end]))
        else {
            return Rational::from(i32::from(self.accepts(rest)));
        };
        let (mut low, mut high) = (Rational::ZERO, Rational::ONE);
        for party in 0..PARTIES {
            // start + slope * share of A >= d
            let slope = &to_a.0[party] - &to_b.0[party];
            let missing = &self.disagreement.0[party] - &(&rest.0[party] + &to_b.0[party]);
            match missing.checked_div(&slope) {
                None if missing.is_positive() => return Rational::ZERO,
                None => {}
                Some(bound) if slope.is_positive() => low = low.max(bound),
                Some(bound) => high = high.min(bound),
            }
        }
        (high - low).max(Rational::ZERO)
    }
}
