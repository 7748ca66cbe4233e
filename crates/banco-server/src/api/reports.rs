//! Rounds, shoes and reports: read from the journal, in JSON or as CSV.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse as _;
use banco_engine::link::TableId;
use banco_engine::pit::{Happening, Stream};
use banco_engine::record::Record;
use banco_engine::table::{CommittedShoe, Person};
use banco_floor::Books;
use banco_house::{IndexedShoe, ShoeProof};
use banco_journal::At;
use banco_money::Amount;
use banco_people::{Permission, Refusal};
use banco_reports::report::{exception, large_win, meter, play, shoe as shoe_report, table, trial, vigorish};
use banco_reports::{Cursor, PublicPage, PublicRound, ReportError, RoundInFull, Row, Span, to_csv};
use banco_wire::{Moment, step_audience};
use schemars::JsonSchema;
use serde::Serialize;

use super::{PAGE, Page, Reply, json, number, ranged};
use crate::app::{App, name_in};
use crate::guard::Caller;
use crate::live::{Sees, sees_table, table_viewer};
use crate::problem::Failed;
use crate::round_index::up_to;

/// The reports that there are.
pub const REPORTS: &[&str] =
    &["table", "shift", "shoe", "vigorish", "meters", "exceptions", "large_wins", "play", "trial_balance"];

/// A win is large from so many minor units on, where nobody says otherwise.
const LARGE: u64 = 1_000_000;
/// The most rows of a report: a larger one would be held in memory several times over.
const MOST_ROWS: usize = 50_000;
/// Entries that are read at a time.
const TOGETHER: u32 = 64;

impl From<ReportError> for Failed {
    fn from(error: ReportError) -> Self {
        tracing::error!(%error, "a report");
        Self::away()
    }
}

fn cursor(query: &HashMap<String, String>) -> Result<Option<Cursor>, Failed> {
    let Some(text) = query.get("cursor") else { return Ok(None) };
    text.parse().map(Some).map_err(|_| Failed::bad("bad_query", "`cursor` is none that a page gave"))
}

fn most(query: &HashMap<String, String>) -> Result<usize, Failed> {
    let most = ranged(query.get("limit"), "limit", (1, 20, u64::from(PAGE)))?;
    Ok(usize::try_from(most).unwrap_or(usize::MAX))
}

/// Whether a caller sees the books, and the wagers of others.
fn sees_books(caller: &Caller) -> bool {
    caller.may(Permission::Observe) || caller.may(Permission::SeeBooks)
}

/// Rounds in a list, for one viewer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RoundsForViewer {
    /// With the books, for the house.
    Books(banco_reports::Page),
    /// As anybody may know them.
    Public(PublicPage),
}

impl RoundsForViewer {
    fn of(caller: &Caller, page: banco_reports::Page) -> Self {
        if sees_books(caller) { Self::Books(page) } else { Self::Public(PublicPage::from(&page)) }
    }
}

/// A round step by step, for one viewer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RoundForViewer {
    /// With all wagers, for the house.
    Books(Box<RoundInFull>),
    /// With what anybody may know, and the viewer's own wagers.
    Public(Box<PublicRound>),
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
    let (cursor, most) = (cursor(&query)?, most(&query)?);
    up_to(&app, &books, Some(table)).await?;
    let page = app.index.rounds(|rounds| rounds.rounds(books.pit().shelf(), table, cursor, most))?;
    json(&RoundsForViewer::of(&caller, page))
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
    let (cursor, most) = (cursor(&query)?, most(&query)?);
    up_to(&app, &books, None).await?;
    let page = app.index.rounds(|rounds| rounds.rounds_of(books.pit().shelf(), person, cursor, most))?;
    json(&RoundsForViewer::of(&caller, page))
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
    sees_table(&caller, cursor.table)?;
    let full = in_full(&app, cursor).await?.ok_or_else(|| Failed::not_found("round"))?;
    if sees_books(&caller) {
        return json(&RoundForViewer::Books(Box::new(full)));
    }
    json(&RoundForViewer::Public(Box::new(public(&app, &sees, &full).await?)))
}

/// Entries of a round that is told step by step, at most.
const LONGEST_ROUND: u64 = 10_000;

/// Everything about a round, read again from the store.
///
/// # Errors
/// The index or the store.
pub async fn in_full(app: &App, cursor: Cursor) -> Result<Option<RoundInFull>, Failed> {
    let (books, directory) = (app.floor.books(), app.directory());
    let names = |person: Person| name_in(&directory, person);
    up_to(app, &books, Some(cursor.table)).await?;
    let place = app.index.rounds(|rounds| rounds.place(books.pit().shelf(), cursor))?;
    match place {
        Some(place) if place.entries() > LONGEST_ROUND => {
            let title = format!("the round has more than {LONGEST_ROUND} entries");
            Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "round_too_long", title)
                .hint("read it with `banco journal`, or as an auditor from `/api/v1/streams`"))
        }
        Some(place) => Ok(Some(place.read(&*app.store, &names).await?)),
        None => Ok(None),
    }
}

/// A round as one viewer may know it: the steps that they could hear, and their own wagers.
///
/// # Errors
/// The store.
pub async fn public(app: &App, sees: &Sees, full: &RoundInFull) -> Result<PublicRound, Failed> {
    let table = TableId(full.round.table);
    let stream = banco_floor::name_of(Stream::Table(table)).ok_or_else(|| Failed::not_found("round"))?;
    let books = app.floor.books();
    let mut heard: BTreeMap<u64, String> = BTreeMap::new();
    let mut after = full.round.first.saturating_sub(1);
    while after < full.round.last {
        let most = u32::try_from(full.round.last.saturating_sub(after)).unwrap_or(TOGETHER).min(TOGETHER);
        let entries = app.store.entries(stream.clone(), after, most).await?;
        let Some(last) = entries.last() else { break };
        after = last.version;
        for entry in entries {
            let happening = Record::read(entry.record.get()).ok().and_then(|record| books.happening(&record));
            let shown = |one: &Happening| {
                one.at_table().is_some_and(|event| step_audience(&event.what).has(sees.person))
            };
            let told = happening.filter(shown);
            let told = told.and_then(|one| sees.told(app, &books, &stream, &one, entry.version));
            heard.extend(told.map(|told| (entry.version, told.text)));
        }
    }
    Ok(PublicRound::new(full, sees.person, |version| heard.get(&version).cloned()))
}

/// `GET /api/v1/tables/{table}/shoes`: what was promised and shown of every shoe, oldest first.
pub async fn shoes(
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
    let after = ranged(query.get("cursor"), "cursor", (0, 0, i64::MAX.unsigned_abs()))?;
    let most = ranged(query.get("limit"), "limit", (1, u64::from(PAGE), u64::from(PAGE)))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    up_to(&app, &books, Some(table)).await?;
    let page = app.index.shoes(table, |shoes| {
        let behind = shoes.get(shoes.partition_point(|one| one.number <= after)..).unwrap_or_default();
        let items: Vec<_> = behind.iter().take(most).map(PromisedShoe::from).collect();
        let next = items.last().filter(|_| behind.len() > items.len()).map(|last| last.promise.to_string());
        Page { items, next }
    });
    json(&page)
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

impl From<&IndexedShoe> for PromisedShoe {
    fn from(one: &IndexedShoe) -> Self {
        let CommittedShoe { cards, root, shoe, .. } = one.committed;
        Self { promise: one.number, shoe, cards, root: root.to_string(), shown: one.shown.is_some() }
    }
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
    let books = app.floor.books();
    up_to(&app, &books, Some(table)).await?;
    let shoe = app.index.shoe(table, |shoes| shoes.promised_by(promise));
    let shoe = shoe.ok_or_else(|| Failed::not_found("shoe that was shown"))?;
    let proof = proof(&app, &books, table, &shoe).await?;
    json(&proof.ok_or_else(|| Failed::not_found("shoe that was shown"))?)
}

/// All that it takes to check a shoe; `None` if it was not shown.
///
/// # Errors
/// The store.
pub async fn proof(
    app: &App,
    books: &Books,
    table: TableId,
    shoe: &IndexedShoe,
) -> Result<Option<ShoeProof>, Failed> {
    banco_floor::shoe_proof(&*app.store, books.pit().shelf(), table, shoe).await.map_err(|error| {
        tracing::error!(%error, "a shoe of a table");
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
    if rows.len() > MOST_ROWS {
        let title = format!("the report has {} rows; {MOST_ROWS} is the limit", rows.len());
        let failed = Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "report_too_long", title);
        return Err(failed.hint("ask for a shorter time with `from` and `to`, or for one `table`"));
    }
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
    if matches!(name, "table" | "shift" | "shoe") {
        up_to(app, &books, None).await?;
    }
    match name {
        "table" => rows(&app.index.rounds(|rounds| table::tables(rounds, pit.shelf()))?),
        "shift" => {
            let plan = app.index.rounds(|rounds| table::ShiftPlan::new(rounds, pit.shelf(), span))?;
            rows(&plan.read(store).await?)
        }
        "shoe" => {
            let at = query.get("table").map(|text| number(text, "table").map(TableId)).transpose()?;
            rows(&app.index.rounds(|rounds| shoe_report::shoes(rounds, pit.shelf(), at))?)
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
