//! Arguments of `import`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use zopa_import::{Format, Options};

use super::OutputArgs;

pub(super) const EXAMPLES: &str = "\
Examples:
  The domain in a folder, and what can be agreed in it:
      zopa import data/import/field_trip | zopa analyze -

  Two profiles by name, the first one's party first:
      zopa import data/import/bookshop/publisher.json data/import/bookshop/owner.json

  Numbers with a float's dust, rounded as they were meant:
      zopa import data/import/bookshop --from negolog --round-decimals 6

  Recorded outcomes as scenarios and runs, and how good they were:
      zopa import data/import/book_swap/dialogues.txt -o swap
      zopa score swap/runs.jsonl --scenarios swap/scenarios --metrics lewis,hua

  Any table, by a mapping:
      zopa import data/import/stall/deals.csv --map data/import/stall/units.toml -o stall";

/// Arguments of `import`.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The files of one domain, or folders; or files of recorded outcomes.
    ///
    /// A folder with files of a domain is one; of a folder of folders each one is. Files that are of no known format are left out,
    /// which is said. Recorded outcomes go to the folder that `-o` names: `scenarios/` and `runs.jsonl`.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// The format of the files, instead of the one that is recognised.
    ///
    /// Of domains `genius`, `geniusweb`, `negolog` or `negmas`; of recorded outcomes `dnd`, `casino`, `bargain`, `lamen`,
    /// `job-interview` or `clembench`.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) from: Option<Format>,

    /// Read tables of recorded outcomes, CSV or JSON, as this mapping says (docs/import.md describes it).
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) map: Option<PathBuf>,

    /// Refuse what would have to be assumed; of recorded outcomes, exit with 1 if a record was skipped.
    #[arg(long)]
    pub(crate) strict: bool,

    /// How to tell what became of recorded outcomes; `text` where absent.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<TallyFormat>,

    /// Round every number of the files to N decimal places, half away from zero, before anything else.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) round_decimals: Option<u32>,

    /// Cut ranges of numbers that cannot be kept as they are into N equal steps.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=9999))]
    pub(crate) steps: Option<u32>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How to tell how many records were read and what became of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TallyFormat {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

impl ImportArgs {
    /// How to read what a format leaves open.
    pub(crate) fn options(&self) -> Options {
        Options {
            round_decimals: self.round_decimals,
            steps: self.steps,
        }
    }
}

fn format(text: &str) -> Result<Format, String> {
    let known = Format::ALL.iter();
    let found = known.clone().find(|format| format.as_str() == text);
    found.copied().ok_or_else(|| {
        let words: Vec<&str> = known.map(|format| format.as_str()).collect();
        format!(
            "there is no format `{text}`{}; the formats are {}",
            zopa_model::names::did_you_mean(text, words.iter().copied()),
            words.join(", ")
        )
    })
}
