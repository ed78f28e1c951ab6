//! What `check` makes of a scenario: the scenario itself, and findings that neither hide nor repeat each other.

mod common;

use common::{CLEAN, assert_sound, edited, edited_all, found, line, only};
use zopa_model::check::check_file_stem;
use zopa_model::{Code, Rational, ResourceKind, check};

#[test]
fn the_scenario_is_what_the_file_says() {
    let scenario = check(CLEAN).scenario.expect("no errors");
    assert_eq!((scenario.id.as_str(), scenario.difficulty.as_str()), ("shared_garden", "intermediate"));
    let [ana, ben] = &scenario.parties;
    assert_eq!((ana.name.as_str(), ben.name.as_str()), ("Ana", "Ben"));
    assert_eq!(ana.batna.as_ref().map(|batna| batna.utility.clone()), Some(Rational::new(1, 5)));
    assert!(ben.batna.is_none());
    let [harvest, greenhouse, permit] = scenario.resources.as_slice() else {
        panic!("three resources");
    };
    assert_eq!((harvest.unit.as_str(), greenhouse.unit.as_str()), ("crates", "count"));
    assert_eq!(harvest.quantity, Rational::from(40));
    assert_eq!(harvest.valuation, [Rational::new(3, 10), Rational::new(1, 2)]);
    assert_eq!(harvest.weight, harvest.valuation);
    assert_eq!(harvest.kind, ResourceKind::DivisibleAsset);
    assert_eq!(greenhouse.kind, ResourceKind::IndivisibleAsset);
    assert_eq!(permit.kind, ResourceKind::BothBenefit);
    assert_eq!((harvest.latent, permit.latent, permit.held_by), (false, true, Some(1)));
}

#[test]
fn each_row_of_the_table_of_splits_has_its_kind() {
    let rows = [
        ("\"divisibility\": \"divisible\"", ResourceKind::DivisibleAsset),
        ("\"divisibility\": \"divisible\", \"polarity\": \"asset\"", ResourceKind::DivisibleAsset),
        ("\"divisibility\": \"divisible\", \"polarity\": \"liability\"", ResourceKind::DivisibleBurden),
        ("\"divisibility\": \"indivisible\"", ResourceKind::IndivisibleAsset),
        ("\"divisibility\": \"indivisible\", \"polarity\": \"liability\"", ResourceKind::IndivisibleBurden),
        ("\"divisibility\": \"shared\", \"shared_mode\": \"both_benefit\"", ResourceKind::BothBenefit),
        ("\"divisibility\": \"shared\", \"shared_mode\": \"joint_obligation\"", ResourceKind::DivisibleBurden),
        (
            "\"divisibility\": \"shared\", \"shared_mode\": \"joint_obligation\", \"polarity\": \"liability\"",
            ResourceKind::DivisibleBurden,
        ),
        (
            "\"divisibility\": \"shared\", \"shared_mode\": \"joint_obligation\", \"polarity\": \"asset\"",
            ResourceKind::DivisibleBurden,
        ),
    ];
    for (fields, kind) in rows {
        let text = edited("\"divisibility\": \"divisible\"", fields);
        let scenario = check(&text).scenario.expect("no errors");
        assert_eq!(scenario.resources[0].kind, kind, "{fields}");
    }
}

#[test]
fn one_raw_basis_renormalises_all_valuations_exactly() {
    // Ana: 0.4 + 0.5 + 0.2 = 11/10; Ben: 0.5 + 0.2 + 0.3 = 1
    let text = edited("\"Ana\": 0.3", "\"Ana\": 0.4");
    let text = text.replacen("\"visibility\"", "\"valuation_basis\": \"raw\", \"visibility\"", 1);
    assert_eq!(found(&text), ["mixed-bases /resources/0/valuation_basis"]);
    let scenario = check(&text).scenario.expect("no errors");
    let weights: Vec<_> = scenario.resources.iter().map(|resource| resource.weight.clone()).collect();
    assert_eq!(
        weights,
        [
            [Rational::new(4, 11), Rational::new(1, 2)],
            [Rational::new(5, 11), Rational::new(1, 5)],
            [Rational::new(2, 11), Rational::new(3, 10)],
        ]
    );
    assert_eq!(scenario.resources[0].valuation[0], Rational::new(2, 5));
    assert_eq!(scenario.warnings.len(), 1);
}

#[test]
fn without_raw_a_sum_other_than_1_is_used_as_written() {
    let text = edited("\"Ana\": 0.3", "\"Ana\": 0.4");
    assert_eq!(only(&text).message, "the valuations of `Ana` sum to 1.1, not to 1");
    let scenario = check(&text).scenario.expect("no errors");
    assert_eq!(scenario.resources[0].weight[0], Rational::new(2, 5));
}

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
        ("0.29999999999999998", vec!["float-dust /resources/0/valuations/Ana"]),
    ] {
        assert_eq!(found(&edited("\"Ana\": 0.3", &format!("\"Ana\": {valuation}"))), codes, "{valuation}");
    }
}

#[test]
fn a_relational_scenario_needs_no_resources() {
    let at = CLEAN.find(",\n  \"resources\"").expect("resources");
    let text = format!("{}\n}}\n", &CLEAN[..at]);
    assert_eq!(found(&text), [""; 0]);
    assert!(check(&text).scenario.is_some_and(|scenario| scenario.resources.is_empty()));
}

#[test]
fn integers_and_null_are_as_in_json_schema() {
    for (old, new, codes) in [
        ("\"min_turns\": 6", "\"min_turns\": 6.0", vec![]),
        ("\"min_turns\": 6", "\"min_turns\": 0.6e1", vec![]),
        ("\"min_turns\": 6", "\"min_turns\": 0", vec!["out-of-range /evaluation_criteria/min_turns"]),
        ("\"min_turns\": 6", "\"min_turns\": true", vec!["wrong-type /evaluation_criteria/min_turns"]),
        ("percentage\": 50", "percentage\": null", vec![]),
        ("percentage\": 50", "percentage\": 100.0", vec![]),
        (
            "percentage\": 50",
            "percentage\": 100.5",
            vec!["out-of-range /evaluation_criteria/min_cooperative_percentage"],
        ),
        ("\"quantity\": 40", "\"quantity\": null", vec!["wrong-type /resources/0/quantity"]),
        ("\"quantity\": 40", "\"quantity\": 0", vec!["out-of-range /resources/0/quantity"]),
        ("\"quantity\": 40", "\"quantity\": 1e-300", vec![]),
        ("\"quantity\": 40", "\"quantity\": 1e-301", vec!["number-limits /resources/0/quantity"]),
        ("\"utility\": 0.2", "\"utility\": 1.0000", vec![]),
        ("\"utility\": 0.2", "\"utility\": 1.0001", vec!["out-of-range /participants/0/batna_config/utility"]),
    ] {
        assert_eq!(found(&edited(old, new)), codes, "{new}");
    }
}

#[test]
fn conditional_fields_are_wanted_and_unwanted() {
    let missing = only(&edited("\"unit_label\": \"crates\",", ""));
    assert_eq!((missing.code, missing.at.as_str()), (Code::MissingField, "/resources/0"));
    assert_eq!(
        missing.message,
        "the resource `harvest` has no `unit_label`, which is required where `unit` is `other`"
    );
    for (old, new, codes) in [
        ("\"shared_mode\": \"both_benefit\",", "", vec!["missing-field /resources/2"]),
        ("\"visibility\": \"latent\",\n      \"held_by\": \"Ben\"", "\"visibility\": \"latent\"", vec!["missing-field /resources/2"]),
        // a known resource may name its holder
        ("\"visibility\": \"latent\"", "\"visibility\": \"known\"", vec![]),
        ("\"divisibility\": \"shared\"", "\"divisibility\": \"divisible\"", vec!["unused-field /resources/2/shared_mode"]),
        // which field would be needed is unknown where the deciding one is faulty
        ("\"divisibility\": \"shared\"", "\"divisibility\": \"split\"", vec!["unknown-value /resources/2/divisibility"]),
        ("\"unit\": \"other\"", "\"unit\": \"crates\"", vec!["unknown-value /resources/0/unit"]),
    ] {
        assert_eq!(found(&edited(old, new)), codes, "{new}");
    }
}

#[test]
fn help_names_what_was_meant() {
    for (old, new, help) in [
        ("\"held_by\": \"Ben\"", "\"held_by\": \"ben\"", "write \"Ben\""),
        ("\"speaker\": \"Ben\"", "\"speaker\": \"Bne\"", "write \"Ben\""),
        ("\"speaker\": \"Ben\"", "\"speaker\": \"moderator\"", "write \"Moderator\""),
        ("\"stated_goal\"", "\"stated_gaol\"", "did you mean `stated_goal`?"),
        ("\"divisible\"", "\"Divisible\"", "write \"divisible\""),
        ("\"shared_garden\"", "\"Shared Garden\"", "write \"shared_garden\""),
        ("\"quantity\": 40", "\"quantity\": \"40\"", "remove the quotes: 40"),
        ("\"web_search_enabled\": false", "\"web_search_enabled\": \"false\"", "remove the quotes: false"),
        ("wants to keep", "\u{201c}wants\u{201d} to \u{2014} keep", "write `\\\"` or `'` for U+201C, write `\\\"` or `'` for U+201D, write `-` for U+2014"),
        ("wants to keep", "want\u{e9}s", "write `e` for U+00E9"),
        ("wants to keep", "\\u200bwants", "remove U+200B"),
    ] {
        assert_eq!(only(&edited(old, new)).help.as_deref(), Some(help), "{new}");
    }
    let finding = only(&edited("wants to keep", "w\u{e4}nts \u{2019} \u{1f600}"));
    assert_eq!(
        finding.message,
        "`stated_goal` is not ASCII: found U+00E4 (`\u{e4}`), U+2019 (right single quotation mark), U+1F600 (emoji `\u{1f600}`)"
    );
}

#[test]
fn a_misspelt_field_is_judged_as_the_one_that_is_meant() {
    let text = edited_all(&[("\"participants\"", "\"particpants\""), ("\"Pragmatist\"", "\"\"")]);
    assert_eq!(found(&text), ["unknown-field /particpants", "empty-string /particpants/1/archetype"]);
    // and neither is the right name missing, nor are references to the parties unknown
    let text = edited_all(&[("\"held_by\"", "\"heldby\""), ("\"utility\"", "\"utilty\"")]);
    assert_eq!(
        found(&text),
        ["unknown-field /participants/0/batna_config/utilty", "unknown-field /resources/2/heldby"]
    );
}

#[test]
fn one_fault_makes_no_others() {
    for (old, new, codes) in [
        // who the parties are is unknown: no reference is judged
        ("\"name\": \"Ana\"", "\"name\": 7", vec!["wrong-type /participants/0/name"]),
        ("\"name\": \"Ana\"", "\"name\": \"Ben\"", vec!["same-names /participants/1/name"]),
        ("\"name\": \"Ana\",", "", vec!["missing-field /participants/0"]),
        // a valuation that is no number: no sum is judged
        ("\"Ana\": 0.3", "\"Ana\": \"0.3\"", vec!["wrong-type /resources/0/valuations/Ana"]),
        ("\"Ana\": 0.3", "\"Ana\": 3", vec!["out-of-range /resources/0/valuations/Ana"]),
        ("\"Ana\": 0.3", "\"Anna\": 0.3", vec!["valuations-keys /resources/0/valuations"]),
        ("\"Ana\": 0.3,", "", vec!["valuations-keys /resources/0/valuations"]),
        ("\"Ana\": 0.3", "\"Ana\": 0.3, \"Cem\": 0.1", vec!["valuations-keys /resources/0/valuations"]),
        ("\"Ana\": 0.3", "\"Ana\": 0.3, \"Ana\": 0.4", vec!["duplicate-key /resources/0/valuations/Ana"]),
        ("\"Ana\": 0.3", "\"Ana\": 0.3, \"\\u0041na\": 0.4", vec!["duplicate-key /resources/0/valuations/Ana"]),
        // a name with a space too many is one fault, though the space is one too
        ("\"held_by\": \"Ben\"", "\"held_by\": \"Ben \"", vec!["unknown-party /resources/2/held_by"]),
        ("\"turn_number\": 1", "\"turn_number\": 3", vec!["turn-order /sample_turns/0/turn_number"]),
        ("\"turn_number\": 1", "\"turn_number\": 0", vec!["out-of-range /sample_turns/0/turn_number"]),
    ] {
        assert_eq!(found(&edited(old, new)), codes, "{new}");
    }
    let list = CLEAN.find("\"participants\": [").expect("participants");
    let end = CLEAN.find(",\n  \"mediator_config\"").expect("mediator_config");
    let text = format!("{}\"participants\": \"Ana and Ben\"{}", &CLEAN[..list], &CLEAN[end..]);
    assert_eq!(found(&text), ["wrong-type /participants"]);
}

#[test]
fn a_dozen_faults_are_all_found_in_the_order_of_the_text() {
    let text = edited_all(&[
        ("\"shared_garden\"", "\"SharedGarden\""),
        ("\"difficulty\": \"intermediate\"", "\"difficulty\": \"hard\", \"is_held_out\": true"),
        ("\"archetype\": \"Caretaker\"", "\"archtype\": \"\""),
        ("\"utility\": 0.2", "\"utility\": 1.2"),
        ("drives a bus", "drives a caf\u{e9} bus"),
        ("\"focus_areas\": [\n      \"respect\",", "\"focus_areas\": ["),
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

#[test]
fn text_that_is_no_json_has_one_finding_at_its_place() {
    for (text, code, at_line, help) in [
        ("", Code::EmptyFile, 1, "one JSON object"),
        ("{\n\"id\": \"x\",\n}", Code::Syntax, 3, "remove the comma"),
        ("{\n\"id\": NaN}", Code::Syntax, 2, "leave the field out"),
        ("{\n// no\n}", Code::Syntax, 2, "no comments"),
        ("{\"a\": \u{201c}b\u{201d}}", Code::Syntax, 1, "straight quotes"),
        ("{\"a\": 1}\n{}", Code::Syntax, 2, ""),
        ("{\"a\":\n\"b", Code::CutOff, 2, "close"),
        ("[\n[", Code::CutOff, 2, "close"),
        ("\u{feff}", Code::EmptyFile, 1, ""),
    ] {
        let checked = check(text);
        assert_sound(text, &checked);
        let mut findings = checked.diagnostics;
        findings.retain(|finding| finding.code != Code::ByteOrderMark);
        let [finding] = findings.as_slice() else {
            panic!("{text}: {findings:#?}");
        };
        assert_eq!((finding.code, line(text, finding)), (code, at_line), "{text}");
        assert!(finding.help.as_ref().is_some_and(|words| words.contains(help)), "{finding:?}");
    }
}

#[test]
fn a_value_that_is_no_object_is_named() {
    for (text, wanted) in [
        ("[]", "a scenario is an object, found an array"),
        ("7", "a scenario is an object, found the number 7"),
        ("null", "a scenario is an object, found null"),
    ] {
        assert_eq!(only(text).message, wanted);
    }
}

#[test]
fn the_id_is_the_file_stem() {
    let finding = check_file_stem(CLEAN, "garden").expect("another name");
    assert_eq!((finding.code, finding.at.as_str()), (Code::FileStem, "/id"));
    assert_eq!(&CLEAN[finding.span.clone()], "\"shared_garden\"");
    assert_eq!(
        finding.help.as_deref(),
        Some("rename the file to `shared_garden.json`, or make the id `garden`")
    );
    let finding = check_file_stem(CLEAN, "Garden 2").expect("another name");
    assert_eq!(finding.help.as_deref(), Some("rename the file to `shared_garden.json`"));
    assert!(check_file_stem(&format!("\u{feff}{CLEAN}"), "shared_garden").is_none());
    // what `check` says is not said again
    for text in ["", "{", "[]", "{\"id\": 7}", "{\"id\": \"A b\"}"] {
        assert!(check_file_stem(text, "garden").is_none(), "{text}");
    }
}

#[test]
fn a_paraphrase_with_two_telling_words_is_enough_for_a_latent_resource() {
    let fact = "The city has offered him a water permit for the old well.";
    for (new, codes) in [
        ("Drawing water from the old well is now permitted to him.", vec![]),
        ("He may draw from the old well.", vec!["latent-not-in-facts /resources/2/visibility"]),
    ] {
        assert_eq!(found(&edited(fact, new)), codes, "{new}");
    }
    // the other party has it instead: one finding that says so
    let text = edited_all(&[(fact, "He is tired."), ("She has promised seedlings to the school.", "The water permit is no secret.")]);
    let finding = only(&text);
    assert_eq!(finding.code, Code::LatentNotInFacts);
    assert!(finding.message.ends_with("the other party's does: \"The water permit is no secret.\""), "{}", finding.message);
    // the same party tells it twice
    let text = edited("He is behind on his own rent.", "A water permit would need a new pump.");
    assert_eq!(found(&text), ["latent-in-many-facts /participants/1/hidden_facts/1"]);
}

#[test]
fn our_own_scenarios_are_clean() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/scenarios");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of scenarios") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        assert_eq!(found(&text), [""; 0], "{stem}");
        assert!(check_file_stem(&text, stem).is_none(), "{stem}");
        count += 1;
    }
    assert!(count > 0);
}
