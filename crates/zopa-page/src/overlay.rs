//! Runs beside an analysis: what was agreed on, to be drawn over what was possible.

use zopa::{Analysis, Run, RunError, Score};
use zopa_model::json::{self, Value};

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

/// A run of the scenario.
#[derive(Clone, Debug)]
pub struct OverlaidRun {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// Its `run`, where it has one.
    pub name: Option<String>,
    /// Its `model`, where it has one.
    pub model: Option<String>,
    /// How good it is, or why it is invalid.
    pub score: Result<Score, RunError>,
}

impl Overlay {
    /// The scores of the valid runs.
    pub fn scores(&self) -> impl Iterator<Item = &Score> {
        self.runs.iter().filter_map(|run| run.score.as_ref().ok())
    }

    /// Takes in what another text holds.
    pub fn extend(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.elsewhere += other.elsewhere;
        self.unread.extend(other.unread);
    }
}

/// Scores the runs of a text that belong to the analysed scenario: one object, an array of them, or one per line.
///
/// A run that names no scenario is in `unread`. Linear in the text, with one score for each run.
#[must_use]
pub fn overlay(analysis: &Analysis, text: &str) -> Overlay {
    let mut found = Overlay::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match json::parse(text) {
        Ok(node) => match &node.value {
            Value::Array(items) => {
                let (mut line, mut passed) = (1, 0);
                for item in items {
                    line += text[passed..item.span.start].matches('\n').count();
                    passed = item.span.start;
                    add(&mut found, analysis, line, &text[item.span.clone()]);
                }
            }
            _ => add(&mut found, analysis, 1, text),
        },
        Err(_) => {
            let lines = (1..).zip(text.lines());
            for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
                add(&mut found, analysis, line, text);
            }
        }
    }
    found
}

fn add(found: &mut Overlay, analysis: &Analysis, line: usize, text: &str) {
    let run = match Run::parse(text.trim()) {
        Ok(run) => run,
        Err(error) => return found.unread.push((line, error)),
    };
    match run.scenario() {
        Ok(id) if id == analysis.scenario.id => {}
        Ok(_) => {
            found.elsewhere += 1;
            return;
        }
        Err(error) => return found.unread.push((line, error)),
    }
    let word = |key: &str| {
        let node = run.field(key)?;
        Some(
            node.as_str()
                .map_or_else(|| text_of(node, text), str::to_owned),
        )
    };
    found.runs.push(OverlaidRun {
        line,
        name: word("run"),
        model: word("model"),
        score: run
            .agreement(&analysis.scenario)
            .map(|agreement| analysis.score(&agreement)),
    });
}

fn text_of(node: &json::Node<'_>, text: &str) -> String {
    let mut out = String::new();
    node.write_compact(text.trim(), &mut out);
    out
}
