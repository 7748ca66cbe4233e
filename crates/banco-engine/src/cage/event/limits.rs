//! What the owner limits.

use std::fmt::{self, Formatter};

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::limits::{Limit, PendingLimit};
use crate::cage::state::Account;
use crate::cage::time::Time;

/// Limits are set, and looser ones asked for, confirmed and withdrawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum LimitsEvent {
    /// A tighter one: it holds.
    Set {
        at: Time,
        limit: Limit,
    },
    /// A looser one: it can be confirmed from a moment on.
    Asked {
        at: Time,
        from: Time,
        limit: Limit,
    },
    Confirmed {
        at: Time,
        limit: Limit,
    },
    Withdrawn {
        at: Time,
        limit: Limit,
    },
}

impl LimitsEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Set { at, .. }
            | Self::Asked { at, .. }
            | Self::Confirmed { at, .. }
            | Self::Withdrawn { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Set { limit, .. } | Self::Confirmed { limit, .. } => account.limit(*limit),
            Self::Asked { from, limit, .. } => {
                account.limits.ask(PendingLimit { from: *from, limit: *limit });
            }
            Self::Withdrawn { limit, .. } => account.limits.drop_pending(limit.key()),
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::Set { .. } | Self::Asked { .. } | Self::Confirmed { .. } | Self::Withdrawn { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Set { limit, .. } => write!(f, "{owner} sets {limit}"),
            Self::Asked { from, limit, .. } => write!(f, "{owner} asks for {limit}, from {from} on"),
            Self::Confirmed { limit, .. } => write!(f, "{owner} confirms {limit}"),
            Self::Withdrawn { limit, .. } => write!(f, "{owner} does not want {limit} any more"),
        }
    }
}
