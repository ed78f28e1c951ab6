//! The arguments of `calibrate`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::OutputArgs;

mod elicit;
mod fit;
mod judge;

pub(crate) use elicit::ElicitArgs;
pub(crate) use fit::{FitArgs, ResamplingArgs, TieAcceptance};
pub(crate) use judge::JudgeArgs;

pub(super) const EXAMPLES: &str = "\
Examples:
      zopa calibrate check data/pairs/library_desk.jsonl
      zopa calibrate fit data/pairs/desk_study.jsonl
      zopa calibrate judge data/pairs/desk_study.jsonl data/pairs/verdicts.jsonl
      zopa calibrate elicit data/scenarios/lake_cabin_estate.json --party Ingrid --simulate";

const CHECK_EXAMPLES: &str = "\
Examples:
  One file, for a person:
      zopa calibrate check data/pairs/library_desk.jsonl

  For a program, from standard input:
      zopa calibrate check - --format json < data/pairs/library_desk.jsonl

  With another idea of what is too much for a tie:
      zopa calibrate check data/pairs/library_desk.jsonl --tie-gap 3";

/// Arguments of `calibrate`.
#[derive(Args, Debug)]
pub(crate) struct CalibrateArgs {
    #[command(subcommand)]
    pub(crate) command: CalibrateCommand,
}

/// The commands of `calibrate`.
#[derive(Debug, Subcommand)]
pub(crate) enum CalibrateCommand {
    /// Check files of preference pairs.
    ///
    /// Reports every fault of every line (JSON Lines, one pair a line), with its place and what mends it. Each file is judged by
    /// itself. Ends with 1 if there is an error; warnings are no errors.
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(PairsCheckArgs),

    /// Learn the weights of the criteria, and from where on a response is acceptable.
    ///
    /// Two readings. Taken at their word, judgments that do not contradict one another leave a range for each weight and for the
    /// threshold; if they do, the report names which. Taken as choices with chance in them, they have a most likely explanation,
    /// with intervals from resampling. What the pairs cannot tell is said, never guessed. Pairs in error are left out.
    #[command(after_long_help = fit::EXAMPLES)]
    Fit(FitArgs),

    /// Say how well annotators or models agree with gold and with one another.
    ///
    /// Confusion, accuracy, kappa and its kin with intervals, the taste for what is shown first, by annotator, variety and domain.
    #[command(after_long_help = judge::EXAMPLES)]
    Judge(JudgeArgs),

    /// Ask a party of a scenario what things are worth to it, and what walking away is.
    ///
    /// Each question is about packages of the scenario's resources, and is chosen for what its answer tells. After each answer there
    /// are ranges for valuations and BATNA, at the end a patch for the scenario.
    #[command(after_long_help = elicit::EXAMPLES)]
    Elicit(ElicitArgs),
}

/// Arguments of `calibrate check`.
#[derive(Args, Debug)]
pub(crate) struct PairsCheckArgs {
    /// Files of pairs, or `-`.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: PairsFormat,

    /// Show errors alone: no warnings, no summary.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) limits: PairLimitArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How the findings in pairs are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairsFormat {
    /// In words, with the part of the line where each is. `table` says the same.
    #[value(alias = "table")]
    Human,
    /// One object with all findings.
    Json,
    /// A table of Markdown, a row for each finding.
    Md,
}

/// The numbers in the rules of pairs.
#[derive(Args, Debug)]
pub(crate) struct PairLimitArgs {
    /// So many points ahead in total are too many for a tie.
    #[arg(long, value_name = "POINTS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) tie_gap: u8,

    /// A response with no score below this one looks acceptable.
    #[arg(long, value_name = "SCORE", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) high_score: u8,

    /// A response with no score above this one looks unacceptable.
    #[arg(long, value_name = "SCORE", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) low_score: u8,

    /// With no more points of difference in all, nothing is significantly better.
    #[arg(long, value_name = "POINTS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) tiny_gap: u8,

    /// With so many points ahead on every criterion, nothing is only slightly better.
    #[arg(long, value_name = "POINTS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) huge_gap: u8,

    /// Report reason codes that this file does not list, one a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) reason_codes: Option<PathBuf>,
}
