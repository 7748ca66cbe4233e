//! A progressive link: meters that tables share, jackpots that are made, locked, verified and paid.
//!
//! Like the table it is a deterministic state machine. [`decide`] says what a person's command makes happen,
//! [`hear`] what a word of a machine of the house does; nothing turns one into the other. [`evolve`] changes the
//! link by events, [`view`] shows what signs and screens may show. What a meter must hold follows from the events
//! alone ([`reconcile()`]). There is no clock and no randomness in here: hidden triggers and the draws of winners
//! come in as words of the generator.

#![deny(clippy::wildcard_enum_match_arm)]

mod change;
mod command;
mod decide;
mod event;
mod fine;
mod game;
mod hit;
mod jackpot;
mod pool;
mod reconcile;
mod refusal;
mod setup;
mod snapshot;
mod state;
mod surroundings;
mod trigger;
mod upkeep;
mod view;
mod word;

pub use crate::table::{GameId, HitId};
pub use command::{Command, Wanted};
pub(crate) use decide::{WorkedOut, work_out_command, work_out_lapse, work_out_time, work_out_word};
pub use decide::{decide, hear};
pub(crate) use event::spread;
pub use event::{
    Approval, Borne, ChangeEvent, Event, GameEvent, JackpotEvent, MeterOpening, OperationEvent, ReadingEvent,
    TableEvent, TriggerEvent, What, evolve,
};
pub use fine::Fine;
pub(crate) use game::may_leave;
pub use hit::{Cause, Held, Hit, Progress, Share, Winner};
pub use pool::{Feed, Growth, Level};
pub use reconcile::{DayReport, MeterReading, Moved, Movements, Variance, reconcile};
pub use refusal::{Reason, Refusal};
pub use setup::{MeterRule, Odds, Setup, WagerRule};
pub use state::{Entry, Fed, Game, Link, Station, TableId, paid_by};
pub use surroundings::Surroundings;
pub use trigger::{Cycle, OpenedTrigger, TriggerSecret, Triggers};
pub use view::{LinkView, MeterView, WinPage, view};
pub use word::{Claim, Sensor, Word};
