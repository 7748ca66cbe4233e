//! Routes about the floor itself: whether it lives, and what it says of itself.

use axum::routing::get;
use banco_people::Permission;

use super::{read, route};
use crate::api::{floor, health};
use crate::guard::Guard;
use crate::openapi;
use crate::route::{Answer, Route};

/// Those of the floor itself.
pub(super) fn all() -> Vec<Route> {
    let any = Guard::Anybody;
    vec![
        route!(
            read("/healthz", "alive", "Whether the process lives.", any, Answer::Text("text/plain")),
            get(health::alive),
            background = true
        ),
        route!(
            read("/readyz", "ready", "Whether it can keep and tell.", any, Answer::Text("text/plain")),
            get(health::ready),
            background = true
        ),
        route!(
            read(
                "/metrics",
                "metrics",
                "What is counted and measured. Prometheus has a listener of its own.",
                Guard::May(&[Permission::SeeHealth]),
                Answer::Text("text/plain")
            ),
            get(health::metrics),
            background = true
        ),
        route!(
            read("/api/v1/openapi.json", "openapi", "This document.", any, Answer::Json("Document")),
            get(openapi::document)
        ),
        route!(
            read(
                "/api/v1/asyncapi.json",
                "asyncapi",
                "What travels on streams.",
                any,
                Answer::Json("Document")
            ),
            get(openapi::streams)
        ),
        route!(
            read("/api/v1/floor", "floor", "What floor this is.", any, Answer::Json("FloorSeen")),
            get(floor::one)
        ),
    ]
}
