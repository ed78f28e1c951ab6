//! No text makes the reader panic, and what it says of a text stands in it.

mod common;

use boon::{Compiler, Schemas};
use common::{found, pair, records, rejected, root};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::Value;
use zopa_calibrate::{Limits, Outcome, Record, Severity};

/// Every finding of a record lies in its line, on boundaries of characters, and has words; a pointer leads to a value, or, where one
/// is missing, to what would hold it.
fn assert_sound(record: &Record) {
    let document: Option<Value> =
        serde_json::from_str(record.text.trim_start_matches('\u{feff}')).ok();
    for finding in &record.findings {
        assert!(
            !finding.message.is_empty() && !finding.help.is_empty(),
            "{finding:?}"
        );
        assert!(
            record.text.get(finding.span.clone()).is_some(),
            "{finding:?} in {}",
            record.text
        );
        let Some(document) = &document else { continue };
        let parent = finding.at.rsplit_once('/').map_or("", |(parent, _)| parent);
        let resolves = document
            .pointer(&finding.at)
            .or_else(|| document.pointer(parent));
        assert!(resolves.is_some(), "{finding:?} in {}", record.text);
    }
    let failed = record
        .findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    assert_eq!(record.usable().is_some(), record.pair.is_some() && !failed);
}

/// The places of all values below one.
fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let at = format!("{at}/{key}");
                out.push(at.clone());
                pointers(value, &at, out);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                let at = format!("{at}/{index}");
                out.push(at.clone());
                pointers(value, &at, out);
            }
        }
        _ => {}
    }
}

/// The pair with one value dropped, renamed or replaced.
fn mutate(mut pair: Value, place: prop::sample::Index, way: u8, with: &Value) -> Value {
    let mut places = Vec::new();
    pointers(&pair, "", &mut places);
    let at = place.get(&places).clone();
    let (parent, key) = at.rsplit_once('/').expect("a pointer");
    // an earlier change may have made keys that pointers cannot name as they are
    let Some(parent) = pair.pointer_mut(parent) else {
        return pair;
    };
    match parent {
        Value::Object(members) => {
            let old = members.shift_remove(key);
            match way {
                0 => {}
                1 => drop(members.insert(format!("{key}x"), old.unwrap_or_default())),
                _ => drop(members.insert(key.to_owned(), with.clone())),
            }
        }
        Value::Array(items) => {
            let index = key.parse::<usize>().expect("an index");
            if way == 0 {
                items.remove(index);
            } else {
                items[index] = with.clone();
            }
        }
        _ => {}
    }
    pair
}

fn values() -> impl Strategy<Value = Value> {
    const WORDS: [&str; 12] = [
        "A",
        "B",
        "tie",
        "both_unacceptable",
        "none",
        "slightly_better",
        "pass",
        "fail",
        "user",
        "",
        " ",
        "\u{202e}\u{641}",
    ];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..7).prop_map(Value::from),
        prop::sample::select(&WORDS[..]).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(serde_json::json!([])),
        Just(serde_json::json!({})),
        Just(serde_json::json!({"safety": "fail", "register": 3.0, "register ": 9})),
    ]
}

/// Every change leaves a pair that we refuse exactly where a validator of JSON Schema does.
#[test]
fn changed_pairs_are_judged_as_by_the_schema() {
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    let schema: Value = serde_json::from_str(zopa_calibrate::SCHEMA).expect("JSON");
    compiler
        .add_resource("pair.json", schema)
        .expect("a schema");
    let index = compiler
        .compile("pair.json", &mut schemas)
        .expect("a schema");
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4, values()), 1..5);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(4000));
    let outcome = runner.run(&(any::<bool>(), changes), |(bad, changes)| {
        let mut pair = if bad { rejected() } else { pair() };
        for (place, way, with) in &changes {
            pair = mutate(pair, *place, *way, with);
        }
        let text = pair.to_string();
        for record in records(text.as_bytes(), &Limits::default()) {
            assert_sound(&record);
            let admitted = schemas.validate(&pair, index).is_ok();
            prop_assert_eq!(record.pair.is_some(), admitted, "{}", text);
        }
        Ok(())
    });
    outcome.expect("we agree");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_bytes_are_judged(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..8),
        lines in 1_usize..4,
    ) {
        let line = pair().to_string() + "\n";
        let mut bytes = line.repeat(lines).into_bytes();
        for (place, byte, way) in changes {
            let at = place.index(bytes.len());
            match way {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, byte),
                _ => bytes[at] = byte,
            }
        }
        for record in records(&bytes, &Limits::default()) {
            assert_sound(&record);
        }
    }

    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for record in records(&bytes, &Limits::default()) {
            assert_sound(&record);
        }
    }
}

/// Text of any script comes through as it was written, composed or not.
#[test]
fn texts_are_kept_as_they_are() {
    let text = "\u{627}\u{653}\u{202b}\u{200d}\u{6f1} \u{1f600}";
    let mut changed = pair();
    changed["response_a"] = Value::from(text);
    let records = records(changed.to_string().as_bytes(), &Limits::default());
    let pair = records[0].usable().expect("a pair");
    assert_eq!(pair.a.text, text);
    assert_eq!(pair.gold.outcome, Some(Outcome::A));
    // 4, 3, 3, 2, 4 in the order of the schema
    assert_eq!(pair.a.scores.complete(), Some([4, 3, 3, 2, 4]));
}

/// A line that is long, but not too long, is kept; the reader goes on after one that is.
#[test]
fn the_limit_of_a_line_is_met_exactly() {
    let good = pair().to_string();
    let padded = |length: usize| format!("{}{good}", " ".repeat(length - good.len()));
    let limit = zopa_calibrate::MAX_LINE;
    let text = format!(
        "{}\r\n{}\r\n{}",
        padded(limit),
        padded(limit + 1),
        good.replace("p1", "p2").replace("Next", "Far")
    );
    assert_eq!(
        found(text.as_bytes(), &Limits::default()),
        ["2 jsonl.line_too_long error "]
    );
}

#[test]
fn our_own_pairs_have_no_findings() {
    let folder = root().join("data/pairs");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the pairs") {
        let path = entry.expect("an entry").path();
        // beside the pairs lie verdicts on them, which have a form of their own
        if path.to_string_lossy().ends_with("verdicts.jsonl") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("readable");
        assert_eq!(
            found(&bytes, &Limits::default()),
            [""; 0],
            "{}",
            path.display()
        );
        files += 1;
    }
    assert!(files > 0);
}

/// The list of rules in the documentation is made from the rules; `UPDATE_DOCS=1` rewrites it.
#[test]
fn the_documentation_is_up_to_date() {
    const START: &str = "<!-- The rules: generated, `UPDATE_DOCS=1 cargo test -p zopa-calibrate` rewrites them. -->\n";
    const END: &str = "\n<!-- The end of the rules. -->\n";
    let path = root().join("docs/calibrate.md");
    let page = std::fs::read_to_string(&path).expect("docs/calibrate.md is there");
    let (before, rest) = page.split_once(START).expect("the start of the rules");
    let (_, after) = rest.split_once(END).expect("the end of the rules");
    let wanted = format!(
        "{before}{START}{}{END}{after}",
        zopa_calibrate::rules_markdown()
    );
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &wanted).expect("written");
    } else {
        assert!(
            page == wanted,
            "docs/calibrate.md is stale: UPDATE_DOCS=1 rewrites it"
        );
    }
}
