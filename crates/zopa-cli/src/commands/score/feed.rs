//! The runs of all sources, one after the other.

use std::io::Read;
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

/// The runs of a source in its format, which its name tells unless the arguments do.
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
    if format == RunFormat::Parquet {
        let runs = source.parquet(reader)?.runs();
        let runs = runs.map_err(|error| read_error(source, error))?;
        return Ok(Box::new(runs));
    }
    let reader = decoded(reader).map_err(|error| source.unreadable(&error))?;
    Ok(match format {
        RunFormat::Csv => Box::new(TableRuns::new(reader)),
        _ => Box::new(JsonRuns::new(reader)),
    })
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
