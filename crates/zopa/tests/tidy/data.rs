//! Whether the shipped data is whole.

use super::{File, assert_none, files_below, made_up};

/// Runs of several scenarios: the odd lines, and many comparable runs.
const MIXED: [&str; 2] = ["league", "mixed"];

fn stem(file: &File) -> &str {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    name.split('.').next().unwrap_or_default()
}

/// Scenarios with resources but without runs, runs without a scenario, and files that the data's page does not name.
fn incomplete(scenarios: &[File], runs: &[File], page: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for scenario in scenarios {
        let id = stem(scenario);
        let Some(read) = zopa::check(&scenario.text).scenario else {
            faults.push(format!("{}: the scenario has errors", scenario.path));
            continue;
        };
        let has_runs = runs.iter().any(|file| stem(file) == id);
        if read.is_relational() && has_runs {
            faults.push(format!(
                "{}: a relational scenario has no runs to score",
                scenario.path
            ));
        }
        if !read.is_relational() && !has_runs {
            faults.push(format!("{}: there are no runs of it", scenario.path));
        }
        if read.id != id {
            faults.push(format!("{}: the id is `{}`", scenario.path, read.id));
        }
        if !page.contains(&format!("`{id}`")) {
            faults.push(format!(
                "{}: data/README.md does not name it",
                scenario.path
            ));
        }
    }
    for file in runs {
        let id = stem(file);
        if !MIXED.contains(&id) && !scenarios.iter().any(|scenario| stem(scenario) == id) {
            faults.push(format!("{}: there is no such scenario", file.path));
        }
    }
    faults
}

#[test]
fn scenarios_and_runs_belong_together() {
    let page = &files_below("data", &["README.md"])[0].text;
    let scenarios = files_below("data/scenarios", &[".json"]);
    assert_none(&incomplete(
        &scenarios,
        &files_below("data/runs", &[".jsonl"]),
        page,
    ));
    let domains = files_below("data/domains", &[".json"]);
    assert!(domains.len() >= 3, "{} domains", domains.len());
    assert_none(&incomplete(
        &domains,
        &files_below("data/domains/runs", &[".jsonl"]),
        page,
    ));
}

#[test]
fn incomplete_data_is_found() {
    let known = files_below("data/scenarios", &[".json"]);
    let text_of = |id: &str| {
        let file = known.iter().find(|file| stem(file) == id);
        file.map(|file| file.text.clone())
            .unwrap_or_else(|| panic!("there is no scenario `{id}`"))
    };
    let scenarios = [
        made_up(
            "s/cofounder_windup_ip.json",
            &text_of("cofounder_windup_ip"),
        ),
        made_up(
            "s/wedding_speech_rift.json",
            &text_of("wedding_speech_rift"),
        ),
        made_up("s/other_name.json", &text_of("wedding_speech_rift")),
        made_up("s/broken.json", "{}"),
    ];
    let runs = [
        made_up("r/mixed.jsonl", ""),
        made_up("r/nobody.jsonl", ""),
        made_up("r/wedding_speech_rift.jsonl", ""),
    ];
    assert_eq!(
        incomplete(
            &scenarios,
            &runs,
            "`cofounder_windup_ip` `wedding_speech_rift`"
        ),
        [
            "s/cofounder_windup_ip.json: there are no runs of it",
            "s/wedding_speech_rift.json: a relational scenario has no runs to score",
            "s/other_name.json: the id is `wedding_speech_rift`",
            "s/other_name.json: data/README.md does not name it",
            "s/broken.json: the scenario has errors",
            "r/nobody.jsonl: there is no such scenario",
        ]
    );
}
