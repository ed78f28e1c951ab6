//! The commands, one file each.

mod analyze;
mod calibrate;
mod check;
mod deals;
mod design;
mod docs;
mod explain;
mod export;
mod import;
mod report;
mod scenario;
mod schema;
mod score;
mod serve;
mod shell;
mod summary;
mod verify;

use std::time::{Duration, Instant};

use crate::args::{Command, ThreadArgs};
use crate::exit::{Exit, Failure};

/// Carries a command out.
pub(crate) fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Lint(args) => design::lint(&args),
        Command::Profile(args) => design::profile(&args),
        Command::Sensitivity(args) => design::sensitivity(&args),
        Command::Tune(args) => design::tune(&args),
        Command::Generate(args) => design::generate(&args),
        Command::Calibrate(args) => calibrate::run(&args.command),
        Command::Export(args) => export::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Summary(args) => summary::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
        Command::Docs => docs::run(),
    }
}

/// Is the time over that may be taken from now on? Never where there is no limit.
fn deadline(limit: Option<Duration>) -> impl Fn() -> bool {
    let started = Instant::now();
    move || limit.is_some_and(|limit| started.elapsed() > limit)
}

/// The threads that were asked for.
fn threads(args: &ThreadArgs) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()
        .map_err(|error| Failure::unusable(format!("cannot start threads: {error}")))
}
