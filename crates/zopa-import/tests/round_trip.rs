//! What is exported and read again says the same: utilities as they were, but for a shift of each party's and one factor for both.

use std::path::Path;

use zopa_import::domain::{Domain, read};
use zopa_import::export::{Target, write};
use zopa_import::{Format, NoteCode, Notes, Options, Severity, Source};
use zopa_model::{IssueSpace, Rational, Scenario};

fn load(path: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(path);
    let text = std::fs::read_to_string(path).expect("a shipped file");
    zopa_model::check(&text).scenario.expect("a sound scenario")
}

fn export(
    scenario: &Scenario,
    target: Target,
    steps: Option<u32>,
) -> (Option<Vec<(String, String)>>, Notes) {
    let source = Source {
        name: "scenario.json",
        text: "",
    };
    let mut notes = Notes::default();
    let files = write(scenario, target, steps, &source, &mut notes);
    assert_eq!(
        files.is_none(),
        notes.worst() == Some(Severity::Error),
        "{notes:?}"
    );
    (files, notes)
}

fn import(format: Format, files: &[(String, String)]) -> Domain {
    let sources: Vec<Source<'_>> = files
        .iter()
        .map(|(name, text)| Source { name, text })
        .collect();
    for source in &sources {
        assert_eq!(Format::guess(source), Some(format), "{}", source.text);
    }
    let mut notes = Notes::default();
    let domain = read(format, &sources, &Options::default(), &mut notes);
    for (code, _) in notes.counts() {
        let expected = matches!(
            code,
            NoteCode::WeightsSum
                | NoteCode::NoReservation
                | NoteCode::FlatIssue
                | NoteCode::FloatDust
        );
        assert!(expected, "{:?}", notes.kept());
    }
    domain.unwrap_or_else(|| panic!("{:?}", notes.kept()))
}

/// A party's utilities issue by issue, those of ranges at their ends.
fn utilities(issues: &[zopa_model::DomainIssue], party: usize) -> Vec<Vec<Rational>> {
    let of = |issue: &zopa_model::DomainIssue| {
        issue
            .corners()
            .into_iter()
            .map(|pair| pair.0[party].clone())
            .collect()
    };
    issues.iter().map(of).collect()
}

/// What the second says is what the first says, up to a shift of each party's and one factor, which is given back.
fn assert_same(first: &Domain, second: &Domain) -> Rational {
    let names = |domain: &Domain| -> Vec<String> {
        domain
            .parties
            .iter()
            .map(|party| party.name.clone())
            .collect()
    };
    assert_eq!(names(first), names(second));
    let mut factor: Option<Rational> = None;
    for party in 0..2 {
        let (before, after) = (
            utilities(&first.issues, party),
            utilities(&second.issues, party),
        );
        let batna = |domain: &Domain| {
            domain.parties[party]
                .batna
                .clone()
                .unwrap_or(Rational::ZERO)
        };
        // of each option over the issue's first, and of no deal over the first of all
        let mut pairs = vec![(
            &batna(first) - &before.iter().map(|issue| &issue[0]).sum::<Rational>(),
            &batna(second)
                - &after
                    .iter()
                    .take(before.len())
                    .map(|issue| &issue[0])
                    .sum::<Rational>(),
        )];
        assert!(
            after[before.len()..]
                .iter()
                .all(|rest| rest.len() == 1 && rest[0].is_zero())
        );
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before.len(), after.len());
            pairs.extend(
                before
                    .iter()
                    .zip(after)
                    .map(|(u, v)| (u - &before[0], v - &after[0])),
            );
        }
        for (u, v) in pairs {
            match v.checked_div(&u) {
                None => assert!(v.is_zero()),
                Some(ratio) => assert_eq!(*factor.get_or_insert(ratio.clone()), ratio),
            }
        }
    }
    factor.expect("something is worth something")
}

/// The domain that a scenario without resources is.
fn domain_of(scenario: &Scenario) -> Domain {
    let party = |index: usize| zopa_import::domain::DomainParty {
        name: scenario.parties[index].name.clone(),
        batna: scenario.parties[index]
            .batna
            .as_ref()
            .map(|batna| batna.utility.clone()),
    };
    Domain {
        name: None,
        parties: [party(0), party(1)],
        issues: scenario.issues.clone(),
    }
}

#[test]
fn domains_come_back_as_they_were() {
    for (file, target, format, steps, factor) in [
        ("first_job", Target::Genius, Format::Genius, None, "1/1000"),
        ("first_job", Target::Negmas, Format::Negmas, None, "1"),
        // a fall over 30 days is no decimal
        ("used_car", Target::Genius, Format::Genius, None, "3/10"),
        ("used_car", Target::Negmas, Format::Negmas, None, "3/10"),
        ("flat_share", Target::Genius, Format::Genius, None, "1"),
        ("flat_share", Target::Negmas, Format::Negmas, None, "1"),
    ] {
        let scenario = load(&format!("domains/{file}.json"));
        let (files, _) = export(&scenario, target, steps);
        let files = files.unwrap_or_else(|| panic!("{file} to {}", target.as_str()));
        let back = import(format, &files);
        assert_eq!(
            assert_same(&domain_of(&scenario), &back).to_string(),
            factor,
            "{file} {}",
            target.as_str()
        );
        let ranges = |issues: &[zopa_model::DomainIssue]| -> Vec<[Rational; 2]> {
            let spaces = issues.iter().map(|issue| &issue.space);
            spaces
                .filter_map(|space| match space {
                    IssueSpace::Range(range) => Some(range.ends.clone()),
                    IssueSpace::Options(_) => None,
                })
                .collect()
        };
        assert_eq!(ranges(&scenario.issues), ranges(&back.issues), "{file}");
    }
    // GeniusWeb has no ranges without steps; cut, the options are those of the cut domain
    let scenario = load("domains/used_car.json");
    let (files, notes) = export(&scenario, Target::GeniusWeb, None);
    assert!(files.is_none() && notes.count(NoteCode::NotExpressible) == 1);
    let scenario = load("domains/first_job.json");
    let (files, _) = export(&scenario, Target::GeniusWeb, None);
    let back = import(Format::GeniusWeb, &files.expect("files"));
    assert_eq!(
        assert_same(&domain_of(&scenario), &back).to_string(),
        "1/1000"
    );
}

/// Thirds are no decimals: one factor for both makes them so.
#[test]
fn thirds_are_scaled() {
    let text = r#"{"id": "thirds", "parties": [{"name": "A", "batna": "1/7"}, {"name": "B"}], "issues": [
        {"name": "x", "options": [{"name": "p", "utilities": {"A": "1/3", "B": 0}}, {"name": "q", "utilities": {"A": 0, "B": "1/2"}}]},
        {"name": "y & <z>", "options": [{"name": "\"r\"", "utilities": {"A": "2/3", "B": -0.25}}, {"name": "s", "utilities": {"A": "-1/9", "B": 0.25}}]}]}"#;
    let scenario = zopa_model::check(text).scenario.expect("a domain");
    for (target, format) in [
        (Target::Genius, Format::Genius),
        (Target::Negmas, Format::Negmas),
    ] {
        let (files, notes) = export(&scenario, target, None);
        assert_eq!(notes.count(NoteCode::Rescaled), 1);
        let back = import(format, &files.expect("files"));
        assert_same(&domain_of(&scenario), &back);
        assert_eq!(back.issues[1].name, "y & <z>");
    }
}

#[test]
fn indivisible_resources_are_issues() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../data/scenarios/season_tickets_split.json"),
    )
    .expect("a scenario");
    let scenario = zopa_model::check(&text).scenario.expect("sound");
    // it has a divisible and a shared resource
    let (files, notes) = export(&scenario, Target::Genius, None);
    assert!(files.is_none());
    assert!(
        notes.kept()[0].message.contains("--steps N"),
        "{:?}",
        notes.kept()
    );
    let (files, notes) = export(&scenario, Target::Genius, Some(4));
    assert!(notes.count(NoteCode::CutIntoSteps) > 0);
    let back = import(Format::Genius, &files.expect("files"));
    assert_eq!(back.issues.len(), scenario.resources.len());
    let (files, _) = export(&scenario, Target::Csv, Some(4));
    let files = files.expect("a table");
    assert_eq!(files.len(), 1);
    let first = files[0].1.lines().next().expect("a header");
    let parties = scenario.parties.each_ref().map(|party| party.name.as_str());
    assert_eq!(first, format!("issue,option,{},{}", parties[0], parties[1]));
}

/// What no deal is worth is a bid's utility in GeniusWeb: found where there is one.
#[test]
fn reservations_of_geniusweb_are_bids() {
    let text = |batna: &str| {
        format!(
            r#"{{"id": "bids", "parties": [{{"name": "A", "batna": {batna}}}, {{"name": "B"}}], "issues": [
        {{"name": "x", "options": [{{"name": "p", "utilities": {{"A": 0.5, "B": 0}}}}, {{"name": "q", "utilities": {{"A": 0.25, "B": 0.5}}}}]}},
        {{"name": "y", "options": [{{"name": "r", "utilities": {{"A": 0.5, "B": 0.1}}}}, {{"name": "s", "utilities": {{"A": 0, "B": 0.5}}}}]}}]}}"#
        )
    };
    let load = |batna: &str| zopa_model::check(&text(batna)).scenario.expect("a domain");
    let scenario = load("0.75");
    let (files, _) = export(&scenario, Target::GeniusWeb, None);
    let back = import(Format::GeniusWeb, &files.expect("files"));
    assert_eq!(back.parties[0].batna, Some(Rational::new(3, 4)));
    assert_same(&domain_of(&scenario), &back);
    let (files, notes) = export(&load("0.6"), Target::GeniusWeb, None);
    assert!(
        files.is_none() && notes.kept()[0].message.contains("0.6"),
        "{notes:?}"
    );
}
