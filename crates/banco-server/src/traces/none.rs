//! Nobody is told anything.

use axum::extract::Request;
use axum::response::Response;
use tokio_util::sync::CancellationToken;

use crate::config::Config;

/// Where traces go: nowhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traces;

/// A request of which nothing is told.
#[derive(Clone, Copy, Debug)]
pub struct Trace;

impl Traces {
    /// Goes nowhere.
    #[must_use]
    pub const fn new(_: &Config, _: &str, _: &CancellationToken) -> Self {
        Self
    }

    /// A request begins.
    #[must_use]
    pub const fn begin(self, _: &Request) -> Trace {
        Trace
    }
}

impl Trace {
    /// It is answered.
    #[expect(clippy::unused_async, reason = "with a collector, a body is read")]
    pub async fn end(self, response: Response) -> Response {
        response
    }
}
