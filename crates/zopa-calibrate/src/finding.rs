//! One finding about a line, and the collection of a line's findings.

use zopa_model::json::{Node, Span, Value};

use crate::Rule;

/// At most this many findings of a line are kept: nobody reads more, and a line could hold many thousands.
pub(crate) const MAX_FINDINGS: usize = 100;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The pair is not learned from.
    Error,
    /// The pair is used as written, but probably not as meant.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// `error`, `warning` or `info`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// Another place that a finding speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The line, from 1.
    pub line: usize,
    /// The value there, as a JSON Pointer.
    pub at: String,
}

/// One finding about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken. Its spelling is stable.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// What was found and what is wanted: lower case, names in backticks.
    pub message: String,
    /// What mends it.
    pub help: String,
    /// The value at fault, as a JSON Pointer (RFC 6901); of a missing field, the pointer that it would have.
    pub at: String,
    /// The place in the line, in bytes; of a missing field, the brace that opens the object which lacks it.
    pub span: Span,
    /// The other places that it speaks of.
    pub related: Vec<Related>,
}

/// The findings of a line so far.
pub(crate) struct Report {
    /// What the line holds: `pair`, `verdict`.
    subject: &'static str,
    findings: Vec<Finding>,
    failed: bool,
    left_out: usize,
}

impl Report {
    /// None yet.
    pub(crate) fn of(subject: &'static str) -> Self {
        Self {
            subject,
            findings: Vec::new(),
            failed: false,
            left_out: 0,
        }
    }

    /// What the line holds.
    pub(crate) fn subject(&self) -> &'static str {
        self.subject
    }

    /// Adds a finding, to which the caller may add places. What is beyond the limit is counted; the first error never is.
    pub(crate) fn add(
        &mut self,
        rule: Rule,
        at: impl Into<String>,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Finding {
            rule,
            severity: rule.severity(),
            message: message.into(),
            help: help.into(),
            at: at.into(),
            span,
            related: Vec::new(),
        });
    }

    /// Adds a finding that is put together already.
    pub(crate) fn push(&mut self, finding: Finding) {
        let first_error = finding.severity == Severity::Error && !self.failed;
        if self.is_full() && !first_error {
            self.left_out += 1;
            return;
        }
        self.failed |= first_error;
        self.findings.push(finding);
    }

    /// Is nothing kept any more but a first error?
    pub(crate) fn is_full(&self) -> bool {
        self.findings.len() >= MAX_FINDINGS
    }

    /// Is there an error?
    pub(crate) fn failed(&self) -> bool {
        self.failed
    }

    /// All findings in the order of the line, at one place the errors first.
    pub(crate) fn finish(mut self) -> Vec<Finding> {
        let place = |finding: &Finding| (finding.span.start, finding.severity, finding.at.clone());
        self.findings.sort_by_cached_key(place);
        if self.left_out > 0 {
            let rule = Rule::TooManyFindings;
            self.findings.push(Finding {
                rule,
                severity: rule.severity(),
                message: format!("at least {} further findings are not listed", self.left_out),
                help: "mend those that are, and check again".to_owned(),
                at: String::new(),
                span: 0..0,
                related: Vec::new(),
            });
        }
        self.findings
    }
}

/// The place of the value at a pointer without escapes; where it is missing, the brace of the innermost object that is there.
pub(crate) fn span_of(root: &Node<'_>, at: &str) -> Span {
    let mut node = root;
    for token in at.split('/').skip(1) {
        let next = match &node.value {
            Value::Array(items) => token.parse().ok().and_then(|index: usize| items.get(index)),
            _ => node.get(token),
        };
        match next {
            Some(found) => node = found,
            None => return opening(node),
        }
    }
    match node.value {
        Value::Object(_) => opening(node),
        _ => node.span.clone(),
    }
}

/// The first character of a value: what is marked of an object, which may be long.
pub(crate) fn opening(node: &Node<'_>) -> Span {
    node.span.start..node.span.start + 1
}
