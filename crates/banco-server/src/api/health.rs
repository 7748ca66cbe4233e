//! Whether the server lives, is ready, and how it is.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse as _;

use super::Reply;
use crate::app::App;
use crate::readiness::Unready;

/// `GET /healthz`: the process lives. It says no where only a new process can go on.
pub async fn alive(State(app): State<Arc<App>>) -> Reply {
    match app.readiness.unready().filter(Unready::needs_restart) {
        Some(why) => Err(why.into()),
        None => Ok("ok\n".into_response()),
    }
}

/// `GET /readyz`: the node can keep commands.
pub async fn ready(State(app): State<Arc<App>>) -> Reply {
    let stopping = app.stop.is_cancelled().then_some(Unready::Stopping);
    match stopping.or_else(|| app.readiness.unready()) {
        Some(why) => Err(why.into()),
        None => Ok("ready\n".into_response()),
    }
}

/// `GET /metrics`, for those who may see how the machines are. Prometheus has a listener of its own.
pub async fn metrics(State(app): State<Arc<App>>) -> Reply {
    app.measure();
    let mut response = app.metrics.text().into_response();
    let text = HeaderValue::from_static("text/plain; version=0.0.4");
    response.headers_mut().insert(header::CONTENT_TYPE, text);
    Ok(response)
}
