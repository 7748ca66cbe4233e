//! What a table, a link or an account has come to, in 32 bytes: whoever replays a record can tell whether they got there too.

use std::fmt;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::cage::Account;
use crate::link::Link;
use crate::table::Table;

/// SHA-256 of a state as it is written down: without faces of cards that lie face down and without secrets, so
/// that a record alone leads to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a table has come to.
///
/// # Errors
/// A balance that is too large to be written down.
pub fn digest_of_table(table: &Table) -> Result<Digest, serde_json::Error> {
    digest(table)
}

/// What a link has come to.
///
/// # Errors
/// A balance that is too large to be written down.
pub fn digest_of_link(link: &Link) -> Result<Digest, serde_json::Error> {
    digest(link)
}

/// What an account has come to.
///
/// # Errors
/// A balance that is too large to be written down.
pub fn digest_of_account(account: &Account) -> Result<Digest, serde_json::Error> {
    digest(account)
}

fn digest(state: &impl Serialize) -> Result<Digest, serde_json::Error> {
    Ok(Digest(Sha256::digest(serde_json::to_vec(state)?).into()))
}
