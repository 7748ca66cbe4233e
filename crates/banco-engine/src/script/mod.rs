//! A table driven by text: each line says who does what, and what is expected to happen.
//!
//! ```text
//! seat 3: bet banker $100
//! dealer: no more bets
//! > dealer: "no more bets"
//! shoe: 7h 2c Kd 6s
//! dealer: settle
//! > seat 3 is paid $100 on Banker
//! seat 3: take down banker
//! ! betting_closed 8(c)
//! = chips of seat 3 $10,100
//! ```
//!
//! `>` lines name, in order, what the events of the command before tell (any part of the line will do) and may
//! end with all clauses that the event cites, in brackets; `>!` says that nothing more tells this; `!` says that the
//! command is refused, with which code and by which clauses, all of them; `=` says what stands at the table now. A line
//! `ready` opens the table and prepares, cuts, loads and burns by the shortest way, or `until` a certain step;
//! `dealer: deal on until 3 cards are left` plays plain rounds to near the end of a shoe. A line `table 2` goes
//! to another table of the pit, which shares progressive links with the first.

mod act;
mod block;
mod case;
mod deal_on;
mod jackpot;
mod line;
mod run;
mod say;
mod words;
mod worked;

pub use block::{Block, Kind};
pub use case::{Case, CaseError, Claims};
pub use line::{Expectation, Line, ParseLineError, Who, called};
pub use run::{Commit, Failure, Fault, NewTerms, Outcome, Runner, staff};
pub use say::{say, say_on_link, say_to_link, say_word};
pub use worked::{Judged, PrintedLine, judge, submission_of};

#[cfg(test)]
mod read_back;
