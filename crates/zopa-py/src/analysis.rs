//! An analysis' handle.

use pyo3::prelude::*;
use zopa::{
    LatentValue, Numbers, Run, RunError, Score, analysis_json, invalid_json, overview_json,
    score_json,
};

use crate::deal::run_text;

/// How `exact` makes numbers look in JSON.
pub(crate) fn numbers(exact: bool) -> Numbers {
    if exact {
        Numbers::Exact
    } else {
        Numbers::Nearest
    }
}

/// A scenario with its frontier, its ZOPA and its solutions.
#[pyclass(frozen, module = "zopa._zopa")]
pub(crate) struct Analysis {
    pub(crate) analysis: zopa::Analysis,
    pub(crate) latent: Option<LatentValue>,
}

#[pymethods]
impl Analysis {
    /// The analysis as `zopa analyze --format json` prints it.
    fn json(&self, py: Python<'_>, exact: bool) -> String {
        py.detach(|| {
            let json = analysis_json(&self.analysis, self.latent.as_ref(), numbers(exact));
            format!("{json:#}\n")
        })
    }

    /// The same in one line, with an empty frontier: that may be all but a little of it.
    fn overview(&self, py: Python<'_>, exact: bool) -> String {
        py.detach(|| {
            overview_json(&self.analysis, self.latent.as_ref(), numbers(exact)).to_string()
        })
    }

    /// The number of pieces of the frontier.
    fn pieces(&self) -> usize {
        self.analysis.frontier.len()
    }

    /// A deal's score, or its fault, as it stands under `zopa` in the output of `zopa score`.
    fn score(&self, deal: &Bound<'_, PyAny>, exact: bool) -> PyResult<String> {
        let text = run_text(&self.analysis.scenario.id, deal)?;
        Ok(deal.py().detach(|| match self.judge(&text) {
            Ok(score) => score_json(&self.analysis.scenario, &score, numbers(exact)).to_string(),
            Err(error) => invalid_json(&error).to_string(),
        }))
    }
}

impl Analysis {
    fn judge(&self, text: &str) -> Result<Score, RunError> {
        let agreement = Run::parse(text)?.agreement(&self.analysis.scenario)?;
        Ok(self.analysis.score(&agreement))
    }
}
