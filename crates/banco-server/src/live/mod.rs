//! What somebody follows, as it happens: one envelope on WebSocket and on SSE.
//!
//! A reader begins with a snapshot, or goes on where it was if that is certain: the same history, not too far behind.
//! Then it is told every entry of its streams by number, each as far as it may hear it, and the parts of its view that
//! have changed. What lies in a queue is not a message but a reference to what has happened; whoever reads too slowly is
//! let go and comes back.

mod end;
mod sse;
mod view;
mod ws;

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroU32;
use std::sync::Arc;

use banco_engine::pit::Stream;
use banco_engine::record::Record;
use banco_floor::{Books, Commit};
use banco_journal::{At, CommandId, StoreError, StreamName};
use banco_people::SessionToken;
use banco_wire::{Envelope, Kind, Moment, Passing, Position, Skip, Snapshot, Told};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{broadcast, mpsc, watch};

pub use sse::{account_events, link_events, table_events};
pub use view::{Sees, account_seen, link_seen, sees_table, table_seen, table_viewer, viewer_at};
pub use ws::open;

use crate::app::App;
use crate::guard::Caller;
use crate::lobby::LOBBY;
use crate::passing::Passes;
use crate::read_limit::{Cost, Reading};
use crate::sessions::{Who, is_nobody};
use view::Parts;

/// How far behind somebody may be to be told everything in between.
const REPLAYED: u64 = 500;
/// How many entries of all its streams one line is told again. What comes beyond is in a snapshot.
const REPLAYED_EACH: u64 = 1_000;
/// Entries that are read at a time.
const TOGETHER: u64 = 64;
/// How many commits may wait for a reader.
const QUEUE: usize = 256;

/// Somebody who follows streams.
pub struct Reader {
    app: Arc<App>,
    sees: Sees,
    streams: BTreeMap<StreamName, Followed>,
    missed: Missed,
    commits: mpsc::Receiver<Arc<Commit>>,
    lobby: watch::Receiver<u64>,
    passing: broadcast::Receiver<Passes>,
}

/// What a reader has of a stream.
struct Followed {
    seq: u64,
    parts: Parts,
}

/// What a client has missed of its streams, and is still to be told.
struct Missed {
    /// The books that it is told up to.
    books: Arc<Books>,
    by: Reading,
    /// Entries that this line may still be told again.
    left: u64,
    replaying: Option<Replay>,
    wanted: VecDeque<(StreamName, Option<Position>)>,
}

/// A stream that is gone on from `after` and told up to `head`.
struct Replay {
    stream: StreamName,
    head: u64,
    after: u64,
}

impl Missed {
    /// Takes so many entries from what this line and its reader may be told again.
    fn spend(&mut self, app: &App, entries: u64) -> bool {
        let Some(left) = self.left.checked_sub(entries) else { return false };
        let tokens = u32::try_from(entries).ok().and_then(NonZeroU32::new);
        let allowed = tokens.is_none_or(|tokens| app.rate_limiter.may_replay(self.by.reader, tokens));
        if allowed {
            self.left = left;
        }
        allowed
    }
}

/// Whoever a line belongs to, and whether they may still listen.
pub struct Listener {
    app: Arc<App>,
    who: Who,
    token: Option<SessionToken>,
    /// When the session ends unless its owner uses it before, as it was read last.
    idle_until: At,
    changes: watch::Receiver<u64>,
}

impl Listener {
    /// Whoever asked for the line.
    pub fn new(app: &Arc<App>, caller: Caller) -> Self {
        let Caller { who, token, .. } = caller;
        let idle_until = match &who {
            Who::Person(signed) => signed.session.idle_until,
            Who::Nobody | Who::Device(_) => At(i64::MAX),
        };
        Self { app: Arc::clone(app), who, token, idle_until, changes: app.standing.subscribe() }
    }

    /// Whether they are still signed in, or still a machine of their table. An open line is no use of a session: one that
    /// nobody uses ends its lines as well.
    pub async fn is_in(&mut self) -> bool {
        let now = self.app.now();
        match &self.who {
            Who::Nobody => true,
            Who::Person(signed) if !self.app.directory().holds(&signed.session, now) => false,
            Who::Person(_) if now < self.idle_until => true,
            Who::Person(_) => self.was_used(now).await,
            Who::Device(device) => self.app.directory().holds_device(device),
        }
    }

    /// Whether the session was used since it was read last.
    async fn was_used(&mut self, now: At) -> bool {
        let Some(token) = &self.token else { return false };
        match self.app.people.peek(token, now).await {
            Ok(session) => self.idle_until = session.idle_until,
            Err(error) if is_nobody(&error) => return false,
            // A store that does not answer now is asked again at the next beat.
            Err(error) => tracing::warn!(%error, "a session could not be read"),
        }
        true
    }

    /// Waits until somebody's standing has changed.
    pub async fn changed(&mut self) {
        // The sender lives as long as the app, and the app as long as this.
        let _ = self.changes.changed().await;
    }

    /// A line that is open is somebody who is there.
    pub fn is_here(&self) {
        if let Who::Person(signed) = &self.who {
            self.app.presence.is_seen(signed.session.person);
        }
    }
}

/// A message that is ready to go out.
pub type Message = Envelope;

impl Reader {
    /// Follows streams from where the client knows them. [`Self::catch_up`] says what it must be told first.
    #[must_use]
    pub fn begin(
        app: &Arc<App>,
        sees: Sees,
        by: Reading,
        wanted: Vec<(StreamName, Option<Position>)>,
    ) -> Self {
        let names: Vec<StreamName> = wanted.iter().map(|(stream, _)| stream.clone()).collect();
        // Followed first and looked at afterward, so that nothing falls in between.
        let commits = app.floor.follow(&names, QUEUE);
        let (lobby, passing) = (app.lobby.changes(), app.passing.hear());
        let missed = Missed {
            books: app.floor.books(),
            by,
            left: REPLAYED_EACH,
            replaying: None,
            wanted: wanted.into(),
        };
        let streams = BTreeMap::new();
        Self { app: Arc::clone(app), sees, streams, missed, commits, lobby, passing }
    }

    /// The next messages of what the client has missed: a part of a replay, or a snapshot. `None` once it knows
    /// everything. No more is read than is sent.
    ///
    /// # Errors
    /// What is stored cannot be read.
    pub async fn catch_up(&mut self) -> Result<Option<Vec<Message>>, StoreError> {
        let replay = match self.missed.replaying.take() {
            Some(replay) => replay,
            None => match self.missed.wanted.pop_front() {
                Some((stream, known)) => self.resume(stream, known),
                None => return Ok(None),
            },
        };
        if replay.after < replay.head
            && let Ok(_permit) = self.app.reads.take(Cost::Read, self.missed.by).await
        {
            return self.replay(replay).await.map(Some);
        }
        Ok(Some(vec![self.snapshot(replay)]))
    }

    /// Where a stream is gone on from: at its end, where the client knows too little or too much has been read already.
    fn resume(&mut self, stream: StreamName, known: Option<Position>) -> Replay {
        // Each node counts its own lobby, so nobody goes on with one.
        let (head, known) = match stream.kind() {
            LOBBY => (self.app.lobby.version(), None),
            _ => (self.missed.books.head(&stream).version, known),
        };
        let behind = known.filter(|position| position.epoch == self.app.epoch && position.seq <= head);
        let behind = behind.filter(|position| head.saturating_sub(position.seq) <= REPLAYED);
        let after = behind.map(|position| position.seq);
        let missing = after.map_or(0, |after| head.saturating_sub(after));
        let allowed = self.missed.spend(&self.app, missing);
        let result = match after {
            Some(_) if allowed => "replay",
            Some(_) => "limited",
            None => "snapshot",
        };
        self.app.metrics.resumes.count(&[("result", result)]);
        Replay { stream, head, after: after.filter(|_| allowed).unwrap_or(head) }
    }

    /// A part of what has happened, read from what is stored and told as it would be now.
    async fn replay(&mut self, replay: Replay) -> Result<Vec<Message>, StoreError> {
        let Replay { stream, head, after } = replay;
        let most = head.saturating_sub(after).min(TOGETHER);
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let entries = self.app.store.entries(stream.clone(), after, most).await?;
        let books = &self.missed.books;
        let mut line = Line::new(&self.app.epoch, &stream, after);
        for entry in entries.into_iter().take_while(|entry| entry.version <= head) {
            let happening = Record::read(entry.record.get()).ok().and_then(|record| books.happening(&record));
            let told = happening
                .and_then(|happening| self.sees.told(&self.app, books, &stream, &happening, entry.version));
            line.add(entry.version, entry.at, entry.cause, told);
        }
        line.end(line.seq, self.app.now());
        // What is not there any more is in the snapshot.
        let (seq, messages) = (line.seq, line.messages);
        let after = if seq > after { seq } else { head };
        self.missed.replaying = Some(Replay { stream, head, after });
        Ok(messages)
    }

    /// The whole view of a stream, which is followed from there: what was replayed is told, and what is seen is exact.
    fn snapshot(&mut self, replay: Replay) -> Message {
        let Replay { stream, head, .. } = replay;
        let parts = self.sees.parts(&self.app, &self.missed.books, &stream);
        let snapshot = to_raw(&Snapshot::whole(parts.clone()));
        let at = Position { epoch: self.app.epoch.clone(), seq: head };
        let now = Moment::from_micros(self.app.now().0);
        let message = Envelope::new(stream.as_str(), at, Kind::Snapshot, now, snapshot);
        self.streams.insert(stream, Followed { seq: head, parts });
        message
    }

    /// Waits until something happens, and says what. `None` where the reader was too slow or the floor closes.
    pub async fn next(&mut self) -> Option<Vec<Message>> {
        let first = tokio::select! {
            commit = self.commits.recv() => commit?,
            passes = self.passing.recv() => return Some(passes.map(|one| self.passes(one)).unwrap_or_default()),
            changed = self.lobby.changed(), if self.lobby_name().is_some() => {
                changed.ok()?;
                return Some(self.lobby_news());
            }
        };
        let mut commits = vec![first];
        // What has come in meanwhile is told at once, and seen once.
        while commits.len() < QUEUE
            && let Ok(more) = self.commits.try_recv()
        {
            commits.push(more);
        }
        let mut messages = Vec::new();
        let streams: Vec<StreamName> = self.streams.keys().cloned().collect();
        for stream in streams {
            messages.extend(self.news(&stream, &commits));
        }
        Some(messages)
    }

    /// Something that is seen now and kept nowhere.
    fn passes(&self, passes: Passes) -> Vec<Message> {
        let Some(stream) = banco_floor::name_of(Stream::Table(passes.table())) else { return Vec::new() };
        let Some(followed) = self.streams.get(&stream) else { return Vec::new() };
        let passing = match passes {
            Passes::Squeeze(_, squeezed) => Passing::Squeeze(squeezed),
            Passes::Clock(table) => Passing::Clock(self.app.passing.clock(table)),
        };
        let at = Position { epoch: self.app.epoch.clone(), seq: followed.seq };
        let now = Moment::from_micros(self.app.now().0);
        vec![Envelope::new(stream.as_str(), at, Kind::Passing, now, to_raw(&passing))]
    }

    fn lobby_name(&self) -> Option<StreamName> {
        self.streams.keys().find(|stream| stream.kind() == LOBBY).cloned()
    }

    /// The lobby is a projection: it has no events, only how it looks now.
    fn lobby_news(&mut self) -> Vec<Message> {
        let Some(stream) = self.lobby_name() else { return Vec::new() };
        let (books, now) = (self.app.floor.books(), self.app.now());
        self.changes(&stream, &books, Vec::new(), self.app.lobby.version(), now)
    }

    fn news(&mut self, stream: &StreamName, commits: &[Arc<Commit>]) -> Vec<Message> {
        let Some(followed) = self.streams.get(stream) else { return Vec::new() };
        let mut line = Line::new(&self.app.epoch, stream, followed.seq);
        let mut last: Option<&Arc<Commit>> = None;
        for commit in commits {
            let Some((_, end)) = commit.streams.iter().find(|(moved, _)| moved == stream) else { continue };
            let here: Vec<_> = commit.happenings.iter().filter(|one| is_of(one, stream)).collect();
            let mut version = end.saturating_sub(u64::try_from(here.len()).unwrap_or_default());
            for happening in here {
                version += 1;
                // It was in the snapshot already.
                if version > line.seq {
                    let told = self.sees.told(&self.app, &commit.books, stream, happening, version);
                    line.add(version, commit.at, commit.cause, told);
                }
            }
            last = Some(commit);
        }
        let Some(commit) = last.filter(|_| line.moved()) else { return Vec::new() };
        let now = self.app.now();
        line.end(line.seq, now);
        let took = u64::try_from(now.0.saturating_sub(commit.at.0)).unwrap_or_default();
        self.app.metrics.push_time.took(std::time::Duration::from_micros(took));
        let (seq, messages) = (line.seq, line.messages);
        // All commits of a turn come with the books after the last of them. Until that one is here, the view would
        // show what no number covers yet.
        if commit.books.head(stream).version > seq {
            self.streams.entry(stream.clone()).and_modify(|followed| followed.seq = seq);
            return messages;
        }
        self.changes(stream, &commit.books, messages, seq, now)
    }

    /// The parts of the view that have changed come behind the events.
    fn changes(
        &mut self,
        stream: &StreamName,
        books: &Arc<Books>,
        mut messages: Vec<Message>,
        seq: u64,
        now: At,
    ) -> Vec<Message> {
        let parts = self.sees.parts(&self.app, books, stream);
        if let Some(followed) = self.streams.get_mut(stream) {
            let changes = Snapshot::changes(&followed.parts, parts.clone());
            if !changes.parts.is_empty() {
                let at = Position { epoch: self.app.epoch.clone(), seq };
                let when = Moment::from_micros(now.0);
                messages.push(Envelope::new(stream.as_str(), at, Kind::Snapshot, when, to_raw(&changes)));
            }
            *followed = Followed { seq, parts };
        }
        messages
    }

    /// Where every stream is, for a beat.
    pub fn beat(&self) -> Vec<Message> {
        let now = Moment::from_micros(self.app.now().0);
        let beat = |(stream, followed): (&StreamName, &Followed)| {
            let at = Position { epoch: self.app.epoch.clone(), seq: followed.seq };
            Envelope::new(stream.as_str(), at, Kind::Heartbeat, now, RawValue::NULL.to_owned())
        };
        self.streams.iter().map(beat).collect()
    }
}

/// Whether something happened to a stream.
fn is_of(happening: &banco_engine::pit::Happening, stream: &StreamName) -> bool {
    banco_floor::name_of(happening.stream()).as_ref() == Some(stream)
}

/// Messages of one stream in the order of their numbers; what is not to be told becomes one skip.
struct Line<'a> {
    epoch: &'a str,
    stream: &'a StreamName,
    began: u64,
    seq: u64,
    skipped_from: Option<u64>,
    messages: Vec<Message>,
}

impl<'a> Line<'a> {
    const fn new(epoch: &'a str, stream: &'a StreamName, after: u64) -> Self {
        Self { epoch, stream, began: after, seq: after, skipped_from: None, messages: Vec::new() }
    }

    const fn moved(&self) -> bool {
        self.seq > self.began
    }

    fn add(&mut self, version: u64, at: At, cause: CommandId, told: Option<Told>) {
        match told {
            None => drop(self.skipped_from.get_or_insert(version)),
            Some(told) => {
                self.end(version.saturating_sub(1), at);
                let message = self.message(version, Kind::Event, at, to_raw(&told));
                self.messages.push(message.caused_by(cause.to_string()));
            }
        }
        self.seq = version;
    }

    /// Says which numbers were not for this reader.
    fn end(&mut self, up_to: u64, at: At) {
        if let Some(from) = self.skipped_from.take() {
            let message = self.message(up_to, Kind::Skip, at, to_raw(&Skip { from }));
            self.messages.push(message);
        }
    }

    fn message(&self, seq: u64, kind: Kind, at: At, data: Box<RawValue>) -> Message {
        let position = Position { epoch: self.epoch.to_owned(), seq };
        Envelope::new(self.stream.as_str(), position, kind, Moment::from_micros(at.0), data)
    }
}

fn to_raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
