//! Where the pit calls the table.

use banco_money::Amount;

use crate::authority::Person;
use crate::link::Fine;
use crate::name::Name;
use crate::table::{Command, Phase, Table, Wanted};

/// Commands that bring money from the cage or take it there.
pub(super) fn carries_money(table: Option<&Table>, command: &Command) -> bool {
    matches!(command, Command::BuyIn { .. } | Command::CashOut { .. } | Command::Leave)
        || table.is_some_and(|table| seen_off(table, command).is_some())
}

/// Whom a command sees off, if it approves that.
pub(super) fn seen_off(table: &Table, command: &Command) -> Option<Person> {
    let Command::Approve { request } = command else { return None };
    let found = table.requests().iter().find(|known| known.id == *request)?;
    match found.what {
        Wanted::SeeOff { person, .. } => Some(person),
        Wanted::Correction { .. } | Wanted::Void { .. } => None,
    }
}

/// Whether a table can hear its links: one that has stopped cannot.
pub(super) fn can_hear(table: &Table) -> bool {
    table.fault().is_none()
}

/// What is going on at a table whose round may still become void. One that has stopped deals none.
pub(super) fn unsettled(table: &Table) -> Option<&'static str> {
    (can_hear(table) && table.phase() == Phase::Dealing).then(|| table.phase().in_words())
}

/// Whether a table has taken a word of a link.
pub(super) fn has_heard(table: &Table, link: Name, number: u32) -> bool {
    table.heard(link).is_some_and(|heard| heard.has(number))
}

/// Up to which word of a link a table has heard everything.
pub(super) fn heard_up_to(table: &Table, link: Name) -> u32 {
    table.heard(link).map_or(0, |heard| heard.upto)
}

/// What a table has received from a link.
pub(super) fn received(table: &Table, link: Name) -> Fine {
    let received: Option<Amount> = table.heard(link).map(|heard| heard.received);
    received.map(Fine::from).unwrap_or_default()
}
