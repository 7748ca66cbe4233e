//! What is in the store at the end, against what everybody was told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_floor::{Floor, FloorOptions};
use banco_journal::postgres::PostgresStore;
use banco_journal::sqlite::SqliteStore;
use banco_journal::verify::{Against, verify};
use banco_journal::{CommandId, Entry, Hash, Keyring, Store, StreamName};

use crate::crowd::{Guest, TABLE};
use crate::node::Place;

/// Looks at everything that a floor has kept, after its servers have ended.
pub fn check(place: &Place, guests: &[Guest]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store: Arc<dyn Store> = match &place.database {
            Some(address) => Arc::new(PostgresStore::open(address, &Default::default()).await.unwrap()),
            None => {
                let file = place.folder.join("journal.sqlite");
                Arc::new(SqliteStore::open(&file, &Default::default()).unwrap())
            }
        };
        let against = Against { commands: true, ..Default::default() };
        let report = verify(&*store, &against, &mut |_| Ok(())).await.unwrap();
        assert_eq!(report.problems, []);
        let mut sums: BTreeMap<String, i128> = BTreeMap::new();
        for (currency, _, sum) in store.balances().await.unwrap() {
            *sums.entry(currency).or_default() += sum;
        }
        assert!(sums.values().all(|sum| *sum == 0), "{sums:?}");
        let entries = entries(&*store, &format!("table/{TABLE}")).await;
        happened_once(&entries, guests);
        each_once(&entries);
        loads_anew(place, store).await;
    });
}

async fn entries(store: &dyn Store, stream: &str) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    loop {
        let after = all.last().map_or(0, |last| last.version);
        let more = store.entries(StreamName::new(stream).unwrap(), after, 2000).await.unwrap();
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}

/// Whatever a guest was told to have happened at the table ends there where they were told, and what was refused left
/// nothing.
fn happened_once(entries: &[Entry], guests: &[Guest]) {
    let stream = format!("table/{TABLE}");
    let mut ends: BTreeMap<CommandId, u64> = BTreeMap::new();
    ends.extend(entries.iter().map(|entry| (entry.cause, entry.version)));
    for guest in guests {
        for given in &guest.given {
            let (status, body) = given.answer.as_ref().unwrap();
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            let told = body["streams"][&stream].as_u64().filter(|_| *status == 200);
            assert_eq!(ends.get(&id(guest, &given.key)).copied(), told, "{given:?}");
        }
    }
}

/// The id of a command in the journal.
fn id(guest: &Guest, key: &str) -> CommandId {
    let mut id = CommandId::default();
    let hash = Hash::over(format!("banco client\nperson {}\n{key}", guest.person).as_bytes());
    id.0.copy_from_slice(&hash.0[..16]);
    id
}

/// What a command wrote, of a guest or of the house, stands there once and together.
fn each_once(entries: &[Entry]) {
    let mut seen = BTreeSet::new();
    let mut last = CommandId::default();
    for entry in entries {
        assert!(entry.cause == last || seen.insert(entry.cause), "{} {}", entry.stream, entry.version);
        last = entry.cause;
    }
}

/// A fresh load knows as much as was written, and its books agree.
async fn loads_anew(place: &Place, store: Arc<dyn Store>) {
    let keys = std::fs::read_to_string(place.folder.join("seal.keys")).unwrap();
    let keyring = Arc::new(Keyring::read(&keys).unwrap());
    let open = || Floor::open(Arc::clone(&store), Arc::clone(&keyring), FloorOptions::default());
    let (_floor, handle) = open().await.unwrap();
    let books = handle.books();
    assert!(books.pit().trial_balance().imbalances.is_empty());
    for (stream, head) in store.heads(None).await.unwrap() {
        if matches!(stream.kind(), "table" | "link" | "account") {
            assert_eq!(books.head(&stream).hash, head.hash, "{stream}");
        }
    }
    for (table, state) in books.pit().tables() {
        assert!(state.fault().is_none(), "{table}");
    }
}
