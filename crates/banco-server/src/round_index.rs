//! Rounds and shoes of all tables, indexed as their entries arrive.
//!
//! Entries are read and parsed a few at a time, outside of any lock; the index is locked only while they are
//! put into it, and while a page is made of it. What is read in full is read from the store afterward.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_floor::Books;
use banco_house::{IndexedShoe, ShoeIndex};
use banco_journal::Store;
use banco_reports::{History, ReportError, TableEvent};
use tokio::time::MissedTickBehavior;

use crate::app::App;
use crate::problem::Failed;

/// Entries that are read at a time.
const TOGETHER: u32 = 64;
/// Entries that are read while a page waits, at most.
const NEAR: u64 = 256;
/// How often the index looks for new entries by itself.
const OFTEN: Duration = Duration::from_millis(500);
/// How long a request waits for the index.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Default)]
struct Indexed {
    history: History,
    shoes: BTreeMap<TableId, ShoeIndex>,
}

/// The index of one node.
#[derive(Default)]
pub struct RoundIndex {
    indexed: RwLock<Indexed>,
    /// One reader of the store for each table.
    turns: Mutex<HashMap<TableId, Arc<tokio::sync::Mutex<()>>>>,
}

impl RoundIndex {
    /// Makes something of the rounds that are indexed. The index is locked meanwhile: nothing may wait here.
    pub fn rounds<T>(&self, make: impl FnOnce(&History) -> T) -> T {
        make(&self.indexed.read().unwrap_or_else(PoisonError::into_inner).history)
    }

    /// Makes something of the shoes that a table has promised.
    pub fn shoes<T>(&self, table: TableId, make: impl FnOnce(&[IndexedShoe]) -> T) -> T {
        let indexed = self.indexed.read().unwrap_or_else(PoisonError::into_inner);
        make(indexed.shoes.get(&table).map(ShoeIndex::shoes).unwrap_or_default())
    }

    /// A shoe of a table that its index finds.
    pub fn shoe(
        &self,
        table: TableId,
        find: impl FnOnce(&ShoeIndex) -> Option<&IndexedShoe>,
    ) -> Option<IndexedShoe> {
        let indexed = self.indexed.read().unwrap_or_else(PoisonError::into_inner);
        indexed.shoes.get(&table).and_then(find).copied()
    }

    fn turn(&self, table: TableId) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(turns.entry(table).or_default())
    }
}

/// Where a table's stream ends, as the books have it.
fn end(books: &Books, table: TableId) -> u64 {
    banco_floor::name_of(Stream::Table(table)).map_or(0, |stream| books.head(&stream).version)
}

impl RoundIndex {
    /// Reads the next entries of a table that the books know; false where there are no more.
    async fn step(&self, store: &dyn Store, books: &Books, table: TableId) -> Result<bool, ReportError> {
        let end = end(books, table);
        // Nearly always the index is there already, and nobody has to wait for whoever reads.
        if self.rounds(|history| history.version(table)) >= end {
            return Ok(false);
        }
        let turn = self.turn(table);
        let _turn = turn.lock().await;
        let after = self.rounds(|history| history.version(table));
        let missing = end.saturating_sub(after);
        let Some(stream) = banco_floor::name_of(Stream::Table(table)).filter(|_| missing > 0) else {
            return Ok(false);
        };
        let most = u32::try_from(missing).unwrap_or(TOGETHER).min(TOGETHER);
        let entries = store.entries(stream, after, most).await?;
        let mut events = Vec::with_capacity(entries.len());
        for entry in &entries {
            events.extend(TableEvent::read(entry)?);
        }
        self.follow(books, &events)?;
        Ok(!entries.is_empty())
    }

    fn follow(&self, books: &Books, events: &[TableEvent]) -> Result<(), ReportError> {
        let mut indexed = self.indexed.write().unwrap_or_else(PoisonError::into_inner);
        for one in events {
            indexed.history.follow_event(one)?;
            let shoes = indexed.shoes.entry(one.table).or_default();
            shoes.follow(books.pit().shelf(), one.version, &one.event);
        }
        Ok(())
    }

    /// Reads everything that the books know of a table.
    async fn catch_up(&self, store: &dyn Store, books: &Books, table: TableId) -> Result<(), ReportError> {
        while self.step(store, books, table).await? {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}

/// Brings the index of one table, or of all, up to the books.
///
/// # Errors
/// 503 where that takes too long, as after a start with a long journal, or where the store does not answer.
pub async fn up_to(app: &App, books: &Books, table: Option<TableId>) -> Result<(), Failed> {
    let tables: Vec<TableId> = match table {
        Some(table) => vec![table],
        None => books.pit().tables().map(|(table, _)| table).collect(),
    };
    let all = async {
        for table in tables {
            app.index.catch_up(&*app.store, books, table).await?;
        }
        Ok::<(), ReportError>(())
    };
    match tokio::time::timeout(PATIENCE, all).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Failed::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "index_not_ready",
            "the index of rounds is still being built",
        )
        .hint("ask again after the time in `Retry-After`")
        .again_in(1)),
    }
}

/// Whether the index of a table is up to the books, or is so at once: after a start with a long journal it is not for a
/// while, and pages that play goes on at come without history.
pub async fn is_at_hand(app: &App, books: &Books, table: TableId) -> bool {
    let missing = end(books, table).saturating_sub(app.index.rounds(|history| history.version(table)));
    missing <= NEAR && up_to(app, books, Some(table)).await.is_ok()
}

/// Follows all tables. It rests for as long as it has read, so that a long journal does not hold up play
/// after a start.
pub async fn run(app: Arc<App>) {
    let mut every = tokio::time::interval(OFTEN);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = every.tick() => {}
        }
        let books = app.floor.books();
        for (table, _) in books.pit().tables() {
            loop {
                let since = Instant::now();
                let more = app.index.step(&*app.store, &books, table).await;
                match more {
                    Ok(true) if !app.stop.is_cancelled() => tokio::time::sleep(since.elapsed()).await,
                    Ok(_) => break,
                    Err(error) => {
                        tracing::warn!(%error, "the index of rounds");
                        break;
                    }
                }
            }
        }
    }
}
