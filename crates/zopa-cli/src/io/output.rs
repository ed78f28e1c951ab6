//! Writing: to standard output, or to a file that is whole or not there at all.

use std::fs;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{interrupt, ledger};
use crate::args::OutputArgs;
use crate::exit::{Failure, Reason};
use crate::render::{self, Style};

/// Where a command's results go. [`finish`](Self::finish) must end it: a file that is not finished never appears.
pub(crate) struct Output {
    target: Target,
}

enum Target {
    Stdout(BufWriter<Stdout>),
    /// A device or a pipe: it cannot be replaced, so it is written to as it is.
    Special(BufWriter<fs::File>),
    File(Box<Pending>),
}

impl Output {
    /// Standard output, or the file that was asked for.
    pub(crate) fn open(args: &OutputArgs) -> Result<Self, Failure> {
        match &args.output {
            Some(path) if path.as_os_str() != "-" => Self::open_at(path, args.force),
            _ => Ok(Self::stdout()),
        }
    }

    /// A file; one that is there is overwritten only by `force`.
    pub(crate) fn open_at(path: &Path, force: bool) -> Result<Self, Failure> {
        let output = Self::open_again(path, force)?;
        if matches!(output.target, Target::File(_)) {
            ledger::writes(path)?;
        }
        Ok(output)
    }

    /// As [`open_at`](Self::open_at), for a file that this command has claimed before.
    pub(crate) fn open_again(path: &Path, force: bool) -> Result<Self, Failure> {
        let target = Self::open_file(path, force)?;
        Ok(Self { target })
    }

    /// Standard output.
    pub(crate) fn stdout() -> Self {
        let target = Target::Stdout(BufWriter::new(io::stdout()));
        Self { target }
    }

    fn open_file(path: &Path, force: bool) -> Result<Target, Failure> {
        let unwritable = |error: &io::Error| cannot_write(path, error);
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(Failure::usage(format!(
                "cannot write to `{}`: it is a folder",
                path.display()
            ))
            .help("name a file in it")),
            Ok(meta) if !meta.is_file() => {
                let file = fs::OpenOptions::new().write(true).open(path);
                let file = file.map_err(|error| unwritable(&error))?;
                Ok(Target::Special(BufWriter::new(file)))
            }
            Ok(_) if !force => Err(already_there(path)),
            _ => Ok(Target::File(Box::new(Pending::new(path, force)?))),
        }
    }

    /// Does a person see this as it is written?
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.target, Target::Stdout(_)) && io::stdout().is_terminal()
    }

    /// Styled or plain: files are plain unless colours are asked for.
    pub(crate) fn style(&self) -> Style {
        match self.target {
            Target::Stdout(_) => render::stdout_style(),
            _ => render::file_style(),
        }
    }

    /// Makes what was written appear.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.target {
            Target::Stdout(mut stream) => Ok(stream.flush()?),
            Target::Special(mut file) => Ok(file.flush()?),
            Target::File(pending) => pending.persist(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout(stream) => stream.write(bytes),
            Target::Special(file) => file.write(bytes),
            Target::File(pending) => pending.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(stream) => stream.flush(),
            Target::Special(file) => file.flush(),
            Target::File(pending) => pending.file.flush(),
        }
    }
}

/// Makes a folder, and those above it, where they are not there.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))
}

/// Puts `text` in the place of a file's content, in one step; a symbolic link goes on pointing to the file.
pub(crate) fn replace_file(path: &Path, text: &str) -> Result<(), Failure> {
    let mut pending = Pending::new(path, true)?;
    pending
        .file
        .write_all(text.as_bytes())
        .map_err(|error| cannot_write(path, &error))?;
    pending.persist()
}

/// A short file that is written anew, whole, after each step of long work: an interrupt leaves what was done.
pub(crate) struct Kept {
    path: PathBuf,
    help: &'static str,
}

impl Kept {
    /// A file to be; one that is there is overwritten only by `force`. `help` says how work goes on with it.
    pub(crate) fn open_at(path: &Path, force: bool, help: &'static str) -> Result<Self, Failure> {
        match fs::metadata(path) {
            Ok(meta) if !meta.is_file() => {
                let message = format!(
                    "cannot keep anything in `{}`: it is no file",
                    path.display()
                );
                return Err(Failure::usage(message).help("name a file"));
            }
            Ok(_) if !force => return Err(already_there(path)),
            _ => {}
        }
        Ok(Self {
            path: path.to_owned(),
            help,
        })
    }

    /// Writes what there is so far.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        replace_file(&self.path, text)?;
        interrupt::keep(&self.path, self.help);
        Ok(())
    }
}

/// A file in the making: a temporary one in the same folder, to be renamed.
struct Pending {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
    force: bool,
}

impl Pending {
    fn new(path: &Path, force: bool) -> Result<Self, Failure> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".zopa-").suffix(".tmp");
        let permissions = fs::metadata(&path).map(|meta| meta.permissions());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // narrowed by the umask, as for any new file
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = interrupt::guard(|| {
            let file = builder.tempfile_in(folder)?;
            Ok((file.path().to_owned(), file))
        })
        .map_err(|error| cannot_write(&path, &error))?;
        if let Ok(permissions) = permissions {
            file.as_file()
                .set_permissions(permissions)
                .map_err(|error| cannot_write(&path, &error))?;
        }
        Ok(Self {
            file: BufWriter::new(file),
            path,
            force,
        })
    }

    fn persist(self) -> Result<(), Failure> {
        let Self { file, path, force } = self;
        let file = file
            .into_inner()
            .map_err(|error| cannot_write(&path, error.error()))?;
        let temporary = file.path().to_owned();
        let persisted = if force {
            file.persist(&path)
        } else {
            file.persist_noclobber(&path)
        };
        interrupt::release(&temporary);
        match persisted {
            Ok(_) => Ok(()),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(already_there(&path))
            }
            Err(failed) => Err(cannot_write(&path, &failed.error)),
        }
    }
}

pub(super) fn already_there(path: &Path) -> Failure {
    Failure::usage(format!("`{}` is already there", path.display())).help("`--force` overwrites it")
}

pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let failure = Failure::unusable(format!(
        "cannot write `{}`: {}",
        path.display(),
        Reason(error)
    ));
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            failure.help("the folder that it is to be in must be there")
        }
        io::ErrorKind::PermissionDenied => failure.help("write to a folder that is yours"),
        io::ErrorKind::StorageFull => failure.help("make room, or write to another disk"),
        _ => failure,
    }
}
