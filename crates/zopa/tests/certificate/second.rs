//! The frontier's hash by a second algorithm.

use serde_json::{Value, json};
use zopa_model::Convention;

use super::{certificate, claiming, scenario_text};

fn frontier(certificate: &Value) -> &Value {
    let claims = certificate["claims"].as_array().expect("claims");
    let mut claims = claims.iter();
    claims
        .find(|claim| claim["claim"] == "frontier")
        .expect("a frontier")
}

/// Whole things worth (30, 10), (20, 20) and (10, 40) hundredths. All eight divisions, by A's utility: (0, .7), (.1, .3), (.2, .5),
/// (.3, .6) or (.3, .1), (.4, .2), (.5, .4), (.6, 0). Those that no other one covers are spelled out below.
const PIECES: &str = r#"[[["0","7/10"]],[["3/10","3/5"]],[["1/2","2/5"]],[["3/5","0"]]]"#;

#[test]
fn the_array_finds_the_pieces_that_a_count_by_hand_finds() {
    let lots = [("lot", 30, 10), ("lot", 20, 20), ("lot", 10, 40)];
    let text = scenario_text(&lots, [0, 0]);
    let honest = certificate(&text, Convention::Signed, &[]);
    let claim = frontier(&honest);
    let second = json!({"algorithm": "array", "sha256": zopa_verify::sha256(PIECES)});
    assert_eq!(claim["second"], second);

    let mut other = claim.clone();
    other["second"]["sha256"] = json!(zopa_verify::sha256("[]"));
    let verdict = zopa_verify::verify(&claiming(&text, Convention::Signed, &[other]), &text);
    assert_eq!(
        verdict.rejected.as_deref(),
        Some("claim 0 (frontier): the second algorithm found other pieces")
    );
}

#[test]
fn what_can_be_divided_has_no_array() {
    let text = scenario_text(&[("lot", 30, 10), ("divisible", 20, 20)], [0, 0]);
    let honest = certificate(&text, Convention::Signed, &[]);
    assert_eq!(frontier(&honest)["second"], Value::Null);
}
