//! A screen becomes a display: it shows a code until two administrators have taken it on, and then the sign of its table.
//! Nobody types or presses anything at it.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use banco_pages::display::{Screen, screen};
use banco_people::{Paired, PairingToken, PeopleError};
use banco_wire::Moment;

use super::{Guest, Page, html, see};
use crate::api::Reply;
use crate::api::session::put_cookie;
use crate::app::App;
use crate::problem::Failed;
use crate::rate_limit::Arrival;
use crate::sessions::{DISPLAY_COOKIE, cookie, set_display_cookie};

/// How often a screen looks whether it was taken on, in seconds.
const EVERY: &str = "5";

/// `GET /display`
pub async fn page(State(app): Page, guest: Guest, headers: HeaderMap) -> Reply {
    let (token, state) = state(&app, &guest, &headers).await?;
    let mut response = match state {
        Paired::Device(device) => see(&format!("/tables/{}/sign", device.table)),
        Paired::Code(code, until) => {
            let until = Moment::from_micros(until.0);
            again(html(screen(&guest.visit, &Screen::Code { code, until }))?)
        }
        Paired::Waits => again(html(screen(&guest.visit, &Screen::Waits))?),
    };
    put_cookie(&mut response, &set_display_cookie(&token.reveal()));
    Ok(response)
}

/// How far this screen has come; one that has nothing, or whose code is over, is given a new code.
async fn state(app: &App, guest: &Guest, headers: &HeaderMap) -> Result<(PairingToken, Paired), Failed> {
    if let Some(token) = cookie(headers, DISPLAY_COOKIE).and_then(|text| PairingToken::read(&text)) {
        match app.people.paired(&token, app.now()).await {
            Ok(paired) => return Ok((token, paired)),
            Err(PeopleError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    app.rate_limiter.check_arrival(Arrival::Screen, guest.caller.network)?;
    let (token, code, until) = app.people.begin_pairing(app.now()).await?;
    Ok((token, Paired::Code(code, until)))
}

/// The page asks for itself again: a screen has nobody who would.
fn again(mut response: Response) -> Response {
    response.headers_mut().insert("refresh", HeaderValue::from_static(EVERY));
    response
}
