//! Files, standard streams and the terminal: the only place that touches them.

mod beside;
mod input;
mod interrupt;
mod ledger;
mod output;
mod partial;
mod progress;

use std::io::Write as _;

pub(crate) use beside::Beside;
pub(crate) use input::{Source, entries, expand, sources};
pub(crate) use interrupt::{Graceful, is_requested};
pub(crate) use output::{Kept, Output, make_folder, replace_file};
pub(crate) use partial::{Compared, GOES_ON, Job, Partial, fingerprint, fingerprint_of};
pub(crate) use progress::{Counted, Progress};

use crate::exit::Failure;
use crate::render;

/// The width of lines where nothing tells that of the terminal.
const DEFAULT_WIDTH: usize = 80;

/// Writes a text to standard error. That nobody may read it is no reason to fail.
pub(crate) fn note(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Tells on standard error why a command failed.
pub(crate) fn complain(failure: &Failure) {
    if let Failure::Told { message, help, .. } = failure {
        let style = render::stderr_style();
        note(&render::fault(style, "error", message, help.as_deref()));
    }
}

/// How many columns a line may take: `COLUMNS`, or a usual width.
pub(crate) fn terminal_width() -> usize {
    std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok())
        .filter(|&columns| columns > 0)
        .unwrap_or(DEFAULT_WIDTH)
}
