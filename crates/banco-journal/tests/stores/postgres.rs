//! What a journal in PostgreSQL must stand, with more than one node.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use banco_journal::fault::{Fault, Faults, Point};
use banco_journal::postgres::{PostgresOptions, PostgresStore};
use banco_journal::{Store, StoreError};
use banco_lab::{Line, Postgres};

use crate::client::{Client, assert_whole, command, stream};

async fn open(address: &str) -> PostgresStore {
    PostgresStore::open(address, &PostgresOptions::default()).await.unwrap()
}

#[tokio::test]
async fn the_suite() {
    let server = Postgres::start().unwrap();
    crate::suite::suite(&open(&server.address()).await, true).await;
}

#[tokio::test]
async fn it_agrees_with_its_twin() {
    let server = Postgres::start().unwrap();
    crate::random::agree(&open(&server.address()).await, 1, 250).await;
}

/// Two nodes write the same streams as fast as they can: every version is written once, and whoever comes late
/// catches up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_write_one_stream() {
    let server = Postgres::start().unwrap();
    let (one, two) = (Arc::new(open(&server.address()).await), Arc::new(open(&server.address()).await));
    assert_eq!(one.epoch().await.unwrap(), two.epoch().await.unwrap());
    let mut tasks = Vec::new();
    for (node, store) in [(0, &one), (1, &two), (2, &one), (3, &two)] {
        let store = Arc::clone(store);
        tasks.push(tokio::spawn(async move {
            let (mut client, mut late) = (Client::default(), 0);
            for round in 0..50_u64 {
                let number = node * 1000 + round;
                loop {
                    match client.write(&*store, number, &[("table/1", 1), ("link/a", 1)]).await {
                        Ok(()) => break,
                        Err(StoreError::Moved(_)) => late += 1,
                        Err(error) => panic!("{error}"),
                    }
                    client.catch_up(&*store).await;
                }
            }
            late
        }));
    }
    let mut late = 0;
    for task in tasks {
        late += task.await.unwrap();
    }
    assert!(late > 0, "nobody was ever late");
    let report = assert_whole(&*one).await;
    assert_eq!((report.entries, report.streams), (400, 2));
}

/// The same command at two nodes at once: one of them decides it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_command_at_two_nodes() {
    let server = Postgres::start().unwrap();
    let (one, two) = (open(&server.address()).await, open(&server.address()).await);
    for number in 0..100 {
        // For different streams, so that no head stands between them.
        let (ours, theirs) = (Client::default(), Client::default());
        let (here, there) = (format!("table/{number}"), format!("account/{number}"));
        let (here, there) = (ours.batch(number, &[(&here, 1)]), theirs.batch(number, &[(&there, 1)]));
        let (first, second) = tokio::join!(one.append(vec![here]), two.append(vec![there]));
        let known = Err(StoreError::Known(command(number)));
        assert!(
            (first == Ok(()) && second == known) || (second == Ok(()) && first == known),
            "{first:?} {second:?}"
        );
    }
    assert_eq!(assert_whole(&one).await.entries, 100);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_hint_to_each_other() {
    let server = Postgres::start().unwrap();
    let (one, two) = (open(&server.address()).await, open(&server.address()).await);
    let mut hints = two.hints();
    let mut client = Client::default();
    // The other node may not listen yet when the first one is sent.
    let mut heard = None;
    for number in 0..40 {
        client.write(&one, number, &[("table/1", 1)]).await.unwrap();
        if let Ok(hint) = tokio::time::timeout(Duration::from_millis(250), hints.recv()).await {
            heard = hint.ok();
            break;
        }
    }
    assert_eq!(heard, Some(stream("table/1")));
    assert!(two.listening().connected());
}

/// Fails before and after every write, in two ways.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_fails_at_every_write() {
    let server = Postgres::start().unwrap();
    for (at, point) in Point::OF_A_WRITE.into_iter().enumerate() {
        for (way, fault) in [Fault::Fails, Fault::Dies].into_iter().enumerate() {
            let armed = std::sync::atomic::AtomicBool::new(true);
            let faults = Faults::new(move |now| {
                let hit = now == point && armed.swap(false, std::sync::atomic::Ordering::Relaxed);
                hit.then_some(fault)
            });
            let options = PostgresOptions { faults, writers: 1, ..PostgresOptions::default() };
            let store = PostgresStore::open(&server.address(), &options).await.unwrap();
            let base = u64::try_from(at * 100 + way * 10).unwrap();
            let name = format!("table/{base}");
            let mut client = Client::default();
            let mut sent = client.batch(base, &[(&name, 2)]);
            let (stream, version, what) = (stream(&name), 1, "face".to_owned());
            sent.seals.push(banco_journal::Seal {
                stream: stream.clone(),
                version,
                what,
                key: "k".to_owned(),
                bytes: vec![1],
            });
            let (space, key) = ("s".to_owned(), base.to_string());
            sent.items.push(banco_journal::ItemChange { space, key, expected: 0, value: Some(vec![1]) });
            let ended = store.append(vec![sent]).await;
            let kept = store.command(command(base)).await.unwrap().is_some();
            let place = format!("{fault:?} at {point:?}: {ended:?}");
            assert_eq!(kept, point == Point::Committed, "{place}");
            assert!(ended.as_ref().is_err_and(|error| error.nothing_kept() != kept || !kept), "{place}");
            assert_eq!(store.entries(stream, 0, 9).await.unwrap().len(), if kept { 2 } else { 0 }, "{place}");
            client.catch_up(&store).await;
            client.write(&store, base + 1, &[(&name, 1)]).await.unwrap();
        }
    }
    assert_whole(&open(&server.address()).await).await;
}

/// The line is cut while commits are in flight, and the server is killed and started again, under load: whatever was
/// acknowledged is there, and of the rest the journal says what became of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_lines_and_killed_servers_lose_nothing() {
    let mut server = Postgres::start().unwrap();
    let line = Line::to(server.port()).unwrap();
    let store = Arc::new(open(&Postgres::address_at(line.port())).await);
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let mut tasks = Vec::new();
    for at in 0..6_u64 {
        let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
        tasks.push(tokio::spawn(async move {
            let name = format!("table/{at}");
            let (mut client, mut refused, mut number) = (Client::default(), Vec::new(), at * 1_000_000);
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                number += 1;
                match client.write(&*store, number, &[(&name, 1)]).await {
                    Ok(()) => continue,
                    Err(error) if error.nothing_kept() => refused.push(number),
                    Err(_) => {}
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
                if let Ok(heads) = store.heads(Some(vec![stream(&name)])).await {
                    client.heads = heads.into_iter().collect();
                }
            }
            (client.acknowledged, refused)
        }));
    }
    for turn in 0..6 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        if turn % 3 == 2 {
            server.kill().unwrap();
            server.resume().unwrap();
        } else {
            line.deafen();
            tokio::time::sleep(Duration::from_millis(30)).await;
            line.cut();
            tokio::time::sleep(Duration::from_millis(50)).await;
            line.mend();
        }
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let (mut acknowledged, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for task in tasks {
        let (yes, no) = task.await.unwrap();
        acknowledged.extend(yes);
        refused.extend(no);
    }
    let store = open(&server.address()).await;
    assert_whole(&store).await;
    assert!(acknowledged.len() > 100 && !refused.is_empty(), "{} {}", acknowledged.len(), refused.len());
    for number in acknowledged {
        assert!(store.command(command(number)).await.unwrap().is_some(), "command {number} is lost");
    }
    for number in refused {
        assert!(store.command(command(number)).await.unwrap().is_none(), "command {number} was kept");
    }
}

/// A database that is reached by nothing but TLS: who it is can be made sure of, by the certificate of its authority.
#[tokio::test]
async fn through_tls() {
    let server = Postgres::start_with_tls().unwrap();
    let other = Postgres::start_with_tls().unwrap();
    let with = |query: &str| format!("{}?{query}", server.address());
    let tried = async |address: String| PostgresStore::open(&address, &PostgresOptions::default()).await;
    let root = |of: &Postgres| format!("sslmode=verify-full&sslrootcert={}", of.root_certificate().display());
    assert!(tried(server.address()).await.is_err(), "it speaks to nobody in the clear");
    assert!(tried(with("sslmode=disable")).await.is_err());
    crate::suite::suite(&open(&with(&root(&server))).await, true).await;
    let encrypted = open(&with("sslmode=require")).await;
    assert!(encrypted.heads(None).await.is_ok());
    // Nobody else is taken for it: not by another authority, not by those of the system, not under another name.
    assert!(tried(with(&root(&other))).await.is_err());
    assert!(tried(with("sslmode=verify-full")).await.is_err());
    let renamed = with(&root(&server)).replace("127.0.0.1", "localhost");
    assert!(tried(renamed).await.is_err());
    let unverified = with("sslmode=require").replace("127.0.0.1", "localhost");
    assert!(tried(unverified).await.is_ok());
}
