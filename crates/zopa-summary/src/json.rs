//! The machine-readable form of a report, see `docs/summary.md`.

use serde_json::{Map, Value, json};
use zopa_stats::Interval;

use crate::composite::{Composite, Reweighted};
use crate::figures::{Estimate, Figure};
use crate::lift::Lift;
use crate::report::{Comparison, Group, Report};

/// The version of this form; a change to the form changes it.
const SCHEMA_VERSION: u32 = 1;

/// The report as one object.
#[must_use]
pub fn report_json(report: &Report) -> Value {
    json!({
        "schema_version": SCHEMA_VERSION,
        "by": report.by,
        "convention": report.convention,
        "intervals": {
            "level": report.bootstrap.level.get(),
            "replicates": report.bootstrap.replicates,
            "seed": report.bootstrap.seed,
            "cluster": report.cluster,
            "rates": if report.cluster.is_some() { "bootstrap" } else { "wilson" },
        },
        "nbs_distance": report.nbs_distance,
        "groups": report.groups.iter().map(|one| group(report, one)).collect::<Vec<_>>(),
        "all": group(report, &report.all),
        "comparison": report.comparison.as_ref().map(|comparison| compared(report, comparison)),
        "composite": report.composite.as_ref().map(|composite| what_if(report, composite)),
        "notes": report.notes,
    })
}

/// The key of a group, by the names of its fields.
fn key(report: &Report, group: &Group) -> Value {
    let pairs = report.by.iter().zip(&group.key);
    let members = pairs.map(|(name, value)| (name.clone(), json!(value)));
    Value::Object(members.collect())
}

fn group(report: &Report, group: &Group) -> Value {
    let counts = &group.counts;
    let mut members = Map::new();
    // all runs together have no key
    if !std::ptr::eq(group, &report.all) {
        members.insert("key".to_owned(), key(report, group));
    }
    for (name, count) in [
        ("runs", counts.runs),
        ("negotiations", counts.negotiations()),
        ("deals", counts.deals),
        ("missed_impasses", counts.missed_impasses),
        ("justified_impasses", counts.justified_impasses),
        ("invalid", counts.all_invalid()),
    ] {
        members.insert(name.to_owned(), json!(count));
    }
    members.insert("invalid_by_code".to_owned(), json!(counts.invalid));
    if let Some(clusters) = group.clusters {
        members.insert("clusters".to_owned(), json!(clusters));
    }
    let figures = group.figures.as_ref().map(|figures| {
        let named = Figure::ALL.map(|figure| {
            let estimate = figures.get(figure).map(estimate);
            (figure.as_str().to_owned(), estimate.unwrap_or(Value::Null))
        });
        Value::Object(named.into_iter().collect())
    });
    members.insert("figures".to_owned(), figures.unwrap_or(Value::Null));
    Value::Object(members)
}

fn ends(interval: Option<Interval>) -> Value {
    json!(interval.map(|interval| [interval.low, interval.high]))
}

fn estimate(estimate: Estimate) -> Value {
    json!({"value": estimate.value, "interval": ends(estimate.interval), "n": estimate.n})
}

fn compared(report: &Report, comparison: &Comparison) -> Value {
    json!({
        "baseline": {comparison.baseline.field.as_str(): comparison.baseline.value},
        "pair_by": comparison.pair_by,
        "measure": "value_efficiency",
        "test": comparison.test.as_str(),
        "lifts": comparison.lifts.iter().map(|one| lift(report, one)).collect::<Vec<_>>(),
    })
}

fn lift(report: &Report, lift: &Lift) -> Value {
    let figures = lift.figures.map(|figures| {
        json!({
            "mean": figures.mean,
            "interval": ends(figures.interval),
            "median": figures.median,
            "higher": figures.higher,
            "lower": figures.lower,
            "equal": figures.equal,
            "method": figures.method.as_str(),
            "p_value": figures.p_value,
        })
    });
    json!({
        "key": key(report, &report.groups[lift.group]),
        "baseline": lift.baseline.map(|group| key(report, &report.groups[group])),
        "pairs": lift.pairs,
        "only_group": lift.only_group,
        "only_baseline": lift.only_baseline,
        "unplaced": lift.unplaced,
        "averaged": lift.averaged,
        "figures": figures,
    })
}

fn what_if(report: &Report, composite: &Composite) -> Value {
    let reweighted = |one: &Reweighted| {
        json!({
            "value_efficiency_weight": one.weight,
            "composites": one.composites,
            "ranks": one.ranks,
            "moved": one.moved,
            "kendall_tau_b": one.tau,
        })
    };
    let groups = composite
        .groups
        .iter()
        .zip(&report.groups)
        .map(|(one, group)| {
            json!({
                "key": key(report, group),
                "n": one.n,
                "today": one.means.map(|means| means.today),
                "value_efficiency": one.means.map(|means| means.value_efficiency),
            })
        });
    json!({
        "label": "what-if: today resources do not affect the published score",
        "groups": groups.collect::<Vec<_>>(),
        "reweighted": composite.reweighted.as_ref().map(reweighted),
        "sweep": composite.sweep.iter().map(reweighted).collect::<Vec<_>>(),
        "first_change": composite.first_change,
    })
}
