//! The one thread that writes. While a transaction is synced, more waits; all of it goes into the next one.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use tokio::sync::{broadcast, oneshot};

use super::SqliteOptions;
use super::identity::FileIdentity;
use super::read::{failed, heads};
use super::write::{Failure, Filling};
use crate::anchor::Anchor;
use crate::batch::{Batch, Seal};
use crate::entry::{At, Head, StreamName};
use crate::fault::{Fault, Faults, Point};
use crate::store::{Lease, StoreError};

/// How many jobs one transaction holds at most, so that nobody waits for a very long one.
const LARGEST_GROUP: usize = 1024;

/// Size of the write-ahead log from which it is copied into the file, in pages of 4 KiB: 8 MiB.
const CHECKPOINT_PAGES: i64 = 2048;

/// Size from which the writer restarts the log: 64 MiB.
const RESTART_PAGES: i64 = 16_384;

/// Longest wait for readers at a restart.
const RESTART_PATIENCE: Duration = Duration::from_millis(5);

/// Shortest time between two restarts: a long reader costs the writer half a percent of its time at most.
const RESTART_INTERVAL: Duration = Duration::from_secs(1);

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// What the writer is asked to do.
pub(super) enum Job {
    Append(Vec<Batch>, Reply<()>),
    Reseal(Vec<Seal>, Vec<Seal>, Reply<()>),
    Lease { name: String, owner: String, time: Duration, reply: Reply<Option<Lease>> },
    Release { name: String, owner: String, reply: Reply<()> },
    Anchor(Anchor, Reply<()>),
    SweepRefusals { before: At, most: u32, reply: Reply<u64> },
}

/// What a job has come to, to be told once it is durable.
type Tell = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// What the writer has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Transactions.
    pub commits: u64,
    /// Jobs in them.
    pub jobs: u64,
    /// Microseconds that the transactions took, the sync included.
    pub micros: u64,
    /// Pages of the write-ahead log that are not in the file yet.
    pub log_pages: u64,
    /// How often the log could not be brought into the file because of readers.
    pub checkpoints_busy: u64,
}

#[derive(Default)]
struct Counters {
    commits: AtomicU64,
    jobs: AtomicU64,
    micros: AtomicU64,
    log_pages: AtomicU64,
    checkpoints_busy: AtomicU64,
}

/// The writer, as others see it.
pub(super) struct Writer {
    jobs: Option<SyncSender<Job>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    counters: Arc<Counters>,
    hints: broadcast::Sender<StreamName>,
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        options: &SqliteOptions,
        hints: broadcast::Sender<StreamName>,
    ) -> rusqlite::Result<Self> {
        connection.set_prepared_statement_cache_capacity(32);
        let known = heads(&connection, None).map_err(|error| {
            let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
            rusqlite::Error::SqliteFailure(code, Some(error.to_string()))
        })?;
        let (jobs, waiting) = sync_channel(options.queue.max(1));
        let counters = Arc::new(Counters::default());
        let path = PathBuf::from(connection.path().unwrap_or_default());
        let desk = Desk {
            checkpoints: Checkpointer::start(&path)?,
            identity: FileIdentity::of(&path).map_err(|error| cannot_open(&error))?,
            next_restart: Instant::now(),
            connection,
            heads: known.into_iter().collect(),
            faults: options.faults.clone(),
            counters: Arc::clone(&counters),
            hints: hints.clone(),
        };
        let thread =
            std::thread::Builder::new().name("journal".to_owned()).spawn(move || desk.work(&waiting));
        let thread = thread.map_err(|error| cannot_open(&error))?;
        Ok(Self { jobs: Some(jobs), thread: Mutex::new(Some(thread)), counters, hints })
    }

    pub(super) fn send(&self, job: Job) -> Result<(), StoreError> {
        let stopped = || StoreError::Stopped("the writer has ended".to_owned());
        let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
        jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => stopped(),
        })
    }

    pub(super) fn hints(&self) -> broadcast::Receiver<StreamName> {
        self.hints.subscribe()
    }

    pub(super) fn stats(&self) -> Stats {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Counters { commits, jobs, micros, log_pages, checkpoints_busy } = &*self.counters;
        Stats {
            commits: get(commits),
            jobs: get(jobs),
            micros: get(micros),
            log_pages: get(log_pages),
            checkpoints_busy: get(checkpoints_busy),
        }
    }
}

/// Whoever closes a journal waits until everything that was sent is written.
impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A thread that has panicked has nothing left to write.
        thread.into_iter().for_each(|thread| drop(thread.join()));
    }
}

/// Copies the write-ahead log into the file, on a thread and a connection of its own: a passive checkpoint holds up
/// neither the writer nor readers, however much there is to copy.
struct Checkpointer {
    wake: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    fn start(path: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = FULL;")?;
        let (wake, woken) = sync_channel::<()>(1);
        let work = move || {
            while woken.recv().is_ok() {
                // What cannot be copied now is copied next time.
                let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", (), |_| Ok(()));
            }
        };
        let thread = std::thread::Builder::new().name("checkpoints".to_owned()).spawn(work);
        let thread = thread.map_err(|error| cannot_open(&error))?;
        Ok(Self { wake: Some(wake), thread: Some(thread) })
    }

    /// Begins a checkpoint unless one is due already.
    fn wake(&self) {
        if let Some(wake) = &self.wake {
            let _ = wake.try_send(());
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.wake = None;
        self.thread.take().into_iter().for_each(|thread| drop(thread.join()));
    }
}

fn cannot_open(error: &std::io::Error) -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CANTOPEN);
    rusqlite::Error::SqliteFailure(code, Some(error.to_string()))
}

/// The writer's own.
struct Desk {
    checkpoints: Checkpointer,
    /// Earliest time of the next restart of the log.
    next_restart: Instant,
    identity: FileIdentity,
    connection: Connection,
    heads: HashMap<StreamName, Head>,
    faults: Faults,
    counters: Arc<Counters>,
    hints: broadcast::Sender<StreamName>,
}

/// How a transaction ended.
enum Ended {
    /// It is durable, or lost, and everybody knows which.
    Known,
    /// Nobody can tell: the file must be opened again.
    Unknown(StoreError),
    /// On purpose, without a word.
    Dead,
}

impl Desk {
    fn work(mut self, waiting: &Receiver<Job>) {
        while let Ok(first) = waiting.recv() {
            let more = waiting.try_iter().take(LARGEST_GROUP - 1);
            let group: Vec<Job> = std::iter::once(first).chain(more).collect();
            let began = Instant::now();
            let jobs = u64::try_from(group.len()).unwrap_or_default();
            match self.transact(group) {
                Ended::Known => {}
                Ended::Unknown(error) => return stop(waiting, &error),
                Ended::Dead => return,
            }
            let add = |counter: &AtomicU64, number| counter.fetch_add(number, Ordering::Relaxed);
            add(&self.counters.commits, 1);
            add(&self.counters.jobs, jobs);
            add(&self.counters.micros, u64::try_from(began.elapsed().as_micros()).unwrap_or_default());
            self.checkpoint();
        }
        drop(self.checkpoints);
        // The last one out leaves a file without a log beside it.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
    }

    /// One transaction for everything that waits.
    fn transact(&mut self, group: Vec<Job>) -> Ended {
        let mut told: Vec<Tell> = Vec::with_capacity(group.len());
        let filled = self.fill(group, &mut told);
        let moved = match filled {
            Ok(moved) => moved,
            Err(Failure::Dies) => return Ended::Dead,
            Err(Failure::Lost(error) | Failure::Refused(error)) => {
                return if self.roll_back() { tell(told, &Err(error)) } else { unknown(told, error) };
            }
        };
        match self.connection.execute_batch("COMMIT").map_err(|error| failed(&error)) {
            Ok(()) => {}
            Err(StoreError::Full) if self.roll_back() => {
                return tell(told, &Err(StoreError::Full));
            }
            // What was written but perhaps not synced may or may not be there tomorrow.
            Err(error) => return unknown(told, error),
        }
        if let Some(path) = self.identity.changed() {
            let lost = format!("{} was deleted, renamed or replaced while it was open", path.display());
            return unknown(told, StoreError::Stopped(lost));
        }
        if self.faults.at(Point::Committed) == Some(Fault::Dies) {
            return Ended::Dead;
        }
        self.heads.extend(moved.iter().map(|(stream, head)| (stream.clone(), *head)));
        tell(told, &Ok(()));
        // Nobody listens, perhaps.
        moved.into_keys().for_each(|stream| drop(self.hints.send(stream)));
        Ended::Known
    }

    /// Whether nothing of a transaction is left. SQLite rolls back by itself after some failures.
    fn roll_back(&self) -> bool {
        self.connection.execute_batch("ROLLBACK").is_ok() || self.connection.is_autocommit()
    }

    /// Begins a transaction and does every job in it. A job that is refused leaves nothing.
    fn fill(&self, group: Vec<Job>, told: &mut Vec<Tell>) -> Result<BTreeMap<StreamName, Head>, Failure> {
        let (connection, heads, faults) = (&self.connection, &self.heads, &self.faults);
        let mut filling = Filling { connection, heads, moved: BTreeMap::new(), faults };
        let mut began = connection.execute_batch("BEGIN IMMEDIATE").map_err(Failure::from);
        began = began.and_then(|()| filling.pass(Point::Begin));
        let mut lost = began.err();
        for job in group {
            // After a failure the others are told of it as well.
            let done = match lost {
                None => filling.job(job, told),
                Some(_) => job.give_up(told),
            };
            if let Err(failure) = done {
                lost = Some(failure);
            }
        }
        match lost {
            Some(failure) => Err(failure),
            None => filling.pass(Point::Commit).map(|()| filling.moved),
        }
    }

    /// Has the log copied into the file, and restarts it once nearly all of it is.
    fn checkpoint(&mut self) {
        let ask = |pragma: &str| {
            let row = |row: &rusqlite::Row<'_>| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            };
            self.connection.query_row(pragma, (), row).unwrap_or_default()
        };
        let (_, log, copied) = ask("PRAGMA wal_checkpoint(NOOP)");
        let waiting = log.saturating_sub(copied);
        self.counters.log_pages.store(u64::try_from(waiting).unwrap_or_default(), Ordering::Relaxed);
        if waiting >= CHECKPOINT_PAGES {
            self.checkpoints.wake();
            return;
        }
        if log < RESTART_PAGES || Instant::now() < self.next_restart {
            return;
        }
        self.next_restart = Instant::now() + RESTART_INTERVAL;
        let _ = self.connection.busy_timeout(RESTART_PATIENCE);
        let (busy, ..) = ask("PRAGMA wal_checkpoint(RESTART)");
        let _ = self.connection.busy_timeout(Duration::from_secs(5));
        if busy != 0 {
            self.counters.checkpoints_busy.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Everybody is told how it ended.
fn tell(told: Vec<Tell>, how: &Result<(), StoreError>) -> Ended {
    told.into_iter().for_each(|tell| tell(how.clone()));
    Ended::Known
}

fn unknown(told: Vec<Tell>, error: StoreError) -> Ended {
    let said = StoreError::Unknown(error.to_string());
    tell(told, &Err(said));
    Ended::Unknown(error)
}

/// After a failure that cannot be judged nothing is taken on any more.
fn stop(waiting: &Receiver<Job>, error: &StoreError) {
    let said = StoreError::Stopped(error.to_string());
    while let Ok(job) = waiting.recv() {
        let mut told = Vec::new();
        let _ = job.give_up(&mut told);
        tell(told, &Err(said.clone()));
    }
}

/// What is told of a job that has an answer of its own.
fn with<T: Send + 'static>(reply: Reply<T>, value: T) -> Tell {
    // Whoever asked may be gone.
    Box::new(move |how| drop(reply.send(how.map(|()| value))))
}

fn without<T: Send + 'static>(reply: Reply<T>) -> Tell {
    let unsaid = || StoreError::Stopped("nothing is known of it".to_owned());
    Box::new(move |how| drop(reply.send(Err(how.err().unwrap_or_else(unsaid)))))
}

impl Job {
    /// It will be told of a failure of the others.
    fn give_up(self, told: &mut Vec<Tell>) -> Result<(), Failure> {
        told.push(match self {
            Self::Append(_, reply) | Self::Reseal(_, _, reply) | Self::Anchor(_, reply) => without(reply),
            Self::Release { reply, .. } => without(reply),
            Self::Lease { reply, .. } => without(reply),
            Self::SweepRefusals { reply, .. } => without(reply),
        });
        Ok(())
    }
}

impl Filling<'_> {
    /// Does a job.
    fn job(&mut self, job: Job, told: &mut Vec<Tell>) -> Result<(), Failure> {
        match job {
            Job::Append(batches, reply) => settle(self.append(&batches), reply, told),
            Job::Reseal(old, new, reply) => settle(self.reseal(&old, &new), reply, told),
            Job::Lease { name, owner, time, reply } => {
                settle(self.lease(&name, &owner, now(), time), reply, told)
            }
            Job::Release { name, owner, reply } => settle(self.release(&name, &owner), reply, told),
            Job::Anchor(anchor, reply) => settle(self.anchor(&anchor), reply, told),
            Job::SweepRefusals { before, most, reply } => {
                settle(self.sweep_refusals(before, most), reply, told)
            }
        }
    }
}

fn settle<T: Send + 'static>(
    done: Result<T, Failure>,
    reply: Reply<T>,
    told: &mut Vec<Tell>,
) -> Result<(), Failure> {
    match done {
        Ok(value) => {
            told.push(with(reply, value));
            Ok(())
        }
        // What it was refused for is true only if the others are kept.
        Err(Failure::Refused(error)) => {
            told.push(Box::new(move |how| drop(reply.send(Err(how.err().unwrap_or(error))))));
            Ok(())
        }
        Err(failure @ Failure::Lost(_)) => {
            told.push(without(reply));
            Err(failure)
        }
        Err(Failure::Dies) => Err(Failure::Dies),
    }
}

/// Microseconds since 1970; only leases look at it, and only against itself.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}
