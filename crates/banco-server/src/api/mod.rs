//! What can be asked over HTTP, and what all of it has in common.

pub mod accounts;
pub mod approvals;
pub mod audit;
pub mod boards;
pub mod commands;
pub mod floor;
pub mod health;
pub mod levels;
pub mod links;
pub mod patrons;
pub mod people;
pub mod reports;
pub mod routes;
pub mod session;
pub mod setup;
pub mod squeeze;
pub mod tables;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use banco_engine::link::TableId;
use banco_engine::table::Table;
use banco_floor::Books;
use banco_journal::{CommandId, Hash};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::problem::Failed;

/// How many things a page holds at most.
pub const PAGE: u32 = 100;

/// The answer of a handler.
pub type Reply = Result<Response, Failed>;

/// A part of a list, and where the next one begins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Page<T> {
    /// What is on this page.
    pub items: Vec<T>,
    /// Give it as `cursor` for the next page; nothing on the last one.
    pub next: Option<String>,
}

/// JSON that must not be kept by anybody on the way.
pub fn json(value: &impl Serialize) -> Reply {
    let body = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer that is no JSON");
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, "no_answer", "the answer cannot be written down")
    })?;
    let json = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, json)], body).into_response())
}

/// Something was made.
pub fn created(value: &impl Serialize) -> Reply {
    let mut response = json(value)?;
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Done, and nothing to say.
pub fn done() -> Reply {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A body as JSON.
pub fn body<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, Failed> {
    serde_json::from_slice(bytes).map_err(|error| {
        // What was sent is not repeated: it may be a password.
        let place = format!("line {}, column {}", error.line(), error.column());
        let what = match error.classify() {
            serde_json::error::Category::Data => "the body is not as it should be",
            _ => "the body is no JSON",
        };
        Failed::bad("bad_body", format!("{what}: {place}"))
            .hint("`/api/v1/openapi.json` says what it should be")
    })
}

/// How a client calls a command: the same key is the same command, for this client.
#[derive(Clone, Debug)]
pub struct Key {
    /// The id in the journal.
    pub id: CommandId,
}

/// The key of a request. It belongs to whoever asks, so that nobody can take or guess another's.
pub fn key(headers: &HeaderMap, owner: &str) -> Result<Key, Failed> {
    let text = headers.get("idempotency-key").ok_or_else(|| {
        Failed::bad("key_needed", "the request has no Idempotency-Key")
            .hint("send a new random one with every new command, and the same one when you ask again")
    })?;
    let text = text.to_str().unwrap_or_default();
    sound_key(text)?;
    Ok(Key { id: command_id(owner, text) })
}

/// Checks that a text can be the key of a command.
///
/// # Errors
/// 400 for a text that no command can have.
pub fn sound_key(text: &str) -> Result<(), Failed> {
    if (1..=100).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(Failed::bad("bad_key", "an Idempotency-Key is 1 to 100 visible ASCII characters").hint("use a UUID"))
}

/// The id of a client's command in the journal.
#[must_use]
pub fn command_id(owner: &str, key: &str) -> CommandId {
    let mut id = CommandId::default();
    let hash = Hash::over(format!("banco client\n{owner}\n{key}").as_bytes());
    id.0.iter_mut().zip(hash.0).for_each(|(byte, of)| *byte = of);
    id
}

/// Who asked for what, hashed: the same key for something else is refused.
#[must_use]
pub fn body_hash(owner: &str, what: &str, body: &[u8]) -> Hash {
    Hash::over(&[owner.as_bytes(), b"\n", what.as_bytes(), b"\n", body].concat())
}

/// A table that is there.
pub fn table_in(books: &Books, table: TableId) -> Result<&Table, Failed> {
    books.pit().table(table).ok_or_else(|| Failed::not_found("table"))
}

/// A number of the path.
pub fn number(text: &str, what: &str) -> Result<u32, Failed> {
    text.parse().map_err(|_| Failed::not_found(what))
}

/// A number of the query, within its range.
pub fn ranged(
    text: Option<&String>,
    name: &str,
    (least, usual, most): (u64, u64, u64),
) -> Result<u64, Failed> {
    let Some(text) = text else { return Ok(usual) };
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number
        .ok_or_else(|| Failed::bad("bad_query", format!("`{name}` is a whole number from {least} to {most}")))
}
