//! `zopa score`: how good agreed allocations are.

mod catalogue;
mod feed;
mod one;
mod sink;

use std::fs;

use serde_json::json;
use zopa::{Agreement, Analysis, Numbers, Run, RunError, RunErrorCode};
use zopa_batch::{Place, Scorers, Scratch, in_order, number_line, refuse};

use self::feed::{Batch, Feed};
pub(super) use self::feed::{read_error, runs};
use self::sink::{Form, Sink};
use super::analyze::numbers;
use super::threads;
use crate::args::{Metric, ScoreArgs, ScoreFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Graceful, Job, Output, Progress, Source};
use crate::render::{self, scores::Record};

pub(super) fn run(args: &ScoreArgs) -> Result<Exit, Failure> {
    let sources = io::sources(&args.runs)?;
    let scenarios = args.scenarios.iter().map(|path| Source::new(path));
    if sources
        .iter()
        .cloned()
        .chain(scenarios)
        .filter(|source| *source == Source::Stdin)
        .count()
        > 1
    {
        return Err(Failure::usage("standard input can be read once"));
    }
    // what is not there at the start is no reason to stop in the middle
    for source in &sources {
        if let Some(Err(error)) = source.path().map(fs::metadata) {
            return Err(source.unreadable(&error));
        }
    }
    let in_file = sink::is_file(&args.output) && !args.explain;
    let format = args.format.or_else(|| sink::named(&args.output));
    let in_file = in_file && format != Some(ScoreFormat::Table);
    if args.resume && !in_file {
        let message = "`--resume` goes on with a file that `-o FILE` names";
        return Err(Failure::usage(message).help("in any format but `table`"));
    }
    let output = if in_file {
        None
    } else {
        Some(Output::open(&args.output)?)
    };
    let pool = threads(&args.threads)?;
    let convention = args.numbers.convention.into();
    let namespaces = Metric::namespaces(&args.metrics);
    let (mut scorers, known) = pool.install(|| catalogue::index(&args.scenarios, convention))?;
    scorers.measure(&namespaces);
    let output = match output {
        Some(output) if args.explain => {
            return one::explain_one(args, &sources, &scorers, output);
        }
        output => output,
    };
    let on_terminal = output.as_ref().is_some_and(Output::is_terminal);
    let format = format.unwrap_or(if on_terminal {
        ScoreFormat::Table
    } else {
        ScoreFormat::Jsonl
    });
    if format == ScoreFormat::Table && !namespaces.is_empty() {
        let failure = Failure::usage("a table has no room for `--metrics`");
        return Err(failure.help("add `--format jsonl`, `json`, `csv` or `parquet`"));
    }
    if on_terminal && format == ScoreFormat::Parquet {
        let failure = Failure::usage("a terminal cannot show Parquet");
        return Err(failure.help("write it to a file with `-o FILE`"));
    }
    let sink = match output {
        Some(output) => Sink::stream(output, format)?,
        None => Sink::file(
            &args.output,
            args.resume,
            &job(args, format, &sources, known)?,
        )?,
    };
    let invalid = score_all(
        args,
        format,
        &sources,
        &scorers,
        pool.current_num_threads(),
        sink,
    )?;
    Ok(if args.strict && invalid > 0 {
        Exit::Findings
    } else {
        Exit::Done
    })
}

/// Everything that decides what the lines are.
fn job(
    args: &ScoreArgs,
    format: ScoreFormat,
    sources: &[Source],
    scenarios: u64,
) -> Result<Job, Failure> {
    let mut runs = Vec::new();
    for source in sources {
        let regular = source
            .path()
            .and_then(|path| fs::metadata(path).ok())
            .is_some_and(|meta| meta.is_file());
        if !regular && !args.resume {
            // what cannot be read again is never gone on with
            runs.push(json!(null));
            continue;
        }
        let (size, fingerprint) = io::fingerprint(source)?;
        runs.push(json!({"name": source.name(), "size": size, "fingerprint": fingerprint}));
    }
    Ok(json!({
        "the program": env!("CARGO_PKG_VERSION"),
        "the format": format.name(),
        "`--exact`": args.numbers.exact,
        "`--metrics`": Metric::namespaces(&args.metrics).iter().map(|namespace| namespace.as_str()).collect::<Vec<_>>(),
        "the convention": zopa::Convention::from(args.numbers.convention).as_str(),
        "the format of the runs": args.runs_format.name(),
        "the file of runs": runs,
        "a scenario": format!("{scenarios:016x}"),
    }))
}

/// Scores every run; how many are invalid.
fn score_all(
    args: &ScoreArgs,
    format: ScoreFormat,
    sources: &[Source],
    scorers: &Scorers,
    threads: usize,
    mut sink: Sink,
) -> Result<usize, Failure> {
    let graceful = Graceful::begin();
    let [mut scored_runs, mut invalid] = sink.done();
    let progress = Progress::beside(sink.output(), size(sources), scored_runs);
    let mut feed = Feed::new(sources, args.runs_format, progress.passed(), scored_runs);
    let (form, numbers) = (sink::form(format), numbers(args.numbers.exact));
    let outcome = in_order(
        threads,
        || feed.next(),
        |batch| score(&batch, scorers, form, numbers),
        |scored: Scored| {
            sink.take(format, &scored.lines, scored.records)?;
            scored_runs += scored.runs;
            invalid += scored.invalid;
            progress.show(scored_runs);
            Ok(())
        },
    );
    progress.end();
    let outcome = match outcome {
        Ok(()) if io::is_requested() => Err(Failure::interrupted("interrupted")),
        outcome => outcome,
    };
    drop(graceful);
    match outcome {
        Ok(()) => sink.end(format, args.numbers.exact)?,
        Err(failure) => return Err(sink.stop(failure, scored_runs)),
    }
    if scored_runs > 0 && invalid == scored_runs {
        let runs = render::count(invalid, "run");
        io::note(&format!(
            "note: no run is valid ({runs}); are these the runs' scenarios?\n"
        ));
    }
    Ok(invalid)
}

/// How many bytes the sources have, if that is known.
fn size(sources: &[Source]) -> Option<u64> {
    let sizes = sources.iter().map(|source| {
        let meta = fs::metadata(source.path()?).ok()?;
        meta.is_file().then_some(meta.len())
    });
    sizes.sum()
}

/// A chunk of runs with their scores, as the sink wants them.
#[derive(Default)]
struct Scored {
    runs: usize,
    invalid: usize,
    /// Lines of JSON, each with its end.
    lines: Vec<u8>,
    /// Rows of a table.
    records: Vec<Record>,
}

fn score(batch: &Batch, scorers: &Scorers, form: Form, numbers: Numbers) -> Scored {
    let mut scored = Scored::default();
    let mut scratch = Scratch::default();
    let mut skip = batch.skip;
    scored.lines.reserve(batch.chunk.len() * 4);
    batch.chunk.for_each(|line, text| {
        if skip > 0 {
            skip -= 1;
            return;
        }
        let file = batch.file.as_deref();
        let place = Place { file, line };
        let valid = if form == Form::Record {
            let run = parse(text);
            let judged = run
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|run| agreement(run, scorers))
                .map(|(analysis, agreement)| (analysis, analysis.score(&agreement)));
            let record = Record::new(run.as_ref().ok(), place, &judged);
            scored.records.push(record);
            judged.is_ok()
        } else {
            if form == Form::NumberedLine {
                number_line(line, &mut scored.lines);
            }
            let lines = &mut scored.lines;
            let valid = match text {
                Ok(bytes) => scorers.answer(bytes, place, numbers, &mut scratch, lines),
                Err(reason) => {
                    refuse(reason, place, lines);
                    false
                }
            };
            scored.lines.push(b'\n');
            valid
        };
        scored.runs += 1;
        scored.invalid += usize::from(!valid);
    });
    scored
}

/// A run, from its text or why there is none.
pub(super) fn parse<'t>(text: Result<&'t [u8], &str>) -> Result<Run<'t>, RunError> {
    let odd = |reason: &str| RunError {
        code: RunErrorCode::MalformedJson,
        at: String::new(),
        message: reason.to_owned(),
    };
    let text = std::str::from_utf8(text.map_err(odd)?);
    Run::parse(text.map_err(|_| odd("the line is not UTF-8"))?.trim())
}

fn agreement<'s>(
    run: &Run<'_>,
    scorers: &'s Scorers,
) -> Result<(&'s Analysis, Agreement), RunError> {
    let analysis = scorers.scorer(run.scenario()?)?.analysis();
    Ok((analysis, run.agreement(&analysis.scenario)?))
}
