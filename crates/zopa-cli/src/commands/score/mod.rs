//! `zopa score`: how good agreed allocations are.

mod catalogue;
mod one;
mod runs;

use std::io::Write as _;

use rayon::prelude::*;
use zopa::{Agreement, Analysis, Numbers, Options, Run, RunError, RunErrorCode, Score};

use self::catalogue::Catalogue;
use self::runs::{Item, Runs};
use super::analyze::numbers;
use super::threads;
use crate::args::{ScoreArgs, ScoreFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render;
use crate::render::figures::Figures;
use crate::render::scores::{Record, Sheet, json_line};

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
    let options = Options {
        convention: args.numbers.convention.into(),
        ..Options::default()
    };
    let pool = threads(&args.threads)?;
    let catalogue = pool.install(|| Catalogue::index(&args.scenarios, options))?;
    if args.explain {
        return one::explain_one(args, &sources, &catalogue, output);
    }
    let format = args.format.unwrap_or(if output.is_terminal() {
        ScoreFormat::Table
    } else {
        ScoreFormat::Jsonl
    });
    let mut writer = Writer::new(format, args.numbers.exact);
    let progress = io::Progress::beside(&output);
    let (mut scored_runs, mut invalid) = (0, 0);
    for source in &sources {
        let mut runs = Runs::open(source)?;
        loop {
            let items = runs.next_chunk()?;
            if items.is_empty() {
                break;
            }
            let scored: Vec<Scored> = pool.install(|| {
                let items = items.par_iter();
                items
                    .map(|item| score(item, &catalogue, format, writer.numbers))
                    .collect()
            });
            scored_runs += scored.len();
            progress.show(&render::count(scored_runs, "run"));
            invalid += scored.iter().filter(|scored| !scored.valid).count();
            writer.write(scored, &mut output)?;
        }
    }
    progress.end();
    writer.end(&mut output)?;
    output.finish()?;
    Ok(if args.strict && invalid > 0 {
        Exit::Findings
    } else {
        Exit::Done
    })
}

/// A run with its score, as its format wants it.
struct Scored {
    valid: bool,
    form: Form,
}

enum Form {
    /// A line of JSON, without its end.
    Line(String),
    /// A row of a table.
    Record(Record),
}

/// What became of a run.
type Judged<'c> = Result<(&'c Analysis, Score), RunError>;

fn score(item: &Item, catalogue: &Catalogue<'_>, format: ScoreFormat, numbers: Numbers) -> Scored {
    let run = parse(item);
    let judged = run
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|run| judge(run, catalogue));
    let form = match format {
        ScoreFormat::Jsonl | ScoreFormat::Json => {
            Form::Line(json_line(run.as_ref().ok(), item.line, &judged, numbers))
        }
        ScoreFormat::Csv | ScoreFormat::Table => {
            Form::Record(Record::new(run.as_ref().ok(), item.line, &judged))
        }
    };
    Scored {
        valid: judged.is_ok(),
        form,
    }
}

fn parse(item: &Item) -> Result<Run<'_>, RunError> {
    match &item.text {
        Ok(text) => Run::parse(text),
        Err(_) => Err(RunError {
            code: RunErrorCode::MalformedJson,
            at: String::new(),
            message: "the line is not UTF-8".to_owned(),
        }),
    }
}

fn judge<'c>(run: &Run<'_>, catalogue: &'c Catalogue<'_>) -> Judged<'c> {
    let (analysis, agreement) = agreement(run, catalogue)?;
    Ok((analysis, analysis.score(&agreement)))
}

fn agreement<'c>(
    run: &Run<'_>,
    catalogue: &'c Catalogue<'_>,
) -> Result<(&'c Analysis, Agreement), RunError> {
    let analysis = catalogue.analysis(run.scenario()?)?;
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

    fn write(&mut self, scored: Vec<Scored>, output: &mut Output) -> Result<(), Failure> {
        for Scored { form, .. } in scored {
            match form {
                Form::Record(record) => self.records.push(record),
                Form::Line(line) => {
                    if self.format == ScoreFormat::Json {
                        output.write_all(if self.written == 0 { b"[\n" } else { b",\n" })?;
                        output.write_all(line.as_bytes())?;
                    } else {
                        output.write_all(line.as_bytes())?;
                        output.write_all(b"\n")?;
                    }
                    self.written += 1;
                }
            }
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
