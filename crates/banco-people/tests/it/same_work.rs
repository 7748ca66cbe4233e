//! Whoever cannot come in cannot tell why, not even by what the store is asked for.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use banco_engine::table::Person;
use banco_journal::memory::MemoryStore;
use banco_journal::store::Work;
use banco_journal::{
    Anchor, At, Batch, CommandId, Entry, Head, Item, Kept, KeptAnswer, Lease, Posting, Seal, Store,
    StreamName, Unanchored,
};
use banco_people::{Call, Client, FloorKind, HouseRole};
use tokio::sync::broadcast::Receiver;

use crate::house::*;

/// A store that notes what it is asked for.
#[derive(Default)]
struct Noting {
    store: MemoryStore,
    asked: Mutex<Vec<String>>,
}

impl Noting {
    fn note(&self, what: String) {
        self.asked.lock().unwrap().push(what);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

impl Store for Noting {
    fn epoch(&self) -> Work<'_, String> {
        self.store.epoch()
    }
    fn append(&self, batches: Vec<Batch>) -> Work<'_, ()> {
        for batch in &batches {
            let spaces: Vec<&str> = batch.items.iter().map(|item| item.space.as_str()).collect();
            self.note(format!("append {} {spaces:?}", batch.writes.len()));
        }
        self.store.append(batches)
    }
    fn command(&self, id: CommandId) -> Work<'_, Option<Kept>> {
        self.note("command".to_owned());
        self.store.command(id)
    }
    fn sweep_refusals(&self, before: At, most: u32) -> Work<'_, u64> {
        self.store.sweep_refusals(before, most)
    }
    fn answers(&self, after: Option<CommandId>, most: u32) -> Work<'_, Vec<KeptAnswer>> {
        self.store.answers(after, most)
    }
    fn heads(&self, of: Option<Vec<StreamName>>) -> Work<'_, Vec<(StreamName, Head)>> {
        self.note("heads".to_owned());
        self.store.heads(of)
    }
    fn heads_after(&self, after: Option<StreamName>, most: u32) -> Work<'_, Vec<(StreamName, Head)>> {
        self.store.heads_after(after, most)
    }
    fn entries(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Entry>> {
        self.store.entries(of, after, most)
    }
    fn seals(&self, of: StreamName, after: u64, up_to: u64) -> Work<'_, Vec<Seal>> {
        self.store.seals(of, after, up_to)
    }
    fn reseal(&self, old: Vec<Seal>, new: Vec<Seal>) -> Work<'_, ()> {
        self.store.reseal(old, new)
    }
    fn postings(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Posting>> {
        self.store.postings(of, after, most)
    }
    fn balances(&self) -> Work<'_, Vec<(String, String, i128)>> {
        self.store.balances()
    }
    fn items(&self, space: String, prefix: String, after: String, most: u32) -> Work<'_, Vec<Item>> {
        self.note(format!("items {space}"));
        self.store.items(space, prefix, after, most)
    }
    fn lease(&self, name: String, owner: String, time: Duration) -> Work<'_, Option<Lease>> {
        self.store.lease(name, owner, time)
    }
    fn release(&self, name: String, owner: String) -> Work<'_, ()> {
        self.store.release(name, owner)
    }
    fn anchor(&self, anchor: Anchor) -> Work<'_, ()> {
        self.store.anchor(anchor)
    }
    fn anchors(&self, after: u64, most: u32) -> Work<'_, Vec<Anchor>> {
        self.store.anchors(after, most)
    }
    fn to_anchor(&self) -> Work<'_, Unanchored> {
        self.store.to_anchor()
    }
    fn hints(&self) -> Receiver<StreamName> {
        self.store.hints()
    }
}

#[tokio::test]
async fn the_store_is_asked_for_the_same() {
    let noting = Arc::new(Noting::default());
    let store: Arc<dyn Store> = Arc::<Noting>::clone(&noting);
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let gone = create(&people, "gone", &[HouseRole::Player]).await;
    people.disable(&Call::by_house("test", at(1)), gone, "").await.unwrap();
    // Somebody who came in from here before is no other case, but for where tries are counted.
    sign_in(&people, "ada", at(2)).await;
    for (number, tries) in (0_i64..).zip([1, 2, 10, 11]) {
        let mut asked = Vec::new();
        for (login, password) in [("ada", "wrong"), ("gone", PASSWORD), ("nobody", "wrong"), ("?", "wrong")] {
            let address = Client::new(&format!("{login} {number}"), "");
            let start = 100_000 * (number + 1);
            for earlier in 1..tries {
                let now = at(start + 61 * earlier);
                try_in(&people, login, "wrong", &address, now).await.unwrap_err();
            }
            noting.take();
            let last = try_in(&people, login, password, &address, at(start + 61 * tries)).await;
            asked.push((refused(last), noting.take()));
        }
        let first = &asked[0];
        assert!(asked.iter().all(|other| other == first), "{asked:#?}");
        assert_eq!(first.0, "sign_in_refused");
    }
    assert!(people.sessions(Person(1), at(3)).await.is_ok());
}
