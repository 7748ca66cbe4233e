//! The sign over a table.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use banco_engine::link::TableId;
use banco_engine::table::Viewer;
use banco_pages::layout::Visit;
use banco_pages::sign::Sign;
use banco_wire::{LinkSeen, LinkViewer, Posted, TableSeen};

use super::{Guest, Page, html, origin, parts_json};
use crate::api::{Reply, number, table_in};
use crate::app::App;
use crate::boards::Board;
use crate::live::{link_seen, sees_table, table_seen};
use crate::problem::Failed;

/// What a sign is made of.
struct Collected {
    table: TableId,
    name: String,
    seen: TableSeen,
    posted: Arc<Posted>,
    links: Vec<LinkSeen>,
    rules_at: String,
    play_money: bool,
    board: Arc<Board>,
}

impl Collected {
    fn sign(&self) -> Sign<'_> {
        Sign {
            table: self.table.0,
            name: &self.name,
            seen: &self.seen,
            posted: &self.posted,
            links: &self.links,
            rules_at: &self.rules_at,
            play_money: self.play_money,
            info: self.board.info.as_ref().map(|info| (info.page.title.as_str(), info.page.text.as_str())),
        }
    }
}

async fn collect(app: &App, guest: &Guest, table: &str, headers: &HeaderMap) -> Result<Collected, Failed> {
    let table = TableId(number(table, "table")?);
    sees_table(&guest.caller, table)?;
    let rules = Arc::clone(table_in(&app.floor.books(), table)?.rules());
    let posted = app.posted.of(&rules).await.ok_or_else(Failed::away)?;
    let (_, file) = app.tables.get(table).ok_or_else(|| Failed::not_found("table"))?;
    let books = app.floor.books();
    let names = rules.terms.links.iter().map(|link| &link.name);
    let links = names.filter_map(|name| link_seen(app, &books, name, LinkViewer::Everybody).ok()).collect();
    Ok(Collected {
        table,
        name: file.name.clone(),
        seen: table_seen(app, &books, table, Viewer::Display)?,
        posted,
        links,
        rules_at: format!("{}/tables/{}/rules", origin(app, headers), table.0),
        play_money: app.is_demo(),
        board: app.boards.of(table),
    })
}

/// A screen has no controls: how it looks is in its address, as the cookie of others has it.
fn looked(visit: &Visit, query: &HashMap<String, String>) -> Visit {
    let words = query.get("look").map(String::as_str).unwrap_or_default();
    let look = words.split('.').fold(visit.look, |look, word| look.with(word));
    Visit { look, ..visit.clone() }
}

/// `GET /tables/{table}/sign`
pub async fn page(
    State(app): Page,
    guest: Guest,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Reply {
    let collected = collect(&app, &guest, &table, &headers).await?;
    html(banco_pages::sign::sign(&looked(&guest.visit, &query), &collected.sign()))
}

/// `GET /tables/{table}/sign/parts`
pub async fn parts(
    State(app): Page,
    guest: Guest,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Reply {
    let collected = collect(&app, &guest, &table, &headers).await?;
    let lang = looked(&guest.visit, &query).lang();
    parts_json(
        &app,
        u64::from(collected.seen.round.number.0),
        &banco_pages::sign::parts(&collected.sign(), lang),
    )
}
