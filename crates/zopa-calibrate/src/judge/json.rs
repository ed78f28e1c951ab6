//! A judge report as JSON: one contract for every front end.

use serde_json::{Map, Value, json};
use zopa_model::exact::NearestFloat as _;

use super::{Annotator, Between, Figures, JudgeReport, Measured, Position, Proportion, Unusable};
use crate::Outcome;
use crate::agreement::{Coefficient, Table};
use crate::fit::Interval;

/// The version of the contract.
const SCHEMA_VERSION: u32 = 1;

/// How coefficients are written.
#[derive(Clone, Copy)]
struct Numbers {
    exact: bool,
}

/// The object that `calibrate judge --format json` prints. With `exact`, coefficients and rates are fractions as strings.
#[must_use]
pub fn judge_json(report: &JudgeReport, exact: bool) -> Value {
    let numbers = Numbers { exact };
    json!({
        "schema_version": SCHEMA_VERSION,
        "pairs": report.pairs,
        "level": report.options.level,
        "bootstrap": report.options.resampling.map(|one| json!({
            "replicates": one.replicates,
            "seed": one.seed,
        })),
        "outcomes": Outcome::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>(),
        "annotators": report.annotators.iter().map(|one| numbers.annotator(one)).collect::<Vec<_>>(),
        "between": numbers.between(&report.between),
    })
}

impl Numbers {
    fn coefficient(self, value: &Coefficient) -> Value {
        match value {
            Ok(value) if self.exact => json!({"value": value.to_string()}),
            Ok(value) => json!({"value": value.to_f64()}),
            Err(reason) => json!({"value": null, "reason": reason.as_str()}),
        }
    }

    fn measured(self, found: &Measured) -> Value {
        let mut one = self.coefficient(&found.value);
        one["interval"] = interval(found.interval);
        one["undefined_samples"] = json!(found.undefined);
        one
    }

    fn rate(self, found: &Proportion) -> Value {
        let value = match found.of {
            0 => Value::Null,
            of if self.exact => {
                Value::from(zopa_model::Rational::new(found.hits.into(), of.into()).to_string())
            }
            _ => json!(found.value()),
        };
        json!({"value": value, "hits": found.hits, "of": found.of, "interval": interval(found.interval)})
    }

    fn annotator(self, one: &Annotator) -> Value {
        let unusable: Map<String, Value> = Unusable::ALL
            .iter()
            .map(|reason| {
                let count = one.unusable.get(reason).copied().unwrap_or_default();
                (reason.as_str().to_owned(), count.into())
            })
            .collect();
        json!({
            "annotator": one.name,
            "verdicts": one.verdicts,
            "unusable": unusable,
            "slices": one.slices.iter().map(|slice| {
                let mut figures = self.figures(&slice.figures);
                figures["slice"] = json!(slice.kind.as_str());
                figures["name"] = json!(slice.name);
                figures
            }).collect::<Vec<_>>(),
            "position": match &one.position {
                Ok(position) => self.position(position),
                Err(reason) => json!({"reason": reason}),
            },
        })
    }

    fn figures(self, found: &Figures) -> Value {
        let mut one = json!({
            "n": found.outcomes.total(),
            "confusion": counts(&found.outcomes),
            "enough": found.enough,
        });
        if !found.enough {
            return one;
        }
        let gates: Map<String, Value> = found
            .gates
            .iter()
            .map(|gate| {
                let both = json!({"recall": self.rate(&gate.recall), "precision": self.rate(&gate.precision)});
                (gate.gate.as_str().to_owned(), both)
            })
            .collect();
        let scores: Map<String, Value> = found
            .scores
            .iter()
            .map(|score| {
                let both = json!({
                    "n": score.table.total(),
                    "linear": self.coefficient(&score.linear),
                    "quadratic": self.coefficient(&score.quadratic),
                });
                (score.criterion.as_str().to_owned(), both)
            })
            .collect();
        for (name, value) in [
            ("accuracy", self.rate(&found.accuracy)),
            ("kappa", self.measured(&found.kappa)),
            ("ac1", self.measured(&found.ac1)),
            ("pabak", self.measured(&found.pabak)),
            ("decisive_accuracy", self.rate(&found.decisive)),
            ("gold_tie_rate", self.rate(&found.gold_ties)),
            ("tie_rate", self.rate(&found.ties)),
            (
                "both_unacceptable_recall",
                self.rate(&found.unacceptable_recall),
            ),
            (
                "both_unacceptable_precision",
                self.rate(&found.unacceptable_precision),
            ),
            (
                "strength",
                json!({
                    "n": found.strength.table.total(),
                    "confusion": counts(&found.strength.table),
                    "kappa": self.measured(&found.strength.nominal),
                    "linear": self.measured(&found.strength.linear),
                    "quadratic": self.measured(&found.strength.quadratic),
                }),
            ),
            ("gates", Value::Object(gates)),
            ("scores", Value::Object(scores)),
        ] {
            one[name] = value;
        }
        one
    }

    fn position(self, found: &Position) -> Value {
        json!({
            "ordered": found.ordered,
            "first_slot_rate": self.rate(&found.first),
            "errors": {
                "against_first": found.lost_first,
                "against_second": found.lost_second,
                "mcnemar_p": found.mcnemar,
            },
            "both_orders": found.swap.as_ref().map(|swap| json!({
                "pairs": swap.both.of,
                "accuracy_average": self.rate(&swap.average),
                "accuracy_both": self.rate(&swap.both),
                "accuracy_net": self.rate(&swap.net),
                "consistency": self.rate(&swap.consistent),
                "flips_toward_first": swap.toward_first,
                "flips_toward_second": swap.toward_second,
                "sign_test_p": swap.sign_test,
            })),
            "first_slot_log_odds": found.advantage.map(|one| json!({
                "value": one.value,
                "standard_error": one.standard_error,
                "interval": interval(Some(one.interval)),
            })),
        })
    }

    fn between(self, found: &Between) -> Value {
        let scores: Map<String, Value> = found
            .scores
            .iter()
            .map(|one| {
                (
                    one.criterion.as_str().to_owned(),
                    self.coefficient(&one.alpha),
                )
            })
            .collect();
        json!({
            "units": found.units,
            "alpha_outcomes": self.measured(&found.outcomes),
            "alpha_scores": scores,
            "pairs": found.pairs.iter().map(|two| json!({
                "annotators": two.names,
                "n": two.table.total(),
                "agreement": two.table.agreement().map(|value| self.coefficient(&Ok(value))["value"].clone()),
                "kappa": self.coefficient(&two.kappa),
            })).collect::<Vec<_>>(),
        })
    }
}

fn counts(table: &Table) -> Value {
    json!(table.counts())
}

fn interval(found: Option<Interval>) -> Value {
    json!(found.map(|one| [one.low, one.high]))
}
