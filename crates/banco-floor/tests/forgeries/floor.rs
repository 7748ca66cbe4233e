//! An honest journal: a table at which four people play, and staff who do what takes two of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use banco_engine::RequestId;
use banco_engine::cage;
use banco_engine::link::TableId;
use banco_engine::pit::{self, Stream};
use banco_engine::table::{Account, Actor, Command, Minute, Person, Role, Rules, Wanted};
use banco_floor::{Ask, Bot, Clock, Croupier, Floor, FloorOptions, Handle, Pace, Wish, name_of};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance, Said, Staff};
use banco_journal::memory::MemoryStore;
use banco_journal::{At, CommandId, Hash, Keyring, Store};
use banco_money::Amount;
use banco_rulebook::Library;

use crate::journal::Journal;

const TABLE: TableId = TableId(1);
const FLOOR: Actor = Actor::new(Role::Floor, Person(900_000));
const SECOND: Actor = Actor::new(Role::Executive, Person(900_001));
const CASHIER: Actor = Actor::new(Role::Cashier, Person(900_002));
const OWNER: Person = Person(77);

const FAST: Pace = Pace {
    prepare: Duration::from_millis(1),
    card: Duration::from_millis(1),
    step: Duration::from_millis(1),
    betting: Duration::from_millis(20),
    answer: Duration::from_millis(20),
};

/// A clock that moves whenever it is looked at, so that every journal is the same.
struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now(&self) -> At {
        At(self.0.fetch_add(1_000, Ordering::Relaxed))
    }
}

pub fn keyring() -> Arc<Keyring> {
    Arc::new(Keyring::read(&format!("test {}", "07".repeat(32))).unwrap())
}

fn rules() -> Arc<Rules> {
    let library = Library::embedded().unwrap();
    let checked = library.check(library.submission("ma-midi", "default").unwrap().source.clone());
    Arc::new(Rules::new(checked.terms.unwrap()).unwrap())
}

struct Play {
    floor: Handle,
    asked: u8,
}

impl Play {
    async fn says(&mut self, by: Actor, command: pit::Command) -> bool {
        self.asks(Wish::Said(Said::Command(by, command))).await
    }

    async fn asks(&mut self, wish: Wish) -> bool {
        self.asked += 1;
        let answered = self.floor.ask(Ask::new(CommandId([self.asked; 16]), Hash::NONE, wish)).await.unwrap();
        answered.happened()
    }

    async fn at_table(&mut self, by: Actor, command: Command) {
        let told = format!("{command:?}");
        assert!(self.says(by, pit::Command::Table(TABLE, command)).await, "{told}");
    }

    async fn at_cage(&mut self, by: Actor, command: cage::Command) {
        let told = format!("{command:?}");
        assert!(self.says(by, pit::Command::Account(OWNER, command)).await, "{told}");
    }
}

/// The journal.
pub fn journal() -> Journal {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let store: Arc<MemoryStore> = Arc::default();
        let clock = Arc::new(Ticking(AtomicI64::new(1_800_000_000_000_000)));
        let options =
            FloorOptions { chance: Chance::Seed(4), clock, snapshot_every: 0, ..FloorOptions::default() };
        let (floor, handle) =
            Floor::open(Arc::clone(&store) as Arc<dyn Store>, keyring(), options).await.unwrap();
        let running = tokio::spawn(floor.run());
        let mut play = Play { floor: handle, asked: 0 };
        play_on(&mut play).await;
        running.abort();
        Journal::read(&store).await
    })
}

async fn play_on(play: &mut Play) {
    let rules = rules();
    let usd = |minor| Amount::from_minor(minor, rules.terms.currency);
    let wish = Wish::PutUp { table: TABLE, cards: None, rules: Arc::clone(&rules), by: FLOOR };
    assert!(play.asks(wish).await);
    let staff = Staff::numbered_from(Person(1_000_000));
    let dealer = AutomaticDealer::new(TABLE, staff);
    assert!(play.asks(Wish::Said(dealer.open(usd(3_000_000), Minute(0)).into_said())).await);
    play_rounds(play, &rules, dealer).await;
    let ask = |wanted| Command::Ask(wanted);
    let (from, to) = (Account::Tray, Account::House);
    let correction = Wanted::Correction { amount: usd(500), from, reason: "miscount".into(), to };
    play.at_table(FLOOR, ask(correction.clone())).await;
    play.at_table(SECOND, Command::Approve { request: RequestId(1) }).await;
    play.at_table(FLOOR, ask(correction)).await;
    let reason = "counted again".to_owned();
    play.at_table(SECOND, Command::TurnDown { request: RequestId(2), reason }).await;
    play.at_table(FLOOR, Command::FillTray { amount: usd(10_000), credit: false }).await;
    play.at_table(FLOOR, Command::Hold { reason: "spill".to_owned() }).await;
    play.at_table(FLOOR, Command::Resume).await;
    // A refusal leaves an answer and no entry.
    assert!(!play.says(FLOOR, pit::Command::Table(TABLE, Command::Resume)).await);
    cage(play, usd).await;
}

async fn cage(play: &mut Play, usd: impl Fn(i64) -> Amount) {
    let owner = Actor::new(Role::Participant, OWNER);
    let currency = usd(0).currency();
    play.at_cage(CASHIER, cage::Command::Open { currency, kind: cage::Kind::Demo }).await;
    play.at_cage(CASHIER, cage::Command::Deposit { amount: usd(50_000) }).await;
    play.at_cage(owner, cage::Command::ChooseCheck { minutes: Some(60) }).await;
    let wanted = cage::Wanted::Adjust { amount: usd(-100), reason: "typing".into() };
    play.at_cage(FLOOR, cage::Command::Ask(wanted)).await;
    play.at_cage(SECOND, cage::Command::Approve { request: RequestId(1) }).await;
    play.at_cage(CASHIER, cage::Command::PayOut { amount: usd(2_000), identity: None }).await;
}

/// Four people play until there are enough rounds.
async fn play_rounds(play: &Play, rules: &Arc<Rules>, dealer: AutomaticDealer) {
    let random = |purpose: &str| Chance::Seed(4).for_purpose(purpose, 0).unwrap();
    let croupier = Croupier::new(play.floor.clone(), dealer, TABLE, FAST, random("dealer"), None).unwrap();
    let mut tasks = vec![tokio::spawn(croupier.run())];
    let advice = Arc::new(Advice::default());
    for seat in rules.seats.iter().take(4) {
        let buys_in = Amount::from_minor(300_000, rules.terms.currency);
        let one = AutomaticParticipant::new(Person(u32::from(seat.number)), buys_in, &mut random("others"));
        let (own, thinks) = (random(&seat.number.to_string()), Duration::from_millis(u64::from(seat.number)));
        let bot = Bot::new(play.floor.clone(), TABLE, one, Arc::clone(&advice), own, thinks).unwrap();
        tasks.push(tokio::spawn(bot.run(seat.number)));
    }
    let stream = name_of(Stream::Table(TABLE)).unwrap();
    for _ in 0..2_000 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let books = play.floor.books();
        let table = books.pit().table(TABLE).unwrap();
        let quiet = table.phase() == banco_engine::table::Phase::Betting;
        if table.round().number >= 4 && quiet && books.head(&stream).version > 150 {
            break;
        }
    }
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
}
