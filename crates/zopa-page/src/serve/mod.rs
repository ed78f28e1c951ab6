//! The live page: a server for one person, on this machine, over one folder.
//!
//! It keeps nothing between two requests but the folder's name. Whatever is analysed comes with the request, and the answer is
//! a function of it. What it may not do is held in three places: `guard` (who may ask), `folder` (which files may be
//! touched), and the policy that every page carries.

mod answer;
mod api;
mod assets;
mod design;
mod folder;
mod guard;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use zopa::Convention;

use folder::Folder;

/// The longest body of a request in bytes: a scenario of the largest size, and runs.
pub const MAX_BODY_BYTES: usize = 64 << 20;

/// How a page is served.
#[derive(Clone, Copy, Debug)]
pub struct ServeOptions {
    /// The port on this machine; 0 takes a free one.
    pub port: u16,
    /// How burdens count when the page opens.
    pub convention: Convention,
    /// How long one analysis may take.
    pub time_limit: Duration,
}

/// What all requests share.
struct Shared {
    folder: Folder,
    options: ServeOptions,
    /// The port that is listened on.
    port: u16,
}

/// Serves the scenarios of a folder on 127.0.0.1 until `stop` is ready. `ready` is told the address first.
///
/// # Errors
/// Where the folder cannot be read or the port is taken.
pub fn serve(
    folder: &Path,
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (address, server) = start(folder, options, stopped()).await?;
        ready(address);
        server.await
    })
}

/// Resolves when the process is asked to end. It listens from the call on, so that no signal after the address was told is missed.
fn stopped() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        (
            signal(SignalKind::interrupt()),
            signal(SignalKind::terminate()),
        )
    };
    async move {
        #[cfg(unix)]
        if let (Ok(mut interrupt), Ok(mut terminate)) = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        // Without a handler the signal ends the process by itself: nothing is half written.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Starts to listen; the second value serves until `stop` resolves.
async fn start(
    folder: &Path,
    options: ServeOptions,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<(SocketAddr, impl Future<Output = io::Result<()>>)> {
    let folder = Folder::open(folder)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let address = listener.local_addr()?;
    let shared = Arc::new(Shared {
        folder,
        options,
        port: address.port(),
    });
    let router = router(shared);
    let server = axum::serve(listener, router).with_graceful_shutdown(stop);
    Ok((address, async move { server.await }))
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/favicon.ico", get(assets::no_icon))
        .route("/assets/{name}", get(assets::asset))
        .route("/api/files", get(api::files))
        .route("/api/file", get(api::file).put(api::save))
        .route("/api/analyze", post(api::analyze))
        .route("/api/export", post(api::export))
        .route("/api/diff", post(api::diff))
        .route("/api/sensitivity", post(design::sensitivity))
        .route("/api/tune", post(design::tuned))
        .fallback(api::nothing)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&shared),
            guard::guard,
        ))
        .with_state(shared)
}
