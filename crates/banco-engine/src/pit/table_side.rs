//! Where the pit calls the table.

use banco_money::Amount;

use crate::authority::{Actor, Person};
use crate::link::{Fine, Link, Station, paid_by};
use crate::name::Name;
use crate::table::{Account, Command, Phase, Table, Wanted};

/// Whose account a command concerns: somebody comes or goes, or money comes from the cage or goes there.
pub(super) fn at_the_cage(table: Option<&Table>, by: Actor, command: &Command) -> Option<Person> {
    let own = matches!(
        command,
        Command::Sit { .. } | Command::StandBehind { .. } | Command::CashOut { .. } | Command::Leave
    );
    let own = own.then(|| by.participant());
    own.or_else(|| buys_in(by, command)).or_else(|| approved_for(table?, command))
}

/// Who brings money to a table by a command. Cash that lies beside a spoken wager is bought in when the dealer
/// confirms it.
const fn buys_in(by: Actor, command: &Command) -> Option<Person> {
    if let Command::AnswerSpoken { person, confirmed: true } | Command::TakeCash { person, .. } = command {
        return Some(*person);
    }
    if matches!(command, Command::BuyIn { .. }) { Some(by.participant()) } else { None }
}

/// Whom a command sees off, if it approves that.
pub(super) fn seen_off(table: &Table, command: &Command) -> Option<Person> {
    match approved(table, command)? {
        Wanted::SeeOff { person, .. } => Some(*person),
        Wanted::Accommodation { .. }
        | Wanted::CashBuyIn { .. }
        | Wanted::Correction { .. }
        | Wanted::Fill { .. }
        | Wanted::Open { .. }
        | Wanted::Promotion { .. }
        | Wanted::Terms { .. }
        | Wanted::Void { .. } => None,
    }
}

/// Whose account a request concerns that a command approves.
fn approved_for(table: &Table, command: &Command) -> Option<Person> {
    match approved(table, command)? {
        Wanted::SeeOff { person, .. }
        | Wanted::CashBuyIn { person, .. }
        | Wanted::Correction { to: Account::Chips(person), .. } => Some(*person),
        Wanted::Accommodation { .. }
        | Wanted::Correction { .. }
        | Wanted::Fill { .. }
        | Wanted::Open { .. }
        | Wanted::Promotion { .. }
        | Wanted::Terms { .. }
        | Wanted::Void { .. } => None,
    }
}

/// Who would act for somebody by a command: asked for, allowed or approved.
pub(super) fn helper_in(table: &Table, command: &Command) -> Option<Person> {
    if let Command::Accommodate { helper, .. } = command {
        return Some(*helper);
    }
    let asked = if let Command::Ask(wanted) = command { Some(wanted) } else { approved(table, command) };
    if let Some(Wanted::Accommodation { helper, .. }) = asked { Some(*helper) } else { None }
}

/// The request that a command approves.
fn approved<'t>(table: &'t Table, command: &Command) -> Option<&'t Wanted> {
    let Command::Approve { request } = command else { return None };
    table.requests().iter().find(|known| known.id == *request).map(|known| &known.what)
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

/// What a link has paid and a table has not heard yet.
pub(super) fn unheard(table: &Table, link: &Link, station: &Station) -> Fine {
    let unheard = station.words.iter().filter(|word| !has_heard(table, link.name(), word.number));
    unheard.map(|word| paid_by(&word.says)).sum()
}

/// What a table has received from a link.
pub(super) fn received(table: &Table, link: Name) -> Fine {
    let received: Option<Amount> = table.heard(link).map(|heard| heard.received);
    received.map(Fine::from).unwrap_or_default()
}
