//! `fit`: weights, threshold and limits from statements, by two readings that answer different questions.
//!
//! Taken at their word, consistent statements leave ranges ([`consistent`](crate::consistent)). Taken as choices with chance in
//! them, statements have a most likely explanation with standard errors ([`logit`](crate::logit)) and intervals from resampling. The
//! first is empty where statements contradict one another; the second is infinite where they do not overlap. So one of the two is
//! always there to be read, and the report says which, and what neither can tell.

mod identify;
mod json;
mod model;
mod profile;
mod resample;
mod weights;

use zopa_model::Rational;

pub use identify::Unidentified;
pub use json::fit_json;
pub use model::{Counts, Link, Parameter};
pub use profile::Profile;
pub use resample::{Interval, Resampled, Resampling};
pub use weights::{Figure, Reading as Estimates};

use crate::consistent::{
    Consistency, Effort, Feasible, Preference, Range, Reading, Unproved, consistency,
};
use crate::logit::{Estimate, Separation};
use crate::study::{Question, Study};
use model::Model;

/// What is asked of [`fit`].
#[derive(Clone, Debug, PartialEq)]
pub struct FitOptions {
    /// How statements are taken at their word.
    pub reading: Reading,
    /// What limits the search for contradictions.
    pub effort: Effort,
    /// How judgments depend on the difference of two responses, taken as choices.
    pub link: Link,
    /// Is the advantage of the first response estimated? (Else it is taken as 0.)
    pub first_slot: bool,
    /// Hold large parameters back by this much; for separated statements, which have no estimate of their own.
    pub ridge: Option<f64>,
    /// Resampling, for intervals.
    pub resampling: Option<Resampling>,
    /// The confidence level of the threshold's profile interval, above 0 and below 1.
    pub level: f64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            effort: Effort::default(),
            link: Link::default(),
            first_slot: true,
            ridge: None,
            resampling: Some(Resampling::default()),
            level: Resampling::default().level,
        }
    }
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The names of the criteria.
    pub criteria: Vec<String>,
    /// How many statements of each kind there are.
    pub counts: Counts,
    /// Taken at their word; an error where the solver's answers did not stand their check.
    pub consistency: Result<Consistency, Unproved>,
    /// Taken as choices.
    pub likelihood: Likelihood,
    /// What the weights that agree with all statements say about pairs that nobody judged: none where there are no such weights.
    pub predictions: Vec<Prediction>,
}

/// What the choices say.
#[derive(Clone, Debug, PartialEq)]
pub struct Likelihood {
    /// How judgments depend on the difference.
    pub link: Link,
    /// Choices that take part.
    pub choices: usize,
    /// The parameters of the model.
    pub parameters: Vec<Parameter>,
    /// Parameters that are not in it, with the reason.
    pub absent: Vec<(Parameter, &'static str)>,
    /// What the choices cannot tell apart.
    pub unidentified: Vec<Unidentified>,
    /// Is there a finite estimate with weights that may not be negative? `Err` where that could not be decided.
    pub separation: Result<Separation, Unproved>,
    /// And if they may be?
    pub free_separation: Result<Separation, Unproved>,
    /// The estimate, where there is one.
    pub estimate: Option<(Estimate, Estimates)>,
    /// Is it one with a prior?
    pub ridge: Option<f64>,
    /// Intervals from resampling.
    pub resampled: Option<Resampled>,
    /// The threshold's interval by the likelihood itself, where the sensitivity is known badly.
    pub profile: Option<Profile>,
}

/// What all weights that agree with the statements say about two options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The pair's id.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// The range of `U(a) - U(b)`.
    pub difference: Range,
    /// Which is better under all of them.
    pub preference: Preference,
}

/// Learns from statements.
///
/// Cost: for n statements and K criteria some ten passes of n x (K + 4)^2 for the estimate, as much again for each replicate, and
/// small linear programs. The same study and options give the same result on any number of threads.
#[must_use]
pub fn fit(study: &Study, options: &FitOptions) -> Fit {
    let criteria = study.criteria.len();
    let consistency = consistency(
        criteria,
        &study.statements,
        &options.reading,
        options.effort,
    );
    let predictions = match &consistency {
        Ok(Consistency::Consistent(_)) => predictions(study, &options.reading),
        _ => Vec::new(),
    };
    Fit {
        criteria: study.criteria.clone(),
        counts: Counts::of(&study.statements),
        consistency,
        likelihood: likelihood(study, options),
        predictions,
    }
}

/// The likelihood's part of [`fit`].
#[must_use]
pub fn likelihood(study: &Study, options: &FitOptions) -> Likelihood {
    let criteria = study.criteria.len();
    let model = Model::new(
        criteria,
        &study.statements,
        options.first_slot,
        options.link,
    );
    let (readable, unidentified, free) = identify::of(&model, criteria);
    let separation = model.choices.separation(true);
    let free_separation = match &separation {
        // what overlaps among weights overlaps among fewer directions only: ask the wider question too
        Ok(Separation::Overlap) => model.choices.separation(false),
        other => other.clone(),
    };
    let overlaps = separation == Ok(Separation::Overlap) && !model.choices.is_empty();
    let estimate = match options.ridge {
        Some(ridge) => model.choices.penalised(&free, ridge),
        None if overlaps => model.choices.estimate(&free),
        None => None,
    };
    let estimate = estimate.map(|estimate| {
        let reading = weights::read(&model, &readable, &estimate);
        (estimate, reading)
    });
    let resampled = match (&estimate, options.resampling, options.ridge) {
        (Some((estimate, _)), Some(resampling), None) => Some(resample::run(
            &model, &readable, &free, estimate, resampling,
        )),
        _ => None,
    };
    let profile = match (&estimate, options.ridge) {
        (Some((estimate, reading)), None) => {
            profile::of(&model, &free, estimate, reading, options.level)
        }
        _ => None,
    };
    Likelihood {
        link: options.link,
        choices: model.choices.len(),
        parameters: model.parameters,
        absent: model.absent,
        unidentified,
        separation,
        free_separation,
        estimate,
        ridge: options.ridge,
        resampled,
        profile,
    }
}

fn predictions(study: &Study, reading: &Reading) -> Vec<Prediction> {
    let criteria = study.criteria.len();
    let Ok(Some(mut feasible)) = Feasible::new(criteria, &study.statements, reading) else {
        return Vec::new();
    };
    let mut predict = |question: &Question| {
        let difference = feasible.difference(&question.a, &question.b).ok()?;
        Some(Prediction {
            name: question.name.clone(),
            line: question.line,
            preference: Preference::of(&difference.low, &difference.high),
            difference,
        })
    };
    study.questions.iter().filter_map(&mut predict).collect()
}

/// The name of a parameter.
#[must_use]
pub fn parameter_name(parameter: Parameter, criteria: &[String]) -> String {
    match parameter {
        Parameter::Criterion(index) => criteria[index].clone(),
        Parameter::FirstSlot => "first_slot".to_owned(),
        Parameter::Tie => "tie".to_owned(),
        Parameter::Much => "much".to_owned(),
        Parameter::Threshold => "threshold".to_owned(),
    }
}

/// A direction in names: `+1 dialect_fit -1 register`.
#[must_use]
pub fn direction_in_names(
    direction: &[Rational],
    parameters: &[Parameter],
    criteria: &[String],
) -> Vec<(String, Rational)> {
    let named = direction.iter().zip(parameters);
    let named = named.filter(|(value, _)| !value.is_zero());
    named
        .map(|(value, &parameter)| (parameter_name(parameter, criteria), value.clone()))
        .collect()
}
