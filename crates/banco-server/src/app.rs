//! What every request has at hand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use banco_engine::cage::Time;
use banco_engine::table::{Minute, Person, Role};
use banco_floor::{Answered, Clock, Handle, Unanswered};
use banco_journal::sqlite::SqliteStore;
use banco_journal::{
    Anchor, AnchorKey, Answer, At, Batch, By, CommandId, Entry, Hash, ItemChange, Statement, Store,
    StoreError, StreamName, Write,
};
use banco_money::Currency;
use banco_people::{Directory, Kind, People, Permission, Random, SystemRandom};
use banco_rulebook::Library;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access_log::AccessLog;
use crate::alarms::Alarms;
use crate::boards::Boards;
use crate::config::{Config, FloorKind};
use crate::forms::SentForms;
use crate::hosts::AllowedHosts;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::pages::act::Placed;
use crate::pages::dealer::calls::Calls;
use crate::pages::odds::OddsDesk;
use crate::pages::rounds::Remembered;
use crate::pages::staff::Workers;
use crate::passing::Passing;
use crate::posted::PostedRules;
use crate::presence::Presence;
use crate::rate_limit::RateLimiter;
use crate::read_limit::ReadPermits;
use crate::readiness::Readiness;
use crate::round_index::RoundIndex;
use crate::sessions::Sessions;
use crate::tables::{Tables, is_of_house, machine_name};
use crate::traces::Traces;
use crate::trend::Trends;

/// Everything that a node of a floor holds on to.
pub struct App {
    /// How it is run.
    pub config: Config,
    /// What tells the time.
    pub clock: Arc<dyn Clock>,
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// The same, where it is a file of this machine.
    pub sqlite: Option<Arc<SqliteStore>>,
    /// Tables, links and accounts.
    pub floor: Handle,
    /// Who is who.
    pub people: People,
    /// Who is who, as it was read last.
    pub directory: Names,
    /// Held by whoever reads who is who.
    pub reading_people: tokio::sync::Mutex<()>,
    /// Tells whenever who is who has changed.
    pub standing: watch::Sender<u64>,
    /// The lobby.
    pub lobby: Lobby,
    /// Rate limits per person and per network.
    pub rate_limiter: RateLimiter,
    /// The host names to which the floor answers.
    pub hosts: AllowedHosts,
    /// So many passwords are hashed at a time.
    pub hashing: Arc<Semaphore>,
    /// Who is signed in, as it was read a moment ago.
    pub sessions: Sessions,
    /// What is known of tables beside their streams.
    pub tables: Tables,
    /// What stands beside the game of each table.
    pub boards: Boards,
    /// What tables post.
    pub posted: PostedRules,
    /// Where odds are counted.
    pub odds: OddsDesk,
    /// The rulebooks that this Banco knows.
    pub library: Library,
    /// Rounds and shoes of all tables.
    pub index: RoundIndex,
    /// Permits for expensive reads.
    pub reads: ReadPermits,
    /// Accesses to patrons' data that were logged lately.
    pub accesses: AccessLog,
    /// Whether this node can keep commands.
    pub readiness: Readiness,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What some of it was lately.
    pub trends: Trends,
    /// Which history this is.
    pub epoch: String,
    /// What this node calls itself.
    pub node: String,
    /// The key that signs anchors.
    pub anchor_key: AnchorKey,
    /// Ends everything.
    pub stop: CancellationToken,
    /// Everything that must have ended before the process does.
    pub tasks: TaskTracker,
    /// Since when something waits for somebody.
    pub alarms: Alarms,
    /// Chips that can be taken back.
    pub placed: Placed,
    /// What dealers have called in the rounds that they deal.
    pub calls: Calls,
    /// Rounds that were read a while ago.
    pub rounds: Remembered,
    /// Who has done something at tables lately, for their pages.
    pub workers: Workers,
    /// What passes.
    pub passing: Passing,
    /// Who is there.
    pub presence: Presence,
    /// Who has how much under way.
    pub under_way: UnderWay,
    /// Forms that were sent lately.
    pub forms: SentForms,
    /// Where traces go.
    pub traces: Traces,
}

impl App {
    /// The time, in microseconds.
    #[must_use]
    pub fn now(&self) -> At {
        self.clock.now()
    }

    /// The time as accounts know it.
    #[must_use]
    pub fn time(&self) -> Time {
        Time(u64::try_from(self.now().0).unwrap_or_default() / 1_000_000)
    }

    /// The time as notices know it.
    #[must_use]
    pub fn minute(&self) -> Minute {
        Minute(u64::try_from(self.now().0).unwrap_or_default() / 60_000_000)
    }

    /// Whether this is a floor of play money.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.config.floor == FloorKind::Demo
    }

    /// Who is who.
    #[must_use]
    pub fn directory(&self) -> Arc<Directory> {
        Arc::clone(&self.directory.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What somebody is called.
    #[must_use]
    pub fn name_of(&self, person: Person) -> String {
        name_in(&self.directory(), person)
    }

    /// The currency of play money.
    #[must_use]
    pub fn currency(&self) -> Currency {
        self.floor
            .books()
            .pit()
            .tables()
            .next()
            .map(|(_, table)| table.rules().terms.currency)
            .unwrap_or_default()
    }

    /// What kind of people come to this floor.
    #[must_use]
    pub fn kind_of_people(&self) -> Kind {
        if self.is_demo() { Kind::Demo } else { Kind::Real }
    }

    /// Where chance comes from.
    #[must_use]
    pub fn random(&self) -> Arc<dyn Random> {
        Arc::new(SystemRandom)
    }

    /// Brings who is who up to date. What cannot be read now is read soon.
    pub async fn refresh_people(&self) {
        // One after the other, so that nobody puts an older reading in place of a newer one.
        let _turn = self.reading_people.lock().await;
        let mut directory = (*self.directory()).clone();
        match directory.refresh(&self.people).await {
            Ok(happened) if happened.is_empty() => {}
            Ok(_) => {
                self.sessions.forget();
                *self.directory.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(directory);
                self.standing.send_modify(|changes| *changes = changes.wrapping_add(1));
            }
            Err(error) => tracing::warn!(%error, "people"),
        }
    }

    /// Whether somebody is active and holds a role of the engine. The house's own software has no entry in the directory.
    #[must_use]
    pub fn may_still_ask(&self, person: Person, role: Role) -> bool {
        is_of_house(person)
            || self
                .directory()
                .person(person)
                .is_some_and(|known| known.is_active(self.now()) && known.roles.may_act_as(role))
    }

    /// Whether somebody is active and still has one of these permissions.
    #[must_use]
    pub fn may_still(&self, person: Person, permissions: &[Permission]) -> bool {
        self.directory().may_still(person, permissions, self.now())
    }

    /// Whether nothing has ended all sessions of somebody since this epoch: no change of roles, no disabling.
    #[must_use]
    pub fn is_of_epoch(&self, person: Person, epoch: u64) -> bool {
        self.directory().person(person).is_some_and(|known| known.epoch == epoch)
    }

    /// Signs where all streams end now.
    ///
    /// # Errors
    /// The store.
    pub async fn anchor(&self) -> Result<Anchor, StoreError> {
        let statement = Statement::new(self.store.to_anchor().await?, self.epoch.clone(), self.now());
        let anchor = self.anchor_key.sign(&statement);
        self.store.anchor(anchor.clone()).await?;
        self.metrics.anchors.count();
        Ok(anchor)
    }

    /// The last anchor and its number.
    ///
    /// # Errors
    /// The store.
    pub async fn last_anchor(&self) -> Result<Option<(u64, Anchor)>, StoreError> {
        let last = self.store.to_anchor().await?.last;
        let anchors = self.store.anchors(last.saturating_sub(1), 1).await?;
        Ok(anchors.into_iter().next().map(|anchor| (last, anchor)))
    }

    /// Writes something about the floor itself into its stream, with what changes beside it.
    ///
    /// # Errors
    /// The store, or somebody was faster.
    pub async fn log_floor(&self, by: Person, told: Value, items: Vec<ItemChange>) -> Result<(), Unanswered> {
        let id = new_command()?;
        let answer = Answer { status: 204, text: String::new() };
        let news = FloorNews { id, body: Hash::NONE, answer, by, told, items };
        self.log_floor_once(news).await.map(|_| ())
    }

    /// The same under an id of the client: it happens once, and is answered the same way again.
    ///
    /// # Errors
    /// The store, somebody was faster, or the id was used for something else.
    pub async fn log_floor_once(&self, news: FloorNews) -> Result<Answered, Unanswered> {
        self.log_in("floor", news).await
    }

    /// The same in a stream of its own.
    ///
    /// # Errors
    /// The store, somebody was faster, or the id was used for something else.
    pub async fn log_in(&self, stream: &str, news: FloorNews) -> Result<Answered, Unanswered> {
        let damaged =
            |error: &dyn std::fmt::Display| Unanswered::Away(StoreError::Damaged(error.to_string()));
        let stream = StreamName::new(stream).map_err(|error| damaged(&error))?;
        let FloorNews { id, body, answer, by, told, items } = news;
        let line = serde_json::value::to_raw_value(&told).map_err(|error| damaged(&error))?;
        let by = By::Person { person: by.0, role: "house".to_owned() };
        for _ in 0..8 {
            let heads = self.store.heads(Some(vec![stream.clone()])).await.map_err(Unanswered::Away)?;
            let head = heads.into_iter().next().map(|(_, head)| head).unwrap_or_default();
            let at = self.now().max(At(head.at.0.saturating_add(1)));
            let entry = Entry::after(head, stream.clone(), at, by.clone(), id, line.clone());
            let mut batch = Batch::new(id, body, at, by.clone(), answer.clone());
            batch.writes.push(Write {
                stream: stream.clone(),
                after: head,
                entries: vec![entry],
                fence: None,
            });
            batch.items.clone_from(&items);
            match self.store.append(vec![batch]).await {
                Err(StoreError::Moved(_)) => {}
                Ok(()) => return Ok(Answered { answer, again: false }),
                Err(StoreError::Known(_)) => {
                    return self.answered_before(id, body).await?.ok_or(Unanswered::Unknown);
                }
                Err(error) => return Err(Unanswered::Away(error)),
            }
        }
        Err(Unanswered::Busy)
    }

    /// What was answered to the same thing under the same id.
    ///
    /// # Errors
    /// The store, or the id was used for something else.
    pub async fn answered_before(&self, id: CommandId, body: Hash) -> Result<Option<Answered>, Unanswered> {
        match self.store.command(id).await.map_err(Unanswered::Away)? {
            None => Ok(None),
            Some(kept) if kept.body == body => Ok(Some(Answered { answer: kept.answer, again: true })),
            Some(_) => Err(Unanswered::OtherBody(id)),
        }
    }

    fn measure_snapshots(&self) {
        let (counts, metrics) = (self.floor.snapshots(), &self.metrics);
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        metrics.snapshots_kept.set(signed(counts.kept()));
        metrics.snapshots_failed.set(signed(counts.failed()));
        metrics.snapshots_used.set(signed(counts.used()));
        metrics.snapshots_ignored.set(signed(counts.ignored()));
        let age = counts.newest().map_or(0, |at| self.now().0.saturating_sub(at.0) / 1_000_000);
        metrics.snapshot_age.set(age.max(0));
    }

    /// Looks at what is measured rather than counted.
    pub fn measure(&self) {
        self.measure_snapshots();
        if let Some(sqlite) = &self.sqlite {
            let stats = sqlite.stats();
            let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            self.metrics.wal_bytes.set(signed(stats.log_pages.saturating_mul(4096)));
            self.metrics.checkpoint_busy.set(signed(stats.checkpoints_busy));
        }
        let books = self.floor.books();
        let halted = books.pit().tables().filter(|(_, table)| table.fault().is_some()).count();
        self.metrics.halted.set(i64::try_from(halted).unwrap_or(i64::MAX));
        let pit = books.pit();
        let open = pit.tables().map(|(_, table)| table.requests().len()).sum::<usize>()
            + pit.links().map(|link| link.requests().len()).sum::<usize>()
            + pit.accounts().map(|account| account.requests().len()).sum::<usize>();
        self.metrics.approvals.set(i64::try_from(open).unwrap_or(i64::MAX));
        let wrong = books.pit().trial_balance().imbalances.len();
        self.metrics.trial_balance.set(i64::try_from(wrong).unwrap_or(i64::MAX));
    }

    /// Whether somebody is there: a person who has a stream open or asked for something lately.
    #[must_use]
    pub fn is_present(&self, person: Person) -> bool {
        self.presence.is_here(person, self.config.pace.idle)
    }
}

/// An id for something that the house writes down by itself.
///
/// # Errors
/// The operating system gives no randomness.
pub fn new_command() -> Result<CommandId, Unanswered> {
    let mut id = CommandId::default();
    let away = |error: getrandom::Error| Unanswered::Away(StoreError::Stopped(error.to_string()));
    getrandom::fill(&mut id.0).map_err(away)?;
    Ok(id)
}

/// Something about the floor itself, under an id of the client.
pub struct FloorNews {
    /// What the client calls it.
    pub id: CommandId,
    /// Who asked for what, hashed.
    pub body: Hash,
    /// What the client is told.
    pub answer: Answer,
    /// Whoever did it.
    pub by: Person,
    /// What the stream says.
    pub told: Value,
    /// What changes beside it.
    pub items: Vec<ItemChange>,
}

/// Who is who, as others read it.
pub type Names = Arc<RwLock<Arc<Directory>>>;

/// What somebody is called, by whatever is known now.
#[must_use]
pub fn name_by(names: &Names, person: Person) -> String {
    name_in(&names.read().unwrap_or_else(PoisonError::into_inner), person)
}

/// What somebody is called, by a directory.
#[must_use]
pub fn name_in(directory: &Directory, person: Person) -> String {
    let known = directory.name(person).map(str::to_owned);
    known.or_else(|| machine_name(person)).unwrap_or_else(|| person.to_string())
}

/// How many commands somebody has under way.
#[derive(Default, Debug)]
pub struct UnderWay {
    many: Mutex<HashMap<Person, usize>>,
}

/// A command that counts as long as this is kept.
pub struct Begun<'a> {
    of: &'a UnderWay,
    person: Person,
}

impl UnderWay {
    /// One more, if there are not too many.
    pub fn begin(&self, person: Person, most: usize) -> Option<Begun<'_>> {
        let mut many = self.many.lock().unwrap_or_else(PoisonError::into_inner);
        let own = many.entry(person).or_default();
        if *own >= most {
            return None;
        }
        *own += 1;
        Some(Begun { of: self, person })
    }
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        let mut many = self.of.many.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = many.get_mut(&self.person) {
            *own -= 1;
            if *own == 0 {
                many.remove(&self.person);
            }
        }
    }
}
