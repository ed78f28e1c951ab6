//! The runs of all sources, one after the other.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use zopa_batch::{Chunk, JsonRuns, ReadError, RunSource, TableRuns, decoded};

use crate::args::RunFormat;
use crate::exit::Failure;
use crate::io::{self, Counted, Source};

/// Runs, and where they come from.
type Open<'s> = (&'s Source, Box<dyn RunSource>);

/// The runs of all sources.
pub(super) struct Feed<'s> {
    sources: std::slice::Iter<'s, Source>,
    several: bool,
    format: RunFormat,
    passed: Arc<AtomicU64>,
    open: Option<Open<'s>>,
    /// Runs that are to be passed over.
    skip: usize,
}

/// The next runs, of which the first few are to be passed over.
pub(super) struct Batch {
    pub(super) chunk: Chunk,
    pub(super) skip: usize,
    /// The file's name, where there are several files.
    pub(super) file: Option<String>,
}

impl<'s> Feed<'s> {
    /// The runs of these sources after the first `skip`; `passed` counts the bytes that are read.
    pub(super) fn new(
        sources: &'s [Source],
        format: RunFormat,
        passed: &Arc<AtomicU64>,
        skip: usize,
    ) -> Self {
        Self {
            sources: sources.iter(),
            several: sources.len() > 1,
            format,
            passed: Arc::clone(passed),
            open: None,
            skip,
        }
    }

    /// The next runs; `None` at the end, or when an interrupt asks for it.
    pub(super) fn next(&mut self) -> Result<Option<Batch>, Failure> {
        while !io::is_requested() {
            let Some((source, runs)) = &mut self.open else {
                let Some(source) = self.sources.next() else {
                    return Ok(None);
                };
                let reader = Counted::new(source.open()?, &self.passed);
                self.open = Some((source, runs(source, self.format, Box::new(reader))?));
                continue;
            };
            match runs.next_chunk() {
                Ok(Some(chunk)) => {
                    let mut skip = 0;
                    if self.skip > 0 {
                        let mut runs = 0;
                        chunk.for_each(|_, _| runs += 1);
                        skip = runs.min(self.skip);
                        self.skip -= skip;
                        if skip == runs {
                            continue;
                        }
                    }
                    let file = self.several.then(|| source.name());
                    return Ok(Some(Batch { chunk, skip, file }));
                }
                Ok(None) => self.open = None,
                Err(error) => return Err(read_error(source, error)),
            }
        }
        Ok(None)
    }
}

/// So many bytes tell the format of what has no telling name. The header of a table may be long.
const TELLING: usize = 1 << 16;

/// The runs of a source in its format, which its name tells unless the arguments do, and without a telling name its first bytes.
pub(in crate::commands) fn runs(
    source: &Source,
    format: RunFormat,
    reader: Box<dyn Read + Send>,
) -> Result<Box<dyn RunSource>, Failure> {
    let name = source.name().to_lowercase();
    let plain = name
        .strip_suffix(".gz")
        .or_else(|| name.strip_suffix(".zst"))
        .unwrap_or(&name);
    let format = match format {
        RunFormat::Auto if plain.ends_with(".csv") => RunFormat::Csv,
        RunFormat::Auto if plain.ends_with(".parquet") => RunFormat::Parquet,
        format => format,
    };
    let (format, reader) = match format {
        RunFormat::Auto => {
            let reader = decoded(reader).map_err(|error| source.unreadable(&error))?;
            let (start, reader) = begun(reader);
            (told(&start), reader)
        }
        // its end is read first, and nothing of it is compressed from outside
        RunFormat::Parquet => (format, reader),
        _ => {
            let reader = decoded(reader).map_err(|error| source.unreadable(&error))?;
            (format, reader)
        }
    };
    if format == RunFormat::Parquet {
        let runs = source.parquet(reader)?.runs();
        let runs = runs.map_err(|error| read_error(source, error))?;
        return Ok(Box::new(runs));
    }
    Ok(match format {
        RunFormat::Csv => Box::new(TableRuns::new(reader)),
        _ => Box::new(JsonRuns::new(reader)),
    })
}

type Reader = Box<dyn Read + Send>;

/// What a reader begins with, to the end of a line, and a reader of all of it. More is not waited for: it may come from a program that
/// is at work. A fault is met where it was: what stands before it is read.
fn begun(mut reader: Reader) -> (Vec<u8>, Reader) {
    let (mut start, mut fault) = (Vec::new(), None);
    let mut piece = vec![0; TELLING];
    while start.len() < TELLING && !start.trim_ascii_start().contains(&b'\n') {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => start.extend_from_slice(&piece[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
    }
    let whole = std::io::Cursor::new(start.clone()).chain(Fault(fault));
    (start, Box::new(whole.chain(reader)))
}

/// Nothing, or the fault that reading met.
struct Fault(Option<std::io::Error>);

impl Read for Fault {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The format that the first bytes tell: Parquet by its mark, CSV by a header that has a column `scenario`, all else is JSON.
fn told(start: &[u8]) -> RunFormat {
    if start.starts_with(b"PAR1") {
        return RunFormat::Parquet;
    }
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = text.trim_ascii_start();
    let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let header = &text[..end.unwrap_or(text.len())];
    let is_scenario = |cell: &[u8]| matches!(cell.trim_ascii(), b"scenario" | b"\"scenario\"");
    let mut cells = header.split(|&byte| byte == b',');
    if !header.starts_with(b"{") && !header.starts_with(b"[") && cells.any(is_scenario) {
        RunFormat::Csv
    } else {
        RunFormat::Json
    }
}

/// Why a source's runs cannot be read.
pub(in crate::commands) fn read_error(source: &Source, error: ReadError) -> Failure {
    match error {
        ReadError::Io(error) => source.unreadable(&error),
        ReadError::Faulty {
            line,
            column,
            message,
            help,
        } => {
            let place = match column {
                0 => format!("{}:{line}", source.name()),
                column => format!("{}:{line}:{column}", source.name()),
            };
            Failure::unusable(format!("{place}: {message}")).help(help)
        }
    }
}
