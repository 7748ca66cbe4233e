//! What waits for a second person, across the floor. Whoever answers repeats the hash of exactly what they saw.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use banco_engine::link::TableId;
use banco_engine::table::{Person, Role};
use banco_engine::{Name, Request, RequestId, cage, link, pit, table};
use banco_floor::{Ask, Books, Wish};
use banco_house::Said;
use banco_journal::Hash;
use banco_people::Permission;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::commands::{ask_floor, owner};
use super::{Reply, body, body_hash, json, key, number};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;

/// Something that waits for a second person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Waiting {
    /// Where: `table/7`, `link/star`, `account/12`.
    pub stream: String,
    /// Its number there.
    pub request: u32,
    /// Who asked.
    pub by: u32,
    /// What they are called.
    pub by_name: String,
    /// In which capacity.
    pub role: &'static str,
    /// Exactly what happens once it is approved.
    pub what: Value,
    /// To be repeated by whoever answers.
    pub hash: String,
}

/// An answer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerWanted {
    /// The hash of what was seen.
    #[schemars(length(max = 64))]
    pub hash: String,
    /// Whether it may happen.
    pub approve: bool,
    /// What the asker is told, where it may not.
    #[schemars(length(max = 500))]
    pub reason: Option<String>,
}

/// Everything that waits.
pub fn waiting(app: &App, books: &Books) -> Vec<Waiting> {
    let mut all = Vec::new();
    for (number, table) in books.pit().tables() {
        all.extend(table.requests().iter().map(|request| seen(app, &format!("table/{}", number.0), request)));
    }
    for link in books.pit().links() {
        let stream = format!("link/{}", link.setup().name);
        all.extend(link.requests().iter().map(|request| seen(app, &stream, request)));
    }
    for account in books.pit().accounts() {
        let stream = format!("account/{}", account.person().0);
        all.extend(account.requests().iter().map(|request| seen(app, &stream, request)));
    }
    all
}

fn seen<T: Serialize>(app: &App, stream: &str, request: &Request<T>) -> Waiting {
    let what = serde_json::to_value(&request.what).unwrap_or_default();
    let text = format!("banco request\n{stream}\n{}\n{}\n{what}", request.id.0, request.by.0);
    Waiting {
        stream: stream.to_owned(),
        request: request.id.0,
        by: request.by.0,
        by_name: app.name_of(request.by),
        role: request.role.name(),
        what,
        hash: Hash::over(text.as_bytes()).to_string(),
    }
}

/// `GET /api/v1/approvals`
pub async fn list(State(app): State<Arc<App>>, _caller: Caller) -> Reply {
    let all = waiting(&app, &app.floor.books());
    app.metrics.approvals.set(i64::try_from(all.len()).unwrap_or(i64::MAX));
    json(&all)
}

/// `POST /api/v1/approvals/{kind}/{id}/{request}`
pub async fn answer(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((kind, id, request)): Path<(String, String, String)>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let session = caller.session()?;
    session.need(Permission::Approve, app.now())?;
    let wanted: AnswerWanted = body(&bytes)?;
    let request = RequestId(number(&request, "request")?);
    let stream = format!("{kind}/{id}");
    let owner = owner(session.person);
    let key = key(&headers, &owner)?;
    let hash = body_hash(&owner, &format!("answer {stream} {request}"), &bytes);
    // What was answered before is answered again, also after the request is gone.
    if app.store.command(key.id).await?.is_none() {
        let all = waiting(&app, &app.floor.books());
        let found = all.iter().find(|one| one.stream == stream && one.request == request.0);
        let found = found.ok_or_else(|| Failed::not_found("request"))?;
        if found.hash != wanted.hash {
            let title = "this is not what was asked for any more";
            return Err(
                Failed::new(StatusCode::CONFLICT, "changed_meanwhile", title).hint("look again, then decide")
            );
        }
    }
    let executive = session.actor(Role::Executive).ok();
    let actor = executive.map_or_else(|| session.actor(Role::Floor), Ok)?;
    let reason = wanted.reason.unwrap_or_default();
    let command = command(&app.floor.books(), (&kind, &id, request), wanted.approve, reason)?;
    let ask = Ask::new(key.id, hash, Wish::Said(Said::Command(actor, command)));
    ask_floor(&app, session.person, if wanted.approve { "approve" } else { "turn_down" }, ask).await
}

fn link_name(books: &Books, id: &str) -> Result<Name, Failed> {
    books.pit().link(id).map(|link| link.setup().name).ok_or_else(|| Failed::not_found("link"))
}

fn command(
    books: &Books,
    (kind, id, request): (&str, &str, RequestId),
    approve: bool,
    reason: String,
) -> Result<pit::Command, Failed> {
    Ok(match (kind, approve) {
        ("table", true) => {
            pit::Command::Table(TableId(number(id, "table")?), table::Command::Approve { request })
        }
        ("table", false) => {
            pit::Command::Table(TableId(number(id, "table")?), table::Command::TurnDown { request, reason })
        }
        ("link", true) => pit::Command::Link(link_name(books, id)?, link::Command::Approve { request }),
        ("link", false) => {
            pit::Command::Link(link_name(books, id)?, link::Command::TurnDown { reason, request })
        }
        ("account", true) => {
            pit::Command::Account(Person(number(id, "account")?), cage::Command::Approve { request })
        }
        ("account", false) => {
            pit::Command::Account(Person(number(id, "account")?), cage::Command::TurnDown { reason, request })
        }
        _ => return Err(Failed::not_found("request")),
    })
}
