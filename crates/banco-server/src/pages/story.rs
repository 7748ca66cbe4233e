//! Rounds of one's own, in a list and as stories.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use banco_cards::Card;
use banco_engine::link::TableId;
use banco_engine::table::Person;
use banco_pages::rounds::{HandTold, Line, Step, Story};
use banco_reports::{Cursor, HandRow, RoundInFull};
use banco_wire::Moment;

use super::rounds::{brief, in_full, one, settled};
use super::{Guest, Page, html};
use crate::api::Reply;
use crate::api::reports::{heard, history, proofs};
use crate::app::App;
use crate::live::{Sees, sees_table};
use crate::problem::Failed;

/// So many rounds stand on a page.
const MOST: usize = 30;

/// `GET /rounds`
pub async fn list(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let person = guest.caller.person()?;
    let cursor: Option<Cursor> = query.get("cursor").and_then(|text| text.parse().ok());
    let books = app.floor.books();
    let page = history(&app).await?.rounds_of(books.pit().shelf(), person, cursor, MOST)?;
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
    let full = heard(&app, &sees, full).await?;
    let story = story(&app, person, table, &full).await?;
    html(banco_pages::rounds::story(&guest.visit, &story))
}

async fn story(app: &App, person: Person, table: TableId, full: &RoundInFull) -> Result<Story, Failed> {
    let (before, after) = beside(app, person, full).await?;
    Ok(Story {
        table: table.0,
        shoe: full.round.shoe,
        settled: settled(app, full, person),
        steps: steps(app, table, full),
        player: hand(&full.round.player),
        banker: hand(&full.round.banker),
        entries: (full.round.first, full.round.last),
        promise: promise(app, table, full).await?,
        before,
        after,
    })
}

/// The steps, each clause with what it says.
fn steps(app: &App, table: TableId, full: &RoundInFull) -> Vec<Step> {
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
    let step = |step: &banco_reports::StepRow| Step {
        at: moment(step.at),
        text: step.text.clone(),
        clauses: step.clauses.iter().map(|&clause| (clause.to_owned(), says(clause))).collect(),
        open: step.open,
    };
    full.steps.iter().map(step).collect()
}

fn hand(row: &HandRow) -> HandTold {
    let cards: Vec<Card> = row.cards.iter().filter_map(|card| card.parse().ok()).collect();
    HandTold { cards, total: row.total }
}

/// What was promised about the shoe of a round, and whether it was shown since.
async fn promise(app: &App, table: TableId, full: &RoundInFull) -> Result<Option<(String, bool)>, Failed> {
    let proofs = proofs(app, table).await?;
    let before = full.round.first;
    let shown = proofs.shown.iter().map(|proof| (&proof.promise, Some(proof.shown.number)));
    let shown = shown.map(|(promise, shown)| (promise.number, promise.root.to_string(), shown));
    let sealed = proofs.unopened.iter().map(|(number, promise)| (*number, promise.root.to_string(), None));
    let last = shown.chain(sealed).filter(|(number, ..)| *number < before).max_by_key(|(number, ..)| *number);
    // One that was shown before the round was not dealt from: real cards were.
    let dealt = last.filter(|(.., shown)| shown.is_none_or(|shown| shown > before));
    Ok(dealt.map(|(_, root, shown)| (root, shown.is_some())))
}

/// The rounds of the same person before and after one.
async fn beside(
    app: &App,
    person: Person,
    full: &RoundInFull,
) -> Result<(Option<String>, Option<String>), Failed> {
    let books = app.floor.books();
    let (history, shelf) = (history(app).await?, books.pit().shelf());
    let before = history.rounds_of(shelf, person, Some(full.round.cursor), 1)?;
    let newest = history.rounds_of(shelf, person, None, MOST)?;
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
