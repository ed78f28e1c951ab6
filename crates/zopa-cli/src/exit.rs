//! How a command ends: the exit codes that scripts may rely on.

use std::fmt;
use std::process::ExitCode;

/// The exit codes, from good to bad: of several, the largest is the command's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// `check` found errors, `score --strict` met an invalid run, or `verify` rejected a certificate.
    Findings = 1,
    /// Wrong usage: the code that clap uses as well.
    Usage = 2,
    /// Input that cannot be read, parsed or analysed, or output that cannot be written.
    Unusable = 3,
    /// Ctrl-C, or a request to end (128 + SIGINT).
    Interrupted = 130,
}

impl From<zopa::CertificateError> for Failure {
    fn from(error: zopa::CertificateError) -> Self {
        Self::unusable(error.to_string())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read our output has gone: not a fault, and nothing to say.
    ClosedPipe,
    /// What is wrong, and what mends it.
    Told {
        exit: Exit,
        message: String,
        help: Option<String>,
    },
}

impl Failure {
    /// Wrong usage.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::told(Exit::Usage, message)
    }

    /// Input or output that cannot be used.
    pub(crate) fn unusable(message: impl Into<String>) -> Self {
        Self::told(Exit::Unusable, message)
    }

    fn told(exit: Exit, message: impl Into<String>) -> Self {
        Self::Told {
            exit,
            message: message.into(),
            help: None,
        }
    }

    /// Ended because somebody asked for it.
    pub(crate) fn interrupted(message: impl Into<String>) -> Self {
        Self::told(Exit::Interrupted, message)
    }

    /// The same failure, with one more fact about it.
    pub(crate) fn and(mut self, more: &str) -> Self {
        if let Self::Told { message, .. } = &mut self {
            message.push_str("; ");
            message.push_str(more);
        }
        self
    }

    /// The same failure, with what mends it.
    pub(crate) fn help(mut self, mend: impl Into<String>) -> Self {
        if let Self::Told { help, .. } = &mut self {
            *help = Some(mend.into());
        }
        self
    }

    /// What is wrong, in one sentence.
    pub(crate) fn message(self) -> String {
        match self {
            Self::ClosedPipe => "nobody reads".to_owned(),
            Self::Told { message, .. } => message,
        }
    }

    /// The exit code that it leads to.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::ClosedPipe => Exit::Done,
            Self::Told { exit, .. } => *exit,
        }
    }
}

/// Writing failed. (Reading failures are made where the file's name is known.)
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::unusable(format!("cannot write the output: {}", Reason(&error)))
        }
    }
}

/// An operating system's error in words, without its number.
pub(crate) struct Reason<'e>(pub(crate) &'e std::io::Error);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let words = text.split(" (os error").next().unwrap_or(&text);
        f.write_str(&words.to_lowercase())
    }
}
