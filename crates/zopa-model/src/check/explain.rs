//! The documentation of the codes: the page `docs/diagnostics.md`, made from the codes themselves.

use std::fmt::Write as _;

use super::Code;
use crate::run::RunErrorCode;

/// The page `docs/diagnostics.md`: every code of [`Code`] and [`RunErrorCode`] under a heading of its own.
#[must_use]
pub fn diagnostics_markdown() -> String {
    let mut out = String::from(INTRODUCTION);
    out.push_str(SCENARIOS);
    for code in Code::ALL {
        let severity = code.severity().as_str();
        section(
            &mut out,
            code.as_str(),
            severity,
            code.title(),
            code.explanation(),
        );
    }
    out.push_str(RUNS);
    for code in RunErrorCode::ALL {
        section(
            &mut out,
            code.as_str(),
            "invalid run",
            code.title(),
            code.explanation(),
        );
    }
    out
}

fn section(out: &mut String, word: &str, severity: &str, title: &str, explanation: &str) {
    // writing to a String never fails
    let _ = write!(
        out,
        "\n### {word}\n\n*{severity}*: {title}.\n\n{}\n",
        explanation.trim_end()
    );
}

const INTRODUCTION: &str = "\
<!-- Generated from the codes in crates/zopa-model/src/check; `UPDATE_DOCS=1 cargo test -p zopa-model` rewrites it. -->

# Diagnostics

Every finding has a code. The spelling of a code is stable, and what it stands for does not change. An *error* breaks a rule of
the scenario format: the file is not analysed. With a *warning* the file is used as written, but probably it is not what was meant.
A finding's place is a JSON Pointer (RFC 6901) and a line and column of the text.
";

const SCENARIOS: &str = "\n## Scenario files\n";

const RUNS: &str = "
## Runs

A run that breaks one of these rules is *invalid*: it gets no score, but stays in the output with the code and the reason, and
the other runs of the batch are scored.
";

impl RunErrorCode {
    /// What is wrong, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::MalformedJson => "the line is no JSON object",
            Self::DuplicateKey => "an object has the same key twice",
            Self::UnknownScenario => "the run names no known scenario",
            Self::UnusableScenario => "the run's scenario cannot be used",
            Self::MissingAllocation => "the run has no allocation",
            Self::UnknownResource => "the scenario has no such resource",
            Self::UnknownParty => "the scenario has no such party",
            Self::NotAShare => "a value is not a share",
            Self::NegativeShare => "a share is below 0",
            Self::OverAllocated => "more is given away than there is",
            Self::SplitIndivisible => "an indivisible resource is split",
            Self::NotShareable => "a resource that cannot be shared is kept shared",
            Self::UnassignedBurden => "a burden is not borne in full",
            Self::UnknownIssue => "the domain has no such issue",
            Self::NotAnOption => "a value is none that the issue offers",
            Self::UnsettledIssue => "nothing is agreed on an issue",
        }
    }

    /// The rule, its reason, an example that breaks it and how to mend it, in Markdown.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        match self {
            Self::MalformedJson => include_str!("explain/run/malformed-json.md"),
            Self::DuplicateKey => include_str!("explain/run/duplicate-key.md"),
            Self::UnknownScenario => include_str!("explain/run/unknown-scenario.md"),
            Self::UnusableScenario => include_str!("explain/run/unusable-scenario.md"),
            Self::MissingAllocation => include_str!("explain/run/missing-allocation.md"),
            Self::UnknownResource => include_str!("explain/run/unknown-resource.md"),
            Self::UnknownParty => include_str!("explain/run/unknown-party.md"),
            Self::NotAShare => include_str!("explain/run/not-a-share.md"),
            Self::NegativeShare => include_str!("explain/run/negative-share.md"),
            Self::OverAllocated => include_str!("explain/run/over-allocated.md"),
            Self::SplitIndivisible => include_str!("explain/run/split-indivisible.md"),
            Self::NotShareable => include_str!("explain/run/not-shareable.md"),
            Self::UnassignedBurden => include_str!("explain/run/unassigned-burden.md"),
            Self::UnknownIssue => include_str!("explain/run/unknown-issue.md"),
            Self::NotAnOption => include_str!("explain/run/not-an-option.md"),
            Self::UnsettledIssue => include_str!("explain/run/unsettled-issue.md"),
        }
    }
}
