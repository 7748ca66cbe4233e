//! The rules core: who draws, which line a coup reaches, what a wager is paid.
//!
//! Everything here is a plain function of its arguments: cards and choices come in, results go out. There is
//! no clock, no randomness, no file and no float, so live play, odds, simulation and audit can run the same
//! code. The figures come from [`banco_rulebook::Terms`]; each decision names the clause behind it.

pub mod condition;
pub mod coup;
pub mod settle;

pub use condition::{Attributes, CoupFacts, Needs, SeatFacts, needs};
pub use coup::{Coup, CoupError, Decision, Decisions, DrawRules, Story, StoryStep, play};
pub use settle::{Claim, SettleError, Settled, Ticket, Verdict, settle};
