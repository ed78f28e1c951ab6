//! The arguments of the command line, and the words of its help.

mod analyze;
mod calibrate;
mod check;
mod design;
mod export;
mod import;
mod report;
mod score;
mod serve;
mod shell;
mod summary;
mod tune;
mod verify;

use std::path::PathBuf;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use zopa_stats::Level;

pub(crate) use analyze::{AnalysisFormat, AnalyzeArgs};
pub(crate) use calibrate::{
    CalibrateArgs, CalibrateCommand, ElicitArgs, FitArgs, JudgeArgs, PairLimitArgs, PairsCheckArgs,
    PairsFormat, TieAcceptance,
};
pub(crate) use check::CheckArgs;
pub(crate) use design::{LintArgs, ProfileArgs, ProfileFormat, SensitivityArgs};
pub(crate) use export::ExportArgs;
pub(crate) use import::{ImportArgs, TallyFormat};
pub(crate) use report::ReportArgs;
pub(crate) use score::{Metric, RunFormat, ScoreArgs, ScoreFormat};
pub(crate) use serve::ServeArgs;
pub(crate) use shell::{CompletionsArgs, ExplainArgs, ManArgs, Schema, SchemaArgs};
pub(crate) use summary::{SummaryArgs, SummaryFormat, TestName};
pub(crate) use tune::{GenerateArgs, TuneArgs, TuneFormat, WishArgs};
pub(crate) use verify::VerifyArgs;

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
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        display_order = 900
    )]
    pub(crate) color: Color,
}

/// The arguments of this program; where they are wrong or ask for help, that is said and the program ends.
///
/// A negative number behind an option is its value: that it is out of range is what is to be said, not that there is no option `-1`.
pub(crate) fn parse() -> Arguments {
    let matches = with_negatives(Arguments::command()).get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

fn with_negatives(command: clap::Command) -> clap::Command {
    let takes = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let allow = |arg: clap::Arg| {
        let takes = takes(&arg);
        if takes {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    };
    command.mut_args(allow).mut_subcommands(with_negatives)
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the answer is no: `check`, `report` or `calibrate check` found an error, `verify` rejected a
     certificate, `tune` found no change; with `--strict`, `score` met an invalid run, `lint`
     found a warning, `import` skipped or assumed something
  2  wrong usage
  3  input that cannot be read, parsed or analysed, or output that cannot be written
  130  interrupted (Ctrl-C, or a request to end)";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Analyse a scenario: frontier, ZOPA, fair solutions.
    ///
    /// Computes the exact Pareto frontier of a scenario, whether a zone of possible agreement (ZOPA) exists and how wide
    /// it is, and the Nash, Kalai-Smorodinsky, egalitarian and utilitarian solutions, each with the deal that attains it.
    #[command(after_long_help = analyze::EXAMPLES)]
    Analyze(AnalyzeArgs),

    /// Score agreed allocations against what was possible.
    ///
    /// Reads runs (one JSON object, an array of them, or one per line) and answers each with its utilities, gains over the
    /// BATNAs, efficiency and distance from the fair solutions. An invalid run is answered with the reason; it stops
    /// nothing. Each scenario is analysed once.
    #[command(after_long_help = score::EXAMPLES)]
    Score(ScoreArgs),

    /// Write a page about scenarios.
    ///
    /// One HTML file that needs nothing else: the verdict, the utility plane with the deal behind each of its places, the
    /// resources and what they weigh for each party, the fair solutions in words and units, the value of latent resources,
    /// findings, and runs where they are given. Several scenarios get an index. A file with errors is in the page with its
    /// findings; the command then ends with 1.
    #[command(after_long_help = report::EXAMPLES)]
    Report(ReportArgs),

    /// Summarise scored runs by group, with intervals.
    ///
    /// Reads what `score` wrote and shows, for each group of runs, how often there was a deal, how often an efficient one, how
    /// much of the possible value was found and how it was shared, each with an interval; compares groups with a baseline
    /// run by run. A group of fewer than 10 negotiations has counts alone.
    #[command(after_long_help = summary::EXAMPLES)]
    Summary(SummaryArgs),

    /// Tune scenarios on a live page in the browser.
    ///
    /// Serves one page on 127.0.0.1, for this machine alone: sliders for every valuation, BATNAs that can be dragged on the
    /// plot, and the frontier, the ZOPA, the solutions and findings as they change. It reads and writes scenario files inside
    /// DIR and nothing else, and saves only over what it has read.
    #[command(after_long_help = serve::EXAMPLES)]
    Serve(ServeArgs),

    /// Check a proof of an analysis.
    ///
    /// Recomputes what a certificate of `analyze --certificate` claims about a scenario, from the two files alone and without
    /// the engine that wrote it, and lists what is proved and what is not. Ends with 1 if the certificate is rejected.
    #[command(after_long_help = verify::EXAMPLES)]
    Verify(VerifyArgs),

    /// Check scenario files, and mend what can be mended.
    ///
    /// Reports every fault of every file, with its place and what mends it. A folder stands for every `*.json` below it
    /// (hidden files and folders are left out). Ends with 1 if a file has an error; warnings are no errors.
    #[command(after_long_help = check::EXAMPLES)]
    Check(CheckArgs),

    /// Say what is odd about scenarios.
    ///
    /// Judges what a scenario's numbers mean: is there anything to trade, does one resource decide, is there a ZOPA and for whom,
    /// is a deal too easy to find? Each finding comes with the numbers behind it and a suggestion. A finding is no error: `--strict`
    /// makes the command end with 1 if there is a warning.
    #[command(after_long_help = design::LINT_EXAMPLES)]
    Lint(Box<LintArgs>),

    /// Measure scenarios: ZOPA, trade space, difficulty.
    ///
    /// A table over scenarios: whether there is a ZOPA and how wide it is, how far the parties' weights differ, how opposed they
    /// are, what trade can add, how many random and even-split deals both would accept, and the difficulty that these numbers speak
    /// for.
    #[command(after_long_help = design::PROFILE_EXAMPLES)]
    Profile(ProfileArgs),

    /// Say how far the answers about a scenario hold.
    ///
    /// For each valuation and BATNA, the exact interval over which the Nash deal and the verdict on the ZOPA stay the same; the
    /// highest BATNAs with which there is a ZOPA; what small changes do; the answers where valuations are known to an interval only;
    /// and, where there is no ZOPA, what is missing.
    #[command(after_long_help = design::SENSITIVITY_EXAMPLES)]
    Sensitivity(SensitivityArgs),

    /// Find the smallest change that gives a scenario a property.
    ///
    /// Changes valuations and BATNAs, in whole steps of the file's last decimal place, by as little as possible in all (the sum of
    /// absolute changes; a party's normalized valuations keep their sum), until the scenario is as `--target` says. Every change that
    /// is offered was analysed exactly. The result is a diff; the file stays as it is unless `--write` is given. Ends with 1 where no
    /// change was found, and says what stands in the way.
    #[command(after_long_help = tune::TUNE_EXAMPLES)]
    Tune(Box<TuneArgs>),

    /// Make families of scenarios that have a property.
    ///
    /// Scenarios after a given one: the same parties, texts and resources, other valuations and BATNAs, each checked as a file and
    /// analysed exactly. The texts are not rewritten: what they say of amounts and wishes may no longer fit.
    #[command(after_long_help = tune::GENERATE_EXAMPLES)]
    Generate(Box<GenerateArgs>),

    /// Read other programs' files.
    ///
    /// Reads domains of other negotiation programs (their issues, options and two profiles) and writes scenario files that the other
    /// commands take. The format is recognised, or named by `--from`. What a file leaves open is told on standard error with what was
    /// assumed; `--strict` refuses instead. Nothing is fetched, and nothing that a file names is run.
    #[command(after_long_help = import::EXAMPLES)]
    Import(ImportArgs),

    /// Write scenarios for other programs.
    ///
    /// Writes the issues and options of a domain, or the indivisible resources of a scenario, in the format of another negotiation
    /// program. What the format cannot say is refused with the reason; `--steps` cuts what can be divided. Numbers that the format
    /// cannot hold are shifted and scaled so that every solution stays the same deal, and a note says so.
    #[command(after_long_help = export::EXAMPLES)]
    Export(ExportArgs),

    /// Learn from judgments of pairs of responses.
    ///
    /// Preference pairs are two responses to one conversation, their gates and scores, and which of them a person prefers:
    /// `check` finds their faults, `fit` learns what the scores are worth, `judge` compares verdicts with them. `elicit`
    /// learns a party's valuations in the same way from its answers.
    #[command(after_long_help = calibrate::EXAMPLES)]
    Calibrate(CalibrateArgs),

    /// Explain a diagnostic's code; without one, list them.
    ///
    /// What the rule is, why it is there, an example that breaks it and how to mend that.
    #[command(after_long_help = shell::EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),

    /// Print a JSON Schema.
    ///
    /// The schema is the one that this program was built with. `check` enforces more than a schema can say.
    #[command(after_long_help = shell::SCHEMA_EXAMPLES)]
    Schema(SchemaArgs),

    /// Print a shell's completion script.
    #[command(after_long_help = shell::COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),

    /// Print a manual page.
    ///
    /// The page of the program, or of one of its commands.
    #[command(after_long_help = shell::MAN_EXAMPLES)]
    Man(ManArgs),

    /// Print this help as one page of Markdown.
    #[command(hide = true)]
    Docs,
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

/// The most threads that can be asked for. Far more than any machine has cores: starting them would take longer than the work.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number <= MOST_THREADS);
    number.ok_or_else(|| format!("wanted is a whole number from 0 to {MOST_THREADS}"))
}

/// A level of confidence: a percentage from 50, or a share of 1.
#[expect(clippy::float_arithmetic, reason = "statistics are estimates")]
fn level(text: &str) -> Result<Level, String> {
    let number = text.parse::<f64>().ok();
    number
        .map(|number| if number < 1.0 { number } else { number / 100.0 })
        .filter(|share| *share >= 0.5)
        .and_then(Level::new)
        .ok_or_else(|| "wanted is a number from 50 to below 100, or from 0.5 to below 1".to_owned())
}

/// How many cores to use.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// Use this many threads; 0 means one per core.
    ///
    /// The output is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
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

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// In words; findings with the line of the source. `table` says the same.
    #[value(alias = "table")]
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

impl From<Convention> for zopa::Convention {
    fn from(convention: Convention) -> Self {
        match convention {
            Convention::Signed => Self::Signed,
            Convention::Avoided => Self::Avoided,
        }
    }
}
