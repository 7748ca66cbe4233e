//! Shoes of a floor: promised with the shuffle, shown with what ends them, whatever happens in between.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use banco_engine::link::TableId;
use banco_engine::record::Record;
use banco_engine::table::{
    Actor, BuyInWith, CardSource, Cards, Command, Event, Minute, Person, Phase, PreparationEvent, Role,
    Rules, Tender, Viewer, What, view,
};
use banco_engine::{Hidden, Name, pit};
use banco_floor::{Ask, Bot, Croupier, Floor, FloorOptions, Handle, Pace, Unanswered, Wish, shoe_proofs};
use banco_house::{
    Advice, AutomaticDealer, AutomaticParticipant, Chance, Found, Next, Said, ShoeProofs, Source, Staff,
    VirtualShoe,
};
use banco_journal::memory::MemoryStore;
use banco_journal::{
    Answer, At, Batch, By, CommandId, Hash, Head, ItemChange, Keyring, Store, StreamName, Write,
};
use banco_money::Amount;
use banco_rulebook::Library;
use banco_rulebook::model::rulebook::Family;

const TABLE: TableId = TableId(1);
const FLOOR: Actor = Actor::new(Role::Floor, Person(900_000));
const FAST: Pace = Pace {
    prepare: Duration::from_millis(1),
    card: Duration::from_millis(1),
    step: Duration::from_millis(1),
    betting: Duration::from_millis(20),
    answer: Duration::from_millis(20),
};

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap())
}

fn rules(rulebook: &str, set: &[&str]) -> Arc<Rules> {
    let set: Vec<String> = set.iter().map(|key| (*key).to_owned()).collect();
    let source = library().submission(rulebook, "default").unwrap().source.with_overrides(&set).unwrap();
    let checked = library().check(source);
    Arc::new(Rules::new(checked.terms.unwrap_or_else(|| panic!("{}", checked.report))).unwrap())
}

fn stream() -> StreamName {
    StreamName::new("table/1").unwrap()
}

fn keyring() -> Arc<Keyring> {
    Arc::new(Keyring::read(&format!("test {}", "07".repeat(32))).unwrap())
}

fn id(text: &str) -> CommandId {
    let mut id = CommandId::default();
    id.0.copy_from_slice(&Hash::over(text.as_bytes()).0[..16]);
    id
}

/// A floor that runs, over a store.
struct House {
    store: Arc<MemoryStore>,
    floor: Handle,
    running: tokio::task::JoinHandle<()>,
}

impl House {
    async fn open(store: &Arc<MemoryStore>, chance: Chance) -> Self {
        let options = FloorOptions { chance, ..FloorOptions::default() };
        let kept = Arc::clone(store) as Arc<dyn Store>;
        let (floor, handle) = Floor::open(kept, keyring(), options).await.unwrap();
        Self { store: Arc::clone(store), floor: handle, running: tokio::spawn(floor.run()) }
    }

    /// With one table that is open.
    async fn with_table(rules: &Arc<Rules>, chance: Chance) -> Self {
        let house = Self::open(&Arc::default(), chance).await;
        house.put_up(rules).await;
        house.does(house.opens(rules)).await.unwrap();
        house
    }

    async fn put_up(&self, rules: &Arc<Rules>) {
        self.put_up_with(rules, None).await;
    }

    async fn put_up_with(&self, rules: &Arc<Rules>, cards: Option<Cards>) {
        let wish = Wish::PutUp { table: TABLE, cards, rules: Arc::clone(rules), by: FLOOR };
        assert!(self.floor.ask(Ask::new(id("put up"), Hash::NONE, wish)).await.unwrap().happened());
    }

    fn opens(&self, rules: &Rules) -> Said {
        let float = Amount::from_minor(3_000_000, rules.terms.currency);
        AutomaticDealer::new(TABLE, staff()).open(float, Minute(0)).into_said()
    }

    /// Whether it happened.
    async fn does(&self, said: Said) -> Result<bool, Unanswered> {
        let now = self.floor.books().head(&stream()).version;
        let ask = Ask::new(id(&format!("{now} {said:?}")), Hash::NONE, Wish::Said(said));
        self.floor.ask(ask).await.map(|answered| answered.happened())
    }

    async fn commands(&self, by: Actor, command: Command) -> bool {
        self.does(Said::Command(by, pit::Command::Table(TABLE, command))).await.unwrap()
    }

    /// A dealer and people who play, for so long.
    async fn plays(&self, rules: &Rules, seed: u64, time: Duration) {
        self.plays_with(rules, seed, time, (4, 300_000)).await;
    }

    /// The same with so many people who buy in for so much.
    async fn plays_with(&self, rules: &Rules, seed: u64, time: Duration, (people, buys_in): (usize, i64)) {
        let random = |purpose: &str| Chance::Seed(seed).for_purpose(purpose, 0).unwrap();
        let dealer = AutomaticDealer::new(TABLE, staff());
        let dealer = Croupier::new(self.floor.clone(), dealer, TABLE, FAST, random("dealer"), None).unwrap();
        let mut tasks = vec![tokio::spawn(dealer.run())];
        let advice = Arc::new(match rules.terms.rulebook.file.family {
            Family::HouseBanked => Advice::default(),
            _ => Advice::from_terms(&rules.terms).unwrap(),
        });
        let buys_in = Amount::from_minor(buys_in, rules.terms.currency);
        for seat in rules.seats.iter().take(people) {
            let one =
                AutomaticParticipant::new(Person(u32::from(seat.number)), buys_in, &mut random("others"));
            let random = random(&format!("{}", seat.number));
            let thinks = Duration::from_millis(u64::from(seat.number));
            let bot = Bot::new(self.floor.clone(), TABLE, one, Arc::clone(&advice), random, thinks).unwrap();
            tasks.push(tokio::spawn(bot.run(seat.number)));
        }
        tokio::time::sleep(time).await;
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }

    async fn events(&self) -> Vec<(u64, Event)> {
        let entries = self.store.entries(stream(), 0, 1_000_000).await.unwrap();
        let read = |text: &str| match Record::read(text).unwrap() {
            Record::Table { number, event, .. } => (number, event),
            other => panic!("{other:?}"),
        };
        entries.iter().map(|entry| read(entry.record.get())).collect()
    }

    async fn proofs(&self) -> ShoeProofs {
        shoe_proofs(&*self.store, TABLE).await.unwrap()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.running.abort();
    }
}

fn staff() -> Staff {
    Staff::numbered_from(Person(1_000_000))
}

fn run<F: Future<Output = ()>>(test: F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.unwrap().block_on(test);
}

fn preparation(event: &Event) -> Option<&PreparationEvent> {
    if let What::Preparation(event) = &event.what { Some(event) } else { None }
}

#[test]
fn a_shoe_is_promised_with_its_shuffle_and_shown_with_the_end_of_its_table() {
    run(async {
        let house = House::with_table(&rules("ma-midi", &[]), Chance::System).await;
        let events = house.events().await;
        let begun = events.iter().position(|(_, event)| {
            matches!(preparation(event), Some(PreparationEvent::PreparationBegun { shoe: 1, .. }))
        });
        let (number, promised) = &events[begun.unwrap() + 1];
        let Some(PreparationEvent::ShoeCommitted { root, shoe: 1, cards: 416, .. }) = preparation(promised)
        else {
            panic!("{promised:?}")
        };
        assert_eq!(*number, u64::try_from(events.len()).unwrap(), "nothing comes after it");
        let books = house.floor.books();
        assert_eq!(view(books.pit().table(TABLE).unwrap(), Viewer::Onlooker).shoe.commitment, Some(*root));
        assert_eq!(books.shoe(TABLE).unwrap().opening().root(), *root);
        assert_eq!(house.proofs().await.unopened.len(), 1);
        // A shoe that nobody dealt from is shown like every other.
        assert!(house.commands(FLOOR, Command::CloseTable).await);
        let proofs = house.proofs().await;
        assert_eq!((proofs.shown.len(), proofs.unopened.len()), (1, 0));
        assert!(proofs.shown[0].check().iter().all(|check| matches!(check.found, Found::Holds(_))));
        assert!(
            view(house.floor.books().pit().table(TABLE).unwrap(), Viewer::Onlooker).shoe.unopened.is_empty()
        );
    });
}

#[test]
fn a_shoe_is_shown_when_real_cards_take_its_place() {
    run(async {
        let rules = rules("ma-midi", &[]);
        let house = House::with_table(&rules, Chance::System).await;
        // The dealer prepares and cuts; then somebody loads real cards.
        let mut random = Chance::Seed(1).for_purpose("dealer", 0).unwrap();
        let dealer = AutomaticDealer::new(TABLE, staff());
        loop {
            let books = house.floor.books();
            let table = books.pit().table(TABLE).unwrap();
            if table.phase() == Phase::Loading {
                break;
            }
            if table.waits_for_inspection() {
                assert!(
                    house.commands(Actor::new(Role::Participant, Person(1)), Command::Sit { seat: 1 }).await
                );
                continue;
            }
            match dealer.next(books.pit(), &books.heard_at(TABLE), &mut random) {
                Next::Does(_, act) => assert!(house.does(act.into_said()).await.unwrap()),
                Next::Asks(people) => {
                    let by = Actor::new(Role::Participant, people[0]);
                    assert!(house.commands(by, Command::DeclineCut).await);
                }
                other => panic!("{other:?}"),
            }
        }
        let by = Actor::new(Role::Dealer, Person(1_001));
        let batch = house.floor.books().pit().table(TABLE).unwrap().next_batch();
        assert_eq!(house.proofs().await.shown.len(), 0);
        assert!(
            house.commands(by, Command::LoadShoe { source: CardSource::Entry, cut_card: 14, batch }).await
        );
        let proofs = house.proofs().await;
        assert_eq!((proofs.shown.len(), proofs.unopened.len()), (1, 0));
        assert!(proofs.shown[0].holds(), "{:#?}", proofs.shown[0].check());
    });
}

/// Cards that somebody enters have nothing to do with the virtual shoe that was shuffled before them: those that lie face
/// down are sealed by themselves, and the floor finds them again.
#[test]
fn real_cards_that_lie_face_down_are_found_again() {
    run(async {
        let rules = rules("ma-baccarat", &[]);
        let house = House::with_table(&rules, Chance::System).await;
        let player = Actor::new(Role::Participant, Person(1));
        assert!(house.commands(player, Command::Sit { seat: 1 }).await);
        let amount = Amount::from_minor(1_000_000, rules.terms.currency);
        assert!(house.commands(player, Command::BuyIn { amount, with: BuyInWith::Cash }).await);
        let (dealer, pack) = (AutomaticDealer::new(TABLE, staff()), rules.terms.pack());
        let mut cards = pack.cards();
        let mut random = Chance::Seed(1).for_purpose("dealer", 0).unwrap();
        let sealed = async || {
            let seals = house.store.seals(stream(), 0, u64::MAX >> 1).await.unwrap();
            seals.iter().filter(|seal| seal.what == "face").count()
        };
        for _ in 0..500 {
            if sealed().await >= 2 {
                break;
            }
            let books = house.floor.books();
            let table = books.pit().table(TABLE).unwrap();
            if table.phase() == Phase::Loading {
                let (by, batch) = (Actor::new(Role::Dealer, Person(1_001)), table.next_batch());
                let load = Command::LoadShoe { source: CardSource::Entry, cut_card: 14, batch };
                assert!(house.commands(by, load).await);
                assert!(house.floor.books().shoe(TABLE).is_none(), "nobody deals from the virtual shoe");
                continue;
            }
            let said = match dealer.next(books.pit(), &books.heard_at(TABLE), &mut random) {
                Next::Does(_, act) => act.into_said(),
                Next::Asks(people) => dealer.for_silent(books.pit(), people[0]).unwrap().into_said(),
                Next::Draws(draw) => draw.with(Hidden::new(cards.next().unwrap())).into_said(),
                Next::TakesWagers => {
                    let spot = rules.spot_called(Name::new("player")).unwrap();
                    let (spot, amount) = (spot.id, spot.offered.min.unwrap());
                    let wager =
                        Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
                    assert!(house.commands(player, wager).await);
                    dealer.close_bets(house.floor.books().pit()).unwrap().into_said()
                }
                other => panic!("{other:?}"),
            };
            assert!(house.does(said).await.unwrap());
        }
        assert!(sealed().await >= 2, "cards lie face down");
        let again = House::open(&house.store, Chance::System).await;
        let (before, after) = (house.floor.books(), again.floor.books());
        assert_eq!(before.pit().table(TABLE), after.pit().table(TABLE), "the same cards lie there");
    });
}

/// The store as it was before its last entry: as if an older program had written it, or a worse one.
async fn without_last(store: &MemoryStore) -> Arc<MemoryStore> {
    let mut entries = store.entries(stream(), 0, 1_000_000).await.unwrap();
    entries.pop();
    let upto = entries.last().unwrap().version;
    let by = By::Machine { machine: "test".to_owned() };
    let answer = Answer { status: 200, text: String::new() };
    let mut batch = Batch::new(id("copy"), Hash::NONE, At(1), by, answer);
    let items = store.items("rules".to_owned(), String::new(), String::new(), 100).await.unwrap();
    let item = |item: banco_journal::Item| ItemChange {
        space: "rules".to_owned(),
        key: item.key,
        expected: 0,
        value: Some(item.value),
    };
    batch.items = items.into_iter().map(item).collect();
    batch.seals = store.seals(stream(), 0, upto).await.unwrap();
    batch.writes = vec![Write { stream: stream(), after: Head::default(), entries, fence: None }];
    let copy = Arc::new(MemoryStore::default());
    copy.append(vec![batch]).await.unwrap();
    copy
}

#[test]
fn what_was_left_undone_is_done_when_the_floor_opens() {
    run(async {
        let house = House::with_table(&rules("ma-midi", &[]), Chance::System).await;
        let unpromised = without_last(&house.store).await;
        assert!(house.commands(FLOOR, Command::CloseTable).await);
        let unshown = without_last(&house.store).await;
        let before = shoe_proofs(&*unshown, TABLE).await.unwrap();
        assert_eq!((before.shown.len(), before.unopened.len()), (0, 1), "it can be seen that it is missing");
        for (store, shown, unopened) in [(unpromised, 0, 1), (unshown, 1, 0)] {
            let again = House::open(&store, Chance::System).await;
            tokio::time::sleep(Duration::from_millis(10)).await;
            let proofs = again.proofs().await;
            assert_eq!((proofs.shown.len(), proofs.unopened.len()), (shown, unopened));
            let root = again.floor.books().shoe(TABLE).unwrap().opening().root();
            let told = proofs.shown.iter().map(|proof| proof.promise.root);
            let told: Vec<_> = told.chain(proofs.unopened.iter().map(|(_, one)| one.root)).collect();
            assert_eq!(told, [root], "the shoe that was sealed, not a new one");
            drop(again);
            let head = store.heads(None).await.unwrap();
            drop(House::open(&store, Chance::System).await);
            assert_eq!(store.heads(None).await.unwrap(), head, "it happens once");
        }
    });
}

#[test]
fn without_randomness_no_table_opens() {
    run(async {
        let stuck: &'static Source = Box::leak(Box::new(Source::new(|bytes: &mut [u8]| {
            bytes.fill(0x55);
            Ok(())
        })));
        let rules = rules("ma-midi", &[]);
        let house = House::open(&Arc::default(), Chance::From(stuck)).await;
        house.put_up(&rules).await;
        for _ in 0..2 {
            let told = house.does(house.opens(&rules)).await.unwrap_err();
            let Unanswered::NoRandomness(why) = told else { panic!("{told:?}") };
            assert_eq!(why.code(), "randomness_stuck");
        }
        assert_eq!(house.events().await.len(), 1, "nothing has happened");
        assert_eq!(house.floor.books().pit().table(TABLE).unwrap().phase(), Phase::Closed);
    });
}

#[test]
fn a_table_with_real_cards_draws_and_promises_nothing() {
    run(async {
        let rules = rules("ma-midi", &[]);
        for (cards, virtual_shoe) in [(Cards::Real, false), (Cards::Virtual, true)] {
            let house = House::open(&Arc::default(), Chance::System).await;
            house.put_up_with(&rules, Some(cards)).await;
            house.does(house.opens(&rules)).await.unwrap();
            let books = house.floor.books();
            let table = books.pit().table(TABLE).unwrap();
            assert_eq!(table.phase(), Phase::Preparing);
            assert_eq!(books.shoe(TABLE).is_some(), virtual_shoe);
            assert_eq!(table.committed().is_some(), virtual_shoe);
            let seals = house.store.seals("table/1".parse().unwrap(), 0, 100).await.unwrap();
            assert_eq!(!seals.is_empty(), virtual_shoe, "no secret is kept of cards that lie on the table");
        }
    });
}

/// All texts of 64 hexadecimal digits in a text, also where several follow one another.
fn digits(text: &str, into: &mut BTreeSet<String>) {
    for run in text.split(|letter: char| !letter.is_ascii_hexdigit()) {
        let runs = run.as_bytes().chunks_exact(64).map(|chunk| String::from_utf8_lossy(chunk).into_owned());
        into.extend(runs);
    }
}

fn hex(bytes: [u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Nothing of the shoe in use is public but its promise, and the commitments to cards that lie on the table.
async fn hides_its_shoe(house: &House) {
    let books = house.floor.books();
    let table = books.pit().table(TABLE).unwrap();
    let Some(shoe) = books.shoe(TABLE).filter(|_| table.committed().is_some()) else { return };
    let mut public = BTreeSet::new();
    for entry in house.store.entries(stream(), 0, 1_000_000).await.unwrap() {
        digits(entry.record.get(), &mut public);
    }
    for viewer in [Viewer::Onlooker, Viewer::Floor, Viewer::Dealer, Viewer::Participant(Person(1))] {
        digits(&format!("{:?}", view(table, viewer)), &mut public);
    }
    digits(&format!("{books:?}"), &mut public);
    let opening = shoe.opening();
    assert!(public.contains(&opening.root().to_string()));
    let keys = opening.seed.iter().copied().chain([opening.secret]);
    let salts = shoe.open_whole().into_iter().map(|card| card.salt);
    for secret in keys.chain(salts) {
        assert!(!public.contains(&hex(secret)));
    }
    for place in table.shoe().drawn..shoe.cards() {
        assert!(!public.contains(&shoe.open(place).unwrap().leaf().to_string()), "card {place}");
    }
}

/// A table that is played at; every shoe is promised and shown once.
async fn play(rules: &Arc<Rules>, seed: u64, time: u64) -> ShoeProofs {
    let house = House::with_table(rules, Chance::Seed(seed)).await;
    for life in 0..4 {
        house.plays(rules, seed * 10 + life, Duration::from_millis(time)).await;
        hides_its_shoe(&house).await;
    }
    let events = house.events().await;
    let count = |wanted: fn(&PreparationEvent) -> bool| {
        events.iter().filter(|(_, event)| preparation(event).is_some_and(wanted)).count()
    };
    let promised = count(|event| matches!(event, PreparationEvent::ShoeCommitted { .. }));
    let shown = count(|event| matches!(event, PreparationEvent::ShoeOpened { .. }));
    let shuffled = count(|event| matches!(event, PreparationEvent::PreparationBegun { .. }));
    let proofs = house.proofs().await;
    assert_eq!((proofs.shown.len(), proofs.unopened.len()), (shown, promised - shown));
    let continuous = rules.terms.is_chosen("shuffler=continuous");
    assert!(if continuous { promised > shuffled } else { promised == shuffled }, "{promised} {shuffled}");
    let roots: BTreeSet<_> = proofs.shown.iter().map(|proof| proof.promise.root).collect();
    assert_eq!(roots.len(), shown, "each once");
    let table = house.floor.books().pit().table(TABLE).unwrap().clone();
    assert_eq!(table.to_be_opened().count(), 0);
    assert!(proofs.unopened.iter().all(|(_, one)| Some(one.root) == table.shoe().committed));
    for proof in &proofs.shown {
        assert!(proof.holds(), "{seed}: {:#?}", proof.check());
        let pack = rules.terms.pack();
        let opening = &proof.shown.opening;
        assert_ne!(
            VirtualShoe::from_seed(&pack, None, &[proof.promise.root.0]).opening().cards,
            opening.cards
        );
    }
    // Whoever opens the journal finds the same shoes.
    let again = House::open(&house.store, Chance::Seed(seed)).await;
    assert_eq!(again.floor.books().shoe(TABLE), house.floor.books().shoe(TABLE));
    proofs
}

const CONTINUOUS: [&str; 2] =
    [r#"options.shuffler = "continuous""#, r#"acknowledged = { "30-2811" = "letter 2026-014" }"#];

#[test]
fn every_promised_shoe_is_shown_once_and_was_dealt_as_promised() {
    run(async {
        for (seed, rulebook) in
            (1..).zip(["ma-midi", "ma-baccarat", "co-rule-28", "ca-21st-century", "ma-chemin-de-fer"])
        {
            // The cut card far in front, for short shoes.
            let rules = rules(rulebook, &["settings.cut-card-depth = 150"]);
            // Where participants hold the bank, they are waited for.
            let slow = rules.terms.rulebook.file.family != Family::HouseBanked;
            let proofs = play(&rules, seed, if slow { 20_000 } else { 4_000 }).await;
            let cards: usize = proofs.shown.iter().map(|proof| proof.steps.len()).sum();
            println!("{rulebook}: {} shoes, {cards} steps", proofs.shown.len());
            assert!(!proofs.shown.is_empty() && cards > 100, "{rulebook}: {} {cards}", proofs.shown.len());
        }
        let proofs = play(&rules("co-rule-28", &CONTINUOUS), 9, 500).await;
        assert!(proofs.shown.len() > 5, "{}", proofs.shown.len());
    });
}

/// Where people play against each other, the tray only ever sells chips: whoever has bought all of them does not end the
/// game for the others.
#[test]
fn a_tray_that_somebody_has_bought_out_is_filled() {
    run(async {
        let rules = rules("ca-21st-century", &[]);
        let house = House::with_table(&rules, Chance::Seed(1)).await;
        let (rich, seat) = (Actor::new(Role::Participant, Person(50)), rules.seats.last().unwrap().number);
        assert!(house.commands(rich, Command::Sit { seat }).await);
        let amount = Amount::from_minor(3_000_000, rules.terms.currency);
        assert!(house.commands(rich, Command::BuyIn { amount, with: BuyInWith::Cash }).await);
        house.plays_with(&rules, 1, Duration::from_secs(60), (3, 3_000_000)).await;
        let books = house.floor.books();
        let table = books.pit().table(TABLE).unwrap();
        assert!(table.round().number > 5, "{} rounds", table.round().number);
        assert!(table.people().iter().all(|one| one.chips.is_positive()), "everybody has chips");
        assert!(table.audit().is_ok());
    });
}

/// Writes the example of the page, from a table that deals a few rounds and closes.
#[test]
#[ignore = "writes docs/examples/shoe.json"]
fn write_the_example() {
    run(async {
        let rules = rules("ma-midi", &[]);
        let house = House::with_table(&rules, Chance::System).await;
        house.plays(&rules, 1, Duration::from_millis(250)).await;
        let random = Chance::Seed(1).for_purpose("dealer", 0).unwrap();
        let dealer = AutomaticDealer::new(TABLE, staff());
        let dealer = Croupier::new(house.floor.clone(), dealer, TABLE, FAST, random, None).unwrap();
        let dealing = tokio::spawn(dealer.run());
        while !house.commands(FLOOR, Command::CloseTable).await {
            for seat in [1, 2, 3, 4, 5] {
                house.commands(Actor::new(Role::Participant, Person(seat)), Command::Leave).await;
            }
            tokio::time::sleep(Duration::from_millis(7)).await;
        }
        dealing.abort();
        let proofs = house.proofs().await;
        let text = serde_json::to_string_pretty(&proofs.shown[0]).unwrap();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/shoe.json");
        std::fs::write(file, text + "\n").unwrap();
    });
}
