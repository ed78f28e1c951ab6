//! Reading a file of pairs, a line at a time.

use std::io::{self, BufRead};

use crate::finding::{Finding, Report, Severity};
use crate::lines::{Content, Lines, content, text_of};
use crate::rules::{self, Corpus, Limits};
use crate::{Pair, Rule, schema};

/// What a line holds.
const SUBJECT: &str = "pair";

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
    lines: Lines<R>,
    limits: Limits,
    corpus: Corpus,
    pairs: bool,
}

impl<R: BufRead> PairReader<R> {
    /// A reader of pairs; nothing is read yet.
    pub fn new(input: R, limits: Limits) -> Self {
        Self {
            lines: Lines::new(input),
            limits,
            corpus: Corpus::default(),
            pairs: false,
        }
    }

    fn judge(&mut self, bytes: Vec<u8>) -> Record {
        let mut report = Report::of(SUBJECT);
        let (text, readable) = text_of(bytes, &mut report);
        let pair = if readable {
            self.judge_text(&text, &mut report)
        } else {
            self.pairs = true;
            None
        };
        Record {
            line: self.lines.number,
            text,
            findings: report.finish(),
            pair,
        }
    }

    fn judge_text(&mut self, text: &str, report: &mut Report) -> Option<Pair> {
        let content = content(text, report);
        self.pairs |= !matches!(content, Content::Blank);
        let Content::Value(root) = content else {
            return None;
        };
        schema::judge(&root, schema::PAIR, report);
        if report.failed() {
            return None;
        }
        let pair = Pair::from_node(&root, text)?;
        let line = self.lines.number;
        rules::judge(&pair, line, &root, &self.limits, report);
        self.corpus.judge(&pair, line, &root, report);
        Some(pair)
    }

    /// The finding that the file holds no pair.
    fn no_pair(&mut self) -> Record {
        let mut report = Report::of(SUBJECT);
        report.add(
            Rule::EmptyFile,
            "",
            0..0,
            "the file holds no pair",
            "write one pair a line",
        );
        // said once
        self.pairs = true;
        Record {
            line: self.lines.number.max(1),
            text: String::new(),
            findings: report.finish(),
            pair: None,
        }
    }
}

impl<R: BufRead> Iterator for PairReader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.lines.next() {
            Some(Ok(bytes)) => Some(Ok(self.judge(bytes))),
            Some(Err(error)) => {
                self.pairs = true;
                Some(Err(error))
            }
            None => (!self.pairs).then(|| Ok(self.no_pair())),
        }
    }
}
