//! Simulated floors by seed: real tables, dealers and participants over a store that fails, with crashes in between.
//!
//! - `BANCO_SEEDS=N` runs so many seeds, from `BANCO_FIRST_SEED` on, and the battery runs many;
//! - a seed that fails is repeated by `BANCO_SEED=N cargo test -p banco-floor --test simulated`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use banco_dice::Dice;
use banco_engine::link::TableId;
use banco_engine::pit::Happening;
use banco_engine::record::digest_of_table;
use banco_engine::table::{Actor, Minute, Person, Role, Rules};
use banco_floor::{
    Ask, Books, Bot, Clock, Commit, Croupier, Floor, FloorOptions, Handle, Pace, RulesRead, Wish, name_of,
};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance, Staff};
use banco_journal::fault::{Fault, Faults, Point};
use banco_journal::memory::MemoryStore;
use banco_journal::verify::{Against, verify};
use banco_journal::{Answer, At, Batch, By, CommandId, Hash, ItemChange, Keyring, Store, StreamName};
use banco_money::Amount;
use banco_rulebook::Library;
use banco_rulebook::model::rulebook::Family;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap())
}

fn rules(rulebook: &str, submission: &str) -> Arc<Rules> {
    let checked = library().check(library().submission(rulebook, submission).unwrap().source.clone());
    Arc::new(Rules::new(checked.terms.unwrap()).unwrap())
}

/// All submissions that come with Banco, made into rules once.
fn all_rules() -> &'static [Arc<Rules>] {
    static ALL: OnceLock<Vec<Arc<Rules>>> = OnceLock::new();
    ALL.get_or_init(|| {
        library().submissions.iter().map(|known| rules(&known.rulebook, &known.name)).collect()
    })
}

fn advice(rules: &Rules) -> Arc<Advice> {
    static KNOWN: OnceLock<Mutex<BTreeMap<String, Arc<Advice>>>> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Mutex::default).lock().unwrap();
    let id = rules.id.to_string();
    let new = || match rules.terms.rulebook.file.family {
        Family::HouseBanked => Arc::new(Advice::default()),
        _ => Arc::new(Advice::from_terms(&rules.terms).unwrap()),
    };
    Arc::clone(known.entry(id).or_insert_with(new))
}

fn keyring() -> Arc<Keyring> {
    Arc::new(Keyring::read(&format!("test {}", "07".repeat(32))).unwrap())
}

/// The clock of the simulation, which sometimes jumps back.
struct SimulatedClock(tokio::time::Instant, AtomicU64);

impl Clock for SimulatedClock {
    fn now(&self) -> At {
        let jump = i64::try_from(self.1.fetch_add(1, Ordering::Relaxed) % 17).unwrap() * 1000;
        At(i64::try_from(self.0.elapsed().as_micros()).unwrap() - jump + 1_000_000)
    }
}

const FAST: Pace = Pace {
    prepare: Duration::from_millis(1),
    card: Duration::from_millis(2),
    step: Duration::from_millis(3),
    betting: Duration::from_millis(60),
    answer: Duration::from_millis(50),
};

fn id(text: &str) -> CommandId {
    let mut id = CommandId::default();
    id.0.copy_from_slice(&Hash::over(text.as_bytes()).0[..16]);
    id
}

/// So many floors in the ordinary tests.
const SEEDS: u64 = 2000;

/// Seeds that have found something, and are run every time.
const FOUND: [u64; 1] = [
    // A dealer whose command had changed nothing but a link asked for the next one by the same name, for ever.
    10_526,
];

/// How often a floor crashes.
const LIVES: u64 = 2;

struct Simulation {
    seed: u64,
    store: Arc<MemoryStore>,
    tables: Vec<(TableId, Arc<Rules>)>,
    /// Whether players sit at another node than the dealers.
    two_nodes: bool,
    /// Whether the store fails now and then.
    failing: Arc<AtomicBool>,
    began: tokio::time::Instant,
    /// After how many events snapshots are kept.
    snapshot_every: u64,
}

/// All floors are of one process, and rules are read once.
fn rules_read() -> RulesRead {
    static READ: OnceLock<RulesRead> = OnceLock::new();
    READ.get_or_init(RulesRead::default).clone()
}

impl Simulation {
    async fn open(&self) -> (tokio::task::JoinHandle<()>, Handle) {
        let (floor, handle) = self.load(true).await;
        (tokio::spawn(floor.run()), handle)
    }

    async fn load(&self, from_snapshots: bool) -> (Floor, Handle) {
        let options = FloorOptions {
            rules_read: rules_read(),
            snapshot_every: self.snapshot_every,
            from_snapshots,
            chance: Chance::Seed(self.seed),
            others: self.two_nodes.then_some(Duration::from_millis(25)),
            clock: Arc::new(SimulatedClock(self.began, AtomicU64::new(self.seed))),
            ..FloorOptions::default()
        };
        let store: Arc<dyn Store> = Arc::clone(&self.store) as Arc<dyn Store>;
        let was_failing = self.failing.swap(false, Ordering::Relaxed);
        let opened = Floor::open(store, keyring(), options).await.unwrap();
        self.failing.store(was_failing, Ordering::Relaxed);
        opened
    }

    /// Puts up and opens the tables; asked again after a crash, it happens once.
    async fn set_up(&self, floor: &Handle) {
        for (table, rules) in &self.tables {
            let staff = staff(*table);
            let by = Actor::new(Role::Floor, Person(900_000));
            let wish = Wish::PutUp { table: *table, cards: None, rules: Arc::clone(rules), by };
            self.must(floor, Ask::new(id(&format!("put up {}", table.0)), Hash::NONE, wish)).await;
            let float = Amount::from_minor(3_000_000, rules.terms.currency);
            let open = AutomaticDealer::new(*table, staff).open(float, Minute(0));
            let wish = Wish::Said(open.into_said());
            self.must(floor, Ask::new(id(&format!("open {}", table.0)), Hash::NONE, wish)).await;
        }
    }

    /// Asks until there is an answer.
    async fn must(&self, floor: &Handle, ask: Ask) {
        for _ in 0..200 {
            match floor.ask(ask.clone()).await {
                Ok(answered) => {
                    assert!(answered.happened(), "seed {}: {:?}", self.seed, answered.answer);
                    return;
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
        panic!("seed {}: no answer", self.seed);
    }

    /// Dealers at the first node, players at all of them.
    fn people(&self, nodes: &[Handle], life: u64) -> Vec<tokio::task::JoinHandle<()>> {
        let mut tasks = Vec::new();
        for (table, rules) in &self.tables {
            let chance = Chance::Seed(self.seed * 1000 + life);
            let random = |purpose: &str| chance.for_purpose(purpose, 0).unwrap();
            let dealer = AutomaticDealer::new(*table, staff(*table));
            let croupier =
                Croupier::new(nodes[0].clone(), dealer, *table, FAST, random("dealer"), None).unwrap();
            tasks.push(tokio::spawn(croupier.run()));
            let buys_in = Amount::from_minor(300_000, rules.terms.currency);
            for (at, seat) in rules.seats.iter().take(4).enumerate() {
                let floor = &nodes[at % nodes.len()];
                let person = Person(100 * table.0 + u32::from(seat.number));
                let one = AutomaticParticipant::new(person, buys_in, &mut random("others"));
                let thinks = Duration::from_millis(u64::from(seat.number));
                let random = random(&format!("{table} {}", seat.number));
                let bot = Bot::new(floor.clone(), *table, one, advice(rules), random, thinks).unwrap();
                tasks.push(tokio::spawn(bot.run(seat.number)));
            }
        }
        tasks
    }
}

fn staff(table: TableId) -> Staff {
    Staff::numbered_from(Person(1_000_000 + 1000 * table.0))
}

/// What the books have come to.
fn digests(books: &Books) -> Vec<String> {
    books.pit().tables().map(|(_, table)| digest_of_table(table).unwrap().to_string()).collect()
}

/// Both are the same to the last hidden card.
fn assert_same(seed: u64, one: &Books, other: &Books) {
    let (ours, theirs) = (one.pit(), other.pit());
    assert!(one.heads().eq(other.heads()), "seed {seed}: heads");
    assert_eq!(digests(one), digests(other), "seed {seed}");
    assert!(ours.tables().eq(theirs.tables()), "seed {seed}: tables");
    assert!(ours.links().eq(theirs.links()), "seed {seed}: links");
    assert!(ours.accounts().eq(theirs.accounts()), "seed {seed}: accounts");
    assert!(ours.waiting().eq(theirs.waiting()), "seed {seed}: words that wait");
    for (at, table) in ours.tables() {
        assert_eq!(ours.words_for(at), theirs.words_for(at), "seed {seed}: words that wait");
        assert!(one.shoe(at) == other.shoe(at), "seed {seed}: the shoe of {at}");
        assert_eq!(one.heard_at(at), other.heard_at(at), "seed {seed}");
        let next = |books: &Books| books.shoe(at).and_then(|shoe| shoe.card(table.next_card()));
        assert!(next(one) == next(other), "seed {seed}: the next card of {at}");
    }
}

/// The store fails now and then: before it has kept something, or after, without saying so, or when it is read.
fn faults(seed: u64, failing: Arc<AtomicBool>) -> Faults {
    let dice = Mutex::new(Dice::new(seed));
    Faults::new(move |point| {
        let mut dice = dice.lock().unwrap();
        let fails = failing.load(Ordering::Relaxed)
            && match point {
                Point::Begin | Point::Committed => dice.once_in(12),
                Point::Read => dice.once_in(50),
                _ => false,
            };
        fails.then_some(Fault::Fails)
    })
}

/// Follows everything that happens on a node, and holds it to be in order, without gaps and without repetitions.
struct Follower {
    stop: tokio::sync::oneshot::Sender<()>,
    task: tokio::task::JoinHandle<Heads>,
}

/// Where streams ended when a follower began, and how many entries it heard of since.
struct Heads {
    seed: u64,
    ends: BTreeMap<StreamName, u64>,
    followed: u64,
}

impl Follower {
    fn start(node: &Handle, seed: u64) -> Self {
        let mut commits = node.watch();
        let ends = node.books().heads().map(|(stream, head)| (stream.clone(), head.version)).collect();
        let mut heads = Heads { seed, ends, followed: 0 };
        let (stop, mut stopped) = tokio::sync::oneshot::channel();
        let task = tokio::spawn(async move {
            loop {
                tokio::select! {
                    biased;
                    commit = commits.recv() => match commit {
                        Ok(commit) => heads.hear(&commit),
                        Err(error) => panic!("seed {seed}: {error}"),
                    },
                    _ = &mut stopped => return heads,
                }
            }
        });
        Self { stop, task }
    }

    async fn stop(self) -> u64 {
        self.stop.send(()).unwrap();
        self.task.await.unwrap().followed
    }
}

impl Heads {
    fn hear(&mut self, commit: &Commit) {
        for (stream, end) in &commit.streams {
            let of_stream = |one: &&Happening| name_of(one.stream()).as_ref() == Some(stream);
            let entries = u64::try_from(commit.happenings.iter().filter(of_stream).count()).unwrap();
            let before = self.ends.insert(stream.clone(), *end).unwrap_or_default();
            assert_eq!(before + entries, *end, "seed {}: {stream} has a gap or a repetition", self.seed);
            assert!(commit.books.head(stream).version >= *end, "seed {}: {stream}", self.seed);
            self.followed += entries;
        }
    }
}

/// Changes, cuts or mixes up what is kept as snapshots; says how many there are.
async fn damage_snapshots(simulation: &Simulation, dice: &mut Dice) -> usize {
    let store = &simulation.store;
    let items = store.items("snapshot".to_owned(), String::new(), String::new(), 1000).await.unwrap();
    let values: Vec<Vec<u8>> = items.iter().map(|item| item.value.clone()).collect();
    let many = items.len();
    for item in items {
        let mut value = item.value;
        match dice.below(6) {
            // It stays as it is.
            0 => continue,
            1 => value.truncate(dice.place(value.len())),
            2 => value = dice.pick(&values),
            _ => {
                let at = dice.place(value.len());
                value[at] ^= 1 << dice.below(8);
            }
        }
        let id = id(&format!("damage {} {}", simulation.seed, item.key));
        let answer = Answer { status: 200, text: String::new() };
        let by = By::Machine { machine: "dice".to_owned() };
        let mut batch = Batch::new(id, Hash::NONE, At(0), by, answer);
        let (space, key, expected) = (item.space, item.key, item.version);
        batch.items = vec![ItemChange { space, key, expected, value: Some(value) }];
        store.append(vec![batch]).await.unwrap();
    }
    many
}

/// One table or two. What all tables of a pit choose alike, these do.
fn tables(dice: &mut Dice) -> Vec<(TableId, Arc<Rules>)> {
    let first = dice.pick(all_rules());
    let mut tables = vec![(TableId(1), Arc::clone(&first))];
    if dice.once_in(2) {
        let other = dice.pick(all_rules());
        let options = &first.terms.rulebook.file.options;
        let alike = |id: &str| first.terms.option(id) == other.terms.option(id);
        let fits = first.id.rulebook != other.id.rulebook
            || options.iter().filter(|option| option.same_in_pit).all(|option| alike(&option.id));
        tables.push((TableId(2), if fits { other } else { first }));
    }
    tables
}

/// What a seed has shown.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    rounds: u64,
    entries: u64,
    /// Streams that went on from a snapshot, and snapshots that were of no use.
    used: u64,
    ignored: u64,
    /// Entries that followers heard of.
    followed: u64,
    /// Commands that were decided again.
    decided: u64,
}

impl std::ops::AddAssign for Seen {
    fn add_assign(&mut self, more: Self) {
        self.rounds += more.rounds;
        self.entries += more.entries;
        self.used += more.used;
        self.ignored += more.ignored;
        self.followed += more.followed;
        self.decided += more.decided;
    }
}

async fn simulate(seed: u64) -> Seen {
    let mut dice = Dice::new(seed);
    let tables = tables(&mut dice);
    let failing = Arc::new(AtomicBool::new(true));
    let store = Arc::new(MemoryStore::new(faults(seed, Arc::clone(&failing))));
    let (two_nodes, began) = (dice.once_in(2), tokio::time::Instant::now());
    let snapshot_every = dice.pick(&[0, 3, 20, 60]);
    let simulation =
        Simulation { seed, store, tables, two_nodes, failing: Arc::clone(&failing), began, snapshot_every };
    let mut seen = Seen::default();
    for life in 0..LIVES {
        let (mut running, mut nodes) = (Vec::new(), Vec::new());
        for _ in 0..if two_nodes { 2 } else { 1 } {
            let (task, floor) = simulation.open().await;
            running.push(task);
            nodes.push(floor);
        }
        simulation.set_up(&nodes[0]).await;
        let people = simulation.people(&nodes, life);
        let followers: Vec<Follower> = nodes.iter().map(|node| Follower::start(node, seed)).collect();
        tokio::time::sleep(Duration::from_millis(50 + dice.below(700))).await;
        // Everything ends at once, wherever it was.
        running.iter().chain(&people).for_each(tokio::task::JoinHandle::abort);
        let floor = &nodes[dice.place(nodes.len())];
        let shown = digests(&floor.books());
        let versions: Vec<u64> = floor.books().heads().map(|(_, head)| head.version).collect();
        for follower in followers {
            seen.followed += follower.stop().await;
        }
        drop(nodes);
        failing.store(false, Ordering::Relaxed);
        let books = check(&simulation, &mut seen).await;
        // Whatever was shown is there. There may be more: what was kept without being answered.
        let kept: Vec<u64> = books.heads().map(|(_, head)| head.version).collect();
        assert!(
            versions.iter().zip(&kept).all(|(shown, kept)| shown <= kept),
            "seed {seed}: {versions:?} {kept:?}"
        );
        if versions == kept {
            assert_eq!(digests(&books), shown, "seed {seed}");
        }
        failing.store(true, Ordering::Relaxed);
    }
    failing.store(false, Ordering::Relaxed);
    let kept = damage_snapshots(&simulation, &mut dice).await;
    let books = check(&simulation, &mut seen).await;
    assert!(kept > 0 || seen.used == 0, "seed {seed}");
    // The engine decides every command again, and nothing else has happened.
    let audit = banco_floor::audit(&*simulation.store, &keyring()).await.unwrap();
    assert_eq!((audit.problems.as_slice(), audit.not_decided), ([].as_slice(), 0), "seed {seed}");
    seen.decided += audit.decided;
    seen.rounds = books.pit().tables().map(|(_, table)| u64::from(table.round().number)).sum();
    seen.entries = books.heads().map(|(_, head)| head.version).sum();
    seen
}

/// The journal is whole, and whoever opens it finds tables whose books agree.
async fn check(simulation: &Simulation, seen: &mut Seen) -> Arc<Books> {
    let seed = simulation.seed;
    let against = Against { commands: true, ..Against::default() };
    let report = verify(&*simulation.store, &against, &mut |_| Ok(())).await.unwrap();
    assert_eq!(report.problems, [], "seed {seed}");
    let (_, floor) = simulation.load(false).await;
    let books = floor.books();
    let (_, floor) = simulation.load(true).await;
    assert_same(seed, &books, &floor.books());
    seen.used += floor.snapshots().used();
    seen.ignored += floor.snapshots().ignored();
    for (_, table) in books.pit().tables() {
        assert_eq!(table.fault(), None, "seed {seed}");
        table.audit().unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    books.pit().audit().unwrap_or_else(|discrepancy| panic!("seed {seed}: {discrepancy}"));
    let sum: i128 = simulation.store.balances().await.unwrap().into_iter().map(|(_, _, sum)| sum).sum();
    assert_eq!(sum, 0, "seed {seed}");
    books
}

/// Says how a seed that fails is repeated.
struct Repeat(u64);

impl Drop for Repeat {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("repeat it: BANCO_SEED={} cargo test -p banco-floor --test simulated", self.0);
        }
    }
}

fn run(seed: u64) -> Seen {
    let _repeat = Repeat(seed);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(simulate(seed))
}

/// Every seed is a world of its own, so that all cores have something to do.
fn run_all(seeds: std::ops::Range<u64>) -> Seen {
    let next = AtomicU64::new(seeds.start);
    let one_core = || {
        let mut all = Seen::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return all;
            }
            // A long run tells how far it is.
            if seed > seeds.start && (seed - seeds.start).is_multiple_of(5_000) {
                eprintln!("{} seeds are done", seed - seeds.start);
            }
            all += run(seed);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(one_core)).collect();
        let mut all = Seen::default();
        threads.into_iter().for_each(|thread| all += thread.join().unwrap());
        all
    })
}

/// A figure from the environment.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn floors_go_on_after_every_crash() {
    let seeds = match given("BANCO_SEED") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = given("BANCO_FIRST_SEED").unwrap_or_default();
            first..first + given("BANCO_SEEDS").unwrap_or(SEEDS)
        }
    };
    if given("BANCO_SEED").is_none() {
        FOUND.into_iter().for_each(|seed| {
            run(seed);
        });
    }
    let count = seeds.end - seeds.start;
    let began = std::time::Instant::now();
    let seen = run_all(seeds);
    println!("{count} seeds in {:.1?}: {seen:?}", began.elapsed());
    if count > 20 {
        assert!(seen.rounds > count, "only {} rounds", seen.rounds);
        assert!(seen.followed > seen.entries / 2, "{seen:?}");
        assert!(seen.decided > seen.entries / 3, "{seen:?}");
        assert!(seen.used > count / 2 && seen.ignored > count / 2, "{seen:?}");
    }
}
