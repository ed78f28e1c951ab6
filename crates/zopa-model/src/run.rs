//! A run: one negotiation's outcome, as one JSON object.

use std::fmt;

use crate::allocation::{
    Allocation, resource_pointer, settle, unknown_party, unknown_resource, unnamed,
};
use crate::exact::Rational;
use crate::json::{self, Node, Value, pointer_token};
use crate::names::alternatives;
use crate::scenario::{PARTIES, Resource, ResourceKind, Scenario};
use crate::terms::{read_term, unknown_issue};

/// Why a run is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The rule that is broken.
    pub code: RunErrorCode,
    /// The place, as a JSON Pointer into the run; empty for the run as a whole.
    pub at: String,
    /// What was found and what is wanted.
    pub message: String,
}

impl RunError {
    pub(crate) fn new(
        code: RunErrorCode,
        at: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            at: at.into(),
            message: message.into(),
        }
    }

    /// The run names a scenario that was not given; `known` are those that were.
    #[must_use]
    pub fn unknown_scenario<'n>(id: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        let guess = crate::names::did_you_mean(id, known);
        Self::new(
            RunErrorCode::UnknownScenario,
            "/scenario",
            format!("there is no scenario `{id}`{guess}"),
        )
    }

    /// The run names a scenario that cannot be used, for this reason.
    #[must_use]
    pub fn unusable_scenario(id: &str, reason: &str) -> Self {
        Self::new(
            RunErrorCode::UnusableScenario,
            "/scenario",
            format!("scenario `{id}` cannot be used: {reason}"),
        )
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for RunError {}

/// The codes of invalid runs (`docs/semantics.md`, section 3). Their spelling is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunErrorCode {
    /// The line is no JSON object.
    MalformedJson,
    /// An object names a key twice.
    DuplicateKey,
    /// `scenario` is missing, no string, or names none.
    UnknownScenario,
    /// The scenario has errors.
    UnusableScenario,
    /// There is no `allocation`.
    MissingAllocation,
    /// The scenario has no such resource.
    UnknownResource,
    /// The scenario has no such party.
    UnknownParty,
    /// Neither a number, nor a fraction, nor an amount.
    NotAShare,
    /// Below 0.
    NegativeShare,
    /// More than there is.
    OverAllocated,
    /// An indivisible resource in parts.
    SplitIndivisible,
    /// `shared` where it cannot be.
    NotShareable,
    /// A burden that is not borne in full.
    UnassignedBurden,
    /// The domain has no such issue.
    UnknownIssue,
    /// None of an issue's options, or no number of its range.
    NotAnOption,
    /// Nothing is agreed on an issue.
    UnsettledIssue,
}

impl RunErrorCode {
    /// Every code.
    pub const ALL: [Self; 16] = [
        Self::MalformedJson,
        Self::DuplicateKey,
        Self::UnknownScenario,
        Self::UnusableScenario,
        Self::MissingAllocation,
        Self::UnknownResource,
        Self::UnknownParty,
        Self::NotAShare,
        Self::NegativeShare,
        Self::OverAllocated,
        Self::SplitIndivisible,
        Self::NotShareable,
        Self::UnassignedBurden,
        Self::UnknownIssue,
        Self::NotAnOption,
        Self::UnsettledIssue,
    ];

    /// The stable spelling.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed-json",
            Self::DuplicateKey => "duplicate-key",
            Self::UnknownScenario => "unknown-scenario",
            Self::UnusableScenario => "unusable-scenario",
            Self::MissingAllocation => "missing-allocation",
            Self::UnknownResource => "unknown-resource",
            Self::UnknownParty => "unknown-party",
            Self::NotAShare => "not-a-share",
            Self::NegativeShare => "negative-share",
            Self::OverAllocated => "over-allocated",
            Self::SplitIndivisible => "split-indivisible",
            Self::NotShareable => "not-shareable",
            Self::UnassignedBurden => "unassigned-burden",
            Self::UnknownIssue => "unknown-issue",
            Self::NotAnOption => "not-an-option",
            Self::UnsettledIssue => "unsettled-issue",
        }
    }
}

impl fmt::Display for RunErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a run agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// `"allocation": null`
    NoDeal,
    /// A feasible allocation.
    Deal {
        /// Who gets what.
        allocation: Allocation,
        /// Latent burdens that the run does not name, with the party (both by index) at which each stays.
        assumed: Vec<(usize, usize)>,
    },
}

/// A run as read: a JSON object without duplicate keys.
#[derive(Clone, Debug)]
pub struct Run<'s> {
    source: &'s str,
    root: Node<'s>,
}

impl<'s> Run<'s> {
    /// Reads a run from the text of one JSON object.
    ///
    /// # Errors
    /// `malformed-json` or `duplicate-key`.
    pub fn parse(source: &'s str) -> Result<Self, RunError> {
        let root = json::parse(source)
            .map_err(|error| RunError::new(RunErrorCode::MalformedJson, "", error.message))?;
        Self::from_node(source, root)
    }

    /// A run from a value that was read from `source` already.
    ///
    /// # Errors
    /// As for [`Self::parse`].
    pub fn from_node(source: &'s str, root: Node<'s>) -> Result<Self, RunError> {
        if !matches!(root.value, Value::Object(_)) {
            let message = format!("a run is a JSON object, found {}", root.describe());
            return Err(RunError::new(RunErrorCode::MalformedJson, "", message));
        }
        if let Some((at, ..)) = json::duplicate_keys(&root).into_iter().next() {
            let message = "this key stands twice in one object; keep the one that is meant";
            return Err(RunError::new(RunErrorCode::DuplicateKey, at, message));
        }
        Ok(Self { source, root })
    }

    /// The id of the run's scenario.
    ///
    /// # Errors
    /// `unknown-scenario` where it is missing or no string.
    pub fn scenario(&self) -> Result<&str, RunError> {
        let message = match self.root.get("scenario") {
            None => "the run has no `scenario`; give the scenario's id".to_owned(),
            Some(node) => match node.as_str() {
                Some(id) => return Ok(id),
                None => format!("`scenario` is a scenario's id, found {}", node.describe()),
            },
        };
        Err(RunError::new(
            RunErrorCode::UnknownScenario,
            "/scenario",
            message,
        ))
    }

    /// What was agreed on.
    ///
    /// # Errors
    /// The first fault: names in the order of the run, then shares in the order of the scenario's resources.
    pub fn agreement(&self, scenario: &Scenario) -> Result<Agreement, RunError> {
        let Some(node) = self.root.get("allocation") else {
            let message = "the run has no `allocation`; `null` means no deal";
            return Err(RunError::new(
                RunErrorCode::MissingAllocation,
                "/allocation",
                message,
            ));
        };
        match node.value {
            Value::Null => Ok(Agreement::NoDeal),
            Value::Object(_) => read_allocation(node, scenario),
            _ => {
                let message = format!(
                    "an allocation is an object, or null for no deal; found {}",
                    node.describe()
                );
                Err(RunError::new(
                    RunErrorCode::NotAShare,
                    "/allocation",
                    message,
                ))
            }
        }
    }

    /// The run's own fields in their order, as `"key":value` pairs without the braces; an earlier score (`zopa`) is left out.
    /// Numbers and strings stay as spelled.
    #[must_use]
    pub fn own_fields(&self) -> String {
        let mut out = String::new();
        for member in self
            .root
            .members()
            .iter()
            .filter(|member| member.key != "zopa")
        {
            if !out.is_empty() {
                out.push(',');
            }
            out.push_str(&self.source[member.key_span.clone()]);
            out.push(':');
            member.value.write_compact(self.source, &mut out);
        }
        out
    }

    /// The value of one of the run's own fields.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Node<'s>> {
        self.root.get(key)
    }
}

fn read_allocation(node: &Node<'_>, scenario: &Scenario) -> Result<Agreement, RunError> {
    let mut named: Vec<Option<&Node<'_>>> = vec![None; scenario.resources.len()];
    let mut settled: Vec<Option<&Node<'_>>> = vec![None; scenario.issues.len()];
    for member in node.members() {
        let given = Some(&member.value).filter(|given| given.value != Value::Null);
        if let Some(index) = scenario.resource_index(&member.key) {
            named[index] = given;
        } else if let Some(index) = scenario.issue_index(&member.key) {
            settled[index] = given;
        } else if scenario.issues.is_empty() {
            return Err(unknown_resource(scenario, &member.key));
        } else {
            return Err(unknown_issue(scenario, &member.key));
        }
    }
    let mut shares = Vec::with_capacity(scenario.resources.len());
    let mut assumed = Vec::new();
    for (index, (resource, given)) in scenario.resources.iter().zip(named).enumerate() {
        shares.push(match given {
            Some(given) => settle(resource, read_shares(given, resource, scenario)?)?,
            None => {
                let (shares, holder) = unnamed(resource)?;
                assumed.extend(holder.map(|party| (index, party)));
                shares
            }
        });
    }
    let terms = scenario.issues.iter().zip(settled);
    let terms = terms.map(|(issue, given)| read_term(issue, given));
    let terms = terms.collect::<Result<_, _>>()?;
    Ok(Agreement::Deal {
        allocation: Allocation { shares, terms },
        assumed,
    })
}

fn read_shares(
    given: &Node<'_>,
    resource: &Resource,
    scenario: &Scenario,
) -> Result<[Rational; PARTIES], RunError> {
    let at = resource_pointer(&resource.id);
    match &given.value {
        Value::String(name) => {
            if let Some(party) = scenario.party_index(name) {
                let mut shares = [Rational::ZERO, Rational::ZERO];
                shares[party] = Rational::ONE;
                return Ok(shares);
            }
            if name != "shared" {
                return Err(unknown_party(scenario, name, at));
            }
            if resource.kind != ResourceKind::BothBenefit {
                let kind = resource.kind.as_str();
                let article = if kind.starts_with('i') { "an" } else { "a" };
                let message = format!(
                    "`{}` is {article} {kind}: only a `both_benefit` resource can be kept shared",
                    resource.id,
                );
                return Err(RunError::new(RunErrorCode::NotShareable, at, message));
            }
            Ok([Rational::ONE, Rational::ONE])
        }
        Value::Object(members) => {
            let mut shares = [Rational::ZERO, Rational::ZERO];
            for member in members {
                let at = format!("{at}/{}", pointer_token(&member.key));
                let Some(party) = scenario.party_index(&member.key) else {
                    return Err(unknown_party(scenario, &member.key, at));
                };
                shares[party] = read_share(&member.value, resource, &at)?;
                if shares[party].is_negative() {
                    let message = format!(
                        "`{}`: a share is at least 0, found {}",
                        resource.id, shares[party]
                    );
                    return Err(RunError::new(RunErrorCode::NegativeShare, at, message));
                }
            }
            Ok(shares)
        }
        _ => {
            let names = alternatives(scenario.parties.iter().map(|party| party.name.as_str()));
            let message = format!(
                "`{}` goes to {names}, or in shares as {{\"{}\": 0.5, ...}}; found {}",
                resource.id,
                scenario.parties[0].name,
                given.describe()
            );
            Err(RunError::new(RunErrorCode::NotAShare, at, message))
        }
    }
}

fn read_share(node: &Node<'_>, resource: &Resource, at: &str) -> Result<Rational, RunError> {
    let not_a_share = |found: String| {
        let message = format!(
            "a share is a number, a fraction such as \"1/3\", or {{\"amount\": x}} in {}; {found}",
            resource.unit
        );
        RunError::new(RunErrorCode::NotAShare, at, message)
    };
    match &node.value {
        Value::Number(text) => {
            Rational::from_json_number(text).map_err(|error| not_a_share(error.to_string()))
        }
        Value::String(text) => Rational::from_fraction(text)
            .map_err(|_| not_a_share(format!("found the string {}", json::quote(text)))),
        Value::Object(members) => match members.as_slice() {
            [member] if member.key == "amount" => match &member.value.value {
                Value::Number(text) => Rational::from_json_number(text)
                    .map(|amount| amount / &resource.quantity)
                    .map_err(|error| not_a_share(error.to_string())),
                _ => Err(not_a_share(format!(
                    "found {} as the amount",
                    member.value.describe()
                ))),
            },
            _ => Err(not_a_share("found another object".to_owned())),
        },
        _ => Err(not_a_share(format!("found {}", node.describe()))),
    }
}
