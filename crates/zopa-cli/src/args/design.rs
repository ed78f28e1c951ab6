//! Arguments of the designer's commands: `lint` and `profile`, and what they share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use zopa::Rational;
use zopa_design::{DifficultyLimits, Limits};

use super::{CheckFormat, NumberArgs, OutputArgs, ThreadArgs};

pub(super) const LINT_EXAMPLES: &str = "\
Examples:
  One scenario, for a person:
      zopa lint data/scenarios/cofounder_windup_ip.json

  All of a folder, for a program:
      zopa lint data/scenarios --format json

  With another idea of a weak ZOPA, and without one lint:
      zopa lint data/scenarios --weak-margin 0.1 --allow compatible-resource";

pub(super) const PROFILE_EXAMPLES: &str = "\
Examples:
  A table over a folder:
      zopa profile data/scenarios

  One scenario, with the reasons for its difficulty:
      zopa profile data/scenarios/cofounder_windup_ip.json

  For a spreadsheet:
      zopa profile data/scenarios --format csv";

/// Arguments of `lint`.
#[derive(Args, Debug)]
pub(crate) struct LintArgs {
    /// Scenario files, folders of them, or `-`.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,

    /// Leave this lint out. May be given more than once.
    #[arg(long, value_name = "CODE", value_parser = lint)]
    pub(crate) allow: Vec<zopa_design::Lint>,

    /// End with 1 if there is a warning.
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    #[command(flatten)]
    pub(crate) limits: LintLimitArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Arguments of `profile`.
#[derive(Args, Debug)]
pub(crate) struct ProfileArgs {
    /// Scenario files, folders of them, or `-`.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to print the profiles.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: ProfileFormat,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    #[command(flatten)]
    pub(crate) difficulty: DifficultyArgs,

    #[command(flatten)]
    pub(crate) draws: DrawArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How profiles are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileFormat {
    /// Tables for people.
    Table,
    /// The same as Markdown.
    Md,
    /// Comma-separated values with a header.
    Csv,
    /// One object with everything.
    Json,
}

/// The numbers in the lints.
#[derive(Args, Debug)]
#[command(next_help_heading = "Thresholds")]
pub(crate) struct LintLimitArgs {
    /// Weights that differ by a smaller total variation distance leave nothing to trade.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0.05", value_parser = fraction)]
    pub(crate) min_tv: Rational,

    /// A resource with a larger normalized weight decides alone.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0.5", value_parser = fraction)]
    pub(crate) max_weight: Rational,

    /// A resource of at most this normalized weight for both is a dummy.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0.02", value_parser = fraction)]
    pub(crate) dummy_weight: Rational,

    /// A party with at most this normalized weight does not mind who gets a resource.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0", value_parser = fraction)]
    pub(crate) compatible_weight: Rational,

    /// Fewer ways to give everything out are too few.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 8)]
    pub(crate) min_outcomes: u64,

    /// A valuation with more decimal places carries dust.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 6)]
    pub(crate) max_decimals: u32,

    /// One party can gain at most this many times what the other can.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "5", value_parser = fraction)]
    pub(crate) max_width_ratio: Rational,

    /// Another deal whose Nash product is smaller by less than this part is a near tie.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0.01", value_parser = fraction)]
    pub(crate) near_tie: Rational,

    #[command(flatten)]
    pub(crate) difficulty: DifficultyArgs,

    #[command(flatten)]
    pub(crate) draws: DrawArgs,
}

/// Where the levels of difficulty begin.
#[derive(Args, Debug)]
#[command(next_help_heading = "Thresholds")]
pub(crate) struct DifficultyArgs {
    /// A ZOPA with a smaller margin is weak: the scenario is for experts.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0.05", value_parser = fraction)]
    pub(crate) weak_margin: Rational,

    /// With so many of the even-split deals in the ZOPA a scenario is for novices, if random deals agree.
    #[arg(long, hide_short_help = true, value_name = "RATE", default_value = "1", value_parser = fraction)]
    pub(crate) easy_even_split: Rational,

    /// With so many of random deals in the ZOPA a scenario is for novices, if even splits agree.
    #[arg(long, hide_short_help = true, value_name = "RATE", default_value = "0.8", value_parser = fraction)]
    pub(crate) easy_random: Rational,
}

/// How deals are sampled where they cannot be counted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Sampling")]
pub(crate) struct DrawArgs {
    /// Draw so many deals where they cannot be counted.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) draws: u32,

    /// The seed of random draws.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl DifficultyArgs {
    /// The limits that they say.
    pub(crate) fn limits(&self) -> DifficultyLimits {
        DifficultyLimits {
            weak_margin: self.weak_margin.clone(),
            easy_even_split: self.easy_even_split.clone(),
            easy_random: self.easy_random.clone(),
        }
    }
}

impl LintLimitArgs {
    /// The limits that they say.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            min_tv: self.min_tv.clone(),
            max_weight: self.max_weight.clone(),
            dummy_weight: self.dummy_weight.clone(),
            compatible_weight: self.compatible_weight.clone(),
            min_outcomes: self.min_outcomes,
            max_decimals: self.max_decimals,
            max_width_ratio: self.max_width_ratio.clone(),
            near_tie: self.near_tie.clone(),
            difficulty: self.difficulty.limits(),
            draws: self.draws.draws,
            seed: self.draws.seed,
        }
    }
}

/// A number from 0, as a decimal or a fraction.
pub(super) fn fraction(text: &str) -> Result<Rational, String> {
    text.parse()
        .ok()
        .filter(|value: &Rational| !value.is_negative())
        .ok_or_else(|| "a number from 0 is wanted, such as 0.05 or 1/20".to_owned())
}

fn lint(text: &str) -> Result<zopa_design::Lint, String> {
    let known = zopa_design::Lint::ALL.iter();
    let found = known.clone().find(|lint| lint.as_str() == text);
    found.copied().ok_or_else(|| {
        let words = known.map(|lint| lint.as_str());
        format!(
            "there is no lint `{text}`{}",
            zopa_model::names::did_you_mean(text, words)
        )
    })
}

pub(super) const SENSITIVITY_EXAMPLES: &str = "\
Examples:
  How far the answers hold, for a person:
      zopa sensitivity data/scenarios/season_tickets_split.json

  What small changes do, as bars and as a picture:
      zopa sensitivity data/scenarios/season_tickets_split.json --plot --svg tornado.svg

  With every valuation known to 5% of the party's total:
      zopa sensitivity data/scenarios/bakery_loan_workout.json --interval 0.05

  What is missing where there is no ZOPA, for a program:
      zopa sensitivity data/scenarios/wound_clinic_noncompete.json --format json --exact";

/// Arguments of `sensitivity`.
#[derive(Args, Debug)]
pub(crate) struct SensitivityArgs {
    /// The scenario's file, or `-`.
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,

    /// How to print the report.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: ProfileFormat,

    #[command(flatten)]
    pub(crate) numbers: NumberArgs,

    /// What a party's other valuations do when one moves.
    #[arg(long, value_name = "HOW", default_value = "renormalized")]
    pub(crate) others: OthersChoice,

    /// Move each number by this much for the table of swings.
    #[arg(long, value_name = "NUMBER", default_value = "0.05", value_parser = fraction)]
    pub(crate) step: Rational,

    /// How well valuations are known: a part of the party's total, or a file of intervals.
    ///
    /// A file is JSON: {"valuations": {"cash": {"Ana": [0.2, 0.3]}}, "batnas": {"Ben": [0.2, 0.4]}}. What it does not name is known
    /// exactly. Each number moves by itself, and nothing is renormalised. The answer is whether there is a ZOPA for some values and
    /// for all of them, exactly, and how probable one is, by draws.
    #[arg(long, value_name = "PART|FILE")]
    pub(crate) interval: Option<String>,

    /// Draw the swings as bars below the report.
    #[arg(long)]
    pub(crate) plot: bool,

    /// Write a picture of the swings to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a proof of today's answers to this file, for `zopa verify`.
    ///
    /// It proves the highest BATNAs, and what is missing. What the report says of other numbers has no short proof there: a file with these numbers has a certificate of its own.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Draw so many sets of numbers from the intervals.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) draws: u64,

    /// The seed of random draws.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What a party's other valuations do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OthersChoice {
    /// They are scaled alike, so that the sum stays.
    Renormalized,
    /// They stay, and the sum moves.
    Fixed,
}

impl From<OthersChoice> for zopa_design::Others {
    fn from(choice: OthersChoice) -> Self {
        match choice {
            OthersChoice::Renormalized => Self::Renormalized,
            OthersChoice::Fixed => Self::Fixed,
        }
    }
}
