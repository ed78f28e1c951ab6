//! `zopa report`: scenarios as a page.

use std::io::Write as _;

use rayon::prelude::*;
use zopa::Options;
use zopa_model::check::MAX_BYTES;
use zopa_page::{Figures, Look, Missing, Subject, report};

use super::scenario::{Unusable, text_of};
use super::score::{read_error, runs};
use super::{deadline, threads};
use crate::args::{ReportArgs, RunFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::{count, fault, stderr_style};

/// The longest file of runs that a page takes: all of them are in it.
const MAX_RUNS_BYTES: usize = 256 << 20;

pub(super) fn run(args: &ReportArgs) -> Result<Exit, Failure> {
    let (sources, failures) = io::expand(&args.paths);
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    let runs = args.runs.iter().map(|path| runs_of(&Source::new(path)));
    let runs = runs.collect::<Result<Vec<Runs>, Failure>>()?;
    let mut output = Output::open(&args.output)?;
    let pool = threads(&args.threads)?;
    let subjects = pool.install(|| {
        let subjects = sources
            .par_iter()
            .map(|source| subject(source, &runs, args));
        subjects.collect::<Result<Vec<Subject>, Failure>>()
    })?;
    ungrouped(&subjects, &args.by)?;
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

/// The runs of a file, each with its line, or why it is none.
type Runs = Vec<(usize, Result<String, String>)>;

/// A source judged and analysed, with its runs.
fn subject(source: &Source, runs: &[Runs], args: &ReportArgs) -> Result<Subject, Failure> {
    let bytes = source.read(MAX_BYTES)?;
    let text = match text_of(&bytes) {
        Ok(text) => text,
        Err(Unusable { text, diagnostics }) => {
            return Ok(Subject::unreadable(&source.name(), text, diagnostics));
        }
    };
    let late = deadline(args.time_limit);
    let options = Options::until(args.numbers.convention.into(), &late);
    let mut subject = Subject::new(&source.name(), text, &options);
    subject.add_sensitivity(&options);
    for file in runs {
        let texts = file.iter().map(|(line, text)| {
            let text = text.as_deref().map_err(String::as_str);
            (*line, text)
        });
        subject.add_run_texts(texts, &args.by);
    }
    Ok(subject)
}

/// The runs of a file in any form that `score` reads.
fn runs_of(source: &Source) -> Result<Runs, Failure> {
    let mut chunks = runs(source, RunFormat::Auto, source.open()?)?;
    let (mut found, mut length) = (Runs::new(), 0);
    while let Some(chunk) = chunks
        .next_chunk()
        .map_err(|error| read_error(source, error))?
    {
        length += chunk.len();
        if length > MAX_RUNS_BYTES {
            let message = format!("`{}` is too long for a page", source.name());
            return Err(Failure::unusable(message).help("`zopa score` takes runs of any number"));
        }
        chunk.for_each(|line, text| {
            let text = text.map_err(str::to_owned).and_then(|bytes| {
                let text = String::from_utf8(bytes.to_vec());
                text.map_err(|_| "the line is not UTF-8".to_owned())
            });
            found.push((line, text));
        });
    }
    Ok(found)
}

/// That no run has the field that tells runs apart, where it was named.
fn ungrouped(subjects: &[Subject], by: &str) -> Result<(), Failure> {
    let overlays = subjects
        .iter()
        .filter_map(|subject| subject.overlay.as_ref());
    let mut runs = overlays.flat_map(|overlay| &overlay.runs).peekable();
    if by == zopa_page::GROUPED_BY || runs.peek().is_none() || runs.any(|run| run.group.is_some()) {
        return Ok(());
    }
    let failure = Failure::unusable(format!("no run has a field `{by}`"));
    Err(failure.help("name a field that the runs themselves carry, as `model`"))
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
            let told = missing.told();
            let told = told.trim_end_matches('.');
            let message = format!(
                "`{}` is in the page without an analysis. {told}",
                subject.file
            );
            let help = Some("raise `--time-limit`, or leave it out");
            io::note(&fault(stderr_style(), "warning", &message, help));
            exit = exit.max(Exit::Unusable);
        }
    }
    exit
}
