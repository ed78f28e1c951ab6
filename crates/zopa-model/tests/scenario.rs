//! The scenario that `check` makes of a file.

mod common;

use common::{CLEAN, edited, found, only};
use zopa_model::{Rational, ResourceKind, check};

#[test]
fn the_scenario_is_what_the_file_says() {
    let scenario = check(CLEAN).scenario.expect("no errors");
    assert_eq!(
        (scenario.id.as_str(), scenario.difficulty.as_str()),
        ("shared_garden", "intermediate")
    );
    let [ana, ben] = &scenario.parties;
    assert_eq!((ana.name.as_str(), ben.name.as_str()), ("Ana", "Ben"));
    assert_eq!(
        ana.batna.as_ref().map(|batna| batna.utility.clone()),
        Some(Rational::new(1, 5))
    );
    assert!(ben.batna.is_none());
    let [harvest, greenhouse, permit] = scenario.resources.as_slice() else {
        panic!("three resources");
    };
    assert_eq!(
        (harvest.unit.as_str(), greenhouse.unit.as_str()),
        ("crates", "count")
    );
    assert_eq!(harvest.quantity, Rational::from(40));
    assert_eq!(
        harvest.valuation,
        [Rational::new(3, 10), Rational::new(1, 2)]
    );
    assert_eq!(harvest.weight, harvest.valuation);
    assert_eq!(harvest.kind, ResourceKind::DivisibleAsset);
    assert_eq!(greenhouse.kind, ResourceKind::IndivisibleAsset);
    assert_eq!(permit.kind, ResourceKind::BothBenefit);
    assert_eq!(
        (harvest.latent, permit.latent, permit.held_by),
        (false, true, Some(1))
    );
}

#[test]
fn each_row_of_the_table_of_splits_has_its_kind() {
    let rows = [
        (
            "\"divisibility\": \"divisible\"",
            ResourceKind::DivisibleAsset,
        ),
        (
            "\"divisibility\": \"divisible\", \"polarity\": \"asset\"",
            ResourceKind::DivisibleAsset,
        ),
        (
            "\"divisibility\": \"divisible\", \"polarity\": \"liability\"",
            ResourceKind::DivisibleBurden,
        ),
        (
            "\"divisibility\": \"indivisible\"",
            ResourceKind::IndivisibleAsset,
        ),
        (
            "\"divisibility\": \"indivisible\", \"polarity\": \"liability\"",
            ResourceKind::IndivisibleBurden,
        ),
        (
            "\"divisibility\": \"shared\", \"shared_mode\": \"both_benefit\"",
            ResourceKind::BothBenefit,
        ),
        (
            "\"divisibility\": \"shared\", \"shared_mode\": \"joint_obligation\"",
            ResourceKind::DivisibleBurden,
        ),
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
    let text = text.replacen(
        "\"visibility\"",
        "\"valuation_basis\": \"raw\", \"visibility\"",
        1,
    );
    assert_eq!(found(&text), ["mixed-bases /resources/0/valuation_basis"]);
    let scenario = check(&text).scenario.expect("no errors");
    let weights: Vec<_> = scenario
        .resources
        .iter()
        .map(|resource| resource.weight.clone())
        .collect();
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
    assert_eq!(
        only(&text).message,
        "the valuations of `Ana` sum to 1.1, not to 1"
    );
    let scenario = check(&text).scenario.expect("no errors");
    assert_eq!(scenario.resources[0].weight[0], Rational::new(2, 5));
}

#[test]
fn a_relational_scenario_needs_no_resources() {
    let at = CLEAN.find(",\n  \"resources\"").expect("resources");
    let text = format!("{}\n}}\n", &CLEAN[..at]);
    assert_eq!(found(&text), [""; 0]);
    assert!(
        check(&text)
            .scenario
            .is_some_and(|scenario| scenario.resources.is_empty())
    );
}
