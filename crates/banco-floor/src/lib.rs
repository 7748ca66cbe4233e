//! A floor that is kept: tables and links whose every change is written down before anybody is told of it.
//!
//! ```text
//! Ask -> decide on a copy (engine) -> Batch (journal) -> durable -> swap in, answer, tell whoever watches
//! ```
//!
//! One [`Floor`] owns the tables of its node. It takes whatever waits, decides it all on a copy, and has the store keep it;
//! what has nothing in common is kept apart, so that it fails apart. Meanwhile more comes in and goes into the next
//! turn. If the store says that somebody else was faster, the floor reads what they wrote and decides again.
//!
//! - `ask`: what is asked for, and what is answered.
//! - `input`: what was decided, as the journal keeps it to decide it again.
//! - `house_record`: the configuration of the house in the journal.
//! - `books`: tables, links and shoes as they are after everything that was written.
//! - `write`: from a decision to what is stored of it.
//! - `load`: the way back.
//! - `turn`: one turn of the floor.
//! - `run`: tables that nobody deals at.
//! - `queue`: asks that wait, the house's in a lane of their own and players' in fair turns.
//! - `audit`, `replay`, `redecide`: everything that is kept, decided again and held against itself.
//! - `snapshot`: what streams have come to, kept to be there again at once.
//! - `proof`: what the journal proves of the shoes of a table.

mod ask;
mod audit;
mod books;
mod floor;
mod house_record;
mod input;
mod load;
mod proof;
mod queue;
mod redecide;
mod replay;
mod run;
mod snapshot;
mod turn;
mod write;

pub use ask::{Answered, Ask, Unanswered, Wish};
pub use audit::{Audit, audit};
pub use books::{Books, name_of};
pub use floor::{Clock, Commit, Floor, FloorOptions, Handle, SystemClock};
pub use load::{LoadError, RulesRead};
pub use proof::{shoe_proof, shoe_proofs};
pub use run::{Awaited, Bot, Croupier, GoesOn, Pace, TellsTime};
pub use snapshot::SnapshotCounts;
pub use turn::id_for;
pub use write::postings;
