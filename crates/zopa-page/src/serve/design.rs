//! Questions of a designer: what moves the verdict, and what would make the scenario as it is wanted.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use zopa::{Numbers, Options, Rational, Scenario};
use zopa_design::{
    Lock, SensitivityOptions, Target, TuneOptions, edited, file_decimals, tune, tuned_json,
};

use super::Shared;
use super::answer::Refusal;
use super::api::{Answer, FIGURES, aside, convention, deadline, hunks, object, text_field};
use crate::part;
use crate::subject::finished;

/// How many scenarios a request may have analysed while tuning: a page is not to be waited for. `zopa tune --effort` tries more.
const EFFORT: usize = 500;

/// `POST /api/sensitivity`: `{text, convention}`; what moves the verdict, as HTML.
pub(super) async fn sensitivity(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let late = deadline(&shared);
        let options = Options::until(convention(&shared, &body)?, &late);
        let scenario = scenario(text_field(&body, "text")?)?;
        let wanted = SensitivityOptions::default();
        let found = finished(zopa_design::sensitivity(&scenario, &options, &wanted));
        let found = found.map_err(|missing| refused("no-analysis", missing.told()))?;
        let html = part::sensitivity(&found, FIGURES, "sensitivity-plot").into_string();
        Ok(json!({ "html": html }))
    })
    .await
}

/// `POST /api/tune`: `{text, convention, targets, locks, bounds, decimals, add_batnas}`, targets and locks as `zopa tune` spells them, and
/// all but the text and the targets optional. The answer is that of
/// `zopa tune --format json`, and where the targets are reached the changed `text` with its `hunks`.
pub(super) async fn tuned(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let late = deadline(&shared);
        let options = Options::until(convention(&shared, &body)?, &late);
        let text = text_field(&body, "text")?;
        let scenario = scenario(text)?;
        if scenario.resources.is_empty() {
            let message = "the scenario has no resources: there is nothing to change";
            return Err(refused("no-analysis", message));
        }
        let targets: Result<_, String> = strings(&body, "targets")
            .map(|target| Target::parse(target, &scenario))
            .collect();
        let locks: Result<_, String> = strings(&body, "locks")
            .map(|lock| Lock::parse(lock, &scenario))
            .collect();
        let wanted = TuneOptions {
            targets: targets.map_err(|fault| refused("no-target", fault))?,
            locks: locks.map_err(|fault| refused("no-lock", fault))?,
            bounds: bounds(&body)?,
            decimals: decimals(&body, &scenario)?,
            add_batnas: body["add_batnas"] == true,
            effort: EFFORT,
        };
        if wanted.targets.is_empty() {
            return Err(refused("no-target", "a target is wanted"));
        }
        let result = tune(&scenario, &options, &wanted);
        let mut answer = tuned_json(&scenario, &wanted, &result, Numbers::Nearest);
        if let Ok(tuned) = &result {
            let changed = edited(text, &scenario, &tuned.changes)
                .ok_or_else(|| refused("no-edit", "the changes do not fit the file"))?;
            answer["hunks"] = hunks(text, &changed);
            answer["text"] = changed.into();
        }
        Ok(answer)
    })
    .await
}

/// `bounds`: the lowest and the highest valuation, as decimals or fractions in strings; `[0, 1]` where there are none.
fn bounds(body: &Value) -> Result<[Rational; 2], Refusal> {
    if body["bounds"].is_null() {
        return Ok(TuneOptions::default().bounds);
    }
    let ends: Vec<Rational> = strings(body, "bounds")
        .filter_map(|end| end.parse().ok())
        .collect();
    match <[Rational; 2]>::try_from(ends) {
        Ok([low, high]) if !low.is_negative() && low <= high => Ok([low, high]),
        _ => Err(refused(
            "no-bounds",
            "`bounds` are two numbers from 0, the lower one first",
        )),
    }
}

/// `decimals`: from those of the file up to 9; those of the file where it is missing or null.
fn decimals(body: &Value, scenario: &Scenario) -> Result<Option<u32>, Refusal> {
    if body["decimals"].is_null() {
        return Ok(None);
    }
    let file = file_decimals(scenario);
    let wanted = body["decimals"].as_u64();
    match wanted.and_then(|wanted| u32::try_from(wanted).ok()) {
        Some(wanted) if (file..=9).contains(&wanted) => Ok(Some(wanted)),
        _ => Err(refused(
            "no-decimals",
            format!(
                "the file's numbers have {file} decimal places: `decimals` are from {file} to 9"
            ),
        )),
    }
}

fn strings<'b>(body: &'b Value, field: &str) -> impl Iterator<Item = &'b str> {
    let all = body[field].as_array().map_or(&[][..], Vec::as_slice);
    all.iter().filter_map(Value::as_str)
}

fn scenario(text: &str) -> Result<Scenario, Refusal> {
    let found = zopa::check(text).scenario;
    found.ok_or_else(|| refused("no-analysis", "the file has errors"))
}

fn refused(code: &'static str, message: impl Into<String>) -> Refusal {
    let help = "mend that, and ask again";
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, code, message, help)
}
