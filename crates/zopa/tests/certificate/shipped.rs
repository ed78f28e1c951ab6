//! The shipped scenarios: all that is claimed of them is proved.

use std::fs;

use serde_json::Value;
use zopa::{Agreement, Allocation, Convention, Run};

use super::{analysis, certificate, data, read, shipped, text_of};

/// The deals of a scenario's shipped runs.
fn deals(id: &str, text: &str) -> Vec<Allocation> {
    let scenario = read(text);
    let runs = fs::read_to_string(data("runs").join(format!("{id}.jsonl"))).expect("shipped runs");
    let deal = |line: &str| match Run::parse(line).ok()?.agreement(&scenario).ok()? {
        Agreement::Deal { allocation, .. } => Some(allocation),
        Agreement::NoDeal => None,
    };
    runs.lines().filter_map(deal).collect()
}

#[test]
fn everything_is_proved_of_the_shipped_scenarios() {
    let (mut dominated, mut efficient) = (0, 0);
    for id in shipped() {
        let text = text_of(&id);
        let deals = deals(&id, &text);
        for convention in [Convention::Signed, Convention::Avoided] {
            let certificate = certificate(&text, convention, &deals);
            let verdict = zopa_verify::verify(&certificate.to_string(), &text);
            assert_eq!(verdict.rejected, None, "{id}");
            assert_eq!(verdict.unproven, [], "{id}");
            let count = |name: &str| {
                verdict
                    .proved
                    .iter()
                    .filter(|claim| claim.name == name)
                    .count()
            };
            let wanted: &[&str] = if analysis(&text, convention).zopa.exists {
                &[
                    "ideal",
                    "nash",
                    "kalai_smorodinsky",
                    "egalitarian",
                    "utilitarian",
                ]
            } else {
                &["closest_to_agreement"]
            };
            for name in wanted
                .iter()
                .chain(&["zopa", "margin", "nash_lottery", "frontier"])
            {
                assert_eq!(count(name), 1, "{id}: {name}");
            }
            assert_eq!(count("dominated") + count("efficient"), deals.len(), "{id}");
            dominated += count("dominated");
            efficient += count("efficient");
        }
    }
    assert!(
        dominated > 0 && efficient > 0,
        "{dominated} deals are dominated, {efficient} are not"
    );
}

/// White space does not count, so that a certificate may be printed nicely.
#[test]
fn a_pretty_certificate_stands() {
    let text = text_of("cofounder_windup_ip");
    let certificate = certificate(&text, Convention::Signed, &[]);
    let pretty = serde_json::to_string_pretty(&certificate).expect("JSON");
    assert_eq!(zopa_verify::verify(&pretty, &text).proved.len(), 9);
}

/// Two BATNAs that no allocation reaches together are kept apart from everything feasible by weights alone, without a search.
#[test]
fn weights_alone_prove_that_no_lottery_reaches_the_batnas() {
    let text = super::scenario_text(&[("lot", 50, 50), ("lot", 50, 50)], [60, 60]);
    let certificate = certificate(&text, Convention::Signed, &[]);
    let claims = certificate["claims"].as_array().expect("claims");
    let named = |name: &str| {
        claims
            .iter()
            .find(|claim| claim["claim"] == name)
            .expect("a claim")
    };
    // 1 * 0.6 + 1 * 0.6 is more than the 1 that there is
    assert_eq!(
        named("nash_lottery")["weights"],
        serde_json::json!([["1", "1"]])
    );
    assert_eq!(named("nash_lottery")["lottery"], Value::Null);
    assert_eq!(named("zopa")["deal"], Value::Null);
    assert_eq!(
        zopa_verify::verify(&certificate.to_string(), &text).unproven,
        []
    );
}

/// A lottery may reach what no allocation does: two lots of (1/2, 1/2), of which each party wants 3/5 ... in expectation.
#[test]
fn a_zopa_may_be_empty_but_for_lotteries() {
    // (0.9, 0), (0, 0.9) and their mixtures: both get 0.45 by a lottery, but not by an allocation
    let text = super::scenario_text(&[("lot", 90, 90), ("lot", 0, 0)], [40, 40]);
    let certificate = certificate(&text, Convention::Signed, &[]);
    let verdict = zopa_verify::verify(&certificate.to_string(), &text);
    assert_eq!((verdict.rejected, verdict.unproven), (None, vec![]));
    let statements: Vec<&str> = verdict
        .proved
        .iter()
        .map(|claim| claim.statement.as_str())
        .collect();
    assert!(statements.contains(&"the ZOPA is empty"), "{statements:?}");
    assert!(
        statements.contains(&"the Nash solution over lotteries is (9/20, 9/20)"),
        "{statements:?}"
    );
    assert!(
        statements.contains(&"the ZOPA's margin is -2/5"),
        "{statements:?}"
    );
}

/// What cannot be proved within the steps is said to be open, in the certificate and by the checker.
#[test]
fn what_takes_too_long_is_listed() {
    let resources: Vec<(&str, i64, i64)> = (0..24)
        .map(|i| ("lot", 20 + i * 37 % 53, 20 + i * 41 % 59))
        .collect();
    let text = super::scenario_text(&resources, [10, 10]);
    let analysis = analysis(&text, Convention::Signed);
    let options = zopa::CertificateOptions {
        steps: 60,
        ..zopa::CertificateOptions::new(&text)
    };
    let few = zopa::certificate(&analysis, &options).expect("a certificate");
    let verdict = zopa_verify::verify(&few.to_string(), &text);
    assert_eq!(verdict.rejected, None);
    let open = verdict
        .unproven
        .iter()
        .find(|claim| claim.name == "frontier")
        .expect("an open frontier");
    for &region in &open.open {
        assert_eq!(few["claims"][open.index]["weights"][region], Value::Null);
    }
    assert!(!verdict.proved.iter().any(|claim| claim.name == "frontier"));
    // and with the usual steps nothing is open
    let enough = certificate(&text, Convention::Signed, &[]);
    assert_eq!(zopa_verify::verify(&enough.to_string(), &text).unproven, []);
    // a frontier that is too long to be written is listed too
    let options = zopa::CertificateOptions {
        max_pieces: 3,
        ..zopa::CertificateOptions::new(&text)
    };
    let short = zopa::certificate(&analysis, &options).expect("a certificate");
    let verdict = zopa_verify::verify(&short.to_string(), &text);
    assert_eq!(verdict.unproven.len(), 1);
    assert_eq!(
        (
            verdict.unproven[0].name.as_str(),
            verdict.unproven[0].statement.as_str()
        ),
        ("unproven", "frontier")
    );
}

#[test]
fn a_text_that_is_another_makes_no_certificate() {
    let analysis = analysis(&text_of("lake_cabin_estate"), Convention::Signed);
    let other = text_of("cofounder_windup_ip");
    let made = zopa::certificate(&analysis, &zopa::CertificateOptions::new(&other));
    assert_eq!(
        made.expect_err("no certificate").to_string(),
        "the certificate would not stand: the scenario's id is another"
    );
}
