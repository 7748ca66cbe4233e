//! What clients ask for: tagged objects, one for each command of the engine.

#[macro_use]
mod tagged;
mod account;
mod link;
mod table;
mod wanted;

use banco_cards::Card as EngineCard;
use banco_engine::{Hidden, Person};

pub use account::{AccountCommand, name_of_account_command};
pub use link::{LinkCommand, LinkContext, name_of_link_command};
pub use table::{TableCommand, TableContext, name_of_table_command};
pub use wanted::{
    AccountWanted, Irregularity, Limit, LimitKey, LinkWanted, TableAccount, VoidReason, Wanted,
};

use crate::bad::BadCommand;
use crate::json;
use crate::value::{Card, Number};

/// Reads what somebody asks of a table.
///
/// # Errors
/// What is no such command, and where.
pub fn read_table_command(bytes: &[u8]) -> Result<TableCommand, BadCommand> {
    json::read(bytes)
}

/// Reads what somebody asks of a progressive link.
///
/// # Errors
/// What is no such command, and where.
pub fn read_link_command(bytes: &[u8]) -> Result<LinkCommand, BadCommand> {
    json::read(bytes)
}

/// Reads what somebody asks of an account.
///
/// # Errors
/// What is no such command, and where.
pub fn read_account_command(bytes: &[u8]) -> Result<AccountCommand, BadCommand> {
    json::read(bytes)
}

const fn person(number: Number) -> Person {
    Person(number.0)
}

/// A card that was seen, or not.
fn perhaps_seen(card: Option<Card>) -> Hidden<EngineCard> {
    card.map_or_else(Hidden::unknown, |card| Hidden::new(card.0))
}
