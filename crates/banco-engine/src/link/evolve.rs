//! How events change the link.

use std::sync::Arc;

use super::event::Event;
use super::hit::{Hit, HitId, Progress};
use super::pool::{Change, Feed, Pool};
use super::setup::Setup;
use super::state::{Attached, Game, KEPT, Link};

/// Changes the link by an event. Events come from [`super::decide`]; others change nothing that they do not
/// concern.
pub fn evolve(link: &mut Link, event: &Event) {
    match event {
        Event::Opened { setup, .. } => {
            *link = Link::new(Arc::clone(setup));
            link.closed = false;
        }
        Event::TableAttached { table, .. } => link.tables.push(Attached { table: *table, contact: true }),
        Event::TableDetached { table, .. } => link.tables.retain(|attached| attached.table != *table),
        Event::ContactChanged { table, contact, .. } => {
            let attached = link.tables.iter_mut().filter(|attached| attached.table == *table);
            attached.for_each(|attached| attached.contact = *contact);
        }
        Event::TriggerSealed { meter, sealed, .. } => {
            link.triggers.get_mut(*meter).into_iter().for_each(|trigger| *trigger = Some(*sealed));
        }
        Event::Adjusted { meter, feed, .. } | Event::TransferredIn { meter, feed, .. } => {
            change(link, *meter, Change::Adjust(*feed));
        }
        Event::TransferredOut { meter, feed, .. } => change(link, *meter, Change::Adjust(feed.taken_out())),
        Event::SetupChanged { after, .. } => link.setup = Arc::clone(after),
        Event::Closed { left, .. } => {
            left.iter().for_each(|(meter, feed)| change(link, *meter, Change::Adjust(feed.taken_out())));
            link.closed = true;
        }
        Event::Locked { .. } | Event::Unlocked { .. } | Event::ReadingTaken { .. } => {}
        other => {
            games(link, other);
            hits(link, other);
        }
    }
}

fn games(link: &mut Link, event: &Event) {
    match event {
        Event::GameStarted { table, round, entries, fed, .. } => {
            fed.iter().for_each(|(meter, feed)| change(link, *meter, Change::Add(*feed)));
            link.games.push(Game {
                table: *table,
                round: *round,
                entries: entries.clone(),
                fed: fed.clone(),
                selected: Vec::new(),
            });
        }
        Event::HandSelected { table, seat, line, on, .. } => {
            if let Some(game) = link.game_mut(*table) {
                game.selected.retain(|(known, hand)| (known, hand) != (seat, line));
                if *on {
                    game.selected.push((*seat, Arc::clone(line)));
                }
            }
        }
        Event::FixedPaid { meter, amount, .. } => {
            change(link, *meter, Change::Fixed(super::fine::Fine::of(*amount)));
        }
        Event::GameVoided { table, fed, .. } => {
            fed.iter().for_each(|(meter, feed)| change(link, *meter, Change::Reverse(*feed)));
            link.games.retain(|game| game.table != *table);
        }
        Event::GameEnded { table, .. } => link.games.retain(|game| game.table != *table),
        _ => {}
    }
}

fn hits(link: &mut Link, event: &Event) {
    match event {
        Event::HitReached { .. } => reached(link, event),
        Event::HitClaimed { hit, by, .. } => {
            let table = link.hit(*hit).map(|hit| hit.table);
            with(link, *hit, |hit| {
                hit.progress = Progress::Claimed;
                hit.claimed_by = Some(*by);
            });
            // The selection has done its work.
            let game = table.and_then(|table| link.game_mut(table));
            game.into_iter().for_each(|game| game.selected.clear());
        }
        Event::WinnerDrawn { hit, winner, by, .. } => with(link, *hit, |hit| {
            hit.winners = vec![*winner];
            hit.progress = Progress::Claimed;
            hit.claimed_by = Some(*by);
        }),
        Event::HitVerified { hit, by, .. } => with(link, *hit, |hit| {
            hit.progress = Progress::Verified;
            hit.verified_by = Some(*by);
        }),
        Event::HitPaid { hit, amount, by, .. } => {
            on_pool(link, *hit, |pool, growth, _| pool.pay(growth));
            with(link, *hit, |hit| {
                hit.progress = Progress::Paid;
                hit.paid_by = Some(*by);
                hit.paid = Some(*amount);
            });
            forget(link);
        }
        Event::HitRejected { hit, .. } => {
            on_pool(link, *hit, Pool::reject);
            with(link, *hit, |hit| hit.progress = Progress::Rejected);
            forget(link);
        }
        _ => {}
    }
}

fn reached(link: &mut Link, event: &Event) {
    let Event::HitReached { hit, table, round, meter, share, cause, winners, opened, .. } = event else {
        return;
    };
    change(link, *meter, Change::Hit(*hit, *share));
    link.next_hit = hit.0.saturating_add(1);
    if let (Some(_), Some(trigger)) = (opened, link.triggers.get_mut(*meter)) {
        *trigger = None;
    }
    link.hits.push(Hit {
        id: *hit,
        table: *table,
        round: *round,
        meter: *meter,
        share: *share,
        cause: cause.clone(),
        winners: winners.clone(),
        progress: Progress::Reached,
        opened: *opened,
        claimed_by: None,
        verified_by: None,
        paid_by: None,
        paid: None,
    });
}

fn change(link: &mut Link, meter: usize, change: Change) {
    let growth = link.setup.meters.get(meter).map(|meter| meter.growth);
    if let (Some(growth), Some(pool)) = (growth, link.pools.get_mut(meter)) {
        pool.push(&growth, change);
    }
}

fn with(link: &mut Link, hit: HitId, change: impl FnOnce(&mut Hit)) {
    if let Some(hit) = link.hit_mut(hit) {
        change(hit);
    }
}

fn on_pool(link: &mut Link, hit: HitId, change: impl Fn(&mut Pool, &super::pool::Growth, HitId)) {
    let setup = Arc::clone(&link.setup);
    let meter = link.hit(hit).map(|hit| hit.meter);
    let growth = meter.and_then(|meter| growth(&setup, meter));
    if let (Some(growth), Some(pool)) = (growth, meter.and_then(|meter| link.pools.get_mut(meter))) {
        change(pool, growth, hit);
    }
}

fn growth(setup: &Setup, meter: usize) -> Option<&super::pool::Growth> {
    setup.meters.get(meter).map(|meter| &meter.growth)
}

/// Of the decided jackpots only the last ones are kept.
fn forget(link: &mut Link) {
    let decided = link.hits.iter().filter(|hit| !hit.progress.is_pending()).count();
    let mut surplus = decided.saturating_sub(KEPT);
    link.hits.retain(|hit| {
        let goes = surplus > 0 && !hit.progress.is_pending();
        surplus -= usize::from(goes);
        !goes
    });
}

impl Feed {
    /// The same, the other way.
    pub(super) fn taken_out(self) -> Self {
        Self { pot: -self.pot, reserve: -self.reserve }
    }
}
