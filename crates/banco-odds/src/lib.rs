//! Exact odds: how many of all deals from a shoe reach each line of a pay table.
//!
//! Every probability is an integer count of ordered six-card deals (cards that the round does not need are dealt
//! and ignored) over N(N-1)...(N-5). No wager is known by name: its conditions say what they need, and the
//! enumeration looks at the cards no more finely than that.
//!
//! Counting is in `counting`; everything else is built on its counts, and exact until it is shown.

mod correlation;
mod counting;
mod edges;
mod exact;
mod exposure;
mod facts;
mod first_four;
mod given;
mod linear;
mod meters;
mod must_hit;
mod outlook;
mod par;
mod replacement;
mod seats;
mod shoe;
mod short;
mod solve;
mod trigger;
mod worth;

pub use correlation::{Correlation, JointLine, correlation};
pub use counting::{
    Batch, CardSet, Count, CountError, Counts, Deals, DrawTable, FiveRule, Gain, Knowledge, Known,
    KnownDeals, MultisetTable, Place, Question, Unseen, ValueRoom, Ways, Width, depends_on_seat,
    detail_needed,
};
pub use edges::Edges;
pub use exact::{Fraction, decimal, ratio};
pub use exposure::{Exposure, ExposureError, LimitEffect, RoundEnd, Sharing, exposure, shared};
pub use given::{Given, in_words};
pub use linear::{
    CountRow, CountTable, Effects, Fit, RankEffect, Tags, TagsError, best_balanced_tags, best_tags,
};
pub use meters::{MeterOdds, Meters, ReturnSplit, meter_terms};
pub use must_hit::{LongRun, MustHitError, MustHitMeter};
pub use outlook::Outlook;
pub use par::{Jackpot, LineOdds, Sheet, sheets, sheets_known, sheets_of};
pub use replacement::with_replacement;
pub use seats::{
    DealerEnvy, SeatSheet, carrying, dealer_envy, possible_seats, seat_sheet, seat_sheets, seats_differ,
    with_envy,
};
pub use shoe::{Detail, Shoe, ShoeError};
pub use short::{ShortCounts, short_counts};
pub use solve::{
    BasketChoice, BasketPlay, BasketWager, BestPlay, BettorChoice, Cell, FreeChoice, FreePlay, Gains, GoesBy,
    HandSeen, Information, Mixture, Model, Press, PressCell, PressSituation, PressTarget, Solution,
    SolveError, WholeGame, basket_play, best_play, bettor_choices, bettor_choices_by_cards, free_play, press,
    press_share, press_targets, solve, standing, whole_game,
};
pub use trigger::{Trigger, TriggerError};
pub use worth::{StateWorth, Worth, worth};
