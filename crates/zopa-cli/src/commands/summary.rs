//! `zopa summary`: what many scored runs say together.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use zopa_batch::{Lines, decoded, odd_row};
use zopa_stats::Bootstrap;
use zopa_summary::{
    Baseline, Collector, CompositeSettings, Fault, PairTest, Settings, report_json,
};

use super::threads;
use crate::args::{SummaryArgs, SummaryFormat, TestName};
use crate::exit::{Exit, Failure};
use crate::io::{self, Beside, Output, Source};
use crate::render::document;
use crate::render::summary::{self, picture};

/// How often progress is shown, in runs.
const STEP: u64 = 4096;

pub(super) fn run(args: &SummaryArgs) -> Result<Exit, Failure> {
    let sources = io::sources(&args.scored)?;
    let stdin = sources.iter().filter(|source| **source == Source::Stdin);
    if stdin.count() > 1 {
        return Err(Failure::usage("standard input can be read once"));
    }
    let settings = settings(args)?;
    let mut output = Output::open(&args.output)?;
    let picture = Beside::open(args.plot.as_ref(), args.output.force)?;
    let pool = threads(&args.threads)?;

    let mut collector = Collector::new(settings);
    let progress = io::Progress::beside(Some(&output), None, 0);
    for source in &sources {
        read(source, &mut collector, &progress)?;
    }
    progress.show(total(&collector));
    let report = pool.install(|| collector.finish());
    progress.end();
    let report =
        report.map_err(|unusable| Failure::unusable(unusable.message).help(unusable.help))?;

    picture.write(|| Ok(picture::svg(&report)))?;
    match args.format {
        SummaryFormat::Table => {
            let style = output.style();
            let text = document::text(&summary::blocks(&report), style, io::terminal_width());
            output.write_all(text.as_bytes())?;
        }
        SummaryFormat::Md => {
            output.write_all(document::markdown(&summary::blocks(&report)).as_bytes())?;
        }
        SummaryFormat::Csv => summary::csv(&report, &mut output)?,
        SummaryFormat::Json => writeln!(output, "{:#}", report_json(&report))?,
    }
    output.finish()?;
    Ok(Exit::Done)
}

fn settings(args: &SummaryArgs) -> Result<Settings, Failure> {
    let (intervals, comparison) = (&args.intervals, &args.comparison);
    let baseline = comparison.baseline.clone();
    let baseline = baseline.map(|(field, value)| Baseline { field, value });
    if let Some(baseline) = &baseline
        && !args.by.contains(&baseline.field)
    {
        let message = format!("the baseline's field `{}` makes no groups", baseline.field);
        let by = [&args.by[..], std::slice::from_ref(&baseline.field)].concat();
        return Err(Failure::usage(message).help(format!("`--by {}`", by.join(","))));
    }
    let mut by: Vec<String> = Vec::new();
    for name in &args.by {
        if !by.contains(name) {
            by.push(name.clone());
        }
    }
    Ok(Settings {
        by,
        cluster: intervals.cluster.clone(),
        baseline,
        pair_by: comparison.pair_by.clone(),
        test: match comparison.test {
            TestName::Wilcoxon => PairTest::Wilcoxon,
            TestName::Sign => PairTest::Sign,
        },
        bootstrap: Bootstrap {
            replicates: intervals.replicates,
            seed: intervals.seed,
            level: intervals.level,
        },
        nbs_distance: args.nbs_distance,
        composite: args.composite.then_some(CompositeSettings {
            value_efficiency_weight: args.value_efficiency_weight,
        }),
        points: args.plot.is_some(),
    })
}

/// The form of a file of scored runs, by its first bytes.
enum Form {
    Lines,
    Array,
    Table,
}

fn read(
    source: &Source,
    collector: &mut Collector,
    progress: &io::Progress,
) -> Result<(), Failure> {
    let unreadable = |error: &std::io::Error| source.unreadable(error);
    let reader = decoded(source.open()?).map_err(|error| unreadable(&error))?;
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    let start = reader.fill_buf().map_err(|error| unreadable(&error))?;
    if start.starts_with(PARQUET) {
        return read_parquet(source, reader, collector, progress);
    }
    let mark = start.starts_with(BYTE_ORDER_MARK);
    let form = match start[if mark { BYTE_ORDER_MARK.len() } else { 0 }..].trim_ascii_start() {
        [] | [b'{', ..] => Form::Lines,
        [b'[', ..] => Form::Array,
        _ => Form::Table,
    };
    if mark {
        reader.consume(BYTE_ORDER_MARK.len());
    }
    match form {
        Form::Lines => {
            let mut line = Vec::new();
            for number in 1_u64.. {
                line.clear();
                let length = reader.read_until(b'\n', &mut line);
                if length.map_err(|error| unreadable(&error))? == 0 {
                    break;
                }
                let text = line.trim_ascii();
                if !text.is_empty() {
                    let added = collector.add_json(text);
                    added.map_err(|fault| faulty(source, "", number, fault))?;
                }
                if number % STEP == 0 {
                    progress.show(total(collector));
                }
            }
        }
        Form::Array => {
            let mut text = Vec::new();
            let length = reader.read_to_end(&mut text);
            length.map_err(|error| unreadable(&error))?;
            let added = collector.add_array(&text);
            added.map_err(|(number, fault)| match number {
                0 => faulty(source, "", 1, fault),
                number => faulty(source, "run ", number as u64, fault),
            })?;
        }
        Form::Table => read_table(source, reader, collector, progress)?,
    }
    Ok(())
}

/// What a Parquet file begins with.
const PARQUET: &[u8] = b"PAR1";

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn read_table(
    source: &Source,
    reader: impl std::io::Read,
    collector: &mut Collector,
    progress: &io::Progress,
) -> Result<(), Failure> {
    let mut table = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(Lines::new(reader));
    let broken = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        match error.into_kind() {
            csv::ErrorKind::Io(error) => source.unreadable(&error),
            csv::ErrorKind::Utf8 { .. } => {
                let fault = Fault::Broken("the row is not UTF-8".to_owned());
                faulty(source, "", line, fault)
            }
            other => faulty(source, "", line, Fault::Broken(format!("{other:?}"))),
        }
    };
    let header = table.headers().map_err(broken)?;
    let header: Vec<String> = header.iter().map(str::to_owned).collect();
    let width = header.len();
    let columns = collector.columns(header);
    let columns = columns.map_err(|fault| faulty(source, "", 1, fault))?;
    let mut row = csv::StringRecord::new();
    for number in 1_u64.. {
        if !table.read_record(&mut row).map_err(broken)? {
            break;
        }
        let cells: Vec<&str> = row.iter().collect();
        let byte = row.position().map_or(0, csv::Position::byte);
        let line = u64::try_from(table.get_mut().of_row_from(byte)).unwrap_or(number + 1);
        if let Some(reason) = odd_row(width, cells.len()) {
            return Err(faulty(source, "", line, Fault::Broken(reason)));
        }
        let added = collector.add_cells(&columns, &cells);
        added.map_err(|fault| faulty(source, "", line, fault))?;
        if number % STEP == 0 {
            progress.show(total(collector));
        }
    }
    Ok(())
}

fn read_parquet(
    source: &Source,
    reader: impl std::io::Read,
    collector: &mut Collector,
    progress: &io::Progress,
) -> Result<(), Failure> {
    let file = source.parquet(reader)?;
    let columns = collector.columns(file.names());
    let columns = columns.map_err(|fault| faulty(source, "row ", 1, fault))?;
    for (number, cells) in (1_u64..).zip(file.cells()) {
        let cells = cells.map_err(|error| source.unreadable(&error))?;
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let added = collector.add_cells(&columns, &cells);
        added.map_err(|fault| faulty(source, "row ", number, fault))?;
        if number % STEP == 0 {
            progress.show(total(collector));
        }
    }
    Ok(())
}

fn total(collector: &Collector) -> usize {
    usize::try_from(collector.runs()).unwrap_or(usize::MAX)
}

/// A record that cannot be used ends the command: `score` leaves none.
fn faulty(source: &Source, kind: &str, number: u64, fault: Fault) -> Failure {
    let place = format!("{}:{kind}{number}", source.name());
    match fault {
        Fault::NotScored => {
            let name = match source {
                Source::Stdin => "runs.jsonl".to_owned(),
                Source::File(path) => path.display().to_string(),
            };
            let help = format!(
                "score the runs first: `zopa score {name} --scenarios PATH -o scored.jsonl`, then `zopa summary scored.jsonl`"
            );
            Failure::unusable(format!("{place}: the run has no score")).help(help)
        }
        Fault::Broken(message) => {
            let help =
                "wanted is what `zopa score` writes: JSON lines, a JSON array, CSV or Parquet";
            Failure::unusable(format!("{place}: {message}")).help(help)
        }
    }
}
