//! The cage: what the house keeps for each person, and what that person has asked of the house.
//!
//! An account is a third deterministic state machine beside the table and the link, one stream for each person, so
//! that two people never wait for each other. [`decide`] says what a person's command makes happen, [`hear`] what a
//! word of the house's machines does, [`hear_table`] what a table says; [`evolve`] changes the account by events,
//! [`view`] shows it. Money is double entry: the books of an account add up to nothing, and what it has brought to
//! a table mirrors what the table has received from it.
//!
//! There is no clock in here. Every command and word comes with the time, in seconds since 1970 UTC, and time never
//! runs backward in an account: an earlier time counts as the last one known. Whatever ends or falls due by time is
//! an event of its own ([`Account::next_deadline`] says when the shell should say the time), so that what an account
//! is follows from its events alone. No rulebook speaks of the cage: its events and refusals cite no clause.

#![deny(clippy::wildcard_enum_match_arm)]

mod books;
mod choices;
mod command;
mod counter;
mod decide;
mod event;
mod flows;
mod limits;
mod refusal;
mod session;
mod state;
mod tables;
mod time;
mod view;

pub use crate::house::House;
pub use books::{Books, Fund, Posting};
pub use command::{Command, TableSays, Wanted, Word};
pub use decide::{decide, hear, hear_table};
pub use event::{
    ChipsEvent, Event, LimitsEvent, MoneyEvent, PlayEvent, ProtectionEvent, RequestEvent, SessionEvent,
    StandingEvent, What, evolve,
};
pub use flows::{Flow, Flows};
pub use limits::{Limit, LimitKey, Limits, PendingLimit};
pub use refusal::{Reason, Refusal};
pub use state::{Account, Exclusion, Hold, HoldId, Kind, Session, Status};
pub use time::{DAY, Period, Time};
pub use view::{AccountView, LimitView, SessionView, Viewer, view};

pub use crate::link::{Approval, TableId};
pub use crate::table::{Barred, Restriction};
