//! Whether this node can keep commands, for load balancers and for whoever restarts the process.
//!
//! A background task writes a lease of its own every half second, so a full disk, a store that has stopped and a deleted
//! journal are noticed without traffic. Probes only read what it found.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use banco_journal::StoreError;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::app::App;
use crate::problem::Failed;

/// Time between two looks.
const INTERVAL: Duration = Duration::from_millis(500);
/// Longest wait for the store.
const PATIENCE: Duration = Duration::from_millis(1_200);
/// Age from which a look says nothing about the present.
const STALE: Duration = Duration::from_secs(2);
/// Term of the lease that is written.
const LEASE: Duration = Duration::from_secs(5);

/// Why a node cannot serve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unready {
    /// It is stopping.
    Stopping,
    /// It has not looked yet.
    Starting,
    /// No room is left where the journal is kept.
    DiskFull,
    /// The store does not answer in time.
    StoreSlow,
    /// The store cannot be reached.
    StoreAway(String),
    /// The store has stopped and must be opened again.
    StoreStopped(String),
    /// The floor cannot read what is kept.
    FloorBroken(String),
    /// An older copy was restored where this node goes on.
    OtherHistory,
}

impl Unready {
    /// Reason code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Stopping => "stopping",
            Self::Starting => "starting",
            Self::DiskFull => "disk_full",
            Self::StoreSlow => "store_slow",
            Self::StoreAway(_) => "store_away",
            Self::StoreStopped(_) => "store_stopped",
            Self::FloorBroken(_) => "floor_broken",
            Self::OtherHistory => "other_history",
        }
    }

    /// Whether only a new process can go on.
    #[must_use]
    pub const fn needs_restart(&self) -> bool {
        matches!(self, Self::StoreStopped(_) | Self::FloorBroken(_) | Self::OtherHistory)
    }

    /// What an operator should do.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Stopping | Self::Starting => "ask again in a few seconds",
            Self::DiskFull => "make room where the journal is kept; the node goes on by itself",
            Self::StoreSlow => "look at the disk or the database: a commit takes longer than a second",
            Self::StoreAway(_) => "start the database; the node goes on by itself",
            Self::StoreStopped(_) => {
                "start the server again; if the journal is missing, put it back or restore a copy first"
            }
            Self::FloorBroken(_) => "run `banco verify`, then restore the last good copy",
            Self::OtherHistory => "start the server again: it goes on from the restored copy",
        }
    }
}

impl std::fmt::Display for Unready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopping => f.write_str("this node is stopping"),
            Self::Starting => f.write_str("this node is starting"),
            Self::DiskFull => f.write_str("no room is left where the journal is kept"),
            Self::StoreSlow => f.write_str("the store does not answer in time"),
            Self::StoreAway(why) | Self::StoreStopped(why) | Self::FloorBroken(why) => f.write_str(why),
            Self::OtherHistory => {
                f.write_str("another history was restored; this node must be started again")
            }
        }
    }
}

impl From<Unready> for Failed {
    fn from(why: Unready) -> Self {
        // Probes are answered without paths and messages of the store.
        let title = match &why {
            Unready::StoreAway(_) => "the store cannot be reached".to_owned(),
            Unready::StoreStopped(_) => "the store has stopped".to_owned(),
            Unready::FloorBroken(_) => "the floor cannot read what is kept".to_owned(),
            other => other.to_string(),
        };
        Self::new(StatusCode::SERVICE_UNAVAILABLE, why.code(), title).hint(why.hint()).again_in(1)
    }
}

/// What the last look found, and when.
#[derive(Clone, Debug)]
struct Look {
    found: Option<Unready>,
    at: Instant,
}

/// Readiness of a node.
#[derive(Debug)]
pub struct Readiness(watch::Sender<Look>);

impl Default for Readiness {
    fn default() -> Self {
        Self(watch::Sender::new(Look { found: Some(Unready::Starting), at: Instant::now() }))
    }
}

impl Readiness {
    /// Why the node cannot serve now; `None` while it can.
    #[must_use]
    pub fn unready(&self) -> Option<Unready> {
        let look = self.0.borrow().clone();
        look.found.or_else(|| (look.at.elapsed() > STALE).then_some(Unready::StoreSlow))
    }

    /// Waits for a fault after which only a new process can go on.
    pub async fn needs_restart(&self) -> Unready {
        let mut looks = self.0.subscribe();
        let fatal = |look: &Look| look.found.as_ref().is_some_and(Unready::needs_restart);
        if let Ok(look) = looks.wait_for(fatal).await
            && let Some(why) = look.found.clone()
        {
            return why;
        }
        std::future::pending().await
    }
}

/// Looks at the node for the first time, before anybody can ask.
pub async fn first(app: &App) {
    let found = look(app, &lease_of(app)).await;
    app.readiness.0.send_replace(Look { found, at: Instant::now() });
}

fn lease_of(app: &App) -> String {
    format!("pulse/{}", app.node)
}

/// Looks at the node until it stops.
pub async fn run(app: Arc<App>) {
    let mut every = interval(INTERVAL);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let lease = lease_of(&app);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => break,
            _ = every.tick() => {}
        }
        let found = look(&app, &lease).await;
        let before = app.readiness.unready();
        if found != before {
            match &found {
                Some(why) => tracing::error!(code = why.code(), %why, "not ready"),
                None => tracing::info!("ready"),
            }
        }
        app.metrics.ready.set(i64::from(found.is_none()));
        app.readiness.0.send_replace(Look { found, at: Instant::now() });
    }
    app.readiness.0.send_replace(Look { found: Some(Unready::Stopping), at: Instant::now() });
    // If it cannot be released, it runs out.
    drop(timeout(PATIENCE, app.store.release(lease, app.node.clone())).await);
}

async fn look(app: &App, lease: &str) -> Option<Unready> {
    if let Some(why) = app.floor.broken() {
        return Some(Unready::FloorBroken(why.to_owned()));
    }
    let work = async {
        app.store.lease(lease.to_owned(), app.node.clone(), LEASE).await?;
        app.store.epoch().await
    };
    match timeout(PATIENCE, work).await {
        Err(_) => Some(Unready::StoreSlow),
        Ok(Ok(epoch)) if epoch != app.epoch => Some(Unready::OtherHistory),
        // A store that sheds load serves the rest.
        Ok(Ok(_) | Err(StoreError::Busy)) => None,
        Ok(Err(StoreError::Full)) => Some(Unready::DiskFull),
        Ok(Err(error @ (StoreError::Stopped(_) | StoreError::Damaged(_)))) => {
            Some(Unready::StoreStopped(error.to_string()))
        }
        Ok(Err(error)) => Some(Unready::StoreAway(error.to_string())),
    }
}
