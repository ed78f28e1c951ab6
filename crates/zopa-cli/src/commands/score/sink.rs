//! Where scored runs go.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Seek as _, Write};

use zopa_batch::{write_csv, write_parquet};

use crate::args::{OutputArgs, ScoreFormat};
use crate::exit::{Failure, Reason};
use crate::io::{self, Compared, Job, Output, Partial};
use crate::render;
use crate::render::figures::Figures;
use crate::render::scores::{Record, Sheet};

/// Lines are read in pieces of this size.
const BUFFER: usize = 1 << 18;

/// Where scored runs go.
pub(super) enum Sink {
    /// To a stream, as they come; with the number of lines written.
    Stream(Output, usize),
    /// Into a file of lines, from which the output is made in the end.
    File(Partial),
    /// Into a temporary file, since a sheet's header names the fields of all runs.
    Sheet(File, Output),
    /// Into memory: a table is for people.
    Table(Vec<Record>, Output),
}

/// What the sink should hold for a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A line of JSON.
    Line,
    /// The run's line in the input, and a line of JSON.
    NumberedLine,
    /// A row of a table.
    Record,
}

/// The form of runs for a format.
pub(super) fn form(format: ScoreFormat) -> Form {
    match format {
        ScoreFormat::Jsonl | ScoreFormat::Json => Form::Line,
        ScoreFormat::Csv | ScoreFormat::Parquet => Form::NumberedLine,
        ScoreFormat::Table => Form::Record,
    }
}

/// Is the output a file that can be begun and gone on with?
pub(super) fn is_file(args: &OutputArgs) -> bool {
    args.output.as_ref().is_some_and(|path| {
        path.as_os_str() != "-" && fs::metadata(path).map_or(true, |meta| meta.is_file())
    })
}

/// The format that the output's name says.
pub(super) fn named(args: &OutputArgs) -> Option<ScoreFormat> {
    let end = args.output.as_ref()?.extension()?.to_ascii_lowercase();
    match end.to_str()? {
        "csv" => Some(ScoreFormat::Csv),
        "parquet" => Some(ScoreFormat::Parquet),
        _ => None,
    }
}

impl Sink {
    /// A file that is begun, or gone on with.
    pub(super) fn file(args: &OutputArgs, resume: bool, job: &Job) -> Result<Self, Failure> {
        let path = args.output.clone().unwrap_or_default();
        // a symbolic link goes on pointing to the file
        let path = match fs::canonicalize(&path) {
            Ok(linked) if path.is_symlink() => linked,
            _ => path,
        };
        Partial::open(&path, args.force, resume, job, is_invalid).map(Self::File)
    }

    /// A stream, or a table.
    pub(super) fn stream(output: Output, format: ScoreFormat) -> Result<Self, Failure> {
        Ok(match format {
            ScoreFormat::Jsonl | ScoreFormat::Json => Self::Stream(output, 0),
            ScoreFormat::Csv | ScoreFormat::Parquet => Self::Sheet(tempfile::tempfile()?, output),
            ScoreFormat::Table => Self::Table(Vec::new(), output),
        })
    }

    /// How many runs were scored before, and how many of them are invalid.
    pub(super) fn done(&self) -> [usize; 2] {
        match self {
            Self::File(partial) => partial.done(),
            _ => [0, 0],
        }
    }

    /// What a stream is, if it is one.
    pub(super) fn output(&self) -> Option<&Output> {
        match self {
            Self::File(_) => None,
            Self::Stream(output, _) | Self::Sheet(_, output) | Self::Table(_, output) => {
                Some(output)
            }
        }
    }

    /// Takes in scored runs.
    pub(super) fn take(
        &mut self,
        format: ScoreFormat,
        lines: &[u8],
        records: Vec<Record>,
    ) -> Result<(), Failure> {
        match self {
            Self::File(partial) => partial.append(lines)?,
            Self::Stream(output, _) if format == ScoreFormat::Jsonl => output.write_all(lines)?,
            Self::Stream(output, written) => {
                for line in lines.split_inclusive(|&byte| byte == b'\n') {
                    write_item(line, written, output)?;
                }
            }
            Self::Sheet(file, _) => file.write_all(lines).map_err(|error| spool(&error))?,
            Self::Table(all, _) => all.extend(records),
        }
        Ok(())
    }

    /// Makes what was begun complete.
    pub(super) fn end(self, format: ScoreFormat, exact: bool) -> Result<(), Failure> {
        match self {
            Self::File(partial) => end_file(partial, format),
            Self::Stream(mut output, written) => {
                if format == ScoreFormat::Json {
                    end_array(written, &mut output)?;
                }
                output.finish()
            }
            Self::Sheet(file, mut output) => {
                let lines = || {
                    let mut file = &file;
                    file.rewind()?;
                    Ok(BufReader::with_capacity(BUFFER, file))
                };
                write_sheet(format, lines, &mut output)?;
                output.finish()
            }
            Self::Table(records, mut output) => {
                let sheet = Sheet {
                    records: &records,
                    figures: Figures { exact },
                };
                let text = sheet.text(output.style(), io::terminal_width());
                output.write_all(text.as_bytes())?;
                output.finish()
            }
        }
    }

    /// Ends in the middle: `failure` is why, and says what became of the runs that were scored.
    pub(super) fn stop(self, failure: Failure, scored: usize) -> Failure {
        let runs = render::count(scored, "run");
        match self {
            // of the last lines some may have been written
            Self::File(partial) => match partial.count() {
                0 => {
                    partial.remove();
                    failure
                }
                kept => failure
                    .and(&format!(
                        "{} scored and kept in `{}`",
                        render::count(kept, "run"),
                        partial.path().display()
                    ))
                    .help(io::GOES_ON),
            },
            Self::Stream(output, _) => {
                // whoever reads may have gone
                let _ = output.finish();
                match failure {
                    Failure::ClosedPipe => failure,
                    // nothing is lost, and what mends it is known better
                    told if scored == 0 => told,
                    told => told
                        .and(&format!("{runs} scored"))
                        .help("with `-o FILE` scoring can be gone on with by `--resume`"),
                }
            }
            Self::Sheet(..) | Self::Table(..) => failure,
        }
    }
}

fn spool(error: &std::io::Error) -> Failure {
    Failure::unusable(format!("cannot write a temporary file: {}", Reason(error)))
}

fn write_item(line: &[u8], written: &mut usize, output: &mut impl Write) -> Result<(), Failure> {
    output.write_all(if *written == 0 { b"[\n" } else { b",\n" })?;
    output.write_all(line.trim_ascii_end())?;
    *written += 1;
    Ok(())
}

fn end_array(written: usize, output: &mut impl Write) -> Result<(), Failure> {
    output.write_all(if written == 0 { b"[]\n" } else { b"\n]\n" })?;
    Ok(())
}

/// Makes the output of a file of lines: it is the output itself, or another form of it.
fn end_file(partial: Partial, format: ScoreFormat) -> Result<(), Failure> {
    if matches!(format, ScoreFormat::Jsonl | ScoreFormat::Table) {
        return partial.finish();
    }
    match Output::open_again(partial.target(), partial.is_forced()) {
        Ok(mut output) => {
            write_file(&partial, format, &mut output)?;
            output.finish()?;
        }
        Err(failure) => {
            // What is there may be this output, if the program was killed when it had appeared and the lines were still there.
            let Ok(mut there) = Compared::with(partial.target()) else {
                return Err(failure);
            };
            write_file(&partial, format, &mut there)?;
            if !there.same()? {
                let place = partial.path().display();
                return Err(failure.and(&format!("the scores are kept in `{place}`")));
            }
        }
    }
    partial.remove();
    Ok(())
}

/// Another form of a file of lines.
fn write_file(
    partial: &Partial,
    format: ScoreFormat,
    output: &mut (impl Write + Send),
) -> Result<(), Failure> {
    if matches!(format, ScoreFormat::Csv | ScoreFormat::Parquet) {
        let lines = || {
            let file = File::open(partial.path())?;
            Ok(BufReader::with_capacity(BUFFER, file))
        };
        write_sheet(format, lines, output)?;
    } else {
        let mut lines = BufReader::with_capacity(BUFFER, partial.reader()?);
        let mut line = Vec::new();
        let mut written = 0;
        while lines.read_until(b'\n', &mut line)? > 0 {
            write_item(&line, &mut written, output)?;
            line.clear();
        }
        end_array(written, output)?;
    }
    Ok(())
}

/// Makes a sheet of numbered lines.
fn write_sheet<R: BufRead>(
    format: ScoreFormat,
    lines: impl Fn() -> std::io::Result<R>,
    output: &mut (impl Write + Send),
) -> Result<(), Failure> {
    match format {
        ScoreFormat::Parquet => write_parquet(lines, output)?,
        _ => write_csv(lines, output)?,
    }
    Ok(())
}

/// Is a scored line that of an invalid run?
fn is_invalid(line: &[u8]) -> bool {
    let Some(text) = std::str::from_utf8(line).ok().filter(|text| {
        // most lines are told by this alone
        text.contains("\"zopa\":{\"status\":\"invalid\"")
    }) else {
        return false;
    };
    let text = text.split_once('\t').map_or(text, |(_, text)| text);
    let root = zopa_model::json::parse(text.trim_end()).ok();
    let status = root.as_ref().and_then(|root| {
        let zopa = &root.members().last()?.value;
        zopa.get("status")?.as_str()
    });
    status == Some("invalid")
}
