//! Findings about preference pairs and verdicts: with the part of the line where they are for people, as objects for programs.
//!
//! A line of pairs is long and mixes scripts. So a part of it is shown, and what runs from right to left is isolated: the mark
//! below then stands under what it marks, and no text reorders another.

use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style as Ansi};
use serde::Serialize;
use zopa_calibrate::judge::VerdictRecord;
use zopa_calibrate::text::{columns, isolated, push_visible};
use zopa_calibrate::{Finding, Record, Severity};

use super::document::{Align, Block, Table};
use super::{ERROR, HEADING, HELP, Style, WARNING};

/// What is worth knowing.
const INFO: Ansi = AnsiColor::Blue.on_default().bold();

/// The rulings of a snippet.
const RULE: Ansi = AnsiColor::Blue.on_default().bold();

/// At least so many columns of a line are shown, however narrow the terminal.
const NARROWEST: usize = 20;

/// One finding as `calibrate check --format json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct PairFinding {
    file: String,
    line: usize,
    column: usize,
    at: String,
    severity: &'static str,
    code: &'static str,
    message: String,
    help: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Place>,
}

/// Another place that a finding speaks of.
#[derive(Debug, Serialize)]
struct Place {
    line: usize,
    at: String,
}

/// A line with its findings, of pairs or of verdicts.
#[derive(Clone, Copy)]
pub(crate) struct Judged<'r> {
    line: usize,
    text: &'r str,
    findings: &'r [Finding],
}

impl<'r> From<&'r Record> for Judged<'r> {
    fn from(record: &'r Record) -> Self {
        Self {
            line: record.line,
            text: &record.text,
            findings: &record.findings,
        }
    }
}

impl<'r> From<&'r VerdictRecord> for Judged<'r> {
    fn from(record: &'r VerdictRecord) -> Self {
        Self {
            line: record.line,
            text: &record.text,
            findings: &record.findings,
        }
    }
}

/// The findings of a line for programs.
pub(crate) fn findings(file: &str, record: Judged<'_>) -> Vec<PairFinding> {
    let finding = |finding: &Finding| PairFinding {
        file: file.to_owned(),
        line: record.line,
        column: column(record, finding),
        at: finding.at.clone(),
        severity: finding.severity.as_str(),
        code: finding.rule.as_str(),
        message: finding.message.clone(),
        help: finding.help.clone(),
        related: finding
            .related
            .iter()
            .map(|related| Place {
                line: related.line,
                at: related.at.clone(),
            })
            .collect(),
    };
    record.findings.iter().map(finding).collect()
}

/// Findings as a table, a row for each.
pub(crate) fn in_rows(findings: &[PairFinding]) -> Block {
    let header = ["place", "severity", "code", "finding", "what mends it"];
    let row = |found: &PairFinding| {
        vec![
            format!("{}:{}:{}", found.file, found.line, found.column),
            found.severity.to_owned(),
            format!("`{}`", found.code),
            found.message.clone(),
            found.help.clone(),
        ]
    };
    Block::Table(Table {
        header: header.map(|name| (name.to_owned(), Align::Left)).to_vec(),
        rows: findings.iter().map(row).collect(),
    })
}

/// The findings of a line for people, each followed by an empty line.
pub(crate) fn human(file: &str, record: Judged<'_>, style: Style, width: usize) -> String {
    let mut out = String::new();
    for finding in record.findings {
        let ansi = match finding.severity {
            Severity::Error => ERROR,
            Severity::Warning => WARNING,
            Severity::Info => INFO,
        };
        let number = record.line.to_string();
        let margin = " ".repeat(number.len());
        let bar = style.paint(RULE, "|");
        let head = format!("{}[{}]", finding.severity.as_str(), finding.rule);
        let message = format!(": {}", isolated(&finding.message));
        let place = format!("{}:{number}:{}", isolated(file), column(record, finding));
        // writing to a String never fails
        let _ = writeln!(
            out,
            "{}{}",
            style.paint(ansi, &head),
            style.paint(HEADING, &message)
        );
        let _ = writeln!(out, "{margin}{} {place}", style.paint(RULE, "-->"));
        if !record.text.trim().is_empty() {
            let room = width.saturating_sub(number.len() + 3).max(NARROWEST);
            let shown = excerpt(record.text, finding, room);
            let marks = "^".repeat(shown.marked.max(1));
            let _ = writeln!(out, "{margin} {bar}");
            let _ = writeln!(out, "{} {bar} {}", style.paint(RULE, &number), shown.text);
            let _ = writeln!(
                out,
                "{margin} {bar} {}{}",
                " ".repeat(shown.before),
                style.paint(ansi, &marks)
            );
        }
        let help = style.paint(HELP, "help:");
        let _ = writeln!(
            out,
            "{margin} {} {help} {}\n",
            style.paint(RULE, "="),
            isolated(&finding.help)
        );
    }
    out
}

/// The column of a finding, from 1, in characters.
fn column(record: Judged<'_>, finding: &Finding) -> usize {
    let before = record.text.get(..finding.span.start).unwrap_or_default();
    before.chars().count() + 1
}

/// A part of a line, ready for a terminal.
#[derive(Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    /// The columns before the mark.
    before: usize,
    /// The columns of the mark.
    marked: usize,
}

/// The part of a line around a finding's place that fits into `room` columns; dots stand for what is left out.
fn excerpt(line: &str, finding: &Finding, room: usize) -> Excerpt {
    const DOTS: &str = "...";
    let start = finding.span.start.min(line.len());
    let end = finding.span.end.clamp(start, line.len());
    // half of the room shows what is before: of a value, at least its key
    let from = take(line[..start].char_indices().rev(), room / 2).map_or(0, |(at, _)| at);
    let lead = if from > 0 { DOTS } else { "" };
    let used = width(&line[from..start]) + lead.len();
    let left = room.saturating_sub(used + DOTS.len()).max(1);
    let rest = &line[start..];
    let to = take(rest.char_indices(), left).map_or(start, |(at, c)| start + at + c.len_utf8());
    let tail = if to < line.len() { DOTS } else { "" };
    let before = used;
    let marked = width(&line[start..end.min(to).max(start)]);
    Excerpt {
        text: format!("{lead}{}{tail}", isolated(&line[from..to])),
        before,
        marked,
    }
}

/// The last of the characters that fit into `room` columns together.
fn take(chars: impl Iterator<Item = (usize, char)>, room: usize) -> Option<(usize, char)> {
    let mut used = 0;
    chars
        .take_while(|(_, c)| {
            used += shown(*c);
            used <= room
        })
        .last()
}

/// The columns of a text as it is shown.
fn width(text: &str) -> usize {
    text.chars().map(shown).sum()
}

/// The columns of a character, or of its spelling where it is not seen.
fn shown(c: char) -> usize {
    let mut spelled = String::new();
    push_visible(c, &mut spelled);
    spelled.chars().map(columns).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zopa_calibrate::Rule;

    fn finding(span: std::ops::Range<usize>) -> Finding {
        Finding {
            rule: Rule::Enum,
            severity: Severity::Error,
            message: String::new(),
            help: String::new(),
            at: String::new(),
            span,
            related: Vec::new(),
        }
    }

    #[test]
    fn the_mark_stands_under_what_it_marks() {
        // two letters with a mark each take two columns, the direction mark is spelled in eight
        let line = "{\"\u{628}\u{64e}\u{628}\u{64e}\u{200f}\": 5}";
        let at = line.find('5').expect("a 5");
        let shown = excerpt(line, &finding(at..at + 1), 60);
        assert_eq!(
            shown.text,
            "{\"\u{2068}\u{628}\u{64e}\u{628}\u{64e}\u{2069}\\u{200f}\": 5}"
        );
        assert_eq!((shown.before, shown.marked), (2 + 2 + 8 + 3, 1));
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let line = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let shown = excerpt(&line, &finding(5000..5001), 40);
        assert_eq!(
            shown.text,
            format!("...{}X{}...", "a".repeat(20), "b".repeat(13))
        );
        assert_eq!((shown.before, shown.marked), (23, 1));
        // a mark that goes on beyond the part ends with it
        let shown = excerpt(&line, &finding(5000..9000), 40);
        assert_eq!(shown.marked, 14);
    }
}
