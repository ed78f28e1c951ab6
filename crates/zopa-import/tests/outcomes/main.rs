//! Recorded negotiations, by hand-made records of every form and fault; with the corpora themselves where they are at hand.

mod corpora;
mod dnd;
mod mapped;
mod others;
#[path = "../../../../tests/support/shared.rs"]
mod shared;

use zopa_import::outcomes::{Imported, Reason, Unreadable, read};
use zopa_import::{Format, Source};

/// Reads a text that is one of the corpus.
fn import(format: Format, text: &str) -> Imported {
    attempt(format, text).expect("a text of the corpus")
}

/// Reads a text that may be none of the corpus.
fn attempt(format: Format, text: &str) -> Result<Imported, Unreadable> {
    let source = Source {
        name: "folder/file.txt",
        text,
    };
    read(format, &[source])
}

/// The runs as JSON.
fn runs(imported: &Imported) -> Vec<serde_json::Value> {
    let runs = imported.runs.iter();
    runs.map(|run| serde_json::from_str(run).expect("a run is JSON"))
        .collect()
}

/// How often a reason occurred.
fn count(imported: &Imported, reason: Reason) -> usize {
    imported.tally.reasons.get(&reason).copied().unwrap_or(0)
}

/// Every scenario passes the checks without an error, and the ids are those of the files.
fn assert_sound(imported: &Imported) {
    for scenario in &imported.scenarios {
        let checked = zopa_model::check(&scenario.text);
        let faults = checked.diagnostics.iter();
        let errors: Vec<String> = faults
            .filter(|fault| fault.severity == zopa_model::Severity::Error)
            .map(|fault| format!("{}: {}", fault.at, fault.message))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", scenario.text);
        assert_eq!(
            checked.scenario.map(|scenario| scenario.id),
            Some(scenario.id.clone())
        );
    }
}
