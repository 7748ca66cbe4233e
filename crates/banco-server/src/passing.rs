//! What is seen for a moment and kept nowhere: how long there is time at a table, and how far somebody has turned up a card.
//! It is told to those who follow the table on this node. With several nodes, those who follow it elsewhere see no countdown
//! where another node deals, and no card being turned up; everything that counts is in the journal.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use banco_engine::link::TableId;
use banco_floor::{Awaited, TellsTime};
use banco_wire::{ClockFor, ClockSeen, Moment, Number, Squeezed};
use tokio::sync::broadcast;

use crate::app::App;

/// How much may wait for somebody who reads slowly; what is missed is over anyhow.
const WAITING: usize = 256;

/// Something that passes.
#[derive(Clone, Copy, Debug)]
pub enum Passes {
    /// There is other time than before.
    Clock(TableId),
    /// A card is turned up.
    Squeeze(TableId, Squeezed),
}

impl Passes {
    /// At which table.
    pub const fn table(self) -> TableId {
        match self {
            Self::Clock(table) | Self::Squeeze(table, _) => table,
        }
    }
}

/// Everything that passes on this node.
pub struct Passing {
    clocks: Mutex<HashMap<TableId, ClockSeen>>,
    told: broadcast::Sender<Passes>,
}

impl Default for Passing {
    fn default() -> Self {
        Self { clocks: Mutex::default(), told: broadcast::channel(WAITING).0 }
    }
}

impl Passing {
    /// How long there is time at a table.
    pub fn clock(&self, table: TableId) -> Option<ClockSeen> {
        self.clocks.lock().unwrap_or_else(PoisonError::into_inner).get(&table).copied()
    }

    /// Tells everybody who follows.
    pub fn tell(&self, passes: Passes) {
        // Nobody may be there to hear it.
        let _ = self.told.send(passes);
    }

    /// Something beside the game has changed: whoever follows the table looks again.
    pub fn look_again(&self, table: TableId) {
        self.tell(Passes::Clock(table));
    }

    /// Hears everything from now on.
    pub fn hear(&self) -> broadcast::Receiver<Passes> {
        self.told.subscribe()
    }

    fn set(&self, table: TableId, clock: Option<ClockSeen>) {
        let mut clocks = self.clocks.lock().unwrap_or_else(PoisonError::into_inner);
        match clock {
            Some(clock) => clocks.insert(table, clock),
            None => clocks.remove(&table),
        };
        drop(clocks);
        self.tell(Passes::Clock(table));
    }
}

/// What the house at a table tells of its time.
pub fn telling(app: &Arc<App>, table: TableId) -> TellsTime {
    let app = Arc::clone(app);
    Arc::new(move |time| {
        let clock = time.map(|(awaited, left, whole)| ClockSeen {
            what: match awaited {
                Awaited::Wagers => ClockFor::Wagers,
                Awaited::Answer => ClockFor::Answer,
            },
            until: Moment::from_micros(
                app.now().0.saturating_add(i64::try_from(left.as_micros()).unwrap_or_default()),
            ),
            seconds: Number(u32::try_from(whole.as_secs()).unwrap_or(u32::MAX)),
        });
        app.passing.set(table, clock);
    })
}
