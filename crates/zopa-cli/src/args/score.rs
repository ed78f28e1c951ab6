//! Arguments of `score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use zopa::metrics::Namespace;

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
      zopa score data/runs/league.jsonl --scenarios data/scenarios -o scores.csv

  With the measures of NegMAS and of fair division:
      zopa score data/runs/league.jsonl --scenarios data/scenarios --metrics negmas,fairness

  Many files into one; after an interrupt the same command goes on:
      zopa score 'data/runs/*.jsonl' --scenarios data/scenarios -o scores.jsonl --resume

  Runs from a table, here from the one above; a spreadsheet has columns such as `cash.Ana`:
      zopa score scores.csv --scenarios data/scenarios";

/// Arguments of `score`.
#[derive(Args, Debug)]
pub(crate) struct ScoreArgs {
    /// Files of runs, patterns such as `runs/*.jsonl`, or `-`.
    ///
    /// JSON (one object, an array of them, or one per line) or CSV, plain or compressed with gzip or Zstandard; or Parquet.
    #[arg(value_name = "RUNS", required = true)]
    pub(crate) runs: Vec<PathBuf>,

    /// The scenarios that the runs name: a file, or a folder of files. May be given more than once.
    #[arg(long, value_name = "PATH", required = true)]
    pub(crate) scenarios: Vec<PathBuf>,

    /// How to print the scores.
    ///
    /// The default is what the name of `-o FILE` says if it ends in `.csv` or `.parquet`, else `table` on a terminal and `jsonl` elsewhere.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ScoreFormat>,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    /// Add measures that other programs and papers report.
    ///
    /// They stand under `metrics` in each score, a namespace for each of those who define them; `docs/semantics.md` has every
    /// definition and its source. Several are separated by commas. Not for tables.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) metrics: Vec<Metric>,

    /// End with 1 if a run is invalid.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Explain one deal in sentences.
    ///
    /// The deal is the only one, or the one that `--run` names.
    #[arg(long, conflicts_with_all = ["format", "metrics"])]
    pub(crate) explain: bool,

    /// The `run` of the deal to explain.
    #[arg(long, value_name = "ID", requires = "explain")]
    pub(crate) run: Option<String>,

    /// The format of the runs.
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(crate) runs_format: RunFormat,

    /// Go on where an interrupted command stopped.
    ///
    /// While it works, `-o FILE` keeps scored runs in `FILE.partial`, and in `FILE.partial.json` what is being done. This goes on from there if
    /// runs, scenarios and options are the same; no run is scored twice, none is lost. Where nothing was begun, it begins.
    #[arg(long, requires = "output", conflicts_with = "explain")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Whose measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// All of these.
    All,
    /// The optimality measures of NegMAS 0.16.
    Negmas,
    /// Pareto optimality over deals, as Lewis et al. 2017 count it.
    Lewis,
    /// Pareto optimality and envy-freeness over all negotiations, as Hua et al. 2024 count them.
    Hua,
    /// Envy, proportionality, equitability, Jain's and Gini's index.
    Fairness,
    /// Value created and claimed, contract balance, logrolling.
    Integrative,
    /// Radial efficiency, and Tripp and Sondak's percentile by area.
    Efficiency,
}

impl Metric {
    /// The namespaces that are meant, each once.
    pub(crate) fn namespaces(chosen: &[Self]) -> Vec<Namespace> {
        let is_chosen = |namespace: &Namespace| {
            let own = match namespace {
                Namespace::Negmas => Self::Negmas,
                Namespace::Lewis => Self::Lewis,
                Namespace::Hua => Self::Hua,
                Namespace::Fairness => Self::Fairness,
                Namespace::Integrative => Self::Integrative,
                Namespace::Efficiency => Self::Efficiency,
            };
            chosen.contains(&own) || chosen.contains(&Self::All)
        };
        Namespace::ALL.into_iter().filter(is_chosen).collect()
    }
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
    /// A Parquet file.
    Parquet,
}

impl ScoreFormat {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Parquet => "parquet",
        }
    }
}

/// How runs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunFormat {
    /// As the name says, `.csv` or `.parquet`; without a telling name as the first bytes say.
    Auto,
    /// One object, an array of them, or one per line.
    Json,
    /// A header, and a row for each run.
    Csv,
    /// A Parquet file.
    Parquet,
}

impl RunFormat {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}
