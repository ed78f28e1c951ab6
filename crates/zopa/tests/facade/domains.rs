//! Domains: the same games as resources, told as options, have the same answers; and a case by hand.

use std::path::Path;

use serde_json::Value;
use zopa::metrics::{Namespace, Yardsticks};
use zopa::{Convention, Numbers, Rational, Scenario, analysis_json};

use crate::compare::strokes;
use crate::made::{is_burden, random_batnas, random_items, spelled, weights};
use crate::printed::agreement;
use crate::random::Random;
use crate::scenarios::{Item, NAMES, analyze, exact, read, scenario};

/// Decimals of at most 17 places, as they are spelled in made-up scenarios.
fn decimal(value: &Rational) -> String {
    let scaled = value * &Rational::new(10i128.pow(17), 1);
    format!("{scaled}e-17")
}

fn utilities(a: &Rational, b: &Rational) -> String {
    let [a, b] = [a, b].map(decimal);
    format!(r#"{{"{}": {a}, "{}": {b}}}"#, NAMES[0], NAMES[1])
}

/// The domain whose options are the splits of the items.
fn domain(items: &[Item], batnas: &[Option<String>; 2]) -> String {
    let issue = |(item, [a, b]): (&Item, [Rational; 2])| {
        let sign = |weight: Rational| {
            if is_burden(item.kind) {
                -weight
            } else {
                weight
            }
        };
        let (a, b, zero) = (sign(a), sign(b), Rational::ZERO);
        let (to_a, to_b) = (utilities(&a, &zero), utilities(&zero, &b));
        let option = |(name, worth): (&str, &String)| {
            format!(r#"{{"name": "{name}", "utilities": {worth}}}"#)
        };
        let nobody = utilities(&zero, &zero);
        let options: &[(&str, &String)] = match item.kind {
            "indivisible" => &[("a", &to_a), ("b", &to_b), ("nobody", &nobody)],
            "-indivisible" => &[("a", &to_a), ("b", &to_b)],
            "both_benefit" => &[("both", &utilities(&a, &b)), ("nobody", &nobody)],
            _ => &[],
        };
        let space = if options.is_empty() {
            let ends = format!(r#""utilities_from": {to_b}, "utilities_to": {to_a}"#);
            format!(r#""range": {{"from": -1, "to": 3, {ends}}}"#)
        } else {
            let options: Vec<String> = options.iter().copied().map(option).collect();
            format!(r#""options": [{}]"#, options.join(", "))
        };
        format!(r#"{{"name": "{}", {space}}}"#, item.id)
    };
    let issues: Vec<String> = items.iter().zip(weights(items)).map(issue).collect();
    let party = |party: usize| {
        let batna = batnas[party].as_ref();
        let batna = batna.map_or_else(String::new, |batna| format!(r#", "batna": {batna}"#));
        format!(r#"{{"name": "{}"{batna}}}"#, NAMES[party])
    };
    format!(
        r#"{{"id": "made_in_code", "parties": [{}, {}], "issues": [{}]}}"#,
        party(0),
        party(1),
        issues.join(", ")
    )
}

fn utilities_of(json: &Value) -> Vec<&Value> {
    let solutions = json["solutions"].as_object().expect("solutions");
    solutions
        .values()
        .map(|solution| &solution["utility"])
        .collect()
}

#[test]
fn splits_told_as_options_have_the_same_answers() {
    let mut random = Random::seeded(61);
    for _ in 0..200 {
        let mut items = random_items(&mut random, false);
        for item in &mut items {
            // quotients have no decimals
            item.raw = false;
        }
        let batnas = random_batnas(&mut random);
        let told = domain(&items, &batnas);
        let domain = analyze(&read(&told), Convention::Signed);
        let plain = analyze(&scenario(&items, spelled(&batnas)), Convention::Signed);
        let (found, expected) = (exact(&domain), exact(&plain));
        assert_eq!(
            strokes(&found["frontier"]),
            strokes(&expected["frontier"]),
            "{told}"
        );
        assert_eq!(found["zopa"], expected["zopa"]);
        assert_eq!(utilities_of(&found), utilities_of(&expected), "{told}");
        // what is printed can be scored
        for piece in found["frontier"].as_array().expect("pieces") {
            for end in ["allocation", "from_allocation", "to_allocation"] {
                let Some(allocation) = piece.get(end) else {
                    continue;
                };
                let line = format!(r#"{{"scenario": "made_in_code", "allocation": {allocation}}}"#);
                let score = domain.score(&agreement(&domain.scenario, &line));
                assert_eq!(score.pareto_gap, Rational::ZERO, "{line}");
            }
        }
    }
}

fn shipped(id: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/domains/{id}.json"));
    read(&std::fs::read_to_string(path).expect("a shipped domain"))
}

/// Late delivery gives the seller .4 for the buyer's .2, so it comes first: from the buyer's best, (.5 + .3 + .2, 0), the buyer
/// gives up delivery for .4 (ratio 2), the 1-year warranty for .15 per .1 (ratio 3/2), price 7000 for .15 per .1 (3/2), 7500 for
/// .15 per .15 (1), no warranty for .05 per .2 (1/4), 8000 for .1 per .25 (2/5).
#[test]
fn the_used_car_by_hand() {
    let scenario = shipped("used_car");
    let analysis = analyze(&scenario, Convention::Signed);
    let json = exact(&analysis);
    // gains over (.3, .25): at 7000, 6 months, day 30: u = (.6, .7), gains (.3, .45), product .135;
    // at 6500, 6 months, day 30: (.7, .55), (.4, .3), .12; at 7500, 6 months, day 30: (.45, .85), (.15, .6), .09;
    // delivery 5 days earlier at 7000 and 6 months moves by (1/30, -2/30): (.3 + x)(.45 - 2x), largest where
    // .45 - .6 = 4x, so x < 0: not earlier.
    let nash = &json["solutions"]["nash"];
    assert_eq!(nash["utility"].to_string(), r#"["3/5","7/10"]"#);
    assert_eq!(
        nash["allocation"].to_string(),
        r#"{"price":"7000","warranty":"6 months","delivery":"30"}"#
    );
    assert_eq!(
        json["disagreement"]["utility"].to_string(),
        r#"["3/10","1/4"]"#
    );
    let moving = json["frontier"].as_array().expect("pieces").iter();
    let moving: Vec<&Value> = moving.filter_map(|piece| piece.get("moving")).collect();
    assert!(
        !moving.is_empty()
            && moving
                .iter()
                .all(|names| *names == &serde_json::json!(["delivery"]))
    );
    let line = r#"{"scenario": "used_car", "allocation": {"price": "6500", "warranty": "none", "delivery": "40/3"}}"#;
    let score = analysis.score(&agreement(&scenario, line));
    // .5 + 0 + .2 * 5/9, and 0 + .2 + .4 * 4/9
    assert_eq!(score.utility.to_string_pair(), ["11/18", "17/45"]);
    assert!(!score.pareto_efficient);
}

/// On a compatible issue both favourites are one option, so that no rivalry is split there: half-way is (40 + 0)/2 and so on.
///
/// Salary (20, 20), remote days (9, 5), start (6, 10), town (20, 14), training (8, 1): joint 113. The largest joint utility takes
/// 48k (48), 2 days (21), July (18), Elmford (34), course (15): 136.
#[test]
fn logrolling_on_options() {
    let scenario = shipped("first_job");
    let analysis = analyze(&scenario, Convention::Signed);
    let line = r#"{"scenario": "first_job", "allocation": {"salary": "44k", "remote days": "2", "start": "July", "town": "Coldbrook", "training": "course"}}"#;
    let agreement = agreement(&scenario, line);
    let yardsticks = Yardsticks::of(&analysis, &Namespace::ALL);
    let found = analysis.metrics(&yardsticks, &agreement, &analysis.score(&agreement));
    // (15 + 30) + 21 + 18 + 0 + 15 = 99
    let integrative = found.integrative.expect("asked for");
    assert_eq!(
        integrative.logrolling_index,
        Some(Rational::new(99 - 113, 136 - 113))
    );
    // nobody holds an option
    let fairness = found.fairness.expect("asked for");
    assert_eq!((fairness.envy_free, fairness.proportional), (None, None));
    assert_eq!(found.hua.expect("asked for").envy_free, None);
    // the graduate ranges from 0 to 40 + 18 + 12 + 20 + 16 = 106 and has 15 + 15 + 8 + 0 + 10 = 48; the firm from
    // 0 + 0 + 4 + 0 - 6 = -2 to 40 + 10 + 16 + 14 + 8 = 88 and has 30 + 6 + 10 + 0 + 5 = 51
    assert_eq!(
        fairness.satisfaction.map(|pair| pair.to_string_pair()),
        Some(["24/53".to_owned(), "53/90".to_owned()])
    );
}

trait Spelled {
    fn to_string_pair(&self) -> [String; 2];
}

impl Spelled for zopa::UtilityPoint {
    fn to_string_pair(&self) -> [String; 2] {
        self.0.each_ref().map(ToString::to_string)
    }
}

/// Every shipped domain against the solver tests' oracle, and every shipped run on it.
#[test]
fn shipped_domains_are_the_oracles() {
    for id in ["used_car", "first_job", "flat_share"] {
        let scenario = shipped(id);
        let analysis = analyze(&scenario, Convention::Signed);
        let issues = scenario.issues.iter().map(|issue| match &issue.space {
            zopa::IssueSpace::Options(options) => {
                let worths = options.iter().map(|option| option.utility.clone());
                zopa_solve::Issue::Options(worths.collect())
            }
            zopa::IssueSpace::Range(range) => zopa_solve::Issue::Segment(range.utility.clone()),
        });
        let game = zopa_solve::Game {
            base: zopa::UtilityPoint::new(Rational::ZERO, Rational::ZERO),
            issues: issues.collect(),
        };
        let oracle = crate::oracle::Oracle::of(&game);
        let d = scenario.disagreement_point();
        let json = analysis_json(&analysis, None, Numbers::Exact);
        assert_eq!(strokes(&json["frontier"]), oracle.frontier, "{id}");
        let nash = oracle.nash(&d).map(|chosen| chosen.utility);
        let found = analysis.solution(zopa::Concept::Nash);
        assert_eq!(found.map(|solution| solution.utility.clone()), nash, "{id}");
    }
}
