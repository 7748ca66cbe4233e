//! Money comes in, goes out and is put right.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::books::Fund;
use crate::cage::state::Account;
use crate::cage::time::Time;
use crate::link::Approval;

/// Money at the window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum MoneyEvent {
    Deposited {
        amount: Amount,
        at: Time,
        by: Person,
    },
    PaidOut {
        amount: Amount,
        at: Time,
        by: Person,
    },
    /// Less than nothing where it was too much.
    Adjusted {
        amount: Amount,
        approval: Approval,
        at: Time,
        reason: Arc<str>,
    },
}

impl MoneyEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Deposited { at, .. } | Self::PaidOut { at, .. } | Self::Adjusted { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Deposited { amount, at, .. } => account.flows.deposit(*at, amount.minor()),
            Self::PaidOut { .. } => {}
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
