//! How fast a floor is there again: from events alone and from snapshots, on SQLite.
//!
//! `BANCO_EVENTS=1000000 cargo bench -p banco-floor --bench load`. Tables are played by automatic dealers and
//! participants for a while; then each is copied to other tables, record by record, until there are as many events as
//! wanted. `BANCO_BENCH_FOLDER` says where the journal is made.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench fails by panicking")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use banco_engine::link::TableId;
use banco_engine::record::digest_of_table;
use banco_engine::table::{Actor, Minute, Person, Role, Rules};
use banco_floor::{Ask, Books, Bot, Croupier, Floor, FloorOptions, Pace, RulesRead, Wish};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance, Staff};
use banco_journal::memory::MemoryStore;
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::{
    Answer, At, Batch, By, CommandId, Entry, Hash, Head, ItemChange, Keyring, Seal, Store, StreamName, Write,
};
use banco_money::Amount;
use banco_rulebook::Library;
use banco_rulebook::model::rulebook::Family;
use serde_json::value::RawValue;

/// How many events each table has that is played.
const PLAYED: u64 = 10_000;

/// How many entries go into one transaction.
const TOGETHER: usize = 2_000;

const PACE: Pace = Pace {
    prepare: Duration::from_millis(1),
    card: Duration::from_millis(1),
    step: Duration::from_millis(1),
    betting: Duration::from_millis(10),
    answer: Duration::from_millis(10),
};

fn keyring() -> Arc<Keyring> {
    Arc::new(Keyring::read(&format!("bench {}", "07".repeat(32))).unwrap())
}

fn id(text: &str) -> CommandId {
    let mut id = CommandId::default();
    id.0.iter_mut().zip(Hash::over(text.as_bytes()).0).for_each(|(byte, of)| *byte = of);
    id
}

/// A table of every family: none of them is on a link.
fn rules() -> Vec<Arc<Rules>> {
    let library = Library::embedded().unwrap();
    let all = library.submissions.iter().filter_map(|known| library.terms(&known.rulebook, &known.name).ok());
    let all: Vec<Arc<Rules>> = all.filter_map(|terms| Rules::new(terms).ok()).map(Arc::new).collect();
    let of = |family: Family| {
        all.iter().find(|rules| rules.terms.rulebook.file.family == family && rules.links.is_empty())
    };
    [Family::HouseBanked, Family::CheminDeFer, Family::PlayerBanked]
        .into_iter()
        .filter_map(of)
        .cloned()
        .collect()
}

/// A table that is played until it has enough events; nothing of time passes.
fn play(rules: &Arc<Rules>, seed: u64) -> Arc<MemoryStore> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let store = Arc::new(MemoryStore::default());
        let (table, kept) = (TableId(1), Arc::clone(&store) as Arc<dyn Store>);
        let options =
            FloorOptions { chance: Chance::Seed(seed), snapshot_every: 0, ..FloorOptions::default() };
        let (floor, handle) = Floor::open(kept, keyring(), options).await.unwrap();
        let running = tokio::spawn(floor.run());
        let by = Actor::new(Role::Floor, Person(900_000));
        let dealer = AutomaticDealer::new(table, Staff::numbered_from(Person(1_000_000)));
        let open = dealer.open(Amount::from_minor(900_000_000, rules.terms.currency), Minute(0));
        let wishes =
            [Wish::PutUp { table, cards: None, rules: Arc::clone(rules), by }, Wish::Said(open.into_said())];
        for (at, wish) in wishes.into_iter().enumerate() {
            let answered = handle.ask(Ask::new(id(&format!("set up {at}")), Hash::NONE, wish)).await.unwrap();
            assert!(answered.happened(), "{answered:?}");
        }
        let random = |purpose: &str| Chance::Seed(seed).for_purpose(purpose, 0).unwrap();
        let dealer = Croupier::new(handle.clone(), dealer, table, PACE, random("dealer"), None).unwrap();
        let mut tasks = vec![tokio::spawn(dealer.run())];
        let advice = Arc::new(match rules.terms.rulebook.file.family {
            Family::HouseBanked => Advice::default(),
            _ => Advice::from_terms(&rules.terms).unwrap(),
        });
        for seat in rules.seats.iter().take(5) {
            let buys_in = Amount::from_minor(30_000_000, rules.terms.currency);
            let person = Person(100 + u32::from(seat.number));
            let one = AutomaticParticipant::new(person, buys_in, &mut random("others"));
            let random = random(&format!("seat {}", seat.number));
            let thinks = Duration::from_millis(1);
            let bot = Bot::new(handle.clone(), table, one, Arc::clone(&advice), random, thinks).unwrap();
            tasks.push(tokio::spawn(bot.run(seat.number)));
        }
        let mut waited = 0;
        while handle.books().heads().all(|(_, head)| head.version < PLAYED) && waited < 100_000 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            waited += 1;
        }
        tasks.iter().chain([&running]).for_each(tokio::task::JoinHandle::abort);
        store
    })
}

/// One played table, as another is made from it.
struct Played {
    entries: Vec<Entry>,
    seals: Vec<Seal>,
    rules: ItemChange,
}

async fn read(store: &MemoryStore) -> Played {
    let stream = StreamName::new("table/1").unwrap();
    let entries = store.entries(stream.clone(), 0, u32::MAX).await.unwrap();
    let seals = store.seals(stream, 0, u64::MAX).await.unwrap();
    let item = store.items("rules".to_owned(), String::new(), String::new(), 1).await.unwrap().remove(0);
    let rules = ItemChange { space: item.space, key: item.key, expected: 0, value: Some(item.value) };
    Played { entries, seals, rules }
}

/// The same at another table, with hashes of its own.
async fn copy(played: &Played, table: u64, first: bool, into: &SqliteStore) -> u64 {
    let (keyring, stream) = (keyring(), StreamName::new(&format!("table/{table}")).unwrap());
    let mut seals = played.seals.iter().peekable();
    let mut head = Head::default();
    for (page, entries) in played.entries.chunks(TOGETHER).enumerate() {
        let cause = id(&format!("copy {table} {page}"));
        // What is appended together has one time, later than whatever is there.
        let at = At(i64::try_from(page).unwrap() + 1);
        let (answer, by) =
            (Answer { status: 200, text: String::new() }, By::Machine { machine: "copy".to_owned() });
        let mut batch = Batch::new(cause, Hash::NONE, at, by, answer);
        let (mut new, after) = (Vec::new(), head);
        for entry in entries {
            let text = entry.record.get().replacen("\"table\":1,", &format!("\"table\":{table},"), 1);
            let record = RawValue::from_string(text).unwrap();
            let entry = Entry::after(head, stream.clone(), at, entry.by.clone(), cause, record);
            head = entry.head(0);
            new.push(entry);
        }
        while let Some(seal) = seals.next_if(|seal| seal.version <= head.version) {
            let secret = keyring.open(seal).unwrap();
            batch.seals.push(keyring.seal(&stream, seal.version, &seal.what, &secret).unwrap());
        }
        batch.writes.push(Write { stream: stream.clone(), after, entries: new, fence: None });
        batch.items.extend((first && page == 0).then(|| played.rules.clone()));
        into.append(vec![batch]).await.unwrap();
    }
    head.version
}

fn digests(books: &Books) -> Vec<String> {
    books.pit().tables().map(|(_, table)| digest_of_table(table).unwrap().to_string()).collect()
}

async fn open(store: &Arc<SqliteStore>, from_snapshots: bool) -> (Floor, banco_floor::Handle, Duration) {
    let began = Instant::now();
    let options =
        FloorOptions { from_snapshots, rules_read: RulesRead::default(), ..FloorOptions::default() };
    let kept = Arc::clone(store) as Arc<dyn Store>;
    let (floor, handle) = Floor::open(kept, keyring(), options).await.unwrap();
    (floor, handle, began.elapsed())
}

async fn measure(folder: PathBuf, wanted: u64) {
    let played: Vec<_> = rules().iter().zip(1..).map(|(rules, seed)| (Arc::clone(rules), seed)).collect();
    let threads = played.into_iter().map(|(rules, seed)| std::thread::spawn(move || play(&rules, seed)));
    let stores: Vec<Arc<MemoryStore>> = threads.map(|thread| thread.join().unwrap()).collect();
    let path = folder.join("bench.sqlite");
    let store = Arc::new(SqliteStore::open(&path, &SqliteOptions::default()).unwrap());
    let (mut events, mut tables) = (0, 0);
    let began = Instant::now();
    while events < wanted {
        for memory in &stores {
            tables += 1;
            let first = tables <= u64::try_from(stores.len()).unwrap();
            events += copy(&read(memory).await, tables, first, &store).await;
        }
    }
    println!("{events} events at {tables} tables, made in {:.1?}", began.elapsed());
    let (floor, handle, took) = open(&store, false).await;
    let per_second = u128::from(events) * 1_000_000 / took.as_micros().max(1);
    println!("from events alone: {took:.2?}, {per_second} events/s");
    let before = digests(&handle.books());
    let running = tokio::spawn(floor.run());
    handle.close();
    let began = Instant::now();
    running.await.unwrap();
    println!("{} snapshots kept at the end in {:.2?}", handle.snapshots().kept(), began.elapsed());
    drop(handle);
    let (_, handle, took) = open(&store, true).await;
    assert_eq!(digests(&handle.books()), before);
    println!("from {} snapshots: {took:.2?}", handle.snapshots().used());
}

fn main() {
    let wanted = std::env::var("BANCO_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let folder = std::env::var_os("BANCO_BENCH_FOLDER").map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("banco-bench-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure(folder.clone(), wanted));
    drop(runtime);
    std::fs::remove_dir_all(folder).unwrap();
}
