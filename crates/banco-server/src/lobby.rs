//! All tables at a glance: a projection that each node makes for itself from what has happened.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use banco_engine::link;
use banco_engine::table::{Pause, Phase, Table, Viewer, view};
use banco_floor::Books;
use banco_wire::{LobbyMeter, LobbyTable, Money, ResultSeen};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{broadcast, watch};

use crate::app::App;
use crate::tables::TableFile;

/// The name of the stream.
pub const LOBBY: &str = "lobby";
/// How often it changes at most.
const EVERY: Duration = Duration::from_millis(500);

/// The lobby as it is.
pub struct Lobby {
    now: RwLock<Arc<RawValue>>,
    version: watch::Sender<u64>,
}

impl Default for Lobby {
    fn default() -> Self {
        let nothing: Arc<RawValue> = Arc::from(RawValue::NULL.to_owned());
        Self { now: RwLock::new(nothing), version: watch::channel(0).0 }
    }
}

impl Lobby {
    /// As parts of a view.
    pub fn parts(&self) -> Vec<(&'static str, Box<RawValue>)> {
        let now = Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner));
        vec![("tables", (*now).to_owned())]
    }

    /// How often it has changed.
    pub fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// Tells whenever it changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    fn show(&self, tables: &[LobbyTable]) {
        let Ok(text) = to_raw_value(tables) else { return };
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        if now.get() != text.get() {
            *now = Arc::from(text);
            drop(now);
            self.version.send_modify(|version| *version += 1);
        }
    }
}

/// Keeps the lobby up to date until the server stops.
pub async fn run(app: Arc<App>) {
    let mut commits = app.floor.watch();
    loop {
        let books = app.floor.books();
        app.alarms.look(&books, app.now());
        app.lobby.show(&tables(&app, &books));
        drop(books);
        tokio::select! {
            () = app.stop.cancelled() => return,
            // Tables are put up and renamed now and then.
            () = tokio::time::sleep(Duration::from_secs(2)) => {}
            moved = commits.recv() => {
                if matches!(moved, Err(broadcast::error::RecvError::Closed)) {
                    return;
                }
                tokio::time::sleep(EVERY).await;
                while !matches!(commits.try_recv(), Err(broadcast::error::TryRecvError::Empty | broadcast::error::TryRecvError::Closed)) {}
            }
        }
    }
}

/// Every table that is known.
pub fn tables(app: &App, books: &Books) -> Vec<LobbyTable> {
    let all = app.tables.all().into_iter();
    all.filter_map(|(number, file)| Some(row(app, books, number.0, &file, books.pit().table(number)?)))
        .collect()
}

fn row(app: &App, books: &Books, number: u32, file: &TableFile, table: &Table) -> LobbyTable {
    let rules = table.rules();
    let base = rules.spots.iter().filter(|spot| spot.hand.is_some());
    let (least, most): (Vec<_>, Vec<_>) = base.map(|spot| (spot.offered.min, spot.offered.max)).unzip();
    // What hangs over the table is for everybody.
    let seen = view(table, Viewer::Display);
    LobbyTable {
        table: number,
        name: file.name.clone(),
        pit: file.pit.clone(),
        rulebook: rules.terms.rulebook.file.id.clone(),
        rulebook_name: rules.terms.rulebook.file.name.clone(),
        submission: rules.terms.name.clone(),
        phase: phase(table.phase()),
        pause: seen.pause.map(pause),
        dealing: file.dealing,
        seats: rules.seats.len(),
        taken: table.people().len(),
        least: least.into_iter().flatten().min_by_key(|amount| amount.minor()).map(Money::from),
        most: most.into_iter().flatten().max_by_key(|amount| amount.minor()).map(Money::from),
        shoe: seen.shoe.number,
        results: seen.results.iter().map(ResultSeen::from).collect(),
        meters: meters(books, table),
        betting_seconds: file.pace(&app.config.pace).betting.as_secs(),
        play_money: app.is_demo(),
    }
}

fn phase(phase: Phase) -> banco_wire::Phase {
    phase.into()
}

fn pause(pause: Pause) -> banco_wire::Pause {
    pause.into()
}

fn meters(books: &Books, table: &Table) -> Vec<LobbyMeter> {
    let links = table.rules().terms.links.iter().filter_map(|link| books.pit().link(&link.name));
    links
        .flat_map(|link| {
            let view = link::view(link);
            let name = view.name.to_string();
            view.meters.into_iter().map(move |meter| LobbyMeter {
                link: name.clone(),
                meter: meter.id.to_string(),
                name: meter.name.to_string(),
                value: meter.value.map(Money::from),
            })
        })
        .collect()
}
