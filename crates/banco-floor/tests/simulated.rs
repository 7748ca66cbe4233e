//! Simulated floors by seed: real tables, dealers and participants over a store that fails, with crashes in between.
//! A seed that fails is repeated by `BANCO_SEED=N cargo test -p banco-floor --test simulated`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use banco_dice::Dice;
use banco_engine::link::TableId;
use banco_engine::record::digest_of_table;
use banco_engine::table::{Actor, Person, Role, Rules};
use banco_floor::{Ask, Books, Bot, Clock, Croupier, Floor, FloorOptions, Handle, Pace, Wish};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance, Staff};
use banco_journal::fault::{Fault, Faults, Point};
use banco_journal::memory::MemoryStore;
use banco_journal::verify::{Against, verify};
use banco_journal::{At, CommandId, Hash, Keyring, Store};
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
    static KNOWN: OnceLock<Mutex<std::collections::BTreeMap<String, Arc<Advice>>>> = OnceLock::new();
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

struct Simulation {
    seed: u64,
    store: Arc<MemoryStore>,
    tables: Vec<(TableId, Arc<Rules>)>,
    /// Whether players sit at another node than the dealers.
    two_nodes: bool,
    began: tokio::time::Instant,
}

impl Simulation {
    async fn open(&self) -> (tokio::task::JoinHandle<()>, Handle) {
        let options = FloorOptions {
            chance: Chance::Seed(self.seed),
            others: self.two_nodes.then_some(Duration::from_millis(25)),
            clock: Arc::new(SimulatedClock(self.began, AtomicU64::new(self.seed))),
            ..FloorOptions::default()
        };
        let store: Arc<dyn Store> = Arc::clone(&self.store) as Arc<dyn Store>;
        let (floor, handle) = Floor::open(store, keyring(), options).await.unwrap();
        (tokio::spawn(floor.run()), handle)
    }

    /// Puts up and opens the tables; asked again after a crash, it happens once.
    async fn set_up(&self, floor: &Handle) {
        for (table, rules) in &self.tables {
            let staff = staff(*table);
            let by = Actor::new(Role::Floor, Person(900_000));
            let wish = Wish::PutUp { table: *table, rules: Arc::clone(rules), by };
            self.must(floor, Ask::new(id(&format!("put up {}", table.0)), Hash::NONE, wish)).await;
            let float = Amount::from_minor(3_000_000, rules.terms.currency);
            let open = AutomaticDealer::new(*table, staff).open(float);
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

/// The store fails now and then: before it has kept something, or after, without saying so.
fn faults(seed: u64, failing: Arc<std::sync::atomic::AtomicBool>) -> Faults {
    let dice = Mutex::new(Dice::new(seed));
    Faults::new(move |point| {
        let mut dice = dice.lock().unwrap();
        let fails = failing.load(Ordering::Relaxed)
            && matches!(point, Point::Begin | Point::Committed)
            && dice.once_in(12);
        fails.then_some(Fault::Fails)
    })
}

async fn simulate(seed: u64) -> u64 {
    let mut dice = Dice::new(seed);
    let tables =
        (1..=1 + dice.below(2)).map(|at| (TableId(u32::try_from(at).unwrap()), dice.pick(all_rules())));
    let tables = tables.collect();
    let failing = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let store = Arc::new(MemoryStore::new(faults(seed, Arc::clone(&failing))));
    let (two_nodes, began) = (dice.once_in(2), tokio::time::Instant::now());
    let simulation = Simulation { seed, store, tables, two_nodes, began };
    for life in 0..4 {
        let (mut running, mut nodes) = (Vec::new(), Vec::new());
        for _ in 0..if two_nodes { 2 } else { 1 } {
            let (task, floor) = simulation.open().await;
            running.push(task);
            nodes.push(floor);
        }
        simulation.set_up(&nodes[0]).await;
        let people = simulation.people(&nodes, life);
        tokio::time::sleep(Duration::from_millis(300 + dice.below(1500))).await;
        // Everything ends at once, wherever it was.
        running.iter().chain(&people).for_each(tokio::task::JoinHandle::abort);
        let floor = &nodes[dice.place(nodes.len())];
        let shown = digests(&floor.books());
        let versions: Vec<u64> = floor.books().heads().map(|(_, head)| head.version).collect();
        drop(nodes);
        failing.store(false, Ordering::Relaxed);
        let books = check(&simulation).await;
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
    let books = check(&simulation).await;
    books.pit().tables().map(|(_, table)| u64::from(table.round().number)).sum()
}

/// The journal is whole, and whoever opens it finds tables whose books agree.
async fn check(simulation: &Simulation) -> Arc<Books> {
    let seed = simulation.seed;
    let against = Against { commands: true, ..Against::default() };
    let report = verify(&*simulation.store, &against, &mut |_| Ok(())).await.unwrap();
    assert_eq!(report.problems, [], "seed {seed}");
    let (running, floor) = simulation.open().await;
    let books = floor.books();
    running.abort();
    for (_, table) in books.pit().tables() {
        assert_eq!(table.fault(), None, "seed {seed}");
        table.audit().unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    books.pit().audit().unwrap_or_else(|discrepancy| panic!("seed {seed}: {discrepancy}"));
    let sum: i128 = simulation.store.balances().await.unwrap().into_iter().map(|(_, _, sum)| sum).sum();
    assert_eq!(sum, 0, "seed {seed}");
    books
}

fn run(seeds: impl Iterator<Item = u64>) -> u64 {
    let mut rounds = 0;
    for seed in seeds {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        rounds += runtime.block_on(simulate(seed));
    }
    rounds
}

#[test]
fn floors_go_on_after_every_crash() {
    let seeds = match std::env::var("BANCO_SEED") {
        Ok(seed) => {
            let seed = seed.parse().unwrap();
            seed..seed + 1
        }
        Err(_) => 0..60,
    };
    let count = seeds.end - seeds.start;
    let rounds = run(seeds);
    println!("{rounds} rounds");
    assert!(rounds > count * 3, "only {rounds} rounds");
}
