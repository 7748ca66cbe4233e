//! The rules core: who draws, which line a coup reaches, what a wager is paid.
//!
//! Everything here is a plain function of its arguments: cards and choices come in, results go out. There is
//! no clock, no randomness, no file and no float, so live play, odds, simulation and audit can run the same
//! code. The figures come from [`banco_rulebook::Terms`]; each decision names the clause behind it.
//!
//! ```
//! use banco_cards::parse_cards;
//! use banco_engine::{Decisions, SeatFacts, Ticket, play, settle};
//! use banco_money::{Amount, Currency};
//! use banco_rulebook::Library;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let library = Library::embedded()?;
//! let terms = library.terms("ma-baccarat", "default")?;
//! let story = play(&terms, &parse_cards("7h 2c Kd 6s")?, Decisions::default())?;
//! let ticket = Ticket {
//!     wager: "banker".parse()?,
//!     stake: Amount::from_minor(100_00, Currency::Usd),
//!     seat: SeatFacts::default(),
//!     stood: false,
//!     history: Vec::new(),
//! };
//! let settled = settle(&terms, &story.coup, &ticket)?;
//! assert_eq!(settled.won.to_string(), "$100");
//! assert_eq!(settled.vigorish.to_string(), "$5");
//! assert_eq!(settled.cite, ["8(a)(1)(i)", "13(c)"]);
//! # Ok(())
//! # }
//! ```

#[macro_use]
mod reasons;
#[macro_use]
mod topics;

pub mod authority;
pub mod cage;
pub mod condition;
pub mod coup;
mod hidden;
mod house;
pub mod link;
mod name;
mod names;
pub mod pit;
pub mod record;
pub mod roads;
pub mod script;
pub mod settle;
mod shelf;
mod shoe_opening;
mod snapshot;
pub mod table;
mod wire;

pub use authority::{Actor, Person, Request, RequestId, Role};
pub use hidden::{Commitment, Hidden};
pub use house::{Controls, House, Level, Levels, MoneyAction, MovedAlone};
pub use name::{Clauses, Name};
pub use names::Names;
pub use reasons::{Refusal, WhyNot};
pub use shelf::{RECORD_VERSION, RulesId, Shelf};
pub use shoe_opening::{ShoeOpening, salt};
pub use snapshot::{STATE_VERSION, Snapshot};

pub use condition::{Attributes, CoupFacts, Needs, SeatFacts, needs};
pub use coup::{Coup, CoupError, Decision, Decisions, DrawRules, Story, StoryStep, play};
pub use settle::{Claim, SettleError, Settled, Ticket, Verdict, net_of_line, settle};
