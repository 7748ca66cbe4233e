//! Since when something waits for somebody. The engine has no clock, so each node remembers when it first saw it: at the
//! moment of the entry by which it came about, or of the last one before the node started.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use banco_engine::link::Progress;
use banco_engine::table::{Contact, Person, Prompt, Table, Viewer, view};
use banco_floor::Books;
use banco_journal::{At, ItemChange, StoreError, StreamName};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::problem::Failed;

/// The space of the journal in which it is kept who knows of what.
const SPACE: &str = "known_matter";

/// When each matter was first seen, by its key.
#[derive(Default, Debug)]
pub struct Alarms(Mutex<BTreeMap<String, At>>);

impl Alarms {
    /// Looks at what waits now: what is new is remembered, what is over is forgotten.
    pub fn look(&self, books: &Books, now: At) {
        let raised = raised(books);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|key, _| raised.contains_key(key));
        for (key, stream) in raised {
            let head = StreamName::new(&stream).map(|name| books.head(&name).at).unwrap_or(now);
            known.entry(key).or_insert_with(|| At(head.0.min(now.0)));
        }
    }

    /// Since when something waits; from now on, if nobody has seen it before.
    pub fn since(&self, key: &str, now: At) -> At {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied().unwrap_or(now)
    }

    /// Whether it waits.
    pub fn has(&self, key: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(key)
    }
}

/// Everything that waits, each with the stream in which it came about.
fn raised(books: &Books) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (number, table) in books.pit().tables() {
        let stream = format!("table/{}", number.0);
        for key in of_table(table) {
            all.insert(format!("{stream}/{key}"), stream.clone());
        }
    }
    for link in books.pit().links() {
        let stream = format!("link/{}", link.setup().name);
        let open = |progress: Progress| !matches!(progress, Progress::Paid | Progress::Rejected);
        let hits = link.hits().filter(|hit| open(hit.progress)).map(|hit| format!("hit/{}", hit.id.0));
        let asked = link.requests().iter().chain(link.expired()).map(|one| format!("request/{}", one.id.0));
        all.extend(hits.chain(asked).map(|key| (format!("{stream}/{key}"), stream.clone())));
    }
    for account in books.pit().accounts() {
        let stream = format!("account/{}", account.person().0);
        let asked = account.requests().iter().chain(account.expired());
        all.extend(asked.map(|one| (format!("{stream}/request/{}", one.id.0), stream.clone())));
    }
    all
}

fn of_table(table: &Table) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    keys.extend(table.fault().map(|_| "fault".to_owned()));
    keys.extend(table.incident().map(|_| "incident".to_owned()));
    let seen = view(table, Viewer::Floor);
    keys.extend(seen.staff.and_then(|staff| staff.hold).map(|_| "hold".to_owned()));
    let steps = seen.prompts.iter().filter(|prompt| matches!(prompt, Prompt::NextStep { .. }));
    keys.extend(steps.map(|_| "step".to_owned()));
    let due = seen.books.into_iter().flat_map(|books| books.due_notices);
    keys.extend(due.map(|(notice, _)| format!("due/{notice}")));
    keys.extend(table.requests().iter().chain(table.expired()).map(|one| format!("request/{}", one.id.0)));
    let lost = |wager: &str| table.contact(wager) == Contact::Lost;
    let spots = table.rules().spots.iter().filter(|spot| lost(spot.wager.as_str()));
    keys.extend(spots.map(|spot| format!("lost/{}", spot.wager)));
    keys
}

/// Who knows of something, and since when.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct KnownTo {
    /// When they said so, in microseconds.
    pub at: i64,
    /// Who.
    pub by: u32,
}

/// What tells this time from the next: its key, and since when.
fn item_key(key: &str, since: At) -> String {
    format!("{key}@{}", since.0)
}

/// Somebody says that they know of a matter. It stands in the journal, and counts for this time only.
///
/// # Errors
/// There is no such matter, somebody was faster, or the store.
pub async fn know(app: &App, by: Person, key: &str) -> Result<(), Failed> {
    if !app.alarms.has(key) {
        let title = "nothing of this kind waits any more";
        return Err(Failed::new(StatusCode::CONFLICT, "alarm_over", title).hint("look again"));
    }
    let since = app.alarms.since(key, app.now());
    let value = serde_json::to_vec(&KnownTo { at: app.now().0, by: by.0 }).ok();
    let item = ItemChange { space: SPACE.to_owned(), key: item_key(key, since), expected: 0, value };
    let told = json!({ "alarm_known": { "alarm": key, "by": by.0, "since": since.0 } });
    match app.log_floor(by, told, vec![item]).await {
        Ok(()) => Ok(()),
        // Two may press at once: one of them knows, and that is enough.
        Err(banco_floor::Unanswered::Away(StoreError::ItemMoved { .. })) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Who knows of a matter, since it began.
///
/// # Errors
/// The store.
pub async fn known_to(app: &App, key: &str) -> Result<Option<KnownTo>, Failed> {
    let wanted = item_key(key, app.alarms.since(key, app.now()));
    let items = app.store.items(SPACE.to_owned(), wanted.clone(), String::new(), 1).await?;
    let item = items.into_iter().find(|item| item.key == wanted);
    Ok(item.and_then(|item| serde_json::from_slice(&item.value).ok()))
}
