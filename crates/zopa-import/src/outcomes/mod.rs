//! Recorded negotiations as scenarios and runs: one file for each corpus. Text in, [`Imported`] out.
//!
//! Nothing is dropped silently. Each record makes a run, or is counted under the [`Reason`] why it makes none; what is doubtful
//! about a run is counted as well. No value is guessed: numbers are read as the decimals that the text spells.

pub(crate) mod bargain;
pub(crate) mod casino;
pub(crate) mod clembench;
mod collect;
pub(crate) mod dnd;
pub(crate) mod interview;
pub(crate) mod lamen;
mod mapped;
mod reason;
mod record;
mod spell;
mod table;
mod units;

use zopa_model::Position;
use zopa_model::json::{Node, SyntaxError, parse};

use self::collect::Collector;
use crate::{Format, Source};

pub use collect::{Imported, MOST_REMARKS, MadeScenario, Remark, Tally};
pub use mapped::Mapping;
pub use reason::{Fate, Reason};

/// One JSON value that is read whole may have so many bytes: its parsed form takes several times as much. Lines have no such limit.
pub const MAX_WHOLE: usize = 64 << 20;

/// Why a file is not read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file's name; empty for a mapping.
    pub file: String,
    /// The place, from line 1 and column 1.
    pub position: Option<Position>,
    /// What was found and what is wanted.
    pub message: String,
    /// What mends it.
    pub help: String,
}

impl Unreadable {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            file: String::new(),
            position: None,
            message: message.into(),
            help: help.into(),
        }
    }

    pub(crate) fn json(text: &str, error: &SyntaxError) -> Self {
        Self {
            position: Some(Position::of(text, error.span.start)),
            ..Self::new(
                format!("the text is no JSON: {error}"),
                "the whole file is one JSON value; was it cut off or edited by hand?",
            )
        }
    }
}

/// Reads one JSON value that is the whole text.
fn whole(text: &str) -> Result<Node<'_>, Unreadable> {
    if text.len() > MAX_WHOLE {
        let message = format!("one JSON value of more than {MAX_WHOLE} bytes is not read");
        return Err(Unreadable::new(
            message,
            "split the file, or write a record a line (JSON Lines)",
        ));
    }
    parse(text).map_err(|error| Unreadable::json(text, &error))
}

/// Reads the files of a corpus together. A byte-order mark at the beginning of one is passed over.
///
/// Linear in the length of the texts, but for LAMEN, whose records ask for a search among the deals of their game.
///
/// # Errors
/// Where a text as a whole is none of the format's, or the format is one of domains. A record that is faulty is counted and left out
/// instead.
pub fn read(format: Format, sources: &[Source<'_>]) -> Result<Imported, Unreadable> {
    let read: fn(&str, &mut Collector) -> Result<(), Unreadable> = match format {
        Format::Dnd => dnd::read,
        Format::Casino => casino::read,
        Format::Bargain => bargain::read,
        Format::Lamen => lamen::read,
        Format::JobInterview => interview::read,
        Format::Clembench => clembench::read,
        _ => {
            let message = format!(
                "`{}` is a format of domains, not of recorded outcomes",
                format.as_str()
            );
            return Err(Unreadable::new(message, "`--from` names the format"));
        }
    };
    gathered(sources, read)
}

/// Takes all sources into one collection.
fn gathered(
    sources: &[Source<'_>],
    mut read: impl FnMut(&str, &mut Collector) -> Result<(), Unreadable>,
) -> Result<Imported, Unreadable> {
    let mut collector = Collector::default();
    for source in sources {
        collector.begin(source);
        let text = source.text.strip_prefix('\u{feff}').unwrap_or(source.text);
        read(text, &mut collector).map_err(|mut unreadable| {
            source.name.clone_into(&mut unreadable.file);
            unreadable
        })?;
    }
    Ok(collector.finish())
}

/// Does the text hold all of these words? Enough to tell one corpus from another.
fn has_all(text: &str, words: &[&str]) -> bool {
    words.iter().all(|word| text.contains(word))
}
