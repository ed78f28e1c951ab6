//! What may stand in documents, and whether what they name is there.

use super::{File, assert_none, faults_by_line, files_below, has_word, is_test, made_up, root};

/// Words that speak of how the project is made and not of the project. (Scenarios may use any word.)
const FOREIGN: [&str; 5] = ["colleague", "colleagues", "session", "sessions", "subagent"];

/// Folders that are some machine's and nobody else's; put together here, so that this file may be looked at too.
fn machine_folders() -> Vec<String> {
    let names = [
        ["wo", "rk"],
        ["fa", "rm"],
        ["ro", "ot"],
        ["ho", "me"],
        ["t", "mp"],
        ["Us", "ers"],
    ];
    names.map(|parts| format!("/{}/", parts.concat())).to_vec()
}

/// The folder of reference data beside the repository, which only tests may look for.
fn reference_folder() -> String {
    ["../sha", "red"].concat()
}

fn machine_paths(file: &File) -> Vec<String> {
    let folders = machine_folders();
    faults_by_line(file, |line| {
        let found = folders.iter().find(|folder| {
            line.match_indices(folder.as_str()).any(|(at, _)| {
                !line[..at].ends_with(|c: char| {
                    c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '}' | ')')
                })
            })
        });
        found.map(|found| format!("`{found}` is a folder of some machine"))
    })
}

fn foreign_words(file: &File) -> Vec<String> {
    faults_by_line(file, |line| {
        let lower = line.to_lowercase();
        let found = FOREIGN.iter().find(|word| has_word(&lower, word));
        found.map(|found| format!("`{found}`: the project speaks of itself alone"))
    })
}

fn reference_paths(file: &File) -> Vec<String> {
    let folder = reference_folder();
    faults_by_line(file, |line| {
        line.contains(&folder)
            .then(|| format!("`{folder}` is for tests alone"))
    })
}

/// The targets of Markdown links, without those on the web and those inside code.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block ^= line.starts_with("```");
        if in_block {
            continue;
        }
        // every other piece between backticks is code
        for prose in line.split('`').step_by(2) {
            let targets = prose
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next());
            found.extend(targets.filter(|target| !target.contains("://")));
        }
    }
    found
}

/// Names of documents in running text: `docs/x.md` between backticks.
fn named_documents(text: &str) -> Vec<&str> {
    let code = text.split('`').skip(1).step_by(2);
    code.filter(|name| name.ends_with(".md") && !name.contains([' ', '<', '*']))
        .collect()
}

/// The anchor of a heading, as hosts of repositories make it.
fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

/// Links to files that are not there, or to headings that they do not have. `read` gives a file's text by its path from the root.
fn dead_links(file: &File, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut faults = Vec::new();
    for link in links(&file.text) {
        let (path, heading) = link.split_once('#').unwrap_or((link, ""));
        let target = match path {
            "" => Some(file.text.clone()),
            _ => read(&resolve(folder, path)),
        };
        match target {
            None => faults.push(format!("{}: there is no `{path}`", file.path)),
            Some(text)
                if !heading.is_empty() && !anchors(&text).iter().any(|known| known == heading) =>
            {
                faults.push(format!(
                    "{}: `{path}` has no heading `{heading}`",
                    file.path
                ));
            }
            Some(_) => {}
        }
    }
    for name in named_documents(&file.text) {
        if read(name)
            .or_else(|| read(&resolve(folder, name)))
            .is_none()
        {
            faults.push(format!("{}: there is no `{name}`", file.path));
        }
    }
    faults
}

/// A relative path from a folder, as a path from the root.
fn resolve(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

fn documents() -> Vec<File> {
    let all = files_below("", &[".md"]);
    // the texts of single diagnostics are parts of one page
    let pages: Vec<File> = all
        .into_iter()
        .filter(|file| !file.path.contains("/src/"))
        .collect();
    for expected in [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/ARCHITECTURE.md",
        "docs/semantics.md",
    ] {
        assert!(
            pages.iter().any(|page| page.path == expected),
            "there is no `{expected}`"
        );
    }
    pages
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    let read = |path: &str| {
        let path = root.join(path);
        if path.is_dir() {
            Some(String::new())
        } else {
            std::fs::read_to_string(path).ok()
        }
    };
    assert_none(
        &documents()
            .iter()
            .flat_map(|page| dead_links(page, read))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn no_file_knows_a_machine() {
    // hidden folders are not walked
    let ci = std::fs::read_to_string(root().join(".ci/run")).expect("the script of the server");
    assert_none(&machine_paths(&made_up(".ci/run", &ci)));
    let files = files_below(
        "",
        &[
            ".rs", ".md", ".toml", ".json", ".jsonl", ".snap", ".svg", ".yml", "justfile",
        ],
    );
    assert_none(&files.iter().flat_map(machine_paths).collect::<Vec<_>>());
}

#[test]
fn the_project_speaks_of_itself() {
    let files = files_below("", &[".rs", ".md", ".toml", "justfile"]);
    let ours = files
        .iter()
        .filter(|file| !file.path.starts_with("data/") && !file.path.ends_with("tidy/prose.rs"));
    let (tests, shipped): (Vec<&File>, Vec<&File>) =
        ours.partition(|file| is_test(&file.path) || file.path.starts_with("benches/"));
    let mut faults: Vec<String> = shipped
        .iter()
        .flat_map(|file| reference_paths(file))
        .collect();
    faults.extend(
        shipped
            .iter()
            .chain(&tests)
            .flat_map(|file| foreign_words(file)),
    );
    assert_none(&faults);
}

#[test]
fn the_architecture_page_stays_short() {
    let page = documents()
        .into_iter()
        .find(|page| page.path == "docs/ARCHITECTURE.md");
    let lines = page.expect("the page").text.lines().count();
    assert!(
        lines <= 300,
        "docs/ARCHITECTURE.md has {lines} lines, at most 300"
    );
}

#[test]
fn foreign_text_is_found() {
    for folder in machine_folders() {
        assert_eq!(
            machine_paths(&made_up("f", &format!("see {folder}x"))).len(),
            1,
            "{folder}"
        );
        assert_eq!(
            machine_paths(&made_up("f", &format!("see a{folder}x"))),
            [""; 0],
            "{folder}"
        );
    }
    assert_eq!(
        foreign_words(&made_up("f", "a\nin this Session we")),
        ["f:2: `session`: the project speaks of itself alone"]
    );
    assert_eq!(foreign_words(&made_up("f", "obsessions")), [""; 0]);
    assert_eq!(
        reference_paths(&made_up("f", &format!("{}/x", reference_folder()))).len(),
        1
    );
}

#[test]
fn dead_links_are_found() {
    let read = |path: &str| match path {
        "docs/a.md" => Some("# Top\n## 2. Canonical form\n".to_owned()),
        "data/x.json" => Some(String::new()),
        _ => None,
    };
    let good = "[a](a.md) [b](a.md#2-canonical-form) [c](#here) [d](https://x.y/z) [x](../data/x.json) `docs/a.md` `[no](no.md)`\n# Here\n```\n[e](no.md)\n```\n";
    assert_eq!(dead_links(&made_up("docs/b.md", good), read), [""; 0]);
    let bad = "[a](no.md) [b](a.md#canonical) and `docs/none.md`";
    assert_eq!(
        dead_links(&made_up("docs/b.md", bad), read),
        [
            "docs/b.md: there is no `no.md`",
            "docs/b.md: `a.md` has no heading `canonical`",
            "docs/b.md: there is no `docs/none.md`",
        ]
    );
}
