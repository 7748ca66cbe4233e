//! The floor as a whole.

use std::sync::Arc;

use axum::extract::State;
use banco_wire::Money;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Reply, json};
use crate::app::App;
use crate::guard::Caller;

/// The floor as everybody may know it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FloorSeen {
    /// `demo` or `real`.
    pub kind: &'static str,
    /// Which history this is.
    pub epoch: String,
    /// The version of Banco.
    pub version: &'static str,
    /// How many tables there are.
    pub tables: usize,
    /// Whether guests may come in.
    pub guests: bool,
    /// What a guest is given to play with.
    pub play_money: Option<Money>,
}

/// `GET /api/v1/floor`
pub async fn one(State(app): State<Arc<App>>, _caller: Caller) -> Reply {
    let guests = app.is_demo();
    json(&FloorSeen {
        kind: app.config.floor.name(),
        epoch: app.epoch.clone(),
        version: env!("CARGO_PKG_VERSION"),
        tables: app.tables.all().len(),
        guests,
        play_money: guests.then(|| super::session::play_money(app.currency())),
    })
}
