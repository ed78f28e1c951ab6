//! Arguments of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::OutputArgs;

pub(super) const EXAMPLES: &str = "\
Examples:
  For GENIUS, three files in a folder:
      zopa export data/domains/used_car.json --to genius -o used_car

  A table for a spreadsheet:
      zopa export data/domains/first_job.json --to csv

  Divisible resources, cut into tenths:
      zopa export data/scenarios/season_tickets_split.json --to negmas --steps 10 -o tickets";

/// Arguments of `export`.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The scenario's file, or `-`.
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,

    /// The format to write.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: ExportFormat,

    /// Cut what can be divided, and ranges of numbers where the format has none, into N equal steps.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=9999))]
    pub(crate) steps: Option<u32>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// GENIUS XML: a domain and two profiles, into the folder `-o`.
    Genius,
    /// GeniusWeb JSON: a domain and two profiles, into the folder `-o`.
    #[value(name = "geniusweb")]
    GeniusWeb,
    /// NegMAS YAML: an outcome space and two utility functions, into the folder `-o`.
    Negmas,
    /// One table: a row for each option, and one for no deal.
    Csv,
}

impl From<ExportFormat> for zopa_import::export::Target {
    fn from(format: ExportFormat) -> Self {
        match format {
            ExportFormat::Genius => Self::Genius,
            ExportFormat::GeniusWeb => Self::GeniusWeb,
            ExportFormat::Negmas => Self::Negmas,
            ExportFormat::Csv => Self::Csv,
        }
    }
}
