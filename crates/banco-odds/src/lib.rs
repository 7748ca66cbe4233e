//! Exact odds: how many of all deals from a shoe reach each line of a pay table.
//!
//! Every probability is an integer count of ordered six-card deals (cards that the round does not need are dealt
//! and ignored) over N(N-1)...(N-5). No wager is known by name: its conditions say what they need, and the
//! enumeration looks at the cards no more finely than that.
//!
//! 1. Classes of coups by final counts and numbers of cards, from point values alone (`classes`).
//! 2. Where a condition cannot be told from its class, the ranks of the cards are looked at, and only then suits:
//!    by hand (one suit, one colour, mixed) or card by card, whichever the condition needs.

mod batch;
mod classes;
mod closed;
mod correlation;
mod count;
mod draw;
mod exact;
mod exposure;
mod facts;
mod first_four;
mod group;
mod joint;
mod kinds;
mod meters;
mod multiset;
mod must_hit;
mod number;
mod par;
mod question;
mod recipe;
mod seats;
mod shoe;
mod short;
mod single;
mod solve;
mod tally;
mod trigger;
mod visit;
mod wide;

pub use batch::{Batch, Ways};
pub use correlation::{Correlation, JointLine, correlation};
pub use count::{Count, CountError, Counts, Deals};
pub use draw::{DrawTable, FiveRule};
pub use exact::{Fraction, decimal};
pub use exposure::{Exposure, ExposureError, LimitEffect, RoundEnd, Sharing, exposure, shared};
pub use meters::{MeterOdds, Meters, ReturnSplit, meter_terms};
pub use multiset::MultisetTable;
pub use must_hit::{LongRun, MustHitError, MustHitMeter};
pub use par::{Jackpot, LineOdds, Sheet, sheets, sheets_of};
pub use question::{Question, depends_on_seat, detail_needed};
pub use seats::{
    DealerEnvy, SeatSheet, carrying, dealer_envy, seat_sheet, seat_sheets, seats_differ, with_envy,
};
pub use shoe::{Detail, Shoe, ShoeError};
pub use short::{ShortCounts, short_counts};
pub use solve::{
    BettorChoice, Cell, FreeChoice, FreePlay, Gains, Model, Press, PressCell, PressTarget, Solution,
    bettor_choices, free_play, press, press_share, press_targets, solve,
};
pub use trigger::{Trigger, TriggerError};
