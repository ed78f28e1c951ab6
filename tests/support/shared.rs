//! Reference data that does not belong to the project. It lies in `../shared` beside the repository, or where `ZOPA_SHARED` says.

use std::path::{Path, PathBuf};

/// The path of a file or folder in it, or a visible message that it is absent.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("ZOPA_SHARED").map_or_else(beside, PathBuf::from);
    let path = folder.join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("SKIPPED: there is no {}", path.display());
    None
}
