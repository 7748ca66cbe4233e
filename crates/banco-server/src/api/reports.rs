//! Rounds, shoes and reports: read from the journal, in JSON or as CSV.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse as _;
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::record::Record;
use banco_engine::table::Person;
use banco_journal::At;
use banco_money::Amount;
use banco_people::{Permission, Refusal};
use banco_reports::report::{exception, large_win, meter, play, shoe as shoe_report, table, trial, vigorish};
use banco_reports::{Cursor, History, ReportError, RoundInFull, Row, Span, to_csv};
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{PAGE, Reply, json, number, ranged};
use crate::app::{App, name_in};
use crate::guard::Caller;
use crate::live::{Sees, sees_table, table_viewer};
use crate::problem::Failed;

/// The reports that there are.
pub const REPORTS: &[&str] =
    &["table", "shift", "shoe", "vigorish", "meters", "exceptions", "large_wins", "play", "trial_balance"];

/// A win is large from so many minor units on, where nobody says otherwise.
const LARGE: u64 = 1_000_000;

impl From<ReportError> for Failed {
    fn from(error: ReportError) -> Self {
        tracing::error!(%error, "a report");
        Self::away()
    }
}

/// Every round, brought up to date.
pub async fn history(app: &App) -> Result<tokio::sync::MutexGuard<'_, History>, Failed> {
    let mut history = app.history.lock().await;
    history.catch_up(&*app.store).await?;
    Ok(history)
}

fn cursor(query: &HashMap<String, String>) -> Result<Option<Cursor>, Failed> {
    let Some(text) = query.get("cursor") else { return Ok(None) };
    text.parse().map(Some).map_err(|_| Failed::bad("bad_query", "`cursor` is none that a page gave"))
}

fn most(query: &HashMap<String, String>) -> Result<usize, Failed> {
    let most = ranged(query.get("limit"), "limit", (1, 20, u64::from(PAGE)))?;
    Ok(usize::try_from(most).unwrap_or(usize::MAX))
}

/// What a round has cost or won altogether is for the books.
const BOOKS: &[&str] = &["handle", "won", "lost", "vigorish", "jackpots", "collections"];

/// A list of rounds, as far as a caller may see it.
fn shown(caller: &Caller, page: &impl Serialize) -> Reply {
    if caller.may(Permission::Observe) || caller.may(Permission::SeeBooks) {
        return json(page);
    }
    let mut value = serde_json::to_value(page).unwrap_or_default();
    for round in value.get_mut("rounds").and_then(Value::as_array_mut).into_iter().flatten() {
        without_books(round);
    }
    json(&value)
}

fn without_books(round: &mut Value) {
    if let Some(round) = round.as_object_mut() {
        round.retain(|key, _| !BOOKS.contains(&key.as_str()));
    }
}

/// `GET /api/v1/tables/{table}/rounds`
pub async fn rounds(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    table_viewer(&app, &caller, None)?;
    sees_table(&caller, table)?;
    let books = app.floor.books();
    super::table_in(&books, table)?;
    let page = history(&app).await?.rounds(books.pit().shelf(), table, cursor(&query)?, most(&query)?)?;
    shown(&caller, &page)
}

/// `GET /api/v1/accounts/{person}/rounds`
pub async fn rounds_of(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let person = Person(number(&person, "person")?);
    let books = app.floor.books();
    let page = history(&app).await?.rounds_of(books.pit().shelf(), person, cursor(&query)?, most(&query)?)?;
    shown(&caller, &page)
}

/// `GET /api/v1/rounds/{round}`
pub async fn round(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(round): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let cursor: Cursor = round.parse().map_err(|_| Failed::not_found("round"))?;
    let sees = Sees::of(&app, &caller, query.get("as").map(String::as_str))?;
    let books = app.floor.books();
    let directory = app.directory();
    let names = |person: Person| name_in(&directory, person);
    let found = history(&app).await?.round(&*app.store, books.pit().shelf(), &names, cursor).await?;
    let full = found.ok_or_else(|| Failed::not_found("round"))?;
    sees_table(&caller, TableId(full.round.table))?;
    if caller.may(Permission::Observe) || caller.may(Permission::SeeBooks) {
        return json(&full);
    }
    json(&for_player(&app, &sees, full).await?)
}

/// A round as somebody at the table may know it, without the books.
async fn for_player(app: &App, sees: &Sees, full: RoundInFull) -> Result<Value, Failed> {
    let mut value = serde_json::to_value(&heard(app, sees, full).await?).unwrap_or_default();
    if let Some(round) = value.get_mut("round") {
        without_books(round);
    }
    Ok(value)
}

/// A round with one's own wagers, and with the steps that one could hear.
pub async fn heard(app: &App, sees: &Sees, full: RoundInFull) -> Result<RoundInFull, Failed> {
    let table = TableId(full.round.table);
    let stream = banco_floor::name_of(Stream::Table(table)).ok_or_else(|| Failed::not_found("round"))?;
    let (first, last) = (full.round.first.saturating_sub(1), full.round.last);
    let many = u32::try_from(last.saturating_sub(first)).unwrap_or(u32::MAX);
    let books = app.floor.books();
    let mut heard: BTreeMap<u64, String> = BTreeMap::new();
    for entry in app.store.entries(stream.clone(), first, many).await? {
        let happening = Record::read(entry.record.get()).ok().and_then(|record| books.happening(&record));
        let told = happening.and_then(|one| sees.told(app, &books, &stream, &one, entry.version));
        heard.extend(told.map(|told| (entry.version, told.text)));
    }
    let own = sees.person.map(|person| person.0);
    let mut full = full;
    full.wagers.retain(|wager| Some(wager.person) == own);
    full.steps.retain_mut(|step| match heard.get(&step.version) {
        Some(text) => {
            step.text.clone_from(text);
            step.by = step.by.filter(|by| Some(*by) == own);
            true
        }
        None => false,
    });
    Ok(full)
}

/// `GET /api/v1/tables/{table}/shoes`: what was promised and shown of every shoe.
pub async fn shoes(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    table_viewer(&app, &caller, None)?;
    sees_table(&caller, table)?;
    super::table_in(&app.floor.books(), table)?;
    let proofs = proofs(&app, table).await?;
    let shown = proofs.shown.iter().map(|proof| {
        let promise = &proof.promise;
        (promise.number, promise.shoe, promise.cards, promise.root.to_string(), true)
    });
    let unopened = proofs
        .unopened
        .iter()
        .map(|(number, promise)| (*number, promise.shoe, promise.cards, promise.root.to_string(), false));
    let rows = shown.chain(unopened).map(|(promise, shoe, cards, root, shown)| PromisedShoe {
        promise,
        shoe,
        cards,
        root,
        shown,
    });
    json(&rows.collect::<Vec<_>>())
}

/// A shoe that was promised.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PromisedShoe {
    /// The entry of the table's stream that promised it.
    pub promise: u64,
    /// Which shoe since the table opened.
    pub shoe: u32,
    /// How many cards.
    pub cards: u16,
    /// The promise.
    pub root: String,
    /// Whether it was shown. The last one may still be in use.
    pub shown: bool,
}

/// `GET /api/v1/tables/{table}/shoes/{promise}`: all that it takes to check a shoe, for `banco verify`.
pub async fn shoe(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((table, promise)): Path<(String, String)>,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    table_viewer(&app, &caller, None)?;
    sees_table(&caller, table)?;
    let promise: u64 = promise.parse().map_err(|_| Failed::not_found("shoe"))?;
    let proofs = proofs(&app, table).await?;
    let found = proofs.shown.iter().find(|proof| proof.promise.number == promise);
    json(found.ok_or_else(|| Failed::not_found("shoe that was shown"))?)
}

pub async fn proofs(app: &App, table: TableId) -> Result<banco_house::ShoeProofs, Failed> {
    banco_floor::shoe_proofs(&*app.store, table).await.map_err(|error| {
        tracing::error!(%error, "the shoes of a table");
        Failed::away()
    })
}

/// A span of the query.
fn span(query: &HashMap<String, String>) -> Result<Span, Failed> {
    let moment = |key: &str| -> Result<Option<At>, Failed> {
        let Some(text) = query.get(key) else { return Ok(None) };
        let read: Option<Moment> = text.parse().ok();
        let read = read.ok_or_else(|| {
            Failed::bad("bad_query", format!("`{key}` is a moment like 2026-11-16T08:00:00Z"))
        });
        read.map(|moment| Some(At(moment.micros())))
    };
    Ok(Span { from: moment("from")?, to: moment("to")? })
}

/// A report, made: in both formats, and with its columns in their order.
pub struct Made {
    /// The names of the columns.
    pub columns: &'static [&'static str],
    /// All rows, as JSON.
    pub json: String,
    /// All rows, as CSV.
    pub csv: String,
}

fn rows<R: Row + Serialize>(rows: &[R]) -> Result<Made, Failed> {
    let json = serde_json::to_string(rows).map_err(|error| {
        tracing::error!(%error, "a report that is no JSON");
        Failed::away()
    })?;
    Ok(Made { columns: R::COLUMNS, json, csv: to_csv(rows) })
}

/// A report in the format that is asked for.
fn formatted(made: Made, query: &HashMap<String, String>, name: &str) -> Reply {
    let (text, kind) = match query.get("format").map(String::as_str) {
        None | Some("json") => (made.json, "application/json"),
        Some("csv") => (made.csv, "text/csv; charset=utf-8"),
        Some(_) => return Err(Failed::bad("bad_query", "`format` is `json` or `csv`")),
    };
    let csv = kind.starts_with("text/csv");
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Some(file) =
        HeaderValue::from_str(&format!("attachment; filename=\"banco-{name}.csv\"")).ok().filter(|_| csv)
    {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, file);
    }
    Ok(response)
}

/// `GET /api/v1/reports/{report}`
pub async fn report(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    formatted(made(&app, &caller, &name, &query).await?, &query, &name)
}

/// A report by its name.
///
/// # Errors
/// There is none of that name, it is not for whoever asks, or the store.
pub async fn made(
    app: &App,
    caller: &Caller,
    name: &str,
    query: &HashMap<String, String>,
) -> Result<Made, Failed> {
    let span = span(query)?;
    let books = app.floor.books();
    let (pit, store) = (books.pit(), &*app.store);
    match name {
        "table" => rows(&table::tables(&*history(app).await?, pit.shelf())?),
        "shift" => {
            let made = table::shift(&*history(app).await?, store, pit.shelf(), span).await?;
            rows(&made)
        }
        "shoe" => {
            let at = query.get("table").map(|text| number(text, "table").map(TableId)).transpose()?;
            rows(&shoe_report::shoes(&*history(app).await?, pit.shelf(), at)?)
        }
        "vigorish" => rows(&vigorish::vigorish(pit)),
        "meters" => rows(&meter::meters(store, pit).await?),
        "exceptions" => {
            let directory = app.directory();
            let names = |person: Person| name_in(&directory, person);
            rows(&exception::exceptions(store, pit, &names, span).await?)
        }
        "large_wins" => {
            let from = ranged(query.get("from_minor"), "from_minor", (1, LARGE, i64::MAX.unsigned_abs()))?;
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let currencies: std::collections::BTreeSet<_> =
                pit.tables().map(|(_, table)| table.rules().terms.currency).collect();
            let from: Vec<Amount> = currencies.into_iter().map(|one| Amount::from_minor(from, one)).collect();
            rows(&large_win::large_wins(store, pit, &from, span).await?)
        }
        "play" => rows(&play::play(store, pit, span, false).await?),
        "trial_balance" if caller.may(Permission::SeeBooks) => {
            let balance = trial::trial_balance(store, pit).await?;
            rows(&balance.rows)
        }
        "trial_balance" => Err(Refusal::NotAllowed.into()),
        _ => Err(Failed::not_found("report").hint(format!("one of {}", REPORTS.join(", ")))),
    }
}
