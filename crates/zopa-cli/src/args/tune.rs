//! Arguments of the commands that change scenarios: `tune` and `generate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use zopa::Rational;

use super::analyze::seconds;
use super::design::fraction;
use super::{NumberArgs, OutputArgs};

pub(super) const TUNE_EXAMPLES: &str = "\
Examples:
  Make a ZOPA with a margin of 0.05 by the smallest change, shown as a diff:
      zopa tune data/scenarios/wound_clinic_noncompete.json --target zopa=0.05

  By valuations alone:
      zopa tune data/scenarios/wound_clinic_noncompete.json --target zopa --lock batna

  More to trade, for a program:
      zopa tune data/scenarios/wound_clinic_noncompete.json --target tv=0.2.. --format json";

pub(super) const GENERATE_EXAMPLES: &str = "\
Examples:
  Five scenarios with a weak ZOPA, one a line:
      zopa generate --like data/scenarios/bakery_loan_workout.json --n 5 --target margin=0..0.05

  As files of a folder, by another seed:
      zopa generate --like data/scenarios/bakery_loan_workout.json --n 3 --seed 7 --into family";

const TARGETS: &str = "\
What the scenario is to become. May be given more than once: then all of it.

zopa=0.05 (a ZOPA with at least this margin), no-zopa=0.05 (none, with at least this gap), margin=0.02..0.05, nash=cash:Ana,van:Ben
(this deal as Nash solution; `@0.05` behind it asks for a lead over the runner-up, `cash:Ana 0.6` is a share), unique-nash,
nash-lead=0.05, equal-gains=0.01 (in the Nash solution, but for this), tv=0.1..0.3, potential=0.1.., latent=0.05 or
latent=patent:0.05 (what revealing adds to the margin), difficulty=expert.";

const LOCKS: &str = "\
What is to stay as it is: a resource, a party, `batna` or `valuations`.

`cash:Ana` or `batna:Ana` is one party's alone. May be given more than once.";

/// What a scenario is to be, and what may be changed.
#[derive(Args, Debug)]
pub(crate) struct WishArgs {
    #[arg(long, value_name = "TARGET", help = first_line(TARGETS), long_help = TARGETS)]
    pub(crate) target: Vec<String>,

    #[arg(long, value_name = "WHAT", help = first_line(LOCKS), long_help = LOCKS)]
    pub(crate) lock: Vec<String>,

    /// The lowest valuation that a change may lead to.
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = fraction)]
    pub(crate) min: Rational,

    /// The highest valuation that a change may lead to.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = fraction)]
    pub(crate) max: Rational,

    /// The decimal places of changed numbers; by default those of the file, at least 2.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=9))]
    pub(crate) decimals: Option<u32>,

    /// Let a BATNA be added where a party has none, as a change from 0.
    #[arg(long)]
    pub(crate) add_batnas: bool,
}

fn first_line(text: &'static str) -> &'static str {
    text.lines()
        .next()
        .unwrap_or_default()
        .trim_end_matches('.')
}

/// Arguments of `tune`.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The scenario's file, or `-`.
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,

    #[command(flatten)]
    pub(crate) wish: WishArgs,

    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "diff")]
    pub(crate) format: TuneFormat,

    /// Change the file itself.
    #[arg(long)]
    pub(crate) write: bool,

    /// Write a proof of it to this file, for `zopa verify`.
    ///
    /// It proves that the changed file is as wanted: it holds what `zopa analyze --certificate` says of the changed file. That no smaller change is enough has no short proof.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Analyse at most so many scenarios to find a change, and as many to prove that none is smaller.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = effort)]
    pub(crate) effort: usize,

    /// Search for at most this many seconds, and give what was found by then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<std::time::Duration>,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

fn effort(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&effort| effort > 0)
        .ok_or_else(|| "a whole number from 1 is wanted".to_owned())
}

/// How a tuned scenario is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TuneFormat {
    /// The lines that change.
    Diff,
    /// The changed file.
    File,
    /// One object with the changes.
    Json,
}

/// Arguments of `generate`.
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The scenario that they are made after, or `-`.
    #[arg(long, value_name = "FILE")]
    pub(crate) like: PathBuf,

    /// How many scenarios.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = effort)]
    pub(crate) n: usize,

    /// The seed; scenario k of a seed is always the same.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) wish: WishArgs,

    /// Write a file for each scenario into this folder, named by its id.
    ///
    /// Without it the scenarios are printed as JSON Lines.
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub(crate) into: Option<PathBuf>,

    /// Work for at most this many seconds.
    ///
    /// A family that takes longer is given up: nothing of it is written.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<std::time::Duration>,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
