//! The account is opened, and what it is good for.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use banco_money::Currency;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::books::Books;
use crate::cage::state::{Account, Kind, Status};
use crate::cage::time::Time;
use crate::link::Approval;

/// The account as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum StandingEvent {
    /// The first event of an account, and the one that opens it again.
    Opened { at: Time, by: Person, currency: Currency, kind: Kind, person: Person, status: Status },
    StatusChanged {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<Approval>,
        at: Time,
        by: Person,
        reason: Arc<str>,
        status: Status,
    },
}

impl StandingEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Opened { at, .. } | Self::StatusChanged { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Opened { currency, kind, person, status, .. } => {
                if *person != account.person {
                    account.stop(format!("the account of {} is opened as that of {person}", account.person));
                }
                // One that was closed holds nothing, and keeps what it has brought to tables.
                if !account.opened {
                    account.books = Books::new(*currency);
                }
                account.opened = true;
                account.kind = *kind;
                account.status = *status;
            }
            Self::StatusChanged { approval, status, .. } => {
                account.status = *status;
                if let Some(approval) = approval {
                    account.answered(approval.request);
                }
                if *status == Status::Closed {
                    account.requests.clear();
                    account.asked.clear();
                }
            }
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::Opened { .. } | Self::StatusChanged { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Opened { kind, currency, status, .. } => {
                write!(f, "{owner} has a {kind} account in {currency}, {status}")
            }
            Self::StatusChanged { reason, status, .. } => {
                write!(f, "the account of {owner} is {status}: {reason}")
            }
        }
    }
}
