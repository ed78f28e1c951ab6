//! How far a long command came, told on standard error if that is a terminal.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use super::Output;
use crate::render;

/// A reader that counts what passes through it.
pub(crate) struct Counted<R> {
    reader: R,
    passed: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Counts what is read from here on.
    pub(crate) fn new(reader: R, passed: &Arc<AtomicU64>) -> Self {
        Self {
            reader,
            passed: Arc::clone(passed),
        }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.passed
            .fetch_add(u64::try_from(read).unwrap_or(0), Ordering::Relaxed);
        Ok(read)
    }
}

/// Tells how many records there were, how many a second, and how long the rest will take.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    /// Bytes of the input that were read.
    passed: Arc<AtomicU64>,
    /// Records that an earlier run of the command has done.
    before: usize,
}

impl Progress {
    /// Progress beside an output; none where results pass over the same terminal. `total` is the size of the input in bytes, where that
    /// is known.
    pub(crate) fn beside(output: Option<&Output>, total: Option<u64>, before: usize) -> Self {
        let bar = match total {
            _ if output.is_some_and(Output::is_terminal) => ProgressBar::hidden(),
            None => ProgressBar::new_spinner(),
            Some(total) => {
                let style = ProgressStyle::with_template("{bar:24} {percent}%  {msg}  {eta} left");
                ProgressBar::new(total)
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            }
        };
        Self {
            bar,
            begin: Instant::now(),
            passed: Arc::default(),
            before,
        }
    }

    /// What counts the bytes of the input.
    pub(crate) fn passed(&self) -> &Arc<AtomicU64> {
        &self.passed
    }

    /// Shows how many records were done.
    pub(crate) fn show(&self, records: usize) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.begin.elapsed().as_millis().max(1);
        let done = u128::try_from(records - self.before).unwrap_or(0);
        let rate = usize::try_from(done * 1000 / seconds).unwrap_or(0);
        self.bar.set_position(self.passed.load(Ordering::Relaxed));
        self.bar
            .set_message(format!("{}, {rate} /s", render::count(records, "run")));
        self.bar.tick();
    }

    /// Leaves no trace.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
