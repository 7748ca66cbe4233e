//! What a store of journals does. There are three: SQLite in a folder, PostgreSQL for many nodes, and one in memory for
//! simulations. The same tests hold all of them.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Batch, Item, Kept, KeptAnswer, Posting, Seal};
use crate::entry::{At, CommandId, Entry, Head, StreamName};

/// What a store is asked for, once it is there.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store did not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was faster: catch up and decide again. Nothing was kept.
    #[error("{0} has moved on")]
    Moved(StreamName),
    /// An item has changed. Nothing was kept.
    #[error("{space} `{key}` has changed")]
    ItemMoved {
        /// What kind of thing.
        space: String,
        /// Which one.
        key: String,
    },
    /// A newer lease has written to the stream. Nothing was kept.
    #[error("a lease of {0} has been taken over")]
    Fenced(StreamName),
    /// A command of this id was decided before. Nothing was kept; read its answer.
    #[error("command {0} was decided before")]
    Known(CommandId),
    /// What is to be kept does not fit together. Nothing was kept.
    #[error("{0}: entries that do not follow each other")]
    Unchained(StreamName),
    /// There is no room. Nothing was kept.
    #[error("no room is left where the journal is kept")]
    Full,
    /// More waits than the store takes on. Nothing was kept.
    #[error("the store has more to do than it takes on")]
    Busy,
    /// Whether it was kept is not known: read the answer of the command before deciding again.
    #[error("whether it was kept is not known: {0}")]
    Unknown(String),
    /// The store cannot be reached. Nothing was kept.
    #[error("the store cannot be reached: {0}")]
    Away(String),
    /// What is kept is not what was written.
    #[error("what is kept is damaged: {0}")]
    Damaged(String),
    /// The store has stopped after a failure that it cannot judge; it must be opened again.
    #[error("the store has stopped: {0}")]
    Stopped(String),
}

impl StoreError {
    /// Whether it is certain that nothing was kept.
    #[must_use]
    pub const fn nothing_kept(&self) -> bool {
        match self {
            Self::Moved(_)
            | Self::ItemMoved { .. }
            | Self::Fenced(_)
            | Self::Known(_)
            | Self::Unchained(_)
            | Self::Full
            | Self::Busy
            | Self::Away(_) => true,
            Self::Unknown(_) | Self::Damaged(_) | Self::Stopped(_) => false,
        }
    }
}

/// A lease that somebody holds: to run a table, to read the cards of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Of what.
    pub name: String,
    /// Counts those who have held it, from one; goes with everything that is written by it.
    pub term: u64,
}

/// A store of journals.
///
/// Everything that is acknowledged is durable. Everything of one call of [`Store::append`] is kept, or nothing is.
pub trait Store: Send + Sync + 'static {
    /// Which history this is: it changes when an older copy is restored.
    fn epoch(&self) -> Work<'_, String>;

    /// Keeps batches in order, all of them or none.
    fn append(&self, batches: Vec<Batch>) -> Work<'_, ()>;

    /// What became of a command.
    fn command(&self, id: CommandId) -> Work<'_, Option<Kept>>;

    /// Takes away answers that refused something before a time and wrote no entry ([`Batch::is_refusal`]), the
    /// oldest first, `most` at most; returns how many. No chain and no anchor holds them. A command whose
    /// answer is gone is decided anew when it comes again.
    fn sweep_refusals(&self, before: At, most: u32) -> Work<'_, u64>;

    /// Answers behind an id, in the order of ids.
    fn answers(&self, after: Option<CommandId>, most: u32) -> Work<'_, Vec<KeptAnswer>>;

    /// Where streams end: those that are named, or all of them.
    fn heads(&self, of: Option<Vec<StreamName>>) -> Work<'_, Vec<(StreamName, Head)>>;

    /// Where streams end whose names come after another in their order, `most` at most.
    fn heads_after(&self, after: Option<StreamName>, most: u32) -> Work<'_, Vec<(StreamName, Head)>>;

    /// Entries of a stream after a version, so many at most.
    fn entries(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Entry>>;

    /// The secrets of entries of a stream after a version up to another.
    fn seals(&self, of: StreamName, after: u64, up_to: u64) -> Work<'_, Vec<Seal>>;

    /// Puts secrets in place of others of the same entries: with a new key, or none where they have been opened.
    fn reseal(&self, old: Vec<Seal>, new: Vec<Seal>) -> Work<'_, ()>;

    /// Money that entries of a stream moved after a version, so many entries at most.
    fn postings(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Posting>>;

    /// The sum of what every account has, by currency and account.
    fn balances(&self) -> Work<'_, Vec<(String, String, i128)>>;

    /// Items of a space whose keys begin so, behind a key, so many at most.
    fn items(&self, space: String, prefix: String, after: String, most: u32) -> Work<'_, Vec<Item>>;

    /// Takes a lease that nobody holds, or holds it on. `None` while another has it.
    fn lease(&self, name: String, owner: String, time: Duration) -> Work<'_, Option<Lease>>;

    /// Lets a lease go.
    fn release(&self, name: String, owner: String) -> Work<'_, ()>;

    /// Keeps an anchor behind the last one.
    fn anchor(&self, anchor: Anchor) -> Work<'_, ()>;

    /// Anchors after a number, `most` at most.
    fn anchors(&self, after: u64, most: u32) -> Work<'_, Vec<Anchor>>;

    /// What the next anchor is about.
    fn to_anchor(&self) -> Work<'_, Unanchored>;

    /// Streams that may have moved; it may be wrong both ways, so whoever needs to know asks [`Store::heads`] as well.
    fn hints(&self) -> tokio::sync::broadcast::Receiver<StreamName>;
}
