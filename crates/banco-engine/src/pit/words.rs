//! What happens on a link, as its tables are told.

use std::sync::Arc;

use super::Pit;
use crate::link::{Event, Link, Setup, Share, TableId};
use crate::table::{Contact, LinkWord, Phase, Table};

/// What an event of a link says to tables.
pub(super) fn of(pit: &Pit, setup: &Setup, event: &Event) -> Vec<(TableId, LinkWord)> {
    let Some(link) = pit.link(&setup.name) else { return Vec::new() };
    let meter = |at: usize| setup.meters.get(at).map(|rule| Arc::clone(&rule.id)).unwrap_or_default();
    match event {
        Event::TableAttached { table, .. } | Event::ContactChanged { table, .. } => {
            contacts(pit, link, *table, None)
        }
        Event::Locked { wager, .. } | Event::Unlocked { wager, .. } => link
            .tables()
            .iter()
            .flat_map(|attached| contacts(pit, link, attached.table, Some(wager)))
            .collect(),
        Event::HitPaid { table, meter: at, shares, .. } => {
            let word = |share: &Share| {
                let (key, amount, meter) = (share.winner.key, share.amount, meter(*at));
                if amount.is_positive() {
                    return LinkWord::Award { key, meter, amount };
                }
                LinkWord::Drop { key, meter, reason: "the meter held nothing".into() }
            };
            shares.iter().map(|share| (*table, word(share))).collect()
        }
        Event::HitRejected { table, meter: at, winners, reason, .. } => {
            let meter = meter(*at);
            // A void round has dropped its claims already.
            let claims = |key| {
                let table = pit.table(*table).filter(|table| table.fault().is_none());
                let claims = table.map(Table::claims).unwrap_or_default();
                claims.iter().any(|claim| claim.key == key && claim.meter == meter)
            };
            let left = winners.iter().filter(|winner| claims(winner.key));
            let drop = |key| LinkWord::Drop { key, meter: Arc::clone(&meter), reason: Arc::clone(reason) };
            left.map(|winner| (*table, drop(winner.key))).collect()
        }
        Event::FixedPaid { table, amount, .. } => vec![(*table, LinkWord::Reimburse { amount: *amount })],
        _ => Vec::new(),
    }
}

/// What a table hears of the wagers of a link, or of one of them.
fn contacts(pit: &Pit, link: &Link, table: TableId, only: Option<&Arc<str>>) -> Vec<(TableId, LinkWord)> {
    // A table that has stopped, or is closed, hears nothing; the others go on.
    let hears = |table: &Table| table.fault().is_none() && table.phase() != Phase::Closed;
    if !pit.table(table).is_some_and(hears) {
        return Vec::new();
    }
    let heard = link.tables().iter().any(|attached| attached.table == table && attached.contact);
    let wagers = link.setup().wagers.iter().enumerate();
    let concerned = wagers.filter(|(_, wager)| only.is_none_or(|only| wager.id == *only));
    let contact = |at: usize| match (heard, link.is_locked(at)) {
        (false, _) => Contact::Lost,
        (true, true) => Contact::Pending,
        (true, false) => Contact::Ready,
    };
    concerned
        .map(|(at, wager)| {
            let word = LinkWord::Contact { wager: Arc::clone(&wager.id), contact: contact(at) };
            (table, word)
        })
        .collect()
}
