//! Coming in and going out: guests, sign-in, second factors, fresh proofs, sessions of one's own.

mod guests;
mod said;
mod secrets;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use banco_engine::cage;
use banco_people::{Client, HouseRole, Notice, SignIn, SignedIn, Ticket};
use banco_wire::Moment;

use crate::api::commands::lapse;
use crate::api::{Reply, body, done, json};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;
use crate::sessions::{clear_cookie, set_browser_cookie, set_cookie};

use guests::tell_account;
pub use guests::{guest, new_guest, play_money};
pub(super) use said::session_seen;
pub use said::{
    CodeWanted, EnrolmentSeen, FirstWanted, GuestWanted, InvitedWanted, MeSeen, OwnerNotice, PasswordWanted,
    PersonMade, ProofWanted, SecondStepSeen, SecondStepWanted, SessionSeen, SignInWanted, SignedInSeen,
};
pub use secrets::{accept, change_password, confirm, enrol, first, prove};
use secrets::{hashing, judge};

/// Tells somebody that they are in, with a cookie or a token.
fn welcome(
    app: &App,
    client: &Client,
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
        notices: signed_in.notices.iter().map(notice_seen).collect(),
        recovery,
    };
    let mut response = json(&seen)?;
    *response.status_mut() = status;
    if !bearer {
        put_cookies(app, client, &mut response, signed_in);
    }
    Ok(response)
}

fn notice_seen(notice: &Notice) -> OwnerNotice {
    OwnerNotice { at: Moment::from_micros(notice.at.0), what: notice.what.name() }
}

/// Gives a browser the cookie of its session, and the one by which it is recognized at its next sign-in.
pub fn put_cookies(app: &App, client: &Client, response: &mut Response, signed_in: &SignedIn) {
    put_cookie(response, &cookie_of(app, signed_in));
    if let Some(browser) = client.browser.as_ref().filter(|_| !signed_in.session.roles.has(HouseRole::Guest))
    {
        let seconds = app.people.settings().known_browser.as_secs();
        put_cookie(response, &set_browser_cookie(&browser.reveal(), seconds));
    }
}

/// The client with a secret by which its browser is recognized the next time. A program keeps none.
///
/// # Errors
/// The operating system gives no randomness.
pub fn recognizable(app: &App, caller: Caller, bearer: bool) -> Result<Caller, Failed> {
    let browser = match caller.client.browser.clone() {
        _ if bearer => None,
        Some(known) => Some(known),
        None => Some(app.people.new_browser()?),
    };
    Ok(Caller { client: caller.client.with_browser(browser), ..caller })
}

/// The cookie of somebody who has just come in.
pub fn cookie_of(app: &App, signed_in: &SignedIn) -> String {
    let left = signed_in.session.until.0.saturating_sub(app.now().0) / 1_000_000;
    set_cookie(&signed_in.token.reveal(), u64::try_from(left).unwrap_or_default())
}

/// Gives a browser a cookie.
pub fn put_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// `POST /api/v1/session`
pub async fn sign_in(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: SignInWanted = body(&bytes)?;
    let caller = recognizable(&app, caller, wanted.bearer)?;
    match by_password(&app, &caller, &wanted.login, wanted.password).await? {
        SignIn::In(signed_in) => {
            welcome(&app, &caller.client, &signed_in, wanted.bearer, Vec::new(), StatusCode::OK)
        }
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
    let permit = hashing(app)?;
    let attempt = app.people.begin_sign_in(login, &caller.client, app.now()).await?;
    let judged = judge(permit, attempt, password).await?;
    let signed_in = app.people.finish_sign_in(judged, app.now()).await.inspect_err(|_| {
        app.metrics.auth_failures.count(&[("reason", "password")]);
    })?;
    if let SignIn::In(signed_in) = &signed_in {
        app.refresh_people().await;
        ends_shown(app, caller).await;
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
    ends_shown(app, caller).await;
    tell_account(app, &signed_in.session, cage::Word::SessionStarted).await;
    Ok(signed_in)
}

/// The session that a sign-in came with is over, and its account counts no longer.
async fn ends_shown(app: &Arc<App>, caller: &Caller) {
    if let Ok(session) = caller.session() {
        tell_account(app, session, cage::Word::SessionEnded).await;
    }
}

/// `POST /api/v1/session/second-step`
pub async fn second_step(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: SecondStepWanted = body(&bytes)?;
    let caller = recognizable(&app, caller, wanted.bearer)?;
    let signed_in = by_code(&app, &caller, &wanted.ticket, &wanted.code).await?;
    welcome(&app, &caller.client, &signed_in, wanted.bearer, Vec::new(), StatusCode::OK)
}

/// `GET /api/v1/session`
pub async fn me(caller: Caller) -> Reply {
    json(&MeSeen { session: session_seen(caller.session()?), csrf: caller.token()?.csrf() })
}

/// `DELETE /api/v1/session`
pub async fn sign_out(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    app.people.sign_out(caller.token()?, app.now()).await?;
    let session = caller.session()?;
    tell_account(&app, session, cage::Word::SessionEnded).await;
    app.refresh_people().await;
    // Whoever has signed out everywhere has left, and what they asked for goes with them.
    if app.people.sessions(session.person, app.now()).await.is_ok_and(|left| left.is_empty()) {
        lapse(&app, session.person).await;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    put_cookie(&mut response, &clear_cookie());
    // Cookies of the browser itself stay: how its pages look, and that its owner is known here.
    let everything = HeaderValue::from_static("\"cache\", \"storage\"");
    response.headers_mut().insert("clear-site-data", everything);
    Ok(response)
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
