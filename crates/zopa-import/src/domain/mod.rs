//! Domains of other programs: the issues of a negotiation and two profiles that value them.
//!
//! Each format has a file, which reads an `Outline` (what can be agreed) and two `Profile`s (what it is worth); `join` makes
//! one [`Domain`] of the three, and [`Domain::to_json`] a file of our own form.

mod evaluator;
mod function;
pub(crate) mod genius;
pub(crate) mod geniusweb;
mod join;
mod name;
pub(crate) mod negmas;
pub(crate) mod negolog;
mod outline;
mod tree;
mod write;

use zopa_model::{DomainIssue, Rational};

use crate::{Format, NoteCode, Notes, Options, Source};

/// The largest file that is read, in bytes. The largest of published domains has some 300 KB.
pub const MAX_BYTES: usize = 16 << 20;

/// A domain that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// Its title, where the files give one.
    pub name: Option<String>,
    /// Both parties in the order of their profiles.
    pub parties: [DomainParty; 2],
    /// What is to be settled.
    pub issues: Vec<DomainIssue>,
}

/// A party of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainParty {
    /// Its name.
    pub name: String,
    /// Its utility without a deal, where its profile says so.
    pub batna: Option<Rational>,
}

/// Reads the files of one domain, in any order but for the two profiles: the first one's party is A. `None`, with an error among the
/// notes, where they are no domain. Linear in the files' size and in the number of options.
#[must_use]
pub fn read(
    format: Format,
    sources: &[Source<'_>],
    options: &Options,
    notes: &mut Notes,
) -> Option<Domain> {
    if let Some(large) = sources.iter().find(|source| source.text.len() > MAX_BYTES) {
        let message = format!("the file has more than {MAX_BYTES} bytes");
        notes.add(NoteCode::FileTooLarge, large, 0, message);
        return None;
    }
    let (outline, profiles) = match format {
        Format::Genius => genius::read(sources, options, notes),
        Format::GeniusWeb => geniusweb::read(sources, options, notes),
        Format::Negmas => negmas::read(sources, options, notes),
        Format::Negolog => negolog::read(sources, options, notes),
        outcomes => {
            let word = outcomes.as_str();
            let message = format!("`{word}` is a format of recorded outcomes, not of domains");
            notes.add(NoteCode::UnexpectedShape, sources.first()?, 0, message);
            None
        }
    }?;
    join::join(&outline, &profiles, options, notes)
}
