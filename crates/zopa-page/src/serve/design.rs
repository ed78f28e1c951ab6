//! Questions of a designer: what moves the verdict, and what would make the scenario as it is wanted.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use zopa::{Numbers, Options, Scenario};
use zopa_design::{Lock, SensitivityOptions, Target, TuneOptions, edited, tune, tuned_json};

use super::Shared;
use super::answer::Refusal;
use super::api::{Answer, FIGURES, aside, convention, hunks, object, text_field};
use crate::part;
use crate::subject::finished;

/// How many scenarios a request may have analysed while tuning: a page is not to be waited for. `zopa tune --effort` tries more.
const EFFORT: usize = 500;

/// `POST /api/sensitivity`: `{text, convention}`; what moves the verdict, as HTML.
pub(super) async fn sensitivity(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let started = std::time::Instant::now();
        let late = || started.elapsed() > shared.options.time_limit;
        let options = Options {
            convention: convention(&shared, &body)?,
            budget: zopa::Budget {
                stop: Some(&late),
                ..zopa::Budget::default()
            },
        };
        let scenario = scenario(text_field(&body, "text")?)?;
        let wanted = SensitivityOptions::default();
        let found = finished(zopa_design::sensitivity(&scenario, &options, &wanted));
        let found = found.map_err(|missing| refused("no-analysis", missing.told()))?;
        let html = part::sensitivity(&found, FIGURES, "sensitivity-plot").into_string();
        Ok(json!({ "html": html }))
    })
    .await
}

/// `POST /api/tune`: `{text, convention, targets, locks}`, targets and locks as `zopa tune` spells them. The answer is that of
/// `zopa tune --format json`, and where the targets are reached the changed `text` with its `hunks`.
pub(super) async fn tuned(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let options = Options {
            convention: convention(&shared, &body)?,
            ..Options::default()
        };
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
            effort: EFFORT,
            ..TuneOptions::default()
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
