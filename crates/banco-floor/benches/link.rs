//! Many tables on one link: how many contributions a second it takes, on SQLite, with every meter exact in the end.
//!
//! `BANCO_TABLES=100 BANCO_SECONDS=20 cargo bench -p banco-floor --bench link`. At each table seven people make a wager on a
//! hand and one on the progressive in every round; automatic dealers deal without a pause.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench fails by panicking")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use banco_engine::link::{GameEvent, TableId, What, reconcile};
use banco_engine::pit::{Happening, Stream};
use banco_engine::table::{Actor, BuyInWith, Command, Minute, Person, Phase, Role, Rules, Tender};
use banco_floor::{Ask, Croupier, Floor, FloorOptions, Handle, Pace, Wish, audit, name_of};
use banco_house::{Act, AutomaticDealer, Chance, Staff};
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::{CommandId, Hash, Keyring, Store};
use banco_money::Amount;
use banco_rulebook::Library;
use banco_rulebook::model::wager::WagerKind;

const SEATS: usize = 7;

const PACE: Pace = Pace {
    prepare: Duration::ZERO,
    card: Duration::ZERO,
    step: Duration::ZERO,
    betting: Duration::from_millis(200),
    answer: Duration::from_millis(200),
};

fn id(text: &str) -> CommandId {
    let mut id = CommandId::default();
    id.0.iter_mut().zip(Hash::over(text.as_bytes()).0).for_each(|(byte, of)| *byte = of);
    id
}

async fn must(handle: &Handle, name: &str, wish: Wish) {
    let answered = handle.ask(Ask::new(id(name), Hash::NONE, wish)).await.unwrap();
    assert!(answered.happened(), "{name}: {answered:?}");
}

/// A table that is open, with its dealer and seven people who bet in every round.
async fn table(handle: &Handle, rules: &Arc<Rules>, number: u32) {
    let at = TableId(number);
    let staff = Staff::numbered_from(Person(1_000_000 + 1_000 * number));
    let dealer = AutomaticDealer::new(at, staff);
    let put_up = Wish::PutUp { table: at, cards: None, rules: Arc::clone(rules), by: staff.floor() };
    must(handle, &format!("put up {number}"), put_up).await;
    let open = dealer.open(Amount::from_minor(9_000_000_000, rules.terms.currency), Minute(0));
    must(handle, &format!("open {number}"), Wish::Said(open.into_said())).await;
    for (seat, lap) in rules.seats.iter().zip(0_u32..).take(SEATS) {
        let by = Actor::new(Role::Participant, Person(100 * number + lap));
        let amount = Amount::from_minor(500_000_000, rules.terms.currency);
        let buys_in = Command::BuyIn { amount, with: BuyInWith::Cash };
        for (what, command) in [("sits", Command::Sit { seat: seat.number }), ("buys in", buys_in)] {
            let said = Wish::Said(Act::at(at, by, command).into_said());
            must(handle, &format!("{number} {lap} {what}"), said).await;
        }
    }
    let random = Chance::System.for_purpose("dealer", 0).unwrap();
    let croupier = Croupier::new(handle.clone(), dealer, at, PACE, random, None).unwrap();
    tokio::spawn(croupier.run());
    tokio::spawn(bet(handle.clone(), Arc::clone(rules), number));
}

/// Everybody bets as soon as wagers are taken.
async fn bet(handle: Handle, rules: Arc<Rules>, number: u32) {
    let (at, stream) = (TableId(number), name_of(Stream::Table(TableId(number))).unwrap());
    let spot = |kind: WagerKind| rules.spots.iter().find(|spot| spot.kind == kind).unwrap();
    let wagers = [spot(WagerKind::Base), spot(WagerKind::Progressive)].map(|spot| {
        let amount = spot.offered.units.first().copied().or(spot.offered.min).unwrap();
        Command::PlaceWager { spot: spot.id, amount, tender: Tender::Chips, for_dealer: false }
    });
    let (mut round, mut commits) = (0_u64, handle.follow(std::slice::from_ref(&stream), 256));
    loop {
        let books = handle.books();
        let known = books.pit().table(at).unwrap();
        if known.phase() == Phase::Betting && known.bets().is_empty() {
            round += 1;
            for lap in 0..u32::try_from(SEATS).unwrap() {
                for (which, command) in wagers.iter().enumerate() {
                    let by = Actor::new(Role::Participant, Person(100 * number + lap));
                    let name = format!("{number} {round} {lap} {which}");
                    let said = Wish::Said(Act::at(at, by, command.clone()).into_said());
                    // Bets may be closed before the last one is made, and so may the floor.
                    if handle.ask(Ask::new(id(&name), Hash::NONE, said)).await.is_err() {
                        return;
                    }
                }
            }
        }
        if commits.recv().await.is_none() {
            commits = handle.follow(std::slice::from_ref(&stream), 256);
        }
    }
}

async fn measure(folder: PathBuf, tables: u32, time: Duration) {
    let library = Library::embedded().unwrap();
    let rules = Arc::new(Rules::new(library.terms("co-rule-28", "eternal").unwrap()).unwrap());
    let link = rules.links.first().unwrap().name;
    let keyring = Arc::new(Keyring::read(&format!("bench {}", "07".repeat(32))).unwrap());
    let store = Arc::new(SqliteStore::open(&folder.join("link.sqlite"), &SqliteOptions::default()).unwrap());
    let kept = Arc::clone(&store) as Arc<dyn Store>;
    let (floor, handle) = Floor::open(kept, Arc::clone(&keyring), FloorOptions::default()).await.unwrap();
    let running = tokio::spawn(floor.run());
    for number in 1..=tables {
        table(&handle, &rules, number).await;
    }
    let stream = name_of(Stream::Link(link)).unwrap();
    let mut commits = handle.follow(std::slice::from_ref(&stream), 65_536);
    let (made, rounds) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let began = Instant::now();
    while let Ok(Some(commit)) =
        tokio::time::timeout(time.saturating_sub(began.elapsed()), commits.recv()).await
    {
        for happening in &commit.happenings {
            if let Happening::Link(_, event) = happening
                && let What::Game(GameEvent::Started { entries, .. }) = &event.what
            {
                made.fetch_add(u64::try_from(entries.len()).unwrap(), Ordering::Relaxed);
                rounds.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    let (made, rounds) = (made.load(Ordering::Relaxed), rounds.load(Ordering::Relaxed));
    let per_second = u128::from(made) * 1_000_000 / began.elapsed().as_micros().max(1);
    println!(
        "{tables} tables on one link: {made} contributions in {rounds} rounds, {per_second} contributions/s"
    );
    handle.close();
    running.await.unwrap();
    exact(&*store, &keyring, &handle, link).await;
}

/// Every meter is what its events say, and the whole floor balances when it is read again.
async fn exact(store: &dyn Store, keyring: &Keyring, handle: &Handle, link: banco_engine::Name) {
    let books = handle.books();
    let stream = name_of(Stream::Link(link)).unwrap();
    let entries = store.entries(stream, 0, u32::MAX).await.unwrap();
    let events: Vec<_> = entries
        .iter()
        .filter_map(|entry| books.happening(&banco_engine::record::Record::read(entry.record.get()).ok()?))
        .filter_map(|happening| match happening {
            Happening::Link(_, event) => Some(event),
            _ => None,
        })
        .collect();
    assert_eq!(events.len(), entries.len());
    reconcile(books.pit().link(&link).unwrap(), &events).unwrap();
    books.pit().audit().unwrap();
    let audit = audit(store, keyring).await.unwrap();
    assert!(audit.problems.is_empty(), "{:?}", audit.problems);
    println!("{} events of the link, every meter exact; the floor balances", events.len());
}

fn main() {
    let number =
        |key: &str, usual: u32| std::env::var(key).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (tables, seconds) = (number("BANCO_TABLES", 100), number("BANCO_SECONDS", 20));
    let folder = std::env::temp_dir().join(format!("banco-bench-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure(folder.clone(), tables, Duration::from_secs(seconds.into())));
    drop(runtime);
    std::fs::remove_dir_all(folder).unwrap();
}
