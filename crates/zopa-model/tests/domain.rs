//! Domains: what is found in faulty ones, what sound ones describe, and runs on them.

use zopa_model::{
    Allocation, Convention, IssueSpace, Rational, Run, RunErrorCode, Scenario, Term, UtilityPoint,
    check,
};

const CLEAN: &str = include_str!("fixtures/clean-domain.json");

/// `code at` of each finding in the clean domain with one text replaced.
fn found(from: &str, to: &str) -> Vec<String> {
    assert!(CLEAN.contains(from), "{from}");
    let checked = check(&CLEAN.replacen(from, to, 1));
    assert_eq!(
        checked.scenario.is_none(),
        checked
            .diagnostics
            .iter()
            .any(|found| found.severity == zopa_model::Severity::Error)
    );
    let findings = checked.diagnostics.iter();
    findings
        .map(|finding| format!("{} {}", finding.code, finding.at))
        .collect()
}

fn domain() -> Scenario {
    let checked = check(CLEAN);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    checked.scenario.expect("a clean domain")
}

fn tenths(a: i128, b: i128) -> UtilityPoint {
    UtilityPoint::new(Rational::new(a, 10), Rational::new(b, 10))
}

#[test]
fn a_clean_domain_is_what_it_says() {
    let domain = domain();
    assert_eq!(
        (domain.id.as_str(), domain.name.as_str()),
        ("used_car", "used_car")
    );
    assert!(domain.resources.is_empty() && !domain.is_relational());
    assert_eq!(domain.disagreement_point(), tenths(3, 0));
    assert!(domain.parties[1].batna.is_none());
    assert_eq!(domain.subjects().collect::<Vec<_>>(), ["price", "delivery"]);
    // 0.2 to 0.6 and 0 to 0.4, 0.1 to 0.5 and 0 to 0.5
    assert_eq!(
        domain.utility_range(Convention::Signed),
        [tenths(2, 1), tenths(10, 10)]
    );
    let IssueSpace::Range(range) = &domain.issues[1].space else {
        panic!("a range");
    };
    assert_eq!(range.unit.as_deref(), Some("days"));
    assert_eq!(range.along(&Rational::from(12)), Some(Rational::new(2, 5)));
    assert_eq!(range.along(&Rational::from(31)), None);
}

#[test]
fn faults_are_found() {
    let cases: &[(&str, &str, &[&str])] = &[
        // parties
        (
            r#"{"name": "Seller"}"#,
            r#"{"name": "Buyer"}"#,
            &["same-names /parties/1/name"],
        ),
        (
            r#"{"name": "Seller"}"#,
            r#"{"name": ""}"#,
            &["empty-string /parties/1/name"],
        ),
        (
            r#",
    {"name": "Seller"}"#,
            "",
            &["participant-count /parties"],
        ),
        (
            r#""batna": 0.3"#,
            r#""batna": "0.3""#,
            &["wrong-type /parties/0/batna"],
        ),
        (
            r#""batna": 0.3"#,
            r#""batma": 0.3"#,
            &["unknown-field /parties/0/batma"],
        ),
        // issues and options
        (
            r#""name": "delivery""#,
            r#""name": "price""#,
            &["duplicate-id /issues/1/name"],
        ),
        (
            r#""name": "8000""#,
            r#""name": "6500""#,
            &["duplicate-id /issues/0/options/1/name"],
        ),
        (
            r#"{"Buyer": 0.2, "Seller": 0.5}"#,
            r#"{"Buyer": 0.2, "Sellar": 0.5}"#,
            &["valuations-keys /issues/0/options/1/utilities"],
        ),
        (
            r#"{"Buyer": 0, "Seller": 0.5}"#,
            r#"{"Buyer": 0}"#,
            &["valuations-keys /issues/1/range/utilities_to"],
        ),
        (
            r#", "utilities": {"Buyer": 0.2, "Seller": 0.5}"#,
            "",
            &["missing-field /issues/0/options/1"],
        ),
        (
            r#""from": 0,"#,
            r#""from": 30,"#,
            &["empty-range /issues/1/range"],
        ),
        (
            r#""from": 0,"#,
            r#""from": 1e999,"#,
            &["number-limits /issues/1/range/from"],
        ),
        (
            "\"8000\"",
            "\"80\\n00\"",
            &["control-character /issues/0/options/1/name"],
        ),
        // a mark that turns the text around it
        (
            "\"8000\"",
            "\"80\u{202e}00\"",
            &["control-character /issues/0/options/1/name"],
        ),
        (
            "\"8000\"",
            "\"8000 \"",
            &["surrounding-space /issues/0/options/1/name"],
        ),
        ("\"used_car\"", "\"Used car\"", &["not-snake-case /id"]),
        // fractions between quotes, exact where decimals are not
        (r#""batna": 0.3"#, r#""batna": "-1/3""#, &[]),
        (
            r#""batna": 0.3"#,
            r#""batna": "1/0""#,
            &["wrong-type /parties/0/batna"],
        ),
        (
            r#""batna": 0.3"#,
            r#""batna": "3""#,
            &["wrong-type /parties/0/batna"],
        ),
        (
            r#""batna": 0.3"#,
            r#""batna": "1.5/3""#,
            &["wrong-type /parties/0/batna"],
        ),
        (
            r#""from": 0,"#,
            r#""from": "0/1","#,
            &["wrong-type /issues/1/range/from"],
        ),
        // any script is welcome, and any number
        ("\"8000\"", "\"八千\"", &[]),
        ("0.6", "-1e20", &[]),
    ];
    for (from, to, wanted) in cases {
        assert_eq!(found(from, to), *wanted, "{to}");
    }
}

/// A third is no decimal; as a fraction it is read exactly.
#[test]
fn fractions_are_exact() {
    let text = CLEAN.replacen(r#""batna": 0.3"#, r#""batna": "1/3""#, 1);
    let text = text.replacen(r#""Seller": 0.5}"#, r#""Seller": "5/15"}"#, 1);
    let domain = check(&text).scenario.expect("a sound domain");
    assert_eq!(domain.disagreement_point().a(), &Rational::new(1, 3));
    let worth = domain.issues[0].worth(&Term::Option(1)).expect("an option");
    assert_eq!(worth.b(), &Rational::new(1, 3));
}

/// A domain without its issues is still meant to be one.
#[test]
fn the_form_is_told_by_what_only_one_has() {
    let about = |text: &str| {
        let checked = check(text);
        checked
            .diagnostics
            .iter()
            .any(|found| found.message.contains("domain"))
    };
    assert!(about(r#"{"id": "x", "parties": []}"#));
    assert!(about(r#"{"id": "x", "issues": []}"#));
    assert!(!about(r#"{"id": "x", "issues": [], "participants": []}"#));
    assert!(!about(r#"{"id": "x"}"#));
}

fn agree(domain: &Scenario, allocation: &str) -> Result<Vec<Term>, (RunErrorCode, String, String)> {
    let line = format!(r#"{{"scenario": "used_car", "allocation": {allocation}}}"#);
    let run = Run::parse(&line).expect("JSON");
    match run.agreement(domain) {
        Ok(zopa_model::Agreement::Deal { allocation, .. }) => Ok(allocation.terms),
        Ok(zopa_model::Agreement::NoDeal) => Ok(Vec::new()),
        Err(error) => Err((error.code, error.at, error.message)),
    }
}

#[test]
fn runs_settle_every_issue() {
    let domain = domain();
    let at = |num, den| Term::Value(Rational::new(num, den));
    let deal = |allocation: &str| agree(&domain, allocation);
    assert_eq!(
        deal(r#"{"delivery": 7.5, "price": "8000"}"#),
        Ok(vec![Term::Option(1), at(15, 2)])
    );
    assert_eq!(
        deal(r#"{"price": 6500, "delivery": "10/3"}"#),
        Ok(vec![Term::Option(0), at(10, 3)])
    );
    assert_eq!(deal("null"), Ok(vec![]));
    for (allocation, code, place, words) in [
        (
            r#"{"price": "8000"}"#,
            RunErrorCode::UnsettledIssue,
            "/allocation/delivery",
            "nothing is agreed on the issue `delivery`",
        ),
        (
            r#"{"price": null, "delivery": 0}"#,
            RunErrorCode::UnsettledIssue,
            "/allocation/price",
            "`price`",
        ),
        (
            r#"{"price": "800", "delivery": 0}"#,
            RunErrorCode::NotAnOption,
            "/allocation/price",
            "did you mean `8000`?",
        ),
        (
            r#"{"price": 6500.0, "delivery": 0}"#,
            RunErrorCode::NotAnOption,
            "/allocation/price",
            "`price` is `6500` or `8000`, found 6500.0",
        ),
        (
            r#"{"price": {"Buyer": 1}, "delivery": 0}"#,
            RunErrorCode::NotAnOption,
            "/allocation/price",
            "found an object",
        ),
        (
            r#"{"price": "8000", "delivery": 30.5}"#,
            RunErrorCode::NotAnOption,
            "/allocation/delivery",
            "`delivery` is a number from 0 to 30, found 30.5",
        ),
        (
            r#"{"price": "8000", "delivery": "soon"}"#,
            RunErrorCode::NotAnOption,
            "/allocation/delivery",
            "found `soon`",
        ),
        (
            r#"{"prize": "8000", "delivery": 0}"#,
            RunErrorCode::UnknownIssue,
            "/allocation/prize",
            "did you mean `price`?",
        ),
    ] {
        let (found, at, message) = deal(allocation).expect_err("invalid");
        assert_eq!((found, at.as_str()), (code, place), "{allocation}");
        assert!(message.contains(words), "{message}");
    }
}

/// 8000 on the 12th day: .2 + .4 * 18/30 = .44 to the buyer, .5 + .5 * 12/30 = .7 to the seller.
#[test]
fn deals_are_built_by_name_and_priced() {
    let domain = domain();
    let deal = Allocation::builder(&domain)
        .settle("price", "8000")
        .settle_at("delivery", 12)
        .build()
        .expect("a deal");
    assert_eq!(
        domain.utility(&deal, Convention::Signed),
        UtilityPoint::new(Rational::new(11, 25), Rational::new(7, 10))
    );
    let error =
        |builder: zopa_model::AllocationBuilder<'_>| builder.build().expect_err("a fault").code;
    let plain = || Allocation::builder(&domain);
    assert_eq!(error(plain()), RunErrorCode::UnsettledIssue);
    assert_eq!(
        error(plain().settle_at("delivery", 12)),
        RunErrorCode::UnsettledIssue
    );
    assert_eq!(
        error(plain().settle("cost", "1")),
        RunErrorCode::UnknownIssue
    );
    assert_eq!(
        error(plain().settle("price", "1")),
        RunErrorCode::NotAnOption
    );
    let out = plain().settle("price", "6500").settle_at("delivery", 31);
    assert_eq!(error(out), RunErrorCode::NotAnOption);
}

/// Mending leaves names alone, whatever their script.
#[test]
fn only_the_layout_is_mended() {
    let text = CLEAN.replacen("\"8000\"", "\"8\u{a0}000\"", 1) + "  \n";
    let fixed = check::fix(&text);
    assert!(fixed.text.contains("8\u{a0}000"));
    assert_eq!(fixed.changes.len(), 1);
}
