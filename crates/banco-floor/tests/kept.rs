//! What a floor keeps beside its streams, so that it can be loaded again.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::sync::Arc;
use std::time::Duration;

use banco_engine::link::TableId;
use banco_engine::table::{Actor, BuyInWith, Command, Minute, Person, Role, Rules};
use banco_engine::{cage, pit};
use banco_floor::{Ask, Floor, FloorOptions, Handle, Wish, name_of};
use banco_house::Said;
use banco_journal::memory::MemoryStore;
use banco_journal::{CommandId, Hash, Keyring, Store, StreamName};
use banco_money::{Amount, Currency};
use banco_rulebook::Library;
use tokio::time::timeout;

const TABLE: TableId = TableId(1);
const FLOOR: Actor = Actor::new(Role::Floor, Person(900_000));

fn rules(library: &Library, set: &[&str]) -> Arc<Rules> {
    let set: Vec<String> = set.iter().map(|key| (*key).to_owned()).collect();
    let source = library.submission("ma-midi", "default").unwrap().source.with_overrides(&set).unwrap();
    let checked = library.check(source);
    Arc::new(Rules::new(checked.terms.unwrap_or_else(|| panic!("{}", checked.report))).unwrap())
}

async fn open(store: &Arc<MemoryStore>) -> Handle {
    open_with(store, FloorOptions::default()).await
}

async fn open_with(store: &Arc<MemoryStore>, options: FloorOptions) -> Handle {
    let keyring = Arc::new(Keyring::read(&format!("test {}", "07".repeat(32))).unwrap());
    let kept = Arc::clone(store) as Arc<dyn Store>;
    let (floor, handle) = Floor::open(kept, keyring, options).await.unwrap();
    tokio::spawn(floor.run());
    handle
}

async fn must(floor: &Handle, number: u8, wish: Wish) {
    let answered = floor.ask(Ask::new(CommandId([number; 16]), Hash::NONE, wish)).await.unwrap();
    assert!(answered.happened(), "{answered:?}");
}

async fn rules_kept(store: &MemoryStore) -> usize {
    store.items("rules".to_owned(), String::new(), String::new(), 100).await.unwrap().len()
}

#[tokio::test]
async fn a_table_that_adopts_other_rules_can_be_loaded_again() {
    let library = Library::embedded().unwrap();
    let (old, new) = (rules(&library, &[]), rules(&library, &["name = \"other terms\""]));
    assert_ne!(old.id, new.id);
    let store: Arc<MemoryStore> = Arc::default();
    let floor = open(&store).await;
    must(&floor, 1, Wish::PutUp { table: TABLE, cards: None, rules: Arc::clone(&old), by: FLOOR }).await;
    assert_eq!(rules_kept(&store).await, 1);
    let adopt = |rules: &Arc<Rules>| {
        let command = Command::AdoptTerms { rules: Arc::clone(rules), at: Minute(1) };
        Wish::Said(Said::Command(FLOOR, pit::Command::Table(TABLE, command)))
    };
    must(&floor, 3, adopt(&new)).await;
    assert_eq!(rules_kept(&store).await, 2);
    let again = open(&store).await;
    assert_eq!(again.books().pit().table(TABLE).unwrap().rules().id, new.id);
    // Rules that are kept are not kept twice.
    must(&again, 4, adopt(&old)).await;
    assert_eq!(rules_kept(&store).await, 2);
    let last = open(&store).await;
    assert_eq!(last.books().pit().table(TABLE).unwrap().rules().id, old.id);
}

#[tokio::test]
async fn rules_of_a_table_that_was_refused_are_not_taken_for_kept() {
    let library = Library::embedded().unwrap();
    let (old, new) = (rules(&library, &[]), rules(&library, &["name = \"other terms\""]));
    let store: Arc<MemoryStore> = Arc::default();
    let floor = open(&store).await;
    must(&floor, 1, Wish::PutUp { table: TABLE, cards: None, rules: Arc::clone(&old), by: FLOOR }).await;
    let twice = Wish::PutUp { table: TABLE, cards: None, rules: Arc::clone(&new), by: FLOOR };
    let refused = floor.ask(Ask::new(CommandId([2; 16]), Hash::NONE, twice)).await.unwrap();
    assert!(!refused.happened());
    must(&floor, 3, Wish::PutUp { table: TableId(2), cards: None, rules: Arc::clone(&new), by: FLOOR }).await;
    assert_eq!(rules_kept(&store).await, 2);
    assert_eq!(open(&store).await.books().pit().table(TableId(2)).unwrap().rules().id, new.id);
}

/// What one command does in several streams is told to whoever follows any of them, on every node.
#[tokio::test]
async fn other_nodes_hear_of_every_stream_that_a_command_moved() {
    let library = Library::embedded().unwrap();
    let rules = rules(&library, &[]);
    let store: Arc<MemoryStore> = Arc::default();
    let near = open(&store).await;
    let often = FloorOptions { others: Some(Duration::from_millis(5)), ..FloorOptions::default() };
    let far = open_with(&store, often).await;
    let streams = ["account/5", "table/1"].map(|name| StreamName::new(name).unwrap());
    let mut followers = streams.clone().map(|stream| far.follow(&[stream], 64));
    let (cashier, player) =
        (Actor::new(Role::Cashier, Person(900_001)), Actor::new(Role::Participant, Person(5)));
    let usd = |minor| Amount::from_minor(minor, Currency::Usd);
    let table = |by, command| Wish::Said(Said::Command(by, pit::Command::Table(TABLE, command)));
    let account = |command| Wish::Said(Said::Command(cashier, pit::Command::Account(Person(5), command)));
    let float = Command::OpenTable { float: usd(10_000_000), differential: None, at: Minute(0) };
    must(&near, 1, Wish::PutUp { table: TABLE, cards: None, rules, by: FLOOR }).await;
    must(&near, 2, table(FLOOR, float)).await;
    must(&near, 3, account(cage::Command::Open { currency: Currency::Usd, kind: cage::Kind::Demo })).await;
    must(&near, 4, account(cage::Command::Deposit { amount: usd(50_000) })).await;
    must(&near, 5, table(player, Command::Sit { seat: 1 })).await;
    let buy_in = Command::BuyIn { amount: usd(20_000), with: BuyInWith::Account };
    must(&near, 6, table(player, buy_in)).await;
    for (stream, follower) in streams.iter().zip(&mut followers) {
        let end = near.books().head(stream).version;
        let mut heard = 0;
        while heard < end {
            let commit = timeout(Duration::from_secs(5), follower.recv()).await;
            let commit = commit.unwrap_or_else(|_| panic!("{stream}: heard of {heard} of {end}")).unwrap();
            let of_stream = |one: &&pit::Happening| name_of(one.stream()).as_ref() == Some(stream);
            heard += u64::try_from(commit.happenings.iter().filter(of_stream).count()).unwrap();
            assert!(
                commit.streams.contains(&(stream.clone(), heard)),
                "{stream} {heard}: {:?}",
                commit.streams
            );
        }
    }
}
