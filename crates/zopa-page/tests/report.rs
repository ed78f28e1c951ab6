//! The report: what it says, and that it needs nothing else. The expected numbers were worked out by hand, see
//! `data/golden/NOTES.md`.

use std::fs;
use std::path::Path;

use zopa::{Convention, Options};
use zopa_page::{Figures, Look, Missing, Subject, report};

const EXACT: Look = Look {
    figures: Figures { exact: true },
    convention: Convention::Signed,
};

fn golden(name: &str) -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden");
    let text = fs::read_to_string(path.join(format!("{name}.json"))).expect("a golden case");
    let case: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    case["scenario"].clone()
}

fn subject(scenario: &serde_json::Value) -> Subject {
    Subject::new("made.json", scenario.to_string(), &Options::default())
}

/// The page's text: without tags, with single spaces.
fn text_of(page: &str) -> String {
    let mut text = String::new();
    for part in page.split('<').skip(1) {
        text.push(' ');
        text.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn it_says_what_was_worked_out_by_hand() {
    let page = report(&[subject(&golden("g01_two_divisible"))], EXACT);
    let text = text_of(&page);
    for told in [
        "ZOPA A ZOPA exists: a deal can give both at least 24/55 more than their BATNAs.",
        "Margin 24/55 ; share of the area 109/168 .",
        "N Nash 7/10 3/5 +1/2 +2/5",
        "K Kalai-Smorodinsky 61/95 421/665",
        "E egalitarian 7/11 7/11",
    ] {
        let told = told.replace(" ;", ";").replace(" .", ".");
        assert!(text.contains(&told), "{told}\n{text}");
    }
}

#[test]
fn an_empty_zopa_is_named() {
    let page = report(&[subject(&golden("g10_no_zopa_but_a_lottery"))], EXACT);
    assert!(page.contains("data-mood=\"none\"") && page.contains("Closest to agreement"));
}

#[test]
fn nothing_is_fetched() {
    let page = report(&[subject(&golden("g11_latent_asset_and_burden"))], EXACT);
    for word in ["src=", "href=", "url(", "@import", "fetch(", "import("] {
        assert!(!page.contains(word), "{word}");
    }
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1);
    let policy = policy
        .and_then(|rest| rest.split('"').next())
        .expect("a policy");
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe") && !page.contains(" style=") && !page.contains(" onclick="));
}

#[test]
fn a_name_is_never_markup() {
    let mut scenario = golden("g01_two_divisible");
    let hostile = "</script><img src=x onerror=alert(1)>\"'&";
    scenario["name"] = hostile.into();
    scenario["resources"][0]["name"] = hostile.into();
    let page = report(&[subject(&scenario)], EXACT);
    assert!(!page.contains("<img"), "{page}");
    assert!(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
    // in the data of the script too
    assert!(page.contains("\\u003c/script>\\u003cimg"));
}

#[test]
fn several_scenarios_have_an_index() {
    let broken = Subject::new("broken.json", "{}".to_owned(), &Options::default());
    assert_eq!(broken.analysis.as_ref().err(), Some(&Missing::Errors));
    let page = report(&[subject(&golden("g01_two_divisible")), broken], EXACT);
    for number in [1, 2] {
        assert_eq!(
            page.matches(&format!("href=\"#scenario-{number}\""))
                .count(),
            1
        );
        assert_eq!(
            page.matches(&format!("id=\"scenario-{number}\"")).count(),
            1
        );
    }
    assert!(page.contains("The file has errors, so it is not analysed."));
    assert!(page.contains("missing-field"));
}

/// Half and half of both resources: utilities (1/2, 1/2), a value efficiency of 100 * sqrt(.45) = 67.08.
#[test]
fn runs_are_drawn_and_judged() {
    let mut subject = subject(&golden("g01_two_divisible"));
    let half = r#"{"run": "half", "scenario": "g01_two_divisible", "allocation": {"x": {"Ann": 0.5, "Bob": 0.5}, "y": {"Ann": 0.5, "Bob": 0.5}}}"#;
    let more = r#"{"run": "more", "scenario": "g01_two_divisible", "allocation": {"x": {"Ann": 0.9, "Bob": 0.9}}}"#;
    let other = r#"{"run": "other", "scenario": "elsewhere", "allocation": null}"#;
    subject.add_runs(
        &format!("{half}\n{more}\n{other}\nnonsense\n"),
        zopa_page::GROUPED_BY,
    );
    let overlay = subject.overlay.clone().expect("runs");
    assert_eq!((overlay.runs.len(), overlay.elsewhere), (2, 1));
    assert_eq!(overlay.unread[0].0, 4);
    let text = text_of(&report(&[subject], EXACT));
    assert!(
        text.contains("half deal 1/2 1/2 67.1 in the ZOPA, but both could have more"),
        "{text}"
    );
    assert!(
        text.contains("more invalid") && text.contains("over-allocated"),
        "{text}"
    );
    assert!(
        text.contains("Left out: 1 run of other scenarios."),
        "{text}"
    );
}

/// Runs of seven models and of none: the five with the most runs are told apart, what is beyond has one name, and each has its figures.
#[test]
fn runs_are_told_apart_by_group() {
    let run = |model: &str, times: usize| {
        let deal = r#""allocation": {"x": "Ann", "y": "Bob"}"#;
        let line = format!(r#"{{"scenario": "g01_two_divisible", "model": "{model}", {deal}}}"#);
        vec![line; times]
    };
    let mut lines = vec![r#"{"scenario": "g01_two_divisible", "allocation": null}"#.to_owned()];
    for (model, times) in [
        ("a", 2),
        ("b", 3),
        ("c", 4),
        ("d", 5),
        ("e", 6),
        ("f", 1),
        ("g", 1),
    ] {
        lines.extend(run(model, times));
    }
    let mut subject = subject(&golden("g01_two_divisible"));
    subject.add_runs(&lines.join("\n"), zopa_page::GROUPED_BY);
    let overlay = subject.overlay.clone().expect("runs");
    assert_eq!(overlay.groups(), ["e", "d", "c", "b", "a", "3 others"]);
    let dots = overlay.dots();
    let of_group = |group| dots.iter().filter(|dot| dot.group == group).count();
    assert_eq!([0, 1, 2, 3, 4, 5].map(of_group), [6, 5, 4, 3, 2, 3]);
    let page = report(&[subject], EXACT);
    assert!(page.contains("e (runs)") && page.contains("3 others (runs)"));
    assert!(page.contains("23 runs are drawn: e 6, d 5, c 4, b 3, a 2, 3 others 3."));
    assert!(
        text_of(&page).contains("e : 6 runs, 6 with a deal, 0 without, 0 invalid"),
        "{}",
        text_of(&page)
    );
}

#[test]
fn ids_are_unique() {
    let page = report(
        &[
            subject(&golden("g01_two_divisible")),
            subject(&golden("g02_indivisible_ties")),
        ],
        EXACT,
    );
    let mut ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}
