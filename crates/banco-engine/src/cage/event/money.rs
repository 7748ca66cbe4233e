//! Money comes in, goes out and is put right.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::books::Fund;
use crate::cage::state::Account;
use crate::cage::time::{DAY, Time};
use crate::house::{MoneyAction, MovedAlone};
use crate::link::Approval;

/// Money at the window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum MoneyEvent {
    /// `alone` where one person moved it within the house's level.
    Deposited {
        #[serde(default, skip_serializing_if = "crate::wire::is_false")]
        alone: bool,
        amount: Amount,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<Approval>,
        at: Time,
        by: Person,
    },
    /// `identity` says how the cashier knew the owner; floors for play money do not ask.
    PaidOut {
        #[serde(default, skip_serializing_if = "crate::wire::is_false")]
        alone: bool,
        amount: Amount,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<Approval>,
        at: Time,
        by: Person,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        identity: Option<Arc<str>>,
    },
    /// Less than nothing where it was too much.
    Adjusted { amount: Amount, approval: Approval, at: Time, reason: Arc<str> },
}

impl MoneyEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Deposited { at, .. } | Self::PaidOut { at, .. } | Self::Adjusted { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Deposited { alone, amount, approval, at, by } => {
                account.flows.deposit(*at, amount.minor());
                count(account, *alone, MoneyAction::Deposit, (*at, *by, amount.minor()));
                answered(account, *approval);
            }
            Self::PaidOut { alone, amount, approval, at, by, .. } => {
                count(account, *alone, MoneyAction::PayOut, (*at, *by, amount.minor()));
                answered(account, *approval);
            }
            Self::Adjusted { approval, .. } => account.answered(approval.request),
        }
    }

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::Deposited { amount, .. } => pay(Fund::Outside, Fund::Balance, *amount),
            Self::PaidOut { amount, .. } => pay(Fund::Balance, Fund::Outside, *amount),
            Self::Adjusted { amount, .. } => pay(Fund::Adjustments, Fund::Balance, *amount),
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Deposited { amount, .. } => write!(f, "{owner} pays in {amount}"),
            Self::PaidOut { amount, .. } => write!(f, "{amount} is paid out to {owner}"),
            Self::Adjusted { amount, reason, .. } => {
                write!(f, "the balance of {owner} is put right by {amount}: {reason}")
            }
        }
    }
}

/// A request that led to this is answered.
fn answered(account: &mut Account, approval: Option<Approval>) {
    approval.into_iter().for_each(|approval| account.answered(approval.request));
}

/// What one person moved alone counts toward the level for a day.
fn count(account: &mut Account, alone: bool, action: MoneyAction, (at, by, minor): (Time, Person, i64)) {
    account.moved_alone.retain(|moved| moved.at.is_some_and(|moved| at.since(moved) < DAY));
    if alone {
        account.moved_alone.push(MovedAlone { action, at: Some(at), by, minor });
    }
}
