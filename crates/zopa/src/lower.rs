//! From a scenario's resources and issues to a game's issues, and from a game's choices back to shares and terms.

use zopa_model::{
    Allocation, Convention, DomainIssue, IssueSpace, PARTIES, Rational, Resource, ResourceKind,
    Scenario, Term, UtilityPoint,
};
use zopa_solve::{Choice, Game, Issue};

type Shares = [Rational; PARTIES];

const TO_A: Shares = [Rational::ONE, Rational::ZERO];
const TO_B: Shares = [Rational::ZERO, Rational::ONE];
const TO_BOTH: Shares = [Rational::ONE, Rational::ONE];
const TO_NOBODY: Shares = [Rational::ZERO, Rational::ZERO];

/// What may be done with a resource, as far as it can be efficient.
enum Splits {
    /// One of these.
    One(Vec<Shares>),
    /// Any mixture of these two.
    Between([Shares; 2]),
}

/// A resource's feasible splits that can be efficient. A divisible asset partly left on the table is worse for one party and
/// better for none than the same given out; a non-rival asset is best for both at (1, 1).
fn splits(resource: &Resource, hidden: bool) -> Splits {
    if hidden {
        return Splits::One(vec![resource.hidden_shares()]);
    }
    match resource.kind {
        ResourceKind::DivisibleAsset | ResourceKind::DivisibleBurden => {
            Splits::Between([TO_B, TO_A])
        }
        ResourceKind::IndivisibleAsset => Splits::One(vec![TO_A, TO_B, TO_NOBODY]),
        ResourceKind::BothBenefit => Splits::One(vec![TO_BOTH]),
        ResourceKind::IndivisibleBurden => Splits::One(vec![TO_A, TO_B]),
    }
}

/// A scenario's game: its issues are the resources, then the scenario's own issues. `is_free` says of each latent resource (by index) whether it is on the table; the
/// others stay where they are while nobody speaks of them.
#[must_use]
pub fn game(scenario: &Scenario, convention: Convention, is_free: impl Fn(usize) -> bool) -> Game {
    let issue = |(index, resource): (usize, &Resource)| {
        let worth = |shares: &Shares| resource.worth(shares);
        match splits(resource, resource.latent && !is_free(index)) {
            Splits::One(options) => Issue::Options(options.iter().map(worth).collect()),
            Splits::Between(ends) => Issue::Segment(ends.each_ref().map(worth)),
        }
    };
    let resources = scenario.resources.iter().enumerate().map(issue);
    Game {
        base: scenario.shift(convention),
        issues: resources
            .chain(scenario.issues.iter().map(of_domain))
            .collect(),
    }
}

/// A domain's issue, options and ends in their order.
fn of_domain(issue: &DomainIssue) -> Issue {
    match &issue.space {
        IssueSpace::Options(options) => Issue::Options(
            options
                .iter()
                .map(|option| option.utility.clone())
                .collect(),
        ),
        IssueSpace::Range(range) => Issue::Segment(range.utility.clone()),
    }
}

/// What a choice stands for on a domain's issue.
fn term(issue: &DomainIssue, choice: &Choice) -> Term {
    match (&issue.space, choice) {
        (IssueSpace::Options(_), Choice::Option(option)) => Term::Option(*option),
        (IssueSpace::Range(range), Choice::Mix(share)) => Term::Value(range.at(share)),
        _ => unreachable!("a choice is of its issue's form"),
    }
}

/// The allocation that an agreement of [`game`] stands for, re-priced: nothing enters an answer unless it is feasible and worth
/// exactly what the solver says.
///
/// # Panics
/// If it is not, which is an error of the engine.
#[must_use]
pub fn certified_allocation(
    scenario: &Scenario,
    convention: Convention,
    is_free: impl Fn(usize) -> bool,
    agreement: &[Choice],
    utility: &UtilityPoint,
) -> Allocation {
    let shares =
        scenario
            .resources
            .iter()
            .zip(agreement)
            .enumerate()
            .map(|(index, (resource, choice))| {
                let shares = match (splits(resource, resource.latent && !is_free(index)), choice) {
                    (Splits::One(options), Choice::Option(option)) => options[*option].clone(),
                    (Splits::Between([from, to]), Choice::Mix(share)) => {
                        std::array::from_fn(|party| {
                            &from[party] + &((&to[party] - &from[party]) * share)
                        })
                    }
                    _ => unreachable!("a choice is of its issue's form"),
                };
                assert!(
                    resource.is_feasible(&shares),
                    "engine error: an infeasible split of `{}`: {shares:?}",
                    resource.id
                );
                shares
            });
    let terms = scenario
        .issues
        .iter()
        .zip(&agreement[scenario.resources.len()..])
        .map(|(issue, choice)| term(issue, choice));
    let allocation = Allocation {
        shares: shares.collect(),
        terms: terms.collect(),
    };
    let worth = scenario.utility(&allocation, convention);
    assert!(
        worth == *utility,
        "engine error: an allocation worth {worth:?} was found as worth {utility:?}"
    );
    allocation
}
