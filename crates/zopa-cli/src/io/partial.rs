//! A file that is made by long work and may be gone on with. While it is made it stands under `FILE.partial`, and what is made there
//! under `FILE.partial.json`; both go when the file is complete.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::output::{already_there, cannot_write};
use super::{Source, interrupt, ledger};
use crate::exit::Failure;

/// Blocks of a file that its fingerprint looks at: of a small file all of it.
const BLOCKS: u64 = 64;
const BLOCK: u64 = 1 << 14;

/// How work goes on with the lines that are kept.
pub(crate) const GOES_ON: &str =
    "the same command with `--resume` goes on from there, while runs and options stay as they are";

/// What is made: everything that decides what the lines are.
pub(crate) type Job = serde_json::Value;

/// Lines in the making.
pub(crate) struct Partial {
    file: File,
    /// The description, locked as long as this command works: no other one writes to the same lines.
    _described: File,
    path: PathBuf,
    target: PathBuf,
    force: bool,
    /// Lines that were there already, and how many of them [`Partial::open`]'s `counts` holds for.
    done: [usize; 2],
    /// Is there something worth keeping?
    kept: bool,
}

impl Partial {
    /// Begins a file, or goes on with one that was begun for the same job. `counts` tells lines that are to be counted.
    pub(crate) fn open(
        target: &Path,
        force: bool,
        resume: bool,
        job: &Job,
        counts: impl Fn(&[u8]) -> bool,
    ) -> Result<Self, Failure> {
        ledger::writes(target)?;
        let path = beside(target, ".partial");
        let begun = fs::symlink_metadata(&path).is_ok();
        let described = beside(target, ".partial.json");
        if begun && resume {
            // without a description there is nothing to lock, and no going on
            let locked = described.exists().then(|| locked(target)).transpose()?;
            same_job(target, job)?;
            let locked = locked.ok_or_else(|| busy(target))?;
            return Self::go_on(target, path, locked, force, counts);
        }
        if fs::metadata(target).is_ok() && !force {
            if !begun && described.exists() && locked(target).is_ok() {
                // left by a program that was killed when the file had its name
                forget(target);
            }
            let failure = already_there(target);
            return Err(if resume {
                failure.and("and nothing was interrupted")
            } else {
                failure
            });
        }
        if begun && !force {
            if described.exists() {
                locked(target)?;
            }
            let message = format!("`{}` is there: scoring was interrupted", path.display());
            return Err(Failure::usage(message)
                .help("`--resume` goes on from there, `--force` begins anew"));
        }
        let failed = |error: &io::Error| cannot_write(&path, error);
        // The description comes first: lines without one could not be gone on with.
        let locked = locked(target)?;
        let text = format!("{job:#}\n");
        interrupt::guard(|| {
            let written = locked
                .set_len(0)
                .and_then(|()| (&locked).write_all(text.as_bytes()));
            written.map(|()| (described.clone(), ()))
        })
        .map_err(|error| cannot_write(&described, &error))?;
        let file = interrupt::guard(|| File::create(&path).map(|file| (path.clone(), file)))
            .map_err(|error| failed(&error))?;
        Ok(Self {
            file,
            _described: locked,
            path,
            target: target.to_owned(),
            force,
            done: [0, 0],
            kept: false,
        })
    }

    /// Opens what is there, and cuts off a line that was not written to its end.
    fn go_on(
        target: &Path,
        path: PathBuf,
        locked: File,
        force: bool,
        counts: impl Fn(&[u8]) -> bool,
    ) -> Result<Self, Failure> {
        let failed = |error: io::Error| cannot_write(&path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .map_err(failed)?;
        let mut done = [0, 0];
        let mut length = 0;
        let mut reader = BufReader::with_capacity(1 << 18, &file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(failed)? > 0 && line.ends_with(b"\n") {
            length += u64::try_from(line.len()).unwrap_or(0);
            done[0] += 1;
            done[1] += usize::from(counts(&line));
            line.clear();
        }
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        interrupt::keep(&path, GOES_ON);
        Ok(Self {
            file,
            _described: locked,
            path,
            target: target.to_owned(),
            force,
            done,
            kept: true,
        })
    }

    /// How many lines were there when it was opened, and how many of them were to be counted.
    pub(crate) fn done(&self) -> [usize; 2] {
        self.done
    }

    /// How many whole lines there are now.
    pub(crate) fn count(&self) -> usize {
        let lines = self.reader().map(BufReader::new);
        lines.map_or(0, |lines| {
            let lines = lines.split(b'\n').map_while(Result::ok).count();
            // what follows the last line's end is none, and is passed over in good order later
            lines.saturating_sub(usize::from(!self.ends_well()))
        })
    }

    /// Does it end with a line's end?
    fn ends_well(&self) -> bool {
        let mut last = [0];
        let read = self.reader().and_then(|mut file| {
            let found = file
                .seek(SeekFrom::End(-1))
                .and_then(|_| file.read_exact(&mut last));
            found.map_err(|error| cannot_write(&self.path, &error))
        });
        read.is_err() || last == *b"\n"
    }

    /// Where the lines are.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// May it replace a file?
    pub(crate) fn is_forced(&self) -> bool {
        self.force
    }

    /// Where they will be.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Appends whole lines; nothing stays behind in memory.
    pub(crate) fn append(&mut self, lines: &[u8]) -> Result<(), Failure> {
        if !self.kept && !lines.is_empty() {
            self.kept = true;
            interrupt::release(&self.path);
            interrupt::release(&beside(&self.target, ".partial.json"));
            interrupt::keep(&self.path, GOES_ON);
        }
        self.file
            .write_all(lines)
            .map_err(|error| cannot_write(&self.path, &error))
    }

    /// The lines from the start.
    pub(crate) fn reader(&self) -> Result<File, Failure> {
        File::open(&self.path).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let failed = |error: &io::Error| cannot_write(&self.target, error);
        if !self.force && fs::metadata(&self.target).is_ok() {
            return Err(already_there(&self.target)
                .help(format!("the scores are in `{}`", self.path.display())));
        }
        self.file.sync_data().map_err(|error| failed(&error))?;
        fs::rename(&self.path, &self.target).map_err(|error| failed(&error))?;
        forget(&self.target);
        Ok(())
    }

    /// Removes it: what it held stands in another file.
    pub(crate) fn remove(self) {
        let _ = fs::remove_file(&self.path);
        forget(&self.target);
    }
}

/// Takes what is written, and tells whether a file holds just that.
pub(crate) struct Compared {
    file: BufReader<File>,
    differs: bool,
}

impl Compared {
    /// Compares with this file.
    pub(crate) fn with(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufReader::new(File::open(path)?),
            differs: false,
        })
    }

    /// Was everything that the file holds written, and nothing else?
    pub(crate) fn same(mut self) -> io::Result<bool> {
        Ok(!self.differs && self.file.fill_buf()?.is_empty())
    }
}

impl Write for Compared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.differs {
            let mut there = Vec::with_capacity(bytes.len());
            let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            Read::by_ref(&mut self.file)
                .take(length)
                .read_to_end(&mut there)?;
            self.differs = there != bytes;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes the description; without its lines it means nothing.
fn forget(target: &Path) {
    let _ = fs::remove_file(beside(target, ".partial.json"));
}

fn beside(target: &Path, ending: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The description of a file in the making, made where there is none, and locked. The system ends the lock with the program.
fn locked(target: &Path) -> Result<File, Failure> {
    let path = beside(target, ".partial.json");
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    let opened = match options.open(&path) {
        // what is made here goes with an interrupt, from the moment that it is there
        Err(error) if error.kind() == io::ErrorKind::NotFound => interrupt::guard(|| {
            let made = options.create_new(true).open(&path)?;
            Ok((path.clone(), made))
        }),
        opened => opened,
    };
    let file = opened.map_err(|error| match error.kind() {
        // the folder, which is no less wanted for the file itself
        io::ErrorKind::NotFound => cannot_write(target, &error),
        // in this instant
        io::ErrorKind::AlreadyExists => busy(target),
        _ => cannot_write(&path, &error),
    })?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(busy(target)),
        // where files cannot be locked nothing can be said
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    // the command that had it may have come to its end meanwhile, and have removed it
    if path.exists() {
        Ok(file)
    } else {
        Err(busy(target))
    }
}

fn busy(target: &Path) -> Failure {
    let message = format!("another command is writing `{}`", target.display());
    Failure::usage(message).help("wait until it is done, or write to another file")
}

/// Is what was begun what is wanted now?
fn same_job(target: &Path, job: &Job) -> Result<(), Failure> {
    let described = beside(target, ".partial.json");
    let help = "begin anew with `--force`, or write to another file";
    let text = fs::read_to_string(&described);
    let begun: Option<Job> = text.ok().and_then(|text| serde_json::from_str(&text).ok());
    let Some(begun) = begun else {
        let message = format!(
            "cannot resume: `{}`, which says what was begun, cannot be read",
            described.display()
        );
        return Err(Failure::usage(message).help(help));
    };
    let empty = serde_json::Map::new();
    let (begun, job) = (
        begun.as_object().unwrap_or(&empty),
        job.as_object().unwrap_or(&empty),
    );
    let changed = job
        .iter()
        .find(|(key, value)| begun.get(key.as_str()) != Some(value))
        .map(|(key, _)| key);
    match changed {
        None => Ok(()),
        Some(key) => {
            let message = format!("cannot resume: {key} changed since scoring was begun");
            Err(Failure::usage(message).help(help))
        }
    }
}

/// A number that differs for texts that differ (G. Fowler, L. C. Noll, K.-P. Vo: FNV-1a, 64 bits).
pub(crate) fn fingerprint_of(bytes: &[u8], seed: u64) -> u64 {
    bytes
        .iter()
        .fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// The size of a file, and a fingerprint of blocks spread evenly over it.
pub(crate) fn fingerprint(source: &Source) -> Result<(u64, String), Failure> {
    let Some(path) = source.path() else {
        return Err(Failure::usage("standard input cannot be read again")
            .help("write the runs to a file, and score that"));
    };
    let failed = |error: io::Error| source.unreadable(&error);
    let mut file = File::open(path).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    let mut hash = 0;
    let mut block = Vec::new();
    for index in 0..BLOCKS {
        let last = size.saturating_sub(BLOCK);
        let start = if size <= BLOCKS * BLOCK {
            index * BLOCK
        } else {
            last * index / (BLOCKS - 1)
        };
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        block.clear();
        Read::by_ref(&mut file)
            .take(BLOCK)
            .read_to_end(&mut block)
            .map_err(failed)?;
        hash = fingerprint_of(&block, hash);
    }
    Ok((size, format!("{hash:016x}")))
}
