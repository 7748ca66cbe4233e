//! All streams played together, in the order in which their commands rest on each other.
//!
//! A command names the streams that it looked at, and how many entries each had. The store keeps a command only if all
//! of them still ended there, so there is an order in which each command finds what it looked at. The times of entries
//! are close to that order: the next command is the earliest one, after those that it rests on. Where clocks of nodes
//! differ, a stream may have gone on already; then an older state of it is taken, of which a few are kept.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use banco_engine::cage::House;
use banco_engine::pit::{Happening, Stream};
use banco_journal::{At, CommandId, Entry, Head, Keyring, Posting, Seal, Store, StoreError, StreamName};

use crate::ask::done;
use crate::audit::{Audit, Balances, IMPORTED};
use crate::books::{Books, Part, stream_of};
use crate::house_record::{floor_stream, house_in};
use crate::input::Input;
use crate::load::{LoadError, follow, own_record};
use crate::redecide::{Journaled, Run, decide_again};
use crate::write::postings;

/// Entries of a stream that are read at a time: there may be many streams.
const PAGE: u32 = 500;

/// Difference of the clocks of nodes that is reckoned with, in microseconds.
const SKEW: i64 = 3_600_000_000;

/// Older states that are kept of each table, and of each link and account.
const OLDER_TABLES: usize = 16;
const OLDER_OTHERS: usize = 256;

/// An entry with everything that is kept of it.
struct Line {
    entry: Entry,
    seals: Vec<Seal>,
    postings: Vec<Posting>,
}

impl<'l> Run<'l> {
    fn of(lines: &'l [Line]) -> Self {
        Self {
            entries: lines.iter().map(|line| &line.entry).collect(),
            seals: lines.iter().flat_map(|line| &line.seals).collect(),
        }
    }
}

/// A stream, as far as it was read and not played yet.
struct Track {
    /// Where it ended when this began.
    end: u64,
    read: u64,
    lines: VecDeque<Line>,
    /// It cannot be played any further.
    broken: bool,
}

/// The place of a stream in the order: the time and the command of its next entry.
type Front = (At, CommandId, StreamName);

/// Everything that is played.
pub(crate) struct Replay<'a> {
    store: &'a dyn Store,
    keyring: &'a Keyring,
    books: Books,
    tracks: BTreeMap<StreamName, Track>,
    fronts: BTreeSet<Front>,
    older: BTreeMap<Stream, VecDeque<(u64, Option<Part>)>>,
    houses: BTreeMap<u64, House>,
    /// When the first configuration was recorded: since then every command keeps its input.
    began: Option<At>,
    derived: Balances,
    audit: Audit,
}

impl<'a> Replay<'a> {
    pub(crate) async fn new(
        store: &'a dyn Store,
        keyring: &'a Keyring,
        books: Books,
        heads: &[(StreamName, Head)],
    ) -> Result<Self, StoreError> {
        let (tracks, fronts, older) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        let (houses, derived, audit) = (BTreeMap::new(), Balances::new(), Audit::default());
        let mut replay =
            Self { store, keyring, books, tracks, fronts, older, houses, began: None, derived, audit };
        replay.read_houses().await?;
        for (stream, head) in heads.iter().filter(|(stream, _)| stream_of(stream).is_some()) {
            let track = Track { end: head.version, read: 0, lines: VecDeque::new(), broken: false };
            replay.tracks.insert(stream.clone(), track);
            replay.read_on(stream).await?;
        }
        Ok(replay)
    }

    /// What was found, the books after everything, what every account has, and since when inputs are kept.
    pub(crate) fn finish(self) -> (Audit, Books, Balances, Option<At>) {
        (self.audit, self.books, self.derived, self.began)
    }

    /// Plays everything.
    pub(crate) async fn run(&mut self) -> Result<(), StoreError> {
        let mut goals: Vec<StreamName> = Vec::new();
        loop {
            let first = || self.fronts.first().map(|(.., stream)| stream.clone());
            let Some(stream) = goals.last().cloned().or_else(first) else { return Ok(()) };
            match self.rests_on(&stream) {
                // Two that wait for each other are no order of a floor; the states will tell.
                Some(other) if !goals.contains(&other) && other != stream => {
                    if goals.is_empty() {
                        goals.push(stream);
                    }
                    goals.push(other);
                }
                Some(_) | None => {
                    self.play(&stream).await?;
                    goals.pop();
                }
            }
        }
    }

    async fn read_houses(&mut self) -> Result<(), StoreError> {
        let (stream, mut after) = (floor_stream()?, 0);
        loop {
            let page = self.store.entries(stream.clone(), after, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.version;
            for entry in page {
                if let Some(house) = house_in(&entry.record) {
                    self.began = self.began.or(Some(entry.at));
                    self.houses.insert(entry.version, house);
                }
            }
        }
    }

    /// Reads until the next command of a stream is there as a whole, and puts the stream in its place.
    async fn read_on(&mut self, stream: &StreamName) -> Result<(), StoreError> {
        let Some(track) = self.tracks.get_mut(stream) else { return Ok(()) };
        while !track.broken && track.read < track.end && track.is_one_command() {
            let mut entries = self.store.entries(stream.clone(), track.read, PAGE).await?;
            entries.retain(|entry| entry.version <= track.end);
            let Some(last) = entries.last().map(|entry| entry.version) else { break };
            let after = track.read;
            let mut seals =
                by_version(self.store.seals(stream.clone(), after, last).await?, |seal| seal.version);
            let mut posted = self.store.postings(stream.clone(), after, PAGE).await?;
            posted.retain(|posting| posting.version <= last);
            let mut posted = by_version(posted, |posting| posting.version);
            for entry in entries {
                let seals = seals.remove(&entry.version).unwrap_or_default();
                let postings = posted.remove(&entry.version).unwrap_or_default();
                track.lines.push_back(Line { entry, seals, postings });
            }
            track.read = last;
            for version in posted.into_keys().chain(seals.into_keys()) {
                self.audit
                    .problem(format!("{stream} {version}: money or a secret of an entry that is not there"));
            }
        }
        if let Some(line) = track.lines.front().filter(|_| !track.broken) {
            self.fronts.insert((line.entry.at, line.entry.cause, stream.clone()));
        }
        Ok(())
    }

    /// The next command of a stream, with its input wherever that is.
    fn next(&self, stream: &StreamName) -> Option<(CommandId, Option<(&StreamName, &Entry)>)> {
        let next = &self.tracks.get(stream)?.lines.front()?.entry;
        if next.input.is_some() {
            return Some((next.cause, self.tracks.get_key_value(stream).map(|(name, _)| (name, next))));
        }
        let holds = |(name, track): (&'_ StreamName, &'_ Track)| {
            let mut lines = track.lines.iter().map(|line| &line.entry);
            let first = lines.find(|entry| entry.cause == next.cause)?;
            first.input.is_some().then(|| (name.clone(), first.version))
        };
        let at_front = self.fronts.range((next.at, next.cause, stream_zero(stream))..);
        let at_front = at_front.take_while(|(at, cause, _)| (*at, *cause) == (next.at, next.cause));
        let mut near = at_front.filter_map(|(.., name)| self.tracks.get_key_value(name));
        let found = near.find_map(holds).or_else(|| {
            // Commands without any input are as old as the journal.
            let may_have_one = self.began.is_some_and(|began| next.at.0.saturating_add(SKEW) >= began.0);
            self.tracks.iter().filter(|_| may_have_one).find_map(holds)
        });
        let input = found.and_then(|(name, version)| {
            let (name, track) = self.tracks.get_key_value(&name)?;
            let line = track.lines.iter().find(|line| line.entry.version == version)?;
            Some((name, &line.entry))
        });
        Some((next.cause, input))
    }

    /// A stream that must go on before the next command of another can be decided.
    fn rests_on(&self, stream: &StreamName) -> Option<StreamName> {
        let (_, input) = self.next(stream)?;
        let (_, entry) = input?;
        let input = Input::read(entry.input.as_deref()?).ok()?;
        let is_behind = |name: &StreamName, version: u64| {
            let track = self.tracks.get(name);
            let goes_on = track.is_some_and(|track| !track.broken && !track.lines.is_empty());
            goes_on && self.books.head(name).version < version
        };
        input.streams.into_iter().find(|(name, version)| is_behind(name, *version)).map(|(name, _)| name)
    }

    /// Plays the next command of a stream, in all streams that it writes.
    async fn play(&mut self, stream: &StreamName) -> Result<(), StoreError> {
        let Some((cause, input)) = self.next(stream) else { return Ok(()) };
        let read = input.and_then(|(_, entry)| entry.input.as_deref()).map(Input::read).transpose();
        let mut members = BTreeSet::from([stream.clone()]);
        if let Ok(Some(input)) = &read {
            let writes = |name: &&StreamName| {
                let front = self.tracks.get(*name).and_then(|track| track.lines.front());
                front.is_some_and(|line| line.entry.cause == cause)
            };
            // A stream that the input does not name is told by itself.
            members = input.streams.keys().filter(writes).cloned().collect();
        }
        let named = members.contains(stream);
        members.insert(stream.clone());
        let mut runs = BTreeMap::new();
        for name in members {
            if let Some(lines) = self.take_run(&name, cause) {
                runs.insert(name, lines);
            }
        }
        match read {
            Ok(Some(input)) if named => self.decide(cause, &input, &runs),
            Ok(Some(_)) => self.tell(&runs, "its command says that it has not looked at this stream"),
            Err(problem) => self.tell(&runs, &problem.to_string()),
            Ok(None) => self.without_input(&runs),
        }
        self.answer(cause, &runs).await?;
        for (name, lines) in &runs {
            self.follow_run(name, lines);
            self.read_on(name).await?;
        }
        Ok(())
    }

    /// Takes the entries of a command off a stream.
    fn take_run(&mut self, stream: &StreamName, cause: CommandId) -> Option<Vec<Line>> {
        let track = self.tracks.get_mut(stream)?;
        let first = track.lines.front()?;
        self.fronts.remove(&(first.entry.at, first.entry.cause, stream.clone()));
        let mut run = Vec::new();
        while track.lines.front().is_some_and(|line| line.entry.cause == cause) {
            run.extend(track.lines.pop_front());
        }
        Some(run)
    }

    fn decide(&mut self, cause: CommandId, input: &Input, runs: &BTreeMap<StreamName, Vec<Line>>) {
        let Some(house) = self.houses.get(&input.house).cloned() else {
            return self.tell(runs, "its command names a configuration of the house that is not recorded");
        };
        let before = match self.books_before(input) {
            Ok(before) => before,
            Err(problem) => return self.tell(runs, &problem),
        };
        if runs.values().flatten().filter(|line| line.entry.input.is_some()).count() != 1 {
            self.tell(runs, "its command has more than one input");
        }
        let runs = runs.iter().map(|(name, lines)| (name.clone(), Run::of(lines))).collect();
        let journaled = Journaled { cause, input, runs };
        let problems = decide_again(&journaled, before, house, self.keyring);
        self.audit.decided += 1;
        problems.into_iter().for_each(|problem| self.audit.problem(problem));
    }

    /// The books as they were when a command was decided.
    fn books_before(&self, input: &Input) -> Result<Books, String> {
        let mut before = self.books.clone();
        for (name, version) in &input.streams {
            let now = self.books.head(name).version;
            let Some(stream) = stream_of(name).filter(|_| now != *version) else { continue };
            let older = self.older.get(&stream).into_iter().flatten().find(|(at, _)| at == version);
            match older {
                Some((_, Some(part))) if now > *version => before.put_part(stream, part.clone()),
                Some((_, None)) if now > *version => before.take_out(stream),
                _ => {
                    return Err(format!(
                        "its command looked at {name} after {version} entries; {now} were played by then"
                    ));
                }
            }
        }
        Ok(before)
    }

    /// A command that has no input: from before inputs were kept, or somebody took it away.
    fn without_input(&mut self, runs: &BTreeMap<StreamName, Vec<Line>>) {
        let first = runs.values().flatten().next();
        if first.is_some_and(|line| self.began.is_some_and(|began| line.entry.at > began)) {
            return self.tell(runs, "its command has no input, and all have had one by then");
        }
        self.audit.not_decided += many(runs.values().map(Vec::len).sum());
    }

    /// A problem with all entries of a command.
    fn tell(&mut self, runs: &BTreeMap<StreamName, Vec<Line>>, problem: &str) {
        for (name, lines) in runs {
            let version = lines.first().map_or(0, |line| line.entry.version);
            self.audit.problem(format!("{name} {version}: {problem}"));
        }
    }

    /// What the command was answered follows from what it wrote.
    async fn answer(
        &mut self,
        cause: CommandId,
        runs: &BTreeMap<StreamName, Vec<Line>>,
    ) -> Result<(), StoreError> {
        let Some(first) = runs.values().flatten().next() else { return Ok(()) };
        if self.began.is_none_or(|began| first.entry.at < began) {
            return Ok(());
        }
        let Some(kept) = self.store.command(cause).await? else {
            self.tell(runs, "its command has no answer");
            return Ok(());
        };
        let ends =
            runs.iter().filter_map(|(name, lines)| Some((name.to_string(), lines.last()?.entry.version)));
        let fits = kept.answer == done(ends) && (kept.at, &kept.by) == (first.entry.at, &first.entry.by);
        if !fits && kept.answer.text != IMPORTED {
            self.tell(runs, "the answer that is kept is not the answer to what its command wrote");
        }
        Ok(())
    }

    /// Follows the entries of a command in one stream. The first one that does not fit ends the stream.
    fn follow_run(&mut self, stream: &StreamName, lines: &[Line]) {
        self.remember(stream);
        for line in lines {
            let (entry, version) = (&line.entry, line.entry.version);
            let followed = own_record(entry)
                .and_then(|record| follow(self.keyring, &mut self.books, entry, record, &line.seals, 0));
            let happening = match followed {
                Ok(record) => self.books.happening(&record),
                Err(problem) => return self.stop(stream, version, &problem),
            };
            let derived = happening.map(|happening: Happening| postings(stream, version, &happening));
            let derived = derived.unwrap_or_default();
            if derived != line.postings {
                let problem = "the money that was posted is not the money that the record moves";
                self.audit.problem(format!("{stream} {version}: {problem}"));
            }
            for posting in derived {
                self.derive(&posting.currency, &posting.to, i128::from(posting.amount));
                self.derive(&posting.currency, &posting.from, -i128::from(posting.amount));
            }
            self.audit.records += 1;
            self.audit.secrets += many(line.seals.len());
            self.audit.postings += many(line.postings.len());
        }
    }

    fn stop(&mut self, stream: &StreamName, version: u64, problem: &LoadError) {
        self.audit.problem(format!("{stream} {version}: {problem}"));
        if let Some(track) = self.tracks.get_mut(stream) {
            track.broken = true;
            track.lines.clear();
        }
    }

    fn derive(&mut self, currency: &str, account: &str, amount: i128) {
        let sum = self.derived.entry((currency.to_owned(), account.to_owned())).or_default();
        *sum = sum.saturating_add(amount);
    }

    /// Keeps the state of a stream as it is before its next command.
    fn remember(&mut self, name: &StreamName) {
        let Some(stream) = stream_of(name) else { return };
        let most = if matches!(stream, Stream::Table(_)) { OLDER_TABLES } else { OLDER_OTHERS };
        let (version, part) = (self.books.head(name).version, self.books.part(stream));
        let older = self.older.entry(stream).or_default();
        older.push_back((version, part));
        if older.len() > most {
            older.pop_front();
        }
    }
}

impl Track {
    /// Whether everything that was read belongs to one command, so that more of it may follow.
    fn is_one_command(&self) -> bool {
        let ends = self.lines.front().zip(self.lines.back());
        ends.is_none_or(|(first, last)| first.entry.cause == last.entry.cause)
    }
}

/// A name before all others of streams.
fn stream_zero(any: &StreamName) -> StreamName {
    StreamName::new("-").unwrap_or_else(|_| any.clone())
}

fn many(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn by_version<T>(all: Vec<T>, version: impl Fn(&T) -> u64) -> BTreeMap<u64, Vec<T>> {
    let mut sorted: BTreeMap<u64, Vec<T>> = BTreeMap::new();
    all.into_iter().for_each(|one| sorted.entry(version(&one)).or_default().push(one));
    sorted
}
