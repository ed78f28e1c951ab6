//! Arguments of `summary`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use zopa_stats::Level;

use super::{OutputArgs, ThreadArgs, level};

pub(super) const EXAMPLES: &str = "\
Examples:
  Score runs, then compare models and mediators:
      zopa score data/runs/league.jsonl --scenarios data/scenarios -o scored.jsonl
      zopa summary scored.jsonl --by model,mediator

  In one go, with intervals for scenarios other than these, and what a mediator adds:
      zopa score data/runs/league.jsonl --scenarios data/scenarios |
        zopa summary - --by model,mediator --cluster scenario --baseline mediator=none

  A picture, and what the benchmark's composite would be if value efficiency counted a fifth:
      zopa score data/runs/league.jsonl --scenarios data/scenarios |
        zopa summary - --by model --plot groups.svg --composite --value-efficiency-weight 0.2";

/// Arguments of `summary`.
#[derive(Args, Debug)]
pub(crate) struct SummaryArgs {
    /// Files that `score` wrote, patterns such as `scored/*.jsonl`, or `-`.
    ///
    /// JSON lines, a JSON array, CSV or Parquet, whatever the file's name.
    #[arg(value_name = "SCORED", required = true)]
    pub(crate) scored: Vec<PathBuf>,

    /// The fields of runs that make a group.
    ///
    /// With commas between them; `a.b` is the field `b` within `a`. Without it all runs are one group.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = field)]
    pub(crate) by: Vec<String>,

    /// How to print the summary.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: SummaryFormat,

    #[command(flatten)]
    pub(crate) intervals: IntervalArgs,

    #[command(flatten)]
    pub(crate) comparison: ComparisonArgs,

    /// How near to the Nash solution is at it.
    ///
    /// In utilities; 0 is exactly at it.
    #[arg(long, value_name = "DISTANCE", hide_short_help = true, default_value = "0", value_parser = distance)]
    pub(crate) nbs_distance: f64,

    /// Show the composite, and what it could be.
    ///
    /// The benchmark's composite of category scores, and what it would be if value efficiency counted. Runs carry their category scores (0 to 100) in `scores`. Today resources do not affect the published score.
    #[arg(long)]
    pub(crate) composite: bool,

    /// What value efficiency would weigh, 0 to 1.
    ///
    /// The five categories share the rest as they do today.
    #[arg(long, value_name = "W", hide_short_help = true, requires = "composite", value_parser = weight)]
    pub(crate) value_efficiency_weight: Option<f64>,

    /// Write a picture of the groups as SVG.
    ///
    /// The runs of each group on the normalised utility plane, and value efficiency by group.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How intervals are found.
#[derive(Args, Debug)]
pub(crate) struct IntervalArgs {
    /// Draw runs with the same value together.
    ///
    /// As `scenario`: for intervals that tell what other scenarios would show, and not only other runs of the same ones.
    #[arg(long, value_name = "FIELD", value_parser = field)]
    pub(crate) cluster: Option<String>,

    /// How many samples the bootstrap draws.
    ///
    /// 0 leaves its intervals out.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) replicates: u32,

    /// The start of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// The confidence level of intervals, in percent or as a share.
    #[arg(long, value_name = "LEVEL", hide_short_help = true, default_value = "95", value_parser = level)]
    pub(crate) level: Level,
}

/// What groups are compared with.
#[derive(Args, Debug)]
pub(crate) struct ComparisonArgs {
    /// Compare groups, run by run, with this one.
    ///
    /// As `mediator=none`: the field is one of `--by`; groups are compared with the one that agrees in the other fields.
    #[arg(long, value_name = "FIELD=VALUE", value_parser = baseline)]
    pub(crate) baseline: Option<(String, String)>,

    /// The fields in which two runs agree that are compared.
    #[arg(long, value_name = "FIELDS", hide_short_help = true, value_delimiter = ',', default_value = "scenario,seed", value_parser = field)]
    pub(crate) pair_by: Vec<String>,

    /// How the differences are tested.
    #[arg(
        long,
        value_name = "NAME",
        hide_short_help = true,
        default_value = "wilcoxon"
    )]
    pub(crate) test: TestName,
}

/// How a summary is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SummaryFormat {
    /// Tables for a terminal.
    Table,
    /// Tables of Markdown.
    Md,
    /// Comma-separated values, a row for each group.
    Csv,
    /// One object.
    Json,
}

/// A test of paired differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestName {
    /// Wilcoxon's signed ranks, exact up to 200 differences.
    Wilcoxon,
    /// Signs alone, exact.
    Sign,
}

fn field(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("a field has a name".to_owned());
    }
    Ok(text.trim().to_owned())
}

fn baseline(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("wanted is a field and a value, as `mediator=none`")?;
    Ok((field(name)?, value.to_owned()))
}

fn within(text: &str, wanted: &str, good: impl Fn(f64) -> bool) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| good(*number));
    number.ok_or_else(|| format!("wanted is {wanted}"))
}

fn weight(text: &str) -> Result<f64, String> {
    within(text, "a number from 0 to 1", |weight| {
        (0.0..=1.0).contains(&weight)
    })
}

fn distance(text: &str) -> Result<f64, String> {
    within(text, "a number from 0", |distance| {
        distance >= 0.0 && distance.is_finite()
    })
}
