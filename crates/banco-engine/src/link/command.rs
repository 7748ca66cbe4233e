//! What people want of the link.

use std::sync::Arc;

use banco_cards::Hand;
use banco_money::Amount;
use serde::{Deserialize, Serialize};

use crate::authority::RequestId;
use crate::link::state::TableId;
use crate::name::Name;
use crate::shelf::RulesId;
use crate::table::HitId;

/// What takes two people: one asks for it, another approves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wanted {
    /// Corrects a meter by a new entry.
    Adjust {
        /// How much is added; taken out if it is negative.
        amount: Amount,
        /// Which meter.
        meter: Name,
        /// What the books are to say about it.
        reason: Arc<str>,
        /// Whether its reserve is meant.
        reserve: bool,
    },
    /// Changes what the link runs by.
    Change {
        /// What the books are to say about it.
        reason: Arc<str>,
        /// The rules that say what it runs by from then on.
        rules: RulesId,
    },
    /// Takes the link out of operation; what its meters hold is owed until it opens again.
    Close {
        /// What the books are to say about it.
        reason: Arc<str>,
    },
    /// Rejects a jackpot: the money is as if it had not been. A hidden trigger that was reached is spent.
    Reject {
        /// Which jackpot.
        hit: HitId,
        /// Why the claim does not hold.
        reason: Arc<str>,
    },
    /// Moves all that a meter holds to another link.
    TransferOut {
        /// Which meter.
        meter: Name,
        /// What the books are to say about it.
        reason: Arc<str>,
        /// To which link.
        to: Name,
    },
}

impl Wanted {
    /// Why it is wanted.
    #[must_use]
    pub const fn reason(&self) -> &Arc<str> {
        match self {
            Self::Adjust { reason, .. }
            | Self::Change { reason, .. }
            | Self::Close { reason }
            | Self::Reject { reason, .. }
            | Self::TransferOut { reason, .. } => reason,
        }
    }

    /// The same for this reason.
    pub(super) fn because(mut self, why: Arc<str>) -> Self {
        match &mut self {
            Self::Adjust { reason, .. }
            | Self::Change { reason, .. }
            | Self::Close { reason }
            | Self::Reject { reason, .. }
            | Self::TransferOut { reason, .. } => *reason = why,
        }
        self
    }
}

/// What people want of the link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Puts the link into operation, its meters at their seeds and with what is owed to them.
    Open {
        /// The rules that say what it runs by.
        rules: RulesId,
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
    /// END ROUND: tells whether somebody of this round wins a Must Hit meter.
    EndRound {
        /// At which table.
        table: TableId,
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
    /// Asks for what takes two people.
    Ask(Wanted),
    /// Approves what another has asked for: it happens.
    Approve {
        /// Which request.
        request: RequestId,
    },
    /// Turns down what was asked for.
    TurnDown {
        /// What the asker is told.
        reason: String,
        /// Which request.
        request: RequestId,
    },
    /// Reads the meters.
    TakeReading {
        /// Of which day, as the house counts them.
        day: u32,
    },
}

impl Command {
    /// The table whose dealer gives it at the keypad.
    pub(crate) const fn at_table(&self) -> Option<TableId> {
        match self {
            Self::Select { table, .. } | Self::HitJackpot { table } | Self::EndRound { table } => {
                Some(*table)
            }
            Self::Open { .. }
            | Self::Verify { .. }
            | Self::PayJackpot { .. }
            | Self::Ask(_)
            | Self::Approve { .. }
            | Self::TurnDown { .. }
            | Self::TakeReading { .. } => None,
        }
    }
}
