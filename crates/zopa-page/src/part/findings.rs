//! Findings about a file, with their place and what mends them.

use maud::{Markup, html};
use zopa::{Diagnostic, Position};

use super::sentence_of;

/// At most so many are shown.
const MOST: usize = 100;

/// A list of findings; `text` is what they were found in.
pub(crate) fn findings(text: &str, diagnostics: &[Diagnostic]) -> Markup {
    html! {
        ul.findings {
            @for finding in diagnostics.iter().take(MOST) {
                @let position = Position::of(text, finding.span.start);
                li data-severity=(finding.severity.as_str()) {
                    p {
                        strong.tag { (finding.severity.as_str()) } " "
                        span.mono { (finding.code.as_str()) } " "
                        (sentence_of(&finding.message))
                    }
                    p.soft {
                        @if finding.span.end > 0 { "Line " (position.line) ", column " (position.column) ". " }
                        @if let Some(help) = &finding.help { (sentence_of(help)) }
                    }
                }
            }
        }
        @if diagnostics.len() > MOST {
            p.soft { (diagnostics.len() - MOST) " more are not shown." }
        }
    }
}
