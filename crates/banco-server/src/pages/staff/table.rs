//! One table, as the floor sees it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::table::{Account, Command, Person, Rules, Table, Tender, Viewer, VoidReason, Wanted};
use banco_journal::By;
use banco_money::Amount;
use banco_pages::staff::matters::About;
use banco_pages::staff::table::{Orders, Run, TableDesk, Terms};
use banco_wire::{Moment, rules_text};

use super::matters;
use super::orders::{Hand, SOME_REASON};
use crate::api::{Reply, number, table_in};
use crate::app::App;
use crate::live::table_seen;
use crate::pages::{Guest, Page, html, parts_json};
use crate::problem::Failed;

/// Whoever has done something in the last so many entries works here.
const LATELY: u64 = 300;

/// `GET /floor/tables/{table}`
pub async fn page(State(app): Page, guest: Guest, Path(table): Path<String>) -> Reply {
    let desk = desk(&app, &guest, TableId(number(&table, "table")?)).await?;
    html(banco_pages::staff::table::table(&guest.visit, &desk))
}

/// `GET /floor/tables/{table}/parts`
pub async fn parts(State(app): Page, mut guest: Guest, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    guest.visit.path = format!("/floor/tables/{}", table.0);
    let desk = desk(&app, &guest, table).await?;
    parts_json(&app, desk.seq, &banco_pages::staff::table::parts(&guest.visit, &desk))
}

async fn desk(app: &Arc<App>, guest: &Guest, number: TableId) -> Result<TableDesk, Failed> {
    let books = app.floor.books();
    let hand = Hand { app, books: &books, session: guest.caller.session()? };
    let table = table_in(&books, number)?;
    let seen = table_seen(app, &books, number, Viewer::Floor)?;
    let (version, file) = app.tables.get(number).ok_or_else(|| Failed::not_found("table"))?;
    let info = app.boards.of(number).info.clone();
    let mut here = matters::all(&hand).await?;
    // Notices stand in a place of their own here.
    here.retain(|matter| matter.table() == Some(number.0) && !matches!(matter.about, About::Notice(_)));
    let stream = banco_floor::name_of(Stream::Table(number));
    let seq = stream.map(|stream| books.head(&stream).version).unwrap_or_default();
    Ok(TableDesk {
        number: number.0,
        name: file.name.clone(),
        pit: file.pit.clone(),
        matters: here,
        notices: matters::notices(&hand, number, &seen).into_iter().map(|(notice, _)| notice).collect(),
        orders: orders(&hand, number, table),
        terms: terms(&hand, number, table),
        void_reasons: void_reasons(table.rules()),
        run: Run { version, betting_seconds: file.betting_seconds, answer_seconds: file.answer_seconds },
        info: info.map(|info| (info.page.title, info.page.text, app.name_of(Person(info.by)))),
        staff: workers(app, number, seq).await?,
        now: matters::moment(app.now()),
        seq,
        seen,
    })
}

fn orders(hand: &Hand<'_>, number: TableId, table: &Table) -> Orders {
    let amount = Amount::from_minor(1, table.rules().terms.currency);
    let reason = || SOME_REASON.to_owned();
    // Somebody who is there, so that what is tried says whether it can be done at all.
    let person = table.people().first().map_or(Person(0), |one| one.person);
    let at = hand.app.minute();
    let order = |name: &'static str, command: Command| hand.table(number, name, command);
    let void = Wanted::Void { reason: SOME_REASON.into(), why: VoidReason::CannotBeCompleted };
    let correction =
        Wanted::Correction { amount, from: Account::Tray, reason: SOME_REASON.into(), to: Account::House };
    let see_off = Wanted::SeeOff { person, reason: SOME_REASON.into() };
    Orders {
        open: order("open_table", Command::OpenTable { float: amount, differential: None, at }),
        close: order("close_table", Command::CloseTable),
        hold: order("hold", Command::Hold { reason: reason() }),
        resume: order("resume", Command::Resume),
        void: order("void_round", Command::VoidRound { reason: reason() }),
        ask_void: order("ask", Command::Ask(void)),
        recut: order("order_recut", Command::OrderRecut { reason: reason() }),
        pass: order("order_pass", Command::OrderPass { reason: reason() }),
        relinquish: order("order_relinquish", Command::OrderRelinquish { reason: reason() }),
        pass_over: order("pass_over", Command::PassOver { reason: reason() }),
        fill: order("fill_tray", Command::FillTray { amount, credit: false }),
        credit: order("fill_tray", Command::FillTray { amount, credit: true }),
        correct: order("ask", Command::Ask(correction)),
        see_off: order("ask", Command::Ask(see_off)),
        promote: order("promote", Command::Promote { person, tender: Tender::Promotional, amount }),
        accommodate: order(
            "accommodate",
            Command::Accommodate { person, helper: Person(u32::MAX), reason: reason() },
        ),
    }
}

/// Other rules of the same rulebook that the house knows, with what they differ in.
fn terms(hand: &Hand<'_>, number: TableId, table: &Table) -> Vec<Terms> {
    let own = table.rules();
    let same = |rules: &&Arc<Rules>| {
        rules.terms.rulebook.file.id == own.terms.rulebook.file.id && rules.id != own.id
    };
    let others = hand.books.pit().shelf().all().filter(same);
    others
        .map(|rules| Terms {
            name: rules.terms.name.clone(),
            rules: rules_text(rules.id),
            differs: differs(own, rules),
            adopt: hand.table(
                number,
                "adopt_terms",
                Command::AdoptTerms { rules: Arc::clone(rules), at: hand.app.minute() },
            ),
        })
        .collect()
}

/// Limits and choices that are not the same.
fn differs(own: &Rules, other: &Rules) -> Vec<(String, String, String)> {
    let (before, after) = (stated(own), stated(other));
    let keys: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let value =
        |of: &BTreeMap<String, String>, key: &String| of.get(key).cloned().unwrap_or_else(|| "–".to_owned());
    keys.into_iter()
        .filter(|key| before.get(*key) != after.get(*key))
        .map(|key| (key.clone(), value(&before, key), value(&after, key)))
        .collect()
}

/// Every wager with its limits, and every choice.
fn stated(rules: &Rules) -> BTreeMap<String, String> {
    let limit = |amount: Option<Amount>| amount.map_or_else(|| "–".to_owned(), |amount| amount.to_string());
    let wagers = rules.spots.iter().map(|spot| {
        (spot.label.to_string(), format!("{} – {}", limit(spot.offered.min), limit(spot.offered.max)))
    });
    let options = rules.terms.rulebook.file.options.iter().map(|option| {
        let chosen = Some(rules.terms.option(&option.id)).filter(|chosen| !chosen.is_empty());
        (option.id.clone(), chosen.unwrap_or("–").to_owned())
    });
    wagers.chain(options).collect()
}

fn void_reasons(rules: &Rules) -> Vec<(String, String, Vec<String>)> {
    let all = rules.terms.rulebook.file.irregularities.iter();
    all.map(|one| (one.id.as_str().to_owned(), one.event.clone(), one.cite.as_slice().to_vec())).collect()
}

/// Who has done something at tables lately, kept from one look at a page to the next: only what is new is read.
#[derive(Default)]
pub struct Workers(Mutex<HashMap<TableId, Lately>>);

/// Those of one table, up to an entry: in which capacity, who, at which entry they did something last, and when.
#[derive(Clone, Default)]
struct Lately {
    read: u64,
    last: BTreeMap<(&'static str, u32), (u64, Moment)>,
}

impl Workers {
    fn get(&self, table: TableId) -> Lately {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&table).cloned().unwrap_or_default()
    }

    fn keep(&self, table: TableId, lately: Lately) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(table).or_default();
        if lately.read > known.read {
            *known = lately;
        }
    }
}

/// Who has done something here lately, the last of each capacity first.
async fn workers(
    app: &App,
    number: TableId,
    head: u64,
) -> Result<Vec<(&'static str, String, Moment)>, Failed> {
    let Some(stream) = banco_floor::name_of(Stream::Table(number)) else { return Ok(Vec::new()) };
    let (mut lately, oldest) = (app.workers.get(number), head.saturating_sub(LATELY));
    let after = lately.read.max(oldest);
    let entries = match u32::try_from(head.saturating_sub(after)) {
        Ok(0) | Err(_) => Vec::new(),
        Ok(most) => app.store.entries(stream, after, most).await?,
    };
    for entry in &entries {
        lately.read = entry.version;
        if let By::Person { person, role } = &entry.by
            && let Some(role) = ["dealer", "floor", "executive", "surveillance"]
                .into_iter()
                .find(|known| is_role(known, role))
        {
            lately.last.insert((role, *person), (entry.version, matters::moment(entry.at)));
        }
    }
    lately.last.retain(|_, (version, _)| *version > oldest);
    let found = lately.last.iter();
    let mut all: Vec<_> =
        found.map(|((role, person), (_, at))| (*role, app.name_of(Person(*person)), *at)).collect();
    app.workers.keep(number, lately);
    all.sort_by_key(|(.., at)| std::cmp::Reverse(*at));
    Ok(all)
}

/// The journal writes roles as the texts call them.
fn is_role(known: &str, written: &str) -> bool {
    written == known || (known == "floor" && written == "floorperson")
}
