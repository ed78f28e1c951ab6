//! Elicitation: a party with known valuations is found, with fewer questions than chance would need.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::disallowed_macros,
    reason = "helpers serve several tests; one test prints a table"
)]

mod common;

use std::fs;

use common::root;
use serde_json::Value;
use zopa_calibrate::Answer;
use zopa_calibrate::Side;
use zopa_calibrate::consistent::Range;
use zopa_calibrate::elicit::{
    Chooser, ElicitOptions, Elicitation, Knowledge, Question, Reply, Trouble, answer_line,
    elicit_json, patch,
};
use zopa_model::{Convention, NearestFloat as _, Rational, Scenario};

fn scenario(id: &str) -> (String, Scenario) {
    let path = root().join(format!("data/scenarios/{id}.json"));
    let text = fs::read_to_string(path).expect("a shipped scenario");
    let scenario = zopa_model::check(&text).scenario.expect("no errors");
    (text, scenario)
}

/// Lets the scenario's numbers answer until the ranges are narrow, at most `most` times. The truth stays within.
fn simulated<'s>(
    scenario: &'s Scenario,
    party: usize,
    chooser: Chooser,
    most: usize,
) -> (Elicitation<'s>, Knowledge) {
    simulated_in(scenario, party, chooser, most, Convention::Signed)
}

fn simulated_in<'s>(
    scenario: &'s Scenario,
    party: usize,
    chooser: Chooser,
    most: usize,
    convention: Convention,
) -> (Elicitation<'s>, Knowledge) {
    let options = ElicitOptions {
        chances: true,
        convention,
        ..ElicitOptions::default()
    };
    let mut elicitation = Elicitation::new(scenario, party, options);
    let (valuations, batna) = elicitation.declared();
    let tie = Rational::new(1, 50);
    let mut known = elicitation.knowledge().expect("nothing contradicts");
    while elicitation.replies().len() < most && !elicitation.is_complete(&known) {
        let Some(question) = elicitation.next_question(&known, chooser) else {
            break;
        };
        let answer = elicitation.simulated(&question, &valuations, &batna, &tie);
        known = elicitation
            .add(Reply { question, answer })
            .expect("a consistent party");
        for (range, valuation) in known.valuations.iter().zip(&valuations) {
            assert!(range.contains(valuation), "{range:?} {valuation}");
        }
        assert!(known.batna.contains(&batna), "{:?} {batna}", known.batna);
    }
    (elicitation, known)
}

/// On shipped scenarios the truth is within all ranges after every answer, and chosen questions need fewer answers than random ones.
#[test]
fn a_simulated_party_is_recovered() {
    let mut chosen = 0;
    let mut by_chance = 0;
    for id in [
        "orphan_song_royalties",
        "wound_clinic_noncompete",
        "shared_driveway_well",
    ] {
        let (_, scenario) = scenario(id);
        let (elicitation, known) = simulated(&scenario, 0, Chooser::Informative, 60);
        // narrow, or nearly: now and then no question that is known tells more
        assert!(
            known.widest() <= Rational::new(3, 20),
            "{id}: {}",
            known.widest()
        );
        let (random, end) = simulated(&scenario, 0, Chooser::Random, 60);
        eprintln!(
            "{id}: {} questions, by chance {}{}",
            elicitation.replies().len(),
            random.replies().len(),
            if random.is_complete(&end) {
                ""
            } else {
                " and not done"
            }
        );
        chosen += elicitation.replies().len();
        by_chance += random.replies().len();
    }
    assert!(chosen < by_chance, "{chosen} against {by_chance}");
}

/// The patch leads to a scenario without errors whose valuations sum to 1.
#[test]
fn the_patch_passes_the_check() {
    for id in [
        "orphan_song_royalties",
        "lake_cabin_estate",
        "tool_library_merger",
    ] {
        let (text, scenario) = scenario(id);
        let (elicitation, known) = simulated(&scenario, 0, Chooser::Informative, 6);
        let sum: Rational = known.estimate.iter().sum();
        assert_eq!(sum, Rational::from(1));
        let mut root: Value = serde_json::from_str(&text).expect("JSON");
        for operation in patch(&elicitation, &known).as_array().expect("a list") {
            let path = operation["path"].as_str().expect("a path");
            let (parent, key) = path.rsplit_once('/').expect("a key");
            root.pointer_mut(parent).expect("a parent")[key] = operation["value"].clone();
        }
        let checked = zopa_model::check(&root.to_string());
        assert!(
            checked.scenario.is_some(),
            "{id}: {:?}",
            checked.diagnostics
        );
    }
}

/// An answer file says the same as the answers, and a question comes back as it was asked.
#[test]
fn answers_are_lines() {
    let (_, scenario) = scenario("lake_cabin_estate");
    let (elicitation, known) = simulated(&scenario, 0, Chooser::Informative, 4);
    let options = ElicitOptions {
        chances: true,
        ..ElicitOptions::default()
    };
    let mut again = Elicitation::new(&scenario, 0, options);
    let mut last = None;
    for reply in elicitation.replies() {
        let line = answer_line(&scenario, &reply.question, Some(reply.answer));
        let read = Reply::from_line(&scenario, &line)
            .expect("not blank")
            .expect("an answer");
        assert_eq!(&read, reply);
        last = Some(again.add(read).expect("consistent"));
    }
    let last = last.expect("answers");
    assert_eq!(last, known);
    // the same answers and seed give the same question
    let (x, y) = (
        elicitation.next_question(&known, Chooser::Informative),
        again.next_question(&last, Chooser::Informative),
    );
    assert_eq!(x, y);
    let json = elicit_json(&elicitation, &known, x.as_ref(), true);
    assert_eq!(json["answers"], 4);
    for (line, at) in [
        ("{", ""),
        (r#"{"b": null, "answer": "accept"}"#, "/a"),
        (r#"{"a": {"moon": 1}, "answer": "accept"}"#, "/a/moon"),
        (r#"{"a": {}, "answer": "maybe"}"#, "/answer"),
    ] {
        let fault = Reply::from_line(&scenario, line)
            .expect("not blank")
            .expect_err(line);
        assert_eq!(fault.at, at, "{line}");
    }
    assert!(Reply::from_line(&scenario, " ").is_none());
}

/// An answer that cannot be true beside the others is refused, and the others stay.
#[test]
fn a_contradiction_is_refused() {
    let (_, scenario) = scenario("orphan_song_royalties");
    let mut elicitation = Elicitation::new(&scenario, 0, ElicitOptions::default());
    let package = |index: usize| {
        let mut shares = vec![Rational::from(0); scenario.resources.len()];
        shares[index] = 1.into();
        shares
    };
    let prefers = |x: usize, y: usize| Reply {
        question: Question {
            a: package(x),
            b: Some(package(y)),
            forced: false,
        },
        answer: Answer::Better(Side::A, None),
    };
    elicitation.add(prefers(0, 1)).expect("consistent");
    elicitation.add(prefers(1, 2)).expect("consistent");
    match elicitation.add(prefers(2, 0)) {
        Err(Trouble::Contradiction(conflict)) => assert_eq!(conflict.minimal, [0, 1, 2]),
        other => panic!("{other:?}"),
    }
    assert_eq!(elicitation.replies().len(), 2);
}

/// Questions are in plain words, with amounts in the resources' units.
#[test]
fn questions_are_in_plain_words() {
    let (_, scenario) = scenario("lake_cabin_estate");
    let elicitation = Elicitation::new(&scenario, 0, ElicitOptions::default());
    let half = Rational::new(1, 2);
    let shares: Vec<Rational> = scenario
        .resources
        .iter()
        .map(|resource| {
            if resource.kind.is_whole() {
                0.into()
            } else {
                half.clone()
            }
        })
        .collect();
    let question = Question {
        a: shares,
        b: None,
        forced: false,
    };
    let words = question.in_words(&elicitation).join("\n");
    assert!(words.contains("Ingrid gets 1/2 of"), "{words}");
    let savings = scenario
        .resources
        .iter()
        .find(|r| r.kind == zopa_model::ResourceKind::DivisibleAsset)
        .expect("one");
    let amount = &savings.quantity * &half;
    assert!(
        words.contains(&format!(
            "{amount} of {} {}",
            savings.quantity, savings.unit
        )),
        "{words}"
    );
}

/// Every package is worse than walking away, so no answer bounds the BATNA from above; valuations are learned from what the party would
/// take if it had to. Where escaping burdens counts as a gain, some packages are better, and the BATNA is found too.
#[test]
fn a_party_that_walks_away_is_recovered() {
    let (_, scenario) = scenario("duplex_foundation_repair");
    for party in 0..2 {
        let (elicitation, known) = simulated(&scenario, party, Chooser::Informative, 60);
        let narrow = |range: &Range| range.width() <= Rational::new(1, 10);
        assert!(known.valuations.iter().all(narrow), "{known:?}");
        assert_eq!(known.batna.high, Rational::from(1));
        assert!(elicitation.replies().len() < 30);
        let forced = |reply: &Reply| reply.question.forced;
        assert!(elicitation.replies().iter().any(forced));
        let (elicitation, known) = simulated_in(
            &scenario,
            party,
            Chooser::Informative,
            60,
            Convention::Avoided,
        );
        assert!(elicitation.is_complete(&known), "{known:?}");
    }
}

/// Prints the table of the documentation: questions needed for every party of every shipped scenario with resources.
#[test]
#[ignore = "takes minutes: prints the table of docs/calibrate.md"]
fn table_of_questions() {
    let folder = fs::read_dir(root().join("data/scenarios")).expect("shipped scenarios");
    let mut ids: Vec<String> = folder
        .filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    ids.sort();
    for id in ids {
        let (_, scenario) = scenario(&id);
        if scenario.resources.len() < 2 {
            continue;
        }
        let burdens = scenario.resources.iter().any(|one| one.kind.is_burden());
        let conventions = [Convention::Signed, Convention::Avoided];
        for (party, convention) in [0, 1].into_iter().flat_map(|party| {
            let conventions = conventions.iter().take(1 + usize::from(burdens));
            conventions.map(move |one| (party, *one))
        }) {
            let run = |chooser| {
                let (elicitation, known) = simulated_in(&scenario, party, chooser, 60, convention);
                let count = elicitation.replies().len();
                let forced = elicitation.replies().iter().filter(|r| r.question.forced);
                let forced = forced.count();
                if elicitation.is_complete(&known) {
                    (count.to_string(), forced)
                } else {
                    (format!("{count}, then {}", known.widest().to_f64()), forced)
                }
            };
            let (chosen, forced) = run(Chooser::Informative);
            let (by_chance, _) = run(Chooser::Random);
            let name = &scenario.parties[party].name;
            let convention = convention.as_str();
            println!("| `{id}` | {name} | {convention} | {chosen} | {forced} | {by_chance} |");
        }
    }
}
