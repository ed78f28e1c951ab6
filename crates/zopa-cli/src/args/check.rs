//! Arguments of `check`.

use std::path::PathBuf;

use clap::Args;

use super::{CheckFormat, OutputArgs, ThreadArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  One file, or every file of a folder:
      zopa check data/scenarios/cofounder_windup_ip.json
      zopa check data/scenarios

  For a program:
      zopa check data/scenarios --format json

  See what would be mended, and change nothing:
      zopa check data/scenarios/cofounder_windup_ip.json --fix --stdout";

/// Arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Scenario files, folders of them, or `-`.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,

    /// Mend in the files what needs no judgment.
    ///
    /// Typographic characters, accents, white space, the order of keys. Each change is said; numbers never change.
    #[arg(long)]
    pub(crate) fix: bool,

    /// Print the mended text of one file, and leave the file alone.
    #[arg(long, requires = "fix", conflicts_with = "format")]
    pub(crate) stdout: bool,

    /// Say what is odd about the scenarios' meaning too, as `lint` does.
    #[arg(long)]
    pub(crate) lint: bool,

    /// Show errors alone: no warnings, no summary.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
