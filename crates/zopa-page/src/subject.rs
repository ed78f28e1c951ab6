//! A scenario file with all that a page says about it.

use zopa::{
    Analysis, AnalyzeError, Completeness, Diagnostic, LatentValue, Options, Severity, Stopped,
};
use zopa_design::{Limits, LintReport, Sensitivity, SensitivityOptions, Study, lint_study};
use zopa_plot::count;

use crate::overlay::{Overlay, overlay};

/// The field by which runs are grouped unless another is named.
pub const GROUPED_BY: &str = "model";

/// A scenario file, judged and analysed.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The file's name as people know it.
    pub file: String,
    /// The scenario's title, unless the file has errors.
    pub name: Option<String>,
    /// Its text.
    pub text: String,
    /// What was found in it.
    pub diagnostics: Vec<Diagnostic>,
    /// The analysis, unless there is none.
    pub analysis: Result<Analysis, Missing>,
    /// The value of latent resources, where there are any and the analysis is there.
    pub latent: Option<LatentValue>,
    /// Why that value is not known although there are latent resources.
    pub latent_missing: Option<Missing>,
    /// What is odd about its numbers, where there is an analysis of the whole.
    pub lints: Option<LintReport>,
    /// What moves the verdict, where that was asked for.
    pub sensitivity: Option<Sensitivity>,
    /// Runs beside it.
    pub overlay: Option<Overlay>,
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The file has errors.
    Errors,
    /// The scenario has nothing to analyse, or too much.
    Unfit(AnalyzeError),
    /// A limit was met.
    Stopped(Stopped),
}

impl Subject {
    /// Judges and analyses a text.
    #[must_use]
    pub fn new(file: &str, text: String, options: &Options<'_>) -> Self {
        Self::hiding(file, text, options, &[])
    }

    /// A file that is no text: what was found, and as much of it as can be shown.
    #[must_use]
    pub fn unreadable(file: &str, text: String, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            file: file.to_owned(),
            name: None,
            text,
            diagnostics,
            analysis: Err(Missing::Errors),
            latent: None,
            latent_missing: None,
            lints: None,
            sensitivity: None,
            overlay: None,
        }
    }

    /// Judges a text and analyses it while the latent resources with these ids are hidden. What is odd about the scenario, and
    /// what its latent resources are worth, is not asked of a part of it.
    pub(crate) fn hiding(
        file: &str,
        text: String,
        options: &Options<'_>,
        hidden: &[String],
    ) -> Self {
        let checked = zopa::check(&text);
        let mut subject = Self::unreadable(file, text, checked.diagnostics);
        let scenario = checked.scenario.as_ref();
        subject.name = scenario.map(|scenario| scenario.name.clone());
        let Some(scenario) = &checked.scenario else {
            return subject;
        };
        let pinned = (0..scenario.resources.len())
            .filter(|&index| hidden.contains(&scenario.resources[index].id));
        let pinned: Vec<usize> = pinned.collect();
        let analysis = match finished(zopa::analyze_hiding(scenario, options, &pinned)) {
            Ok(analysis) => analysis,
            Err(missing) => {
                subject.analysis = Err(missing);
                return subject;
            }
        };
        let latent = match finished(zopa::latent_value(scenario, options)) {
            Ok(value) => value,
            Err(missing) => {
                subject.latent_missing = Some(missing);
                None
            }
        };
        let study = Study { analysis, latent };
        if pinned.is_empty() {
            subject.lints = Some(lint_study(&study, &Limits::default()));
        }
        subject.analysis = Ok(study.analysis);
        subject.latent = study.latent;
        subject
    }

    /// Asks what moves the verdict: some tens of frontiers for each number. Nothing is known of it where a limit is met.
    pub fn add_sensitivity(&mut self, options: &Options<'_>) {
        if let Ok(analysis) = &self.analysis {
            let wanted = SensitivityOptions::default();
            let found = zopa_design::sensitivity(&analysis.scenario, options, &wanted);
            self.sensitivity = finished(found).ok();
        }
    }

    /// Scores those runs of a text that belong to the scenario, beside those taken in before; they are grouped by the field `by`.
    pub fn add_runs(&mut self, text: &str, by: &str) {
        if let Ok(analysis) = &self.analysis {
            let found = overlay(analysis, text, by);
            self.overlay.get_or_insert_default().extend(found);
        }
    }

    /// Scores runs that were read elsewhere, each with its line; in the place of a text may stand why there is none.
    pub fn add_run_texts<'t>(
        &mut self,
        runs: impl IntoIterator<Item = (usize, Result<&'t str, &'t str>)>,
        by: &str,
    ) {
        if let Ok(analysis) = &self.analysis {
            let overlay = self.overlay.get_or_insert_default();
            for (line, text) in runs {
                overlay.add(analysis, line, text, by);
            }
        }
    }

    /// The scenario's title, or the file's name where it has errors.
    #[must_use]
    pub fn title(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.file)
    }

    /// Is a finding an error?
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|finding| finding.severity == Severity::Error)
    }
}

impl Missing {
    /// Why, in a sentence.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Errors => "The file has errors, so it is not analysed.".to_owned(),
            Self::Unfit(error) => {
                let text = error.to_string();
                let mut letters = text.chars();
                let first = letters.next().map(|c| c.to_uppercase().to_string());
                format!("{}{}.", first.unwrap_or_default(), letters.as_str())
            }
            Self::Stopped(stopped) => format!(
                "The analysis met its limit: {} of {} groups of resources were merged, with {} kept.",
                stopped.merged,
                stopped.groups,
                count(stopped.points, "point")
            ),
        }
    }
}

pub(crate) fn finished<T>(result: Result<Completeness<T>, AnalyzeError>) -> Result<T, Missing> {
    match result {
        Ok(Completeness::Complete(value)) => Ok(value),
        Ok(Completeness::Stopped(stopped)) => Err(Missing::Stopped(stopped)),
        Err(error) => Err(Missing::Unfit(error)),
    }
}
