//! The page's own files, in the binary.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use zopa_plot::{palette, rules};

use super::{Shared, api};

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

/// The scripts by name.
const SCRIPTS: [(&str, &str); 9] = [
    ("app.js", include_str!("../../assets/app.js")),
    ("api.js", include_str!("../../assets/api.js")),
    ("dialogs.js", include_str!("../../assets/dialogs.js")),
    ("editor.js", include_str!("../../assets/editor.js")),
    ("edits.js", include_str!("../../assets/edits.js")),
    ("handles.js", include_str!("../../assets/handles.js")),
    ("plane.js", include_str!("../../assets/plane.js")),
    ("tune.js", include_str!("../../assets/tune.js")),
    ("weights.js", include_str!("../../assets/weights.js")),
];

/// The page.
pub(super) async fn index(State(shared): State<Arc<Shared>>) -> Response {
    let page = include_str!("../../assets/index.html");
    let page = page.replace("{convention}", shared.options.convention.as_str());
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// Browsers ask for one; there is none.
pub(super) async fn no_icon() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// A style sheet or a script.
pub(super) async fn asset(Path(name): Path<String>) -> Response {
    if name == "app.css" {
        let style = format!(
            "{}{}{}{}",
            palette(),
            rules(),
            include_str!("../../assets/page.css"),
            include_str!("../../assets/app.css")
        );
        return ([(header::CONTENT_TYPE, CSS)], style).into_response();
    }
    match SCRIPTS.iter().find(|(known, _)| *known == name) {
        Some((_, script)) => ([(header::CONTENT_TYPE, JAVASCRIPT)], *script).into_response(),
        None => api::nothing().await.into_response(),
    }
}
