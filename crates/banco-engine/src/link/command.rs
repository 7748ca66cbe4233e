//! What somebody wants of the link.

use std::sync::Arc;

use banco_cards::Hand;
use banco_money::{Amount, Percent};

use super::hit::{HitId, Winner};
use super::pool::Feed;
use super::sealed::Sealed;
use super::setup::Setup;
use super::state::TableId;

/// A wager that was taken in at START GAME.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sensor {
    /// Which wager.
    pub wager: Arc<str>,
    /// Whose.
    pub by: Winner,
    /// How much.
    pub stake: Amount,
}

/// A line with a share of a meter that the cards of a table have reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The meter.
    pub meter: Arc<str>,
    /// Which share of it.
    pub share: Percent,
    /// The printed name of the line.
    pub line: Arc<str>,
    /// The Player's and the Banker's cards.
    pub hands: [Hand; 2],
    /// Whoever reached it.
    pub winners: Vec<Winner>,
}

/// What somebody wants of the link. The first ones come from the node at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Puts the link into operation, its meters at their seeds.
    Open,
    /// Connects a table that runs by these terms.
    Attach {
        /// Which table.
        table: TableId,
        /// What it takes the link to be.
        setup: Arc<Setup>,
    },
    /// Disconnects a table.
    Detach {
        /// Which table.
        table: TableId,
    },
    /// A table has lost the link, or found it again.
    Contact {
        /// Which table.
        table: TableId,
        /// Whether it hears the link.
        contact: bool,
    },
    /// START GAME: the lit sensors are locked, and their wagers feed the meters.
    StartGame {
        /// At which table.
        table: TableId,
        /// Which round of it.
        round: u32,
        /// The wagers.
        sensors: Vec<Sensor>,
    },
    /// The cards have reached lines with shares of meters.
    Reach {
        /// At which table.
        table: TableId,
        /// What was reached.
        claims: Vec<Claim>,
    },
    /// The tray has made a fixed pay that the meter bears.
    PayFixed {
        /// At which table.
        table: TableId,
        /// Which wager.
        wager: Arc<str>,
        /// How much.
        amount: Amount,
    },
    /// The round is void: its wagers go back, and what they fed goes out of the meters.
    VoidGame {
        /// At which table.
        table: TableId,
    },
    /// END GAME: the next round can start.
    EndGame {
        /// At which table.
        table: TableId,
    },
    /// Hides a new trigger in a Must Hit meter.
    SealTrigger {
        /// Which meter.
        meter: String,
        /// The trigger.
        sealed: Sealed,
    },
    /// The dealer selects a seat and a hand, or takes the selection back.
    Select {
        /// At which table.
        table: TableId,
        /// The number of the seat.
        seat: u8,
        /// The printed name of the line.
        line: String,
    },
    /// HIT JACKPOT.
    HitJackpot {
        /// At which table.
        table: TableId,
    },
    /// END ROUND: draws the winner of a Must Hit meter that is due.
    EndRound {
        /// At which table.
        table: TableId,
        /// Which of those who take part, from zero, as the house's generator draws it.
        draw: u32,
    },
    /// A supervisor has looked at the table and its records.
    Verify {
        /// Which jackpot.
        hit: HitId,
        /// The Player's and the Banker's cards as they lie there; none for Must Hit.
        hands: Option<[Hand; 2]>,
    },
    /// PAY JACKPOT.
    PayJackpot {
        /// Which jackpot.
        hit: HitId,
        /// What is paid: exactly what it is worth.
        amount: Amount,
    },
    /// Rejects a jackpot: the money is as if it had not been. A hidden trigger that was reached is spent.
    Reject {
        /// Which jackpot.
        hit: HitId,
        /// Why.
        reason: String,
    },
    /// Corrects a meter by a new entry.
    Adjust {
        /// Which meter.
        meter: String,
        /// Whether its reserve is meant.
        reserve: bool,
        /// How much is added; taken out if it is negative.
        amount: Amount,
        /// Why.
        reason: String,
        /// The second person who approves it.
        second: crate::table::Person,
    },
    /// Changes what the link runs by.
    Change {
        /// What it runs by from now on.
        setup: Arc<Setup>,
        /// Why.
        reason: String,
        /// The second person who approves it.
        second: crate::table::Person,
    },
    /// Moves all that a meter holds to another link.
    TransferOut {
        /// Which meter.
        meter: String,
        /// To which link, as that one is set up.
        to: Arc<Setup>,
        /// Why.
        reason: String,
        /// The second person who approves it.
        second: crate::table::Person,
    },
    /// Takes what another link moves here.
    TransferIn {
        /// Into which meter.
        meter: String,
        /// From which link.
        from: Arc<str>,
        /// What comes.
        feed: Feed,
    },
    /// Takes the link out of operation; what its meters still hold goes to whoever the approval names.
    Close {
        /// Why, and by whose approval.
        reason: String,
        /// The second person who approves it.
        second: crate::table::Person,
    },
    /// Reads the meters.
    TakeReading {
        /// Of which day, as the house counts them.
        day: u32,
    },
}
