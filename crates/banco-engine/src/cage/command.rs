//! What people want of an account, and what the house's machines say to it.

use std::sync::Arc;

use banco_money::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::authority::{Person, RequestId};
use crate::cage::limits::{Limit, LimitKey};
use crate::cage::state::{HoldId, Kind, Status};
use crate::cage::time::Time;
use crate::link::TableId;

/// What takes two people: one asks for it, another approves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wanted {
    /// Puts the balance right.
    Adjust {
        /// How much is added; taken out if it is negative.
        amount: Amount,
        /// What the books are to say about it.
        reason: Arc<str>,
    },
    /// Takes a suspension away.
    Reactivate {
        /// What the books are to say about it.
        reason: Arc<str>,
    },
    /// Takes money in.
    Deposit {
        /// How much.
        amount: Amount,
    },
    /// Pays money out.
    PayOut {
        /// How much.
        amount: Amount,
        /// The identity check that the cashier recorded; without one, its owner confirms the payout first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        identity: Option<Arc<str>>,
    },
}

/// What people want of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Opens it, or opens it again once it was closed: by a cashier, or by a guest for play money.
    Open {
        /// The currency of all its money.
        currency: Currency,
        /// Whose money it holds.
        kind: Kind,
    },
    /// A cashier takes money in.
    Deposit {
        /// How much.
        amount: Amount,
    },
    /// A cashier pays money out. On a floor for real money it needs the owner: a recorded identity check, or their word.
    PayOut {
        /// How much.
        amount: Amount,
        /// The identity check that the cashier has made: which document was seen.
        identity: Option<String>,
    },
    /// The owner confirms a payout that a cashier has asked for.
    ConfirmPayOut {
        /// Which request.
        request: RequestId,
    },
    /// What the account is good for changes.
    ChangeStatus {
        /// What the books are to say about it.
        reason: String,
        /// What it is from now on.
        status: Status,
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
    /// The owner keeps money for a buy-in that a table takes later.
    HoldBuyIn {
        /// How much.
        amount: Amount,
        /// At which table.
        table: TableId,
    },
    /// The owner or a cashier gives up a buy-in that no table has taken.
    VoidBuyIn {
        /// Which one.
        hold: HoldId,
        /// What the books are to say about it.
        reason: String,
    },
    /// The owner sets a limit: a tighter one holds at once, a looser one can be confirmed a day later.
    SetLimit(Limit),
    /// The owner confirms a looser limit when its day is over.
    ConfirmLimit(LimitKey),
    /// The owner thinks better of a looser limit.
    WithdrawLimit(LimitKey),
    /// The owner chooses how often they are told how long they have played.
    ChooseCheck {
        /// After so many minutes; never where there are none.
        minutes: Option<u32>,
    },
    /// The owner has seen how long they have played.
    AcknowledgeCheck,
    /// The owner takes a break.
    CoolOff {
        /// Until when.
        until: Time,
    },
    /// The owner excludes themself.
    Exclude {
        /// Until when; for good where there is none.
        until: Option<Time>,
    },
}

/// What the house's machines say to an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Word {
    /// What time it is: something may end or fall due.
    Time,
    /// The owner has signed in.
    SessionStarted,
    /// The owner has signed out, or is gone.
    SessionEnded,
    /// Somebody lost the role in which they asked for something: their requests lapse.
    AskerGone(Person),
}

/// What a table says to the account of somebody who plays there. The pit brings it, with what happened at the
/// table, or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableSays {
    /// The owner comes to the table.
    Came {
        /// In which it plays.
        currency: Currency,
    },
    /// The table takes a buy-in from the account.
    BoughtIn {
        /// How much.
        amount: Amount,
    },
    /// The dealer has taken the owner's cash for chips.
    TookCash {
        /// How much.
        amount: Amount,
    },
    /// Two people correct the owner's chips upward.
    Corrected {
        /// How much.
        amount: Amount,
    },
    /// Chips come home.
    CameHome {
        /// How much.
        amount: Amount,
    },
    /// The owner has left.
    Left,
}
