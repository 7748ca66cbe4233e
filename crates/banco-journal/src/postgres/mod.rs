//! The journal in PostgreSQL, for many nodes. Any node may write any stream; the head that a batch was decided on
//! decides who was first. Rows of heads are locked in the order of their names, only while a transaction is
//! written, and no row is shared by streams that have nothing in common.

mod append;
mod lane;
mod listen;
mod read;
mod schema;
pub(crate) mod target;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};

use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Batch, Item, Kept, KeptAnswer, Posting, Seal};
use crate::entry::{At, CommandId, Entry, Head, StreamName};
use crate::fault::Faults;
use crate::store::{Lease, Store, StoreError, Work};

use lane::{Job, Submission};
use read::Reader;
pub use schema::MigrationError;
use target::Target;

/// How a database is used.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// How many connections write at once.
    pub writers: usize,
    /// How many jobs may wait for them before more are refused.
    pub queue: usize,
    /// How long a connection may take to be made.
    pub patience: Duration,
    /// What fails on purpose.
    pub faults: Faults,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self { writers: 4, queue: 8192, patience: Duration::from_secs(5), faults: Faults::default() }
    }
}

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// The address cannot be read. It may hold a password, so it is not told.
    #[error("the address of the database cannot be read: {0}")]
    BadAddress(String),
    /// It cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// Its tables cannot be brought up to date.
    #[error(transparent)]
    Migration(#[from] MigrationError),
}

/// How often something failed or was found out late, since the start.
pub use listen::ListenStats;

/// A journal in a database.
pub struct PostgresStore {
    jobs: mpsc::Sender<Job>,
    reader: Arc<Reader>,
    hints: broadcast::Sender<StreamName>,
    listen: Arc<ListenStats>,
    /// They end with the store.
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl PostgresStore {
    /// Opens the journal in a database, whose tables are made or brought up to date. The address may name several hosts.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub async fn open(address: &str, options: &PostgresOptions) -> Result<Self, PostgresError> {
        let target = Arc::new(Target::read(address, options.patience)?);
        schema::migrate(&target).await?;
        let (hints, _) = broadcast::channel(4096);
        let (moved, to_notify) = mpsc::unbounded_channel();
        let (jobs, waiting) = mpsc::channel(options.queue.max(1));
        let waiting = Arc::new(tokio::sync::Mutex::new(waiting));
        let mut tasks = Vec::new();
        for _ in 0..options.writers.max(1) {
            let lane = lane::Lane {
                target: Arc::clone(&target),
                waiting: Arc::clone(&waiting),
                hints: hints.clone(),
                moved: moved.clone(),
                faults: options.faults.clone(),
            };
            tasks.push(tokio::spawn(lane.work()));
        }
        let reader = Arc::new(Reader::new(Arc::clone(&target)));
        let listen = Arc::new(ListenStats::default());
        tasks.push(tokio::spawn(listen::notify(Arc::clone(&reader), to_notify)));
        tasks.push(tokio::spawn(listen::listen(target, hints.clone(), Arc::clone(&listen))));
        Ok(Self { jobs, reader, hints, listen, tasks })
    }

    /// How listening for others goes.
    #[must_use]
    pub fn listening(&self) -> &ListenStats {
        &self.listen
    }

    /// Begins a new history: what is kept was put back from an older copy, and whoever knew more must be told. Every
    /// node is started again afterward.
    ///
    /// # Errors
    /// The database, or no randomness.
    pub async fn begin_history(&self) -> Result<String, StoreError> {
        let none = || StoreError::Stopped("the operating system gives no randomness".to_owned());
        let epoch = crate::sqlite::new_epoch().ok_or_else(none)?;
        self.reader.set_epoch(&epoch).await?;
        Ok(epoch)
    }

    /// Has a connection do something that a caller who goes away does not interrupt.
    fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Work<'_, T> {
        let (reply, answer) = oneshot::channel();
        let sent = self.jobs.try_send(job(reply)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => {
                StoreError::Stopped("the connections have ended".to_owned())
            }
        });
        Box::pin(async move {
            sent?;
            answer.await.map_err(|_| StoreError::Unknown("the connection has ended".to_owned()))?
        })
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

impl Store for PostgresStore {
    fn epoch(&self) -> Work<'_, String> {
        Box::pin(self.reader.epoch())
    }

    fn append(&self, batches: Vec<Batch>) -> Work<'_, ()> {
        self.write(|reply| Job::Append(Submission { batches, reply }))
    }

    fn command(&self, id: CommandId) -> Work<'_, Option<Kept>> {
        Box::pin(self.reader.command(id))
    }

    fn sweep_refusals(&self, before: At, most: u32) -> Work<'_, u64> {
        Box::pin(self.reader.sweep_refusals(before, most))
    }

    fn answers(&self, after: Option<CommandId>, most: u32) -> Work<'_, Vec<KeptAnswer>> {
        Box::pin(self.reader.answers(after, most))
    }

    fn heads(&self, of: Option<Vec<StreamName>>) -> Work<'_, Vec<(StreamName, Head)>> {
        Box::pin(self.reader.heads(of))
    }

    fn heads_after(&self, after: Option<StreamName>, most: u32) -> Work<'_, Vec<(StreamName, Head)>> {
        Box::pin(self.reader.heads_after(after, most))
    }

    fn entries(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Entry>> {
        Box::pin(self.reader.entries(of, after, most))
    }

    fn seals(&self, of: StreamName, after: u64, up_to: u64) -> Work<'_, Vec<Seal>> {
        Box::pin(self.reader.seals(of, after, up_to))
    }

    fn reseal(&self, old: Vec<Seal>, new: Vec<Seal>) -> Work<'_, ()> {
        self.write(|reply| Job::Reseal(old, new, reply))
    }

    fn postings(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Posting>> {
        Box::pin(self.reader.postings(of, after, most))
    }

    fn balances(&self) -> Work<'_, Vec<(String, String, i128)>> {
        Box::pin(self.reader.balances())
    }

    fn items(&self, space: String, prefix: String, after: String, most: u32) -> Work<'_, Vec<Item>> {
        Box::pin(self.reader.items(space, prefix, after, most))
    }

    fn lease(&self, name: String, owner: String, time: Duration) -> Work<'_, Option<Lease>> {
        self.write(|reply| Job::Lease { name, owner, time, reply })
    }

    fn release(&self, name: String, owner: String) -> Work<'_, ()> {
        self.write(|reply| Job::Release { name, owner, reply })
    }

    fn anchor(&self, anchor: Anchor) -> Work<'_, ()> {
        self.write(|reply| Job::Anchor(anchor, reply))
    }

    fn anchors(&self, after: u64, most: u32) -> Work<'_, Vec<Anchor>> {
        Box::pin(self.reader.anchors(after, most))
    }

    fn to_anchor(&self) -> Work<'_, Unanchored> {
        Box::pin(self.reader.to_anchor())
    }

    fn hints(&self) -> broadcast::Receiver<StreamName> {
        self.hints.subscribe()
    }
}
