//! Many readers of a long journal, and what they cost whoever plays.
//!
//! `cargo xtask battery readers` does it with 10^6 entries, the test with 10^4.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use banco_engine::link::TableId;
use banco_engine::table::{Actor, Minute, Person, Role, Rules};
use banco_floor::{Ask, Bot, Croupier, Floor, FloorOptions, Pace, Wish};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance, Staff};
use banco_journal::memory::MemoryStore;
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::{
    Answer, At, Batch, By, CommandId, Entry, Hash, Head, ItemChange, Keyring, Store, StreamName, Write,
};
use banco_lab::Folder;
use banco_money::Amount;
use banco_rulebook::Library;
use serde_json::{Value, json};

use crate::client::Client;
use crate::house::{House, TIRELESS};

/// The table with the long history.
const LONG: u32 = 101;
/// Clients that read it at the same time.
const READERS: usize = 64;
/// Entries in one batch.
const TOGETHER: usize = 2_000;
/// One key for the house that plays and the server that goes on.
const KEY: &str = "bench 0707070707070707070707070707070707070707070707070707070707070707";

const PACE: Pace = Pace {
    prepare: Duration::from_millis(1),
    card: Duration::from_millis(1),
    step: Duration::from_millis(1),
    betting: Duration::from_millis(10),
    answer: Duration::from_millis(10),
};

fn id(text: &str) -> CommandId {
    let mut id = CommandId::default();
    id.0.iter_mut().zip(Hash::over(text.as_bytes()).0).for_each(|(byte, of)| *byte = of);
    id
}

fn rules() -> Arc<Rules> {
    let library = Library::embedded().unwrap();
    let known = library.submissions.iter().filter(|known| known.rulebook == "ma-baccarat");
    let mut terms = known.filter_map(|known| library.terms(&known.rulebook, &known.name).ok());
    let rules = terms.find_map(|terms| Rules::new(terms).ok().filter(|rules| rules.links.is_empty()));
    Arc::new(rules.unwrap())
}

/// A table that automatic participants play until it has `entries` entries. No time passes.
fn play(entries: u64) -> Arc<MemoryStore> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let (rules, table) = (rules(), TableId(LONG));
        let store = Arc::new(MemoryStore::default());
        let options = FloorOptions { chance: Chance::Seed(7), snapshot_every: 0, ..FloorOptions::default() };
        let keyring = Arc::new(Keyring::read(KEY).unwrap());
        let kept = Arc::clone(&store) as Arc<dyn Store>;
        let (floor, handle) = Floor::open(kept, keyring, options).await.unwrap();
        let running = tokio::spawn(floor.run());
        let by = Actor::new(Role::Floor, Person(900_000));
        let dealer = AutomaticDealer::new(table, Staff::numbered_from(Person(1_000_000)));
        let open = dealer.open(Amount::from_minor(900_000_000, rules.terms.currency), Minute(0));
        let put_up = Wish::PutUp { table, cards: None, rules: Arc::clone(&rules), by };
        for (at, wish) in [put_up, Wish::Said(open.into_said())].into_iter().enumerate() {
            let answered = handle.ask(Ask::new(id(&format!("set up {at}")), Hash::NONE, wish)).await.unwrap();
            assert!(answered.happened(), "{answered:?}");
        }
        let random = |purpose: &str| Chance::Seed(7).for_purpose(purpose, 0).unwrap();
        let dealer = Croupier::new(handle.clone(), dealer, table, PACE, random("dealer"), None).unwrap();
        let mut tasks = vec![tokio::spawn(dealer.run())];
        for seat in rules.seats.iter().take(5) {
            let buys_in = Amount::from_minor(30_000_000, rules.terms.currency);
            let person = Person(700_000 + u32::from(seat.number));
            let one = AutomaticParticipant::new(person, buys_in, &mut random("others"));
            let (advice, thinks) = (Arc::new(Advice::default()), Duration::from_millis(1));
            let random = random(&format!("seat {}", seat.number));
            let bot = Bot::new(handle.clone(), table, one, advice, random, thinks).unwrap();
            tasks.push(tokio::spawn(bot.run(seat.number)));
        }
        let stream = StreamName::new(&format!("table/{LONG}")).unwrap();
        while handle.books().head(&stream).version < entries {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        tasks.iter().chain([&running]).for_each(tokio::task::JoinHandle::abort);
        store
    })
}

/// Copies a played table into the journal of a server that has not been started yet.
async fn copy(store: &MemoryStore, folder: &Path) {
    let path = banco_server::journal_file(folder);
    let into = SqliteStore::open(&path, &SqliteOptions::default()).unwrap();
    let stream = StreamName::new(&format!("table/{LONG}")).unwrap();
    let items = store.items("rules".to_owned(), String::new(), String::new(), 10).await.unwrap();
    let change = |item: banco_journal::Item| ItemChange {
        space: item.space,
        key: item.key,
        expected: 0,
        value: Some(item.value),
    };
    let mut rules: Vec<ItemChange> = items.into_iter().map(change).collect();
    let mut head = Head::default();
    loop {
        let page = store.entries(stream.clone(), head.version, u32::try_from(TOGETHER).unwrap()).await;
        let mut page: Vec<Entry> = page.unwrap();
        // What one command did stays together: its entries have one time.
        let last = page.last().map(|entry| entry.cause);
        if page.len() == TOGETHER {
            page.retain(|entry| Some(entry.cause) != last);
        }
        let Some(end) = page.last().map(|entry| entry.head(0)) else { return };
        let by = By::Machine { machine: "copy".to_owned() };
        let answer = Answer { status: 200, text: String::new() };
        let cause = id(&format!("copy {}", head.version));
        let mut batch = Batch::new(cause, Hash::NONE, At(end.at.0), by, answer);
        batch.seals = store.seals(stream.clone(), head.version, end.version).await.unwrap();
        batch.items = std::mem::take(&mut rules);
        batch.writes.push(Write { stream: stream.clone(), after: head, entries: page, fence: None });
        into.append(vec![batch]).await.unwrap();
        head = end;
    }
}

/// Makes the journal that another process of this test wants; see [`journal`].
#[test]
#[ignore = "a part of the others, in a process of its own"]
fn makes_a_journal() {
    let Some(folder) = std::env::var_os("BANCO_READS_FOLDER").map(PathBuf::from) else { return };
    let entries = std::env::var("BANCO_READS_ENTRIES").unwrap().parse().unwrap();
    let played = play(entries);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(copy(&played, &folder));
}

/// A data folder with a long table. It is made in a process of its own, so that the memory that it takes
/// is not mistaken for that of the server.
fn journal(entries: u64) -> Folder {
    let folder = Folder::new("reads").unwrap();
    let mut keys = std::fs::File::options();
    let mut keys =
        keys.create_new(true).write(true).mode(0o600).open(folder.path().join("seal.keys")).unwrap();
    keys.write_all(format!("{KEY}\n").as_bytes()).unwrap();
    let made = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "reads::makes_a_journal", "--ignored", "--nocapture"])
        .env("BANCO_READS_FOLDER", folder.path())
        .env("BANCO_READS_ENTRIES", entries.to_string())
        .status();
    assert!(made.unwrap().success(), "no journal was made");
    folder
}

/// Latencies of bets, in microseconds.
struct Latency {
    bets: usize,
    p50: u64,
    p99: u64,
}

impl Latency {
    fn of(mut all: Vec<u64>) -> Self {
        all.sort_unstable();
        let at = |part: usize| all[(all.len() * part / 100).min(all.len() - 1)];
        Self { bets: all.len(), p50: at(50), p99: at(99) }
    }
}

impl std::fmt::Display for Latency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bets, p50 {} us, p99 {} us", self.bets, self.p50, self.p99)
    }
}

/// Bets and takes the bet down again, for a while.
async fn bets(client: &Client, time: Duration) -> Latency {
    let path = "/api/v1/tables/5/commands";
    let bet =
        json!({ "do": "place_wager", "spot": "banker", "amount": { "minor": 5_000, "currency": "USD" } });
    let down = json!({ "do": "take_down", "spot": "banker" });
    let (began, mut all) = (Instant::now(), Vec::new());
    while began.elapsed() < time {
        let since = Instant::now();
        client.command(path, bet.clone()).await.must(200);
        all.push(u64::try_from(since.elapsed().as_micros()).unwrap());
        client.command(path, down.clone()).await.must(200);
    }
    Latency::of(all)
}

/// What readers were answered.
#[derive(Default, Debug)]
struct Answered {
    read: AtomicU64,
    shed: AtomicU64,
    other: AtomicU64,
}

/// The routes that read the history of a table, in turn, until it is enough. A reader who is told to come
/// back later does.
async fn reads(
    client: Client,
    paths: Vec<String>,
    offset: usize,
    stop: Arc<AtomicBool>,
    count: Arc<Answered>,
) {
    for at in offset.. {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let answer = client.get(&paths[at % paths.len()]).await;
        match answer.status {
            200 => count.read.fetch_add(1, Ordering::Relaxed),
            429 | 503 => {
                let seconds = answer.header("retry-after").and_then(|text| text.parse().ok());
                tokio::time::sleep(Duration::from_secs(seconds.expect("no Retry-After"))).await;
                count.shed.fetch_add(1, Ordering::Relaxed)
            }
            _ => count.other.fetch_add(1, Ordering::Relaxed),
        };
    }
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// The most memory that is seen until it is enough, in MiB.
async fn peak(stop: Arc<AtomicBool>) -> u64 {
    let mut most = resident();
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(50)).await;
        most = most.max(resident());
    }
    most
}

/// Everything that is measured.
struct Measured {
    before: Latency,
    during: Latency,
    memory: (u64, u64),
    answered: Answered,
}

async fn paths(client: &Client) -> Vec<String> {
    let items = |page: Value, key: &str| page[key].as_array().or(page.as_array()).unwrap().clone();
    let shoes = client.get(&format!("/api/v1/tables/{LONG}/shoes")).await.must(200).json();
    let shoes = items(shoes, "items");
    let rounds = client.get(&format!("/api/v1/tables/{LONG}/rounds?limit=50")).await.must(200).json();
    let mut paths = Vec::new();
    let shown = shoes.iter().filter(|shoe| shoe["shown"] == true);
    for (shoe, round) in shown.zip(items(rounds, "rounds")) {
        paths.push(format!("/api/v1/tables/{LONG}/shoes"));
        paths.push(format!("/api/v1/tables/{LONG}/shoes/{}", shoe["promise"]));
        paths.push(format!("/api/v1/rounds/{}", round["cursor"].as_str().unwrap()));
    }
    assert!(!paths.is_empty());
    paths
}

fn measure(entries: u64, time: Duration) -> Measured {
    let folder = journal(entries);
    let runtime =
        || tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    // The server, whoever bets and the readers have threads of their own.
    let (server, bettor, crowd) = (runtime(), runtime(), runtime());
    let flags: Vec<_> =
        TIRELESS.iter().chain(&[("betting_seconds", "600"), ("request_seconds", "60")]).copied().collect();
    let house = server.block_on(House::there(folder, &flags));
    let at = house.server.address;
    let gwen = bettor.block_on(async {
        let gwen = house.guest("Gwen").await;
        let path = "/api/v1/tables/5/commands";
        gwen.client.command(path, json!({ "do": "sit", "seat": 1 })).await.must(200);
        let chips = json!({ "minor": 500_000, "currency": "USD" });
        gwen.client
            .command(path, json!({ "do": "buy_in", "amount": chips, "with": "chips" }))
            .await
            .must(200);
        gwen
    });
    let paths = crowd.block_on(async {
        let began = Instant::now();
        loop {
            let path = format!("/api/v1/tables/{LONG}/rounds");
            if Client::new(at).get(&path).await.status == 200 {
                break;
            }
            assert!(began.elapsed() < Duration::from_secs(300), "the index is never ready");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        println!("the index was ready after {:.1?}", began.elapsed());
        paths(&Client::new(at)).await
    });
    let opens = Instant::now();
    bettor.block_on(async {
        // The table begins to take bets.
        let bet =
            json!({ "do": "place_wager", "spot": "banker", "amount": { "minor": 5_000, "currency": "USD" } });
        while gwen.client.command("/api/v1/tables/5/commands", bet.clone()).await.status != 200 {
            assert!(opens.elapsed() < Duration::from_secs(20), "no bets are taken");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let down = json!({ "do": "take_down", "spot": "banker" });
        gwen.client.command("/api/v1/tables/5/commands", down).await.must(200);
    });
    let before = bettor.block_on(bets(&gwen.client, time));
    let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(Answered::default()));
    let memory = resident();
    let watch = crowd.spawn(peak(Arc::clone(&stop)));
    let readers: Vec<_> = (0..READERS)
        .map(|at| {
            let (paths, client) = (paths.clone(), Client::new(house.server.address));
            crowd.spawn(reads(client, paths, at, Arc::clone(&stop), Arc::clone(&answered)))
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let during = bettor.block_on(bets(&gwen.client, time));
    stop.store(true, Ordering::Relaxed);
    let most = crowd.block_on(async {
        for reader in readers {
            reader.await.unwrap();
        }
        watch.await.unwrap()
    });
    server.block_on(house.server.stop());
    let answered = Arc::into_inner(answered).unwrap();
    Measured { before, during, memory: (memory, most), answered }
}

/// The ratio of the p99 of a bet with readers to that without, in percent; and the memory that readers take, in MiB.
fn report(entries: u64, measured: &Measured) -> (u64, u64) {
    let Measured { before, during, memory: (least, most), answered } = measured;
    let percent = |one: u64, other: u64| one * 100 / other.max(1);
    let (p50, p99) = (percent(during.p50, before.p50), percent(during.p99, before.p99));
    println!("{READERS} readers of a table with {entries} entries: {answered:?}");
    println!("without them: {before}");
    println!("with them:    {during}");
    println!("ratios: p50 {p50} %, p99 {p99} %; memory from {least} to {most} MiB");
    (p99, most.saturating_sub(*least))
}

/// A debug build on a busy machine has its moments; without limits the ratio is in the thousands, and the
/// memory in the hundreds of MiB.
#[test]
fn readers_of_a_long_table_do_not_hold_up_bets() {
    let entries = 10_000;
    let measured = measure(entries, Duration::from_secs(4));
    let (p99, memory) = report(entries, &measured);
    assert!(measured.answered.read.load(Ordering::Relaxed) > 0, "nothing was read");
    assert_eq!(measured.answered.other.load(Ordering::Relaxed), 0, "answers that nobody expects");
    assert!(p99 <= 2_000, "the p99 of a bet is {p99} % of what it was");
    assert!(memory <= 64, "readers take {memory} MiB");
}

/// Readers of a long table hardly slow down a bet, and need little memory.
#[test]
#[ignore = "long: cargo xtask battery readers"]
fn readers_of_a_million_entries_do_not_slow_bets() {
    let entries = std::env::var("BANCO_ENTRIES").ok().and_then(|text| text.parse().ok());
    // It has a part of the battery of its own.
    let Some(entries) = entries else { return };
    let measured = measure(entries, Duration::from_secs(20));
    let (p99, memory) = report(entries, &measured);
    assert!(p99 <= 200, "the p99 of a bet is {p99} % of what it was");
    assert!(memory <= 64, "readers take {memory} MiB");
}

/// After a start with a long journal the index of rounds is not there for a while; pages that play goes on at come at
/// once all the same.
#[test]
fn play_does_not_wait_for_the_index() {
    let folder = journal(60_000);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let house = House::there(folder, &TIRELESS).await;
        let gwen = house.guest("Gwen").await;
        gwen.client.command("/api/v1/tables/5/commands", json!({ "do": "sit", "seat": 1 })).await.must(200);
        let ready = || {
            let stream = StreamName::new(&format!("table/{LONG}")).unwrap();
            let end = house.server.app.floor.books().head(&stream).version;
            house.server.app.index.rounds(|history| history.version(TableId(LONG))) >= end
        };
        let (since, was_ready) = (Instant::now(), ready());
        for path in ["/tables/5", "/tables/5/parts"] {
            gwen.client.get(path).await.must(200);
        }
        let took = since.elapsed();
        println!("the pages came after {took:.1?}; the index was ready: {was_ready}, {}", ready());
        assert!(took < Duration::from_secs(1), "a seat waited {took:?} for the index of another table");
        let ada = house.administrator().await;
        let fay = house.somebody(&ada, "fay", &["floor"]).await;
        let since = Instant::now();
        fay.client.get("/floor").await.must(200);
        assert!(since.elapsed() < Duration::from_secs(2));
        house.server.stop().await;
    });
}
