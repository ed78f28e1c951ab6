//! What is odd about a scenario's meaning: findings with the numbers behind them and a suggestion.

mod deals;
mod hidden;
mod rule;
mod weights;
mod zone;

use serde_json::{Map, Value, json};
use zopa::{AnalyzeError, Completeness, Numbers, Options};
use zopa_model::json::pointer_token;
use zopa_model::{Rational, Scenario};

use crate::difficulty::DifficultyLimits;
use crate::profile::{DRAWS, Profile, profile_of};
use crate::study::Study;

pub use rule::{Lint, Severity, lints_markdown};
pub(crate) use weights::decimal_places;

/// The numbers in the lints. Weights are normalized: each party's sum to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// `no-trade-space`: a smaller total variation distance is too small; 1/20.
    pub min_tv: Rational,
    /// `one-resource-decides`: a larger weight decides; 1/2.
    pub max_weight: Rational,
    /// `dummy-resource`: a resource of at most this weight for both is one; 1/50.
    pub dummy_weight: Rational,
    /// `compatible-resource`: a party with at most this weight does not mind; 0.
    pub compatible_weight: Rational,
    /// `too-few-outcomes`: fewer allocations are too few; 8.
    pub min_outcomes: u64,
    /// `dusty-valuation`: more decimal places are too many; 6.
    pub max_decimals: u32,
    /// `lopsided-zopa`: a larger ratio of both widths is too large; 5.
    pub max_width_ratio: Rational,
    /// `nash-near-tie`: a product within this part of the largest is near; 1/100.
    pub near_tie: Rational,
    /// `difficulty-mismatch`: where the levels begin.
    pub difficulty: DifficultyLimits,
    /// The draws where rates of deals are sampled.
    pub draws: u32,
    /// The seed of those draws.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            min_tv: Rational::new(1, 20),
            max_weight: Rational::new(1, 2),
            dummy_weight: Rational::new(1, 50),
            compatible_weight: Rational::ZERO,
            min_outcomes: 8,
            max_decimals: 6,
            max_width_ratio: Rational::from(5),
            near_tie: Rational::new(1, 100),
            difficulty: DifficultyLimits::default(),
            draws: DRAWS,
            seed: 1,
        }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The lint.
    pub lint: Lint,
    /// What was found: lower case, names in backticks.
    pub message: String,
    /// What could be done.
    pub help: String,
    /// The value that it speaks of, as a JSON Pointer (RFC 6901) into the scenario file; empty for the whole.
    pub at: String,
    /// The numbers behind it, by name.
    pub numbers: Vec<(&'static str, Rational)>,
    /// The option that holds the threshold, without its dashes, and the threshold.
    pub threshold: Option<(&'static str, Rational)>,
}

/// The findings about a scenario, with its profile.
#[derive(Clone, Debug)]
pub struct LintReport {
    /// By the order of [`Lint::ALL`], then by that of the resources and parties.
    pub findings: Vec<Finding>,
    /// The quantities that the findings rest on.
    pub profile: Profile,
}

/// Judges what a scenario's numbers mean.
///
/// The cost is that of an analysis, times 2^k for k latent resources.
///
/// # Errors
/// Where the scenario has no resources.
pub fn lint(
    scenario: &Scenario,
    options: &Options<'_>,
    limits: &Limits,
) -> Result<Completeness<LintReport>, AnalyzeError> {
    Ok(match Study::of(scenario, options)? {
        Completeness::Complete(study) => Completeness::Complete(lint_study(&study, limits)),
        Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
    })
}

/// Judges a scenario that was studied already.
#[must_use]
pub fn lint_study(study: &Study, limits: &Limits) -> LintReport {
    let profile = profile_of(study, &limits.difficulty, limits.draws, limits.seed);
    let mut report = Collector {
        study,
        limits,
        profile: &profile,
        findings: Vec::new(),
    };
    weights::judge(&mut report);
    zone::judge(&mut report);
    deals::judge(&mut report);
    hidden::judge(&mut report);
    let mut findings = report.findings;
    findings.sort_by_key(|finding| finding.lint);
    LintReport { findings, profile }
}

/// What the families of lints see, and where they put their findings.
struct Collector<'s> {
    study: &'s Study,
    limits: &'s Limits,
    profile: &'s Profile,
    findings: Vec<Finding>,
}

impl<'s> Collector<'s> {
    fn scenario(&self) -> &'s Scenario {
        &self.study.analysis.scenario
    }

    fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
}

impl Finding {
    fn new(lint: Lint, at: String, message: String, help: impl Into<String>) -> Self {
        Self {
            lint,
            message,
            help: help.into(),
            at,
            numbers: Vec::new(),
            threshold: None,
        }
    }

    fn number(mut self, name: &'static str, value: &Rational) -> Self {
        self.numbers.push((name, value.clone()));
        self
    }

    fn threshold(mut self, option: &'static str, value: &Rational) -> Self {
        self.threshold = Some((option, value.clone()));
        self
    }
}

/// All that is to be agreed on.
fn subjects_at(scenario: &Scenario) -> String {
    let key = if scenario.issues.is_empty() {
        "resources"
    } else {
        "issues"
    };
    format!("/{key}")
}

/// A resource, or an issue, by its place among both.
fn subject_at(scenario: &Scenario, index: usize) -> String {
    match index.checked_sub(scenario.resources.len()) {
        Some(issue) => format!("/issues/{issue}"),
        None => format!("/resources/{index}"),
    }
}

/// What a resource or an issue is called, by its place among both.
fn subject(scenario: &Scenario, index: usize) -> &str {
    scenario.subjects().nth(index).unwrap_or_default()
}

fn valuation_at(scenario: &Scenario, resource: usize, party: usize) -> String {
    if resource >= scenario.resources.len() {
        return subject_at(scenario, resource);
    }
    let name = pointer_token(&scenario.parties[party].name);
    format!("/resources/{resource}/valuations/{name}")
}

/// The party's BATNA, or the party where the file gives none.
fn batna_at(scenario: &Scenario, party: usize) -> String {
    match scenario.parties[party].batna {
        Some(_) if !scenario.issues.is_empty() => format!("/parties/{party}/batna"),
        None if !scenario.issues.is_empty() => format!("/parties/{party}"),
        Some(_) => format!("/participants/{party}/batna_config/utility"),
        None => format!("/participants/{party}"),
    }
}

/// A report as `zopa lint --format json` prints it.
#[must_use]
pub fn lint_json(report: &LintReport, numbers: Numbers) -> Value {
    let finding = |finding: &Finding| {
        let behind: Map<String, Value> = finding
            .numbers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), numbers.of(value)))
            .collect();
        json!({
            "code": finding.lint.as_str(),
            "severity": finding.lint.severity().as_str(),
            "at": finding.at,
            "message": finding.message,
            "help": finding.help,
            "numbers": behind,
            "threshold": finding.threshold.as_ref().map_or(Value::Null, |(option, value)| {
                json!({"option": option, "value": numbers.of(value)})
            }),
        })
    };
    json!({
        "scenario": report.profile.scenario,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}
