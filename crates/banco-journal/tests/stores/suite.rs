//! What every store promises.

use std::time::Duration;

use banco_journal::memory::MemoryStore;
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::{AnchorKey, At, Item, ItemChange, Seal, Statement, Store, StoreError};

use crate::client::{Client, assert_whole, batch, command, stream};

#[tokio::test]
async fn in_memory() {
    suite(&MemoryStore::default(), false).await;
}

#[tokio::test]
async fn sqlite() {
    let folder = banco_lab::Folder::new("suite").unwrap();
    let store = SqliteStore::open(&folder.join("journal.db"), &SqliteOptions::default()).unwrap();
    suite(&store, true).await;
}

/// Everything, on one empty store after another part has used it. `clock` is whether its clock runs by itself.
pub async fn suite(store: &dyn Store, clock: bool) {
    let mut client = Client::default();
    what_is_kept_reads_back(store, &mut client).await;
    whoever_is_late_changes_nothing(store, &mut client).await;
    a_command_is_decided_once(store, &mut client).await;
    batches_of_one_call_stand_together(store, &mut client).await;
    what_was_read_must_not_have_moved(store, &mut client).await;
    entries_that_do_not_follow_are_refused(store, &client).await;
    old_leases_write_no_more(store, &mut client).await;
    leases_go_round(store, clock).await;
    items_change_by_version(store, &mut client).await;
    secrets_are_sealed_anew(store, &mut client).await;
    anchors_follow_each_other(store, &mut client).await;
    hints_come(store, &mut client).await;
    heads_come_in_pages(store).await;
    old_refusals_are_swept(store, &mut client).await;
    assert_whole(store).await;
}

async fn what_is_kept_reads_back(store: &dyn Store, client: &mut Client) {
    assert!(store.heads(None).await.unwrap().is_empty());
    assert!(!store.epoch().await.unwrap().is_empty());
    let sent = client.batch(1, &[("table/1", 3), ("account/7", 1)]);
    store.append(vec![sent.clone()]).await.unwrap();
    client.learn(&sent);
    for write in &sent.writes {
        let read = store.entries(write.stream.clone(), 0, 100).await.unwrap();
        assert_eq!(read, write.entries);
        let heads = store.heads(Some(vec![write.stream.clone()])).await.unwrap();
        assert_eq!(heads, [(write.stream.clone(), write.head())]);
    }
    let table = stream("table/1");
    assert_eq!(store.entries(table.clone(), 1, 1).await.unwrap(), sent.writes[0].entries[1..2]);
    assert_eq!(store.entries(table.clone(), 3, 9).await.unwrap(), []);
    assert_eq!(store.entries(stream("table/9"), 0, 9).await.unwrap(), []);
    assert_eq!(store.heads(None).await.unwrap().len(), 2);
    let kept = store.command(command(1)).await.unwrap().unwrap();
    assert_eq!((kept.answer, kept.body, kept.at), (sent.answer, sent.body, sent.at));
    let postings: Vec<_> = sent.postings.iter().filter(|one| one.stream == table).cloned().collect();
    assert_eq!(store.postings(table.clone(), 0, 100).await.unwrap(), postings);
    assert_eq!(store.postings(table, 1, 1).await.unwrap(), postings[1..2]);
    let balances = store.balances().await.unwrap();
    assert!(balances.contains(&("USD".to_owned(), "table/1:layout".to_owned(), 3)), "{balances:?}");
}

async fn whoever_is_late_changes_nothing(store: &dyn Store, client: &mut Client) {
    let late = client.batch(2, &[("table/1", 1), ("account/7", 1)]);
    client.write(store, 3, &[("account/7", 1)]).await.unwrap();
    let before = store.heads(None).await.unwrap();
    assert_eq!(store.append(vec![late]).await, Err(StoreError::Moved(stream("account/7"))));
    assert_eq!(store.heads(None).await.unwrap(), before);
    assert_eq!(store.command(command(2)).await.unwrap(), None);
    // A head of the right number but of another history.
    let mut other = client.clone();
    other.heads.values_mut().for_each(|head| head.hash.0[0] ^= 1);
    let foreign = other.batch(2, &[("table/1", 1)]);
    assert_eq!(store.append(vec![foreign]).await, Err(StoreError::Moved(stream("table/1"))));
}

async fn a_command_is_decided_once(store: &dyn Store, client: &mut Client) {
    client.write(store, 4, &[("table/1", 1)]).await.unwrap();
    let again = client.batch(4, &[("table/1", 1)]);
    assert_eq!(store.append(vec![again]).await, Err(StoreError::Known(command(4))));
    let (one, two) = (client.batch(5, &[("table/1", 1)]), client.batch(5, &[("table/2", 1)]));
    assert_eq!(store.append(vec![one, two]).await, Err(StoreError::Known(command(5))));
    assert_eq!(store.command(command(5)).await.unwrap(), None);
    // A refusal is an answer without entries.
    let refused = client.batch(6, &[]);
    store.append(vec![refused]).await.unwrap();
    assert!(store.command(command(6)).await.unwrap().is_some());
}

async fn batches_of_one_call_stand_together(store: &dyn Store, client: &mut Client) {
    let mut next = client.clone();
    let mut batches = Vec::new();
    for number in 10..15 {
        let batch = next.batch(number, &[("table/1", 2), ("table/2", 1)]);
        next.learn(&batch);
        batches.push(batch);
    }
    let mut bad = batches.clone();
    bad.push(client.batch(15, &[("table/2", 1)]));
    assert_eq!(store.append(bad).await, Err(StoreError::Moved(stream("table/2"))));
    assert_eq!(store.command(command(10)).await.unwrap(), None);
    store.append(batches).await.unwrap();
    *client = next;
    assert_eq!(store.heads(Some(vec![stream("table/2")])).await.unwrap()[0].1.version, 5);
}

async fn what_was_read_must_not_have_moved(store: &dyn Store, client: &mut Client) {
    let link = stream("link/royal-9");
    client.write(store, 20, &[("link/royal-9", 1)]).await.unwrap();
    for (seen, result) in [(0, Err(StoreError::Moved(link.clone()))), (1, Ok(()))] {
        let mut looked = client.batch(21, &[("table/1", 1)]);
        looked.reads.push((link.clone(), seen));
        assert_eq!(store.append(vec![looked.clone()]).await, result);
        if result.is_ok() {
            client.learn(&looked);
        }
    }
    // A stream that was not there must not be there.
    let mut looked = client.batch(22, &[("table/1", 1)]);
    looked.reads.push((stream("link/nowhere"), 0));
    store.append(vec![looked.clone()]).await.unwrap();
    client.learn(&looked);
}

async fn entries_that_do_not_follow_are_refused(store: &dyn Store, client: &Client) {
    let good = client.batch(30, &[("table/1", 3)]);
    let unchained = Err(StoreError::Unchained(stream("table/1")));
    let mut gap = good.clone();
    gap.writes[0].entries.remove(1);
    assert_eq!(store.append(vec![gap]).await, unchained);
    let mut none = good.clone();
    none.writes[0].entries.clear();
    assert_eq!(store.append(vec![none]).await, unchained);
    let mut foreign = good.clone();
    foreign.writes[0].entries[0].stream = stream("table/2");
    assert_eq!(store.append(vec![foreign]).await, unchained);
    let mut old = good;
    old.writes[0].entries.iter_mut().for_each(|entry| entry.at = At(0));
    assert_eq!(store.append(vec![old]).await, unchained);
}

async fn old_leases_write_no_more(store: &dyn Store, client: &mut Client) {
    for (number, term, result) in [
        (40, Some(2), Ok(())),
        (41, Some(1), Err(StoreError::Fenced(stream("table/1")))),
        (42, None, Ok(())),
        (43, Some(1), Err(StoreError::Fenced(stream("table/1")))),
        (44, Some(2), Ok(())),
        (45, Some(3), Ok(())),
    ] {
        let mut sent = client.batch(number, &[("table/1", 1)]);
        sent.writes[0].fence = term;
        assert_eq!(store.append(vec![sent.clone()]).await, result, "{number}");
        if result.is_ok() {
            client.learn(&sent);
        }
    }
    // Somebody who knows of no lease writes; the one before stays fenced off.
    for head in client.heads.values_mut() {
        head.fence = 0;
    }
    client.write(store, 46, &[("table/1", 1)]).await.unwrap();
    let mut late = client.batch(47, &[("table/1", 1)]);
    late.writes[0].fence = Some(2);
    assert_eq!(store.append(vec![late]).await, Err(StoreError::Fenced(stream("table/1"))));
}

async fn leases_go_round(store: &dyn Store, clock: bool) {
    let take =
        |owner: &str, time| store.lease("dealer/1".to_owned(), owner.to_owned(), Duration::from_millis(time));
    assert_eq!(take("a", 60_000).await.unwrap().unwrap().term, 1);
    assert_eq!(take("b", 60_000).await.unwrap(), None);
    assert_eq!(take("a", 60_000).await.unwrap().unwrap().term, 1);
    store.release("dealer/1".to_owned(), "b".to_owned()).await.unwrap();
    assert_eq!(take("b", 60_000).await.unwrap(), None);
    store.release("dealer/1".to_owned(), "a".to_owned()).await.unwrap();
    assert_eq!(take("b", 1).await.unwrap().unwrap().term, 2);
    if clock {
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(take("a", 60_000).await.unwrap().unwrap().term, 3);
        assert_eq!(take("b", 60_000).await.unwrap(), None);
    }
}

async fn items_change_by_version(store: &dyn Store, client: &mut Client) {
    let change = |key: &str, expected, value: Option<&str>| ItemChange {
        space: "session".to_owned(),
        key: key.to_owned(),
        expected,
        value: value.map(|value| value.as_bytes().to_vec()),
    };
    let put = async |number, changes: Vec<ItemChange>| {
        let mut sent = batch(number, &client.heads, &[]);
        sent.items = changes;
        store.append(vec![sent]).await
    };
    let moved = |key: &str| Err(StoreError::ItemMoved { space: "session".to_owned(), key: key.to_owned() });
    put(50, vec![change("a1", 0, Some("one")), change("a2", 0, Some("two")), change("b1", 0, Some("x"))])
        .await
        .unwrap();
    assert_eq!(put(51, vec![change("b1", 1, Some("y")), change("a1", 0, Some("three"))]).await, moved("a1"));
    put(52, vec![change("a1", 1, Some("three")), change("a1", 2, Some("four"))]).await.unwrap();
    let items = store.items("session".to_owned(), "a".to_owned(), String::new(), 10).await.unwrap();
    let item = |key: &str, version, value: &str| Item {
        space: "session".to_owned(),
        key: key.to_owned(),
        version,
        value: value.as_bytes().to_vec(),
    };
    assert_eq!(items, [item("a1", 3, "four"), item("a2", 1, "two")]);
    let behind = store.items("session".to_owned(), "a".to_owned(), "a1".to_owned(), 10).await.unwrap();
    assert_eq!(behind, [item("a2", 1, "two")]);
    let all = store.items("session".to_owned(), String::new(), String::new(), 2).await.unwrap();
    assert_eq!(all.len(), 2);
    put(53, vec![change("a1", 3, None)]).await.unwrap();
    assert_eq!(put(54, vec![change("a1", 3, None)]).await, moved("a1"));
    put(55, vec![change("a1", 0, Some("new"))]).await.unwrap();
    // A wildcard of the database's is a letter like any other.
    assert_eq!(store.items("session".to_owned(), "%".to_owned(), String::new(), 10).await.unwrap(), []);
}

async fn secrets_are_sealed_anew(store: &dyn Store, client: &mut Client) {
    let mut sent = client.batch(60, &[("table/1", 2)]);
    let seal = |version, what: &str, key: &str| Seal {
        stream: stream("table/1"),
        version,
        what: what.to_owned(),
        key: key.to_owned(),
        bytes: vec![1, 2, 3],
    };
    let first = sent.writes[0].entries[0].version;
    sent.seals = vec![seal(first, "face", "one"), seal(first, "shoe", "one"), seal(first + 1, "face", "one")];
    store.append(vec![sent.clone()]).await.unwrap();
    client.learn(&sent);
    let all = async || store.seals(stream("table/1"), 0, u64::MAX).await.unwrap();
    assert_eq!(all().await, sent.seals);
    assert_eq!(store.seals(stream("table/1"), first, first + 1).await.unwrap(), sent.seals[2..]);
    store.reseal(vec![sent.seals[0].clone()], vec![seal(first, "face", "two")]).await.unwrap();
    assert_eq!(all().await[0].key, "two");
    // What was opened is taken away.
    store.reseal(all().await, Vec::new()).await.unwrap();
    assert_eq!(all().await, []);
}

async fn anchors_follow_each_other(store: &dyn Store, client: &mut Client) {
    let key = AnchorKey::new(&[5; 32]);
    let epoch = store.epoch().await.unwrap();
    let next = async |at| {
        let of = store.to_anchor().await.unwrap();
        let moved = of.moved.clone();
        (key.sign(&Statement::new(of, epoch.clone(), At(at))), moved)
    };
    let (first, moved) = next(1).await;
    assert_eq!(moved, store.heads(None).await.unwrap());
    store.anchor(first.clone()).await.unwrap();
    assert!(store.anchor(first.clone()).await.is_err(), "the same anchor twice");
    assert!(next(2).await.1.is_empty());
    client.write(store, 70, &[("table/2", 1)]).await.unwrap();
    let (second, moved) = next(3).await;
    assert_eq!(moved.len(), 1);
    store.anchor(second.clone()).await.unwrap();
    assert_eq!(store.anchors(0, 10).await.unwrap(), [first, second.clone()]);
    assert_eq!(store.anchors(1, 10).await.unwrap(), [second]);
    assert_eq!(store.anchors(0, 1).await.unwrap().len(), 1);
}

async fn hints_come(store: &dyn Store, client: &mut Client) {
    let mut hints = store.hints();
    client.write(store, 80, &[("table/2", 1)]).await.unwrap();
    let hint = tokio::time::timeout(Duration::from_secs(5), hints.recv()).await.unwrap().unwrap();
    assert_eq!(hint, stream("table/2"));
}

async fn heads_come_in_pages(store: &dyn Store) {
    let (all, mut paged) = (store.heads(None).await.unwrap(), Vec::new());
    loop {
        let after = paged.last().map(|(stream, _): &(banco_journal::StreamName, _)| stream.clone());
        let page = store.heads_after(after, 2).await.unwrap();
        assert!(page.len() <= 2);
        if page.is_empty() {
            break;
        }
        paged.extend(page);
    }
    assert_eq!(paged, all);
}

/// Only answers that refused something and left nothing else go, the oldest first, a few at a time.
pub async fn old_refusals_are_swept(store: &dyn Store, client: &mut Client) {
    let refusal = |client: &Client, number: u64, at: i64| {
        let mut batch = client.batch(number, &[]);
        (batch.answer.status, batch.at) = (409, At(at));
        batch
    };
    let (now, before) = (client.batch(0, &[]).at.0, At(10_001));
    assert!(now < before.0);
    for (number, at) in [(900, 10_000), (901, 9_000), (902, 9_500), (903, 10_001)] {
        store.append(vec![refusal(client, number, at)]).await.unwrap();
    }
    // A refusal with entries belongs to their chain, and whatever changed something stays as well.
    let mut with_entries = client.batch(904, &[("table/2", 1)]);
    with_entries.answer.status = 409;
    store.append(vec![with_entries.clone()]).await.unwrap();
    client.learn(&with_entries);
    let mut with_item = refusal(client, 905, 9_000);
    let (space, key) = ("attempts".to_owned(), "ada".to_owned());
    with_item.items.push(ItemChange { space, key, expected: 0, value: Some(b"1".to_vec()) });
    store.append(vec![with_item]).await.unwrap();
    let heads = store.heads(None).await.unwrap();
    assert_eq!(store.sweep_refusals(before, 2).await.unwrap(), 2);
    let there = async |number| store.command(command(number)).await.unwrap().is_some();
    assert_eq!((there(900).await, there(901).await, there(902).await), (true, false, false));
    assert_eq!(store.sweep_refusals(before, 2).await.unwrap(), 1);
    assert_eq!(store.sweep_refusals(before, 2).await.unwrap(), 0);
    for (number, kept) in [(900, false), (903, true), (904, true), (905, true), (1, true)] {
        assert_eq!(there(number).await, kept, "{number}");
    }
    assert_eq!(store.heads(None).await.unwrap(), heads);
    assert_whole(store).await;
    // Whoever sends one again is decided anew.
    store.append(vec![refusal(client, 901, 20_000)]).await.unwrap();
    assert!(there(901).await);
}
