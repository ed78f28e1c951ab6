//! Published domains of other programs, read raw and analysed, against exact figures found by enumeration. Where the data is not at
//! hand the test says so and passes.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::shared;
use serde_json::Value;
use zopa::{
    Analysis, Concept, IssueSpace, NearestFloat as _, Options, Rational, Scenario, UtilityPoint,
};
use zopa_import::{Format, Notes, Source, domain};

fn folders() -> Vec<PathBuf> {
    let Some(folder) = shared("data/domains") else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder).expect("a folder");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    folders
}

/// The domain in a folder, by way of the file that `zopa import` writes.
fn scenario(folder: &Path) -> Scenario {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.file_name().is_some_and(|name| name != "expected.json"))
        .collect();
    paths.sort();
    let texts: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(path).expect("a text"),
            )
        })
        .collect();
    let sources: Vec<Source<'_>> = texts
        .iter()
        .map(|(name, text)| Source { name, text })
        .collect();
    let format = Format::guess(&sources[0]).expect("a known format");
    let mut notes = Notes::default();
    let read = domain::read(
        format,
        &sources,
        &zopa_import::Options::default(),
        &mut notes,
    );
    let read = read.unwrap_or_else(|| panic!("{}: {notes:?}", folder.display()));
    let checked = zopa::check(&read.to_json("domain"));
    checked
        .scenario
        .unwrap_or_else(|| panic!("{}: {:?}", folder.display(), checked.diagnostics))
}

fn point(value: &Value) -> UtilityPoint {
    let part = |index: usize| {
        value[index]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("a fraction")
    };
    UtilityPoint::new(part(0), part(1))
}

fn points(value: &Value) -> Vec<UtilityPoint> {
    value["points_exact"]
        .as_array()
        .map(|all| all.iter().map(point).collect())
        .unwrap_or_default()
}

/// How many outcomes attain each undominated pair of utilities: sums issue by issue, leaving out what a sum dominates (nothing
/// that is added later can bring it back).
fn counted(scenario: &Scenario) -> Vec<(UtilityPoint, u64)> {
    let mut sums = BTreeMap::from([([Rational::ZERO, Rational::ZERO], 1)]);
    for issue in &scenario.issues {
        let IssueSpace::Options(options) = &issue.space else {
            panic!("options");
        };
        let mut next: BTreeMap<[Rational; 2], u64> = BTreeMap::new();
        for ([a, b], count) in &sums {
            for option in options {
                let sum = [a + option.utility.a(), b + option.utility.b()];
                *next.entry(sum).or_default() += count;
            }
        }
        // from the largest of A's downwards, what has more for B than all before is undominated
        let mut best: Option<Rational> = None;
        let mut kept = BTreeMap::new();
        for ([a, b], count) in next.into_iter().rev() {
            if best.as_ref().is_none_or(|best| b > *best) {
                best = Some(b.clone());
                kept.insert([a, b], count);
            }
        }
        sums = kept;
    }
    let counted = sums.into_iter();
    counted
        .map(|([a, b], count)| (UtilityPoint::new(a, b), count))
        .collect()
}

/// The frontier of a domain of options is points.
fn frontier(analysis: &Analysis) -> Vec<UtilityPoint> {
    let pieces = analysis.frontier.pieces();
    let point = |piece: zopa::Piece| {
        assert!(piece.is_point());
        piece.from
    };
    pieces.map(point).collect()
}

/// The points of the frontier within the ZOPA whose value is largest.
fn largest<T: Ord>(
    frontier: &[UtilityPoint],
    d: &UtilityPoint,
    value: impl Fn(&UtilityPoint) -> T,
) -> Vec<UtilityPoint> {
    let inside = || frontier.iter().filter(|point| point.covers(d));
    let best = inside().map(&value).max();
    inside()
        .filter(|point| Some(value(point)) == best)
        .cloned()
        .collect()
}

fn assert_solution(analysis: &Analysis, concept: Concept, expected: &[UtilityPoint], name: &str) {
    let found = analysis.solution(concept).map(|solution| &solution.utility);
    match expected {
        [] => {}
        expected => assert!(
            found.is_some_and(|found| expected.contains(found)),
            "{name}: {concept:?} is {found:?}, expected one of {expected:?}"
        ),
    }
}

#[test]
fn published_domains_have_their_exact_figures() {
    let mut seen = 0;
    for folder in folders() {
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        let text = fs::read_to_string(folder.join("expected.json")).expect("the figures");
        let expected: Value = serde_json::from_str(&text).expect("JSON");
        let scenario = scenario(&folder);
        let outcomes = scenario
            .issues
            .iter()
            .map(|issue| issue.corners().len() as u64);
        assert_eq!(
            expected["outcomes"],
            outcomes.product::<u64>(),
            "{name}: outcomes"
        );

        let analysis = zopa::analyze(&scenario, &Options::default()).expect("analysed");
        let analysis = analysis.complete().expect("no limit is set");
        let found = frontier(&analysis);
        assert!(
            found == points(&expected["frontier_all"]),
            "{name}: the frontier"
        );
        let counted = counted(&scenario);
        assert!(
            counted.iter().map(|(point, _)| point).eq(&found),
            "{name}: summed up"
        );
        let attained: u64 = counted.iter().map(|(_, count)| count).sum();
        assert_eq!(
            expected["frontier_all"]["n_outcomes"], attained,
            "{name}: efficient outcomes"
        );
        seen += 1;
        if expected.get("nash").is_none() {
            continue;
        }

        let d = &analysis.disagreement;
        let reserved = |party: usize| {
            expected["parties"][party]["reserved"]
                .as_f64()
                .expect("a number")
        };
        for party in 0..2 {
            let told: Rational = reserved(party).to_string().parse().expect("a decimal");
            assert_eq!(d.0[party], told, "{name}: the reservation value");
        }
        let nash = points(&expected["nash"]);
        assert_eq!(
            largest(&found, d, |point| point.minus(d).product()),
            nash,
            "{name}: Nash"
        );
        assert_solution(&analysis, Concept::Nash, &nash, name);
        let unique = analysis
            .solution(Concept::Nash)
            .map(|solution| solution.unique);
        assert_eq!(unique, Some(nash.len() == 1), "{name}: ties");
        let egalitarian = points(&expected["egalitarian_maxmin"]);
        let smaller = |point: &UtilityPoint| point.minus(d).smaller().clone();
        assert_eq!(
            largest(&found, d, smaller),
            egalitarian,
            "{name}: egalitarian"
        );
        assert_solution(&analysis, Concept::Egalitarian, &egalitarian, name);
        let utilitarian = points(&expected["utilitarian"]);
        assert_eq!(
            largest(&found, d, UtilityPoint::sum),
            utilitarian,
            "{name}: utilitarian"
        );
        assert_solution(&analysis, Concept::Utilitarian, &utilitarian, name);
        let kalai = points(&expected["kalai_smorodinsky_maxmin"]);
        assert_solution(&analysis, Concept::KalaiSmorodinsky, &kalai, name);

        let lottery = analysis
            .nash_lottery
            .as_ref()
            .map(|lottery| lottery.utility.clone());
        assert_eq!(
            lottery,
            Some(point(&expected["lottery_hull"]["nash_exact"])),
            "{name}: lottery"
        );
        let vertices = expected["lottery_hull"]["vertices"]
            .as_array()
            .expect("vertices");
        let hull = analysis.frontier.hull();
        assert_eq!(hull.len(), vertices.len(), "{name}: the hull");
        for (ours, theirs) in hull.iter().zip(vertices) {
            for party in 0..2 {
                // floats that were printed may differ in the last digit
                let printed = format!("{:.14}", ours.0[party].to_f64());
                let told = theirs[party].as_f64().expect("a number");
                assert_eq!(printed, format!("{told:.14}"), "{name}: the hull");
            }
        }
    }
    assert!(seen == 0 || seen == 28, "{seen} folders");
}
