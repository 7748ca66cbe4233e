//! Guests and their play money, and what accounts are told of their owners.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use banco_engine::table::{Actor, Role};
use banco_engine::{cage, pit};
use banco_floor::{Ask, Wish};
use banco_house::{Said, participant};
use banco_journal::Hash;
use banco_money::{Amount, Currency};
use banco_people::{Session, SignedIn};
use banco_wire::Money;

use super::said::GuestWanted;
use super::welcome;
use crate::api::{Reply, body};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;
use crate::rate_limit::Arrival;
use crate::tables::house;

/// What a guest is given to play with, in minor units.
const PLAY_MONEY: i64 = 1_000_000;

/// `POST /api/v1/guests`
pub async fn guest(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: GuestWanted = body(&bytes)?;
    let signed_in = new_guest(&app, &caller, &wanted.name).await?;
    welcome(&app, &caller.client, &signed_in, wanted.bearer, Vec::new(), StatusCode::CREATED)
}

/// A guest with play money.
///
/// # Errors
/// This floor has no guests, or too many come in from there.
pub async fn new_guest(app: &Arc<App>, caller: &Caller, name: &str) -> Result<SignedIn, Failed> {
    app.rate_limiter.check_arrival(Arrival::Guest, caller.network)?;
    let signed_in = app.people.guest(name, &caller.client, app.now()).await?;
    super::ends_shown(app, caller).await;
    give_play_money(app, &signed_in.session).await?;
    app.refresh_people().await;
    Ok(signed_in)
}

/// A guest has an account like everybody else, with play money in it.
async fn give_play_money(app: &Arc<App>, session: &Session) -> Result<(), Failed> {
    let person = session.person;
    let currency = app.currency();
    let open = cage::Command::Open { currency, kind: cage::Kind::Demo };
    say(app, "open", participant(person), person, open).await?;
    let cashier = house().first(Role::Cashier);
    let amount = Amount::from_minor(PLAY_MONEY, currency);
    say(app, "deposit", cashier, person, cage::Command::Deposit { amount }).await?;
    tell_account(app, session, cage::Word::SessionStarted).await;
    Ok(())
}

/// An account counts how long its owner plays, from when they come in to when they go.
pub(super) async fn tell_account(app: &Arc<App>, session: &Session, word: cage::Word) {
    if app.floor.books().pit().account(session.person).is_none() {
        return;
    }
    let id = crate::api::command_id("house", &format!("session {} {word:?}", session.id));
    let said = Said::Word(pit::Word::Account(session.person, word));
    // Whoever is in stays in; the account hears of the time soon enough.
    if let Err(error) = app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await {
        tracing::warn!(%error, "an account was not told of a session");
    }
}

async fn say(
    app: &Arc<App>,
    what: &str,
    by: Actor,
    person: banco_engine::table::Person,
    command: cage::Command,
) -> Result<(), Failed> {
    let id = crate::api::command_id("house", &format!("guest {} {what}", person.0));
    let said = Said::Command(by, pit::Command::Account(person, command));
    let answered = app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await?;
    if answered.happened() {
        return Ok(());
    }
    tracing::error!(answer = answered.answer.text, "play money");
    Err(Failed::away())
}

/// Play money of a guest, for the pages.
#[must_use]
pub fn play_money(currency: Currency) -> Money {
    Money::from(Amount::from_minor(PLAY_MONEY, currency))
}
