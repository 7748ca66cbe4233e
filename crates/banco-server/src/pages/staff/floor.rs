//! The floor at a glance.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use banco_engine::Name;
use banco_engine::link::{self, Link, TableId};
use banco_engine::table::{Rules, Viewer};
use banco_money::Amount;
use banco_pages::staff::floor::{FloorView, LinkPanel, Tile};
use banco_rulebook::model::link::LockMode;
use banco_wire::{LinkViewer, LobbyTable, Money, rules_text};

use super::matters;
use super::orders::{Hand, SOME_REASON};
use super::relay::done;
use crate::alarms;
use crate::api::Reply;
use crate::app::App;
use crate::live::{link_seen, table_seen};
use crate::pages::{Guest, Page, fields, html, parts_json};
use crate::problem::Failed;
use crate::round_index::is_at_hand;

/// The pace is that of the last so many rounds.
const LAST: usize = 10;

/// `GET /floor`
pub async fn page(State(app): Page, guest: Guest) -> Reply {
    html(banco_pages::staff::floor::floor(&guest.visit, &view(&app, &guest).await?))
}

/// `GET /floor/parts`
pub async fn parts(State(app): Page, mut guest: Guest) -> Reply {
    guest.visit.path = "/floor".to_owned();
    let view = view(&app, &guest).await?;
    parts_json(&app, view.seq, &banco_pages::staff::floor::parts(&guest.visit, &view))
}

/// `POST /floor/known`: somebody says that they know of an alarm.
pub async fn known(State(app): Page, guest: Guest, headers: HeaderMap, bytes: Bytes) -> Reply {
    let form = fields(&bytes);
    alarms::know(&app, guest.caller.person()?, form.text("matter")).await?;
    done(&headers, form.back())
}

async fn view(app: &Arc<App>, guest: &Guest) -> Result<FloorView, Failed> {
    let books = app.floor.books();
    let hand = Hand { app, books: &books, session: guest.caller.session()? };
    let mut tiles = Vec::new();
    for table in crate::lobby::tables(app, &books) {
        tiles.push(tile(&hand, table).await?);
    }
    let links = books.pit().links().map(|link| panel(&hand, link)).collect::<Result<_, _>>()?;
    Ok(FloorView {
        tiles,
        matters: matters::all(&hand).await?,
        links,
        now: matters::moment(app.now()),
        seq: app.lobby.version(),
    })
}

async fn tile(hand: &Hand<'_>, table: LobbyTable) -> Result<Tile, Failed> {
    let number = TableId(table.table);
    let seen = table_seen(hand.app, hand.books, number, Viewer::Floor)?;
    let owed = seen.staff.as_ref().map(|staff| staff.owed.iter().map(|owed| owed.amount.minor).sum());
    let currency = seen.terms.currency;
    Ok(Tile {
        until: seen.clock.map(|clock| clock.until),
        pace: pace(hand, number).await?,
        win: seen.books.as_ref().and_then(|books| books.result),
        owed: owed.map(|minor| Money { minor, currency }),
        table,
    })
}

/// Hands an hour, by when the last ones began.
async fn pace(hand: &Hand<'_>, table: TableId) -> Result<Option<u32>, Failed> {
    if !is_at_hand(hand.app, hand.books, table).await {
        return Ok(None);
    }
    let shelf = hand.books.pit().shelf();
    let page = hand.app.index.rounds(|rounds| rounds.rounds(shelf, table, None, LAST))?;
    let (Some(newest), Some(oldest)) = (page.rounds.first(), page.rounds.last()) else { return Ok(None) };
    let (newest, oldest) = (newest.cursor.began.0, oldest.cursor.began.0);
    let hands = i64::try_from(page.rounds.len()).unwrap_or(i64::MAX).saturating_sub(1);
    let took = newest.saturating_sub(oldest);
    let hour = 3_600_000_000_i64;
    Ok((took > 0).then(|| u32::try_from(hands.saturating_mul(hour) / took).unwrap_or(u32::MAX)))
}

fn panel(hand: &Hand<'_>, link: &Link) -> Result<LinkPanel, Failed> {
    let setup = link.setup();
    let meter = setup.meters.first().map(|meter| meter.id);
    let adjust = link::Wanted::Adjust {
        amount: Amount::from_minor(1, setup.currency),
        meter: meter.unwrap_or(setup.name),
        reason: SOME_REASON.into(),
        reserve: false,
    };
    let reason = || SOME_REASON.into();
    let naming = |rules: &&Arc<Rules>| rules.links.iter().any(|known| known.name == setup.name);
    let rules: Vec<&Arc<Rules>> = hand.books.pit().shelf().all().filter(naming).collect();
    let others = hand.books.pit().links().map(|other| other.setup().name).filter(|name| *name != setup.name);
    let others: Vec<Name> = others.collect();
    let (by, to) = (rules.first().map(|rules| rules.id), others.first().copied().unwrap_or(setup.name));
    let opens = |rules| hand.link(setup.name, "open", link::Command::Open { rules });
    let asks = |wanted: link::Wanted| hand.link(setup.name, "ask", link::Command::Ask(wanted));
    Ok(LinkPanel {
        open: by.filter(|_| !link.is_open()).map(opens),
        close: asks(link::Wanted::Close { reason: reason() }),
        change: by.map(|rules| asks(link::Wanted::Change { reason: reason(), rules })),
        transfer: asks(link::Wanted::TransferOut {
            meter: meter.unwrap_or(setup.name),
            reason: reason(),
            to,
        }),
        rules: rules.iter().map(|rules| (rules_text(rules.id), rules.terms.name.clone())).collect(),
        others: others.iter().map(|name| (name.to_string(), name.to_string())).collect(),
        seen: link_seen(hand.app, hand.books, &setup.name, LinkViewer::Staff)?,
        locks_all: setup.lock == LockMode::All,
        executive_from: setup.executive_from.map(Into::into),
        adjust: hand.link(setup.name, "ask", link::Command::Ask(adjust)),
        read: hand.link(setup.name, "take_reading", link::Command::TakeReading { day: u32::MAX }),
    })
}
