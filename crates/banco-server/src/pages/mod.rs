//! Pages: what is collected for them, and how they are sent. What they look like is in `banco-pages`.

pub mod act;
pub mod assets;
pub mod dealer;
pub mod display;
pub mod door;
mod form;
pub mod guide;
pub mod lobby;
pub mod odds;
pub mod rounds;
pub mod routes;
pub mod rules;
pub mod seat;
mod send;
pub mod sign;
pub mod staff;
pub mod story;

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use banco_engine::cage;
use banco_pages::layout::{FormKeys, SignedIn, Visit};
use banco_pages::look::{COOKIE, Look};

pub use form::{AtTable, Fields, fields, new_key};
pub use send::{explain, html, parts_json, shrink, wants_html};

use crate::api::Reply;
use crate::app::App;
use crate::guard::Caller;
use crate::live::account_seen;
use crate::problem::Failed;
use crate::sessions::cookie;

/// Somebody who asks for a page: who, how they want it, and from where.
pub struct Guest {
    /// For whom the page is made.
    pub visit: Visit,
    /// Who asks.
    pub caller: Caller,
}

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Failed> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Self { visit: visit(app, Some(&caller), &parts.headers, path), caller })
    }
}

/// Who looks at a page, and how.
pub fn visit(app: &App, caller: Option<&Caller>, headers: &HeaderMap, path: String) -> Visit {
    Visit {
        look: look(headers),
        path,
        play_money: app.is_demo(),
        who: caller.and_then(|caller| signed_in(app, caller)),
        keys: FormKeys::new(&new_key()),
    }
}

fn signed_in(app: &App, caller: &Caller) -> Option<SignedIn> {
    let session = caller.session().ok()?;
    let account = account_seen(app, &app.floor.books(), session.person, cage::Viewer::Owner).ok();
    Some(SignedIn {
        person: session.person.0,
        name: session.name.clone(),
        balance: account.map(|account| account.balance),
        csrf: caller.token.as_ref().map(banco_people::SessionToken::csrf).unwrap_or_default(),
        duty: staff::duty(app, session),
    })
}

/// How somebody wants pages, by what their browser says.
pub fn look(headers: &HeaderMap) -> Look {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Look::read(cookie(headers, COOKIE).as_deref(), asked)
}

/// `POST /look`: one more choice, kept by the browser.
pub async fn choose_look(_: Caller, headers: HeaderMap, bytes: axum::body::Bytes) -> Reply {
    let fields = fields(&bytes);
    let look = look(&headers).with(fields.text("set"));
    let mut response = see(fields.back());
    let kept = format!("{COOKIE}={}; Path=/; SameSite=Lax; Max-Age=31536000", look.cookie());
    if let Ok(kept) = HeaderValue::from_str(&kept) {
        response.headers_mut().insert(header::SET_COOKIE, kept);
    }
    Ok(response)
}

/// Where this floor is reached: as it is set, or else as whoever asks has called it.
pub fn origin(app: &App, headers: &HeaderMap) -> String {
    if let Some(origin) = &app.config.origin {
        return origin.clone();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if app.config.tls.is_some() { "https" } else { "http" };
    format!("{scheme}://{host}")
}

/// What was asked is done; the browser goes on by looking there.
pub fn see(path: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let place = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(header::LOCATION, place);
    response
}

/// State that every handler of a page has.
pub type Page = State<Arc<App>>;
