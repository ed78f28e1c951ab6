//! One kind of diagnostic, for many renderers.

use crate::json::Span;

pub use crate::check::Code;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file breaks a rule: it is not analysed.
    Error,
    /// The file is used as written, but probably not as meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// One finding about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that is broken. Its spelling is stable.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What was found and what is wanted: lower case, names in backticks.
    pub message: String,
    /// What mends it.
    pub help: Option<String>,
    /// The value at fault, as a JSON Pointer (RFC 6901); of a missing field, the object that lacks it.
    pub at: String,
    /// The place in the source text, in bytes.
    pub span: Span,
}

/// Line and column of a place in a text, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Position {
    /// The position of a byte offset; beyond the end counts as the end. Linear in the offset.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "ab\n\u{e9}\u{e9}x";
        assert_eq!(Position::of(text, 0), Position { line: 1, column: 1 });
        assert_eq!(Position::of(text, 7), Position { line: 2, column: 3 });
        assert_eq!(Position::of(text, 99), Position { line: 2, column: 4 });
    }
}
