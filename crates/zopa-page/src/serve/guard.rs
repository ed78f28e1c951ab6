//! Who may ask: pages of this server, and programs on this machine.
//!
//! A page from elsewhere can make a browser send requests to this machine, by an address or by a name that it lets point
//! here (DNS rebinding). So the name that is asked for must be ours, and a request that says from which page it comes must
//! come from ours. Requests that change something must be JSON besides, which no form of another page can send unasked.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::Shared;
use super::answer::Refusal;

/// What every answer carries.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Everything from this server, nothing from elsewhere, and nothing written into the page. Pictures made by the page itself
/// (`blob:`) are for the export as PNG.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request pass or refuses it.
pub(super) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match allowed(request.method(), request.headers(), shared.port) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// May this request be answered by the server on this port?
fn allowed(method: &Method, headers: &HeaderMap, port: u16) -> Result<(), Refusal> {
    let text = |name: HeaderName| {
        headers
            .get(name)
            .map(|value| value.to_str().unwrap_or_default())
    };
    let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
    let host = text(header::HOST).unwrap_or_default();
    if headers.get_all(header::HOST).iter().count() != 1 || !hosts.iter().any(|known| known == host)
    {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "foreign-host",
            format!("this server does not answer to the name `{host}`"),
            format!("open http://127.0.0.1:{port}/"),
        ));
    }
    let foreign = |from: &str| {
        Refusal::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            format!("requests from `{from}` are refused"),
            format!("open http://127.0.0.1:{port}/ and work there"),
        )
    };
    if let Some(origin) = text(header::ORIGIN) {
        let ours = origin
            .strip_prefix("http://")
            .is_some_and(|name| name == host);
        if !ours {
            return Err(foreign(origin));
        }
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    // opening the page from a bookmark or a link is `none` or anything; all else a page does says where it comes from
    let navigates = text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
    if let Some(site) = site
        && !matches!(site, "same-origin" | "none")
        && !(navigates && *method == Method::GET)
    {
        return Err(foreign(site));
    }
    let is_json = text(header::CONTENT_TYPE).is_some_and(|kind| {
        kind.split(';').next().unwrap_or_default().trim() == "application/json"
    });
    if !matches!(*method, Method::GET | Method::HEAD) && !is_json {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not-json",
            "the body must be JSON",
            "send it with `Content-Type: application/json`",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(method: &Method, headers: &[(&'static str, &'static str)]) -> Option<&'static str> {
        let headers = headers.iter().map(|(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value);
        }
        allowed(method, &map, 8080)
            .err()
            .map(|refusal| refusal.code)
    }

    #[test]
    fn only_our_names_are_answered() {
        for host in ["127.0.0.1:8080", "localhost:8080"] {
            assert_eq!(judged(&Method::GET, &[("host", host)]), None);
        }
        for host in [
            "evil.example:8080",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost",
            "localhost.evil.example:8080",
            "127.0.0.1:8080.evil.example",
            "0.0.0.0:8080",
            "[::1]:8080",
            "",
        ] {
            assert_eq!(
                judged(&Method::GET, &[("host", host)]),
                Some("foreign-host"),
                "{host}"
            );
        }
        assert_eq!(judged(&Method::GET, &[]), Some("foreign-host"));
        let two = [("host", "127.0.0.1:8080"), ("host", "evil.example")];
        assert_eq!(judged(&Method::GET, &two), Some("foreign-host"));
    }

    #[test]
    fn other_pages_are_refused() {
        let with = |origin| {
            [
                ("host", "127.0.0.1:8080"),
                ("content-type", "application/json"),
                ("origin", origin),
            ]
        };
        assert_eq!(judged(&Method::POST, &with("http://127.0.0.1:8080")), None);
        for origin in [
            "http://evil.example",
            "https://127.0.0.1:8080",
            "http://127.0.0.1:8081",
            "http://localhost:8080",
            "null",
            "",
        ] {
            assert_eq!(
                judged(&Method::POST, &with(origin)),
                Some("foreign-origin"),
                "{origin}"
            );
        }
        let site = |site, mode| {
            [
                ("host", "127.0.0.1:8080"),
                ("sec-fetch-site", site),
                ("sec-fetch-mode", mode),
            ]
        };
        assert_eq!(
            judged(&Method::GET, &site("cross-site", "no-cors")),
            Some("foreign-origin")
        );
        assert_eq!(
            judged(&Method::GET, &site("same-site", "cors")),
            Some("foreign-origin")
        );
        assert_eq!(judged(&Method::GET, &site("cross-site", "navigate")), None);
        assert_eq!(judged(&Method::GET, &site("same-origin", "cors")), None);
    }

    #[test]
    fn changes_are_json() {
        let with = |kind| [("host", "127.0.0.1:8080"), ("content-type", kind)];
        assert_eq!(
            judged(&Method::PUT, &with("application/json; charset=utf-8")),
            None
        );
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/jsonp",
        ] {
            assert_eq!(
                judged(&Method::PUT, &with(kind)),
                Some("not-json"),
                "{kind}"
            );
        }
        assert_eq!(
            judged(&Method::POST, &[("host", "127.0.0.1:8080")]),
            Some("not-json")
        );
    }
}
