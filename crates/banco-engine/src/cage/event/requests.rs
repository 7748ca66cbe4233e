//! What one person asks for and another answers.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::{Person, Request, RequestId};
use crate::cage::command::Wanted;
use crate::cage::state::Account;
use crate::cage::time::Time;

/// What takes two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum RequestEvent {
    Asked {
        at: Time,
        request: Request<Wanted>,
    },
    TurnedDown {
        at: Time,
        by: Person,
        reason: Arc<str>,
        request: RequestId,
    },
    /// Nobody answered in time.
    Expired {
        at: Time,
        request: RequestId,
    },
}

impl RequestEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Asked { at, .. } | Self::TurnedDown { at, .. } | Self::Expired { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Asked { at, request } => {
                account.asked.insert(request.id, *at);
                account.next_request = request.id.0.saturating_add(1);
                account.requests.push(request.clone());
            }
            Self::TurnedDown { request, .. } => account.answered(*request),
            Self::Expired { request, .. } => account.unanswered(*request),
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::Asked { .. } | Self::TurnedDown { .. } | Self::Expired { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        name: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Asked { request, .. } => {
                let Wanted::Adjust { amount, reason } = &request.what;
                let who = name(request.by);
                write!(f, "{who} asks to put the balance of {owner} right by {amount}: {reason}")
            }
            Self::TurnedDown { by, reason, request, .. } => {
                write!(f, "{} turns down {request}: {reason}", name(*by))
            }
            Self::Expired { request, .. } => write!(f, "nobody has answered {request} in time"),
        }
    }
}
