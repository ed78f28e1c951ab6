//! A scenario: two parties, what they negotiate over, and what each can do without the other.
//!
//! A [`Scenario`] exists only where the file has no error; [`crate::check`](crate::check()) makes it.

use crate::allocation::Allocation;
use crate::diagnostic::Diagnostic;
use crate::domain::DomainIssue;
use crate::exact::Rational;

/// The number of parties.
pub const PARTIES: usize = 2;

/// A scenario free of errors. Parties are in the file's order (`A` = index 0, `B` = index 1), and so are resources and issues.
///
/// There are two forms of files. A mediation scenario has resources and no issues; a domain has issues and no resources, and
/// leaves the texts empty that are about mediation. Utilities are sums over both, so that nothing else asks for the form.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The scenario's id.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The neutral description of the conflict.
    pub description: String,
    /// The declared conflict type, as the file spells it; empty in a domain.
    pub conflict_type: String,
    /// The declared difficulty, as the file spells it; empty in a domain.
    pub difficulty: String,
    /// The two parties.
    pub parties: [Party; PARTIES],
    /// What they divide; empty in a domain, and for a purely relational conflict.
    pub resources: Vec<Resource>,
    /// Is a resource's valuation basis `raw`, so that weights are the valuations divided by each party's sum?
    pub raw: bool,
    /// What they settle by choosing an option each; empty in a mediation scenario.
    pub issues: Vec<DomainIssue>,
    /// What `check` warns of.
    pub warnings: Vec<Diagnostic>,
}

/// One of the two parties.
#[derive(Clone, Debug)]
pub struct Party {
    /// Its name.
    pub name: String,
    /// Its best alternative to a negotiated agreement, where the file gives one.
    pub batna: Option<Batna>,
}

/// Best alternative to a negotiated agreement.
#[derive(Clone, Debug)]
pub struct Batna {
    /// Its utility; in a mediation scenario in [0, 1].
    pub utility: Rational,
    /// What it is; empty in a domain.
    pub description: String,
}

/// Something that the parties divide, assign or share.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The resource's id, unique in its scenario.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is counted in: the unit's name, or the `unit_label` where the unit is `other`.
    pub unit: String,
    /// How much of it there is, above 0.
    pub quantity: Rational,
    /// What may be done with it.
    pub kind: ResourceKind,
    /// Each party's valuation of the whole, as written, in [0, 1].
    pub valuation: [Rational; PARTIES],
    /// Each party's weight of the whole: the valuation, renormalised where the scenario's basis is `raw`.
    pub weight: [Rational; PARTIES],
    /// Must it first be surfaced in the conversation?
    pub latent: bool,
    /// The party (by index) that controls it; always there for a latent resource.
    pub held_by: Option<usize>,
    /// The market's value in US dollars. For display alone; never part of a utility.
    pub external_value_usd: Option<Rational>,
    /// What it is.
    pub description: Option<String>,
}

/// The rows of the table of feasible splits (`docs/semantics.md`, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// f_A + f_B <= 1; the rest is left on the table.
    DivisibleAsset,
    /// Whole, to one party or to nobody.
    IndivisibleAsset,
    /// Non-rival: each f_i in [0, 1] independently.
    BothBenefit,
    /// A burden; f_A + f_B = 1, any split. A `divisible` liability, or a `joint_obligation`.
    DivisibleBurden,
    /// A burden borne by one party whole.
    IndivisibleBurden,
}

impl ResourceKind {
    /// Does a share of it count negative?
    #[must_use]
    pub fn is_burden(self) -> bool {
        matches!(self, Self::DivisibleBurden | Self::IndivisibleBurden)
    }

    /// Are its shares 0 or 1 alone?
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::IndivisibleAsset | Self::IndivisibleBurden)
    }

    /// Its name in prose: `divisible asset`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DivisibleAsset => "divisible asset",
            Self::IndivisibleAsset => "indivisible asset",
            Self::BothBenefit => "shared asset",
            Self::DivisibleBurden => "divisible burden",
            Self::IndivisibleBurden => "indivisible burden",
        }
    }
}

/// Whether a burden counts negative, or escaping it counts positive (`docs/semantics.md`, section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// A burden counts negative.
    #[default]
    Signed,
    /// Every utility is raised by the constant `L_i`, the party's weight of all burdens.
    Avoided,
}

impl Convention {
    /// `signed` or `avoided`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Signed => "signed",
            Self::Avoided => "avoided",
        }
    }
}

/// A pair of utilities, A's first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtilityPoint(pub [Rational; PARTIES]);

impl UtilityPoint {
    /// The pair (a, b).
    #[must_use]
    pub fn new(a: Rational, b: Rational) -> Self {
        Self([a, b])
    }

    /// A's utility.
    #[must_use]
    pub fn a(&self) -> &Rational {
        &self.0[0]
    }

    /// B's utility.
    #[must_use]
    pub fn b(&self) -> &Rational {
        &self.0[1]
    }

    /// The sum of both.
    #[must_use]
    pub fn sum(&self) -> Rational {
        self.a() + self.b()
    }

    /// The smaller of both.
    #[must_use]
    pub fn smaller(&self) -> &Rational {
        self.a().min(self.b())
    }

    /// The product of both.
    #[must_use]
    pub fn product(&self) -> Rational {
        self.a() * self.b()
    }

    /// Are both at least 0?
    #[must_use]
    pub fn is_nonnegative(&self) -> bool {
        !self.a().is_negative() && !self.b().is_negative()
    }

    /// `self - other`, per party: the gains over `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self::new(self.a() - other.a(), self.b() - other.b())
    }

    /// `self + other`, per party.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self::new(self.a() + other.a(), self.b() + other.b())
    }

    /// Is this at least `other` for both parties?
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        self.a() >= other.a() && self.b() >= other.b()
    }

    /// Does this weakly dominate `other`: at least as good for both, better for one?
    #[must_use]
    pub fn dominates(&self, other: &Self) -> bool {
        self.covers(other) && self != other
    }
}

impl Scenario {
    /// Where the parties stand without an agreement: their BATNAs, 0 where the file gives none.
    #[must_use]
    pub fn disagreement_point(&self) -> UtilityPoint {
        let utility = |party: &Party| {
            party
                .batna
                .as_ref()
                .map_or(Rational::ZERO, |batna| batna.utility.clone())
        };
        UtilityPoint(self.parties.each_ref().map(utility))
    }

    /// The index of the party with this name.
    #[must_use]
    pub fn party_index(&self, name: &str) -> Option<usize> {
        self.parties.iter().position(|party| party.name == name)
    }

    /// The index of the resource with this id. Linear in the number of resources.
    #[must_use]
    pub fn resource_index(&self, id: &str) -> Option<usize> {
        self.resources.iter().position(|resource| resource.id == id)
    }

    /// The constant that the convention adds to each party's utility: 0, or its weight of all burdens.
    #[must_use]
    pub fn shift(&self, convention: Convention) -> UtilityPoint {
        let burdens = |party: usize| match convention {
            Convention::Signed => Rational::ZERO,
            Convention::Avoided => self
                .resources
                .iter()
                .filter(|resource| resource.kind.is_burden())
                .map(|resource| &resource.weight[party])
                .sum(),
        };
        UtilityPoint::new(burdens(0), burdens(1))
    }

    /// Each party's lowest and highest utility over all feasible allocations, the lowest pair first. (No allocation need attain
    /// either pair.)
    #[must_use]
    pub fn utility_range(&self, convention: Convention) -> [UtilityPoint; 2] {
        let extreme = |end: usize, take: fn(&Resource) -> bool| {
            let party = |party: usize| -> Rational {
                let taken = self.resources.iter().filter(|resource| take(resource));
                let sum: Rational = taken.map(|resource| resource.all_of_it(party)).sum();
                sum + &self.shift(convention).0[party] + &self.issue_range(party)[end]
            };
            UtilityPoint::new(party(0), party(1))
        };
        [
            extreme(0, |resource| resource.kind.is_burden()),
            extreme(1, |resource| !resource.kind.is_burden()),
        ]
    }

    /// What an allocation is worth to each party: the sum of the resources' worths and the issues', plus the convention's
    /// constant.
    #[must_use]
    pub fn utility(&self, allocation: &Allocation, convention: Convention) -> UtilityPoint {
        let worths = self
            .resources
            .iter()
            .zip(&allocation.shares)
            .map(|(resource, shares)| resource.worth(shares));
        let settled = self
            .settled(allocation)
            .filter_map(|(issue, term)| issue.worth(term));
        worths
            .chain(settled)
            .fold(self.shift(convention), |total, worth| total.plus(&worth))
    }
}

impl Resource {
    /// What these shares are worth to each party.
    #[must_use]
    pub fn worth(&self, shares: &[Rational; PARTIES]) -> UtilityPoint {
        let worth = |party: usize| self.all_of_it(party) * &shares[party];
        UtilityPoint::new(worth(0), worth(1))
    }

    /// What the whole of it is worth to a party: the weight, negative for a burden.
    #[must_use]
    pub fn all_of_it(&self, party: usize) -> Rational {
        if self.kind.is_burden() {
            -&self.weight[party]
        } else {
            self.weight[party].clone()
        }
    }

    /// Where the resource is while nobody speaks of it: an asset with nobody, a burden with its holder.
    #[must_use]
    pub fn hidden_shares(&self) -> [Rational; PARTIES] {
        let mut shares = [Rational::ZERO, Rational::ZERO];
        if let (true, Some(holder)) = (self.kind.is_burden(), self.held_by) {
            shares[holder] = Rational::ONE;
        }
        shares
    }

    /// May the parties hold these shares?
    #[must_use]
    pub fn is_feasible(&self, shares: &[Rational; PARTIES]) -> bool {
        let [a, b] = shares;
        let unit = |share: &Rational| !share.is_negative() && *share <= Rational::ONE;
        let whole = |share: &Rational| share.is_zero() || *share == Rational::ONE;
        let sum = a + b;
        unit(a)
            && unit(b)
            && match self.kind {
                ResourceKind::DivisibleAsset => sum <= Rational::ONE,
                ResourceKind::IndivisibleAsset => sum <= Rational::ONE && whole(a) && whole(b),
                ResourceKind::BothBenefit => true,
                ResourceKind::DivisibleBurden => sum == Rational::ONE,
                ResourceKind::IndivisibleBurden => sum == Rational::ONE && whole(a),
            }
    }
}
