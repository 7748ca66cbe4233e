//! What is done by the forms of the console. Every command goes the way that the API's commands go.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use banco_cards::Card;
use banco_engine::link::TableId;
use banco_engine::table::console::{self, Point};
use banco_engine::table::{Role, Viewer};
use banco_pages::dealer::ticks;
use banco_people::Session;
use banco_wire::TableSeen;
use serde_json::{Value, json};

use super::calls::{point, says};
use super::collect::turned;
use super::payments;
use super::result::ToldResult;
use crate::api::commands::{FormTo, by_form_as, command_to};
use crate::api::{Reply, table_in};
use crate::app::App;
use crate::boards;
use crate::live::table_seen;
use crate::pages::act::{command, done};
use crate::pages::staff::money;
use crate::pages::{AtTable, Fields, Guest, Page};
use crate::problem::Failed;

/// A dealer at a table, who does something under one key.
struct Hand<'a> {
    app: &'a Arc<App>,
    session: &'a Session,
    table: TableId,
    key: String,
}

/// `POST /dealer/{table}/do`
pub async fn at_table(
    State(app): Page,
    guest: Guest,
    Path(table): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let AtTable { table, session, fields } = AtTable::read(&guest, &table, &bytes)?;
    let key = fields.key()?;
    let hand = Hand { app: &app, session, table, key };
    match (fields.text("act"), fields.text("do")) {
        ("call", _) => hand.call(&fields)?,
        ("name", _) => hand.name(&fields)?,
        ("unname", _) => app.calls.unname(table, hand.seen()?.round.number.0),
        ("turn", _) => hand.turn().await?,
        ("down", _) => hand.deal_down().await?,
        ("burn_down", _) => hand.burn_down().await?,
        ("settle", _) => hand.settle(&fields).await?,
        ("result", _) => hand.result(&fields).await?,
        ("missing", _) => hand.missing(&fields).await?,
        ("call_floor", _) => boards::call_floor(&app, table, session.person).await?,
        ("", "card" | "burn_card") => hand.card(&fields).await?,
        ("", said) if !said.is_empty() => return hand.answer(said, &guest, &headers, &fields).await,
        _ => return Err(Failed::bad("bad_body", "the form does not say what to do")),
    }
    done(&headers, &format!("/dealer/{}", table.0), "")
}

/// The card of a form, by its two keys.
pub fn card_of(rank: &str, suit: &str) -> Result<Card, Failed> {
    format!("{rank}{suit}").parse().map_err(|_| {
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "card_needed", "a card has two keys: rank and suit")
            .at("/card")
            .hint("press the rank, then the suit, then Enter")
    })
}

impl Hand<'_> {
    fn seen(&self) -> Result<TableSeen, Failed> {
        table_seen(self.app, &self.app.floor.books(), self.table, Viewer::Dealer)
    }

    async fn says(&self, step: &str, command: &Value) -> Result<(), Failed> {
        let key = format!("{} {step}", self.key);
        self.gives(FormTo::Table(self.table), &key, command).await.map(|_| ())
    }

    async fn gives(&self, to: FormTo<'_>, key: &str, command: &Value) -> Result<Value, Failed> {
        by_form_as(self.app, self.session, Role::Dealer, to, key, command).await
    }

    /// Whatever the form says, to the table or to one of its links. Money is confirmed first, and ends in a receipt.
    async fn answer(&self, said: &str, guest: &Guest, headers: &HeaderMap, fields: &Fields) -> Reply {
        let page = format!("/dealer/{}", self.table.0);
        let currency = table_in(&self.app.floor.books(), self.table)?.rules().terms.currency;
        let told = command(said, fields, currency)?;
        let number = self.table.0.to_string();
        let (kind, id, to) = match fields.text("link") {
            "" => ("table", number.as_str(), FormTo::Table(self.table)),
            link => ("link", link, FormTo::Link(link)),
        };
        let meant =
            command_to(self.app, self.session.person, (kind, id), told.to_string().as_bytes()).await?;
        if let Some(moves) = money::to_confirm(self.app, self.session, Role::Dealer, fields, meant)? {
            return money::ask(headers, guest, fields, &format!("{page}/do"), moves);
        }
        let key = format!("{} {}", self.key, if kind == "link" { kind } else { "answer" });
        let given = self.gives(to, &key, &told).await?;
        match money::number_of(self.app, &given, &format!("{kind}/{id}")).await? {
            Some(number) if money::is_confirmed(fields) => money::done(headers, &number, &page),
            _ => done(headers, &page, ""),
        }
    }

    /// The dealer calls whether a hand draws, or who has won.
    fn call(&self, fields: &Fields) -> Result<(), Failed> {
        let bad = || Failed::bad("bad_body", "the form does not say what is called");
        let (at, word) = (point(fields.text("point")).ok_or_else(bad)?, fields.text("says"));
        let said = says(at, word).ok_or_else(bad)?;
        let books = self.app.floor.books();
        let there = table_in(&books, self.table)?;
        let (round, opinions) = (there.round().number, console::opinions(there));
        let over = || {
            Failed::new(
                StatusCode::CONFLICT,
                "nothing_to_call",
                "there is nothing of the kind to be called now",
            )
        };
        let opinion = opinions.iter().find(|opinion| opinion.point == at).ok_or_else(over)?;
        let agreed = self.app.calls.call(self.table, round, opinion, said);
        // Whoever says that no hand draws has called both.
        let banker = opinions.iter().find(|opinion| opinion.point == Point::BankerDraws);
        if let Some(banker) = banker.filter(|_| word == "none" && agreed) {
            self.app.calls.call(self.table, round, banker, said);
        }
        Ok(())
    }

    /// A card of the hand that is turned gets its name; nothing is recorded before it is turned.
    fn name(&self, fields: &Fields) -> Result<(), Failed> {
        let card = card_of(fields.text("rank"), fields.text("suit"))?;
        let seen = self.seen()?;
        self.app.calls.name(self.table, seen.round.number.0, turned(&seen), card);
        Ok(())
    }

    /// The hand is laid open, with the cards that were named. What is refused is to be named again.
    async fn turn(&self) -> Result<(), Failed> {
        let seen = self.seen()?;
        let round = seen.round.number.0;
        let named = self.app.calls.named(self.table, round, turned(&seen));
        let cards: Vec<String> = named.iter().map(ToString::to_string).collect();
        let done = self.says("turn", &json!({ "do": "turn_cards", "cards": cards })).await;
        self.app.calls.forget_names(self.table, round);
        done
    }

    /// A card that is dealt or burned, as it lies.
    async fn card(&self, fields: &Fields) -> Result<(), Failed> {
        let card = card_of(fields.text("rank"), fields.text("suit"))?;
        self.says("card", &json!({ "do": fields.text("do"), "card": card.to_string() })).await
    }

    /// Cards that nobody has seen: all of the first ones, or the third that is due.
    async fn deal_down(&self) -> Result<(), Failed> {
        let before = self.seen()?.round.stage.map(|stage| stage.name);
        for at in 0..6 {
            let seen = self.seen()?;
            let due = seen.prompts.iter().any(|prompt| prompt.prompt == "card_due");
            let books = self.app.floor.books();
            let next = console::next_card(table_in(&books, self.table)?);
            if at > 0 && (!due || next.named || seen.round.stage.map(|stage| stage.name) != before) {
                break;
            }
            self.says(&format!("card {at}"), &json!({ "do": "card" })).await?;
        }
        Ok(())
    }

    /// The cards that follow a burned one go face down, as many as the rulebook counts by it.
    async fn burn_down(&self) -> Result<(), Failed> {
        let left = console::next_card(table_in(&self.app.floor.books(), self.table)?).to_burn;
        for at in 0..left.unwrap_or(1) {
            self.says(&format!("burn {at}"), &json!({ "do": "burn_card" })).await?;
        }
        Ok(())
    }

    /// A card that is missing from the decks.
    async fn missing(&self, fields: &Fields) -> Result<(), Failed> {
        let card = card_of(fields.text("rank"), fields.text("suit"))?;
        self.says("missing", &json!({ "do": "report_missing_card", "card": card.to_string() })).await
    }

    /// The result of a round without cards: what was called must agree with the counts, then the rules decide.
    async fn result(&self, fields: &Fields) -> Result<(), Failed> {
        let told = ToldResult::read(fields)?;
        self.says("result", &told.command()).await
    }

    /// Every line is done, so the round is settled.
    async fn settle(&self, fields: &Fields) -> Result<(), Failed> {
        let wanted = {
            let books = self.app.floor.books();
            let there = table_in(&books, self.table)?;
            let will = console::payments(there).unwrap_or_default();
            ticks(&payments::told(there, &will))
        };
        let done = (0..wanted).filter(|tick| fields.has(&format!("done.{tick}"))).count();
        if done < wanted {
            let title = format!("{} of {wanted} lines are still to be collected or paid", wanted - done);
            return Err(Failed::new(StatusCode::CONFLICT, "not_all_paid", title)
                .hint("tick every line off, in its order, then settle"));
        }
        self.says("settle", &json!({ "do": "settle" })).await
    }
}
