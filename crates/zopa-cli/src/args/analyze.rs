//! Arguments of `analyze`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{NumberArgs, OutputArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  A report for people:
      zopa analyze data/scenarios/cofounder_windup_ip.json

  The same with a picture of the utility plane in the terminal:
      zopa analyze data/scenarios/cofounder_windup_ip.json --plot

  Everything, in exact fractions, for a program:
      zopa analyze data/scenarios/cofounder_windup_ip.json --format json --exact

  From standard input, counting an escaped burden as a gain:
      zopa analyze - --convention avoided < data/scenarios/cofounder_windup_ip.json

  The Nash solution of a scenario too large for a frontier, for half a minute at most:
      zopa analyze data/scenarios/street_food_market_split.json --only nash --time-limit 30

  A proof of everything, and its check by another program:
      zopa analyze data/scenarios/cofounder_windup_ip.json --certificate proof.json > /dev/null
      zopa verify proof.json data/scenarios/cofounder_windup_ip.json

  Which deals leave something on the table, with proofs:
      grep cofounder data/runs/league.jsonl |
          zopa analyze data/scenarios/cofounder_windup_ip.json --certificate deals.json --deals -
      zopa verify deals.json data/scenarios/cofounder_windup_ip.json";

/// Arguments of `analyze`.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// The scenario's file, or `-`.
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,

    /// How to print the analysis.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: AnalysisFormat,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    /// Find this solution alone, without the frontier.
    ///
    /// For scenarios too large for a frontier. The solution is proved to be the best one; where the search meets its limit
    /// first, the best deal found and what no deal exceeds are printed.
    #[arg(long, value_name = "CONCEPT", conflicts_with_all = ["plot", "svg", "full", "stats"])]
    pub(crate) only: Option<Concept>,

    /// Say on standard error what the search cost.
    #[arg(long)]
    pub(crate) stats: bool,

    /// Write a proof of the analysis to this file, for `zopa verify`.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Prove of the deals in this file of runs that each is efficient, or that another deal dominates it.
    ///
    /// The proofs stand in the certificate. Runs of other scenarios, and invalid ones, are passed over.
    #[arg(
        long,
        value_name = "RUNS",
        requires = "certificate",
        conflicts_with = "only"
    )]
    pub(crate) deals: Option<PathBuf>,

    /// Keep at most N utility pairs while searching.
    ///
    /// A search that needs more is given up, and how far it came is said.
    #[arg(long, value_name = "N")]
    pub(crate) max_points: Option<usize>,

    /// Search for at most this many seconds.
    ///
    /// A search that needs more is given up, and how far it came is said.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<std::time::Duration>,

    /// Show the whole frontier, however long.
    #[arg(long)]
    pub(crate) full: bool,

    /// Draw the utility plane below the report.
    #[arg(long)]
    pub(crate) plot: bool,

    /// Write a picture of the utility plane to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How an analysis is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnalysisFormat {
    /// A report for people.
    Table,
    /// One object with everything.
    Json,
    /// The report as Markdown.
    Md,
}

/// A solution that `--only` finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Concept {
    /// The largest product of gains.
    Nash,
    /// Equal shares of the ideal gains.
    #[value(alias = "kalai_smorodinsky")]
    KalaiSmorodinsky,
    /// The largest smaller gain.
    Egalitarian,
    /// The largest sum.
    Utilitarian,
}

impl From<Concept> for zopa::Concept {
    fn from(concept: Concept) -> Self {
        match concept {
            Concept::Nash => Self::Nash,
            Concept::KalaiSmorodinsky => Self::KalaiSmorodinsky,
            Concept::Egalitarian => Self::Egalitarian,
            Concept::Utilitarian => Self::Utilitarian,
        }
    }
}

pub(super) fn seconds(text: &str) -> Result<std::time::Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "a number of seconds is wanted, such as 10 or 0.5".to_owned())
}
