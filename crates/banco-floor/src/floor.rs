//! The floor of one node: what waits is decided and kept, turn by turn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use banco_engine::cage::House;
use banco_engine::pit::Happening;
use banco_engine::table::Person;
use banco_house::{Chance, Source};
use banco_journal::{At, CommandId, Keyring, Store, StreamName};
use tokio::sync::{Notify, broadcast, mpsc, oneshot};

use crate::ask::{Answered, Ask, Unanswered};
use crate::books::Books;
use crate::house_record::record_house;
use crate::load::{LoadError, RulesRead, load};
use crate::queue::{AskReceiver, AskSender, ask_queue};
use crate::snapshot::{self, Due, Keeper, SnapshotCounts};

/// How many commits wait for a slow watcher before it is told that it missed some.
const WATCHED: usize = 1024;

/// What tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Microseconds since 1970 in UTC.
    fn now(&self) -> At;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> At {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        At(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// How a floor runs.
pub struct FloorOptions {
    /// Asks that may wait in each lane before more are refused.
    pub queue: usize,
    /// Where chance comes from: the operating system, where people play.
    pub chance: Chance,
    /// What tells the time.
    pub clock: Arc<dyn Clock>,
    /// What people are called.
    pub people: Arc<dyn Fn(Person) -> String + Send + Sync>,
    /// How often streams that other nodes write are looked at; never, where there are no other nodes.
    pub others: Option<Duration>,
    /// What the house has chosen for its cage.
    pub house: House,
    /// Rules that were read before.
    pub rules_read: RulesRead,
    /// After how many events of a stream a snapshot of it is kept; never, where it is 0.
    pub snapshot_every: u64,
    /// Whether snapshots are gone on from when the floor is opened.
    pub from_snapshots: bool,
}

/// The randomness of the operating system. There is one for the whole process, so that all that comes is
/// looked at in a row, and once it has failed nothing is dealt by it at any table.
fn randomness() -> &'static Source {
    static SYSTEM: LazyLock<Source> = LazyLock::new(Source::of_system);
    &SYSTEM
}

impl Default for FloorOptions {
    fn default() -> Self {
        Self {
            queue: 4096,
            chance: Chance::From(randomness()),
            clock: Arc::new(SystemClock),
            people: Arc::new(|person| person.to_string()),
            others: None,
            house: House::default(),
            rules_read: RulesRead::default(),
            snapshot_every: snapshot::EVERY,
            from_snapshots: true,
        }
    }
}

/// Something that has happened and is durable.
#[derive(Clone, Debug)]
pub struct Commit {
    /// When it was decided.
    pub at: At,
    /// The command that made it happen.
    pub cause: CommandId,
    /// The streams that have moved, and where they end now.
    pub streams: Vec<(StreamName, u64)>,
    /// What has happened, in order.
    pub happenings: Vec<Happening>,
    /// Everything as it was right after it.
    pub books: Arc<Books>,
}

/// What has happened together, before it is shown.
pub(crate) struct Happened {
    pub(crate) at: At,
    pub(crate) cause: CommandId,
    pub(crate) streams: Vec<(StreamName, u64)>,
    pub(crate) happenings: Vec<Happening>,
}

/// An ask that waits for its answer.
pub(crate) struct Waiting {
    pub(crate) ask: Ask,
    pub(crate) reply: oneshot::Sender<Result<Answered, Unanswered>>,
}

impl Waiting {
    pub(crate) fn answer(self, with: Result<Answered, Unanswered>) {
        // Whoever asked may be gone.
        drop(self.reply.send(with));
    }
}

/// A floor, as others see it. It goes on as long as somebody has one of these.
#[derive(Clone)]
pub struct Handle {
    asks: AskSender,
    books: Arc<RwLock<Arc<Books>>>,
    commits: broadcast::Sender<Arc<Commit>>,
    followers: Arc<Mutex<Followers>>,
    snapshots: Arc<SnapshotCounts>,
    closing: Arc<Notify>,
    broken: Arc<OnceLock<String>>,
}

/// Whoever follows a few streams is told of those alone: a floor of a hundred tables does not wake everybody for a
/// wager at one of them.
#[derive(Default)]
struct Followers {
    last: u64,
    by_stream: BTreeMap<StreamName, Vec<Follower>>,
}

/// One of them, under the same number at every stream.
struct Follower {
    id: u64,
    commits: mpsc::Sender<Arc<Commit>>,
}

impl Followers {
    fn tell(&mut self, commit: &Arc<Commit>) {
        let mut told = BTreeSet::new();
        let mut gone = BTreeSet::new();
        for (stream, _) in &commit.streams {
            for Follower { id, commits } in self.by_stream.get(stream).into_iter().flatten() {
                // Whoever reads too slowly is let go; they look at everything anew.
                if told.insert(*id) && commits.try_send(Arc::clone(commit)).is_err() {
                    gone.insert(*id);
                }
            }
        }
        if !gone.is_empty() {
            for followers in self.by_stream.values_mut() {
                followers.retain(|one| !gone.contains(&one.id));
            }
            self.by_stream.retain(|_, followers| !followers.is_empty());
        }
    }
}

impl Handle {
    /// Asks for something, and waits until it is durable.
    ///
    /// # Errors
    /// Why there is no answer. A refusal is an answer.
    pub async fn ask(&self, ask: Ask) -> Result<Answered, Unanswered> {
        let (reply, answer) = oneshot::channel();
        self.asks.send(Waiting { ask, reply })?;
        answer.await.unwrap_or(Err(Unanswered::Unknown))
    }

    /// Everything as it is now.
    #[must_use]
    pub fn books(&self) -> Arc<Books> {
        Arc::clone(&self.books.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whatever happens to these streams from now on. It ends for whoever lets so many commits wait.
    #[must_use]
    pub fn follow(&self, streams: &[StreamName], most: usize) -> mpsc::Receiver<Arc<Commit>> {
        let (sender, receiver) = mpsc::channel(most.max(1));
        let mut followers = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        followers.last += 1;
        let id = followers.last;
        for stream in streams.iter().collect::<BTreeSet<_>>() {
            let here = followers.by_stream.entry(stream.clone()).or_default();
            here.retain(|one| !one.commits.is_closed());
            here.push(Follower { id, commits: sender.clone() });
        }
        receiver
    }

    /// Ends the floor: what waits is decided, what comes later is told so, and a snapshot of everything is kept.
    pub fn close(&self) {
        self.closing.notify_one();
    }

    /// Why the floor cannot go on before it is opened again; `None` while it can.
    #[must_use]
    pub fn broken(&self) -> Option<&str> {
        self.broken.get().map(String::as_str)
    }

    /// What became of snapshots.
    #[must_use]
    pub fn snapshots(&self) -> &SnapshotCounts {
        &self.snapshots
    }

    /// Whatever happens from now on.
    #[must_use]
    pub fn watch(&self) -> broadcast::Receiver<Arc<Commit>> {
        self.commits.subscribe()
    }
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a floor")
    }
}

/// The floor itself.
pub struct Floor {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) keyring: Arc<Keyring>,
    pub(crate) options: FloorOptions,
    /// The entry of the stream `floor` that holds the configuration of the house.
    pub(crate) house: u64,
    pub(crate) books: Books,
    /// Why it can go on no more: what is kept is not what was written.
    pub(crate) broken: Arc<OnceLock<String>>,
    /// Streams of which a snapshot is to be kept.
    pub(crate) due: BTreeSet<StreamName>,
    keeping: mpsc::Sender<Due>,
    keeper: Option<Keeper>,
    closing: Arc<Notify>,
    asks: AskReceiver,
    shown: Arc<RwLock<Arc<Books>>>,
    commits: broadcast::Sender<Arc<Commit>>,
    followers: Arc<Mutex<Followers>>,
}

impl Floor {
    /// Reads what a store keeps, to go on from there, and records the configuration of the house.
    ///
    /// # Errors
    /// What cannot be read.
    pub async fn open(
        store: Arc<dyn Store>,
        keyring: Arc<Keyring>,
        options: FloorOptions,
    ) -> Result<(Self, Handle), LoadError> {
        let snapshots = Arc::new(SnapshotCounts::default());
        let (books, slots) = load(&store, &keyring, &options, &snapshots).await?;
        let house = record_house(&*store, &options.house, options.clock.now()).await?;
        let (keeper, keeping) =
            Keeper::new(Arc::clone(&store), Arc::clone(&keyring), Arc::clone(&snapshots), slots);
        let (asking, asks) = ask_queue(options.queue);
        let shown = Arc::new(RwLock::new(Arc::new(books.clone())));
        let (commits, _) = broadcast::channel(WATCHED);
        let (followers, closing) = (Arc::new(Mutex::default()), Arc::new(Notify::new()));
        let broken = Arc::new(OnceLock::new());
        let handle = Handle {
            asks: asking,
            books: Arc::clone(&shown),
            commits: commits.clone(),
            followers: Arc::clone(&followers),
            snapshots,
            closing: Arc::clone(&closing),
            broken: Arc::clone(&broken),
        };
        let (due, keeper) = (BTreeSet::new(), Some(keeper));
        let floor = Self {
            store,
            keyring,
            options,
            house,
            books,
            broken,
            due,
            keeping,
            keeper,
            closing,
            asks,
            shown,
            commits,
            followers,
        };
        Ok((floor, handle))
    }

    /// Runs until nobody can ask any more, and then keeps a snapshot of everything.
    pub async fn run(mut self) {
        let keeper = self.keeper.take().map(|keeper| tokio::spawn(keeper.run()));
        self.take_turns().await;
        if self.options.snapshot_every > 0 && self.broken.get().is_none() {
            let all = self.books.heads().map(|(stream, _)| stream.clone()).collect();
            // If it cannot be kept, the next life begins with events.
            drop(self.keeping.send((all, Arc::new(self.books.clone()))).await);
        }
        drop(self);
        if let Some(keeper) = keeper {
            drop(keeper.await);
        }
    }

    async fn take_turns(&mut self) {
        self.hear_shoes().await;
        let closing = Arc::clone(&self.closing);
        let mut hints = self.store.hints();
        let mut moved: BTreeSet<StreamName> = BTreeSet::new();
        let every = self.options.others.unwrap_or(Duration::from_secs(3600));
        let mut poll = tokio::time::interval(every);
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let shared = self.options.others.is_some();
        loop {
            tokio::select! {
                biased;
                () = closing.notified() => self.asks.close(),
                turn = self.asks.turn() => {
                    let Some(turn) = turn else { return };
                    self.turn(turn).await;
                }
                hint = hints.recv(), if shared => match hint {
                    Ok(stream) => {
                        moved.insert(stream);
                        while let Ok(more) = hints.try_recv() {
                            moved.insert(more);
                        }
                        self.follow_others(Some(std::mem::take(&mut moved))).await;
                    }
                    // Some were missed: all heads are looked at.
                    Err(broadcast::error::RecvError::Lagged(_)) => self.follow_others(None).await,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
                _ = poll.tick(), if shared => self.follow_others(None).await,
            }
        }
    }

    /// Shows everybody what is durable now.
    pub(crate) fn show(&mut self, happened: Vec<Happened>) {
        if happened.is_empty() {
            return;
        }
        let books = Arc::new(self.books.clone());
        if !self.due.is_empty() {
            // Where too many wait, they fall due again.
            drop(self.keeping.try_send((std::mem::take(&mut self.due), Arc::clone(&books))));
        }
        *self.shown.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&books);
        for Happened { at, cause, streams, happenings } in happened {
            let commit = Arc::new(Commit { at, cause, streams, happenings, books: Arc::clone(&books) });
            self.followers.lock().unwrap_or_else(PoisonError::into_inner).tell(&commit);
            // Nobody watches, perhaps.
            drop(self.commits.send(commit));
        }
    }
}
