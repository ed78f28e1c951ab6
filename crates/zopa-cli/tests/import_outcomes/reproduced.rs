//! Corpora imported and scored by the program, against tables that were computed by brute force over whole units.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use zopa_model::{NearestFloat as _, Rational};

use super::{Place, corpus};

/// A row of a table, by the names of its columns.
type Row = BTreeMap<String, String>;

fn table(path: &str) -> Vec<Row> {
    let text = fs::read_to_string(path).expect("a readable table");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let rows = lines.map(|line| {
        let cells = header.iter().zip(line.split(','));
        cells
            .map(|(name, cell)| ((*name).to_owned(), cell.to_owned()))
            .collect()
    });
    rows.collect()
}

/// Rows, deals, Pareto-efficient, envy-free, at a Nash point.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals([usize; 5]);

/// Imports by these arguments, checks that the scenarios are sound, and scores the runs.
fn scored(import: &[&str]) -> Vec<Value> {
    let place = Place::new();
    let imported = place.zopa(&[&["import"], import, &["-o", "out"]].concat());
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    let checked = place.zopa(&["check", "out/scenarios", "--format", "json"]);
    assert_eq!(checked.json()["errors"], 0);
    let scored = place.zopa(&[
        "score",
        "out/runs.jsonl",
        "--scenarios",
        "out/scenarios",
        "--metrics",
        "lewis,hua",
        "--exact",
        "--strict",
        "--format",
        "jsonl",
    ]);
    assert_eq!(scored.code, 0, "{}", scored.stderr);
    scored.json_lines()
}

fn number(value: &Value) -> Rational {
    let text = value.as_str().expect("an exact number");
    Rational::from_fraction(text).expect("a fraction")
}

/// What the score says must be what the row says.
fn compare(score: &Value, row: &Row, points: i64, totals: &mut Totals) {
    let id = &row["id"];
    let zopa = &score["zopa"];
    let (lewis, hua) = (&zopa["metrics"]["lewis"], &zopa["metrics"]["hua"]);
    let is_deal = !row["deal_A"].is_empty();
    totals.0[0] += 1;
    assert_eq!(lewis["agreed"], is_deal, "{id}");
    if !is_deal {
        assert!(lewis["pareto_optimal"].is_null(), "{id}");
        assert_eq!(
            (&hua["pareto_optimal"], &hua["envy_free"]),
            (&Value::Bool(false), &Value::Bool(false)),
            "{id}"
        );
        return;
    }
    for (party, column) in ["uA", "uB"].into_iter().enumerate() {
        let found = number(&zopa["utility"][party]) * Rational::from(points);
        assert_eq!(found.to_string(), row[column], "{id}");
    }
    let flag = |column: &str| row[column] == "1";
    assert_eq!(lewis["pareto_optimal"], flag("pareto"), "{id}");
    assert_eq!(hua["pareto_optimal"], flag("pareto"), "{id}");
    assert_eq!(hua["envy_free"], flag("envy_free"), "{id}");
    let ratio = number(&zopa["nash_ratio"]);
    let gains = [number(&zopa["gain"][0]), number(&zopa["gain"][1])];
    if gains.iter().all(|gain| !gain.is_negative()) && row["max_nash"] != "0" {
        assert_eq!(ratio.to_string(), row["nash_ratio"], "{id}");
    }
    let at_nash = ratio == Rational::ONE;
    assert_eq!(at_nash, flag("at_nbs"), "{id}");
    for (total, holds) in
        totals.0[1..]
            .iter_mut()
            .zip([true, flag("pareto"), flag("envy_free"), at_nash])
    {
        *total += usize::from(holds);
    }
}

/// Scores whose runs bear the rows' ids.
fn by_id(scores: &[Value], rows: &[Row], points: i64, name: impl Fn(&str) -> String) -> Totals {
    let mut totals = Totals::default();
    let named: BTreeMap<&str, &Value> = scores
        .iter()
        .map(|score| (score["run"].as_str().expect("a name"), score))
        .collect();
    for row in rows {
        let score = named.get(name(&row["id"]).as_str());
        let score = score.unwrap_or_else(|| panic!("there is no run of {}", row["id"]));
        compare(score, row, points, &mut totals);
    }
    totals
}

#[test]
fn casino_read_raw() {
    let (Some(raw), Some(expected)) = (corpus("casino_valid.json"), corpus("casino_valid.csv"))
    else {
        return;
    };
    let (scores, rows) = (scored(&[&raw]), table(&expected));
    assert_eq!(scores.len(), rows.len());
    let totals = by_id(&scores, &rows, 100, |id| id.replace("casino", "casino-"));
    assert_eq!(totals, Totals([30, 30, 20, 15, 10]));
}

/// A row's number is that of its record in the file, from 0.
#[test]
fn bargains_read_raw() {
    let (Some(raw), Some(expected)) = (corpus("bargain_llm_raw.jsonl"), corpus("bargain_llm.csv"))
    else {
        return;
    };
    let records = fs::read_to_string(&raw).expect("a readable file");
    let names: Vec<String> = records
        .lines()
        .map(|record| {
            let record: Value = serde_json::from_str(record).expect("JSON");
            record["id"].as_str().expect("a name").to_owned()
        })
        .collect();
    let (scores, rows) = (scored(&[&raw]), table(&expected));
    let totals = by_id(&scores, &rows, 100, |id| {
        let number: usize = id["bargain".len()..].parse().expect("a number");
        names[number].clone()
    });
    assert_eq!(totals, Totals([106, 106, 96, 56, 32]));
}

/// The validation set: each negotiation is a row of the whole corpus' table, seen from A or from B.
#[test]
fn deal_or_no_deal_read_raw() {
    let (Some(raw), Some(expected)) = (corpus("dnd_val.txt"), corpus("dnd_open.csv")) else {
        return;
    };
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for row in table(&expected) {
        let list = |column: &str| row[column].replace('|', "_");
        let counts: Vec<u64> = row["counts"]
            .split('|')
            .map(|count| count.parse().expect("a count"))
            .collect();
        let rest = row["deal_A"]
            .split('|')
            .zip(&counts)
            .filter_map(|(taken, count)| Some((count - taken.parse::<u64>().ok()?).to_string()));
        let rest = rest.collect::<Vec<_>>().join("|");
        let goods = ["book", "hat", "ball"]
            .iter()
            .zip(&counts)
            .map(|(name, count)| format!("{name}{count}"));
        let goods = goods.collect::<Vec<_>>().join("_");
        let key = |a: String, b: String, deal: &str| format!("dnd_{goods}_a_{a}_b_{b} {deal}");
        let mut mirrored = row.clone();
        mirrored.insert("uA".to_owned(), row["uB"].clone());
        mirrored.insert("uB".to_owned(), row["uA"].clone());
        mirrored.insert("deal_A".to_owned(), rest.clone());
        rows.insert(key(list("b"), list("a"), &rest), mirrored);
        rows.insert(key(list("a"), list("b"), &row["deal_A"]), row);
    }
    let mut totals = Totals::default();
    for score in scored(&[&raw]) {
        let taken = ["book", "hat", "ball"].map(|kind| {
            let units = score["allocation"].as_object().into_iter().flatten();
            units
                .filter(|(unit, party)| unit.starts_with(kind) && *party == "A")
                .count()
                .to_string()
        });
        let deal = if score["allocation"].is_null() {
            String::new()
        } else {
            taken.join("|")
        };
        let key = format!("{} {deal}", score["scenario"].as_str().expect("an id"));
        let row = rows
            .get(&key)
            .unwrap_or_else(|| panic!("the table has no {key}"));
        compare(&score, row, 10, &mut totals);
    }
    assert_eq!(totals, Totals([525, 422, 343, 398, 240]));
}

/// How the columns of the tables are read.
const TABLE: &str = r#"
name = "table"
run = "id"
without_deal = ["dA", "dB"]
[units]
kinds = ["one", "two", "three"]
counts = "counts"
values = ["a", "b"]
to_a = "deal_A"
"#;

fn as_table(name: &str, points: i64) -> Option<Totals> {
    let path = corpus(name)?;
    let place = Place::new();
    place.write("table.toml", TABLE);
    let mapping = place.path("table.toml");
    let mapping = mapping.to_str().expect("a name in UTF-8");
    let (scores, rows) = (scored(&[&path, "--map", mapping]), table(&path));
    assert_eq!(scores.len(), rows.len());
    Some(by_id(&scores, &rows, points, str::to_owned))
}

/// The whole corpus: 5,409 negotiations with both rows.
#[test]
fn deal_or_no_deal_as_a_table() {
    if let Some(totals) = as_table("dnd_open.csv", 10) {
        assert_eq!(totals, Totals([5409, 4363, 3385, 4098, 2444]));
    }
}

#[test]
fn casino_as_a_table() {
    if let Some(totals) = as_table("casino_train.csv", 100) {
        assert_eq!(totals, Totals([900, 876, 588, 361, 178]));
    }
}

/// 55 interviews against utilities, efficiency and Nash ratios that were computed in floats.
#[test]
fn job_interviews() {
    let Some(raw) = corpus("job_interview_open.jsonl") else {
        return;
    };
    let records = fs::read_to_string(&raw).expect("a readable file");
    let scores = scored(&[&raw]);
    let expected: Vec<Value> = records
        .lines()
        .map(|record| serde_json::from_str(record).expect("JSON"))
        .collect();
    assert_eq!(scores.len(), expected.len());
    for (score, record) in scores.iter().zip(&expected) {
        let (zopa, expected) = (&score["zopa"], &record["expected"]);
        let near = |found: &Value, wanted: &Value| {
            let found = number(found).to_f64();
            let wanted = wanted.as_f64().expect("a number");
            assert!(
                (found - wanted).abs() < 1e-9,
                "{}: {found} is not {wanted}",
                record["id"]
            );
        };
        near(&zopa["utility"][0], &expected["uW"]);
        near(&zopa["utility"][1], &expected["uR"]);
        near(&zopa["nash_ratio"], &expected["nash_ratio"]);
        assert_eq!(
            zopa["pareto_efficient"], expected["pareto"],
            "{}",
            record["id"]
        );
    }
}
