//! The arguments of `calibrate fit`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use zopa_model::Rational;
use zopa_stats::Level;

use super::super::{AnalysisFormat, OutputArgs, ThreadArgs, level};

pub(super) const EXAMPLES: &str = "\
Examples:
  A report for people:
      zopa calibrate fit data/pairs/desk_study.jsonl

  For a program, with exact fractions and without resampling:
      zopa calibrate fit data/pairs/library_desk.jsonl --format json --exact --replicates 0

  An estimate where judgments are too few for one of their own, held back by a prior:
      zopa calibrate fit data/pairs/library_desk.jsonl --prior ridge:1";

/// Arguments of `calibrate fit`.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// The file of pairs, or `-`.
    #[arg(value_name = "PAIRS")]
    pub(crate) pairs: PathBuf,

    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: AnalysisFormat,

    /// Print ranges as exact fractions.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Write a picture of the weights to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// Better means better by at least this much, where the best possible response is worth 1.
    #[arg(long, value_name = "SHARE", default_value = "0.001", value_parser = share)]
    pub(crate) epsilon: Rational,

    /// What a tie says of acceptability.
    #[arg(long, value_name = "READING", default_value = "not-both-below")]
    pub(crate) tie_acceptance: TieAcceptance,

    /// How judgments depend on the difference of two responses, taken as choices.
    #[arg(long, value_name = "LINK", default_value = "adjacent")]
    pub(crate) link: Link,

    /// Take the advantage of the first response as 0.
    #[arg(long)]
    pub(crate) no_first_slot: bool,

    /// Hold large parameters back: `ridge:LAMBDA`.
    ///
    /// An estimate then exists for any pairs, and depends on the number: it is said to be one with a prior, and has no intervals.
    #[arg(long, value_name = "PRIOR", value_parser = prior)]
    pub(crate) prior: Option<f64>,

    #[command(flatten)]
    pub(crate) resampling: ResamplingArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How intervals are found.
#[derive(Args, Debug)]
pub(crate) struct ResamplingArgs {
    /// Draw this many samples for the intervals; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) replicates: u32,

    /// The start of the random numbers: the same seed gives the same output.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// The confidence level of intervals, in percent or as a share.
    #[arg(long, value_name = "LEVEL", default_value = "95", value_parser = level)]
    pub(crate) level: Level,
}

impl ResamplingArgs {
    /// What the library is asked.
    pub(crate) fn resampling(&self) -> Option<zopa_calibrate::fit::Resampling> {
        (self.replicates > 0).then_some(zopa_calibrate::fit::Resampling {
            replicates: self.replicates,
            seed: self.seed,
            level: self.level.get(),
        })
    }
}

/// How judgments depend on the difference of two responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Link {
    /// Adjacent categories: that neither is acceptable is one of the choices.
    Adjacent,
    /// Ordered logit: the difference with noise falls between cuts. It says nothing of acceptability.
    Cumulative,
}

impl From<Link> for zopa_calibrate::fit::Link {
    fn from(link: Link) -> Self {
        match link {
            Link::Adjacent => Self::Adjacent,
            Link::Cumulative => Self::Cumulative,
        }
    }
}

/// What a tie says of acceptability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TieAcceptance {
    /// At least one of the two is acceptable.
    NotBothBelow,
    /// Both are.
    Both,
}

pub(super) fn share(text: &str) -> Result<Rational, String> {
    let value = text.parse::<Rational>().ok();
    let value = value.or_else(|| Rational::from_fraction(text).ok());
    value
        .filter(|value| value.is_positive() && *value < Rational::from(1))
        .ok_or_else(|| "a number above 0 and below 1 is wanted, such as 0.001 or 1/500".to_owned())
}

fn prior(text: &str) -> Result<f64, String> {
    let lambda = text
        .strip_prefix("ridge:")
        .and_then(|number| number.parse::<f64>().ok());
    lambda
        .filter(|lambda| *lambda > 0.0 && lambda.is_finite())
        .ok_or_else(|| "`ridge:` and a number above 0 is wanted, such as `ridge:1`".to_owned())
}
