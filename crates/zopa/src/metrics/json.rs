//! The measures as they stand under `metrics` in a scored run.

use serde_json::{Map, Value, json};
use zopa_model::{PARTIES, Rational, UtilityPoint};

use super::{Efficiency, Fairness, Hua, Integrative, Lewis, Metrics, Namespace, Negmas};
use crate::json::Numbers;

/// The measures that were asked for: one object for each namespace, in the order of [`Namespace::ALL`].
#[must_use]
pub fn metrics_json(metrics: &Metrics, numbers: Numbers) -> Value {
    let object = |namespace| match namespace {
        Namespace::Negmas => metrics.negmas.as_ref().map(|found| negmas(found, numbers)),
        Namespace::Lewis => metrics.lewis.as_ref().map(|found| lewis(found, numbers)),
        Namespace::Hua => metrics.hua.as_ref().map(|found| hua(found, numbers)),
        Namespace::Fairness => metrics
            .fairness
            .as_ref()
            .map(|found| fairness(found, numbers)),
        Namespace::Integrative => metrics
            .integrative
            .as_ref()
            .map(|found| integrative(found, numbers)),
        Namespace::Efficiency => metrics
            .efficiency
            .as_ref()
            .map(|found| efficiency(found, numbers)),
    };
    let members: Map<String, Value> = Namespace::ALL
        .into_iter()
        .filter_map(|namespace| Some((namespace.as_str().to_owned(), object(namespace)?)))
        .collect();
    Value::Object(members)
}

fn pair_or_null(numbers: Numbers, pair: Option<&[Rational; PARTIES]>) -> Value {
    pair.map_or(Value::Null, |pair| {
        Value::Array(pair.iter().map(|value| numbers.of(value)).collect())
    })
}

fn point_or_null(numbers: Numbers, point: Option<&UtilityPoint>) -> Value {
    pair_or_null(numbers, point.map(|point| &point.0))
}

fn negmas(found: &Negmas, numbers: Numbers) -> Value {
    json!({
        "pareto_optimality": found.pareto_optimality,
        "nash_optimality": found.nash_optimality,
        "kalai_optimality": found.kalai_optimality,
        "modified_kalai_optimality": found.modified_kalai_optimality,
        "ks_optimality": found.ks_optimality,
        "modified_ks_optimality": found.modified_ks_optimality,
        "max_welfare_optimality": numbers.or_null(found.max_welfare_optimality.as_ref()),
        "fairness": found.fairness,
    })
}

fn lewis(found: &Lewis, numbers: Numbers) -> Value {
    json!({
        "agreed": found.agreed,
        "pareto_optimal": found.pareto_optimal,
        "score_all": numbers.pair(&found.score_all),
        "score_agreed": point_or_null(numbers, found.score_agreed.as_ref()),
    })
}

fn hua(found: &Hua, numbers: Numbers) -> Value {
    json!({
        "agreed": found.agreed,
        "pareto_optimal": found.pareto_optimal,
        "envy_free": found.envy_free,
        "pareto_optimal_and_envy_free": found.pareto_optimal_and_envy_free,
        "total_reward": numbers.of(&found.total_reward),
    })
}

fn fairness(found: &Fairness, numbers: Numbers) -> Value {
    json!({
        "envy": pair_or_null(numbers, found.envy.as_ref()),
        "envy_free": found.envy_free,
        "ef1": found.ef1,
        "proportional_surplus": pair_or_null(numbers, found.proportional_surplus.as_ref()),
        "proportional": found.proportional,
        "satisfaction": point_or_null(numbers, found.satisfaction.as_ref()),
        "equitability_gap": numbers.or_null(found.equitability_gap.as_ref()),
        "jain": numbers.or_null(found.jain.as_ref()),
        "gini": numbers.or_null(found.gini.as_ref()),
    })
}

fn integrative(found: &Integrative, numbers: Numbers) -> Value {
    json!({
        "created": numbers.of(&found.created),
        "claimed": pair_or_null(numbers, found.claimed.as_ref()),
        "contract_balance": numbers.of(&found.contract_balance),
        "logrolling_index": numbers.or_null(found.logrolling_index.as_ref()),
    })
}

fn efficiency(found: &Efficiency, numbers: Numbers) -> Value {
    json!({
        "radial": numbers.or_null(found.radial.as_ref()),
        "tripp_sondak": numbers.or_null(found.tripp_sondak.as_ref()),
    })
}
