//! When the owner is there, and for how long.

use std::fmt::{self, Formatter};

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::cage::state::{Account, Session};
use crate::cage::time::Time;

/// The owner signs in and out, and is told how long they have played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum SessionEvent {
    /// `since` is before `at` where it goes on with the last one.
    Started {
        at: Time,
        since: Time,
    },
    Ended {
        at: Time,
    },
    CheckChosen {
        at: Time,
        minutes: Option<u32>,
    },
    CheckDue {
        at: Time,
    },
    CheckAcknowledged {
        at: Time,
    },
    TimeUp {
        at: Time,
    },
}

impl SessionEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Started { at, .. }
            | Self::Ended { at }
            | Self::CheckChosen { at, .. }
            | Self::CheckDue { at }
            | Self::CheckAcknowledged { at }
            | Self::TimeUp { at } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Started { since, at } => {
                let last = account.session.filter(|last| last.since == *since && since < at);
                let (checked, check_due, time_up) =
                    last.map_or((*at, false, false), |last| (last.checked, last.check_due, last.time_up));
                account.session = Some(Session { since: *since, checked, ended: None, check_due, time_up });
            }
            Self::Ended { at } => change(account, |session| session.ended = Some(*at)),
            Self::CheckChosen { minutes, .. } => account.check_every = *minutes,
            Self::CheckDue { .. } => change(account, |session| session.check_due = true),
            Self::CheckAcknowledged { at } => change(account, |session| {
                session.check_due = false;
                session.checked = *at;
            }),
            Self::TimeUp { .. } => change(account, |session| session.time_up = true),
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::Started { .. }
            | Self::Ended { .. }
            | Self::CheckChosen { .. }
            | Self::CheckDue { .. }
            | Self::CheckAcknowledged { .. }
            | Self::TimeUp { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        _: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Started { .. } => write!(f, "{owner} signs in"),
            Self::Ended { .. } => write!(f, "{owner} signs out"),
            Self::CheckChosen { minutes: Some(minutes), .. } => {
                write!(f, "{owner} wants to be told every {minutes} minutes how long they have played")
            }
            Self::CheckChosen { minutes: None, .. } => {
                write!(f, "{owner} does not want to be told how long they have played")
            }
            Self::CheckDue { .. } => write!(f, "{owner} is told how long they have played"),
            Self::CheckAcknowledged { .. } => write!(f, "{owner} knows how long they have played"),
            Self::TimeUp { .. } => write!(f, "{owner} has played as long as they wanted at most"),
        }
    }
}

fn change(account: &mut Account, how: impl FnOnce(&mut Session)) {
    match &mut account.session {
        Some(session) => how(session),
        None => account.stop("there was never a session".to_owned()),
    }
}
