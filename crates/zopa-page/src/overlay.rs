//! Runs beside an analysis: what was agreed on, to be drawn over what was possible.

use std::collections::BTreeMap;

use zopa::{Analysis, NearestFloat as _, Run, RunError, RunErrorCode, Score};
use zopa_model::json::{self, Value};
use zopa_plot::Dot;

/// The runs of a scenario, scored, and how many belong elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    /// The runs of this scenario in the order of the text.
    pub runs: Vec<OverlaidRun>,
    /// Runs of other scenarios.
    pub elsewhere: usize,
    /// Lines that are no runs at all, each with its number and the reason.
    pub unread: Vec<(usize, RunError)>,
}

/// So many groups of runs are told apart in a picture.
const GROUPS: usize = 6;

/// A run of the scenario.
#[derive(Clone, Debug)]
pub struct OverlaidRun {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// Its `run`, where it has one.
    pub name: Option<String>,
    /// The group that it is in, where it has one.
    pub group: Option<String>,
    /// How good it is, or why it is invalid.
    pub score: Result<Score, RunError>,
}

impl Overlay {
    /// The scores of the valid runs.
    pub fn scores(&self) -> impl Iterator<Item = &Score> {
        self.runs.iter().filter_map(|run| run.score.as_ref().ok())
    }

    /// The names of the groups in a picture: those with the most runs first, of equals by name, and what is beyond the first ones under
    /// one name. None where no run has a group.
    #[must_use]
    pub fn groups(&self) -> Vec<String> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for run in &self.runs {
            *counts.entry(run.group_name()).or_default() += 1;
        }
        if self.runs.iter().all(|run| run.group.is_none()) {
            return Vec::new();
        }
        let mut names: Vec<(usize, &str)> =
            counts.iter().map(|(name, count)| (*count, *name)).collect();
        names.sort_by_key(|(count, name)| (std::cmp::Reverse(*count), *name));
        let mut out: Vec<String> = names.iter().map(|(_, name)| (*name).to_owned()).collect();
        if out.len() > GROUPS {
            let others = out.len() - (GROUPS - 1);
            out.truncate(GROUPS - 1);
            out.push(format!("{others} others"));
        }
        out
    }

    /// The places of the valid runs, each with the number of its group.
    #[must_use]
    pub fn dots(&self) -> Vec<Dot> {
        let groups = self.groups();
        let valid = self.runs.iter().filter_map(|run| {
            let score = run.score.as_ref().ok()?;
            let found = groups.iter().position(|name| name == run.group_name());
            Some(Dot {
                at: score.utility.0.each_ref().map(|value| value.to_f64()),
                group: found.unwrap_or(groups.len().saturating_sub(1)),
            })
        });
        valid.collect()
    }

    /// Scores a run if it belongs to the analysed scenario; in the place of its text may stand why there is none.
    pub(crate) fn add(
        &mut self,
        analysis: &Analysis,
        line: usize,
        text: Result<&str, &str>,
        by: &str,
    ) {
        let odd = |reason: &str| RunError {
            code: RunErrorCode::MalformedJson,
            at: String::new(),
            message: reason.to_owned(),
        };
        let text = text.map(str::trim).map_err(odd);
        let (run, text) = match text.and_then(|text| Ok((Run::parse(text)?, text))) {
            Ok(found) => found,
            Err(error) => return self.unread.push((line, error)),
        };
        match run.scenario() {
            Ok(id) if id == analysis.scenario.id => {}
            Ok(_) => {
                self.elsewhere += 1;
                return;
            }
            Err(error) => return self.unread.push((line, error)),
        }
        let word = |key: &str| {
            let node = run.field(key)?;
            Some(
                node.as_str()
                    .map_or_else(|| text_of(node, text), str::to_owned),
            )
        };
        self.runs.push(OverlaidRun {
            line,
            name: word("run"),
            group: word(by),
            score: run
                .agreement(&analysis.scenario)
                .map(|agreement| analysis.score(&agreement)),
        });
    }

    /// Takes in what another text holds.
    pub fn extend(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.elsewhere += other.elsewhere;
        self.unread.extend(other.unread);
    }
}

impl OverlaidRun {
    /// The name of its group; of those without one they share one.
    pub(crate) fn group_name(&self) -> &str {
        self.group.as_deref().unwrap_or("no group")
    }
}

/// Scores the runs of a text that belong to the analysed scenario: one object, an array of them, or one per line. Runs are grouped by
/// the field `by`.
///
/// A run that names no scenario is in `unread`. Linear in the text, with one score for each run.
#[must_use]
pub fn overlay(analysis: &Analysis, text: &str, by: &str) -> Overlay {
    let mut found = Overlay::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match json::parse(text) {
        Ok(node) => match &node.value {
            Value::Array(items) => {
                let (mut line, mut passed) = (1, 0);
                for item in items {
                    line += text[passed..item.span.start].matches('\n').count();
                    passed = item.span.start;
                    found.add(analysis, line, Ok(&text[item.span.clone()]), by);
                }
            }
            _ => found.add(analysis, 1, Ok(text), by),
        },
        Err(_) => {
            let lines = (1..).zip(text.lines());
            for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
                found.add(analysis, line, Ok(text), by);
            }
        }
    }
    found
}

fn text_of(node: &json::Node<'_>, text: &str) -> String {
    let mut out = String::new();
    node.write_compact(text, &mut out);
    out
}
