//! Latent resources are told of where they should be, and our own scenarios have no fault.

mod common;

use common::{edited, edited_all, found, only};
use zopa_model::Code;
use zopa_model::check::check_file_stem;

#[test]
fn a_paraphrase_with_two_telling_words_is_enough_for_a_latent_resource() {
    let fact = "The city has offered him a water permit for the old well.";
    for (new, codes) in [
        (
            "Drawing water from the old well is now permitted to him.",
            vec![],
        ),
        (
            "He may draw from the old well.",
            vec!["latent-not-in-facts /resources/2/visibility"],
        ),
    ] {
        assert_eq!(found(&edited(fact, new)), codes, "{new}");
    }
    // the other party has it instead: one finding that says so
    let text = edited_all(&[
        (fact, "He is tired."),
        (
            "She has promised seedlings to the school.",
            "The water permit is no secret.",
        ),
    ]);
    let finding = only(&text);
    assert_eq!(finding.code, Code::LatentNotInFacts);
    assert!(
        finding
            .message
            .ends_with("the other party's does: \"The water permit is no secret.\""),
        "{}",
        finding.message
    );
    // the same party tells it twice
    let text = edited(
        "He is behind on his own rent.",
        "A water permit would need a new pump.",
    );
    assert_eq!(
        found(&text),
        ["latent-in-many-facts /participants/1/hidden_facts/1"]
    );
}

/// Ana's second hidden fact, and Ben's.
const ANAS: &str = "She has promised seedlings to the school.";
const BENS: &str = "He is behind on his own rent.";

#[test]
fn a_fact_about_another_resource_of_a_similar_name_is_no_second_source() {
    let named = (
        "\"name\": \"Greenhouse\"",
        "\"name\": \"School water permit\"",
    );
    let fact = (ANAS, "She has applied for the school water permit.");
    assert_eq!(found(&edited_all(&[named, fact])), [""; 0]);
    let told = ["latent-in-many-facts /participants/0/hidden_facts/1"];
    assert_eq!(found(&edited_all(&[fact])), told);
}

#[test]
fn of_many_telling_words_most_are_needed_for_a_second_source() {
    // old, well, water, permit
    let named = (
        "\"name\": \"Water permit\"",
        "\"name\": \"Old well water permit\"",
    );
    for (fact, codes) in [
        ("The school has a new water meter.", vec![]),
        ("The school has an old water meter.", vec![]),
        (
            "The old well has no water permit.",
            vec!["latent-in-many-facts /participants/0/hidden_facts/1"],
        ),
    ] {
        assert_eq!(found(&edited_all(&[named, (ANAS, fact)])), codes, "{fact}");
    }
}

#[test]
fn an_allusion_to_what_the_holder_tells_in_full_is_no_second_source() {
    let fact = (BENS, "He fears that a water permit is costly.");
    let told = ["latent-in-many-facts /participants/1/hidden_facts/1"];
    assert_eq!(found(&edited_all(&[fact])), told);
    // his first fact has six words of this, the second one two
    let described = (
        "\"held_by\": \"Ben\"",
        "\"held_by\": \"Ben\", \"description\": \"Offer of the city for the old well.\"",
    );
    assert_eq!(found(&edited_all(&[fact, described])), [""; 0]);
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
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        assert_eq!(found(&text), [""; 0], "{stem}");
        assert!(check_file_stem(&text, stem).is_none(), "{stem}");
        count += 1;
    }
    assert!(count > 0);
}
