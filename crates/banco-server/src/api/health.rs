//! Whether the server lives, is ready, and how it is.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse as _;

use super::Reply;
use crate::app::App;
use crate::problem::Failed;

/// `GET /healthz`: the process lives.
pub async fn alive() -> Reply {
    Ok("ok\n".into_response())
}

/// `GET /readyz`: it can keep and tell.
pub async fn ready(State(app): State<Arc<App>>) -> Reply {
    if app.stop.is_cancelled() {
        return Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "this node is stopping"));
    }
    let look = tokio::time::timeout(std::time::Duration::from_secs(2), app.store.epoch()).await;
    match look {
        Ok(Ok(epoch)) if epoch == app.epoch => Ok("ready\n".into_response()),
        Ok(Ok(_)) => {
            let title = "another history has been restored; this node must be started again";
            Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, "other_history", title))
        }
        Ok(Err(_)) | Err(_) => Err(Failed::away()),
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
