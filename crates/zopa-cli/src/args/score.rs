//! Arguments of `score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{NumberArgs, OutputArgs, ThreadArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  One run, from standard input:
      echo '{\"run\": \"r1\", \"scenario\": \"cofounder_windup_ip\", \"allocation\": null}' |
        zopa score - --scenarios data/scenarios

  The same deal explained in sentences:
      echo '{\"run\": \"r1\", \"scenario\": \"cofounder_windup_ip\", \"allocation\": null}' |
        zopa score - --scenarios data/scenarios --explain

  A batch, as a table for a spreadsheet:
      zopa score runs.jsonl --scenarios data/scenarios --format csv -o scores.csv";

/// Arguments of `score`.
#[derive(Args, Debug)]
pub(crate) struct ScoreArgs {
    /// Files of runs, or `-`.
    #[arg(value_name = "RUNS", required = true)]
    pub(crate) runs: Vec<PathBuf>,

    /// The scenarios that the runs name: a file, or a folder of files. May be given more than once.
    #[arg(long, value_name = "PATH", required = true)]
    pub(crate) scenarios: Vec<PathBuf>,

    /// How to print the scores.
    ///
    /// The default is `table` on a terminal and `jsonl` elsewhere.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ScoreFormat>,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    /// End with 1 if a run is invalid.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Explain one deal in sentences.
    ///
    /// The deal is the only one, or the one that `--run` names.
    #[arg(long, conflicts_with = "format")]
    pub(crate) explain: bool,

    /// The `run` of the deal to explain.
    #[arg(long, value_name = "ID", requires = "explain")]
    pub(crate) run: Option<String>,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How scores are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScoreFormat {
    /// The main figures in columns.
    Table,
    /// One object per line.
    Jsonl,
    /// Comma-separated values with a header.
    Csv,
    /// One array of objects.
    Json,
}
