//! A scenario's handle: judged text, and the way to an analysis.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use zopa::{
    Budget, Completeness, Convention, Diagnostic, DomainIssue, IssueOption, IssueSpace, Options,
    Position, Rational, Resource, StopReason, Stopped, UtilityPoint,
};
use zopa_model::check::{MAX_BYTES, check_file_stem, decode};

use crate::analysis::Analysis;
use crate::errors::{AnalysisError, LimitError};

/// The names of the conventions.
#[pyfunction]
pub(crate) fn conventions() -> [&'static str; 2] {
    [Convention::Signed.as_str(), Convention::Avoided.as_str()]
}

/// The largest file that is judged, in bytes.
#[pyfunction]
pub(crate) fn max_bytes() -> usize {
    MAX_BYTES
}

/// The convention with this name.
pub(crate) fn convention(name: &str) -> PyResult<Convention> {
    [Convention::Signed, Convention::Avoided]
        .into_iter()
        .find(|convention| convention.as_str() == name)
        .ok_or_else(|| {
            let message = format!("`convention` is \"signed\" or \"avoided\", found {name:?}");
            PyValueError::new_err(message)
        })
}

/// Judges the bytes of a file: the scenario, unless there is an error, and every finding as a list in JSON, each with the
/// fields of `zopa check --format json` but `file`.
///
/// `stem` is the file's name without its extension, where the bytes are a file's.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    bytes: &[u8],
    stem: Option<&str>,
) -> (Option<Scenario>, String) {
    py.detach(|| match decode(bytes) {
        Err(refused) => {
            let text = String::from_utf8_lossy(bytes);
            (None, findings(&text, &[refused]))
        }
        Ok(text) => {
            let mut checked = zopa::check(&text);
            if let Some(misnamed) = stem.and_then(|stem| check_file_stem(&text, stem)) {
                let found = &mut checked.diagnostics;
                let place =
                    found.partition_point(|earlier| earlier.span.start <= misnamed.span.start);
                found.insert(place, misnamed);
            }
            let findings = findings(&text, &checked.diagnostics);
            (
                checked.scenario.map(|scenario| Scenario { scenario }),
                findings,
            )
        }
    })
}

fn findings(text: &str, diagnostics: &[Diagnostic]) -> String {
    let finding = |found: &Diagnostic| {
        let Position { line, column } = Position::of(text, found.span.start);
        json!({
            "line": line,
            "column": column,
            "at": found.at,
            "severity": found.severity.as_str(),
            "code": found.code.as_str(),
            "message": found.message,
            "help": found.help,
        })
    };
    Value::from_iter(diagnostics.iter().map(finding)).to_string()
}

/// A scenario free of errors.
#[pyclass(frozen, module = "zopa._zopa")]
pub(crate) struct Scenario {
    pub(crate) scenario: zopa::Scenario,
}

#[pymethods]
impl Scenario {
    /// What the scenario says, as JSON; numbers are fractions.
    fn describe(&self) -> String {
        let scenario = &self.scenario;
        let fraction = |value: &Rational| value.to_string();
        let parties = scenario.parties.each_ref().map(|party| {
            let batna = party.batna.as_ref();
            json!({
                "name": party.name,
                "batna": batna.map(|batna| fraction(&batna.utility)),
                "batna_description": batna.map(|batna| batna.description.as_str()),
            })
        });
        let resource = |resource: &Resource| {
            json!({
                "id": resource.id,
                "name": resource.name,
                "kind": resource.kind.as_str(),
                "unit": resource.unit,
                "quantity": fraction(&resource.quantity),
                "valuation": resource.valuation.each_ref().map(fraction),
                "weight": resource.weight.each_ref().map(fraction),
                "latent": resource.latent,
                "held_by": resource.held_by.map(|party| scenario.parties[party].name.as_str()),
                "description": resource.description,
            })
        };
        let pair = |point: &UtilityPoint| point.0.each_ref().map(fraction);
        let issue = |issue: &DomainIssue| {
            let (options, range) = match &issue.space {
                IssueSpace::Options(options) => (options.as_slice(), None),
                IssueSpace::Range(range) => (&[][..], Some(range)),
            };
            let option = |option: &IssueOption| json!({"name": option.name, "utility": pair(&option.utility)});
            json!({
                "name": issue.name,
                "options": options.iter().map(option).collect::<Vec<_>>(),
                "range": range.map(|range| json!({
                    "ends": range.ends.each_ref().map(fraction),
                    "unit": range.unit,
                    "utility": range.utility.each_ref().map(pair),
                })),
            })
        };
        json!({
            "id": scenario.id,
            "name": scenario.name,
            "description": scenario.description,
            "conflict_type": scenario.conflict_type,
            "difficulty": scenario.difficulty,
            "parties": parties,
            "resources": scenario.resources.iter().map(resource).collect::<Vec<_>>(),
            "issues": scenario.issues.iter().map(issue).collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Analyses it. Python's lock is released meanwhile; Ctrl-C ends it.
    fn analyze(
        &self,
        py: Python<'_>,
        convention: &str,
        max_points: Option<usize>,
        time_limit: Option<f64>,
    ) -> PyResult<Analysis> {
        let convention = self::convention(convention)?;
        let limit = time_limit.map(Duration::try_from_secs_f64).transpose();
        let limit = limit.map_err(|_| {
            let found = time_limit.unwrap_or_default();
            let message =
                format!("`time_limit` is a number of seconds from 0, or None; found {found}");
            PyValueError::new_err(message)
        })?;
        let watch = Watch::new(limit);
        let stop = || watch.is_over();
        let options = Options {
            convention,
            budget: Budget {
                max_points: max_points.unwrap_or(Budget::DEFAULT_MAX_POINTS),
                stop: Some(&stop),
            },
        };
        let id = &self.scenario.id;
        let analyzed = py.detach(|| -> Result<_, zopa::AnalyzeError> {
            let analysis = match zopa::analyze(&self.scenario, &options)? {
                Completeness::Complete(analysis) => analysis,
                Completeness::Stopped(stopped) => return Ok(Err(stopped)),
            };
            Ok(match zopa::latent_value(&self.scenario, &options)? {
                Completeness::Complete(latent) => Ok(Analysis { analysis, latent }),
                Completeness::Stopped(stopped) => Err(stopped),
            })
        });
        match analyzed {
            Ok(Ok(analysis)) => Ok(analysis),
            Ok(Err(stopped)) => Err(watch
                .interrupted()
                .unwrap_or_else(|| out_of_budget(id, &stopped))),
            Err(error) => Err(AnalysisError::new_err(format!(
                "cannot analyse `{id}`: {error}"
            ))),
        }
    }
}

fn out_of_budget(id: &str, stopped: &Stopped) -> PyErr {
    let limit = match stopped.reason {
        StopReason::Points => "max_points",
        StopReason::Stop => "time_limit",
    };
    let message = format!(
        "the analysis of `{id}` met its limit `{limit}`: {} of {} groups of resources were merged, with {} points kept; raise \
         the limit, or leave it out",
        stopped.merged, stopped.groups, stopped.points
    );
    LimitError::new_err((message, limit))
}

/// How often Python is asked whether somebody pressed Ctrl-C.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Watches the clock and the keyboard while the engine works.
struct Watch {
    started: Instant,
    limit: Option<Duration>,
    asked: Mutex<Asked>,
}

struct Asked {
    last: Instant,
    interrupted: Option<PyErr>,
}

impl Watch {
    fn new(limit: Option<Duration>) -> Self {
        let now = Instant::now();
        Self {
            started: now,
            limit,
            asked: Mutex::new(Asked {
                last: now,
                interrupted: None,
            }),
        }
    }

    /// Is the time over, or was the work interrupted?
    fn is_over(&self) -> bool {
        if self
            .limit
            .is_some_and(|limit| self.started.elapsed() > limit)
        {
            return true;
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.interrupted.is_none() && asked.last.elapsed() >= ASK_EVERY {
            asked.interrupted = Python::attach(|py| py.check_signals()).err();
            asked.last = Instant::now();
        }
        asked.interrupted.is_some()
    }

    /// The interruption, where there was one.
    fn interrupted(&self) -> Option<PyErr> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.interrupted.take()
    }
}
