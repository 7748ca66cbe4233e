//! Surveillance: looked at, searched, told; never changed. Whoever opens a table or a round, searches or takes a copy is
//! logged by the guard of its route (`access_log`).

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, Request, header};
use axum::response::IntoResponse as _;
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::record::Record;
use banco_engine::table::{Person, Role, Viewer};
use banco_floor::Books;
use banco_journal::{CommandId, Kept, StreamName};
use banco_money::{Amount, Currency};
use banco_pages::staff::watch::{
    By, Event, Full, Hit, Place, RoundTold, Search, StepTold, WagerTold, WatchView, Watched,
};
use banco_people::Permission;
use banco_reports::{Cursor, HandRow, RoundInFull, RoundRow};
use banco_wire::Money;
use serde_json::{Value, json};

use super::matters::moment;
use super::orders::Hand;
use super::relay::{Sender, prove, read};
use crate::api::reports::{in_full, proof};
use crate::api::{Reply, number};
use crate::app::App;
use crate::live::{Sees, table_seen};
use crate::pages::{Guest, Page, fields, html, parts_json};
use crate::problem::Failed;
use crate::round_index::up_to;

/// So many things are found at most.
const MOST: usize = 30;
/// So many of the last events of a table are shown.
const EVENTS: u64 = 14;
/// So many of the last rounds of each table are searched for an amount.
const SEARCHED: usize = 500;
/// So many answers are looked through for what was refused.
const ANSWERS: usize = 20_000;

/// `GET /surveillance`
pub async fn page(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let view = view(&app, &guest, &query).await?;
    html(banco_pages::staff::watch::watch(&guest.visit, &view))
}

/// `GET /surveillance/parts`
pub async fn parts(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    // Sections that come by themselves are no new look, and no new search.
    let mut query = query;
    query.remove("find");
    let view = view(&app, &guest, &query).await?;
    parts_json(&app, view.seq, &banco_pages::staff::watch::parts(&guest.visit, &view))
}

async fn view(app: &Arc<App>, guest: &Guest, query: &HashMap<String, String>) -> Result<WatchView, Failed> {
    let books = app.floor.books();
    let mut tables = Vec::new();
    for (number, file) in app.tables.all() {
        let Ok(seen) = table_seen(app, &books, number, Viewer::Surveillance) else { continue };
        let pending = |link: &banco_engine::link::Link| link.pending().any(|hit| hit.table == number);
        let jackpot = books.pit().links_of(number).into_iter().any(pending);
        tables.push(Watched { number: number.0, name: file.name.clone(), seen, jackpot });
    }
    let full = match query.get("table") {
        Some(text) => Some(full(app, guest, &books, TableId(number(text, "table")?)).await?),
        None => None,
    };
    Ok(WatchView {
        tables,
        full,
        search: search(app, &books, query).await?,
        now: moment(app.now()),
        seq: app.lobby.version(),
    })
}

async fn full(app: &Arc<App>, guest: &Guest, books: &Books, table: TableId) -> Result<Full, Failed> {
    crate::api::table_in(books, table)?;
    let sees = Sees::of(app, &guest.caller, Some("surveillance"))?;
    let events = match banco_floor::name_of(Stream::Table(table)) {
        Some(stream) => events(app, books, &sees, &stream).await?,
        None => Vec::new(),
    };
    up_to(app, books, Some(table)).await?;
    let page = app.index.rounds(|rounds| rounds.rounds(books.pit().shelf(), table, None, 6))?;
    let hand = Hand { app, books, session: guest.caller.session()? };
    let step = hand.step_due(table, Viewer::Surveillance, &[Role::Surveillance]);
    Ok(Full { number: table.0, events, rounds: page.rounds.iter().map(round_hit).collect(), step })
}

async fn events(app: &App, books: &Books, sees: &Sees, stream: &StreamName) -> Result<Vec<Event>, Failed> {
    let after = books.head(stream).version.saturating_sub(EVENTS);
    let entries = app.store.entries(stream.clone(), after, u32::try_from(EVENTS).unwrap_or(u32::MAX)).await?;
    let told = entries.iter().rev().filter_map(|entry| {
        let happening = Record::read(entry.record.get()).ok().and_then(|record| books.happening(&record))?;
        let told = sees.told(app, books, stream, &happening, entry.version)?;
        Some(Event {
            at: moment(entry.at),
            text: told.text,
            clauses: told.clauses.iter().map(|&clause| clause.to_owned()).collect(),
            entry: entry.version,
        })
    });
    Ok(told.collect())
}

fn money(of: banco_reports::Money) -> Money {
    Money::from(Amount::from_minor(i64::try_from(of.minor).unwrap_or(i64::MAX), of.currency))
}

fn round_hit(row: &RoundRow) -> Hit {
    let outcome = row.outcome.unwrap_or(row.state.name());
    let cards = |hand: &HandRow| hand.cards.join(" ");
    let text = format!(
        "{outcome}, {} – {}, {} wagered, {} won",
        cards(&row.player),
        cards(&row.banker),
        banco_pages::figures::short(money(row.handle)),
        banco_pages::figures::short(money(row.won)),
    );
    let place = Place::Round(row.cursor.to_string(), row.table, row.round);
    Hit { at: moment(row.cursor.began), place, text, clauses: Vec::new() }
}

async fn search(app: &App, books: &Books, query: &HashMap<String, String>) -> Result<Search, Failed> {
    let words = query.get("find").map(|text| text.trim().to_owned()).unwrap_or_default();
    let by =
        query.get("by").and_then(|word| By::ALL.into_iter().find(|by| by.word() == word)).unwrap_or_default();
    if words.is_empty() {
        return Ok(Search { by, ..Search::default() });
    }
    let after = query.get("after").map(String::as_str);
    let (mut hits, next) = match by {
        By::Person => (of_person(app, books, &words).await?, None),
        By::Round => (of_number(app, books, &words).await?, None),
        By::Amount => (of_amount(app, books, &words).await?, None),
        By::Refusal => refusals(app, &words, after).await?,
    };
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.at));
    let found = hits.len();
    hits.truncate(MOST);
    Ok(Search { words, by, hits, found, next, asked: true })
}

async fn of_person(app: &App, books: &Books, words: &str) -> Result<Vec<Hit>, Failed> {
    let named = |person: &Person| app.name_of(*person).to_lowercase().contains(&words.to_lowercase());
    let people: Vec<Person> = match words.parse() {
        Ok(number) => vec![Person(number)],
        Err(_) => {
            books.pit().accounts().map(banco_engine::cage::Account::person).filter(named).take(MOST).collect()
        }
    };
    up_to(app, books, None).await?;
    let mut hits = Vec::new();
    for person in people {
        let page = app.index.rounds(|rounds| rounds.rounds_of(books.pit().shelf(), person, None, MOST))?;
        hits.extend(page.rounds.iter().map(round_hit));
    }
    Ok(hits)
}

/// `7-44`: round 44 of table 7; a number alone: that round of every table.
async fn of_number(app: &App, books: &Books, words: &str) -> Result<Vec<Hit>, Failed> {
    let mut figures = words.split(['-', ' ', '/']).filter_map(|part| part.parse::<u32>().ok());
    let (first, second) = (figures.next(), figures.next());
    up_to(app, books, None).await?;
    let mut hits = Vec::new();
    for (table, _) in books.pit().tables() {
        let wanted = match (first, second) {
            (Some(at), Some(round)) if at == table.0 => round,
            (Some(round), None) => round,
            _ => continue,
        };
        if let Some(cursor) = app.index.rounds(|rounds| rounds.find(table, wanted)) {
            // The list goes backwards, so the round itself is the first before the next one.
            let next = Cursor { begun: cursor.begun.saturating_add(1), ..cursor };
            let shelf = books.pit().shelf();
            let page = app.index.rounds(|rounds| rounds.rounds(shelf, table, Some(next), 1))?;
            hits.extend(page.rounds.iter().map(round_hit));
        }
    }
    Ok(hits)
}

async fn of_amount(app: &App, books: &Books, words: &str) -> Result<Vec<Hit>, Failed> {
    let amount = Amount::parse_in(words.trim_start_matches('$'), app.currency()).map_err(|_| {
        Failed::bad("bad_amount", "this is no amount of money").hint("write it like 25 or 12.50")
    })?;
    up_to(app, books, None).await?;
    let mut hits = Vec::new();
    for (table, _) in books.pit().tables() {
        let page = app.index.rounds(|rounds| rounds.rounds(books.pit().shelf(), table, None, SEARCHED))?;
        let least = i128::from(amount.minor());
        let large = page.rounds.iter().filter(|row| row.handle.minor.max(row.won.minor) >= least);
        hits.extend(large.map(round_hit));
    }
    Ok(hits)
}

/// Answers that refused something, by a word of their code, of what they said or of whom they refused; a star means all. Answers
/// are kept in no order of time, so all of them are looked through, a part at a time: with where the next part begins.
async fn refusals(app: &App, words: &str, after: Option<&str>) -> Result<(Vec<Hit>, Option<String>), Failed> {
    let (mut hits, mut seen) = (Vec::new(), 0_usize);
    let mut after: Option<CommandId> = after.and_then(|text| text.parse().ok());
    let wanted = words.to_lowercase();
    while seen < ANSWERS {
        let answers = app.store.answers(after, 1_000).await?;
        let Some((last, ..)) = answers.last() else { return Ok((hits, None)) };
        after = Some(*last);
        seen = seen.saturating_add(answers.len());
        let refused = answers.iter().filter(|(_, kept, _)| kept.answer.status >= 400);
        hits.extend(refused.filter_map(|(_, kept, _)| refusal(app, kept, &wanted)));
    }
    Ok((hits, after.map(|id| id.to_string())))
}

/// What was refused, and to whom; nothing if it is not what is looked for.
fn refusal(app: &App, kept: &Kept, wanted: &str) -> Option<Hit> {
    let told: Value = serde_json::from_str(&kept.answer.text).unwrap_or_default();
    let text = |key: &str| told.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (code, title, whom) = (text("code"), text("title"), whom(app, &kept.by));
    let fits = [&code, &title, &whom].iter().any(|text| text.to_lowercase().contains(wanted));
    let clauses = told.get("clauses").and_then(Value::as_array).into_iter().flatten();
    let clauses = clauses.filter_map(|one| one.as_str().map(str::to_owned)).collect();
    (wanted == "*" || fits).then(|| Hit {
        at: moment(kept.at),
        place: Place::Refused { code, whom },
        text: title,
        clauses,
    })
}

/// Whoever gave a command, and in which capacity.
fn whom(app: &App, by: &banco_journal::By) -> String {
    let name = |person: u32| app.name_of(Person(person));
    match by {
        banco_journal::By::Machine { machine } => machine.clone(),
        banco_journal::By::Stand { participant, machine } => format!("{machine}, {}", name(*participant)),
        banco_journal::By::Helper { participant, person, role } => {
            format!("{}, {role}, {}", name(*person), name(*participant))
        }
        banco_journal::By::Person { person, role } => format!("{}, {role}", name(*person)),
    }
}

/// A round that is there.
async fn found(app: &Arc<App>, round: &str) -> Result<RoundInFull, Failed> {
    let cursor: Cursor = round.parse().map_err(|_| Failed::not_found("round"))?;
    in_full(app, cursor).await?.ok_or_else(|| Failed::not_found("round"))
}

/// `GET /surveillance/rounds/{round}`
pub async fn round(State(app): Page, guest: Guest, Path(round): Path<String>) -> Reply {
    let full = found(&app, &round).await?;
    let told = told(&app, &full, guest.caller.may(Permission::Export)).await?;
    html(banco_pages::staff::watch::round(&guest.visit, &told))
}

async fn told(app: &App, full: &RoundInFull, may_export: bool) -> Result<RoundTold, Failed> {
    let row = &full.round;
    let stream =
        banco_floor::name_of(Stream::Table(TableId(row.table))).ok_or_else(|| Failed::not_found("round"))?;
    let hand =
        |hand: &HandRow| (hand.cards.iter().filter_map(|card| card.parse().ok()).collect(), hand.total);
    let last = app.store.entries(stream.clone(), row.last.saturating_sub(1), 1).await?;
    let hash = last.first().map(|entry| entry.hash.to_string()).unwrap_or_default();
    Ok(RoundTold {
        cursor: row.cursor.to_string(),
        table: row.table,
        round: row.round,
        shoe: row.shoe,
        rules: full.rules.clone().unwrap_or_default(),
        hands: [hand(&row.player), hand(&row.banker)],
        steps: steps(app, full),
        wagers: full.wagers.iter().map(|wager| wager_told(app, wager)).collect(),
        postings: postings(app, &stream, row).await?,
        entries: (row.first, row.last, hash),
        may_export,
    })
}

fn steps(app: &App, full: &RoundInFull) -> Vec<StepTold> {
    let books = app.floor.books();
    let rules = books.pit().table(TableId(full.round.table)).map(|table| Arc::clone(table.rules()));
    let says = |clause: &str| {
        let clauses = &rules.as_ref()?.terms.rulebook.clauses;
        clauses.iter().find(|known| known.id == clause).map(|known| known.summary.clone())
    };
    let step = |step: &banco_reports::StepRow| StepTold {
        at: moment(step.at.0),
        by: step
            .by
            .map_or_else(|| step.role.clone(), |by| format!("{}, {}", app.name_of(Person(by)), step.role)),
        text: step.text.clone(),
        clauses: step.clauses.iter().map(|&clause| (clause.to_owned(), says(clause))).collect(),
        entry: step.version,
    };
    full.steps.iter().map(step).collect()
}

fn wager_told(app: &App, wager: &banco_reports::history::WagerRow) -> WagerTold {
    WagerTold {
        seat: wager.seat,
        name: app.name_of(Person(wager.person)),
        label: wager.name.to_owned(),
        stake: money(wager.chips),
        result: wager.result.name(),
        won: money(wager.won),
        vigorish: money(wager.vigorish),
        clauses: wager.clauses.iter().map(|&clause| clause.to_owned()).collect(),
    }
}

async fn postings(
    app: &App,
    stream: &StreamName,
    row: &RoundRow,
) -> Result<Vec<(u64, String, String, Money)>, Failed> {
    let all = app.store.postings(stream.clone(), row.first.saturating_sub(1), 1_000).await?;
    let own = all.into_iter().filter(|posting| posting.version <= row.last).filter_map(|posting| {
        let amount = Amount::from_minor(posting.amount, Currency::from_code(&posting.currency)?);
        Some((posting.version, posting.from, posting.to, Money::from(amount)))
    });
    Ok(own.collect())
}

/// `POST /surveillance/rounds/{round}/package`: all that a dispute about a round needs, as one file.
pub async fn package(
    State(app): Page,
    guest: Guest,
    Path(round): Path<String>,
    request: Request<Body>,
) -> Reply {
    let sender = Sender::of(&app, &request);
    let form = fields(&read(&app, request).await?);
    prove(&sender, &form).await?;
    let session = app.sessions.session(&app.people, guest.caller.token()?, app.now(), false).await?;
    session.need(Permission::Export, app.now())?;
    let full = found(&app, &round).await?;
    let (table, number) = (full.round.table, full.round.round);
    let body = serde_json::to_vec_pretty(&contents(&app, &full).await?).map_err(|_| Failed::away())?;
    let mut response = body.into_response();
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    let name = format!("attachment; filename=\"banco-dispute-{table}-{number}.json\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The round in full, its entries as the journal has them, its postings, what was shown of its shoe, and the last signed
/// statement of where all streams ended.
async fn contents(app: &App, full: &RoundInFull) -> Result<Value, Failed> {
    let table = TableId(full.round.table);
    let stream = banco_floor::name_of(Stream::Table(table)).ok_or_else(|| Failed::not_found("round"))?;
    let (first, last) = (full.round.first.saturating_sub(1), full.round.last);
    let many = u32::try_from(last.saturating_sub(first)).unwrap_or(u32::MAX);
    let entries = app.store.entries(stream.clone(), first, many).await?;
    let lines: Vec<Value> =
        entries.iter().filter_map(|entry| serde_json::from_str(&entry.to_line()).ok()).collect();
    let books = app.floor.books();
    let shoe = app.index.shoe(table, |shoes| shoes.before(full.round.first));
    let shown = match shoe {
        Some(shoe) => proof(app, &books, table, &shoe).await?,
        None => None,
    };
    let anchor = app.last_anchor().await?.map(|(_, anchor)| anchor);
    let postings: Vec<Value> = postings(app, &stream, &full.round)
        .await?
        .into_iter()
        .map(|(entry, from, to, amount)| json!({ "entry": entry, "from": from, "to": to, "amount": amount }))
        .collect();
    Ok(json!({
        "about": "A round in full, with the entries of its table's stream and what is needed to check them by `banco verify`.",
        "made_at": moment(app.now()),
        "floor": app.epoch,
        "round": full,
        "stream": stream.as_str(),
        "entries": lines,
        "postings": postings,
        "shoe": shown.and_then(|proof| serde_json::to_value(proof).ok()),
        "anchor": anchor.map(|anchor| json!({ "statement": anchor.statement, "signature": anchor.signature, "key": anchor.key.to_string() })),
    }))
}
