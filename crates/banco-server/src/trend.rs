//! What a few figures of this node were lately. They are kept in memory alone: whoever wants them for longer has `/metrics`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use banco_journal::At;
use tokio::time::MissedTickBehavior;

use crate::app::App;

/// How often it is looked, and how many looks are kept: an hour.
const EVERY: Duration = Duration::from_secs(20);
const KEPT: usize = 180;

/// The figures at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// When.
    pub at: At,
    /// Commands so far.
    pub commands: u64,
    /// Connections.
    pub connections: i64,
    /// What waits for a second person.
    pub approvals: i64,
}

/// The last looks, oldest first.
#[derive(Default, Debug)]
pub struct Trends(Mutex<VecDeque<Look>>);

impl Trends {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> Vec<Look> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    fn add(&self, look: Look) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(look);
        while kept.len() > KEPT {
            kept.pop_front();
        }
    }
}

/// How it is now.
#[must_use]
pub fn look(app: &App) -> Look {
    Look {
        at: app.now(),
        commands: app.metrics.command_time.many(),
        connections: app.metrics.connections.value(),
        approvals: app.metrics.approvals.value(),
    }
}

/// Looks now and then, until the server stops.
pub async fn run(app: Arc<App>) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = every.tick() => {}
        }
        app.measure();
        app.trends.add(look(&app));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_kept() {
        let trends = Trends::default();
        for commands in 0..500 {
            trends.add(Look { at: At(0), commands, connections: 0, approvals: 0 });
        }
        let all = trends.all();
        assert_eq!((all.len(), all.first().map(|look| look.commands)), (KEPT, Some(320)));
    }
}
