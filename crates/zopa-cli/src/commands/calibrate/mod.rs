//! `zopa calibrate`: what judges prefer.

mod check;
mod elicit;
mod fit;
mod judge;

use crate::args::CalibrateCommand;
use crate::exit::{Exit, Failure};

pub(super) fn run(command: &CalibrateCommand) -> Result<Exit, Failure> {
    match command {
        CalibrateCommand::Check(args) => check::run(args),
        CalibrateCommand::Fit(args) => fit::run(args),
        CalibrateCommand::Judge(args) => judge::run(args),
        CalibrateCommand::Elicit(args) => elicit::run(args),
    }
}
