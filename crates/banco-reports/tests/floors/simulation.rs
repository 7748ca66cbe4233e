//! Floors with automatic dealers and participants, on a store in memory.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use banco_engine::RequestId;
use banco_engine::cage::{self, Kind, Limit, Period, Time};
use banco_engine::link::TableId;
use banco_engine::pit::{Command, Pit};
use banco_engine::table::{self, Account, Actor, Minute, Person, Phase, Role, Rules, Tender, Wanted};
use banco_floor::{Ask, Bot, Clock, Croupier, Floor, FloorOptions, Handle, Pace, Wish};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance, Said, Staff};
use banco_journal::fault::Faults;
use banco_journal::memory::MemoryStore;
use banco_journal::{At, CommandId, Entry, Hash, Keyring, Store};
use banco_money::Amount;
use banco_rulebook::Library;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::wager::WagerKind;

/// A floor that has come to rest.
pub struct Simulated {
    pub name: String,
    pub store: Arc<MemoryStore>,
    pub pit: Pit,
    /// All entries, in order of time.
    pub entries: Vec<Entry>,
}

/// Runs something to its end, with a clock that costs no time.
pub fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(work)
}

pub fn all_rules() -> Vec<Arc<Rules>> {
    let library = Library::embedded().unwrap();
    let rules = |rulebook: &str, submission: &str| {
        let checked = library.check(library.submission(rulebook, submission).unwrap().source.clone());
        Arc::new(Rules::new(checked.terms.unwrap()).unwrap())
    };
    library.submissions.iter().map(|known| rules(&known.rulebook, &known.name)).collect()
}

struct SimulatedClock(tokio::time::Instant);

impl Clock for SimulatedClock {
    fn now(&self) -> At {
        At(i64::try_from(self.0.elapsed().as_micros()).unwrap() + 1_800_000_000_000_000)
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

fn staff(table: TableId) -> Staff {
    Staff::numbered_from(Person(1_000_000 + 1000 * table.0))
}

fn advice(rules: &Rules) -> Arc<Advice> {
    match rules.terms.rulebook.file.family {
        Family::HouseBanked => Arc::new(Advice::default()),
        _ => Arc::new(Advice::from_terms(&rules.terms).unwrap()),
    }
}

/// Asks for something; whether it happens is the floor's to say.
async fn ask(floor: &Handle, name: &str, wish: Wish) -> bool {
    let ask = Ask::new(id(name), Hash::NONE, wish);
    floor.ask(ask).await.is_ok_and(|answered| answered.happened())
}

async fn command(floor: &Handle, name: &str, by: Actor, command: Command) -> bool {
    ask(floor, name, Wish::Said(Said::Command(by, command))).await
}

/// Plays for some milliseconds of its own time.
pub fn simulate(seed: u64, all: Vec<Arc<Rules>>, millis: u64) -> Simulated {
    run(async {
        let store = Arc::new(MemoryStore::new(Faults::new(|_| None)));
        let clock = Arc::new(SimulatedClock(tokio::time::Instant::now()));
        let options = FloorOptions { chance: Chance::Seed(seed), clock, ..FloorOptions::default() };
        let keyring = Arc::new(Keyring::read(&format!("test {}", "07".repeat(32))).unwrap());
        let kept: Arc<dyn Store> = Arc::clone(&store) as Arc<dyn Store>;
        let (floor, handle) = Floor::open(kept, keyring, options).await.unwrap();
        let running = tokio::spawn(floor.run());
        let mut people = Vec::new();
        for (at, rules) in all.iter().enumerate() {
            let table = TableId(u32::try_from(at).unwrap() + 1);
            set_up(&handle, table, rules).await;
            people.extend(seat(&handle, table, rules, seed));
        }
        accounts(&handle, all[0].terms.currency).await;
        for part in 0..4 {
            tokio::time::sleep(Duration::from_millis(millis / 4)).await;
            for at in 0..all.len() {
                trouble(&handle, TableId(u32::try_from(at).unwrap() + 1), part).await;
            }
        }
        people.iter().for_each(tokio::task::JoinHandle::abort);
        tokio::time::sleep(Duration::from_millis(1)).await;
        let pit = handle.books().pit().clone();
        running.abort();
        let entries = entries(&*store).await;
        Simulated { name: all[0].terms.name.clone(), store, pit, entries }
    })
}

async fn set_up(floor: &Handle, table: TableId, rules: &Arc<Rules>) {
    let by = Actor::new(Role::Floor, Person(900_000));
    let put_up = Wish::PutUp { table, cards: None, rules: Arc::clone(rules), by };
    assert!(ask(floor, &format!("put up {table}"), put_up).await);
    let float = Amount::from_minor(3_000_000, rules.terms.currency);
    let open = AutomaticDealer::new(table, staff(table)).open(float, Minute(0));
    assert!(ask(floor, &format!("open {table}"), Wish::Said(open.into_said())).await);
}

fn seat(floor: &Handle, table: TableId, rules: &Arc<Rules>, seed: u64) -> Vec<tokio::task::JoinHandle<()>> {
    let chance = Chance::Seed(seed);
    let random = |purpose: &str| chance.for_purpose(purpose, 0).unwrap();
    let dealer = AutomaticDealer::new(table, staff(table));
    let croupier = Croupier::new(floor.clone(), dealer, table, FAST, random("dealer"), None).unwrap();
    let mut tasks = vec![tokio::spawn(croupier.run())];
    let buys_in = Amount::from_minor(300_000, rules.terms.currency);
    for seat in rules.seats.iter().take(3) {
        let person = Person(100 * table.0 + u32::from(seat.number));
        let one = AutomaticParticipant::new(person, buys_in, &mut random("others"));
        let thinks = Duration::from_millis(u64::from(seat.number));
        let random = random(&format!("{table} {}", seat.number));
        let bot = Bot::new(floor.clone(), table, one, advice(rules), random, thinks).unwrap();
        tasks.push(tokio::spawn(bot.run(seat.number)));
    }
    tasks.push(tokio::spawn(beside(floor.clone(), table, Arc::clone(rules))));
    tasks
}

/// Whatever else the table takes from people: bonus and progressive wagers, wagers for the dealer,
/// promotional chips.
async fn beside(floor: Handle, table: TableId, rules: Arc<Rules>) {
    for turn in 0_u32.. {
        tokio::time::sleep(Duration::from_millis(13)).await;
        let books = floor.books();
        let Some(state) = books.pit().table(table).filter(|state| state.phase() == Phase::Betting) else {
            continue;
        };
        for one in state.people() {
            let by = Actor::new(Role::Participant, one.person);
            for spot in &rules.spots {
                let own = state.bets().iter().any(|bet| (bet.key.owner, bet.spot) == (one.person, spot.id));
                let Some(amount) = spot.offered.units.first().copied().or(spot.offered.min) else { continue };
                let (tender, for_dealer) = match (spot.kind, turn % 3) {
                    (WagerKind::Base, 0) if own => (Tender::Chips, true),
                    (WagerKind::Base, 1) if own => (Tender::Promotional, false),
                    (WagerKind::Base, _) => continue,
                    _ if own => continue,
                    _ => (Tender::Chips, false),
                };
                let wager = table::Command::PlaceWager { spot: spot.id, amount, tender, for_dealer };
                let name = format!("beside {table} {turn} {} {}", one.person.0, spot.id.0);
                command(&floor, &name, by, Command::Table(table, wager)).await;
            }
        }
    }
}

/// What the floor has to do now and then. Not everything is allowed at every moment.
async fn trouble(floor: &Handle, table: TableId, part: u32) {
    let currency = floor.books().pit().table(table).unwrap().rules().terms.currency;
    let amount = |minor| Amount::from_minor(minor, currency);
    let boss = staff(table).another(Role::Floor, 7);
    let other = staff(table).another(Role::Executive, 8);
    let say = async |name: &str, by: Actor, what: table::Command| {
        command(floor, &format!("{name} {table} {part}"), by, Command::Table(table, what)).await
    };
    say("fill", boss, table::Command::FillTray { amount: amount(50_000), credit: part % 2 == 1 }).await;
    for number in 1..=3 {
        let (person, tender) = (Person(100 * table.0 + number), Tender::Promotional);
        let promote = table::Command::Promote { person, tender, amount: amount(10_000) };
        say(&format!("promote {number}"), boss, promote).await;
        let tip = table::Command::Tip { amount: amount(100) };
        say(&format!("tip {number}"), Actor::new(Role::Participant, person), tip).await;
    }
    say("hold", boss, table::Command::Hold { reason: "=a look, \"please\"".to_owned() }).await;
    say("resume", boss, table::Command::Resume).await;
    let (from, to, reason) = (Account::House, Account::Tray, "miscounted".into());
    let wanted = Wanted::Correction { amount: amount(100), from, reason, to };
    say("ask", boss, table::Command::Ask(wanted)).await;
    let request = RequestId(part + 1);
    if part == 2 {
        let reason = "not so".to_owned();
        say("turn down", other, table::Command::TurnDown { reason, request }).await;
    } else {
        say("approve", other, table::Command::Approve { request }).await;
    }
    if part == 3 {
        let (person, reason) = (Person(100 * table.0 + 3), "gone for an hour".into());
        say("see off", boss, table::Command::Ask(Wanted::SeeOff { person, reason })).await;
        let open = floor.books().pit().table(table).unwrap().requests().last().map(|one| one.id);
        if let Some(request) = open {
            say("gone", other, table::Command::Approve { request }).await;
        }
    }
    if part == 1 {
        let mut void = false;
        for at in 0..200 {
            let why = table::VoidReason::CannotBeCompleted;
            let wanted = Wanted::Void { reason: "the lights went out".into(), why };
            let asked = say(&format!("void {at}"), boss, table::Command::Ask(wanted)).await;
            let open = floor.books().pit().table(table).unwrap().requests().last().map(|one| one.id);
            if let Some(request) = open.filter(|_| asked) {
                void = say(&format!("agree {at}"), other, table::Command::Approve { request }).await;
            }
            if void {
                break;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

async fn accounts(floor: &Handle, currency: banco_money::Currency) {
    let cashier = Actor::new(Role::Cashier, Person(800_000));
    let boss = Actor::new(Role::Floor, Person(800_001));
    let chief = Actor::new(Role::Executive, Person(800_002));
    let amount = |minor| Amount::from_minor(minor, currency);
    for number in [1, 2] {
        let person = Person(number);
        let owner = Actor::new(Role::Participant, person);
        let say = async |name: &str, by: Actor, what: cage::Command| {
            command(floor, &format!("{name} {number}"), by, Command::Account(person, what)).await
        };
        assert!(say("open", cashier, cage::Command::Open { currency, kind: Kind::Real }).await);
        let status =
            cage::Command::ChangeStatus { reason: "passport seen".to_owned(), status: cage::Status::Active };
        say("activate", boss, status).await;
        assert!(say("deposit", cashier, cage::Command::Deposit { amount: amount(100_000) }).await);
        assert!(say("pay", cashier, cage::Command::PayOut { amount: amount(20_000), identity: None }).await);
        let wanted = cage::Wanted::Adjust { amount: amount(-500), reason: "counted twice".into() };
        assert!(say("adjust", boss, cage::Command::Ask(wanted)).await);
        assert!(say("agree", chief, cage::Command::Approve { request: RequestId(1) }).await);
        let limit = |minor| Limit::Deposit { most: Some(amount(minor)), period: Period::Week };
        assert!(say("limit", owner, cage::Command::SetLimit(limit(150_000))).await);
        assert!(say("looser", owner, cage::Command::SetLimit(limit(250_000))).await);
        assert!(say("check", owner, cage::Command::ChooseCheck { minutes: Some(60) }).await);
        let until = Time(1_800_000_000 + 3 * cage::DAY);
        assert!(say("break", owner, cage::Command::CoolOff { until }).await);
    }
    let person = Person(2);
    let until = Some(Time(1_800_000_000 + 400 * cage::DAY));
    let exclude = Command::Account(person, cage::Command::Exclude { until });
    assert!(command(floor, "exclude", Actor::new(Role::Participant, person), exclude).await);
}

/// All entries of a store, in order of time.
async fn entries(store: &dyn Store) -> Vec<Entry> {
    let mut all = Vec::new();
    for (stream, _) in store.heads(None).await.unwrap() {
        all.extend(store.entries(stream, 0, u32::MAX).await.unwrap());
    }
    all.sort_by(|one: &Entry, other| {
        (one.at, &one.stream, one.version).cmp(&(other.at, &other.stream, other.version))
    });
    all
}
