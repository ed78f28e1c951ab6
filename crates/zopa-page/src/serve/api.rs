//! What can be asked. Bodies and answers are JSON.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};
use zopa::{Convention, Numbers, Options};
use zopa_model::json::{Edit, edited};
use zopa_plot::{Look, Plane};

use super::Shared;
use super::answer::{Refusal, json_response};
use crate::figures::Figures;
use crate::part;
use crate::subject::{GROUPED_BY, Subject};
use crate::words;

pub(super) const FIGURES: Figures = Figures { exact: false };

/// Lines of context around a change.
const CONTEXT: usize = 3;

pub(super) type Answer = Result<Response, Refusal>;

/// Does work that takes a while beside the other requests.
pub(super) async fn aside(
    work: impl FnOnce() -> Result<Value, Refusal> + Send + 'static,
) -> Answer {
    let done = tokio::task::spawn_blocking(work).await;
    let done = done.unwrap_or_else(|_| {
        let message = "the server met an error of its own";
        let help = "please report it with the scenario";
        Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            message,
            help,
        ))
    });
    Ok(json_response(&done?))
}

/// What is not there.
pub(super) async fn nothing() -> Response {
    let refusal = Refusal::new(
        StatusCode::NOT_FOUND,
        "not-found",
        "there is nothing here",
        "open /",
    );
    refusal.into_response()
}

/// `GET /api/files`: the scenario files of the folder.
pub(super) async fn files(State(shared): State<Arc<Shared>>) -> Answer {
    aside(move || Ok(json!({"folder": shared.folder.name(), "files": shared.folder.list()}))).await
}

/// `GET /api/file?path=`: a file's text, with the version that a save needs.
pub(super) async fn file(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Answer {
    let path = query
        .into_iter()
        .find(|(name, _)| name == "path")
        .map(|(_, path)| path);
    let path = path.ok_or_else(|| lacking("path"))?;
    aside(move || {
        let read = shared.folder.read(&path)?;
        Ok(json!({"path": path, "text": read.text, "version": read.version}))
    })
    .await
}

/// `PUT /api/file`: `{path, text, base}`; `base` is the version that was read, null for a new file.
pub(super) async fn save(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let (path, text) = (text_field(&body, "path")?, text_field(&body, "text")?);
        let version = shared.folder.save(path, text, body["base"].as_str())?;
        Ok(json!({"path": path, "version": version}))
    })
    .await
}

/// `POST /api/analyze`: `{text, edits, convention, hidden, runs, shown}`; all but `text` may be left out. The analysis is that of
/// `zopa analyze --format json`.
pub(super) async fn analyze(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let text = edited(text_field(&body, "text")?, &edits(&body)?).map_err(|error| {
            let help = "load the file anew";
            Refusal::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "no-edit",
                error.to_string(),
                help,
            )
        })?;
        let subject = subject(&shared, &body, text)?;
        Ok(view(&subject, &body))
    })
    .await
}

/// `POST /api/export`: as for `analyze`; the picture and the analysis as `zopa analyze` writes them to files.
pub(super) async fn export(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let subject = subject(&shared, &body, text_field(&body, "text")?.to_owned())?;
        let (Ok(analysis), Some(plane)) = (&subject.analysis, plane(&subject, &body)) else {
            let message = "there is no analysis to export";
            let help = "mend the findings";
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Err(Refusal::new(status, "no-analysis", message, help));
        };
        let analysis = zopa::analysis_json(analysis, subject.latent.as_ref(), Numbers::Nearest);
        Ok(json!({"svg": plane.svg(Look::FILE), "json": format!("{analysis:#}\n")}))
    })
    .await
}

/// `POST /api/diff`: `{path, text}`; how the text differs from the file, in hunks of lines.
pub(super) async fn diff(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    aside(move || {
        let body = object(&body)?;
        let read = shared.folder.read(text_field(&body, "path")?)?;
        let hunks = hunks(&read.text, text_field(&body, "text")?);
        Ok(json!({"hunks": hunks, "version": read.version}))
    })
    .await
}

/// How a text differs from another, in hunks of lines.
pub(super) fn hunks(old: &str, new: &str) -> Value {
    let diff = TextDiff::from_lines(old, new);
    let line = |change: similar::Change<&str>| {
        let sign = match change.tag() {
            ChangeTag::Delete => "-",
            ChangeTag::Insert => "+",
            ChangeTag::Equal => " ",
        };
        json!({
            "sign": sign,
            "line": change.old_index().or(change.new_index()).map(|index| index + 1),
            "text": change.value().trim_end_matches('\n'),
        })
    };
    let hunks = diff.grouped_ops(CONTEXT).into_iter().map(|hunk| {
        let lines = hunk.iter().flat_map(|op| diff.iter_changes(op));
        Value::Array(lines.map(line).collect())
    });
    hunks.collect()
}

pub(super) fn object(body: &[u8]) -> Result<Value, Refusal> {
    let read: Result<Value, _> = serde_json::from_slice(body);
    read.ok().filter(Value::is_object).ok_or_else(|| {
        let message = "the body is no JSON object";
        Refusal::new(
            StatusCode::BAD_REQUEST,
            "bad-request",
            message,
            "send one JSON object",
        )
    })
}

fn lacking(field: &str) -> Refusal {
    let message = format!("`{field}` is missing or no string");
    Refusal::new(
        StatusCode::BAD_REQUEST,
        "bad-request",
        message,
        format!("send `{field}`"),
    )
}

pub(super) fn text_field<'b>(body: &'b Value, field: &str) -> Result<&'b str, Refusal> {
    body[field].as_str().ok_or_else(|| lacking(field))
}

fn edits(body: &Value) -> Result<Vec<Edit>, Refusal> {
    let all = body["edits"].as_array().map_or(&[][..], Vec::as_slice);
    let edit = |edit: &Value| {
        let at = text_field(edit, "at")?.to_owned();
        let value = || text_field(edit, "value").map(str::to_owned);
        Ok(match edit["op"].as_str() {
            Some("set") => Edit::Set {
                at,
                value: value()?,
            },
            Some("append") => Edit::Append {
                at,
                value: value()?,
            },
            Some("remove") => Edit::Remove { at },
            _ => {
                let help = "an `op` is `set`, `append` or `remove`";
                return Err(Refusal::new(
                    StatusCode::BAD_REQUEST,
                    "bad-request",
                    "an edit of no known kind",
                    help,
                ));
            }
        })
    };
    all.iter().map(edit).collect()
}

/// How burdens count in a request.
pub(super) fn convention(shared: &Shared, body: &Value) -> Result<Convention, Refusal> {
    match body["convention"].as_str() {
        None => Ok(shared.options.convention),
        Some("signed") => Ok(Convention::Signed),
        Some("avoided") => Ok(Convention::Avoided),
        Some(_) => {
            let message = "`convention` is `signed` or `avoided`";
            let help = "name one of them";
            Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "bad-request",
                message,
                help,
            ))
        }
    }
}

/// Is the time over that a request may take from now on?
pub(super) fn deadline(shared: &Shared) -> impl Fn() -> bool + use<> {
    let (started, limit) = (Instant::now(), shared.options.time_limit);
    move || started.elapsed() > limit
}

fn subject(shared: &Shared, body: &Value, text: String) -> Result<Subject, Refusal> {
    let convention = convention(shared, body)?;
    let hidden = body["hidden"].as_array().map_or(&[][..], Vec::as_slice);
    let hidden: Vec<String> = hidden
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let late = deadline(shared);
    let options = Options::until(convention, &late);
    let mut subject = Subject::hiding("scenario", text, &options, &hidden);
    if let Some(runs) = body["runs"].as_str() {
        subject.add_runs(runs, body["by"].as_str().unwrap_or(GROUPED_BY));
    }
    Ok(subject)
}

/// What is drawn: the analysis, the runs, and room for the places in `shown`.
fn plane(subject: &Subject, body: &Value) -> Option<Plane> {
    let analysis = subject.analysis.as_ref().ok()?;
    let mut plane = words::plane(analysis, FIGURES);
    if let Some(overlay) = &subject.overlay {
        plane.runs = overlay.dots();
        plane.groups = overlay.groups();
    }
    let shown = body["shown"].as_array().map_or(&[][..], Vec::as_slice);
    let place = |place: &Value| Some([place[0].as_f64()?, place[1].as_f64()?]);
    let places = shown.iter().filter_map(place);
    plane.shown = places
        .filter(|place| place.iter().all(|value| value.abs() <= 2.0))
        .collect();
    Some(plane)
}

/// Everything that the page shows of a text.
fn view(subject: &Subject, body: &Value) -> Value {
    let findings = part::findings(&subject.text, &subject.diagnostics).into_string();
    let mut view = json!({
        "text": subject.text,
        "errors": subject.has_errors(),
        "findings": if subject.diagnostics.is_empty() { Value::Null } else { json!(findings) },
        "analysis": null,
        "missing": subject.analysis.as_ref().err().map(crate::Missing::told),
    });
    let (Ok(analysis), Some(plane)) = (&subject.analysis, plane(subject, body)) else {
        return view;
    };
    let scenario = &analysis.scenario;
    let latent = subject.latent.as_ref();
    view["analysis"] = zopa::analysis_json(analysis, latent, Numbers::Nearest);
    view["mood"] = json!(part::mood(analysis));
    view["verdict"] = json!(words::verdict(analysis, FIGURES));
    view["plane"] = json!(plane.svg(Look::embedded("live")));
    view["places"] = part::places(analysis);
    view["zone"] = json!(part::zone(analysis, FIGURES).into_string());
    view["solutions"] = json!(part::solutions(analysis, FIGURES, 3).into_string());
    view["frontier"] = json!(part::frontier(analysis, FIGURES).into_string());
    view["latent"] =
        json!(latent.map(|value| part::latent(scenario, value, FIGURES).into_string()));
    view["lints"] = json!(
        subject
            .lints
            .as_ref()
            .map(|lints| part::lints(lints).into_string())
    );
    let overlay = subject.overlay.as_ref();
    view["runs"] =
        json!(overlay.map(|overlay| part::runs(analysis, overlay, FIGURES).into_string()));
    view
}
