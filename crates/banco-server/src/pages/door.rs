//! Coming in and going out, by forms.

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use banco_pages::signin::{Door, notices_page, signin};
use banco_people::{Notice, Reach, Session, SignIn};
use banco_wire::Moment;
use std::collections::HashMap;

use super::{Fields, Guest, Page, fields, html, see};
use crate::api::Reply;
use crate::api::session::{by_code, by_password, new_guest, play_money, put_cookies, recognizable, sign_out};
use crate::app::App;
use crate::forms::NothingHappened;
use crate::problem::Failed;

/// `GET /sign-in`
pub async fn page(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let back = query.get("back").cloned().unwrap_or_default();
    html(signin(&guest.visit, &door(&app, &back)))
}

fn door(app: &App, back: &str) -> Door {
    Door {
        back: back.to_owned(),
        play_money: app.is_demo().then(|| play_money(app.currency())),
        ticket: None,
        wrong: None,
    }
}

/// `POST /guest`
pub async fn guest(State(app): Page, guest: Guest, bytes: Bytes) -> Reply {
    let fields = fields(&bytes);
    let mut response = see(fields.back());
    if guest.caller.session().is_err() {
        let signed_in = new_guest(&app, &guest.caller, &guest_name()).await?;
        put_cookies(&app, &guest.caller.client, &mut response, &signed_in);
    }
    Ok(response)
}

/// Guests are numbers; a number that somebody else has as well does no harm.
pub fn guest_name() -> String {
    let mut bytes = [0; 2];
    let _ = getrandom::fill(&mut bytes);
    format!("Guest {}", u16::from_le_bytes(bytes) % 9_000 + 1_000)
}

/// `POST /sign-in`
pub async fn answer(State(app): Page, guest: Guest, bytes: Bytes) -> Reply {
    let fields = fields(&bytes);
    let guest = Guest { caller: recognizable(&app, guest.caller, false)?, ..guest };
    let outcome = match fields.text("ticket") {
        "" => {
            by_password(&app, &guest.caller, fields.text("login"), fields.secret("password").to_owned()).await
        }
        ticket => by_code(&app, &guest.caller, ticket, fields.text("code")).await.map(SignIn::In),
    };
    match outcome {
        Ok(SignIn::In(signed_in)) => {
            let next = first_page(&fields, &signed_in.session);
            let mut response = match signed_in.notices.as_slice() {
                [] => see(&next),
                notices => html(notices_page(&guest.visit, &named(notices), &next))?,
            };
            put_cookies(&app, &guest.caller.client, &mut response, &signed_in);
            Ok(response)
        }
        Ok(SignIn::SecondStep(ticket)) => {
            let ticket = Some(ticket.reveal().to_string());
            let mut response = html(signin(&guest.visit, &Door { ticket, ..door(&app, fields.back()) }))?;
            // Nobody is in yet: whoever goes back may give another name.
            response.extensions_mut().insert(NothingHappened);
            Ok(response)
        }
        Err(failed) => again(&app, &guest, &fields, failed),
    }
}

/// What others have done about an account, as pages name it.
pub fn named(notices: &[Notice]) -> Vec<(&'static str, Moment)> {
    notices.iter().map(|notice| (notice.what.name(), Moment::from_micros(notice.at.0))).collect()
}

/// Where a new session goes: to the second factor that it lacks, where it wanted to, or to the first page of its roles.
fn first_page(fields: &Fields, session: &Session) -> String {
    if session.reach == Reach::Enrolment {
        return "/second-factor".to_owned();
    }
    let own = super::staff::sections(session).first().map(|section| section.path());
    match (fields.back(), own) {
        ("/", Some(own)) => own.to_owned(),
        (back, _) => back.to_owned(),
    }
}

/// The same form once more, with what was wrong.
fn again(app: &App, guest: &Guest, fields: &Fields, failed: Failed) -> Reply {
    // Whoever sends no form is told as a program is.
    if !fields.has("login") && !fields.has("ticket") {
        return Err(Failed::bad("bad_body", "the form is not filled in"));
    }
    let ticket = Some(fields.text("ticket").to_owned()).filter(|ticket| !ticket.is_empty());
    let wrong = Some((*failed.problem).clone());
    let mut response = html(signin(&guest.visit, &Door { ticket, wrong, ..door(app, fields.back()) }))?;
    *response.status_mut() =
        StatusCode::from_u16(failed.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Ok(response)
}

/// `POST /sign-out`: whoever is out already stays out.
pub async fn leave(State(app): Page, guest: Guest) -> Reply {
    if guest.caller.session().is_err() {
        return Ok(see("/"));
    }
    let out = sign_out(State(app), guest.caller).await?;
    let mut response = see("/");
    response.headers_mut().extend(out.headers().clone());
    Ok(response)
}
