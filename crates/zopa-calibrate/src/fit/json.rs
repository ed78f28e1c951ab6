//! A fit as JSON: one contract for every front end.

use serde_json::{Map, Value, json};
use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;

use super::{
    Estimates, Figure, Fit, Interval, Likelihood, Resampled, direction_in_names, parameter_name,
};
use crate::consistent::{Conflict, Consistency, Preference, Range, Ranges, Removal};
use crate::logit::Separation;
use crate::{Study, Unused};

/// The version of the contract.
const SCHEMA_VERSION: u32 = 1;

/// How exact numbers are written.
#[derive(Clone, Copy)]
struct Numbers {
    exact: bool,
}

impl Numbers {
    fn of(self, value: &Rational) -> Value {
        if self.exact {
            Value::from(value.to_string())
        } else {
            Value::from(value.to_f64())
        }
    }

    fn range(self, range: &Range) -> Value {
        json!({
            "low": self.of(&range.low),
            "high": self.of(&range.high),
            "open_below": range.open_below,
            "open_above": range.open_above,
        })
    }

    fn range_or_null(self, range: Option<&Range>) -> Value {
        range.map_or(Value::Null, |range| self.range(range))
    }
}

/// The object that `calibrate fit --format json` prints. With `exact`, ranges are fractions as strings; statistics are numbers.
#[must_use]
pub fn fit_json(study: &Study, fit: &Fit, exact: bool) -> Value {
    let numbers = Numbers { exact };
    let unused: Map<String, Value> = Unused::ALL
        .iter()
        .map(|reason| {
            let count = study.unused.get(reason).copied().unwrap_or_default();
            (reason.as_str().to_owned(), count.into())
        })
        .collect();
    let (consistent, ranges, conflict) = match &fit.consistency {
        Ok(Consistency::Consistent(found)) => (
            json!(true),
            numbers.ranges(found, &fit.criteria),
            Value::Null,
        ),
        Ok(Consistency::Contradictory(found)) => {
            (json!(false), Value::Null, numbers.conflict(found, study))
        }
        Err(_) => (Value::Null, Value::Null, Value::Null),
    };
    json!({
        "schema_version": SCHEMA_VERSION,
        "criteria": fit.criteria,
        "pairs": {
            "used": study.statements.len(),
            "prompts": study.prompts,
            "rejected": study.rejected,
            "unused": unused,
        },
        "statements": {
            "significantly_better": fit.counts.much,
            "slightly_better": fit.counts.little,
            "better": fit.counts.better,
            "tie": fit.counts.ties,
            "both_unacceptable": fit.counts.neither,
            "accepted_alone": fit.counts.accepted,
            "rejected_alone": fit.counts.rejected,
        },
        "consistent": consistent,
        "ranges": ranges,
        "conflict": conflict,
        "likelihood": likelihood(numbers, &fit.likelihood, &fit.criteria),
        "predictions": fit.predictions.iter().map(|one| json!({
            "pair_id": one.name,
            "line": one.line,
            "difference": numbers.range(&one.difference),
            "preference": match one.preference {
                Preference::First => "A",
                Preference::Second => "B",
                Preference::Same => "same",
                Preference::Open => "open",
            },
        })).collect::<Vec<_>>(),
    })
}

impl Numbers {
    fn ranges(self, found: &Ranges, criteria: &[String]) -> Value {
        let weights = found.weights.iter().zip(&found.example).zip(criteria);
        let weights = weights.map(|((range, example), criterion)| {
            let mut one = self.range(range);
            one["criterion"] = json!(criterion);
            one["example"] = self.of(example);
            one
        });
        json!({
            "margin": self.of(&found.margin),
            "weights": weights.collect::<Vec<_>>(),
            "threshold": self.range_or_null(found.threshold.as_ref()),
            "tie_limit": self.range_or_null(found.tie_limit.as_ref()),
            "strength_limit": self.range_or_null(found.strength_limit.as_ref()),
            "example_threshold": found.example_threshold.as_ref().map(|value| self.of(value)),
        })
    }

    fn conflict(self, found: &Conflict, study: &Study) -> Value {
        let name = |index: &usize| {
            let statement = &study.statements[*index];
            json!({"pair_id": statement.name, "line": statement.line})
        };
        let names = |list: &[usize]| list.iter().map(name).collect::<Vec<_>>();
        let at_least = match &found.removal {
            Removal::Smallest(statements) => statements.len(),
            Removal::AtMost { at_least, .. } => *at_least,
        };
        json!({
            "margin": self.of(&found.margin),
            "minimal": names(&found.minimal),
            "removal": names(found.removal.statements()),
            "least_error": found.least.as_ref().map(|least| json!({
                "total": self.of(&least.total),
                "missed": names(&least.missed),
                "weights": least.weights.iter().zip(&study.criteria).map(|(weight, criterion)| json!({
                    "criterion": criterion,
                    "value": self.of(weight),
                })).collect::<Vec<_>>(),
                "threshold": self.of(&least.threshold),
            })),
            "removal_is_smallest": matches!(found.removal, Removal::Smallest(_)),
            "at_least": at_least,
        })
    }
}

fn likelihood(numbers: Numbers, found: &Likelihood, criteria: &[String]) -> Value {
    let direction = |values: &[Rational]| -> Map<String, Value> {
        let named = direction_in_names(values, &found.parameters, criteria);
        let named = named.into_iter();
        named
            .map(|(name, value)| (name, numbers.of(&value)))
            .collect()
    };
    let separation = |found: &Result<Separation, crate::consistent::Unproved>| match found {
        Ok(separation) => json!({
            "kind": separation.as_str(),
            "direction": separation.direction().map(direction),
        }),
        Err(_) => Value::Null,
    };
    let absent: Map<String, Value> = found
        .absent
        .iter()
        .map(|(parameter, reason)| (parameter_name(*parameter, criteria), json!(reason)))
        .collect();
    let estimate = found.estimate.as_ref().map(|(estimate, reading)| {
        let mut one = estimates(
            reading,
            found.resampled.as_ref(),
            criteria,
            &estimate.at_bound,
        );
        one["threshold_profile"] = json!(found.profile.map(|profile| json!({
            "level": profile.level,
            "low": profile.low,
            "high": profile.high,
        })));
        one["log_likelihood"] = json!(estimate.log_likelihood);
        one["prior"] = json!(found.ridge.map(|ridge| json!({"ridge": ridge})));
        one
    });
    json!({
        "link": found.link.as_str(),
        "choices": found.choices,
        "separation": separation(&found.separation),
        "separation_with_negative_weights": separation(&found.free_separation),
        "not_estimated": absent,
        "not_identified": found.unidentified.iter().map(|one| json!({
            "direction": direction(&one.direction),
            "sum_is_identified": one.sum_stays,
        })).collect::<Vec<_>>(),
        "estimate": estimate,
        "bootstrap": found.resampled.as_ref().map(|one| json!({
            "replicates": one.resampling.replicates,
            "seed": one.resampling.seed,
            "level": one.resampling.level,
            "groups": one.groups,
            "undefined": one.undefined,
        })),
    })
}

fn estimates(
    reading: &Estimates,
    resampled: Option<&Resampled>,
    criteria: &[String],
    at_bound: &[bool],
) -> Value {
    let figure = |figure: Option<Figure>, interval: Option<Interval>| match figure {
        None => Value::Null,
        Some(figure) => json!({
            "value": figure.value,
            "standard_error": figure.standard_error,
            "interval": interval.map(|interval| [interval.low, interval.high]),
        }),
    };
    let weights: Vec<Value> = (0..criteria.len())
        .map(|index| {
            let interval = resampled.and_then(|found| *found.weights.get(index)?);
            let mut one = json!({
                "criterion": criteria[index],
                "value": null,
                "standard_error": null,
                "interval": null,
            });
            if let Some(weight) = reading.weights[index] {
                one = figure(Some(weight), interval);
                one["criterion"] = json!(criteria[index]);
            }
            one["at_bound"] = json!(at_bound[index]);
            one
        })
        .collect();
    json!({
        "weights": weights,
        "threshold": figure(reading.threshold, resampled.and_then(|found| found.threshold)),
        "threshold_of_two": reading.threshold_of_two,
        "tie_limit": figure(reading.tie_limit, None),
        "strength_limit": figure(reading.strength_limit, None),
        "sensitivity": figure(Some(reading.sensitivity), resampled.and_then(|found| found.sensitivity)),
        "first_slot": figure(reading.first_slot, resampled.and_then(|found| found.first_slot)),
        "tie": figure(reading.tie, None),
        "much": figure(reading.much, None),
    })
}
