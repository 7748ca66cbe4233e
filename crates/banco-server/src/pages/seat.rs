//! A seat at a table: the page, its sections, and sitting down.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use banco_cards::Side;
use banco_engine::cage;
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::table::{Person, Rules, Viewer};
use banco_floor::Books;
use banco_odds::{DrawTable, FiveRule, Outlook, Shoe};
use banco_pages::seat::{Chances, Seat};
use banco_people::{Permission, Session};
use banco_wire::{CardSeen, Limit, LinkSeen, LinkViewer, Moment, TableSeen};
use serde_json::json;

use super::door::guest_name;
use super::rounds::told;
use super::{Guest, Page, fields, html, parts_json, see};
use crate::api::commands::{FormTo, by_form};
use crate::api::session::{cookie_of, new_guest, put_cookie};
use crate::api::{Reply, number, table_in};
use crate::app::App;
use crate::live::{account_seen, link_seen, sees_table, table_seen, table_viewer, viewer_at};
use crate::problem::Failed;
use crate::sessions::Who;

/// On a demo floor a guest who sits down brings so many of the least wagers on a hand, if they have as much. At no table is
/// that all that a guest has, so that something is left for another one. On a real floor only its owner moves their money.
const BRINGS: i64 = 40;

/// `GET /tables/{table}`
pub async fn page(State(app): Page, guest: Guest, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    let seat = seat(&app, &guest, table).await?;
    html(banco_pages::seat::seat(&guest.visit, &seat))
}

/// `GET /tables/{table}/parts`
pub async fn parts(State(app): Page, guest: Guest, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    let seat = seat(&app, &guest, table).await?;
    parts_json(&app, seat.seq, &banco_pages::seat::parts(&guest.visit, &seat))
}

async fn seat(app: &Arc<App>, guest: &Guest, table: TableId) -> Result<Seat, Failed> {
    let viewer = table_viewer(app, &guest.caller, None)?;
    sees_table(&guest.caller, table)?;
    let books = app.floor.books();
    let looks = guest.caller.person().ok();
    let seen = table_seen(app, &books, table, viewer_at(&books, table, viewer, looks))?;
    let rules = Arc::clone(table_in(&books, table)?.rules());
    let (_, file) = app.tables.get(table).ok_or_else(|| Failed::not_found("table"))?;
    let person = match viewer {
        Viewer::Participant(person) => Some(person),
        _ => None,
    };
    let (settled, history) = match person.filter(|_| seen.own.is_some()) {
        Some(person) => told(app, table, person).await?,
        None => (None, Vec::new()),
    };
    Ok(Seat {
        number: table.0,
        name: file.name.clone(),
        posted: app.posted.of(&rules).await.ok_or_else(Failed::away)?,
        account: person.and_then(|person| account_seen(app, &books, person, cage::Viewer::Owner).ok()),
        links: links(
            app,
            &books,
            &rules.terms.links.iter().map(|link| link.name.to_string()).collect::<Vec<_>>(),
        ),
        settled,
        history,
        now: Moment::from_micros(app.now().0),
        seq: seq(&books, table),
        can_undo: person.is_some_and(|person| app.placed.can_undo(table, person, seen.round.number.0)),
        chances: chances(&rules, &seen),
        seen,
    })
}

fn links(app: &App, books: &Books, names: &[String]) -> Vec<LinkSeen> {
    names.iter().filter_map(|name| link_seen(app, books, name, LinkViewer::Everybody).ok()).collect()
}

/// What both hands can still do, while somebody is asked to take or press a payout: from a full shoe less the four cards
/// that lie open.
fn chances(rules: &Rules, seen: &TableSeen) -> Vec<Chances> {
    let asked = seen.prompts.iter().any(|prompt| prompt.prompt == "take_or_press");
    let counts = seen.round.player.count.zip(seen.round.banker.count).filter(|_| asked);
    let Some((player, banker)) = counts else { return Vec::new() };
    let open = seen.round.player.cards.iter().chain(&seen.round.banker.cards).filter_map(|card| match card {
        CardSeen::Up(card) => Some(card.0),
        CardSeen::Held(_) | CardSeen::Down(_) => None,
    });
    let full = Shoe::from_pack(&rules.terms.pack());
    let Ok(left) = open.into_iter().try_fold(full, Shoe::without) else { return Vec::new() };
    let draw = DrawTable::from_terms(&rules.terms, FiveRule::Draw);
    let outlook = Outlook::from_counts(&draw, [player, banker], &left);
    let of_hand = |side: Side| {
        let [wins, ties, loses] = outlook.of_hand(side);
        Chances { side: side.into(), wins, ties, loses }
    };
    Side::BOTH.map(of_hand).to_vec()
}

/// How far the stream of a table has come.
fn seq(books: &Books, table: TableId) -> u64 {
    let stream = banco_floor::name_of(Stream::Table(table));
    stream.map(|stream| books.head(&stream).version).unwrap_or_default()
}

/// `POST /tables/{table}/seat`: sits somebody down, on a demo floor with chips; whoever is nobody becomes a guest first.
pub async fn sit(State(app): Page, guest: Guest, Path(table): Path<String>, bytes: Bytes) -> Reply {
    let table = TableId(number(&table, "table")?);
    sees_table(&guest.caller, table)?;
    let fields = fields(&bytes);
    let wanted = Some(fields.text("seat")).filter(|seat| !seat.is_empty());
    let wanted =
        wanted.map(|seat| number(seat, "seat")).transpose()?.and_then(|seat| u8::try_from(seat).ok());
    table_in(&app.floor.books(), table)?;
    let mut response = see(&format!("/tables/{}", table.0));
    match &guest.caller.who {
        Who::Device(_) => return Err(no_player()),
        Who::Person(_) if !guest.caller.may(Permission::Play) => return Err(no_player()),
        Who::Person(signed) => sit_down(&app, &signed.session, table, wanted, &fields.key()?).await?,
        Who::Nobody => {
            let signed_in = new_guest(&app, &guest.caller, &guest_name()).await?;
            sit_down(&app, &signed_in.session, table, wanted, &fields.key()?).await?;
            put_cookie(&mut response, &cookie_of(&app, &signed_in));
        }
    }
    Ok(response)
}

fn no_player() -> Failed {
    Failed::new(StatusCode::CONFLICT, "not_a_player", "you do not play here")
}

async fn sit_down(
    app: &Arc<App>,
    session: &Session,
    table: TableId,
    wanted: Option<u8>,
    key: &str,
) -> Result<(), Failed> {
    let books = app.floor.books();
    let seen = table_seen(app, &books, table, Viewer::Participant(session.person))?;
    if seen.own.is_some() {
        return Ok(());
    }
    let seat = wanted.or_else(|| free_seat(&seen)).ok_or_else(|| {
        Failed::new(StatusCode::CONFLICT, "no_free_seat", "no seat is free at this table")
            .hint("watch it until somebody leaves, or choose another table")
    })?;
    let to = FormTo::Table(table);
    by_form(app, session, to, &format!("{key} sit"), &json!({ "do": "sit", "seat": seat })).await?;
    let chips = brings(app, &app.floor.books(), &seen, session.person);
    if app.is_demo() && chips > 0 {
        let amount = json!({ "minor": chips, "currency": seen.terms.currency });
        let buy_in = json!({ "do": "buy_in", "amount": amount, "with": "account" });
        by_form(app, session, to, &format!("{key} chips"), &buy_in).await?;
    }
    Ok(())
}

/// The first seat that nobody has; automatic players come from the other side.
fn free_seat(seen: &TableSeen) -> Option<u8> {
    let taken = |number: u8| seen.places.iter().any(|place| place.seat == number && !place.behind);
    seen.terms.seats.iter().map(|seat| seat.number).find(|number| !taken(*number))
}

/// What somebody brings to the table, in minor units: no more than they have, and than they may still lose.
fn brings(app: &App, books: &Books, seen: &TableSeen, person: Person) -> i64 {
    let Ok(account) = account_seen(app, books, person, cage::Viewer::Owner) else { return 0 };
    let losses = account.limits.iter().filter(|limit| matches!(limit.in_force, Limit::Loss { .. }));
    let left = losses.filter_map(|limit| limit.left).map(|left| left.minor).min();
    let balance = account.balance.minor.min(left.unwrap_or(i64::MAX)).max(0);
    let hands = seen.terms.wagers.iter().filter(|offer| offer.side.is_some());
    let least = hands.filter_map(|offer| offer.least).map(|money| money.minor).max();
    balance.min(least.unwrap_or(balance / BRINGS).saturating_mul(BRINGS))
}
