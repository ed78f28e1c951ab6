//! Verdicts: what an annotator or a judge model said of a pair. One JSON object a line.

use std::io::{self, BufRead};

use zopa_model::json::Node;

use crate::finding::{Finding, Report, span_of};
use crate::lines::{Content, Lines, content, text_of};
use crate::pair::{gates, scores};
use crate::{Gates, Outcome, Rule, Scores, Strength, schema};

/// Which response was shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// A, as in the pair.
    Ab,
    /// B.
    Ba,
}

/// What somebody said of a pair, in the pair's own letters whatever was shown first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The line, from 1.
    pub line: usize,
    /// The pair.
    pub pair_id: String,
    /// Who said it.
    pub annotator: String,
    /// What was shown first; none where that is not known.
    pub order: Option<Order>,
    /// Which is better; none where no verdict was given.
    pub outcome: Option<Outcome>,
    /// By how much.
    pub strength: Option<Strength>,
    /// The gates of both responses, where they were judged.
    pub gates: Option<[Gates; 2]>,
    /// The scores of both responses, where they were given.
    pub scores: Option<[Scores; 2]>,
}

/// A line of a file of verdicts.
#[derive(Clone, Debug)]
pub struct VerdictRecord {
    /// Its number, from 1.
    pub line: usize,
    /// Its text without its end.
    pub text: String,
    /// Every finding about it, in the order of the line.
    pub findings: Vec<Finding>,
    /// The verdict, unless a finding is an error.
    pub verdict: Option<Verdict>,
}

/// Goes through the lines of a file of verdicts: one JSON object a line (JSON Lines, UTF-8). Blank lines are read over, and so are fields
/// that are not known, unless one seems to be misspelled.
pub struct VerdictReader<R> {
    lines: Lines<R>,
}

impl<R: BufRead> VerdictReader<R> {
    /// A reader of verdicts; nothing is read yet.
    pub fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
        }
    }

    fn judge(&self, bytes: Vec<u8>) -> VerdictRecord {
        let mut report = Report::of("verdict");
        let (text, readable) = text_of(bytes, &mut report);
        let line = self.lines.number;
        let verdict = match readable.then(|| content(&text, &mut report)) {
            Some(Content::Value(root)) => read(&root, line, &mut report),
            _ => None,
        };
        let mut findings = report.finish();
        findings.retain(|one| match one.rule {
            Rule::BlankLine => false,
            Rule::UnknownField => one.help.starts_with("did you mean"),
            _ => true,
        });
        VerdictRecord {
            line,
            text,
            findings,
            verdict,
        }
    }
}

impl<R: BufRead> Iterator for VerdictReader<R> {
    type Item = io::Result<VerdictRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.lines.next()?;
        Some(bytes.map(|bytes| self.judge(bytes)))
    }
}

fn read(root: &Node<'_>, line: usize, report: &mut Report) -> Option<Verdict> {
    schema::judge(root, schema::VERDICT, report);
    let text = |key: &str| root.get(key).and_then(Node::as_str);
    for (key, rule, help) in [
        ("pair_id", Rule::EmptyId, "write the id of a pair"),
        (
            "annotator",
            Rule::EmptyAnnotator,
            "write who gave the verdict: a name, or a model",
        ),
    ] {
        if text(key).is_some_and(|text| text.trim().is_empty()) {
            let at = format!("/{key}");
            let span = span_of(root, &at);
            report.add(rule, at, span, format!("`{key}` is empty"), help);
        }
    }
    if report.failed() {
        return None;
    }
    let both = |key: &str| {
        let node = root.get(key)?;
        Some([node.get("a")?, node.get("b")?])
    };
    Some(Verdict {
        line,
        pair_id: text("pair_id")?.to_owned(),
        annotator: text("annotator")?.to_owned(),
        order: text("order").map(|word| if word == "ab" { Order::Ab } else { Order::Ba }),
        outcome: text("outcome").and_then(Outcome::from_word),
        strength: text("strength").and_then(Strength::from_word),
        gates: both("gates").map(|nodes| nodes.map(gates)),
        scores: both("criterion_scores").map(|nodes| nodes.map(scores)),
    })
}
