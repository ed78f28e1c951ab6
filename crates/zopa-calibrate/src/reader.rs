//! Reading a file of pairs, a line at a time.

use std::io::{self, BufRead};

use zopa_model::json::{self, SyntaxErrorKind};

use crate::finding::{Finding, Report, Severity};
use crate::rules::{self, Corpus, Limits};
use crate::{Pair, Rule, schema};

/// At most this many bytes of a line are kept.
pub const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line of a file of pairs.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number, from 1.
    pub line: usize,
    /// Its text without its end; where it is not UTF-8, with U+FFFD for what is not; of a line that is too long, the beginning.
    pub text: String,
    /// Every finding about it, in the order of the line.
    pub findings: Vec<Finding>,
    /// The pair, where the line has the shape of one. It may still be in error: see [`usable`](Self::usable).
    pub pair: Option<Pair>,
}

impl Record {
    /// The pair, if no finding is an error: one that may be learned from.
    #[must_use]
    pub fn usable(&self) -> Option<&Pair> {
        let failed = self
            .findings
            .iter()
            .any(|found| found.severity == Severity::Error);
        self.pair.as_ref().filter(|_| !failed)
    }
}

/// Goes through the lines of a file of pairs: one JSON object a line (JSON Lines, UTF-8), ended by LF or CR LF.
///
/// It keeps one line at a time and, for the rules between pairs, of each pair its id and a fingerprint of 128 bits. No content
/// stops it or makes it panic; an error of the reader ends it.
pub struct PairReader<R> {
    input: R,
    limits: Limits,
    corpus: Corpus,
    line: usize,
    pairs: bool,
    ended: bool,
}

impl<R: BufRead> PairReader<R> {
    /// A reader of pairs; nothing is read yet.
    pub fn new(input: R, limits: Limits) -> Self {
        Self {
            input,
            limits,
            corpus: Corpus::default(),
            line: 0,
            pairs: false,
            ended: false,
        }
    }

    /// Reads the next line without its end into `bytes`, no more than the limit and a byte; `false` at the end of the file.
    fn read_line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let mut any = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            any = true;
            let newline = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..newline.unwrap_or(available.len())];
            // one for the carriage return, one to know that it is too long
            let room = (MAX_LINE + 2).saturating_sub(bytes.len());
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(newline.is_some());
            self.input.consume(used);
            if newline.is_some() {
                break;
            }
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        Ok(any)
    }

    fn judge(&mut self, bytes: Vec<u8>) -> Record {
        let mut report = Report::default();
        let too_long = bytes.len() > MAX_LINE;
        let (text, bad) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                (text, Some(at))
            }
        };
        let pair = if too_long {
            let message = format!("the line has more than {MAX_LINE} bytes");
            report.add(
                Rule::LineTooLong,
                "",
                0..0,
                message,
                "write one pair a line",
            );
            self.pairs = true;
            None
        } else if let Some(at) = bad {
            let replaced = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
            let help = "save the file as UTF-8, or convert it with `iconv`";
            report.add(Rule::NotUtf8, "", replaced, "the line is not UTF-8", help);
            self.pairs = true;
            None
        } else {
            self.judge_text(&text, &mut report)
        };
        Record {
            line: self.line,
            text,
            findings: report.finish(),
            pair,
        }
    }

    fn judge_text(&mut self, text: &str, report: &mut Report) -> Option<Pair> {
        let start = if text.starts_with(BYTE_ORDER_MARK) {
            let mark = 0..BYTE_ORDER_MARK.len_utf8();
            let message = "the line begins with a byte-order mark (U+FEFF)";
            report.add(
                Rule::ByteOrderMark,
                "",
                mark.clone(),
                message,
                "save the file as UTF-8 without BOM",
            );
            mark.end
        } else {
            0
        };
        let root = match json::parse_from(text, start) {
            Ok(root) => root,
            Err(error) if error.kind == SyntaxErrorKind::Empty => {
                report.add(Rule::BlankLine, "", 0..0, "the line is blank", "remove it");
                return None;
            }
            Err(error) => {
                self.pairs = true;
                let help = syntax_help(text, error.span.start, error.kind);
                report.add(Rule::Syntax, "", error.span, error.message, help);
                return None;
            }
        };
        self.pairs = true;
        schema::judge(&root, report);
        if report.failed() {
            return None;
        }
        let pair = Pair::from_node(&root, text)?;
        rules::judge(&pair, self.line, &root, &self.limits, report);
        self.corpus.judge(&pair, self.line, &root, report);
        Some(pair)
    }

    /// The finding that the file holds no pair.
    fn no_pair(&mut self) -> Record {
        let mut report = Report::default();
        report.add(
            Rule::EmptyFile,
            "",
            0..0,
            "the file holds no pair",
            "write one pair a line",
        );
        Record {
            line: self.line.max(1),
            text: String::new(),
            findings: report.finish(),
            pair: None,
        }
    }
}

impl<R: BufRead> Iterator for PairReader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let mut bytes = Vec::new();
        match self.read_line(&mut bytes) {
            Ok(true) => {
                self.line += 1;
                Some(Ok(self.judge(bytes)))
            }
            Ok(false) => {
                self.ended = true;
                (!self.pairs).then(|| Ok(self.no_pair()))
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }
}

/// What mends a line that is malformed at this place.
fn syntax_help(text: &str, at: usize, kind: SyntaxErrorKind) -> &'static str {
    let before = text[..at].trim_end().chars().next_back();
    match (kind, text[at..].chars().next()) {
        (SyntaxErrorKind::CutOff, _) => {
            "an object that runs over several lines goes onto one; else close the brackets and quotes that are open"
        }
        (SyntaxErrorKind::TooDeep, _) => {
            "a pair needs 4 levels: remove the brackets that enclose nothing"
        }
        (_, Some('}' | ']')) if before == Some(',') => "remove the comma before it",
        (_, Some('"')) => "put a comma between the two, or `\\\"` for a quote within a string",
        (_, Some('\'')) => "strings and keys stand in double quotes",
        _ => "correct the text here; the faults after this place can be seen only then",
    }
}
