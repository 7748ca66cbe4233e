//! Progressive links.

use std::sync::Arc;

use axum::extract::{Path, State};
use banco_wire::LinkViewer;

use super::{Reply, json};
use crate::app::App;
use crate::guard::Caller;
use crate::live::{Sees, link_seen};
use crate::problem::Failed;

/// As what a caller looks at links.
fn viewer(app: &App, caller: &Caller) -> Result<LinkViewer, Failed> {
    Sees::of(app, caller, None).map(|sees| sees.link)
}

/// `GET /api/v1/links`
pub async fn list(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    let viewer = viewer(&app, &caller)?;
    let books = app.floor.books();
    let names: Vec<String> = books.pit().links().map(|link| link.setup().name.to_string()).collect();
    let seen: Result<Vec<_>, Failed> =
        names.iter().map(|name| link_seen(&app, &books, name, viewer)).collect();
    json(&seen?)
}

/// `GET /api/v1/links/{link}`
pub async fn one(State(app): State<Arc<App>>, caller: Caller, Path(link): Path<String>) -> Reply {
    let viewer = viewer(&app, &caller)?;
    json(&link_seen(&app, &app.floor.books(), &link, viewer)?)
}
