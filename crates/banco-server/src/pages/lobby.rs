//! The lobby.

use axum::extract::State;

use super::{Guest, Page, html};
use crate::api::Reply;

/// `GET /`
pub async fn page(State(_app): Page, guest: Guest) -> Reply {
    html(banco_pages::lobby::lobby(&guest.visit))
}

/// `GET /parts`
pub async fn parts(State(_app): Page, guest: Guest) -> Reply {
    html(banco_pages::lobby::lobby(&guest.visit))
}
