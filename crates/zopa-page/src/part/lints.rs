//! What is odd about a scenario's numbers.

use maud::{Markup, html};
use zopa_design::LintReport;

use super::sentence_of;

/// The findings of the designer's bench, warnings first.
pub(crate) fn lints(report: &LintReport) -> Markup {
    let mut findings: Vec<_> = report.findings.iter().collect();
    findings.sort_by_key(|finding| finding.lint.severity());
    html! {
        @if findings.is_empty() {
            p { "Nothing odd was found." }
        }
        ul.findings {
            @for finding in findings {
                @let severity = finding.lint.severity().as_str();
                li data-severity=(severity) {
                    p {
                        strong.tag { (severity) } " "
                        span.mono { (finding.lint.as_str()) } " "
                        (sentence_of(&finding.message))
                    }
                    p.soft { (sentence_of(&finding.help)) }
                }
            }
        }
    }
}
