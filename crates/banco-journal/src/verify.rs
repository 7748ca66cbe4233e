//! Looking a whole journal over: every chain from its first entry to its head, every anchor, and what others hold against it.

use std::collections::BTreeMap;
use std::fmt;

use crate::anchor::Anchor;
use crate::entry::{At, CommandId, Entry, Hash, Head, StreamName};
use crate::store::{Store, StoreError};

/// How many entries are read at a time.
const PAGE: u32 = 2000;
/// Anchors that are read at a time: one may name every stream.
const ANCHORS: u32 = 100;

/// Something that is not as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// An entry is missing, or there twice.
    Gap {
        /// In which stream.
        stream: StreamName,
        /// Which one was expected.
        expected: u64,
        /// Which one came.
        found: u64,
    },
    /// An entry is not the one that was hashed, or the one before it is not.
    Changed(StreamName, u64),
    /// An entry is older than the one before it.
    Backward(StreamName, u64),
    /// The stream ends elsewhere than its head says.
    WrongHead(StreamName, u64),
    /// The record in an entry is not one.
    BadRecord(StreamName, u64, String),
    /// An answer is not the one that was given.
    ChangedAnswer(CommandId),
    /// The command of an entry has no answer.
    NoCommand(StreamName, u64, CommandId),
    /// An anchor is not one of this journal's.
    BadAnchor(u64, String),
    /// An anchor says that there was something else, or more.
    NotAsAnchored {
        /// Which anchor.
        anchor: u64,
        /// Which stream.
        stream: StreamName,
        /// How many entries it had.
        version: u64,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gap { stream, expected, found } => {
                write!(f, "{stream}: entry {found} where entry {expected} should be")
            }
            Self::Changed(stream, version) => {
                write!(f, "{stream} {version}: not the entry that was written, or the one before it is not")
            }
            Self::Backward(stream, version) => {
                write!(f, "{stream} {version}: older than the entry before it")
            }
            Self::WrongHead(stream, version) => {
                write!(f, "{stream}: does not end with entry {version} as its head says")
            }
            Self::BadRecord(stream, version, problem) => write!(f, "{stream} {version}: {problem}"),
            Self::NoCommand(stream, version, command) => {
                write!(f, "{stream} {version}: command {command} has no answer")
            }
            Self::ChangedAnswer(command) => write!(f, "command {command}: not the answer that was given"),
            Self::BadAnchor(number, problem) => write!(f, "anchor {number}: {problem}"),
            Self::NotAsAnchored { anchor, stream, version } => {
                write!(
                    f,
                    "anchor {anchor}: {stream} had {version} entries, and here it does not have the same"
                )
            }
        }
    }
}

/// What was looked at, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many streams.
    pub streams: u64,
    /// How many entries.
    pub entries: u64,
    /// How many anchors.
    pub anchors: u64,
    /// How many answers were held against their digests.
    pub answers: u64,
    /// What is wrong, in the order in which it was found.
    pub problems: Vec<Problem>,
}

/// What a journal is held against.
#[derive(Clone, Debug, Default)]
pub struct Against {
    /// Keys whose anchors are believed; none means any.
    pub keys: Vec<Hash>,
    /// Anchors that were carried off.
    pub anchors: Vec<Anchor>,
    /// Whether every entry's command is looked up, and every answer held against its digest.
    pub commands: bool,
}

/// What anchors say of a stream at a version: by which anchor, and the hash.
type Promised = BTreeMap<(StreamName, u64), (u64, Hash)>;

/// Looks a whole journal over. `look` is shown every entry in the order of its stream, and says what is wrong with its
/// record.
///
/// # Errors
/// The store cannot be read.
pub async fn verify(
    store: &dyn Store,
    against: &Against,
    look: &mut (dyn FnMut(&Entry) -> Result<(), String> + Send),
) -> Result<Report, StoreError> {
    let mut report = Report::default();
    let mut promised = anchored(store, against, &mut report).await?;
    for (stream, head) in store.heads(None).await? {
        report.streams += 1;
        let mut walk = Walk { stream, at: Head::default(), cause: CommandId::default(), report: &mut report };
        let mut head = head;
        loop {
            walk.entries(store, against.commands, &mut promised, look).await?;
            if walk.at.version <= head.version {
                break;
            }
            // The floor goes on while it is looked at: the head is read again, and must have moved as well.
            let moved = store.heads(Some(vec![walk.stream.clone()])).await?;
            match moved.into_iter().next().filter(|(_, moved)| moved.version > head.version) {
                Some((_, moved)) => head = moved,
                None => break,
            }
        }
        let (stream, at) = (walk.stream, walk.at);
        if (at.version, at.hash, at.at) != (head.version, head.hash, head.at) {
            report.problems.push(Problem::WrongHead(stream, head.version));
        }
    }
    if against.commands {
        answers(store, &mut report).await?;
    }
    // What is left was promised and is not there.
    let missing = |((stream, version), (anchor, _))| Problem::NotAsAnchored { anchor, stream, version };
    report.problems.extend(promised.into_iter().map(missing));
    Ok(report)
}

/// Holds every answer against the digest that was kept with it.
async fn answers(store: &dyn Store, report: &mut Report) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let page = store.answers(after, PAGE).await?;
        let Some((last, ..)) = page.last() else { return Ok(()) };
        after = Some(*last);
        for (id, kept, digest) in page {
            report.answers += u64::from(digest.is_some());
            if digest.is_some_and(|digest| digest != kept.digest(id)) {
                report.problems.push(Problem::ChangedAnswer(id));
            }
        }
    }
}

struct Walk<'a> {
    stream: StreamName,
    at: Head,
    cause: CommandId,
    report: &'a mut Report,
}

impl Walk<'_> {
    async fn entries(
        &mut self,
        store: &dyn Store,
        commands: bool,
        promised: &mut Promised,
        look: &mut (dyn FnMut(&Entry) -> Result<(), String> + Send),
    ) -> Result<(), StoreError> {
        loop {
            let page = store.entries(self.stream.clone(), self.at.version, PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            for entry in page {
                let new = entry.cause != self.cause;
                self.entry(&entry, promised);
                if let Err(problem) = look(&entry) {
                    self.report.problems.push(Problem::BadRecord(entry.stream, entry.version, problem));
                }
                if commands && new && store.command(self.cause).await?.is_none() {
                    let problem = Problem::NoCommand(self.stream.clone(), self.at.version, self.cause);
                    self.report.problems.push(problem);
                }
            }
        }
    }

    fn entry(&mut self, entry: &Entry, promised: &mut Promised) {
        let mut wrong = |problem| self.report.problems.push(problem);
        let (stream, version) = (|| entry.stream.clone(), entry.version);
        let expected = self.at.version.saturating_add(1);
        if version != expected {
            wrong(Problem::Gap { stream: stream(), expected, found: version });
        }
        if entry.prev != self.at.hash || entry.hash_anew() != entry.hash {
            wrong(Problem::Changed(stream(), version));
        }
        // Entries of one command happen at one time; those of the next one later.
        let earliest =
            if entry.cause == self.cause { self.at.at } else { At(self.at.at.0.saturating_add(1)) };
        if self.at.version > 0 && entry.at < earliest {
            wrong(Problem::Backward(stream(), version));
        }
        if let Some((anchor, hash)) = promised.remove(&(stream(), version))
            && hash != entry.hash
        {
            wrong(Problem::NotAsAnchored { anchor, stream: stream(), version });
        }
        self.report.entries += 1;
        self.at = entry.head(0);
        self.cause = entry.cause;
    }
}

/// Every anchor, read in pages.
pub(crate) async fn all_anchors(store: &dyn Store) -> Result<Vec<Anchor>, StoreError> {
    let mut all: Vec<Anchor> = Vec::new();
    loop {
        let page = store.anchors(u64::try_from(all.len()).unwrap_or(u64::MAX), ANCHORS).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

/// Looks the anchors over, and gathers what they say of streams.
async fn anchored(store: &dyn Store, against: &Against, report: &mut Report) -> Result<Promised, StoreError> {
    let mut promised = Promised::new();
    let mut last = (0, Hash::NONE);
    let own = all_anchors(store).await?;
    report.anchors = u64::try_from(own.len()).unwrap_or_default();
    for anchor in &own {
        let expected = last.0 + 1;
        match anchor.statement(&against.keys) {
            Err(problem) => report.problems.push(Problem::BadAnchor(expected, problem.to_string())),
            Ok(statement) => {
                if (statement.number, statement.prev) != (expected, last.1) {
                    let problem = "does not follow the one before it".to_owned();
                    report.problems.push(Problem::BadAnchor(statement.number, problem));
                }
                for head in statement.heads {
                    promised.insert((head.stream, head.version), (statement.number, head.hash));
                }
            }
        }
        last = (expected, anchor.hash());
    }
    for anchor in &against.anchors {
        match anchor.statement(&against.keys) {
            Err(problem) => report.problems.push(Problem::BadAnchor(0, problem.to_string())),
            Ok(statement) => {
                let index = usize::try_from(statement.number).unwrap_or(usize::MAX).saturating_sub(1);
                if own.get(index).map(Anchor::hash) != Some(anchor.hash()) {
                    let problem =
                        "was carried off from a journal that this one does not go on from".to_owned();
                    report.problems.push(Problem::BadAnchor(statement.number, problem));
                }
                for head in statement.heads {
                    promised.insert((head.stream, head.version), (statement.number, head.hash));
                }
            }
        }
    }
    Ok(promised)
}
