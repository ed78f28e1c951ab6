//! What a person reads: colours, faults, counts. Each kind of report has a file of its own.

pub(crate) mod analysis;
pub(crate) mod calibrate;
pub(crate) mod diagnostics;
pub(crate) mod document;
pub(crate) mod explanation;
pub(crate) mod figures;
pub(crate) mod notes;
pub(crate) mod pairs;
pub(crate) mod plane;
pub(crate) mod profile;
pub(crate) mod scores;
pub(crate) mod sensitivity;
pub(crate) mod summary;
pub(crate) mod tally;

use std::fmt::Write as _;
use std::io;

use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style as Ansi};

pub(crate) use zopa_plot::{count, number, printable, shorten};

use crate::args::Color;

/// Whether a text carries colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Text alone.
    Plain,
    /// With the escape sequences of terminals.
    Colored,
}

impl Style {
    /// `text` in a style, or as it is.
    pub(crate) fn paint(self, ansi: Ansi, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colored => format!("{ansi}{text}{ansi:#}"),
        }
    }
}

/// Faults.
pub(crate) const ERROR: Ansi = AnsiColor::Red.on_default().bold();
/// What deserves a look.
pub(crate) const WARNING: Ansi = AnsiColor::Yellow.on_default().bold();
/// What mends a fault.
pub(crate) const HELP: Ansi = AnsiColor::Cyan.on_default().bold();
/// Headings.
pub(crate) const HEADING: Ansi = Ansi::new().bold();

/// Settles for the whole process when colours are used.
pub(crate) fn set_color(color: Color) {
    let choice = match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// The style of standard output: what was asked for, else what `NO_COLOR`, `CLICOLOR_FORCE` and the terminal say.
pub(crate) fn stdout_style() -> Style {
    style_of(AutoStream::choice(&io::stdout()))
}

/// The style of standard error.
pub(crate) fn stderr_style() -> Style {
    style_of(AutoStream::choice(&io::stderr()))
}

/// The style of files: plain, unless colours are asked for.
pub(crate) fn file_style() -> Style {
    match ColorChoice::global() {
        ColorChoice::Auto => Style::Plain,
        choice => style_of(choice),
    }
}

fn style_of(choice: ColorChoice) -> Style {
    match choice {
        ColorChoice::Never => Style::Plain,
        _ => Style::Colored,
    }
}

/// `error: message`, and `help: ...` below it.
pub(crate) fn fault(style: Style, severity: &str, message: &str, help: Option<&str>) -> String {
    let ansi = if severity == "warning" {
        WARNING
    } else {
        ERROR
    };
    let mut out = String::new();
    let head = style.paint(ansi, &format!("{severity}:"));
    let _ = writeln!(out, "{head} {}", printable(message));
    if let Some(help) = help {
        let _ = writeln!(out, "{} {}", style.paint(HELP, "help:"), printable(help));
    }
    out
}
