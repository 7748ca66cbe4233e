//! Rounds, shoes, shifts and everything else that a floor reports, read from its journal.
//!
//! Everything in here can be dropped and made again: it is worked out from entries, and decides nothing.
//! [`History`] is an index in memory that follows entries one by one; it knows every round and every shoe,
//! and where they stand in the journal. What it does not keep is read again when somebody asks. The other
//! reports are made by reading through the journal once, beside the state of the tables as they are now.
//!
//! Only what lies open in the journal is reported: faces of cards that nobody has turned are in no entry.
//! Rows say what their columns mean; `docs/reports.md` has them all in one place. Every row has a form as
//! JSON, with its schema, and one as a line of CSV ([`csv`]). Money is whole minor units with a currency.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod csv;
mod error;
pub mod history;
mod money;
pub mod report;
mod scan;

pub use csv::{Row, to_csv};
pub use error::ReportError;
pub use history::{
    Cursor, HandRow, History, Page, PublicPage, PublicRound, PublicRow, PublicStep, RoundInFull, RoundPlace,
    RoundRow, Statistics, StepRow, TableEvent, WagerResult,
};
pub use money::{FineMoney, Moment, Money};
pub use scan::Span;

/// What somebody is called, as the shell knows it.
pub type PeopleNames<'a> = &'a (dyn Fn(banco_engine::Person) -> String + Send + Sync);
