//! Who may ask, and what is served at all.

use std::fs;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use super::super::MAX_BODY_BYTES;
use super::super::folder::version;
use super::{HOST, Site, code};

#[tokio::test]
async fn other_hosts_and_origins_are_refused() {
    let site = Site::new();
    let rebound = Request::get("/api/files").header("host", "evil.example:8642");
    let (status, answer) = site
        .ask(rebound.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(
        (status, code(&answer)),
        (StatusCode::FORBIDDEN, "foreign-host")
    );
    let foreign = Request::put("/api/file")
        .header("host", HOST)
        .header("origin", "http://evil.example");
    let body = json!({"path": "a.json", "text": "{}", "base": version(site.scenario.as_bytes())});
    let foreign = foreign
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()));
    let (status, answer) = site.ask(foreign.expect("a request")).await;
    assert_eq!(
        (status, code(&answer)),
        (StatusCode::FORBIDDEN, "foreign-origin")
    );
    assert_eq!(
        fs::read_to_string(site.path("a.json")).expect("there"),
        site.scenario
    );
}

#[tokio::test]
async fn long_bodies_are_refused() {
    let site = Site::new();
    let body = json!({"text": "x".repeat(MAX_BODY_BYTES)});
    let (status, _) = site.send("POST", "/api/analyze", &body).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn every_asset_of_the_page_is_there() {
    let site = Site::new();
    for path in [
        "/",
        "/assets/app.css",
        "/assets/app.js",
        "/assets/plane.js",
        "/favicon.ico",
    ] {
        assert!(site.get(path).await.0.is_success(), "{path}");
    }
    for path in [
        "/assets/none.js",
        "/assets/..%2Fapp.js",
        "/api/none",
        "/etc/passwd",
    ] {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}
