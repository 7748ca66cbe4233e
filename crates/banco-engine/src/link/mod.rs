//! A progressive link: meters that tables share, jackpots that are made, locked, verified and paid.
//!
//! Like the table it is a deterministic state machine: [`decide`] says what a command makes happen, [`evolve`]
//! changes the link by it, [`view`] shows what signs and screens may show. What a meter must hold follows from
//! the events alone ([`reconcile()`]). There is no clock and no randomness in here: hidden triggers and the
//! draws of winners come in as commands.

mod change;
mod command;
mod decide;
mod event;
mod evolve;
mod fine;
mod game;
mod hit;
mod jackpot;
mod pool;
mod reconcile;
mod refusal;
mod sealed;
mod setup;
mod state;
mod story;
mod view;

pub(crate) use change::no_such_link;
pub use command::{Claim, Command, Sensor};
pub use decide::decide;
pub use event::Event;
pub use evolve::evolve;
pub use fine::Fine;
pub use hit::{Cause, Held, Hit, HitId, Progress, Share, Winner};
pub(crate) use jackpot::{may_leave, not_settled};
pub use pool::{Feed, Growth, Level};
pub use reconcile::{DayReport, MeterReading, Movements, Variance, movements, reconcile};
pub use refusal::{Reason, Refusal};
pub use sealed::Sealed;
pub use setup::{MeterRule, Odds, Setup, WagerRule};
pub use state::{Attached, Entry, Game, Link, TableId};
pub use view::{LinkView, MeterView, WinPage, view};
