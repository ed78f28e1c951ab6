//! Issues of an option-table domain: what can be agreed on, and what each of it is worth to each party.

use crate::allocation::Allocation;
use crate::exact::Rational;
use crate::scenario::{PARTIES, Scenario, UtilityPoint};

/// One issue of a domain. What is agreed on it adds to both utilities, whatever is agreed on the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainIssue {
    /// Its name, unique in the scenario.
    pub name: String,
    /// What can be agreed.
    pub space: IssueSpace,
}

/// What can be agreed on an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IssueSpace {
    /// One of these; at least one.
    Options(Vec<IssueOption>),
    /// Any number of a range.
    Range(Box<IssueRange>),
}

/// An option of an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueOption {
    /// Its name, unique in the issue.
    pub name: String,
    /// What it is worth to both.
    pub utility: UtilityPoint,
}

/// A range of numbers, over which both utilities are linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueRange {
    /// The smallest number and the largest, which differ.
    pub ends: [Rational; 2],
    /// What it is counted in, where the file says so.
    pub unit: Option<String>,
    /// What the ends are worth to both.
    pub utility: [UtilityPoint; 2],
}

/// What is agreed on one issue of a domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The option with this index.
    Option(usize),
    /// This number of the range.
    Value(Rational),
}

impl DomainIssue {
    /// What a term is worth to both; `None` where it is none of this issue's.
    #[must_use]
    pub fn worth(&self, term: &Term) -> Option<UtilityPoint> {
        match (&self.space, term) {
            (IssueSpace::Options(options), Term::Option(index)) => {
                options.get(*index).map(|option| option.utility.clone())
            }
            (IssueSpace::Range(range), Term::Value(value)) => {
                let along = range.along(value)?;
                let [from, to] = &range.utility;
                let part = |party: usize| &(&to.0[party] - &from.0[party]) * &along;
                Some(from.plus(&UtilityPoint::new(part(0), part(1))))
            }
            _ => None,
        }
    }

    /// The pairs of utilities that the issue offers: of its options, or of its range's two ends.
    #[must_use]
    pub fn corners(&self) -> Vec<&UtilityPoint> {
        match &self.space {
            IssueSpace::Options(options) => options.iter().map(|option| &option.utility).collect(),
            IssueSpace::Range(range) => range.utility.iter().collect(),
        }
    }

    /// The index of the option with this name. Linear in the number of options.
    #[must_use]
    pub fn option_index(&self, name: &str) -> Option<usize> {
        match &self.space {
            IssueSpace::Options(options) => options.iter().position(|option| option.name == name),
            IssueSpace::Range(_) => None,
        }
    }
}

impl IssueRange {
    /// How far a number lies from the smallest to the largest, in [0, 1]; `None` outside.
    #[must_use]
    pub fn along(&self, value: &Rational) -> Option<Rational> {
        let [from, to] = &self.ends;
        let along = (value - from).checked_div(&(to - from))?;
        (!along.is_negative() && along <= Rational::ONE).then_some(along)
    }

    /// The number that lies so far, in [0, 1], from the smallest to the largest.
    #[must_use]
    pub fn at(&self, along: &Rational) -> Rational {
        let [from, to] = &self.ends;
        from + &(&(to - from) * along)
    }
}

impl Scenario {
    /// The index of the issue with this name. Linear in the number of issues.
    #[must_use]
    pub fn issue_index(&self, name: &str) -> Option<usize> {
        self.issues.iter().position(|issue| issue.name == name)
    }

    /// Is there anything to agree on?
    #[must_use]
    pub fn is_relational(&self) -> bool {
        self.resources.is_empty() && self.issues.is_empty()
    }

    /// What resources and issues are called in runs: the resources' ids, then the issues' names.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        let ids = self.resources.iter().map(|resource| resource.id.as_str());
        ids.chain(self.issues.iter().map(|issue| issue.name.as_str()))
    }

    /// The scenario's issues with what an allocation settles on each.
    pub fn settled<'a>(
        &'a self,
        allocation: &'a Allocation,
    ) -> impl Iterator<Item = (&'a DomainIssue, &'a Term)> {
        self.issues.iter().zip(&allocation.terms)
    }

    /// Each party's lowest and highest utility over the issues.
    pub(crate) fn issue_range(&self, party: usize) -> [Rational; PARTIES] {
        let mut range = [Rational::ZERO, Rational::ZERO];
        for issue in &self.issues {
            let values = || issue.corners().into_iter().map(|pair| &pair.0[party]);
            range[0] += values().min().unwrap_or(&Rational::ZERO);
            range[1] += values().max().unwrap_or(&Rational::ZERO);
        }
        range
    }
}
