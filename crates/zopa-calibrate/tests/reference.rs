//! The reference cases beside the repository: every expected finding, and no other one.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use common::{found, records, shared};
use serde_json::Value;
use zopa_calibrate::{Limits, Record};

/// The folder of the cases.
fn cases() -> Option<PathBuf> {
    shared("calibrate/pairs")
}

/// What a case says of a finding: `rule severity pointer`, and the places or the suggestion where it names them.
fn wanted(expect: &Value) -> BTreeSet<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let expected = expect.as_array().expect("a list").iter();
    expected
        .map(|one| {
            let mut line = format!(
                "{} {} {}",
                text(&one["rule"]),
                text(&one["severity"]),
                text(&one["pointer"])
            );
            for related in one["related"].as_array().into_iter().flatten() {
                line += &format!(" related {}", text(related));
            }
            if let Some(related) = one["related_line"].as_u64() {
                line += &format!(" line {related}");
            }
            if let Some(suggestion) = one["suggestion"].as_str() {
                line += &format!(" suggestion {suggestion}");
            }
            line
        })
        .collect()
}

/// The same of what we found.
fn ours(record: &Record) -> Vec<String> {
    let findings = record.findings.iter();
    findings
        .map(|finding| {
            let mut line = format!(
                "{} {} {}",
                finding.rule,
                finding.severity.as_str(),
                finding.at
            );
            for related in &finding.related {
                if related.line == record.line {
                    line += &format!(" related {}", related.at);
                } else {
                    line += &format!(" line {}", related.line);
                }
            }
            if let Some(rest) = finding.help.strip_prefix("did you mean `")
                && finding.rule.as_str() == "unknown_field"
            {
                line += &format!(" suggestion {}", rest.trim_end_matches("`?"));
            }
            line
        })
        .collect()
}

fn expectations(name: &str, folder: &std::path::Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(name)).expect("the expectations");
    serde_json::from_str(&text).expect("a list")
}

#[test]
fn each_invalid_line_has_exactly_its_findings() {
    let Some(folder) = cases() else { return };
    let text = fs::read_to_string(folder.join("invalid.jsonl")).expect("the cases");
    let lines: Vec<&str> = text.lines().collect();
    let expectations = expectations("invalid_expected.json", &folder);
    assert_eq!(lines.len(), expectations.len());
    for (line, case) in lines.iter().zip(&expectations) {
        let records = records(line.as_bytes(), &Limits::default());
        assert_eq!(records.len(), 1);
        let ours = ours(&records[0]);
        let set: BTreeSet<String> = ours.iter().cloned().collect();
        assert_eq!(set.len(), ours.len(), "{case}: nothing is said twice");
        assert_eq!(set, wanted(&case["expect"]), "{case}");
        let shaped = case["json_schema_admits"].as_bool().expect("a flag");
        assert_eq!(records[0].pair.is_some(), shaped, "{case}");
    }
}

#[test]
fn each_file_has_exactly_its_findings() {
    let Some(folder) = cases() else { return };
    for case in expectations("multi_expected.json", &folder) {
        let name = case["file"].as_str().expect("a name");
        let bytes = fs::read(folder.join(name)).expect("the case");
        let ours: BTreeSet<String> = records(&bytes, &Limits::default())
            .iter()
            .flat_map(|record| {
                ours(record)
                    .into_iter()
                    .map(|line| format!("{} {line}", record.line))
            })
            .collect();
        let expected = case["expect"].as_array().expect("a list").iter();
        let wanted: BTreeSet<String> = expected
            .flat_map(|one| {
                let set = wanted(&Value::Array(vec![one.clone()]));
                set.into_iter()
                    .map(|line| format!("{} {line}", one["line"]))
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(ours, wanted, "{name}");
    }
}

#[test]
fn good_files_have_no_findings() {
    let Some(folder) = cases() else { return };
    for (name, pairs) in [
        ("valid.jsonl", 22),
        ("synth_noiseless_30.jsonl", 30),
        ("synth_noiseless_60.jsonl", 60),
    ] {
        let bytes = fs::read(folder.join(name)).expect("the case");
        assert_eq!(found(&bytes, &Limits::default()), [""; 0], "{name}");
        let usable = records(&bytes, &Limits::default());
        assert_eq!(
            usable
                .iter()
                .filter(|record| record.usable().is_some())
                .count(),
            pairs,
            "{name}"
        );
    }
}

/// Our copy of the schema is the reference.
#[test]
fn the_schema_is_the_reference() {
    if let Some(path) = shared("preference-pair.schema.json") {
        let text = fs::read_to_string(path).expect("a text");
        assert_eq!(zopa_calibrate::SCHEMA, text);
    }
}
