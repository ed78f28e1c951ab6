//! The rules of a pair that has the shape of one, a file for each family, and those between pairs.

mod corpus;
mod gates;
mod rewrite;
mod scores;
mod strength;
mod texts;

use std::collections::BTreeSet;

use zopa_model::json::Node;

pub(crate) use corpus::Corpus;

use crate::finding::{Finding, Related, Report, Severity, span_of};
use crate::{Pair, Rule, Side};

/// The numbers in the rules, and what a rubric knows. The schema of pairs does not say them, so each can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// `scores.tie_but_dominated`: how many points in total one response may be ahead in a tie, and this many is too many.
    pub tie_gap: u8,
    /// `scores.high_but_unacceptable`: from this score on, on every criterion, a response looks acceptable.
    pub high_score: u8,
    /// `scores.winner_below_any_bar`: up to this score, on every criterion, a response looks unacceptable.
    pub low_score: u8,
    /// `strength.tiny_gap`: up to this many points of difference in all, nothing is significantly better.
    pub tiny_gap: u8,
    /// `strength.huge_gap`: from this many points ahead on every criterion, nothing is only slightly better.
    pub huge_gap: u8,
    /// `reason_codes.unknown`: the codes of the rubric, if they are known.
    pub reason_codes: Option<BTreeSet<String>>,
}

impl Default for Limits {
    /// 4 points for a tie, 3 for a high and 1 for a low score. With any weights near equal, 2 points in all are a tenth of the
    /// scale and 2 points on every criterion are half of it.
    fn default() -> Self {
        Self {
            tie_gap: 4,
            high_score: 3,
            low_score: 1,
            tiny_gap: 2,
            huge_gap: 2,
            reason_codes: None,
        }
    }
}

/// A pair under judgment.
struct Case<'c, 's> {
    pair: &'c Pair,
    root: &'c Node<'s>,
    limits: &'c Limits,
    report: &'c mut Report,
}

impl Case<'_, '_> {
    /// Adds a finding about the value at the pointer `at`.
    fn add(&mut self, rule: Rule, at: &str, message: impl Into<String>, help: impl Into<String>) {
        let span = span_of(self.root, at);
        self.report.add(rule, at, span, message, help);
    }

    /// Adds a finding that is less bad than its rule usually is.
    fn add_as(&mut self, severity: Severity, rule: Rule, at: &str, message: &str, help: &str) {
        self.report.push(Finding {
            rule,
            severity,
            message: message.to_owned(),
            help: help.to_owned(),
            at: at.to_owned(),
            span: span_of(self.root, at),
            related: Vec::new(),
        });
    }

    /// The winner of the pair.
    fn winner(&self) -> Option<Side> {
        self.pair.gold.outcome?.winner()
    }

    /// Does the response fail a gate?
    fn fails(&self, side: Side) -> bool {
        self.pair.response(side).gates.fails()
    }
}

/// Adds a finding that speaks of other places too.
fn add_related(
    report: &mut Report,
    root: &Node<'_>,
    (rule, at): (Rule, &str),
    message: String,
    help: &str,
    related: Vec<Related>,
) {
    report.push(Finding {
        rule,
        severity: rule.severity(),
        message,
        help: help.to_owned(),
        at: at.to_owned(),
        span: span_of(root, at),
        related,
    });
}

/// Judges a pair by itself.
pub(crate) fn judge(
    pair: &Pair,
    line: usize,
    root: &Node<'_>,
    limits: &Limits,
    report: &mut Report,
) {
    let case = &mut Case {
        pair,
        root,
        limits,
        report,
    };
    texts::judge(case);
    gates::judge(case, line);
    strength::judge(case);
    rewrite::judge(case);
    scores::judge(case);
}
