//! The machine-readable form of a sensitivity report.

use serde_json::{Value, json};
use zopa::Numbers;
use zopa_model::{Rational, UtilityPoint};

use super::{End, Interval, LeverReport, Quantity, Sensitivity, Swung};
use crate::empty::shortfall_json;

fn end(end: &End, numbers: Numbers) -> Value {
    json!({
        "value": numbers.of(&end.value),
        "open": end.open,
        "unlimited": end.unlimited,
        "within": end.within.as_ref().map(|within| numbers.of(within)),
    })
}

fn interval(of: &Interval, numbers: Numbers) -> Value {
    json!({"low": end(&of.low, numbers), "high": end(&of.high, numbers)})
}

fn or_null<T>(value: Option<&T>, write: impl Fn(&T) -> Value) -> Value {
    value.map_or(Value::Null, write)
}

/// The report as `zopa sensitivity --format json` prints it.
#[must_use]
pub fn sensitivity_json(report: &Sensitivity, numbers: Numbers) -> Value {
    let scenario = &report.analysis.scenario;
    let number = |value: &Rational| numbers.of(value);
    let pair = |point: &UtilityPoint| numbers.pair(point);
    let swung = |at: &Swung| {
        json!({
            "value": number(&at.value),
            "margin": number(&at.margin),
            "nash": or_null(at.nash.as_ref(), pair),
        })
    };
    let lever = |lever: &LeverReport| {
        let (kind, resource) = match lever.quantity {
            Quantity::Valuation(index) => ("valuation", scenario.subjects().nth(index)),
            Quantity::Batna => ("batna", None),
        };
        json!({
            "kind": kind,
            "party": scenario.parties[lever.party].name,
            "resource": resource,
            "now": number(&lever.now),
            "same_verdict": interval(&lever.verdict, numbers),
            "same_nash_allocation": or_null(lever.nash_allocation.as_ref(), |of| interval(of, numbers)),
            "same_nash_pattern": or_null(lever.nash_pattern.as_ref(), |of| interval(of, numbers)),
            "nash_derivatives": or_null(lever.derivatives.as_ref(), |slopes| json!(slopes.each_ref().map(number))),
            "swing": {"down": swung(&lever.swing.down), "up": swung(&lever.swing.up), "margin": number(&lever.swing.width())},
        })
    };
    let stretches = report.trade_off.iter().map(|stretch| {
        json!({
            "batna_b": stretch.b.each_ref().map(number),
            "highest_batna_a": stretch.a.each_ref().map(number),
        })
    });
    let uncertain = report.uncertain.as_ref().map(|uncertain| {
        json!({
            "possible": !uncertain.best.is_negative(),
            "necessary": !uncertain.worst.is_negative(),
            "best_margin": number(&uncertain.best),
            "worst_margin": number(&uncertain.worst),
            "robust_allocation": or_null(uncertain.robust.as_ref(), |deal| numbers.allocation(scenario, deal)),
            "draws": uncertain.draws,
            "hits": uncertain.hits,
            "seed": report.options.seed,
            "probability": {
                "rate": numbers.of(&Rational::new(i128::from(uncertain.hits), i128::from(uncertain.draws))),
                "low": uncertain.probability().low,
                "high": uncertain.probability().high,
                "level": 0.95,
            },
        })
    });
    let edit = report.smallest_edit().map(|edit| {
        let resource = match edit.quantity {
            Quantity::Valuation(index) => scenario.subjects().nth(index),
            Quantity::Batna => None,
        };
        json!({
            "party": scenario.parties[edit.party].name,
            "resource": resource,
            "from": number(&edit.from),
            "to": number(&edit.to),
        })
    });
    let no_zopa = report.shortfall.as_ref().map(|shortfall| {
        let mut value = shortfall_json(scenario, shortfall, numbers);
        value["smallest_valuation_edit"] = json!(edit);
        value
    });
    json!({
        "schema_version": 1,
        "scenario": scenario.id,
        "parties": scenario.parties.each_ref().map(|party| party.name.as_str()),
        "convention": report.analysis.convention.as_str(),
        "others": if scenario.raw { "renormalized" } else { report.options.others.as_str() },
        "zopa": {"exists": report.analysis.zopa.exists, "margin": number(&report.analysis.zopa.margin)},
        "threshold_batnas": report.thresholds.each_ref().map(|threshold| or_null(threshold.as_ref(), number)),
        "trade_off": stretches.collect::<Vec<_>>(),
        "step": number(&report.options.step),
        "numbers": report.levers.iter().map(lever).collect::<Vec<_>>(),
        "uncertain": uncertain,
        "no_zopa": no_zopa,
    })
}
