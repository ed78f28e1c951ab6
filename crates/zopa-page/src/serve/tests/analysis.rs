//! What is said of the text that comes with a request.

use axum::http::StatusCode;
use serde_json::json;
use zopa::{Completeness, Convention, Numbers, Options};

use super::{Site, code};

/// The analysis is what `zopa analyze --format json` prints.
#[tokio::test]
async fn the_analysis_is_that_of_the_command_line() {
    let site = Site::new();
    let edits =
        json!([{"op": "set", "at": "/participants/0/batna_config/utility", "value": "0.3"}]);
    let body = json!({"text": site.scenario, "edits": edits, "convention": "avoided"});
    let (status, answer) = site.send("POST", "/api/analyze", &body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let text = site
        .scenario
        .replace("\"utility\": 0.28", "\"utility\": 0.3");
    assert_eq!(answer["text"], json!(text));
    let scenario = zopa::check(&text).scenario.expect("a scenario");
    let options = Options {
        convention: Convention::Avoided,
        ..Options::default()
    };
    let Ok(Completeness::Complete(analysis)) = zopa::analyze(&scenario, &options) else {
        panic!("no analysis");
    };
    let Ok(Completeness::Complete(latent)) = zopa::latent_value(&scenario, &options) else {
        panic!("no value");
    };
    // The texts are compared: a reader of JSON may miss a number by its last bit.
    let printed = zopa::analysis_json(&analysis, latent.as_ref(), Numbers::Nearest);
    let body = json!({"text": text, "convention": "avoided"});
    let (_, answer) = site.send("POST", "/api/export", &body).await;
    assert_eq!(answer["json"], json!(format!("{printed:#}\n")));
    assert!(
        answer["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
}

/// While a latent resource is hidden the ZOPA is the known-only one of the whole analysis.
#[tokio::test]
async fn hidden_resources_are_off_the_table() {
    let site = Site::new();
    let whole = site
        .send("POST", "/api/analyze", &json!({"text": site.scenario}))
        .await
        .1;
    let body = json!({"text": site.scenario, "hidden": ["port_contract"]});
    let part = site.send("POST", "/api/analyze", &body).await.1;
    assert_eq!(
        part["analysis"]["zopa"],
        whole["analysis"]["latent"]["known_only"]["zopa"]
    );
    assert_ne!(part["analysis"]["zopa"], whole["analysis"]["zopa"]);
}

#[tokio::test]
async fn broken_texts_have_findings_and_no_analysis() {
    let site = Site::new();
    let (status, answer) = site
        .send("POST", "/api/analyze", &json!({"text": "{\"id\": 1"}))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert!(answer["analysis"].is_null() && answer["errors"] == json!(true));
    assert!(
        answer["findings"]
            .as_str()
            .is_some_and(|html| html.contains("cut-off"))
    );
    let edits = json!([{"op": "remove", "at": "/nowhere"}]);
    let (_, answer) = site
        .send(
            "POST",
            "/api/analyze",
            &json!({"text": "{}", "edits": edits}),
        )
        .await;
    assert_eq!(code(&answer), "no-edit");
    for body in [
        json!([]),
        json!({}),
        json!({"text": "{}", "convention": "other"}),
    ] {
        let (status, answer) = site.send("POST", "/api/analyze", &body).await;
        assert_eq!(
            (status, code(&answer)),
            (StatusCode::BAD_REQUEST, "bad-request"),
            "{body}"
        );
    }
}
