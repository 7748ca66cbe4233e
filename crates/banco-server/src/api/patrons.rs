//! Patrons: the cage opens an account for a player whose identity it has checked, and finds them again.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use banco_engine::pit::Stream;
use banco_engine::table::{Actor, Person, Role};
use banco_engine::{cage, pit};
use banco_floor::{Ask, Wish};
use banco_house::Said;
use banco_journal::Hash;
use banco_people::{Call, IdNumber, IdType, NewPatron, Patron, PeopleError, Permission, Refusal};
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::commands::owner;
use super::{Key, Reply, body, body_hash, command_id, created, done, json, key, number};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;

/// The most patrons that a search lists.
const MOST: usize = 40;

/// A player whose identity document lies on the counter.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatronWanted {
    /// The name as the document has it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// What others at a table see; without it, the first name and a number.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub display_name: Option<String>,
    /// What they sign in with; somebody who is here already keeps theirs.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub login: String,
    /// Somebody who is here already, without an account or with a closed one. Without it a new person is made.
    #[serde(default)]
    pub person: Option<u32>,
    /// Patrons of the same name and date of birth who are somebody else, as the cashier confirms; this is recorded.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub not_the_same_as: Vec<u32>,
    /// The date of birth, such as `2001-12-31`.
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub date_of_birth: String,
    /// The kind of the document.
    pub id_type: IdTypeName,
    /// The number of the document.
    #[schemars(length(min = 5, max = 64))]
    pub id_number: String,
    /// Whatever else the cage wants to know.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub note: String,
}

/// The kind of an identity document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IdTypeName {
    /// A passport.
    Passport,
    /// A driver's license.
    DriverLicense,
    /// A national or state identity card.
    IdentityCard,
    /// A residence permit.
    ResidencePermit,
}

impl From<IdTypeName> for IdType {
    fn from(name: IdTypeName) -> Self {
        match name {
            IdTypeName::Passport => Self::Passport,
            IdTypeName::DriverLicense => Self::DriverLicense,
            IdTypeName::IdentityCard => Self::IdentityCard,
            IdTypeName::ResidencePermit => Self::ResidencePermit,
        }
    }
}

impl From<IdType> for IdTypeName {
    fn from(kind: IdType) -> Self {
        match kind {
            IdType::Passport => Self::Passport,
            IdType::DriverLicense => Self::DriverLicense,
            IdType::IdentityCard => Self::IdentityCard,
            IdType::ResidencePermit => Self::ResidencePermit,
        }
    }
}

/// A patron who is known from now on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PatronAdded {
    /// Their number, which is that of their account.
    pub person: u32,
    /// By which they choose a password. Told once: `null` where the same is asked again.
    pub invitation: Option<String>,
    /// Whether the account is open. Where it is not, ask again with the same key.
    pub account: bool,
}

/// A patron as the cage and the floor may see them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PatronSeen {
    /// Their number.
    pub person: u32,
    /// The name as the document has it.
    pub name: String,
    /// What others at a table see.
    pub display_name: String,
    /// What they sign in with.
    pub login: Option<String>,
    /// Whether they may do nothing now.
    pub disabled: bool,
    /// The date of birth, such as `2001-12-31`.
    pub date_of_birth: String,
    /// The kind of the document.
    pub id_type: IdTypeName,
    /// The last four characters of its number.
    pub id_number_ends: String,
    /// Whatever else the cage wants to know.
    pub note: String,
    /// Who has checked the document.
    pub checked_by: Option<u32>,
    /// What they are called.
    pub checked_by_name: Option<String>,
    /// When.
    pub checked_at: Moment,
}

/// The document that a patron shows once more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentWanted {
    /// Its kind.
    pub id_type: IdTypeName,
    /// Its number.
    #[schemars(length(min = 5, max = 64))]
    pub id_number: String,
}

/// `POST /api/v1/patrons/{person}/identity-check`
pub async fn check_identity(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    bytes: Bytes,
) -> Reply {
    let person = Person(number(&person, "person")?);
    let wanted: DocumentWanted = body(&bytes)?;
    let session = caller.session()?;
    session.need(Permission::OpenPatrons, app.now())?;
    let number = IdNumber::read(&wanted.id_number)?;
    let call = Call::by(session, app.now());
    app.people.check_identity(&call, person, (wanted.id_type.into(), &number)).await?;
    app.refresh_people().await;
    done()
}

fn seen(app: &App, patron: Patron) -> PatronSeen {
    PatronSeen {
        person: patron.person.0,
        name: patron.legal_name,
        display_name: patron.display_name,
        login: patron.login,
        disabled: patron.disabled,
        date_of_birth: patron.date_of_birth,
        id_type: patron.id_type.into(),
        id_number_ends: patron.id_shown,
        note: patron.note,
        checked_by: patron.checked_by.map(|by| by.0),
        checked_by_name: patron.checked_by.map(|by| app.name_of(by)),
        checked_at: Moment::from_micros(patron.checked_at.0),
    }
}

/// `GET /api/v1/patrons`
pub async fn list(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let wanted = query.get("query").map(String::as_str).unwrap_or_default();
    let found = app.people.patrons(wanted, MOST).await?;
    json(&found.into_iter().map(|patron| seen(&app, patron)).collect::<Vec<_>>())
}

/// `POST /api/v1/patrons`
pub async fn open(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap, bytes: Bytes) -> Reply {
    let wanted: PatronWanted = body(&bytes)?;
    let session = caller.session()?;
    session.need(Permission::OpenPatrons, app.now())?;
    let cashier = session.actor(Role::Cashier)?;
    let owner = owner(session.person);
    let Key { id } = key(&headers, &owner)?;
    let new = NewPatron {
        legal_name: wanted.name,
        display_name: wanted.display_name.filter(|name| !name.trim().is_empty()),
        login: wanted.login,
        date_of_birth: wanted.date_of_birth,
        id_type: wanted.id_type.into(),
        id_number: IdNumber::read(&wanted.id_number)?,
        note: wanted.note,
        not_the_same_as: wanted.not_the_same_as,
    };
    let said = same(&app, &owner, (wanted.person, &new)).await?;
    if let Some(before) = app.answered_before(id, said).await? {
        return again(&app, cashier, &before.answer.text).await;
    }
    let call = Call::by(session, app.now()).under(id).saying(said);
    let made = match wanted.person.map(Person) {
        Some(person) => app.people.attach_document(&call, person, &new).await.map(|()| (person, None)),
        None => app.people.open_patron(&call, &new).await.map(|made| (made.person, Some(made.invitation))),
    };
    app.refresh_people().await;
    match made {
        Ok((person, invitation)) => {
            let account = open_account(&app, cashier, person).await;
            let invitation = invitation.map(|invitation| invitation.reveal().to_string());
            created(&PatronAdded { person: person.0, invitation, account })
        }
        // The same was asked twice at once.
        Err(PeopleError::Refused(Refusal::DoneBefore)) => {
            let before = app.answered_before(id, said).await?.ok_or(Refusal::DoneBefore)?;
            again(&app, cashier, &before.answer.text).await
        }
        Err(error) => Err(error.into()),
    }
}

/// What was asked, hashed for the journal: the number of the document goes in by its keyed hash, since anybody could try
/// all numbers against another one.
async fn same(app: &App, owner: &str, (person, new): (Option<u32>, &NewPatron)) -> Result<Hash, Failed> {
    let identity = app.people.identity_hash(new, app.now()).await?;
    let who = (person, &new.not_the_same_as, identity);
    let rest = (&new.legal_name, &new.display_name, &new.login, &new.date_of_birth, &new.note, who);
    let text = serde_json::to_vec(&rest).unwrap_or_default();
    Ok(body_hash(owner, "open patron", &text))
}

/// The answer to the same request once more: without the invitation, which is kept nowhere.
async fn again(app: &Arc<App>, cashier: Actor, text: &str) -> Reply {
    let told: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let person = told.get("person").and_then(serde_json::Value::as_u64);
    let person = person.and_then(|person| u32::try_from(person).ok()).ok_or_else(Failed::away)?;
    let account = open_account(app, cashier, Person(person)).await;
    created(&PatronAdded { person, invitation: None, account })
}

/// Opens the account of a patron, who has shown who they are: for the first time, or again. Whatever of it was done before is
/// not done again; one that is suspended stays so.
async fn open_account(app: &Arc<App>, cashier: Actor, person: Person) -> bool {
    let status = || {
        let books = app.floor.books();
        books.pit().account(person).filter(|account| account.is_opened()).map(cage::Account::status)
    };
    if matches!(status(), None | Some(cage::Status::Closed)) {
        let (currency, demo) = (app.currency(), app.is_demo());
        let kind = if demo { cage::Kind::Demo } else { cage::Kind::Real };
        if !step(app, cashier, person, "open", cage::Command::Open { currency, kind }).await {
            return false;
        }
    }
    if status() == Some(cage::Status::Pending) {
        let (reason, status) = ("identity checked".to_owned(), cage::Status::Active);
        step(app, cashier, person, "activate", cage::Command::ChangeStatus { reason, status }).await;
    }
    status() == Some(cage::Status::Active)
}

async fn step(app: &Arc<App>, by: Actor, person: Person, what: &str, command: cage::Command) -> bool {
    // An account that was closed is opened again: every time is another command.
    let version = app.floor.books().pit().version(Stream::Account(person));
    let id = command_id("house", &format!("patron {} {what} {version}", person.0));
    let said = Said::Command(by, pit::Command::Account(person, command));
    match app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await {
        Ok(answered) if answered.happened() => true,
        Ok(answered) => {
            tracing::error!(answer = answered.answer.text, what, "the account of a patron");
            false
        }
        Err(error) => {
            tracing::warn!(%error, what, "the account of a patron");
            false
        }
    }
}
