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
            // The number of a jackpot is its own for good.
            let next_hit = link.next_hit;
            *link = Link { closed: false, next_hit, ..Link::new(Arc::clone(setup)) };
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
        Event::TransferredOut { meter, feed, .. } => {
            change(link, *meter, Change::Adjust(feed.taken_out()));
            link.emptied = true;
        }
        Event::SetupChanged { before, after, .. } => {
            link.setup = Arc::clone(after);
            unseal(link, before);
        }
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
            fed.iter().for_each(|(meter, feed)| change(link, *meter, Change::Add(*table, *feed)));
            link.games.push(Game {
                table: *table,
                round: *round,
                entries: entries.clone(),
                fed: fed.clone(),
                first_hit: HitId(link.next_hit),
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
            fed.iter().for_each(|(meter, feed)| change(link, *meter, Change::Reverse(*table, *feed)));
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

/// A trigger drawn for other terms may lie where the meter never comes: a new one must be sealed.
fn unseal(link: &mut Link, before: &Setup) {
    let rules = link.setup.meters.iter().zip(&before.meters);
    for (trigger, (now, before)) in link.triggers.iter_mut().zip(rules) {
        if now.growth != before.growth {
            *trigger = None;
        }
    }
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

/// Of the decided jackpots only the last ones are kept, and those of rounds that are played: whether such a round
/// may be void hangs on them.
fn forget(link: &mut Link) {
    let playing: Vec<HitId> =
        link.games.iter().flat_map(|game| link.made_in(game)).map(|hit| hit.id).collect();
    let over = |hit: &Hit| !hit.progress.is_pending() && !playing.contains(&hit.id);
    let mut surplus = link.hits.iter().filter(|hit| over(hit)).count().saturating_sub(KEPT);
    link.hits.retain(|hit| {
        let goes = surplus > 0 && over(hit);
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
