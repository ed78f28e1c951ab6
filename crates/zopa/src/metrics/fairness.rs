//! Fair division: envy, proportionality, equitability; and indices of inequality.

use zopa_model::{
    Agreement, Allocation, DomainIssue, PARTIES, Rational, Resource, ResourceKind, Scenario,
    UtilityPoint,
};

use crate::analysis::Analysis;
use crate::score::Score;

/// How fair a deal is. Without a deal everything is `None`; so is what speaks of shares in a domain, where nobody holds any, and
/// what speaks of satisfaction where a party's lowest and highest utility are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fairness {
    /// Per party, by how much more it would value the other one's shares than its own; at least 0.
    ///
    /// Source: D. Foley, "Resource allocation and the public sector", Yale Economic Essays 7 (1967).
    pub envy: Option<[Rational; PARTIES]>,
    /// Does nobody envy?
    pub envy_free: Option<bool>,
    /// Would nobody envy once one indivisible resource were left out: an asset of the other's, or a burden of one's own?
    ///
    /// Source: E. Budish, "The combinatorial assignment problem", Journal of Political Economy 119 (2011); with burdens
    /// H. Aziz, I. Caragiannis, A. Igarashi, T. Walsh, "Fair allocation of indivisible goods and chores", Autonomous Agents and
    /// Multi-Agent Systems 36 (2022).
    pub ef1: Option<bool>,
    /// Per party, the utility above that of half of every rival resource and the whole of every shared one.
    ///
    /// Source: H. Steinhaus, "The problem of fair division", Econometrica 16 (1948).
    pub proportional_surplus: Option<[Rational; PARTIES]>,
    /// Is that at least 0 for both?
    pub proportional: Option<bool>,
    /// Per party, how far its utility lies from its lowest (0) to its highest (1).
    pub satisfaction: Option<UtilityPoint>,
    /// The difference of the satisfactions, in [0, 1]; 0 is equitable.
    ///
    /// Source: S. Brams, A. Taylor, "Fair Division", Cambridge University Press (1996).
    pub equitability_gap: Option<Rational>,
    /// Jain's index of the satisfactions, in [1/2, 1]; 1 is equal. `None` where both are 0.
    ///
    /// Source: R. Jain, D. Chiu, W. Hawe, "A quantitative measure of fairness and discrimination", DEC-TR-301 (1984).
    pub jain: Option<Rational>,
    /// Gini's coefficient of the satisfactions, in [0, 1/2]; 0 is equal. `None` where both are 0.
    ///
    /// Source: C. Gini, "Variabilità e mutabilità" (1912): half the relative mean absolute difference.
    pub gini: Option<Rational>,
}

/// Each party's lowest and highest utility, and its proportional share.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    lowest: UtilityPoint,
    width: UtilityPoint,
    proportional: UtilityPoint,
}

impl Ranges {
    pub(super) fn of(analysis: &Analysis) -> Self {
        let [lowest, highest] = analysis.scenario.utility_range(analysis.convention);
        Self {
            width: highest.minus(&lowest),
            lowest,
            proportional: even_split(&analysis.scenario)
                .plus(&analysis.scenario.shift(analysis.convention)),
        }
    }

    pub(super) fn measure(
        &self,
        analysis: &Analysis,
        agreement: &Agreement,
        score: &Score,
    ) -> Fairness {
        let scenario = &analysis.scenario;
        let allocation = match agreement {
            Agreement::Deal { allocation, .. } => Some(allocation),
            Agreement::NoDeal => None,
        };
        let envy = allocation.and_then(|allocation| envy(scenario, allocation));
        let proportional_surplus = envy
            .as_ref()
            .map(|_| score.utility.minus(&self.proportional).0);
        let satisfaction = allocation.and_then(|_| self.satisfaction(&score.utility));
        let inequality = satisfaction.as_ref().map(Inequality::of);
        Fairness {
            envy_free: envy
                .as_ref()
                .map(|envy| envy.iter().all(|amount| !amount.is_positive())),
            ef1: allocation
                .zip(envy.as_ref())
                .map(|(allocation, envy)| is_ef1(scenario, allocation, envy)),
            envy: envy.map(|envy| envy.map(|amount| amount.max(Rational::ZERO))),
            proportional: proportional_surplus
                .as_ref()
                .map(|surplus| surplus.iter().all(|amount| !amount.is_negative())),
            proportional_surplus,
            satisfaction,
            equitability_gap: inequality.as_ref().map(|found| found.gap.clone()),
            jain: inequality.as_ref().and_then(Inequality::jain),
            gini: inequality.as_ref().and_then(Inequality::gini),
        }
    }

    fn satisfaction(&self, utility: &UtilityPoint) -> Option<UtilityPoint> {
        let above = utility.minus(&self.lowest);
        Some(UtilityPoint::new(
            above.a().checked_div(self.width.a())?,
            above.b().checked_div(self.width.b())?,
        ))
    }
}

/// What both indices of two numbers are made of.
struct Inequality {
    gap: Rational,
    sum: Rational,
    squares: Rational,
}

impl Inequality {
    fn of(pair: &UtilityPoint) -> Self {
        Self {
            gap: (pair.a() - pair.b()).abs(),
            sum: pair.sum(),
            squares: pair.a().square() + pair.b().square(),
        }
    }

    /// `(sum x)^2 / (n sum x^2)`
    fn jain(&self) -> Option<Rational> {
        self.sum
            .square()
            .checked_div(&(&self.squares * &Rational::from(2)))
    }

    /// `sum over pairs |x_i - x_j| / (2 n sum x)`, which for two is `|x - y| / (2 (x + y))`
    fn gini(&self) -> Option<Rational> {
        self.gap.checked_div(&(&self.sum * &Rational::from(2)))
    }
}

/// What the two parties have with every rival resource split evenly and every shared one used by both in full, without the
/// convention's constant; and half-way between both parties' favourites on every issue of a domain. No allocation need be worth
/// that.
pub(super) fn even_split(scenario: &Scenario) -> UtilityPoint {
    let half = Rational::new(1, 2);
    let party = |party: usize| -> Rational {
        let worth = |resource: &Resource| match resource.kind {
            ResourceKind::BothBenefit => resource.all_of_it(party),
            _ => resource.all_of_it(party) * &half,
        };
        scenario.resources.iter().map(worth).sum()
    };
    let shared_out = UtilityPoint::new(party(0), party(1));
    scenario.issues.iter().fold(shared_out, |sum, issue| {
        let [a, b] = favourites(issue);
        let both = a.plus(b);
        sum.plus(&UtilityPoint(both.0.map(|value| value * &half)))
    })
}

/// Each party's favourite, of equals the one that the other party likes best.
fn favourites(issue: &DomainIssue) -> [&UtilityPoint; PARTIES] {
    let corners = issue.corners();
    std::array::from_fn(|party| {
        let liking = |pair: &UtilityPoint| [party, PARTIES - 1 - party].map(|i| pair.0[i].clone());
        let best = corners.iter().copied().max_by_key(|pair| liking(pair));
        best.expect("an issue has an option")
    })
}

/// Per party, what it would have with the other one's shares less what it has; negative where it prefers its own. `None` in a
/// domain, whose options are nobody's.
pub(super) fn envy(scenario: &Scenario, allocation: &Allocation) -> Option<[Rational; PARTIES]> {
    let has_shares = scenario.issues.is_empty();
    has_shares.then(|| {
        std::array::from_fn(|party| {
            let change = |(resource, shares): (&Resource, &[Rational; PARTIES])| {
                resource.all_of_it(party) * (&shares[PARTIES - 1 - party] - &shares[party])
            };
            scenario
                .resources
                .iter()
                .zip(&allocation.shares)
                .map(change)
                .sum()
        })
    })
}

/// Is each party's envy at most what one indivisible resource contributes to it?
fn is_ef1(scenario: &Scenario, allocation: &Allocation, envy: &[Rational; PARTIES]) -> bool {
    (0..PARTIES).all(|party| {
        let contribution = |(resource, shares): (&Resource, &[Rational; PARTIES])| {
            // An asset counts where the other party has it, a burden where the party itself bears it.
            let at = if resource.kind.is_burden() {
                party
            } else {
                PARTIES - 1 - party
            };
            if resource.kind.is_whole() {
                &resource.weight[party] * &shares[at]
            } else {
                Rational::ZERO
            }
        };
        let largest = scenario
            .resources
            .iter()
            .zip(&allocation.shares)
            .map(contribution)
            .max()
            .unwrap_or(Rational::ZERO);
        envy[party] <= largest
    })
}
