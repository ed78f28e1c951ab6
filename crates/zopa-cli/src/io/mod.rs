//! Files, standard streams and the terminal: the only place that touches them.

mod input;
mod output;

use std::io::Write as _;

pub(crate) use input::{Source, expand};
pub(crate) use output::{Output, replace_file};

use indicatif::ProgressBar;

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

/// Tells on standard error, if that is a terminal, how far a long command came.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Progress beside an output; none where results pass over the same terminal.
    pub(crate) fn beside(output: &Output) -> Self {
        Self(if output.is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
        })
    }

    /// Shows a state.
    pub(crate) fn show(&self, state: &str) {
        self.0.set_message(state.to_owned());
        self.0.tick();
    }

    /// Leaves no trace.
    pub(crate) fn end(&self) {
        self.0.finish_and_clear();
    }
}
