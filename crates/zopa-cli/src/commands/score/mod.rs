//! `zopa score`: how good agreed allocations are.

mod catalogue;
mod one;

use std::io::{Read, Write as _};

use zopa::{Agreement, Analysis, Numbers, Run, RunError, RunErrorCode};
use zopa_batch::{Chunk, JsonRuns, ReadError, RunSource as _, Scorers, Scratch, in_order};

use super::analyze::numbers;
use super::threads;
use crate::args::{ScoreArgs, ScoreFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render;
use crate::render::figures::Figures;
use crate::render::scores::{Record, Sheet};

pub(super) fn run(args: &ScoreArgs) -> Result<Exit, Failure> {
    let sources: Vec<Source> = args.runs.iter().map(|path| Source::new(path)).collect();
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
    let mut output = Output::open(&args.output)?;
    let pool = threads(&args.threads)?;
    let convention = args.numbers.convention.into();
    let scorers = pool.install(|| catalogue::index(&args.scenarios, convention))?;
    if args.explain {
        return one::explain_one(args, &sources, &scorers, output);
    }
    let format = args.format.unwrap_or(if output.is_terminal() {
        ScoreFormat::Table
    } else {
        ScoreFormat::Jsonl
    });
    let mut writer = Writer::new(format, args.numbers.exact);
    let progress = io::Progress::beside(&output);
    let (mut scored_runs, mut invalid) = (0, 0);
    let mut feed = Feed::new(&sources);
    let numbers = writer.numbers;
    in_order(
        pool.current_num_threads(),
        || feed.next(),
        |chunk| score(&chunk, &scorers, format, numbers),
        |scored: Scored| {
            scored_runs += scored.runs;
            invalid += scored.invalid;
            progress.show(&render::count(scored_runs, "run"));
            writer.write(scored, &mut output)
        },
    )?;
    progress.end();
    writer.end(&mut output)?;
    output.finish()?;
    Ok(if args.strict && invalid > 0 {
        Exit::Findings
    } else {
        Exit::Done
    })
}

/// The runs of a source.
fn runs(source: &Source) -> Result<JsonRuns<Box<dyn Read + Send>>, Failure> {
    Ok(JsonRuns::new(source.open()?))
}

/// Why a source's runs cannot be read.
fn read_error(source: &Source, error: ReadError) -> Failure {
    match error {
        ReadError::Io(error) => source.unreadable(&error),
        ReadError::Faulty {
            line,
            column,
            message,
            help,
        } => {
            let name = source.name();
            Failure::unusable(format!("{name}:{line}:{column}: {message}")).help(help)
        }
    }
}

/// The runs of all sources, one after the other.
struct Feed<'s> {
    sources: std::slice::Iter<'s, Source>,
    open: Option<(&'s Source, JsonRuns<Box<dyn Read + Send>>)>,
}

impl<'s> Feed<'s> {
    fn new(sources: &'s [Source]) -> Self {
        Self {
            sources: sources.iter(),
            open: None,
        }
    }

    fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        loop {
            if let Some((source, open)) = &mut self.open {
                match open.next_chunk() {
                    Ok(Some(chunk)) => return Ok(Some(chunk)),
                    Ok(None) => self.open = None,
                    Err(error) => return Err(read_error(source, error)),
                }
            }
            let Some(source) = self.sources.next() else {
                return Ok(None);
            };
            self.open = Some((source, runs(source)?));
        }
    }
}

/// A chunk of runs with their scores, as their format wants them.
#[derive(Default)]
struct Scored {
    runs: usize,
    invalid: usize,
    /// Lines of JSON, each with its end.
    lines: Vec<u8>,
    /// Rows of a table.
    records: Vec<Record>,
}

fn score(chunk: &Chunk, scorers: &Scorers, format: ScoreFormat, numbers: Numbers) -> Scored {
    let mut scored = Scored::default();
    let mut scratch = Scratch::default();
    scored.lines.reserve(chunk.len() * 4);
    chunk.for_each(|line, bytes| {
        let valid = match format {
            ScoreFormat::Jsonl | ScoreFormat::Json => {
                let valid = scorers.answer(bytes, line, numbers, &mut scratch, &mut scored.lines);
                scored.lines.push(b'\n');
                valid
            }
            ScoreFormat::Csv | ScoreFormat::Table => {
                let run = parse(bytes);
                let judged = run
                    .as_ref()
                    .map_err(Clone::clone)
                    .and_then(|run| agreement(run, scorers))
                    .map(|(analysis, agreement)| (analysis, analysis.score(&agreement)));
                let record = Record::new(run.as_ref().ok(), line, &judged);
                scored.records.push(record);
                judged.is_ok()
            }
        };
        scored.runs += 1;
        scored.invalid += usize::from(!valid);
    });
    scored
}

fn parse(bytes: &[u8]) -> Result<Run<'_>, RunError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Run::parse(text.trim()),
        Err(_) => Err(RunError {
            code: RunErrorCode::MalformedJson,
            at: String::new(),
            message: "the line is not UTF-8".to_owned(),
        }),
    }
}

fn agreement<'s>(
    run: &Run<'_>,
    scorers: &'s Scorers,
) -> Result<(&'s Analysis, Agreement), RunError> {
    let analysis = scorers.scorer(run.scenario()?)?.analysis();
    Ok((analysis, run.agreement(&analysis.scenario)?))
}

/// Writes scores as they come; a format that must know all of them keeps them.
struct Writer {
    format: ScoreFormat,
    numbers: Numbers,
    exact: bool,
    written: usize,
    records: Vec<Record>,
}

impl Writer {
    fn new(format: ScoreFormat, exact: bool) -> Self {
        Self {
            format,
            numbers: numbers(exact),
            exact,
            written: 0,
            records: Vec::new(),
        }
    }

    fn write(&mut self, scored: Scored, output: &mut Output) -> Result<(), Failure> {
        match self.format {
            ScoreFormat::Jsonl => output.write_all(&scored.lines)?,
            ScoreFormat::Json => {
                for line in scored.lines.split_inclusive(|&byte| byte == b'\n') {
                    output.write_all(if self.written == 0 { b"[\n" } else { b",\n" })?;
                    output.write_all(line.trim_ascii_end())?;
                    self.written += 1;
                }
            }
            ScoreFormat::Csv | ScoreFormat::Table => self.records.extend(scored.records),
        }
        Ok(())
    }

    fn end(self, output: &mut Output) -> Result<(), Failure> {
        let sheet = Sheet {
            records: &self.records,
            figures: Figures { exact: self.exact },
        };
        match self.format {
            ScoreFormat::Jsonl => {}
            ScoreFormat::Json if self.written == 0 => output.write_all(b"[]\n")?,
            ScoreFormat::Json => output.write_all(b"\n]\n")?,
            ScoreFormat::Csv => sheet.csv(output)?,
            ScoreFormat::Table => {
                let text = sheet.text(output.style(), io::terminal_width());
                output.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }
}
