//! Reading: files, folders of files, and standard input.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use zopa_batch::ParquetFile;

use super::ledger;
use crate::exit::{Failure, Reason};

/// A file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// `-`
    Stdin,
    /// A file by its path.
    File(PathBuf),
}

impl Source {
    /// `-` is standard input, all else a path.
    pub(crate) fn new(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// The file's path.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::File(path) => Some(path),
        }
    }

    /// The file's name without its extension.
    pub(crate) fn stem(&self) -> Option<&str> {
        self.path()?.file_stem()?.to_str()
    }

    /// The content as bytes.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + Send>, Failure> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin())),
            Self::File(path) => {
                ledger::reads(path)?;
                let file = File::open(path).map_err(|error| cannot_read(&self.name(), &error))?;
                Ok(Box::new(file))
            }
        }
    }

    /// The content; of a longer one no more than `limit` bytes and one, so that what is too long is known quickly.
    pub(crate) fn read(&self, limit: usize) -> Result<Vec<u8>, Failure> {
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        self.open()?
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(|error| cannot_read(&self.name(), &error))?;
        Ok(bytes)
    }

    /// The content as it comes.
    pub(crate) fn reader(&self) -> Result<impl BufRead, Failure> {
        Ok(BufReader::with_capacity(1 << 16, self.open()?))
    }

    /// The content as Parquet, of which `reader` is the start or all. Its end is read first, so that what is no file must be held in
    /// memory.
    pub(crate) fn parquet(&self, mut reader: impl Read) -> Result<ParquetFile, Failure> {
        let opened = match self.path().filter(|path| path.is_file()) {
            Some(path) => File::open(path).and_then(ParquetFile::open),
            None => {
                let mut bytes = Vec::new();
                let read = reader.read_to_end(&mut bytes);
                read.and_then(|_| ParquetFile::from_bytes(bytes))
            }
        };
        opened.map_err(|error| self.unreadable(&error))
    }

    /// The failure that reading it met this error.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        cannot_read(&self.name(), error)
    }
}

/// The sources that the arguments stand for, each once: files as they are, and of a folder every `*.json` below it, in
/// the order of their paths; hidden files and folders are left out. Beside them what could not be found.
pub(crate) fn expand(paths: &[PathBuf]) -> (Vec<Source>, Vec<Failure>) {
    let mut seen = BTreeSet::new();
    let mut sources = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        let source = Source::new(path);
        let found = match source.path() {
            Some(folder) if folder.is_dir() => match files_below(folder) {
                Ok(files) => files.into_iter().map(Source::File).collect(),
                Err(failure) => {
                    failures.push(failure);
                    continue;
                }
            },
            Some(path) => match fs::metadata(path) {
                Ok(_) => vec![source],
                Err(error) => {
                    failures.push(cannot_read(&source.name(), &error));
                    continue;
                }
            },
            None => vec![source],
        };
        sources.extend(
            found
                .into_iter()
                .filter(|source| seen.insert(source.clone())),
        );
    }
    (sources, failures)
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    if files.is_empty() {
        let message = format!("there is no `*.json` in `{}`", folder.display());
        return Err(Failure::unusable(message).help("name a scenario file, or a folder of them"));
    }
    files.sort();
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for (path, is_folder) in visible(folder)? {
        if is_folder {
            walk(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
            && !path.is_dir()
        {
            files.push(path);
        }
    }
    Ok(())
}

/// What is in a folder, in any order, hidden ones left out; and whether it is a folder. Linked folders are none, so that nobody
/// follows them: a link upwards would never end.
fn visible(folder: &Path) -> Result<Vec<(PathBuf, bool)>, Failure> {
    let list = || -> io::Result<Vec<(PathBuf, bool)>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                found.push((entry.path(), entry.file_type()?.is_dir()));
            }
        }
        Ok(found)
    };
    list().map_err(|error| cannot_read(&folder.display().to_string(), &error))
}

/// The files and the folders in a folder, by path; hidden ones are left out, and links to folders.
pub(crate) fn entries(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for (path, is_folder) in visible(folder)? {
        if is_folder {
            folders.push(path);
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    folders.sort();
    Ok((files, folders))
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    let message = format!("cannot read `{name}`: {}", Reason(error));
    let failure = Failure::unusable(message);
    match error.kind() {
        io::ErrorKind::NotFound => failure.help("is the path spelled as the file is?"),
        io::ErrorKind::PermissionDenied => failure.help("make the file readable for you"),
        io::ErrorKind::IsADirectory => failure.help("name a file in this folder"),
        _ => failure,
    }
}

/// The sources that the arguments stand for: patterns stand for the files that fit them, by name, unless a file is called so. A file
/// that is named twice is read once, which is said: runs that count twice are no more evidence.
pub(crate) fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut seen = BTreeSet::new();
    let mut sources = all_sources(paths)?;
    for source in &sources {
        if let Some(folder) = source.path().filter(|path| path.is_dir()) {
            let message = format!("`{}` is a folder", folder.display());
            let files = folder.join("*.jsonl");
            let help = format!(
                "name files in it, or a pattern such as '{}'",
                files.display()
            );
            return Err(Failure::unusable(message).help(help));
        }
    }
    sources.retain(|source| {
        let whole = source.path().and_then(|path| fs::canonicalize(path).ok());
        let new = whole.is_none_or(|path| !path.is_file() || seen.insert(path));
        if !new {
            super::note(&format!(
                "note: `{}` is named twice, and read once\n",
                source.name()
            ));
        }
        new
    });
    Ok(sources)
}

fn all_sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        let pattern = path
            .to_str()
            .filter(|text| text.contains(['*', '?', '[']) && !path.exists());
        let Some(pattern) = pattern else {
            sources.push(Source::new(path));
            continue;
        };
        let wrong = |reason: String| Failure::usage(format!("`{pattern}`: {reason}"));
        let before = sources.len();
        for found in glob::glob(pattern).map_err(|error| wrong(error.to_string()))? {
            let found = found.map_err(|error| Failure::unusable(error.to_string()))?;
            if !found.is_dir() {
                sources.push(Source::File(found));
            }
        }
        if sources.len() == before {
            let failure = Failure::unusable(format!("no file fits `{pattern}`"));
            return Err(failure.help("is the pattern spelled as the files are?"));
        }
    }
    Ok(sources)
}
