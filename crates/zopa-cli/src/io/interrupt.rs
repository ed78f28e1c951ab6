//! Interrupts: Ctrl-C and a request to end. What is half made is removed, and long work may first end in good order.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use crate::exit::{Exit, Failure};

/// So long may work that ends in good order take to do so: it may be waiting for input that never comes.
const PATIENCE: Duration = Duration::from_secs(2);

/// The temporary files that exist at this moment, for the handler of interrupts: it runs beside everything else and
/// can be told of them only so.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where scored runs or answers are kept, once there are some, and how work goes on with them.
static KEPT: Mutex<Option<(PathBuf, &'static str)>> = Mutex::new(None);

/// Does the work look at [`is_requested`]?
static GRACEFUL: AtomicBool = AtomicBool::new(false);
static REQUESTED: AtomicBool = AtomicBool::new(false);

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a file that an interrupt removes, until it is finished or holds something worth keeping.
pub(super) fn guard<F>(
    make: impl FnOnce() -> Result<(PathBuf, F), std::io::Error>,
) -> std::io::Result<F> {
    install();
    // an interrupt in between waits for the lock, and so finds the file; one that came before never gives the lock back
    let mut unfinished = unfinished();
    let (path, file) = make()?;
    unfinished.push(path);
    Ok(file)
}

/// The file is finished, or there is something worth keeping in it: an interrupt leaves it.
pub(super) fn release(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// From now on there is something worth keeping in this file; `help` says how work goes on with it.
pub(super) fn keep(path: &Path, help: &'static str) {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some((path.to_owned(), help));
}

/// While this lives, interrupts are only noted: the work looks at [`is_requested`] and ends in good order.
pub(crate) struct Graceful;

impl Graceful {
    /// From now on.
    pub(crate) fn begin() -> Self {
        install();
        GRACEFUL.store(true, Ordering::SeqCst);
        Self
    }
}

impl Drop for Graceful {
    fn drop(&mut self) {
        GRACEFUL.store(false, Ordering::SeqCst);
    }
}

/// Was the work asked to end?
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

fn end() -> ! {
    // The lock is held to the end: no file is made any more, and nobody complains that one is gone.
    let unfinished = unfinished();
    for path in unfinished.iter() {
        let _ = fs::remove_file(path);
    }
    let failure = Failure::interrupted("interrupted");
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).clone();
    super::complain(&match kept.filter(|(path, _)| path.exists()) {
        Some((path, help)) => failure
            .and(&format!("what was done is kept in `{}`", path.display()))
            .help(help),
        None => failure,
    });
    std::process::exit(Exit::Interrupted as i32);
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let installed = ctrlc::set_handler(|| {
            let again = REQUESTED.swap(true, Ordering::SeqCst);
            if again || !GRACEFUL.load(Ordering::SeqCst) {
                end();
            }
            std::thread::spawn(|| {
                std::thread::sleep(PATIENCE);
                end();
            });
        });
        // Without a handler an interrupt may leave a hidden temporary file, but never half an output.
        drop(installed);
    });
}
