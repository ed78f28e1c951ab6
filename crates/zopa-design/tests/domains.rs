//! Domains on the designer's bench, against figures found by enumeration of all 288 deals of `first_job`, apart from the engine.

use std::path::Path;

use zopa::{Completeness, Options, Rational, Scenario};
use zopa_design::{
    DifficultyLimits, Limits, Lint, Others, Quantity, Rate, SensitivityOptions, Study,
    efficient_even_split, lint, normalized_weights, profile, sensitivity,
};

fn domain(id: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/domains")
        .join(format!("{id}.json"));
    let text = std::fs::read_to_string(path).expect("a shipped domain");
    zopa::check(&text).scenario.expect("a sound domain")
}

fn complete<T>(result: Result<Completeness<T>, zopa::AnalyzeError>) -> T {
    let completeness = result.expect("analysed");
    completeness.complete().expect("no limit is set")
}

fn whole(value: i64) -> Rational {
    Rational::from(value)
}

#[test]
fn a_domain_has_a_profile() {
    let domain = domain("first_job");
    let profile = complete(profile(
        &domain,
        &Options::default(),
        &DifficultyLimits::default(),
        1,
    ));
    assert_eq!(profile.outcomes, Some(288));
    assert_eq!(profile.random, Rate::Exact(Rational::new(119, 144)));
    assert_eq!(profile.even_split, Rate::Exact(Rational::new(9, 10)));
    assert_eq!(profile.integrative_potential, whole(23));
    // weights 40 18 12 20 16 of 106 and 40 10 12 14 14 of 90
    assert_eq!(profile.total_variation, Rational::new(73, 795));
    assert_eq!(profile.efficient, Some(23));
    let weights = normalized_weights(&domain);
    assert_eq!(weights[1], [Rational::new(18, 106), Rational::new(1, 9)]);
    // a range that both care for is a continuum
    let car = complete(zopa_design::profile(
        &self::domain("used_car"),
        &Options::default(),
        &DifficultyLimits::default(),
        1,
    ));
    assert_eq!((car.outcomes, car.efficient), (None, None));
    assert!(car.random.is_exact());
}

#[test]
fn a_domain_is_linted() {
    let domain = domain("first_job");
    let report = complete(lint(&domain, &Options::default(), &Limits::default()));
    let town = report
        .findings
        .iter()
        .find(|finding| finding.lint == Lint::CompatibleResource)
        .expect("both want Elmford");
    assert_eq!(town.at, "/issues/3");
    assert!(town.message.contains("`town`"), "{}", town.message);
    assert!(
        report
            .findings
            .iter()
            .all(|finding| !finding.at.starts_with("/resources"))
    );
}

/// The deal of an even split is a deal of the domain, worth what it says.
#[test]
fn an_even_split_settles_every_issue() {
    for id in ["first_job", "used_car", "flat_share"] {
        let study = complete(Study::of(&domain(id), &Options::default()));
        if let Some((allocation, utility)) = efficient_even_split(&study) {
            let scenario = &study.analysis.scenario;
            assert_eq!(allocation.terms.len(), scenario.issues.len());
            assert_eq!(
                scenario.utility(&allocation, study.analysis.convention),
                utility
            );
        }
    }
}

#[test]
fn weights_of_issues_and_batnas_are_moved() {
    let domain = domain("first_job");
    let wanted = SensitivityOptions {
        others: Others::Fixed,
        ..SensitivityOptions::default()
    };
    let found = complete(sensitivity(&domain, &Options::default(), &wanted));
    assert_eq!(found.thresholds, [Some(whole(97)), Some(whole(88))]);
    let lever = |quantity| {
        let mut levers = found.levers.iter();
        levers
            .find(|lever| lever.party == 0 && lever.quantity == quantity)
            .expect("a lever")
    };
    let batna = lever(Quantity::Batna);
    assert_eq!(
        (&batna.now, &batna.verdict.high.value),
        (&whole(20), &whole(97))
    );
    let salary = lever(Quantity::Valuation(0));
    assert_eq!(salary.now, whole(40));
    let nash = salary.nash_allocation.as_ref().expect("a Nash deal");
    assert_eq!(
        (nash.low.value.clone(), nash.high.value.clone()),
        (whole(22), Rational::new(940, 21))
    );
}
