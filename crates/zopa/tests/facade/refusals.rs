//! What is not analysed, and why.

use zopa::{AnalyzeError, MAX_LATENT, Options, analyze, latent_value};

use crate::scenarios::{Item, item, read, scenario, text};

fn two() -> Vec<Item> {
    vec![
        item("x", "divisible", "0.5", "0.5"),
        item("y", "indivisible", "0.5", "0.5"),
    ]
}

/// The codes of the errors that `check` finds.
fn errors(text: &str) -> Vec<&'static str> {
    let checked = zopa::check(text);
    let errors = checked.diagnostics.iter();
    let errors = errors.filter(|finding| finding.severity == zopa::Severity::Error);
    let codes: Vec<_> = errors.map(|finding| finding.code.as_str()).collect();
    assert_eq!(checked.scenario.is_none(), !codes.is_empty(), "{text}");
    codes
}

#[test]
fn a_relational_scenario_has_nothing_to_analyse() {
    let text = text(&two(), [None, None]);
    let from = text
        .find(",\n  \"resources\"")
        .expect("the resources are last");
    let relational = read(&format!("{}}}", &text[..from]));
    let error = analyze(&relational, &Options::default()).err();
    assert_eq!(error, Some(AnalyzeError::NothingToAnalyze));
}

/// Exact Shapley values run over all subsets: there is a limit, and it says so.
#[test]
fn too_many_latent_resources() {
    let latent = |index: usize| {
        let mut item = item(&format!("r{index}"), "indivisible", "0.05", "0.05");
        item.latent = Some(index % 2);
        item
    };
    let mut items: Vec<Item> = (0..MAX_LATENT).map(latent).collect();
    let just = scenario(&items, [None, None]);
    let value = latent_value(&just, &Options::default()).expect("as many as are possible");
    assert_eq!(
        value
            .complete()
            .flatten()
            .map(|value| value.resources.len()),
        Some(MAX_LATENT)
    );
    items.push(latent(MAX_LATENT));
    let error = latent_value(&scenario(&items, [None, None]), &Options::default()).err();
    assert_eq!(error, Some(AnalyzeError::TooManyLatent(MAX_LATENT + 1)));
}

#[test]
fn contradictory_scenarios_are_refused() {
    let good = text(&two(), [Some("0.2"), None]);
    assert_eq!(errors(&good), [""; 0]);
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replace(from, to)
    };
    assert_eq!(errors(&with("Bob", "Ann")).first(), Some(&"same-names"));
    for reserved in ["shared", "Moderator"] {
        assert_eq!(
            errors(&with("Bob", reserved)),
            ["reserved-name"],
            "{reserved}"
        );
    }
    assert_eq!(
        errors(&with(r#""id": "y""#, r#""id": "x""#)),
        ["duplicate-id"]
    );
    let twice = with(r#""quantity": 1"#, r#""quantity": 1, "quantity": 1"#);
    assert_eq!(errors(&twice), ["duplicate-key"; 2]);
    // A shared liability cannot benefit both.
    let contradictory = with(
        r#""divisibility": "indivisible""#,
        r#""divisibility": "shared", "shared_mode": "both_benefit", "polarity": "liability""#,
    );
    assert_eq!(errors(&contradictory), ["both-benefit-liability"]);
    // A latent resource has a holder.
    let held_by_nobody = with(r#""visibility": "known""#, r#""visibility": "latent""#);
    assert!(!errors(&held_by_nobody).is_empty());
    // Raw valuations that sum to 0 cannot be renormalised.
    let mut worthless = two();
    for item in &mut worthless {
        item.raw = true;
        item.worth = ["0".to_owned(), "0.5".to_owned()];
    }
    assert_eq!(errors(&text(&worthless, [None, None])), ["zero-weights"]);
}
