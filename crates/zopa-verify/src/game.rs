//! What the parties of a scenario may agree on, and what it is worth to them (`docs/semantics.md`, section 1).

use zopa_model::ResourceKind::BothBenefit;
use zopa_model::{Convention, PARTIES, Rational, Resource, Scenario, UtilityPoint as Point};

/// Each party's share of a resource.
pub(crate) type Shares<'s> = [&'s Rational; PARTIES];

/// What there is to decide: what passes from B to A.
///
/// A resource of which one split is the best one for both leaves nothing to decide; nor does leaving something on the table,
/// which is never better for anybody. So whoever wants to know whether anything feasible is *at least as good* as something
/// may look at what is left here alone.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// What the parties have before anything passes: the least that A can have here.
    pub(crate) start: Point,
    /// Whole things, *lots*: what A gains when one passes, and (below 0) what B gains.
    pub(crate) lots: Vec<Point>,
    /// The divisible things passed one after the other, those first that cost B least per gain of A: what is added to both
    /// utilities, from (0, 0) on. Nothing that they can add is above this concave chain.
    pub(crate) chain: Vec<Point>,
}

impl Game {
    /// The game of a scenario. With `lotteries` the lots are divisible as well: the convex hull of what is feasible.
    pub(crate) fn of(scenario: &Scenario, convention: Convention, lotteries: bool) -> Self {
        let mut start = Point::new(Rational::ZERO, Rational::ZERO);
        let (mut lots, mut parts, mut chain) = (vec![], vec![], vec![start.clone()]);
        for resource in &scenario.resources {
            let held = |a: i64, b: i64| worth(resource, convention, [&a.into(), &b.into()]);
            let other = i64::from(resource.kind == BothBenefit);
            let mut held = [held(1, other), held(other, 1)];
            held.sort();
            let [low, high] = held;
            let decided = high.covers(&low);
            start = start.plus(if decided { &high } else { &low });
            let lot = resource.kind.is_whole() && !lotteries;
            let kind = if lot { &mut lots } else { &mut parts };
            kind.extend((!decided).then(|| high.minus(&low)));
        }
        parts.sort_by(|p, q| (q.b() * p.a()).cmp(&(p.b() * q.a())));
        for part in parts {
            chain.push(chain[chain.len() - 1].plus(&part));
        }
        Self { start, lots, chain }
    }
}

/// May the parties hold these shares of a resource?
pub(crate) fn is_feasible(resource: &Resource, shares: Shares<'_>) -> bool {
    let (kind, held) = (resource.kind, shares[0] + shares[1]);
    // A burden is borne in full, of an asset something may be left, and of what is shared each may have all.
    let left = held < Rational::ONE && !kind.is_burden();
    let may_hold = |share: &Rational| {
        let part = !share.is_negative() && *share <= Rational::ONE;
        part && (share.is_integer() || !kind.is_whole())
    };
    (kind == BothBenefit || held == Rational::ONE || left) && shares.into_iter().all(may_hold)
}

/// What shares of a resource are worth. A burden counts negative, or as what is escaped of it.
pub(crate) fn worth(resource: &Resource, convention: Convention, shares: Shares<'_>) -> Point {
    let counted = |party: usize| {
        let (weight, share) = (&resource.weight[party], shares[party]);
        match (resource.kind.is_burden(), convention) {
            (false, _) => weight * share,
            (true, Convention::Signed) => -(weight * share),
            (true, Convention::Avoided) => weight * &(Rational::ONE - share),
        }
    };
    Point([0, 1].map(counted))
}
