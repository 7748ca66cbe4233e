//! Money goes to tables and comes home.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::books::Fund;
use crate::cage::state::{Account, Hold, HoldId};
use crate::cage::time::Time;
use crate::link::TableId;

/// Money between the cage and the tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum ChipsEvent {
    Held { amount: Amount, at: Time, hold: HoldId, table: TableId },
    Posted { amount: Amount, at: Time, hold: HoldId, table: TableId },
    Voided { amount: Amount, at: Time, hold: HoldId, reason: Arc<str>, table: TableId },
    Returned { amount: Amount, at: Time, table: TableId },
    CashTaken { amount: Amount, at: Time, table: TableId },
}

impl ChipsEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Held { at, .. }
            | Self::Posted { at, .. }
            | Self::Voided { at, .. }
            | Self::Returned { at, .. }
            | Self::CashTaken { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Held { amount, hold, table, .. } => {
                account.next_hold = hold.0.saturating_add(1);
                account.holds.push(Hold { id: *hold, table: *table, amount: *amount });
            }
            Self::Posted { amount, at, hold, .. } => {
                account.holds.retain(|known| known.id != *hold);
                account.flows.bring(*at, amount.minor());
            }
            Self::Voided { hold, .. } => account.holds.retain(|known| known.id != *hold),
            Self::Returned { amount, at, .. } => account.flows.come_home(*at, amount.minor()),
            Self::CashTaken { amount, at, .. } => {
                account.flows.deposit(*at, amount.minor());
                account.flows.bring(*at, amount.minor());
            }
        }
    }

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::Held { amount, .. } => pay(Fund::Balance, Fund::Held, *amount),
            Self::Posted { amount, table, .. } => pay(Fund::Held, Fund::AtTable(*table), *amount),
            Self::Voided { amount, .. } => pay(Fund::Held, Fund::Balance, *amount),
            Self::Returned { amount, table, .. } => pay(Fund::AtTable(*table), Fund::Balance, *amount),
            Self::CashTaken { amount, table, .. } => pay(Fund::Outside, Fund::AtTable(*table), *amount),
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Held { amount, table, .. } => write!(f, "{amount} of {owner} is kept for {table}"),
            Self::Posted { amount, table, .. } => write!(f, "{owner} brings {amount} to {table}"),
            Self::Voided { amount, reason, .. } => write!(f, "{owner} has {amount} back: {reason}"),
            Self::Returned { amount, table, .. } => write!(f, "{owner} has {amount} home from {table}"),
            Self::CashTaken { amount, table, .. } => {
                write!(f, "{owner} buys in at {table} for {amount} in cash")
            }
        }
    }
}
