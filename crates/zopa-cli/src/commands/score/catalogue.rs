//! The scenarios that runs may name: found by id, analysed when first named.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use rayon::prelude::*;
use zopa::{Analysis, Completeness, Options, Position, RunError, Severity};
use zopa_model::check::MAX_BYTES;
use zopa_model::json;

use crate::commands::scenario::{Unusable, of_bytes, text_of};
use crate::exit::Failure;
use crate::io::{self, Source};
use crate::render;

/// Every scenario by its id.
pub(super) struct Catalogue<'o> {
    entries: BTreeMap<String, Entry>,
    options: Options<'o>,
}

struct Entry {
    source: Source,
    /// The content, of what cannot be read twice.
    bytes: Option<Vec<u8>>,
    /// Filled when a run first names it: the analysis, or why there is none.
    analysis: OnceLock<Result<Analysis, String>>,
}

/// What a look into a file shows.
enum Peek {
    /// A scenario with this id, or what was meant as one.
    Id(String),
    /// No id can be read, for this reason.
    None(String),
}

impl<'o> Catalogue<'o> {
    /// Looks for the ids in files and folders. What has no id is told on standard error.
    pub(super) fn index(paths: &[PathBuf], options: Options<'o>) -> Result<Self, Failure> {
        let (sources, failures) = io::expand(paths);
        if let Some(failure) = failures.into_iter().next() {
            return Err(failure);
        }
        let peeked: Vec<(Source, Option<Vec<u8>>, Peek)> = sources
            .into_par_iter()
            .map(|source| {
                let (bytes, peek) = peek(&source);
                let keep = source.path().is_none();
                (source, bytes.filter(|_| keep), peek)
            })
            .collect();
        let mut catalogue = Self {
            entries: BTreeMap::new(),
            options,
        };
        let mut nameless = Vec::new();
        for (source, bytes, peek) in peeked {
            match peek {
                Peek::Id(id) => catalogue.add(id, source, bytes)?,
                Peek::None(reason) => nameless.push((source, reason)),
            }
        }
        for (source, reason) in nameless {
            catalogue.add_nameless(source, &reason)?;
        }
        Ok(catalogue)
    }

    fn add(&mut self, id: String, source: Source, bytes: Option<Vec<u8>>) -> Result<(), Failure> {
        if let Some(other) = self.entries.get(&id) {
            let message = format!(
                "`{}` and `{}` have the same id `{id}`",
                other.source.name(),
                source.name()
            );
            return Err(Failure::unusable(message).help("give each scenario an id of its own"));
        }
        let entry = Entry {
            source,
            bytes,
            analysis: OnceLock::new(),
        };
        self.entries.insert(id, entry);
        Ok(())
    }

    /// A file whose id cannot be read is told of. Runs that name it by its file name learn that it is unusable.
    fn add_nameless(&mut self, source: Source, reason: &str) -> Result<(), Failure> {
        if self.entries.is_empty() && source.path().is_none() {
            return Err(Failure::unusable(reason));
        }
        let style = render::stderr_style();
        let told = format!("{reason}; it is no scenario that a run can name");
        io::note(&render::fault(style, "warning", &told, None));
        if let Some(stem) = source.stem().map(str::to_owned) {
            let analysis = OnceLock::from(Err(reason.to_owned()));
            let entry = Entry {
                source,
                bytes: None,
                analysis,
            };
            self.entries.entry(stem).or_insert(entry);
        }
        Ok(())
    }

    /// The analysis of a scenario, made now if this is the first run that names it.
    pub(super) fn analysis(&self, id: &str) -> Result<&Analysis, RunError> {
        let Some(entry) = self.entries.get(id) else {
            let known = self.entries.keys().map(String::as_str);
            return Err(RunError::unknown_scenario(id, known));
        };
        entry
            .analysis
            .get_or_init(|| entry.analyze(&self.options))
            .as_ref()
            .map_err(|reason| RunError::unusable_scenario(id, reason))
    }
}

impl Entry {
    fn analyze(&self, options: &Options<'_>) -> Result<Analysis, String> {
        let read;
        let bytes = match &self.bytes {
            Some(bytes) => bytes,
            None => {
                read = self
                    .source
                    .read(MAX_BYTES)
                    .map_err(|failure| failure.message())?;
                &read
            }
        };
        let (_, scenario) = of_bytes(bytes).map_err(|unusable| self.reason(&unusable))?;
        match zopa::analyze(&scenario, options) {
            Ok(Completeness::Complete(analysis)) => Ok(analysis),
            Ok(Completeness::Stopped(stopped)) => Err(format!(
                "its analysis needs more than {} points at once",
                stopped.points
            )),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The first error, and how many there are.
    fn reason(&self, Unusable { text, diagnostics }: &Unusable) -> String {
        let mut errors = diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error);
        let name = self.source.name();
        let Some(first) = errors.next() else {
            return format!("`{name}` has errors");
        };
        let Position { line, column } = Position::of(text, first.span.start);
        let more = match errors.count() {
            0 => String::new(),
            more => format!(" (and {} more)", render::count(more, "error")),
        };
        format!(
            "{name}:{line}:{column}: {} [{}]{more}",
            first.message, first.code
        )
    }
}

fn peek(source: &Source) -> (Option<Vec<u8>>, Peek) {
    let bytes = match source.read(MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(failure) => return (None, Peek::None(failure.message())),
    };
    let peek = match text_of(&bytes) {
        Err(refused) => {
            let why = refused
                .diagnostics
                .first()
                .map(|found| found.message.as_str());
            Peek::None(format!("`{}`: {}", source.name(), why.unwrap_or("no text")))
        }
        Ok(text) => peek_text(source, text.trim_start_matches('\u{feff}')),
    };
    (Some(bytes), peek)
}

fn peek_text(source: &Source, text: &str) -> Peek {
    let name = source.name();
    match json::parse(text) {
        Err(error) => {
            let Position { line, column } = Position::of(text, error.span.start);
            Peek::None(format!("{name}:{line}:{column}: {}", error.message))
        }
        Ok(root) => match root.get("id").and_then(json::Node::as_str) {
            Some(id) => Peek::Id(id.to_owned()),
            None => Peek::None(format!("`{name}` has no `id`")),
        },
    }
}
