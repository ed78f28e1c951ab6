//! Files beside what a command prints.

use std::io::Write as _;
use std::path::PathBuf;

use super::Output;
use crate::exit::Failure;

/// A file that a command writes beside what it prints, if it is wanted: a picture, a certificate.
///
/// It is to be written before anything is printed: whoever stops reading what is printed, as `head` does, has the file all the same.
pub(crate) struct Beside(Option<Output>);

impl Beside {
    /// Claims the file's name.
    pub(crate) fn open(path: Option<&PathBuf>, force: bool) -> Result<Self, Failure> {
        let output = path.map(|path| Output::open_at(path, force));
        Ok(Self(output.transpose()?))
    }

    /// Writes the file, if it is wanted.
    pub(crate) fn write(
        self,
        text: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        let Some(mut output) = self.0 else {
            return Ok(());
        };
        output.write_all(text()?.as_bytes())?;
        output.finish()
    }
}
