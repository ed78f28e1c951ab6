//! Which deals a claim needs, and in which regions nothing feasible may lie if it is to be true.

use zopa_model::{Convention, Rational, Scenario, UtilityPoint as Point};

use crate::format::{Deal, Lottery, Says, Solution, point};
use crate::game::{is_feasible, worth};
use crate::region::{Measure, Region};
use crate::wants;

/// Reads claims about one scenario.
pub(crate) struct Claims<'c> {
    pub(crate) scenario: &'c Scenario,
    pub(crate) convention: Convention,
    /// The BATNAs. The ZOPA is what is feasible and at least these.
    pub(crate) d: Point,
}

type Checked<T> = Result<T, String>;
type Regions = Vec<Region>;

/// No sum of shares has more digits.
const LONGEST: usize = 800;

impl Claims<'_> {
    /// The regions of a claim whose deals are what it says: it is true if nothing feasible lies in them.
    pub(crate) fn regions(&self, says: &Says) -> Checked<Regions> {
        let (d, one) = (&self.d, &Point::new(Rational::ONE, Rational::ONE));
        let (product, sum) = (Measure::Product(d.clone()), Measure::Sum(one.clone()));
        Ok(match says {
            Says::Zopa { deal: Some(deal) } => self.acceptable(deal).map(|_| vec![])?,
            Says::Zopa { deal: None } | Says::NashLottery { lottery: None } => vec![at_least(d)],
            Says::Margin { deal } => self.better(&self.deal(deal)?, None, one, false)[..1].into(),
            Says::ClosestToAgreement { deal } => {
                let u = self.deal(deal)?;
                wants(!u.covers(d), "the closest deal is one of the ZOPA")?;
                self.better(&u, None, one, false)
            }
            Says::Ideal { deals } => more_for_one(&self.ideal(deals)?, d, &Measure::Nothing),
            Says::Nash(solution) => self.solution(solution, Some(product), one)?,
            Says::Utilitarian(solution) => self.solution(solution, Some(sum), one)?,
            Says::Egalitarian(solution) => self.solution(solution, None, one)?,
            Says::KalaiSmorodinsky { ideal, solution } => {
                let ideal = self.ideal(ideal)?;
                // A party that can gain nothing is left out: its gain is 0 in any unit.
                let unit = |gain: Rational| if gain.is_zero() { Rational::ONE } else { gain };
                let regions = self.solution(solution, None, &Point(ideal.minus(d).0.map(unit)))?;
                [more_for_one(&ideal, d, &Measure::Nothing), regions].concat()
            }
            Says::NashLottery { lottery: Some(it) } => more_for_one(&self.drawn(it)?, d, &product),
            Says::Frontier { pieces, .. } => self.frontier(pieces)?,
            Says::Dominated { deal, better } => {
                let dominates = self.deal(better)?.dominates(&self.deal(deal)?);
                wants(dominates, "the better deal is not better").map(|()| vec![])?
            }
            Says::Efficient { deal } => {
                let u = self.deal(deal)?;
                more_for_one(&u, &u, &Measure::Nothing)
            }
            Says::Unproven { .. } => vec![],
        })
    }

    /// A solution by a measure, or by balance, see [`Self::better`].
    fn solution(&self, said: &Solution, by: Option<Measure>, scale: &Point) -> Checked<Regions> {
        let u = self.acceptable(&said.deal)?;
        if let Some(other) = &said.other {
            let other = self.acceptable(other)?;
            let mut better = self.better(&u, by.clone(), scale, true).into_iter();
            let as_good = better.any(|region| region.holds(&other));
            wants(as_good, "the other deal is not as good")?;
        }
        Ok(self.better(&u, by, scale, said.unique))
    }

    /// Where a pair of the ZOPA would go before u or, if u is to be the only solution, beside it.
    ///
    /// By a measure the pair with the larger one goes first; of equal ones that with the larger smaller gain, then that with more
    /// for A. By balance (no measure) the pair with the larger smaller gain goes first; of equal ones that with the larger other
    /// gain, then that with more for A. Gains are counted in units of `scale`.
    fn better(&self, u: &Point, by: Option<Measure>, scale: &Point, only: bool) -> Regions {
        let (d, gain) = (&self.d, u.minus(&self.d));
        let (a, b) = (gain.a() / scale.a(), gain.b() / scale.b());
        let at = |a: &Rational, b: &Rational| d.plus(&Point::new(a * scale.a(), b * scale.b()));
        let (balanced, exchanged) = (at((&a).min(&b), (&a).min(&b)), at(&b, &a));
        let (both, measured) = ([true, true, false], [false, false, true]);
        let mut regions = match by {
            Some(by) if only => return more_for_one(u, d, &by),
            Some(by) if by.of(u) > by.of(d) => {
                vec![beyond(d, &by, u, measured), beyond(&balanced, &by, u, both)]
            }
            // Nobody can gain without the other one gaining nothing, so that balance decides.
            _ => {
                let sum = Measure::Sum(Point::new(scale.b().clone(), scale.a().clone()));
                let more_for_both = beyond(&balanced, &Measure::Nothing, u, both);
                vec![more_for_both, beyond(&balanced, &sum, u, measured)]
            }
        };
        if a < b || a > b && only {
            regions.push(at_least(&exchanged));
        }
        regions
    }

    /// A list of points and segments is the whole frontier if nothing feasible lies outside of D, which is all that some pair of
    /// the list covers. For the efficient pairs are then those of D that no other one of D dominates: the list, less the ends of
    /// segments that a neighbour covers.
    fn frontier(&self, pieces: &[Vec<Deal>]) -> Checked<Regions> {
        let (mut ends, mut regions) = (Vec::<(Point, bool)>::new(), vec![]);
        for piece in pieces {
            wants(matches!(piece.len(), 1 | 2), "a piece has one or two ends")?;
            for (index, deal) in piece.iter().enumerate() {
                let (to, joined, is_point) = (self.deal(deal)?, index == 1, piece.len() == 1);
                let mixes = !joined || self.mixes(&piece[0], deal);
                wants(mixes, "a segment's ends differ in a whole resource")?;
                if let Some((from, was_point)) = ends.last() {
                    // Two ends may touch where one of them is a segment's, which is then left out.
                    let rises = from.a() < to.a() || from.a() == to.a() && !joined && !is_point;
                    let falls = from.b() > to.b() || from.b() == to.b() && !joined && !was_point;
                    wants(rises && falls, "the pieces are out of order")?;
                    let line = Point::new(from.b() - to.b(), to.a() - from.a());
                    let line = joined
                        .then_some(line)
                        .map_or(Measure::Nothing, Measure::Sum);
                    let corner = across(from, &to);
                    regions.push(beyond(&corner, &line, from, [true, true, joined]));
                }
                ends.push((to, is_point));
            }
        }
        let ends = ends.first().zip(ends.last());
        let ((first, _), (last, _)) = ends.ok_or("a frontier has a piece")?;
        let all = self
            .scenario
            .resources
            .iter()
            .map(|resource| &resource.weight);
        let weights = |party: usize| all.clone().map(|weight| &weight[party]).sum::<Rational>();
        let (outer, lowest) = (
            across(last, first),
            Point([0, 1].map(|party| -weights(party))),
        );
        regions.extend(more_for_one(&outer, &lowest, &Measure::Nothing));
        Ok(regions)
    }

    /// May every mixture of two deals that are feasible be agreed on?
    fn mixes(&self, one: &Deal, other: &Deal) -> bool {
        let mut whole = self
            .scenario
            .resources
            .iter()
            .filter(|it| it.kind.is_whole());
        whole.all(|it| one.allocation.get(&it.id) == other.allocation.get(&it.id))
    }

    /// What each party gets in the deal that is the best for it.
    fn ideal(&self, [for_a, for_b]: &[Deal; 2]) -> Checked<Point> {
        Ok(across(&self.acceptable(for_a)?, &self.acceptable(for_b)?))
    }

    /// What a lottery over deals is worth, in expectation.
    fn drawn(&self, lottery: &Lottery) -> Checked<Point> {
        let (chances, [first, second]) = (point(&lottery.probabilities), &lottery.deals);
        let (first, second) = (self.deal(first)?, self.deal(second)?);
        let expected = |party| chances.a() * &first.0[party] + chances.b() * &second.0[party];
        let u = Point([0, 1].map(expected));
        let drawn = chances.is_nonnegative() && chances.sum() == Rational::ONE;
        let right = drawn && u == point(&lottery.utility);
        wants(right, "the lottery is not worth what is claimed")?;
        wants(u.covers(&self.d), "the lottery is below a BATNA").map(|()| u)
    }

    /// What a deal of the ZOPA is worth.
    fn acceptable(&self, deal: &Deal) -> Checked<Point> {
        let u = self.deal(deal)?;
        wants(u.covers(&self.d), "a deal is below a BATNA").map(|()| u)
    }

    /// What a deal is worth, once it is found to be feasible and worth what is claimed.
    fn deal(&self, deal: &Deal) -> Checked<Point> {
        let (resources, parties) = (&self.scenario.resources, &self.scenario.parties);
        let mut total = self.d.minus(&self.d);
        for resource in resources {
            let (id, held) = (&resource.id, deal.allocation.get(&resource.id));
            let share = |party: usize| Some(held?.get(&parties[party].name)?.0.clone());
            let (Some(a), Some(b)) = (share(0), share(1)) else {
                return Err(format!("an allocation does not say who holds `{id}`"));
            };
            if !is_feasible(resource, [&a, &b]) {
                return Err(format!("nobody may hold `{id}` in shares of {a} and {b}"));
            }
            total = total.plus(&worth(resource, self.convention, [&a, &b]));
            let long = |it: &Rational| it.small_parts().is_none() && it.to_string().len() > LONGEST;
            let too_long = total.0.iter().any(long);
            wants(!too_long, "the fractions are too long to be added up")?;
        }
        let two_each = deal.allocation.values().all(|held| held.len() == 2);
        let no_more = two_each && deal.allocation.len() == resources.len();
        wants(no_more, "an allocation names another resource or party")?;
        let fault = format!("a deal is worth ({}, {})", total.a(), total.b());
        wants(total == point(&deal.utility), &fault).map(|()| total)
    }
}

/// Where A has more than u gives it, and where B has, of what is at least `floor` and measures no less than u.
fn more_for_one(u: &Point, floor: &Point, measure: &Measure) -> Regions {
    let for_a = beyond(&across(u, floor), measure, u, [true, false, false]);
    let for_b = beyond(&across(floor, u), measure, u, [false, true, false]);
    vec![for_a, for_b]
}

/// All that is at least this.
fn at_least(corner: &Point) -> Region {
    beyond(corner, &Measure::Nothing, corner, [false; 3])
}

/// What is at least (or above) a corner and measures at least (or above) what u does.
fn beyond(corner: &Point, measure: &Measure, u: &Point, above: [bool; 3]) -> Region {
    let (corner, measure, level) = (corner.clone(), measure.clone(), measure.of(u));
    Region {
        corner,
        measure,
        level,
        above,
    }
}

/// A's utility of the first pair and B's of the second.
fn across(p: &Point, q: &Point) -> Point {
    Point::new(p.a().clone(), q.b().clone())
}
