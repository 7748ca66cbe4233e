//! Coming in and going out: guests, sign-in, second factors, fresh proofs, sessions of one's own.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use banco_engine::cage;
use banco_engine::pit;
use banco_engine::table::{Actor, Role};
use banco_floor::{Ask, Wish};
use banco_house::{Said, participant};
use banco_journal::Hash;
use banco_money::{Amount, Currency};
use banco_people::{
    Attempt, Enrolled, FirstSecret, Invitation, Judged, Password, PasswordHash, PeopleError, Permission,
    Reach, Session, SignIn, SignedIn, Ticket,
};
use banco_wire::{Moment, Money};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Reply, body, created, done, json};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;
use crate::sessions::{clear_cookie, set_cookie};
use crate::tables::house;

/// What a guest is given to play with, in minor units.
const PLAY_MONEY: i64 = 1_000_000;

/// A guest comes in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestWanted {
    /// What others see.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// Whether the token is wanted in the answer, for a program; browsers get a cookie.
    #[serde(default)]
    pub bearer: bool,
}

/// Somebody signs in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInWanted {
    /// What they sign in with.
    #[schemars(length(max = 200))]
    pub login: String,
    /// Their password.
    #[schemars(length(max = 200))]
    pub password: String,
    /// Whether the token is wanted in the answer, for a program; browsers get a cookie.
    #[serde(default)]
    pub bearer: bool,
}

/// The second step of a sign-in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondStepWanted {
    /// As the first step gave it.
    #[schemars(length(max = 200))]
    pub ticket: String,
    /// Six digits, or a recovery code.
    #[schemars(length(max = 40))]
    pub code: String,
    /// Whether the token is wanted in the answer.
    #[serde(default)]
    pub bearer: bool,
}

/// A fresh proof of who asks: one of both.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 1, "maxProperties" = 1))]
pub struct ProofWanted {
    /// Their password.
    #[serde(default)]
    #[schemars(with = "String", length(max = 200), extend("default" = ""))]
    pub password: Option<String>,
    /// Six digits, or a recovery code.
    #[serde(default)]
    #[schemars(with = "String", length(max = 40), extend("default" = ""))]
    pub code: Option<String>,
}

/// A new password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordWanted {
    /// The old one.
    #[schemars(length(max = 200))]
    pub old: String,
    /// The new one.
    #[schemars(length(max = 200))]
    pub new: String,
    /// Whether the new token is wanted in the answer.
    #[serde(default)]
    pub bearer: bool,
}

/// The first administrator.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstWanted {
    /// The secret that the first start printed.
    #[schemars(length(max = 200))]
    pub secret: String,
    /// What others see.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// What they sign in with.
    #[schemars(length(min = 1, max = 100))]
    pub login: String,
    /// Their password.
    #[schemars(length(max = 200))]
    pub password: String,
}

/// Somebody is known from now on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonMade {
    /// Their number.
    pub person: u32,
}

/// Somebody who was invited chooses a password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitedWanted {
    /// As the administrator was given it.
    #[schemars(length(max = 200))]
    pub invitation: String,
    /// Their password.
    #[schemars(length(max = 200))]
    pub password: String,
}

/// A code of a generator.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeWanted {
    /// Six digits.
    #[schemars(length(max = 40))]
    pub code: String,
    /// Whether the new token is wanted in the answer.
    #[serde(default)]
    pub bearer: bool,
}

/// Who is signed in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SignedInSession")]
pub struct SessionSeen {
    /// Which session.
    pub id: String,
    /// Whose.
    pub person: u32,
    /// What others see.
    pub name: String,
    /// What they are.
    pub roles: Vec<String>,
    /// What they may do.
    pub may: Vec<&'static str>,
    /// `real`, `demo` or `test`.
    pub kind: String,
    /// Whether a second factor must be set up before anything else.
    pub enrol_first: bool,
    /// Whether there is a second factor.
    pub second_factor: bool,
    /// When it began.
    pub since: Moment,
    /// When it ends, however much it is used.
    pub until: Moment,
    /// Until when a fresh proof counts.
    pub stepped_up_until: Option<Moment>,
    /// Where it is from.
    pub label: String,
}

/// Somebody has just come in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignedInSeen {
    /// Who is signed in.
    pub session: SessionSeen,
    /// To be sent as `X-CSRF-Token` with everything that changes something.
    pub csrf: String,
    /// The token, where it was asked for.
    pub token: Option<String>,
    /// How many tries have failed since they last came in.
    pub failed_before: u32,
    /// When they last came in.
    pub last: Option<Moment>,
    /// Recovery codes, told here and nowhere else.
    pub recovery: Vec<String>,
}

/// The first of two steps is done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SecondStepSeen {
    /// To be sent with the code.
    pub ticket: String,
}

/// A second factor that is to be set up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EnrolmentSeen {
    /// To be typed into a generator.
    pub secret: String,
    /// The same as an address for one.
    pub uri: String,
}

/// Who is asking.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MeSeen {
    /// The session.
    pub session: SessionSeen,
    /// To be sent as `X-CSRF-Token` with everything that changes something.
    pub csrf: String,
}

pub(super) fn session_seen(session: &Session) -> SessionSeen {
    let may = Permission::ALL.into_iter().filter(|permission| session.may(*permission));
    SessionSeen {
        id: session.id.to_string(),
        person: session.person.0,
        name: session.name.clone(),
        roles: session.roles.iter().map(|role| role.name().to_owned()).collect(),
        may: may.map(Permission::name).collect(),
        kind: session.kind.name().to_owned(),
        enrol_first: session.reach != Reach::Full,
        second_factor: session.second_factor,
        since: Moment::from_micros(session.since.0),
        until: Moment::from_micros(session.until.0),
        stepped_up_until: session.stepped_up_until.map(|at| Moment::from_micros(at.0)),
        label: session.label.clone(),
    }
}

/// Tells somebody that they are in, with a cookie or a token.
fn welcome(
    app: &App,
    signed_in: &SignedIn,
    bearer: bool,
    recovery: Vec<String>,
    status: StatusCode,
) -> Reply {
    let token = signed_in.token.reveal();
    let seen = SignedInSeen {
        session: session_seen(&signed_in.session),
        csrf: signed_in.token.csrf(),
        token: bearer.then(|| token.to_string()),
        failed_before: signed_in.failed_before,
        last: signed_in.last.map(|at| Moment::from_micros(at.0)),
        recovery,
    };
    let mut response = json(&seen)?;
    *response.status_mut() = status;
    if !bearer {
        put_cookie(&mut response, &cookie_of(app, signed_in));
    }
    Ok(response)
}

/// The cookie of somebody who has just come in.
pub fn cookie_of(app: &App, signed_in: &SignedIn) -> String {
    let left = signed_in.session.until.0.saturating_sub(app.now().0) / 1_000_000;
    set_cookie(&signed_in.token.reveal(), u64::try_from(left).unwrap_or_default())
}

/// Gives a browser a cookie.
pub fn put_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
}

/// `POST /api/v1/guests`
pub async fn guest(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: GuestWanted = body(&bytes)?;
    let signed_in = new_guest(&app, &caller, &wanted.name).await?;
    welcome(&app, &signed_in, wanted.bearer, Vec::new(), StatusCode::CREATED)
}

/// A guest with play money.
///
/// # Errors
/// This floor has no guests, or too many come in from there.
pub async fn new_guest(app: &Arc<App>, caller: &Caller, name: &str) -> Result<SignedIn, Failed> {
    app.doorman.let_in(&caller.client.address)?;
    let signed_in = app.people.guest(name, &caller.client, app.now()).await?;
    give_play_money(app, &signed_in.session).await?;
    app.refresh_people().await;
    Ok(signed_in)
}

/// A guest has an account like everybody else, with play money in it.
async fn give_play_money(app: &Arc<App>, session: &Session) -> Result<(), Failed> {
    let person = session.person;
    let currency = app.currency();
    let open = cage::Command::Open { currency, kind: cage::Kind::Demo };
    say(app, "open", participant(person), person, open).await?;
    let cashier = house().first(Role::Cashier);
    let amount = Amount::from_minor(PLAY_MONEY, currency);
    say(app, "deposit", cashier, person, cage::Command::Deposit { amount }).await?;
    tell_account(app, session, cage::Word::SessionStarted).await;
    Ok(())
}

/// An account counts how long its owner plays, from when they come in to when they go.
async fn tell_account(app: &Arc<App>, session: &Session, word: cage::Word) {
    if app.floor.books().pit().account(session.person).is_none() {
        return;
    }
    let id = super::command_id("house", &format!("session {} {word:?}", session.id));
    let said = Said::Word(pit::Word::Account(session.person, word));
    // Whoever is in stays in; the account hears of the time soon enough.
    if let Err(error) = app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await {
        tracing::warn!(%error, "an account was not told of a session");
    }
}

async fn say(
    app: &Arc<App>,
    what: &str,
    by: Actor,
    person: banco_engine::table::Person,
    command: cage::Command,
) -> Result<(), Failed> {
    let id = super::command_id("house", &format!("guest {} {what}", person.0));
    let said = Said::Command(by, pit::Command::Account(person, command));
    let answered = app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await?;
    if answered.happened() {
        return Ok(());
    }
    tracing::error!(answer = answered.answer.text, "play money");
    Err(Failed::away())
}

/// Hashes something in a place where that holds nobody up, so many at a time as there are cores.
async fn apart<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, PeopleError> + Send + 'static,
) -> Result<T, Failed> {
    let busy =
        || Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many sign in at once").again_in(1);
    let permit = Arc::clone(&app.hashing).try_acquire_owned().map_err(|_| busy())?;
    let worked = tokio::task::spawn_blocking(move || {
        // Held until it is done, even if nobody waits any more.
        let _permit = permit;
        work()
    });
    worked.await.map_err(|_| Failed::away())?.map_err(Failed::from)
}

async fn judge(app: &App, attempt: Attempt, password: String) -> Result<Judged, Failed> {
    let password = Password::new(password);
    apart(app, move || attempt.judge(&password)).await
}

/// A password that may be chosen, hashed.
async fn chosen(
    app: &App,
    password: String,
    staff: bool,
    known: Vec<String>,
) -> Result<PasswordHash, Failed> {
    let (cost, random) = (app.people.settings().cost, app.random());
    let password = Password::new(password);
    apart(app, move || {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        PasswordHash::choose(&password, staff, &known, cost, &*random)
    })
    .await
}

/// `POST /api/v1/session`
pub async fn sign_in(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: SignInWanted = body(&bytes)?;
    match by_password(&app, &caller, &wanted.login, wanted.password).await? {
        SignIn::In(signed_in) => welcome(&app, &signed_in, wanted.bearer, Vec::new(), StatusCode::OK),
        SignIn::SecondStep(ticket) => {
            let mut response = json(&SecondStepSeen { ticket: ticket.reveal().to_string() })?;
            *response.status_mut() = StatusCode::ACCEPTED;
            Ok(response)
        }
    }
}

/// The first step of a sign-in.
///
/// # Errors
/// Login and password do not fit, or it was tried too often.
pub async fn by_password(
    app: &Arc<App>,
    caller: &Caller,
    login: &str,
    password: String,
) -> Result<SignIn, Failed> {
    let attempt = app.people.begin_sign_in(login, &caller.client, app.now()).await?;
    let judged = judge(app, attempt, password).await?;
    let signed_in = app.people.finish_sign_in(judged, app.now()).await.inspect_err(|_| {
        app.metrics.auth_failures.count(&[("reason", "password")]);
    })?;
    if let SignIn::In(signed_in) = &signed_in {
        app.refresh_people().await;
        tell_account(app, &signed_in.session, cage::Word::SessionStarted).await;
    }
    Ok(signed_in)
}

/// The second step of a sign-in.
///
/// # Errors
/// The code is wrong, or the first step is too long ago.
pub async fn by_code(app: &Arc<App>, caller: &Caller, ticket: &str, code: &str) -> Result<SignedIn, Failed> {
    let ticket = Ticket::read(ticket).ok_or(banco_people::Refusal::SignInOver)?;
    let signed_in = app.people.second_step(&ticket, code, &caller.client, app.now()).await;
    let signed_in = signed_in.inspect_err(|_| app.metrics.auth_failures.count(&[("reason", "code")]))?;
    app.refresh_people().await;
    tell_account(app, &signed_in.session, cage::Word::SessionStarted).await;
    Ok(signed_in)
}

/// `POST /api/v1/session/second-step`
pub async fn second_step(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: SecondStepWanted = body(&bytes)?;
    let signed_in = by_code(&app, &caller, &wanted.ticket, &wanted.code).await?;
    welcome(&app, &signed_in, wanted.bearer, Vec::new(), StatusCode::OK)
}

/// `GET /api/v1/session`
pub async fn me(caller: Caller) -> Reply {
    json(&MeSeen { session: session_seen(caller.session()?), csrf: caller.token()?.csrf() })
}

/// `DELETE /api/v1/session`
pub async fn sign_out(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    app.people.sign_out(caller.token()?, app.now()).await?;
    tell_account(&app, caller.session()?, cage::Word::SessionEnded).await;
    app.refresh_people().await;
    let mut response = StatusCode::NO_CONTENT.into_response();
    put_cookie(&mut response, &clear_cookie());
    let everything = HeaderValue::from_static("\"cache\", \"cookies\", \"storage\"");
    response.headers_mut().insert("clear-site-data", everything);
    Ok(response)
}

/// `POST /api/v1/session/proof`
pub async fn prove(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: ProofWanted = body(&bytes)?;
    let token = caller.token()?;
    let session = match (wanted.password, wanted.code) {
        (Some(password), None) => {
            let attempt = app.people.begin_proof(token, &caller.client, app.now()).await?;
            let judged = judge(&app, attempt, password).await?;
            app.people.finish_step_up(judged, app.now()).await?
        }
        (None, Some(code)) => app.people.step_up_with_code(token, &code, &caller.client, app.now()).await?,
        _ => return Err(Failed::bad("bad_body", "give a password or a code").at("/password")),
    };
    app.refresh_people().await;
    json(&session_seen(&session))
}

/// `GET /api/v1/sessions`
pub async fn sessions(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    let sessions = app.people.sessions(caller.person()?, app.now()).await?;
    json(&sessions.iter().map(session_seen).collect::<Vec<_>>())
}

/// `DELETE /api/v1/sessions/{session}`
pub async fn revoke(State(app): State<Arc<App>>, caller: Caller, Path(session): Path<String>) -> Reply {
    let person = caller.person()?;
    let id = session.parse().map_err(|_| Failed::not_found("session"))?;
    let call = banco_people::Call::by(caller.session()?, app.now());
    app.people.revoke_session(&call, person, id).await?;
    app.refresh_people().await;
    done()
}

/// `POST /api/v1/second-factor`
pub async fn enrol(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    let enrolment = app.people.begin_enrolment(caller.token()?, app.now()).await?;
    created(&EnrolmentSeen { secret: enrolment.secret().to_owned(), uri: enrolment.uri().to_owned() })
}

/// `POST /api/v1/second-factor/confirmation`
pub async fn confirm(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: CodeWanted = body(&bytes)?;
    let confirmed =
        app.people.confirm_enrolment(caller.token()?, &wanted.code, &caller.client, app.now()).await?;
    let Enrolled { signed_in, recovery } = confirmed;
    app.refresh_people().await;
    welcome(&app, &signed_in, wanted.bearer, recovery.reveal().to_vec(), StatusCode::OK)
}

/// `PUT /api/v1/password`
pub async fn change_password(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: PasswordWanted = body(&bytes)?;
    let session = caller.session()?;
    let known = vec![session.name.clone()];
    let new = chosen(&app, wanted.new, session.roles.are_staff(), known).await?;
    let attempt = app.people.begin_proof(caller.token()?, &caller.client, app.now()).await?;
    let judged = judge(&app, attempt, wanted.old).await?;
    let signed_in = app.people.change_password(judged, &new, app.now()).await?;
    app.refresh_people().await;
    welcome(&app, &signed_in, wanted.bearer, Vec::new(), StatusCode::OK)
}

/// `POST /api/v1/first-administrator`
pub async fn first(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: FirstWanted = body(&bytes)?;
    app.doorman.let_in(&caller.client.address)?;
    let secret = FirstSecret::read(&wanted.secret).ok_or(banco_people::Refusal::NoFirstSecret)?;
    let known = vec![wanted.name.clone(), wanted.login.clone()];
    let password = chosen(&app, wanted.password, true, known).await?;
    let claimed = app.people.claim_first(&secret, &wanted.name, &wanted.login, password, app.now()).await?;
    app.refresh_people().await;
    created(&PersonMade { person: claimed.0 })
}

/// `POST /api/v1/invitations/accepted`
pub async fn accept(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: InvitedWanted = body(&bytes)?;
    app.doorman.let_in(&caller.client.address)?;
    let invitation = Invitation::read(&wanted.invitation).ok_or(banco_people::Refusal::NoInvitation)?;
    let invited = app.people.invited(&invitation, app.now()).await?;
    let known = vec![invited.name.clone(), invited.login.clone()];
    let password = chosen(&app, wanted.password, invited.staff, known).await?;
    app.people.accept(&invitation, &password, app.now()).await?;
    app.refresh_people().await;
    done()
}

/// Play money of a guest, for the pages.
#[must_use]
pub fn play_money(currency: Currency) -> Money {
    Money::from(Amount::from_minor(PLAY_MONEY, currency))
}
