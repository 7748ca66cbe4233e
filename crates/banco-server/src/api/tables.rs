//! Tables: the lobby, what a table posts, how somebody sees it, how it is run.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use banco_engine::link::TableId;
use banco_engine::table::Cards;
use banco_floor::Unanswered;
use banco_journal::StoreError;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Reply, body, json, number, table_in};
use crate::app::App;
use crate::guard::Caller;
use crate::live::{sees_table, table_seen, table_viewer, viewer_at};
use crate::lobby;
use crate::problem::Failed;
use crate::tables::{Dealing, TableFile, change};

/// A table, and how it is run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableFacts {
    /// Its number.
    pub table: u32,
    /// The rules it plays by, to the byte.
    pub rules: String,
    /// How it is run.
    pub file: TableFile,
}

/// `GET /api/v1/tables`
pub async fn list(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    table_viewer(&app, &caller, None)?;
    let mut rows = lobby::tables(&app, &app.floor.books());
    rows.retain(|row| sees_table(&caller, TableId(row.table)).is_ok());
    json(&rows)
}

/// `GET /api/v1/tables/{table}`
pub async fn one(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    table_viewer(&app, &caller, None)?;
    sees_table(&caller, table)?;
    facts(&app, table)
}

/// What is known of a table, with the version that a change must name.
fn facts(app: &App, table: TableId) -> Reply {
    let books = app.floor.books();
    let rules = table_in(&books, table)?.rules();
    let (version, file) = app.tables.get(table).ok_or_else(|| Failed::not_found("table"))?;
    let facts = TableFacts { table: table.0, rules: banco_wire::rules_text(rules.id), file: (*file).clone() };
    let mut response = json(&facts)?;
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

/// `PUT /api/v1/tables/{table}`
pub async fn run(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    let file: TableFile = body(&bytes)?;
    sound(&app, &file)?;
    let cards = table_in(&app.floor.books(), table)?.cards();
    if file.dealing == Dealing::Automatic && cards == Some(Cards::Real) {
        let title = "this table deals real cards: a machine cannot";
        let failed = Failed::new(StatusCode::CONFLICT, "real_cards", title).at("/dealing");
        return Err(failed.hint("propose another table with `automatic` dealing"));
    }
    let known = app.tables.get(table).map(|(_, known)| known.dealing);
    if !app.is_demo() && known.is_some_and(|known| known != file.dealing) {
        // Who deals is a part of what two people approve.
        let failed =
            Failed::new(StatusCode::CONFLICT, "second_person_needed", "two people decide on who deals");
        return Err(failed.at("/dealing").hint("propose another table with this kind of dealing"));
    }
    let expected = if_match(&headers)?;
    let by = caller.person()?;
    let told = serde_json::json!({ "table_run": { "file": &file, "table": table.0 } });
    app.log_floor(by, told, vec![change(table, expected, &file)]).await.map_err(|error| match error {
        Unanswered::Away(StoreError::ItemMoved { .. }) => changed_meanwhile(),
        other => other.into(),
    })?;
    app.tables.refresh(&*app.store).await?;
    facts(&app, table)
}

/// A table whose name can be read and whose times make sense.
pub fn sound(app: &App, file: &TableFile) -> Result<(), Failed> {
    let readable = |text: &str, most: usize| {
        let count = text.chars().count();
        (1..=most).contains(&count) && !text.chars().any(char::is_control) && text.trim() == text
    };
    let bad = |pointer: &str, title: &str| {
        Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_value", title).at(pointer))
    };
    if !readable(&file.name, 60) {
        return bad("/name", "a name is 1 to 60 characters that can be seen");
    }
    if !readable(&file.pit, 40) {
        return bad("/pit", "a pit is 1 to 40 characters that can be seen");
    }
    for (pointer, seconds) in
        [("/betting_seconds", file.betting_seconds), ("/answer_seconds", file.answer_seconds)]
    {
        if seconds.is_some_and(|seconds| !(1..=600).contains(&seconds)) {
            return bad(pointer, "a time is 1 to 600 seconds");
        }
    }
    if file.company > 12 {
        return bad("/company", "a table has room for 12 automatic players at most");
    }
    if file.company > 0 && !app.is_demo() {
        return bad("/company", "automatic players are for demo floors");
    }
    if file.company > 0 && file.dealing == Dealing::Dealer {
        return bad("/company", "automatic players play where the house deals by itself");
    }
    Ok(())
}

/// The version that a change is for.
pub fn if_match(headers: &HeaderMap) -> Result<u64, Failed> {
    let tag = headers.get(header::IF_MATCH).ok_or_else(|| {
        Failed::new(
            StatusCode::PRECONDITION_REQUIRED,
            "if_match_needed",
            "the change does not say what it is for",
        )
        .hint("send the `ETag` of what you have seen as `If-Match`")
    })?;
    let version = tag.to_str().ok().and_then(|tag| tag.trim_matches('"').parse().ok());
    version.ok_or_else(changed_meanwhile)
}

fn changed_meanwhile() -> Failed {
    Failed::new(
        StatusCode::PRECONDITION_FAILED,
        "changed_meanwhile",
        "somebody else has changed this meanwhile",
    )
    .hint("look again, then decide")
}

/// `GET /api/v1/tables/{table}/posted`
pub async fn posted(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    table_viewer(&app, &caller, None)?;
    sees_table(&caller, table)?;
    let rules = Arc::clone(table_in(&app.floor.books(), table)?.rules());
    let posted = app.posted.of(&rules).await.ok_or_else(Failed::away)?;
    json(&*posted)
}

/// `GET /api/v1/tables/{table}/view`
pub async fn seen(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    let viewer = table_viewer(&app, &caller, query.get("as").map(String::as_str))?;
    sees_table(&caller, table)?;
    let books = app.floor.books();
    let viewer = viewer_at(&books, table, viewer, caller.person().ok());
    let seen = table_seen(&app, &books, table, viewer)?;
    let stream = banco_floor::name_of(banco_engine::pit::Stream::Table(table));
    let seq = stream.map(|stream| books.head(&stream).version).unwrap_or_default();
    let mut response = json(&seen)?;
    // Whoever follows the table goes on from here.
    if let Ok(position) = HeaderValue::from_str(&format!("{}:{seq}", app.epoch)) {
        response.headers_mut().insert("banco-position", position);
    }
    Ok(response)
}

/// `POST /api/v1/tables/{table}/cards`: what a card reader has read.
pub async fn read_card(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    super::setup::card_read(&app, &caller, table, &headers, &bytes).await
}
