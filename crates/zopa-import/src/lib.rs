//! Other programs' files: text in, values and notes out.
//!
//! Two kinds of formats: [`domain`]s, what can be agreed on and what it is worth to whom, and [`outcomes`], what was agreed.
//! A file is untrusted: sizes and depths are bounded, nothing that a file names is resolved or fetched, and what a file leaves
//! open is told in a [`Note`], never filled in silently.

pub mod domain;
pub mod export;
mod format;
mod note;
mod number;
pub mod outcomes;
mod xml;
mod yaml;

pub use format::{Format, Kind};
pub use note::{Note, NoteCode, Notes, Severity};
pub(crate) use number::Door;

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

/// The text of a file: UTF-8, or Latin-1 where an XML declaration says so; `None` where it is neither.
///
/// ```
/// let bytes = b"<?xml version='1.0' encoding='ISO-8859-1'?><a x='caf\xe9'/>".to_vec();
/// assert!(zopa_import::decode(bytes).is_some_and(|text| text.contains("caf\u{e9}")));
/// assert_eq!(zopa_import::decode(b"caf\xe9".to_vec()), None);
/// ```
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) => error.into_bytes(),
    };
    let head = &bytes[..bytes.len().min(200)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let declared = ["iso-8859-1", "latin1", "windows-1252"];
    let is_declared = head.contains("<?xml") && declared.iter().any(|name| head.contains(name));
    is_declared.then(|| bytes.iter().map(|byte| char::from(*byte)).collect())
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
    let id = snake(text);
    if id.is_empty() {
        "domain".to_owned()
    } else {
        id
    }
}

/// A text in snake_case, as ids are; empty where nothing is left.
pub(crate) fn snake(text: &str) -> String {
    let plain = any_ascii::any_ascii(text).to_lowercase();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}
