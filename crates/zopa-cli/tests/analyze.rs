//! `zopa analyze`: reports, plots, exit codes. Values are computed by hand.
//!
//! `split_cash_van`: cash (divisible; 0.6, 0.4) and a van (0.4, 0.6), both BATNAs 0.3. With the van at Ben the cash
//! leads from (0, 1) to (0.6, 0.6); with the van at Ana from (0.4, 0.4) to (1, 0), of which what is beyond u_A = 0.6 is
//! efficient: it starts, open, at u_B = 0.4 (1 - 0.2/0.6) = 4/15. The product of gains is largest at (0.6, 0.6).
//! Kalai-Smorodinsky: the ideal point is (0.6, 0.8), so (x - 0.3)/0.3 = (1 - 2x/3 - 0.3)/0.5, x = 18/35.

mod common;

use std::fs;

use common::{command, fixture, fixtures, ran, zopa, zopa_with};
use insta::assert_snapshot;
use serde_json::json;

#[test]
fn the_report_is_for_people() {
    assert_snapshot!(zopa(&["analyze", "split_cash_van.json"]).snapshot());
}

#[test]
fn the_report_of_an_empty_zopa() {
    assert_snapshot!(zopa(&["analyze", "no_zopa.json"]).snapshot());
}

#[test]
fn the_report_of_latent_resources() {
    assert_snapshot!(zopa(&["analyze", "hidden_route.json"]).snapshot());
}

#[test]
fn the_report_as_markdown() {
    assert_snapshot!(zopa(&["analyze", "split_cash_van.json", "--format", "md"]).snapshot());
}

#[test]
fn the_plot_in_characters() {
    let ran = zopa(&["analyze", "split_cash_van.json", "--plot"]);
    assert_snapshot!(ran.snapshot());
    let narrow = common::ran(command(&fixtures()).env("COLUMNS", "60").args([
        "analyze",
        "split_cash_van.json",
        "--plot",
    ]));
    let plot = narrow
        .stdout
        .split("     utility of Ben")
        .nth(1)
        .expect("a plot");
    let plot = plot.lines().take_while(|line| !line.starts_with("  N"));
    assert!(
        plot.map(|line| line.chars().count())
            .all(|length| length <= 60),
        "{}",
        narrow.stdout
    );
}

#[test]
fn json_has_the_values_worked_out_by_hand() {
    let ran = zopa(&[
        "analyze",
        "split_cash_van.json",
        "--format",
        "json",
        "--exact",
    ]);
    assert_eq!(ran.code, 0);
    let found = ran.json();
    assert_eq!(found["schema_version"], 1);
    assert_eq!(found["scenario"], "split_cash_van");
    assert_eq!(found["parties"], json!(["Ana", "Ben"]));
    assert_eq!(
        found["disagreement"],
        json!({"utility": ["3/10", "3/10"], "assumed": [false, false]})
    );
    let frontier = found["frontier"].as_array().expect("a list");
    assert_eq!(frontier.len(), 2);
    assert_eq!(frontier[0]["from"], json!(["0", "1"]));
    assert_eq!(frontier[0]["to"], json!(["3/5", "3/5"]));
    assert_eq!(frontier[1]["from"], json!(["3/5", "4/15"]));
    assert_eq!(frontier[1]["from_open"], true);
    assert_eq!(frontier[1]["moving"], json!(["cash"]));
    assert_eq!(frontier[1]["to"], json!(["1", "0"]));
    assert_eq!(found["zopa"]["margin"], "3/10");
    assert_eq!(found["zopa"]["ideal"], json!(["3/5", "4/5"]));
    let solutions = &found["solutions"];
    assert_eq!(solutions["nash"]["utility"], json!(["3/5", "3/5"]));
    assert_eq!(solutions["nash"]["product"], "9/100");
    assert_eq!(
        solutions["kalai_smorodinsky"]["utility"],
        json!(["18/35", "23/35"])
    );
    assert_eq!(
        solutions["kalai_smorodinsky"]["allocation"]["cash"],
        json!({"Ana": "6/7", "Ben": "1/7"})
    );
    assert_eq!(found["closest_to_agreement"], json!(null));
    assert_eq!(found["latent"], json!(null));
}

#[test]
fn standard_input_is_read() {
    let text = fixture("split_cash_van.json");
    let piped = zopa_with(&["analyze", "-"], &text);
    assert_eq!(
        piped.stdout,
        zopa(&["analyze", "split_cash_van.json"]).stdout
    );
    let marked = zopa_with(
        &["analyze", "-", "--format", "json"],
        &format!("\u{feff}{text}"),
    );
    assert_eq!(marked.code, 0);
    assert_eq!(marked.json()["warnings"], json!(["byte-order-mark"]));
}

#[test]
fn errors_are_shown_and_end_with_3() {
    let ran = zopa(&["analyze", "faulty.json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    assert_eq!(ran.stderr.matches("error[").count(), 3);
    assert!(ran.stderr.contains("faulty.json:78:19"), "{}", ran.stderr);
}

#[test]
fn a_relational_scenario_has_nothing_to_analyse() {
    let ran = zopa(&["analyze", "relational.json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    assert!(ran.stderr.contains("relational.json") && ran.stderr.contains("nothing to analyse"));
}

#[test]
fn a_limit_that_is_met_is_said() {
    for option in [["--max-points", "1"], ["--time-limit", "0"]] {
        let ran = zopa(&["analyze", "split_cash_van.json", option[0], option[1]]);
        assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{option:?}");
        assert!(ran.stderr.contains(option[0]), "{}", ran.stderr);
    }
}

#[test]
fn a_long_frontier_is_shortened_unless_all_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    // Fourteen single things, of weights 1, 2, 4, ... to Ana and of one weight to Ben: for each number of things that Ben gets
    // it is best to give him those that Ana wants least, so there are fifteen efficient points.
    let mut scenario: serde_json::Value =
        serde_json::from_str(&fixture("split_cash_van.json")).expect("JSON");
    let resource = |index: u32| {
        json!({
            "id": format!("thing_{index}"), "name": "Thing", "unit": "count", "quantity": 1, "divisibility": "indivisible",
            "valuations": {"Ana": f64::from(1u32 << index) / 16384.0, "Ben": 0.125}, "valuation_basis": "raw", "visibility": "known"
        })
    };
    scenario["resources"] = (0..14).map(resource).collect();
    fs::write(folder.path().join("many.json"), scenario.to_string()).expect("written");
    let run = |args: &[&str]| ran(command(folder.path()).args(args)).stdout;
    let short = run(&["analyze", "many.json", "--exact"]);
    let long = run(&["analyze", "many.json", "--exact", "--full"]);
    assert!(short.contains("Pareto frontier: 15 points"), "{short}");
    assert!(
        short.contains("(3 more)") && short.contains("`--full` shows all"),
        "{short}"
    );
    assert!(
        !long.contains(" more)") && !long.contains("--full"),
        "{long}"
    );
    // seven things for each: (2^14 - 2^7) / (2^14 - 1) and 7/14
    let middle = |report: &str| {
        report
            .lines()
            .any(|line| line.split_whitespace().eq(["128/129", "1/2"]))
    };
    assert!(middle(&long) && !middle(&short), "{long}");
}

#[test]
fn the_picture_is_written_and_well_formed() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fixture("split_cash_van.json")
        .replace("\"Cash and a van\"", "\"R&D <cash> \\\"and\\\" a van\"")
        .replace("Ana", "A & <B>");
    fs::write(folder.path().join("odd.json"), text).expect("written");
    let ran = ran(command(folder.path()).args(["analyze", "odd.json", "--svg", "odd.svg"]));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let picture = fs::read_to_string(folder.path().join("odd.svg")).expect("readable");
    assert_well_formed(&picture);
    assert!(
        picture.contains(
            "<title id=\"zopa-title\">R&amp;D &lt;cash&gt; &quot;and&quot; a van</title>"
        )
    );
    // three ends belong to the frontier, one is open; the legend shows one of each
    assert_eq!(picture.matches("<circle class=\"dot\"").count(), 3 + 1);
    assert_eq!(picture.matches("<circle class=\"open\"").count(), 1 + 1);
    let again =
        common::ran(command(folder.path()).args(["analyze", "odd.json", "--svg", "odd.svg"]));
    assert_eq!((again.code, again.stdout.as_str()), (2, ""));
}

#[test]
fn a_plot_does_not_fit_into_json() {
    assert_eq!(
        zopa(&[
            "analyze",
            "split_cash_van.json",
            "--plot",
            "--format",
            "json"
        ])
        .code,
        2
    );
}

/// Tags nest, and no `&` or `<` stands bare.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        for reference in text.split('&').skip(1) {
            let name = reference.split(';').next().unwrap_or_default();
            assert!(
                ["amp", "lt", "gt", "quot"].contains(&name),
                "bare `&` in {text:?}"
            );
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<'), "bare `<` in {tag:?}");
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "tags nest");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} stay open");
}
