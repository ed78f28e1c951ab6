//! Each lint has a smallest scenario that it reports, and one nearby that it does not.

mod common;

use common::{Made, made, ratio};
use zopa::{Convention, Numbers, Options};
use zopa_design::{Limits, Lint, LintReport, lint, lint_json, lints_markdown};

fn report(made: &Made) -> LintReport {
    lint(&made.scenario(), &Options::default(), &Limits::default())
        .expect("resources")
        .complete()
        .expect("a small game")
}

fn has(made: &Made, wanted: Lint) -> bool {
    report(made)
        .findings
        .iter()
        .any(|finding| finding.lint == wanted)
}

/// The scenario that is reported, and the one that is not.
fn pair(lint: Lint) -> (Made, Made) {
    let with = |resources: &[&str], batnas| made(resources, batnas);
    match lint {
        // |0.5-0.46| = TV 0.04
        Lint::NoTradeSpace => (
            with(
                &["a divisible 0.5 0.46", "b divisible 0.5 0.54"],
                ["0.3", "0.3"],
            ),
            with(
                &["a divisible 0.5 0.45", "b divisible 0.5 0.55"],
                ["0.3", "0.3"],
            ),
        ),
        Lint::OneResourceDecides => (
            with(
                &[
                    "a divisible 0.51 0.4",
                    "b divisible 0.49 0.5",
                    "c divisible 0 0.1",
                ],
                ["0.3", "0.3"],
            ),
            with(
                &[
                    "a divisible 0.5 0.4",
                    "b divisible 0.5 0.5",
                    "c divisible 0 0.1",
                ],
                ["0.3", "0.3"],
            ),
        ),
        Lint::DummyResource => (
            with(
                &[
                    "a divisible 0.5 0.4",
                    "b divisible 0.48 0.58",
                    "c divisible 0.02 0.02",
                ],
                ["0.3", "0.3"],
            ),
            with(
                &[
                    "a divisible 0.5 0.4",
                    "b divisible 0.48 0.57",
                    "c divisible 0.02 0.03",
                ],
                ["0.3", "0.3"],
            ),
        ),
        Lint::CompatibleResource => (
            with(
                &[
                    "a divisible 0.5 0.4",
                    "b divisible 0.5 0.5",
                    "c -divisible 0 0.1",
                ],
                ["0.3", "0.3"],
            ),
            with(
                &[
                    "a divisible 0.5 0.4",
                    "b divisible 0.4 0.5",
                    "c -divisible 0.1 0.1",
                ],
                ["0.3", "0.3"],
            ),
        ),
        Lint::SharedNotNegotiable => (
            with(
                &["a divisible 0.5 0.4", "b both_benefit 0.5 0.6"],
                ["0.3", "0.3"],
            ),
            with(
                &["a divisible 0.5 0.4", "b divisible 0.5 0.6"],
                ["0.3", "0.3"],
            ),
        ),
        // Two things to give: four ways; with a third eight.
        Lint::TooFewOutcomes => (
            with(
                &["a indivisible 0.5 0.4", "b indivisible 0.5 0.6"],
                ["0.3", "0.3"],
            ),
            with(
                &[
                    "a indivisible 0.4 0.4",
                    "b indivisible 0.5 0.3",
                    "c indivisible 0.1 0.3",
                ],
                ["0.3", "0.3"],
            ),
        ),
        // 0.2/0.3 = 0.4/0.6
        Lint::EqualRatios => (
            with(
                &[
                    "a divisible 0.2 0.3",
                    "b divisible 0.4 0.6",
                    "c divisible 0.4 0.1",
                ],
                ["0.3", "0.3"],
            ),
            with(
                &[
                    "a divisible 0.2 0.3",
                    "b indivisible 0.4 0.6",
                    "c divisible 0.4 0.1",
                ],
                ["0.3", "0.3"],
            ),
        ),
        Lint::DustyValuation => (
            with(
                &["a divisible 0.4999999 0.4", "b divisible 0.5000001 0.6"],
                ["0.3", "0.3"],
            ),
            with(
                &["a divisible 0.499999 0.4", "b divisible 0.500001 0.6"],
                ["0.3", "0.3"],
            ),
        ),
        // The whole sum is 1.1: BATNAs of 0.56 and 0.56 are too much, of 0.55 and 0.55 not (a and b go to who wants them more:
        // 0.6 and 0.5, and the margin is reached by splitting).
        Lint::ZopaEmpty => (
            with(
                &["a divisible 0.6 0.5", "b divisible 0.4 0.5"],
                ["0.57", "0.57"],
            ),
            with(
                &["a divisible 0.6 0.5", "b divisible 0.4 0.5"],
                ["0.5", "0.5"],
            ),
        ),
        // One thing each: (0.6, 0.6) alone gives both 0.5.
        Lint::ZopaPoint => (
            with(
                &["a indivisible 0.6 0.4", "b indivisible 0.4 0.6"],
                ["0.5", "0.5"],
            ),
            with(
                &["a indivisible 0.6 0.4", "b indivisible 0.4 0.6"],
                ["0.4", "0"],
            ),
        ),
        // (0.9, 0.1) or (0.1, 0.9): half and half is 0.5 each, against 0.3.
        Lint::ZopaByLotteryOnly => (
            with(
                &["a indivisible 0.9 0.9", "b both_benefit 0.1 0.1"],
                ["0.3", "0.3"],
            ),
            with(
                &["a indivisible 0.9 0.9", "b both_benefit 0.1 0.1"],
                ["0.6", "0.6"],
            ),
        ),
        // Without the hidden one there is 0.8 to divide.
        Lint::ZopaIfRevealed => (
            with(
                &["a divisible 0.8 0.8", "b divisible? 0.2 0.2"],
                ["0.45", "0.45"],
            ),
            with(
                &["a divisible 0.8 0.8", "b divisible? 0.2 0.2"],
                ["0.4", "0.4"],
            ),
        ),
        Lint::BatnaUnattainable => (
            with(
                &["a divisible 0.5 0.4", "b -divisible 0.5 0.6"],
                ["0.51", "0"],
            ),
            with(
                &["a divisible 0.5 0.4", "b -divisible 0.5 0.6"],
                ["0.5", "0"],
            ),
        ),
        Lint::NoTension => (
            with(&["a divisible 0.5 0.4", "b divisible 0.5 0.6"], ["", "0"]),
            with(&["a divisible 0.5 0.4", "b divisible 0.5 0.6"], ["", "0.1"]),
        ),
        // Signed, the burden costs them 0.3 together; avoided, BATNAs of 0.4 are reached with 0.3 + L.
        Lint::ConventionDecides => (
            with(
                &["a divisible 0.7 0.7", "b -divisible 0.3 0.3"],
                ["0.4", "0.4"],
            ),
            with(
                &["a divisible 0.7 0.7", "b -divisible 0.3 0.3"],
                ["0.1", "0.1"],
            ),
        ),
        // (0.9, 0.6) is the one deal: gains of 0.85 and 0.1, or of 0.4 and 0.1.
        Lint::LopsidedZopa => (
            with(
                &["a indivisible 0.9 0.4", "b indivisible 0.1 0.6"],
                ["0.05", "0.5"],
            ),
            with(
                &["a indivisible 0.9 0.4", "b indivisible 0.1 0.6"],
                ["0.5", "0.5"],
            ),
        ),
        // (0.6, 0.4) and (0.4, 0.6) over (0, 0).
        Lint::NashTie => (
            with(
                &["a indivisible 0.6 0.6", "b indivisible 0.4 0.4"],
                ["0", "0"],
            ),
            with(
                &["a indivisible 0.6 0.5", "b indivisible 0.4 0.5"],
                ["0", "0"],
            ),
        ),
        // (0.6, 0.4) against (0.4, 0.599): products 0.24 and 0.2396.
        Lint::NashNearTie => (
            with(
                &["a indivisible 0.6 0.599", "b indivisible 0.4 0.4"],
                ["0", "0"],
            ),
            with(
                &["a indivisible 0.6 0.59", "b indivisible 0.4 0.4"],
                ["0", "0"],
            ),
        ),
        // With the same weights every split is efficient.
        Lint::EvenSplitSolves => (
            with(
                &["a divisible 0.5 0.5", "b divisible 0.5 0.5"],
                ["0.3", "0.3"],
            ),
            with(
                &["a divisible 0.6 0.5", "b divisible 0.4 0.5"],
                ["0.3", "0.3"],
            ),
        ),
        // One divisible thing: free of envy at half and half alone, which a BATNA of 0.6 does not accept.
        Lint::NoEnvyFreeDeal => (
            with(
                &["a divisible 0.5 0.5", "b divisible 0.5 0.5"],
                ["0.6", "0.3"],
            ),
            with(
                &["a divisible 0.5 0.5", "b divisible 0.5 0.5"],
                ["0.5", "0.3"],
            ),
        ),
        Lint::LatentChangesNothing => (
            with(
                &[
                    "a divisible 0.5 0.5",
                    "b divisible 0.5 0.5",
                    "c divisible? 0 0",
                ],
                ["0.3", "0.3"],
            ),
            with(
                &[
                    "a divisible 0.5 0.5",
                    "b divisible 0.4 0.5",
                    "c divisible? 0.1 0",
                ],
                ["0.3", "0.3"],
            ),
        ),
        // A margin of 0.2 is no expert's; one of 0.5 - 0.46 = 0.04 is.
        Lint::DifficultyMismatch => {
            let expert = |batnas| Made {
                difficulty: "expert",
                ..with(&["a divisible 0.5 0.5", "b divisible 0.5 0.5"], batnas)
            };
            (expert(["0.3", "0.3"]), expert(["0.46", "0.46"]))
        }
    }
}

#[test]
fn each_lint_reports_its_scenario_and_not_the_one_nearby() {
    for &lint in Lint::ALL {
        let (odd, fine) = pair(lint);
        assert!(
            has(&odd, lint),
            "{lint} is not found in {:?}",
            odd.resources
        );
        assert!(!has(&fine, lint), "{lint} is found in {:?}", fine.resources);
    }
}

/// The codes that are found in a convention, without those of a mismatch of difficulty.
fn codes(made: &Made, convention: Convention) -> Vec<&'static str> {
    let options = Options {
        convention,
        ..Options::default()
    };
    let report = lint(&made.scenario(), &options, &Limits::default()).expect("resources");
    let findings = report.complete().expect("a small game").findings;
    let codes = findings.iter().map(|finding| finding.lint.as_str());
    codes
        .filter(|code| *code != "difficulty-mismatch")
        .collect()
}

/// An asset and a burden of the same weights: signed there is nothing to win in all, avoided there is 1. BATNAs of 0.3 each are met in
/// the second way of counting alone, one of 0.6 is out of reach in the first alone.
#[test]
fn the_convention_decides_and_each_way_says_so() {
    let resources = ["a divisible 0.5 0.5", "b divisible- 0.5 0.5"];
    let scenario = made(&resources, ["0.3", "0.3"]);
    let [signed, avoided] =
        [Convention::Signed, Convention::Avoided].map(|convention| codes(&scenario, convention));
    assert!(signed.contains(&"zopa-empty") && signed.contains(&"convention-decides"));
    assert!(!avoided.contains(&"zopa-empty") && avoided.contains(&"convention-decides"));
    let high = made(&resources, ["0.6", "0.3"]);
    assert!(codes(&high, Convention::Signed).contains(&"batna-unattainable"));
    assert!(!codes(&high, Convention::Avoided).contains(&"batna-unattainable"));
    // without a burden there is nothing to decide, and both ways say the same
    let assets = made(
        &["a divisible 0.5 0.6", "b divisible 0.5 0.4"],
        ["0.3", "0.3"],
    );
    let both =
        [Convention::Signed, Convention::Avoided].map(|convention| codes(&assets, convention));
    assert_eq!(both[0], both[1]);
    assert!(!both[0].contains(&"convention-decides"));
}

/// The two conventions differ by what each party's burdens weigh: with BATNAs that much higher the avoided one finds what the signed
/// one does.
#[test]
fn avoided_findings_are_signed_ones_with_shifted_batnas() {
    // the burdens of both parties weigh 0.2 in each
    let scenarios = [
        [
            "a divisible 0.5 0.4",
            "b divisible 0.3 0.4",
            "c divisible- 0.2 0.2",
        ],
        [
            "a indivisible 0.5 0.4",
            "b indivisible 0.3 0.4",
            "c indivisible- 0.2 0.2",
        ],
        [
            "a divisible 0.4 0.4",
            "b both_benefit 0.4 0.4",
            "c joint_obligation 0.2 0.2",
        ],
        [
            "a indivisible 0.4 0.4",
            "b indivisible 0.4 0.4",
            "c divisible- 0.2 0.2",
        ],
        [
            "a divisible 0.7 0.1",
            "b divisible 0.1 0.7",
            "c divisible-? 0.2 0.2",
        ],
    ];
    let levels = [
        ["0.1", "0.3"],
        ["0.3", "0.5"],
        ["0.5", "0.7"],
        ["0.75", "0.95"],
    ];
    let mut found = std::collections::BTreeSet::new();
    for resources in &scenarios {
        for [low, high] in levels {
            let signed = codes(&made(resources, [low, low]), Convention::Signed);
            let avoided = codes(&made(resources, [high, high]), Convention::Avoided);
            let same = |codes: Vec<&'static str>| -> Vec<&'static str> {
                let kept = codes.into_iter();
                kept.filter(|code| *code != "convention-decides").collect()
            };
            let (signed, avoided) = (same(signed), same(avoided));
            assert_eq!(signed, avoided, "{resources:?} {low}");
            found.extend(signed);
        }
    }
    // lints of the zone, of deals and of weights were among them
    for code in [
        "zopa-empty",
        "lopsided-zopa",
        "even-split-solves",
        "no-trade-space",
    ] {
        assert!(found.contains(code), "{code}: {found:?}");
    }
}

/// Every number stands in the message's finding, every pointer leads into the file, every threshold is an option.
#[test]
fn findings_point_into_the_file() {
    for &lint in Lint::ALL {
        let (odd, _) = pair(lint);
        let text = odd.text();
        let root = common::value(&text);
        for finding in report(&odd).findings {
            assert!(
                root.pointer(&finding.at).is_some(),
                "{lint}: {}",
                finding.at
            );
            assert!(!finding.message.ends_with('.') && !finding.help.is_empty());
            let first = finding.message.chars().next().expect("a message");
            assert!(!first.is_uppercase(), "{}", finding.message);
        }
    }
}

#[test]
fn numbers_and_thresholds_are_exact() {
    let (odd, _) = pair(Lint::NoTradeSpace);
    let report = report(&odd);
    let json = lint_json(&report, Numbers::Exact);
    let finding = &json["findings"][0];
    assert_eq!(finding["code"], "no-trade-space");
    assert_eq!(finding["severity"], "warning");
    assert_eq!(finding["numbers"]["total_variation"], "1/25");
    assert_eq!(finding["threshold"]["option"], "min-tv");
    assert_eq!(finding["threshold"]["value"], "1/20");
}

/// With another threshold the same scenario is judged otherwise.
#[test]
fn thresholds_are_options() {
    let (odd, _) = pair(Lint::NoTradeSpace);
    let limits = Limits {
        min_tv: ratio("0.04"),
        ..Limits::default()
    };
    let report = lint(&odd.scenario(), &Options::default(), &limits).expect("resources");
    let report = report.complete().expect("a small game");
    assert!(
        report
            .findings
            .iter()
            .all(|finding| finding.lint != Lint::NoTradeSpace)
    );
}

#[test]
fn the_page_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/design.md");
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let mark = "<!-- lints: generated, UPDATE_DOCS=1 cargo test -p zopa-design rewrites what follows -->\n";
    let (before, after) = committed.split_once(mark).expect("the mark is there");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{mark}{}", lints_markdown())).expect("written");
        return;
    }
    assert!(
        after == lints_markdown(),
        "docs/design.md is stale: UPDATE_DOCS=1 rewrites it"
    );
}

#[test]
fn every_lint_has_a_mend() {
    for lint in Lint::ALL {
        assert!(lint.explanation().contains("Mend: "), "{lint}");
        assert!(!lint.title().ends_with('.'), "{lint}");
    }
}
