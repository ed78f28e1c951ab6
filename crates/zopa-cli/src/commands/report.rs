//! `zopa report`: scenarios as a page.

use std::io::Write as _;

use rayon::prelude::*;
use zopa::Options;
use zopa_model::check::MAX_BYTES;
use zopa_page::{Figures, Look, Missing, Subject, report};

use super::scenario::{Unusable, text_of};
use super::{deadline, threads};
use crate::args::ReportArgs;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::count;

/// The longest file of runs that a page takes: all of them are in it.
const MAX_RUNS_BYTES: usize = 256 << 20;

pub(super) fn run(args: &ReportArgs) -> Result<Exit, Failure> {
    let (sources, failures) = io::expand(&args.paths);
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    let runs = args.runs.iter().map(|path| runs_of(&Source::new(path)));
    let runs = runs.collect::<Result<Vec<String>, Failure>>()?;
    let mut output = Output::open(&args.output)?;
    let pool = threads(&args.threads)?;
    let subjects = pool.install(|| {
        let subjects = sources
            .par_iter()
            .map(|source| subject(source, &runs, args));
        subjects.collect::<Result<Vec<Subject>, Failure>>()
    })?;
    let look = Look {
        figures: Figures {
            exact: args.numbers.exact,
        },
        convention: args.numbers.convention.into(),
    };
    output.write_all(report(&subjects, look).as_bytes())?;
    output.finish()?;
    Ok(tell(&subjects))
}

/// A source judged and analysed, with its runs.
fn subject(source: &Source, runs: &[String], args: &ReportArgs) -> Result<Subject, Failure> {
    let bytes = source.read(MAX_BYTES)?;
    let text = match text_of(&bytes) {
        Ok(text) => text,
        Err(Unusable { diagnostics, .. }) => {
            let reason = diagnostics.first().map(|d| d.message.as_str());
            let message = format!(
                "cannot read `{}`: {}",
                source.name(),
                reason.unwrap_or("it is no text")
            );
            return Err(Failure::unusable(message));
        }
    };
    let late = deadline(args.time_limit);
    let options = Options::until(args.numbers.convention.into(), &late);
    let mut subject = Subject::new(&source.name(), text, &options);
    subject.add_sensitivity(&options);
    for text in runs {
        subject.add_runs(text, &args.by);
    }
    Ok(subject)
}

fn runs_of(source: &Source) -> Result<String, Failure> {
    let bytes = source.read(MAX_RUNS_BYTES)?;
    if bytes.len() > MAX_RUNS_BYTES {
        let message = format!("`{}` is too long for a page", source.name());
        return Err(Failure::unusable(message).help("`zopa score` takes runs of any number"));
    }
    String::from_utf8(bytes).map_err(|_| {
        let message = format!("cannot read `{}`: it is not UTF-8", source.name());
        Failure::unusable(message).help("save it as UTF-8, a run per line")
    })
}

/// Says what is in the page without an analysis; errors in a file are findings.
fn tell(subjects: &[Subject]) -> Exit {
    let mut exit = Exit::Done;
    let with_errors = subjects.iter().filter(|subject| subject.has_errors());
    let with_errors: Vec<&str> = with_errors.map(|subject| subject.file.as_str()).collect();
    if !with_errors.is_empty() {
        let files = count(with_errors.len(), "file");
        io::note(&format!(
            "{files} with errors, reported but not analysed: {}\n",
            with_errors.join(", ")
        ));
        exit = Exit::Findings;
    }
    for subject in subjects {
        if let Err(missing @ Missing::Stopped(_)) = &subject.analysis {
            io::note(&format!("`{}`: {}\n", subject.file, missing.told()));
            exit = exit.max(Exit::Unusable);
        }
    }
    exit
}
