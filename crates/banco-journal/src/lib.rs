//! What a floor keeps.
//!
//! A journal is a set of append-only [streams](entry::StreamName), one for each table, link, account, and one for the floor. Everything
//! that one command makes happen is a [`Batch`]: entries of every stream it touches, each with the head that they follow;
//! the money they move; their secrets, sealed; and the answer that the client is given, now and whenever it asks
//! again. A [`Store`] keeps a batch as a whole or not at all, and acknowledges it when it is durable.
//!
//! Each entry names the hash of the one before it; [anchors](anchor) sign where the streams ended. `docs/journal.md` says how it
//! is written, so that anybody can check a journal without this code.

pub mod anchor;
pub mod batch;
mod check;
pub mod entry;
pub mod export;
pub mod fault;
pub mod memory;
pub mod postgres;
pub mod raw;
pub mod seal;
pub mod sqlite;
pub mod store;
pub mod verify;

pub use anchor::{Anchor, AnchorKey, Statement, Unanchored};
pub use batch::{Answer, Batch, Item, ItemChange, Kept, KeptAnswer, Posting, Seal, Write};
pub use entry::{At, By, CommandId, Entry, Hash, Head, StreamName};
pub use seal::Keyring;
pub use store::{Lease, Store, StoreError};

/// A count as databases keep it, with a sign. There is no column for more than 2^63 of anything.
pub(crate) fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
