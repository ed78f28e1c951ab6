//! What verdicts are compared with: the judged pairs of a file.

use std::collections::BTreeMap;

use crate::text::folded;
use crate::{Gates, Outcome, Record, Scores, Statement, Strength, statement};

/// A judged pair, as far as verdicts on it are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GoldPair {
    pub(super) variety: String,
    pub(super) domain: Option<String>,
    /// The prompt.
    pub(super) group: usize,
    pub(super) outcome: Option<Outcome>,
    pub(super) strength: Option<Strength>,
    pub(super) gates: [Gates; 2],
    pub(super) scores: [Scores; 2],
    /// What it says about scores, where it does.
    pub(super) statement: Option<Statement>,
}

/// The pairs of a file by their ids.
#[derive(Debug, Default)]
pub struct Gold {
    pub(super) pairs: BTreeMap<String, GoldPair>,
    prompts: BTreeMap<Vec<String>, usize>,
    /// Lines that hold no pair, or one in error.
    pub rejected: usize,
}

impl Gold {
    /// Takes in a record; a pair in error is counted and not compared with.
    pub fn add(&mut self, record: &Record) {
        let Some(pair) = record.usable() else {
            let nothing = record.pair.is_none() && record.text.trim().is_empty();
            self.rejected += usize::from(!nothing);
            return;
        };
        let prompt = pair.messages.iter().map(|m| folded(&m.content)).collect();
        let next = self.prompts.len();
        let group = *self.prompts.entry(prompt).or_insert(next);
        let gold = GoldPair {
            variety: pair.prompt_variety.clone(),
            domain: pair.domain.clone(),
            group,
            outcome: pair.gold.outcome,
            strength: pair.gold.strength,
            gates: [pair.a.gates, pair.b.gates],
            scores: [pair.a.scores, pair.b.scores],
            statement: statement(pair, record.line, group).ok(),
        };
        self.pairs.insert(pair.pair_id.clone(), gold);
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}
