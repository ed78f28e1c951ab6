//! Collecting the findings of one text.

use super::Code;
use super::place::Place;
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{Span, SyntaxError, SyntaxErrorKind};

/// At most this many findings are kept: nobody reads more, and a file of a few megabytes could hold millions of faults.
pub(super) const MAX_FINDINGS: usize = 10_000;

/// The findings so far.
pub(super) struct Report<'s> {
    /// The text that is judged.
    pub(super) source: &'s str,
    diagnostics: Vec<Diagnostic>,
    failed: bool,
    left_out: usize,
}

impl<'s> Report<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            diagnostics: Vec::new(),
            failed: false,
            left_out: 0,
        }
    }

    /// Adds a finding about the value at a place.
    pub(super) fn about(
        &mut self,
        code: Code,
        place: &Place<'_, '_>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(code, &place.at, &place.node.span, message, help);
    }

    /// Adds a finding about what stands at a span, which belongs to the value at the pointer `at`.
    pub(super) fn add(
        &mut self,
        code: Code,
        at: &str,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let severity = code.severity();
        let first_error = severity == Severity::Error && !self.failed;
        if self.diagnostics.len() >= MAX_FINDINGS && !first_error {
            self.left_out += 1;
            return;
        }
        self.failed |= first_error;
        self.diagnostics.push(Diagnostic {
            code,
            severity,
            message: message.into(),
            help: Some(help.into()),
            at: at.to_owned(),
            span: span.clone(),
        });
    }

    /// Adds the finding that the text is no JSON.
    pub(super) fn add_syntax_error(&mut self, error: SyntaxError) {
        let (code, help) = match error.kind {
            SyntaxErrorKind::Empty => (Code::EmptyFile, "write the scenario as one JSON object"),
            SyntaxErrorKind::CutOff => (
                Code::CutOff,
                "fetch the whole file again, or close the brackets and quotes that are open",
            ),
            SyntaxErrorKind::TooDeep => (
                Code::TooDeep,
                "a scenario needs 5 levels: remove the brackets that enclose nothing",
            ),
            SyntaxErrorKind::Malformed => (Code::Syntax, self.syntax_help(&error.span)),
        };
        self.add(code, "", &error.span, error.message, help);
    }

    /// What mends a text that is malformed at this place, judged by the characters there.
    fn syntax_help(&self, span: &Span) -> &'static str {
        let before = self.source[..span.start].trim_end().chars().next_back();
        match self.source[span.clone()].chars().next() {
            Some('}' | ']') if before == Some(',') => "remove the comma before it",
            Some('}' | ']') if before == Some(':') => "write a value after the colon",
            Some('\'') => "strings and keys stand in double quotes",
            Some('/' | '#') => "JSON has no comments: remove it",
            Some('+' | '.') => "a number begins with a digit or with `-`",
            Some('\n' | '\r' | '\t') => {
                "a string ends on the line where it begins: close it, or write a space"
            }
            Some('"') => "put a comma between the two, or `\\\"` for a quote within a string",
            Some('\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2018}' | '\u{2019}') => {
                "use straight quotes instead of curly ones"
            }
            _ if self.source[span.clone()].starts_with(['N', 'I', 'n', 'i']) => {
                "write a number, or leave the field out"
            }
            _ => "correct the text here; the faults after this place can be seen only then",
        }
    }

    /// All findings in the order of the text, at one place the errors first.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        let faulty: std::collections::BTreeSet<String> = self
            .diagnostics
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.at.clone())
            .collect();
        // a name that is unknown for its space is one fault
        self.diagnostics.retain(|finding| {
            finding.code != Code::SurroundingSpace || !faulty.contains(&finding.at)
        });
        self.diagnostics
            .sort_by_key(|finding| (finding.span.start, finding.severity));
        if self.left_out > 0 {
            let code = Code::TooManyFindings;
            self.diagnostics.push(Diagnostic {
                code,
                severity: code.severity(),
                message: format!("{} further findings are not listed", self.left_out),
                help: Some("mend those that are, and check again".to_owned()),
                at: String::new(),
                span: self.source.len()..self.source.len(),
            });
        }
        self.diagnostics
    }
}

/// Text for a message, cut where it is long.
pub(super) fn clip(text: &str) -> String {
    const LONGEST: usize = 72;
    let mut chars = text.char_indices().skip(LONGEST - 3);
    match (chars.next(), text.chars().nth(LONGEST)) {
        (Some((end, _)), Some(_)) => format!("{}...", &text[..end]),
        _ => text.to_owned(),
    }
}
