//! Commands: to tables, links and accounts. What somebody says becomes a command of the engine only here, with the actor
//! taken from the session.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse as _;
use banco_engine::link::TableId;
use banco_engine::pit;
use banco_engine::table::{Actor, Person, Role, Rules};
use banco_engine::{Name, Request, RequestId, cage, link, table};
use banco_floor::{Answered, Ask, Books, Wish};
use banco_house::Said;
use banco_journal::{Answer, Batch, By, CommandId, Hash, ItemChange, StoreError};
use banco_people::{Refusal, Session};
pub use banco_wire::CAPACITIES;
use banco_wire::{LinkContext, TableContext};
use serde_json::Value;

use super::levels::within_the_day;
use super::{Key, Reply, body_hash, command_id, key, number, table_in};
use crate::app::App;
use crate::authority::needs_fresh_proof;
use crate::guard::Caller;
use crate::problem::Failed;

/// The names of the capacities in which somebody can act.
pub const CAPACITY_NAMES: &[&str] =
    &["participant", "dealer", "floor", "executive", "surveillance", "cashier"];

/// The capacity of that name.
pub fn role(name: &str) -> Option<Role> {
    CAPACITIES.iter().find(|(known, _)| *known == name).map(|(_, role)| *role)
}

/// In which capacity somebody acts: the one they name, or the only one they have.
fn actor(session: &Session, query: &HashMap<String, String>) -> Result<Actor, Failed> {
    if let Some(text) = query.get("for") {
        let participant = text.parse().map(Person);
        let participant =
            participant.map_err(|_| Failed::bad("bad_query", "`for` is the number of a person"))?;
        session.actor(Role::Participant)?;
        return Ok(Actor::helping(session.person, participant));
    }
    if let Some(name) = query.get("as") {
        let role = role(name).ok_or_else(|| {
            Failed::bad("bad_query", format!("`as={name}` is no capacity"))
                .hint(format!("one of {}", CAPACITY_NAMES.join(", ")))
        })?;
        return Ok(session.actor(role)?);
    }
    let mut own = CAPACITIES.iter().filter_map(|(_, role)| session.actor(*role).ok());
    match (own.next(), own.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(Failed::bad("capacity_needed", "you act in more than one capacity here")
            .hint("name one: `?as=dealer`")),
        (None, _) => Err(Refusal::NotAllowed.into()),
    }
}

/// `POST /api/v1/tables/{table}/commands`
pub async fn to_table(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    let session = caller.session()?;
    let actor = actor(session, &query)?;
    let given = given_to_table(&app, table, &bytes)?;
    need_proof(&app, session, actor.role(), &given.command)?;
    give(&app, session, actor, &headers, &bytes, given).await
}

fn given_to_table(app: &App, table: TableId, bytes: &[u8]) -> Result<Given, Failed> {
    let books = app.floor.books();
    let rules = Arc::clone(table_in(&books, table)?.rules());
    let said = banco_wire::read_table_command(bytes)?;
    let kind = said.name();
    let find_rules = |text: &str| find_rules(&books, text);
    let context = TableContext { rules: &rules, find_rules: &find_rules, now: app.minute() };
    let command = pit::Command::Table(table, said.into_engine(&context)?);
    Ok(Given { what: format!("table {}", table.0), kind, command })
}

fn given_to_link(app: &App, name: &str, bytes: &[u8]) -> Result<Given, Failed> {
    let said = banco_wire::read_link_command(bytes)?;
    let kind = said.name();
    let books = app.floor.books();
    let links = link_names(&books);
    let name = *links.iter().find(|known| known.as_str() == name).ok_or_else(|| Failed::not_found("link"))?;
    let find_rules = |text: &str| find_rules(&books, text);
    let setup = books.pit().link(&name).map(|link| &**link.setup());
    let command = said.into_engine(&LinkContext { setup, find_rules: &find_rules, links: &links })?;
    Ok(Given { what: format!("link {name}"), kind, command: pit::Command::Link(name, command) })
}

async fn given_to_account(app: &App, by: Person, person: Person, bytes: &[u8]) -> Result<Given, Failed> {
    let said = banco_wire::read_account_command(bytes)?;
    let kind = said.name();
    let command = with_identity_check(app, by, person, cage::Command::from(said)).await?;
    Ok(Given { what: format!("account {}", person.0), kind, command: pit::Command::Account(person, command) })
}

/// The command with the identity check that another than the payer has recorded for its owner: a request cannot claim one.
async fn with_identity_check(
    app: &App,
    payer: Person,
    person: Person,
    command: cage::Command,
) -> Result<cage::Command, Failed> {
    Ok(match command {
        cage::Command::PayOut { amount, identity: _ } => {
            let identity = app.people.recent_identity_check(person, payer, app.now()).await?;
            cage::Command::PayOut { amount, identity }
        }
        cage::Command::Ask(cage::Wanted::PayOut { amount, identity: _ }) => {
            let identity = app.people.recent_identity_check(person, payer, app.now()).await?.map(Into::into);
            cage::Command::Ask(cage::Wanted::PayOut { amount, identity })
        }
        other => other,
    })
}

/// The command of the engine that a form of the staff asks for.
///
/// # Errors
/// It cannot be read, or is about something that is not there.
pub async fn command_to(
    app: &App,
    by: Person,
    (kind, id): (&str, &str),
    bytes: &[u8],
) -> Result<pit::Command, Failed> {
    let given = match kind {
        "table" => given_to_table(app, TableId(number(id, "table")?), bytes)?,
        "link" => given_to_link(app, id, bytes)?,
        _ => given_to_account(app, by, Person(number(id, "account")?), bytes).await?,
    };
    Ok(given.command)
}

/// To whom a form of a page speaks.
#[derive(Clone, Copy, Debug)]
pub enum FormTo<'a> {
    /// A table.
    Table(TableId),
    /// A progressive link.
    Link(&'a str),
    /// The account of whoever sends it.
    OwnAccount,
}

/// A command that somebody who plays gives by a form, under a key of that form, with the API's answer.
///
/// # Errors
/// Why it was not done.
pub async fn by_form(
    app: &Arc<App>,
    session: &Session,
    to: FormTo<'_>,
    key: &str,
    command: &Value,
) -> Result<Value, Failed> {
    by_form_as(app, session, Role::Participant, to, key, command).await
}

/// The same in a capacity that they have.
///
/// # Errors
/// Why it was not done.
pub async fn by_form_as(
    app: &Arc<App>,
    session: &Session,
    role: Role,
    to: FormTo<'_>,
    key: &str,
    command: &Value,
) -> Result<Value, Failed> {
    let bytes = command.to_string();
    let given = match to {
        FormTo::Table(table) => given_to_table(app, table, bytes.as_bytes())?,
        FormTo::Link(name) => given_to_link(app, name, bytes.as_bytes())?,
        FormTo::OwnAccount => given_to_account(app, session.person, session.person, bytes.as_bytes()).await?,
    };
    let (owner, actor) = (owner(session.person), session.actor(role)?);
    need_proof(app, session, role, &given.command)?;
    let id = command_id(&owner, &format!("form {key}"));
    let what = format!("{} by a form", given.what);
    let body = body_hash(&owner, &what, bytes.as_bytes());
    let ask = Ask::new(id, body, Wish::Said(Said::Command(actor, given.command)));
    let answered = ask_counted(app, session.person, given.kind, ask).await?;
    if !answered.happened() {
        return Err(Failed::answered(&answered.answer));
    }
    Ok(serde_json::from_str(&answered.answer.text).unwrap_or_default())
}

/// `POST /api/v1/links/{link}/commands`
pub async fn to_link(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let session = caller.session()?;
    let actor = actor(session, &query)?;
    let given = given_to_link(&app, &name, &bytes)?;
    need_proof(&app, session, actor.role(), &given.command)?;
    give(&app, session, actor, &headers, &bytes, given).await
}

/// `POST /api/v1/accounts/{person}/commands`
pub async fn to_account(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let person = Person(number(&person, "account")?);
    let session = caller.session()?;
    let actor = actor(session, &query)?;
    let given = given_to_account(&app, session.person, person, &bytes).await?;
    need_proof(&app, session, actor.role(), &given.command)?;
    give(&app, session, actor, &headers, &bytes, given).await
}

/// Rules that are at hand, by their text.
fn find_rules(books: &Books, text: &str) -> Option<Arc<Rules>> {
    books.pit().shelf().all().find(|rules| banco_wire::rules_text(rules.id) == text).cloned()
}

/// The links of the house: those that are there, and those of rules at hand.
fn link_names(books: &Books) -> Vec<Name> {
    let shelf = books.pit().shelf().all().flat_map(|rules| rules.links.iter().map(|setup| setup.name));
    let mut names: Vec<Name> = books.pit().links().map(|link| link.setup().name).chain(shelf).collect();
    names.sort();
    names.dedup();
    names
}

/// A command that the authority table marks comes from somebody who has just shown who they are.
fn need_proof(app: &App, session: &Session, role: Role, command: &pit::Command) -> Result<(), Failed> {
    if !needs_fresh_proof(role, command) || session.is_stepped_up(app.now()) {
        return Ok(());
    }
    Err(Refusal::StepUpNeeded.into())
}

/// What is approved was asked for by somebody who still has the role in which they asked: otherwise it lapses.
async fn need_asker(app: &Arc<App>, command: &pit::Command) -> Result<(), Failed> {
    let books = app.floor.books();
    let Some((asker, role)) = asker_of(&books, command) else { return Ok(()) };
    // Another node may have changed their roles.
    app.refresh_people().await;
    if app.may_still_ask(asker, role) {
        return Ok(());
    }
    lapse(app, asker).await;
    Err(asker_gone())
}

/// The refusal to approve what was asked for by a person who no longer has the role for it.
pub(super) fn asker_gone() -> Failed {
    let title = "the request has lapsed: its asker no longer has the role for it";
    Failed::new(StatusCode::CONFLICT, "asker_gone", title).hint("ask for it again")
}

/// The asker of the request that a command approves, and the role in which they asked.
fn asker_of(books: &Books, command: &pit::Command) -> Option<(Person, Role)> {
    fn asked<T>(all: &[Request<T>], id: RequestId) -> Option<(Person, Role)> {
        all.iter().find(|request| request.id == id).map(|request| (request.by, request.role))
    }
    match command {
        pit::Command::Table(table, table::Command::Approve { request }) => {
            asked(books.pit().table(*table)?.requests(), *request)
        }
        pit::Command::Link(link, link::Command::Approve { request }) => {
            asked(books.pit().link(link)?.requests(), *request)
        }
        pit::Command::Account(
            person,
            cage::Command::Approve { request } | cage::Command::ConfirmPayOut { request },
        ) => asked(books.pit().account(*person)?.requests(), *request),
        pit::Command::Table(..) | pit::Command::Link(..) | pit::Command::Account(..) => None,
    }
}

/// Requests of somebody who lost their role lapse, wherever they wait.
pub async fn lapse(app: &Arc<App>, asker: Person) {
    let books = app.floor.books();
    for stream in books.pit().asked_by(asker) {
        // The same fact has one name on every node.
        let version = books.pit().version(stream);
        let id = command_id("people", &format!("asker {} gone {stream} {version}", asker.0));
        let said = Said::Word(pit::Word::AskerGone(stream, asker));
        if let Err(error) = app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await {
            tracing::warn!(%error, %stream, "a request could not lapse");
        }
    }
}

/// Owner of the money that a command would move into play or out of the house, if it does.
fn moves_money_of(books: &Books, actor: Actor, command: &pit::Command) -> Option<Person> {
    match command {
        pit::Command::Table(_, table::Command::BuyIn { .. }) => Some(actor.participant()),
        pit::Command::Account(
            person,
            cage::Command::PayOut { .. }
            | cage::Command::ConfirmPayOut { .. }
            | cage::Command::HoldBuyIn { .. }
            | cage::Command::Ask(cage::Wanted::PayOut { .. }),
        ) => Some(*person),
        pit::Command::Account(person, cage::Command::Approve { request }) => {
            let requests = books.pit().account(*person)?.requests();
            let approved = requests.iter().find(|open| open.id == *request)?;
            matches!(approved.what, cage::Wanted::PayOut { .. }).then_some(*person)
        }
        _ => None,
    }
}

/// An account whose password the house has reset moves no money for a while, or until its owner has shown who they are.
async fn need_cooled_off(app: &App, actor: Actor, command: &pit::Command) -> Result<(), Failed> {
    let books = app.floor.books();
    let Some(person) = moves_money_of(&books, actor, command) else { return Ok(()) };
    let Some(until) = app.people.in_cool_off(person, app.now()).await? else { return Ok(()) };
    let seconds = until.0.saturating_sub(app.now().0) / 1_000_000;
    let failed = Failed::from(Refusal::CoolingOff);
    Err(failed.again_in(u64::try_from(seconds).unwrap_or_default().max(1)))
}

/// Refuses to open an account for real money, or to activate it, for a person whose document the cage has not seen.
async fn need_patron(app: &App, command: &pit::Command) -> Result<(), Failed> {
    let pit::Command::Account(person, command) = command else { return Ok(()) };
    let opens = matches!(
        command,
        cage::Command::Open { kind: cage::Kind::Real, .. }
            | cage::Command::ChangeStatus { status: cage::Status::Active, .. }
    );
    if app.is_demo() || !opens || app.people.patron(*person).await?.is_some() {
        return Ok(());
    }
    let title = "no identity document of this person is on record";
    Err(Failed::new(StatusCode::CONFLICT, "no_patron", title).hint("open the account on the cage page"))
}

/// The space of the journal that says at which table a dealer has signed on last.
const DUTY: &str = "duty";

/// What a sign-on writes beside its entry. Of two at once, at two tables and on whatever nodes, it lets one happen.
async fn sign_on_item(app: &App, actor: Actor, command: &pit::Command) -> Result<Option<ItemChange>, Failed> {
    let pit::Command::Table(table, table::Command::SignOn) = command else { return Ok(None) };
    let key = format!("{:010}", actor.person().0);
    let known = app.store.items(DUTY.to_owned(), key.clone(), String::new(), 1).await?;
    let expected = known.first().filter(|item| item.key == key).map_or(0, |item| item.version);
    let value = Some(table.0.to_string().into_bytes());
    Ok(Some(ItemChange { space: DUTY.to_owned(), key, expected, value }))
}

/// Refuses to sign a dealer on who is on duty at another table: nobody deals at two.
fn need_off_duty_elsewhere(app: &App, actor: Actor, command: &pit::Command) -> Result<(), Failed> {
    let pit::Command::Table(here, table::Command::SignOn) = command else { return Ok(()) };
    let books = app.floor.books();
    let elsewhere = books
        .pit()
        .tables()
        .find(|(table, state)| table != here && state.dealer() == Some(actor.person()))
        .map(|(table, _)| table);
    let Some(table) = elsewhere.filter(|_| !app.is_demo()) else { return Ok(()) };
    let title = format!("you are on duty at table {}", table.0);
    Err(Failed::new(StatusCode::CONFLICT, "on_duty_elsewhere", title).hint("sign off there first"))
}

/// A command of the engine, and what it was called.
struct Given {
    what: String,
    kind: &'static str,
    command: pit::Command,
}

async fn give(
    app: &Arc<App>,
    session: &Session,
    actor: Actor,
    headers: &HeaderMap,
    bytes: &Bytes,
    given: Given,
) -> Reply {
    let owner = owner(session.person);
    let Key { id } = key(headers, &owner)?;
    let role = actor.role().name();
    let acting_for = actor.acting_for().map(|person| person.0).unwrap_or_default();
    let what = format!("{} as {role} for {acting_for}", given.what);
    let ask = Ask::new(id, body_hash(&owner, &what, bytes), Wish::Said(Said::Command(actor, given.command)));
    ask_floor(app, session.person, given.kind, ask).await
}

/// Whose key a key is.
#[must_use]
pub fn owner(person: Person) -> String {
    owner_of(person.0)
}

/// The same by the number of the person.
#[must_use]
pub fn owner_of(person: u32) -> String {
    format!("person {person}")
}

/// Has the floor decide, and answers once that is durable. It goes on when the client is gone.
pub async fn ask_floor(app: &Arc<App>, person: Person, kind: &'static str, ask: Ask) -> Reply {
    reply(app, ask_counted(app, person, kind, ask).await?)
}

/// The same, with what the floor has answered.
async fn ask_counted(
    app: &Arc<App>,
    person: Person,
    kind: &'static str,
    mut ask: Ask,
) -> Result<Answered, Failed> {
    let given = match &ask.wish {
        Wish::Said(Said::Command(actor, command)) => Some((*actor, command.clone())),
        _ => None,
    };
    if let Some((actor, command)) = given
        && app.store.command(ask.id).await?.is_none()
    {
        need_asker(app, &command).await?;
        need_patron(app, &command).await?;
        // The item is read before the books: whoever signs on meanwhile has moved it.
        ask.items.extend(sign_on_item(app, actor, &command).await?);
        need_off_duty_elsewhere(app, actor, &command)?;
        need_cooled_off(app, actor, &command).await?;
        let (command, sum) = within_the_day(app, actor, command).await?;
        ask.items.extend(sum);
        ask.wish = Wish::Said(Said::Command(actor, command));
    }
    let Some(begun) = app.under_way.begin(person, app.config.limits.commands_each) else {
        app.metrics.shed.count(&[("cause", "person")]);
        return Err(Failed::new(
            StatusCode::TOO_MANY_REQUESTS,
            "slow_down",
            "too many of your commands are under way",
        )
        .again_in(1));
    };
    let since = Instant::now();
    let answered = app.floor.ask(ask).await;
    drop(begun);
    app.metrics.command_time.took(since.elapsed());
    let outcome = match &answered {
        Ok(answered) if answered.happened() => "done",
        Ok(_) => "refused",
        Err(_) => "unanswered",
    };
    app.metrics.commands.count(&[("kind", kind), ("outcome", outcome)]);
    answered.map_err(|unanswered| {
        app.metrics.shed.count(&[("cause", "floor")]);
        unanswered.into()
    })
}

/// An answer as it was given the first time.
pub fn reply(app: &App, answered: Answered) -> Reply {
    let status = StatusCode::from_u16(answered.answer.status).unwrap_or(StatusCode::CONFLICT);
    let json = if status.is_success() { "application/json" } else { "application/problem+json" };
    let mut response = match answered.answer.text {
        text if text.is_empty() => status.into_response(),
        text => ([(header::CONTENT_TYPE, HeaderValue::from_static(json))], text).into_response(),
    };
    *response.status_mut() = status;
    if answered.again {
        app.metrics.replays.count();
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// What was answered under an id.
async fn answered(app: &App, id: CommandId) -> Reply {
    match app.store.command(id).await? {
        Some(kept) => reply(app, Answered { answer: kept.answer, again: true }),
        None => Err(Failed::not_found("command").hint("it has not happened; ask again with the same key")),
    }
}

/// `DELETE /api/v1/commands/{key}`: makes sure that a command which was not seen never happens.
pub async fn withdraw(State(app): State<Arc<App>>, caller: Caller, Path(key): Path<String>) -> Reply {
    let person = caller.person()?;
    super::sound_key(&key)?;
    let id = command_id(&owner(person), &key);
    let problem = banco_wire::Problem::new(409, "withdrawn", "this command was withdrawn before it was seen");
    let answer = Answer { status: 409, text: serde_json::to_string(&problem).unwrap_or_default() };
    let by = By::Person { person: person.0, role: "participant".to_owned() };
    let batch = Batch::new(id, Hash::over(b"withdrawn"), app.now(), by, answer.clone());
    match app.store.append(vec![batch]).await {
        Ok(()) => reply(&app, Answered { answer, again: false }),
        // Whatever it was, it has been answered.
        Err(StoreError::Known(_)) => answered(&app, id).await,
        Err(error) => Err(error.into()),
    }
}

/// `GET /api/v1/commands/{key}`: what became of a command of one's own.
pub async fn answer_of(State(app): State<Arc<App>>, caller: Caller, Path(key): Path<String>) -> Reply {
    answered(&app, command_id(&owner(caller.person()?), &key)).await
}
