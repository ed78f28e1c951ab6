//! One failing fixture per code: the smallest believable scenario with that one fault.

mod common;

use std::path::Path;

use common::{assert_sound, errors, found, line};
use zopa_model::check::{MAX_BYTES, check_file_stem, decode};
use zopa_model::{Checked, Code, Severity, check};

/// The code (and the fixture's name), the JSON Pointer and the line of the fault.
const FIXTURES: &[(&str, &str, usize)] = &[
    ("not-utf8", "", 34),
    ("empty-file", "", 2),
    ("malformed-json", "", 6),
    ("cut-off", "", 43),
    ("too-deep", "", 45),
    ("byte-order-mark", "", 1),
    ("duplicate-key", "/difficulty", 7),
    ("file-stem", "/id", 2),
    ("missing-field", "/participants/1", 22),
    ("unknown-field", "/participants/0/back_story", 10),
    ("server-field", "/canary_string", 6),
    ("wrong-type", "/resources/0/quantity", 80),
    ("unknown-value", "/difficulty", 6),
    ("empty-string", "/participants/1/archetype", 30),
    ("non-ascii", "/participants/0/backstory", 10),
    ("control-character", "/participants/1/stated_goal", 25),
    ("surrounding-space", "/resources/1/name", 90),
    ("not-snake-case", "/resources/2/id", 101),
    ("too-few-items", "/mediator_config/focus_areas", 35),
    ("too-many-items", "/expected_topics", 42),
    ("participant-count", "/participants", 7),
    ("out-of-range", "/participants/0/batna_config/utility", 18),
    ("not-an-integer", "/evaluation_criteria/min_turns", 49),
    ("number-limits", "/resources/0/quantity", 80),
    ("negative-zero", "/participants/0/batna_config/utility", 18),
    ("float-dust", "/resources/2/valuations/Ben", 109),
    ("same-names", "/participants/1/name", 23),
    ("reserved-name", "/participants/1/name", 23),
    ("unknown-party", "/resources/2/held_by", 112),
    ("unknown-speaker", "/sample_turns/1/speaker", 69),
    ("speaker-repeats", "/sample_turns/1/speaker", 69),
    ("turn-order", "/sample_turns/1/turn_number", 71),
    ("turn-limits", "/evaluation_criteria/min_turns", 49),
    ("duplicate-id", "/resources/1/id", 89),
    ("valuations-keys", "/resources/1/valuations", 96),
    ("weights-sum", "/resources", 74),
    ("mixed-bases", "/resources/1/valuation_basis", 98),
    ("zero-weights", "/resources", 74),
    ("both-benefit-liability", "/resources/2/polarity", 107),
    ("joint-obligation-asset", "/resources/2/polarity", 107),
    ("unused-field", "/resources/0/unit_label", 79),
    ("percent-of-what", "/resources/1/unit", 91),
    ("options-or-range", "/issues/2", 25),
    ("empty-range", "/issues/1/range", 17),
    ("latent-not-in-facts", "/resources/2/visibility", 111),
    ("latent-in-many-facts", "/participants/0/hidden_facts/1", 14),
    ("latent-not-revealed", "/resources/2/visibility", 111),
];

/// Codes without a fixture: the first two need a file too large to keep, and are tested below; the last is found by an
/// analysis of the scenario, not by `check`.
const WITHOUT_FIXTURE: [Code; 3] = [
    Code::TooLarge,
    Code::TooManyFindings,
    Code::ConventionDecidesZopa,
];

fn bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{name}.json"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All that can be found about a file.
fn judge(name: &str) -> (String, Checked) {
    let bytes = bytes(name);
    match decode(&bytes) {
        Err(finding) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            (
                text,
                Checked {
                    diagnostics: vec![finding],
                    scenario: None,
                },
            )
        }
        Ok(text) => {
            let mut checked = check(&text);
            if name == Code::FileStem.as_str() {
                assert!(checked.diagnostics.is_empty());
                checked.diagnostics.extend(check_file_stem(&text, name));
                checked.scenario = None;
            }
            (text, checked)
        }
    }
}

#[test]
fn each_fixture_has_its_one_fault() {
    for (code, at, wanted) in FIXTURES {
        let (text, checked) = judge(code);
        assert_sound(&text, &checked);
        let [finding] = checked.diagnostics.as_slice() else {
            panic!("{code}: {:#?}", checked.diagnostics);
        };
        let place = (
            finding.code.as_str(),
            finding.at.as_str(),
            line(&text, finding),
        );
        assert_eq!(place, (*code, *at, *wanted), "{finding:#?}");
    }
}

#[test]
fn each_code_has_its_fixture() {
    for code in Code::ALL {
        let has_fixture = FIXTURES.iter().any(|(name, ..)| *name == code.as_str());
        assert_eq!(has_fixture, !WITHOUT_FIXTURE.contains(code), "{code}");
    }
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    assert_eq!(
        files.expect("the fixtures").count(),
        FIXTURES.len() + 2,
        "and `clean.json`, `clean-domain.json`"
    );
}

#[test]
fn spellings_are_unique_kebab_case() {
    let mut words: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    for word in &words {
        let is_kebab =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(word.bytes().all(is_kebab), "{word}");
    }
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Code::ALL.len());
}

#[test]
fn the_clean_scenario_is_clean() {
    let (text, checked) = judge("clean");
    assert_eq!(found(&text), [""; 0]);
    assert!(
        checked
            .scenario
            .is_some_and(|scenario| scenario.warnings.is_empty())
    );
    assert!(check_file_stem(&text, "shared_garden").is_none());
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let finding = decode(&vec![b' '; MAX_BYTES + 1]).expect_err("too large");
    assert_eq!(finding.code, Code::TooLarge);
}

#[test]
fn too_many_findings_are_counted_and_an_error_is_never_lost() {
    let topics = "\"x \",".repeat(12_000) + "\"\\u00e9\"";
    let text = common::edited("\"rent\"", &topics);
    let checked = check(&text);
    assert_sound(&text, &checked);
    let last = checked.diagnostics.last().expect("findings");
    assert_eq!(last.code, Code::TooManyFindings);
    // 12,000 warnings, the error of the list's length and the one of its last item; 10,000 are kept
    assert!(last.message.starts_with("2002 "), "{}", last.message);
    let warnings = "\"x \",".repeat(12_000) + "\"\\u00e9\"";
    let text = common::edited(
        "\"She has promised",
        &format!("{warnings}, \"She has promised"),
    );
    assert_eq!(errors(&check(&text)), 1);
}

#[test]
fn severities_are_as_promised() {
    let warnings: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| code.severity() == Severity::Warning)
        .map(|code| code.as_str())
        .collect();
    assert_eq!(
        warnings,
        [
            "byte-order-mark",
            "surrounding-space",
            "negative-zero",
            "float-dust",
            "speaker-repeats",
            "weights-sum",
            "mixed-bases",
            "joint-obligation-asset",
            "unused-field",
            "percent-of-what",
            "latent-not-in-facts",
            "latent-in-many-facts",
            "latent-not-revealed",
            "too-many-findings",
            "convention-decides-zopa",
        ]
    );
}
