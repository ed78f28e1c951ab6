//! The one rule about a scenario's file: its name is the scenario's id.

use super::{Code, text_start};
use crate::diagnostic::Diagnostic;
use crate::json;

/// The finding that the scenario's id is not `stem`, the file's name without its extension; none where the text has no sound id, since
/// `check` says so.
#[must_use]
pub fn check_file_stem(text: &str, stem: &str) -> Option<Diagnostic> {
    let root = json::parse_from(text, text_start(text)).ok()?;
    let node = root.get("id")?;
    let id = node.as_str().filter(|id| super::text::is_snake_case(id))?;
    if id == stem {
        return None;
    }
    let mut help = format!("rename the file to `{id}.json`");
    if super::text::is_snake_case(stem) {
        help.push_str(&format!(", or make the id `{stem}`"));
    }
    Some(Diagnostic {
        code: Code::FileStem,
        severity: Code::FileStem.severity(),
        message: format!("the id is `{id}`, but the file is named `{stem}`"),
        help: Some(help),
        at: "/id".to_owned(),
        span: node.span.clone(),
    })
}
