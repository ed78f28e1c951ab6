//! The documentation of the rules: a part of `docs/calibrate.md`, made from the rules themselves.

use std::fmt::Write as _;

use crate::Rule;

/// Every rule under a heading of its own, in Markdown.
#[must_use]
pub fn rules_markdown() -> String {
    let mut out = String::new();
    for rule in Rule::ALL {
        // writing to a String never fails
        let _ = write!(
            out,
            "\n### {}\n\n*{}*: {}.\n\n{}\n",
            rule.as_str(),
            rule.severity().as_str(),
            rule.title(),
            rule.explanation()
        );
    }
    out
}
