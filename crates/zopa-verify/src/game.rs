//! The game behind a scenario, set up from its resources alone (`docs/semantics.md`, section 1).

use zopa_model::{Convention, PARTIES, Rational, ResourceKind, Scenario, UtilityPoint};

/// Each party's share of each resource.
pub(crate) type Shares = Vec<[Rational; PARTIES]>;

/// What is left to decide: what passes from B to A. Leaving an asset on the table is never better for anybody, keeping a shared
/// one together is best for both, and what is worth nothing to a party goes to the other one; whoever can rule out a set of
/// utility pairs that are only ever *better* may therefore look at what is left alone.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// What the parties have before anything passes.
    pub(crate) start: UtilityPoint,
    /// Whole things: what each adds to A's utility and to B's (below 0) when it passes.
    pub(crate) lots: Vec<UtilityPoint>,
    /// The corners of the concave chain that the divisible things trace when they pass one after the other, those first that
    /// cost B least per gain of A: what is added to both utilities, from (0, 0) on.
    pub(crate) chain: Vec<UtilityPoint>,
}

impl Game {
    /// The game of a scenario. With `lotteries` the lots are divisible as well: the convex hull of the feasible pairs.
    pub(crate) fn of(scenario: &Scenario, convention: Convention, lotteries: bool) -> Self {
        let mut start = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
        let (mut lots, mut parts) = (Vec::new(), Vec::new());
        for resource in &scenario.resources {
            let [a, b] = &resource.weight;
            let start_with = |a: &Rational, b: &Rational| UtilityPoint::new(a.clone(), b.clone());
            start = start.plus(&match (resource.kind, convention) {
                (ResourceKind::BothBenefit, _) => start_with(a, b),
                // An asset begins with B. A burden begins with A, and what passes to A is the relief.
                (ResourceKind::DivisibleAsset | ResourceKind::IndivisibleAsset, _)
                | (_, Convention::Avoided) => start_with(&Rational::ZERO, b),
                (_, Convention::Signed) => start_with(&-a, &Rational::ZERO),
            });
            if resource.kind == ResourceKind::BothBenefit || a.is_zero() {
                continue;
            }
            let passing = UtilityPoint::new(a.clone(), -b);
            if b.is_zero() {
                start = start.plus(&passing);
            } else if lotteries || !resource.kind.is_whole() {
                parts.push(passing);
            } else {
                lots.push(passing);
            }
        }
        parts.sort_by(|p, q| (q.b() * p.a()).cmp(&(p.b() * q.a())));
        let mut chain = vec![UtilityPoint::new(Rational::ZERO, Rational::ZERO)];
        for part in parts {
            chain.push(chain[chain.len() - 1].plus(&part));
        }
        Self { start, lots, chain }
    }

    /// Utilities that no allocation worth considering is below.
    pub(crate) fn lowest(&self) -> UtilityPoint {
        UtilityPoint::new(self.start.a().clone(), self.all_passed().b().clone())
    }

    /// The most that each party can have.
    pub(crate) fn highest(&self) -> UtilityPoint {
        UtilityPoint::new(self.all_passed().a().clone(), self.start.b().clone())
    }

    fn all_passed(&self) -> UtilityPoint {
        let all = self.lots.iter().chain(self.chain.last());
        all.fold(self.start.clone(), |sum, step| sum.plus(step))
    }
}

/// What shares are worth, if the parties may hold them.
pub(crate) fn worth(
    scenario: &Scenario,
    convention: Convention,
    shares: &Shares,
) -> Result<UtilityPoint, String> {
    let mut total = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
    for (resource, [a, b]) in scenario.resources.iter().zip(shares) {
        let within = |share: &Rational| !share.is_negative() && *share <= Rational::ONE;
        let sum = (a + b).cmp(&Rational::ONE);
        let fits = match resource.kind {
            ResourceKind::BothBenefit => true,
            ResourceKind::DivisibleAsset | ResourceKind::IndivisibleAsset => sum.is_le(),
            ResourceKind::DivisibleBurden | ResourceKind::IndivisibleBurden => sum.is_eq(),
        };
        let split = resource.kind.is_whole() && !(a.is_integer() && b.is_integer());
        if !within(a) || !within(b) || !fits || split {
            let id = &resource.id;
            return Err(format!("nobody may hold `{id}` in shares of {a} and {b}"));
        }
        // A burden counts negative, or as what is escaped of it.
        let counted = |party: usize, share: &Rational| {
            let weight = &resource.weight[party];
            match (resource.kind.is_burden(), convention) {
                (false, _) => weight * share,
                (true, Convention::Signed) => -(weight * share),
                (true, Convention::Avoided) => weight * &(Rational::ONE - share),
            }
        };
        total = total.plus(&UtilityPoint::new(counted(0, a), counted(1, b)));
        if total.0.iter().any(|sum| !crate::read::is_short(sum)) {
            return Err("the shares' fractions are too long to be added up".to_owned());
        }
    }
    Ok(total)
}
