//! Arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use super::CheckFormat;

pub(super) const EXAMPLES: &str = "\
Examples:
      zopa analyze data/scenarios/cofounder_windup_ip.json --certificate proof.json > /dev/null
      zopa verify proof.json data/scenarios/cofounder_windup_ip.json";

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
