//! Arguments of `report`.

use std::path::PathBuf;

use clap::Args;

use super::{NumberArgs, OutputArgs, ThreadArgs, analyze::seconds};

pub(super) const EXAMPLES: &str = "\
Examples:
  A page about one scenario:
      zopa report data/scenarios/cofounder_windup_ip.json -o report.html

  Another with runs drawn over what was possible:
      zopa report data/scenarios/lake_cabin_estate.json --runs data/runs/mixed.jsonl -o cabin.html

  One page about all scenarios of a folder, with an index:
      zopa report data/scenarios --runs data/runs/mixed.jsonl -o all.html";

/// Arguments of `report`.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Scenario files, folders of them, or `-`.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// Draw the runs of this file over the scenarios that they name. May be given more than once.
    ///
    /// In any form that `score` reads: JSON or CSV, plain or compressed, or Parquet.
    #[arg(long, value_name = "FILE")]
    pub(crate) runs: Vec<PathBuf>,

    /// Tell runs apart by this field of theirs.
    ///
    /// Each of its values has a colour and a shape in the pictures; beyond the five with the most runs they share one.
    #[arg(long, value_name = "FIELD", default_value = zopa_page::GROUPED_BY)]
    pub(crate) by: String,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    /// Analyse each scenario for at most this many seconds.
    ///
    /// One that needs more is in the report without an analysis, and how far it came is said.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<std::time::Duration>,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
