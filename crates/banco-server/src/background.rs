//! What goes on by itself: anchors, who is who, what time it is.

use std::sync::Arc;
use std::time::Duration;

use banco_engine::pit::Word;
use banco_floor::{Ask, Wish};
use banco_house::Said;
use banco_journal::{At, Hash};
use tokio::time::MissedTickBehavior;

use crate::api::command_id;
use crate::api::commands::lapse;
use crate::app::App;

/// How often it is looked whether somebody's standing has changed elsewhere.
const PEOPLE: Duration = Duration::from_millis(500);
/// How often what is over is swept away.
const SWEEP: u32 = 1_200;
/// How often old refusals are taken away.
const REFUSALS: Duration = Duration::from_secs(60);
/// Refusals that are taken away in one transaction.
const REFUSALS_TOGETHER: u32 = 500;
/// The time between two such transactions.
const BETWEEN_REFUSALS: Duration = Duration::from_millis(50);

/// Signs where all streams end, at intervals.
pub async fn anchors(app: Arc<App>) {
    let mut every = tokio::time::interval(app.config.anchor_every);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    every.tick().await;
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = every.tick() => {}
        }
        if let Err(error) = app.anchor().await {
            tracing::warn!(%error, "no anchor");
        }
    }
}

/// Learns of everything that has happened to people on other nodes, so that nobody who was signed out stays in.
pub async fn people(app: Arc<App>) {
    let mut every = tokio::time::interval(PEOPLE);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut turns = 0_u32;
    let mut standing = app.standing.subscribe();
    standing.mark_changed();
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = every.tick() => {}
        }
        app.refresh_people().await;
        if standing.has_changed().unwrap_or(false) {
            standing.mark_unchanged();
            lapse_requests(&app).await;
        }
        turns = turns.wrapping_add(1);
        if !turns.is_multiple_of(SWEEP) {
            continue;
        }
        app.presence.sweep(app.config.pace.idle);
        if let Err(error) = app.people.sweep(app.now()).await {
            tracing::warn!(%error, "nothing was swept");
        }
    }
}

/// Requests die when their askers lose the role in which they asked, are disabled or gone.
async fn lapse_requests(app: &Arc<App>) {
    let books = app.floor.books();
    let mut gone: Vec<_> = books.pit().askers().collect();
    gone.sort_unstable();
    gone.dedup();
    for (asker, _) in gone.into_iter().filter(|(asker, role)| !app.may_still_ask(*asker, *role)) {
        lapse(app, asker).await;
    }
}

/// Takes away refusals that are older than they are kept, a few at a time, so that whoever plays does not wait.
pub async fn refusals(app: Arc<App>) {
    let mut every = tokio::time::interval(REFUSALS);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let kept = i64::try_from(app.config.refusals_kept.as_micros()).unwrap_or(i64::MAX);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = every.tick() => {}
        }
        let before = At(app.now().0.saturating_sub(kept));
        loop {
            match app.store.sweep_refusals(before, REFUSALS_TOGETHER).await {
                Ok(gone) => {
                    app.metrics.refusals_swept.add(gone);
                    if gone < u64::from(REFUSALS_TOGETHER) || app.stop.is_cancelled() {
                        break;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "no refusals were swept");
                    break;
                }
            }
            tokio::time::sleep(BETWEEN_REFUSALS).await;
        }
    }
}

/// Tells tables, links and accounts what time it is when something of theirs ends or falls due.
pub async fn clock(app: Arc<App>) {
    let mut every = tokio::time::interval(Duration::from_secs(1));
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = every.tick() => {}
        }
        let (books, now) = (app.floor.books(), app.time());
        let due: Vec<_> = books.pit().deadlines().filter(|(_, at)| *at <= now).collect();
        for (stream, at) in due {
            // The same moment has one name on every node.
            let id = command_id("clock", &format!("{stream} {}", at.0));
            let said = Said::Word(Word::Time(stream));
            if let Err(error) = app.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(said))).await {
                tracing::warn!(%error, %stream, "the time could not be told");
            }
        }
    }
}
