//! Which crate may use which, and where dependencies are declared.

use super::{CRATES, File, assert_none, code_of, files_below, made_up, sources_of};

/// One line of a table of dependencies.
struct Dependency<'t> {
    name: &'t str,
    line: &'t str,
}

/// The dependencies of a manifest, those of tests included.
fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut in_table = false;
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            in_table = table.trim_end_matches(']').ends_with("dependencies");
        } else if in_table && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            found.push(Dependency { name, line });
        }
    }
    found
}

/// Dependencies on crates of the workspace that `allowed` does not hold.
fn upward(manifest: &File, allowed: &[&str]) -> Vec<String> {
    let all = dependencies(&manifest.text);
    let forbidden = all.iter().filter(|dependency| {
        CRATES.iter().any(|(name, _)| *name == dependency.name)
            && !allowed.contains(&dependency.name)
    });
    forbidden
        .map(|dependency| {
            format!(
                "{}: `{}` is not below this crate",
                manifest.path, dependency.name
            )
        })
        .collect()
}

/// Dependencies whose version is not the workspace's.
fn versions_of_their_own(manifest: &File) -> Vec<String> {
    let all = dependencies(&manifest.text);
    let own = all
        .iter()
        .filter(|dependency| !dependency.line.contains("workspace"));
    own.map(|dependency| {
        format!(
            "{}: `{}` belongs into `[workspace.dependencies]`",
            manifest.path, dependency.name
        )
    })
    .collect()
}

/// Paths into crates of the workspace that `allowed` does not hold. A crate's own module may bear such a name.
fn upward_paths(file: &File, own_modules: &[&str], allowed: &[&str]) -> Vec<String> {
    super::faults_by_line(file, |line| {
        let code = code_of(line);
        let named = CRATES.iter().find(|(name, _)| {
            let module = name.replace('-', "_");
            let is_used = code.match_indices(&format!("{module}::")).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            is_used && !allowed.contains(name) && !own_modules.contains(&module.as_str())
        });
        named.map(|(name, _)| format!("`{name}` is not below this crate"))
    })
}

/// The modules that a file declares.
fn modules(text: &str) -> Vec<&str> {
    let declared = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("mod ")?;
        rest.strip_suffix(';')
    });
    declared.collect()
}

#[test]
fn imports_point_downwards() {
    let mut faults = Vec::new();
    for (name, allowed) in CRATES {
        for manifest in files_below(&format!("crates/{name}"), &["Cargo.toml"]) {
            faults.extend(upward(&manifest, allowed));
        }
        let files = sources_of(name);
        let top = files
            .iter()
            .find(|file| file.path.ends_with("/lib.rs") || file.path.ends_with("/main.rs"));
        let own = modules(&top.expect("a crate has a root").text);
        for file in &files {
            faults.extend(upward_paths(file, &own, allowed));
        }
    }
    assert_none(&faults);
}

#[test]
fn versions_stand_in_one_place() {
    let manifests = files_below("crates", &["Cargo.toml"]);
    let faults: Vec<String> = manifests.iter().flat_map(versions_of_their_own).collect();
    assert_none(&faults);
}

#[test]
fn every_crate_has_walls_and_lints() {
    for (name, _) in CRATES {
        let folder = format!("crates/{name}");
        let walls = files_below(&folder, &["clippy.toml"]);
        assert!(
            walls[0].text.contains("reason = "),
            "`{}` gives no reason",
            walls[0].path
        );
        let manifest = &files_below(&folder, &["Cargo.toml"])[0];
        assert!(
            manifest.text.contains("[lints]\nworkspace = true"),
            "`{}` has lints of its own",
            manifest.path
        );
    }
}

#[test]
fn upward_imports_are_found() {
    let manifest = made_up(
        "m",
        "[dependencies]\nzopa-model.workspace = true\n# zopa-cli\n[dev-dependencies]\nzopa = { workspace = true }\nserde = \"1\"\n[lints]\nzopa-cli = 1\n",
    );
    assert_eq!(
        upward(&manifest, &["zopa-model"]),
        ["m: `zopa` is not below this crate"]
    );
    assert_eq!(upward(&manifest, &["zopa-model", "zopa"]), [""; 0]);
    assert_eq!(
        versions_of_their_own(&manifest),
        ["m: `serde` belongs into `[workspace.dependencies]`"]
    );

    let source = made_up(
        "s",
        "mod a;\nuse zopa_model::x;\n// zopa_cli::y\nlet z = zopa::check(1);\nuse crate::zopa::z;\n",
    );
    assert_eq!(
        upward_paths(&source, &[], &["zopa-model"]),
        ["s:4: `zopa` is not below this crate"]
    );
    assert_eq!(
        upward_paths(&source, &["zopa"], &[]),
        ["s:2: `zopa-model` is not below this crate"]
    );
    assert_eq!(
        modules("mod a;\npub mod b;\npub(crate) mod c;\nmod tests {"),
        ["a", "b", "c"]
    );
}
