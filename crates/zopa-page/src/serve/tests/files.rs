//! The folder: what is listed, read and written, and what is not.

use std::fs;

use axum::http::StatusCode;
use serde_json::json;

use super::super::folder::version;
use super::{Site, code};

#[tokio::test]
async fn files_are_listed_without_hidden_ones_and_links() {
    let (status, answer) = Site::new().get("/api/files").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["files"], json!(["a.json", "deep/b.json"]));
}

#[tokio::test]
async fn a_file_comes_with_its_version() {
    let site = Site::new();
    let (_, answer) = site.get("/api/file?path=deep%2Fb.json").await;
    assert_eq!(answer["text"], json!(site.scenario));
    assert_eq!(answer["version"], json!(version(site.scenario.as_bytes())));
    // SHA-256 of nothing
    assert_eq!(
        version(b""),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}

#[tokio::test]
async fn nothing_outside_is_read_or_written() {
    let site = Site::new();
    for path in [
        "../secret.json",
        "deep/../../secret.json",
        "deep/../a.json",
        "/etc/passwd.json",
        "link.json",
        "out/secret.json",
        "out/served/a.json",
        ".hidden/c.json",
        "./a.json",
        "deep//b.json",
        "..\\secret.json",
        "C:\\x.json",
        "a.json\u{0}.json",
        "",
    ] {
        let query = path
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect::<String>();
        let (status, answer) = site.get(&format!("/api/file?path={query}")).await;
        assert_eq!(
            (status, code(&answer)),
            (StatusCode::FORBIDDEN, "outside"),
            "{path:?}"
        );
        let (status, answer) = site.save(path, "{}", None).await;
        assert_eq!(
            (status, code(&answer)),
            (StatusCode::FORBIDDEN, "outside"),
            "{path:?}"
        );
    }
    for path in ["notes.txt", "deep"] {
        let (_, answer) = site.save(path, "{}", None).await;
        assert_eq!(code(&answer), "no-scenario-file", "{path}");
    }
    let secret = fs::read_to_string(site.folder.path().join("secret.json"));
    assert_eq!(secret.expect("still there"), "{}");
    let (status, _) = site.get("/api/file?path=none.json").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let site = Site::new();
    let base = version(site.scenario.as_bytes());
    let (status, answer) = site.save("a.json", "{\"mine\": 1}", Some(&base)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["version"], json!(version(b"{\"mine\": 1}")));

    fs::write(site.path("a.json"), "{\"theirs\": 1}").expect("written");
    let (status, answer) = site
        .save("a.json", "{\"mine\": 2}", Some(&version(b"{\"mine\": 1}")))
        .await;
    assert_eq!(
        (status, code(&answer)),
        (StatusCode::CONFLICT, "changed-meanwhile")
    );
    assert_eq!(
        answer["error"]["version"],
        json!(version(b"{\"theirs\": 1}"))
    );
    assert_eq!(
        fs::read_to_string(site.path("a.json")).expect("there"),
        "{\"theirs\": 1}"
    );
    // a new file does not take the place of another one
    let (status, _) = site.save("a.json", "{}", None).await;
    assert_eq!(status, StatusCode::CONFLICT);

    fs::remove_file(site.path("a.json")).expect("removed");
    let (_, answer) = site.save("a.json", "{}", Some(&base)).await;
    assert_eq!(code(&answer), "gone-meanwhile");
    let (status, _) = site.save("deep/new.json", "{}", None).await;
    assert_eq!(status, StatusCode::OK);
    let left = fs::read_dir(site.path(""))
        .expect("a folder")
        .filter_map(Result::ok);
    assert!(
        left.into_iter()
            .all(|entry| !entry.file_name().to_string_lossy().ends_with(".tmp"))
    );
}

#[tokio::test]
async fn a_difference_is_told_by_lines() {
    let site = Site::new();
    let text = site
        .scenario
        .replace("\"utility\": 0.28", "\"utility\": 0.3");
    let (_, answer) = site
        .send(
            "POST",
            "/api/diff",
            &json!({"path": "a.json", "text": text}),
        )
        .await;
    let lines = answer["hunks"][0].as_array().expect("a hunk");
    let changed: Vec<&str> = lines
        .iter()
        .filter(|line| line["sign"] != " ")
        .filter_map(|line| line["text"].as_str())
        .map(str::trim)
        .collect();
    assert_eq!(changed, ["\"utility\": 0.28,", "\"utility\": 0.3,"]);
}
