//! Which files belong together, and of which format they are.

use std::path::{Path, PathBuf};

use zopa_import::{Format, Source as Text};
use zopa_model::json::{self, Node};

use crate::exit::Failure;
use crate::io::{self, Source};

/// The longest file that is read at all; formats have lower limits of their own.
const MAX_BYTES: usize = 512 << 20;

/// Files that are read as one.
pub(super) struct Group {
    /// What it is called in messages: the folder, or the files.
    pub(super) name: String,
    /// What an id can be made of: the folder's name, or the first file's.
    pub(super) stem: String,
    pub(super) format: Format,
    /// Names and texts, in the order in which they were given, those of a folder by name.
    pub(super) files: Vec<(String, String)>,
}

impl Group {
    /// The files as the library takes them.
    pub(super) fn sources(&self) -> Vec<Text<'_>> {
        let files = self.files.iter();
        files.map(|(name, text)| Text { name, text }).collect()
    }
}

/// The groups that paths stand for: the named files are one; a folder with files of a format is one, and else each folder below.
pub(super) fn groups(paths: &[PathBuf], from: Option<Format>) -> Result<Vec<Group>, Failure> {
    let (folders, files): (Vec<_>, Vec<_>) = paths.iter().partition(|path| path.is_dir());
    let mut groups = Vec::new();
    if !files.is_empty() {
        let sources: Vec<Source> = files.into_iter().map(|path| Source::new(path)).collect();
        let name = sources[0].name();
        let stem = sources[0].stem().unwrap_or_default().to_owned();
        let files = texts(&sources)?;
        groups.push(named(name, stem, files, from)?);
    }
    for folder in folders {
        let before = groups.len();
        walk(folder, from, &mut groups)?;
        if groups.len() == before {
            let message = format!(
                "there is no file of a known format in `{}`",
                folder.display()
            );
            return Err(Failure::unusable(message).help(KNOWN));
        }
    }
    Ok(groups)
}

const KNOWN: &str =
    "`zopa import --help` lists the formats; `--from` names one, and `--map` reads any table";

/// Files that were named, of any format: names and texts.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    if let Some(folder) = paths.iter().find(|path| path.is_dir()) {
        let message = format!("`{}` is a folder", folder.display());
        return Err(Failure::usage(message).help("name the files in it"));
    }
    let sources: Vec<Source> = paths.iter().map(|path| Source::new(path)).collect();
    texts(&sources)
}

/// Is this what importing makes, or was meant to be?
fn is_scenario(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fields =
        |names: &[&str], node: &Node<'_>| names.iter().all(|name| node.get(name).is_some());
    json::parse(text).is_ok_and(|node| {
        fields(&["id", "participants"], &node) || fields(&["id", "parties", "issues"], &node)
    })
}

/// Files that were named: each has to be of the format.
fn named(
    name: String,
    stem: String,
    files: Vec<(String, String)>,
    from: Option<Format>,
) -> Result<Group, Failure> {
    let mut format = from;
    for (name, text) in &files {
        let guess = from.or_else(|| Format::guess(&Text { name, text }));
        match (format, guess) {
            (_, None) => {
                let failure = Failure::unusable(format!("`{name}` is of no known format"));
                return Err(if is_scenario(text) {
                    failure.help("it is a scenario already: `zopa check` and `analyze` take it")
                } else {
                    failure.help(KNOWN)
                });
            }
            (Some(first), Some(other)) if first != other => {
                let message = format!(
                    "`{name}` looks like `{}`, another one like `{}`",
                    other.as_str(),
                    first.as_str()
                );
                return Err(Failure::unusable(message).help("`--from` names the format"));
            }
            (_, guess) => format = guess,
        }
    }
    let format = format.ok_or_else(|| Failure::usage("no file is named"))?;
    Ok(Group {
        name,
        stem,
        format,
        files,
    })
}

/// A folder's files as a group, if there are any of a format; else those of the folders in it.
fn walk(folder: &Path, from: Option<Format>, groups: &mut Vec<Group>) -> Result<(), Failure> {
    let (paths, folders) = io::entries(folder)?;
    let sources: Vec<Source> = paths.into_iter().map(Source::File).collect();
    let candidates = sources.into_iter().filter(is_text).collect::<Vec<_>>();
    let mut files = texts(&candidates)?;
    let guess = |(name, text): &(String, String)| Format::guess(&Text { name, text });
    let format = from
        .filter(|_| !files.is_empty())
        .or_else(|| files.iter().find_map(guess));
    if let Some(format) = format {
        let fits = |file: &(String, String)| {
            format.recognises(&Text {
                name: &file.0,
                text: &file.1,
            })
        };
        let (taken, left): (Vec<_>, Vec<_>) = files.drain(..).partition(fits);
        for (name, _) in left {
            io::note(&format!(
                "note: `{name}` is not `{}`, and is left out\n",
                format.as_str()
            ));
        }
        if !taken.is_empty() {
            let name = folder.file_name().unwrap_or(folder.as_os_str());
            groups.push(Group {
                name: folder.display().to_string(),
                stem: name.to_string_lossy().into_owned(),
                format,
                files: taken,
            });
            return Ok(());
        }
    }
    for folder in folders {
        walk(&folder, from, groups)?;
    }
    Ok(())
}

/// Does its name end as those of files of the formats do?
fn is_text(source: &Source) -> bool {
    let extension = source.path().and_then(Path::extension);
    extension.is_some_and(|extension| {
        ["xml", "json", "jsonl", "yaml", "yml", "txt", "csv"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

fn texts(sources: &[Source]) -> Result<Vec<(String, String)>, Failure> {
    sources.iter().map(text).collect()
}

fn text(source: &Source) -> Result<(String, String), Failure> {
    let bytes = source.read(MAX_BYTES)?;
    if bytes.len() > MAX_BYTES {
        let message = format!("`{}` has more than {MAX_BYTES} bytes", source.name());
        return Err(Failure::unusable(message).help("is it the file that is meant?"));
    }
    let text = zopa_import::decode(bytes).ok_or_else(|| {
        let message = format!("cannot read `{}`: it is not UTF-8", source.name());
        Failure::unusable(message).help("save it as UTF-8")
    })?;
    Ok((source.name(), text))
}
