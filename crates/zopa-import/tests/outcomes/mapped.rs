//! Tables of anybody's by a mapping: the shipped example, both forms of goods, options, and what is faulty.

use std::path::Path;

use serde_json::json;
use zopa_import::Source;
use zopa_import::outcomes::{Imported, Mapping, Reason, Unreadable};

use super::{assert_sound, count, runs};

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/import/stall");
    std::fs::read_to_string(folder.join(name)).expect("a shipped file")
}

fn attempt(mapping: &str, text: &str) -> Result<Imported, Unreadable> {
    let source = Source {
        name: "table.csv",
        text,
    };
    Mapping::parse(mapping)?.read(&[source])
}

fn import(mapping: &str, text: &str) -> Imported {
    attempt(mapping, text).expect("a table of the mapping")
}

/// Six rounds: three deals, of which one asks for more jars than there are, one walk-away, one crash.
#[test]
fn the_shipped_table_in_units() {
    let imported = import(&example("units.toml"), &example("deals.csv"));
    assert_sound(&imported);
    assert_eq!(imported.tally.records, 6);
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (3, 1));
    for reason in [Reason::OtherDeal, Reason::LeftOut, Reason::NoAgreement] {
        assert_eq!(count(&imported, reason), 1, "{reason}");
    }
    let runs = runs(&imported);
    assert_eq!(
        runs[1],
        json!({"run": "2", "scenario": runs[0]["scenario"], "allocation": {
            "apple_1": "Left", "apple_2": "Left", "apple_3": "Right", "apple_4": "Right",
            "jar_1": "Left", "jar_2": "Right", "jar_3": "Right"
        }, "model_a": "larch", "model_b": "birch", "ended": "deal"})
    );
    assert_eq!(runs[2]["allocation"], json!(null));
    // 4 * 2 + 3 * 1 = 11 points at most, so that a utility of 1 is 100 points
    let scenario = zopa_model::check(&imported.scenarios[0].text)
        .scenario
        .expect("a scenario");
    assert_eq!(
        scenario.resources[0].weight[0],
        zopa_model::Rational::new(2, 100)
    );
    // 3.5 points stay 3.5 points
    let scenario = zopa_model::check(&imported.scenarios[1].text)
        .scenario
        .expect("a scenario");
    assert_eq!(
        scenario.resources[0].weight[1],
        zopa_model::Rational::new(35, 100)
    );
    let lines: Vec<usize> = imported
        .tally
        .remarks
        .iter()
        .map(|remark| remark.line)
        .collect();
    assert_eq!(lines, [4, 6, 7]);
}

#[test]
fn the_shipped_records_of_options() {
    let imported = import(&example("options.toml"), &example("leases.jsonl"));
    assert_sound(&imported);
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (2, 1));
    // 850 is no option
    assert_eq!(count(&imported, Reason::OtherDeal), 1);
    let runs = runs(&imported);
    assert_eq!(
        runs[1]["allocation"],
        json!({"rent": "800", "term": "2 years"})
    );
    assert_eq!(
        (&runs[1]["seed"], &runs[1]["who/agent"]),
        (&json!(5), &json!("birch"))
    );
}

/// The form of the tables that this project's tests use: lists in cells, an empty one where there is no deal.
const LISTS: &str = r#"
name = "dnd"
run = "id"
without_deal = ["dA", "dB"]
keep = ["uA"]
[units]
kinds = ["book", "hat", "ball"]
counts = "counts"
values = ["a", "b"]
to_a = "deal_A"
"#;

#[test]
fn lists_in_cells() {
    let imported = import(
        LISTS,
        "id,counts,a,b,dA,dB,deal_A,uA\nx,1|2|2,6|1|1,4|0|3,0,0,1|2|0,8\ny,1|2|2,6|1|1,4|0|3,0,0,,\nz,1|2|2,6|1|1,4|0,0,0,,\n",
    );
    assert_sound(&imported);
    assert_eq!(
        imported.scenarios[0].id,
        "dnd_book1_hat2_ball2_a_6_1_1_b_4_0_3"
    );
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (1, 1));
    assert_eq!(count(&imported, Reason::Malformed), 1);
    assert_eq!(runs(&imported)[0]["uA"], json!(8));
    assert_eq!(runs(&imported)[1]["uA"], json!(null));
}

#[test]
fn json_lists_need_no_separator() {
    let record = json!([{"id": "x", "counts": [1, 2], "v": {"a": [6, 2], "b": [4, 3]}, "got": {"a": [1, 0], "b": [0, 1]}}]);
    let mapping = r#"
run = "id"
[units]
kinds = ["Pear", "pear"]
counts = "counts"
values = ["/v/a", "/v/b"]
to_a = "/got/a"
to_b = "/got/b"
"#;
    let imported = import(mapping, &record.to_string());
    assert_sound(&imported);
    // one unit has no taker, and names that make the same id are told apart
    assert_eq!(count(&imported, Reason::UnitsLeft), 1);
    assert_eq!(
        runs(&imported)[0]["allocation"],
        json!({"pear_1_1": "A", "pear_2_1": "B"})
    );
}

#[test]
fn faults_of_a_mapping_have_a_place() {
    for (mapping, line, word) in [
        ("name = ", 1, "no TOML"),
        ("nmae = \"x\"", 1, "did you mean `name`"),
        ("name = \"x\"\n", 1, "`[units]`"),
        ("name = 3\n[units]", 1, "`name` is a text"),
        ("parties = [\"A\", \"A\"]", 1, "two names that differ"),
        (
            "parties = [\"A\", \"shared\"]",
            1,
            "cannot be called `shared`",
        ),
        ("parties = [\"Zoë\", \"B\"]", 1, "not in ASCII"),
        ("[[kind]]\nname = \"x\"\n", 1, "`count` is missing"),
        (
            "[[kind]]\nname = \"x\"\ncount = 1\nvalues = [1]\nto_a = \"x\"",
            4,
            "list of two",
        ),
        (
            "[[kind]]\nname = \"x\"\ncount = 1\nvalues = [1, nan]\nto_a = \"x\"",
            4,
            "a number, or a column's name",
        ),
        (
            "[[kind]]\nname = \"x\"\ncount = 1\nvalues = [1, 2]",
            1,
            "`to_a` or `to_b`",
        ),
        (
            "[[issue]]\nname = \"x\"\noptions = [[\"a\", 1, 2], [\"a\", 1, 2]]",
            3,
            "twice",
        ),
        ("[[issue]]\nname = \"x\"\noptions = []", 3, "no options"),
        ("delimiter = \"ab\"\n", 1, "a single character"),
    ] {
        let fault = attempt(mapping, "a\n1\n").expect_err(mapping);
        assert!(fault.message.contains(word), "{mapping}: {}", fault.message);
        assert_eq!(
            fault.position.map(|position| position.line),
            Some(line),
            "{mapping}"
        );
    }
}

#[test]
fn a_column_that_is_not_there_is_told_with_those_that_are() {
    let fault = attempt(LISTS, "id,counts,a,b,dA,dB,dealA,uA\n").expect_err("no such column");
    assert!(fault.message.contains("`deal_A`"), "{}", fault.message);
    assert!(
        fault.message.contains("did you mean `dealA`"),
        "{}",
        fault.message
    );
    assert!(fault.help.contains("`counts`"), "{}", fault.help);
}

#[test]
fn faulty_rows_are_counted_and_the_rest_is_read() {
    let good = "x,1|2|2,6|1|1,4|0|3,0,0,1|2|0,8";
    let text = format!(
        "id,counts,a,b,dA,dB,deal_A,uA\n{good}\nx,1|2|2\ny,1|2|2,6|one|1,4|0|3,0,0,,\nz,1|2.5|2,6|1|1,4|0|3,0,0,,\n{good}\n"
    );
    let imported = import(LISTS, &text);
    assert_eq!(count(&imported, Reason::Malformed), 3);
    assert_eq!(count(&imported, Reason::RepeatedRecord), 1);
    assert_eq!(imported.tally.deals, 2);
    let places: Vec<(usize, Reason)> = imported
        .tally
        .remarks
        .iter()
        .map(|remark| (remark.line, remark.reason))
        .collect();
    assert_eq!(
        places,
        [
            (3, Reason::Malformed),
            (4, Reason::Malformed),
            (5, Reason::Malformed),
            (6, Reason::RepeatedRecord)
        ]
    );
    assert_eq!(runs(&imported)[1]["run"], "x@table-6");
}
