//! What a journal in a file must stand.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use banco_journal::fault::{Fault, Faults, Point};
use banco_journal::sqlite::{Claim, OpenError, ReadOnlyStore, SqliteOptions, SqliteStore, copy_to};
use banco_journal::verify::{Against, Problem, verify};
use banco_journal::{AnchorKey, At, ItemChange, Seal, Statement, Store, StoreError};
use banco_lab::Folder;

use crate::client::{Client, assert_whole, command, stream};

fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path, &SqliteOptions::default()).unwrap()
}

#[tokio::test]
async fn one_process_at_a_time() {
    let folder = Folder::new("lock").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    let second = SqliteStore::open(&path, &SqliteOptions::default());
    assert!(matches!(second, Err(OpenError::InUse(_))));
    drop(store);
    open(&path);
}

#[tokio::test]
async fn a_closed_journal_is_one_file() {
    let folder = Folder::new("close").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    let mut client = Client::default();
    client.write(&store, 1, &[("table/1", 3)]).await.unwrap();
    let epoch = store.epoch().await.unwrap();
    drop(store);
    let log = path.with_extension("db-wal");
    assert!(!log.exists() || log.metadata().unwrap().len() == 0);
    let store = open(&path);
    assert_eq!(store.epoch().await.unwrap(), epoch);
    client.write(&store, 2, &[("table/1", 1)]).await.unwrap();
    assert_eq!(assert_whole(&store).await.entries, 4);
}

#[tokio::test]
async fn nothing_is_changed_by_hand() {
    let folder = Folder::new("hand").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    Client::default().write(&store, 1, &[("table/1", 1)]).await.unwrap();
    drop(store);
    let file = rusqlite::Connection::open(&path).unwrap();
    for table in ["entry", "posting", "command"] {
        let column = if table == "posting" { "amount" } else { "at" };
        assert!(file.execute(&format!("UPDATE {table} SET {column} = 0"), ()).is_err(), "{table}");
        assert!(file.execute(&format!("DELETE FROM {table}"), ()).is_err(), "{table}");
    }
}

#[tokio::test]
async fn other_files_are_refused() {
    let folder = Folder::new("other").unwrap();
    let path = folder.join("text.db");
    std::fs::write(&path, "not a database at all, but long enough to be looked at ".repeat(40)).unwrap();
    assert!(matches!(SqliteStore::open(&path, &SqliteOptions::default()), Err(OpenError::Sqlite(..))));
    let newer = folder.join("newer.db");
    drop(open(&newer));
    let file = rusqlite::Connection::open(&newer).unwrap();
    file.execute("UPDATE meta SET value = '99' WHERE key = 'schema'", ()).unwrap();
    drop(file);
    let refused = SqliteStore::open(&newer, &SqliteOptions::default());
    assert!(matches!(refused, Err(OpenError::OtherVersion(_, 99))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_wait_for_one_sync() {
    let folder = Folder::new("group").unwrap();
    let store = Arc::new(open(&folder.join("journal.db")));
    let mut tasks = Vec::new();
    for at in 0..200_u64 {
        let store = Arc::clone(&store);
        tasks.push(tokio::spawn(async move {
            let name = format!("table/{at}");
            let mut client = Client::default();
            for round in 0..5 {
                client.write(&*store, at * 100 + round, &[(&name, 2)]).await.unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let stats = store.stats();
    assert_eq!(stats.jobs, 1000);
    assert!(stats.commits < 500, "{stats:?}");
    assert_eq!(assert_whole(&*store).await.entries, 2000);
}

/// Fails before and after every write, by an error and by death, at every turn: what was acknowledged is there, what
/// was refused is not, and nothing is there in part.
#[tokio::test]
async fn it_fails_at_every_write() {
    for fault in [Fault::Fails, Fault::Dies] {
        for point in Point::OF_A_WRITE {
            for turn in 0..3 {
                fails_once(fault, point, turn).await;
            }
        }
    }
}

async fn fails_once(fault: Fault, point: Point, turn: u32) {
    let folder = Folder::new("faults").unwrap();
    let path = folder.join("journal.db");
    let passed = AtomicU32::new(0);
    let faults = Faults::new(move |at| {
        let now = at == point && passed.fetch_add(1, Ordering::Relaxed) == turn;
        now.then_some(fault)
    });
    let store = SqliteStore::open(&path, &SqliteOptions { faults, ..SqliteOptions::default() }).unwrap();
    let mut client = Client::default();
    let mut refused = Vec::new();
    let mut unknown = Vec::new();
    for number in 1..=6 {
        let mut sent = client.batch(number, &[("table/1", 2), ("link/a", 1)]);
        let (stream, version) = (stream("table/1"), sent.writes[0].entries[0].version);
        let (what, key, bytes) = ("face".to_owned(), "k".to_owned(), vec![1]);
        sent.seals.push(Seal { stream, version, what, key, bytes });
        let (space, key) = ("s".to_owned(), number.to_string());
        sent.items.push(ItemChange { space, key, expected: 0, value: Some(vec![1]) });
        match store.append(vec![sent.clone()]).await {
            Ok(()) => {
                client.learn(&sent);
                client.acknowledged.push(number);
            }
            Err(error) if error.nothing_kept() => refused.push(number),
            Err(_) => {
                unknown.push(number);
                break;
            }
        }
    }
    drop(store);
    let store = open(&path);
    assert_whole(&store).await;
    let mut there = BTreeSet::new();
    for number in 1..=6 {
        if store.command(command(number)).await.unwrap().is_some() {
            there.insert(number);
        }
    }
    let place = format!("{fault:?} at {point:?}, turn {turn}");
    assert!(client.acknowledged.iter().all(|number| there.contains(number)), "{place}: lost");
    assert!(refused.iter().all(|number| !there.contains(number)), "{place}: kept though refused");
    let entries = store.heads(None).await.unwrap().iter().map(|(_, head)| head.version).sum::<u64>();
    assert_eq!(entries, 3 * u64::try_from(there.len()).unwrap(), "{place}");
    let seals = store.seals(stream("table/1"), 0, u64::MAX).await.unwrap();
    assert_eq!(seals.len(), there.len(), "{place}");
    let died_late = fault == Fault::Dies && point == Point::Committed;
    assert_eq!(
        unknown.iter().any(|number| there.contains(number)),
        died_late && !unknown.is_empty(),
        "{place}"
    );
}

#[tokio::test]
async fn a_full_disk_refuses_and_loses_nothing() {
    let folder = Folder::new("full").unwrap();
    let path = folder.join("journal.db");
    let options = SqliteOptions { most_pages: Some(60), ..SqliteOptions::default() };
    let store = SqliteStore::open(&path, &options).unwrap();
    let mut client = Client::default();
    let mut full = None;
    for number in 1..2000 {
        if let Err(error) = client.write(&store, number, &[("table/1", 20)]).await {
            full = Some(error);
            break;
        }
    }
    assert_eq!(full, Some(StoreError::Full));
    // It can still be read, and goes on once there is room.
    let kept = u64::try_from(client.acknowledged.len()).unwrap();
    assert_eq!(assert_whole(&store).await.entries, 20 * kept);
    drop(store);
    let store = open(&path);
    client.write(&store, 5000, &[("table/1", 20)]).await.unwrap();
    assert_eq!(assert_whole(&store).await.entries, 20 * (kept + 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_made_while_it_is_written_to() {
    let folder = Folder::new("copy").unwrap();
    let (path, copy) = (folder.join("journal.db"), folder.join("copy.db"));
    let store = Arc::new(open(&path));
    let mut client = Client::default();
    for number in 0..200 {
        client.write(&*store, number, &[("table/1", 5)]).await.unwrap();
    }
    let (from, to) = (path.clone(), copy.clone());
    let copying = tokio::task::spawn_blocking(move || copy_to(&from, &to, false));
    for number in 200..400 {
        client.write(&*store, number, &[("table/1", 5)]).await.unwrap();
    }
    copying.await.unwrap().unwrap();
    assert!(copy_to(&path, &copy, false).is_err(), "a copy replaces nothing");
    let copied = open(&copy);
    let entries = assert_whole(&copied).await.entries;
    assert!((1000..=2000).contains(&entries) && entries % 5 == 0, "{entries}");
    assert_eq!(copied.epoch().await.unwrap(), store.epoch().await.unwrap());
    let restored = folder.join("restored.db");
    copy_to(&copy, &restored, true).unwrap();
    assert_ne!(open(&restored).epoch().await.unwrap(), store.epoch().await.unwrap());
}

/// Appends a mebibyte that belongs to no stream.
async fn fill(store: &SqliteStore, number: u64) {
    let mut batch = Client::default().batch(number, &[]);
    let key = number.to_string();
    batch.items =
        vec![ItemChange { space: "fill".to_owned(), key, expected: 0, value: Some(vec![7; 1 << 20]) }];
    store.append(vec![batch]).await.unwrap();
}

/// Commits follow each other without a pause, and a copy of 24 MiB is finished all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_finished_under_load() {
    let folder = Folder::new("copy-load").unwrap();
    let (path, copy) = (folder.join("journal.db"), folder.join("copy.db"));
    let store = Arc::new(open(&path));
    for number in 0..24 {
        fill(&store, 1_000_000 + number).await;
    }
    let mut client = Client::default();
    let (from, to) = (path.clone(), copy.clone());
    let copying = tokio::task::spawn_blocking(move || copy_to(&from, &to, false));
    let (mut number, began) = (0, Instant::now());
    while !copying.is_finished() {
        assert!(began.elapsed() < Duration::from_secs(60), "{number} commits, and no copy yet");
        client.write(&*store, number, &[("table/1", 5)]).await.unwrap();
        number += 1;
    }
    copying.await.unwrap().unwrap();
    assert_whole(&open(&copy)).await;
}

/// The median time of a small commit.
async fn median_commit(store: &SqliteStore, client: &mut Client, numbers: std::ops::Range<u64>) -> Duration {
    let mut times = Vec::new();
    for number in numbers {
        let began = Instant::now();
        client.write(store, number, &[("table/1", 1)]).await.unwrap();
        times.push(began.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_reader_does_not_slow_the_writer() {
    let folder = Folder::new("long-reader").unwrap();
    let path = folder.join("journal.db");
    let (store, mut client) = (open(&path), Client::default());
    let before = median_commit(&store, &mut client, 0..50).await;
    let reader = rusqlite::Connection::open(&path).unwrap();
    let reading = reader.unchecked_transaction().unwrap();
    reading.query_row("SELECT count(*) FROM entry", (), |row| row.get::<_, i64>(0)).unwrap();
    for number in 0..80 {
        fill(&store, 1_000_000 + number).await;
    }
    let beside = median_commit(&store, &mut client, 100..150).await;
    assert!(beside < before * 3 + Duration::from_millis(5), "{before:?}, beside a reader {beside:?}");
    drop(reading);
    // The log is copied and restarted once the reader is gone.
    let log = path.with_extension("db-wal");
    let began = Instant::now();
    for number in 1000.. {
        client.write(&store, number, &[("table/1", 1)]).await.unwrap();
        if store.stats().log_pages < 100 && log.metadata().unwrap().len() <= 64 << 20 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", store.stats());
    }
    assert_whole(&store).await;
}

/// Nothing is acknowledged that is not in the file under its name.
#[tokio::test]
async fn a_journal_that_is_gone_is_noticed_at_once() {
    for suffix in ["", "-wal"] {
        for deleted in [true, false] {
            let folder = Folder::new("gone").unwrap();
            let path = folder.join("journal.db");
            let (store, mut client) = (open(&path), Client::default());
            client.write(&store, 1, &[("table/1", 2)]).await.unwrap();
            let file = folder.join(&format!("journal.db{suffix}"));
            match deleted {
                true => std::fs::remove_file(&file).unwrap(),
                false => std::fs::rename(&file, folder.join("elsewhere")).unwrap(),
            }
            let lost = client.write(&store, 2, &[("table/1", 1)]).await.unwrap_err();
            assert!(matches!(&lost, StoreError::Unknown(why) if why.contains("was deleted")), "{lost}");
            let after = store.lease("pulse".to_owned(), "node".to_owned(), Duration::from_secs(1)).await;
            assert!(matches!(after, Err(StoreError::Stopped(_))), "{after:?}");
        }
    }
}

/// A journal is looked at while it is written to, by whoever cannot change it.
#[tokio::test]
async fn others_look_while_one_writes() {
    let folder = Folder::new("look").unwrap();
    let path = folder.join("journal.db");
    assert!(matches!(ReadOnlyStore::open(&path), Err(OpenError::Missing(_))));
    let store = Arc::new(open(&path));
    let mut client = Client::default();
    client.write(&*store, 0, &[("table/1", 5)]).await.unwrap();
    let looking = ReadOnlyStore::open(&path).unwrap();
    let writing = Arc::clone(&store);
    let writer = tokio::spawn(async move {
        for number in 1..200 {
            client.write(&*writing, number, &[("table/1", 5)]).await.unwrap();
        }
    });
    let mut seen = 0;
    while !writer.is_finished() {
        let report =
            verify(&looking, &Against { commands: true, ..Against::default() }, &mut |_| Ok(())).await;
        let report = report.unwrap();
        assert_eq!(report.problems, []);
        assert!(report.entries >= seen);
        seen = report.entries;
    }
    writer.await.unwrap();
    assert_eq!(assert_whole(&looking).await.entries, 1000);
    assert_eq!(looking.integrity().await.unwrap(), [""; 0]);
    assert!(matches!(looking.append(Vec::new()).await, Err(StoreError::Stopped(_))));
}

/// A floor that goes on from a copy keeps what was there, and is another history.
#[tokio::test]
async fn a_copy_takes_the_place_of_a_journal() {
    let folder = Folder::new("replace").unwrap();
    let (path, copy) = (folder.join("journal.db"), folder.join("copy.db"));
    let store = open(&path);
    let mut client = Client::default();
    client.write(&store, 1, &[("table/1", 5)]).await.unwrap();
    copy_to(&path, &copy, false).unwrap();
    client.write(&store, 2, &[("table/1", 5)]).await.unwrap();
    let epoch = store.epoch().await.unwrap();
    assert!(matches!(Claim::new(&path), Err(OpenError::InUse(_))));
    drop(store);
    let claim = Claim::new(&path).unwrap();
    assert!(matches!(SqliteStore::open(&path, &SqliteOptions::default()), Err(OpenError::InUse(_))));
    let kept = claim.replace(&copy, "before").unwrap().unwrap();
    drop(claim);
    assert_eq!(assert_whole(&ReadOnlyStore::open(&kept).unwrap()).await.entries, 10);
    let store = open(&path);
    assert_eq!(assert_whole(&store).await.entries, 5);
    assert_ne!(store.epoch().await.unwrap(), epoch);
    // Where there was nothing, nothing is kept.
    let fresh = Claim::new(&folder.join("fresh.db")).unwrap();
    assert_eq!(fresh.replace(&copy, "before").unwrap(), None);
}

/// Whoever has an anchor can tell an older copy, and a journal that was written anew.
#[tokio::test]
async fn an_older_copy_is_noticed() {
    let folder = Folder::new("older").unwrap();
    let (path, copy) = (folder.join("journal.db"), folder.join("copy.db"));
    let store = open(&path);
    let mut client = Client::default();
    client.write(&store, 1, &[("table/1", 5)]).await.unwrap();
    copy_to(&path, &copy, true).unwrap();
    client.write(&store, 2, &[("table/1", 5)]).await.unwrap();
    let key = AnchorKey::new(&[5; 32]);
    let of = store.to_anchor().await.unwrap();
    let anchor = key.sign(&Statement::new(of, "e".to_owned(), At(9)));
    store.anchor(anchor.clone()).await.unwrap();
    let against = Against { keys: vec![key.public()], anchors: vec![anchor.clone()], commands: true };
    let report = verify(&store, &against, &mut |_| Ok(())).await.unwrap();
    assert_eq!((report.problems.len(), report.anchors, report.entries), (0, 1, 10));
    let report = verify(&open(&copy), &against, &mut |_| Ok(())).await.unwrap();
    let missing = Problem::NotAsAnchored { anchor: 1, stream: stream("table/1"), version: 10 };
    assert!(report.problems.contains(&missing), "{:?}", report.problems);
    let other = Against { keys: vec![AnchorKey::new(&[6; 32]).public()], ..against };
    let report = verify(&store, &other, &mut |_| Ok(())).await.unwrap();
    assert!(report.problems.iter().any(|problem| matches!(problem, Problem::BadAnchor(..))));
}

/// One flipped bit anywhere in what counts is found.
#[tokio::test]
async fn flipped_bits_are_found() {
    let folder = Folder::new("flip").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    let mut client = Client::default();
    for number in 1..=3 {
        client.write(&store, number, &[("table/1", 2)]).await.unwrap();
    }
    drop(store);
    let columns = ["at", "by", "cause", "record", "hash"];
    for version in 1..=6 {
        for column in columns {
            let spoiled = folder.join(&format!("{version}-{column}.db"));
            std::fs::copy(&path, &spoiled).unwrap();
            let file = rusqlite::Connection::open(&spoiled).unwrap();
            file.execute_batch("DROP TRIGGER entry_stays").unwrap();
            let changed = match column {
                "at" => "at + 1",
                "by" => "replace(by, '3', '4')",
                "cause" => "randomblob(16)",
                "record" => "replace(record, 'of', 'og')",
                _ => "randomblob(32)",
            };
            let update = format!("UPDATE entry SET {column} = {changed} WHERE version = {version}");
            assert_eq!(file.execute(&update, ()).unwrap(), 1);
            drop(file);
            let report = verify(&open(&spoiled), &Against::default(), &mut |_| Ok(())).await.unwrap();
            let found = report.problems.contains(&Problem::Changed(stream("table/1"), version));
            assert!(found, "{column} of {version}: {:?}", report.problems);
        }
    }
}

/// What somebody was told is in no chain; a change of it is found all the same.
#[tokio::test]
async fn a_changed_answer_is_found() {
    let folder = Folder::new("answer").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    let mut client = Client::default();
    for number in 1..=3 {
        client.write(&store, number, &[("table/1", 2)]).await.unwrap();
    }
    assert_eq!(assert_whole(&store).await.answers, 3);
    drop(store);
    let changes =
        ["answer = answer || ' '", "status = status + 1", "body = randomblob(32)", "digest = randomblob(32)"];
    for (number, change) in changes.iter().enumerate() {
        let spoiled = folder.join(&format!("{number}.db"));
        std::fs::copy(&path, &spoiled).unwrap();
        let file = rusqlite::Connection::open(&spoiled).unwrap();
        file.execute_batch("DROP TRIGGER command_stays").unwrap();
        let update =
            format!("UPDATE command SET {change} WHERE id = (SELECT id FROM command ORDER BY id LIMIT 1)");
        assert_eq!(file.execute(&update, ()).unwrap(), 1);
        drop(file);
        let against = Against { commands: true, ..Against::default() };
        let report = verify(&open(&spoiled), &against, &mut |_| Ok(())).await.unwrap();
        assert!(
            matches!(report.problems[..], [Problem::ChangedAnswer(_)]),
            "{change}: {:?}",
            report.problems
        );
    }
}

/// What makes tables of version 2 of those of version 4.
const AS_IN_SECOND: &str =
    "ALTER TABLE entry DROP COLUMN input; DROP TRIGGER command_is_kept; DROP INDEX command_refused;
    ALTER TABLE command DROP COLUMN refused_at;
    CREATE TRIGGER command_is_kept BEFORE DELETE ON command
        BEGIN SELECT RAISE(ABORT, 'answers are never taken away'); END;
    UPDATE meta SET value = '2' WHERE key = 'schema';";

/// Refusals from before they were marked are found when the file is brought up to date.
#[tokio::test]
async fn refusals_of_an_older_file_are_swept() {
    let folder = Folder::new("older").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    let mut client = Client::default();
    client.write(&store, 1, &[("table/1", 2)]).await.unwrap();
    let mut refusal = client.batch(2, &[]);
    refusal.answer.status = 409;
    let mut with_entries = client.batch(3, &[("table/1", 1)]);
    with_entries.answer.status = 409;
    store.append(vec![refusal, with_entries]).await.unwrap();
    drop(store);
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(AS_IN_SECOND).unwrap();
    drop(file);
    assert_whole(&ReadOnlyStore::open(&path).unwrap()).await;
    let store = open(&path);
    assert_eq!(store.sweep_refusals(At(i64::MAX), 10).await.unwrap(), 1);
    assert!(store.command(command(2)).await.unwrap().is_none());
    assert!(store.command(command(3)).await.unwrap().is_some());
    assert_whole(&store).await;
}

/// A copy and an export of a journal that was swept are whole.
#[tokio::test]
async fn a_swept_journal_is_copied_and_exported() {
    let folder = Folder::new("swept").unwrap();
    let path = folder.join("journal.db");
    let store = open(&path);
    let mut client = Client::default();
    client.write(&store, 1, &[("table/1", 2)]).await.unwrap();
    let key = AnchorKey::new(&[5; 32]);
    let of = store.to_anchor().await.unwrap();
    store.anchor(key.sign(&Statement::new(of, "e".to_owned(), At(9)))).await.unwrap();
    crate::suite::old_refusals_are_swept(&store, &mut client).await;
    let copy = folder.join("copy.db");
    copy_to(&path, &copy, false).unwrap();
    assert_whole(&ReadOnlyStore::open(&copy).unwrap()).await;
    let restored = folder.join("restored.db");
    Claim::new(&restored).unwrap().replace(&copy, "before").unwrap();
    assert_whole(&open(&restored)).await;
    let mut text = Vec::new();
    banco_journal::export::export(&store, None, &mut text).await.unwrap();
    let other = open(&folder.join("other.db"));
    banco_journal::export::import(&other, &mut text.as_slice()).await.unwrap();
    // What an import has marked as decided is no refusal, and stays.
    assert_eq!(other.sweep_refusals(At(i64::MAX), 10).await.unwrap(), 0);
    let report = assert_whole(&other).await;
    assert_eq!((report.entries, report.anchors), (3, 1));
}

/// A file from before answers had digests is looked at as it is, and brought up to date by whoever writes to it.
#[tokio::test]
async fn an_older_file_is_brought_up_to_date() {
    let folder = Folder::new("older").unwrap();
    let path = folder.join("journal.db");
    let mut client = Client::default();
    client.write(&open(&path), 1, &[("table/1", 2)]).await.unwrap();
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(AS_IN_SECOND).unwrap();
    let older = "ALTER TABLE command DROP COLUMN digest; UPDATE meta SET value = '1' WHERE key = 'schema';";
    file.execute_batch(older).unwrap();
    drop(file);
    assert_eq!(assert_whole(&ReadOnlyStore::open(&path).unwrap()).await.answers, 0);
    let store = open(&path);
    client.write(&store, 2, &[("table/1", 1)]).await.unwrap();
    let report = assert_whole(&store).await;
    assert_eq!((report.entries, report.answers), (3, 1));
}

#[tokio::test]
async fn an_export_reads_into_an_empty_journal() {
    let folder = Folder::new("export").unwrap();
    let store = open(&folder.join("journal.db"));
    let mut client = Client::default();
    for number in 1..=50 {
        client.write(&store, number, &[("table/1", 3), ("link/a", 1)]).await.unwrap();
    }
    let key = AnchorKey::new(&[5; 32]);
    let of = store.to_anchor().await.unwrap();
    store.anchor(key.sign(&Statement::new(of, "e".to_owned(), At(9)))).await.unwrap();
    let mut text = Vec::new();
    assert_eq!(banco_journal::export::export(&store, None, &mut text).await.unwrap(), 201);
    let other = open(&folder.join("other.db"));
    assert_eq!(banco_journal::export::import(&other, &mut text.as_slice()).await.unwrap(), 201);
    let report =
        verify(&other, &Against { commands: true, ..Against::default() }, &mut |_| Ok(())).await.unwrap();
    assert_eq!((report.problems.as_slice(), report.entries, report.anchors), ([].as_slice(), 200, 1));
    assert_eq!(other.heads(None).await.unwrap(), store.heads(None).await.unwrap());
    // Whoever sends a command again is not obeyed again.
    assert!(other.command(command(7)).await.unwrap().is_some());
    let mut again = Vec::new();
    banco_journal::export::export(&other, None, &mut again).await.unwrap();
    assert_eq!(again, text);
    let full = banco_journal::export::import(&other, &mut text.as_slice()).await;
    assert!(full.unwrap_err().to_string().contains("not empty"));
    let spoiled = String::from_utf8(text).unwrap().replacen("\"of\":1", "\"of\":7", 1);
    let third = open(&folder.join("third.db"));
    let refused = banco_journal::export::import(&third, &mut spoiled.as_bytes()).await.unwrap_err();
    assert!(refused.to_string().starts_with("line "), "{refused}");
}

/// The program beside the documentation, written from it alone, agrees.
#[tokio::test]
async fn a_stranger_can_check_an_export() {
    let folder = Folder::new("stranger").unwrap();
    let store = open(&folder.join("journal.db"));
    let mut client = Client::default();
    let key = AnchorKey::new(&[5; 32]);
    for number in 1..=20 {
        client.write(&store, number, &[("table/1", 3), ("link/a", 1)]).await.unwrap();
        if number % 7 == 0 {
            let of = store.to_anchor().await.unwrap();
            store.anchor(key.sign(&Statement::new(of, "e".to_owned(), At(9)))).await.unwrap();
        }
    }
    let mut text = Vec::new();
    banco_journal::export::export(&store, None, &mut text).await.unwrap();
    let good = String::from_utf8(text).unwrap();
    let check = |text: &str| {
        let path = folder.join("export.ndjson");
        std::fs::write(&path, text).unwrap();
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify_journal.py");
        let ran = std::process::Command::new("python3").arg(program).arg(&path).output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8(ran.stdout).unwrap())
    };
    let whole = (0, "80 entries of 2 streams, 2 anchors, 0 problems\n".to_owned());
    assert_eq!(check(&good), whole);
    let lines: Vec<&str> = good.lines().collect();
    let without = |gone: usize| {
        let rest = lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line);
        rest.flat_map(|line| [line, "\n"]).collect::<String>()
    };
    for spoiled in [
        without(5),
        without(lines.len() - 2),
        good.replacen("\"of\":1", "\"of\":2", 1),
        good.replacen("\\\"number\\\":1", "\\\"number\\\":7", 1),
    ] {
        assert_ne!(spoiled, good);
        assert_eq!(check(&spoiled).0, 4);
    }
}

/// Whatever the folder allows, the journal and all that SQLite keeps beside it are their owner's alone; what was open to
/// others is closed to them.
#[tokio::test]
async fn its_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("private").unwrap();
    let chmod = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    chmod(folder.path(), 0o777);
    let modes = || {
        let files = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
        let mode = |file: &std::fs::DirEntry| file.metadata().unwrap().permissions().mode() & 0o777;
        let mut found: Vec<(String, u32)> =
            files.map(|file| (file.file_name().into_string().unwrap(), mode(&file))).collect();
        found.sort();
        found
    };
    let names = ["journal.db", "journal.db-shm", "journal.db-wal", "journal.lock"];
    let private: Vec<_> = names.iter().map(|name| ((*name).to_owned(), 0o600)).collect();
    let path = folder.join("journal.db");
    let store = open(&path);
    Client::default().write(&store, 1, &[("table/1", 3)]).await.unwrap();
    assert_eq!(modes(), private);
    let copy = folder.join("journal.copy");
    copy_to(&path, &copy, false).unwrap();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::remove_file(&copy).unwrap();
    drop(store);
    // As an older Banco, or a careless hand, may have left them.
    for name in ["journal.db", "journal.lock"] {
        chmod(&folder.join(name), 0o666);
    }
    let store = open(&path);
    Client::default().write(&store, 2, &[("table/2", 3)]).await.unwrap();
    assert_eq!(modes(), private);
    drop(store);
    chmod(&path, 0o644);
    drop(Claim::new(&path).unwrap());
    assert_eq!(modes().first(), private.first());
}
