//! What a floor keeps beside its streams, so that it can be loaded again.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::sync::Arc;

use banco_engine::link::TableId;
use banco_engine::pit;
use banco_engine::table::{Actor, Command, Minute, Person, Role, Rules};
use banco_floor::{Ask, Floor, FloorOptions, Handle, Wish};
use banco_house::Said;
use banco_journal::memory::MemoryStore;
use banco_journal::{CommandId, Hash, Keyring, Store};
use banco_rulebook::Library;

const TABLE: TableId = TableId(1);
const FLOOR: Actor = Actor::new(Role::Floor, Person(900_000));

fn rules(library: &Library, set: &[&str]) -> Arc<Rules> {
    let set: Vec<String> = set.iter().map(|key| (*key).to_owned()).collect();
    let source = library.submission("ma-midi", "default").unwrap().source.with_overrides(&set).unwrap();
    let checked = library.check(source);
    Arc::new(Rules::new(checked.terms.unwrap_or_else(|| panic!("{}", checked.report))).unwrap())
}

async fn open(store: &Arc<MemoryStore>) -> Handle {
    let keyring = Arc::new(Keyring::read(&format!("test {}", "07".repeat(32))).unwrap());
    let kept = Arc::clone(store) as Arc<dyn Store>;
    let (floor, handle) = Floor::open(kept, keyring, FloorOptions::default()).await.unwrap();
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
