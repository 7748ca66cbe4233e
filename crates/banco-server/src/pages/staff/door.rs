//! The first day: an invitation is taken up, and a second factor is set up.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{Request, StatusCode, header};
use banco_pages::staff::door::{Factor, factor, first_administrator, invitation};
use banco_people::{Reach, Session};
use serde_json::{Value, json};

use super::relay::{Errand, Sender, read};
use crate::api::Reply;
use crate::api::session::confirm;
use crate::pages::{Guest, Page, fields, html, see};
use crate::problem::Failed;

/// No answer of these routes is larger than this.
const LARGEST: usize = 64 * 1024;

/// `GET /invitation`
pub async fn invited(guest: Guest) -> Reply {
    html(invitation(&guest.visit, None))
}

/// `POST /invitation`: somebody who was invited has chosen a password, and signs in with it next.
pub async fn accept(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let form = fields(&read(&app, request).await?);
    let code = Some(form.text("code")).filter(|code| !code.is_empty());
    let body =
        json!({ "invitation": form.text("invitation"), "code": code, "password": form.secret("password") });
    let errand = Errand { method: "POST", path: "invitations/accepted".to_owned(), body, if_match: None };
    match sender.asks(&errand, &form.key()?, form.text("csrf")).await {
        Ok(_) => Ok(see("/sign-in")),
        Err(failed) => again(invitation(&guest.visit, Some(&failed.problem)), &failed),
    }
}

/// `GET /first-administrator`
pub async fn first(guest: Guest) -> Reply {
    html(first_administrator(&guest.visit, None))
}

/// `POST /first-administrator`: the first administrator of a new floor, who signs in next.
pub async fn claim(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let form = fields(&read(&app, request).await?);
    let body = json!({
        "secret": form.text("secret"), "name": form.text("name"), "login": form.text("login"),
        "password": form.secret("password"),
    });
    let errand = Errand { method: "POST", path: "first-administrator".to_owned(), body, if_match: None };
    match sender.asks(&errand, &form.key()?, form.text("csrf")).await {
        Ok(_) => Ok(see("/sign-in")),
        Err(failed) => again(first_administrator(&guest.visit, Some(&failed.problem)), &failed),
    }
}

/// The same page once more, with what was wrong.
fn again(page: maud::Markup, failed: &Failed) -> Reply {
    let mut response = html(page)?;
    *response.status_mut() = StatusCode::from_u16(failed.problem.status).unwrap_or(StatusCode::CONFLICT);
    Ok(response)
}

/// `GET /second-factor`
pub async fn second_factor(guest: Guest) -> Reply {
    html(factor(&guest.visit, &Factor::Begin, None))
}

/// `POST /second-factor`: it begins, or is confirmed by the first code.
pub async fn enrol(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let form = fields(&read(&app, request).await?);
    if form.text("ask") != "confirm" {
        let errand =
            Errand { method: "POST", path: "second-factor".to_owned(), body: Value::Null, if_match: None };
        return match sender.asks(&errand, &form.key()?, form.text("csrf")).await {
            Ok(made) => {
                let text = |key: &str| made.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
                let secret = Factor::Secret { secret: text("secret"), uri: text("uri") };
                html(factor(&guest.visit, &secret, None))
            }
            Err(failed) => again(factor(&guest.visit, &Factor::Begin, Some(&failed.problem)), &failed),
        };
    }
    let body = Bytes::from(json!({ "code": form.text("code") }).to_string());
    match confirm(State(app), guest.caller.clone(), body).await {
        Ok(told) => {
            let session = guest.caller.session()?;
            let full = Session { reach: Reach::Full, ..session.clone() };
            let next = super::sections(&full).first().map_or("/", |section| section.path());
            welcomed(&guest, told, next).await
        }
        Err(failed) => {
            let secret =
                Factor::Secret { secret: form.text("secret").to_owned(), uri: form.text("uri").to_owned() };
            again(factor(&guest.visit, &secret, Some(&failed.problem)), &failed)
        }
    }
}

/// The codes that are told once, and the cookie of the session that begins.
async fn welcomed(guest: &Guest, told: axum::response::Response, next: &'static str) -> Reply {
    let cookie = told.headers().get(header::SET_COOKIE).cloned();
    let bytes = axum::body::to_bytes(told.into_body(), LARGEST).await.map_err(|_| Failed::away())?;
    let told: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let codes = told.get("recovery").and_then(Value::as_array).into_iter().flatten();
    let codes = codes.filter_map(|code| code.as_str().map(str::to_owned)).collect();
    let mut response = html(factor(&guest.visit, &Factor::Done { codes, next }, None))?;
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
