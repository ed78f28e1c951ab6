//! The scenarios that runs may name: found by id, read again and analysed when first named.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use zopa::{Analysis, Convention, Position, Severity};
use zopa_batch::Scorers;
use zopa_model::check::MAX_BYTES;
use zopa_model::json;

use crate::commands::scenario::{Unusable, of_bytes, text_of};
use crate::exit::Failure;
use crate::io::{self, Source};
use crate::render;

/// A file that may hold a scenario.
struct Entry {
    source: Source,
    /// The content, of what cannot be read twice.
    bytes: Option<Vec<u8>>,
}

/// What a look into a file shows.
enum Peek {
    /// A scenario with this id, or what was meant as one.
    Id(String),
    /// No id can be read, for this reason.
    None(String),
}

/// Looks for the ids in files and folders. What has no id is told on standard error. Beside the scorers stands a number that differs where
/// the files do.
pub(super) fn index(paths: &[PathBuf], convention: Convention) -> Result<(Scorers, u64), Failure> {
    let (sources, failures) = io::expand(paths);
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    let peeked: Vec<(Source, Option<Vec<u8>>, u64, Peek)> = sources
        .into_par_iter()
        .map(|source| {
            let (bytes, peek) = peek(&source);
            let known = io::fingerprint_of(bytes.as_deref().unwrap_or_default(), 0);
            let keep = source.path().is_none();
            (source, bytes.filter(|_| keep), known, peek)
        })
        .collect();
    // whatever the order in which the files were named
    let known = peeked.iter().fold(0, |all, (_, _, known, _)| all ^ known);
    let mut scorers = Scorers::new();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut nameless = Vec::new();
    for (source, bytes, _, peek) in peeked {
        match peek {
            Peek::Id(id) => {
                let name = source.name();
                if let Some(other) = names.insert(id.clone(), name.clone()) {
                    let message = format!("`{other}` and `{name}` have the same id `{id}`");
                    return Err(
                        Failure::unusable(message).help("give each scenario an id of its own")
                    );
                }
                let entry = Entry { source, bytes };
                scorers.add(id, move || entry.analyze(convention));
            }
            Peek::None(reason) => nameless.push((source, reason)),
        }
    }
    for (source, reason) in nameless {
        add_nameless(&mut scorers, &source, reason)?;
    }
    Ok((scorers, known))
}

/// A file whose id cannot be read is told of. Runs that name it by its file name learn that it is unusable.
fn add_nameless(scorers: &mut Scorers, source: &Source, reason: String) -> Result<(), Failure> {
    if scorers.ids().next().is_none() && source.path().is_none() {
        return Err(Failure::unusable(reason));
    }
    let style = render::stderr_style();
    let told = format!("{reason}; it is no scenario that a run can name");
    io::note(&render::fault(style, "warning", &told, None));
    if let Some(stem) = source.stem()
        && !scorers.contains(stem)
    {
        scorers.add(stem, move || Err(reason.clone()));
    }
    Ok(())
}

impl Entry {
    fn analyze(&self, convention: Convention) -> Result<Analysis, String> {
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
        zopa_batch::analysis(&scenario, convention)
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
