//! What is asked of somebody's account.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::RequestId;
use banco_engine::cage::{Command, HoldId, TableId};

use super::wanted::{AccountWanted, Limit, LimitKey};
use crate::moment::Moment;
use crate::value::{Money, Number, Reason};
use crate::word::{AccountKind, Currency, Status};

tagged! {
    /// What is asked of somebody's account.
    AccountCommand by "do", "a command to an account" {
        /// Opens it, or opens it again.
        Open = "open" {
            /// The currency of all its money.
            currency: Currency,
            /// Whose money it holds.
            kind: AccountKind,
        }
        /// A cashier takes money in.
        Deposit = "deposit" {
            /// How much.
            amount: Money,
        }
        /// A cashier pays money out. On a floor for real money it needs an identity check within the last 15 minutes;
        /// without one, the owner confirms the payout.
        PayOut = "pay_out" {
            /// How much.
            amount: Money,
        }
        /// The owner confirms a payout that a cashier has asked for.
        ConfirmPayOut = "confirm_pay_out" {
            /// Which request.
            request: Number,
        }
        /// What the account is good for changes.
        ChangeStatus = "change_status" {
            /// What it is from now on.
            status: Status,
            /// What the books are to say about it.
            reason: Reason,
        }
        /// Asks for what takes two people.
        Ask = "ask" {
            /// What is to happen.
            wanted: AccountWanted,
        }
        /// Approves what another has asked for: it happens.
        Approve = "approve" {
            /// Which request.
            request: Number,
        }
        /// Turns down what was asked for.
        TurnDown = "turn_down" {
            /// Which request.
            request: Number,
            /// What the asker is told.
            reason: Reason,
        }
        /// The owner keeps money for a buy-in that a table takes later.
        HoldBuyIn = "hold_buy_in" {
            /// How much.
            amount: Money,
            /// At which table.
            table: Number,
        }
        /// Gives up a buy-in that no table has taken.
        VoidBuyIn = "void_buy_in" {
            /// Which one.
            hold: Number,
            /// What the books are to say about it.
            reason: Reason,
        }
        /// The owner sets a limit.
        SetLimit = "set_limit" {
            /// The limit.
            limit: Limit,
        }
        /// The owner confirms a looser limit when its day is over.
        ConfirmLimit = "confirm_limit" {
            /// What is limited.
            limit: LimitKey,
        }
        /// The owner thinks better of a looser limit.
        WithdrawLimit = "withdraw_limit" {
            /// What is limited.
            limit: LimitKey,
        }
        /// The owner chooses how often they are told how long they have played.
        ChooseCheck = "choose_check" {
            /// After so many minutes; never if this is missing.
            minutes: Option<Number>,
        }
        /// The owner has seen how long they have played.
        AcknowledgeCheck = "acknowledge_check" {}
        /// The owner takes a break.
        CoolOff = "cool_off" {
            /// Until when.
            until: Moment,
        }
        /// The owner excludes themself.
        Exclude = "exclude" {
            /// Until when; for good if this is missing.
            until: Option<Moment>,
        }
    }
}

impl From<AccountCommand> for Command {
    fn from(ours: AccountCommand) -> Self {
        match ours {
            AccountCommand::Open { currency, kind } => {
                Self::Open { currency: currency.into(), kind: kind.into() }
            }
            AccountCommand::Deposit { amount } => Self::Deposit { amount: amount.into() },
            AccountCommand::PayOut { amount } => Self::PayOut { amount: amount.into(), identity: None },
            AccountCommand::ConfirmPayOut { request } => {
                Self::ConfirmPayOut { request: RequestId(request.0) }
            }
            AccountCommand::ChangeStatus { status, reason } => {
                Self::ChangeStatus { reason: reason.0, status: status.into() }
            }
            AccountCommand::Ask { wanted } => Self::Ask(wanted.into()),
            AccountCommand::Approve { request } => Self::Approve { request: RequestId(request.0) },
            AccountCommand::TurnDown { request, reason } => {
                Self::TurnDown { reason: reason.0, request: RequestId(request.0) }
            }
            AccountCommand::HoldBuyIn { amount, table } => {
                Self::HoldBuyIn { amount: amount.into(), table: TableId(table.0) }
            }
            AccountCommand::VoidBuyIn { hold, reason } => {
                Self::VoidBuyIn { hold: HoldId(hold.0), reason: reason.0 }
            }
            AccountCommand::SetLimit { limit } => Self::SetLimit(limit.into()),
            AccountCommand::ConfirmLimit { limit } => Self::ConfirmLimit(limit.into()),
            AccountCommand::WithdrawLimit { limit } => Self::WithdrawLimit(limit.into()),
            AccountCommand::ChooseCheck { minutes } => {
                Self::ChooseCheck { minutes: minutes.map(|minutes| minutes.0) }
            }
            AccountCommand::AcknowledgeCheck {} => Self::AcknowledgeCheck,
            AccountCommand::CoolOff { until } => Self::CoolOff { until: until.into() },
            AccountCommand::Exclude { until } => Self::Exclude { until: until.map(Into::into) },
        }
    }
}

/// The name under which a command of the engine goes over the wire.
#[must_use]
pub const fn name_of_account_command(command: &Command) -> &'static str {
    match command {
        Command::Open { .. } => "open",
        Command::Deposit { .. } => "deposit",
        Command::PayOut { .. } => "pay_out",
        Command::ConfirmPayOut { .. } => "confirm_pay_out",
        Command::ChangeStatus { .. } => "change_status",
        Command::Ask(_) => "ask",
        Command::Approve { .. } => "approve",
        Command::TurnDown { .. } => "turn_down",
        Command::HoldBuyIn { .. } => "hold_buy_in",
        Command::VoidBuyIn { .. } => "void_buy_in",
        Command::SetLimit(_) => "set_limit",
        Command::ConfirmLimit(_) => "confirm_limit",
        Command::WithdrawLimit(_) => "withdraw_limit",
        Command::ChooseCheck { .. } => "choose_check",
        Command::AcknowledgeCheck => "acknowledge_check",
        Command::CoolOff { .. } => "cool_off",
        Command::Exclude { .. } => "exclude",
    }
}
