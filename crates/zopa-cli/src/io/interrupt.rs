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

/// Where scored runs or answers are kept, once there are some.
static KEPT: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Does the work look at [`is_requested`]?
static GRACEFUL: AtomicBool = AtomicBool::new(false);
static REQUESTED: AtomicBool = AtomicBool::new(false);

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file that an interrupt removes.
pub(super) fn guard<F>(
    make: impl FnOnce() -> Result<(PathBuf, F), std::io::Error>,
) -> std::io::Result<F> {
    install();
    // an interrupt in between waits for the lock, and so finds the file
    let mut unfinished = unfinished();
    let (path, file) = make()?;
    unfinished.push(path);
    Ok(file)
}

/// The file is finished: an interrupt leaves it.
pub(super) fn release(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// An interrupt removes this file too, until something worth keeping is in it.
pub(super) fn guard_file(path: &Path) {
    install();
    unfinished().push(path.to_owned());
}

/// From now on there is something worth keeping in this file.
pub(super) fn keep(path: &Path) {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
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
    for path in unfinished().iter() {
        let _ = fs::remove_file(path);
    }
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let message = match kept.filter(|path| path.exists()) {
        Some(path) => format!("interrupted; what was done is kept in `{}`", path.display()),
        None => "interrupted".to_owned(),
    };
    super::complain(&Failure::interrupted(message));
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
