//! The arguments of the command line, and the words of its help.

mod calibrate;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use calibrate::{CalibrateArgs, CalibrateCommand, PairLimitArgs, PairsCheckArgs};

/// Negotiation analytics: what two parties can agree on, and how good a deal is.
///
/// Reads scenarios (two parties, what they divide, what each can do without the other), finds every efficient deal
/// exactly, and scores agreed allocations against them. Results go to standard output, diagnostics to standard error;
/// `-` stands for standard input. Nothing is sent anywhere.
#[derive(Debug, Parser)]
#[command(name = "zopa", version, arg_required_else_help = true, after_long_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours.
    ///
    /// `auto` asks the terminal, NO_COLOR and CLICOLOR_FORCE.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  `check` or `calibrate check` found errors, `score --strict` met an invalid run, or `verify` rejected a certificate
  2  wrong usage
  3  input that cannot be read, parsed or analysed";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Analyse a scenario: frontier, ZOPA, fair solutions.
    ///
    /// Computes the exact Pareto frontier of a scenario, whether a zone of possible agreement (ZOPA) exists and how wide
    /// it is, and the Nash, Kalai-Smorodinsky, egalitarian and utilitarian solutions, each with the deal that attains it.
    #[command(after_long_help = ANALYZE_EXAMPLES)]
    Analyze(AnalyzeArgs),

    /// Score agreed allocations against what was possible.
    ///
    /// Reads runs (one JSON object, an array of them, or one per line) and answers each with its utilities, gains over the
    /// BATNAs, efficiency and distance from the fair solutions. An invalid run is answered with the reason; it stops
    /// nothing. Each scenario is analysed once.
    #[command(after_long_help = SCORE_EXAMPLES)]
    Score(ScoreArgs),

    /// Check a proof of an analysis.
    ///
    /// Recomputes what a certificate of `analyze --certificate` claims about a scenario, from the two files alone and without
    /// the engine that wrote it, and lists what is proved and what is not. Ends with 1 if the certificate is rejected.
    #[command(after_long_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),

    /// Check scenario files, and mend what can be mended.
    ///
    /// Reports every fault of every file, with its place and what mends it. A folder stands for every `*.json` below it
    /// (hidden files and folders are left out). Ends with 1 if a file has an error; warnings are no errors.
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArgs),

    /// Learn from judgments of pairs of responses.
    ///
    /// So far it checks files of preference pairs: two responses to one conversation, their gates and scores, and which of
    /// them a person prefers.
    #[command(after_long_help = calibrate::EXAMPLES)]
    Calibrate(CalibrateArgs),

    /// Explain a diagnostic's code; without one, list them.
    ///
    /// What the rule is, why it is there, an example that breaks it and how to mend that.
    #[command(after_long_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),

    /// Print a JSON Schema.
    ///
    /// The schema is the one that this program was built with. `check` enforces more than a schema can say.
    #[command(after_long_help = SCHEMA_EXAMPLES)]
    Schema(SchemaArgs),

    /// Print a shell's completion script.
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),

    /// Print a manual page.
    ///
    /// The page of the program, or of one of its commands.
    #[command(after_long_help = MAN_EXAMPLES)]
    Man(ManArgs),

    /// Print this help as one page of Markdown.
    #[command(hide = true)]
    Docs,
}

const ANALYZE_EXAMPLES: &str = "\
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
      zopa verify proof.json data/scenarios/cofounder_windup_ip.json";

const SCORE_EXAMPLES: &str = "\
Examples:
  One run, from standard input:
      echo '{\"run\": \"r1\", \"scenario\": \"cofounder_windup_ip\", \"allocation\": null}' |
        zopa score - --scenarios data/scenarios

  The same deal explained in sentences:
      echo '{\"run\": \"r1\", \"scenario\": \"cofounder_windup_ip\", \"allocation\": null}' |
        zopa score - --scenarios data/scenarios --explain

  A batch, as a table for a spreadsheet:
      zopa score runs.jsonl --scenarios data/scenarios --format csv -o scores.csv";

const VERIFY_EXAMPLES: &str = "\
Examples:
      zopa analyze data/scenarios/cofounder_windup_ip.json --certificate proof.json > /dev/null
      zopa verify proof.json data/scenarios/cofounder_windup_ip.json";

const CHECK_EXAMPLES: &str = "\
Examples:
  One file, or every file of a folder:
      zopa check data/scenarios/cofounder_windup_ip.json
      zopa check data/scenarios

  For a program:
      zopa check data/scenarios --format json

  See what would be mended, and change nothing:
      zopa check data/scenarios/cofounder_windup_ip.json --fix --stdout";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
      zopa explain
      zopa explain duplicate-key";

const SCHEMA_EXAMPLES: &str = "\
Examples:
      zopa schema
      zopa schema scenario
      zopa schema pair";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
      zopa completions bash
      zopa completions fish";

const MAN_EXAMPLES: &str = "\
Examples:
      zopa man
      zopa man analyze";

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

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The certificate's file, or `-`.
    #[arg(value_name = "CERT")]
    pub(crate) certificate: PathBuf,

    /// The scenario's file, or `-`.
    #[arg(value_name = "SCENARIO")]
    pub(crate) scenario: PathBuf,

    /// How to print the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,
}

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

/// Arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Scenario files, folders of them, or `-`.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,

    /// Mend in the files what needs no judgment.
    ///
    /// Typographic characters, accents, white space, the order of keys. Each change is said; numbers never change.
    #[arg(long)]
    pub(crate) fix: bool,

    /// Print the mended text of one file, and leave the file alone.
    #[arg(long, requires = "fix", conflicts_with = "format")]
    pub(crate) stdout: bool,

    /// Show errors alone: no warnings, no summary.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// The code, as a diagnostic shows it in brackets.
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// Arguments of `schema`.
#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// What the schema describes.
    #[arg(value_name = "WHAT", default_value = "scenario")]
    pub(crate) what: Schema,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command that the page describes.
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// How numbers are counted and printed.
#[derive(Args, Debug)]
pub(crate) struct NumberArgs {
    /// Print exact fractions instead of the nearest decimal numbers.
    #[arg(long)]
    pub(crate) exact: bool,

    /// How burdens count.
    #[arg(long, value_name = "NAME", default_value = "signed")]
    pub(crate) convention: Convention,
}

/// How many cores to use.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// Use this many threads; 0 means one per core.
    ///
    /// The output is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) threads: usize,
}

/// Where results go.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output.
    ///
    /// The file appears when it is complete, or not at all.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite files that are there already.
    #[arg(long)]
    pub(crate) force: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that has them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
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

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// In words; findings with the line of the source.
    Human,
    /// One object with all findings.
    Json,
}

/// How burdens count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Convention {
    /// A burden counts negative.
    Signed,
    /// Escaping a burden counts as a gain.
    Avoided,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Schema {
    /// A scenario file.
    Scenario,
    /// A line of a file of preference pairs.
    Pair,
}

impl From<Convention> for zopa::Convention {
    fn from(convention: Convention) -> Self {
        match convention {
            Convention::Signed => Self::Signed,
            Convention::Avoided => Self::Avoided,
        }
    }
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "a number of seconds is wanted, such as 10 or 0.5".to_owned())
}
