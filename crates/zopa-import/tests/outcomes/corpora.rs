//! The corpora themselves against tables of their deals. Skipped, with a word, where they are not at hand.

use std::collections::BTreeMap;

use zopa_import::Format;
use zopa_import::outcomes::{Imported, Reason};

use crate::shared::shared;

use super::{assert_sound, count, import, runs};

fn file(name: &str) -> Option<String> {
    let path = shared(&format!("data/corpora/{name}"))?;
    Some(std::fs::read_to_string(path).expect("a text"))
}

/// A row of a table: counts, both parties' points, what each has without a deal, and what A got.
type Row = (String, [String; 2], [String; 2], String);

fn table(text: &str) -> BTreeMap<Row, usize> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let mut rows = BTreeMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |name: &str| {
            let at = header
                .iter()
                .position(|known| *known == name)
                .expect("a column");
            cells[at].to_owned()
        };
        let row = (
            cell("counts"),
            [cell("a"), cell("b")],
            [cell("dA"), cell("dB")],
            cell("deal_A"),
        );
        *rows.entry(row).or_default() += 1;
    }
    rows
}

/// The runs as such rows, read back from the scenarios and runs that were written.
fn rows(imported: &Imported, per_utility: i64) -> BTreeMap<Row, usize> {
    let scenarios = imported.scenarios.iter().map(|made| {
        let scenario = zopa_model::check(&made.text).scenario.expect("a scenario");
        (made.id.clone(), scenario)
    });
    let scenarios: BTreeMap<_, _> = scenarios.collect();
    let points = |weight: &zopa_model::Rational| {
        (weight * &zopa_model::Rational::from(per_utility)).to_string()
    };
    let mut rows = BTreeMap::new();
    for run in runs(imported) {
        let scenario = &scenarios[run["scenario"].as_str().expect("an id")];
        // kind, units, what each is worth, and how many A got
        let mut kinds: Vec<(String, usize, [String; 2], usize)> = Vec::new();
        for resource in &scenario.resources {
            let (kind, _) = resource.id.rsplit_once('_').expect("a unit's id");
            if kinds.last().is_none_or(|(last, ..)| last != kind) {
                let worth = [points(&resource.weight[0]), points(&resource.weight[1])];
                kinds.push((kind.to_owned(), 0, worth, 0));
            }
            let last = kinds.last_mut().expect("just put there");
            last.1 += 1;
            last.3 += usize::from(run["allocation"][&resource.id] == "A");
        }
        let joined = |texts: Vec<String>| texts.join("|");
        let worth = |party: usize| joined(kinds.iter().map(|kind| kind.2[party].clone()).collect());
        let batna = |party: usize| {
            let batna = scenario.parties[party].batna.as_ref();
            batna.map_or_else(|| "0".to_owned(), |batna| points(&batna.utility))
        };
        let deal = if run["allocation"].is_null() {
            String::new()
        } else {
            joined(kinds.iter().map(|kind| kind.3.to_string()).collect())
        };
        let counts = joined(kinds.iter().map(|kind| kind.1.to_string()).collect());
        let row = (counts, [worth(0), worth(1)], [batna(0), batna(1)], deal);
        *rows.entry(row).or_default() += 1;
    }
    rows
}

/// The same negotiation with the parties' places changed.
fn mirrored(row: &Row) -> Row {
    let (counts, [a, b], [without_a, without_b], deal) = row.clone();
    let rest = counts
        .split('|')
        .zip(deal.split('|'))
        .filter_map(|(all, taken)| {
            let (all, taken): (u64, u64) = (all.parse().ok()?, taken.parse().ok()?);
            Some((all - taken).to_string())
        });
    let rest = rest.collect::<Vec<_>>().join("|");
    (counts, [b, a], [without_b, without_a], rest)
}

/// 30 dialogues, all with a deal.
#[test]
fn casino_is_its_table() {
    let (Some(raw), Some(expected)) = (file("casino_valid.json"), file("casino_valid.csv")) else {
        return;
    };
    let imported = import(Format::Casino, &raw);
    assert_sound(&imported);
    assert_eq!(imported.tally.reasons, BTreeMap::new());
    assert_eq!(rows(&imported, 100), table(&expected));
}

/// 127 runs: 20 without values; of the 107 others the table holds the 106 that deal out everything.
#[test]
fn bargains_are_their_table() {
    let (Some(raw), Some(expected)) = (file("bargain_llm_raw.jsonl"), file("bargain_llm.csv"))
    else {
        return;
    };
    let imported = import(Format::Bargain, &raw);
    assert_sound(&imported);
    assert_eq!(imported.tally.records, 127);
    assert_eq!(
        (
            count(&imported, Reason::NoValues),
            count(&imported, Reason::UnitsLeft)
        ),
        (20, 1)
    );
    let incomplete: Vec<usize> = imported
        .tally
        .remarks
        .iter()
        .filter(|remark| remark.reason == Reason::UnitsLeft)
        .map(|remark| remark.line)
        .collect();
    let source = raw.lines().nth(incomplete[0] - 1).expect("a line");
    let name: serde_json::Value = serde_json::from_str(source).expect("JSON");
    let mut complete = imported.clone();
    complete.runs.retain(|run| {
        let run: serde_json::Value = serde_json::from_str(run).expect("JSON");
        run["run"] != name["id"]
    });
    assert_eq!(complete.runs.len(), 106);
    assert_eq!(rows(&complete, 100), table(&expected));
}

/// 1,087 rows: 525 dialogues with both rows, of which 422 are deals; 37 rows whose mirror is missing. All 525 are rows of the table of
/// the whole corpus, seen from A or from B.
#[test]
fn deal_or_no_deal_is_in_its_table() {
    let (Some(raw), Some(expected)) = (file("dnd_val.txt"), file("dnd_open.csv")) else {
        return;
    };
    let imported = import(Format::Dnd, &raw);
    assert_sound(&imported);
    assert_eq!(count(&imported, Reason::NoMirror), 37);
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (422, 103));
    assert_eq!(2 * imported.runs.len() + 37, raw.lines().count());
    let table = table(&expected);
    // of the two views of a row the table has one: both count for the same negotiation
    let normal = |row: &Row| row.clone().min(mirrored(row));
    let mut there: BTreeMap<Row, usize> = BTreeMap::new();
    for (row, times) in &table {
        *there.entry(normal(row)).or_default() += times;
    }
    for (row, times) in rows(&imported, 10) {
        let left = there.entry(normal(&row)).or_default();
        *left = left
            .checked_sub(times)
            .unwrap_or_else(|| panic!("{row:?} is {times} times too many"));
    }
}

/// Every record makes a run or is counted.
#[test]
fn nothing_is_lost() {
    for (corpus, name, scenarios, tally) in [
        (Format::Lamen, "lamen_runs.jsonl", 10, [961, 394, 545, 22]),
        (
            Format::JobInterview,
            "job_interview_open.jsonl",
            55,
            [55, 55, 0, 0],
        ),
        (
            Format::Clembench,
            "clembench_dond_v3.0.json",
            40,
            [40, 0, 0, 0],
        ),
    ] {
        let Some(raw) = file(name) else { return };
        let imported = import(corpus, &raw);
        assert_sound(&imported);
        assert_eq!(imported.scenarios.len(), scenarios, "{name}");
        let found = &imported.tally;
        let counted = [found.records, found.deals, found.no_deals, found.skipped()];
        assert_eq!(counted, tally, "{name}");
    }
}
