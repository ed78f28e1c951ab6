//! Mediation scenarios made in code, through the same door as files.

use serde_json::json;

const NAMES: [&str; 2] = ["Ann", "Bob"];

/// The text of a scenario file of Ann and Bob. BATNAs and resources are as spelled; each resource has a line of its own.
pub(crate) fn scenario_text(
    id: &str,
    difficulty: &str,
    batnas: [Option<&str>; 2],
    resources: &[String],
) -> String {
    let participant = |party: usize| {
        let mut person = json!({
            "name": NAMES[party],
            "backstory": "Has run a workshop for ten years and now wants to part.",
            "stated_goal": "A fair settlement.",
            "hidden_facts": ["A decision is due within a month.", "Waiting costs more every week."],
            "archetype": "Pragmatist",
        })
        .to_string();
        if let Some(batna) = batnas[party] {
            person.pop();
            person += &format!(
                r#", "batna_config": {{"utility": {batna}, "description": "Walk away."}}}}"#
            );
        }
        person
    };
    let mut rest = json!({
        "id": id,
        "name": "Made in code",
        "description": "Two partners divide a workshop.",
        "conflict_type": "commercial",
        "difficulty": difficulty,
        "mediator_config": {
            "description": "A calm mediator.",
            "focus_areas": ["interests", "options", "fairness"],
            "web_search_enabled": false,
        },
        "expected_topics": ["assets", "debts", "timing", "reputation"],
        "evaluation_criteria": {
            "min_turns": 6,
            "max_turns": 24,
            "success_indicators": ["Interests are named", "All is settled", "An agreement"],
        },
        "sample_turns": [
            {"speaker": "Ann", "message": "Let us begin.", "turn_number": 1},
            {"speaker": "Bob", "message": "Let us.", "turn_number": 2},
        ],
    })
    .to_string();
    rest.pop();
    format!(
        "{rest},\n  \"participants\": [\n    {},\n    {}\n  ],\n  \"resources\": [\n    {}\n  ]\n}}\n",
        participant(0),
        participant(1),
        resources.join(",\n    ")
    )
}
