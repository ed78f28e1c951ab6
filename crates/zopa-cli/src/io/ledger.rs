//! What a command reads and writes: no file is both, and none is written twice. `--force` overwrites what was there before, never what
//! the command itself needs or made.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::exit::Failure;

/// What is done with a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Written,
}

/// The files of this process; outputs appear at the end only, so it does not matter which of two uses is met first.
static FILES: Mutex<BTreeMap<PathBuf, Use>> = Mutex::new(BTreeMap::new());

/// Notes that a file is read.
pub(super) fn reads(path: &Path) -> Result<(), Failure> {
    // devices and pipes are no files that something could be lost from
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() => note(path, Use::Read),
        _ => Ok(()),
    }
}

/// Notes that a file is going to be written.
pub(super) fn writes(path: &Path) -> Result<(), Failure> {
    note(path, Use::Written)
}

fn note(path: &Path, wanted: Use) -> Result<(), Failure> {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = files.insert(whole(path), wanted);
    let how = match (known, wanted) {
        (None, _) | (Some(Use::Read), Use::Read) => return Ok(()),
        (Some(Use::Written), Use::Written) => "written twice",
        _ => "both read and written",
    };
    let message = format!("`{}` would be {how} by this command", path.display());
    Err(Failure::usage(message).help("give each output a file of its own"))
}

/// One name for a file, however it was named; it may not be there yet.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        path.file_name()
            .map_or_else(|| path.to_owned(), |name| folder.join(name))
    })
}
