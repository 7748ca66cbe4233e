//! What a form of the house's own pages asks for is asked of the API, on the very routes that programs use: guard, capacity,
//! fresh proof and key are checked there and nowhere else.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use banco_journal::Answer;
use banco_money::Currency;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::money;
use crate::api::Reply;
use crate::app::App;
use crate::guard::AlreadyCounted;
use crate::listen::Peer;
use crate::pages::act::typed;
use crate::pages::{Fields, Guest, Page, fields, html, new_key, see};
use crate::problem::Failed;
use crate::route::{Route, router};

/// No answer of the API is larger than this.
const LARGEST: usize = 4 * 1024 * 1024;

/// Whoever sends a form, as the API has to know them.
pub struct Sender {
    app: Arc<App>,
    headers: HeaderMap,
    peer: Option<Peer>,
    counted: Option<AlreadyCounted>,
}

/// What is asked of the API.
pub struct Errand {
    /// `POST`, `PUT`, `DELETE`.
    pub method: &'static str,
    /// The path behind `/api/v1/`, with its query.
    pub path: String,
    /// What is said.
    pub body: Value,
    /// The version that a change is for, as whoever asks has seen it.
    pub if_match: Option<u64>,
}

impl Sender {
    /// Whoever sent a request.
    #[must_use]
    pub fn of(app: &Arc<App>, request: &Request<Body>) -> Self {
        Self {
            app: Arc::clone(app),
            headers: request.headers().clone(),
            peer: request.extensions().get::<Peer>().copied(),
            counted: request.extensions().get::<AlreadyCounted>().copied(),
        }
    }

    /// Asks the API, under a key.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn asks(&self, errand: &Errand, key: &str, csrf: &str) -> Result<Value, Failed> {
        let path = format!("/api/v1/{}", errand.path);
        let route = route_of(errand.method, &path).ok_or_else(|| Failed::not_found("errand"))?;
        let mut request = Request::builder().method(errand.method).uri(&path);
        let kept = [header::COOKIE, header::USER_AGENT, header::HOST, header::ORIGIN, header::AUTHORIZATION];
        let others = ["sec-fetch-site", "x-forwarded-for"].map(HeaderName::from_static);
        for name in kept.iter().chain(&others) {
            for value in self.headers.get_all(name) {
                request = request.header(name, value);
            }
        }
        request = request
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", key)
            .header("x-csrf-token", csrf);
        if let Some(version) = errand.if_match {
            request = request.header(header::IF_MATCH, format!("\"{version}\""));
        }
        let body = if errand.body.is_null() { Body::empty() } else { Body::from(errand.body.to_string()) };
        let mut request = request.body(body).map_err(|_| Failed::bad("bad_body", "this cannot be asked"))?;
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        if let Some(counted) = self.counted {
            request.extensions_mut().insert(counted);
        }
        let never = |never: std::convert::Infallible| match never {};
        let response = router(&self.app, &[route]).oneshot(request).await.unwrap_or_else(never);
        told(response).await
    }
}

/// The route of the API that a path belongs to.
///
/// A path with anything else than plain letters, digits and a few marks belongs to none. The router would decode it, and
/// what is checked here must be what is matched there.
fn route_of(method: &str, path: &str) -> Option<Route> {
    let path = path.split('?').next().unwrap_or_default();
    if !path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-_".contains(&byte)) {
        return None;
    }
    let fits = |pattern: &str| {
        let (mut parts, mut wanted) = (path.split('/'), pattern.split('/'));
        loop {
            match (parts.next(), wanted.next()) {
                (None, None) => return true,
                (Some(part), Some(of)) if part == of || (of.starts_with('{') && !part.is_empty()) => {}
                _ => return false,
            }
        }
    };
    let asked = |route: &Route| route.method.eq_ignore_ascii_case(method) && fits(route.path);
    let all = crate::api::routes::routes();
    // What is written out goes before what is filled in.
    let exact = |route: &Route| route.path.matches('{').count();
    all.into_iter().filter(asked).min_by_key(exact)
}

/// What the API has answered.
async fn told(response: Response) -> Result<Value, Failed> {
    let status = response.status();
    let bytes = to_bytes(response.into_body(), LARGEST).await.map_err(|_| Failed::away())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if status.is_success() {
        return Ok(serde_json::from_str(&text).unwrap_or_default());
    }
    Err(Failed::answered(&Answer { status: status.as_u16(), text }))
}

/// `POST /staff/do`: a command to a table, a link or an account, or an answer to what another has asked for; before it a
/// fresh proof, where the form carries one.
pub async fn act(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let headers = request.headers().clone();
    let form = fields(&read(&app, request).await?);
    guest.caller.session()?;
    let errand = match form.text("to").strip_prefix("table-file/") {
        Some(table) => run_otherwise(&sender, table, &form).await?,
        None => errand(&form, app.currency())?,
    };
    let key = form.key()?;
    if let Some(moves) = money::moves(&app, &guest, &form, &errand).await? {
        return money::ask(&headers, &guest, &form, "/staff/do", moves);
    }
    prove(&sender, &form).await?;
    let told = sender.asks(&errand, &key, form.text("csrf")).await?;
    if let Some(number) = money::number_of(&app, &told, &written_in(form.text("to"))).await? {
        return money::done(&headers, &number, form.back());
    }
    super::admin::told_once(&guest, &told, form.back()).map_or_else(|| done(&headers, form.back()), html)
}

/// The stream that a form writes: an approval is written where it was asked for.
fn written_in(to: &str) -> String {
    let approved = to.strip_prefix("approval/").and_then(|to| to.rsplit_once('/'));
    approved.map_or(to, |(stream, _)| stream).to_owned()
}

/// The body of a form.
pub(super) async fn read(app: &App, request: Request<Body>) -> Result<Bytes, Failed> {
    let too_large = |_| Failed::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the body is too large");
    to_bytes(request.into_body(), app.config.limits.body).await.map_err(too_large)
}

/// A script is told that it is done; a form without one looks at the page again.
pub(super) fn done(headers: &HeaderMap, back: &str) -> Reply {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accept.contains("text/html") {
        return Ok(see(back));
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Shows who sends the form, where it asks for that.
pub(super) async fn prove(sender: &Sender, form: &Fields) -> Result<(), Failed> {
    let body = match (form.text("proof-code"), form.secret("proof-password")) {
        ("", "") => return Ok(()),
        ("", password) => json!({ "password": password }),
        (code, _) => json!({ "code": code }),
    };
    let errand = Errand { method: "POST", path: "session/proof".to_owned(), body, if_match: None };
    sender.asks(&errand, &new_key(), form.text("csrf")).await.map(|_| ())
}

/// How a table is run from now on: what the form says, and the rest as it is. The change is for what whoever sends it has seen.
async fn run_otherwise(sender: &Sender, table: &str, form: &Fields) -> Result<Errand, Failed> {
    let unclear = || Failed::bad("bad_body", "the form does not say what to do");
    let table: u32 = table.parse().map_err(|_| unclear())?;
    let path = format!("tables/{table}");
    let look = Errand { method: "GET", path: path.clone(), body: Value::Null, if_match: None };
    let facts = sender.asks(&look, &new_key(), "").await?;
    let mut file = facts.get("file").and_then(Value::as_object).cloned().ok_or_else(Failed::away)?;
    for key in ["name", "pit"] {
        file.insert(key.to_owned(), json!(form.text(key).trim()));
    }
    for key in ["betting_seconds", "answer_seconds"] {
        let seconds = match form.text(key) {
            "" => None,
            text => Some(text.parse::<u16>().map_err(|_| unclear().at(format!("/{key}")))?),
        };
        file.insert(key.to_owned(), json!(seconds));
    }
    let seen = form.text("version").parse().map_err(|_| unclear())?;
    Ok(Errand { method: "PUT", path, body: Value::Object(file), if_match: Some(seen) })
}

/// What a form asks for: `to` names whom it speaks to, `do` the command; its other fields are typed by their prefix.
fn errand(form: &Fields, currency: Currency) -> Result<Errand, Failed> {
    let unclear = || Failed::bad("bad_body", "the form does not say what to do");
    let capacity = form.text("as");
    let to: Vec<&str> = form.text("to").split('/').collect();
    let safe = |part: &&str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if !to.iter().all(safe) || (!capacity.is_empty() && !safe(&capacity)) {
        return Err(unclear());
    }
    let currency = Currency::from_code(form.text("currency")).unwrap_or(currency);
    let (method, path, body) = match (to.as_slice(), form.text("do")) {
        ([kind @ ("table" | "link" | "account"), id], command) if !command.is_empty() => {
            let mut body = typed(form, currency)?;
            body.insert("do".to_owned(), json!(command));
            ("POST", format!("{kind}s/{id}/commands?as={capacity}"), Value::Object(body))
        }
        (["approval", kind, id, request], _) => {
            let approve = form.text("answer") == "approve";
            let reason = Some(form.text("reason")).filter(|reason| !reason.is_empty() && !approve);
            let body = json!({ "hash": form.text("hash"), "approve": approve, "reason": reason });
            ("POST", format!("approvals/{kind}/{id}/{request}"), body)
        }
        (["proposal", proposal], _) => {
            let approve = form.text("answer") == "approve";
            let body = json!({ "hash": form.text("hash"), "approve": approve });
            ("POST", format!("proposals/{proposal}"), body)
        }
        (["patron", person], "identity_check") => {
            let body = json!({ "id_type": form.text("id_type"), "id_number": form.text("id_number") });
            ("POST", format!("patrons/{person}/identity-check"), body)
        }
        (["floor-call", table], _) => ("DELETE", format!("tables/{table}/floor-call"), Value::Null),
        (["info", table], "put_up") => {
            let text = form.text("text").replace("\r\n", "\n");
            (
                "PUT",
                format!("tables/{table}/info"),
                json!({ "title": form.text("title").trim(), "text": text.trim() }),
            )
        }
        (["info", table], "take_down") => ("DELETE", format!("tables/{table}/info"), Value::Null),
        _ => return Err(unclear()),
    };
    Ok(Errand { method, path, body, if_match: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errands_find_the_routes_of_the_api() {
        let name = |method: &str, path: &str| route_of(method, path).map(|route| route.name);
        assert_eq!(name("POST", "/api/v1/tables/7/commands?as=floor"), Some("command_table"));
        assert_eq!(name("POST", "/api/v1/approvals/table/7/1"), Some("answer_approval"));
        assert_eq!(name("POST", "/api/v1/approvals/person/7/1"), Some("answer_about_person"));
        assert_eq!(name("POST", "/floor"), None, "pages are no errands");
        assert_eq!(name("POST", "/api/v1/tables//commands"), None);
        assert_eq!(name("POST", "/api/v1/tables/%37/commands"), None, "the router would decode it");
        assert_eq!(name("POST", "/api/v1/approvals/%70erson/7/1"), None);
        assert_eq!(name("POST", "/api/v1/tables/../commands"), None);
    }

    #[test]
    fn forms_become_errands() {
        let form = fields(b"to=table%2F7&as=floor&do=hold&text.reason=a+spill");
        let errand = errand(&form, Currency::Usd).ok();
        let told = errand.map(|errand| (errand.path, errand.body));
        let wanted = json!({ "do": "hold", "reason": "a spill" });
        assert_eq!(told, Some(("tables/7/commands?as=floor".to_owned(), wanted)));
        for bad in ["to=table%2F..&do=hold", "to=table%2F7%3Fx&do=hold", "to=people%2F1&do=x", "to=table%2F7"]
        {
            assert!(super::errand(&fields(bad.as_bytes()), Currency::Usd).is_err(), "{bad}");
        }
    }
}
