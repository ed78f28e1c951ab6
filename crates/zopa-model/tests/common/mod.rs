//! What the tests of this folder share.
#![allow(dead_code, unused_imports, reason = "no test uses all of it")]

#[path = "../../../../tests/support/random.rs"]
mod random;

pub(crate) use random::Random;
use zopa_model::{Checked, Diagnostic, Position, Severity, check};

/// A scenario without any fault.
pub(crate) const CLEAN: &str = include_str!("../fixtures/clean.json");

/// The clean scenario with the first occurrence of `old` replaced.
pub(crate) fn edited(old: &str, new: &str) -> String {
    edited_all(&[(old, new)])
}

/// The clean scenario with these replacements, each of the first occurrence.
pub(crate) fn edited_all(edits: &[(&str, &str)]) -> String {
    let mut text = CLEAN.to_owned();
    for (old, new) in edits {
        assert!(text.contains(old), "the scenario has no {old}");
        text = text.replacen(old, new, 1);
    }
    text
}

/// `code at` of every finding.
pub(crate) fn found(text: &str) -> Vec<String> {
    let findings = check(text).diagnostics;
    findings
        .iter()
        .map(|finding| format!("{} {}", finding.code, finding.at))
        .collect()
}

/// The one finding about a text.
pub(crate) fn only(text: &str) -> Diagnostic {
    let mut findings = check(text).diagnostics;
    assert_eq!(findings.len(), 1, "{findings:#?}");
    findings.remove(0)
}

pub(crate) fn errors(checked: &Checked) -> usize {
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    checked.diagnostics.iter().filter(is_error).count()
}

pub(crate) fn line(text: &str, finding: &Diagnostic) -> usize {
    Position::of(text, finding.span.start).line
}

/// What holds of the findings of any text whatever.
pub(crate) fn assert_sound(text: &str, checked: &Checked) {
    for finding in &checked.diagnostics {
        let span = finding.span.clone();
        assert!(
            text.get(span.clone()).is_some(),
            "span {span:?} of {finding:?} in {text:?}"
        );
        assert_eq!(finding.severity, finding.code.severity());
        assert!(
            !finding.message.is_empty() && finding.help.is_some(),
            "{finding:?}"
        );
        assert!(
            finding.at.is_empty() || finding.at.starts_with('/'),
            "{finding:?}"
        );
    }
    let order: Vec<_> = checked
        .diagnostics
        .iter()
        .map(|finding| (finding.span.start, finding.severity))
        .collect();
    assert!(order.is_sorted(), "{:?}", checked.diagnostics);
    assert_eq!(checked.scenario.is_some(), errors(checked) == 0, "{text}");
}
