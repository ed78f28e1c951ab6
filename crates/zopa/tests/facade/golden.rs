//! The golden cases of `data/golden`, whose derivations stand in its notes.

use std::path::{Path, PathBuf};

use serde_json::Value;
use zopa::{
    Convention, Numbers, Options, Run, analysis_json, invalid_json, latent_value, score_json,
};
use zopa_model::json::{Node, parse};

use crate::compare::differences;
use crate::scenarios::{analyze, read};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden");
    let entries = std::fs::read_dir(folder).expect("the golden cases");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    files.sort();
    files
}

/// A value as the file spells it, so that no number passes through a float.
fn spelled(text: &str, node: &Node<'_>) -> String {
    text[node.span.clone()].to_owned()
}

fn value(text: &str, node: &Node<'_>) -> Value {
    serde_json::from_str(&spelled(text, node)).expect("JSON")
}

fn check_analyses(text: &str, case: &Node<'_>, name: &str) -> Vec<String> {
    let scenario = read(&spelled(text, case.get("scenario").expect("a scenario")));
    let mut wrong = Vec::new();
    for member in case.get("expected").expect("expected").members() {
        let convention = match member.key.as_ref() {
            "signed" => Convention::Signed,
            "avoided" => Convention::Avoided,
            other => panic!("no convention {other}"),
        };
        let analysis = analyze(&scenario, convention);
        let options = Options {
            convention,
            ..Options::default()
        };
        let latent = latent_value(&scenario, &options)
            .expect("few latent resources")
            .complete()
            .expect("small");
        let found = analysis_json(&analysis, latent.as_ref(), Numbers::Exact);
        let mut expected = value(text, &member.value);
        // Warnings of style are `check`'s own affair; those that are expected must be there.
        if let Some(warnings) = expected
            .as_object_mut()
            .and_then(|fields| fields.remove("warnings"))
        {
            let decides = |codes: &Value| {
                codes
                    .as_array()
                    .is_some_and(|codes| codes.iter().any(|code| code == "convention-decides-zopa"))
            };
            if decides(&warnings) != decides(&found["warnings"]) {
                wrong.push(format!("{name}: {}", found["warnings"]));
            }
            for code in warnings.as_array().expect("codes") {
                if !found["warnings"]
                    .as_array()
                    .is_some_and(|found| found.contains(code))
                {
                    wrong.push(format!("{name}: no warning {code}"));
                }
            }
        }
        wrong.extend(differences(
            &expected,
            &found,
            &format!("{name} {}", member.key),
        ));
    }
    wrong
}

fn check_runs(text: &str, case: &Node<'_>, name: &str) -> Vec<String> {
    let scenario = read(&spelled(text, case.get("scenario").expect("a scenario")));
    let analysis = analyze(&scenario, Convention::Signed);
    let mut wrong = Vec::new();
    for (index, run) in case.get("runs").expect("runs").items().iter().enumerate() {
        let line = match (run.get("line"), run.get("allocation")) {
            (Some(line), _) => line.as_str().expect("a line").to_owned(),
            (None, Some(allocation)) => {
                format!(
                    r#"{{"scenario": "{}", "allocation": {}}}"#,
                    scenario.id,
                    spelled(text, allocation)
                )
            }
            (None, None) => panic!("{name}: run {index} has neither line nor allocation"),
        };
        let agreement = Run::parse(&line).and_then(|run| {
            assert_eq!(run.scenario()?, scenario.id);
            run.agreement(&scenario)
        });
        let found = match agreement {
            Ok(agreement) => score_json(&scenario, &analysis.score(&agreement), Numbers::Exact),
            Err(error) => invalid_json(&error),
        };
        let expected = value(text, run.get("zopa").expect("what is expected"));
        wrong.extend(differences(&expected, &found, &format!("{name} {line}")));
    }
    wrong
}

fn check_all(check: fn(&str, &Node<'_>, &str) -> Vec<String>) {
    let files = files();
    assert!(files.len() >= 16, "only {} golden cases", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let case = parse(&text).expect("JSON");
        wrong.extend(check(
            &text,
            &case,
            &path.file_stem().expect("a name").to_string_lossy(),
        ));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn analyses() {
    check_all(check_analyses);
}

#[test]
fn runs() {
    check_all(check_runs);
}

/// Every code that a run on resources can have by itself occurs in a golden case. (An unusable scenario is the front end's
/// finding; those of domains are in zopa-model's tests.)
#[test]
fn every_error_code_occurs() {
    let mut missing: Vec<&str> = zopa::RunErrorCode::ALL
        .iter()
        .map(|code| code.as_str())
        .collect();
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        missing.retain(|code| !text.contains(&format!(r#""code": "{code}""#)));
    }
    assert_eq!(
        missing,
        [
            "unusable-scenario",
            "unknown-issue",
            "not-an-option",
            "unsettled-issue"
        ]
    );
}

#[test]
fn every_case_has_its_derivation() {
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/NOTES.md");
    let notes = std::fs::read_to_string(notes).expect("the notes");
    for path in files() {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(
            notes.contains(&format!("\n## {}: ", &name[..3])),
            "{name} has no derivation"
        );
    }
}
