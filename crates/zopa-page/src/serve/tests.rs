//! The server as a browser sees it, and as an attacker would.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt as _;
use zopa::{Completeness, Convention, Numbers, Options};

use super::folder::{Folder, version};
use super::{MAX_BODY_BYTES, ServeOptions, Shared, router};

const HOST: &str = "127.0.0.1:8642";

/// A folder with a scenario, a folder in it, and what must not be reached.
struct Site {
    folder: TempDir,
    scenario: String,
}

impl Site {
    fn new() -> Self {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/scenarios");
        let path = data.join("cofounder_windup_ip.json");
        let scenario = fs::read_to_string(path).expect("a scenario");
        let folder = TempDir::new().expect("a folder");
        let inside = folder.path().join("served");
        fs::create_dir_all(inside.join("deep")).expect("made");
        fs::create_dir(inside.join(".hidden")).expect("made");
        for place in ["a.json", "deep/b.json", ".hidden/c.json", "notes.txt"] {
            fs::write(inside.join(place), &scenario).expect("written");
        }
        fs::write(folder.path().join("secret.json"), "{}").expect("written");
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(folder.path().join("secret.json"), inside.join("link.json")).expect("linked");
            symlink(folder.path(), inside.join("out")).expect("linked");
        }
        Self { folder, scenario }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("served").join(name)
    }

    async fn ask(&self, request: Request<Body>) -> (StatusCode, Value) {
        let shared = Shared {
            folder: Folder::open(&self.folder.path().join("served")).expect("a folder"),
            options: ServeOptions {
                port: 8642,
                convention: Convention::Signed,
                time_limit: Duration::from_secs(60),
            },
            port: 8642,
        };
        let response = router(Arc::new(shared))
            .oneshot(request)
            .await
            .expect("an answer");
        let status = response.status();
        assert!(
            response.headers()["content-security-policy"]
                .to_str()
                .is_ok_and(|p| p.starts_with("default-src 'none'"))
        );
        let bytes = to_bytes(response.into_body(), usize::MAX)
            .await
            .expect("a body");
        (
            status,
            serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        )
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).header("host", HOST);
        self.ask(request.body(Body::empty()).expect("a request"))
            .await
    }

    async fn send(&self, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(path);
        let request = request
            .header("host", HOST)
            .header("origin", format!("http://{HOST}"));
        let request = request.header("content-type", "application/json");
        self.ask(
            request
                .body(Body::from(body.to_string()))
                .expect("a request"),
        )
        .await
    }

    async fn save(&self, path: &str, text: &str, base: Option<&str>) -> (StatusCode, Value) {
        self.send(
            "PUT",
            "/api/file",
            &json!({"path": path, "text": text, "base": base}),
        )
        .await
    }
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

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
