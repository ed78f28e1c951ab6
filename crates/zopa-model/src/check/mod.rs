//! Judging a scenario file: every fault at once.
//!
//! The way of a file: bytes, [`decode`], text, [`check`](check()), [`Checked`]. What can be mended without judgment,
//! [`fix`] mends. A fault never hides another one, and none is reported twice: a rule that needs several values
//! is silent where one of them is faulty already.

mod build;
mod characters;
mod code;
mod decode;
mod domain;
mod explain;
mod file_stem;
mod fix;
mod judge;
mod latent;
mod number;
mod parties;
mod place;
mod report;
mod resources;
mod rule;
mod schema;
mod text;
mod turns;
mod weights;
mod words;

pub use code::Code;
pub use decode::{MAX_BYTES, decode};
pub use explain::diagnostics_markdown;
pub use file_stem::check_file_stem;
pub use fix::{Change, Fixed, fix};

use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{self, Node};
use crate::scenario::Scenario;
use place::Place;
use report::Report;

/// What [`check`](check()) found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Every finding, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The scenario, unless a finding is an error.
    pub scenario: Option<Scenario>,
}

/// Judges the text of a scenario file, of either form: a mediation scenario, or a domain. A file without `participants` that has
/// `issues` or `parties` is meant to be a domain.
///
/// ```
/// let checked = zopa_model::check(r#"{"id": "Garden"}"#);
/// assert!(checked.scenario.is_none());
/// let of_the_id = checked.diagnostics.iter().find(|finding| finding.at == "/id");
/// assert_eq!(of_the_id.map(|finding| finding.code.as_str()), Some("not-snake-case"));
/// ```
#[must_use]
pub fn check(text: &str) -> Checked {
    let mut report = Report::new(text);
    let start = text_start(text);
    if start > 0 {
        let message = "the file begins with a byte-order mark, which is not part of JSON";
        let help = "save the file as UTF-8 without a byte-order mark";
        report.add(Code::ByteOrderMark, "", &(0..start), message, help);
    }
    let root = match json::parse_from(text, start) {
        Ok(root) => root,
        Err(error) => {
            report.add_syntax_error(error);
            let diagnostics = report.finish();
            return Checked {
                diagnostics,
                scenario: None,
            };
        }
    };
    judge_duplicates(&root, &mut report);
    let root = Place::root(&root);
    judge::judge(&root, &mut report);
    parties::judge_names(&root, &mut report);
    if root.is_domain() {
        domain::judge(&root, &mut report);
    } else {
        parties::judge_references(&root, &mut report);
        turns::judge(&root, &mut report);
        resources::judge(&root, &mut report);
        weights::judge(&root, &mut report);
        latent::judge(&root, &mut report);
    }
    let diagnostics = report.finish();
    let failed = diagnostics
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    let scenario = match (failed, root.is_domain()) {
        (true, _) => None,
        (false, true) => domain::build(&root, &diagnostics),
        (false, false) => build::build(&root, &diagnostics),
    };
    Checked {
        diagnostics,
        scenario,
    }
}

/// Where the text begins: after a byte-order mark.
fn text_start(text: &str) -> usize {
    const MARK: char = '\u{feff}';
    if text.starts_with(MARK) {
        MARK.len_utf8()
    } else {
        0
    }
}

fn judge_duplicates(root: &Node<'_>, report: &mut Report<'_>) {
    let duplicates = json::duplicate_keys(root);
    if duplicates.is_empty() {
        return;
    }
    let breaks: Vec<usize> = report
        .source
        .match_indices('\n')
        .map(|(at, _)| at)
        .collect();
    for (at, span, first) in duplicates {
        let line = breaks.partition_point(|at| *at < first.start) + 1;
        let message = format!(
            "the key {} stands in this object twice, first on line {line}",
            report::clip(&report.source[span.clone()])
        );
        report.add(
            Code::DuplicateKey,
            &at,
            &span,
            message,
            "keep the one that is meant",
        );
    }
}
