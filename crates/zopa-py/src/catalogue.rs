//! The scenarios that the rows of a table may name: found by id, analysed when first named.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::prelude::*;
use zopa::{Analysis, Convention, Diagnostic, Position, Severity};
use zopa_batch::Scorers;
use zopa_model::check::decode;
use zopa_model::json;

use crate::errors::ScenarioError;
use crate::scenario::convention;

/// Scenarios by id, each analysed once, when a row first names it.
#[pyclass(frozen, module = "zopa._zopa")]
pub(crate) struct Catalogue {
    pub(crate) scorers: Scorers,
    /// How many were analysed.
    analyzed: Arc<AtomicUsize>,
}

#[pymethods]
impl Catalogue {
    /// From sources: each a name for messages, the file's name without its extension where it is a file, and the content.
    #[new]
    fn new(
        py: Python<'_>,
        sources: Vec<(String, Option<String>, Vec<u8>)>,
        convention: &str,
    ) -> PyResult<Self> {
        let convention = self::convention(convention)?;
        py.detach(|| Self::of(sources, convention))
            .map_err(|message| ScenarioError::new_err((message,)))
    }

    /// The ids, sorted.
    fn ids(&self) -> Vec<&str> {
        self.scorers.ids().collect()
    }

    /// How many scenarios were analysed so far.
    fn analyzed(&self) -> usize {
        self.analyzed.load(Ordering::Relaxed)
    }
}

impl Catalogue {
    fn of(
        sources: Vec<(String, Option<String>, Vec<u8>)>,
        convention: Convention,
    ) -> Result<Self, String> {
        let mut scorers = Scorers::new();
        let analyzed = Arc::new(AtomicUsize::new(0));
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let mut nameless = Vec::new();
        for (name, stem, bytes) in sources {
            match id_of(&name, &bytes) {
                Ok(id) => {
                    if let Some(other) = names.insert(id.clone(), name.clone()) {
                        return Err(format!(
                            "`{other}` and `{name}` have the same id `{id}`; give each scenario an id of its own"
                        ));
                    }
                    let analyzed = analyzed.clone();
                    scorers.add(id, move || {
                        analyzed.fetch_add(1, Ordering::Relaxed);
                        analyze(&name, &bytes, convention)
                    });
                }
                Err(reason) => nameless.push((stem.unwrap_or(name), reason)),
            }
        }
        // rows that name a file without an id by the file's name learn that it is unusable
        for (id, reason) in nameless {
            if !scorers.contains(&id) {
                scorers.add(id, move || Err(reason.clone()));
            }
        }
        Ok(Self { scorers, analyzed })
    }
}

fn analyze(name: &str, bytes: &[u8], convention: Convention) -> Result<Analysis, String> {
    let text = decode(bytes).map_err(|refused| refused.message)?;
    // the analysis finds out by itself whether the conventions disagree
    let checked = zopa_model::check(&text);
    let scenario = checked.scenario;
    let scenario = scenario.ok_or_else(|| reason(name, &text, &checked.diagnostics))?;
    zopa_batch::analysis(&scenario, convention)
}

/// The first error, and how many there are.
fn reason(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let mut errors = diagnostics.iter().filter(is_error);
    let Some(first) = errors.next() else {
        return format!("`{name}` has errors");
    };
    let Position { line, column } = Position::of(text, first.span.start);
    let more = match errors.count() {
        0 => String::new(),
        1 => " (and 1 error more)".to_owned(),
        more => format!(" (and {more} errors more)"),
    };
    format!(
        "{name}:{line}:{column}: {} [{}]{more}",
        first.message, first.code
    )
}

/// The id in a file, or why none can be read.
fn id_of(name: &str, bytes: &[u8]) -> Result<String, String> {
    let text = decode(bytes).map_err(|refused| format!("`{name}`: {}", refused.message))?;
    let text = text.trim_start_matches('\u{feff}');
    let root = json::parse(text).map_err(|error| {
        let Position { line, column } = Position::of(text, error.span.start);
        format!("{name}:{line}:{column}: {}", error.message)
    })?;
    let id = root.get("id").and_then(json::Node::as_str);
    id.map(str::to_owned)
        .ok_or_else(|| format!("`{name}` has no `id`"))
}
