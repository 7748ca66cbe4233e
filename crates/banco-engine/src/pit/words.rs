//! What happens on a link, as its tables are told.

use std::sync::Arc;

use super::Pit;
use crate::link::{Event, Link, Setup, TableId};
use crate::name::Name;
use crate::table::{Contact, GameId, HitId, LinkSays, Phase, Table};

/// What an event of a link says to tables.
pub(super) fn of(pit: &Pit, setup: &Setup, event: &Event) -> Vec<(TableId, LinkSays)> {
    let Some(link) = pit.link(&setup.name) else { return Vec::new() };
    let meter = |at: usize| setup.meters.get(at).map(|rule| Name::new(&rule.id)).unwrap_or_default();
    let id = |hit: crate::link::HitId| HitId(hit.0);
    match event {
        Event::TableAttached { table, .. } | Event::ContactChanged { table, .. } => {
            contacts(pit, link, *table, None)
        }
        Event::Locked { wager, .. } | Event::Unlocked { wager, .. } => link
            .tables()
            .iter()
            .flat_map(|attached| contacts(pit, link, attached.table, Some(wager)))
            .collect(),
        Event::HitVerified { hit, .. } => {
            let Some(found) = link.hit(*hit) else { return Vec::new() };
            let winners = found.winners.iter().map(|winner| winner.key).collect();
            vec![(found.table, LinkSays::Verified { hit: id(*hit), meter: meter(found.meter), winners })]
        }
        Event::HitPaid { table, hit, meter: at, shares, .. } => {
            let shares = shares.iter().map(|share| (share.winner.key, share.amount)).collect();
            vec![(*table, LinkSays::Paid { hit: id(*hit), meter: meter(*at), shares })]
        }
        Event::HitRejected { table, hit, meter: at, winners, reason, .. } => {
            let winners = winners.iter().map(|winner| winner.key).collect();
            let reason = Arc::clone(reason);
            vec![(*table, LinkSays::Rejected { hit: id(*hit), meter: meter(*at), winners, reason })]
        }
        Event::FixedPaid { table, amount, .. } => {
            let wager = Name::default();
            vec![(*table, LinkSays::Bears { game: GameId(0), wager, amount: *amount })]
        }
        _ => Vec::new(),
    }
}

/// What a table hears of the wagers of a link, or of one of them.
fn contacts(pit: &Pit, link: &Link, table: TableId, only: Option<&Arc<str>>) -> Vec<(TableId, LinkSays)> {
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
    let all = concerned.map(|(at, wager)| (Name::new(&wager.id), contact(at))).collect();
    vec![(table, LinkSays::Contact(all))]
}
