//! Rounds of one's own, in a list and as stories.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use banco_cards::Card;
use banco_engine::link::TableId;
use banco_engine::table::Person;
use banco_pages::rounds::{HandTold, Line, Step, Story};
use banco_reports::{Cursor, HandRow, PublicRound, RoundInFull};
use banco_wire::Moment;

use super::rounds::{brief, one, settled};
use super::{Guest, Page, html};
use crate::api::Reply;
use crate::api::reports::{in_full, public};
use crate::app::App;
use crate::live::{Sees, sees_table};
use crate::problem::Failed;
use crate::round_index::up_to;

/// So many rounds stand on a page.
const MOST: usize = 30;

/// `GET /rounds`
pub async fn list(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let person = guest.caller.person()?;
    let cursor: Option<Cursor> = query.get("cursor").and_then(|text| text.parse().ok());
    let books = app.floor.books();
    up_to(&app, &books, None).await?;
    let page = app.index.rounds(|rounds| rounds.rounds_of(books.pit().shelf(), person, cursor, MOST))?;
    let mut lines = Vec::new();
    for row in &page.rounds {
        let net = match row.ended {
            Some(_) => one(&app, person, row).await?.and_then(|settled| settled.net()),
            None => None,
        };
        let brief = banco_pages::seat::Brief { net, ..brief(&app, row) };
        lines.push(Line { table: row.table, began: moment(row.began), brief });
    }
    let next = page.next.map(|next| next.to_string());
    html(banco_pages::rounds::list(&guest.visit, &lines, next.as_deref()))
}

/// `GET /rounds/{round}`
pub async fn page(State(app): Page, guest: Guest, Path(round): Path<String>) -> Reply {
    let cursor: Cursor = round.parse().map_err(|_| Failed::not_found("round"))?;
    let person = guest.caller.person()?;
    let full = in_full(&app, cursor).await?.ok_or_else(|| Failed::not_found("round"))?;
    let table = TableId(full.round.table);
    sees_table(&guest.caller, table)?;
    let sees = Sees::of(&app, &guest.caller, None)?;
    let seen = public(&app, &sees, &full).await?;
    let story = story(&app, person, &full, &seen).await?;
    html(banco_pages::rounds::story(&guest.visit, &story))
}

/// The story of a round for somebody who was in it: their own money, and the steps that they could hear.
async fn story(app: &App, person: Person, full: &RoundInFull, seen: &PublicRound) -> Result<Story, Failed> {
    let table = TableId(full.round.table);
    let (before, after) = beside(app, person, full)?;
    Ok(Story {
        table: table.0,
        shoe: full.round.shoe,
        settled: settled(app, full, person),
        steps: steps(app, table, seen),
        player: hand(&seen.round.player),
        banker: hand(&seen.round.banker),
        entries: (full.round.first, full.round.last),
        promise: promise(app, table, full),
        before,
        after,
    })
}

/// The steps, each clause with what it says.
fn steps(app: &App, table: TableId, seen: &PublicRound) -> Vec<Step> {
    let books = app.floor.books();
    let rules = books.pit().table(table).map(|table| std::sync::Arc::clone(table.rules()));
    let says = |clause: &str| {
        let rules = rules.as_ref()?;
        rules
            .terms
            .rulebook
            .clauses
            .iter()
            .find(|known| known.id == clause)
            .map(|known| known.summary.clone())
    };
    let step = |step: &banco_reports::PublicStep| Step {
        at: moment(step.at),
        text: step.text.clone(),
        clauses: step.clauses.iter().map(|&clause| (clause.to_owned(), says(clause))).collect(),
        open: step.open,
    };
    seen.steps.iter().map(step).collect()
}

fn hand(row: &HandRow) -> HandTold {
    let cards: Vec<Card> = row.cards.iter().filter_map(|card| card.parse().ok()).collect();
    HandTold { cards, total: row.total }
}

/// What was promised about the shoe of a round, and whether it was shown since.
fn promise(app: &App, table: TableId, full: &RoundInFull) -> Option<(String, bool)> {
    let before = full.round.first;
    let last = app.index.shoe(table, |shoes| shoes.before(before))?;
    // One that was shown before the round was not dealt from: real cards were.
    let dealt = last.shown.is_none_or(|shown| shown > before);
    dealt.then(|| (last.committed.root.to_string(), last.shown.is_some()))
}

/// The rounds of the same person before and after one.
fn beside(app: &App, person: Person, full: &RoundInFull) -> Result<(Option<String>, Option<String>), Failed> {
    let books = app.floor.books();
    let shelf = books.pit().shelf();
    let before = app.index.rounds(|rounds| rounds.rounds_of(shelf, person, Some(full.round.cursor), 1))?;
    let newest = app.index.rounds(|rounds| rounds.rounds_of(shelf, person, None, MOST))?;
    let newer = newest.rounds.iter().take_while(|row| row.cursor != full.round.cursor).last();
    let here = newest.rounds.iter().any(|row| row.cursor == full.round.cursor);
    let text = |cursor: Cursor| cursor.to_string();
    Ok((
        before.rounds.first().map(|row| text(row.cursor)),
        newer.filter(|_| here).map(|row| text(row.cursor)),
    ))
}

fn moment(at: banco_reports::Moment) -> Moment {
    at.to_string().parse().unwrap_or(Moment::from_micros(0))
}
