//! Who is there, so that a table rests while nobody is. Where several nodes serve a floor, each tells the others
//! whom it has seen at a table; what a node says is believed as long as it goes on saying it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use banco_engine::table::Person;
use banco_journal::{Answer, Batch, By, CommandId, Hash, Item, ItemChange, StoreError};
use tokio::time::{Instant, MissedTickBehavior};

use crate::app::App;

/// The space of the journal in which nodes tell whom they have seen.
const SPACE: &str = "presence";
/// How often a node listens to the others.
const EVERY: Duration = Duration::from_secs(1);
/// How soon it tells them that somebody has come or gone.
const AGAIN: Duration = Duration::from_secs(2);
/// How often it tells them that everybody is still there.
const STILL: Duration = Duration::from_secs(10);
/// A node that has said nothing for so long is gone.
const GONE: Duration = Duration::from_secs(25);
/// More nodes than a floor has.
const MOST: u32 = 500;

/// Who is there, by what they asked for last.
#[derive(Default, Debug)]
pub struct Presence {
    seen: Mutex<HashMap<Person, Instant>>,
    elsewhere: Mutex<BTreeSet<Person>>,
}

impl Presence {
    /// Somebody is there now.
    pub fn is_seen(&self, person: Person) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(person, Instant::now());
    }

    /// Whether somebody was seen lately, here or on another node.
    pub fn is_here(&self, person: Person, within: Duration) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let here = seen.get(&person).is_some_and(|at| at.elapsed() < within);
        drop(seen);
        here || self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).contains(&person)
    }

    /// Forgets those who are gone, and says who is there.
    pub fn sweep(&self, within: Duration) -> BTreeSet<Person> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, at| at.elapsed() < within);
        seen.keys().copied().collect()
    }
}

/// What a node has told the others.
#[derive(Default)]
struct Told {
    version: u64,
    people: BTreeSet<Person>,
    at: Option<Instant>,
}

/// Tells the other nodes who is here, and hears from them, until the server stops.
pub async fn run(app: Arc<App>) {
    let mut told = Told::default();
    let mut heard: BTreeMap<String, (u64, Instant)> = BTreeMap::new();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => break,
            _ = every.tick() => {}
        }
        // What cannot be told or heard now is so the next time.
        if let Err(error) = tell(&app, &mut told).await {
            tracing::debug!(%error, "presence");
        }
        match hear(&app, &mut heard).await {
            // A write whose end nobody knew has ended by now.
            Ok(version) => told.version = version,
            Err(error) => tracing::debug!(%error, "presence"),
        }
    }
    drop(keep(&app, &app.node, told.version, None).await);
}

/// Only those who sit at a table are of interest to whoever deals there.
async fn tell(app: &App, told: &mut Told) -> Result<(), StoreError> {
    let here = app.presence.sweep(app.config.pace.idle);
    let books = app.floor.books();
    let seated = books.pit().tables().flat_map(|(_, table)| table.people()).map(|one| one.person);
    let people: BTreeSet<Person> = seated.filter(|person| here.contains(person)).collect();
    let since = told.at.map_or(Duration::MAX, |at| at.elapsed());
    let due = match people == told.people {
        true => !people.is_empty() && since >= STILL,
        false => since >= AGAIN,
    };
    if due {
        let numbers: Vec<u32> = people.iter().map(|person| person.0).collect();
        let value = serde_json::to_vec(&numbers).unwrap_or_default();
        keep(app, &app.node, told.version, Some(value)).await?;
        *told = Told { version: told.version.saturating_add(1), people, at: Some(Instant::now()) };
    }
    Ok(())
}

/// Hears whom the others have seen; says how often this node has spoken.
async fn hear(app: &App, heard: &mut BTreeMap<String, (u64, Instant)>) -> Result<u64, StoreError> {
    let items = app.store.items(SPACE.to_owned(), String::new(), String::new(), MOST).await?;
    heard.retain(|node, _| items.iter().any(|item| item.key == *node));
    let own = items.iter().find(|item| item.key == app.node).map(|item| item.version);
    let mut elsewhere = BTreeSet::new();
    for Item { key, version, value, .. } in items.into_iter().filter(|item| item.key != app.node) {
        let (last, at) = heard.entry(key.clone()).or_insert_with(|| (version, Instant::now()));
        if *last != version {
            (*last, *at) = (version, Instant::now());
        }
        if at.elapsed() < GONE {
            let numbers: Vec<u32> = serde_json::from_slice(&value).unwrap_or_default();
            elsewhere.extend(numbers.into_iter().map(Person));
        } else {
            // It was killed, or it will say so again.
            drop(keep(app, &key, version, None).await);
        }
    }
    *app.presence.elsewhere.lock().unwrap_or_else(PoisonError::into_inner) = elsewhere;
    Ok(own.unwrap_or_default())
}

/// Writes what a node says, or takes it away.
async fn keep(app: &App, node: &str, expected: u64, value: Option<Vec<u8>>) -> Result<(), StoreError> {
    if expected == 0 && value.is_none() {
        return Ok(());
    }
    let mut id = CommandId::default();
    getrandom::fill(&mut id.0).map_err(|error| StoreError::Stopped(error.to_string()))?;
    let by = By::Machine { machine: SPACE.to_owned() };
    let answer = Answer { status: 204, text: String::new() };
    let mut batch = Batch::new(id, Hash::NONE, app.now(), by, answer);
    batch.items.push(ItemChange { space: SPACE.to_owned(), key: node.to_owned(), expected, value });
    app.store.append(vec![batch]).await
}
