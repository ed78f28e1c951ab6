//! What would change a scenario: tuning and sensitivity.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Site, code};

/// The smallest BATNA cut of a triangle: margins move with the BATNAs one to one.
#[tokio::test]
async fn a_scenario_is_tuned_and_the_change_is_shown() {
    let site = Site::new();
    let body = json!({"text": site.scenario, "targets": ["no-zopa=0.01"], "locks": ["valuations"]});
    let (status, answer) = site.send("POST", "/api/tune", &body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["reached"], json!(true));
    let text = answer["text"].as_str().expect("a text").to_owned();
    let analysis = site
        .send("POST", "/api/analyze", &json!({"text": text}))
        .await
        .1;
    assert!(
        analysis["analysis"]["zopa"]["margin"]
            .as_f64()
            .is_some_and(|margin| margin <= -0.01)
    );
    let diff = site
        .send(
            "POST",
            "/api/diff",
            &json!({"path": "a.json", "text": text}),
        )
        .await
        .1;
    assert_eq!(diff["hunks"], answer["hunks"]);

    let body = json!({"text": site.scenario, "targets": ["no-zopa=0.01"], "locks": ["valuations", "batna"]});
    let (_, answer) = site.send("POST", "/api/tune", &body).await;
    assert_eq!(answer["reached"], json!(false));
    let (_, answer) = site
        .send(
            "POST",
            "/api/tune",
            &json!({"text": site.scenario, "targets": ["zzz"]}),
        )
        .await;
    assert_eq!(code(&answer), "no-target");
}

#[tokio::test]
async fn a_change_keeps_to_bounds_and_decimals() {
    let site = Site::new();
    let ask = |more: Value| {
        let mut body = json!({"text": site.scenario, "targets": ["tv=0.4"], "locks": ["batna"]});
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        body
    };
    let (_, answer) = site
        .send(
            "POST",
            "/api/tune",
            &ask(json!({"bounds": ["0.02", "0.4"], "decimals": 3})),
        )
        .await;
    assert_eq!(answer["reached"], json!(true), "{answer}");
    for change in answer["changes"].as_array().expect("changes") {
        let to = change["to"].as_f64().expect("a number");
        assert!((0.02..=0.4).contains(&to), "{to}");
    }
    // no valuation may change: no other distance can be had, and that is proved
    let (_, answer) = site
        .send(
            "POST",
            "/api/tune",
            &ask(json!({"locks": ["batna", "valuations"]})),
        )
        .await;
    assert_eq!(answer["impossible"], json!(true), "{answer}");
    assert!(
        answer["proof"]
            .as_str()
            .is_some_and(|proof| proof.contains("total variation distance"))
    );
    for (more, wanted) in [
        (json!({"bounds": ["0.4", "0.02"]}), "no-bounds"),
        (json!({"bounds": [0, 1]}), "no-bounds"),
        (json!({"decimals": 1}), "no-decimals"),
    ] {
        let (_, answer) = site.send("POST", "/api/tune", &ask(more)).await;
        assert_eq!(code(&answer), wanted);
    }
}

#[tokio::test]
async fn what_moves_the_verdict_is_told() {
    let site = Site::new();
    let (status, answer) = site
        .send("POST", "/api/sensitivity", &json!({"text": site.scenario}))
        .await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    // Ana's best outcome in the ZOPA is her highest BATNA with which there is one
    let whole = site
        .send("POST", "/api/analyze", &json!({"text": site.scenario}))
        .await
        .1;
    let ideal = whole["analysis"]["zopa"]["ideal"][0]
        .as_f64()
        .expect("an ideal");
    let html = answer["html"].as_str().expect("a page");
    assert!(
        html.contains(&format!(
            "up to <strong>{}</strong>",
            zopa_plot::number(ideal)
        )),
        "{html}"
    );
}
