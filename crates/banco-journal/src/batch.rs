//! What one command makes happen, to be kept as a whole or not at all.

use serde::{Deserialize, Serialize};

use crate::entry::{At, By, CommandId, Entry, Hash, Head, StreamName};
use crate::store::StoreError;

/// Everything that belongs to one command.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The command, as its client calls it.
    pub cause: CommandId,
    /// Who gave it and what it said, hashed: the same id with another body is refused.
    pub body: Hash,
    /// When it was decided.
    pub at: At,
    /// By whom.
    pub by: By,
    /// What the client is told, now and whenever it asks again.
    pub answer: Answer,
    /// The streams that it writes, each once.
    pub writes: Vec<Write>,
    /// The streams that it only looked at, and how many entries they had.
    pub reads: Vec<(StreamName, u64)>,
    /// Secrets of its entries.
    pub seals: Vec<Seal>,
    /// Money that it moves.
    pub postings: Vec<Posting>,
    /// What changes beside the streams: sessions, credentials, settings of this house.
    pub items: Vec<ItemChange>,
}

impl Batch {
    /// What is kept beside its answer: see [`Kept::digest`].
    pub(crate) fn digest(&self) -> Hash {
        digest(self.cause, self.body, self.at, &self.answer)
    }

    /// Whether it is a refusal that left nothing else: only such an answer is ever taken away again.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        self.answer.status >= 400
            && self.writes.is_empty()
            && self.postings.is_empty()
            && self.seals.is_empty()
            && self.items.is_empty()
    }

    /// When it was refused, for the column by which refusals are swept.
    pub(crate) fn refused_at(&self) -> Option<i64> {
        self.is_refusal().then_some(self.at.0)
    }

    /// A command that has made nothing happen yet.
    #[must_use]
    pub fn new(cause: CommandId, body: Hash, at: At, by: By, answer: Answer) -> Self {
        Self {
            cause,
            body,
            at,
            by,
            answer,
            writes: Vec::new(),
            reads: Vec::new(),
            seals: Vec::new(),
            postings: Vec::new(),
            items: Vec::new(),
        }
    }
}

/// An answer that was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// As a status of HTTP.
    pub status: u16,
    /// The words.
    pub text: String,
}

/// What is known of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Who gave it and what it said, hashed.
    pub body: Hash,
    /// When it was decided.
    pub at: At,
    /// Who gave it.
    pub by: By,
    /// What the client was told.
    pub answer: Answer,
}

impl Kept {
    /// What is kept beside an answer, so that a change of it is noticed: no chain holds answers.
    #[must_use]
    pub fn digest(&self, id: CommandId) -> Hash {
        digest(id, self.body, self.at, &self.answer)
    }
}

fn digest(id: CommandId, body: Hash, at: At, answer: &Answer) -> Hash {
    let Answer { status, text } = answer;
    Hash::over(format!("banco answer\n{id}\n{body}\n{}\n{status}\n{text}", at.0).as_bytes())
}

/// An answer with its id, and with its digest where it was kept with one.
pub type KeptAnswer = (CommandId, Kept, Option<Hash>);

/// Entries for one stream.
#[derive(Clone, Debug)]
pub struct Write {
    /// Which stream.
    pub stream: StreamName,
    /// Where it ended when this was decided.
    pub after: Head,
    /// What follows, in order; never nothing.
    pub entries: Vec<Entry>,
    /// The term of the lease by which it is written, where a lease is needed.
    pub fence: Option<u64>,
}

impl Write {
    /// Where the stream ends afterward, by what whoever writes it knows.
    #[must_use]
    pub fn head(&self) -> Head {
        let fence = self.fence.unwrap_or_default().max(self.after.fence);
        self.entries.last().map_or(self.after, |last| last.head(fence))
    }

    /// Where the stream ends afterward. Whoever writes without a lease need not know of one, and ends none.
    pub(crate) fn head_after(&self, known: Head) -> Head {
        let head = self.head();
        Head { fence: head.fence.max(known.fence), ..head }
    }

    /// Whether it may follow where the stream ends now.
    pub(crate) fn may_follow(&self, head: Head) -> Result<(), StoreError> {
        if self.fence.is_some_and(|term| term < head.fence) {
            return Err(StoreError::Fenced(self.stream.clone()));
        }
        if (head.version, head.hash) != (self.after.version, self.after.hash) {
            return Err(StoreError::Moved(self.stream.clone()));
        }
        if !self.is_chained() {
            return Err(StoreError::Unchained(self.stream.clone()));
        }
        Ok(())
    }

    /// Whether the entries follow each other and the head they were made for.
    fn is_chained(&self) -> bool {
        let mut head = self.after;
        self.entries.iter().all(|entry| {
            let follows = entry.stream == self.stream
                && entry.version == head.version.saturating_add(1)
                && entry.prev == head.hash
                && (entry.at > self.after.at || self.after.version == 0);
            head = entry.head(0);
            follows
        }) && !self.entries.is_empty()
    }
}

/// A secret of an entry: encrypted, and opened only with the key of the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The stream of the entry.
    pub stream: StreamName,
    /// The entry.
    pub version: u64,
    /// What is sealed: `face`, `trigger`, `shoe`.
    pub what: String,
    /// Which key it was encrypted with.
    pub key: String,
    /// Nonce and encrypted bytes.
    pub bytes: Vec<u8>,
}

/// Money that moves from one account of the floor to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// The stream of the entry that moves it.
    pub stream: StreamName,
    /// The entry.
    pub version: u64,
    /// From where.
    pub from: String,
    /// To where.
    pub to: String,
    /// ISO 4217.
    pub currency: String,
    /// In minor units; never less than nothing.
    pub amount: i64,
}

/// Something that this house keeps beside its streams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What kind of thing: `session`, `credential`, `rules`.
    pub space: String,
    /// Which one.
    pub key: String,
    /// How often it was written, from one.
    pub version: u64,
    /// What it says.
    pub value: Vec<u8>,
}

/// A change of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemChange {
    /// What kind of thing.
    pub space: String,
    /// Which one.
    pub key: String,
    /// How often it was written before; 0 where it must not be there yet.
    pub expected: u64,
    /// What it says from now on; nothing where it is taken away.
    pub value: Option<Vec<u8>>,
}
