//! Every scenario that runs may name, and the answer to a run.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use zopa::metrics::{Namespace, metrics_json};
use zopa::{
    Analysis, Completeness, Convention, Numbers, Options, Run, RunError, RunErrorCode, Scenario,
    invalid_json, score_json,
};
use zopa_model::json::quote;

use crate::figures::Figures;
use crate::scan::Scan;
use crate::scorer::Scorer;

/// The scenarios that runs may name, by id. Each is analysed when a run first names it, once, and scores from then on. May be
/// shared by threads.
#[derive(Default)]
pub struct Scorers {
    entries: BTreeMap<String, Entry>,
    /// The measures beside the score.
    namespaces: Vec<Namespace>,
}

type Load = Box<dyn Fn() -> Result<Analysis, String> + Send + Sync>;

struct Entry {
    load: Load,
    /// The scorer, or why there is none.
    scorer: OnceLock<Result<Scorer, String>>,
}

/// What scoring needs beside the scenarios: one for each thread, to be used again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    scan: Scan,
}

/// What became of a run.
pub type Scored<'s> = Result<(&'s Scorer, Figures), RunError>;

impl fmt::Debug for Scorers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.keys()).finish()
    }
}

impl Scorers {
    /// No scenario yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a scenario that is loaded and analysed when a run first names it; the error says why it cannot be used. What was there by
    /// this id is replaced.
    pub fn add(
        &mut self,
        id: impl Into<String>,
        load: impl Fn() -> Result<Analysis, String> + Send + Sync + 'static,
    ) {
        let entry = Entry {
            load: Box::new(load),
            scorer: OnceLock::new(),
        };
        self.entries.insert(id.into(), entry);
    }

    /// Adds a scenario, to be analysed when a run first names it.
    pub fn add_scenario(&mut self, scenario: Scenario, convention: Convention) {
        self.add(scenario.id.clone(), move || analysis(&scenario, convention));
    }

    /// Asks for measures beside the score: they stand under `metrics` in it. Runs are scored in exact fractions then, which takes
    /// longer.
    pub fn measure(&mut self, namespaces: &[Namespace]) {
        self.namespaces = namespaces.to_vec();
    }

    /// Is there a scenario by this id?
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.entries.contains_key(id)
    }

    /// The ids, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The scorer of a scenario, made now if this is the first run that names it.
    ///
    /// # Errors
    /// `unknown-scenario` or `unusable-scenario`.
    pub fn scorer(&self, id: &str) -> Result<&Scorer, RunError> {
        let Some(entry) = self.entries.get(id) else {
            return Err(RunError::unknown_scenario(id, self.ids()));
        };
        entry
            .scorer
            .get_or_init(|| (entry.load)().map(Scorer::new))
            .as_ref()
            .map_err(|reason| RunError::unusable_scenario(id, reason))
    }

    /// Scores the text of one run.
    ///
    /// # Errors
    /// The reason why the run is invalid.
    pub fn score(&self, text: &str, scratch: &mut Scratch) -> Scored<'_> {
        let mut fields = Vec::new();
        if let Some(scored) = self.score_quickly(text, scratch, &mut fields) {
            return Ok(scored);
        }
        let run = Run::parse(text)?;
        let scorer = self.scorer(run.scenario()?)?;
        Ok((scorer, scorer.score(&run)?))
    }

    /// Appends the run's own fields and scores it, if nothing about it is unusual; else `out` is as it was.
    pub(crate) fn score_quickly(
        &self,
        text: &str,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Option<(&Scorer, Figures)> {
        scratch.scan.copy(text, out, |id, allocation| {
            let scorer = self.scorer(id).ok()?;
            Some((scorer, scorer.score_quickly(allocation)?))
        })
    }

    /// Appends the answer to a run, without a line's end: its own fields as they were, and its score or its fault under `zopa`. What is no
    /// run is named by its place. Returns whether the run is valid.
    pub fn answer(
        &self,
        bytes: &[u8],
        place: Place<'_>,
        numbers: Numbers,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> bool {
        let Ok(text) = std::str::from_utf8(bytes) else {
            refuse("the line is not UTF-8", place, out);
            return false;
        };
        if numbers == Numbers::Nearest && self.namespaces.is_empty() {
            let length = out.len();
            out.push(b'{');
            if let Some((scorer, figures)) = self.score_quickly(text.trim(), scratch, out) {
                out.extend_from_slice(b",\"zopa\":");
                scorer.write_json(&figures, out);
                out.push(b'}');
                return true;
            }
            out.truncate(length);
        }
        self.answer_exactly(text.trim(), place, numbers, out)
    }

    /// As [`Self::answer`], in exact fractions from end to end: what the fast way is held to.
    pub(crate) fn answer_exactly(
        &self,
        text: &str,
        place: Place<'_>,
        numbers: Numbers,
        out: &mut Vec<u8>,
    ) -> bool {
        let run = Run::parse(text);
        let judged = run
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|run| self.judge(run, numbers));
        let valid = judged.is_ok();
        let score = judged.unwrap_or_else(|error| invalid_json(&error).to_string());
        append(run.as_ref().ok(), place, &score, out);
        valid
    }

    fn judge(&self, run: &Run<'_>, numbers: Numbers) -> Result<String, RunError> {
        let scorer = self.scorer(run.scenario()?)?;
        let analysis = scorer.analysis();
        let agreement = run.agreement(&analysis.scenario)?;
        let score = analysis.score(&agreement);
        let mut json = score_json(&analysis.scenario, &score, numbers);
        if !self.namespaces.is_empty() {
            let yardsticks = scorer.yardsticks(&self.namespaces);
            let metrics = analysis.metrics(yardsticks, &agreement, &score);
            json["metrics"] = metrics_json(&metrics, numbers);
        }
        Ok(json.to_string())
    }
}

/// Where a run stands: what is no run can be named only so.
#[derive(Clone, Copy, Debug)]
pub struct Place<'f> {
    /// The file, where there are several.
    pub file: Option<&'f str>,
    /// The line, from 1.
    pub line: usize,
}

impl Place<'_> {
    /// Its fields in the answer.
    fn fields(self) -> String {
        let line = format!("\"line\":{}", self.line);
        match self.file {
            None => line,
            Some(file) => format!("\"file\":{},{line}", quote(file)),
        }
    }
}

/// Appends the answer to what is no run, without a line's end.
pub fn refuse(reason: &str, place: Place<'_>, out: &mut Vec<u8>) {
    let error = RunError {
        code: RunErrorCode::MalformedJson,
        at: String::new(),
        message: reason.to_owned(),
    };
    append(None, place, &invalid_json(&error).to_string(), out);
}

/// Appends a run's own fields, or its place, and what stands under `zopa`.
fn append(run: Option<&Run<'_>>, place: Place<'_>, score: &str, out: &mut Vec<u8>) {
    let own = run.map_or_else(|| place.fields(), Run::own_fields);
    let comma = if own.is_empty() { "" } else { "," };
    for part in ["{", &own, comma, "\"zopa\":", score, "}"] {
        out.extend_from_slice(part.as_bytes());
    }
}

/// Analyses a scenario, or says why that cannot be done.
///
/// # Errors
/// Where there is nothing to analyse, or it costs too much.
pub fn analysis(scenario: &Scenario, convention: Convention) -> Result<Analysis, String> {
    let options = Options {
        convention,
        ..Options::default()
    };
    match zopa::analyze(scenario, &options) {
        Ok(Completeness::Complete(analysis)) => Ok(analysis),
        Ok(Completeness::Stopped(stopped)) => Err(format!(
            "its analysis needs more than {} points at once",
            stopped.points
        )),
        Err(error) => Err(error.to_string()),
    }
}
