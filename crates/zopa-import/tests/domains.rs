//! The shipped samples of domains, each against figures worked out by hand.

use std::path::Path;

use zopa_import::domain::{Domain, read};
use zopa_import::{Format, NoteCode, Notes, Options, Source};
use zopa_model::{IssueSpace, Scenario};

/// The files of a sample, by name.
fn files(sample: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/import")
        .join(sample);
    let entries = std::fs::read_dir(&folder).expect("the sample's folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let file = |path: &std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        let text = std::fs::read_to_string(path).expect("a text");
        (name.expect("a name").to_owned(), text)
    };
    paths.iter().map(file).collect()
}

fn import(sample: &str, format: Format, options: &Options) -> (Option<Domain>, Notes) {
    let files = files(sample);
    let sources: Vec<Source<'_>> = files
        .iter()
        .map(|(name, text)| Source { name, text })
        .collect();
    for source in &sources {
        assert_eq!(Format::guess(source), Some(format), "{}", source.name);
    }
    let mut notes = Notes::default();
    let domain = read(format, &sources, options, &mut notes);
    (domain, notes)
}

/// The scenario that the file which is written describes.
fn scenario(domain: &Domain) -> Scenario {
    let text = domain.to_json("sample");
    let checked = zopa_model::check(&text);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    checked.scenario.expect("a sound domain")
}

/// `option a b` of each option of an issue.
fn table(scenario: &Scenario, issue: &str) -> Vec<String> {
    let index = scenario.issue_index(issue).expect("an issue");
    let IssueSpace::Options(options) = &scenario.issues[index].space else {
        panic!("`{issue}` has options");
    };
    let row = options.iter().map(|option| {
        let [a, b] = &option.utility.0;
        format!("{}: {a} {b}", option.name)
    });
    row.collect()
}

fn codes(notes: &Notes) -> Vec<(NoteCode, usize)> {
    notes.counts().collect()
}

#[test]
fn negolog() {
    let (domain, notes) = import("bookshop", Format::Negolog, &Options::default());
    assert_eq!(codes(&notes), []);
    let scenario = scenario(&domain.expect("a domain"));
    let parties = scenario.parties.each_ref().map(|party| party.name.as_str());
    assert_eq!(parties, ["owner", "publisher"]);
    let d = scenario.disagreement_point();
    assert_eq!(
        (d.a().to_string(), d.b().to_string()),
        ("1/4".into(), "1/5".into())
    );
    // weight times worth: .5 * .4 = .2 and .1 * 1
    assert_eq!(
        table(&scenario, "opening hours"),
        ["10 to 18: 1/2 1/20", "12 to 20: 1/5 1/10"]
    );
    assert_eq!(
        table(&scenario, "shelf rent"),
        ["none: 0 1/2", "5 a week: 3/20 3/10", "10 a week: 3/10 0"]
    );
}

#[test]
fn geniusweb_in_both_spellings() {
    let (domain, notes) = import("field_trip", Format::GeniusWeb, &Options::default());
    assert_eq!(codes(&notes), [(NoteCode::NoReservation, 1)]);
    let domain = domain.expect("a domain");
    assert_eq!(domain.name.as_deref(), Some("field trip"));
    let scenario = scenario(&domain);
    // pupils: .4 * (.1, .4, .7, 1) over the days; teacher: .5 * (1, 2/3, 1/3, 0)
    assert_eq!(
        table(&scenario, "days"),
        ["1: 1/25 1/2", "2: 4/25 1/3", "3: 7/25 1/6", "4: 2/5 0"]
    );
    // the moor for two days: .6 * .2 + .4 * .4
    assert_eq!(scenario.disagreement_point().a().to_string(), "7/25");
    assert!(scenario.parties[1].batna.is_none());
}

/// The ends of a range and what they are worth.
fn range(scenario: &Scenario, issue: &str) -> String {
    let index = scenario.issue_index(issue).expect("an issue");
    let IssueSpace::Range(range) = &scenario.issues[index].space else {
        panic!("`{issue}` has a range");
    };
    let end = |index: usize| {
        let [a, b] = &range.utility[index].0;
        format!("{}: {a} {b}", range.ends[index])
    };
    format!("{}, {}", end(0), end(1))
}

#[test]
fn genius_with_every_type_of_issue() {
    let (domain, notes) = import("harbour", Format::Genius, &Options::default());
    assert_eq!(codes(&notes), [(NoteCode::DiscountIgnored, 1)]);
    let domain = domain.expect("a domain");
    assert_eq!(domain.name.as_deref(), Some("Harbour dues"));
    let scenario = scenario(&domain);
    let parties = scenario.parties.each_ref().map(|party| party.name.as_str());
    assert_eq!(parties, ["Council", "Shipper"]);
    let d = scenario.disagreement_point();
    assert_eq!(
        (d.a().to_string(), d.b().to_string()),
        ("1/5".into(), "1/4".into())
    );
    // .5 * (4, 2, 1) / 4 and .3 * (1, 3, 2) / 3
    assert_eq!(
        table(&scenario, "berth"),
        [
            "north quay: 1/2 1/10",
            "south quay: 1/4 3/10",
            "outer mole: 1/8 1/5"
        ]
    );
    // .2 * .25 * (v - 1) and .3 * (1 - .25 * (v - 1))
    assert_eq!(
        table(&scenario, "nights"),
        [
            "1: 0 3/10",
            "2: 1/20 9/40",
            "3: 1/10 3/20",
            "4: 3/20 3/40",
            "5: 1/5 0"
        ]
    );
    assert_eq!(range(&scenario, "fee"), "100: 0 2/5, 500: 3/10 0");
}

#[test]
fn negmas_with_functions() {
    let (domain, notes) = import("relay", Format::Negmas, &Options::default());
    assert_eq!(codes(&notes), []);
    let scenario = scenario(&domain.expect("a domain"));
    let d = scenario.disagreement_point();
    // Ben's outcome without a deal: .2 * 1 + .4 * (-.25 * 16 + 4) + .4 * .125 * 6
    assert_eq!(
        (d.a().to_string(), d.b().to_string()),
        ("1/10".into(), "1/2".into())
    );
    assert_eq!(
        table(&scenario, "first leg"),
        ["Ada: 1/2 1/10", "Ben: 0 1/5"]
    );
    // .25 * (.5 v - 1) and .4 * (v - v^2 / 4)
    assert_eq!(
        table(&scenario, "km"),
        ["2: 0 2/5", "3: 1/8 3/10", "4: 1/4 0"]
    );
    assert_eq!(range(&scenario, "start"), "6: 3/16 3/10, 9: 0 9/20");
}
