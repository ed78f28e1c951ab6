//! `zopa calibrate`: what judges prefer.

mod check;
mod fit;

use crate::args::CalibrateCommand;
use crate::exit::{Exit, Failure};

pub(super) fn run(command: &CalibrateCommand) -> Result<Exit, Failure> {
    match command {
        CalibrateCommand::Check(args) => check::run(args),
        CalibrateCommand::Fit(args) => fit::run(args),
    }
}
