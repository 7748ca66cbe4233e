//! The lobby.

use std::collections::{BTreeMap, HashMap};

use axum::extract::{Query, State};
use banco_engine::link::TableId;
use banco_engine::{cage, table};
use banco_pages::lobby::Lobby;

use super::{Guest, Page, html, parts_json};
use crate::api::Reply;
use crate::app::App;
use crate::live::{account_seen, sees_table, table_viewer};
use crate::problem::Failed;

/// `GET /`
pub async fn page(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    html(banco_pages::lobby::lobby(&guest.visit, &lobby(&app, &guest, &query)?))
}

/// `GET /parts`
pub async fn parts(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let lobby = lobby(&app, &guest, &query)?;
    parts_json(&app, app.lobby.version(), &banco_pages::lobby::parts(&guest.visit, &lobby))
}

fn lobby(app: &App, guest: &Guest, query: &HashMap<String, String>) -> Result<Lobby, Failed> {
    table_viewer(app, &guest.caller, None)?;
    let books = app.floor.books();
    let mut tables = crate::lobby::tables(app, &books);
    tables.retain(|row| sees_table(&guest.caller, TableId(row.table)).is_ok());
    let person = guest.caller.session().ok().map(|session| session.person);
    let seat = |one: &table::Participant| Some(one.person) == person && one.place.is_seated();
    let own: BTreeMap<u32, u8> = books
        .pit()
        .tables()
        .filter_map(|(number, table)| {
            let own = table.people().iter().find(|one| seat(one))?;
            Some((number.0, own.place.seat().number))
        })
        .collect();
    Ok(Lobby {
        tables,
        own,
        account: person.and_then(|person| account_seen(app, &books, person, cage::Viewer::Owner).ok()),
        rulebook: query.get("game").filter(|game| !game.is_empty()).cloned(),
        free_only: query.get("free").is_some_and(|free| free == "1"),
    })
}
