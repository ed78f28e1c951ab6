//! Answers: JSON, or why there is none.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    /// A stable word.
    pub(super) code: &'static str,
    message: String,
    help: String,
    /// What else belongs to it, such as what stands in the file now.
    more: Option<Box<(&'static str, Value)>>,
}

impl Refusal {
    pub(super) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            help: help.into(),
            more: None,
        }
    }

    /// The refusal with one more field.
    pub(super) fn with(mut self, name: &'static str, value: Value) -> Self {
        self.more = Some(Box::new((name, value)));
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({"code": self.code, "message": self.message, "help": self.help});
        if let Some(more) = self.more {
            let (name, value) = *more;
            body[name] = value;
        }
        let mut response = json_response(&json!({ "error": body }));
        *response.status_mut() = self.status;
        response
    }
}

/// A value as an answer.
pub(super) fn json_response(value: &Value) -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        value.to_string(),
    )
        .into_response()
}
