//! What machines of the house say to the link: the node at a table, the generator, another link.
//!
//! No command of a person becomes one of these.

use banco_cards::Hand;
use banco_money::{Amount, Percent};
use serde::{Deserialize, Serialize};

use crate::authority::{Actor, Person};
use crate::hidden::Hidden;
use crate::link::hit::Winner;
use crate::link::pool::Feed;
use crate::link::state::TableId;
use crate::link::trigger::TriggerSecret;
use crate::name::Name;
use crate::shelf::RulesId;
use crate::table::HitId;

/// A wager that was taken in at START GAME.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensor {
    /// Which wager.
    pub wager: Name,
    /// The bettor, by table and seat.
    pub by: Winner,
    /// What the dealer took in for it.
    pub stake: Amount,
}

/// A line with a share of a meter that the cards of a table have reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The meter.
    pub meter: Name,
    /// Which share of it.
    pub share: Percent,
    /// The printed name of the line.
    pub line: Name,
    /// The Player's and the Banker's cards.
    pub hands: [Hand; 2],
    /// Whoever reached it.
    pub winners: Vec<Winner>,
}

/// What a machine of the house says to the link.
///
/// A hidden trigger is written by its commitment. That a round is void only follows from what happens at its table, so it is
/// never journaled by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Word {
    /// A table that runs by these rules is connected; the first one puts the link into operation.
    Attach {
        /// Who opens the table.
        by: Person,
        /// Up to which word of this link the table has heard everything.
        heard: u32,
        /// The table's rules: they say what it takes the link to be.
        rules: RulesId,
        /// Which table.
        table: TableId,
    },
    /// A table is disconnected.
    Detach {
        /// Which table.
        table: TableId,
    },
    /// A table has lost the link, or found it again.
    Contact {
        /// Whether it hears the link.
        contact: bool,
        /// Which table.
        table: TableId,
    },
    /// A table has heard what it was told: the link need not keep it any longer.
    Heard {
        /// Which table.
        table: TableId,
        /// Up to which word of this link it has heard everything.
        upto: u32,
    },
    /// START GAME: the lit sensors are locked, and their wagers feed the meters.
    StartGame {
        /// Up to which word of this link the table has heard everything.
        heard: u32,
        /// Which round of the table.
        round: u32,
        /// The wagers.
        sensors: Vec<Sensor>,
        /// At which table.
        table: TableId,
    },
    /// The cards have reached lines with shares of meters.
    Reach {
        /// What was reached.
        claims: Vec<Claim>,
        /// At which table.
        table: TableId,
    },
    /// The tray has made a fixed pay that the meter bears.
    PayFixed {
        /// What the tray has paid.
        amount: Amount,
        /// At which table.
        table: TableId,
        /// Which wager.
        wager: Name,
    },
    /// The round is void: its wagers go back, and what they fed goes out of the meters.
    #[serde(skip)]
    VoidGame {
        /// Whose command voids it; nobody's where the shoe does.
        by: Option<Actor>,
        /// At which table.
        table: TableId,
    },
    /// END GAME: the next round can start.
    EndGame {
        /// Up to which word of this link the table has heard everything.
        heard: u32,
        /// At which table.
        table: TableId,
    },
    /// Another link moves money here.
    TransferIn {
        /// What comes.
        feed: Feed,
        /// From which link.
        from: Name,
        /// Into which meter.
        meter: Name,
    },
    /// The generator hides a secret for a Must Hit meter.
    SealTrigger {
        /// Which meter.
        meter: Name,
        /// The secret.
        sealed: Hidden<TriggerSecret>,
    },
    /// The generator draws the winner of a Must Hit jackpot.
    DrawWinner {
        /// Which of those who take part, from zero.
        draw: u32,
        /// Which jackpot.
        hit: HitId,
    },
}
