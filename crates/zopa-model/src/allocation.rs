//! Who gets what.

use crate::domain::Term;
use crate::exact::Rational;
use crate::json::pointer_token;
use crate::names::{alternatives, did_you_mean};
use crate::run::{RunError, RunErrorCode};
use crate::scenario::{PARTIES, Resource, ResourceKind, Scenario};
use crate::terms::{judge_terms, option_named, unknown_issue};

/// Each party's share of each resource: a fraction of the whole in [0, 1]; and what is settled on each issue. Both in the
/// scenario's order.
///
/// An allocation belongs to the scenario that it was made for, and is feasible there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allocation {
    /// By resource, then by party.
    pub shares: Vec<[Rational; PARTIES]>,
    /// By issue; none in a mediation scenario.
    pub terms: Vec<Term>,
}

impl Allocation {
    /// In what it differs from another allocation of the same scenario, by index: the resources whose shares differ, and, counted
    /// on from them, the issues whose terms do. That is the order of [`Scenario::subjects`].
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<usize> {
        let shares = self.shares.iter().zip(&other.shares);
        let terms = self.terms.iter().zip(&other.terms);
        let differ = shares
            .map(|(own, others)| own != others)
            .chain(terms.map(|(own, others)| own != others));
        differ
            .enumerate()
            .filter(|(_, differ)| *differ)
            .map(|(index, _)| index)
            .collect()
    }

    /// Begins an allocation in which nobody has anything yet.
    ///
    /// ```
    /// # use zopa_model::{Allocation, Scenario};
    /// # fn example(scenario: &Scenario) -> Result<(), zopa_model::RunError> {
    /// let deal = Allocation::builder(scenario).give("Ana", "van", 1).build()?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn builder(scenario: &Scenario) -> AllocationBuilder<'_> {
        AllocationBuilder {
            scenario,
            given: vec![None; scenario.resources.len()],
            terms: vec![None; scenario.issues.len()],
            fault: None,
        }
    }
}

/// Collects shares; [`build`](Self::build) judges them.
#[derive(Clone, Debug)]
pub struct AllocationBuilder<'s> {
    scenario: &'s Scenario,
    given: Vec<Option<[Rational; PARTIES]>>,
    terms: Vec<Option<Term>>,
    fault: Option<RunError>,
}

impl AllocationBuilder<'_> {
    /// Gives a party a share of a resource, by their names; what it had of it is replaced.
    #[must_use]
    pub fn give(mut self, party: &str, resource: &str, share: impl Into<Rational>) -> Self {
        match self.place(party, resource) {
            Ok((party, resource)) => {
                self.given[resource].get_or_insert([Rational::ZERO, Rational::ZERO])[party] =
                    share.into();
            }
            Err(fault) => self.fault = self.fault.or(Some(fault)),
        }
        self
    }

    /// Settles an issue of a domain on an option, by their names; what it was settled on is replaced.
    #[must_use]
    pub fn settle(mut self, issue: &str, option: &str) -> Self {
        let Some(index) = self.scenario.issue_index(issue) else {
            self.fault = self.fault.or(Some(unknown_issue(self.scenario, issue)));
            return self;
        };
        match option_named(&self.scenario.issues[index], option) {
            Ok(term) => self.terms[index] = Some(term),
            Err(fault) => self.fault = self.fault.or(Some(fault)),
        }
        self
    }

    /// Settles an issue of a domain on a number of its range.
    #[must_use]
    pub fn settle_at(mut self, issue: &str, value: impl Into<Rational>) -> Self {
        match self.scenario.issue_index(issue) {
            Some(index) => self.terms[index] = Some(Term::Value(value.into())),
            None => self.fault = self.fault.or(Some(unknown_issue(self.scenario, issue))),
        }
        self
    }

    fn place(&self, party: &str, resource: &str) -> Result<(usize, usize), RunError> {
        let resource_index = self
            .scenario
            .resource_index(resource)
            .ok_or_else(|| unknown_resource(self.scenario, resource))?;
        let at = resource_pointer(resource);
        let party_index = self
            .scenario
            .party_index(party)
            .ok_or_else(|| unknown_party(self.scenario, party, at))?;
        Ok((party_index, resource_index))
    }

    /// The allocation, with what nobody was given left on the table, and unnamed latent burdens at their holders.
    ///
    /// # Errors
    /// The first name that the scenario does not have, or else the first resource whose shares are not feasible, or the first
    /// issue that is not settled.
    pub fn build(self) -> Result<Allocation, RunError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let shares = self
            .scenario
            .resources
            .iter()
            .zip(self.given)
            .map(|(resource, given)| match given {
                Some(shares) => settle(resource, shares),
                None => unnamed(resource).map(|(shares, _)| shares),
            });
        let shares = shares.collect::<Result<_, _>>()?;
        let terms: Vec<Term> = self.terms.into_iter().map_while(|term| term).collect();
        judge_terms(self.scenario, &terms)?;
        Ok(Allocation { shares, terms })
    }
}

/// How far rounded shares may be from 1, in millionths.
const TOLERANCE_PER_MILLION: i128 = 1;

/// The pointer to a resource in a run.
pub(crate) fn resource_pointer(id: &str) -> String {
    format!("/allocation/{}", pointer_token(id))
}

pub(crate) fn unknown_resource(scenario: &Scenario, written: &str) -> RunError {
    let known = scenario
        .resources
        .iter()
        .map(|resource| resource.id.as_str());
    let message = format!(
        "the scenario has no resource `{written}`{}",
        did_you_mean(written, known)
    );
    RunError::new(
        RunErrorCode::UnknownResource,
        resource_pointer(written),
        message,
    )
}

pub(crate) fn unknown_party(scenario: &Scenario, written: &str, at: String) -> RunError {
    let names = || scenario.parties.iter().map(|party| party.name.as_str());
    let guess = did_you_mean(written, names());
    let message = if guess.is_empty() {
        format!(
            "`{written}` is no party; the parties are {}",
            alternatives(names()).replace(" or ", " and ")
        )
    } else {
        format!("`{written}` is no party{guess}")
    };
    RunError::new(RunErrorCode::UnknownParty, at, message)
}

/// The shares of a resource that is not named, and the party with whom a latent burden is assumed to stay.
pub(crate) fn unnamed(
    resource: &Resource,
) -> Result<([Rational; PARTIES], Option<usize>), RunError> {
    if !resource.kind.is_burden() {
        return Ok(([Rational::ZERO, Rational::ZERO], None));
    }
    if !resource.latent {
        let message = format!(
            "nobody bears `{}`: a burden is borne by somebody",
            resource.id
        );
        return Err(RunError::new(
            RunErrorCode::UnassignedBurden,
            resource_pointer(&resource.id),
            message,
        ));
    }
    Ok((resource.hidden_shares(), resource.held_by))
}

/// The shares with rounding errors taken out. The sign is judged before the sum, and that before whole or nothing
/// (`docs/semantics.md`, section 3).
///
/// # Errors
/// Where the shares are not feasible.
pub(crate) fn settle(
    resource: &Resource,
    shares: [Rational; PARTIES],
) -> Result<[Rational; PARTIES], RunError> {
    let id = &resource.id;
    let fault = |code, message: String| Err(RunError::new(code, resource_pointer(id), message));
    if let Some(negative) = shares.iter().find(|share| share.is_negative()) {
        return fault(
            RunErrorCode::NegativeShare,
            format!("`{id}`: a share is at least 0, found {negative}"),
        );
    }
    let tolerance = Rational::new(TOLERANCE_PER_MILLION, 1_000_000);
    if resource.kind == ResourceKind::BothBenefit {
        let most = &Rational::ONE + &tolerance;
        if let Some(above) = shares.iter().find(|share| **share > most) {
            return fault(
                RunErrorCode::OverAllocated,
                format!("`{id}`: a share is at most 1, found {above}"),
            );
        }
        return Ok(shares.map(|share| share.min(Rational::ONE)));
    }
    let sum = &shares[0] + &shares[1];
    let off = &sum - &Rational::ONE;
    let shares = if off.is_zero() {
        shares
    } else if off.abs() <= tolerance {
        shares.map(|share| share / &sum)
    } else if off.is_positive() {
        return fault(
            RunErrorCode::OverAllocated,
            format!("`{id}`: the shares sum to {sum}, at most 1 is there"),
        );
    } else if resource.kind.is_burden() {
        return fault(
            RunErrorCode::UnassignedBurden,
            format!(
                "`{id}`: the shares sum to {sum}; a burden is borne in full, its shares sum to 1"
            ),
        );
    } else {
        shares
    };
    let whole = |share: &Rational| share.is_zero() || *share == Rational::ONE;
    if resource.kind.is_whole() && !shares.iter().all(whole) {
        let message = format!(
            "`{id}` is indivisible: it goes whole to one party, found {} and {}",
            shares[0], shares[1]
        );
        return fault(RunErrorCode::SplitIndivisible, message);
    }
    Ok(shares)
}
