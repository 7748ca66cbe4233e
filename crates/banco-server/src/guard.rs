//! Who may come in where. Every route has a guard; there is none without.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use banco_engine::table::Person;
use banco_people::{BrowserSecret, Client, Device, DeviceToken, Permission, Refusal, Session, SessionToken};

use crate::api::commands::CAPACITIES;
use crate::app::App;
use crate::listen::{Peer, neighborhood};
use crate::pages::fields;
use crate::problem::Failed;
use crate::sessions::{BROWSER_COOKIE, Signed, Who, cookie, is_nobody, token_of};

/// Whom a route lets in.
#[derive(Clone, Copy, Debug)]
pub enum Guard {
    /// Everybody.
    Anybody,
    /// Whoever is signed in, also with a session that still wants its second factor.
    SignedIn,
    /// Whoever may do one of these.
    May(&'static [Permission]),
    /// Whoever the path names by `person`, if they may do the first; others, if they may do the second.
    Own(Permission, Permission),
    /// Whoever may look at tables: on a demo floor everybody, and a machine at its own table.
    Looks,
    /// Whoever may do one of these and acts in a capacity of the engine.
    Acts(&'static [Permission]),
    /// The same for accounts: whoever the path names, or others.
    ActsOn(Permission, Permission),
    /// A machine of the table that the path names, if it may do this. Nobody does it for one.
    Device(Permission),
}

/// Who asks, and from where. Handlers get one; nothing of it comes from the body.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who.
    pub who: Who,
    /// From where, for counting.
    pub client: Client,
    /// The token, for what concerns the session itself.
    pub token: Option<SessionToken>,
}

impl Caller {
    /// The session.
    ///
    /// # Errors
    /// Nobody is signed in.
    pub fn session(&self) -> Result<&Session, Failed> {
        match &self.who {
            Who::Person(signed) => Ok(&signed.session),
            Who::Nobody | Who::Device(_) => Err(Refusal::NotSignedIn.into()),
        }
    }

    /// Whoever is signed in.
    ///
    /// # Errors
    /// Nobody is.
    pub fn person(&self) -> Result<Person, Failed> {
        self.session().map(|session| session.person)
    }

    /// Whether they may do something.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        match &self.who {
            Who::Nobody => false,
            Who::Person(signed) => signed.session.may(permission),
            Who::Device(device) => device.role().may(permission),
        }
    }

    /// The machine.
    #[must_use]
    pub const fn device(&self) -> Option<&Device> {
        match &self.who {
            Who::Device(device) => Some(device),
            Who::Nobody | Who::Person(_) => None,
        }
    }

    /// The token of the session.
    ///
    /// # Errors
    /// Nobody is signed in.
    pub fn token(&self) -> Result<&SessionToken, Failed> {
        self.token.as_ref().ok_or_else(|| Refusal::NotSignedIn.into())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failed> {
        let caller = parts.extensions.get::<Self>().cloned();
        // A route without a guard is a defect; it lets nobody in.
        caller.ok_or_else(|| Refusal::NotSignedIn.into())
    }
}

/// Lets a request in, or not.
pub async fn check(
    State((app, guard, background)): State<(Arc<App>, Guard, bool)>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = address(&app, &request);
    let (whole, csrf) = match form_token(&app, request).await {
        Ok(read) => read,
        Err(failed) => return failed.into_response(),
    };
    request = whole;
    let (headers, method, path) = (request.headers(), request.method(), request.uri().path());
    let asked = Asked { headers, method, path, address, csrf: csrf.as_deref(), background };
    let caller = match admit(&app, guard, asked).await {
        Ok(caller) => caller,
        Err(failed) => return failed.into_response(),
    };
    if let Who::Person(signed) = &caller.who {
        app.presence.is_seen(signed.session.person);
    }
    request.extensions_mut().insert(caller);
    next.run(request).await
}

/// A form carries the token of its page among its fields: it is read here, and the request goes on whole.
async fn form_token(app: &App, request: Request) -> Result<(Request, Option<String>), Failed> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
        return Ok((request, None));
    }
    let (head, body) = request.into_parts();
    let too_large = |_| Failed::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the body is too large");
    let bytes = axum::body::to_bytes(body, app.config.limits.body).await.map_err(too_large)?;
    let csrf = fields(&bytes).text("csrf").to_owned();
    Ok((Request::from_parts(head, axum::body::Body::from(bytes)), Some(csrf)))
}

/// What is looked at of a request.
struct Asked<'a> {
    headers: &'a HeaderMap,
    method: &'a Method,
    path: &'a str,
    address: IpAddr,
    csrf: Option<&'a str>,
    background: bool,
}

async fn admit(app: &App, guard: Guard, asked: Asked<'_>) -> Result<Caller, Failed> {
    let Asked { headers, method, path, address, csrf, background } = asked;
    let (who, token) = identify(app, headers, background).await?;
    let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if changes {
        same_origin(app, headers)?;
        if let (Who::Person(signed), Some(token)) = (&who, &token)
            && signed.by_cookie
        {
            need_csrf(token, headers, csrf)?;
        }
    }
    let label = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let browser = cookie(headers, BROWSER_COOKIE).and_then(|text| BrowserSecret::read(&text));
    let client = Client::new(&neighborhood(address).to_string(), label).with_browser(browser);
    let client = client.with_session(token.clone());
    let caller = Caller { who, client, token };
    allowed(app, guard, &caller, path)?;
    Ok(caller)
}

/// Who it is, by what the request carries.
async fn identify(
    app: &App,
    headers: &HeaderMap,
    background: bool,
) -> Result<(Who, Option<SessionToken>), Failed> {
    let Some((text, by_cookie)) = token_of(headers) else { return Ok((Who::Nobody, None)) };
    if let Some(token) = SessionToken::read(&text) {
        return match app.sessions.session(&app.people, &token, app.now(), background).await {
            Ok(session) => Ok((Who::Person(Box::new(Signed { session, by_cookie })), Some(token))),
            // A cookie may be old; a token is named on purpose.
            Err(error) if is_nobody(&error) && by_cookie => Ok((Who::Nobody, None)),
            Err(error) => Err(error.into()),
        };
    }
    match DeviceToken::read(&text).filter(|_| !by_cookie) {
        Some(token) => Ok((Who::Device(app.people.device(&token).await?), None)),
        None if by_cookie => Ok((Who::Nobody, None)),
        None => Err(Refusal::NotSignedIn.into()),
    }
}

/// Whether the guard lets the caller in.
fn allowed(app: &App, guard: Guard, caller: &Caller, path: &str) -> Result<(), Failed> {
    match guard {
        Guard::Anybody => Ok(()),
        Guard::SignedIn => caller.session().map(|_| ()),
        Guard::May(permissions) => may_one(caller, permissions),
        Guard::Own(own, others) => may_own(caller, own, others, path),
        Guard::Looks => looks(app, caller, path),
        Guard::Acts(permissions) => may_one(caller, permissions).and_then(|()| acts(caller)),
        Guard::ActsOn(own, others) => may_own(caller, own, others, path).and_then(|()| acts(caller)),
        Guard::Device(permission) => match caller.device() {
            Some(device) if device.role().may(permission) && named(path, "tables") == Some(device.table) => {
                Ok(())
            }
            Some(_) => Err(Refusal::NotAllowed.into()),
            None => Err(refused(caller.session()?)),
        },
    }
}

fn may_one(caller: &Caller, permissions: &[Permission]) -> Result<(), Failed> {
    if permissions.iter().any(|permission| caller.may(*permission)) {
        return Ok(());
    }
    Err(refused(caller.session()?))
}

fn may_own(caller: &Caller, own: Permission, others: Permission, path: &str) -> Result<(), Failed> {
    let session = caller.session()?;
    let permission = if named(path, "accounts") == Some(session.person.0) { own } else { others };
    if session.may(permission) { Ok(()) } else { Err(refused(session)) }
}

fn looks(app: &App, caller: &Caller, path: &str) -> Result<(), Failed> {
    match &caller.who {
        Who::Nobody if app.is_demo() => Ok(()),
        Who::Nobody => Err(Refusal::NotSignedIn.into()),
        Who::Device(device) if named(path, "tables").is_none_or(|table| table == device.table) => Ok(()),
        Who::Device(_) => Err(Refusal::NotAllowed.into()),
        Who::Person(signed) if signed.session.may(Permission::Watch) => Ok(()),
        Who::Person(signed) => Err(refused(&signed.session)),
    }
}

fn acts(caller: &Caller) -> Result<(), Failed> {
    let session = caller.session()?;
    match CAPACITIES.iter().any(|(_, role)| session.actor(*role).is_ok()) {
        true => Ok(()),
        false => Err(refused(session)),
    }
}

/// Why somebody who is signed in may not.
fn refused(session: &Session) -> Failed {
    match session.need(Permission::Watch, session.seen) {
        Err(Refusal::EnrolFirst) => Refusal::EnrolFirst.into(),
        _ => Refusal::NotAllowed.into(),
    }
}

/// The number behind a part of the path.
fn named(path: &str, part: &str) -> Option<u32> {
    let mut parts = path.split('/').skip_while(|one| *one != part);
    parts.nth(1)?.parse().ok()
}

/// Another site must not act for somebody who happens to be signed in here.
pub fn same_origin(app: &App, headers: &HeaderMap) -> Result<(), Failed> {
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    let foreign = match headers.get(header::ORIGIN) {
        Some(origin) => !is_own_origin(app, headers, origin.as_bytes()),
        // A browser that says nothing of an origin says where the request comes from, or is none.
        None => site.is_some_and(|site| !matches!(site, "same-origin" | "none")),
    };
    match foreign {
        false => Ok(()),
        true => {
            Err(Failed::new(StatusCode::FORBIDDEN, "foreign_origin", "the request comes from another site")
                .hint("open the floor's own pages, or use a bearer token"))
        }
    }
}

/// Whether an origin is this floor's own.
pub fn is_own_origin(app: &App, headers: &HeaderMap, origin: &[u8]) -> bool {
    if let Some(own) = &app.config.origin {
        return origin.eq_ignore_ascii_case(own.as_bytes());
    }
    let Some(host) = headers.get(header::HOST) else { return false };
    let scheme: &[u8] = if app.config.tls.is_some() { b"https://" } else { b"http://" };
    let own = [scheme, host.as_bytes()].concat();
    origin.eq_ignore_ascii_case(&own)
}

fn need_csrf(token: &SessionToken, headers: &HeaderMap, form: Option<&str>) -> Result<(), Failed> {
    let sent = headers.get("x-csrf-token").and_then(|sent| sent.to_str().ok()).or(form);
    if sent.is_some_and(|sent| token.is_csrf(sent)) {
        return Ok(());
    }
    Err(Failed::new(StatusCode::FORBIDDEN, "csrf_token_needed", "the request lacks the token of its page")
        .hint("send `X-CSRF-Token` as `GET /api/v1/session` gives it, or use a bearer token"))
}

/// Where a request comes from: the other end, or what a proxy that is believed says.
pub fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
    let forwarded =
        request.headers().get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<IpAddr> =
        forwarded.flat_map(|value| value.split(',')).filter_map(|hop| hop.trim().parse().ok()).collect();
    // From the right: each hop was added by the one behind it, and only proxies of ours are believed.
    let mut at = peer;
    for hop in hops.into_iter().rev() {
        if !app.config.proxies.contains(&at) {
            break;
        }
        at = hop;
    }
    at
}
