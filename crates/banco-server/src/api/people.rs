//! Who is who, for administrators; and the machines at tables.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use banco_engine::table::Person;
use banco_floor::Answered;
use banco_journal::Answer;
use banco_people::{
    Asked, Call, DeviceKind, HouseRole, Kind, Known, NewPerson, PeopleError, Permission, Refusal, Roles,
};
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::commands::{owner, reply};
use super::{Key, PAGE, Page, Reply, body, body_hash, created, done, json, key, number, ranged};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;

/// Somebody who is known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonSeen {
    /// Their number.
    pub person: u32,
    /// What others see.
    pub name: String,
    /// What they sign in with.
    pub login: Option<String>,
    /// What they are.
    pub roles: Vec<String>,
    /// `real`, `demo` or `test`.
    pub kind: String,
    /// Whether they may do nothing.
    pub disabled: bool,
    /// Whether they have a second factor.
    pub second_factor: bool,
    /// Since when they are known.
    pub since: Moment,
    /// Until when, for guests.
    pub until: Option<Moment>,
    /// Until when no money moves in the account, since the house has set its password or second factor anew.
    pub cool_off_until: Option<Moment>,
}

/// Somebody who is to be known. They are invited to choose a password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonWanted {
    /// What others see.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// What they sign in with.
    #[schemars(length(min = 1, max = 100))]
    pub login: String,
    /// What they are.
    #[schemars(length(min = 1, max = 12))]
    pub roles: Vec<String>,
    /// Whether they only test the floor.
    #[serde(default)]
    pub test: bool,
}

/// What somebody is from now on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RolesWanted {
    /// What they are.
    #[schemars(length(min = 1, max = 12))]
    pub roles: Vec<String>,
}

/// Somebody who is known from now on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonAdded {
    /// Their number.
    pub person: u32,
    /// The request for roles that another administrator must approve, as `GET /api/v1/approvals` has it.
    pub request: Option<u32>,
}

/// What waits for another administrator.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Waits {
    /// The request, as `GET /api/v1/approvals` has it.
    pub request: u32,
}

/// Why.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonWanted {
    /// What the books are to say about it.
    #[schemars(length(min = 1, max = 200))]
    pub reason: String,
}

/// What somebody is called from now on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NameWanted {
    /// What others see.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
}

/// An invitation, told here and nowhere else.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InvitationSeen {
    /// Whoever it is for sends it with the password they choose.
    pub invitation: String,
    /// The request that another administrator must approve first, for whoever works for the house. They are told a code,
    /// and the invitation wants it.
    pub request: Option<u32>,
}

/// The code that goes with an invitation, told here and nowhere else.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InvitationCodeSeen {
    /// Whoever is invited sends it with the invitation.
    pub code: String,
}

/// A machine that is to belong to a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceWanted {
    /// At which table.
    pub table: u32,
    /// `card_reader` or `display`.
    pub kind: DeviceKindName,
    /// What people call it.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// The code that a screen at `/display` shows. A display with one signs in by itself; without one, a token is made.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub code: Option<String>,
}

/// What a machine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceKindName {
    /// Reads the cards of a real shoe.
    CardReader,
    /// Shows the table to everybody.
    Display,
}

impl From<DeviceKindName> for DeviceKind {
    fn from(name: DeviceKindName) -> Self {
        match name {
            DeviceKindName::CardReader => Self::CardReader,
            DeviceKindName::Display => Self::Display,
        }
    }
}

/// A machine at a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DeviceSeen {
    /// Which one.
    pub id: String,
    /// At which table.
    pub table: u32,
    /// What it does.
    pub kind: DeviceKindName,
    /// What people call it.
    pub name: String,
    /// Since when.
    pub since: Moment,
}

/// The token of a machine, told here and nowhere else.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DeviceMade {
    /// To be sent as a bearer token. `null` for a screen that showed a code.
    pub token: Option<String>,
    /// The request that another administrator must approve before the machine is let in.
    pub request: Option<u32>,
}

fn seen(person: Person, known: &Known) -> PersonSeen {
    PersonSeen {
        person: person.0,
        name: known.name.clone(),
        login: known.login.clone(),
        roles: known.roles.iter().map(|role| role.name().to_owned()).collect(),
        kind: known.kind.name().to_owned(),
        disabled: known.disabled,
        second_factor: known.second_factor,
        since: Moment::from_micros(known.since.0),
        until: known.until.map(|at| Moment::from_micros(at.0)),
        cool_off_until: known.cool_off_until.map(|at| Moment::from_micros(at.0)),
    }
}

fn roles(names: &[String]) -> Result<Roles, Failed> {
    let mut all = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let role = HouseRole::from_name(name).ok_or_else(|| {
            let known: Vec<&str> = HouseRole::ALL.iter().map(|role| role.name()).collect();
            Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "no_such_role", format!("`{name}` is no role"))
                .at(format!("/roles/{at}"))
                .hint(format!("one of {}", known.join(", ")))
        })?;
        all.push(role);
    }
    Ok(Roles::of(&all))
}

fn call(app: &App, caller: &Caller) -> Result<Call, Failed> {
    let session = caller.session()?;
    session.need(Permission::AdministerPeople, app.now())?;
    Ok(Call::by(session, app.now()))
}

/// The same for the machines at tables.
fn machine_call(app: &App, caller: &Caller) -> Result<Call, Failed> {
    let session = caller.session()?;
    session.need(Permission::AdministerTables, app.now())?;
    if !session.is_stepped_up(app.now()) {
        return Err(Refusal::StepUpNeeded.into());
    }
    Ok(Call::by(session, app.now()))
}

/// `GET /api/v1/people`
pub async fn list(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let after = ranged(query.get("cursor"), "cursor", (0, 0, u64::from(u32::MAX)))?;
    let most = ranged(query.get("limit"), "limit", (1, u64::from(PAGE), u64::from(PAGE)))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let directory = app.directory();
    let behind = directory.people().filter(|(person, _)| u64::from(person.0) > after);
    let mut items: Vec<PersonSeen> =
        behind.take(most + 1).map(|(person, known)| seen(person, known)).collect();
    let more = items.len() > most;
    items.truncate(most);
    let next = items.last().filter(|_| more).map(|last| last.person.to_string());
    json(&Page { items, next })
}

/// `GET /api/v1/people/{person}`
pub async fn one(State(app): State<Arc<App>>, _caller: Caller, Path(person): Path<String>) -> Reply {
    let person = Person(number(&person, "person")?);
    let directory = app.directory();
    json(&seen(person, directory.person(person).ok_or_else(|| Failed::not_found("person"))?))
}

/// `POST /api/v1/people`
pub async fn add(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap, bytes: Bytes) -> Reply {
    let wanted: PersonWanted = body(&bytes)?;
    let call = call(&app, &caller)?;
    let owner = owner(caller.person()?);
    let (Key { id }, said) = (key(&headers, &owner)?, body_hash(&owner, "add person", &bytes));
    if let Some(before) = app.answered_before(id, said).await? {
        return reply(&app, before);
    }
    let kind = if wanted.test { Kind::Test } else { app.kind_of_people() };
    let new = NewPerson {
        name: wanted.name,
        login: wanted.login,
        roles: roles(&wanted.roles)?,
        kind,
        password: None,
    };
    let made = app.people.create(&call.under(id).saying(said), &new).await;
    app.refresh_people().await;
    match made {
        Ok(made) => {
            let answer = Answer { status: StatusCode::CREATED.as_u16(), text: made.text() };
            reply(&app, Answered { answer, again: false })
        }
        // The same was asked twice at once.
        Err(PeopleError::Refused(Refusal::DoneBefore)) => {
            reply(&app, app.answered_before(id, said).await?.ok_or(Refusal::DoneBefore)?)
        }
        Err(error) => Err(error.into()),
    }
}

/// `POST /api/v1/people/{person}/invitation`
pub async fn invite(State(app): State<Arc<App>>, caller: Caller, Path(person): Path<String>) -> Reply {
    let person = Person(number(&person, "person")?);
    let made = app.people.invite_guarded(&call(&app, &caller)?, person, holds_money(&app, person)).await?;
    app.refresh_people().await;
    let request = made.asked.map(|asked| asked.request);
    let mut response =
        created(&InvitationSeen { invitation: made.invitation.reveal().to_string(), request })?;
    if request.is_some() {
        *response.status_mut() = StatusCode::ACCEPTED;
    }
    Ok(response)
}

/// Whether somebody has money here: in their account, kept for a buy-in, or at a table.
pub(crate) fn holds_money(app: &App, person: Person) -> bool {
    let books = app.floor.books();
    books.pit().account(person).is_some_and(|account| {
        let kept = account.books();
        !kept.balance.is_zero() || !kept.held.is_zero() || !account.tables().is_empty()
    })
}

/// Done, or what waits for another administrator.
fn done_or_waits(asked: Option<Asked>) -> Reply {
    let Some(asked) = asked else { return done() };
    let mut response = json(&Waits { request: asked.request })?;
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// `PUT /api/v1/people/{person}/roles`
pub async fn change_roles(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    bytes: Bytes,
) -> Reply {
    let person = Person(number(&person, "person")?);
    let wanted: RolesWanted = body(&bytes)?;
    let asked = app.people.change_roles(&call(&app, &caller)?, person, &roles(&wanted.roles)?).await?;
    app.refresh_people().await;
    done_or_waits(asked)
}

/// `PUT /api/v1/people/{person}/name`
pub async fn rename(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    bytes: Bytes,
) -> Reply {
    let person = Person(number(&person, "person")?);
    let wanted: NameWanted = body(&bytes)?;
    let asked = app.people.rename(&call(&app, &caller)?, person, &wanted.name).await?;
    app.refresh_people().await;
    done_or_waits(asked)
}

/// `POST /api/v1/people/{person}/disabled`
pub async fn disable(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    bytes: Bytes,
) -> Reply {
    let person = Person(number(&person, "person")?);
    let wanted: ReasonWanted = body(&bytes)?;
    app.people.disable(&call(&app, &caller)?, person, &wanted.reason).await?;
    app.refresh_people().await;
    done()
}

/// `DELETE /api/v1/people/{person}/disabled`
pub async fn enable(State(app): State<Arc<App>>, caller: Caller, Path(person): Path<String>) -> Reply {
    let person = Person(number(&person, "person")?);
    let asked = app.people.enable(&call(&app, &caller)?, person).await?;
    app.refresh_people().await;
    done_or_waits(asked)
}

/// `DELETE /api/v1/people/{person}/lock`
pub async fn unlock(State(app): State<Arc<App>>, caller: Caller, Path(person): Path<String>) -> Reply {
    let person = Person(number(&person, "person")?);
    app.people.unlock(&call(&app, &caller)?, person).await?;
    done()
}

/// `DELETE /api/v1/people/{person}/sessions`
pub async fn revoke_all(State(app): State<Arc<App>>, caller: Caller, Path(person): Path<String>) -> Reply {
    let person = Person(number(&person, "person")?);
    app.people.revoke_all(&call(&app, &caller)?, person).await?;
    app.refresh_people().await;
    done()
}

/// `POST /api/v1/people/{person}/second-factor/reset`
pub async fn reset(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    bytes: Bytes,
) -> Reply {
    let person = Person(number(&person, "person")?);
    let wanted: ReasonWanted = body(&bytes)?;
    let asked = app.people.reset_second_factor(&call(&app, &caller)?, person, &wanted.reason).await?;
    app.refresh_people().await;
    done_or_waits(asked)
}

/// `GET /api/v1/devices`
pub async fn devices(State(app): State<Arc<App>>, _caller: Caller) -> Reply {
    let devices = app.people.devices(None).await?;
    let seen = devices.into_iter().map(|device| DeviceSeen {
        id: device.id.to_string(),
        table: device.table,
        kind: match device.kind {
            DeviceKind::CardReader => DeviceKindName::CardReader,
            DeviceKind::Display => DeviceKindName::Display,
        },
        name: device.name,
        since: Moment::from_micros(device.since.0),
    });
    json(&seen.collect::<Vec<_>>())
}

/// `POST /api/v1/devices`
pub async fn add_device(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: DeviceWanted = body(&bytes)?;
    super::table_in(&app.floor.books(), banco_engine::link::TableId(wanted.table))?;
    let call = machine_call(&app, &caller)?;
    let (table, name) = (wanted.table, wanted.name.as_str());
    let (token, asked) = match (wanted.code.filter(|code| !code.trim().is_empty()), wanted.kind) {
        (Some(code), DeviceKindName::Display) => {
            (None, app.people.pair_display(&call, &code, table, name).await?)
        }
        (Some(_), DeviceKindName::CardReader) => {
            return Err(Failed::bad("bad_body", "only a display signs in by a code").at("/code"));
        }
        (None, kind) => {
            let made = app.people.enrol_device(&call, table, kind.into(), name).await?;
            (Some(made.token.reveal().to_string()), made.asked)
        }
    };
    app.refresh_people().await;
    let request = asked.map(|asked| asked.request);
    let mut response = created(&DeviceMade { token, request })?;
    if request.is_some() {
        *response.status_mut() = StatusCode::ACCEPTED;
    }
    Ok(response)
}

/// `DELETE /api/v1/devices/{table}/{device}`
pub async fn remove_device(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((table, device)): Path<(String, String)>,
) -> Reply {
    let table = number(&table, "device")?;
    let id = device.parse().map_err(|_| Failed::not_found("device"))?;
    let asked = app.people.revoke_device(&machine_call(&app, &caller)?, table, id).await?;
    app.refresh_people().await;
    done_or_waits(asked)
}
