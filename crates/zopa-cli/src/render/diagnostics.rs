//! Findings about files: with the line of the source for people, as one object for programs.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use zopa_model::json::Span;
use zopa_model::{Diagnostic, Position, Severity};

use super::{Style, printable};

/// A longer line (in bytes) is not shown: what the terminal cuts from it costs its whole length for every finding.
const LONGEST_LINE: usize = 1 << 14;

/// Finds lines and columns of places that mostly rise, so that a whole file's findings cost one pass over it.
pub(crate) struct Locator<'t> {
    text: &'t str,
    offset: usize,
    line_start: usize,
    position: Position,
}

impl<'t> Locator<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let position = Position { line: 1, column: 1 };
        Self {
            text,
            offset: 0,
            line_start: 0,
            position,
        }
    }

    /// The position of a byte offset, and where its line starts.
    pub(crate) fn locate(&mut self, offset: usize) -> (Position, usize) {
        let offset = boundary(self.text, offset);
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let passed = &self.text[self.offset..offset];
        match passed.rfind('\n') {
            Some(newline) => {
                self.line_start = self.offset + newline + 1;
                self.position.line += passed.bytes().filter(|&byte| byte == b'\n').count();
                self.position.column = passed[newline + 1..].chars().count() + 1;
            }
            None => self.position.column += passed.chars().count(),
        }
        self.offset = offset;
        (self.position, self.line_start)
    }
}

/// One finding as `check --format json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    file: String,
    line: usize,
    column: usize,
    at: String,
    severity: &'static str,
    code: &'static str,
    message: String,
    help: Option<String>,
}

/// The findings of a file for programs.
pub(crate) fn findings(file: &str, text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let mut locator = Locator::new(text);
    let finding = |diagnostic: &Diagnostic| {
        let (position, _) = locator.locate(diagnostic.span.start);
        Finding {
            file: file.to_owned(),
            line: position.line,
            column: position.column,
            at: diagnostic.at.clone(),
            severity: diagnostic.severity.as_str(),
            code: diagnostic.code.as_str(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
        }
    };
    diagnostics.iter().map(finding).collect()
}

/// A finding of any kind as it is shown with the line of its source.
pub(crate) struct Shown<'d> {
    /// How bad it is, in the renderer's terms.
    pub(crate) level: Level<'static>,
    pub(crate) code: &'static str,
    pub(crate) message: &'d str,
    /// What else is known.
    pub(crate) note: Option<String>,
    pub(crate) help: Option<&'d str>,
    /// The place in the text, in bytes.
    pub(crate) span: Span,
}

/// The findings of a file for people, each followed by an empty line.
pub(crate) fn human(
    file: &str,
    text: &str,
    diagnostics: &[Diagnostic],
    style: Style,
    width: usize,
) -> String {
    let shown = diagnostics.iter().map(|diagnostic| Shown {
        level: match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        },
        code: diagnostic.code.as_str(),
        message: &diagnostic.message,
        note: None,
        help: diagnostic.help.as_deref(),
        span: diagnostic.span.clone(),
    });
    with_lines(file, text, shown, style, width)
}

/// Findings with the lines that they speak of, each followed by an empty line.
pub(crate) fn with_lines<'d>(
    file: &str,
    text: &str,
    found: impl Iterator<Item = Shown<'d>>,
    style: Style,
    width: usize,
) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Colored => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(width);
    let file = printable(file);
    let mut locator = Locator::new(text);
    let mut out = String::new();
    for shown in found {
        let (position, line_start) = locator.locate(shown.span.start);
        let mut group = Group::with_title(
            shown
                .level
                .primary_title(printable(shown.message))
                .id(shown.code),
        );
        let line = line_from(text, line_start).filter(|_| !text.is_empty());
        group = if let Some(line) = line {
            // What goes on beyond the line is not marked there.
            let within = |offset| {
                let offset = boundary(text, offset).saturating_sub(line_start);
                offset.min(line.len())
            };
            let mark = within(shown.span.start)..within(shown.span.end.max(shown.span.start));
            let snippet = Snippet::source(line)
                .path(&*file)
                .line_start(position.line)
                .annotation(AnnotationKind::Primary.span(mark));
            group.element(snippet)
        } else {
            let origin = Origin::path(&*file).line(position.line);
            group.element(origin.char_column(position.column))
        };
        if let Some(note) = &shown.note {
            group = group.element(Level::NOTE.message(printable(note).into_owned()));
        }
        if let Some(help) = shown.help {
            group = group.element(Level::HELP.message(printable(help)));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out
}

/// The line that starts here, without its end, if it is not too long. As the [`Locator`] counts lines, a carriage return alone ends
/// none. Of a long line no more is read: there may be thousands of findings in it.
fn line_from(text: &str, start: usize) -> Option<&str> {
    let rest = &text[start..];
    let mut near = rest.bytes().take(LONGEST_LINE + "\r\n".len());
    let end = near.position(|byte| byte == b'\n').unwrap_or(rest.len());
    let line = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
    Some(line).filter(|line| line.len() <= LONGEST_LINE)
}

/// The last boundary of characters at or before `offset`; beyond the end counts as the end.
fn boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The locator goes forwards and backwards, and agrees with the slow way.
    #[test]
    fn the_locator_agrees_with_a_count_from_the_start() {
        let text = "{\n  \"a\": 1,\r\n  \"\u{e9}\u{1f600}\": 2\n}\n";
        let mut locator = Locator::new(text);
        for offset in (0..=text.len()).chain((0..text.len()).rev().step_by(3)) {
            assert_eq!(locator.locate(offset).0, Position::of(text, offset));
        }
    }

    /// Wherever a finding is, it is shown in its line: line ends of all kinds, alone too, and places beyond the end.
    #[test]
    fn a_finding_may_be_anywhere() {
        let text = "{\r\"a\": 1,\r\r\n\"\u{e9}\": 2\r\n}\r\n\n\r";
        for start in 0..=text.len() + 2 {
            for end in [0, start, start + 1, start + 9] {
                let shown = Shown {
                    level: Level::ERROR,
                    code: "a-code",
                    message: "what is wrong",
                    note: None,
                    help: None,
                    span: start..end,
                };
                let out = with_lines("a.json", text, [shown].into_iter(), Style::Plain, 80);
                let place = Position::of(text, start.min(text.len()));
                assert!(out.contains(&format!("a.json:{}:", place.line)), "{out}");
            }
        }
    }
}
