//! The arguments of `calibrate judge`.

use std::path::PathBuf;

use clap::Args;

use super::super::{AnalysisFormat, OutputArgs, ThreadArgs};
use super::ResamplingArgs;

pub(super) const EXAMPLES: &str = "\
Examples:
  A report for people:
      zopa calibrate judge data/pairs/desk_study.jsonl data/pairs/verdicts.jsonl

  For a program (`--exact` prints coefficients as fractions):
      zopa calibrate judge data/pairs/desk_study.jsonl data/pairs/verdicts.jsonl --format json

  What a line of verdicts looks like (only the first two and `outcome` are required):
      head -n 1 data/pairs/verdicts.jsonl";

/// Arguments of `calibrate judge`.
#[derive(Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The file of pairs with their gold outcomes.
    #[arg(value_name = "PAIRS")]
    pub(crate) pairs: PathBuf,

    /// The file of verdicts, or `-`: one JSON object a line.
    #[arg(value_name = "VERDICTS")]
    pub(crate) verdicts: PathBuf,

    /// How to print the report.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: AnalysisFormat,

    /// Print coefficients and rates as exact fractions.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Write a picture to this file: gold by verdict, of the annotator with the most verdicts.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// Write a picture to this file: how often each annotator prefers what is shown first.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot_position: Option<PathBuf>,

    /// Of a variety or domain with fewer verdicts than this, give counts alone.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) smallest_slice: u64,

    #[command(flatten)]
    pub(crate) resampling: ResamplingArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
