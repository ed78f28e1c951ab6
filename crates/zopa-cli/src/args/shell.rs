//! Arguments of the commands about the program itself.

use clap::{Args, ValueEnum};

use super::OutputArgs;

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
      zopa explain
      zopa explain duplicate-key";

pub(super) const SCHEMA_EXAMPLES: &str = "\
Examples:
      zopa schema
      zopa schema scenario
      zopa schema domain
      zopa schema pair";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
      zopa completions bash
      zopa completions fish";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
      zopa man
      zopa man analyze";

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

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Schema {
    /// A scenario file.
    Scenario,
    /// A domain: the other form of a scenario file, issues with options.
    Domain,
    /// A line of a file of preference pairs.
    Pair,
}
