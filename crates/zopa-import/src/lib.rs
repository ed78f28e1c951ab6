//! Other programs' files: text in, values and notes out.
//!
//! Two kinds of formats: [`domain`]s, what can be agreed on and what it is worth to whom, and [`outcomes`], what was agreed.
//! A file is untrusted: sizes and depths are bounded, nothing that a file names is resolved or fetched, and what a file leaves
//! open is told in a [`Note`], never filled in silently.

pub mod domain;
mod format;
mod note;
mod number;
pub mod outcomes;

pub use format::{Format, Kind};
pub use note::{Note, NoteCode, Notes, Severity};
pub use number::Door;

/// A file: its name, for messages, and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'t> {
    /// Its name as messages show it.
    pub name: &'t str,
    /// What it holds.
    pub text: &'t str,
}

impl<'t> Source<'t> {
    /// The file's name without folders and extension.
    #[must_use]
    pub fn stem(&self) -> &'t str {
        let name = self.name.rsplit(['/', '\\']).next().unwrap_or(self.name);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
}

/// How to read what a format leaves open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Round every number of the file to so many decimal places before anything else, half away from zero.
    pub round_decimals: Option<u32>,
    /// Cut what is no list of values and no straight line into so many equal steps.
    pub steps: Option<u32>,
}

/// An id in snake_case made of any text: Latin letters in lower case, digits, underscores between; `domain` where nothing is left.
///
/// ```
/// assert_eq!(zopa_import::id_of("England-Zimbabwe (2010)"), "england_zimbabwe_2010");
/// ```
#[must_use]
pub fn id_of(text: &str) -> String {
    let plain = any_ascii::any_ascii(text).to_lowercase();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let id = words.filter(|word| !word.is_empty()).collect::<Vec<_>>();
    if id.is_empty() {
        "domain".to_owned()
    } else {
        id.join("_")
    }
}
