//! Numbers too long for a certificate: what they would prove is listed as unproven.

use serde_json::{Value, json};
use zopa::{CertificateOptions, Concept, Convention, Options};

use super::{analysis, read, scenario_text};

/// A decimal of so many digits, in the place of which there stands a text until [`spelled`] puts it there.
fn decimal(digits: usize, seed: u64) -> Value {
    let mut state = 7 * seed + 1;
    let draw = |_| {
        state = state * 1_103_515_245 % 2_147_483_647;
        (state % 10).to_string()
    };
    let most: String = (1..digits).map(draw).collect();
    json!(format!("@0.{most}1@"))
}

/// The text with numbers that no float holds.
fn spelled(scenario: &Value) -> String {
    let text = scenario.to_string();
    text.replace("\"@", "").replace("@\"", "")
}

/// Five lots, and something that can be divided, of valuations that long, divided by their sums.
fn raw(digits: usize) -> String {
    let mut resources = [("lot", 1, 1); 6];
    resources[5].0 = "divisible";
    let mut scenario: Value =
        serde_json::from_str(&scenario_text(&resources, [10, 10])).expect("JSON");
    let resources = scenario["resources"].as_array_mut().expect("resources");
    for (index, resource) in (0..).zip(resources) {
        resource["valuation_basis"] = json!("raw");
        let valuations = resource["valuations"].as_object_mut().expect("valuations");
        for (party, valuation) in (0..).zip(valuations.values_mut()) {
            *valuation = decimal(digits, 2 * index + party);
        }
    }
    spelled(&scenario)
}

#[test]
fn weights_too_long_to_be_written_leave_regions_open() {
    for (digits, all) in [(20, true), (55, false), (100, false)] {
        let text = raw(digits);
        let options = CertificateOptions::new(&text);
        let made = zopa::certificate(&analysis(&text, Convention::Signed), &options);
        let made = made.expect("a certificate").to_string();
        let verdict = zopa_verify::verify(&made, &text);
        assert_eq!(verdict.rejected, None);
        assert_eq!(verdict.unproven.is_empty(), all, "{digits}");
        for concept in Concept::ALL {
            let only = zopa::solve_only(&read(&text), concept, &Options::default());
            let made = zopa::only_certificate(&only.expect("something to analyse"), &options);
            let verdict = zopa_verify::verify(&made.expect("a certificate").to_string(), &text);
            assert_eq!(verdict.rejected, None);
        }
    }
}

#[test]
fn a_batna_too_long_to_be_written_makes_no_certificate() {
    let text = scenario_text(&[("lot", 30, 40), ("lot", 20, 10)], [10, 10]);
    let mut scenario: Value = serde_json::from_str(&text).expect("JSON");
    scenario["participants"][1]["batna_config"]["utility"] = decimal(100, 1);
    let text = spelled(&scenario);
    let made = zopa::certificate(
        &analysis(&text, Convention::Signed),
        &CertificateOptions::new(&text),
    );
    assert_eq!(
        made.expect_err("no certificate").to_string(),
        "the certificate would not stand: a BATNA has more digits than a certificate may hold"
    );
}
