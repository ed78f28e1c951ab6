//! Findings are all there, neither hide nor repeat each other, and are where the fault is.

mod common;

use common::{CLEAN, assert_sound, edited, edited_all, found, only};
use zopa_model::{Code, check};

#[test]
fn the_tolerance_of_sums_is_exact() {
    for (valuation, codes) in [
        ("0.3", vec![]),
        ("0.300001", vec![]),
        ("0.2999990", vec![]),
        ("0.3000011", vec!["weights-sum /resources"]),
        ("0.2999989", vec!["weights-sum /resources"]),
        // between a billionth and a millionth: rounded decimals
        ("0.300000001", vec![]),
        ("0.3000000009", vec!["float-dust /resources"]),
        ("0.2999999999", vec!["float-dust /resources"]),
        // dusty by itself: one finding, not a second one for the sum
        (
            "0.29999999999999998",
            vec!["float-dust /resources/0/valuations/Ana"],
        ),
    ] {
        assert_eq!(
            found(&edited("\"Ana\": 0.3", &format!("\"Ana\": {valuation}"))),
            codes,
            "{valuation}"
        );
    }
}

#[test]
fn integers_and_null_are_as_in_json_schema() {
    for (old, new, codes) in [
        ("\"min_turns\": 6", "\"min_turns\": 6.0", vec![]),
        ("\"min_turns\": 6", "\"min_turns\": 0.6e1", vec![]),
        (
            "\"min_turns\": 6",
            "\"min_turns\": 0",
            vec!["out-of-range /evaluation_criteria/min_turns"],
        ),
        (
            "\"min_turns\": 6",
            "\"min_turns\": true",
            vec!["wrong-type /evaluation_criteria/min_turns"],
        ),
        ("percentage\": 50", "percentage\": null", vec![]),
        ("percentage\": 50", "percentage\": 100.0", vec![]),
        (
            "percentage\": 50",
            "percentage\": 100.5",
            vec!["out-of-range /evaluation_criteria/min_cooperative_percentage"],
        ),
        (
            "\"quantity\": 40",
            "\"quantity\": null",
            vec!["wrong-type /resources/0/quantity"],
        ),
        (
            "\"quantity\": 40",
            "\"quantity\": 0",
            vec!["out-of-range /resources/0/quantity"],
        ),
        ("\"quantity\": 40", "\"quantity\": 1e-300", vec![]),
        (
            "\"quantity\": 40",
            "\"quantity\": 1e-301",
            vec!["number-limits /resources/0/quantity"],
        ),
        ("\"utility\": 0.2", "\"utility\": 1.0000", vec![]),
        (
            "\"utility\": 0.2",
            "\"utility\": 1.0001",
            vec!["out-of-range /participants/0/batna_config/utility"],
        ),
    ] {
        assert_eq!(found(&edited(old, new)), codes, "{new}");
    }
}

#[test]
fn conditional_fields_are_wanted_and_unwanted() {
    let missing = only(&edited("\"unit_label\": \"crates\",", ""));
    assert_eq!(
        (missing.code, missing.at.as_str()),
        (Code::MissingField, "/resources/0")
    );
    assert_eq!(
        missing.message,
        "the resource `harvest` has no `unit_label`, which is required where `unit` is `other`"
    );
    for (old, new, codes) in [
        (
            "\"shared_mode\": \"both_benefit\",",
            "",
            vec!["missing-field /resources/2"],
        ),
        (
            "\"visibility\": \"latent\",\n      \"held_by\": \"Ben\"",
            "\"visibility\": \"latent\"",
            vec!["missing-field /resources/2"],
        ),
        // a known resource may name its holder
        (
            "\"visibility\": \"latent\"",
            "\"visibility\": \"known\"",
            vec![],
        ),
        (
            "\"divisibility\": \"shared\"",
            "\"divisibility\": \"divisible\"",
            vec!["unused-field /resources/2/shared_mode"],
        ),
        // which field would be needed is unknown where the deciding one is faulty
        (
            "\"divisibility\": \"shared\"",
            "\"divisibility\": \"split\"",
            vec!["unknown-value /resources/2/divisibility"],
        ),
        (
            "\"unit\": \"other\"",
            "\"unit\": \"crates\"",
            vec!["unknown-value /resources/0/unit"],
        ),
    ] {
        assert_eq!(found(&edited(old, new)), codes, "{new}");
    }
}

#[test]
fn a_misspelt_field_is_judged_as_the_one_that_is_meant() {
    let text = edited_all(&[
        ("\"participants\"", "\"particpants\""),
        ("\"Pragmatist\"", "\"\""),
    ]);
    assert_eq!(
        found(&text),
        [
            "unknown-field /particpants",
            "empty-string /particpants/1/archetype"
        ]
    );
    // and neither is the right name missing, nor are references to the parties unknown
    let text = edited_all(&[("\"held_by\"", "\"heldby\""), ("\"utility\"", "\"utilty\"")]);
    assert_eq!(
        found(&text),
        [
            "unknown-field /participants/0/batna_config/utilty",
            "unknown-field /resources/2/heldby"
        ]
    );
}

#[test]
fn one_fault_makes_no_others() {
    for (old, new, codes) in [
        // who the parties are is unknown: no reference is judged
        (
            "\"name\": \"Ana\"",
            "\"name\": 7",
            vec!["wrong-type /participants/0/name"],
        ),
        (
            "\"name\": \"Ana\"",
            "\"name\": \"Ben\"",
            vec!["same-names /participants/1/name"],
        ),
        (
            "\"name\": \"Ana\",",
            "",
            vec!["missing-field /participants/0"],
        ),
        // a valuation that is no number: no sum is judged
        (
            "\"Ana\": 0.3",
            "\"Ana\": \"0.3\"",
            vec!["wrong-type /resources/0/valuations/Ana"],
        ),
        (
            "\"Ana\": 0.3",
            "\"Ana\": 3",
            vec!["out-of-range /resources/0/valuations/Ana"],
        ),
        (
            "\"Ana\": 0.3",
            "\"Anna\": 0.3",
            vec!["valuations-keys /resources/0/valuations"],
        ),
        (
            "\"Ana\": 0.3,",
            "",
            vec!["valuations-keys /resources/0/valuations"],
        ),
        (
            "\"Ana\": 0.3",
            "\"Ana\": 0.3, \"Cem\": 0.1",
            vec!["valuations-keys /resources/0/valuations"],
        ),
        (
            "\"Ana\": 0.3",
            "\"Ana\": 0.3, \"Ana\": 0.4",
            vec!["duplicate-key /resources/0/valuations/Ana"],
        ),
        (
            "\"Ana\": 0.3",
            "\"Ana\": 0.3, \"\\u0041na\": 0.4",
            vec!["duplicate-key /resources/0/valuations/Ana"],
        ),
        // a name with a space too many is one fault, though the space is one too
        (
            "\"held_by\": \"Ben\"",
            "\"held_by\": \"Ben \"",
            vec!["unknown-party /resources/2/held_by"],
        ),
        (
            "\"turn_number\": 1",
            "\"turn_number\": 3",
            vec!["turn-order /sample_turns/0/turn_number"],
        ),
        (
            "\"turn_number\": 1",
            "\"turn_number\": 0",
            vec!["out-of-range /sample_turns/0/turn_number"],
        ),
    ] {
        assert_eq!(found(&edited(old, new)), codes, "{new}");
    }
    let list = CLEAN.find("\"participants\": [").expect("participants");
    let end = CLEAN
        .find(",\n  \"mediator_config\"")
        .expect("mediator_config");
    let text = format!(
        "{}\"participants\": \"Ana and Ben\"{}",
        &CLEAN[..list],
        &CLEAN[end..]
    );
    assert_eq!(found(&text), ["wrong-type /participants"]);
}

#[test]
fn a_dozen_faults_are_all_found_in_the_order_of_the_text() {
    let text = edited_all(&[
        ("\"shared_garden\"", "\"SharedGarden\""),
        (
            "\"difficulty\": \"intermediate\"",
            "\"difficulty\": \"hard\", \"is_held_out\": true",
        ),
        ("\"archetype\": \"Caretaker\"", "\"archtype\": \"\""),
        ("\"utility\": 0.2", "\"utility\": 1.2"),
        ("drives a bus", "drives a caf\u{e9} bus"),
        (
            "\"focus_areas\": [\n      \"respect\",",
            "\"focus_areas\": [",
        ),
        ("\"web_search_enabled\": false", "\"web_search_enabled\": 0"),
        ("\"min_turns\": 6", "\"min_turns\": 66"),
        ("\"speaker\": \"Ben\"", "\"speaker\": \"Benn\""),
        ("\"turn_number\": 2", "\"turn_number\": 1"),
        ("\"unit\": \"other\"", "\"unit\": \"count\""),
        ("\"Ben\": 0.5", "\"Ben\": 5e-1, \"Ben\": -0"),
        ("\"id\": \"greenhouse\"", "\"id\": \"harvest\""),
        ("\"held_by\": \"Ben\"", "\"held_by\": \"Bob\""),
    ]);
    let checked = check(&text);
    assert_sound(&text, &checked);
    assert_eq!(
        found(&text),
        [
            "not-snake-case /id",
            "unknown-value /difficulty",
            "server-field /is_held_out",
            "unknown-field /participants/0/archtype",
            "empty-string /participants/0/archtype",
            "out-of-range /participants/0/batna_config/utility",
            "non-ascii /participants/1/backstory",
            "too-few-items /mediator_config/focus_areas",
            "wrong-type /mediator_config/web_search_enabled",
            "turn-limits /evaluation_criteria/min_turns",
            "unknown-speaker /sample_turns/1/speaker",
            "turn-order /sample_turns/1/turn_number",
            "unused-field /resources/0/unit_label",
            "duplicate-key /resources/0/valuations/Ben",
            "negative-zero /resources/0/valuations/Ben",
            "duplicate-id /resources/1/id",
            "unknown-party /resources/2/held_by",
        ]
    );
}
