//! Random submissions to a store and to its plain twin in memory: the same answers, and in the end the same journal.

use banco_dice::Dice;
use banco_journal::memory::MemoryStore;
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::{Batch, ItemChange, Store, StoreError};

use crate::client::{Client, assert_whole, stream};

const STREAMS: [&str; 4] = ["table/1", "table/2", "link/a", "account/1"];

#[tokio::test]
async fn sqlite_agrees_with_its_twin() {
    for seed in 0..8 {
        let folder = banco_lab::Folder::new("twin").unwrap();
        let store = SqliteStore::open(&folder.join("journal.db"), &SqliteOptions::default()).unwrap();
        agree(&store, seed, 150).await;
    }
}

/// Writes the same to both, some of it by somebody who has not caught up.
pub async fn agree(store: &dyn Store, seed: u64, calls: u32) {
    let twin = MemoryStore::default();
    let mut dice = Dice::new(seed);
    let mut clients = [Client::default(), Client::default()];
    let mut kept = 0;
    for _ in 0..calls {
        let which = dice.place(2);
        if dice.once_in(2) {
            clients[which].catch_up(&twin).await;
        }
        let mut ahead = clients[which].clone();
        let batches: Vec<Batch> = (0..=dice.below(2)).map(|_| random_batch(&mut dice, &mut ahead)).collect();
        let ours = store.append(batches.clone()).await;
        let theirs = twin.append(batches).await;
        assert_eq!(ours, theirs, "seed {seed}");
        if ours.is_ok() {
            kept += 1;
            clients[which] = ahead;
        }
    }
    assert!(kept > calls / 4, "seed {seed}: {kept} of {calls}");
    same(store, &twin).await;
    assert_whole(store).await;
}

fn random_batch(dice: &mut Dice, client: &mut Client) -> Batch {
    let mut streams: Vec<(&str, usize)> = Vec::new();
    for name in STREAMS {
        if dice.once_in(3) {
            streams.push((name, 1 + dice.place(3)));
        }
    }
    let mut batch = client.batch(dice.below(400), &streams);
    if dice.once_in(4) {
        let name = stream(dice.pick(&STREAMS));
        let seen = client.heads.get(&name).map_or(0, |head| head.version);
        batch.reads.push((name, seen));
    }
    if dice.once_in(4) {
        let value = (!dice.once_in(3)).then(|| vec![7; dice.place(9)]);
        let (space, key) = ("session".to_owned(), format!("k{}", dice.below(3)));
        batch.items.push(ItemChange { space, key, expected: dice.below(3), value });
    }
    if dice.once_in(8) {
        let fence = Some(dice.below(3));
        batch.writes.iter_mut().for_each(|write| write.fence = fence);
    }
    client.learn(&batch);
    batch
}

async fn same(one: &dyn Store, other: &dyn Store) {
    let heads = one.heads(None).await.unwrap();
    assert_eq!(heads, other.heads(None).await.unwrap());
    for (stream, _) in heads {
        let (ours, theirs) =
            (one.entries(stream.clone(), 0, 10_000), other.entries(stream.clone(), 0, 10_000));
        assert_eq!(ours.await.unwrap(), theirs.await.unwrap());
        let (ours, theirs) = (one.postings(stream.clone(), 0, 10_000), other.postings(stream, 0, 10_000));
        assert_eq!(ours.await.unwrap(), theirs.await.unwrap());
    }
    assert_eq!(one.balances().await.unwrap(), other.balances().await.unwrap());
    let items = async |store: &dyn Store| {
        let all = store.items("session".to_owned(), String::new(), String::new(), 100).await;
        all.unwrap()
    };
    assert_eq!(items(one).await, items(other).await);
    for number in 0..400 {
        let id = crate::client::command(number);
        assert_eq!(one.command(id).await.unwrap(), other.command(id).await.unwrap());
    }
}

/// A refusal says that nothing was kept.
#[test]
fn refusals_are_certain() {
    assert!(StoreError::Full.nothing_kept());
    assert!(!StoreError::Unknown(String::new()).nothing_kept());
}
