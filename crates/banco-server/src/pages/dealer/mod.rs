//! The dealer's console: the pages, their sections, and the wizard for what goes wrong. What is done by their forms is in
//! `act`, what is collected for them in `collect`, what a dealer has called or named so far in `calls`.

pub mod act;
pub mod calls;
mod collect;
mod pads;
mod payments;
mod result;
mod wizard;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use banco_engine::link::TableId;
use banco_pages::dealer::{Assist, DealtTable};
use banco_wire::{Dealing, Pause, Phase};

pub use wizard::page as irregularity;

use super::{Guest, Page, fields, html, parts_json, see};
use crate::api::{Reply, number};
use crate::app::App;
use crate::sessions::cookie;

/// The cookie that keeps how much a dealer is told about their calls.
const ASSIST: &str = "banco-assist";

/// `GET /dealer`
pub async fn tables(State(app): Page, guest: Guest) -> Reply {
    html(banco_pages::dealer::list(&guest.visit, &dealt(&app)))
}

/// Tables at which somebody deals.
fn dealt(app: &App) -> Vec<DealtTable> {
    let books = app.floor.books();
    let one = |(table, file): (TableId, std::sync::Arc<crate::tables::TableFile>)| {
        if file.dealing != Dealing::Dealer {
            return None;
        }
        let there = books.pit().table(table)?;
        let view = banco_engine::table::view(there, banco_engine::table::Viewer::Dealer);
        let seated = view.places.iter().filter(|place| place.place.is_seated()).count();
        Some(DealtTable {
            number: table.0,
            name: file.name.clone(),
            pit: file.pit.clone(),
            game: there.rules().terms.rulebook.file.name.clone(),
            phase: Phase::from(view.phase),
            pause: view.pause.map(Pause::from),
            seats: (seated, there.rules().seats.len()),
        })
    };
    app.tables.all().into_iter().filter_map(one).collect()
}

/// `GET /dealer/{table}`
pub async fn page(State(app): Page, guest: Guest, Path(table): Path<String>, headers: HeaderMap) -> Reply {
    let table = TableId(number(&table, "table")?);
    let console = collect::console(&app, table, assist(&headers), guest.caller.person()?)?;
    html(banco_pages::dealer::console(&guest.visit, &console))
}

/// `GET /dealer/{table}/parts`
pub async fn parts(State(app): Page, guest: Guest, Path(table): Path<String>, headers: HeaderMap) -> Reply {
    let table = TableId(number(&table, "table")?);
    let console = collect::console(&app, table, assist(&headers), guest.caller.person()?)?;
    parts_json(&app, console.seq, &banco_pages::dealer::parts(&guest.visit, &console))
}

/// How much this dealer is told.
fn assist(headers: &HeaderMap) -> Assist {
    cookie(headers, ASSIST).map(|word| Assist::of(&word)).unwrap_or_default()
}

/// `POST /dealer/assist`
pub async fn choose_assist(_: Guest, bytes: Bytes) -> Reply {
    let fields = fields(&bytes);
    let mut response = see(fields.back());
    let word = Assist::of(fields.text("assist")).word();
    let kept = format!("{ASSIST}={word}; Path=/dealer; SameSite=Lax; Max-Age=31536000; HttpOnly");
    if let Ok(kept) = HeaderValue::from_str(&kept) {
        response.headers_mut().insert(header::SET_COOKIE, kept);
    }
    Ok(response)
}
