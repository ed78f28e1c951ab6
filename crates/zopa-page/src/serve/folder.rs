//! The files that may be touched: scenario files inside one folder, by plain relative paths, never through a link.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use zopa_model::check::MAX_BYTES;

use super::answer::Refusal;

/// At most so many files are listed, and folders are not entered deeper than this.
const MOST_FILES: usize = 2000;
const DEEPEST: usize = 8;

/// A folder that is served.
pub(super) struct Folder {
    /// Its path without links.
    root: PathBuf,
    /// One save at a time: comparing and replacing belong together.
    saving: Mutex<()>,
}

/// A file's text with what tells whether it changed.
pub(super) struct Read {
    pub(super) text: String,
    /// The SHA-256 of the bytes, in hexadecimal.
    pub(super) version: String,
}

impl Folder {
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        if !root.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(Self {
            root,
            saving: Mutex::new(()),
        })
    }

    /// The folder's own name.
    pub(super) fn name(&self) -> String {
        let name = self.root.file_name().map(|name| name.to_string_lossy());
        name.map_or_else(|| "/".to_owned(), String::from)
    }

    /// The scenario files below, by path; hidden ones and links are left out.
    pub(super) fn list(&self) -> Vec<String> {
        let mut files = Vec::new();
        self.walk(&self.root, DEEPEST, &mut files);
        files.sort();
        files
    }

    fn walk(&self, folder: &Path, depth: usize, files: &mut Vec<String>) {
        // a folder that cannot be read has no files for us
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            if files.len() >= MOST_FILES {
                return;
            }
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else {
                continue;
            };
            let relative = path.strip_prefix(&self.root).ok().and_then(Path::to_str);
            let Some(relative) = relative.map(|path| path.replace('\\', "/")) else {
                continue;
            };
            if kind.is_dir() && depth > 0 && !hidden(&entry.file_name().to_string_lossy()) {
                self.walk(&path, depth - 1, files);
            } else if kind.is_file() && plain(&relative).is_ok() {
                files.push(relative);
            }
        }
    }

    /// The place of a file that is named by a request.
    fn place(&self, path: &str) -> Result<PathBuf, Refusal> {
        let place = self.root.join(plain(path)?);
        let parent = place.parent().unwrap_or(&self.root);
        // a link anywhere on the way would make the two differ
        let real = fs::canonicalize(parent).map_err(|error| missing(path, &error))?;
        let linked = fs::symlink_metadata(&place).is_ok_and(|meta| !meta.is_file());
        if real != parent || linked {
            return Err(outside(path));
        }
        Ok(place)
    }

    pub(super) fn read(&self, path: &str) -> Result<Read, Refusal> {
        let place = self.place(path)?;
        let file = fs::File::open(&place).map_err(|error| missing(path, &error))?;
        let most = u64::try_from(MAX_BYTES)
            .unwrap_or(u64::MAX)
            .saturating_add(1);
        let mut bytes = Vec::new();
        file.take(most)
            .read_to_end(&mut bytes)
            .map_err(|error| missing(path, &error))?;
        let version = version(&bytes);
        let unreadable = |why: &str| {
            let message = format!("`{path}` {why}");
            let help = "`zopa check` tells where, `zopa check --fix` may mend it";
            Refusal::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "unreadable",
                message,
                help,
            )
        };
        if bytes.len() > MAX_BYTES {
            return Err(unreadable("is too large for a scenario"));
        }
        let text = String::from_utf8(bytes).map_err(|_| unreadable("is not UTF-8"))?;
        Ok(Read { text, version })
    }

    /// Writes a file whole or not at all. `base` is the version that was read, or nothing for a new file: if something else stands
    /// there now, nothing is written.
    pub(super) fn save(
        &self,
        path: &str,
        text: &str,
        base: Option<&str>,
    ) -> Result<String, Refusal> {
        let place = self.place(path)?;
        let _one_at_a_time = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        if text.len() > MAX_BYTES {
            let message = format!("a scenario has at most {MAX_BYTES} bytes");
            return Err(Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                message,
                "make it shorter",
            ));
        }
        match (fs::symlink_metadata(&place).is_ok(), base) {
            (true, base) => {
                let now = self.read(path)?;
                if base != Some(now.version.as_str()) {
                    let message =
                        format!("`{path}` was changed by another program since it was read");
                    let help = "compare the two, then load the file anew or save over it";
                    let refusal =
                        Refusal::new(StatusCode::CONFLICT, "changed-meanwhile", message, help);
                    return Err(refusal.with("version", json!(now.version)));
                }
            }
            (false, Some(_)) => {
                let message = format!("`{path}` was removed since it was read");
                let help = "save it as a new file, or load another one";
                return Err(Refusal::new(
                    StatusCode::CONFLICT,
                    "gone-meanwhile",
                    message,
                    help,
                ));
            }
            (false, None) => {}
        }
        write(&place, text, base.is_none()).map_err(|error| {
            let message = format!("cannot write `{path}`: {error}");
            Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "unwritable",
                message,
                "is the folder writable?",
            )
        })?;
        Ok(version(text.as_bytes()))
    }
}

/// Writes a temporary file beside, and puts it in the place in one step.
fn write(place: &Path, text: &str, is_new: bool) -> io::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".zopa-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // narrowed by the umask, as for any new file
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    if let Ok(meta) = fs::metadata(place) {
        file.as_file().set_permissions(meta.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    let persisted = if is_new {
        file.persist_noclobber(place)
    } else {
        file.persist(place)
    };
    persisted.map(drop).map_err(|failed| failed.error)
}

/// What tells one content from another.
pub(super) fn version(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hidden(name: &str) -> bool {
    name.starts_with('.')
}

/// A relative path of plain names to a `*.json`.
fn plain(path: &str) -> Result<&Path, Refusal> {
    let names_are_plain = Path::new(path).components().all(|part| match part {
        Component::Normal(name) => !hidden(&name.to_string_lossy()),
        _ => false,
    });
    let odd = |c: char| c == '\\' || c == ':' || c.is_control();
    if path.is_empty() || !names_are_plain || path.contains(odd) || path.contains("//") {
        return Err(outside(path));
    }
    let is_json = Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "json");
    if !is_json {
        let message = format!("`{path}` is no scenario file");
        let help = "scenario files end in `.json`";
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "no-scenario-file",
            message,
            help,
        ));
    }
    Ok(Path::new(path))
}

fn outside(path: &str) -> Refusal {
    let message = format!("`{path}` is not a plain file inside the folder that is served");
    let help = "links, hidden files and ways out of the folder are refused";
    Refusal::new(StatusCode::FORBIDDEN, "outside", message, help)
}

fn missing(path: &str, error: &io::Error) -> Refusal {
    let status = match error.kind() {
        io::ErrorKind::NotFound => StatusCode::NOT_FOUND,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let message = format!("cannot read `{path}`: {error}");
    Refusal::new(status, "missing", message, "is the file still there?")
}
