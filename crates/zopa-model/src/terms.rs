//! Reading the terms of a deal on a domain.

use crate::domain::{DomainIssue, IssueSpace, Term};
use crate::exact::Rational;
use crate::json::{Node, Value, pointer_token};
use crate::names::{alternatives, did_you_mean};
use crate::run::{RunError, RunErrorCode};
use crate::scenario::Scenario;

/// A message lists at most this many options.
const MOST_LISTED: usize = 6;

fn pointer(issue: &str) -> String {
    format!("/allocation/{}", pointer_token(issue))
}

/// The run names an issue that the scenario has not.
pub(crate) fn unknown_issue(scenario: &Scenario, written: &str) -> RunError {
    let known = scenario.issues.iter().map(|issue| issue.name.as_str());
    let message = format!(
        "the scenario has no issue `{written}`{}",
        did_you_mean(written, known)
    );
    RunError::new(RunErrorCode::UnknownIssue, pointer(written), message)
}

/// The option with this name.
pub(crate) fn option_named(issue: &DomainIssue, name: &str) -> Result<Term, RunError> {
    let index = issue.option_index(name);
    index
        .map(Term::Option)
        .ok_or_else(|| not_an_option(issue, &format!("`{name}`"), Some(name)))
}

/// What the run settles on an issue.
pub(crate) fn read_term(issue: &DomainIssue, given: Option<&Node<'_>>) -> Result<Term, RunError> {
    let given = given.ok_or_else(|| unsettled(issue))?;
    let term = match (&issue.space, &given.value) {
        (IssueSpace::Options(_), Value::String(name)) => issue.option_index(name).map(Term::Option),
        // an option whose name is a number, as it is spelled
        (IssueSpace::Options(_), Value::Number(text)) => issue.option_index(text).map(Term::Option),
        (IssueSpace::Range(_), Value::Number(text)) => {
            Rational::from_json_number(text).ok().map(Term::Value)
        }
        (IssueSpace::Range(_), Value::String(text)) => {
            Rational::from_fraction(text).ok().map(Term::Value)
        }
        _ => None,
    };
    let found = match &given.value {
        Value::String(text) => format!("`{text}`"),
        Value::Number(text) => (*text).to_owned(),
        _ => given.describe().to_owned(),
    };
    term.filter(|term| issue.worth(term).is_some())
        .ok_or_else(|| not_an_option(issue, &found, given.as_str()))
}

/// The terms are one of each issue's, in their order.
pub(crate) fn judge_terms(scenario: &Scenario, terms: &[Term]) -> Result<(), RunError> {
    for (index, issue) in scenario.issues.iter().enumerate() {
        let term = terms.get(index).ok_or_else(|| unsettled(issue))?;
        if issue.worth(term).is_none() {
            let found = match term {
                Term::Option(option) => format!("the option with index {option}"),
                Term::Value(value) => value.to_string(),
            };
            return Err(not_an_option(issue, &found, None));
        }
    }
    Ok(())
}

fn unsettled(issue: &DomainIssue) -> RunError {
    let message = format!(
        "nothing is agreed on the issue `{}`: a deal settles every issue",
        issue.name
    );
    RunError::new(RunErrorCode::UnsettledIssue, pointer(&issue.name), message)
}

fn not_an_option(issue: &DomainIssue, found: &str, written: Option<&str>) -> RunError {
    let name = &issue.name;
    let message = match &issue.space {
        IssueSpace::Options(options) => {
            let names = || options.iter().map(|option| option.name.as_str());
            let guess = written.map_or_else(String::new, |written| did_you_mean(written, names()));
            let listed = alternatives(names().take(MOST_LISTED));
            let more = match options.len().saturating_sub(MOST_LISTED) {
                0 => String::new(),
                more => format!(" or one of {more} more"),
            };
            if guess.is_empty() {
                format!("`{name}` is {listed}{more}, found {found}")
            } else {
                format!("`{name}` has no option {found}{guess}")
            }
        }
        IssueSpace::Range(range) => {
            let [from, to] = &range.ends;
            format!("`{name}` is a number from {from} to {to}, found {found}")
        }
    };
    RunError::new(RunErrorCode::NotAnOption, pointer(name), message)
}
