//! Gathering what an importer reads: scenarios once each, runs, and a count of everything that is odd.

use std::collections::{BTreeMap, BTreeSet};

use zopa_model::json::quote;

use super::reason::{Fate, Reason};
use super::spell::fingerprint;
use crate::Source;

/// Of each reason so many remarks are kept with their places; all are counted.
pub const MOST_REMARKS: usize = 10;

/// What an importer made of a text.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Each scenario once, in the order of first appearance.
    pub scenarios: Vec<MadeScenario>,
    /// The runs, a JSON object in one line each, in the order of the source.
    pub runs: Vec<String>,
    /// What was read and what became of it.
    pub tally: Tally,
}

/// A scenario that was made from a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeScenario {
    /// Its id, which is its file's name.
    pub id: String,
    /// The file.
    pub text: String,
}

/// How many records were read, and what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records of the source; the two rows of one dialogue are one.
    pub records: usize,
    /// Runs with a deal.
    pub deals: usize,
    /// Runs without one.
    pub no_deals: usize,
    /// How often each reason occurred; those that did not are absent.
    pub reasons: BTreeMap<Reason, usize>,
    /// The first of each reason, in the order of the source.
    pub remarks: Vec<Remark>,
}

/// What is odd about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The file's name.
    pub file: String,
    /// The reason.
    pub reason: Reason,
    /// The line of the source, from 1.
    pub line: usize,
    /// What was found.
    pub message: String,
}

impl Tally {
    /// The records that made no run.
    #[must_use]
    pub fn skipped(&self) -> usize {
        let skipped = self.reasons.iter();
        let skipped = skipped.filter(|(reason, _)| reason.severity() == Fate::Skipped);
        skipped.map(|(_, count)| count).sum()
    }
}

/// A scenario to be: everything of its file but the id.
pub(crate) struct Draft {
    /// What the id is to be; a fingerprint of the content is put in the place of the braces.
    pub(crate) id: DraftId,
    /// The file's text before the id and after it.
    pub(crate) text: [String; 2],
}

/// How a scenario gets its id.
pub(crate) enum DraftId {
    /// The id tells the whole content.
    Whole(String),
    /// The id is this and a fingerprint of the content.
    Stem(String),
}

/// One run to be.
pub(crate) struct RunDraft {
    /// What the run is called; else it is named after its file and line.
    pub(crate) name: Option<String>,
    /// The line of the source, from 1.
    pub(crate) line: usize,
    /// The allocation as JSON; `None` is no deal.
    pub(crate) allocation: Option<String>,
    /// Further fields: a key, and a value as JSON.
    pub(crate) fields: Vec<(String, String)>,
}

/// Gathers scenarios, runs and remarks.
#[derive(Default)]
pub(crate) struct Collector {
    imported: Imported,
    /// The name of the file that is read, and the same without folders and extension.
    file: String,
    stem: String,
    /// The texts around the id of every scenario, and its id.
    known: BTreeMap<[String; 2], String>,
    ids: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Collector {
    /// All that follows is of this file.
    pub(crate) fn begin(&mut self, source: &Source<'_>) {
        source.name.clone_into(&mut self.file);
        source.stem().clone_into(&mut self.stem);
    }

    /// One more record was read.
    pub(crate) fn record(&mut self) {
        self.imported.tally.records += 1;
    }

    /// Something is odd about the record at this line.
    pub(crate) fn remark(&mut self, reason: Reason, line: usize, message: impl Into<String>) {
        let count = self.imported.tally.reasons.entry(reason).or_default();
        *count += 1;
        if *count <= MOST_REMARKS {
            self.imported.tally.remarks.push(Remark {
                file: self.file.clone(),
                reason,
                line,
                message: message.into(),
            });
        }
    }

    /// The id of a scenario, which is kept if it is new. The same content has the same id in every file.
    pub(crate) fn scenario(&mut self, draft: Draft) -> String {
        if let Some(id) = self.known.get(&draft.text) {
            return id.clone();
        }
        let wanted = match draft.id {
            DraftId::Whole(id) => id,
            DraftId::Stem(stem) => {
                let print = fingerprint(&[&draft.text[0], &draft.text[1]]);
                format!("{stem}_{print}")
            }
        };
        let mut id = wanted.clone();
        let mut next = 2;
        while !self.ids.insert(id.clone()) {
            id = format!("{wanted}_{next}");
            next += 1;
        }
        let text = format!("{}{}{}", draft.text[0], quote(&id), draft.text[1]);
        self.known.insert(draft.text, id.clone());
        self.imported.scenarios.push(MadeScenario {
            id: id.clone(),
            text,
        });
        id
    }

    /// One more run, in the scenario with this id.
    pub(crate) fn run(&mut self, scenario: &str, draft: RunDraft) {
        let by_line = format!("{}-{}", self.stem, draft.line);
        let wanted = draft.name.unwrap_or_else(|| by_line.clone());
        let mut name = wanted.clone();
        if self.names.contains(&name) {
            let message = format!("`{name}` is the name of an earlier record");
            self.remark(Reason::RepeatedRecord, draft.line, message);
            name = format!("{wanted}@{by_line}");
        }
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}@{by_line}.{number}");
            number += 1;
        }
        let tally = &mut self.imported.tally;
        match draft.allocation {
            Some(_) => tally.deals += 1,
            None => tally.no_deals += 1,
        }
        let allocation = draft.allocation.as_deref().unwrap_or("null");
        let (run, scenario) = (quote(&name), quote(scenario));
        let mut line =
            format!("{{\"run\":{run},\"scenario\":{scenario},\"allocation\":{allocation}");
        for (key, value) in &draft.fields {
            line += &format!(",{}:{value}", quote(key));
        }
        line.push('}');
        self.imported.runs.push(line);
    }

    /// All that was gathered.
    pub(crate) fn finish(self) -> Imported {
        self.imported
    }
}
