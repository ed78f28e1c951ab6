//! Arguments of `serve`.

use std::path::PathBuf;

use clap::Args;

use super::{Convention, analyze::seconds};

pub(super) const EXAMPLES: &str = "\
Examples:
  Tune the scenarios of this folder in a browser, until Ctrl-C:
    zopa serve

  Those of another folder, on a port that is free:
    zopa serve data/scenarios --port 0";

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The folder whose scenario files can be opened and saved.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,

    /// The port on this machine; 0 takes one that is free.
    #[arg(long, value_name = "PORT", default_value_t = 8642)]
    pub(crate) port: u16,

    /// How burdens count when the page opens.
    #[arg(long, value_name = "NAME", default_value = "signed")]
    pub(crate) convention: Convention,

    /// Analyse for at most this many seconds at a time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub(crate) time_limit: std::time::Duration,
}
