//! What takes two people at a table: asked for by one, approved by another.

use std::sync::Arc;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::command::Minute;
use super::ledger::Account;
use super::wager::Tender;
use crate::authority::Person;
use crate::name::Name;
use crate::shelf::RulesId;

/// Why a round is void once cards are out: something that the rulebook knows, or that it cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// An irregularity, by its name in the rulebook.
    Irregularity(Name),
    /// The game cannot be completed.
    CannotBeCompleted,
}

/// What somebody wants that takes a second person's approval: exactly what will happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wanted {
    /// Somebody acts for a participant with a disability.
    Accommodation {
        /// Who acts for them.
        helper: Person,
        /// The participant, who may approve it, too.
        person: Person,
        /// How, and why.
        reason: Arc<str>,
    },
    /// The dealer has counted cash, and chips are paid for it.
    CashBuyIn {
        /// How much.
        amount: Amount,
        /// Who buys in.
        person: Person,
    },
    /// Chips come to the tray, or leave it.
    Fill {
        /// How much.
        amount: Amount,
        /// Whether they leave it.
        credit: bool,
    },
    /// The table opens.
    Open {
        /// The minute of the request.
        at: Minute,
        /// By how much the wagers on both hands may differ, where the house limits it.
        differential: Option<Amount>,
        /// What lies in the tray.
        float: Amount,
    },
    /// Promotional chips or a coupon are handed out.
    Promotion {
        /// The face value.
        amount: Amount,
        /// To whom.
        person: Person,
        /// Which of both.
        tender: Tender,
    },
    /// The table plays by other terms.
    Terms {
        /// The minute of the request.
        at: Minute,
        /// The terms.
        rules: RulesId,
    },
    /// Money is moved by hand, to mend the books.
    Correction {
        /// The money to move.
        amount: Amount,
        /// From where.
        from: Account,
        /// What the books are to say about it.
        reason: Arc<str>,
        /// To where.
        to: Account,
    },
    /// Somebody who is gone is seen off: wagers that are not in play return, the rest is kept for them.
    SeeOff {
        /// Who is gone.
        person: Person,
        /// What is known of it.
        reason: Arc<str>,
    },
    /// The round is annulled.
    Void {
        /// What happened, in words.
        reason: Arc<str>,
        /// Which reason of the list it is.
        why: VoidReason,
    },
}
