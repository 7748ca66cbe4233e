//! Who may come in where. Every route has a guard; there is none without.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use banco_engine::table::Person;
use banco_people::{
    BrowserMark, BrowserSecret, Client, Device, DeviceToken, Paired, PairingToken, PeopleError, Permission,
    Refusal, Session, SessionToken,
};
use banco_wire::Problem;

use crate::access_log::{self, Disclosure};
use crate::api::commands::CAPACITIES;
use crate::app::App;
use crate::listen::{Peer, neighborhood};
use crate::pages::fields;
use crate::problem::Failed;
use crate::rate_limit::Subject;
use crate::read_limit::{Cost, Reader, Reading};
use crate::sessions::{BROWSER_COOKIE, DISPLAY_COOKIE, Signed, Who, cookie, is_nobody, token_of};

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
    /// The same, and a display that is recognized by its cookie: for what a sign shows, and nothing else.
    Shows,
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
    /// The network to which rate limits count it; `None` for programs on this machine.
    pub network: Option<IpAddr>,
    /// The token, for what concerns the session itself.
    pub token: Option<SessionToken>,
    /// The browser, where somebody has signed in from it before.
    pub browser: Option<BrowserMark>,
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

    /// The person, machine or known browser to which rate limits count it.
    #[must_use]
    pub fn subject(&self) -> Option<Subject> {
        match &self.who {
            Who::Nobody => self.browser.map(Subject::Browser),
            Who::Person(signed) => Some(Subject::Person(signed.session.person)),
            Who::Device(device) => Some(Subject::Device(device.id)),
        }
    }

    /// To whom expensive reads are counted, and among whom they wait.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let staff = self.session().is_ok_and(|session| session.roles.are_staff());
        let network = || self.network.map(Reader::Network);
        Reading { staff, reader: self.subject().map(Reader::Known).or_else(network) }
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

/// What stands before the handler of a route.
#[derive(Clone)]
pub struct Entrance {
    /// The floor.
    pub app: Arc<App>,
    /// Whom it lets in.
    pub guard: Guard,
    /// Whether a page or a stream asks by itself: that keeps no session alive.
    pub background: bool,
    /// What its answer costs.
    pub cost: Cost,
    /// Whose data it shows.
    pub disclosure: Disclosure,
}

/// Lets a request in, or not; logs whose data is looked at, and holds a permit for an expensive read.
pub async fn check(
    State(Entrance { app, guard, background, cost, disclosure }): State<Entrance>,
    params: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Response {
    let params = match params {
        Ok(params) => params,
        Err(_) => return Failed::bad("bad_path", "the path is no UTF-8").into_response(),
    };
    let counted = Counted { background, ..Counted::of(&app, &request) };
    let (mut request, form, caller) = match admit(&app, guard, &params, request, counted).await {
        Ok(admitted) => admitted,
        Err(failed) => return failed.into_response(),
    };
    if let Who::Person(signed) = &caller.who {
        app.presence.is_seen(signed.session.person);
    }
    // Whoever finds no permit has seen nothing, and nothing is logged of it.
    let _permit = match app.reads.take(cost, caller.reading()).await {
        Ok(permit) => permit,
        Err(failed) => {
            app.metrics.shed.count(&[("cause", "reads")]);
            return failed.into_response();
        }
    };
    if let Err(failed) = access_log::log(&app, &disclosure, &caller, &params, request.uri()).await {
        return failed.into_response();
    }
    let subject = caller.subject();
    request.extensions_mut().insert(caller.clone());
    request.extensions_mut().insert(AlreadyCounted);
    let response = match form {
        Some(form) if !request.uri().path().starts_with("/api/") => {
            crate::forms::once(&app, &caller, &form, request, next).await
        }
        // Without its key a form would happen as often as it is sent.
        None if changes(request.method()) && !request.uri().path().starts_with("/api/") => {
            let title = "this is sent as a form";
            Failed::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "bad_body", title).into_response()
        }
        _ => next.run(request).await,
    };
    if counted.counts && !was_refused(&response) {
        app.rate_limiter.give_back(subject, counted.network);
    }
    response
}

/// Marks a request whose sender has been counted: what its handler asks of other routes is not counted again.
#[derive(Clone, Copy, Debug)]
pub struct AlreadyCounted;

/// How a request is counted.
#[derive(Clone, Copy, Debug)]
struct Counted {
    /// Whether it counts at all: it changes something, and no other request stands for it.
    counts: bool,
    address: IpAddr,
    network: Option<IpAddr>,
    /// Whether a page or a stream asks by itself: that keeps no session alive.
    background: bool,
}

impl Counted {
    fn of(app: &App, request: &Request) -> Self {
        let address = address(app, request);
        let counts = changes(request.method()) && request.extensions().get::<AlreadyCounted>().is_none();
        Self { counts, address, network: network(app, request.headers(), address), background: false }
    }

    /// Takes the tokens of a request, or refuses it. What the guard refuses from here on stays counted as a refusal.
    fn limit(self, app: &App, subject: Option<Subject>) -> Result<(), Failed> {
        if !self.counts {
            return Ok(());
        }
        app.rate_limiter.check(subject, self.network).map_err(|limited| {
            app.metrics.shed.count(&[("cause", limited.cause())]);
            limited.into()
        })
    }
}

/// Whether requests of a method change anything.
const fn changes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Whether a request was refused, as against one that must only come with a fresh proof, or is answered as before.
fn was_refused(response: &Response) -> bool {
    let status = response.status();
    let code = response.extensions().get::<Problem>().map(|problem| problem.code.as_str());
    status.is_client_error()
        && status != StatusCode::TOO_MANY_REQUESTS
        && !matches!(code, Some("step_up_needed" | "enrol_first"))
        && !response.headers().contains_key("idempotent-replayed")
}

/// A form carries its token and its key among its fields: it is read here, and the request goes on whole.
async fn form_of(app: &App, request: Request) -> Result<(Request, Option<Bytes>), Failed> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
        return Ok((request, None));
    }
    let (head, body) = request.into_parts();
    let too_large = |_| Failed::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the body is too large");
    let bytes = axum::body::to_bytes(body, app.config.limits.body).await.map_err(too_large)?;
    Ok((Request::from_parts(head, axum::body::Body::from(bytes.clone())), Some(bytes)))
}

/// Identifies the caller, counts the request and asks the guard.
async fn admit(
    app: &App,
    guard: Guard,
    params: &RawPathParams,
    request: Request,
    counted: Counted,
) -> Result<(Request, Option<Bytes>, Caller), Failed> {
    let (request, form) = form_of(app, request).await?;
    let csrf = form.as_ref().map(|form| fields(form).text("csrf").to_owned());
    let headers = request.headers();
    let (mut who, token) = match identify(app, headers, counted.background).await {
        Ok(known) => known,
        Err(failed) => {
            counted.limit(app, None)?;
            return Err(failed);
        }
    };
    if matches!((guard, &who), (Guard::Shows, Who::Nobody)) {
        who = display(app, headers).await?;
    }
    if changes(request.method()) {
        // Another site must not spend the tokens of a visitor's session.
        same_origin(app, headers)?;
        if let (Who::Person(signed), Some(token)) = (&who, &token)
            && signed.by_cookie
        {
            need_csrf(token, headers, csrf.as_deref())?;
        }
    }
    let label = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let browser = cookie(headers, BROWSER_COOKIE).and_then(|text| BrowserSecret::read(&text));
    let client = Client::new(&neighborhood(counted.address).to_string(), label).with_browser(browser);
    let client = client.with_session(token.clone());
    let mark = client.browser.as_ref().and_then(|secret| app.people.mark_of(secret));
    let caller = Caller { who, client, network: counted.network, token, browser: mark };
    counted.limit(app, caller.subject())?;
    allowed(app, guard, &caller, params)?;
    Ok((request, form, caller))
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

/// The display that a browser is, by its cookie.
async fn display(app: &App, headers: &HeaderMap) -> Result<Who, Failed> {
    let Some(token) = cookie(headers, DISPLAY_COOKIE).and_then(|text| PairingToken::read(&text)) else {
        return Ok(Who::Nobody);
    };
    match app.people.paired(&token, app.now()).await {
        Ok(Paired::Device(device)) => Ok(Who::Device(device)),
        Ok(Paired::Code(..) | Paired::Waits) | Err(PeopleError::Refused(_)) => Ok(Who::Nobody),
        Err(error) => Err(error.into()),
    }
}

/// Whether the guard lets the caller in.
fn allowed(app: &App, guard: Guard, caller: &Caller, path: &RawPathParams) -> Result<(), Failed> {
    match guard {
        Guard::Anybody => Ok(()),
        Guard::SignedIn => caller.session().map(|_| ()),
        Guard::May(permissions) => may_one(caller, permissions),
        Guard::Own(own, others) => may_own(caller, own, others, path),
        Guard::Looks | Guard::Shows => looks(app, caller, path),
        Guard::Acts(permissions) => may_one(caller, permissions).and_then(|()| acts(caller)),
        Guard::ActsOn(own, others) => may_own(caller, own, others, path).and_then(|()| acts(caller)),
        Guard::Device(permission) => match caller.device() {
            Some(device) if device.role().may(permission) && is_at(device, path, false) => Ok(()),
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

fn may_own(caller: &Caller, own: Permission, others: Permission, path: &RawPathParams) -> Result<(), Failed> {
    let session = caller.session()?;
    let is_own = matches!(number_of(path, "person"), PathNumber::Is(person) if person == session.person.0);
    let permission = if is_own { own } else { others };
    if session.may(permission) { Ok(()) } else { Err(refused(session)) }
}

fn looks(app: &App, caller: &Caller, path: &RawPathParams) -> Result<(), Failed> {
    match &caller.who {
        Who::Nobody if app.is_demo() => Ok(()),
        Who::Nobody => Err(Refusal::NotSignedIn.into()),
        Who::Device(device) if is_at(device, path, true) => Ok(()),
        Who::Device(_) => Err(Refusal::NotAllowed.into()),
        Who::Person(signed) if signed.session.may(Permission::Watch) => Ok(()),
        Who::Person(signed) => Err(refused(&signed.session)),
    }
}

/// Whether the path names the table of a machine, or no table where that is enough.
fn is_at(device: &Device, path: &RawPathParams, without: bool) -> bool {
    match number_of(path, "table") {
        PathNumber::Missing => without,
        PathNumber::Other => false,
        PathNumber::Is(table) => table == device.table,
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

/// A number among the parts of the path, as the router has matched and decoded them: the same text that handlers read.
enum PathNumber {
    /// The route has no such part.
    Missing,
    /// It is no number.
    Other,
    /// It is this number.
    Is(u32),
}

fn number_of(params: &RawPathParams, name: &str) -> PathNumber {
    match params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.parse()) {
        None => PathNumber::Missing,
        Some(Err(_)) => PathNumber::Other,
        Some(Ok(number)) => PathNumber::Is(number),
    }
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

/// The address of the client: the other end of the connection, or what proxies that are believed say of it.
pub fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical();
    forwarded(peer, request.headers(), |address| app.config.is_proxy(address))
}

/// Walks `X-Forwarded-For` from the right: each hop was added by the one behind it, and only proxies are believed. A hop that
/// cannot be read ends the walk, since what stands before it may come from anywhere.
fn forwarded(peer: IpAddr, headers: &HeaderMap, is_proxy: impl Fn(IpAddr) -> bool) -> IpAddr {
    let values = headers.get_all("x-forwarded-for").iter();
    let hops: Vec<&[u8]> = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')).collect();
    let mut at = peer;
    for hop in hops.into_iter().rev() {
        let hop = std::str::from_utf8(hop).ok();
        match hop.and_then(|hop| hop_address(hop.trim())).filter(|_| is_proxy(at)) {
            Some(before) => at = before,
            None => break,
        }
    }
    at
}

/// The address of a hop: alone, with a port, or in brackets.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let alone = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    let address = alone.parse().or_else(|_| hop.parse().map(|at: SocketAddr| at.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// The network to which a request is counted.
///
/// Programs on this machine are exempt on a demo floor: each person among them is still counted. A real floor exempts none
/// unless it is set, since a forwarder that says nothing of its clients looks like such a program. A proxy on this machine is not: behind it
/// may be anybody, so what it forwards without a client's address is counted to the proxy, also where nobody has named it.
fn network(app: &App, headers: &HeaderMap, address: IpAddr) -> Option<IpAddr> {
    let forwarded = ["x-forwarded-for", "forwarded"].iter().any(|name| headers.contains_key(*name));
    let exempt = app.config.local_exempt && address.is_loopback();
    let local = exempt && !app.config.is_proxy(address) && !forwarded;
    (!local).then(|| neighborhood(address))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    /// The address that is made of a header, where `10.0.0.1` and `10.0.0.2` are proxies.
    fn walked(peer: &str, values: &[&[u8]]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value).ok()?);
        }
        let proxies: Vec<IpAddr> =
            ["10.0.0.1", "10.0.0.2"].iter().filter_map(|text| text.parse().ok()).collect();
        let at = forwarded(peer.parse().ok()?, &headers, |address| proxies.contains(&address));
        Some(at.to_string())
    }

    #[test]
    fn the_client_is_the_last_hop_that_a_proxy_has_seen() {
        for (peer, values, wanted) in [
            ("10.0.0.1", &[&b"203.0.113.7"[..]][..], "203.0.113.7"),
            ("10.0.0.1", &[b"198.51.100.1, 203.0.113.7"], "203.0.113.7"),
            ("10.0.0.1", &[b"203.0.113.7, 10.0.0.2"], "203.0.113.7"),
            ("10.0.0.1", &[b"203.0.113.7", b"10.0.0.2"], "203.0.113.7"),
            ("10.0.0.1", &[b"203.0.113.7:4711"], "203.0.113.7"),
            ("10.0.0.1", &[b"[2001:db8::7]:4711"], "2001:db8::7"),
            ("10.0.0.1", &[b"[2001:db8::7]"], "2001:db8::7"),
            ("10.0.0.1", &[b"2001:db8::7"], "2001:db8::7"),
            ("10.0.0.1", &[b"::ffff:203.0.113.7"], "203.0.113.7"),
            ("203.0.113.9", &[b"198.51.100.1"], "203.0.113.9"),
        ] {
            assert_eq!(walked(peer, values).as_deref(), Some(wanted), "{peer} {values:?}");
        }
    }

    #[test]
    fn a_hop_that_cannot_be_read_ends_the_walk() {
        for values in [
            &[&b"198.51.100.1, unknown"[..]][..],
            &[b"198.51.100.1, 203.0.113.7:port"],
            &[b"198.51.100.1,"],
            &[b"198.51.100.1", b"\xff"],
            &[b"198.51.100.1, _hidden"],
            &[b""],
        ] {
            assert_eq!(walked("10.0.0.1", values).as_deref(), Some("10.0.0.1"), "{values:?}");
        }
        let appended: &[&[u8]] = &[b"\xff\xfe, 203.0.113.7, 10.0.0.2"];
        let appended = walked("10.0.0.1", appended);
        assert_eq!(appended.as_deref(), Some("203.0.113.7"), "what proxies have added stays readable");
        let behind = walked("10.0.0.1", &[b"198.51.100.1, unknown, 10.0.0.2"]);
        assert_eq!(behind.as_deref(), Some("10.0.0.2"), "the proxy that has read it is the last one known");
    }
}
