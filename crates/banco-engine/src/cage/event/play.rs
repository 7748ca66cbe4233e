//! Where the owner plays.

use std::fmt::{self, Formatter};

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::state::Account;
use crate::cage::time::Time;
use crate::link::TableId;

/// The owner comes to a table and leaves it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum PlayEvent {
    Came { at: Time, table: TableId },
    Left { at: Time, table: TableId },
}

impl PlayEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Came { at, .. } | Self::Left { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Came { table, .. } => drop(account.tables.insert(*table)),
            Self::Left { table, .. } => {
                account.tables.remove(table);
                if account.tables.is_empty() {
                    account.flows.left_all_tables();
                }
            }
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::Came { .. } | Self::Left { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Came { table, .. } => write!(f, "{owner} comes to {table}"),
            Self::Left { table, .. } => write!(f, "{owner} leaves {table}"),
        }
    }
}
