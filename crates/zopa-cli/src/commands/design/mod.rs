//! The designer's commands.

mod lint;
mod profile;
mod sensitivity;
mod tune;

use rayon::prelude::*;
use zopa::{AnalyzeError, Completeness, Scenario};

use super::analyze::{finished, read};
use crate::args::ThreadArgs;
use crate::exit::{Exit, Failure};
use crate::io::{self, Source};

pub(super) use lint::{lint_findings, run as lint};
pub(super) use profile::run as profile;
pub(super) use sensitivity::run as sensitivity;
pub(super) use tune::{run as tune, run_generate as generate};

/// So many scenarios are studied before they are printed: the output comes in order, and early.
const BATCH: usize = 64;

/// What is made of each scenario of some files, in the order of the files whatever the number of threads. A file that cannot be used
/// is complained of and stops nothing; one without resources is noted and left out.
fn each_scenario<T: Send>(
    paths: &[std::path::PathBuf],
    threads: &ThreadArgs,
    work: impl Fn(&Source, &str, &Scenario) -> Result<Completeness<T>, AnalyzeError> + Sync,
    mut take: impl FnMut(&Source, T) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let (sources, failures) = io::expand(paths);
    let mut exit = Exit::Done;
    for failure in &failures {
        io::complain(failure);
        exit = exit.max(failure.exit());
    }
    let one = |source: &Source| -> Result<Option<T>, Failure> {
        let (text, scenario) = read(source)?;
        if scenario.is_relational() {
            io::note(&format!(
                "note: `{}` has no `resources`: there is nothing to measure\n",
                source.name()
            ));
            return Ok(None);
        }
        finished(source, work(source, &text, &scenario)).map(Some)
    };
    let pool = super::threads(threads)?;
    for batch in sources.chunks(BATCH) {
        let results: Vec<_> = pool.install(|| batch.par_iter().map(one).collect());
        for (source, result) in batch.iter().zip(results) {
            match result {
                Ok(Some(value)) => take(source, value)?,
                Ok(None) => {}
                Err(failure) => {
                    io::complain(&failure);
                    exit = exit.max(failure.exit());
                }
            }
        }
    }
    Ok(exit)
}
