//! What a file of pairs holds for learning: statements, pairs that await judgment, and what is not used, with the reason.

use std::collections::{BTreeMap, BTreeSet};

use zopa_model::Rational;

use crate::text::folded;
use crate::{Criterion, Outcome, Pair, Record, Side, Statement, Unused, statement};

/// Two options that nobody compared yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The pair's id.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// The scores of the first, as shares of the highest.
    pub a: Vec<Rational>,
    /// The scores of the second.
    pub b: Vec<Rational>,
}

/// What is learned from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// The names of the criteria.
    pub criteria: Vec<String>,
    /// What was said.
    pub statements: Vec<Statement>,
    /// Pairs that nobody judged, both of whose responses pass the gates and are scored.
    pub questions: Vec<Question>,
    /// How many pairs say nothing about scores, by reason.
    pub unused: BTreeMap<Unused, usize>,
    /// Lines that hold no pair, or one in error.
    pub rejected: usize,
    /// How many different prompts the statements are about.
    pub prompts: usize,
}

/// Makes a study of the records of a file, in their order.
#[derive(Debug)]
pub struct Collector {
    study: Study,
    prompts: BTreeMap<Vec<String>, usize>,
}

impl Default for Collector {
    fn default() -> Self {
        let criteria = Criterion::ALL.iter().map(|name| name.as_str().to_owned());
        Self {
            study: Study {
                criteria: criteria.collect(),
                ..Study::default()
            },
            prompts: BTreeMap::new(),
        }
    }
}

impl Collector {
    /// Takes in a record. Pairs in error are counted, not learned from.
    pub fn add(&mut self, record: &Record) {
        let Some(pair) = record.usable() else {
            // a blank line is nothing
            let nothing = record.pair.is_none() && record.text.trim().is_empty();
            self.study.rejected += usize::from(!nothing);
            return;
        };
        let next = self.prompts.len();
        let group = *self.prompts.entry(prompt(pair)).or_insert(next);
        match statement(pair, record.line, group) {
            Ok(statement) => self.study.statements.push(statement),
            Err(reason) => {
                *self.study.unused.entry(reason).or_default() += 1;
                if reason == Unused::NotJudged {
                    self.study.questions.extend(question(pair, record.line));
                }
            }
        }
    }

    /// The study.
    #[must_use]
    pub fn finish(self) -> Study {
        let mut study = self.study;
        let groups: BTreeSet<usize> = study.statements.iter().map(|one| one.group).collect();
        study.prompts = groups.len();
        study
    }
}

/// What was asked: the conversation, as texts are compared.
fn prompt(pair: &Pair) -> Vec<String> {
    let messages = pair.messages.iter();
    messages.map(|message| folded(&message.content)).collect()
}

/// A pair without an outcome as a question, if both responses may be chosen and are scored.
fn question(pair: &Pair, line: usize) -> Option<Question> {
    let stands = |side: Side| {
        let response = pair.response(side);
        !response.gates.fails() && response.scores.complete().is_some()
    };
    if !stands(Side::A) || !stands(Side::B) {
        return None;
    }
    let mut judged = pair.clone();
    judged.gold.outcome = Some(Outcome::Tie);
    let statement = statement(&judged, line, 0).ok()?;
    Some(Question {
        name: statement.name,
        line,
        a: statement.a?,
        b: statement.b?,
    })
}
