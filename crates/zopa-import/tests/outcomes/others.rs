//! CaSiNo, bargaining models, LAMEN, job interviews and clembench.

use serde_json::json;
use zopa_import::Format;
use zopa_import::outcomes::Reason;

use super::{assert_sound, attempt, count, import, runs};

/// A dialogue in which both want food most, with these actions.
fn camp(actions: &serde_json::Value) -> String {
    let wishes = json!({"Low": "Water", "High": "Food", "Medium": "Firewood"});
    let person =
        |points: i32| json!({"value2issue": wishes, "outcomes": {"points_scored": points}});
    let dialogue = json!({
        "dialogue_id": 7,
        "chat_logs": actions,
        "participant_info": {"mturk_agent_1": person(19), "mturk_agent_2": person(17)},
    });
    format!("[{dialogue}]")
}

fn offer(id: &str, own: [&str; 3], other: [&str; 3]) -> serde_json::Value {
    // quantities are texts, and the keys' order varies
    let part =
        |[food, water, wood]: [&str; 3]| json!({"Water": water, "Food": food, "Firewood": wood});
    json!({"text": "Submit-Deal", "id": id, "task_data": {"issue2youget": part(own), "issue2theyget": part(other)}})
}

#[test]
fn the_last_submitted_deal_counts() {
    let first = offer("mturk_agent_1", ["3", "3", "3"], ["0", "0", "0"]);
    let last = offer("mturk_agent_2", ["1", "3", "0"], ["2", "0", "3"]);
    let text = camp(&json!([
        {"text": "hi", "task_data": {}, "id": "mturk_agent_1"},
        first,
        {"text": "Reject-Deal", "task_data": {}, "id": "mturk_agent_2"},
        last,
        {"text": "Accept-Deal", "task_data": {}, "id": "mturk_agent_1"},
    ]));
    let imported = import(Format::Casino, &text);
    assert_sound(&imported);
    let run = &runs(&imported)[0];
    assert_eq!(run["run"], "casino-7");
    assert_eq!(run["allocation"]["food_2"], "A");
    assert_eq!(run["allocation"]["food_3"], "B");
    assert_eq!(run["allocation"]["water_1"], "B");
    assert_eq!(run["allocation"]["firewood_3"], "A");
    // A has 2 * 5 + 3 * 4 = 22 points and B 1 * 5 + 3 * 3 = 14; 19 and 17 are recorded
    assert_eq!(count(&imported, Reason::OtherPoints), 1);
    assert!(imported.tally.remarks[0].message.contains("22 and 14"));
}

#[test]
fn walking_away_gives_five_points_each() {
    let text = camp(&json!([{"text": "Walk-Away", "task_data": {}, "id": "mturk_agent_1"}]));
    let imported = import(Format::Casino, &text);
    assert!(runs(&imported)[0]["allocation"].is_null());
    let scenario = zopa_model::check(&imported.scenarios[0].text)
        .scenario
        .expect("a scenario");
    let batna = scenario.parties[0]
        .batna
        .as_ref()
        .map(|batna| batna.utility.clone());
    // on the scale of the scenario, of 100 points
    assert_eq!(batna, Some(zopa_model::Rational::new(5, 100)));
}

#[test]
fn dialogues_without_an_end_are_counted() {
    let deal = offer("mturk_agent_1", ["3", "3", "3"], ["0", "0", "0"]);
    let accept = |who: &str| json!({"text": "Accept-Deal", "task_data": {}, "id": who});
    for (actions, reason) in [
        (json!([deal]), Reason::Unfinished),
        (json!([accept("mturk_agent_2")]), Reason::Malformed),
        (json!([deal, accept("mturk_agent_1")]), Reason::Malformed),
        (
            json!([
                offer("mturk_agent_1", ["3", "3", "3"], ["1", "0", "0"]),
                accept("mturk_agent_2")
            ]),
            Reason::OtherDeal,
        ),
    ] {
        let imported = import(Format::Casino, &camp(&actions));
        assert_eq!(count(&imported, reason), 1, "{actions}");
        assert_eq!(imported.runs.len(), 0);
    }
}

#[test]
fn bargains_over_single_items() {
    let lines = [
        json!({"id": "x", "models": ["m", "n"], "items": ["Lamp", "Rug"], "values": [[60, 40], [30, 70]], "allocation": [[0], [1]], "reported": [60.0, 70.0]}),
        json!({"id": "x", "items": ["Lamp", "Rug"], "values": [[60, 40], [30, 70]], "allocation": [[0], []], "reported": [54, 0]}),
        json!({"id": "y", "items": ["Lamp", "Rug"], "values": [[60, 40], [30, 70]], "allocation": null}),
        json!({"id": "z", "items": ["Lamp", "Rug"], "values": null, "allocation": null}),
        json!({"id": "v", "items": ["Lamp", "Rug"], "values": [[60, 40], [30, 70]], "allocation": [[0, 1], [1]]}),
        json!({"id": "w", "items": ["Lamp", "Rug"], "values": [[60, -40], [30, 70]], "allocation": [[0], [1]]}),
        json!({"id": "u", "items": ["Lamp", "Rug"], "values": [[60], [30, 70]], "allocation": [[0], [1]]}),
    ];
    let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let text = format!("{}\nno json\n{{\"a\": 1, \"a\": 2}}\n", text.join("\n"));
    let imported = import(Format::Bargain, &text);
    assert_sound(&imported);
    assert_eq!(imported.tally.records, 9);
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (2, 1));
    for (reason, times) in [
        (Reason::UnitsLeft, 1),
        (Reason::OtherPoints, 1),
        (Reason::NoAgreement, 1),
        (Reason::RepeatedRecord, 1),
        (Reason::NoValues, 1),
        (Reason::OtherDeal, 1),
        (Reason::NegativeValue, 1),
        (Reason::Malformed, 2),
        (Reason::DuplicateKey, 1),
    ] {
        assert_eq!(count(&imported, reason), times, "{reason}");
    }
    let runs = runs(&imported);
    assert_eq!(runs[0]["models"], json!(["m", "n"]));
    assert_eq!(runs[0]["reported"], json!([60.0, 70.0]));
    assert_eq!(runs[1]["run"], "x@file-2");
    assert_eq!(runs[1]["allocation"], json!({"lamp_1": "A"}));
    // everything read is a run or is counted as skipped
    assert_eq!(
        runs.len() + imported.tally.skipped(),
        imported.tally.records
    );
}

fn rent(completed: u8, paid: [f64; 2]) -> String {
    json!({
        "run": format!("r{completed}{}", paid[0]),
        "game": "lease",
        "issues": [
            {"name": "rent", "type": "distributive", "payoffs": [[0.0, 33.333, 66.667], [33.333, 16.667, 0.0]]},
            {"name": "length", "type": "compatible", "payoffs": [[0.0, 33.333], [0.0, 66.667]]},
        ],
        "completion": "full agreement",
        "completed": completed,
        "payoff_1": paid[0],
        "payoff_2": paid[1],
    })
    .to_string()
}

#[test]
fn payoffs_lead_back_to_the_deal() {
    let text = [
        rent(1, [0.66666, 0.83334]),
        rent(1, [0.5, 0.5]),
        rent(0, [0.3, 0.9]),
        // both issues on their first options, whatever the rest
        rent(1, [0.0, 0.33333]),
    ];
    let imported = import(Format::Lamen, &text.join("\n"));
    assert_sound(&imported);
    let runs = runs(&imported);
    assert_eq!(
        runs[0]["allocation"],
        json!({"rent": "option 2", "length": "option 2"})
    );
    assert!(runs[1]["allocation"].is_null());
    assert_eq!(
        runs[2]["allocation"],
        json!({"rent": "option 1", "length": "option 1"})
    );
    assert_eq!(count(&imported, Reason::NoSuchPayoffs), 1);
    assert_eq!(count(&imported, Reason::NotSettled), 1);
    assert_eq!(imported.scenarios.len(), 1);
    assert_eq!(runs.len() + imported.tally.skipped(), 4);
}

fn interview(deal: &serde_json::Value) -> String {
    let side = |[low, high]: [f64; 2]| {
        let combination = |position: &str, firm: &str, weight: f64| json!({"names": {"Position": position, "Firm": firm}, "weight": weight});
        json!([
            {"name": "Salary", "type": "INTEGER", "min": 20, "max": 23, "weight": 0.25},
            {"name": "Position", "type": "DISCRETE", "relatedTo": "Firm", "weight": 0.5, "options": [
                combination("Cook", "North", low), combination("Cook", "South", high),
                combination("Host", "North", high), combination("Host", "South", low),
            ]},
            {"name": "Firm", "type": "DISCRETE", "weight": 0.25, "options": [
                {"name": "North", "weight": 1}, {"name": "South", "weight": 0},
            ]},
        ])
    };
    json!({"id": "j", "worker": side([0.0, 1.0]), "recruiter": side([0.5, 0.25]), "deal": deal})
        .to_string()
}

/// The weight of the position depends on the firm, so both are one issue; a third of a weight stays a third.
#[test]
fn a_related_issue_and_its_leader_are_one() {
    let imported = import(
        Format::JobInterview,
        &interview(&json!({"Salary": 21, "Position": "Cook", "Firm": "South"})),
    );
    assert_sound(&imported);
    let run = &runs(&imported)[0];
    assert_eq!(
        run["allocation"],
        json!({"Salary": "21", "Position and Firm": "Cook, South"})
    );
    let text = &imported.scenarios[0].text;
    let domain: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let options = |issue: usize| {
        domain["issues"][issue]["options"]
            .as_array()
            .expect("options")
            .clone()
    };
    // one of three steps: 0.25 / 3 to the worker, 0.25 * 2/3 to the recruiter
    assert_eq!(
        options(0)[1]["utilities"],
        json!({"Worker": "1/12", "Recruiter": "1/6"})
    );
    assert_eq!(options(1).len(), 4);
    // 0.5 * 1 + 0.25 * 0, and 0.5 * 0.25 + 0.25 * 0
    assert_eq!(
        options(1)[1]["utilities"],
        json!({"Worker": 0.5, "Recruiter": 0.125})
    );
}

#[test]
fn interviews_without_a_possible_deal_are_counted() {
    let text = [
        interview(&json!(null)),
        interview(&json!({"Salary": 24, "Position": "Cook", "Firm": "South"})),
        interview(&json!({"Salary": 20, "Position": "Cook"})),
    ];
    let imported = import(Format::JobInterview, &text.join("\n"));
    assert_eq!(count(&imported, Reason::OtherDeal), 2);
    assert_eq!(count(&imported, Reason::NoAgreement), 1);
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (0, 1));
}

#[test]
fn clembench_has_games_alone() {
    let game = json!({"item_types": ["ring", "cup"], "item_counts": [2, 1], "player_a_values": [3, 4], "player_b_values": [0, 10]});
    let odd = json!({"item_types": ["ring"], "item_counts": [2, 1], "player_a_values": [3, 4], "player_b_values": [0, 10]});
    let text =
        json!({"experiments": [{"game_instances": [game, odd]}, {"game_instances": [game]}]});
    let imported = import(Format::Clembench, &text.to_string());
    assert_sound(&imported);
    assert_eq!(
        imported.scenarios[0].id,
        "clembench_ring2_cup1_a_3_4_b_0_10"
    );
    assert_eq!((imported.scenarios.len(), imported.runs.len()), (1, 0));
    assert_eq!(
        (
            count(&imported, Reason::NoRun),
            count(&imported, Reason::Malformed)
        ),
        (2, 1)
    );
}

#[test]
fn a_text_that_is_no_json_is_refused_with_its_place() {
    for corpus in [Format::Casino, Format::Clembench] {
        let unreadable = attempt(corpus, "[\n {\"a\": 1},\n").expect_err("cut off");
        assert_eq!(
            unreadable.position.map(|position| position.line),
            Some(3),
            "{corpus:?}"
        );
    }
}
