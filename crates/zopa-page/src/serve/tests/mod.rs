//! The server as a browser sees it, and as an attacker would.

mod access;
mod analysis;
mod design;
mod files;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt as _;
use zopa::Convention;

use super::folder::Folder;
use super::{ServeOptions, Shared, router};

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
