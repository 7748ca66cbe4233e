//! Tables, links and accounts as they are kept to be read back: whoever loads a record goes on from there instead of
//! from the first event.
//!
//! A snapshot is the form of which a digest is made, and apart from it what that form leaves out: faces of cards that lie
//! face down, cards that have left the shoe unseen, triggers. **Whoever keeps it seals the second part.** It holds no
//! rules: they are found on the shelf. What is read is written again and must be the same to the byte, so a form that has
//! changed is never taken for this one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::cage::Account;
use crate::link::Link;
use crate::pit::{State, Stream};
use crate::record::Digest;
use crate::shelf::Shelf;
use crate::table;

/// The version of the states that this engine makes of a record. It changes with their form, and with every change of
/// what an event does to them: golden digests in the tests tell when.
pub const STATE_VERSION: u16 = 1;

/// A state that can be read back. It is not printed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// As its digest is made of.
    state: Box<RawValue>,
    /// What may not be seen.
    secret: Box<RawValue>,
}

impl Snapshot {
    /// A state, written down.
    ///
    /// # Errors
    /// A balance that is too large to be written down.
    pub fn of(state: &State) -> Result<Self, serde_json::Error> {
        let (state, secret) = match state {
            State::Table(table) => (raw_of(&**table)?, raw_of(&table.unwritten())?),
            State::Link(link) => (raw_of(&**link)?, raw_of(&link.unwritten())?),
            State::Account(account) => (raw_of(&**account)?, raw_of(&())?),
        };
        Ok(Self { state, secret })
    }

    /// SHA-256 of the state, as [`crate::record::Digest`] tells it.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(self.state.get()).into())
    }

    /// The state of a stream; `None` if this is another one, cannot be read, or needs rules that are not on the shelf.
    #[must_use]
    pub fn read(&self, stream: Stream, shelf: &Shelf) -> Option<State> {
        let (state, secret) = (self.state.get(), self.secret.get());
        let read = match stream {
            Stream::Table(_) => {
                let written: table::Written = serde_json::from_str(state).ok()?;
                let table = written.under(shelf)?.completed(serde_json::from_str(secret).ok()?)?;
                State::Table(Arc::new(table))
            }
            Stream::Link(name) => {
                let link: Link =
                    serde_json::from_str(state).ok().filter(|link: &Link| link.name() == name)?;
                State::Link(Arc::new(link.completed(serde_json::from_str(secret).ok()?, shelf)?))
            }
            Stream::Account(person) => {
                let account: Account = serde_json::from_str(state).ok()?;
                State::Account(Arc::new(Some(account).filter(|account| account.person() == person)?))
            }
        };
        let again = Self::of(&read).ok()?;
        (again.state.get() == state && again.secret.get() == secret).then_some(read)
    }
}

fn raw_of<T: Serialize>(part: &T) -> Result<Box<RawValue>, serde_json::Error> {
    serde_json::value::to_raw_value(part)
}
