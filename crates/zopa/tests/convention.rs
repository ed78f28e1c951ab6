//! The finding of `check` that needs the solver.

#[path = "../../../tests/support/scenario.rs"]
mod text;

use zopa::{Code, Rational};

/// Two burdens and cash. Ann: debt .4, chore .1, cash .5; Bob: .3, .2, .5.
fn scenario(batna: &str) -> String {
    let resource = |id: &str, divisibility: &str, polarity: &str, a: &str, b: &str| {
        format!(
            r#"{{"id": "{id}", "name": "{id}", "unit": "count", "quantity": 1, "divisibility": "{divisibility}", "polarity": "{polarity}",
                "valuations": {{"Ann": {a}, "Bob": {b}}}, "visibility": "known"}}"#
        )
    };
    let resources = [
        resource("debt", "divisible", "liability", "0.4", "0.3"),
        resource("chore", "indivisible", "liability", "0.1", "0.2"),
        resource("cash", "divisible", "asset", "0.5", "0.5"),
    ];
    text::scenario_text("s", "expert", [Some(batna), Some(batna)], &resources)
}

/// What both can have at once, signed: Ann takes the chore, Bob the debt (A's loss per B's gain is dearer there), and the cash
/// balances them: -.1 + .5t = -.3 + .5(1-t), t = .3, .05 each. Avoided, .5 more for each: .55.
#[test]
fn check_says_when_the_convention_decides() {
    for (batna, found) in [
        ("0.05", false),
        ("0.06", true),
        ("0.55", true),
        ("0.56", false),
    ] {
        let checked = zopa::check(&scenario(batna));
        let scenario = checked
            .scenario
            .unwrap_or_else(|| panic!("no error: {:?}", checked.diagnostics));
        let codes: Vec<Code> = checked.diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(
            codes.contains(&Code::ConventionDecidesZopa),
            found,
            "BATNA {batna}: {codes:?}"
        );
        let analysis = zopa::analyze(&scenario, &zopa::Options::default())
            .ok()
            .and_then(|found| found.complete());
        let analysis = analysis.expect("a small scenario");
        assert_eq!(analysis.convention_decides_zopa, found);
        let margin = Rational::new(1, 20) - batna.parse::<Rational>().expect("a number");
        assert_eq!(analysis.zopa.margin, margin);
    }
}
