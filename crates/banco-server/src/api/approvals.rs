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
use banco_people::{Approved, Asked, Asking, Call, HouseRole, Permission, Roles};
use banco_rulebook::{Figure, FigureSubject};
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::commands::{ask_floor, owner, reply};
use super::people::InvitationCodeSeen;
use super::{Key, Reply, body, body_hash, done, json, key, number};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;

/// What stands before the number of somebody for whom an administrator asks.
const PERSON: &str = "person";

/// What stands before the number of a table for whose machines an administrator asks.
const DEVICE: &str = "device";

/// Something that waits for a second person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Waiting {
    /// Where: `table/7`, `link/star`, `account/12`, or `person/12` for what another administrator approves.
    pub stream: String,
    /// Its number there.
    pub request: u32,
    /// Who asked.
    pub by: u32,
    /// What they are called.
    pub by_name: String,
    /// In which capacity.
    pub role: &'static str,
    /// Whether it can still be answered.
    pub state: WaitingState,
    /// The last second in which it can be approved.
    pub until: Option<Moment>,
    /// Exactly what happens once it is approved.
    pub what: Value,
    /// Terms of the table or the link that it changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermChange>,
    /// To be repeated by whoever answers.
    pub hash: String,
}

/// A term as it is and as it would be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TermChange {
    /// Its key, such as `wager.player.max`, or its name on the link.
    pub term: String,
    /// What of a wager it is, for pages.
    #[serde(skip)]
    pub subject: Option<FigureSubject>,
    /// As it is; `null` where it is new.
    pub before: Option<String>,
    /// As it would be; `null` where it goes.
    pub after: Option<String>,
    /// What that means, where the value does not say so.
    pub meaning: String,
    /// Clauses behind it.
    pub clauses: Vec<String>,
}

/// Whether a request can still be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingState {
    /// It waits for another person.
    Open,
    /// Nobody has answered in time. Whoever still wants it asks again.
    Expired,
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

/// Everything that waits, and the last that nobody has answered in time.
pub fn waiting(app: &App, books: &Books) -> Vec<Waiting> {
    let mut all = Vec::new();
    for (number, table) in books.pit().tables() {
        let terms = |wanted: &table::Wanted| table_terms(books, table, wanted);
        let stream = format!("table/{}", number.0);
        all.extend(of_stream(app, &stream, (table.requests(), table.expired()), terms));
    }
    for link in books.pit().links() {
        let stream = format!("link/{}", link.setup().name);
        let terms = |wanted: &link::Wanted| link_terms(books, link, wanted);
        all.extend(of_stream(app, &stream, (link.requests(), link.expired()), terms));
    }
    for account in books.pit().accounts() {
        let stream = format!("account/{}", account.person().0);
        let requests = (account.requests(), account.expired());
        all.extend(of_stream(app, &stream, requests, |_: &cage::Wanted| Vec::new()));
    }
    all
}

fn of_stream<T: Serialize>(
    app: &App,
    stream: &str,
    (open, expired): (&[Request<T>], &[Request<T>]),
    terms: impl Fn(&T) -> Vec<TermChange>,
) -> Vec<Waiting> {
    let now = app.time();
    let state = |request: &Request<T>| match request.has_expired(now) {
        true => WaitingState::Expired,
        false => WaitingState::Open,
    };
    let open = open.iter().map(|request| (request, state(request)));
    let expired = expired.iter().map(|request| (request, WaitingState::Expired));
    let all = open.chain(expired);
    all.map(|(request, state)| seen(app, stream, (request, state), terms(&request.what))).collect()
}

/// Terms that a request would change at a table, in the order of a submission's keys; those that go come last.
fn table_terms(books: &Books, table: &table::Table, wanted: &table::Wanted) -> Vec<TermChange> {
    let table::Wanted::Terms { rules, .. } = wanted else { return Vec::new() };
    let Some(rules) = books.pit().shelf().find(*rules) else { return Vec::new() };
    let (old, new) = (table.rules().terms.figures(), rules.terms.figures());
    let value_in =
        |all: &[Figure], key: &str| all.iter().find(|one| one.key == key).map(|one| one.value.clone());
    let change = |one: &Figure| TermChange {
        term: one.key.clone(),
        subject: one.subject.clone(),
        before: value_in(&old, &one.key),
        after: value_in(&new, &one.key),
        meaning: one.meaning.clone(),
        clauses: one.cite.clone(),
    };
    let changed = new.iter().map(change).filter(|change| change.before != change.after);
    changed.chain(old.iter().filter(|one| value_in(&new, &one.key).is_none()).map(change)).collect()
}

/// Terms that a request would change on a link: its meters, odds, locks and the level of the executive.
fn link_terms(books: &Books, link: &link::Link, wanted: &link::Wanted) -> Vec<TermChange> {
    let link::Wanted::Change { rules, .. } = wanted else { return Vec::new() };
    let Some(rules) = books.pit().shelf().find(*rules) else { return Vec::new() };
    let name = link.setup().name;
    let Some(after) = rules.links.iter().find(|setup| setup.name == name) else { return Vec::new() };
    let change = |(term, after, before): (&'static str, String, String)| TermChange {
        term: term.to_owned(),
        subject: None,
        before: Some(before),
        after: Some(after),
        meaning: String::new(),
        clauses: Vec::new(),
    };
    link.setup().differences(after).into_iter().map(change).collect()
}

fn seen<T: Serialize>(
    app: &App,
    stream: &str,
    (request, state): (&Request<T>, WaitingState),
    terms: Vec<TermChange>,
) -> Waiting {
    let what = serde_json::to_value(&request.what).unwrap_or_default();
    Waiting {
        hash: hash(stream, request.id.0, request.by, &what),
        stream: stream.to_owned(),
        request: request.id.0,
        by: request.by.0,
        by_name: app.name_of(request.by),
        role: request.role.name(),
        state,
        until: request.until.map(Moment::from),
        what,
        terms,
    }
}

/// What whoever answers repeats.
fn hash(stream: &str, request: u32, by: Person, what: &Value) -> String {
    Hash::over(format!("banco request\n{stream}\n{request}\n{}\n{what}", by.0).as_bytes()).to_string()
}

/// The one that is answered, as it was seen.
fn found(all: Vec<Waiting>, stream: &str, request: u32, wanted: &AnswerWanted) -> Result<Waiting, Failed> {
    let found = all.into_iter().find(|one| one.stream == stream && one.request == request);
    let found = found.ok_or_else(|| Failed::not_found("request"))?;
    if found.hash != wanted.hash {
        let title = "this is not what was asked for any more";
        return Err(
            Failed::new(StatusCode::CONFLICT, "changed_meanwhile", title).hint("look again, then decide")
        );
    }
    Ok(found)
}

/// Where a request of an administrator belongs: to somebody, or to a machine at a table.
fn stream_of(asked: &Asked) -> String {
    match &asked.what {
        Asking::Device { table, .. } | Asking::DeviceRevoked { table, .. } => format!("{DEVICE}/{table}"),
        _ => format!("{PERSON}/{}", asked.person.0),
    }
}

/// What waits for another administrator.
async fn waiting_people(app: &App) -> Result<Vec<Waiting>, Failed> {
    let now = app.now();
    let asked = app.people.asked().await?.into_iter().map(|asked| {
        let names = |roles: &Roles| roles.iter().map(HouseRole::name).collect::<Vec<_>>();
        let stream = stream_of(&asked);
        let what = match &asked.what {
            Asking::Roles { from, to } => json!({ "roles": { "from": names(from), "to": names(to) } }),
            Asking::Invitation {} => json!({ "invitation": {} }),
            Asking::SecondFactorReset { reason } => json!({ "second_factor_reset": { "reason": reason } }),
            Asking::Device { kind, name, table, .. } => {
                json!({ "device": { "kind": kind, "name": name, "table": table } })
            }
            Asking::DeviceRevoked { device, kind, name, table } => json!({
                "device_revoked": { "device": device.to_string(), "kind": kind, "name": name, "table": table }
            }),
            Asking::Name { to } => json!({ "name": { "to": to } }),
            Asking::Enable {} => json!({ "enable": {} }),
        };
        Waiting {
            hash: hash(&stream, asked.request, asked.by, &what),
            stream,
            request: asked.request,
            by: asked.by.0,
            by_name: app.name_of(asked.by),
            role: "administrator",
            state: if asked.until <= now { WaitingState::Expired } else { WaitingState::Open },
            until: Some(Moment::from_micros(asked.until.0)),
            what,
            terms: Vec::new(),
        }
    });
    Ok(asked.collect())
}

/// `GET /api/v1/approvals`: what whoever asks may see of it.
pub async fn list(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    let mut all = Vec::new();
    if caller.may(Permission::Approve) || caller.may(Permission::Observe) {
        all.extend(waiting(&app, &app.floor.books()));
    }
    if caller.may(Permission::AdministerPeople) {
        all.extend(waiting_people(&app).await?);
    }
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
        found(waiting(&app, &app.floor.books()), &stream, request.0, &wanted)?;
    }
    let executive = session.actor(Role::Executive).ok();
    let actor = executive.map_or_else(|| session.actor(Role::Floor), Ok)?;
    let reason = wanted.reason.unwrap_or_default();
    let command = command(&app.floor.books(), (&kind, &id, request), wanted.approve, reason)?;
    let ask = Ask::new(key.id, hash, Wish::Said(Said::Command(actor, command)));
    ask_floor(&app, session.person, if wanted.approve { "approve" } else { "turn_down" }, ask).await
}

/// `POST /api/v1/approvals/person/{person}/{request}`: another administrator answers, and then somebody's roles are
/// others, or an invitation is good and its code is told here.
pub async fn answer_about_person(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((person, request)): Path<(String, String)>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    answer_administrator(&app, &caller, (&format!("{PERSON}/{person}"), &request), &headers, &bytes).await
}

/// `POST /api/v1/approvals/device/{table}/{request}`: another administrator answers, and then a machine is let in or taken
/// away.
pub async fn answer_about_device(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((table, request)): Path<(String, String)>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    answer_administrator(&app, &caller, (&format!("{DEVICE}/{table}"), &request), &headers, &bytes).await
}

async fn answer_administrator(
    app: &Arc<App>,
    caller: &Caller,
    (stream, request): (&str, &str),
    headers: &HeaderMap,
    bytes: &Bytes,
) -> Reply {
    let session = caller.session()?;
    session.need(Permission::AdministerPeople, app.now())?;
    let wanted: AnswerWanted = body(bytes)?;
    let request = number(request, "request")?;
    let owner = owner(session.person);
    let Key { id } = key(headers, &owner)?;
    let said = body_hash(&owner, &format!("answer {stream} {request}"), bytes);
    if let Some(before) = app.answered_before(id, said).await? {
        return reply(app, before);
    }
    found(waiting_people(app).await?, stream, request, &wanted)?;
    let call = Call::by(session, app.now()).under(id).saying(said);
    let answered = match wanted.approve {
        true => app.people.approve(&call, request).await,
        false => {
            let reason = wanted.reason.as_deref().unwrap_or_default();
            app.people.turn_down(&call, request, reason).await.map(|()| Approved::Done)
        }
    };
    app.refresh_people().await;
    match answered? {
        Approved::Done => done(),
        // A code is kept nowhere, so whoever asks again is told that it is done, and not the code.
        Approved::Code(code) => json(&InvitationCodeSeen { code: code.reveal().to_owned() }),
    }
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
