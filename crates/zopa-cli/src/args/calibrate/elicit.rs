//! The arguments of `calibrate elicit`.

use std::path::PathBuf;

use clap::Args;
use zopa_model::Rational;

use super::super::{AnalysisFormat, NumberArgs, OutputArgs};
use super::fit::share;

pub(super) const EXAMPLES: &str = "\
Examples:
  Questions at the terminal, answers kept in a file:
      zopa calibrate elicit data/scenarios/lake_cabin_estate.json --party Ingrid \\
        --save answers.jsonl

  Going on from answers kept before:
      zopa calibrate elicit data/scenarios/lake_cabin_estate.json --party Ingrid \\
        --answers data/answers/lake_cabin_ingrid.jsonl --save more.jsonl

  What answers in a file say, and the next question:
      zopa calibrate elicit data/scenarios/lake_cabin_estate.json --party Ingrid \\
        --answers data/answers/lake_cabin_ingrid.jsonl

  The same for a program, with the scenario as it would be:
      zopa calibrate elicit data/scenarios/lake_cabin_estate.json --party Ingrid \\
        --answers data/answers/lake_cabin_ingrid.jsonl --format json \\
        --patched lake_cabin_estate.json

  How many questions it takes if the party answers as the scenario says:
      zopa calibrate elicit data/scenarios/lake_cabin_estate.json --party Marta \\
        --simulate --chances";

/// Arguments of `calibrate elicit`.
#[derive(Args, Debug)]
pub(crate) struct ElicitArgs {
    /// The scenario's file.
    #[arg(value_name = "SCENARIO")]
    pub(crate) scenario: PathBuf,

    /// The party that answers, by its name.
    #[arg(long, value_name = "NAME")]
    pub(crate) party: String,

    /// Take the answers from this file, one JSON object a line; without it, or with `--save`, ask at the terminal.
    #[arg(long, value_name = "FILE")]
    pub(crate) answers: Option<PathBuf>,

    /// Keep the answers in this file, each as it is given; with `--answers`, go on from those.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Answer as a party with the scenario's own valuations and BATNA would, and count the questions.
    #[arg(long, conflicts_with_all = ["answers", "save"])]
    pub(crate) simulate: bool,

    /// Ask until no range is wider than this.
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = share)]
    pub(crate) tolerance: Rational,

    /// Packages that are called equal differ by no more than this.
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = share)]
    pub(crate) tie_most: Rational,

    /// Ask about chances of what is whole, too.
    ///
    /// A whole thing that outweighs all others together cannot be weighed against them; a chance of it can.
    #[arg(long)]
    pub(crate) chances: bool,

    /// Ask at most this many questions.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) max_questions: usize,

    /// The start of the random numbers that propose questions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: AnalysisFormat,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    /// Write the scenario with the elicited valuations and BATNA to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) patched: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
