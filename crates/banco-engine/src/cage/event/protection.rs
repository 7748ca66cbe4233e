//! When the owner does not want to play.

use std::fmt::{self, Formatter};

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::state::{Account, Exclusion};
use crate::cage::time::Time;

/// Breaks and exclusions that the owner has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum ProtectionEvent {
    CoolOffBegun {
        at: Time,
        until: Time,
    },
    CoolOffEnded {
        at: Time,
    },
    /// For good where it has no end.
    Excluded {
        at: Time,
        until: Option<Time>,
    },
    ExclusionEnded {
        at: Time,
    },
}

impl ProtectionEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::CoolOffBegun { at, .. }
            | Self::CoolOffEnded { at }
            | Self::Excluded { at, .. }
            | Self::ExclusionEnded { at } => *at,
        }
    }

    pub(super) const fn change_account(&self, account: &mut Account) {
        match self {
            Self::CoolOffBegun { until, .. } => account.cool_off = Some(*until),
            Self::CoolOffEnded { .. } => account.cool_off = None,
            Self::Excluded { until, .. } => account.exclusion = Some(Exclusion { until: *until }),
            Self::ExclusionEnded { .. } => account.exclusion = None,
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::CoolOffBegun { .. }
            | Self::CoolOffEnded { .. }
            | Self::Excluded { .. }
            | Self::ExclusionEnded { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::CoolOffBegun { until, .. } => write!(f, "{owner} takes a break until {until}"),
            Self::CoolOffEnded { .. } => write!(f, "the break of {owner} is over"),
            Self::Excluded { until: Some(until), .. } => {
                write!(f, "{owner} chooses not to play until {until}")
            }
            Self::Excluded { until: None, .. } => write!(f, "{owner} chooses not to play for good"),
            Self::ExclusionEnded { .. } => write!(f, "{owner} may play again"),
        }
    }
}
