//! Where the pit calls the table.

use std::sync::Arc;

use banco_money::Amount;

use super::heard::Heard;
use crate::authority::{Actor, Person, Role};
use crate::link::{Fine, paid_by};
use crate::name::Name;
use crate::shelf::Shelf;
use crate::table::word::LinkWord;
use crate::table::{self, BetKey, Command, Event, LinkSays, Phase, Refusal, Table};

/// The shoe and the links have no person.
const MACHINE: Person = Person(0);

/// Commands that bring money from the cage or take it there.
pub(super) const fn carries_money(command: &Command) -> bool {
    matches!(command, Command::BuyIn { .. } | Command::CashOut { .. } | Command::Leave)
}

/// Whether a table can hear its links.
pub(super) fn can_hear(table: &Table) -> bool {
    table.fault().is_none() && table.phase() != Phase::Closed
}

/// What is going on at a table whose round may still become void. One that has stopped, or is closed, deals none.
pub(super) fn unsettled(table: &Table) -> Option<&'static str> {
    (can_hear(table) && table.phase() == Phase::Dealing).then(|| table.phase().told())
}

pub(super) fn evolve(table: &mut Table, event: &Event, _: &Shelf) {
    table::evolve(table, event);
}

pub(super) fn decide(table: &Table, by: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
    table::decide(table, by, command)
}

/// What a word of the shoe makes happen.
pub(super) fn hear(table: &Table, word: table::Word) -> Result<Vec<Event>, Refusal> {
    let command = match word {
        table::Word::Card(card) => Command::Card(card.unseal()),
        table::Word::Burn(card) => Command::BurnCard(card.unseal()),
        table::Word::CutCard => Command::ShowCutCard,
        table::Word::Turned(cards) => Command::TurnCards(cards),
        table::Word::Link(_) => return Ok(Vec::new()),
    };
    table::decide(table, Actor::new(Role::Shoe, MACHINE), command)
}

/// What a word of a link makes happen, and what the table has heard then.
pub(super) fn hear_link(
    table: &Table,
    heard: &Heard,
    word: &LinkWord,
) -> Result<(Vec<Event>, Heard), Refusal> {
    let mut after = heard.clone();
    if heard.has(word.link, word.number) {
        return Ok((Vec::new(), after));
    }
    let is_contact = matches!(word.says, LinkSays::Contact(_));
    let news = !is_contact || heard.is_news(word.link, word.number);
    let mut now = table.clone();
    let mut events = Vec::new();
    for says in old_words(table, &word.says).into_iter().filter(|_| news) {
        let node = Actor::new(Role::Link, MACHINE);
        for event in table::decide(&now, node, Command::Link(says))? {
            table::evolve(&mut now, &event);
            events.push(event);
        }
    }
    after.take(word.link, word.number, is_contact, paid_by(&word.says));
    Ok((events, after))
}

/// A word as the table takes it today.
fn old_words(table: &Table, says: &LinkSays) -> Vec<table::LinkWord> {
    use table::LinkWord as Old;
    let text = |name: Name| -> Arc<str> { name.as_str().into() };
    let waits = |key: BetKey, meter: Name| {
        table.claims().iter().any(|claim| claim.key == key && *claim.meter == *meter)
    };
    match says {
        LinkSays::Contact(wagers) => {
            let contact =
                |(wager, contact): &(Name, _)| Old::Contact { wager: text(*wager), contact: *contact };
            wagers.iter().map(contact).collect()
        }
        LinkSays::Verified { .. } => Vec::new(),
        LinkSays::Paid { meter, shares, .. } => {
            let share = |(key, amount): &(BetKey, Amount)| {
                let (key, meter) = (*key, text(*meter));
                if amount.is_positive() {
                    return Old::Award { key, meter, amount: *amount };
                }
                Old::Drop { key, meter, reason: "the meter held nothing".into() }
            };
            let pays = |(key, amount): &&(BetKey, Amount)| amount.is_positive() || waits(*key, *meter);
            shares.iter().filter(pays).map(share).collect()
        }
        LinkSays::Rejected { meter, winners, reason, .. } => {
            let left = winners.iter().filter(|key| waits(**key, *meter));
            left.map(|key| Old::Drop { key: *key, meter: text(*meter), reason: Arc::clone(reason) }).collect()
        }
        LinkSays::Bears { amount, .. } => vec![Old::Reimburse { amount: *amount }],
    }
}

/// What a table has received from a link.
pub(super) fn received(heard: &Heard, link: Name) -> Fine {
    heard.received(link)
}
